package lower

import (
	"math"

	"tilemark/compiler/fold"
	"tilemark/compiler/llir"
)

// constant is a value; all of the same bits are one, made at the kernel's beginning.
func (l *lowerer) constant(t llir.Type, bits uint32) llir.Value {
	c := constant{t, bits}
	if t == llir.I32 {
		c.t = llir.U32
	}
	if v, ok := l.constants[c]; ok {
		return v
	}
	v := l.k.New(c.t)
	l.constants[c], l.bits[v] = v, c
	l.head = append(l.head, &llir.Instr{Op: llir.Const, Type: c.t, Bits: bits, Results: []llir.Value{v}})
	return v
}

func (l *lowerer) f32(x float32) llir.Value { return l.constant(llir.F32, math.Float32bits(x)) }
func (l *lowerer) u32(x uint32) llir.Value  { return l.constant(llir.U32, x) }
func (l *lowerer) boolean(b bool) llir.Value {
	if b {
		return l.constant(llir.Bool, 1)
	}
	return l.constant(llir.Bool, 0)
}

// number is a small integer as a value of a type.
func (l *lowerer) number(t llir.Type, n int) llir.Value {
	if t.Float() {
		return l.float(t, float32(n))
	}
	return l.constant(t, uint32(n))
}

// float is a number as a value of a type of floats.
func (l *lowerer) float(t llir.Type, x float32) llir.Value {
	if t == llir.F16 {
		bits, _ := fold.Convert(llir.F32, llir.F16, math.Float32bits(x))
		return l.constant(llir.F16, bits)
	}
	return l.f32(x)
}

// input is what the thread was filled with.
func (l *lowerer) input(number uint32, t llir.Type) llir.Value {
	if v, ok := l.inputs[number]; ok {
		return v
	}
	v := l.k.New(t)
	l.inputs[number] = v
	l.head = append(l.head, &llir.Instr{Op: llir.Input, Type: t, Bits: number, Results: []llir.Value{v}})
	return v
}

// op adds an operation on values of one type, or finds its result by computing it.
func (l *lowerer) op(op llir.Op, t llir.Type, args ...llir.Value) llir.Value {
	if op == llir.Abs && t == llir.U32 {
		return args[0]
	}
	if v, ok := l.simple(op, t, args); ok {
		return v
	}
	v := l.k.New(t)
	l.add(&llir.Instr{Op: op, Type: t, Args: args, Results: []llir.Value{v}})
	return v
}

// simple finds a result without an instruction.
func (l *lowerer) simple(op llir.Op, t llir.Type, args []llir.Value) (llir.Value, bool) {
	if op == llir.Select {
		switch c, known := l.bits[args[0]]; {
		case args[1] == args[2]:
			return args[1], true
		case known && c.bits != 0:
			return args[1], true
		case known:
			return args[2], true
		}
		return 0, false
	}
	var bits [3]uint32
	for n, a := range args {
		c, ok := l.bits[a]
		if !ok {
			return l.identity(op, t, args)
		}
		bits[n] = c.bits
	}
	if r, ok := fold.Operation(op, t, bits[:len(args)]); ok {
		return l.constant(t, r), true
	}
	return 0, false
}

// identity is x of x + 0, x · 1 and the like, of integers and bools.
func (l *lowerer) identity(op llir.Op, t llir.Type, args []llir.Value) (llir.Value, bool) {
	if t.Float() || len(args) != 2 {
		return 0, false
	}
	for n := range 2 {
		c, ok := l.bits[args[n]]
		if !ok {
			continue
		}
		other, commutes := args[1-n], op == llir.Add || op == llir.Mul || op == llir.And || op == llir.Or || op == llir.Xor
		if !commutes && n == 0 {
			continue
		}
		all := uint32(math.MaxUint32)
		if t == llir.Bool {
			all = 1
		}
		switch {
		case c.bits == 0 && (op == llir.Add || op == llir.Or || op == llir.Xor || op == llir.Shl || op == llir.Shr || op == llir.Asr),
			c.bits == 1 && (op == llir.Mul || op == llir.Div && n == 1), c.bits == all && op == llir.And:
			return other, true
		case c.bits == 0 && (op == llir.Mul || op == llir.And):
			return l.constant(t, 0), true
		case c.bits == all && op == llir.Or:
			return l.constant(t, all), true
		}
	}
	return 0, false
}

// sub is a - b.
func (l *lowerer) sub(t llir.Type, a, b llir.Value) llir.Value {
	return l.op(llir.Add, t, a, l.op(llir.Neg, t, b))
}

func (l *lowerer) compare(c llir.Cond, t llir.Type, a, b llir.Value) llir.Value {
	x, known := l.bits[a]
	y, both := l.bits[b]
	if known && both {
		if r, ok := fold.Compare(c, t, x.bits, y.bits); ok {
			return l.boolean(r)
		}
	}
	v := l.k.New(llir.Bool)
	l.add(&llir.Instr{Op: llir.Compare, Type: t, Cond: c, Args: []llir.Value{a, b}, Results: []llir.Value{v}})
	return v
}

func (l *lowerer) choose(t llir.Type, c, a, b llir.Value) llir.Value {
	return l.op(llir.Select, t, c, a, b)
}

// convert is a value as another type, by value.
func (l *lowerer) convert(from, to llir.Type, v llir.Value) llir.Value {
	switch {
	case from == to, from.Integer() && to.Integer():
		return v
	case to == llir.Bool:
		return l.compare(llir.NotEqual, from, v, l.constant(from, 0))
	case from == llir.Bool:
		return l.choose(to, v, l.number(to, 1), l.number(to, 0))
	}
	return l.changed(llir.Convert, from, to, v)
}

// bitcast is the bits of a value as another type; of F16 the lower half of a word.
func (l *lowerer) bitcast(from, to llir.Type, v llir.Value) llir.Value {
	if from == to || from.Integer() && to.Integer() {
		return v
	}
	return l.changed(llir.Bitcast, from, to, v)
}

func (l *lowerer) changed(op llir.Op, from, to llir.Type, v llir.Value) llir.Value {
	if c, ok := l.bits[v]; ok {
		if op == llir.Bitcast {
			return l.constant(to, c.bits)
		}
		if r, ok := fold.Convert(from, to, c.bits); ok {
			return l.constant(to, r)
		}
	}
	r := l.k.New(to)
	l.add(&llir.Instr{Op: op, Type: from, Args: []llir.Value{v}, Results: []llir.Value{r}})
	return r
}

// message adds an instruction with results of one type.
func (l *lowerer) message(op llir.Op, m llir.Message, results int, t llir.Type, args ...llir.Value) []llir.Value {
	i := &llir.Instr{Op: op, Type: t, Args: args, Message: m}
	for range results {
		i.Results = append(i.Results, l.k.New(t))
	}
	l.add(i)
	return i.Results
}
