package judge

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/golden/wgsl"
)

// What random shaders seldom have: each of these shaders shows a mistake that somebody could make in the compiler.
func TestSmallShaders(t *testing.T) {
	words := make([]byte, 4096)
	r := rand.New(rand.NewPCG(7, 7))
	for n := 0; n < len(words); n += 4 {
		binary.LittleEndian.PutUint32(words[n:], r.Uint32()>>(r.IntN(32)))
	}
	for name, body := range smallShaders {
		t.Run(name, func(t *testing.T) {
			source := "@group(0) @binding(0) var<storage, read_write> r: array<u32>;\n@group(0) @binding(1) var<storage, read> a: array<u32>;\n" + body
			if strings.Contains(body, "f16") {
				source = "enable f16;\n" + source
			}
			s, failed := front.Parse("small.wgsl", source)
			require.Nil(t, failed)
			m, failed := s.Lower()
			require.Nil(t, failed)
			c := &Compute{Entry: "main", Groups: [3]uint32{2, 1, 1}, Buffers: map[wgsl.Binding][]byte{{Binding: 0}: make([]byte, 4096)}}
			for n := range uint32(3) {
				c.Buffers[wgsl.Binding{Binding: 1 + n}] = words
			}
			c.Buffers[wgsl.Binding{Binding: 4}] = bytes.Repeat(words[:4092], 11)
			for _, lanes := range []int{8, 16, 32} {
				require.NoError(t, c.Run(m, compiler.Options{Lanes: lanes}), "%d lanes", lanes)
			}
			c.write(t, "small", name, source, m)
		})
	}
}

