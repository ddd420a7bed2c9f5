// State asked for within loops and divergent branches, and as values.
override nos_lighting_on: bool = false;
override nos_two_sided_on: bool = false;
override nos_alpha_test_reference: f32 = 0.5;
override nos_target_format: u32 = 0u;

@fragment
fn main(@location(0) color: vec4f, @location(1) uv: vec2f, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  var sum = vec3f(0.0);
  var n = 0u;
  loop {
    if (n >= 6u + nos_target_format) {
      break;
    }
    if (uv.x * f32(n) > 2.0) {
      if (nos_lighting_on) {
        sum += color.rgb * f32(n);
      } else {
        sum -= color.bgr;
      }
    } else if (nos_two_sided_on == front) {
      sum += vec3f(uv, nos_alpha_test_reference);
    }
    if (nos_lighting_on && sum.x > 3.0) {
      break;
    }
    n++;
  }
  let bit = select(0.25, 0.75, nos_lighting_on != nos_two_sided_on);
  return vec4f(sum * 0.2, bit * color.a);
}
