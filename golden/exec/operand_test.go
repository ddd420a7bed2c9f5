package exec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// counting fills registers 0 to 63 with words that count from 0.
func counting(t *Thread) {
	for k := range 512 {
		t.Registers[k] = uint32(k)
	}
}

func TestRegionsOfSources(t *testing.T) {
	for name, c := range map[string]struct {
		src  arg
		want []uint32
	}{
		"packed":     {ud(2), []uint32{16, 17, 18, 19, 20, 21, 22, 23}},
		"from 3":     {ud(2).el(3), []uint32{19, 20, 21, 22, 23, 24, 25, 26}},
		"one":        {ud(2).el(5).by(isa.RegionScalar), []uint32{21, 21, 21, 21, 21, 21, 21, 21}},
		"by 2":       {ud(2).el(1).by(isa.RegionStride2), []uint32{17, 19, 21, 23, 25, 27, 29, 31}},
		"by 4":       {ud(2).by(isa.RegionStride4), []uint32{16, 20, 24, 28, 32, 36, 40, 44}},
		"by 8":       {ud(2).by(isa.RegionStride8), []uint32{16, 24, 32, 40, 48, 56, 64, 72}},
		"quads":      {ud(2).by(isa.RegionQuad), []uint32{16, 16, 16, 16, 17, 17, 17, 17}},
		"four again": {ud(2).el(2).by(isa.RegionRepeat), []uint32{18, 19, 20, 21, 18, 19, 20, 21}},
	} {
		t.Run(name, func(t *testing.T) {
			thread := machine{prepare: counting}.run(t, do(isa.OpMov, ud(100), c.src))
			require.Equal(t, c.want, thread.at(100, 8))
		})
	}
}

func TestRegionsAreInUnitsOfTheType(t *testing.T) {
	bytes := func(t *Thread) { t.set(1, 0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0x83828180) }
	m := machine{prepare: bytes}
	require.Equal(t, []uint32{1, 3, 5, 7, 9, 11, 13, 15}, m.run(t, do(isa.OpMov, ud(9), r(1, isa.TypeUb).el(1).by(isa.RegionStride2))).at(9, 8))
	require.Equal(t, []uint32{0x0100, 0x0302, 0x0504, 0x0706, 0x0908, 0x0b0a, 0x0d0c, 0x0f0e}, m.run(t, do(isa.OpMov, ud(9), r(1, isa.TypeUw))).at(9, 8))
	require.Equal(t, []uint32{0xffffff80, 0xffffff81, 0xffffff82, 0xffffff83},
		m.run(t, do(isa.OpMov, d(9), r(1, isa.TypeB).el(16)).sized(isa.SizeLanes4, 0)).at(9, 4))
	require.Equal(t, []uint32{0x0b0a0908, 0x0f0e0d0c, 0x03020100, 0x07060504},
		machine{prepare: func(t *Thread) { bytes(t); copy(t.Registers[12:], t.Registers[8:10]) }}.
			run(t, do(isa.OpMov, r(9, isa.TypeUq), r(1, isa.TypeUq).el(1)).sized(isa.SizeLanes2, 0)).at(9, 4))
}

func TestStridesOfDestinations(t *testing.T) {
	mark := func(t *Thread) {
		for k := range t.Registers[160:] {
			t.Registers[160+k] = 0xaaaaaaaa
		}
		t.set(2, lanes8...)
	}
	m := machine{prepare: mark}
	got := m.run(t, do(isa.OpMov, ud(20).el(1).by(isa.RegionStride4), ud(2)))
	for k := range 40 {
		want := uint32(0xaaaaaaaa)
		if k%4 == 1 && k < 32 {
			want = uint32(k / 4)
		}
		require.Equal(t, want, got.Registers[160+k], "word %d", k)
	}
	got = m.run(t, do(isa.OpMov, r(20, isa.TypeUb).el(3).by(isa.RegionStride8), ud(2)))
	for k := range 8 {
		require.Equal(t, []uint32{uint32(k)<<24 | 0xaaaaaa, 0xaaaaaaaa}, got.Registers[160+2*k:][:2])
	}
	got = m.run(t, do(isa.OpMov, r(20, isa.TypeUw).el(1).by(isa.RegionStride2), ud(2)))
	require.Equal(t, []uint32{0x0000aaaa, 0x0001aaaa, 0x0002aaaa}, got.at(20, 3))
	got = m.run(t, do(isa.OpMov, r(20, isa.TypeUq).by(isa.RegionStride2), ud(2)).sized(isa.SizeLanes2, 0))
	require.Equal(t, []uint32{0, 0, 0xaaaaaaaa, 0xaaaaaaaa, 1, 0, 0xaaaaaaaa, 0xaaaaaaaa}, got.at(20, 8))
}

