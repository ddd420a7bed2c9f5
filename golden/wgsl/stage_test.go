package wgsl_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/wgsl"
	"tilemark/golden/wgsl/sampling"
)

func TestInputsOfComputeShaders(t *testing.T) {
	const source = declarations + `
@compute @workgroup_size(2, 3, 2) fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(local_invocation_id) l: vec3<u32>,
	@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>) {
	let group = (w.z * n.y + w.y) * n.x + w.x;
	out[group * 12u + i] = g.x + 10u * g.y + 100u * g.z + 1000u * l.x + 10000u * l.y + 100000u * l.z;
}`
	out := make([]byte, 4*12*4)
	r := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{{Binding: 0}: out, {Binding: 1}: nil}}
	require.NoError(t, prepared(t, source).Compute("main", [3]uint32{2, 1, 2}, r))
	got := wordsOf(out)
	for n := range got {
		x, y, z, group := n%12%2, n%12/2%3, n%12/6, n/12
		gx, gz := group%2, group/2
		want := gx*2 + x + 10*y + 100*(gz*2+z) + 1000*x + 10000*y + 100000*z
		require.Equal(t, uint32(want), got[n])
	}
}

func TestBarriersSeparateWritesFromReads(t *testing.T) {
	const source = declarations + `
var<workgroup> w: array<u32, 8>;
var<workgroup> sum: atomic<u32>;
var<workgroup> chosen: u32;
fn exchange(i: u32) -> u32 { w[i] += in[i]; workgroupBarrier(); let v = w[7u - i]; workgroupBarrier(); return v; }
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
	for (var n = 0u; n < 3u; n++) { out[i] = out[i] * 10u + exchange(i); }
	atomicAdd(&sum, i);
	if (i == 3u) { chosen = 42u; }
	out[8u + i] = workgroupUniformLoad(&chosen) + atomicLoad(&sum);
}`
	want := words(888, 777, 666, 555, 444, 333, 222, 111)
	for n := range want {
		k := uint32(8 - n)
		want[n] = k*100 + 2*k*10 + 3*k
	}
	require.Equal(t, append(want, words(70, 70, 70, 70, 70, 70, 70, 70)...), computed(t, source, 16, 1, 2, 3, 4, 5, 6, 7, 8))
	// Memory of a workgroup is 0 at first, in the second one as well.
	out := make([]byte, 64)
	r := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{{Binding: 0}: out, {Binding: 1}: bytesOf(make([]uint32, 8))}}
	require.NoError(t, prepared(t, source).Compute("", [3]uint32{2, 1, 1}, r))
	require.Equal(t, uint32(70), wordsOf(out)[8])
}

func TestBarrierThatSomeDoNotReach(t *testing.T) {
	p := prepared(t, "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { if (i > 1u) { return; } workgroupBarrier(); }")
	require.ErrorContains(t, p.Compute("", [3]uint32{1, 1, 1}, &wgsl.Resources{}), "a barrier that only 2 of 4 invocations come to")
}

func TestAtomics(t *testing.T) {
	const source = `
@group(0) @binding(0) var<storage, read_write> out: array<u32, 40>;
@group(0) @binding(1) var<storage, read_write> a: array<atomic<i32>>;
@group(0) @binding(2) var<storage, read_write> b: atomic<u32>;
@compute @workgroup_size(3) fn main(@builtin(local_invocation_index) i: u32) {
	let k = i32(i);
	out[i] = u32(atomicAdd(&a[0], k + 1)); atomicSub(&a[1], k); atomicMin(&a[2], -k); atomicMax(&a[3], k - 5); atomicAnd(&a[4], 6 + k); atomicOr(&a[5], k);
	atomicXor(&a[6], k + 1); out[3u + i] = u32(atomicExchange(&a[7], k)); atomicStore(&a[8], k);
	let c = atomicCompareExchangeWeak(&b, i, i + 1u); out[6u + i] = c.old_value * 2u + u32(c.exchanged);
	let d = atomicCompareExchangeWeak(&b, 100u, 7u); out[9u + i] = d.old_value * 2u + u32(d.exchanged);
	out[12u + i] = u32(atomicLoad(&a[0])); out[15u + i] = u32(atomicAdd(&a[99u + i], 1));
}`
	out, a, b := make([]byte, 160), make([]byte, 36), make([]byte, 4)
	for n := range a[16:20] {
		a[16+n] = 255
	}
	r := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{{Binding: 0}: out, {Binding: 1}: a, {Binding: 2}: b}}
	require.NoError(t, prepared(t, source).Compute("", [3]uint32{1, 1, 1}, r))
	require.Equal(t, words(0, 1, 3, 0, 0, 1, 1, 3, 5, 2, 4, 6, 1, 3, 6, 0, 0, 0), wordsOf(out)[:18])
	require.Equal(t, words(6, -3, -2, 0, 0, 3, 0, 2, 2), wordsOf(a))
	require.Equal(t, words(3), wordsOf(b))
}

