// Leaves: procedural shapes whose alpha the alpha test cuts, in fog.
fn leaf(p: vec2f) -> f32 {
  let q = fract(p * 3.0) - 0.5;
  return 1.0 - smoothstep(0.1, 0.4, length(q * vec2f(1.0, 1.8)));
}

@fragment
fn main(@location(0) color: vec4f, @location(1) uv: vec2f) -> @location(0) vec4f {
  var alpha = 0.0;
  for (var n = 0; n < 3; n++) {
    let turn = f32(n) * 0.7;
    let p = vec2f(uv.x * cos(turn) - uv.y * sin(turn), uv.x * sin(turn) + uv.y * cos(turn));
    alpha = max(alpha, leaf(p + turn));
  }
  return vec4f(color.rgb * (0.6 + 0.4 * alpha), alpha * color.a);
}
