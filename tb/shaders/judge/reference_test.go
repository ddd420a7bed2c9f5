package judge

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/hw/isa/nos"
)

// A kernel that is patched for a state gives the colours that the reference model and the rules of the page say.
func TestPixelsAreThoseOfTheReference(t *testing.T) {
	shaders := shaderTexts(t)
	for name, source := range fragmentShaders {
		shaders[name] = source
	}
	for name, source := range shaders {
		t.Run(name, func(t *testing.T) {
			parsed, open, err := compiler.Read(name, source)
			require.NoError(t, err)
			kernels := map[[2]int]*Patched{}
			for n := range max(30, *states) {
				lanes, items := []int{8, 16}[n%2], uint16(nos.All)
				of := Random(uint64(n))
				if n < 4 {
					items, of = 0, nos.Default()
				}
				p, there := kernels[[2]int{lanes, int(items)}]
				if !there {
					var err error
					p, err = NewPatched(name, source, items, lanes)
					require.NoError(t, err)
					kernels[[2]int{lanes, int(items)}] = p
				}
				s := p.For(of)
				m, err := Known(parsed, open, s)
				require.NoError(t, err)
				pixels := &Pixels{Seed: uint64(n), Buffers: p.Buffers}
				want, err := pixels.Reference(m, p.Result, lanes, items, s)
				require.NoError(t, err)
				got, _, err := pixels.Run(nos.Kernel(p.Result.Kernel, s))
				require.NoError(t, err)
				require.NoError(t, got.equal(&want, lanes), "state %d: %+v", n, *s)
			}
		})
	}
}

// fragmentShaders are more than those of vectors/shaders: what these do not ask.
var fragmentShaders = map[string]string{
	"derivatives": `
@fragment fn main(@builtin(position) at: vec4f, @location(0) a: vec4f) -> @location(0) vec4f {
    let x = a.x * a.y * at.x;
    return vec4f(dpdxFine(x) + dpdx(a.z), dpdyFine(x) - dpdyCoarse(a.w), fwidthFine(x * a.z), fwidthCoarse(a.y * x));
}`,
	"textures": `
@group(0) @binding(1) var flat: texture_2d<f32>;
@group(0) @binding(2) var layers: texture_2d_array<f32>;
@group(0) @binding(3) var depth: texture_depth_2d;
@group(0) @binding(5) var deep: texture_3d<f32>;
@group(0) @binding(4) var plain: sampler;
@group(0) @binding(6) var compares: sampler_comparison;
@fragment fn main(@builtin(position) at: vec4f, @location(0) a: vec4f) -> @location(0) vec4f {
    var sum = textureSample(flat, plain, a.xy, vec2i(0, 3)) + textureSample(flat, plain, a.xy, vec2i(-2, 0));
    sum += textureSampleBias(flat, plain, a.zw, 0.5) + textureSampleLevel(layers, plain, a.xy, 2, a.z);
    sum += textureLoad(flat, vec2i(at.xy), 1) + textureLoad(layers, vec2i(at.yx), 3, i32(at.x) & 3);
    sum += vec4f(textureSampleCompare(depth, compares, a.xy, a.z), textureSampleCompareLevel(depth, compares, a.yx, a.w), textureLoad(depth, vec2u(at.xy), 0), a.x);
    sum += textureGatherCompare(depth, compares, a.xy, 0.25) - textureGather(2, layers, plain, a.xw, 1);
    sum += textureSampleGrad(deep, plain, a.xyz, vec3f(a.w, 0.1, 0.2), vec3f(0.3, a.x, a.y)) + textureSampleGrad(flat, plain, a.xy, a.zw, a.wz);
    sum -= textureSampleGrad(layers, plain, a.xy, 1, a.wx, a.zy) * 0.5;
    sum *= vec4f(textureSampleBaseClampToEdge(flat, plain, a.xy * 3.0).rg, vec2f(textureDimensions(flat, 1)) / 64.0);
    return sum + f32(textureNumLayers(layers) + textureNumLevels(deep));
}`,
	"levels below 0 that another type's values stand for": `
@group(0) @binding(0) var depth: texture_depth_2d;
@group(0) @binding(1) var plain: sampler;
@fragment fn main(@location(0) a: vec4f) -> @location(0) vec4f {
    let n = bitcast<u32>(a.x) | 0x80000000u;
    return vec4f(textureSampleLevel(depth, plain, a.xy, bitcast<i32>(n)), textureSampleLevel(depth, plain, a.xy, n), a.zw);
}`,
	"integers by state": `
@group(0) @binding(1) var counts: texture_2d<u32>;
@group(0) @binding(2) var steps: texture_2d<i32>;
@fragment fn main(@builtin(position) at: vec4f, @location(0) a: vec4f) -> @location(0) vec4f {
    var n: vec4u;
    var m: vec4i;
    n = textureLoad(counts, vec2u(at.xy), 0);
    m = textureLoad(steps, vec2u(at.yx), 0);
    let both = vec4u(n.x * 3u, n.y + 7u, n.z ^ 5u, n.w | 2u) + vec4u(vec4i(m.x * 3, m.y + 5, m.z ^ 7, m.w | 9));
    return vec4f(both & vec4u(255u)) + a;
}`,
	"coordinates out of their order": `
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var deep: texture_3d<f32>;
@group(0) @binding(3) var plain: sampler;
@fragment fn main(@location(0) a: vec4f, @location(1) b: vec4f) -> @location(0) vec4f {
    return textureSample(picture, plain, a.xy) + textureSample(picture, plain, a.xz) * 2.0 + textureSample(picture, plain, a.yx) * 3.0 + textureSample(picture, plain, vec2f(a.w, b.x)) +
        textureSample(deep, plain, b.xyz) + textureSample(deep, plain, b.yzw) * 2.0 + textureSample(picture, plain, b.yz) + textureSample(picture, plain, b.ww);
}`,
	"coordinates that do not follow each other": `
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var plain: sampler;
@fragment fn main(@location(0) a: vec4f, @location(1) b: vec2f) -> @location(0) vec4f {
    return textureSample(picture, plain, vec2f(a.x, a.z)) + textureSample(picture, plain, vec2f(b.y, a.w)) * 2.0 + textureSample(picture, plain, vec2f(b.x, b.x));
}`,
	"one of all lanes by state": `
override nos_two_sided_on: bool = false;
@group(0) @binding(0) var<uniform> u: vec4<f32>;
@fragment fn main(@location(0) a: vec4f) -> @location(0) vec4f {
    let x = a.x * a.y;
    return vec4f(select(x, u.x * u.y, nos_two_sided_on), select(u.z * 3.0, x + a.z, nos_two_sided_on), x, a.w);
}`,
	"bits of what is needed later": `
override nos_lighting_on: bool = false;
@fragment fn main(@location(0) a: vec4f) -> @location(0) vec4f {
    let x = a.x * a.y + a.z;
    let y = a.w * 3.0 + a.x;
    let n = select(bitcast<u32>(x), bitcast<u32>(y) & 63u, nos_lighting_on);
    return vec4f(f32(n & 31u), x, y, a.x);
}`,
	"state in values": `
override nos_lighting_on: bool = false;
override nos_two_sided_on: bool = false;
override nos_target_format: u32 = 0u;
@fragment fn main(@location(0) a: vec4f, @location(1) uv: vec2f, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let sum = a.x + a.y;
    let product = a.z * uv.x;
    var x = select(sum, product, nos_lighting_on);
    var y = sum * 2.0;
    if (uv.x > 0.3) { y = select(product, uv.y, nos_two_sided_on) + product; }
    let bits = bitcast<u32>(sum * 3.0);
    let z = select(bits, bits ^ 5u, nos_lighting_on);
    var n = 0u;
    loop {
        if (nos_lighting_on) { break; }
        n++;
        if (n > nos_target_format) { break; }
    }
    if (nos_two_sided_on) { } else { if (y > 1.5) { discard; } }
    if (nos_lighting_on) { if (nos_two_sided_on) { if (x > 0.7) { discard; } } }
    if (nos_lighting_on) { if (nos_two_sided_on) { discard; } }
    let outer = a.w * 3.0;
    for (var k = 0u; k < 3u; k++) { x += select(outer, f32(k) * y, nos_lighting_on); }
    let once = a.x * 2.5;
    y += f32(select(bitcast<u32>(once), 7u, nos_lighting_on) & 63u) + once;
    return vec4f(x, y, f32(z & 255u) + sum, f32(n) * 0.1 + uv.y);
}`,
}

