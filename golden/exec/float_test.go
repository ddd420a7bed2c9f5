package exec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/arith"
	"tilemark/hw/isa"
)

var (
	nan      = float32(math.NaN())
	infinity = float32(math.Inf(1))
	zeroLess = float32(math.Copysign(0, -1))
)

// Numbers that both float types have, so that one table serves both.
var floatCases = []struct {
	op      uint32
	a, b, c float32
	want    float32
}{
	{isa.OpMov, -2.5, 0, 0, -2.5},
	{isa.OpCvt, -2.5, 0, 0, -2.5},
	{isa.OpAdd, 1.5, 2.25, 0, 3.75},
	{isa.OpAdd, infinity, -infinity, 0, nan},
	{isa.OpMul, -1.5, 4, 0, -6},
	{isa.OpMul, 0, infinity, 0, nan},
	{isa.OpMad, 3, 0.5, 1, 2.5},
	{isa.OpFma, 3, 0.5, -1.5, 0},
	{isa.OpMin, 2, -3, 0, -3}, {isa.OpMin, nan, 7, 0, 7}, {isa.OpMin, 0, zeroLess, 0, zeroLess}, {isa.OpMin, nan, nan, 0, nan},
	{isa.OpMax, 2, -3, 0, 2}, {isa.OpMax, 7, nan, 0, 7}, {isa.OpMax, zeroLess, 0, 0, 0}, {isa.OpMax, nan, nan, 0, nan},
	{isa.OpRndd, -1.5, 0, 0, -2}, {isa.OpRndu, -1.5, 0, 0, -1}, {isa.OpRndu, -0.5, 0, 0, zeroLess}, {isa.OpRndz, -1.75, 0, 0, -1},
	{isa.OpRnde, 2.5, 0, 0, 2}, {isa.OpRnde, 3.5, 0, 0, 4}, {isa.OpFrc, -1.25, 0, 0, 0.75}, {isa.OpFrc, infinity, 0, 0, nan},
	{isa.OpRcp, 4, 0, 0, 0.25}, {isa.OpRcp, zeroLess, 0, 0, -infinity},
	{isa.OpSqrt, 6.25, 0, 0, 2.5}, {isa.OpSqrt, zeroLess, 0, 0, zeroLess}, {isa.OpSqrt, -1, 0, 0, nan},
	{isa.OpRsqrt, 0.25, 0, 0, 2}, {isa.OpRsqrt, 0, 0, 0, infinity},
	{isa.OpDiv, 7, -2, 0, -3.5}, {isa.OpDiv, 0, 0, 0, nan}, {isa.OpDiv, 1, 0, 0, infinity},
	{isa.OpExp2, -3, 0, 0, 0.125}, {isa.OpExp2, -infinity, 0, 0, 0},
	{isa.OpLog2, 8, 0, 0, 3}, {isa.OpLog2, 0, 0, 0, -infinity}, {isa.OpLog2, -1, 0, 0, nan},
	{isa.OpSin, zeroLess, 0, 0, zeroLess}, {isa.OpSin, infinity, 0, 0, nan}, {isa.OpCos, 0, 0, 0, 1},
}

// one value in lane 0 of a type.
func setNumber(t *Thread, reg int, typ uint32, x float32) {
	if typ == isa.TypeHf {
		t.Registers.write(uint16(32*reg), 2, uint64(arith.FToHF(x)))
		return
	}
	t.setF(reg, x)
}

func numberOfLane0(t *Thread, reg int, typ uint32) uint32 {
	return uint32(t.Registers.read(uint16(32*reg), uint8(typeSize[typ])))
}

// patternOf is a number's bits, of NaN the one NaN.
func patternOf(x float32, typ uint32) uint32 {
	if typ == isa.TypeHf {
		return uint32(arith.FToHF(x))
	}
	if x != x {
		return 0x7fc00000
	}
	return math.Float32bits(x)
}

