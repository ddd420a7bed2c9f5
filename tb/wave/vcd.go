package wave

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// VCD writes a value change dump (IEEE 1364-2005, clause 18).
type VCD struct {
	// ASCII has names written as vectors of 8 bits a character, as the standard has no
	// strings. Otherwise they use the type string and the value s, which GTKWave
	// introduced and other readers took over.
	ASCII bool

	w      *bufio.Writer
	r      *Recorder
	t      Timescale
	first  uint64 // cycle of the dump
	last   uint64 // cycle whose rising edge is written
	ids    []string
	clock  string
	number string
}

// NewVCD makes a sink that writes to w.
func NewVCD(w io.Writer, ascii bool) *VCD {
	return &VCD{ASCII: ascii, w: bufio.NewWriterSize(w, 1<<16)}
}

// Timescale turns half cycles into a dump's unit of time.
type Timescale struct {
	Unit string // such as "1 ps"
	num  *big.Int
	den  *big.Int
}

// NewTimescale takes the largest of ns, ps and fs in which half a cycle is a whole number,
// else fs, rounded down.
func NewTimescale(mhz int) Timescale {
	t := Timescale{}
	for _, u := range []struct {
		name string
		per  int64 // units in a microsecond
	}{{"1 ns", 1e3}, {"1 ps", 1e6}, {"1 fs", 1e9}} {
		t = Timescale{u.name, big.NewInt(u.per), big.NewInt(2 * int64(mhz))}
		if u.per%(2*int64(mhz)) == 0 {
			break
		}
	}
	return t
}

// At returns the time of half cycle n: 2c is the rising edge that begins cycle c.
func (t *Timescale) At(n uint64) string {
	x := new(big.Int).SetUint64(n)
	return x.Mul(x, t.num).Div(x, t.den).String()
}

// Period returns the length of a cycle, rounded down.
func (t *Timescale) Period() uint64 {
	x := big.NewInt(2)
	return x.Mul(x, t.num).Div(x, t.den).Uint64()
}

// code is the n-th short identifier.
func code(n int) string {
	s := ""
	for {
		s += string(rune('!' + n%94))
		if n = n/94 - 1; n < 0 {
			return s
		}
	}
}

// Begin writes the declarations and the values of the first cycle.
func (v *VCD) Begin(r *Recorder, first uint64, values []uint64) error {
	v.r, v.t, v.first, v.last = r, NewTimescale(r.Clock), first, first
	v.clock, v.number = code(0), code(1)
	fmt.Fprintf(v.w, "$version tilemark $end\n$comment cycle n begins at n periods of %d MHz $end\n$timescale %s $end\n", r.Clock, v.t.Unit)
	fmt.Fprintf(v.w, "$scope module %s $end\n$var wire 1 %s clock $end\n$var reg 64 %s cycle [63:0] $end\n", top, v.clock, v.number)
	v.declare()
	fmt.Fprintf(v.w, "$upscope $end\n$enddefinitions $end\n#%s\n$dumpvars\n1%s\n%s", v.t.At(2*first), v.clock, v.binary(first, v.number))
	for i, x := range values {
		v.value(i, x)
	}
	_, err := v.w.WriteString("$end\n")
	return err
}

// declare writes the signals, in scopes.
func (v *VCD) declare() {
	var open []string
	for i := range v.r.Signals {
		s := &v.r.Signals[i]
		v.ids = append(v.ids, code(i+2))
		var want []string
		if s.Scope != "" {
			want = strings.Split(s.Scope, ".")
		}
		open = v.enter(open, want)
		switch {
		case s.Width == 0 && v.ASCII:
			fmt.Fprintf(v.w, "$var reg %d %s %s [%d:0] $end\n", 8*MaxName, v.ids[i], s.Label, 8*MaxName-1)
		case s.Width == 0:
			fmt.Fprintf(v.w, "$var string 1 %s %s $end\n", v.ids[i], s.Label)
		case s.Width == 1:
			fmt.Fprintf(v.w, "$var wire 1 %s %s $end\n", v.ids[i], s.Label)
		default:
			fmt.Fprintf(v.w, "$var reg %d %s %s [%d:0] $end\n", s.Width, v.ids[i], s.Label, s.Width-1)
		}
	}
	v.enter(open, nil)
}

// enter closes and opens scopes.
func (v *VCD) enter(open, want []string) []string {
	same := 0
	for same < min(len(open), len(want)) && open[same] == want[same] {
		same++
	}
	for range len(open) - same {
		v.w.WriteString("$upscope $end\n")
	}
	for _, name := range want[same:] {
		fmt.Fprintf(v.w, "$scope module %s $end\n", name)
	}
	return want
}

func (v *VCD) binary(x uint64, id string) string {
	return "b" + strconv.FormatUint(x, 2) + " " + id + "\n"
}

func (v *VCD) value(i int, x uint64) {
	id := v.ids[i]
	switch s := &v.r.Signals[i]; {
	case s.Width == 0 && v.ASCII:
		v.w.WriteString("b" + ascii(v.r.Name(x)) + " " + id + "\n")
	case s.Width == 0:
		v.w.WriteString("s" + v.r.Name(x) + " " + id + "\n")
	case s.Width == 1 && x == Unknown:
		v.w.WriteString("x" + id + "\n")
	case s.Width == 1:
		v.w.WriteString(strconv.FormatUint(x, 10) + id + "\n")
	case x == Unknown:
		v.w.WriteString("bx " + id + "\n")
	default:
		v.w.WriteString(v.binary(x, id))
	}
}

// MaxName is the number of characters that a name has room for in a vector.
const MaxName = 48

// ascii writes a name in bits, the last character in the lowest ones.
func ascii(name string) string {
	var b strings.Builder
	for _, c := range []byte(name[:min(len(name), MaxName)]) {
		fmt.Fprintf(&b, "%08b", c)
	}
	return strings.TrimLeft(b.String(), "0")
}

// reach writes the clock up to the rising edge of a cycle.
func (v *VCD) reach(cycle uint64) error {
	for v.last < cycle {
		fmt.Fprintf(v.w, "#%s\n0%s\n", v.t.At(2*v.last+1), v.clock)
		v.last++
		fmt.Fprintf(v.w, "#%s\n1%s\n%s", v.t.At(2*v.last), v.clock, v.binary(v.last, v.number))
	}
	return nil
}

// Change writes a new value.
func (v *VCD) Change(cycle uint64, signal int, value uint64) error {
	v.reach(cycle)
	v.value(signal, value)
	return nil
}

// End writes the last cycle's end.
func (v *VCD) End(cycle uint64) error {
	v.reach(cycle - 1)
	fmt.Fprintf(v.w, "#%s\n0%s\n#%s\n", v.t.At(2*v.last+1), v.clock, v.t.At(2*cycle))
	return v.w.Flush()
}
