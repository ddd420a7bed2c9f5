package runs

import (
	"io"

	"tilemark/tb/cosim"
	"tilemark/tb/live"
	"tilemark/tb/perfetto"
	"tilemark/tb/request"
)

// Trace is a traced run.
type Trace struct {
	Err    error  // the check that did not hold; the trace ends there
	Repeat string // the command that repeats it
}

// WriteTrace runs a scene and writes a trace for the Perfetto viewer.
func WriteTrace(o WindowOptions, path string) (*Trace, error) {
	return o.writeTrace(path, func(s *cosim.Session, out io.Writer, to uint64) (instrument, error) {
		var headers []uint32
		for i := range s.V.Image.Contexts {
			headers = append(headers, s.V.Called(i))
		}
		return perfetto.New(s.M, out, headers, o.From, to)
	})
}

// WriteAkita runs a scene and has Akita's tracer tell what happens.
func WriteAkita(o WindowOptions, path string) (*Trace, error) {
	return o.writeTrace(path, func(s *cosim.Session, out io.Writer, to uint64) (instrument, error) {
		return live.Trace(s.M, out, o.From, to)
	})
}

func (o *WindowOptions) writeTrace(path string, begin func(s *cosim.Session, out io.Writer, to uint64) (instrument, error)) (*Trace, error) {
	if err := request.CheckFiles(path); err != nil {
		return nil, err
	}
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	t := &Trace{}
	return t, request.WriteNew(path, func(out io.Writer) (err error) {
		s, err := cosim.NewSession(w.Config, w.Vector, o.Monitors)
		if err != nil {
			return err
		}
		to := o.To
		if to == 0 {
			to = never
		}
		look, err := begin(s, out, to)
		if err != nil {
			return request.AsUsage(err)
		}
		t.Err, t.Repeat, err = o.follow(w, s, look)
		return err
	})
}
