// All ways from vertex to pixel: perspective, linear, flat, integers; and a sample mask, by which pixels are dropped.
struct Input {
  @location(0) @interpolate(linear) a: vec3<f32>,
  @location(2) @interpolate(flat) n: vec2<u32>,
  @location(3) b: vec2<f32>,
  @location(5) @interpolate(flat) k: i32,
  @location(6) @interpolate(flat) f: f32,
  @location(9) c: vec4<f32>,
}

struct Output {
  @location(0) color: vec4<f32>,
  @builtin(sample_mask) mask: u32,
}

@fragment
fn main(v: Input, @builtin(sample_mask) given: u32) -> Output {
  let bits = (v.n.x ^ (v.n.y >> 3u)) & 255u;
  var color = vec4(v.a * v.b.x, v.f) + v.c * v.b.y;
  if (v.k < 0) {
    color = color.yzwx;
  }
  color.w = color.w + f32(bits) / 255.0;
  return Output(color, given & select(3u, 2u, (bits & 1u) == 0u));
}
