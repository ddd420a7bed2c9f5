"""OpenGL without a window system (meant: Mesa llvmpipe). To be imported before anything else of OpenGL."""
import ctypes
import os

os.environ.update(PYOPENGL_PLATFORM="egl", LIBGL_ALWAYS_SOFTWARE="1")
os.environ.setdefault("GALLIUM_DRIVER", "llvmpipe")
os.environ.setdefault("GALLIVM_PERF", "no_aos_sampling")  # samples in floats, not in bytes

import numpy as np
import OpenGL

OpenGL.ERROR_CHECKING = True
from OpenGL import EGL, GL  # noqa: E402
from OpenGL.raw.GL.VERSION.GL_1_5 import glGetBufferSubData  # noqa: E402
from OpenGL.raw.GL.VERSION.GL_3_3 import glGetQueryObjectui64v  # noqa: E402
from OpenGL.EGL.EXT.platform_base import eglGetPlatformDisplayEXT  # noqa: E402

from shaders import VERTEX, fragment  # noqa: E402

PLATFORM_SURFACELESS = 0x31DD


def linked(vertex, pixel, captured=()):
    """A program; captured: names of what transform feedback records."""
    program = GL.glCreateProgram()
    for kind, source in ((GL.GL_VERTEX_SHADER, vertex), (GL.GL_FRAGMENT_SHADER, pixel)):
        shader = GL.glCreateShader(kind)
        GL.glShaderSource(shader, source)
        GL.glCompileShader(shader)
        if not GL.glGetShaderiv(shader, GL.GL_COMPILE_STATUS):
            raise RuntimeError(GL.glGetShaderInfoLog(shader))
        GL.glAttachShader(program, shader)
    if captured:
        text = ctypes.POINTER(ctypes.c_char)
        names = (text * len(captured))(*(ctypes.cast(ctypes.create_string_buffer(n), text) for n in captured))
        GL.glTransformFeedbackVaryings(program, len(captured), names, GL.GL_INTERLEAVED_ATTRIBS)
    GL.glLinkProgram(program)
    if not GL.glGetProgramiv(program, GL.GL_LINK_STATUS):
        raise RuntimeError(GL.glGetProgramInfoLog(program))
    return program


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
        self.counter = GL.glGenBuffers(1)
        self.vao = GL.glGenVertexArrays(1)
        GL.glBindVertexArray(self.vao)
        self.buffers = GL.glGenBuffers(2)
        GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
        GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
        GL.glDisable(GL.GL_DITHER)
        GL.glClipControl(GL.GL_LOWER_LEFT, GL.GL_ZERO_TO_ONE)

    def program(self, early, write_depth, counting=False):
        key = early, write_depth, counting
        if key not in self.programs:
            program = linked(VERTEX, fragment(*key), (b"gl_Position", b"color"))
            self.programs[key] = program
        program = self.programs[key]
        GL.glUseProgram(program)
        return program

    def counts(self, issue, queries):
        """Draws, and returns what the queries counted."""
        names = [int(n) for n in np.atleast_1d(GL.glGenQueries(len(queries)))]
        for query, name in zip(queries, names):
            GL.glBeginQuery(query, name)
        issue()
        for query in queries:
            GL.glEndQuery(query)
        out = []
        for name in names:
            value = ctypes.c_uint64()
            glGetQueryObjectui64v(name, GL.GL_QUERY_RESULT, ctypes.byref(value))
            out.append(value.value)
        GL.glDeleteQueries(len(names), names)
        return out

    def runs(self, issue):
        """Draws with a program that counts its runs, and returns how many there were."""
        GL.glBindBufferBase(GL.GL_ATOMIC_COUNTER_BUFFER, 0, self.counter)
        GL.glBufferData(GL.GL_ATOMIC_COUNTER_BUFFER, 4, np.zeros(1, np.uint32), GL.GL_DYNAMIC_COPY)
        issue()
        GL.glMemoryBarrier(GL.GL_BUFFER_UPDATE_BARRIER_BIT)
        out = np.zeros(1, np.uint32)
        glGetBufferSubData(GL.GL_ATOMIC_COUNTER_BUFFER, 0, 4, out.ctypes.data_as(ctypes.c_void_p))
        return int(out[0])
