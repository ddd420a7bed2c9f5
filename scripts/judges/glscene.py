"""Draws an exported context with the system's OpenGL (meant: Mesa llvmpipe), off-screen, without a window system.

Clip space has y down and 0 <= z <= w, as the machine's; OpenGL's first row is then the picture's top row. Beside colour and depth a
target of four floats adds up, for each pixel, the number of fragments that passed and three hashes of their primitives: equal sums
mean equal sets."""
import ctypes
import os

os.environ.update(PYOPENGL_PLATFORM="egl", LIBGL_ALWAYS_SOFTWARE="1")
os.environ.setdefault("GALLIUM_DRIVER", "llvmpipe")
os.environ.setdefault("GALLIVM_PERF", "no_aos_sampling")  # samples in floats, not in bytes

import numpy as np
import OpenGL

OpenGL.ERROR_CHECKING = True
from OpenGL import EGL, GL  # noqa: E402
from OpenGL.raw.GL.VERSION.GL_1_0 import glReadPixels  # noqa: E402  (the wrapped ones know no D24S8)
from OpenGL.raw.GL.VERSION.GL_1_1 import glTexSubImage2D  # noqa: E402
from OpenGL.raw.GL.VERSION.GL_1_5 import glGetBufferSubData  # noqa: E402
from OpenGL.raw.GL.VERSION.GL_3_3 import glGetQueryObjectui64v  # noqa: E402
from OpenGL.GL.EXT.polygon_offset_clamp import glPolygonOffsetClampEXT  # noqa: E402
from OpenGL.EGL.EXT.platform_base import eglGetPlatformDisplayEXT  # noqa: E402

from exported import D16, D32F, RGBA16F, SRGB8  # noqa: E402
from geometry import Vertices  # noqa: E402

PLATFORM_SURFACELESS = 0x31DD
COMPARE = [GL.GL_NEVER, GL.GL_LESS, GL.GL_EQUAL, GL.GL_LEQUAL, GL.GL_GREATER, GL.GL_NOTEQUAL, GL.GL_GEQUAL, GL.GL_ALWAYS]
STENCIL = [GL.GL_KEEP, GL.GL_ZERO, GL.GL_REPLACE, GL.GL_INCR, GL.GL_DECR, GL.GL_INVERT, GL.GL_INCR_WRAP, GL.GL_DECR_WRAP]
EQUATION = [GL.GL_FUNC_ADD, GL.GL_FUNC_SUBTRACT, GL.GL_FUNC_REVERSE_SUBTRACT, GL.GL_MIN, GL.GL_MAX] + 3 * [GL.GL_FUNC_ADD]
FACTOR = [GL.GL_ZERO, GL.GL_ONE, GL.GL_SRC_COLOR, GL.GL_ONE_MINUS_SRC_COLOR, GL.GL_DST_COLOR, GL.GL_ONE_MINUS_DST_COLOR,
          GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA, GL.GL_DST_ALPHA, GL.GL_ONE_MINUS_DST_ALPHA, GL.GL_CONSTANT_COLOR,
          GL.GL_ONE_MINUS_CONSTANT_COLOR, GL.GL_CONSTANT_ALPHA, GL.GL_ONE_MINUS_CONSTANT_ALPHA, GL.GL_SRC_ALPHA_SATURATE, GL.GL_ZERO]
WRAP = [GL.GL_REPEAT, GL.GL_CLAMP_TO_EDGE, GL.GL_MIRRORED_REPEAT, GL.GL_REPEAT]
TOPOLOGY = [GL.GL_TRIANGLES, GL.GL_TRIANGLE_STRIP, GL.GL_TRIANGLE_FAN]
MIN_FILTER = [[GL.GL_NEAREST, GL.GL_LINEAR],
              [GL.GL_NEAREST_MIPMAP_NEAREST, GL.GL_LINEAR_MIPMAP_NEAREST],
              [GL.GL_NEAREST_MIPMAP_LINEAR, GL.GL_LINEAR_MIPMAP_LINEAR]]
