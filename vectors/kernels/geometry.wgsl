// The vertex program of the 3D pipeline, and the programs of patches (docs/arithmetic.md, section 1). `make kernels` compiles them to vertex.tka, domain.tka and hull.tka.

// Registers of EUP, as threads are given them.
struct Constants {
    matrix: mat4x4<f32>,        // to clip coordinates
    light: vec3<f32>,           // towards it
    ambient: f32,
    diffuse: f32,
    red: f32,                   // of the base colour
    green: f32,
    blue: f32,
    alpha: f32,
    flags: u32,
    step_x: f32,                // of an instance
    step_y: f32,
    step_z: f32,
    level: u32,
}

const lighting = 1u;            // bits of flags
const use_vertex_color = 2u;

@group(0) @binding(0) var<uniform> pipeline_constants: Constants;

// A control point's record.
struct Control {
    position: vec3<f32>,
    normal_x: f32,
    normal_y: f32,
    normal_z: f32,
    at: vec2<f32>,              // texture coordinates
    color: vec4<f32>,
    unused: vec4<f32>,
}

@group(0) @binding(1) var<uniform> control_points: array<Control, 16>;

struct Vertex {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(1) at: vec2<f32>,
}

// Each column of the matrix in turn.
fn clip(p: vec3<f32>) -> vec4<f32> {
    let m = pipeline_constants.matrix;
    return m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3];
}

fn moved(p: vec3<f32>, instance: u32) -> vec3<f32> {
    let c = pipeline_constants;
    return f32(instance) * vec3(c.step_x, c.step_y, c.step_z) + p;
}

fn finished(position: vec3<f32>, normal: vec3<f32>, at: vec2<f32>, own: vec4<f32>) -> Vertex {
    let c = pipeline_constants;
    var color = vec4(c.red, c.green, c.blue, c.alpha);
    if (c.flags & use_vertex_color) != 0u {
        color *= own;
    }
    if (c.flags & lighting) != 0u {
        let towards = normal.x * c.light.x + normal.y * c.light.y + normal.z * c.light.z;
        let light = c.diffuse * max(towards, 0.0) + c.ambient;
        color = vec4(color.rgb * light, color.a);
    }
    return Vertex(clip(position), color, at);
}

@vertex
fn vertex(@builtin(instance_index) instance: u32, @location(0) position: vec3<f32>, @location(1) normal: vec3<f32>, @location(2) at: vec2<f32>, @location(3) own: vec4<f32>) -> Vertex {
    return finished(moved(position, instance), normal, at, own);
}

// Weights of four control points along a parameter, and of the three differences between them.
struct Weights {
    points: vec4<f32>,
    differences: vec3<f32>,
}

fn weights(t: f32) -> Weights {
    let s = 1.0 - t;
    let ss = s * s;
    let st = s * t;
    let tt = t * t;
    return Weights(vec4(ss * s, ss * t * 3.0, st * t * 3.0, tt * t), vec3(ss * 3.0, st * 2.0 * 3.0, tt * 3.0));
}

fn point(n: u32) -> vec3<f32> {
    return control_points[n].position;
}

fn between(w: vec4<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>) -> vec3<f32> {
    return w.x * a + w.y * b + w.z * c + w.w * d;
}

fn along(w: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>) -> vec3<f32> {
    return w.x * (b - a) + w.y * (c - b) + w.z * (d - c);
}

// A point of the surface: its position, and the product of its tangents.
struct Surface {
    position: vec3<f32>,
    normal: vec3<f32>,
}

fn surface(at: vec2<f32>) -> Surface {
    let u = weights(at.x);
    let v = weights(at.y);
    // Each row of control points along u, then the rows along v.
    let row_0 = between(u.points, point(0u), point(1u), point(2u), point(3u));
    let row_1 = between(u.points, point(4u), point(5u), point(6u), point(7u));
    let row_2 = between(u.points, point(8u), point(9u), point(10u), point(11u));
    let row_3 = between(u.points, point(12u), point(13u), point(14u), point(15u));
    let along_0 = along(u.differences, point(0u), point(1u), point(2u), point(3u));
    let along_1 = along(u.differences, point(4u), point(5u), point(6u), point(7u));
    let along_2 = along(u.differences, point(8u), point(9u), point(10u), point(11u));
    let along_3 = along(u.differences, point(12u), point(13u), point(14u), point(15u));
    let tangent_u = between(v.points, along_0, along_1, along_2, along_3);
    let tangent_v = along(v.differences, row_0, row_1, row_2, row_3);
    return Surface(between(v.points, row_0, row_1, row_2, row_3), cross(tangent_u, tangent_v));
}

// What lies between those of the corners, first along u.
fn of_corners_4(at: vec2<f32>, a: vec4<f32>, b: vec4<f32>, c: vec4<f32>, d: vec4<f32>) -> vec4<f32> {
    let s = 1.0 - at.x;
    return (a * s + b * at.x) * (1.0 - at.y) + (c * s + d * at.x) * at.y;
}

fn of_corners_2(at: vec2<f32>, a: vec2<f32>, b: vec2<f32>, c: vec2<f32>, d: vec2<f32>) -> vec2<f32> {
    let s = 1.0 - at.x;
    return (a * s + b * at.x) * (1.0 - at.y) + (c * s + d * at.x) * at.y;
}

// Of a domain thread: at is u and v of a point of the patch.
@vertex
fn domain(@builtin(instance_index) instance: u32, @location(0) at: vec2<f32>) -> Vertex {
    let first = surface(at);
    var normal = first.normal;
    var size = length(normal);
    if !(size > 0.0) {
        // Where the tangents do not span a plane, the normal is that of a point a little nearer to the middle.
        normal = surface(at + (0.5 - at) / 64.0).normal;
        size = length(normal);
    }
    normal = select(vec3(0.0), normal / size, size > 0.0);
    let texture_at = of_corners_2(at, control_points[0].at, control_points[3].at, control_points[12].at, control_points[15].at);
    let color = of_corners_4(at, control_points[0].color, control_points[3].color, control_points[12].color, control_points[15].color);
    return finished(moved(first.position, instance), normal, texture_at, color);
}

// Of a hull thread: the number of segments of a patch's sides, as bits.
@vertex
fn hull() -> @builtin(position) vec4<f32> {
    let segments = min(max(pipeline_constants.level & 0x3fu, 1u), 32u);
    return vec4(bitcast<f32>(segments), 0.0, 0.0, 0.0);
}