// smallShaders are without their first two buffers.
var smallShaders = map[string]string{
	"a comparison waits while an if changes what it compares": `
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = a[id.x] * 3u;
    let small = x < 1000u;
    var y = x;
    if ((a[id.x + 64u] & 1u) == 1u) {
        for (var n = 0u; n < (id.x & 3u); n++) { y = y * 5u + n; }
    }
    r[id.x] = select(y, y ^ 77u, small);
}`,
	"the bits of a value outlive an if that changes them": `
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let f = f32(a[id.x] & 1023u) * 1.5;
    var n = bitcast<u32>(f);
    if ((a[id.x + 64u] & 1u) == 1u) {
        for (var k = 0u; k < (id.x & 3u); k++) { n = n * 5u + k; }
    }
    r[id.x] = n;
    r[id.x + 64u] = u32(f);
}`,
	"what was stored stays when an if changes the value": `
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var x = a[id.x] * 3u;
    var sum = x;
    for (var n = 0u; n < (id.x & 3u); n++) { sum = sum * 7u + 1u; }
    if ((a[id.x + 64u] & 1u) == 1u) {
        for (var n = 0u; n < (id.x & 3u); n++) { x = x * 5u + n; }
    }
    r[id.x] = x;
    r[id.x + 64u] = sum;
}`,
	"length of an array after other members": `
struct S { head: vec4u, more: vec2u, list: array<vec3u> }
@group(0) @binding(2) var<storage, read_write> s: S;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { r[id.x] = arrayLength(&s.list) + arrayLength(&a); }`,
	"an if in a loop that may keep what was there before": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let base = a[id.x];
    var sum = 0u;
    for (var k = 0u; k < 4u; k++) {
        sum += base >> k;
        var c = base;
        if ((id.x + k) & 1u) == 1u { c = (c / (k + 3u)) % (a[id.x + k] | 1u); r[64u + id.x] = c; }
        sum = sum * 3u + c;
    }
    r[id.x] = sum;
}`,
	"what an if takes over is used after it": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let s = a[id.x] * 5u + id.x;
    let t = a[id.x + 1u] * 7u;
    var v: u32;
    if (id.x & 1u) == 1u { r[64u + id.x] = id.x; v = s; } else { r[128u + id.x] = id.x; v = t; }
    r[id.x] = v;
    r[32u + id.x] = s;
    r[96u + id.x] = t;
}`,
	"bits that are compared, as numbers": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let b = (a[id.x] & 5u) != 0u;
    let c = (a[id.x + 1u] & 6u) == 0u;
    r[id.x] = select(1u, 2u, b) + select(10u, 20u, c) + select(100u, 200u, b != c) + u32(b) + (a[id.x] & 5u);
    if b == c { r[32u + id.x] = 1u; }
    if (!((a[id.x + 2u] & 12u) != 0u)) & (a[id.x + 3u] > 99u) { r[96u + id.x] = a[id.x]; }
    var n = 0u;
    for (var k = 0u; k < 8u && (b || (k & 4u) == 0u); k++) { n += k; }
    r[64u + id.x] = n;
}`,
	"tables of constants": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let n = a[id.x] % 20u;
    var sum = 0u;
` + manyConstants() + `
    r[id.x] = sum;
}`,
	"frexp of small numbers": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let f = frexp(bitcast<f32>((a[id.x] & 0x7fffffu) | (id.x << 31u)));
    r[id.x] = bitcast<u32>(f.fract) ^ u32(f.exp);
}`,
	"bits beyond the word": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    r[id.x * 2u] = insertBits(a[0], a[id.x], 25u + id.x, 12u);
    r[id.x * 2u + 1u] = extractBits(a[id.x], 25u + id.x, 12u) + u32(extractBits(i32(a[id.x]), id.x, 40u)) + (a[id.x] & 1u) + (a[id.x + 1u] | 1u);
}`,
	"a return in a loop": `
fn find(x: u32) -> u32 {
    var n = 0u;
    loop {
        if ((x >> n) % 3u == 2u) { return n + 100u; }
        n++;
        if (n > 20u) { break; }
    }
    return n;
}
fn first(x: u32) -> u32 { for (var n = 1u; n < 9u; n++) { if (x % (n + 1u) == 0u) { return n; } } return 77u; }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { r[id.x] = find(a[id.x]) * first(a[id.x + 8u]); }`,
	"what functions write": `
var<private> count: u32;
var<private> last: vec3u;
fn inner(x: u32) { count += x; }
fn outer(x: u32) { inner(x * 3u); }
fn through(p: ptr<private, vec3u>, x: u32) { (*p).y = x; }
fn twice(x: u32) { through(&last, x); }
fn swap(p: ptr<function, vec2u>) { *p = (*p).yx; }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var v = vec2u(id.x, a[id.x]);
    if (a[id.x] % 2u == 0u) { outer(a[id.x]); swap(&v); } else { twice(id.x + 5u); }
    for (var n = 0u; n < id.x % 3u; n++) { outer(n); swap(&v); }
    r[id.x * 4u] = count; r[id.x * 4u + 1u] = last.y; r[id.x * 4u + 2u] = v.x;
}`,
	"memory of a second call": `
fn f(x: u32) -> u32 { var t: array<u32, 40>; t[x % 40u] = x + 1u; return t[3] + t[(x + 1u) % 40u] * 100u + t[x % 7u]; }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { r[id.x * 2u] = f(3u + id.x % 2u); 
    var sum = 0u;
    for (var n = 0u; n < 3u; n++) { sum = sum * 3u + f(a[id.x + n]); }
    r[id.x * 2u + 1u] = f(a[id.x]) + sum;
}`,
	"continue in a switch": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var sum = 0u;
    for (var k = 0u; k < 3u; k++) {
        for (var n = 0u; n < 6u; n++) {
            switch (a[n + id.x] % 4u) { case 0u: { continue; } case 1u: { sum += 10u; } default: { sum += n; } }
            sum = sum * 3u + k;
        }
        sum += 1u;
    }
    r[id.x] = sum;
}`,
	"switches": `
