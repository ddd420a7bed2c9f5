package zl2

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// passes is the table of compare functions, written out.
func passes(fn uint32, c int) bool {
	return [8]map[int]bool{
		{}, {-1: true}, {0: true}, {-1: true, 0: true}, {1: true}, {-1: true, 1: true}, {0: true, 1: true}, {-1: true, 0: true, 1: true},
	}[fn][c]
}

func order[T int64 | float32](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func TestCompareFunctions(t *testing.T) {
	for fn := range uint32(8) {
		for _, p := range [][2]int64{{1, 2}, {2, 2}, {3, 2}, {0, 1<<24 - 1}} {
			require.Equal(t, passes(fn, order(p[0], p[1])), compare(fn, p[0], p[1]), "%d: %v", fn, p)
			a, b := float32(p[0]), float32(p[1])
			require.Equal(t, passes(fn, order(a, b)), compareFloat(fn, a, b), "%d: %v", fn, p)
		}
		nan := float32(math.NaN())
		require.Equal(t, fn == 5 || fn == 7, compareFloat(fn, 0.5, nan), "stored NaN, function %d", fn)
		require.Equal(t, passes(fn, 0), compareFloat(fn, 0, float32(math.Copysign(0, -1))), "stored -0, function %d", fn)
	}
}

// A half-word is tested and written alone; a stencil test enabled with D16 changes
// nothing.
func TestNarrowDepthHasNoStencil(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := New("ZL2", Config{Ahead: 8})
		r := &b.S.Regs
		fn, write := rapid.Uint32Range(0, 7).Draw(rt, "function"), rapid.Uint32Range(0, 1).Draw(rt, "write")
		r[regs.ZL2DepthControl] = 2<<5 | fn<<2 | write<<1 | rapid.Uint32Range(0, 1).Draw(rt, "test")
		r[regs.ZL2StencilControl], r[regs.ZL2StencilFront] = 1, rapid.Uint32().Draw(rt, "stencil")
		old := rapid.Uint32Range(0, 65535).Draw(rt, "old")
		z := float32(old) / 65535
		if rapid.Bool().Draw(rt, "other") {
			z = rapid.Float32Range(0, 1).Draw(rt, "z")
		}
		now := uint32(math.RoundToEven(float64(z) * 65535))
		word, pass := b.fragment(z, true, old)
		want := !r.DepthControlTestEnable() || passes(fn, order(int64(now), int64(old)))
		require.Equal(t, want, pass)
		if want && r.DepthControlTestEnable() && write != 0 {
			old = now
		}
		require.Equal(t, old, word)
	})
}

// Each pixel of a tile has its own place in its lines, where docs/arithmetic.md,
// section 9, puts it.
func TestPlaceOfAPixel(t *testing.T) {
	for _, narrow := range []bool{false, true} {
		for y := range 8 {
			for x := range 8 {
				b := New("ZL2", Config{Ahead: 8, Lines: 4})
				b.S.Regs[regs.ZL2DepthControl] = 7<<2 | 3
				at, bytes := 64*(y>>1)+16*(x>>1)+4*(y&1*2+x&1), 4
				if narrow {
					b.S.Regs[regs.ZL2DepthControl] |= 2 << 5
					at, bytes = 64*(y>>2)+32*(y&3>>1)+8*(x>>1)+2*(y&1*2+x&1), 2
				}
				i := item{Lines: [4]uint8{0, 1, 2, 3}}
				i.Tile.Depth.Plane.Q = 1
				require.NotZero(t, b.quad(&i, uint8(y>>1<<2|x>>1), 1<<(y&1*2+x&1), nil))
				for n := range 256 {
					got := uint8(b.S.Cache.Lines[n>>6].Data[n>>2&15] >> (8 * (n & 3)))
					want := n >= at && n < at+bytes && (narrow || n < at+3)
					require.Equal(t, want, got == 255, "pixel (%d, %d), byte %d", x, y, n)
				}
			}
		}
	}
}

func TestStencilOperations(t *testing.T) {
	for s := range uint32(256) {
		const ref = 0x5a
		want := [8]uint32{s, 0, ref, min(s+1, 255), s - 1, 255 - s, (s + 1) % 256, (s + 255) % 256}
		if s == 0 {
			want[4] = 0
		}
		for op := range uint32(8) {
			require.Equal(t, want[op], operate(op, s, ref), "operation %d of %d", op, s)
		}
	}
}

// A fragment against docs/arithmetic.md, section 7, written afresh.
func TestFixedDepthAndStencil(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := New("ZL2", Config{Ahead: 8})
		r := &b.S.Regs
		for _, i := range []int{regs.ZL2DepthControl, regs.ZL2StencilControl, regs.ZL2StencilFront, regs.ZL2StencilBack, regs.ZL2StencilRef, regs.ZL2StencilMasks} {
			r[i] = rapid.Uint32().Draw(rt, "register")
		}
		z, old := rapid.Uint32Range(0, 1<<24-1).Draw(rt, "z"), rapid.Uint32().Draw(rt, "old")
		if rapid.Bool().Draw(rt, "equal") {
			z = old & 0xffffff
		}
		front := rapid.Bool().Draw(rt, "front")
		word, pass := b.fixed(z, front, old)

		control := r[regs.ZL2DepthControl]
		depthPass := control&1 == 0 || passes(control>>2&7, order(int64(z), int64(old&0xffffff)))
		ops, shift := r[regs.ZL2StencilFront], 0
		if !front {
			ops, shift = r[regs.ZL2StencilBack], 1
		}
		ref := r[regs.ZL2StencilRef] >> (8 * shift) & 255
		read, write := r[regs.ZL2StencilMasks]>>(16*shift)&255, r[regs.ZL2StencilMasks]>>(16*shift+8)&255
		s, wantPass := old>>24, depthPass
		if r[regs.ZL2StencilControl]&1 != 0 {
			sPass := passes(ops&7, order(int64(ref&read), int64(s&read)))
			op := ops >> 9 & 7
			if !sPass {
				op = ops >> 3 & 7
			} else if !depthPass {
				op = ops >> 6 & 7
			}
			s = s&^write | operate(op, s, ref)&write
			wantPass = sPass && depthPass
		}
		want := s<<24 | old&0xffffff
		if wantPass && control&3 == 3 {
			want = s<<24 | z
		}
		require.Equal(t, wantPass, pass)
		require.Equal(t, want, word)
	})
}

func TestQuadMaskPicksFourPixels(t *testing.T) {
	for quad := range uint8(16) {
		for k := range 4 {
			x, y := int(quad&3)*2+k&1, int(quad>>2)*2+k>>1
			require.EqualValues(t, 1<<k, quadMask(1<<(8*y+x), quad), "pixel (%d, %d)", x, y)
		}
	}
	require.EqualValues(t, 15, quadMask(^uint64(0), 7))
}

func TestOcclusionCountsAcross32Bits(t *testing.T) {
	b := New("ZL2", Config{Ahead: 8})
	b.S.Regs[regs.ZL2QueryControl] = 1
	b.S.Regs[regs.ZL2OcclusionLo] = 0xfffffffe
	b.count(15)
	require.EqualValues(t, 2, b.S.Regs.OcclusionLo())
	require.EqualValues(t, 1, b.S.Regs.OcclusionHi())
	b.S.Regs[regs.ZL2QueryControl] = 0
	b.count(15)
	require.EqualValues(t, 2, b.S.Regs.OcclusionLo())
}
