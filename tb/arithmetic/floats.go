package arithmetic

import (
	"math"
	"slices"

	"tilemark/golden/arith"
	"tilemark/hw/alu"
)

// lanes are those of an operation that is done in eight at once.
type lanes = [alu.Lanes]uint32

// inALane3 is such an operation in one lane; others have the sources in another order.
func inALane3(f func(a, b, c, out *lanes)) func(a, b, c uint32) uint32 {
	return func(a, b, c uint32) uint32 {
		k := (a ^ b ^ c) % alu.Lanes
		var x, y, z, out lanes
		for n := range x {
			x[n], y[n], z[n] = c, a, b
		}
		x[k], y[k], z[k] = a, b, c
		f(&x, &y, &z, &out)
		return out[k]
	}
}

// inALane is the same with two sources.
func inALane(f func(a, b, c, out *lanes)) func(a, b uint32) uint32 {
	of := inALane3(f)
	return func(a, b uint32) uint32 { return of(a, b, 0) }
}

// subtract is a - b.
var subtract = inALane(func(a, b, _, out *lanes) { alu.SubLanesF(a, b, out) })

// holdsInALane says whether a condition holds, of those found in eight lanes at once.
func holdsInALane(c alu.Cond, a, b uint32) bool {
	k := (a ^ b) % alu.Lanes
	var x, y lanes
	for n := range x {
		x[n], y[n] = b, a
	}
	x[k], y[k] = a, b
	in := func(find func(a, b *lanes) uint32, a, b *lanes) bool { return find(a, b)>>k&1 != 0 }
	switch c {
	case alu.Eq:
		return in(alu.EqualLanesF, &x, &y)
	case alu.Ne:
		return !in(alu.EqualLanesF, &x, &y)
	case alu.Lt:
		return in(alu.LessLanesF, &x, &y)
	case alu.Le:
		return in(alu.LessOrEqualLanesF, &x, &y)
	case alu.Gt:
		return in(alu.LessLanesF, &y, &x)
	case alu.Ge:
		return in(alu.LessOrEqualLanesF, &y, &x)
	}
	return in(alu.UnorderedLanesF, &x, &y)
}