fn f(x: u32) -> u32 {
    var y = 7u;
    switch (x) {
        case 1u, 2u: { y += x; }
        default: { y *= 3u; y += 2u; break; }
        case 3u: { if (y > x) { break; } y = 0u; }
        case 4u, 9u: { y = 5u; }
    }
    return y;
}
fn g(x: i32) -> u32 {
    var y = 1u;
    loop {
        switch (x) {
            case -1: { if (y > 2u) { y += 9u; break; } y += 4u; }
            case 0, default, 5: { y += 20u; }
            case 7: { y += 31u; }
        }
        y++;
        if (y > 30u) { break; }
    }
    return y;
}
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { r[id.x] = f(id.x) + 1000u * g(i32(id.x) - 2); }`,
	"an element in registers, through a pointer, after a continue": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var t = array<vec2u, 4>();
    var i = 0u;
    loop {
        if (i > 6u) { break; }
        let p = &t[(i + id.x) % 5u][a[i] % 3u];
        if (a[i + id.x] % 3u == 0u) { continue; }
        *p += i + 1u;
        continuing { *p = *p * 2u + 1u; i++; }
    }
    for (var n = 0u; n < 4u; n++) { r[id.x * 8u + n * 2u] = t[n].x; r[id.x * 8u + n * 2u + 1u] = t[n].y; }
}`,
	"f16 among words": `
struct S { a: f32, b: f16, c: f16, d: u32, e: vec3<f16>, f: f16 }
@group(0) @binding(2) var<storage, read_write> s: array<S>;
@group(0) @binding(3) var<uniform> u: S;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var t = s[id.x];
    t.b = t.c + 1.0h; t.f = f16(id.x); t.e = t.e.zxy;
    s[id.x] = t;
    r[id.x] = bitcast<u32>(f32(u.c) + f32(u.e.y)) + bitcast<u32>(f32(u.b));
}`,
	"far members": `
struct S { head: array<vec4u, 2400>, x: u32, y: u32, tail: array<vec4u, 100> }
@group(0) @binding(4) var<storage, read_write> s: S;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    r[id.x] = s.tail[a[id.x] % 100u].y + s.y + s.head[2390u + id.x % 8u].x;
    s.tail[id.x].z = id.x + 1u;
}`,
	"far constants": `
struct S { head: array<vec4u, 2400>, x: u32, y: u32, tail: array<vec4u, 100> }
@group(0) @binding(4) var<uniform> s: S;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { r[id.x] = s.y * 3u + s.tail[7].z + s.tail[id.x].x; }`,
	"indices that are not known": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var m = array<array<u32, 3>, 4>();
    var far = array<vec3u, 30>();
    for (var n = 0u; n < 12u; n++) { m[a[n] % 5u][a[n + 1u] % 4u] = n + id.x; far[a[n + id.x] % 32u].y += n; far[n].x = 9u; }
    far[2] += vec3u(id.x, 1u, 2u);
    for (var n = 0u; n < 12u; n++) { r[id.x * 12u + n] = m[n / 3u][n % 3u] + far[n % 30u].y * 100u + far[a[n] % 30u].x * 1000u + array<u32, 3>(n, 5u, id.x)[a[n] % 7u]; }
}`,
	"columns": `