func TestDerivatives(t *testing.T) {
	const source = `
struct Out { @location(0) a: vec4<f32>, @location(1) b: vec4<f32>, @builtin(frag_depth) depth: f32 }
@fragment fn main(@location(2) x: vec2<f32>, @builtin(position) p: vec4<f32>) -> Out {
	var o: Out;
	o.a = vec4<f32>(dpdx(x.x), dpdy(x.x), dpdxCoarse(x.x), dpdyCoarse(x.x));
	o.b = vec4<f32>(dpdxFine(x.x), dpdyFine(x.x), fwidth(x.x), fwidthFine(x).x);
	o.depth = p.z;
	return o;
}`
	var quad [4]wgsl.Pixel
	for n, x := range []float64{1, 4, 10, 21} {
		quad[n].Values[2] = [4]uint32{float(x), float(0)}
		quad[n].Position[2] = float(0.25 * float64(n))
	}
	s, err := prepared(t, source).Quad("", &quad, &wgsl.Resources{})
	require.NoError(t, err)
	for n := range s {
		dx, dy := []float64{3, 3, 11, 11}[n], []float64{9, 17, 9, 17}[n]
		require.Equal(t, [4]uint32{float(3), float(9), float(3), float(9)}, s[n].Values[0])
		require.Equal(t, [4]uint32{float(dx), float(dy), float(12), float(dx + dy)}, s[n].Values[1])
		require.Equal(t, float(0.25*float64(n)), s[n].Depth)
		require.True(t, s[n].HasDepth && !s[n].Helper && s[n].Written == 3)
	}
}

func TestDiscardMakesAHelper(t *testing.T) {
	const source = `
@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> a: atomic<u32>;
fn maybe(x: f32) { if (x > 2.0) { discard; } }
@fragment fn main(@location(0) x: f32) -> @location(0) vec4<f32> {
	maybe(x);
	let before = atomicAdd(&a, 1u);
	out[u32(x)] = 1u + before;
	return vec4<f32>(dpdx(x), f32(before), x, 1.0);
}`
	var quad [4]wgsl.Pixel
	for n := range quad {
		quad[n].Values[0][0] = float(float64(n + 1))
	}
	out, a := make([]byte, 32), make([]byte, 4)
	r := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{{Binding: 0}: out, {Binding: 1}: a}}
	s, err := prepared(t, source).Quad("", &quad, r)
	require.NoError(t, err)
	require.Equal(t, words(0, 1, 2, 0, 0, 0, 0, 0), wordsOf(out))
	require.Equal(t, words(2), wordsOf(a))
	for n := range s {
		require.Equal(t, n > 1, s[n].Helper)
		require.Equal(t, float(1), s[n].Values[0][0])
	}
	require.Equal(t, uint32(0), s[3].Values[0][1]) // a helper's atomic answers 0
}

func TestDerivativesThatSomePixelsDoNotReach(t *testing.T) {
	p := prepared(t, "@fragment fn main(@location(0) x: f32) -> @location(0) f32 { if (x > 1.0) { return dpdx(x); } return 0.0; }")
	_, err := p.Quad("", &[4]wgsl.Pixel{1: {Values: wgsl.Values{0: {float(2)}}}}, &wgsl.Resources{})
	require.ErrorContains(t, err, "a derivative that only 1 of 4 invocations come to")
}

func TestVertex(t *testing.T) {
	const source = `
struct Out { @builtin(position) p: vec4<f32>, @location(1) a: vec2<f32>, @location(3) @interpolate(flat) b: u32 }
@vertex fn main(@builtin(vertex_index) v: u32, @builtin(instance_index) i: u32, @location(0) x: vec3<f32>) -> Out {
	return Out(vec4<f32>(x, 1.0), x.zy, v * 10u + i);
}`
	out, err := prepared(t, source).Vertex("", &wgsl.Vertex{Index: 3, Instance: 4, Values: wgsl.Values{0: {float(1), float(2), float(3)}}}, &wgsl.Resources{})
	require.NoError(t, err)
	require.Equal(t, [4]uint32{float(1), float(2), float(3), float(1)}, out.Position)
	require.Equal(t, [4]uint32{float(3), float(2)}, out.Values[1])
	require.Equal(t, [4]uint32{34}, out.Values[3])
	require.Equal(t, uint32(1<<1|1<<3), out.Written)
}

