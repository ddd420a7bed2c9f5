package scenefile

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
)

const stateScene = `kernels: [{name: k, file: s.wgsl, state: [fog, alpha_test, texture]}]
meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
textures: [{name: t, pixels: [ff0000ff]}]
draws: [{mesh: m, texture: t, write_mask: rg, kernels: {pixel: k}`

// stateOf reads a scene whose draw has such a state.
func stateOf(t *testing.T, state string) (*scene.Scene, error) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "s.wgsl"), []byte(`@group(0) @binding(0) var t: texture_2d<f32>;
@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureLoad(t, vec2u(p.xy), 0); }`), 0o600))
	path := filepath.Join(dir, "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(stateScene+state+"}]\n"), 0o600))
	return Load(path)
}

func TestStateOfADraw(t *testing.T) {
	s, err := stateOf(t, ", state: {alpha_test: {function: gequal, reference: 0.5}, fog: {mode: linear, color: [1, 0.5, 0.25], start: 2, end: 6}, two_sided: true, textures: {0: {swizzle: a01r, srgb: true}, 3: {bound: false}}, target: {srgb: true, components: 2, format: 1}, depth_clamp: true}")
	require.NoError(t, err)
	d := &s.Draws[0]
	got := d.StateFor(d.Programs.Pixel.Kernel)
	want := nos.Default()
	want.AlphaFunction, want.AlphaReference = nos.GreaterEqual, 0.5
	want.Fog, want.FogBinding = nos.Linear, 1
	want.TwoSided, want.TargetSRGB, want.TargetCount, want.TargetFormat, want.DepthClamp = true, true, 2, 1, true
	want.WriteMask = 3
	want.Textures[0].Swizzle, want.Textures[0].SRGB = [4]nos.Component{nos.Alpha, nos.Zero, nos.One, nos.Red}, true
	for n := 1; n < nos.Textures; n++ {
		want.Textures[n].Bound = false
	}
	require.Equal(t, &want, got)
	require.Equal(t, []scene.Binding{{Number: 1, Index: 0}}, d.Programs.Below.Buffers)
	var words []float32
	for _, w := range s.Buffers[0].Words {
		words = append(words, math.Float32frombits(w))
	}
	require.Equal(t, []float32{1, 0.5, 0.25, 6, 0.25, 0, 0, 0}, words)
	require.True(t, d.State.LateTest, "what is discarded writes no depth")
	require.False(t, d.Programs.Pixel.Effects&isa.EffectDiscards == 0)

	s, err = stateOf(t, "")
	require.NoError(t, err)
	require.False(t, s.Draws[0].State.LateTest, "nothing is discarded")
	require.True(t, s.Draws[0].StateFor(s.Draws[0].Programs.Pixel.Kernel).Textures[0].Bound)
}

func TestStatesThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		", state: {fog: {mode: thick}}":                          `fog: mode: "thick"; none, linear, exp or exp2 was expected`,
		", state: {fog: {mode: linear, start: 4, end: 4}}":       "fog: end 4, start 4; an end beyond the start was expected",
		", state: {textures: {8: {swizzle: rgba}}}":              `"8"; the number of a texture, 0 to 7, was expected`,
		", state: {textures: {0: {swizzle: rgbx}}}":              "four letters among r, g, b, a, 0 and 1",
		", state: {textures: [0]}":                               "a mapping of numbers",
		", state: {target: {components: 5}}":                     "5 components; 1 to 4 were expected",
		", state: {alpha: 1}":                                    `unknown key "alpha"`,
		", state: {alpha_test: {function: above, reference: 0}}": `"above"`,
	} {
		_, err := stateOf(t, text)
		require.ErrorContains(t, err, want, text)
		require.ErrorContains(t, err, "a.yaml:4:", text)
	}
	path := filepath.Join(t.TempDir(), "b.yaml")
	for text, want := range map[string]string{
		"kernels: [{name: k, state: [mist], file: s.wgsl}]\n":                                             `"mist"; `,
		"kernels: [{name: k, compiled: all, file: s.wgsl}]\n":                                             "fog is compiled in, but",
		"kernels: [{name: k, compiled: [lighting], file: s.tka}]\n":                                       "compiled, but the kernel is no shader in WGSL",
		"kernels: [{name: k, state: fog, file: s.wgsl}]\n":                                                "all, or a list of items of state",
		"kernels: [{name: k, state: all, file: s.tka}]\n":                                                 "state, but the kernel is no shader in WGSL",
		"kernels: [{name: k, state: all, lines: [.stage pixel, .lanes 8, \"send.color.4 r6 {last}\"]}]\n": "state, but",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "s.tka"), []byte(".stage pixel\nsend.color.4 r1 {last}\n"), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "s.wgsl"), []byte("@fragment fn f() -> @location(0) vec4f { return vec4f(1); }"), 0o600))
		require.NoError(t, os.WriteFile(path, []byte(text+"meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]\ndraws: [{mesh: m}]\n"), 0o600))
		_, err := Load(path)
		require.ErrorContains(t, err, want, text)
	}
}
