package arithmetic

import (
	"tilemark/golden/arith"
	"tilemark/hw/alu"
)

func halves() []*Comparison {
	var all []*Comparison
	for _, u := range []struct {
		name            string
		machine, golden func(a uint16) uint16
	}{
		{"rcp", alu.RcpHF, arith.RcpHF},
		{"sqrt", alu.SqrtHF, arith.SqrtHF},
		{"rsqrt", alu.RsqrtHF, arith.RsqrtHF},
		{"exp2", alu.Exp2HF, arith.Exp2HF},
		{"log2", alu.Log2HF, arith.Log2HF},
		{"sin", alu.SinHF, arith.SinHF},
		{"cos", alu.CosHF, arith.CosHF},
		{"rndd", alu.RnddHF, arith.RnddHF},
		{"rndu", alu.RnduHF, arith.RnduHF},
		{"rndz", alu.RndzHF, arith.RndzHF},
		{"rnde", alu.RndeHF, arith.RndeHF},
		{"frc", alu.FrcHF, arith.FrcHF},
		{"sat", alu.SatHF, arith.SatHF},
	} {
		of := func(f func(a uint16) uint16) func(s *patterns) [2]uint64 {
			return func(s *patterns) [2]uint64 { return one(f(uint16(s[0]))) }
		}
		all = append(all, ofHalves(u.name, 1, of(u.machine), of(u.golden)))
	}
	for _, b := range []struct {
		name            string
		machine, golden func(a, b uint16) uint16
	}{
		{"add", alu.AddHF, arith.AddHF},
		{"mul", alu.MulHF, arith.MulHF},
		{"div", alu.DivHF, arith.DivHF},
		{"min", alu.MinHF, arith.MinHF},
		{"max", alu.MaxHF, arith.MaxHF},
	} {
		of := func(f func(a, b uint16) uint16) func(s *patterns) [2]uint64 {
			return func(s *patterns) [2]uint64 { return one(f(uint16(s[0]), uint16(s[1]))) }
		}
		c := ofHalves(b.name, 2, of(b.machine), of(b.golden))
		c.whole = b.name == "div"
		all = append(all, c)
	}
	for _, m := range []struct {
		name            string
		machine, golden func(a, b, c uint16) uint16
	}{
		{"mad", alu.MadHF, arith.MadHF},
		{"fma", alu.FmaHF, arith.FmaHF},
	} {
		of := func(f func(a, b, c uint16) uint16) func(s *patterns) [2]uint64 {
			return func(s *patterns) [2]uint64 { return one(f(uint16(s[0]), uint16(s[1]), uint16(s[2]))) }
		}
		c := ofHalves(m.name, 3, of(m.machine), of(m.golden))
		c.relate = func(s *patterns) { s[2] = uint64(arith.MulHF(uint16(s[0]), uint16(s[1]))) ^ 0x8000 } // nearly all bits cancel
		all = append(all, c)
	}
	for _, d := range []struct {
		name            string
		machine, golden func(a, b *[4]uint16) uint16
	}{
		{"dp2", alu.Dp2HF, arith.Dp2HF},
		{"dp3", alu.Dp3HF, arith.Dp3HF},
		{"dp4", alu.Dp4HF, arith.Dp4HF},
		{"dph", alu.DphHF, arith.DphHF},
	} {
		of := func(f func(a, b *[4]uint16) uint16) func(s *patterns) [2]uint64 {
			return func(s *patterns) [2]uint64 {
				var a, b [4]uint16
				for i := range a {
					a[i], b[i] = uint16(s[i]), uint16(s[i+4])
				}
				return one(f(&a, &b))
			}
		}
		all = append(all, ofHalves(d.name, most, of(d.machine), of(d.golden)))
	}
	cmp := ofHalves("cmp", 2, func(s *patterns) [2]uint64 {
		return conditions(func(c uint8) bool { return alu.CompareHF(alu.Cond(c), uint16(s[0]), uint16(s[1])) })
	}, func(s *patterns) [2]uint64 {
		return conditions(func(c uint8) bool { return arith.CompareHF(arith.Cond(c), uint16(s[0]), uint16(s[1])) })
	})
	return append(all, cmp)
}

func ofHalves(name string, sources int, machine, golden func(s *patterns) [2]uint64) *Comparison {
	return &Comparison{
		Function: name, Type: "hf", sources: repeated(half)[:sources], results: []uint{16}, machine: machine, golden: golden,
	}
}