func TestSwizzle(t *testing.T) {
	m := machine{prepare: func(t *Thread) { counting(t); t.Active = 0x31 }}
	got := m.run(t, do(isa.OpAdd, ud(100), ud(0), ud(2)).swizzle("yyww"))
	require.Equal(t, []uint32{1 + 16, 0, 0, 0, 5 + 20, 5 + 21, 0, 0}, got.at(100, 8), "lanes that do not execute are read")
	m.prepare = counting
	require.Equal(t, []uint32{3, 2, 1, 0, 7, 6, 5, 4}, m.run(t, do(isa.OpMov, ud(100), ud(0)).swizzle("wzyx")).at(100, 8))
	require.Equal(t, []uint32{2, 2, 2, 2, 2, 2, 2, 2}, m.run(t, do(isa.OpMov, ud(100), ud(0).by(isa.RegionRepeat)).swizzle("zzzz")).at(100, 8))
	require.Equal(t, []uint32{6, 4, 2, 0, 14, 12, 10, 8}, m.run(t, do(isa.OpMov, ud(100), ud(0).by(isa.RegionStride2)).swizzle("wzyx")).at(100, 8))
}

func TestSizesAndGroups(t *testing.T) {
	m := machine{Program: Program{Lanes: 32}, prepare: func(t *Thread) { counting(t); t.Active = 0x00ff_0f0f; t.Flags[1] = 0xffff_fff5 }}
	for size, count := range map[uint32]int{isa.SizeLanes1: 1, isa.SizeLanes2: 2, isa.SizeLanes4: 4, isa.SizeLanes8: 8, isa.SizeLanes16: 16, isa.SizeLanes32: 32} {
		got := m.run(t, do(isa.OpMov, ud(100), ud(1)).sized(size, 0).noMask())
		for k := range 40 {
			want := uint32(8 + k)
			if k >= count {
				want = 0
			}
			require.Equal(t, want, got.Registers[800+k])
		}
	}
	// Operands begin at their own place, masks and flags at the group's.
	got := m.run(t, do(isa.OpMov, ud(100), ud(1)).sized(isa.SizeLanes8, 1))
	require.Equal(t, []uint32{8, 9, 10, 11, 0, 0, 0, 0, 0}, got.at(100, 9))
	got = m.run(t, do(isa.OpMov, ud(100), ud(1)).sized(isa.SizeLanes8, 0).when(1))
	require.Equal(t, []uint32{8, 0, 10, 0, 0, 0, 0, 0}, got.at(100, 8))
	got = m.run(t, do(isa.OpCmp, null(isa.TypeUd), ud(1), num(10, isa.TypeUd)).cond(isa.ConditionLt, 2).sized(isa.SizeLanes16, 2))
	require.Equal(t, uint32(0x0003_0000), got.Flags[2])
}

func TestPredicates(t *testing.T) {
	const active, flag = 0x7e, 0x0c
	mov := do(isa.OpMov, ud(9), num(1, isa.TypeUd))
	for name, c := range map[string]struct {
		i    ins
		want uint32
	}{
		"none":            {mov, active},
		"lane":            {mov.when(3), active & flag},
		"inverted":        {mov.when(3).not(), active &^ flag},
		"without mask":    {mov.when(3).not().noMask(), 0xff &^ flag},
		"of a part":       {mov.when(3).sized(isa.SizeLanes4, 0).noMask(), flag & 0x0f},
		"inverted of two": {mov.when(3).not().sized(isa.SizeLanes2, 0), active & 3},
		"of none":         {mov.when(2), 0},
		"inverted of all": {mov.when(2).not(), active},
	} {
		t.Run(name, func(t *testing.T) {
			got := machine{prepare: func(t *Thread) { t.Active, t.Flags[3] = active, flag }}.run(t, c.i)
			for k := range 8 {
				require.Equal(t, c.want>>k&1, got.at(9, 8)[k], "lane %d", k)
			}
		})
	}
}

