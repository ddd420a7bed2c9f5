// A distance field that rays walk through: spheres that melt into a floor, with a shadow.
fn blend(a: f32, b: f32, width: f32) -> f32 {
  let h = max(width - abs(a - b), 0.0) / width;
  return min(a, b) - h * h * width * 0.25;
}

fn field(p: vec3<f32>) -> f32 {
  let floor = p.y + 0.6 + 0.04 * sin(p.x * 5.0) * sin(p.z * 5.0);
  let large = length(p - vec3(-0.45, 0.0, 0.0)) - 0.55;
  let small = length(p - vec3(0.5, -0.1, 0.35)) - 0.38;
  let ring = length(vec2(length(p.xy - vec2(0.35, 0.45)) - 0.35, p.z + 0.3)) - 0.1;
  return min(blend(blend(large, small, 0.35), floor, 0.3), ring);
}

fn gradient(p: vec3<f32>) -> vec3<f32> {
  let e = vec2(0.002, -0.002);
  return normalize(e.xyy * field(p + e.xyy) + e.yyx * field(p + e.yyx) + e.yxy * field(p + e.yxy) + e.xxx * field(p + e.xxx));
}

fn walk(origin: vec3<f32>, direction: vec3<f32>, most: f32) -> f32 {
  var t = 0.02;
  for (var n = 0; n < 64; n++) {
    let d = field(origin + direction * t);
    if (d < 0.001 * t || t > most) {
      break;
    }
    t += d * 0.9;
  }
  return t;
}

@fragment
fn main(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> {
  let size = vec2(160.0, 120.0);
  let screen = (p.xy * 2.0 - size) / size.y;
  let eye = vec3(0.0, 0.5, 2.6);
  let ray = normalize(vec3(screen.x, -screen.y - 0.15, -1.8));
  let sky = mix(vec3(0.85, 0.75, 0.65), vec3(0.3, 0.45, 0.75), clamp(ray.y * 2.0 + 0.4, 0.0, 1.0));
  let t = walk(eye, ray, 8.0);
  if (t > 8.0) {
    return vec4(sky, 1.0);
  }
  let at = eye + ray * t;
  let normal = gradient(at);
  let sun = normalize(vec3(0.6, 0.8, 0.5));
  var light = max(dot(normal, sun), 0.0);
  if (light > 0.0 && walk(at + normal * 0.01, sun, 3.0) < 3.0) {
    light = light * 0.15;
  }
  let base = mix(vec3(0.8, 0.35, 0.25), vec3(0.55, 0.6, 0.65), smoothstep(-0.3, -0.5, at.y));
  let shine = pow(max(dot(reflect(ray, normal), sun), 0.0), 24.0) * light;
  let color = base * (light + 0.25 + 0.15 * normal.y) + vec3(0.5 * shine);
  return vec4(mix(color, sky, smoothstep(2.0, 8.0, t)), 1.0);
}
