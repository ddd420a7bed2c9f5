package golden

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/regs"
	"tilemark/tb/kernels"
)

// hardFloats are drawn among other numbers.
var hardFloats = []float32{0, float32(math.Copysign(0, -1)), 1, -1, 0.5, 255, 0x1p-126, 0x1p-149, -0x1p-130, 0x1p100, math.MaxFloat32,
	float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}

// someFloat draws a number: small ones mostly, hard ones, any pattern.
func someFloat(r *rand.Rand) float32 {
	switch r.IntN(16) {
	case 0:
		return hardFloats[r.IntN(len(hardFloats))]
	case 1:
		return math.Float32frombits(r.Uint32())
	}
	return (r.Float32() - 0.5) * 8
}

// someRegisters are those of a context; the registers of a block are numbers, and words that the caller sets.
func someRegisters(r *rand.Rand, block int, set map[int]uint32) *registers {
	all := newRegisters()
	for i := range all[block] {
		all[block][i] = math.Float32bits(someFloat(r))
	}
	for i, v := range set {
		all[block][i] = v
	}
	return all
}

// newRun is a thread of a kernel of the project that is to be filled. What it binds is that of its stage.
func newRun(t *testing.T, name string, mem image, all *registers, s kernelRegisters, values, registers, constants int) *kernelThread {
	k, err := kernels.Load(name)
	require.NoError(t, err)
	const at = 0x8000
	copy(mem[at:], k.Bytes())
	words := all[s.block][s.kernel:]
	words[0], words[kernelBytes], words[kernelLimit] = at, uint32(len(k.Bytes())), 0
	words[kernelNeeds] = regs.EUPVertexKernelNeedsFields{Registers: uint32(k.Registers - 1), Inputs: uint32(k.Inputs)}.Pack()
	r := newRenderer(mem, 0)
	r.regs = all
	run, err := r.newKernelThread(s, values, registers, constants)
	require.NoError(t, err)
	run.begin(0xff, 0)
	return run
}

// same tells whether a result has the bits that it should have. NaN are all one here: what the fixed programs compute with has no quiet one of its own.
func same(want float32, got uint32) bool {
	return math.Float32bits(want) == got || want != want && math.IsNaN(float64(math.Float32frombits(got)))
}

// requireSame wants two numbers to have the same bits, or to be NaN both.
func requireSame(t *testing.T, want float32, got uint32, about string, args ...any) {
	t.Helper()
	if !same(want, got) {
		require.Failf(t, "different", "%s: %g (%#08x), expected %g (%#08x)", fmt.Sprintf(about, args...), math.Float32frombits(got), got, want, math.Float32bits(want))
	}
}

func requireVertex(t *testing.T, want *vertex, run *kernelThread, lane int) {
	t.Helper()
	for c := range want {
		requireSame(t, want[c], run.result(c, lane), "component %d of lane %d", c, lane)
	}
}

// The kernel "vertex" computes what section 1 says, with all options.
func TestVertexKernel(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	for round := range 1000 {
		all := someRegisters(r, regs.BlockEUP, map[int]uint32{regs.EUPVertexProgram: uint32(round) & 3})
		run := newRun(t, "vertex", make(image, 1<<16), all, vertexStage, vertexValues, 0, eupConstants)
		var records [8]record
		var instances [8]uint32 // a thread may have vertices of several
		for lane := range records {
			instances[lane] = uint32(r.IntN(1 << r.IntN(30)))
			run.lane(1, lane, instances[lane])
			for i := range records[lane] {
				records[lane][i] = someFloat(r)
				run.float(2+i, lane, records[lane][i])
			}
		}
		require.NoError(t, run.finish())
		p := newVertexProgram(all)
		for lane := range records {
			want := p.run(&records[lane], instances[lane])
			requireVertex(t, &want, run, lane)
		}
	}
}

// A kernel whose results do not lie in its registers is refused with its address, though each instruction is legal.
func TestResultsBeyondTheRegistersAreRefused(t *testing.T) {
	for _, c := range []struct{ first, offset int }{{2, 3}, {19, 0}, {2, 255}} {
		k, err := kernels.Load("vertex")
		require.NoError(t, err)
		last := k.Code[len(k.Code)-1].Native
		in := isa.Decode(last)
		in.Message.Data, in.Message.Offset = uint8(c.first), int16(32*c.offset)
		mem := make(image, 1<<16)
		const at = 0x8000
		code := mem[at:at]
		for _, w := range in.Encode() {
			code = binary.LittleEndian.AppendUint32(code, w)
		}
		all := someRegisters(rand.New(rand.NewPCG(1, 1)), regs.BlockEUP, nil)
		words := all[regs.BlockEUP][regs.EUPVertexKernel:]
		words[0], words[kernelBytes], words[kernelLimit] = at, uint32(len(code)), 0
		words[kernelNeeds] = regs.EUPVertexKernelNeedsFields{Registers: 19, Inputs: 19}.Pack()
		r := newRenderer(mem, 0)
		r.regs = all
		run, err := r.newKernelThread(vertexStage, vertexValues, 0, eupConstants)
		if err == nil {
			run.begin(0xff, 0)
			err = run.finish()
		}
		require.ErrorContains(t, err, "0x8000", "%+v", c)
	}
}

// The kernel "hull" gives the number of segments.
func TestHullKernel(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2))
	for level := range uint32(64) {
		all := someRegisters(r, regs.BlockEUP, map[int]uint32{regs.EUPTessellation: level})
		run := newRun(t, "hull", make(image, 1<<16), all, hullStage, 0, patchRegisters, eupConstants)
		require.NoError(t, run.finish())
		require.Equal(t, uint32(segments(all)), run.result(0, 0))
	}
}

