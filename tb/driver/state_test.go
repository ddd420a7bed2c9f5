package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/golden"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
	"tilemark/tb/scenefile"
	"tilemark/vectors"
)

const foliage = `size: [32, 24]
camera: {eye: [0, 0.6, 4], target: [0, 0, 0]}
kernels:
  - {name: leaves, file: foliage.wgsl, state: all}
  - {name: painted, file: textured.wgsl, state: [texture, fog, target]}
textures:
  - {name: t, pixels: [ff0000ff 00ff00ff, 0000ff80 ffffff40]}
meshes:
  - {name: q, positions: [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], uvs: [[0, 0], [2, 0], [2, 2], [0, 2]], indices: [0, 1, 2, 0, 2, 3]}
draws:
  - {mesh: q, translate: [-1.2, 0.5, 0], kernels: {pixel: leaves}, state: {alpha_test: {function: greater, reference: 0.4}}}
  - {mesh: q, translate: [1.2, 0.5, -1], kernels: {pixel: leaves}, state: {alpha_test: {function: greater, reference: 0.4}}}
  - {mesh: q, translate: [1, 0.4, -2], kernels: {pixel: leaves}, state: {alpha_test: {function: gequal, reference: 0.2}, fog: {mode: linear, color: [0.5, 0.6, 0.7], start: 2, end: 9}}}
  - {mesh: q, translate: [1, -0.4, -2], write_mask: rb, kernels: {pixel: leaves}, state: {fog: {mode: exp2, color: [0.5, 0.6, 0.7], density: 0.2}, target: {srgb: true}}}
  - {mesh: q, texture: t, translate: [0, -0.8, 1], scale: [0.6, 0.6, 0.6], kernels: {pixel: painted}, state: {textures: {0: {swizzle: bgr1}}, colors: true}}
  - {mesh: q, translate: [1.4, -0.8, 1], scale: [0.5, 0.5, 0.5], kernels: {pixel: painted}, state: {lighting: true, textures: {0: {swizzle: 1b0a}}}}
  - {mesh: q, texture: t, translate: [-1, -0.8, 1], kernels: {pixel: painted}}
`