func floats() []*Comparison {
	var all []*Comparison
	for _, u := range []struct {
		name    string
		machine func(a uint32) uint32
		golden  func(a float32) float32
	}{
		{"rcp", alu.RcpF, arith.RcpF},
		{"sqrt", alu.SqrtF, arith.SqrtF},
		{"rsqrt", alu.RsqrtF, arith.RsqrtF},
		{"exp2", alu.Exp2F, arith.Exp2F},
		{"log2", alu.Log2F, arith.Log2F},
		{"sin", alu.SinF, arith.SinF},
		{"cos", alu.CosF, arith.CosF},
		{"rndd", alu.RnddF, arith.RnddF},
		{"rndu", alu.RnduF, arith.RnduF},
		{"rndz", alu.RndzF, arith.RndzF},
		{"rnde", alu.RndeF, arith.RndeF},
		{"frc", alu.FrcF, arith.FrcF},
		{"sat", alu.SatF, arith.SatF},
	} {
		source := *single
		source.hard = append(slices.Clone(source.hard), nearMiddles[u.name]...)
		all = append(all, &Comparison{
			Function: u.name, Type: "f", sources: []kind{source}, results: []uint{32}, whole: true,
			machine: func(s *patterns) [2]uint64 { return one(u.machine(uint32(s[0]))) },
			golden:  func(s *patterns) [2]uint64 { return one(pattern(u.golden(value(s[0])))) },
		})
	}
	for _, b := range []struct {
		name    string
		machine func(a, b uint32) uint32
		golden  func(a, b float32) float32
		relate  func(s *patterns)
	}{
		{"add", alu.AddF, arith.AddF, nil},
		{"add", inALane(func(a, b, _, out *lanes) { alu.AddLanesF(a, b, out) }), arith.AddF, nil},
		{"add", func(a, b uint32) uint32 { return subtract(a, b^1<<31) }, arith.AddF, nil},
		{"mul", alu.MulF, arith.MulF, nil},
		{"mul", inALane(func(a, b, _, out *lanes) { alu.MulLanesF(a, b, out) }), arith.MulF, nil},
		{"div", alu.DivF, arith.DivF, hardQuotient},
		{"min", alu.MinF, arith.MinF, nil},
		{"min", inALane(func(a, b, _, out *lanes) { alu.MinLanesF(a, b, out) }), arith.MinF, nil},
		{"max", alu.MaxF, arith.MaxF, nil},
		{"max", inALane(func(a, b, _, out *lanes) { alu.MaxLanesF(a, b, out) }), arith.MaxF, nil},
	} {
		all = append(all, &Comparison{
			Function: b.name, Type: "f", sources: []kind{*single, *single}, results: []uint{32},
			machine: func(s *patterns) [2]uint64 { return one(b.machine(uint32(s[0]), uint32(s[1]))) },
			golden:  func(s *patterns) [2]uint64 { return one(pattern(b.golden(value(s[0]), value(s[1])))) },
			relate:  b.relate,
		})
	}
	for _, m := range []struct {
		name    string
		machine func(a, b, c uint32) uint32
		golden  func(a, b, c float32) float32
	}{
		{"mad", alu.MadF, arith.MadF},
		{"mad", inALane3(alu.MadLanesF), arith.MadF},
		{"fma", alu.FmaF, arith.FmaF},
		{"fma", inALane3(alu.FmaLanesF), arith.FmaF},
	} {
		all = append(all, &Comparison{
			Function: m.name, Type: "f", sources: []kind{*single, *single, *single}, results: []uint{32},
			machine: func(s *patterns) [2]uint64 { return one(m.machine(uint32(s[0]), uint32(s[1]), uint32(s[2]))) },
			golden:  func(s *patterns) [2]uint64 { return one(pattern(m.golden(value(s[0]), value(s[1]), value(s[2])))) },
			relate:  func(s *patterns) { s[2] = uint64(pattern(-(value(s[0]) * value(s[1])))) }, // nearly all bits cancel
		})
	}
	for _, d := range []struct {
		name    string
		machine func(a, b *[4]uint32) uint32
		golden  func(a, b *[4]float32) float32
	}{
		{"dp2", alu.Dp2F, arith.Dp2F},
		{"dp3", alu.Dp3F, arith.Dp3F},
		{"dp4", alu.Dp4F, arith.Dp4F},
		{"dph", alu.DphF, arith.DphF},
	} {
		all = append(all, &Comparison{
			Function: d.name, Type: "f", sources: repeated(single), results: []uint{32},
			machine: func(s *patterns) [2]uint64 {
				var a, b [4]uint32
				for i := range a {
					a[i], b[i] = uint32(s[i]), uint32(s[i+4])
				}
				return one(d.machine(&a, &b))
			},
			golden: func(s *patterns) [2]uint64 {
				var a, b [4]float32
				for i := range a {
					a[i], b[i] = value(s[i]), value(s[i+4])
				}
				return one(pattern(d.golden(&a, &b)))
			},
		})
	}
	for _, holds := range []func(c alu.Cond, a, b uint32) bool{alu.CompareF, holdsInALane} {
		all = append(all, &Comparison{
			Function: "cmp", Type: "f", sources: []kind{*single, *single}, results: []uint{8},
			machine: func(s *patterns) [2]uint64 {
				return conditions(func(c uint8) bool { return holds(alu.Cond(c), uint32(s[0]), uint32(s[1])) })
			},
			golden: func(s *patterns) [2]uint64 {
				return conditions(func(c uint8) bool { return arith.CompareF(arith.Cond(c), value(s[0]), value(s[1])) })
			},
		})
	}
	return all
}

func value(p uint64) float32               { return math.Float32frombits(uint32(p)) }
func pattern(f float32) uint32             { return math.Float32bits(f) }
func one[T uint16 | uint32](p T) [2]uint64 { return [2]uint64{uint64(p)} }

// repeated are the sources of an operation of two vectors.
func repeated(k *kind) (list []kind) {
	for range most {
		list = append(list, *k)
	}
	return list
}

// conditions has a bit for each condition that holds, from eq in bit 1 to un in bit 7.
func conditions(holds func(c uint8) bool) (bits [2]uint64) {
	for c := uint8(1); c <= uint8(alu.Un); c++ {
		if holds(c) {
			bits[0] |= 1 << c
		}
	}
	return bits
}
