package runs

import (
	"fmt"
	"path/filepath"
	"strings"

	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/request"
)

// keepAreas keeps a context's save area whenever a cut has left one.
func (r *Result) keepAreas(p *Pass) {
	p.areas = make([][]byte, len(r.Vector.Image.Contexts))
	p.Log.OnSaved = func(s *cosim.Switch) {
		for i := range r.Vector.Image.Contexts {
			if x := &r.Vector.Image.Contexts[i]; r.Vector.Called(i) == s.Context {
				p.areas[i] = make([]byte, regs.SaveRoomBytes)
				p.Session.Memory().Read(x.SaveArea, p.areas[i])
			}
		}
	}
}

// canCut refuses to run for a save area when nothing asks for a cut.
func (r *Result) canCut() error {
	if o := &r.Options; o.SaveArea == "" || len(o.At) > 0 || o.Every > 0 || r.Config.CSP.TimeSlice > 0 {
		return nil
	}
	return request.Usage("--save-area %s: nothing asks for a cut, which leaves a save area; --interrupt or --every was expected", r.Options.SaveArea)
}

// wasCut refuses a run that was to leave a save area and did not.
func (r *Result) wasCut() error {
	if r.Options.SaveArea == "" || len(r.Failures) > 0 {
		return nil
	}
	for _, area := range r.Last().areas {
		if area != nil {
			return nil
		}
	}
	why := "no context was cut"
	if r.Cut != nil {
		why = r.Cut.Interrupts().String()
	}
	return request.Usage("--save-area %s: a cut, which leaves a save area, was expected; %s", r.Options.SaveArea, why)
}

// SaveAreas writes the save areas of the contexts that were cut, as their last cuts left them: the first context's into the file that
// was asked for, the others' with the context's number before its suffix.
func (r *Result) SaveAreas() ([]string, error) {
	var written []string
	suffix := filepath.Ext(r.Options.SaveArea)
	for i, area := range r.Last().areas {
		if area == nil {
			continue
		}
		name := strings.TrimSuffix(r.Options.SaveArea, suffix) + ContextSuffix(i) + suffix
		if err := request.WriteFile(name, area); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// ContextSuffix is what a context's files have in their names; the first has nothing.
func ContextSuffix(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("-%d", i)
}
