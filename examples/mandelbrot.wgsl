// The Mandelbrot set: how soon each point escapes, as a colour.
@fragment
fn main(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
  let c = (at.xy - vec2(92.0, 64.0)) / 48.0;
  var z = vec2(0.0);
  var n = 0u;
  while (n < 32u && dot(z, z) < 4.0) {
    z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
    n++;
  }
  if (n == 32u) {
    return vec4(0.0, 0.0, 0.0, 1.0);
  }
  let t = f32(n) / 32.0;
  return vec4(sqrt(t), t, 0.3 + 0.7 * sin(6.0 * t), 1.0);
}
