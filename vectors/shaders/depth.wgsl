// A depth of its own, which may lie outside of 0 to 1.
struct Result {
  @location(0) color: vec4f,
  @builtin(frag_depth) depth: f32,
}

@fragment
fn main(@builtin(position) at: vec4f, @location(0) color: vec4f) -> Result {
  return Result(color, at.z * 1.5 - 0.25 + color.a * 0.5);
}
