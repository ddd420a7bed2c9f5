package judge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/tb/kernels"
)

// formatted has a location of each type, whose formats are by state.
const formatted = `
enable f16;
struct Result {
    @builtin(position) at: vec4f, @location(0) a: vec3f, @location(1) b: vec4f, @location(2) @interpolate(flat) c: vec2u, @location(3) @interpolate(flat) d: vec4i,
    @location(4) e: f32,
}
@vertex fn main(@location(0) a: vec3f, @location(1) b: vec4<f16>, @location(2) c: vec2u, @location(3) d: vec4i, @location(4) e: f32, @builtin(vertex_index) index: u32) -> Result {
    return Result(vec4f(f32(index)), a, vec4f(b), c, d, e);
}`

// Vertices in any format are what the reference model reads: by a kernel that is patched for the state, one that is compiled for it, and one that the machine's patcher makes.
func TestVerticesInFormats(t *testing.T) {
	n := max(40, *states)
	if *states == 0 {
		n = 5000
	}
	_, m, err := compiler.Read("formatted.wgsl", formatted)
	require.NoError(t, err)
	for _, lanes := range []int{8, 16, 32} {
		p, err := NewPatched("formatted.wgsl", formatted, isa.NosVertexFormat, lanes)
		require.NoError(t, err)
		k := p.Result.Kernel
		table, err := nos.Table(k)
		require.NoError(t, err)
		for seed := range n {
			s := p.For(Random(uint64(seed)))
			v := &Vertices{Seed: uint64(seed), Buffers: p.Buffers}
			want, err := v.Reference(m, p.Result, lanes, p.Items, s)
			require.NoError(t, err)
			patched := nos.Kernel(k, s)
			got, err := v.Run(patched)
			require.NoError(t, err)
			require.NoError(t, got.equal(&want), "%d lanes, state %d", lanes, seed)
			whole, err := p.Whole(s)
			require.NoError(t, err)
			got, err = v.Run(whole.Kernel)
			require.NoError(t, err)
			require.NoError(t, got.equal(&want), "compiled for the state: %d lanes, state %d", lanes, seed)
			program := kernels.Program(k)
			program.Table = table
			program.State, err = s.Words(k.Stage)
			require.NoError(t, err)
			machine, err := exec.Load(program)
			require.NoError(t, err)
			code := append([]byte(nil), k.Bytes()...)
			nos.NewPatcher(k).Patch(code, s)
			require.Equal(t, code, machine.Patched)
		}
		t.Logf("%d lanes: %d instructions, of which %d are tagged, and a table of %d bytes", lanes, len(k.Code), len(nos.Tagged(k)), len(table))
	}
}

// Locations beyond the attributes of state are refused.
func TestLocationsWithoutState(t *testing.T) {
	_, err := NewPatched("far.wgsl", `@vertex fn main(@location(16) a: vec4f) -> @builtin(position) vec4f { return a; }`, isa.NosVertexFormat, 16)
	require.ErrorContains(t, err, "location 16 of the vertices, whose format is by state; 0 to 15 was expected")
}
