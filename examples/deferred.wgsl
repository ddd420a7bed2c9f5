// Deferred shading: a pass leaves normals and depths, another one colours, and the last one lights each pixel once, with as many lights as it likes.
struct Frame { model_view_projection: mat4x4<f32>, normal_matrix: mat3x3<f32> }

@group(0) @binding(0) var<uniform> frame: Frame;

struct Point {
  @builtin(position) clip: vec4<f32>,
  @location(0) normal: vec3<f32>,
  @location(1) color: vec4<f32>,
}

@vertex
fn point(@location(0) position: vec3<f32>, @location(1) normal: vec3<f32>, @location(3) color: vec4<f32>) -> Point {
  return Point(frame.model_view_projection * vec4(position, 1.0), frame.normal_matrix * normal, color);
}

@fragment
fn shape(p: Point) -> @location(0) vec4<f32> {
  return vec4(normalize(p.normal) * 0.5 + 0.5, 1.0);
}

struct Surface { base_color: vec4<f32> }
@group(1) @binding(0) var<uniform> surface: Surface;

@fragment
fn paint(p: Point) -> @location(0) vec4<f32> {
  return surface.base_color * p.color;
}

@group(2) @binding(0) var normals: texture_2d<f32>;
@group(2) @binding(1) var colors: texture_2d<f32>;

@fragment
fn light(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> {
  let at = vec2<u32>(p.xy);
  let normal = textureLoad(normals, at, 0);
  let color = textureLoad(colors, at, 0).rgb;
  if (normal.a == 0.0) {
    return vec4(0.05, 0.06, 0.09, 1.0) + 0.1 * vec4(0.3, 0.4, 0.6, 0.0) * (p.y / 120.0);
  }
  let n = normalize(normal.xyz * 2.0 - 1.0);
  var sum = vec3(0.08);
  for (var k = 0; k < 8; k++) {
    let turn = f32(k) * 0.785398;
    let lamp = vec2(80.0 + 70.0 * cos(turn), 60.0 + 45.0 * sin(turn));
    let way = vec3((lamp - p.xy) / 40.0, 0.6);
    let to = normalize(vec3(way.x, -way.y, way.z));
    let hue = vec3(0.5 + 0.5 * cos(turn), 0.5 + 0.5 * cos(turn + 2.1), 0.5 + 0.5 * cos(turn + 4.2));
    sum += hue * (1.4 * max(dot(n, to), 0.0) / (0.6 + dot(way, way)));
  }
  return vec4(color * sum, 1.0);
}
