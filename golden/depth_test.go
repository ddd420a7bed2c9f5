package golden

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// passes says for each compare function whether a new value passes that is less than,
// equal to, or greater than the stored one.
var passes = [8][3]bool{
	0: {false, false, false}, // NEVER
	1: {true, false, false},  // LESS
	2: {false, true, false},  // EQUAL
	3: {true, true, false},   // LEQUAL
	4: {false, false, true},  // GREATER
	5: {true, false, true},   // NOTEQUAL
	6: {false, true, true},   // GEQUAL
	7: {true, true, true},    // ALWAYS
}

// order is the column of passes.
func order(new, stored uint32) int {
	switch {
	case new < stored:
		return 0
	case new == stored:
		return 1
	}
	return 2
}

func TestDepthComparesD24(t *testing.T) {
	const stored = 0x5a<<24 | 1<<23
	for function, want := range passes {
		for i, z := range []float32{0.25, 0.5, 0.75} { // 0.5 is 8388607.5: to even, 8388608
			d := depthState{test: true, write: true, function: uint32(function)}
			word, pass := d.fragment(stored, z, true)
			require.Equal(t, want[i], pass, "function %d, z %v", function, z)
			if pass {
				require.Equal(t, uint32(0x5a<<24|[]uint32{4194304, 8388608, 12582911}[i]), word)
			} else {
				require.Equal(t, uint32(stored), word)
			}
		}
	}
}

func TestDepthComparesD32F(t *testing.T) {
	stored := math.Float32bits(0.5)
	for function, want := range passes {
		for i, z := range []float32{0.25, 0.5, 0.75} {
			d := depthState{test: true, write: true, format: depth32, function: uint32(function)}
			word, pass := d.fragment(stored, z, true)
			require.Equal(t, want[i], pass, "function %d, z %v", function, z)
			if pass {
				require.Equal(t, math.Float32bits(z), word)
			} else {
				require.Equal(t, stored, word)
			}
		}
	}
}

func TestDepthIsClamped(t *testing.T) {
	negativeZero := math.Float32frombits(1 << 31)
	for _, c := range []struct{ z, want float32 }{{-1, 0}, {nan32, 0}, {negativeZero, 0}, {2, 1}, {inf32, 1}, {1e-40, 1e-40}} {
		d := depthState{test: true, write: true, format: depth32, function: funcAlways}
		word, _ := d.fragment(1234, c.z, true)
		require.Equal(t, math.Float32bits(c.want), word, "%v", c.z)
	}
}

func TestDepthWriteSwitches(t *testing.T) {
	off := depthState{test: false, write: true, function: funcNever}
	word, pass := off.fragment(77, 0.5, true)
	require.True(t, pass, "no test: passes, whatever the function")
	require.EqualValues(t, 77, word, "no test: not written")
	readOnly := depthState{test: true, function: funcAlways}
	word, pass = readOnly.fragment(77, 0.5, true)
	require.True(t, pass)
	require.EqualValues(t, 77, word)
}

func TestFixedDepthIsTheNearestInteger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := math.Float32frombits(rapid.Uint32Range(0, math.Float32bits(1)).Draw(t, "z"))
		exact := new(big.Rat).SetFloat64(float64(z))
		exact.Mul(exact, big.NewRat(16777215, 1))
		require.EqualValues(t, roundHalfEven(exact), fixedDepth(z, depthScale24))
	})
	require.EqualValues(t, 0, fixedDepth(0, depthScale24))
	require.EqualValues(t, 0xffffff, fixedDepth(1, depthScale24))
}

// roundHalfEven rounds a rational that is not negative.
func roundHalfEven(x *big.Rat) int64 {
	floor := new(big.Int).Quo(x.Num(), x.Denom()).Int64()
	rest := new(big.Rat).Sub(x, new(big.Rat).SetInt64(floor))
	switch c := rest.Cmp(big.NewRat(1, 2)); {
	case c > 0, c == 0 && floor%2 == 1:
		return floor + 1
	}
	return floor
}

func TestStencilOperations(t *testing.T) {
	const ref = 0x3c
	table := []struct {
		name string
		want map[uint32]uint32 // by stored value
	}{
		{"KEEP", map[uint32]uint32{0: 0, 1: 1, 0xff: 0xff}},
		{"ZERO", map[uint32]uint32{0: 0, 1: 0, 0xff: 0}},
		{"REPLACE", map[uint32]uint32{0: ref, 1: ref, 0xff: ref}},
		{"INCR_SAT", map[uint32]uint32{0: 1, 1: 2, 0xfe: 0xff, 0xff: 0xff}},
		{"DECR_SAT", map[uint32]uint32{0: 0, 1: 0, 0xff: 0xfe}},
		{"INVERT", map[uint32]uint32{0: 0xff, 0x0f: 0xf0, 0xff: 0}},
		{"INCR_WRAP", map[uint32]uint32{0: 1, 0xfe: 0xff, 0xff: 0}},
		{"DECR_WRAP", map[uint32]uint32{0: 0xff, 1: 0, 0xff: 0xfe}},
	}
	for operation, c := range table {
		for stored, want := range c.want {
			require.Equal(t, want, stencilResult(uint32(operation), stored, ref), "%s of %#x", c.name, stored)
		}
	}
}

func TestStencilComparesUnderTheReadMask(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.Uint32Range(0, 255)
		f := stencilFace{
			function: rapid.Uint32Range(0, 7).Draw(t, "function"), ref: b.Draw(t, "ref"),
			readMask: b.Draw(t, "mask"), writeMask: 0xff,
		}
		s := b.Draw(t, "s")
		_, pass := f.fragment(s, true)
		require.Equal(t, passes[f.function][order(f.ref&f.readMask, s&f.readMask)], pass)
	})
}

