package judge

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gogpu/naga/ir"
	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/golden/wgsl"
	"tilemark/tb/shaders"
)

var (
	seeds = flag.Uint64("seeds", 0, "random shaders to try; 0: some")
	first = flag.Uint64("first", 0, "the first of the seeds")
	seed  = flag.Int64("seed", -1, "try this one only, print a smaller one that differs too, and its code")
)

// options are those of a seed: sizes from a handful of statements to hundreds.
func options(seed uint64) (shaders.Options, compiler.Options) {
	return shaders.Options{Statements: []int{6, 20, 60, 120, 300}[seed%5], Half: seed%3 == 0}, compiler.Options{Lanes: []int{0, 8, 16, 32}[seed%4]}
}

// run judges a program. What the front end refuses, and what needs more than the machine has, is no difference.
func run(p *shaders.Program, o compiler.Options) error {
	m, err := lowered("random.wgsl", p.Source())
	if err != nil {
		return err
	}
	return programOf(p).Run(m, o)
}

// lowered is naga's IR of a shader, as the compiler has it.
func lowered(file, source string) (*ir.Module, error) {
	_, m, err := compiler.Read(file, source)
	return m, err
}

func programOf(p *shaders.Program) *Compute {
	c := &Compute{Entry: "main", Groups: p.Groups, Buffers: map[wgsl.Binding][]byte{}}
	for _, b := range p.Buffers {
		c.Buffers[wgsl.Binding{Binding: b.Binding}] = b.Contents
	}
	return c
}

// failed tells whether the compiler made something that is wrong by its own checks, which no shader may have it do.
func failed(err error) bool {
	for _, text := range []string{"the assembler refuses", "the compiler failed", " after lowering"} {
		if err != nil && strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}

func differs(err error) bool {
	d := (*Difference)(nil)
	return errors.As(err, &d)
}

func TestRandomShaders(t *testing.T) {
	n := *seeds
	if n == 0 {
		n = 60
		if testing.Short() {
			n = 20
		}
	}
	refused := 0
	for seed := *first; seed < *first+n; seed++ {
		o, c := options(seed)
		err := run(shaders.New(seed, o), c)
		require.False(t, differs(err) || failed(err), "-seed %d: %v", seed, err)
		if err != nil {
			refused++
			t.Logf("-seed %d: %v", seed, err)
		}
	}
	require.LessOrEqual(t, refused, int(1+n/20), "programs that were not compiled")
}

func TestOneSeed(t *testing.T) {
	if *seed < 0 {
		t.Skip("no -seed")
	}
	o, c := options(uint64(*seed))
	p := shaders.New(uint64(*seed), o)
	if err := run(p, c); err == nil {
		return
	}
	p = shaders.Shrink(p, func(p *shaders.Program) bool { return differs(run(p, c)) })
	r, err := compiler.Compile("random.wgsl", p.Source(), c)
	require.NoError(t, err)
	t.Fatalf("%v\n%d groups\n%s\n%v\n%s", run(p, c), p.Groups, p.Source(), r.LLIR, r.Text)
}

// TestRandomProgramsOfOthers judges a folder of compute shaders whose first line has the bytes of their buffers: // {"GROUP:BINDING":[BYTES]}. Of those
// that it leaves out the bytes are 0.
func TestRandomProgramsOfOthers(t *testing.T) {
	folder := os.Getenv("RANDOM_SHADERS")
	if folder == "" {
		t.Skip("RANDOM_SHADERS names no folder")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.wgsl"))
	require.NoError(t, err)
	equal := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		switch err := runOther(f, string(text)); {
		case err == nil:
			equal++
		case differs(err), failed(err):
			t.Errorf("%s: %v", f, err)
		default:
			t.Logf("%s: %v", f, err)
		}
	}
	t.Logf("%d of %d equal", equal, len(files))
}

func runOther(file, text string) error {
	m, err := lowered(file, text)
	if err != nil {
		return err
	}
	c, err := otherProgram(m, text)
	if err != nil {
		return err
	}
	return c.Run(m, compiler.Options{})
}

// otherProgram is a dispatch of a program whose first line has the bytes of its buffers.
func otherProgram(m *ir.Module, text string) (*Compute, error) {
	first, _, _ := strings.Cut(text, "\n")
	given := map[string][]int{}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(first, "//")), &given); err != nil {
		return nil, err
	}
	p, err := wgsl.Prepare(m)
	if err != nil {
		return nil, err
	}
	c := &Compute{Entry: m.EntryPoints[0].Name, Groups: [3]uint32{1, 1, 1}, Buffers: map[wgsl.Binding][]byte{}}
	for _, b := range p.Buffers() {
		data := make([]byte, b.Size)
		for n, x := range given[fmt.Sprintf("%d:%d", b.Group, b.Binding.Binding)] {
			if n < len(data) {
				data[n] = byte(x)
			}
		}
		c.Buffers[b.Binding] = data
	}
	return c, nil
}