func TestFloatOperations(t *testing.T) {
	for _, typ := range []uint32{isa.TypeF, isa.TypeHf} {
		tried := map[uint32]bool{isa.OpSel: true, isa.OpCmp: true}
		for _, c := range floatCases {
			tried[c.op] = true
			info := &isa.Operations[c.op]
			m := machine{prepare: func(t *Thread) {
				setNumber(t, 1, typ, c.a)
				setNumber(t, 2, typ, c.b)
				setNumber(t, 3, typ, c.c)
			}}
			i := do(c.op, r(9, typ), r(1, typ), r(2, typ), r(3, typ))
			i.src = i.src[:info.Sources]
			got := m.run(t, i)
			require.Equal(t, patternOf(c.want, typ), numberOfLane0(got, 9, typ), "%s of %v, %v, %v in %s", info.Name, c.a, c.b, c.c, isa.TypeNames[typ])
			if info.Allows&isa.AllowsSaturate == 0 {
				continue
			}
			got = m.run(t, i.sat().cond(isa.ConditionGt, 1))
			want := min(max(c.want, 0), 1)
			if want != want || c.want == 0 {
				want = 0
			}
			require.Equal(t, patternOf(want, typ), numberOfLane0(got, 9, typ), "%s.sat of %v, %v, %v", info.Name, c.a, c.b, c.c)
			require.Equal(t, c.want > 0, got.Flags[1]&1 != 0, "the result is compared before saturation")
		}
		for op, info := range isa.Operations {
			if info.Types&isa.HasFloat != 0 && info.Allows&isa.AllowsFours == 0 {
				require.True(t, tried[uint32(op)], "no case for %s", info.Name)
			}
		}
	}
}

func TestHalvesAreRoundedOnceAndMadTwice(t *testing.T) {
	// 1 + 2^-10 is the number after 1 in hf; its square is 1 + 2^-9 + 2^-20.
	m := machine{prepare: func(t *Thread) { t.set(1, 0x3c01); t.set(2, 0x3c01); t.set(3, 0xbc02) }}
	hf := func(reg int) arg { return r(reg, isa.TypeHf) }
	require.Equal(t, uint32(0), m.run(t, do(isa.OpMad, hf(9), hf(1), hf(2), hf(3))).at(9, 1)[0]&0xffff)
	require.Equal(t, uint32(0x0010), m.run(t, do(isa.OpFma, hf(9), hf(1), hf(2), hf(3))).at(9, 1)[0]&0xffff, "2^-20 is the number 16 in steps of 2^-24")
	require.Equal(t, math.Float32bits(0x1p-20), m.run(t, do(isa.OpMad, f(9), hf(1), hf(2), hf(3))).at(9, 1)[0], "in f there is room")
}

func TestDotProducts(t *testing.T) {
	a := []float32{1, 2, 3, 4, 5, 6, 7, 8}
	b := []float32{10, 20, 30, 40, -1, 1, -1, 1}
	m := machine{prepare: func(t *Thread) { t.setF(1, a...); t.setF(2, b...); t.Active = 0x73; t.setF(9, 9, 9, 9, 9, 9, 9, 9, 9) }}
	for op, want := range map[uint32][2]float32{isa.OpDp2: {50, 1}, isa.OpDp3: {140, -6}, isa.OpDp4: {300, 2}, isa.OpDph: {180, -5}} {
		got := m.run(t, do(op, f(9), f(1), f(2)))
		require.Equal(t, []float32{want[0], want[0], 9, 9, want[1], want[1], want[1], 9}, got.atF(9, 8), "lanes that are not active are read")
		half := machine{prepare: func(t *Thread) {
			for k := range a {
				t.Registers.write(uint16(32+2*k), 2, uint64(arith.FToHF(a[k])))
				t.Registers.write(uint16(64+2*k), 2, uint64(arith.FToHF(b[k])))
			}
		}}.run(t, do(op, r(9, isa.TypeHf), r(1, isa.TypeHf), r(2, isa.TypeHf)))
		for k := range 8 {
			require.Equal(t, want[k/4], arith.HFToF(uint16(half.Registers.read(uint16(288+2*k), 2))))
		}
	}
	got := m.run(t, do(isa.OpDp4, f(9), f(1), numF(-0.25)).sat().cond(isa.ConditionLt, 2))
	require.Equal(t, []float32{0, 0, 9, 9, 0, 0, 0, 9}, got.atF(9, 8))
	require.Equal(t, uint32(0x73), got.Flags[2])
	require.Equal(t, float32(1*20+2*10), m.run(t, do(isa.OpDp2, f(9), f(1), f(2)).swizzle("yxzw")).atF(9, 1)[0])
}

