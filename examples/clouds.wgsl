// Clouds of noise: integers hashed at the corners of a grid, octaves added up, and their own values used to bend the next ones.
fn hash(x: vec2<i32>) -> f32 {
  var h = (u32(x.x) * 0x9e3779b1u) ^ (u32(x.y) * 0x85ebca77u);
  h = (h ^ (h >> 15u)) * 0xc2b2ae3du;
  h = (h ^ (h >> 13u)) * 0x27d4eb2fu;
  return f32((h ^ (h >> 16u)) >> 8u) / 16777216.0;
}

fn noise(p: vec2<f32>) -> f32 {
  let cell = floor(p);
  let f = p - cell;
  let w = f * f * (3.0 - 2.0 * f);
  let c = vec2<i32>(cell);
  let above = mix(hash(c), hash(c + vec2(1, 0)), w.x);
  let below = mix(hash(c + vec2(0, 1)), hash(c + vec2(1, 1)), w.x);
  return mix(above, below, w.y);
}

fn octaves(start: vec2<f32>) -> f32 {
  var p = start;
  var sum = 0.0;
  var weight = 0.5;
  for (var n = 0; n < 5; n++) {
    sum += weight * noise(p);
    p = vec2(1.6 * p.x + 1.2 * p.y, 1.6 * p.y - 1.2 * p.x) + 3.7;
    weight *= 0.5;
  }
  return sum;
}

@fragment
fn main(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> {
  let q = p.xy / 36.0;
  let bend = vec2(octaves(q), octaves(q + vec2(5.2, 1.3)));
  let value = octaves(q + 2.5 * bend);
  let sky = mix(vec3(0.13, 0.28, 0.55), vec3(0.45, 0.65, 0.9), p.y / 120.0);
  let cloud = mix(vec3(0.5, 0.52, 0.6), vec3(1.0, 0.97, 0.92), smoothstep(0.35, 0.8, value + 0.25 * bend.x));
  return vec4(mix(sky, cloud, smoothstep(0.38, 0.62, value)), 1.0);
}
