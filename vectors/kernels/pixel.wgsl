// The pixel program of the 3D pipeline (docs/arithmetic.md, section 6). `make kernels` compiles it to pixel.tka. The render target converts the colours to its format.

// Registers of PS, as threads are given them.
struct Constants {
    flags: u32,
    unused_1: u32,
    unused_2: u32,
    unused_3: u32,
    unused_4: u32,
    alpha_reference: f32,
    depth_base: f32,
    depth_scale: f32,
}

const texture = 1u;             // bits of flags
const kill = 2u;

@group(0) @binding(0) var<uniform> pipeline_constants: Constants;
@group(0) @binding(1) var texels: texture_2d<f32>;
@group(0) @binding(2) var texel_sampler: sampler;

fn shaded(color: vec4<f32>, at: vec2<f32>) -> vec4<f32> {
    var c = color;
    if (pipeline_constants.flags & texture) != 0u {
        c *= textureSample(texels, texel_sampler, at);
    }
    if (pipeline_constants.flags & kill) != 0u {
        if !(c.a >= pipeline_constants.alpha_reference) {
            discard;
        }
    }
    return c;
}

@fragment
fn pixel(@location(0) color: vec4<f32>, @location(1) at: vec2<f32>) -> @location(0) vec4<f32> {
    return shaded(color, at);
}

struct WithDepth {
    @location(0) color: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

@fragment
fn pixel_depth(@location(0) color: vec4<f32>, @location(1) at: vec2<f32>) -> WithDepth {
    let c = shaded(color, at);
    return WithDepth(c, saturate(pipeline_constants.depth_scale * c.a + pipeline_constants.depth_base));
}
