"""The programs that OpenGL runs: section 1 of docs/arithmetic.md for vertices; for pixels its section 6, and sums of hashes that tell which
fragments came to a pixel."""
import numpy as np

VERTEX = """#version 450
layout(location = 0) in vec3 p;
layout(location = 1) in vec3 n;
layout(location = 2) in vec2 t;
layout(location = 3) in vec4 c;
uniform float M[16];
uniform vec3 instance_step, light;
uniform vec4 base_color;
uniform float ambient, diffuse;
uniform int lighting, use_color, first_instance;
out vec4 color;
out vec2 uv;
flat out int instance;
precise gl_Position;
void main() {
  instance = first_instance + gl_InstanceID;
  precise vec3 q = p + float(instance) * instance_step;
  precise vec4 clip;
  for (int j = 0; j < 4; j++) clip[j] = ((M[j] * q.x + M[4 + j] * q.y) + M[8 + j] * q.z) + M[12 + j];
  gl_Position = clip;
  precise vec4 k = base_color;
  if (use_color != 0) k = k * c;
  if (lighting != 0) {
    precise float d = (n.x * light.x + n.y * light.y) + n.z * light.z;
    if (!(d > 0.0)) d = 0.0;
    precise float f = ambient + diffuse * d;
    k.rgb = k.rgb * f;
  }
  color = k;
  uv = t;
}
"""
FRAGMENT = """#version 450
%s
in vec4 color;
in vec2 uv;
flat in int instance;
uniform int draw, textured, kill;
uniform float alpha_ref, depth_offset, depth_factor;
uniform sampler2D image;
layout(location = 0) out vec4 o;
layout(location = 1) out vec4 set;
%s
void main() {
  %s
  vec4 k = color;
  if (textured != 0) k = k * texture(image, uv);
  if (kill != 0 && !(k.a >= alpha_ref)) discard;
  o = k;
  uint h = uint(draw) * 0x9E3779B1u + uint(instance) * 0x85EBCA6Bu + uint(gl_PrimitiveID) * 0xC2B2AE35u;
  h ^= h >> 16; h *= 0x7FEB352Du; h ^= h >> 15; h *= 0x846CA68Bu; h ^= h >> 16;
  set = vec4(1.0, float(h & 4095u), float(h >> 12 & 4095u), float(h >> 24));
  %s
}
"""
WRITE_DEPTH = "gl_FragDepth = depth_offset + depth_factor * k.a;"
EARLY = "layout(early_fragment_tests) in;"
RUNS = "layout(binding = 0, offset = 0) uniform atomic_uint runs;"
RUN = "atomicCounterIncrement(runs);"


def fragment(early, write_depth, counting):
    """The pixel program; counting: every run adds one to the atomic counter."""
    return FRAGMENT % (EARLY if early else "", RUNS if counting else "", RUN if counting else "", WRITE_DEPTH if write_depth else "")


def hashes(draw, instance, primitive):
    """The hashes that FRAGMENT adds up."""
    with np.errstate(over="ignore"):
        h = (draw.astype(np.uint32) * np.uint32(0x9E3779B1) + instance.astype(np.uint32) * np.uint32(0x85EBCA6B)
             + primitive.astype(np.uint32) * np.uint32(0xC2B2AE35))
        h ^= h >> np.uint32(16)
        h *= np.uint32(0x7FEB352D)
        h ^= h >> np.uint32(15)
        h *= np.uint32(0x846CA68B)
        h ^= h >> np.uint32(16)
    return np.stack([np.ones_like(h), h & np.uint32(4095), h >> np.uint32(12) & np.uint32(4095), h >> np.uint32(24)], 1)