// A vertex shader gives what the reference model says: it is called with attributes by location, and its results follow each other.
func TestVerticesAreThoseOfTheReference(t *testing.T) {
	for name, source := range map[string]string{
		"everything": `
struct Result { @location(2) uv: vec2f, @builtin(position) at: vec4f, @location(0) color: vec3f }
@vertex fn main(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) uv: vec2f, @location(3) color: vec4f,
    @builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Result {
    return Result(uv * 2.0 - normal.zx, vec4f(position.yxz * f32(index), normal.y + f32(instance)), color.xyz * color.w);
}`,
		"results that are kept in memory": `
struct Result { @location(1) a: vec2f, @location(3) b: vec2f, @location(6) c: f32, @builtin(position) at: vec4f, @location(15) d: f32 }
@group(0) @binding(0) var<storage, read> m: array<mat4x4f>;
@vertex fn main(@builtin(vertex_index) index: u32, @location(0) p: vec3f, @location(1) q: vec2f, @location(2) r: f32, @location(3) s: vec4f) -> Result {
    let n = index % 32u;
    return Result(q, inverseSqrt(q), 1.0, vec4f(1.0) * mat4x4f(m[n][1], m[n][1], s, m[n][3]), f32(n) * p.x + r);
}`,
	} {
		parsed, failed := front.Parse("vertex.wgsl", source)
		require.Nil(t, failed)
		m, failed := parsed.Lower()
		require.Nil(t, failed)
		for _, lanes := range []int{8, 16, 32} {
			r, err := compiler.Compile("vertex.wgsl", source, compiler.Options{Lanes: lanes})
			require.NoError(t, err, name)
			v := &Vertices{Seed: uint64(lanes), Buffers: map[int][]byte{0: bytes.Repeat(floats(0.5, 2, -3, 1.25), 4*32)}}
			s := nos.Default()
			want, err := v.Reference(m, r, lanes, 0, &s)
			require.NoError(t, err)
			got, err := v.Run(r.Kernel)
			require.NoError(t, err)
			require.NoError(t, got.equal(&want), "%s, %d lanes", name, lanes)
		}
	}
}
