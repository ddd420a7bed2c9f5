package runs

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilemark/tb/cosim"
	"tilemark/tb/request"
	"tilemark/tb/wave"
	"tilemark/text/number"
	"tilemark/text/output"
)

// WindowOptions say how a scene is run under an instrument, and which cycles it shows.
type WindowOptions struct {
	request.Input
	At       []uint64 // cycles at which the CPU interrupts
	Every    uint64   // and that many after each resume; 0: never. Without At and Every the file's own interrupts come
	Monitors bool
	From, To uint64 // To is the cycle after the last one, 0 for the run's end
	// Progress is told how far the run is; total is 0 while nobody knows.
	Progress func(what string, done, total uint64)
}

// WaveOptions say what is recorded.
type WaveOptions struct {
	WindowOptions
	Blocks []string // none: all
	VCD    string   // files, "" for none
	ASCII  bool     // names in the VCD as vectors
	SVG    string
	PNG    string
	Text   bool // or JSON is wanted: the record is kept
}

// Wave is a recorded run.
type Wave struct {
	*request.Work
	Options WaveOptions
	Record  *wave.Store // nil when only a VCD was written
	Err     error       // the check that did not hold; the record ends with its cycle
	Repeat  string      // the command that repeats it
	Views   []string    // of the files beside the VCD, those that were written
	Kept    []string    // and those that were there
}

// RecordWave runs a scene and records its signals. Nothing is left of files when it
// fails; a check that does not hold is in the result.
func RecordWave(o WaveOptions) (*Wave, error) {
	if err := request.CheckFiles(append([]string{o.VCD, o.SVG, o.PNG}, o.Views()...)...); err != nil {
		return nil, err
	}
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	r := &Wave{Work: w, Options: o}
	if o.Text || o.SVG != "" || o.PNG != "" {
		r.Record = &wave.Store{}
	}
	if o.VCD == "" {
		err = r.run()
	} else {
		err = r.dump()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Views are the files beside a VCD that say how viewers show it: of GTKWave and of Surfer. A dump on standard output has none.
func (o *WaveOptions) Views() []string {
	if o.VCD == "" || o.VCD == output.Standard {
		return nil
	}
	name := strings.TrimSuffix(o.VCD, ".vcd")
	return []string{name + ".gtkw", name + ".sucl"}
}

// dump runs and writes the VCD, and how viewers show it.
func (r *Wave) dump() error {
	var dump *wave.VCD
	err := request.WriteNew(r.Options.VCD, func(out io.Writer) error {
		dump = wave.NewVCD(out, r.Options.ASCII)
		return r.run(dump)
	})
	views := r.Options.Views()
	if err != nil || views == nil {
		return err
	}
	beside := filepath.Base(r.Options.VCD)
	if err := r.view(views[0], func(out io.Writer) error { return dump.GTKWave(out, beside) }); err != nil {
		return err
	}
	return r.view(views[1], dump.Surfer)
}

// view writes a file that says how a viewer shows the dump. One that is there stays: viewers keep in it what their users have arranged.
func (r *Wave) view(path string, fill func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil {
		r.Kept = append(r.Kept, path)
		return nil
	}
	r.Views = append(r.Views, path)
	return request.WriteNew(path, fill)
}

func (r *Wave) run(sinks ...wave.Sink) error {
	if r.Record != nil {
		sinks = append(sinks, r.Record)
	}
	o := &r.Options
	s, err := cosim.NewSession(r.Config, r.Vector, o.Monitors)
	if err != nil {
		return err
	}
	to := o.To
	if to == 0 {
		to = never
	}
	rec, err := wave.NewRecorder(s.M.Domain, s.M.Config.Clock, o.Blocks, o.From, to, sinks...)
	if err != nil {
		return request.AsUsage(err)
	}
	r.Err, r.Repeat, err = o.follow(r.Work, s, rec)
	return err
}

// instrument looks at the machine between cycles.
type instrument interface {
	// Sample looks after a cycle and returns the one after which it must look again.
	Sample(cycle uint64) (next uint64)
	// Started tells whether it came to its first cycle.
	Started() bool
	// Close ends the record.
	Close() error
}

// follow runs a session under an instrument. It returns the check that did not hold and
// the command that repeats it; its own error is a request that makes no sense, or a file
// that cannot be written.
func (o *WindowOptions) follow(w *request.Work, s *cosim.Session, look instrument) (failed error, repeat string, err error) {
	slices.Sort(o.At)
	var plan cosim.Plan
	plan.At, plan.Every = w.Interrupts(o.At, o.Every)
	if o.To > 0 {
		plan.Until = o.To - 1
	}
	failed = s.Run(plan, func(cycle uint64) uint64 {
		if o.Progress != nil {
			o.Progress("run", cycle, plan.Until)
		}
		return look.Sample(cycle)
	})
	end := s.M.Cycle()
	if err := look.Close(); err != nil {
		return nil, "", request.AsUsage(err)
	}
	if failed != nil {
		repeat = w.Command(plan.At...)
		if plan.Every > 0 {
			repeat += fmt.Sprintf(" --every %d", plan.Every)
		}
		return failed, repeat, nil
	}
	return nil, "", o.reached(look, end)
}

// reached refuses a window or an interrupt after the run's end.
func (o *WindowOptions) reached(look instrument, end uint64) error {
	switch {
	case !look.Started():
		return request.Usage("from cycle %d: the run has %s cycles", o.From, number.Thousands(end))
	case o.To > end+1:
		return request.Usage("to cycle %d: the run has %s cycles", o.To, number.Thousands(end))
	}
	for _, at := range o.At {
		if at >= end {
			return request.Usage("interrupt in cycle %d: the run, as far as it is shown, ends in cycle %d", at, end)
		}
	}
	return nil
}