const constant_columns = mat2x4<f32>(1, 2, 3, 4, 5, 6, 7, 8);
struct S { m: mat3x3f, x: f32, n: mat2x3f, o: mat4x2f }
@group(0) @binding(2) var<storage, read_write> s: array<S>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let m = mat3x3f(1, 2, 3, 4, 5, 6, 7, 8, 9);
    s[id.x].m = m * f32(id.x); s[id.x].n[1] = m[id.x % 3u]; s[id.x].o[id.x % 5u].y = 3.0;
    r[id.x] = u32((m * vec3f(f32(id.x), 1.0, 2.0)).y);
    r[id.x + 32u] = u32(constant_columns[id.x % 2u].w) + u32(dot(constant_columns[1], constant_columns[id.x % 3u]));
}`,
	"packing": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let x = f32(id.x) * 0.31 - 1.2;
    r[id.x * 8u] = pack4x8snorm(vec4f(x, -x, x * 0.7, -0.3)); r[id.x * 8u + 1u] = pack2x16snorm(vec2f(-0.7, x));
    r[id.x * 8u + 2u] = bitcast<u32>(unpack4x8snorm(a[id.x] | 0x80u).x); r[id.x * 8u + 3u] = bitcast<u32>(unpack2x16snorm(0x80008000u + id.x).y);
    r[id.x * 8u + 4u] = pack4xU8Clamp(vec4u(a[id.x], ~a[id.x], 255u, 300u)); r[id.x * 8u + 5u] = u32(dot4I8Packed(a[id.x] | 0xf0f0f0u, a[id.x + 9u] | 0x80808080u));
    r[id.x * 8u + 6u] = pack4xI8Clamp(vec4i(i32(~a[id.x]), -1, -200, 3));
}`,
	"remainders and shifts": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = i32(a[id.x]) - 70000;
    var zero = 0; var far = 37u; var word = 0x12345678u;
    r[id.x * 4u] = u32(i >> (id.x % 31u)); r[id.x * 4u + 1u] = bitcast<u32>(f32(i) % 7.25); r[id.x * 4u + 2u] = u32(17 % zero) + (word << far) + (word >> far);
    r[id.x * 4u + 3u] = u32(max(-i, 5)) + u32(min(-i, i)) + u32(i / -3) + max(0u - a[id.x + 3u], 77u) + min(0u - a[id.x + 5u], 1u << 31u) + (0u - a[id.x + 6u]) / 3u;
}`,
	"comparisons with NaN": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var minus = -1.0;
    let nan = sqrt(minus); let other = sqrt(minus * f32(id.x + 1u));
    r[id.x] = select(0u, 1u, nan > 1.0) + select(0u, 2u, nan >= 1.0) + select(0u, 4u, nan != nan) + select(0u, 8u, !(nan < 1.0)) + select(0u, 16u, other > 1.0) + select(0u, 32u, !(other <= 1.0));
}`,
	"constants from one place": `
@group(0) @binding(2) var<uniform> u: array<vec4u, 8>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { r[id.x] = u[0].x + u[2].x * 3u + u[5].y * 5u + u[7].w; }`,
	"conversions of one value": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let x = f32(a[id.x]) * 3.0 - 100.0;
    r[id.x * 2u] = u32(x); r[id.x * 2u + 1u] = u32(i32(x));
}`,
	"effects that nobody asks for": `
@group(0) @binding(2) var<storage, read_write> c: array<atomic<u32>>;
var<workgroup> w: atomic<u32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    atomicAdd(&c[id.x + 3u], 5u);
    atomicMax(&w, id.x);
    if (a[id.x] % 2u == 0u) { } else { r[id.x] = 4u; }
    workgroupBarrier();
    r[id.x + 20u] = atomicLoad(&w);
    let before = r[200u + id.x];
    r[200u + id.x] = before + 1u;
    r[id.x + 40u] = r[200u + id.x] - before;
}`,
	"atomic stores": `
