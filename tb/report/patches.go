package report

import (
	"fmt"
	"io"
	"strings"

	"tilemark/text/number"
)

// StateWork is what the driver did so that kernels fit the state of draws (docs/shaders.md, "State"), in all contexts.
type StateWork struct {
	Patched      int `json:"patched"`      // kernels that the driver has patched
	Instructions int `json:"instructions"` // with tags, of these
	Shared       int `json:"shared"`       // draws whose kernel was patched for an equal state before
	Machine      int `json:"machine"`      // kernels of draws that the machine patches
	Compiled     int `json:"compiled"`     // kernels that were compiled again, since state that is compiled in was another one
}

// stateWork adds up what was done for all contexts.
func (w *Work) stateWork() (s StateWork) {
	for i := range w.Vector.Image.Contexts {
		p := &w.Vector.Image.Contexts[i].Patches
		s.Patched += p.Patched
		s.Instructions += p.Instructions
		s.Shared += p.Kept
		s.Machine += p.Machine
		s.Compiled += p.Compiled
	}
	return s
}

// print writes a line, where kernels depend on state at all.
func (s StateWork) print(w io.Writer) {
	var parts []string
	if s.Patched > 0 {
		parts = append(parts, fmt.Sprintf("%s patched by the driver (%s)", number.Count(s.Patched, "kernel"), number.Count(s.Instructions, "instruction")))
	}
	if s.Shared > 0 {
		parts = append(parts, number.Count(s.Shared, "draw")+" shared one")
	}
	if s.Machine > 0 {
		parts = append(parts, fmt.Sprintf("%s patched by the machine", number.Count(s.Machine, "kernel")))
	}
	if len(parts) == 0 && s.Compiled == 0 {
		return
	}
	parts = append(parts, fmt.Sprintf("%d compiled again", s.Compiled))
	fmt.Fprintf(w, "\nfor the state of draws: %s\n", strings.Join(parts, ", "))
}
