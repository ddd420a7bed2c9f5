// Bubbles: each point is a quad, and state says that components 4 and 5, the location 1 of the pixels, are its coordinates. 0, 0 is the upper left corner, or the lower left one.
@fragment
fn main(@location(0) color: vec4f, @location(1) at: vec2f) -> @location(0) vec4f {
  let p = 2.0 * at - 1.0;
  let r = dot(p, p);
  let shine = exp(-12.0 * dot(p + vec2f(0.35), p + vec2f(0.35)));
  let rim = smoothstep(0.5, 1.0, r);
  return vec4f(color.rgb * (0.35 + 0.65 * rim) + shine, 1.0 - r);
}
