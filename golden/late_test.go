package golden

import (
	"encoding/binary"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

func TestD16IsTheNearestInteger(t *testing.T) {
	d := depthState{test: true, write: true, function: funcAlways, format: depth16}
	rapid.Check(t, func(t *rapid.T) {
		z := math.Float32frombits(rapid.Uint32Range(0, math.Float32bits(1)).Draw(t, "z"))
		exact := new(big.Rat).SetFloat64(float64(z))
		exact.Mul(exact, big.NewRat(65535, 1))
		word, _ := d.fragment(77, z, true)
		require.EqualValues(t, roundHalfEven(exact), word)
	})
}

func TestDepthComparesD16(t *testing.T) {
	for function, want := range passes {
		for i, z := range []float32{0.25, 0.5, 0.75} { // 0.5 is 32767.5: to even, 32768
			d := depthState{test: true, function: uint32(function), format: depth16}
			_, pass := d.fragment(32768, z, true)
			require.Equal(t, want[i], pass, "function %d, z %v", function, z)
		}
	}
}

// quad draws a quad over a world of 8 by 8 pixels.
func (w *world) quad(z float32) {
	a, b, c, d := w.at(0, 0, z), w.at(8, 0, z), w.at(8, 8, z), w.at(0, 8, z)
	w.triangles(a, b, c, a, c, d)
}

func TestD16SurfaceAndItsLayout(t *testing.T) {
	w := newWorld(24, 24)
	w.fill(depthAddr, 0xffffffff)
	w.set(regs.BlockZL2, regs.ZL2DepthBase, depthAddr+0xff) // the low bits count as 0
	w.set(regs.BlockZL2, regs.ZL2DepthControl, 1|1<<1|funcLess<<2|regs.ZL2DepthControlFormatD16<<5, 1, funcNever)
	// Depth runs from 0 at the left to 1 at the right.
	a, b, c, d := w.at(0, 0, 0), w.at(24, 0, 1), w.at(24, 24, 1), w.at(0, 24, 0)
	w.triangles(a, b, c, a, c, d)
	trace := w.run(t)
	require.EqualValues(t, 24*24, trace.Stats.Passed, "D16 has no stencil")
	for y := range 24 {
		for x := range 24 { // the formula of section 9, as it stands there
			place := 128*((y>>3)*3+(x>>3)) + 64*((y&7)>>2) + 32*((y&3)>>1) + 8*((x&7)>>1) + 2*(2*(y&1)+(x&1))
			z := float64(binary.LittleEndian.Uint16(w.mem[depthAddr+place:])) / 65535
			require.InDelta(t, (float64(x)+0.5)/24, z, 1e-4, "(%d, %d)", x, y)
		}
	}
	first := trace.Fragments[0]
	require.EqualValues(t, 0xffff, first.ZOld)
	require.Less(t, first.ZNew, uint32(0x1000))
}

// killWorld draws a quad whose alpha runs from 0 on the left to 1 on the right, so that
// the pixels of the left half are dropped.
func killWorld(control, program uint32) *world {
	w := newWorld(8, 8)
	w.fill(depthAddr, 0x00ffffff)
	w.set(regs.BlockZL2, regs.ZL2DepthControl, control)
	w.set(regs.BlockZL2, regs.ZL2QueryControl, 1)
	w.set(regs.BlockPS, regs.PSPixelProgram, program)
	if program&writeDepth != 0 {
		w.depthKernel()
	}
	w.setFloats(regs.BlockPS, regs.PSAlphaRef, 0.5, 1, -0.5)
	w.set(regs.BlockEUP, regs.EUPVertexProgram, 2)
	corners := []corner{w.at(0, 0, 0.25), w.at(8, 0, 0.25), w.at(8, 8, 0.25), w.at(0, 8, 0.25)}
	for i := range corners {
		corners[i].color = [4]float32{1, 1, 1, corners[i].pos[0]/2 + 0.5}
	}
	a, b, c, d := corners[0], corners[1], corners[2], corners[3]
	w.triangles(a, b, c, a, c, d)
	return w
}

const (
	lessAndWrite = 1 | 1<<1 | funcLess<<2
	late         = 1 << regs.ZL2DepthControlLateShift
	kill         = 1 << regs.PSPixelProgramKillShift
	writeDepth   = 1 << regs.PSPixelProgramWriteDepthShift
)

func TestKillWithAnEarlyTestDropsOnlyTheColour(t *testing.T) {
	w := killWorld(lessAndWrite, kill|writeDepth)
	trace := w.run(t)
	for i, v := range w.depths() {
		require.EqualValues(t, 0x400000, v, "an early test does not use the program's depth")
		require.Equal(t, i%8 >= 4, w.colors()[i] != 0)
	}
	require.EqualValues(t, 64, trace.Events[len(trace.Events)-1].Occlusion)
	for _, f := range trace.Fragments {
		require.True(t, f.Tested && f.Pass)
		require.Equal(t, f.X >= 4, f.Colored)
	}
}

func TestKillBeforeALateTestDropsAll(t *testing.T) {
	w := killWorld(lessAndWrite|late, kill)
	trace := w.run(t)
	for i, v := range w.depths() {
		require.Equal(t, map[bool]uint32{true: 0x400000, false: 0xffffff}[i%8 >= 4], v)
		require.Equal(t, i%8 >= 4, w.colors()[i] != 0)
	}
	require.EqualValues(t, 32, trace.Events[len(trace.Events)-1].Occlusion)
	for _, f := range trace.Fragments {
		require.Equal(t, [3]bool{f.X >= 4, f.X >= 4, f.X >= 4}, [3]bool{f.Tested, f.Pass, f.Colored})
	}
}

func TestLateTestUsesTheDepthOfTheProgram(t *testing.T) {
	w := killWorld(lessAndWrite|late, writeDepth)
	w.quad(0.25) // covers the same: alpha 0 gives depth 1 here, which fails
	w.run(t)
	for i, v := range w.depths() { // 1 - 0.5·alpha
		z := 1 - 0.5*(float64(i%8)+0.5)/8
		require.InDelta(t, z*16777215, float64(v), 8)
	}
}

func TestProgramDepthIsClamped(t *testing.T) {
	for _, c := range []struct{ offset, want float32 }{{-3, 0}, {nan32, 0}, {7, 1}, {inf32, 1}} {
		w := newWorld(8, 8)
		w.set(regs.BlockZL2, regs.ZL2DepthControl, 1|1<<1|funcAlways<<2|regs.ZL2DepthControlFormatD32f<<5|late)
		w.set(regs.BlockPS, regs.PSPixelProgram, writeDepth)
		w.depthKernel()
		w.setFloats(regs.BlockPS, regs.PSProgramDepthOffset, c.offset)
		w.set(regs.BlockWBU, regs.WBUWriteMask, 0)
		w.quad(0.5)
		w.run(t)
		require.Equal(t, math.Float32bits(c.want), w.depths()[0])
	}
}

func TestPixelsOfNoNumberAreDropped(t *testing.T) {
	p := pixelProgram{kill: true, alphaRef: 0.5}
	for _, c := range []struct {
		alpha float32
		want  bool
	}{{0.5, true}, {0.49, false}, {1, true}, {nan32, false}} {
		require.Equal(t, c.want, p.keeps(&[4]float32{0, 0, 0, c.alpha}))
	}
	p.alphaRef = nan32
	require.False(t, p.keeps(&[4]float32{1, 1, 1, 1}))
}

// A test that neither reads the pixel program nor can be hidden by it gives the same
// picture early and late.
func TestLateAndEarlyAgreeWithoutKillAndDepth(t *testing.T) {
	early, behind := killWorld(lessAndWrite, 0), killWorld(lessAndWrite|late, 0)
	a, b := early.run(t), behind.run(t)
	require.Equal(t, early.depths(), behind.depths())
	require.Equal(t, early.colors(), behind.colors())
	require.Equal(t, a.Fragments, b.Fragments)
}
