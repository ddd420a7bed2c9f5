package wave

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
)

// Views of a dump: which signals a viewer shows, in which order and form. Signals stand in groups, one for each block and each
// FIFO, those of the machine itself first; the time begins at the first cycle.

// Flags of a row in a save file of GTKWave, in hexadecimal.
const (
	gtkBits   = "@28"      // binary, right-justified
	gtkNumber = "@24"      // decimal, right-justified
	gtkText   = "@820"     // characters, right-justified
	gtkBegin  = "@800200"  // of an open group
	gtkEnd    = "@1000200" // of an open group
)

// cyclePixels is the width of a cycle when GTKWave opens a dump.
const cyclePixels = 24.0

// unitPixels is that of a unit of time at zoom 0.
const unitPixels = 16

// GTKWave writes a save file for a dump with that name: `gtkwave FILE.gtkw` opens both.
func (v *VCD) GTKWave(to io.Writer, dump string) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "[*] Signals of the dump, a group for each block and each FIFO\n[dumpfile] %q\n[timestart] %s\n[size] 1600 1000\n[pos] -1 -1\n", dump, v.t.At(2*v.first))
	fmt.Fprintf(w, "*%.6f %s -1\n[sst_width] 200\n[signals_width] 320\n[sst_expanded] 0\n", math.Log2(cyclePixels/unitPixels/float64(max(1, v.t.Period()))), v.t.At(2*v.first))
	fmt.Fprintf(w, "%s\n%s.clock\n%s\n%s.cycle[63:0]\n", gtkBits, top, gtkNumber, top)
	v.groups(func(name string, signals []int) {
		if name != "" {
			fmt.Fprintf(w, "%s\n-%s\n", gtkBegin, name)
		}
		for _, i := range signals {
			s := &v.r.Signals[i]
			switch {
			case s.Width == 0 && v.ASCII:
				fmt.Fprintf(w, "%s\n%s[%d:0]\n", gtkText, s.Path(), 8*MaxName-1)
			case s.Width == 0:
				fmt.Fprintf(w, "%s\n%s\n", gtkText, s.Path())
			case s.Width == 1:
				fmt.Fprintf(w, "%s\n%s\n", gtkBits, s.Path())
			default:
				fmt.Fprintf(w, "%s\n%s[%d:0]\n", gtkNumber, s.Path(), s.Width-1)
			}
		}
		if name != "" {
			fmt.Fprintf(w, "%s\n-%s\n", gtkEnd, name)
		}
	})
	return w.Flush()
}

// Surfer writes a command file: `surfer --command-file FILE.sucl DUMP` shows the same.
func (v *VCD) Surfer(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "variable_add %s.clock\nvariable_add %s.cycle\n", top, top)
	v.groups(func(name string, signals []int) {
		if name != "" {
			fmt.Fprintf(w, "divider_add %s\n", name)
		}
		for _, i := range signals {
			fmt.Fprintf(w, "variable_add %s\n", v.r.Signals[i].Path())
		}
	})
	fmt.Fprintln(w, "zoom_fit")
	return w.Flush()
}

// groups calls f with the signals of each scope, in the order of the dump; the machine's own have no name.
func (v *VCD) groups(f func(name string, signals []int)) {
	var signals []int
	for i := range v.r.Signals {
		signals = append(signals, i)
		if i+1 == len(v.r.Signals) || v.r.Signals[i+1].Scope != v.r.Signals[i].Scope {
			f(strings.ReplaceAll(v.r.Signals[i].Scope, ".", " "), signals)
			signals = signals[:0]
		}
	}
}