// judged compares a program whose buffers are zeros.
func judged(t *testing.T, source string, buffers map[uint32]int) {
	s, failed := front.Parse("small.wgsl", source)
	require.Nil(t, failed)
	m, failed := s.Lower()
	require.Nil(t, failed)
	c := &Compute{Entry: "main", Groups: [3]uint32{2, 1, 1}, Buffers: map[wgsl.Binding][]byte{}}
	for n, size := range buffers {
		c.Buffers[wgsl.Binding{Binding: n}] = make([]byte, size)
	}
	for _, lanes := range []int{8, 16, 32} {
		require.NoError(t, c.Run(m, compiler.Options{Lanes: lanes}), "%d lanes", lanes)
	}
	c.write(t, "small", filepath.Base(t.Name()), source, m)
}

// Programs that were once compiled wrongly.
func TestWhatWasWrongOnce(t *testing.T) {
	for name, source := range map[string]string{
		"lanes that continue within an if wait, and what is written for one lane leaves them alone": `
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var<storage, read> a: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(workgroup_id) g: vec3<u32>, @builtin(local_invocation_index) l: u32) {
    var kept = 0u;
    for (var k = 0u; k < 3u; k++) {
        if (g.x < 5u) {
            if (k > 0u) { continue; }
        }
        kept = a[3] + 7u;
    }
    r[g.x * 8u + l] = kept;
}`,
		"one side of an if keeps a value, the other one what it was made of": `
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var<storage, read_write> a: array<atomic<u32>>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) l: u32) {
    let x = f32(l * 3u + 1u) * 0.5;
    var v = 1.0 / x;
    if ((l & 1u) == 0u) {
    } else {
        v = x;
        atomicAdd(&a[1], 1u);
    }
    r[l] = bitcast<u32>(v);
}`,
		"naga stores before it evaluates": `
@group(0) @binding(0) var<storage, read_write> r: array<atomic<u32>>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var n = 3u;
    atomicStore(&r[id.x], n);
}`,
		"functions whose name begins like one of WGSL": `
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
fn textureLoadMine(x: u32) -> u32 { return x * 3u; }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) { r[id.x] = textureLoadMine(id.x); }`,
		"a pointer made before a continue, used after it": `
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var i = id.x;
    loop {
        if (i > 15u) { break; }
        let p = &r[i];
        if (i % 2u == 0u) { continue; }
        *p = 5u;
        continuing { *p = *p * 2u + 1u; i += 16u; }
    }
}`,
		"a value that a loop begins with, and reads in each turn": `
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
@group(0) @binding(1) var<storage, read> a: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let first = max(a[0], 3u);
    var x = first;
    for (var k = 0u; k < 4u; k++) { x = first << (x % 7u); }
    r[id.x] = x;
}`,
		"a variable that changes while what is added to it is computed": `
@group(0) @binding(0) var<storage, read_write> r: array<u32>;
var<private> n: vec2u;
fn f(x: u32) -> u32 { n += vec2u(10u); return n.y + x; }
fn g(p: ptr<function, u32>) -> u32 { *p *= 2u; return 5u; }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var m = id.x + 1u;
    n = vec2u(3u, 4u);
    m += g(&m); // once: n;
    n.y -= f(1u) * f(2u);
    for (var k = 0u; k < 3u; n ^= vec2u(f(k))) { k++; r[id.x] |= f(k); }
    r[id.x] += n.x * 7u + n.y + m * 1000u;
}`,
		"degrees of f16 are computed in f16": `enable f16;
@group(0) @binding(0) var<storage, read_write> r: array<f32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) { r[id.x] = f32(degrees(f16(id.x) * 0.37h - 2.0h)) + f32(radians(f16(id.x) * 9.3h)); }`,
		"remainders of f16 are computed in f32": `enable f16;
@group(0) @binding(0) var<storage, read_write> r: array<f32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) { r[id.x] = f32(1000.0h % (f16(id.x) * 0.3h + 0.1h)); }`,
	} {
		t.Run(name, func(t *testing.T) { judged(t, source, map[uint32]int{0: 64, 1: 64}) })
	}
}