func foliageScene(t *testing.T, text string) *scene.Scene {
	dir := t.TempDir()
	for name, text := range shaderTexts(t) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	path := filepath.Join(dir, "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	s, err := scenefile.Load(path)
	require.NoError(t, err)
	return s
}

func shaderTexts(t *testing.T) map[string][]byte {
	leaves, err := os.ReadFile("../../examples/foliage.wgsl")
	require.NoError(t, err)
	painted, err := vectors.Shaders.ReadFile("shaders/textured.wgsl")
	require.NoError(t, err)
	return map[string][]byte{"foliage.wgsl": leaves, "textured.wgsl": painted}
}

// What is nearly always the same is compiled in: a draw of which it is not has the shader compiled again, which is counted, once for each value.
func TestStateThatIsCompiledIn(t *testing.T) {
	s := foliageScene(t, strings.Replace(foliage, "textured.wgsl, state: [texture, fog, target]}", "textured.wgsl, state: [texture, fog, target], compiled: [texture, lighting]}", 1))
	require.NotEmpty(t, s.Kernels[1].Compiled)
	got, c := drawn(t, s)
	require.Equal(t, 2, c.Patches.Compiled, "a swizzle; lighting and a texture that is not there")
	want, c := drawn(t, foliageScene(t, foliage))
	require.Zero(t, c.Patches.Compiled)
	require.Equal(t, want, got)
}

// A kernel that depends on all items and does not say what is compiled in has those compiled in that are nearly always the same. A draw in which one of them changes has the shader compiled again, and is the same.
func TestUsualStateIsCompiledIn(t *testing.T) {
	changed := strings.Replace(foliage, "translate: [1.2, 0.5, -1], kernels: {pixel: leaves}, state: {", "translate: [1.2, 0.5, -1], kernels: {pixel: leaves}, state: {clip_planes: [[1, 0, 0, -1]], ", 1)
	require.NotEqual(t, foliage, changed)
	s := foliageScene(t, foliage)
	for _, c := range s.Kernels[0].Compiled {
		require.NotZero(t, compiler.Usual>>(c.Value>>4)&1)
	}
	require.NotEmpty(t, s.Kernels[0].Compiled)
	_, c := drawn(t, s)
	require.Zero(t, c.Patches.Compiled, "nothing usual changes")
	got, c := drawn(t, foliageScene(t, changed))
	require.Equal(t, 1, c.Patches.Compiled, "one draw has a plane")
	want, c := drawn(t, foliageScene(t, strings.Replace(changed, "state: all}", "state: all, compiled: []}", 1)))
	require.Zero(t, c.Patches.Compiled)
	require.Equal(t, want, got)
	plain, _ := drawn(t, s)
	require.NotEqual(t, plain, got)
}

// drawn is the colour surface after all draws, by golden.
func drawn(t *testing.T, s *scene.Scene) ([]byte, *Context) {
	im := &Image{}
	c, err := im.Add(s, Options{Width: s.Width, Height: s.Height})
	require.NoError(t, err)
	_, err = golden.Run(im.Bytes, c.Header)
	require.NoError(t, err)
	const tile = 8 // pixels of a side
	return im.Bytes[c.Color.Base:][:c.Color.Pitch*s.Height/tile*tile*tile*c.Color.Bytes], c
}

// What is drawn with kernels that are patched for each draw is what kernels draw that are compiled for its state alone (rule N1). Draws of one state share
// what was patched; the kernel itself stays.
func TestPatchedDrawsAreThoseOfTheirState(t *testing.T) {
	s := foliageScene(t, foliage)
	before := s.Kernels[0].Kernel.Marshal()
	got, c := drawn(t, s)
	require.Equal(t, before, s.Kernels[0].Kernel.Marshal())
	leaves, painted := len(nos.Tagged(s.Kernels[0].Kernel)), len(nos.Tagged(s.Kernels[1].Kernel))
	require.Equal(t, Patches{Patched: 6, Instructions: 3*leaves + 3*painted, Kept: 1}, c.Patches, "the second draw is as the first one")
	require.Len(t, c.Kernels, 7, "with the project's vertex kernel")

	whole := foliageScene(t, foliage)
	items, texts := map[string]uint16{"leaves": nos.All, "painted": isa.NosTexture | isa.NosFog | isa.NosTarget}, shaderTexts(t)
	for n := range whole.Draws {
		d := &whole.Draws[n]
		k := d.Programs.Pixel
		file := map[string]string{"leaves": "foliage.wgsl", "painted": "textured.wgsl"}[k.Name]
		r, err := compiler.Compile(file, string(texts[file]), compiler.Options{Lanes: k.Lanes, State: compiler.State{Items: items[k.Name], Known: d.StateFor(k.Kernel)}})
		require.NoError(t, err)
		r.Kernel.Narrow() // the textures that it declares and does not ask
		d.Programs.Pixel = &scene.Kernel{Name: k.Name, Kernel: r.Kernel}
	}
	want, c := drawn(t, whole)
	require.Zero(t, c.Patches)
	require.Equal(t, want, got)
}

// A pixel shader that is linked to a vertex shader is patched by whom its kernel names.
func TestLinkedKernelsKeepTheirPatcher(t *testing.T) {
	const shader = `struct V { @builtin(position) p: vec4f, @location(1) a: vec2f }
@vertex fn up(@location(0) p: vec3f) -> V { return V(vec4f(p, 1.0), p.xy); }
@fragment fn down(@location(1) a: vec2f) -> @location(0) vec4f { return vec4f(a, 1.0, 0.5); }
`
	for patch, want := range map[string]Patches{"driver": {Patched: 1}, "machine": {Machine: 1}} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.yaml")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "s.wgsl"), []byte(shader), 0o600))
		require.NoError(t, os.WriteFile(path, []byte(`size: [8, 8]
kernels: [{name: v, file: s.wgsl, entry: up, patch: `+patch+`}, {name: k, file: s.wgsl, entry: down, state: [alpha_test], patch: `+patch+`}]
meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
draws: [{mesh: m, kernels: {vertex: v, pixel: k}, state: {alpha_test: {function: greater, reference: 0.25}}}]
`), 0o600))
		s, err := scenefile.Load(path)
		require.NoError(t, err)
		require.NotSame(t, &s.Kernels[1], s.Draws[0].Programs.Pixel, "it is linked")
		_, c := drawn(t, s)
		c.Patches.Instructions = 0
		require.Equal(t, want, c.Patches, patch)
	}
}
