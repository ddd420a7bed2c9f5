package arithmetic

import (
	"tilemark/golden/arith"
	"tilemark/hw/alu"
)

// lane is an integer type: its name, and what it is in the machine.
type lane struct {
	name string
	t    alu.Int
}

var types = struct{ ub, b, uw, w, ud, d, uq, q lane }{
	ub: lane{"ub", alu.Int{Bits: 8}}, b: lane{"b", alu.Int{Bits: 8, Signed: true}},
	uw: lane{"uw", alu.Int{Bits: 16}}, w: lane{"w", alu.Int{Bits: 16, Signed: true}},
	ud: lane{"ud", alu.Int{Bits: 32}}, d: lane{"d", alu.Int{Bits: 32, Signed: true}},
	uq: lane{"uq", alu.Int{Bits: 64}}, q: lane{"q", alu.Int{Bits: 64, Signed: true}},
}

func integers() []*Comparison {
	var all []*Comparison
	all = append(all, operations[uint8](types.ub)...)
	all = append(all, operations[int8](types.b)...)
	all = append(all, operations[uint16](types.uw)...)
	all = append(all, operations[int16](types.w)...)
	all = append(all, operations[uint32](types.ud)...)
	all = append(all, operations[int32](types.d)...)
	all = append(all, operations[uint64](types.uq)...)
	all = append(all, operations[int64](types.q)...)
	return all
}

// cut returns a result of golden as the lane has it.
func cut[T arith.Int](v T, l lane) [2]uint64 { return [2]uint64{l.t.Cut(uint64(v))} }

// operations compares those of the execution type T.
func operations[T arith.Int](l lane) []*Comparison {
	t := l.t
	return []*Comparison{
		l.binary("add.sat", t.AddSat, two(l, arith.AddSat[T])),
		l.binary("mul.sat", t.MulSat, two(l, arith.MulSat[T])),
		l.ternary("mad.sat", t.MadSat, three(l, arith.MadSat[T])),
		l.binary("mulh", t.Mulh, two(l, arith.Mulh[T])),
		l.double("mull", t.Mull, pair(l, arith.Mull[T])),
		l.double("addc", t.Addc, pair(l, arith.Addc[T])),
		l.double("subb", t.Subb, pair(l, arith.Subb[T])),
		l.binary("div", t.Div, two(l, arith.Div[T])),
		l.binary("rem", t.Rem, two(l, arith.Rem[T])),
		l.binary("min", t.Min, two(l, func(a, b T) T { return min(a, b) })),
		l.binary("max", t.Max, two(l, func(a, b T) T { return max(a, b) })),
		l.binary("shl", t.Shl, shift(l, arith.Shl[T])),
		l.binary("shr", t.Shr, shift(l, arith.Shr[T])),
		l.binary("asr", t.Asr, shift(l, arith.Asr[T])),
		l.binary("rol", t.Rol, shift(l, arith.Rol[T])),
		l.binary("ror", t.Ror, shift(l, arith.Ror[T])),
		l.ternary("bfe", t.Bfe, func(s *patterns) [2]uint64 { return cut(arith.Bfe(T(s[0]), s[1], s[2]), l) }),
		l.binary("bfm", t.Bfm, func(s *patterns) [2]uint64 { return cut(arith.Bfm[T](s[0], s[1]), l) }),
		l.ternary("bsel", t.Bsel, three(l, arith.Bsel[T])),
		l.unary("cbit", t.Cbit, of(l, arith.Cbit[T])),
		l.unary("lzd", t.Lzd, of(l, arith.Lzd[T])),
		l.unary("tzd", t.Tzd, of(l, arith.Tzd[T])),
		l.unary("fbh", t.Fbh, of(l, arith.Fbh[T])),
		l.unary("fbl", t.Fbl, of(l, arith.Fbl[T])),
		l.unary("bfrev", t.Bfrev, of(l, arith.Bfrev[T])),
		l.compare(func(s *patterns) [2]uint64 {
			return conditions(func(c uint8) bool { return arith.CompareInt(arith.Cond(c), T(s[0]), T(s[1])) })
		}),
	}
}

// of, two, three, shift and pair make golden's functions of the type T ones of patterns.

func of[T arith.Int](l lane, f func(a T) T) func(s *patterns) [2]uint64 {
	return func(s *patterns) [2]uint64 { return cut(f(T(s[0])), l) }
}

func two[T arith.Int](l lane, f func(a, b T) T) func(s *patterns) [2]uint64 {
	return func(s *patterns) [2]uint64 { return cut(f(T(s[0]), T(s[1])), l) }
}

func three[T arith.Int](l lane, f func(a, b, c T) T) func(s *patterns) [2]uint64 {
	return func(s *patterns) [2]uint64 { return cut(f(T(s[0]), T(s[1]), T(s[2])), l) }
}

func shift[T arith.Int](l lane, f func(a T, count uint64) T) func(s *patterns) [2]uint64 {
	return func(s *patterns) [2]uint64 { return cut(f(T(s[0]), s[1]), l) }
}

func pair[T arith.Int](l lane, f func(a, b T) (T, T)) func(s *patterns) [2]uint64 {
	return func(s *patterns) [2]uint64 {
		first, second := f(T(s[0]), T(s[1]))
		return [2]uint64{cut(first, l)[0], cut(second, l)[0]}
	}
}

// ofLanes is a comparison whose sources and results all are of the type.
func (l lane) ofLanes(function string, sources, results int, machine, golden func(s *patterns) [2]uint64) *Comparison {
	c := &Comparison{Function: function, Type: l.name, machine: machine, golden: golden}
	c.sources = repeated(integer(uint(l.t.Bits)))[:sources]
	for range results {
		c.results = append(c.results, uint(l.t.Bits))
	}
	return c
}

func (l lane) unary(function string, machine func(a uint64) uint64, golden func(s *patterns) [2]uint64) *Comparison {
	return l.ofLanes(function, 1, 1, func(s *patterns) [2]uint64 { return [2]uint64{machine(s[0])} }, golden)
}

func (l lane) binary(function string, machine func(a, b uint64) uint64, golden func(s *patterns) [2]uint64) *Comparison {
	return l.ofLanes(function, 2, 1, func(s *patterns) [2]uint64 { return [2]uint64{machine(s[0], s[1])} }, golden)
}

func (l lane) ternary(function string, machine func(a, b, c uint64) uint64, golden func(s *patterns) [2]uint64) *Comparison {
	return l.ofLanes(function, 3, 1, func(s *patterns) [2]uint64 { return [2]uint64{machine(s[0], s[1], s[2])} }, golden)
}

// double is one with an implied destination.
func (l lane) double(function string, machine func(a, b uint64) (uint64, uint64), golden func(s *patterns) [2]uint64) *Comparison {
	return l.ofLanes(function, 2, 2, func(s *patterns) [2]uint64 {
		first, second := machine(s[0], s[1])
		return [2]uint64{first, second}
	}, golden)
}

func (l lane) compare(golden func(s *patterns) [2]uint64) *Comparison {
	c := l.ofLanes("cmp", 2, 0, func(s *patterns) [2]uint64 {
		return conditions(func(c uint8) bool { return l.t.Compare(alu.Cond(c), s[0], s[1]) })
	}, golden)
	c.results = []uint{8}
	return c
}
