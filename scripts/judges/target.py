"""The surfaces of a context as OpenGL's textures."""
import ctypes

import numpy as np
import offscreen  # noqa: F401  (first of all OpenGL)
from OpenGL import GL
from OpenGL.raw.GL.VERSION.GL_1_0 import glReadPixels  # the wrapped ones know no D24S8
from OpenGL.raw.GL.VERSION.GL_1_1 import glTexSubImage2D

from exported import D16, D32F, RGBA16F, SRGB8


def texture(internal, width, height, levels=1):
    name = GL.glGenTextures(1)
    GL.glBindTexture(GL.GL_TEXTURE_2D, name)
    GL.glTexStorage2D(GL.GL_TEXTURE_2D, levels, internal, width, height)
    return name


def fill(name, kind, component, data):
    """Writes all of a texture's level 0; data: an array of rows."""
    data = np.ascontiguousarray(data)
    GL.glBindTexture(GL.GL_TEXTURE_2D, name)
    glTexSubImage2D(GL.GL_TEXTURE_2D, 0, 0, 0, data.shape[1], data.shape[0], kind, component, data.ctypes.data_as(ctypes.c_void_p))


def zeros(width, height):
    name = texture(GL.GL_RGBA32F, width, height)
    fill(name, GL.GL_RGBA, GL.GL_FLOAT, np.zeros((height, width, 4), np.float32))
    return name


class Target:
    """The surfaces of a context, beginning with what memory holds."""

    def __init__(self, context):
        w, h = self.size = context.width, context.height
        self.format, self.depth_format = context.color_format, context.depth_format
        self.color = texture({RGBA16F: GL.GL_RGBA16F, SRGB8: GL.GL_SRGB8_ALPHA8}.get(self.format, GL.GL_RGBA8), w, h)
        self.depth = texture({D32F: GL.GL_DEPTH_COMPONENT32F, D16: GL.GL_DEPTH_COMPONENT16}.get(self.depth_format, GL.GL_DEPTH24_STENCIL8), w, h)
        self.load(*context.surfaces(context.before))
        self.sums = zeros(w, h)
        self.full = self.frame(self.color, self.sums, self.depth)
        self.counter = zeros(w, h)
        self.plain = self.frame(None, self.counter, None)

    def load(self, color, depth):
        """Writes both surfaces; color and depth: a word of the machine's for each pixel."""
        fill(self.color, GL.GL_RGBA, GL.GL_HALF_FLOAT if self.format == RGBA16F else GL.GL_UNSIGNED_BYTE, color)
        if self.depth_format == D32F:
            fill(self.depth, GL.GL_DEPTH_COMPONENT, GL.GL_FLOAT, depth.view("<f4"))
        elif self.depth_format == D16:
            fill(self.depth, GL.GL_DEPTH_COMPONENT, GL.GL_UNSIGNED_SHORT, depth)
        else:  # OpenGL's has the stencil lowest
            fill(self.depth, GL.GL_DEPTH_STENCIL, GL.GL_UNSIGNED_INT_24_8, depth << np.uint32(8) | depth >> np.uint32(24))

    def words(self):
        """Both surfaces as load takes them."""
        color, (depth, stencil) = self.colors(), self.depths()
        color = color.view(np.uint64 if self.format == RGBA16F else np.uint32)[..., 0]
        return color, depth.view(np.uint32) if self.depth_format == D32F else depth if stencil is None else depth | stencil << np.uint32(24)

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
