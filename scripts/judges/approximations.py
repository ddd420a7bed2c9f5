"""What OpenGL's own conversions are worth: llvmpipe approximates sRGB and cuts binary16 off. The bounds of layers.py rest on it, so the judge
measures it on the driver that is there."""
import ctypes

import numpy as np

import offscreen  # noqa: F401  (first of all OpenGL)
from OpenGL import GL

import layers
from target import fill, glReadPixels, texture

VERTEX = """#version 450
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }
"""
FRAGMENT = """#version 450
uniform sampler2D values;
layout(location = 0) out vec4 o;
void main() { o = texelFetch(values, ivec2(gl_FragCoord.xy), 0); }
"""


def measure(judge):
    encoding(judge)
    decoding(judge)
    halves(judge)


def encoding(judge):
    x = np.linspace(0, 1, 1 << 18).reshape(512, 512).astype(np.float32)
    out = drawn(x, np.zeros(x.shape, np.uint8), GL.GL_SRGB8_ALPHA8)
    off = np.abs(out - layers.encoded(x.astype(np.float64)) * 255).max()
    most = 0.5 + layers.ENCODING * 255
    judge.check(off <= most, f"OpenGL's sRGB encoding of {x.size} values lies within {off:.3f} steps of a byte of the exact one, the bounds take {most:.2f}")


def decoding(judge):
    """Subtracting a byte's value from one a little greater leaves what is small enough for the straight part of the encoding; a mean over
    many such differences shows the value to a thousandth of a step."""
    byte = np.arange(250)  # what is added stays below 1
    exact = layers.linear(byte / 255)
    more = np.linspace(0.0014, 0.0028, 2048)
    out = drawn((exact[:, None] + more).astype(np.float32), np.repeat(byte.astype(np.uint8)[:, None], len(more), 1), GL.GL_SRGB8_ALPHA8, GL.GL_FUNC_SUBTRACT)
    off = np.abs((out / (12.92 * 255)).mean(1) - more.mean())
    bound = np.minimum(layers.DECODING[0], layers.DECODING[1] * exact) + 1e-5
    judge.check((off <= bound).all(), f"OpenGL's decoding of {len(byte)} sRGB bytes for blending lies within {off.max():.5f} of the exact value and "
                f"{(off[8:] / exact[8:]).max():.2%} of it, the bounds take {layers.DECODING[0]} and {layers.DECODING[1]:.1%}")


def halves(judge):
    x = np.exp(np.linspace(np.log(1e-7), np.log(65000), 1 << 18)).reshape(512, 512).astype(np.float32)
    out = drawn(x, np.zeros(x.shape, np.float16), GL.GL_RGBA16F)
    step = out.view(np.uint16).astype(int) - x.astype(np.float16).view(np.uint16)
    judge.check(set(np.unique(step)) <= {-1, 0}, f"OpenGL's binary16 of {x.size} values is the nearest or, on {(step < 0).mean():.0%}, the one below: it cuts off")


def drawn(values, target, internal, equation=None):
    """One channel of a target after one layer of the values, blended with factors one."""
    h, w = values.shape
    component = GL.GL_HALF_FLOAT if target.dtype == np.float16 else GL.GL_UNSIGNED_BYTE
    source, color = texture(GL.GL_RGBA32F, w, h), texture(internal, w, h)
    fill(source, GL.GL_RGBA, GL.GL_FLOAT, np.repeat(values[..., None], 4, 2))
    fill(color, GL.GL_RGBA, component, np.repeat(target[..., None], 4, 2))
    frame = GL.glGenFramebuffers(1)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
    GL.glFramebufferTexture(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, color, 0)
    GL.glDrawBuffers(1, [GL.GL_COLOR_ATTACHMENT0])
    GL.glViewport(0, 0, w, h)
    encoded = internal == GL.GL_SRGB8_ALPHA8
    (GL.glEnable if encoded else GL.glDisable)(GL.GL_FRAMEBUFFER_SRGB)
    (GL.glEnable if equation else GL.glDisable)(GL.GL_BLEND)
    GL.glBlendEquation(equation or GL.GL_FUNC_ADD)
    GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE)
    program = offscreen.linked(VERTEX, FRAGMENT)
    GL.glUseProgram(program)
    GL.glActiveTexture(GL.GL_TEXTURE0)
    GL.glBindTexture(GL.GL_TEXTURE_2D, source)
    GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)
    GL.glDisable(GL.GL_FRAMEBUFFER_SRGB)
    GL.glDisable(GL.GL_BLEND)
    GL.glReadBuffer(GL.GL_COLOR_ATTACHMENT0)
    out = np.zeros((h, w, 4), target.dtype)
    glReadPixels(0, 0, w, h, GL.GL_RGBA, component, out.ctypes.data_as(ctypes.c_void_p))
    GL.glDeleteProgram(program)
    GL.glDeleteFramebuffers(1, [frame])
    GL.glDeleteTextures([source, color])
    return out[..., 0].copy()
