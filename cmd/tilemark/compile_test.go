package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const mandelbrot = "../../examples/mandelbrot.wgsl"

// shaderFile writes a shader.
func shaderFile(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "s.wgsl")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestCompileSaysWhatAShaderNeeds(t *testing.T) {
	out := held(t, "compile", mandelbrot, "--dump", "ir,llir,asm", "--lanes", "8")
	require.Contains(t, out, "entry main stage 3 {")
	require.Contains(t, out, "kernel main pixel")
	require.Contains(t, out, ".lanes 8")
	require.Contains(t, out, "PASSED: main: ")
	kernel := filepath.Join(t.TempDir(), "m.tkb")
	held(t, "compile", mandelbrot, "--out", kernel)
	require.Contains(t, held(t, "disasm", kernel), ".stage pixel")
}

func TestShadersThatCannotBeCompiled(t *testing.T) {
	two := shaderFile(t, "@compute @workgroup_size(1) fn one() {}\n@compute @workgroup_size(1) fn two() {}\n")
	wrong(t, "compile "+two+" --entry tow", `--entry: `+two+` has no entry point "tow"; did you mean "two"?`)
	wrong(t, "compile "+two+" --out a.tkb", "has 2 entry points, expected one of one, two by --entry")
	wrong(t, "compile "+two+" --lanes 9", "--lanes: 9, expected 8, 16 or 32")
	wrong(t, "compile "+two+" --dump asn", `--dump: nothing is called "asn"; did you mean "asm"?`)
	wrong(t, "compile "+two+" --out a.wgsl", "a.wgsl")
	wrong(t, "shade "+two+" --bind 0", `--bind "0": N=FILE was expected`)
	for text, want := range map[string]string{
		"fn f() -> { }\n": ":1:11: ",
		"fn f() {}\n":     "there is no entry point",
		"@group(0) @binding(0) var t: texture_multisampled_2d<f32>;\n@compute @workgroup_size(1) fn main() { _ = textureLoad(t, vec2(0, 0), 0); }\n": "main: multisampled textures",
	} {
		refusedWith(t, "compile "+shaderFile(t, text), want)
	}
	refusedWith(t, "shade "+shaderFile(t, "@compute @workgroup_size(1) fn main() {}\n"), "is of stage compute, expected @fragment")
	refusedWith(t, "shade "+shaderFile(t, "@fragment fn main(@location(0) c: vec4<f32>) -> @location(0) vec4<f32> { return c; }\n"), "nothing is interpolated over the whole target")
	refusedWith(t, "shade "+shaderFile(t, "@group(0) @binding(3) var<uniform> u: vec4<f32>;\n@fragment fn main() -> @location(0) vec4<f32> { return u; }\n"), "expected --bind 3=FILE")
}

func TestShadeDrawsWithBuffers(t *testing.T) {
	shader := shaderFile(t, `@group(0) @binding(3) var<uniform> u: vec4<f32>;
@group(0) @binding(5) var<storage, read_write> count: array<atomic<u32>>;
@fragment fn main(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
  atomicAdd(&count[u32(at.x) / 8u], 1u);
  return u;
}
`)
	dir := t.TempDir()
	u, count := filepath.Join(dir, "u"), filepath.Join(dir, "count")
	require.NoError(t, os.WriteFile(u, []byte{0, 0, 128, 63, 0, 0, 0, 63, 0, 0, 0, 0, 0, 0, 128, 63}, 0o600))
	require.NoError(t, os.WriteFile(count, make([]byte, 16), 0o600))
	out := held(t, "shade", shader, "--size", "32x24", "--bind", "3="+u, "--bind", "5="+count, "--every", "700", "--out", filepath.Join(dir, "o"))
	require.Contains(t, out, "PASSED: machine and golden equal")
	require.FileExists(t, filepath.Join(dir, "o", "colour.png"))
}

// refusedWith wants a check that failed, and why.
func refusedWith(t *testing.T, args, want string) {
	t.Helper()
	status, _, errs := tilemark(strings.Fields(args)...)
	require.Equal(t, exitFailed, status, "%s: %s", args, errs)
	require.Contains(t, errs, want, args)
	require.Contains(t, errs, "FAILED: ", args)
}
