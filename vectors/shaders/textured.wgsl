// A texture times the vertex colour, lit and two-sided as the state says.
override nos_lighting_on: bool = false;
override nos_lighting_colors: bool = true;
override nos_two_sided_on: bool = false;

@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var smooth_sampler: sampler;

@fragment
fn main(@location(0) color: vec4f, @location(1) uv: vec2f, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  var base = textureSample(image, smooth_sampler, uv);
  if (nos_lighting_colors) {
    base *= color;
  }
  if (nos_lighting_on) {
    var facing = uv.x - uv.y;
    if (nos_two_sided_on && !front) {
      facing = -facing;
    }
    base = vec4f(base.rgb * max(facing, 0.1), base.a);
  }
  return base;
}