// Both sides of the judge take initial values from the front end: so these are compared with what the shader says.
func TestInitialValuesAreThoseOfTheShader(t *testing.T) {
	const source = `
struct S { a: i32, b: vec2i, c: mat2x2f, d: bool }
const least = i32(2147483648u);
@group(0) @binding(0) var<storage, read_write> r: array<i32>;
var<private> g: i32 = -2147483647i - 1i;
var<private> h = vec2(least, -5);
var<private> q: array<i32, 2> = array<i32, 2>(i32(-2147483648), ~0x7fffffff);
var<private> s: array<S, 2> = array<S, 2>(S(-7, vec2i(least, 8), mat2x2f(), true), S(least, vec2i(-1), mat2x2f(1, 2, 3, 4), false));
var<private> f: vec3f = vec3(1, 2, -3);
var<private> b: array<bool, 3> = array(true, least > 0, true);
@compute @workgroup_size(1) fn main() {
    let list = array<i32, 16>(g, h.x, h.y, q[0], q[1], s[0].a, s[0].b.x, s[0].b.y, s[1].a, s[1].b.y, i32(s[1].c[0].y), i32(s[1].c[1].x), i32(s[0].d), i32(f.z), i32(b[1]), i32(b[2]));
    for (var n = 0; n < 16; n++) { r[n] = list[n]; }
}`
	m, err := lowered("initial.wgsl", source)
	require.NoError(t, err)
	c := &Compute{Entry: "main", Groups: [3]uint32{1, 1, 1}, Buffers: map[wgsl.Binding][]byte{{}: make([]byte, 64)}}
	require.NoError(t, c.Run(m, compiler.Options{}))
	after, err := c.compiled(m, compiler.Options{})
	require.NoError(t, err)
	const least = math.MinInt32
	for n, want := range []int32{least, least, -5, least, least, -7, least, 8, least, -1, 2, 3, 1, -3, 0, 1} {
		require.Equal(t, want, int32(binary.LittleEndian.Uint32(after[wgsl.Binding{}][4*n:])), "number %d", n)
	}
}

