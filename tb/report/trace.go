package report

import (
	"io"

	"tilemark/tb/cosim"
	"tilemark/tb/live"
	"tilemark/tb/perfetto"
)

// Trace is a traced run.
type Trace struct {
	Err    error  // the check that did not hold; the trace ends there
	Repeat string // the command that repeats it
}

// WriteTrace runs a scene and writes a trace for the Perfetto viewer.
func WriteTrace(o WindowOptions, path string) (*Trace, error) {
	if err := CheckFiles(path); err != nil {
		return nil, err
	}
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	t := &Trace{}
	return t, writeNew(path, func(out io.Writer) (err error) {
		s, err := cosim.NewSession(w.Config, w.Vector, o.Monitors)
		if err != nil {
			return err
		}
		var headers []uint32
		for i := range w.Vector.Image.Contexts {
			headers = append(headers, w.Vector.Image.Contexts[i].Header)
		}
		to := o.To
		if to == 0 {
			to = never
		}
		look, err := perfetto.New(s.M, out, headers, o.From, to)
		if err != nil {
			return usage(err)
		}
		t.Err, t.Repeat, err = o.follow(w, s, look)
		return err
	})
}

// WriteAkita runs a scene and has Akita's tracer write what happens.
func WriteAkita(o WindowOptions, path string) (*Trace, error) {
	if err := CheckFiles(path); err != nil {
		return nil, err
	}
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	s, err := cosim.NewSession(w.Config, w.Vector, o.Monitors)
	if err != nil {
		return nil, err
	}
	to := o.To
	if to == 0 {
		to = never
	}
	look, err := live.Trace(s.M, path, o.From, to)
	if err != nil {
		return nil, usage(err)
	}
	t := &Trace{}
	t.Err, t.Repeat, err = o.follow(w, s, look)
	return t, err
}