func TestSourceModifiers(t *testing.T) {
	m := machine{prepare: func(t *Thread) {
		t.set(1, 5, 0xfffffffb, 0x80000000, 0x7fc00001, 0xffc00001, 0x80000000)
		t.set(2, 0x8000fffb)
		t.set(3, 0xfc01be00)
	}}
	get := func(a arg, typ uint32) []uint32 { return m.run(t, do(isa.OpMov, r(9, typ), a)).at(9, 3) }
	require.Equal(t, []uint32{0xfffffffb, 5, 0x80000000}, get(d(1).negated(), isa.TypeD))
	require.Equal(t, []uint32{5, 5, 0x80000000}, get(d(1).absolute(), isa.TypeD))
	require.Equal(t, []uint32{0xfffffffb, 0xfffffffb, 0x80000000}, get(d(1).absolute().negated(), isa.TypeD))
	require.Equal(t, []uint32{0xfffffffb, 5, 0x80000000}, get(ud(1).negated(), isa.TypeUd))
	require.Equal(t, []uint32{0x7fc00001, 0x7fc00001, 0}, get(f(1).el(3).absolute(), isa.TypeF), "NaN keeps its bits but for the sign")
	require.Equal(t, []uint32{0xffc00001, 0x7fc00001, 0}, get(f(1).el(3).negated(), isa.TypeF))
	require.Equal(t, []uint32{0xffc00001, 0xffc00001, 0x80000000}, get(f(1).el(3).absolute().negated(), isa.TypeF))

	// They follow the extension: the least number of w is 32768 in d.
	add := func(a arg) uint32 { return m.run(t, do(isa.OpAdd, d(9), d(50), a)).at(9, 2)[1] }
	require.Equal(t, uint32(0x8000), add(r(2, isa.TypeW).negated()))
	require.Equal(t, uint32(0x8000), add(r(2, isa.TypeW).absolute()))
	require.Equal(t, uint32(0xffff8000), add(r(2, isa.TypeUw).negated()))
	half := m.run(t, do(isa.OpAdd, f(9), f(50), r(3, isa.TypeHf).negated()))
	require.Equal(t, []uint32{math.Float32bits(1.5), 0x7fc00000}, half.at(9, 2), "of an operation NaN is one pattern")
	require.Equal(t, []uint32{math.Float32bits(1.5), 0xffc00000},
		m.run(t, do(isa.OpSel, f(9), r(3, isa.TypeHf).negated(), f(50)).when(0).not()).at(9, 2), "widened, then negated")
	require.Equal(t, ^uint32(5), m.run(t, do(isa.OpAnd, ud(9), ud(1).negated(), num(0xffffffff, isa.TypeUd))).at(9, 1)[0])
}

func TestNumbers(t *testing.T) {
	m := machine{}
	word := func(i ins) uint32 { return m.run(t, i).at(9, 1)[0] }
	pair := func(i ins) []uint32 { return m.run(t, i).at(9, 2) }
	// One or two sources: 32 bits.
	require.Equal(t, uint32(0x3fc00000), word(do(isa.OpMov, f(9), numF(1.5))))
	require.Equal(t, uint32(0xfffffffd), word(do(isa.OpAdd, d(9), d(1), num(0xfffffffd, isa.TypeD))))
	require.Equal(t, uint32(0x3e003e00), word(do(isa.OpMov, r(9, isa.TypeHf), num(0x3e00, isa.TypeHf))))
	require.Equal(t, uint32(0xfdfdfdfd), word(do(isa.OpMov, r(9, isa.TypeB), num(0xfd, isa.TypeB))))
	require.Equal(t, uint32(0xfffffffe), word(do(isa.OpAdd, d(9), d(1), num(0xfffe, isa.TypeW))))
	require.Equal(t, uint32(0xfffffffe), word(do(isa.OpAdd, d(9), d(1), num(0xfe, isa.TypeB))))
	require.Equal(t, uint32(0x0000fffe), word(do(isa.OpAdd, d(9), d(1), num(0xfffe, isa.TypeUw))))
	require.Equal(t, []uint32{0xfffffffe, 0xffffffff}, pair(do(isa.OpMov, r(9, isa.TypeQ), num(0xfffffffe, isa.TypeQ))))
	require.Equal(t, []uint32{0xfffffffe, 0}, pair(do(isa.OpMov, r(9, isa.TypeUq), num(0xfffffffe, isa.TypeUq))))
	// Three sources: 16 bits.
	three := func(typ, bits uint32) ins { return do(isa.OpMad, r(9, typ), r(1, typ), r(2, typ), num(bits, typ)) }
	require.Equal(t, uint32(0xbfc00000), word(three(isa.TypeF, 0xbfc0)))
	require.Equal(t, uint32(0x3e003e00), word(three(isa.TypeHf, 0x3e00)))
	require.Equal(t, uint32(0xfffffffe), word(three(isa.TypeD, 0xfffe)))
	require.Equal(t, uint32(0x0000fffe), word(three(isa.TypeUd, 0xfffe)))
	require.Equal(t, []uint32{0xfffffffe, 0xffffffff}, pair(three(isa.TypeQ, 0xfffe)))
	require.Equal(t, []uint32{0xfffe, 0}, pair(three(isa.TypeUq, 0xfffe)))
	require.Equal(t, uint32(0x01010101), word(three(isa.TypeUb, 1)))
	require.Equal(t, uint32(0xfefefefe), word(three(isa.TypeB, 0xfe)))
}

