package exec

import (
	"math"

	"tilemark/golden/arith"
	"tilemark/hw/isa"
)

// loops are the short ways of operations, by execution type and opcode.
var loops = [isa.TypeLimit][256]loop{
	isa.TypeF: {
		isa.OpAdd: addLoopF, isa.OpMul: mulLoopF, isa.OpMad: madLoopF, isa.OpFma: fmaLoopF, isa.OpMin: minLoopF, isa.OpMax: maxLoopF,
		isa.OpDiv: divLoopF, isa.OpRcp: unaryLoopF(arith.RcpF), isa.OpSqrt: unaryLoopF(arith.SqrtF), isa.OpRndd: unaryLoopF(arith.RnddF),
		isa.OpFrc: unaryLoopF(arith.FrcF),
	},
	isa.TypeD:  withWords(map[int]loop{isa.OpMin: minLoopD, isa.OpMax: maxLoopD}),
	isa.TypeUd: withWords(map[int]loop{isa.OpMin: minLoopUD, isa.OpMax: maxLoopUD}),
}

// cvtLoops are those of cvt, by the types of source and destination.
var cvtLoops = map[[2]uint8]loop{
	{isa.TypeD, isa.TypeF}: dToF, {isa.TypeUd, isa.TypeF}: udToF, {isa.TypeF, isa.TypeD}: fToD, {isa.TypeF, isa.TypeUd}: fToUD,
}

// orders compare, by execution type.
var orders = [isa.TypeLimit]order{isa.TypeF: orderF, isa.TypeD: orderD, isa.TypeUd: orderUD}

// withWords adds what signed and unsigned integers have in common.
func withWords(some map[int]loop) (all [256]loop) {
	all = [256]loop{
		isa.OpAdd: addLoop, isa.OpMul: mulLoop, isa.OpMad: madLoop, isa.OpAnd: andLoop, isa.OpOr: orLoop, isa.OpXor: xorLoop, isa.OpNot: notLoop,
		isa.OpShl: shlLoop, isa.OpShr: shrLoop, isa.OpAsr: asrLoop, isa.OpBsel: bselLoop,
	}
	for op, l := range some {
		all[op] = l
	}
	return all
}

func floatOf(v uint32) float32 { return math.Float32frombits(v) }

func wordOf(x float32) uint32 { return math.Float32bits(x) }

func addLoopF(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.AddF(floatOf(a[k]), floatOf(b[k])))
	}
}

func mulLoopF(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.MulF(floatOf(a[k]), floatOf(b[k])))
	}
}

func madLoopF(d, a, b, c []uint32) {
	a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.MadF(floatOf(a[k]), floatOf(b[k]), floatOf(c[k])))
	}
}

func fmaLoopF(d, a, b, c []uint32) {
	a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.FmaF(floatOf(a[k]), floatOf(b[k]), floatOf(c[k])))
	}
}

func minLoopF(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.MinF(floatOf(a[k]), floatOf(b[k])))
	}
}

func maxLoopF(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.MaxF(floatOf(a[k]), floatOf(b[k])))
	}
}

func divLoopF(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.DivF(floatOf(a[k]), floatOf(b[k])))
	}
}

func unaryLoopF(f func(float32) float32) loop {
	return func(d, a, _, _ []uint32) {
		a = a[:len(d)]
		for k := range d {
			d[k] = wordOf(f(floatOf(a[k])))
		}
	}
}

func saturateF(d []uint32) {
	for k := range d {
		d[k] = wordOf(arith.SatF(floatOf(d[k])))
	}
}

func moveLoop(d, a, _, _ []uint32) { copy(d, a) }

func addLoop(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = a[k] + b[k]
	}
}

func mulLoop(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = a[k] * b[k]
	}
}

func madLoop(d, a, b, c []uint32) {
	a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
	for k := range d {
		d[k] = a[k]*b[k] + c[k]
	}
}

func andLoop(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = a[k] & b[k]
	}
}

func orLoop(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = a[k] | b[k]
	}
}

func xorLoop(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = a[k] ^ b[k]
	}
}

func notLoop(d, a, _, _ []uint32) {
	a = a[:len(d)]
	for k := range d {
		d[k] = ^a[k]
	}
}

func shlLoop(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = a[k] << (b[k] & 31)
	}
}

func shrLoop(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = a[k] >> (b[k] & 31)
	}
}

func asrLoop(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = uint32(int32(a[k]) >> (b[k] & 31))
	}
}

func bselLoop(d, a, b, c []uint32) {
	a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
	for k := range d {
		d[k] = a[k]&b[k] | ^a[k]&c[k]
	}
}

func minLoopD(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = uint32(min(int32(a[k]), int32(b[k])))
	}
}

func maxLoopD(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = uint32(max(int32(a[k]), int32(b[k])))
	}
}

func minLoopUD(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = min(a[k], b[k])
	}
}

func maxLoopUD(d, a, b, _ []uint32) {
	a, b = a[:len(d)], b[:len(d)]
	for k := range d {
		d[k] = max(a[k], b[k])
	}
}

func dToF(d, a, _, _ []uint32) {
	a = a[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.ToF(int32(a[k])))
	}
}

func udToF(d, a, _, _ []uint32) {
	a = a[:len(d)]
	for k := range d {
		d[k] = wordOf(arith.ToF(a[k]))
	}
}

func fToD(d, a, _, _ []uint32) {
	a = a[:len(d)]
	for k := range d {
		d[k] = uint32(arith.FTo[int32](floatOf(a[k])))
	}
}

func fToUD(d, a, _, _ []uint32) {
	a = a[:len(d)]
	for k := range d {
		d[k] = arith.FTo[uint32](floatOf(a[k]))
	}
}

// bitOf is bit k where b.
func bitOf(b bool, k int) uint32 {
	var v uint32
	if b {
		v = 1
	}
	return v << (k & 31)
}

func orderF(a, b []uint32) (less, equal, greater uint32) {
	b = b[:len(a)]
	for k := range a {
		x, y := floatOf(a[k]), floatOf(b[k])
		less |= bitOf(x < y, k)
		equal |= bitOf(x == y, k)
		greater |= bitOf(x > y, k)
	}
	return less, equal, greater
}

func orderD(a, b []uint32) (less, equal, greater uint32) {
	b = b[:len(a)]
	for k := range a {
		x, y := int32(a[k]), int32(b[k])
		less |= bitOf(x < y, k)
		equal |= bitOf(x == y, k)
		greater |= bitOf(x > y, k)
	}
	return less, equal, greater
}

func orderUD(a, b []uint32) (less, equal, greater uint32) {
	b = b[:len(a)]
	for k := range a {
		less |= bitOf(a[k] < b[k], k)
		equal |= bitOf(a[k] == b[k], k)
		greater |= bitOf(a[k] > b[k], k)
	}
	return less, equal, greater
}
