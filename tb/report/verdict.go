package report

import (
	"fmt"
	"io"
	"strings"

	"tilemark/tb/cosim/vector"
	"tilemark/text/number"
)

// PrintVerdict writes the line that ends a run.
func (r Run) PrintVerdict(w io.Writer) { fmt.Fprintln(w, r.verdict()) }

// verdict says which checks held.
func (r Run) verdict() string {
	word := "PASSED"
	if len(r.Failures) > 0 {
		word = "FAILED"
	}
	var parts []string
	if r.GoldenEqual() {
		parts = append(parts, "machine and golden equal")
	}
	if r.Plain.Err != nil {
		parts = append(parts, "a check of the uninterrupted run broke")
	}
	if r.Cut != nil && r.Cut.Err != nil {
		parts = append(parts, "a check of the interrupted run broke")
	}
	if r.Cut != nil {
		same := "equal"
		switch {
		case !r.Compared():
			same = "not compared"
		case !r.SameFrame:
			same = "differ"
		}
		parts = append(parts, "interrupted and uninterrupted "+same)
	}
	if r.Slow {
		parts = append(parts, "a switch took longer than the bound")
	}
	if n := r.Last().Session.M.CSP.S.Stats.Cuts; r.Cut != nil || n > 0 {
		parts = append(parts, number.Count(n, "cut"))
	}
	out := word + ": " + strings.Join(parts, "; ")
	if !r.Options.Monitors {
		out += " (final memory only: the monitors were off)"
	}
	return out
}

// PrintNote says that there is nothing to see, that no interrupt cut anything, or that what failed may depend on the order of pixels, if that is so.
func (r Run) PrintNote(w io.Writer) {
	if len(r.Failures) > 0 {
		noteOrder(w, r.Vector)
	}
	if r.Cut != nil && r.Cut.Err == nil {
		if n := r.Cut.Interrupts(); n.Cut == 0 {
			fmt.Fprintf(w, "note: %s\n", n)
		}
	}
	given, inView, fragments := uint64(0), uint64(0), uint64(0)
	for _, t := range r.Vector.Traces {
		given, inView, fragments = given+t.Stats.Given, inView+t.Stats.InView, fragments+t.Stats.Fragments
	}
	if fragments > 0 {
		return
	}
	why := ""
	if inView > 0 {
		why = ", and they cover no pixel"
	}
	fmt.Fprintf(w, "note: nothing was drawn: %s of %s triangles are in view%s\n", number.Thousands(inView), number.Thousands(given), why)
}

// noteOrder says which draws of contexts may depend on an order that is not given, so that a difference may be the kernel's.
func noteOrder(w io.Writer, v *vector.Vector) {
	for i := range v.Image.Contexts {
		if why := v.Image.Contexts[i].Unordered; why != "" {
			fmt.Fprintf(w, "note: context %d, %s; what depends on their order need not be golden's (docs/kernels.md, section 6)\n", i, why)
		}
	}
}

// PrintFailures writes what did not hold, and the commands that repeat it.
func (r Run) PrintFailures(w io.Writer) {
	for _, f := range r.Failures {
		fmt.Fprintf(w, "FAILED: %v\nrepeat with: %s\n", f.Err, f.Repeat)
	}
}