func TestComparisonsOfFloats(t *testing.T) {
	numbers := []float32{-1, zeroLess, 0, 1, infinity, nan}
	for _, typ := range []uint32{isa.TypeF, isa.TypeHf} {
		for _, a := range numbers {
			for _, b := range numbers {
				m := machine{prepare: func(t *Thread) { setNumber(t, 1, typ, a); setNumber(t, 2, typ, b) }}
				for c, want := range map[uint32]bool{
					isa.ConditionEq: a == b, isa.ConditionNe: a != b, isa.ConditionLt: a < b, isa.ConditionLe: a <= b,
					isa.ConditionGt: a > b, isa.ConditionGe: a >= b, isa.ConditionUn: a != a || b != b,
				} {
					got := m.run(t, do(isa.OpCmp, r(9, typ), r(1, typ), r(2, typ)).cond(c, 0).sized(isa.SizeLanes1, 0),
						do(isa.OpSel, r(10, typ), r(1, typ), r(2, typ)).cond(c, 0).sized(isa.SizeLanes1, 0),
						do(isa.OpMov, null(typ), r(1, typ)).cond(c, 2).sized(isa.SizeLanes1, 0))
					require.Equal(t, want, got.Flags[0] == 1, "%v %s %v", a, isa.ConditionNames[c], b)
					require.Equal(t, want, numberOfLane0(got, 9, typ) == 1<<(8*typeSize[typ])-1)
					if want {
						require.Equal(t, patternOf(a, typ), numberOfLane0(got, 10, typ))
					} else {
						require.Equal(t, patternOf(b, typ), numberOfLane0(got, 10, typ))
					}
					zero := map[uint32]bool{isa.ConditionEq: a == 0, isa.ConditionNe: a != 0, isa.ConditionLt: a < 0, isa.ConditionLe: a <= 0,
						isa.ConditionGt: a > 0, isa.ConditionGe: a >= 0, isa.ConditionUn: a != a}[c]
					require.Equal(t, zero, got.Flags[2] == 1, "%v %s 0", a, isa.ConditionNames[c])
				}
			}
		}
	}
}

func TestNaNKeepsItsBitsWhereNothingIsComputed(t *testing.T) {
	const odd = 0xffc12345
	m := machine{prepare: func(t *Thread) { t.set(1, odd); t.set(2, 0xfe01) }}
	got := m.run(t,
		do(isa.OpMov, f(9), f(1)), do(isa.OpSel, f(10), f(1), f(3)).when(0).not(), do(isa.OpMov, ud(11), f(1)), do(isa.OpCvt, f(12), f(1)),
		do(isa.OpMov, f(13), f(1)).sat(), do(isa.OpMov, r(14, isa.TypeHf), r(2, isa.TypeHf)), do(isa.OpCvt, r(15, isa.TypeHf), r(2, isa.TypeHf)),
		do(isa.OpCvt, f(16), r(2, isa.TypeHf)), do(isa.OpCvt, r(17, isa.TypeHf), f(1)))
	for reg, want := range map[int]uint32{9: odd, 10: odd, 11: odd, 12: 0x7fc00000, 13: 0, 14: 0xfe01, 15: 0x7e00, 16: 0x7fc00000, 17: 0x7e00} {
		require.Equal(t, want, got.at(reg, 1)[0], "r%d", reg)
	}
}

