// Nothing of it depends on state but what is applied to its colour.
@fragment
fn main(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let odd = (u32(at.x) ^ u32(at.y)) & 1u;
  return select(vec4f(0.9, 0.85, 0.7, 0.75), vec4f(0.1, 0.2, 0.3, 0.25), odd == 1u);
}
