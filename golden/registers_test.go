package golden

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// Fields that stand in for one another must not be mixed up: each gets its own value.

func TestDepthStateFromRegisters(t *testing.T) {
	r := newRegisters()
	r[regs.BlockZL2] = []uint32{
		0x12300, 0xffff0007, // base, pitch
		1 | 0<<1 | 5<<2 | 3<<5 | 1<<7, 1,
		1 | 2<<3 | 3<<6 | 4<<9, 5 | 6<<3 | 7<<6 | 1<<9, // faces
		0x11 | 0x22<<8, 0x33 | 0x44<<8 | 0x55<<16 | 0x66<<24, 1,
	}
	require.Equal(t, depthState{
		surface: surface{0x12300, 7, 4}, test: true, function: 5, format: 3, late: true, stencil: true, query: true,
		faces: [2]stencilFace{
			{function: 1, fail: 2, zfail: 3, pass: 4, ref: 0x11, readMask: 0x33, writeMask: 0x44},
			{function: 5, fail: 6, zfail: 7, pass: 1, ref: 0x22, readMask: 0x55, writeMask: 0x66},
		},
	}, newDepthState(r))
}

func TestBlendStateFromRegisters(t *testing.T) {
	r := newRegisters()
	r[regs.BlockWBU] = []uint32{0x45600, 0xffff0009, 1 | 2<<4 | 3<<8 | 4<<12 | 5<<16 | 1<<20 | 2<<23, 0x44332211, 0b0110, regs.WBUColorFormatSrgb8}
	color, alphaChannel := blendChannel{2, 3, 1}, blendChannel{4, 5, 2}
	require.Equal(t, blendState{
		surface: surface{0x45600, 9, 4}, format: formatSRGB8, enable: true, channels: [4]blendChannel{color, color, color, alphaChannel},
		constant: rgba{0x11, 0x22, 0x33, 0x44}, write: [4]bool{false, true, true, false},
	}, newBlendState(r))
}

func TestPixelProgramFromRegisters(t *testing.T) {
	r := newRegisters()
	r[regs.BlockPS][regs.PSPixelProgram] = 1 | 1<<2
	descriptor, sampler := bound(0x7890, 12|34<<16, 1|2<<2, filter(0, 1, mipLinear, 2))
	copy(r[regs.BlockBIND][regs.BINDTexture0Base:], descriptor[:])
	copy(r[regs.BlockBIND][regs.BINDSampler0Mode:], sampler[:])
	for i, f := range []float32{0.25, 0.5, 0.75} {
		r[regs.BlockPS][regs.PSAlphaRef+i] = math.Float32bits(f)
	}
	require.Equal(t, pixelProgram{
		texture: texture{
			levels: []level{{0x7890, 12, 34}, {0x7890 + 1664, 6, 17}}, wrapU: 1, wrapV: 2, minify: true, mip: mipLinear,
		},
		textured: true, alphaRef: 0.25, writeDepth: true, depthOffset: 0.5, depthFactor: 0.75,
	}, newPixelProgram(nil, r))
}

func TestClipRectFromRegisters(t *testing.T) {
	r := newRegisters()
	r[regs.BlockSGTG] = []uint32{640 | 480<<16, 3 | 4<<16, 700 | 200<<16}
	require.Equal(t, rect{3, 4, 640, 200}, newClipRect(r))
}

func TestViewStateFromRegisters(t *testing.T) {
	w := newWorld(8, 8)
	w.setFloats(regs.BlockTSU, regs.TSUViewportScaleX, 1, 2, 3, 4, 5, 6)
	w.setFloats(regs.BlockTSU, regs.TSUGuardBand, 7)
	w.set(regs.BlockTSU, regs.TSUCull, 1<<1|1<<2)
	trace := w.run(t)
	r := registers(trace.FinalRegs)
	require.Equal(t, viewState{
		scale: [3]float32{1, 3, 5}, offset: [3]float32{2, 4, 6}, guardBand: 7, cullBack: true, frontCW: true,
	}, newViewState(&r))
}

func TestResetState(t *testing.T) {
	r := newRegisters()
	blend := newBlendState(r)
	require.True(t, blend.writes())
	require.False(t, blend.enable)
	depth := newDepthState(r)
	require.False(t, depth.enabled())
	program := newVertexProgram(r)
	rec := record{1, 2, 3}
	require.Equal(t, vertex{1, 2, 3, 1, 1, 1, 1, 1}, program.run(&rec, 5))
	require.Equal(t, float32(1), newViewState(r).guardBand)
}

func TestCounterHalves(t *testing.T) {
	const counter = 0x1111111122222222
	require.EqualValues(t, 0x11111111abcdef01, withHalf(counter, false, 0xabcdef01))
	require.EqualValues(t, uint64(0xabcdef0122222222), withHalf(counter, true, 0xabcdef01))
	require.Equal(t, [2]uint32{0x22222222, 0x11111111}, [2]uint32{half(counter, false), half(counter, true)})
}