func TestConversions(t *testing.T) {
	for _, c := range []struct {
		to, from   uint32
		value      uint64
		want       uint64
		neg, clamp bool
	}{
		{isa.TypeF, isa.TypeUb, 200, 0x43480000, false, false},
		{isa.TypeF, isa.TypeB, 0xff, 0xbf800000, false, false},
		{isa.TypeF, isa.TypeUw, 0xffff, 0x477fff00, false, false},
		{isa.TypeF, isa.TypeW, 0x8000, 0xc7000000, false, false},
		{isa.TypeF, isa.TypeUd, 0xffffffff, 0x4f800000, false, false},
		{isa.TypeF, isa.TypeD, 0xffffffff, 0xbf800000, false, false},
		{isa.TypeF, isa.TypeUq, 1<<64 - 1, 0x5f800000, false, false},
		{isa.TypeF, isa.TypeQ, 1<<64 - 1, 0xbf800000, false, false},
		{isa.TypeF, isa.TypeD, 5, 0xc0a00000, true, false},
		{isa.TypeF, isa.TypeD, 0x80000000, 0xcf000000, true, false}, // in two's complement the least number is its own negation
		{isa.TypeF, isa.TypeD, 5, 0x3f800000, false, true},
		{isa.TypeHf, isa.TypeUd, 65519, 0x7bff, false, false},
		{isa.TypeHf, isa.TypeUd, 65520, 0x7c00, false, false},
		{isa.TypeUb, isa.TypeF, 0x43960000, 255, false, false}, // 300
		{isa.TypeB, isa.TypeF, 0x43960000, 0x80, true, false},
		{isa.TypeW, isa.TypeF, 0xc0f00000, 0xfff9, false, false}, // -7.5
		{isa.TypeUd, isa.TypeF, 0xbf800000, 0, false, false},
		{isa.TypeD, isa.TypeF, 0x7fc00000, 0, false, false},
		{isa.TypeD, isa.TypeF, 0x7f800000, 0x7fffffff, false, false},
		{isa.TypeQ, isa.TypeF, 0xff800000, 1 << 63, false, false},
		{isa.TypeUq, isa.TypeHf, 0x7bff, 65504, false, false},
		{isa.TypeD, isa.TypeHf, 0xc500, 0xfffffffb, false, false}, // -5
		{isa.TypeHf, isa.TypeF, 0x3f801000, 0x3c00, false, false}, // a tie, to even
		{isa.TypeF, isa.TypeHf, 0x0001, 0x33800000, false, false},
		{isa.TypeF, isa.TypeF, 0x7f800000, 0x7f800000, false, false}, // of the same type: numbers and ∞ as they are, of NaN the one NaN
		{isa.TypeF, isa.TypeF, 0xff800000, 0xff800000, false, false},
		{isa.TypeF, isa.TypeF, 0x7f7fffff, 0x7f7fffff, false, false},
		{isa.TypeF, isa.TypeF, 0x80000001, 0x80000001, false, false},
		{isa.TypeF, isa.TypeF, 0xff800001, 0x7fc00000, false, false},
		{isa.TypeHf, isa.TypeHf, 0x7c00, 0x7c00, false, false},
		{isa.TypeHf, isa.TypeHf, 0xfc00, 0xfc00, false, false},
		{isa.TypeHf, isa.TypeHf, 0x7bff, 0x7bff, false, false},
		{isa.TypeHf, isa.TypeHf, 0x8001, 0x8001, false, false},
		{isa.TypeHf, isa.TypeHf, 0xfc01, 0x7e00, false, false},
		{isa.TypeHf, isa.TypeF, 0xff800000, 0xfc00, false, false},
		{isa.TypeF, isa.TypeHf, 0xfc00, 0xff800000, false, false},
		{isa.TypeF, isa.TypeUq, 1<<53 + 1<<29 + 1, 0x5a000001, false, false}, // rounded once
		{isa.TypeF, isa.TypeQ, -(1<<53 + 1<<29 + 1) & (1<<64 - 1), 0xda000001, false, false},
	} {
		m := machine{prepare: func(t *Thread) { t.Registers.write(32, uint8(typeSize[c.from]), c.value) }}
		a := r(1, c.from)
		a.neg = c.neg
		i := do(isa.OpCvt, r(9, c.to), a).sized(isa.SizeLanes1, 0)
		i.control.Saturate = c.clamp
		got := m.run(t, i).Registers.read(288, uint8(typeSize[c.to]))
		require.Equal(t, c.want, got, "%s of %s %#x", isa.TypeNames[c.to], isa.TypeNames[c.from], c.value)
	}
}
