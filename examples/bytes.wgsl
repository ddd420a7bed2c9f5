// The bytes of a file as grey cells, 32 a row.
@group(0) @binding(0) var<storage, read> bytes: array<u32>;

@fragment
fn main(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
  let cell = vec2<u32>(at.xy) / 4u;
  let n = cell.y * 32u + cell.x;
  if (n / 4u >= arrayLength(&bytes)) {
    return vec4(0.0, 0.0, 0.3, 1.0);
  }
  return vec4(vec3(unpack4x8unorm(bytes[n / 4u])[n % 4u]), 1.0);
}