func TestImpliedDestination(t *testing.T) {
	m := machine{Program: Program{Lanes: 16}, prepare: func(t *Thread) {
		for k := range 128 {
			t.Registers[k] = 0xfffffff0 + uint32(k)
		}
	}}
	got := m.run(t, do(isa.OpAddc, ud(20), ud(0), num(8, isa.TypeUd)))
	for k := range 16 {
		require.Equal(t, 0xfffffff8+uint32(k), got.at(20, 16)[k])
		require.Equal(t, uint32(k/8), got.at(22, 16)[k], "two registers of the destination, then the carry")
	}
	got = m.run(t, do(isa.OpSubb, ud(20), num(0, isa.TypeUd).asRegister(90), num(1, isa.TypeUd)).sized(isa.SizeLanes2, 0))
	require.Equal(t, []uint32{0xffffffff, 0xffffffff, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0}, got.at(20, 12), "from the next register's beginning")
	got = m.run(t, do(isa.OpMull, r(20, isa.TypeUb), r(0, isa.TypeUb), num(16, isa.TypeUb)).sized(isa.SizeLanes4, 0))
	require.Equal(t, uint32(0xf0f0f000), got.at(20, 1)[0])
	require.Equal(t, uint32(0x0f0f0f0f), got.at(21, 1)[0])
	// Sources in what is written.
	got = m.run(t, do(isa.OpMull, ud(20), ud(0), ud(0)).sized(isa.SizeLanes8, 0), do(isa.OpMull, ud(20), ud(21), ud(20)).sized(isa.SizeLanes8, 0))
	square := uint64(0xfffffff0) * 0xfffffff0
	product := square >> 32 * (square & 0xffffffff)
	require.Equal(t, []uint32{uint32(product), uint32(product >> 32)}, []uint32{got.at(20, 1)[0], got.at(21, 1)[0]})
}

// asRegister is a register that holds 0 instead of a number.
func (a arg) asRegister(reg int) arg { return r(reg, a.typ) }

func TestSourcesAreReadBeforeTheDestinationIsWritten(t *testing.T) {
	m := machine{prepare: counting}
	require.Equal(t, []uint32{1, 2, 3, 4, 5, 6, 7, 8}, m.run(t, do(isa.OpMov, ud(0), ud(0).el(1))).at(0, 8))
	require.Equal(t, []uint32{0, 0, 1, 2, 3, 4, 5, 6, 7}, m.run(t, do(isa.OpMov, ud(0).el(1), ud(0))).at(0, 9))
	require.Equal(t, []uint32{0, 2, 4, 6, 8, 10, 12, 14}, m.run(t, do(isa.OpAdd, ud(0), ud(0), ud(0))).at(0, 8))
	require.Equal(t, []uint32{5, 6, 7, 8, 9, 10, 11, 12}, m.run(t, do(isa.OpAdd, ud(0), ud(0), ud(0).el(5).by(isa.RegionScalar))).at(0, 8))
	require.Equal(t, []uint32{7, 8, 9, 10, 11, 12, 13, 14}, m.run(t, do(isa.OpAdd, ud(0), ud(0).el(7).by(isa.RegionScalar), ud(0))).at(0, 8))
	require.Equal(t, []uint32{0, 2, 4, 6, 8, 10, 12, 14}, m.run(t, do(isa.OpMov, ud(0), ud(0).by(isa.RegionStride2))).at(0, 8))
	require.Equal(t, []uint32{3, 2, 1, 0, 7, 6, 5, 4}, m.run(t, do(isa.OpMov, ud(0), ud(0)).swizzle("wzyx")).at(0, 8))
	require.Equal(t, []uint32{0, 0, 1, 0, 2, 0, 3, 0}, m.run(t, do(isa.OpMov, r(0, isa.TypeUq), ud(0)).sized(isa.SizeLanes4, 0)).at(0, 8))
	require.Equal(t, uint32(0x03020100), m.run(t, do(isa.OpMov, r(0, isa.TypeUb), ud(0))).at(0, 1)[0])
	got := m.run(t, do(isa.OpMad, ud(0), ud(0).el(1), ud(0).el(2), ud(0).el(3)))
	for k := range uint32(8) {
		require.Equal(t, (k+1)*(k+2)+k+3, got.at(0, 8)[k])
	}
}

func TestLanesThatDoNotExecuteKeepWhatTheyHad(t *testing.T) {
	m := machine{prepare: func(t *Thread) { counting(t); t.Active = 0x5a; t.Flags[0] = 0xff }}
	for _, op := range []uint32{isa.OpAdd, isa.OpMax, isa.OpXor} {
		got := m.run(t, do(op, ud(0), ud(8), ud(9)).cond(isa.ConditionEq, 0))
		for k := range 8 {
			if 0x5a>>k&1 == 0 {
				require.Equal(t, uint32(k), got.at(0, 8)[k])
				require.NotZero(t, got.Flags[0]>>k&1)
			} else {
				require.NotEqual(t, uint32(k), got.at(0, 8)[k])
				require.Zero(t, got.Flags[0]>>k&1)
			}
		}
	}
}