// flatten moves the control points of a patch to one point, or to one line: an axis or a parallel to it, or a line through 0 whose coordinates differ by powers
// of two, so that the tangents are parallel in spite of rounding.
func (p *patch) flatten(r *rand.Rand) {
	to, axis := p[0], r.IntN(3)
	slopes := [3]float32{1, float32(int(2) << r.IntN(4)), -0.25}
	kind := r.IntN(3)
	for k := range p {
		at := float32(r.IntN(200)-100) / 16
		for i := range recordNormal {
			switch {
			case kind == 2:
				p[k][i] = at * slopes[(i+axis)%3]
			case kind == 0 || i != axis:
				p[k][i] = to[i]
			}
		}
	}
}

// The kernel "domain" computes points of patches and their vertex program, also where the tangents do not span a plane: where they do nowhere, as in a patch whose
// control points all lie on one line, the normal is 0. Normals show in the light, which is the same of NaN and of 0.
func TestDomainKernel(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	degenerate := 0
	for round := range 600 {
		all := someRegisters(r, regs.BlockEUP, map[int]uint32{regs.EUPVertexProgram: uint32(round) & 3})
		run := newRun(t, "domain", make(image, 1<<16), all, domainStage, domainValues, patchRegisters, eupConstants)
		instance := uint32(r.IntN(100))
		var p patch
		for k := range p {
			for i := range p[k] {
				p[k][i] = someFloat(r)
				if round%3 > 0 { // as patches are mostly
					p[k][i] = float32(r.IntN(200)-100) / 16
				}
				if round%3 == 2 && k < 4 { // a side that is a point
					p[k][i] = p[0][i]
				}
			}
		}
		flat := round%6 == 1
		if flat {
			p.flatten(r)
		}
		run.patch(&draw{at: Cursor{Instance: instance}}, &p, domainValues)
		var at [8][2]float32
		for lane := range at {
			n := 1 + r.IntN(32)
			at[lane] = [2]float32{float32(r.IntN(n+1)) / float32(n), float32(r.IntN(n+1)) / float32(n)}
			run.float(0, lane, at[lane][0])
			run.float(1, lane, at[lane][1])
		}
		require.NoError(t, run.finish())
		program := newVertexProgram(all)
		for lane, uv := range at {
			if _, length := p.cross(uv[0], uv[1]); !(length > 0) {
				degenerate++
			}
			rec := p.point(uv[0], uv[1])
			for _, n := range rec[recordNormal:recordTexture] {
				if flat {
					require.Zero(t, n, "round %d", round)
				}
			}
			want := program.run(&rec, instance)
			requireVertex(t, &want, run, lane)
		}
	}
	require.Greater(t, degenerate, 100)
}

// pixelKernelOf is the kernel of draws whose program has a depth, or has none: bit 2 of the round, as of WRITE_DEPTH.
func pixelKernelOf(round int) string {
	if round&4 != 0 {
		return "pixel_depth"
	}
	return "pixel"
}

// The kernels "pixel" and "pixel_depth" compute colours, what is dropped, and depths.
func TestPixelKernel(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	mem := make(image, 1<<16)
	for i := range mem {
		mem[i] = byte(r.Uint32())
	}
	dropped, depths := 0, 0
	for round := range 1200 {
		all := someRegisters(r, regs.BlockPS, map[int]uint32{regs.PSPixelProgram: uint32(round) & 7, regs.PSColorFormat: 0})
		texture, sampler := bound(64*uint32(r.IntN(4)), 32<<16|16, r.Uint32()&15, r.Uint32()&0x1ff)
		copy(all[regs.BlockBIND][regs.BINDTexture0Base:], texture[:])
		copy(all[regs.BlockBIND][regs.BINDSampler0Mode:], sampler[:])
		p := newPixelProgram(mem, all)
		run := newRun(t, pixelKernelOf(round), mem, all, pixelStage, pixelValues+fixedAttributes, 0, psConstants)
		binds := pixelBindings(mem, all)
		binds.bind(run)
		var attributesOf [8][attributes]float32
		for lane := range attributesOf {
			for i := range fixedAttributes {
				attributesOf[lane][i] = someFloat(r)
				if i < 4 && r.IntN(2) == 0 {
					attributesOf[lane][i] = r.Float32()
				}
				run.float(5+i, lane, attributesOf[lane][i])
			}
			run.float(2, lane, r.Float32())
		}
		require.NoError(t, run.finish())
		for lane := range attributesOf {
			attr := &attributesOf[lane]
			quad := lane &^ 3
			uv := func(l int) [2]float32 { return [2]float32(attributesOf[l][4:6]) }
			detail := 0
			if p.textured && p.needsDetail() {
				detail = p.detail(uv(quad), uv(quad+1), uv(quad+2))
			}
			want := p.color(attr, detail)
			require.Equal(t, p.keeps(&want), run.output.Lanes>>lane&1 != 0, "round %d, lane %d is kept", round, lane)
			if !p.keeps(&want) {
				dropped++
				continue
			}
			for c := range want {
				requireSame(t, want[c], run.output.Values[c][lane], "round %d: component %d of lane %d", round, c, lane)
			}
			require.Equal(t, p.writeDepth, run.output.Message == isa.MessageColorDepth)
			if p.writeDepth {
				depths++
				z := clamp(p.depth(&want), 0, 1)
				requireSame(t, add(z, 0), run.output.Values[4][lane], "round %d: depth of lane %d", round, lane)
			}
		}
	}
	require.Greater(t, min(dropped, depths), 500)
}
