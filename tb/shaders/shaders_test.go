package shaders_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gogpu/naga/ir"
	"github.com/stretchr/testify/require"

	"tilemark/compiler/front"
	"tilemark/golden/wgsl"
	"tilemark/tb/shaders"
)

// options are those of a seed: sizes from a handful of statements to hundreds.
func options(seed uint64) shaders.Options {
	return shaders.Options{Statements: []int{10, 30, 60, 120, 300}[seed%5], Half: seed%3 == 0, Fragment: seed%4 == 3}
}

var most = flag.Uint64("seeds", 100, "programs to try")

func seeds() uint64 {
	if testing.Short() {
		return min(*most, 50)
	}
	return *most
}

func lowered(t *testing.T, p *shaders.Program) *ir.Module {
	s, err := front.Parse("random.wgsl", p.Source())
	require.Nil(t, err)
	m, err := s.Lower()
	require.Nil(t, err)
	return m
}

// run executes a program by the reference model, and returns its buffers.
func run(p *shaders.Program, m *ir.Module, reverse bool) (*wgsl.Resources, error) {
	prepared, err := wgsl.Prepare(m)
	if err != nil {
		return nil, err
	}
	r := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{}, Reverse: reverse}
	for _, b := range p.Buffers {
		r.Buffers[wgsl.Binding{Binding: b.Binding}] = bytes.Clone(b.Contents)
	}
	if m.EntryPoints[0].Stage == ir.StageCompute {
		return r, prepared.Compute("main", p.Groups, r)
	}
	var quad [4]wgsl.Pixel
	for n, in := range p.Pixels {
		quad[n] = wgsl.Pixel{Position: in.Position, FrontFacing: in.FrontFacing}
		copy(quad[n].Values[:], in.Locations[:])
	}
	_, err = prepared.Quad("main", &quad, r)
	return r, err
}

func TestProgramsRunWithinTheLimit(t *testing.T) {
	for seed := range seeds() {
		p := shaders.New(seed, options(seed))
		_, err := run(p, lowered(t, p), false)
		require.NoError(t, err, "seed %d", seed)
	}
}

func TestResultsDoNotDependOnTheOrderOfInvocations(t *testing.T) {
	for seed := range seeds() / 2 {
		p := shaders.New(seed, options(seed))
		m := lowered(t, p)
		up, err := run(p, m, false)
		require.NoError(t, err)
		down, err := run(p, m, true)
		require.NoError(t, err)
		require.Equal(t, up.Buffers, down.Buffers, "seed %d", seed)
	}
}

// What programs are made of shows in some of them.
func TestProgramsHaveAllConstructs(t *testing.T) {
	var all bytes.Buffer
	for seed := range uint64(100) {
		all.WriteString(shaders.New(seed, options(seed)).Source())
	}
	for _, text := range []string{"continuing {", "break if", "while (", "loop {", "for (", "switch ", "default: {", ", default: {", "else if", "return;",
		"continue;", "discard;", "ptr<function, ", "ptr<private, ", "= &", "var<workgroup>", "workgroupBarrier()", "storageBarrier()", "workgroupUniformLoad(", "atomicCompareExchangeWeak(",
		"atomicMin(", "atomicLoad(", "arrayLength(", "bitcast<", "select(", "modf(", "frexp(", "mat3x4<f32>", "vec4<f16>", "array<", "dpdx", "fwidthFine(", "&& ", "|| ",
		"<<=", "insertBits(", "pack4x8snorm(", "unpack2x16float(", "refract(", "_ = f", "transpose("} {
		require.Contains(t, all.String(), text)
	}
}

// pipelineOptions are those of shaders of the 3D pipeline.
func pipelineOptions(seed uint64) shaders.Options {
	return shaders.Options{Statements: []int{10, 30, 60}[seed%3], Half: seed%4 == 0, Pipeline: true, Fragment: seed%2 == 0, Vertex: seed%2 != 0}
}

func TestPipelineShadersHaveAllConstructs(t *testing.T) {
	var all bytes.Buffer
	for seed := range uint64(200) {
		all.WriteString(shaders.New(seed, pipelineOptions(seed)).Source())
	}
	for _, text := range []string{"@vertex", "@fragment", "@builtin(frag_depth)", "@builtin(front_facing)", "fn main(given: Input)", "discard;", "dpdxFine(", "fwidth", "override nos_",
		"textureSample(", "textureSampleBias(", "textureSampleCompare(", "textureSampleLevel(", "textureSampleGrad(", "textureSampleCompareLevel(", "textureSampleBaseClampToEdge(",
		"textureGather(", "textureGatherCompare(", "textureLoad(", "textureDimensions(", "textureNumLayers(", "textureNumLevels(", "_2d_array<", "_3d<", "_cube<",
		"_depth_2d;", "_depth_2d_array;", "_depth_cube;", "outputs[own", "atomicAdd(", "@builtin(instance_index)", "@location(3) l"} {
		require.Contains(t, all.String(), text)
	}
}

func TestASeedGivesOneProgram(t *testing.T) {
	for seed := range uint64(20) {
		a, b := shaders.New(seed, options(seed)), shaders.New(seed, options(seed))
		require.Equal(t, a.Source(), b.Source())
		require.Equal(t, a.Buffers, b.Buffers)
	}
}

func TestTintAcceptsPrograms(t *testing.T) {
	tint, err := exec.LookPath("tint")
	if err != nil {
		t.Skip("tint is not installed")
	}
	dir := t.TempDir()
	for seed := range 2 * seeds() {
		p := shaders.New(seed/2, options(seed/2))
		if seed%2 != 0 {
			p = shaders.New(seed/2, pipelineOptions(seed/2))
		}
		name := filepath.Join(dir, "random.wgsl")
		require.NoError(t, os.WriteFile(name, []byte(p.Source()), 0o600))
		out, err := exec.Command(tint, "--format", "wgsl", name, "-o", filepath.Join(dir, "out.wgsl")).CombinedOutput()
		require.NoError(t, err, "seed %d: %s", seed, out)
	}
}

// A program whose output is not all zeros, and that has a function in it, becomes a few lines.
func TestShrinkingKeepsWhatFails(t *testing.T) {
	for _, seed := range []uint64{4, 9, 14} {
		o := options(seed)
		p := shaders.New(seed, o)
		fails := func(p *shaders.Program) bool {
			s, err := front.Parse("random.wgsl", p.Source())
			if err != nil {
				return false
			}
			m, err := s.Lower()
			if err != nil {
				return false
			}
			r, failed := run(p, m, false)
			return failed == nil && bytes.ContainsFunc(r.Buffers[wgsl.Binding{}], func(c rune) bool { return c != 0 })
		}
		require.True(t, fails(p), "seed %d", seed)
		small := shaders.Shrink(p, fails)
		require.True(t, fails(small))
		require.Less(t, bytes.Count([]byte(small.Source()), []byte("\n")), 20, small.Source())
		require.Equal(t, small.Source(), shaders.Shrink(p, fails).Source())
	}
}