// What the compiler computes of constants is what the machine would have computed: each line is tried with numbers that are known and with the same ones
// from a buffer.
func TestConstantsAreFoldedAlike(t *testing.T) {
	unary := []string{"abs(x)", "floor(x)", "ceil(x)", "trunc(x)", "round(x)", "fract(x)", "sqrt(x)", "inverseSqrt(x)", "exp2(x)", "log2(x)", "sin(x)", "cos(x)", "-x",
		"f32(i32(x))", "f32(u32(x))", "f32(f16(x))", "x + y", "x * y", "x / y", "x % y", "min(x, y)", "max(x, y)", "fma(x, y, x)", "select(x, y, x < y)", "f32(x <= y)",
		"f32(abs(f16(x)))", "f32(f16(x) * f16(y))", "f32(f16(x) / f16(y))", "f32(sqrt(f16(x)))", "f32(fma(f16(x), f16(y), f16(x)))", "f32(f16(x) < f16(y))"}
	integers := []string{"i + j", "i * j", "i / j", "i % j", "i - j", "min(i, j)", "max(i, j)", "i << (u32(j) % 32u)", "i >> (u32(j) % 32u)", "i & j", "i | j", "i ^ j", "~i", "-i",
		"abs(i)", "countOneBits(i)", "countLeadingZeros(i)", "countTrailingZeros(i)", "reverseBits(i)", "select(i, j, i < j)", "i32(u32(i) / u32(j))", "i32(u32(i) % u32(j))",
		"i32(u32(i) > u32(j))", "i32(f32(i))", "i32(f32(u32(i)))"}
	floats := []float32{0, -0.75, 1, 2.5, -3.25, 1e-3, 65000, 3e9, -7e-41}
	words := []int32{0, 1, -1, 7, -128, math.MaxInt32, -1234567}
	var b strings.Builder
	b.WriteString("enable f16;\n@group(0) @binding(0) var<storage, read_write> r: array<u32>;\n@group(0) @binding(1) var<storage, read> f: array<f32>;\n@group(0) @binding(2) var<storage, read> n: array<i32>;\n" +
		"@compute @workgroup_size(1) fn main() {\n")
	next := 0
	store := func(format string, args ...any) {
		fmt.Fprintf(&b, "    r[%d] = bitcast<u32>(%s);\n", next, fmt.Sprintf(format, args...))
		next++
	}
	var data, integerData []byte
	for k := range floats {
		fmt.Fprintf(&b, "  { var x = bitcast<f32>(%du); var y = bitcast<f32>(%du);\n", math.Float32bits(floats[k]), math.Float32bits(floats[(k+1)%len(floats)]))
		for _, e := range unary {
			store("%s", e)
		}
		fmt.Fprintf(&b, "    x = f[%d]; y = f[%d];\n", k, (k+1)%len(floats))
		for _, e := range unary {
			store("%s", e)
		}
		b.WriteString("  }\n")
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(floats[k]))
	}
	for k := range words {
		fmt.Fprintf(&b, "  { var i = bitcast<i32>(%du); var j = bitcast<i32>(%du);\n", uint32(words[k]), uint32(words[(k+1)%len(words)]))
		for _, e := range integers {
			store("%s", e)
		}
		fmt.Fprintf(&b, "    i = n[%d]; j = n[%d];\n", k, (k+1)%len(words))
		for _, e := range integers {
			store("%s", e)
		}
		b.WriteString("  }\n")
		integerData = binary.LittleEndian.AppendUint32(integerData, uint32(words[k]))
	}
	b.WriteString("}\n")
	s, failed := front.Parse("fold.wgsl", b.String())
	require.Nil(t, failed)
	m, failed := s.Lower()
	require.Nil(t, failed)
	c := &Compute{Entry: "main", Groups: [3]uint32{1, 1, 1}, Buffers: map[wgsl.Binding][]byte{{Binding: 0}: make([]byte, 4*next), {Binding: 1}: data, {Binding: 2}: integerData}}
	require.NoError(t, c.Run(m, compiler.Options{}))
	buffers, err := c.compiled(m, compiler.Options{})
	require.NoError(t, err)
	word := func(n int) uint32 { return binary.LittleEndian.Uint32(buffers[wgsl.Binding{}][4*n:]) }
	at := 0
	for _, list := range []struct {
		expressions []string
		numbers     int
	}{{unary, len(floats)}, {integers, len(words)}} {
		for k := range list.numbers {
			for n, e := range list.expressions {
				require.Equal(t, word(at+len(list.expressions)+n), word(at+n), "%s of number %d", e, k)
			}
			at += 2 * len(list.expressions)
		}
	}
}
