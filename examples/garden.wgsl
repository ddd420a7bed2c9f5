// Surfaces of a garden: vertices in whatever format, one shader for grass, stones, bark and leaves. What differs between them is state.
struct Uniforms {
  model_view_projection: mat4x4f,
  normal_matrix: mat3x3f,
  light: vec3f,
  base_color: vec4f,
}
@group(0) @binding(2) var<uniform> u: Uniforms;
@group(0) @binding(0) var skin: texture_2d<f32>;
@group(0) @binding(1) var filtered: sampler;

override nos_lighting_on: bool = false;

struct Corner {
  @builtin(position) at: vec4f,
  @location(0) color: vec4f,
  @location(1) uv: vec2f,
}

@vertex
fn place(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) uv: vec2f) -> Corner {
  var light = 1.0;
  if (nos_lighting_on) {
    light = 0.35 + 0.65 * max(dot(normalize(u.normal_matrix * normal), u.light), 0.0);
  }
  return Corner(u.model_view_projection * vec4f(position, 1), vec4f(u.base_color.rgb * light, u.base_color.a), uv);
}

@fragment
fn surface(@location(0) color: vec4f, @location(1) uv: vec2f) -> @location(0) vec4f {
  return color * textureSample(skin, filtered, uv);
}
