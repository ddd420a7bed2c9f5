package llir

import "fmt"

// Verify says what is wrong with a kernel; nil when nothing is. It holds between all passes: each value is made once, before its uses and in a region
// that contains them; types fit; each region ends once, at its end; constructs get as many results as they have.
func (k *Kernel) Verify() error {
	v := &verifier{k: k, made: make([]bool, k.Values()), ever: make([]bool, k.Values())}
	return v.region(k.Body, nil)
}

type verifier struct {
	k     *Kernel
	made  []bool // and in sight
	ever  []bool
	outer []*Instr // constructs around, outermost first
}

func (v *verifier) region(r *Region, of *Instr) error {
	var here []Value
	add := func(values []Value) error {
		for _, x := range values {
			if int(x) >= len(v.made) || x == 0 {
				return fmt.Errorf("value %%%d does not exist", x)
			}
			if v.ever[x] {
				return fmt.Errorf("value %%%d is made twice", x)
			}
			v.made[x], v.ever[x] = true, true
			here = append(here, x)
		}
		return nil
	}
	if err := add(r.Params); err != nil {
		return err
	}
	for n, i := range r.Code {
		if err := v.instruction(i, of, n == len(r.Code)-1); err != nil {
			return fmt.Errorf("%v %v: %w", i.Op, i.Results, err)
		}
		if err := add(i.Results); err != nil {
			return err
		}
	}
	if l := r.Last(); l == nil || !l.Op.Ends() {
		return fmt.Errorf("a region that does not end")
	}
	for _, x := range here { // not seen outside of the region
		v.made[x] = false
	}
	return nil
}

func (v *verifier) instruction(i *Instr, of *Instr, last bool) error {
	var err error
	i.Uses(func(x *Value) {
		if err == nil && (int(*x) >= len(v.made) || !v.made[*x]) {
			err = fmt.Errorf("%%%d is used, but not made before", *x)
		}
	})
	switch {
	case err != nil:
		return err
	case i.Op == Nothing || i.Op >= opLimit:
		return fmt.Errorf("no such operation")
	case i.Op.Ends() != last:
		return fmt.Errorf("it ends a region and does not stand at its end, or the other way round")
	}
	if err := v.types(i); err != nil {
		return err
	}
	if err := v.ending(i, of); err != nil {
		return err
	}
	v.outer = append(v.outer, i)
	defer func() { v.outer = v.outer[:len(v.outer)-1] }()
	for _, b := range i.Bodies {
		if err := v.region(b, i); err != nil {
			return err
		}
	}
	return nil
}

// types checks operands of arithmetic and numbers of bodies.
func (v *verifier) types(i *Instr) error {
	s := &shapes[i.Op]
	if s.types != 0 {
		if len(i.Args) != s.args || len(i.Results) != 1 {
			return fmt.Errorf("%d operands and %d results, expected %d and 1", len(i.Args), len(i.Results), s.args)
		}
		if !typeIn(i.Type, s.types) {
			return fmt.Errorf("type %v", i.Type)
		}
		if t := v.k.TypeOf(i.Results[0]); s.result && !t.fits(i.Type) || (i.Op == Compare || i.Op == AlphaTest) && t != Bool {
			return fmt.Errorf("a result of type %v", t)
		}
		for n, a := range i.Args {
			want := i.Type
			if i.Op == Select && n == 0 {
				want = Bool
			}
			if t := v.k.TypeOf(a); !t.fits(want) {
				return fmt.Errorf("operand %d has type %v, expected %v", n, t, want)
			}
		}
	}
	bodies := map[Op]int{If: 2, Block: 1, Loop: 1}[i.Op]
	switch {
	case len(i.Bodies) != bodies:
		return fmt.Errorf("%d bodies, expected %d", len(i.Bodies), bodies)
	case i.Op == If && (len(i.Args) != 1 || v.k.TypeOf(i.Args[0]) != Bool):
		return fmt.Errorf("a condition that is no bool")
	case i.Op == Loop:
		return v.same(i.Args, i.Bodies[0].Params)
	}
	return nil
}

func typeIn(t Type, types uint8) bool {
	switch t {
	case Bool:
		return types&ofBool != 0
	case U32, I32:
		return types&ofInt != 0
	case F32, F16:
		return types&ofFloat != 0
	case U8:
		return types&ofByte != 0
	}
	return false
}

// ending checks what is handed to the construct that an instruction ends or leaves.
func (v *verifier) ending(i, of *Instr) error {
	switch i.Op {
	case Yield:
		if of == nil {
			return v.same(i.Args, nil)
		}
		if of.Op == Loop {
			return fmt.Errorf("a yield in a loop")
		}
		return v.same(i.Args, of.Results)
	case Repeat:
		if of == nil || of.Op != Loop {
			return fmt.Errorf("a repeat outside of a loop")
		}
		return v.same(i.Args, of.Bodies[0].Params)
	case RepeatIf:
		if of == nil || of.Op != Loop || len(i.Args) == 0 || v.k.TypeOf(i.Args[0]) != Bool {
			return fmt.Errorf("a repeat outside of a loop, or without a condition")
		}
		if err := v.same(i.Args[1:], of.Bodies[0].Params); err != nil {
			return err
		}
		return v.same(i.Exit, of.Results)
	case Break:
		level := i.Level
		for n := len(v.outer) - 1; n >= 0; n-- {
			if !v.outer[n].Op.Breakable() {
				continue
			}
			if level == 0 {
				return v.same(i.Args, v.outer[n].Results)
			}
			level--
		}
		return fmt.Errorf("it leaves %d constructs, which are not there", i.Level+1)
	}
	return nil
}

func (v *verifier) same(given, want []Value) error {
	if len(given) != len(want) {
		return fmt.Errorf("%d values, expected %d", len(given), len(want))
	}
	for n := range given {
		if a, b := v.k.TypeOf(given[n]), v.k.TypeOf(want[n]); !a.fits(b) {
			return fmt.Errorf("value %d has type %v, expected %v", n, a, b)
		}
	}
	return nil
}
