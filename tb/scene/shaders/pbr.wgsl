// Metallic-roughness materials of glTF 2.0 (section 3.9.2, appendix B) under one light and a sky. Light is linear: the target encodes it.

struct Frame {
  view_projection: mat4x4<f32>,
  eye: vec3<f32>,
  ambient: f32,
  light: vec3<f32>,
  diffuse: f32,
}

struct Part {
  model: mat4x4<f32>,
  normal_matrix: mat3x3<f32>,
}

struct Surface {
  base_color: vec4<f32>,
  emissive: vec3<f32>,
  metallic: f32,
  roughness: f32,
  normal_scale: f32,
  occlusion_strength: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<uniform> part: Part;
@group(1) @binding(0) var<uniform> surface: Surface;
@group(1) @binding(1) var base_color_texture: texture_2d<f32>;
@group(1) @binding(2) var metallic_roughness_texture: texture_2d<f32>;
@group(1) @binding(3) var normal_texture: texture_2d<f32>;
@group(1) @binding(4) var occlusion_texture: texture_2d<f32>;
@group(1) @binding(5) var emissive_texture: texture_2d<f32>;
@group(1) @binding(6) var material_sampler: sampler;

override nos_lighting_on: bool = true;    // off: KHR_materials_unlit
override nos_two_sided_on: bool = false;  // back faces have the normal of their own side
override nos_lighting_colors: bool = false; // vertices have colours

struct Point {
  @builtin(position) clip: vec4<f32>,
  @location(0) position: vec3<f32>,
  @location(1) normal: vec3<f32>,
  @location(2) tangent: vec4<f32>,
  @location(3) uv: vec2<f32>,
  @location(4) color: vec4<f32>,
}

@vertex
fn vertices(@location(0) position: vec3<f32>, @location(1) normal: vec3<f32>, @location(2) uv: vec2<f32>, @location(3) color: vec4<f32>, @location(4) tangent: vec4<f32>) -> Point {
  let world = part.model * vec4(position, 1.0);
  var p: Point;
  p.clip = frame.view_projection * world;
  p.position = world.xyz;
  p.normal = part.normal_matrix * normal;
  p.tangent = vec4((part.model * vec4(tangent.xyz, 0.0)).xyz, tangent.w);
  p.uv = uv;
  p.color = color;
  return p;
}

const pi = 3.14159265;

// What the surroundings send from a direction: brighter from above.
fn sky(direction: vec3<f32>) -> vec3<f32> {
  let height = 0.5 + 0.5 * direction.y;
  return mix(vec3(0.55, 0.5, 0.45), vec3(1.35, 1.45, 1.6), height * height);
}

// Karis' approximation of what a rough surface reflects of an even sky.
fn reflected(f0: vec3<f32>, roughness: f32, facing: f32) -> vec3<f32> {
  let r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  let a = min(r.x * r.x, exp2(-9.28 * facing)) * r.x + r.y;
  return f0 * (r.z - 1.04 * a) + (r.w + 1.04 * a);
}

fn lit(p: Point, base: vec3<f32>, front: bool) -> vec3<f32> {
  let maps = textureSample(metallic_roughness_texture, material_sampler, p.uv);
  let bump = textureSample(normal_texture, material_sampler, p.uv).xyz * 2.0 - 1.0;
  let occlusion = 1.0 + surface.occlusion_strength * (textureSample(occlusion_texture, material_sampler, p.uv).x - 1.0);
  let emitted = textureSample(emissive_texture, material_sampler, p.uv).xyz * surface.emissive;
  let metallic = surface.metallic * maps.z;
  let roughness = clamp(surface.roughness * maps.y, 0.04, 1.0);

  var n = normalize(p.normal);
  let t = normalize(p.tangent.xyz - n * dot(n, p.tangent.xyz));
  let b = cross(n, t) * p.tangent.w;
  n = normalize(t * (bump.x * surface.normal_scale) + b * (bump.y * surface.normal_scale) + n * bump.z);
  if (nos_two_sided_on) { // what is a bump in front is a dent from behind
    n = select(-n, n, front);
  }

  let v = normalize(frame.eye - p.position);
  let l = frame.light;
  let h = normalize(v + l);
  let nl = max(dot(n, l), 0.0);
  let nv = max(dot(n, v), 0.001);
  let nh = max(dot(n, h), 0.0);
  let vh = max(dot(v, h), 0.0);

  let f0 = mix(vec3(0.04), base, metallic);
  let matte = base * (1.0 - metallic);
  let alpha = roughness * roughness;
  let alpha2 = alpha * alpha;
  let d = nh * nh * (alpha2 - 1.0) + 1.0;
  let spread = alpha2 / (pi * d * d);
  let shadowing = 0.5 / (nl * sqrt(nv * nv * (1.0 - alpha2) + alpha2) + nv * sqrt(nl * nl * (1.0 - alpha2) + alpha2) + 0.00001);
  let edge = 1.0 - vh;
  let edge2 = edge * edge;
  let grazing = edge2 * edge2 * edge;
  let fresnel = f0 + (1.0 - f0) * grazing;

  // What a dielectric reflects (0.04, more at grazing angles) does not reach its colour; metals have none.
  let direct = (matte * (0.96 * (1.0 - grazing)) + fresnel * (spread * shadowing * pi)) * (frame.diffuse * nl);
  let even = (matte * sky(n) + reflected(f0, roughness, nv) * sky(reflect(-v, n))) * (frame.ambient * occlusion);
  return direct + even + emitted;
}

@fragment
fn pixels(p: Point, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
  var base = textureSample(base_color_texture, material_sampler, p.uv) * surface.base_color;
  if (nos_lighting_colors) {
    base = base * p.color;
  }
  var color = base.xyz;
  if (nos_lighting_on) {
    color = lit(p, base.xyz, front);
  }
  return vec4(color, base.w);
}
