// Gathers, texels and levels of two textures, whose swizzles may differ.
@group(0) @binding(0) var first: texture_2d<f32>;
@group(0) @binding(1) var second: texture_2d<f32>;
@group(0) @binding(2) var nearest: sampler;

@fragment
fn main(@builtin(position) at: vec4f, @location(1) uv: vec2f) -> @location(0) vec4f {
  let around = textureGather(1, first, nearest, uv);
  let alphas = textureGather(3, second, nearest, uv);
  let texel = textureLoad(second, vec2u(at.xy) & vec2u(3u), 0);
  let level = textureSampleLevel(first, nearest, uv * 2.0, 1.0);
  return mix(around + alphas, texel, level) + textureSampleGrad(second, nearest, uv, vec2f(0.1, 0.0), vec2f(0.0, 0.1)) * 0.25;
}
