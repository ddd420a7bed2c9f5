package compiler_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/vectors"
)

func shaderText(t testing.TB, name string) string {
	text, err := vectors.Shaders.ReadFile("shaders/" + name)
	require.NoError(t, err)
	return string(text)
}

// tagsOf are the items that instructions of a kernel have tags of.
func tagsOf(r *compiler.Result) (bits uint16) {
	for n := range r.Kernel.Code {
		in := isa.Decode(r.Kernel.Code[n].Native)
		bits |= in.NOS
	}
	return bits
}

// A kernel has tags of the items that are applied to it, as far as it has something that they are of, and of those that it asks for.
func TestAKernelHasTagsOfWhatItDependsOn(t *testing.T) {
	const all = nos.All
	color := uint16(isa.NosAlphaTest | isa.NosFog | isa.NosTarget | isa.NosWriteMask | isa.NosClipPlanes)
	for _, c := range []struct {
		name  string
		items uint16
		want  uint16
	}{
		{"checker.wgsl", 0, 0}, {"checker.wgsl", all, color}, {"checker.wgsl", isa.NosFog, isa.NosFog}, {"checker.wgsl", isa.NosTexture | isa.NosDepthClamp, 0},
		{"depth.wgsl", all, color | isa.NosDepthClamp | isa.NosPointSprite}, {"checker.wgsl", isa.NosPointSprite, 0}, {"textured.wgsl", 0, isa.NosLighting | isa.NosTwoSided},
		{"textured.wgsl", isa.NosTexture, isa.NosLighting | isa.NosTwoSided | isa.NosTexture}, {"branches.wgsl", 0, isa.NosAlphaTest | isa.NosTarget | isa.NosLighting | isa.NosTwoSided},
	} {
		r, err := compiler.Compile(c.name, shaderText(t, c.name), compiler.Options{State: compiler.State{Items: c.items}})
		require.NoError(t, err)
		require.Equal(t, c.want, tagsOf(r), "%s with %#x", c.name, c.items)
		k, err := llir.Parse(r.LLIR.String())
		require.NoError(t, err)
		require.Equal(t, r.LLIR.String(), k.String())
	}
}

// What is compiled for a state has no tag, and no trace of what that state leaves out. Where only some values are compiled in, the kernel says which.
func TestStateThatIsCompiledIn(t *testing.T) {
	source := shaderText(t, "textured.wgsl")
	s := nos.Default()
	s.Colors = true
	plain, err := compiler.Compile("t.wgsl", source, compiler.Options{})
	require.NoError(t, err)
	for items, want := range map[uint16]*compiler.Result{0: plain, nos.All: plain} {
		r, err := compiler.Compile("t.wgsl", source, compiler.Options{State: compiler.State{Items: items, Known: &s}})
		require.NoError(t, err)
		require.Zero(t, tagsOf(r))
		require.Empty(t, r.Kernel.Compiled)
		require.Less(t, len(r.Kernel.Code), len(want.Kernel.Code))
	}
	in := func(value, _ uint8) bool { return value == isa.NosValueTextureSrgb || value>>4 == isa.NosValueFogOn>>4 }
	r, err := compiler.Compile("t.wgsl", source, compiler.Options{State: compiler.State{Items: nos.All, Known: &s, In: in}})
	require.NoError(t, err)
	require.Contains(t, r.Text, ".compiled fog.on 0\n")
	require.Len(t, r.Kernel.Compiled, 1)
	require.Zero(t, tagsOf(r)&isa.NosFog)
	require.NotZero(t, tagsOf(r)&isa.NosTexture)
}

func TestStateThatIsNone(t *testing.T) {
	const rest = " @fragment fn main() -> @location(0) vec4f { return vec4f(f32(x)); }"
	for source, want := range map[string]string{
		"override nos_fog_off: bool = false;" + strings.Replace(rest, "x", "nos_fog_off", 1): `override nos_fog_off is no value of state (docs/shaders.md, "State"); did you mean "nos_fog_on"?`,
		"override nos_fog_on: u32 = 0;" + strings.Replace(rest, "x", "nos_fog_on", 1):        "override nos_fog_on of type u32; it is a value of state of type bool",
		"override nos_fog_on: bool = true; override x = nos_fog_on;" + rest:                  "override nos_fog_on is a value of state, which is known at the draw only",
	} {
		_, err := compiler.Compile("x.wgsl", source, compiler.Options{})
		require.ErrorContains(t, err, want, source)
		require.ErrorContains(t, err, "x.wgsl: ", source)
	}
}