STATISTICS = {1: 0x82EE, 2: 0x82EF, 3: 0x82F0, 4: 0x82F6, 5: 0x82F7, 6: 0x82F4}

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
void main() {
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


class Renderer:
    """An OpenGL context without a window."""

    def __init__(self):
        display = eglGetPlatformDisplayEXT(PLATFORM_SURFACELESS, None, None)
        if not EGL.eglInitialize(display, None, None):
            raise RuntimeError("EGL cannot be initialized")
        EGL.eglBindAPI(EGL.EGL_OPENGL_API)
        attributes = (EGL.EGLint * 7)(EGL.EGL_CONTEXT_MAJOR_VERSION, 4, 0x30FB, 5, 0x30FD, 1, EGL.EGL_NONE)
        context = EGL.eglCreateContext(display, EGL.EGLConfig(), None, attributes)
        if not context or not EGL.eglMakeCurrent(display, None, None, context):
            raise RuntimeError("no OpenGL 4.5 context")
        self.name = f"{GL.glGetString(GL.GL_RENDERER).decode()}, OpenGL {GL.glGetString(GL.GL_VERSION).decode()}"
        self.programs = {}
        self.vao = GL.glGenVertexArrays(1)
        GL.glBindVertexArray(self.vao)
        self.buffers = GL.glGenBuffers(2)
        GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
        GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
        GL.glDisable(GL.GL_DITHER)
        GL.glClipControl(GL.GL_LOWER_LEFT, GL.GL_ZERO_TO_ONE)

    def program(self, early, write_depth):
        key = early, write_depth
        if key not in self.programs:
            text = FRAGMENT % (EARLY if early else "", WRITE_DEPTH if write_depth else "")
            program = GL.glCreateProgram()
            for kind, source in ((GL.GL_VERTEX_SHADER, VERTEX), (GL.GL_FRAGMENT_SHADER, text)):
                shader = GL.glCreateShader(kind)
                GL.glShaderSource(shader, source)
                GL.glCompileShader(shader)
                if not GL.glGetShaderiv(shader, GL.GL_COMPILE_STATUS):
                    raise RuntimeError(GL.glGetShaderInfoLog(shader))
                GL.glAttachShader(program, shader)
            text = ctypes.POINTER(ctypes.c_char)
            names = (text * 2)(*(ctypes.cast(ctypes.create_string_buffer(n), text) for n in (b"gl_Position", b"color")))
            GL.glTransformFeedbackVaryings(program, 2, names, GL.GL_INTERLEAVED_ATTRIBS)
            GL.glLinkProgram(program)
            if not GL.glGetProgramiv(program, GL.GL_LINK_STATUS):
                raise RuntimeError(GL.glGetProgramInfoLog(program))
            self.programs[key] = program
        program = self.programs[key]
        GL.glUseProgram(program)
        return program


def texture(internal, width, height, kind, component, data, levels=1):
    name = GL.glGenTextures(1)
    GL.glBindTexture(GL.GL_TEXTURE_2D, name)
    GL.glTexStorage2D(GL.GL_TEXTURE_2D, levels, internal, width, height)
    if data is not None:
        data = np.ascontiguousarray(data)
        glTexSubImage2D(GL.GL_TEXTURE_2D, 0, 0, 0, width, height, kind, component, data.ctypes.data_as(ctypes.c_void_p))
    return name


class Target:
    """The surfaces of a context, beginning with what memory holds."""

    def __init__(self, context):
        w, h = self.size = context.width, context.height
        color, depth = context.surfaces(context.before)
        self.format, self.depth_format = context.color_format, context.depth_format
        internal = {RGBA16F: GL.GL_RGBA16F, SRGB8: GL.GL_SRGB8_ALPHA8}.get(self.format, GL.GL_RGBA8)
        component = GL.GL_HALF_FLOAT if self.format == RGBA16F else GL.GL_UNSIGNED_BYTE
        self.color = texture(internal, w, h, GL.GL_RGBA, component, color)
        if self.depth_format == D32F:
            self.depth = texture(GL.GL_DEPTH_COMPONENT32F, w, h, GL.GL_DEPTH_COMPONENT, GL.GL_FLOAT, depth.view("<f4"))
        elif self.depth_format == D16:
            self.depth = texture(GL.GL_DEPTH_COMPONENT16, w, h, GL.GL_DEPTH_COMPONENT, GL.GL_UNSIGNED_SHORT, depth)
        else:
            word = (depth << np.uint32(8)) | (depth >> np.uint32(24))  # OpenGL's has the stencil lowest
            self.depth = texture(GL.GL_DEPTH24_STENCIL8, w, h, GL.GL_DEPTH_STENCIL, GL.GL_UNSIGNED_INT_24_8, word)
        self.sums = texture(GL.GL_RGBA32F, w, h, GL.GL_RGBA, GL.GL_FLOAT, np.zeros((h, w, 4), np.float32))
        self.full = self.frame(self.color, self.sums, self.depth)
        self.counter = texture(GL.GL_RGBA32F, w, h, GL.GL_RGBA, GL.GL_FLOAT, np.zeros((h, w, 4), np.float32))
        self.plain = self.frame(None, self.counter, None)

    def frame(self, color, sums, depth):
        f = GL.glGenFramebuffers(1)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, f)
        if color:
            GL.glFramebufferTexture(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, color, 0)
        GL.glFramebufferTexture(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT1, sums, 0)
        if depth:
            point = GL.GL_DEPTH_ATTACHMENT if self.depth_format in (D16, D32F) else GL.GL_DEPTH_STENCIL_ATTACHMENT
            GL.glFramebufferTexture(GL.GL_FRAMEBUFFER, point, depth, 0)
        GL.glDrawBuffers(2, [GL.GL_COLOR_ATTACHMENT0 if color else GL.GL_NONE, GL.GL_COLOR_ATTACHMENT1])
        if GL.glCheckFramebufferStatus(GL.GL_FRAMEBUFFER) != GL.GL_FRAMEBUFFER_COMPLETE:
            raise RuntimeError("this target cannot be drawn into")
        return f

    def _read(self, frame, buffer, kind, component, shape, dtype):
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
        if buffer is not None:
            GL.glReadBuffer(buffer)
        w, h = self.size
        out = np.zeros((h, w) + shape, dtype)
        glReadPixels(0, 0, w, h, kind, component, out.ctypes.data_as(ctypes.c_void_p))
        return out

    def colors(self):
        """Bytes or halves as they stand in the surface."""
        if self.format == RGBA16F:
            return self._read(self.full, GL.GL_COLOR_ATTACHMENT0, GL.GL_RGBA, GL.GL_HALF_FLOAT, (4,), np.float16)
        GL.glDisable(GL.GL_FRAMEBUFFER_SRGB)
        return self._read(self.full, GL.GL_COLOR_ATTACHMENT0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, (4,), np.uint8)

    def depths(self):
        """Depth as stored, and stencil or None."""
        if self.depth_format == D32F:
            return self._read(self.full, None, GL.GL_DEPTH_COMPONENT, GL.GL_FLOAT, (), np.float32), None
        if self.depth_format == D16:
            return self._read(self.full, None, GL.GL_DEPTH_COMPONENT, GL.GL_UNSIGNED_SHORT, (), np.uint16), None
        word = self._read(self.full, None, GL.GL_DEPTH_STENCIL, GL.GL_UNSIGNED_INT_24_8, (), np.uint32)
        return word >> np.uint32(8), word & np.uint32(255)

    def passed(self):
        return self._read(self.full, GL.GL_COLOR_ATTACHMENT1, GL.GL_RGBA, GL.GL_FLOAT, (4,), np.float32)

    def covered(self):
        return self._read(self.plain, GL.GL_COLOR_ATTACHMENT1, GL.GL_RGBA, GL.GL_FLOAT, (4,), np.float32)

    def drop(self):
        GL.glDeleteFramebuffers(2, [self.full, self.plain])
        GL.glDeleteTextures([self.color, self.depth, self.sums, self.counter])


