package arithmetic

import (
	"tilemark/golden/arith"
	"tilemark/hw/alu"
)

func conversions() []*Comparison {
	all := []*Comparison{{
		Function: "cvt", Type: "f to hf", sources: []kind{*single}, results: []uint{16}, whole: true,
		machine: func(s *patterns) [2]uint64 { return one(alu.FToHF(uint32(s[0]))) },
		golden:  func(s *patterns) [2]uint64 { return one(arith.FToHF(value(s[0]))) },
	}, {
		Function: "cvt", Type: "hf to f", sources: []kind{*half}, results: []uint{32},
		machine: func(s *patterns) [2]uint64 { return one(alu.HFToF(uint16(s[0]))) },
		golden:  func(s *patterns) [2]uint64 { return one(pattern(arith.HFToF(uint16(s[0])))) },
	}}
	all = append(all, &Comparison{
		Function: "cvt", Type: "f to f", sources: []kind{*single}, results: []uint{32}, whole: true,
		machine: func(s *patterns) [2]uint64 { return one(alu.SameF(uint32(s[0]))) },
		golden:  func(s *patterns) [2]uint64 { return one(pattern(arith.SameF(value(s[0])))) },
	}, &Comparison{
		Function: "cvt", Type: "hf to hf", sources: []kind{*half}, results: []uint{16},
		machine: func(s *patterns) [2]uint64 { return one(alu.SameHF(uint16(s[0]))) },
		golden:  func(s *patterns) [2]uint64 { return one(arith.SameHF(uint16(s[0]))) },
	})
	all = append(all, between[uint8](types.ub)...)
	all = append(all, between[int8](types.b)...)
	all = append(all, between[uint16](types.uw)...)
	all = append(all, between[int16](types.w)...)
	all = append(all, between[uint32](types.ud)...)
	all = append(all, between[int32](types.d)...)
	all = append(all, between[uint64](types.uq)...)
	all = append(all, between[int64](types.q)...)
	return all
}

// between compares the conversions of an integer type and each other type.
func between[T arith.Int](l lane) []*Comparison {
	return []*Comparison{
		{
			Function: "cvt", Type: "f to " + l.name, sources: []kind{*single}, results: []uint{uint(l.t.Bits)}, whole: true,
			machine: func(s *patterns) [2]uint64 { return [2]uint64{alu.FToInt(l.t, uint32(s[0]))} },
			golden:  func(s *patterns) [2]uint64 { return cut(arith.FTo[T](value(s[0])), l) },
		}, {
			Function: "cvt", Type: "hf to " + l.name, sources: []kind{*half}, results: []uint{uint(l.t.Bits)},
			machine: func(s *patterns) [2]uint64 { return [2]uint64{alu.HFToInt(l.t, uint16(s[0]))} },
			golden:  func(s *patterns) [2]uint64 { return cut(arith.HFTo[T](uint16(s[0])), l) },
		}, {
			Function: "cvt", Type: l.name + " to f", sources: []kind{*rounded(uint(l.t.Bits))}, results: []uint{32},
			machine: func(s *patterns) [2]uint64 { return one(alu.IntToF(l.t, s[0])) },
			golden:  func(s *patterns) [2]uint64 { return one(pattern(arith.ToF(T(s[0])))) },
		}, {
			Function: "cvt", Type: l.name + " to hf", sources: []kind{*rounded(uint(l.t.Bits))}, results: []uint{16},
			machine: func(s *patterns) [2]uint64 { return one(alu.IntToHF(l.t, s[0])) },
			golden:  func(s *patterns) [2]uint64 { return one(arith.ToHF(T(s[0]))) },
		},
		clamp[uint8, T](types.ub, l), clamp[int8, T](types.b, l), clamp[uint16, T](types.uw, l), clamp[int16, T](types.w, l),
		clamp[uint32, T](types.ud, l), clamp[int32, T](types.d, l), clamp[uint64, T](types.uq, l), clamp[int64, T](types.q, l),
	}
}

// clamp compares moves with saturation.
func clamp[To, From arith.Int](to, from lane) *Comparison {
	return &Comparison{
		Function: "mov.sat", Type: from.name + " to " + to.name,
		sources: []kind{*integer(uint(from.t.Bits))}, results: []uint{uint(to.t.Bits)},
		machine: func(s *patterns) [2]uint64 { return [2]uint64{to.t.ClampFrom(from.t, s[0])} },
		golden:  func(s *patterns) [2]uint64 { return cut(arith.ClampInt[To](From(s[0])), to) },
	}
}
