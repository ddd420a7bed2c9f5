// Noise of three octaves over the target.
fn hash(p: vec2u) -> f32 {
  var h = (p.x * 0x9e3779b9u) ^ (p.y * 0x85ebca6bu);
  h ^= h >> 15u;
  h *= 0x2c1b3c6du;
  h ^= h >> 12u;
  return f32(h >> 8u) / 16777216.0;
}

fn smooth_noise(p: vec2f) -> f32 {
  let cell = vec2u(vec2i(floor(p)));
  let f = fract(p);
  let w = f * f * (3.0 - 2.0 * f);
  let lower = mix(hash(cell), hash(cell + vec2u(1u, 0u)), w.x);
  let upper = mix(hash(cell + vec2u(0u, 1u)), hash(cell + vec2u(1u, 1u)), w.x);
  return mix(lower, upper, w.y);
}

@fragment
fn main(@builtin(position) at: vec4f) -> @location(0) vec4f {
  var p = at.xy / 16.0;
  var sum = 0.0;
  var weight = 0.5;
  for (var octave = 0; octave < 3; octave++) {
    sum += weight * smooth_noise(p);
    p = p * 2.03 + vec2f(17.0, 3.0);
    weight *= 0.5;
  }
  return vec4f(vec3f(sum) * vec3f(0.8, 0.95, 1.0), sum);
}