@group(0) @binding(2) var<storage, read_write> c: array<atomic<u32>>;
fn store(n: u32) { var x = n * 2u; atomicStore(&c[n], x); }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var n = id.x; var sum = 3u;
    switch (n % 3u) { case 1u: { sum += n; atomicStore(&c[n + 20u], sum); } default: { atomicStore(&c[n + 40u], n); } }
    loop { if (n > 20u) { break; } continuing { n += 8u; atomicStore(&c[n + 60u], n); } }
    store(id.x);
}`,
	"a variable of each turn": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    for (var n = 0u; n < 5u; n++) {
        if (a[n + id.x] % 2u == 0u) { var x: u32; x += n + 1u; r[id.x * 5u + n] = x; }
    }
}`,
	"operands that change places": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let x = a[id.x] | 1u; let y = id.x + 3u; let f = f32(x); let g = f32(y);
    r[id.x * 4u] = x / y + (y / x) * 7u; r[id.x * 4u + 1u] = x % y + (y % x) * 5u; r[id.x * 4u + 2u] = (x << (y % 32u)) ^ (y << (x % 32u));
    r[id.x * 4u + 3u] = select(1u, 2u, x < y) + select(3u, 5u, y < x) + bitcast<u32>(f / g) + bitcast<u32>(g / f);
}`,
	"effects of one side": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var v = 1u;
    if (a[id.x] % 2u == 0u) { v = 3u; } else { v = 5u; r[id.x + 32u] = 7u; }
    if (a[id.x] % 3u == 0u) { v += 3u; r[id.x + 64u] = v; } else { v *= 5u; }
    r[id.x] = v;
}`,
	"negative values": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let x = f32(a[id.x]) * 0.1 + 3.0; let y = f32(id.x) - 2.5; let n = -x;
    r[id.x * 8u] = bitcast<u32>(abs(n) + y); r[id.x * 8u + 1u] = bitcast<u32>(abs(n) * abs(y) + n); r[id.x * 8u + 2u] = bitcast<u32>(-y);
    r[id.x * 8u + 3u] = bitcast<u32>(fma(x, 1.0001221, y)); r[id.x * 8u + 4u] = bitcast<u32>(x * y + y * 3.0); r[id.x * 8u + 5u] = bitcast<u32>(x * x + 1.00390625) + bitcast<u32>(fma(x, y, 1.00390625));
    var p = x; var q = y;
    for (var k = 0u; k < id.x % 4u + 2u; k++) { let t = p; p = -q; q = t; if (p > 5.0) { p = -p; } }
    r[id.x * 8u + 6u] = bitcast<u32>(p); r[id.x * 8u + 7u] = bitcast<u32>(q);
}`,
	"truth values": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let x = a[id.x]; let y = a[id.x + 9u]; let i = id.x;
    let p = x > y; let q = (x & 4u) == 0u; let s = 3u < i; let t = i != 6u;
    var v = 0u;
    if ((p || q) && (s || t)) { v += 1u; }
    if (p && (q || s) && t) { v += 2u; }
    if (p || q && s || t) { v += 4u; }
    if (!(p && q) || !(s && t)) { v += 8u; }
    let chosen = select(p, q, s);
    if (chosen) { v += 16u; if (p) { v += 32u; } else if (q) { v += 64u; } }
    if (p) { v += 128u; }
    for (var n = 0u; n < 4u; n++) { if (p) { v += n; } if (q != s) { v ^= 1024u << n; } if (a[n] > x) { v += 4096u; } if (p) { v *= 3u; } }
    for (var n = 0u; n < 12u; n += 3u) {
        v += select(1u, 2u, n < i) + select(3u, 5u, n <= i) + select(7u, 11u, i != n) + select(13u, 17u, n == i) + select(19u, 23u, n >= i);
    }
    r[id.x] = v + select(5u, 6u, p) + select(x, 7u, q);
}`,
	"uniform values and lanes that leave": `
@compute @workgroup_size(16) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) g: vec3u) {
    var kept = 1u; var other = 2u; let top = a[g.x] % 5u + 2u;
    for (var k = 0u; k < top; k++) {
        if (id.x % 3u == k) { if (a[2] > 0u) { other = a[k] + 9u; } else { other = 4u; } }
        var n = 0u;
        loop {
            if (id.x % 5u == n) { break; }
            if (n > 3u && k > 0u) { kept = a[5]; break; }
            kept = a[n]; n++;
            if (g.x > 9u) { break; }
        }
        for (var j = 0u; j < id.x % 4u; j++) { kept = a[j + 3u] + k; }
    }
    var p = array<u32, 20>(); p[3] = id.x; p[a[0] % 20u] += 7u;
    r[id.x * 4u] = kept; r[id.x * 4u + 1u] = other; r[id.x * 4u + 2u] = p[3] + p[a[1] % 20u];
    var m = 0u;
    loop { m += a[7]; if (m > 90000u || id.x < 3u) { break; } if (id.x % 2u == 1u) { continue; } m += 7000u; }
    r[id.x * 4u + 3u] = m;
}`,
	"breaks and returns that all lanes take": `
fn f(g: u32) -> u32 {
    var kept = 1u;
    for (var i = 0u; i < 3u; i++) {
        for (var j = 0u; j < 3u; j++) {
            if (a[g + i * 3u + j] % 3u == 0u) { return kept; }
            kept += a[j];
        }
        kept = a[i] + 5u;
        let next = kept + 1u;
        if (kept > 4000000000u + g) { return next; }
    }
    return kept;
}
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) g: vec3u) {
    for (var n = 0u; n < 12u; n++) {
        var kept = n + 1u; var k = 0u;
        loop {
            if (g.x < 5u) {
                if (a[n + k] % 2u == 0u) { break; }
                kept = a[3] + k;
                if (k > 5u) { break; }
            }
            k++;
            if (k > 9u) { break; }
        }
        r[id.x * 32u + n] = kept; r[id.x * 32u + n + 12u] = f(g.x + n);
    }
}`,
	"loops that end with a condition": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var x = 0u; var k = 0u; var p = 3u; var q = 70u;
    loop { x = a[k]; k++; continuing { break if k > id.x % 5u; } }
    var i = 0u;
    loop { let old = i; let t = p; p = q; q = t; continuing { i += 3u; break if old > id.x; } }
    var n = 0u;
    loop { q += p; n++; continuing { let was = n; n = n * 2u; break if was > 5u + id.x; } }
    var w = 3u;
    for (var j = 0u; j < 3u; j++) { q = q * 3u + w; w = id.x; }
    r[id.x * 8u] = x; r[id.x * 8u + 1u] = p; r[id.x * 8u + 2u] = q; r[id.x * 8u + 3u] = i; r[id.x * 8u + 4u] = n;
}`,
	"lanes that leave early keep what they have": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var kept = 0u; var k = 0u;
    loop {
        let t = a[k] & 3u;
        let x = id.x * 3u + t * k;
        if (id.x % 8u <= k) { kept = x + 1u; break; }
        k++;
    }
    r[id.x] = kept;
}`,
	"several blocks in a loop": `
fn find(x: u32) -> u32 {
    for (var n = 0u; n < 9u; n++) { for (var m = 0u; m < 3u; m++) { if ((x >> (n + m)) % 5u == 2u) { return n + m * 100u; } } }
    return 7u;
}
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    var v = 0u; var w = 0u;
    for (var k = 0u; k < 5u; k++) {
        switch ((a[k] + id.x) % 3u) { case 0u: { v += 1u; if (a[id.x + k] % 2u == 0u) { break; } v += 5u; r[id.x + 300u] = v; } default: { v *= 3u; } }
        w += v;
        switch ((a[k + 5u] + id.x) % 4u) { case 1u: { w += 1u; if (a[id.x + k] % 3u == 0u) { break; } w += 7u; r[id.x + 320u] = w; } default: { w ^= v; } }
        if ((a[k] + id.x) % 2u == 0u) {
            switch ((a[k + 9u] + id.x) % 4u) { case 1u, 2u: { w += 11u; if (a[id.x + k] % 3u == 1u) { break; } w += 17u; r[id.x + 340u] = w; } default: { w ^= 99u; } }
            v += w;
        } else { v += 1000u; }
        v += find(a[id.x + k]);
        w += v;
    }
    for (var k = 0u; k < 5u; k++) {
        if ((a[k] + id.x) % 2u == 0u) {
            switch ((a[k + 9u] + id.x) % 4u) { case 1u, 2u: { w += 11u; if (a[id.x + k] % 3u == 1u) { break; } w += 17u; r[id.x + 360u] = w; } default: { w ^= 99u; } }
            r[id.x + 380u] = w;
            v += w;
        } else { v += 1000u; r[id.x + 400u] = v; }
    }
    r[id.x * 2u] = v; r[id.x * 2u + 1u] = w;
}`,
	"truth values that sides ask for": `
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let x = a[id.x]; let y = a[id.x + 9u];
    let p = x > y; let q = (x & 4u) == 0u; let s = 3u < id.x;
    if (s) { r[id.x] = 1u; if (p) { r[id.x + 16u] = 2u; } }
    if (p) { r[id.x + 32u] = 3u; }
    if (s) { r[id.x + 48u] = select(5u, 6u, q); }
    if (q) { r[id.x + 80u] = 7u; }
    var v = select(1u, 2u, p);
    let b = (x % 3u == 0u) != (y % 3u == 1u); let c = (x % 5u == 0u) != (y % 5u == 1u);
    v += select(4u, 8u, p) + select(16u, 32u, b) + select(64u, 128u, c) + select(256u, 512u, p != c);
    if (p || (q || (s || x % 7u == 1u))) { v += 1024u; }
    if (p && (q && (s && x % 7u != 1u))) { v += 2048u; }
    if (p | (q | (s | (x % 7u == 1u)))) { v += 4096u; }
    if (p & (q & (s & (x % 7u != 1u)))) { v += 8192u; }
    r[id.x + 64u] = v;
}`,
	"groups and spilled registers": `
@group(0) @binding(2) var<storage, read_write> q: array<vec4u>;
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) {
` + manyGroups() + `
}`,
	"many values": `
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) {
` + manyValues() + `
}`,
}

