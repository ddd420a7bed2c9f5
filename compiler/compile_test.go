package compiler_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/compiler/llir"
	"tilemark/hw/isa/nos"
)

const loop = `
@group(1) @binding(4) var<storage, read_write> r: array<f32>;
@group(0) @binding(2) var<uniform> u: vec4<f32>;
fn f(x: f32) -> f32 { if (x > 3.0) { return 1.0; } return x * 2.0; }
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var s = 0.0;
  for (var i = 0u; i < id.x; i++) { if (i == 7u) { continue; } s += f(r[i] + u.y); if (s > 100.0) { break; } }
  r[id.x] = s;
}`

func TestAKernelHasWhatItsShaderHas(t *testing.T) {
	r, err := compiler.Compile("loop.wgsl", loop, compiler.Options{Lanes: 8})
	require.NoError(t, err)
	require.Equal(t, "main", r.Kernel.Name)
	require.Equal(t, [3]int{64, 1, 1}, r.Kernel.CTA)
	require.Equal(t, 8, r.Kernel.Lanes)
	require.Len(t, r.Resources, 2)
	require.Equal(t, "u", r.Resources[0].Name) // by group and binding
	require.Equal(t, uint32(1), r.Resources[1].Group)
	require.Equal(t, 1, r.Resources[1].Number)
}

func TestLowLevelTextIsReadBack(t *testing.T) {
	r, err := compiler.Compile("loop.wgsl", loop, compiler.Options{})
	require.NoError(t, err)
	k, err := llir.Parse(r.LLIR.String())
	require.NoError(t, err)
	require.Equal(t, r.LLIR.String(), k.String())
}

func TestWhatCannotBeCompiled(t *testing.T) {
	for source, want := range map[string]string{
		"fn f() {}": "which entry point?",
		"@compute @workgroup_size(1) fn a() {} @compute @workgroup_size(1) fn b() {}":                                                          "which entry point?",
		"@group(0) @binding(0) var t: texture_multisampled_2d<f32>; @compute @workgroup_size(1) fn a() { _ = textureLoad(t, vec2(0, 0), 0); }": "multisampled",
		"@fragment fn a() -> @location(1) vec4<f32> { return vec4(1.0); }":                                                                     "a colour target number 1",
		"@compute @workgroup_size(1) fn a() { x = 1; }":                                                                                        "x.wgsl:1:",
	} {
		_, err := compiler.Compile("x.wgsl", source, compiler.Options{})
		require.ErrorContains(t, err, want, source)
	}
}

// TestShadersOfOthers compiles all shaders of a folder: whatever they are, an error is one of the shader and none of the compiler.
func TestShadersOfOthers(t *testing.T) {
	folder := os.Getenv("SHADERS")
	if folder == "" {
		t.Skip("SHADERS names no folder")
	}
	compiled, refused := 0, 0
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".wgsl" {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, why := range compileAll(path, string(text)) {
			if why == nil {
				compiled++
				continue
			}
			refused++
			t.Log(why)
			for _, own := range []string{"the compiler failed", "the assembler refuses", " after "} {
				if strings.Contains(why.Error(), own) {
					t.Errorf("a mistake of the compiler: %v", why)
				}
			}
		}
		return nil
	})
	require.NoError(t, err)
	t.Logf("%d entry points compiled, %d refused", compiled, refused)
}

// compileAll compiles all entry points of a shader.
func compileAll(path, text string) (results []error) {
	_, m, err := compiler.Read(path, text)
	if err != nil {
		return []error{err}
	}
	given := front.Overrides{} // as a program would
	for _, o := range m.Overrides {
		key := o.Name
		if o.ID != nil {
			key = fmt.Sprint(*o.ID)
		}
		if o.Init == nil {
			given[key] = 1
		}
	}
	if m, err = compiler.Load(path, text, given); err != nil {
		return []error{err}
	}
	for n := range m.EntryPoints {
		_, err := compiler.Module(path, m, compiler.Options{Entry: m.EntryPoints[n].Name})
		results = append(results, err)
	}
	return results
}

// FuzzCompile: the text of a shader, read, checked and compiled: an error or kernels, never a panic.
func FuzzCompile(f *testing.F) {
	f.Add(loop)
	f.Add("@fragment fn main(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> { if (p.x > 3.) { discard; } return fract(p); }")
	f.Add("struct V { @builtin(position) p: vec4<f32>, @location(0) c: vec4<f32> }\n@vertex fn main(@location(0) p: vec3<f32>) -> V { return V(vec4(p, 1.0), vec4(1.0)); }")
	f.Fuzz(func(t *testing.T, text string) {
		for _, why := range compileAll("fuzz.wgsl", text) {
			if why != nil && strings.Contains(why.Error(), "the compiler failed") {
				t.Fatal(why)
			}
		}
	})
}

// Naga gives the members of an outer structure other offsets when an inner one has @align.
func TestStructuresAreLaidOutAsWGSLSays(t *testing.T) {
	r, err := compiler.Compile("layout.wgsl", `
struct Inner { @align(32) a: f32 }
struct Outer { x: f32, b: Inner, c: array<Inner, 2>, d: vec3<f32>, e: f32 }
@group(0) @binding(0) var<storage, read_write> o: Outer;
@compute @workgroup_size(1) fn main() { o.b.a = 1.0; o.c[1].a = 2.0; o.d.y = 3.0; o.e = 4.0; }`, compiler.Options{})
	require.NoError(t, err)
	var offsets []int
	r.LLIR.Body.Walk(func(i *llir.Instr) {
		if i.Op == llir.Store {
			offsets = append(offsets, i.Message.Offset)
		}
	})
	require.Equal(t, []int{32, 96, 132, 140}, offsets)
}