// unit has a texture of 4 by 4 texels of R32_FLOAT, texel (x, y) being 10·y + x, another one of two layers, and a sampler that takes the nearest.
func unit() *sampling.Unit {
	u := &sampling.Unit{Textures: map[wgsl.Binding]int{{Binding: 0}: 0, {Binding: 1}: 1, {Binding: 4}: 2},
		Samplers: map[wgsl.Binding]int{{Binding: 2}: 0, {Binding: 3}: 1}}
	u.Image = make([]byte, 512)
	for n := range 32 {
		binary.LittleEndian.PutUint32(u.Image[4*n:], float(float64(n/16*100+n%16/4*10+n%4)))
	}
	const r32, d32, compare = 26, 36, 1
	u.Unit.Textures = append(u.Unit.Textures, [8]uint32{0, 64, 0, 4 | 4<<16, 1 | 1<<20 | r32<<24}, [8]uint32{0, 128, 64, 4 | 4<<16, 2 | 1<<20 | 1<<22 | d32<<24},
		[8]uint32{256, 64, 0, 4 | 4<<16, 1 | 1<<20 | r32<<24})
	u.Unit.Samplers = append(u.Unit.Samplers, [4]uint32{1 | 1<<2 | 1<<4, 0, 0xffff << 16}, [4]uint32{1 | 1<<2 | compare<<10, 0, 0xffff << 16})
	return u
}

func TestTextures(t *testing.T) {
	const source = `
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var d: texture_depth_2d_array;
@group(0) @binding(2) var s: sampler;
@group(0) @binding(3) var c: sampler_comparison;
@group(0) @binding(4) var w: texture_storage_2d<r32float, write>;
struct Out { @location(0) a: vec4<f32>, @location(1) b: vec4<f32>, @location(2) c: vec4<f32>, @location(3) d: vec4<u32> }
fn level(which: texture_2d<f32>, how: sampler, at: vec2<f32>) -> f32 { return textureSampleLevel(which, how, at, 0.0).x; }
@fragment fn main(@builtin(position) p: vec4<f32>) -> Out {
	var o: Out;
	let at = p.xy / 4.0;
	o.a = vec4<f32>(textureSample(t, s, at).x, textureSample(t, s, at, vec2<i32>(1, 0)).x, textureSampleBias(t, s, at, 0.0).x, level(t, s, at));
	o.b = vec4<f32>(textureLoad(t, vec2<i32>(p.xy), 0).x, textureLoad(d, vec2<i32>(p.xy), 1, 0),
		textureSampleGrad(t, s, at, vec2<f32>(0.1), vec2<f32>(0.1)).x, textureSample(d, s, at, 1));
	o.c = vec4<f32>(textureSampleCompare(d, c, at, 0, 10.5), textureSampleCompareLevel(d, c, at, 0, 0.5),
		textureGather(0, t, s, vec2<f32>(0.5)).w, textureGatherCompare(d, c, vec2<f32>(0.5), 1, 111.5).x);
	let size = textureDimensions(d);
	o.d = vec4<u32>(size.x * 10u + size.y, textureNumLayers(d), textureNumLevels(t), textureDimensions(t).y);
	textureStore(w, vec2<i32>(p.xy), vec4<f32>(p.x, 0.0, 0.0, 0.0));
	return o;
}`
	var quad [4]wgsl.Pixel
	for n := range quad {
		quad[n].Position = [4]uint32{float(1.5 + float64(n%2)), float(1.5 + float64(n/2)), 0, float(1)}
	}
	quad[3].Helper = true
	u := unit()
	s, err := prepared(t, source).Quad("", &quad, &wgsl.Resources{Textures: u})
	require.NoError(t, err)
	for n := range s {
		x, y := 1+n%2, 1+n/2
		texel := float64(10*y + x)
		require.Equal(t, [4]uint32{float(texel), float(texel + 1), float(texel), float(texel)}, s[n].Values[0])
		require.Equal(t, [4]uint32{float(texel), float(100 + texel), float(texel), float(100 + texel)}, s[n].Values[1])
		less := func(reference float64) uint32 { return map[bool]uint32{true: float(1)}[reference < texel] }
		require.Equal(t, [4]uint32{less(10.5), less(0.5), float(11), float(1)}, s[n].Values[2])
		require.Equal(t, [4]uint32{44, 2, 1, 4}, s[n].Values[3])
		stored := math.Float32frombits(binary.LittleEndian.Uint32(u.Image[256+4*(4*y+x):]))
		require.Equal(t, map[bool]float32{false: float32(x) + 0.5}[quad[n].Helper], stored)
	}
}