// manyConstants are as many constants and tables as it takes for numbers of values with more than a byte.
func manyConstants() string {
	var b strings.Builder
	for k := range 12 {
		b.WriteString("    { let t = array<u32, 20>(")
		for n := range 20 {
			fmt.Fprintf(&b, "%du, ", n+1000*k*(n/8))
		}
		fmt.Fprintf(&b, ");\n      sum = sum * 3u + t[(n + %du) %% 20u]; }\n", k)
	}
	return b.String()
}

// manyValues are more values than there are registers, before, in and after loops and ifs, and private memory.
func manyValues() string {
	const count = 120
	var b strings.Builder
	b.WriteString("    var t = array<u32, 20>();\n")
	for n := range count {
		fmt.Fprintf(&b, "    var v%d = a[id.x + %du];\n", n, n)
	}
	b.WriteString("    for (var k = 0u; k < 3u; k++) {\n        if (a[id.x + k] % 2u == 0u) {\n")
	for n := range count {
		if n%3 == 0 {
			fmt.Fprintf(&b, "            v%d = v%d * 3u + k;\n", n, n)
		}
	}
	b.WriteString("        }\n        t[k + id.x % 17u] = v5;\n        let q = a[k] + v7; let w = a[q % 100u];\n")
	for n := range count {
		if n%2 == 0 {
			fmt.Fprintf(&b, "        v%d += v%d ^ w;\n", n, count-1-n)
		}
	}
	b.WriteString("        v1 += q;\n    }\n    var sum = t[3] + t[id.x % 20u];\n")
	for n := range count {
		fmt.Fprintf(&b, "    sum = sum * 5u + v%d;\n", n)
	}
	b.WriteString("    r[id.x] = sum;")
	return b.String()
}

