// How often pixels are drawn: one pass counts in a storage buffer, the next one shows the counts as heat.
const width = 160u;

@group(0) @binding(0) var<storage, read_write> counts: array<atomic<u32>>;

@fragment
fn count(@builtin(position) p: vec4<f32>) {
  atomicAdd(&counts[u32(p.y) * width + u32(p.x)], 1u);
}

@group(0) @binding(1) var<storage, read> counted: array<u32>;

@fragment
fn show(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> {
  let n = f32(counted[u32(p.y) * width + u32(p.x)]);
  let heat = clamp(n / 5.0, 0.0, 1.0);
  return vec4(smoothstep(0.1, 0.6, heat), smoothstep(0.45, 0.95, heat), smoothstep(0.85, 1.0, heat) + 0.35 * smoothstep(0.0, 0.2, heat) * (1.0 - heat), 1.0);
}
