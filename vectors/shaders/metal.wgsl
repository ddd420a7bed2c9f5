// A surface between metal and paint (GGX), with maps of colour and roughness; the normal follows from derivatives.
struct Light {
  direction: vec3f,
  strength: f32,
  color: vec3f,
  ambient: f32,
}

@group(0) @binding(0) var<uniform> light: Light;
@group(0) @binding(1) var base_map: texture_2d<f32>;
@group(0) @binding(2) var rough_map: texture_2d<f32>;
@group(0) @binding(3) var linear_sampler: sampler;

override nos_two_sided_on: bool = false;

const pi = 3.14159265;

fn distribution(n_h: f32, a: f32) -> f32 {
  let a2 = a * a;
  let d = n_h * n_h * (a2 - 1.0) + 1.0;
  return a2 / (pi * d * d);
}

fn visibility(n_l: f32, n_v: f32, a: f32) -> f32 {
  let k = a * 0.5;
  return 0.25 / ((n_l * (1.0 - k) + k) * (n_v * (1.0 - k) + k));
}

fn fresnel(cosine: f32, f0: vec3f) -> vec3f {
  return f0 + (vec3f(1.0) - f0) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0);
}

@fragment
fn main(@location(0) position: vec4f, @location(1) uv: vec2f, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  let base = textureSample(base_map, linear_sampler, uv);
  let maps = textureSample(rough_map, linear_sampler, uv);
  var n = normalize(cross(dpdx(position.xyz), dpdy(position.xyz)) + vec3f(0.0, 0.0, 0.001));
  if (nos_two_sided_on && !front) {
    n = -n;
  }
  let v = normalize(vec3f(0.0, 0.0, 2.0) - position.xyz);
  let l = normalize(light.direction);
  let h = normalize(v + l);
  let rough = max(maps.g, 0.05);
  let metal = maps.b;
  let n_l = max(dot(n, l), 0.0);
  let n_v = max(dot(n, v), 0.001);
  let f0 = mix(vec3f(0.04), base.rgb, metal);
  let f = fresnel(max(dot(h, v), 0.0), f0);
  let specular = f * distribution(max(dot(n, h), 0.0), rough * rough) * visibility(n_l, n_v, rough * rough);
  let diffuse = (vec3f(1.0) - f) * (1.0 - metal) * base.rgb / pi;
  let lit = (diffuse + specular) * light.color * light.strength * n_l;
  return vec4f(lit + base.rgb * light.ambient, base.a * position.w);
}