// manyGroups are vectors that are stored long after they are computed, and values that a loop reads before it computes as many others.
func manyGroups() string {
	const groups, held, count = 5, 14, 70
	var b strings.Builder
	b.WriteString("    var sum = 0u;\n    let w = a[id.x];\n")
	for n := range held {
		fmt.Fprintf(&b, "    let held%d = a[id.x + %du];\n", n, n+50)
	}
	for c, text := range []string{"w + %du", "id.x * %du", "w ^ %du", "id.x + %du"} {
		for n := range groups {
			fmt.Fprintf(&b, "    let g%d_%d = "+text+";\n", n, c, 3*n+5)
		}
	}
	for n := range groups {
		fmt.Fprintf(&b, "    q[(id.x %% 8u) * %du + %du] = vec4u(g%d_0, g%d_1, g%d_2, g%d_3);\n", groups, n, n, n, n, n)
	}
	for n := range 20 * held {
		fmt.Fprintf(&b, "    sum = sum * 3u + held%d;\n", n%held)
	}
	for n := range count {
		fmt.Fprintf(&b, "    let early%d = a[id.x + %du] * 3u;\n", n, n)
	}
	b.WriteString("    for (var k = 0u; k < 3u; k++) {\n")
	for n := range count {
		fmt.Fprintf(&b, "        sum = sum * 5u + early%d;\n", n)
	}
	for n := range count {
		fmt.Fprintf(&b, "        let t%d = a[id.x + k + %du] + sum;\n", n, n)
	}
	for n := range count {
		fmt.Fprintf(&b, "        sum = sum * 3u + t%d;\n", n)
	}
	for n := range count {
		fmt.Fprintf(&b, "        sum = sum * 7u + t%d;\n", count-1-n)
	}
	b.WriteString("    }\n    r[id.x] = sum;")
	return b.String()
}