func TestInitialValuesAreThoseOfTheirExpressions(t *testing.T) {
	r, err := compiler.Compile("values.wgsl", `
const K = 5u;
var<private> a = K + 2;
var<private> m = mat2x2(1, 2,
	3, 4.5);
var<private> d: u32 = u32(-1.5 + 3);
@group(0) @binding(0) var<storage, read_write> r: array<f32>;
@compute @workgroup_size(1) fn main() { r[0] = f32(a); r[1] = m[1].y; r[2] = f32(d); }`, compiler.Options{})
	require.NoError(t, err)
	var bits []uint32
	r.LLIR.Body.Walk(func(i *llir.Instr) {
		if i.Op == llir.Const && i.Type == llir.F32 {
			bits = append(bits, i.Bits)
		}
	})
	require.ElementsMatch(t, []uint32{0x40e00000, 0x40900000, 0x3f800000}, bits)
}

func TestTheSameShaderGivesTheSameKernel(t *testing.T) {
	text, err := os.ReadFile("../examples/mandelbrot.wgsl")
	require.NoError(t, err)
	for _, source := range []string{loop, string(text)} {
		first, err := compiler.Compile("same.wgsl", source, compiler.Options{})
		require.NoError(t, err)
		for range 20 {
			again, err := compiler.Compile("same.wgsl", source, compiler.Options{})
			require.NoError(t, err)
			require.Equal(t, first.Text, again.Text)
		}
	}
}

// Naga takes texels of i32 for floats where no variable says their type.
func TestTexelsOfIntegers(t *testing.T) {
	r, err := compiler.Compile("x.wgsl", `
@group(0) @binding(0) var t: texture_2d<i32>;
@group(0) @binding(1) var<storage, read_write> r: array<vec4i>;
fn twice(x: vec4i) -> vec4i { return x + x; }
@compute @workgroup_size(1) fn a() {
  let m = textureLoad(t, vec2(0, 0), 0);
  let n = -m.zyxw * 3 + select(m, vec4(m.y), m.x < 4);
  r[0] = twice(n) >> vec4(1u);
  r[1] = max(m, vec4(7)) * m.w;
  r[2].x = dot(m, n) % m[2] + textureLoad(t, vec2(textureLoad(t, vec2(0, 1), 0).x, (2)), 0).y * 2;
}`, compiler.Options{})
	require.NoError(t, err)
	require.NotContains(t, r.Text, ":f")
}

// Memory of a lane begins at a word of its own, however many registers are kept before it.
func TestPrivateMemoryBeginsAtAWord(t *testing.T) {
	private := regexp.MustCompile(`private_(?:load|store)\S* [^+\n]*\+(\d+)`)
	for _, lanes := range []int{8, 16, 32} {
		module, err := compiler.Load("kept.wgsl", kept, nil)
		require.NoError(t, err)
		r, err := compiler.Module("kept.wgsl", module, compiler.Options{Entry: "main", Lanes: lanes, State: compiler.State{Items: nos.All}})
		require.NoError(t, err)
		found := private.FindAllStringSubmatch(r.Text, -1)
		require.NotEmpty(t, found)
		for _, f := range found {
			offset, err := strconv.Atoi(f[1])
			require.NoError(t, err)
			require.Zero(t, offset%4, "%d lanes: %s", lanes, f[0])
		}
	}
}

// kept needs more registers than there are, and memory for a structure.
const kept = `struct S1 {
    m0: mat3x2<f32>,
    m1: array<mat3x4<f32>, 5>,
    m2: mat4x4<f32>,
}
struct S2 {
    m0: u32,
    m1: vec3<bool>,
    m2: S1,
    m3: f32,
    m4: mat4x4<f32>,
}
@group(0) @binding(12) var<storage, read_write> outputs: array<u32>;
struct Settings {
    a: vec4<u32>,
    b: vec3<i32>,
    c: f32,
    d: vec2<f32>,
    e: u32,
    f: i32,
    g: mat3x3<f32>,
    h: array<vec4<f32>, 3>,
    i: mat2x2<f32>,
}
@group(0) @binding(14) var<uniform> settings: Settings;
var<private> own: u32;
struct Output {
    @location(0) color: vec4<f32>,
}

@fragment
fn main(@location(1) l26: vec4<f32>, @location(3) l27: vec2<f32>, @builtin(position) position: vec4<f32>) -> Output {
    own = (u32(position.x) & 15u) * 2u + (u32(position.y) & 1u);
    var v29: S2 = S2(1u, vec3<bool>(true), S1(), 1.0f, mat4x4<f32>(vec4<f32>(1.0f), vec4<f32>(), vec4<f32>(1.0f, 1.0f, settings.c, 1.0f), vec4<f32>(1.0f)));
    for (var k38: u32 = 0u; k38 < 1u; k38++) {
        v29.m2.m0[1u] = vec2<f32>(vec2<i32>(settings.b[2u], 1i));
        v29.m2.m1 = v29.m2.m1;
    }
    outputs[own * 16u + 2u] ^= u32(v29.m0);
    return Output(vec4<f32>(1.0f));
}
`