func TestStencilOperationFollowsTheTests(t *testing.T) {
	// FAIL zeroes, ZFAIL inverts, PASS replaces.
	face := stencilFace{fail: stencilZero, zfail: stencilInvert, pass: stencilReplace, ref: 0x99, readMask: 0xff, writeMask: 0xff}
	const stored = 0x0f000000 | 100
	for _, c := range []struct {
		stencil, depth uint32 // functions
		want           uint32
		pass           bool
	}{
		{funcNever, funcAlways, 100, false},
		{funcNever, funcNever, 100, false},
		{funcAlways, funcNever, 0xf0000000 | 100, false},
		{funcAlways, funcAlways, 0x99ffffff, true},
	} {
		face.function = c.stencil
		d := depthState{test: true, write: true, function: c.depth, stencil: true, faces: [2]stencilFace{face, {}}}
		word, pass := d.fragment(stored, 1, true)
		require.Equal(t, c.want, word)
		require.Equal(t, c.pass, pass)
	}
	// Without a depth test, depth passes and stays.
	d := depthState{write: true, stencil: true, faces: [2]stencilFace{face, {}}}
	word, pass := d.fragment(stored, 1, true)
	require.Equal(t, uint32(0x99000000|100), word)
	require.True(t, pass)
}

func TestStencilWriteMaskKeepsTheOtherBits(t *testing.T) {
	f := stencilFace{function: funcAlways, pass: stencilReplace, ref: 0xff, writeMask: 0x0f}
	value, _ := f.fragment(0xa0, true)
	require.EqualValues(t, 0xaf, value)
}

func TestStencilOfTheOtherFace(t *testing.T) {
	replace := func(ref uint32) stencilFace {
		return stencilFace{function: funcAlways, pass: stencilReplace, ref: ref, writeMask: 0xff}
	}
	d := depthState{stencil: true, faces: [2]stencilFace{replace(1), replace(2)}}
	front, _ := d.fragment(0, 0, true)
	back, _ := d.fragment(0, 0, false)
	require.Equal(t, [2]uint32{1 << 24, 2 << 24}, [2]uint32{front, back})
}

// The registers reach the tests: two quads, the first clockwise, and stencil state that
// differs by face.
func TestStencilRegisters(t *testing.T) {
	w := newWorld(16, 8)
	w.fill(depthAddr, 0x40000000)
	face := func(function, fail, zfail, pass uint32) uint32 { return function | fail<<3 | zfail<<6 | pass<<9 }
	w.set(regs.BlockTSU, regs.TSUCull, 1<<regs.TSUCullFrontCwShift)
	w.set(regs.BlockZL2, regs.ZL2StencilControl, 1,
		face(funcAlways, stencilZero, stencilZero, stencilReplace), face(funcNever, stencilIncrementWrap, stencilZero, stencilZero),
		0x11|0x22<<8, 0xff|0xff<<8|0xff<<16|0xff<<24)
	a, b, c, d := w.at(0, 0, 0), w.at(8, 0, 0), w.at(8, 8, 0), w.at(0, 8, 0)
	w.triangles(a, b, c, a, c, d)
	a, b, c, d = w.at(8, 0, 0), w.at(16, 0, 0), w.at(16, 8, 0), w.at(8, 8, 0)
	w.triangles(a, c, b, a, d, c)
	trace := w.run(t)
	for i, v := range w.depths() {
		require.Equal(t, []uint32{0x11000000, 0x41000000}[i%16/8], v)
	}
	require.EqualValues(t, 64, trace.Stats.Passed)
	require.EqualValues(t, 128, trace.Stats.Fragments)
	for _, f := range trace.Fragments {
		require.Equal(t, f.X < 8, f.Pass)
		require.Equal(t, uint32(0x40000000), f.ZOld)
		if !f.Pass {
			require.Zero(t, f.COld|f.CNew)
		}
	}
}

func TestStencilIsIgnoredWithD32F(t *testing.T) {
	w := newWorld(8, 8)
	w.fill(depthAddr, 0x3f000000)
	w.set(regs.BlockZL2, regs.ZL2DepthControl, 1<<5) // D32F, no depth test
	w.set(regs.BlockZL2, regs.ZL2StencilControl, 1, 0, 0)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	trace := w.run(t)
	require.EqualValues(t, 28, trace.Stats.Passed)
	require.Zero(t, trace.Fragments[0].ZOld, "neither test is enabled")
	for _, v := range w.depths() {
		require.EqualValues(t, 0x3f000000, v)
	}
}

func TestDepthRegisters(t *testing.T) {
	w := newWorld(8, 8)
	w.fill(depthAddr, 0x77ffffff)
	w.set(regs.BlockZL2, regs.ZL2DepthControl, 1|1<<1|funcLess<<2)
	quad := func(z float32) {
		a, b, c, d := w.at(0, 0, z), w.at(8, 0, z), w.at(8, 8, z), w.at(0, 8, z)
		w.triangles(a, b, c, a, c, d)
	}
	quad(0.5)
	quad(0.75)
	quad(0.25)
	trace := w.run(t)
	for _, v := range w.depths() {
		require.EqualValues(t, 0x77000000|4194304, v) // 0.25·16777215 = 4194303.75
	}
	require.EqualValues(t, 3*64, trace.Stats.Fragments)
	require.EqualValues(t, 2*64, trace.Stats.Passed)
	last := trace.Fragments[len(trace.Fragments)-1]
	require.Equal(t, [2]uint32{0x77800000, 0x77400000}, [2]uint32{last.ZOld, last.ZNew})
}