class Draw:
    """One DRAW with its state, ready for OpenGL."""

    def __init__(self, renderer, number, context, operands, state):
        self.r, self.number, self.s = renderer, number, state
        self.context = context
        self.vertices = Vertices(context.before, operands, state)

    def issue(self, target, tests=True):
        """Draws; without tests only coverage is counted."""
        s = self.s
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target.full if tests else target.plain)
        self._viewport(target)
        self._faces()
        self._blend(tests, target)
        self._depth(tests)
        killed = tests and bool(self._get("PS", "PIXEL_PROGRAM", "KILL"))
        writes = tests and bool(self._get("PS", "PIXEL_PROGRAM", "WRITE_DEPTH"))
        late = bool(self._get("ZL2", "DEPTH_CONTROL", "LATE"))
        program = self.r.program(not late, writes and late)
        self._uniforms(program, killed)
        name = self._texture(program) if s.get("PS", "PIXEL_PROGRAM", "TEXTURE") else None
        self._arrays()
        self._go()
        if name:
            GL.glDeleteTextures([name])

    def _get(self, block, register, field="VALUE"):
        return self.s.get(block, register, field) if self.s.has(block, register, field) else 0

    def _viewport(self, target):
        s, w, h = self.s, *target.size
        scale_x, scale_y = (float(s.viewport(f"VIEWPORT_SCALE_{k}")) for k in "XY")
        GL.glViewportIndexedf(0, float(s.viewport("VIEWPORT_OFFSET_X")) - scale_x, float(s.viewport("VIEWPORT_OFFSET_Y")) - scale_y,
                              2 * scale_x, 2 * scale_y)
        near, scale = float(s.viewport("DEPTH_OFFSET")), float(s.viewport("DEPTH_SCALE"))
        GL.glDepthRange(near, near + scale)
        x0, y0 = s.get("SG_TG", "SCISSOR_MIN", "X"), s.get("SG_TG", "SCISSOR_MIN", "Y")
        x1, y1 = min(w, s.get("SG_TG", "SCISSOR_MAX", "X")), min(h, s.get("SG_TG", "SCISSOR_MAX", "Y"))
        GL.glEnable(GL.GL_SCISSOR_TEST)
        GL.glScissor(x0, y0, max(0, x1 - x0), max(0, y1 - y0))

    def _faces(self):
        s = self.s
        front, back = s.get("TSU", "CULL", "CULL_FRONT"), s.get("TSU", "CULL", "CULL_BACK")
        GL.glFrontFace(GL.GL_CCW if s.get("TSU", "CULL", "FRONT_CW") else GL.GL_CW)  # OpenGL sees the picture upside down
        (GL.glEnable if front or back else GL.glDisable)(GL.GL_CULL_FACE)
        if front or back:
            GL.glCullFace(GL.GL_FRONT_AND_BACK if front and back else GL.GL_FRONT if front else GL.GL_BACK)

    def _blend(self, tests, target):
        GL.glEnablei(GL.GL_BLEND, 1)
        GL.glBlendEquationi(1, GL.GL_FUNC_ADD)
        GL.glBlendFunci(1, GL.GL_ONE, GL.GL_ONE)
        GL.glColorMaski(1, True, True, True, True)
        if not tests:
            return
        (GL.glEnable if target.format == SRGB8 else GL.glDisable)(GL.GL_FRAMEBUFFER_SRGB)
        b = lambda field: self.s.get("WBU", "BLEND", field)
        (GL.glEnablei if b("ENABLE") else GL.glDisablei)(GL.GL_BLEND, 0)
        GL.glBlendEquationSeparatei(0, EQUATION[b("COLOR_EQUATION")], EQUATION[b("ALPHA_EQUATION")])
        GL.glBlendFuncSeparatei(0, FACTOR[b("SRC_COLOR")], FACTOR[b("DST_COLOR")], FACTOR[b("SRC_ALPHA")], FACTOR[b("DST_ALPHA")])
        GL.glBlendColor(*(self.s.get("WBU", "BLEND_CONSTANT", k) / 255 for k in "RGBA"))
        GL.glColorMaski(0, *(bool(self.s.get("WBU", "WRITE_MASK", k)) for k in "RGBA"))

    def _depth(self, tests):
        s = self.s
        z = lambda field: s.get("ZL2", "DEPTH_CONTROL", field)
        (GL.glEnable if tests and z("TEST_ENABLE") else GL.glDisable)(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(COMPARE[z("FUNC")])
        GL.glDepthMask(bool(z("WRITE_ENABLE")))
        on = tests and s.get("ZL2", "STENCIL_CONTROL", "ENABLE") and self.context.depth_format == 0
        (GL.glEnable if on else GL.glDisable)(GL.GL_STENCIL_TEST)
        for face, side in ((GL.GL_FRONT, "FRONT"), (GL.GL_BACK, "BACK")):
            k = lambda field: s.get("ZL2", "STENCIL_" + side, field)
            GL.glStencilFuncSeparate(face, COMPARE[k("FUNC")], s.get("ZL2", "STENCIL_REF", side), s.get("ZL2", "STENCIL_MASKS", "READ_" + side))
            GL.glStencilOpSeparate(face, STENCIL[k("FAIL")], STENCIL[k("ZFAIL")], STENCIL[k("PASS")])
            GL.glStencilMaskSeparate(face, s.get("ZL2", "STENCIL_MASKS", "WRITE_" + side))
        bias = tests and self._get("ASU", "DEPTH_BIAS_CONTROL", "ENABLE")
        (GL.glEnable if bias else GL.glDisable)(GL.GL_POLYGON_OFFSET_FILL)
        if bias:
            slope, constant, clamp = (float(s.float("ASU", "DEPTH_BIAS_" + k)) for k in ("SLOPE", "CONSTANT", "CLAMP"))
            glPolygonOffsetClampEXT(slope, constant, clamp)

    def _uniforms(self, program, killed):
        s = self.s
        at = lambda name: GL.glGetUniformLocation(program, name)
        GL.glUniform1fv(at("M"), 16, s.floats("EUP", "TRANSFORM_0", 16))
        GL.glUniform3fv(at("instance_step"), 1, s.floats("EUP", "INSTANCE_STEP_X", 3))
        GL.glUniform3fv(at("light"), 1, s.floats("EUP", "LIGHT_X", 3))
        GL.glUniform4fv(at("base_color"), 1, s.floats("EUP", "BASE_COLOR_R", 4))
        GL.glUniform1f(at("ambient"), s.float("EUP", "AMBIENT"))
        GL.glUniform1f(at("diffuse"), s.float("EUP", "DIFFUSE"))
        GL.glUniform1i(at("lighting"), s.get("EUP", "VERTEX_PROGRAM", "LIGHTING"))
        GL.glUniform1i(at("use_color"), s.get("EUP", "VERTEX_PROGRAM", "USE_VERTEX_COLOR"))
        GL.glUniform1i(at("first_instance"), 0)
        GL.glUniform1i(at("draw"), self.number)
        GL.glUniform1i(at("textured"), s.get("PS", "PIXEL_PROGRAM", "TEXTURE"))
        GL.glUniform1i(at("kill"), killed)
        for uniform, register in (("alpha_ref", "ALPHA_REF"), ("depth_offset", "PROGRAM_DEPTH_OFFSET"), ("depth_factor", "PROGRAM_DEPTH_FACTOR")):
            if s.has("PS", register):
                GL.glUniform1f(at(uniform), s.float("PS", register))

    def _texture(self, program):
        s = self.s
        w, h = s.get("PS", "TEXTURE_SIZE", "WIDTH"), s.get("PS", "TEXTURE_SIZE", "HEIGHT")
        levels = min(max(1, self._get("PS", "TEXTURE_FILTER", "LEVELS")), 14)
        levels = min(levels, max(w, h).bit_length())
        name = texture(GL.GL_RGBA8, w, h, None, None, None, levels)
        at = s.get("PS", "TEXTURE_BASE")
        for level in range(levels):
            lw, lh = max(1, w >> level), max(1, h >> level)
            texels = np.frombuffer(self.context.before, np.uint8, 4 * lw * lh, at)
            GL.glTexSubImage2D(GL.GL_TEXTURE_2D, level, 0, 0, lw, lh, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, texels)
            at += (4 * lw * lh + 63) // 64 * 64
        f = lambda field: self._get("PS", "TEXTURE_FILTER", field)
        for key, value in ((GL.GL_TEXTURE_WRAP_S, WRAP[s.get("PS", "TEXTURE_WRAP", "U")]), (GL.GL_TEXTURE_WRAP_T, WRAP[s.get("PS", "TEXTURE_WRAP", "V")]),
                           (GL.GL_TEXTURE_MAG_FILTER, GL.GL_LINEAR if f("MAG") else GL.GL_NEAREST),
                           (GL.GL_TEXTURE_MIN_FILTER, MIN_FILTER[f("MIP") % 3][f("MIN")])):
            GL.glTexParameteri(GL.GL_TEXTURE_2D, key, value)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glUniform1i(GL.glGetUniformLocation(program, "image"), 0)
        return name

    def _arrays(self):
        v = self.vertices
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self.r.buffers[0])
        GL.glBufferData(GL.GL_ARRAY_BUFFER, v.records.nbytes, np.ascontiguousarray(v.records), GL.GL_STREAM_DRAW)
        for location, (n, offset) in enumerate(((3, 0), (3, 12), (2, 24), (4, 32))):
            GL.glEnableVertexAttribArray(location)
            GL.glVertexAttribPointer(location, n, GL.GL_FLOAT, GL.GL_FALSE, 64, GL.GLvoidp(offset))
        if v.indexed:
            GL.glBindBuffer(GL.GL_ELEMENT_ARRAY_BUFFER, self.r.buffers[1])
            GL.glBufferData(GL.GL_ELEMENT_ARRAY_BUFFER, v.indices.nbytes, np.ascontiguousarray(v.indices), GL.GL_STREAM_DRAW)
        (GL.glEnable if v.restart and v.indexed else GL.glDisable)(GL.GL_PRIMITIVE_RESTART_FIXED_INDEX)

    def _go(self):
        v = self.vertices
        if not v.instances or not v.count:
            return
        if v.indexed:
            GL.glDrawElementsInstancedBaseVertex(TOPOLOGY[v.topology], v.count, GL.GL_UNSIGNED_INT if v.wide else GL.GL_UNSIGNED_SHORT,
                                                 None, v.instances, int(v.base_vertex.astype(np.int32)))
        else:
            GL.glDrawArraysInstanced(TOPOLOGY[v.topology], v.first, v.count, v.instances)

    def positions(self):
        """Clip position and colour of each primitive's corners, instance after instance, as OpenGL's vertex program has them."""
        program = self.r.program(True, False)
        self._uniforms(program, False)
        self._arrays()
        v = self.vertices
        n = len(v.corners) * v.instances
        if not n:
            return np.zeros((0, 3, 8), np.float32)
        buffer = GL.glGenBuffers(1)
        GL.glBindBuffer(GL.GL_TRANSFORM_FEEDBACK_BUFFER, buffer)
        GL.glBufferData(GL.GL_TRANSFORM_FEEDBACK_BUFFER, n * 96, None, GL.GL_STREAM_READ)
        GL.glBindBufferBase(GL.GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
        GL.glEnable(GL.GL_RASTERIZER_DISCARD)
        GL.glBeginTransformFeedback(GL.GL_TRIANGLES)
        self._go()
        GL.glEndTransformFeedback()
        GL.glDisable(GL.GL_RASTERIZER_DISCARD)
        out = np.zeros((n, 3, 8), np.float32)
        glGetBufferSubData(GL.GL_TRANSFORM_FEEDBACK_BUFFER, 0, n * 96, out.ctypes.data_as(ctypes.c_void_p))
        GL.glDeleteBuffers(1, [buffer])
        return out


def counted(issue):
    """Draws, and returns how many fragments passed."""
    query = GL.glGenQueries(1)
    query = int(query[0]) if hasattr(query, "__len__") else int(query)
    GL.glBeginQuery(GL.GL_SAMPLES_PASSED, query)
    issue()
    GL.glEndQuery(GL.GL_SAMPLES_PASSED)
    out = ctypes.c_uint64()
    glGetQueryObjectui64v(query, GL.GL_QUERY_RESULT, ctypes.byref(out))
    GL.glDeleteQueries(1, [query])
    return out.value
