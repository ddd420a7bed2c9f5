// Light in four steps, and stripes that follow the texture coordinates.
@fragment
fn main(@location(0) color: vec4<f32>, @location(1) uv: vec2<f32>) -> @location(0) vec4<f32> {
  let light = dot(color.rgb, vec3(0.299, 0.587, 0.114));
  let step = ceil(light * 4.0) / 4.0;
  var rgb = mix(vec3(0.12, 0.08, 0.25), vec3(1.0, 0.78, 0.35), step);
  if (fract(uv.x * 12.0 + uv.y * 6.0) < 0.2) {
    rgb = rgb * 0.6;
  }
  return vec4(rgb, 1.0);
}
