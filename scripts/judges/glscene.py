"""Draws an exported context with OpenGL, off-screen.

Clip space has y down and 0 <= z <= w, as the machine's; OpenGL's first row is then the picture's top row. Beside colour and depth a
target of four floats adds up, for each pixel, the number of fragments that passed and three hashes of their primitives: equal sums
mean equal sets."""
import ctypes

import numpy as np

import offscreen  # noqa: F401  (first of all OpenGL)
from OpenGL import GL
from OpenGL.raw.GL.VERSION.GL_1_5 import glGetBufferSubData
from OpenGL.GL.EXT.polygon_offset_clamp import glPolygonOffsetClampEXT

from exported import D24S8, SRGB8
from geometry import Vertices
from target import texture
from texels import decoded

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
CLIPPED = 5  # of these
SAMPLES = GL.GL_SAMPLES_PASSED


class Draw:
    """One DRAW with its state and the memory that it reads, ready for OpenGL. exact: patches as they are, without binary32's rounding."""

    def __init__(self, renderer, number, memory, operands, state, exact=False):
        self.r, self.number, self.s, self.memory = renderer, number, state, memory
        self.vertices = Vertices(memory, operands, state, exact)

    def issue(self, target, tests=True, counting=False):
        """Draws; without tests only coverage is counted; counting: runs of the pixel program are."""
        s = self.s
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target.full if tests else target.plain)
        self._viewport(target)
        self._faces()
        self._blend(tests, target)
        self._depth(tests, target)
        killed = tests and bool(self._get("PS", "PIXEL_PROGRAM", "KILL"))
        writes = tests and bool(self._get("PS", "PIXEL_PROGRAM", "WRITE_DEPTH"))
        late = bool(self._get("ZL2", "DEPTH_CONTROL", "LATE"))
        program = self.r.program(not late, writes and late, counting)
        self._uniforms(program, killed)
        name = self._texture(program) if s.get("PS", "PIXEL_PROGRAM", "TEXTURE") else None
        self._arrays()
        self._go()
        if name:
            GL.glDeleteTextures([name])

    def statistics(self, target):
        """OpenGL's counters 1 to 5 of the draw: nothing is culled by its face, no pixel is written."""
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target.plain)
        self._viewport(target)
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glScissor(0, 0, 0, 0)
        self._uniforms(self.r.program(True, False), False)
        self._arrays()
        return self.r.counts(self._go, [STATISTICS[k] for k in range(1, CLIPPED + 1)])

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

    def _depth(self, tests, target):
        s = self.s
        z = lambda field: s.get("ZL2", "DEPTH_CONTROL", field)
        (GL.glEnable if tests and z("TEST_ENABLE") else GL.glDisable)(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(COMPARE[z("FUNC")])
        GL.glDepthMask(bool(z("WRITE_ENABLE")))
        on = tests and s.get("ZL2", "STENCIL_CONTROL", "ENABLE") and target.depth_format == D24S8
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

    def _texture(self, program, number=0):
        """Texture and sampler of a number, which is that of OpenGL's unit."""
        GL.glActiveTexture(GL.GL_TEXTURE0 + number)
        s = self.s
        w, h = s.get("BIND", f"TEXTURE_{number}_SIZE", "WIDTH"), s.get("BIND", f"TEXTURE_{number}_SIZE", "HEIGHT")
        levels = min(max(1, self._get("BIND", f"TEXTURE_{number}_FORMAT", "LEVELS")), 14)
        levels = min(levels, max(w, h).bit_length())
        encoded = self._get("BIND", f"TEXTURE_{number}_FORMAT", "FORMAT") == SRGB8
        name = texture(GL.GL_RGBA16 if encoded else GL.GL_RGBA8, w, h, levels)
        at = s.get("BIND", f"TEXTURE_{number}_BASE")
        for level in range(levels):
            lw, lh = max(1, w >> level), max(1, h >> level)
            texels, kind = np.frombuffer(self.memory, np.uint8, 4 * lw * lh, at), GL.GL_UNSIGNED_BYTE
            if encoded:  # OpenGL's own decoding has fewer bits
                texels, kind = np.rint(decoded(texels.reshape(-1, 4)) * 65535).astype(np.uint16), GL.GL_UNSIGNED_SHORT
            GL.glTexSubImage2D(GL.GL_TEXTURE_2D, level, 0, 0, lw, lh, GL.GL_RGBA, kind, texels)
            at += (4 * lw * lh + 63) // 64 * 64
        f = lambda field: self._get("BIND", f"SAMPLER_{number}_MODE", field)
        for key, value in ((GL.GL_TEXTURE_WRAP_S, WRAP[f("WRAP_U")]), (GL.GL_TEXTURE_WRAP_T, WRAP[f("WRAP_V")]),
                           (GL.GL_TEXTURE_MAG_FILTER, GL.GL_LINEAR if f("MAG") else GL.GL_NEAREST),
                           (GL.GL_TEXTURE_MIN_FILTER, MIN_FILTER[f("MIP") % 3][f("MIN")])):
            GL.glTexParameteri(GL.GL_TEXTURE_2D, key, value)
        GL.glUniform1i(GL.glGetUniformLocation(program, "image"), number)
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
