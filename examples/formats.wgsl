// Vertices whose formats are state of the draw: the shader does not know how they lie in memory.
struct Uniforms {
  model_view_projection: mat4x4f,
  normal_matrix: mat3x3f,
  light: vec3f,
}
@group(0) @binding(0) var<uniform> u: Uniforms;

struct Lit {
  @builtin(position) at: vec4f,
  @location(0) color: vec4f,
}

@vertex
fn vertex(@location(0) position: vec3f, @location(1) normal: vec3f, @location(3) color: vec4f) -> Lit {
  let light = max(dot(normalize(u.normal_matrix * normal), u.light), 0.0);
  return Lit(u.model_view_projection * vec4f(position, 1), vec4f(color.rgb * (0.3 + 0.7 * light), 1));
}

@fragment
fn pixel(@location(0) color: vec4f) -> @location(0) vec4f {
  return color;
}
