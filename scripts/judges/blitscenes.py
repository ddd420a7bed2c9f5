"""Scenes of fills and copies (tb/scene/FORMAT.md), made at random for each pair of surface formats, with rectangles that reach beyond their
surfaces; what must come out, by numpy; and what OpenGL's clears and blits make of each step."""
import ctypes

import numpy as np

import c2d
from exported import D16, D24S8, D32F, RGBA16F, RGBA8, SRGB8

COLORS = {"rgba8": RGBA8, "srgb8": SRGB8, "rgba16f": RGBA16F}
DEPTHS = {"d24s8": D24S8, "d32f": D32F, "d16": D16}
AS_C2D = {D24S8: c2d.D24S8, D32F: c2d.D32F, D16: c2d.D16}


class Scene:
    """The text of a scene, and its surfaces as it goes on: name -> array of words, rows from the top."""

    def __init__(self, rng, color, depth):
        self.rng, self.size = rng, (int(rng.integers(9, 40)), int(rng.integers(9, 40)))
        self.formats = {"color": COLORS[color], "depth": AS_C2D[DEPTHS[depth]], "t": c2d.RGBA8, "u": c2d.RGBA8}
        w, h = self.size
        self.sides = {"color": (w, h), "depth": (w, h), "t": (int(rng.integers(3, 30)), int(rng.integers(3, 30))), "u": (17, 13)}
        clear, z, stencil = rng.integers(0, 256, 4), float(rng.integers(0, 101)) / 100, int(rng.integers(0, 256)) if depth == "d24s8" else 0
        self.words = {"color": np.full((h, w), self.color(clear)), "depth": np.full((h, w), self.depth(z, stencil))}
        self.lines = [f"size: [{w}, {h}]", f"color_format: {color}", f"depth_format: {depth}",
                      f"clear: {{color: {list(map(int, clear))}, depth: {z}, stencil: {stencil}}}", "textures:"]
        for name in "tu":
            texels = rng.integers(0, 256, self.sides[name][::-1] + (4,), np.uint8)
            self.words[name] = texels.view("<u4")[..., 0].copy()
            rows = [" ".join(t.tobytes().hex() for t in row) for row in texels]
            self.lines.append(f"  - {{name: {name}, pixels: [{', '.join(rows)}]}}")
        self.lines.append("draws:")

    def color(self, value):
        """A colour in bytes as a word of the colour surface."""
        byte = np.asarray(value, np.uint8)
        if self.formats["color"] == RGBA16F:
            return (byte.astype(np.float32) / np.float32(255)).astype("<f2").view("<u8")[0]
        return byte.view("<u4")[0]

    def depth(self, z, stencil):
        return c2d._depth_words(np.array([z], np.float32), np.array([stencil], np.uint32), self.formats["depth"])[0]

    def step(self):
        """One more fill or copy: (kind, source, rectangle in it, destination, rectangle in it, value)."""
        return self._fill() if self.rng.integers(0, 3) == 0 else self._copy()

    def _rectangle(self, name):
        w, h = self.sides[name]
        x0, y0 = int(self.rng.integers(0, w + 3)), int(self.rng.integers(0, h + 3))
        return x0, y0, x0 + int(self.rng.integers(1, w + 8)), y0 + int(self.rng.integers(1, h + 8))

    def _fill(self):
        to = ["color", "depth", "t"][self.rng.integers(0, 3)]
        rect, value = self._rectangle(to), [int(b) for b in self.rng.integers(0, 256, 4)]
        if to == "depth":
            z, stencil = float(self.rng.integers(0, 1001)) / 1000, value[0] if self.formats["depth"] == c2d.D24S8 else 0
            shown, word, value = f"{z}, stencil: {stencil}", self.depth(z, stencil), (z, stencil)
        else:
            shown, word = str(value), self.color(value) if to == "color" else np.array(value, np.uint8).view("<u4")[0]
        self.lines.append(f"  - fill: {{surface: {to}, rect: {list(rect)}, value: {shown}}}")
        inside = self._inside(to, rect)
        if inside:
            x0, y0, x1, y1 = inside
            self.words[to][y0:y1, x0:x1] = word
        return "fill", None, None, to, inside, value

    def _inside(self, name, rect):
        w, h = self.sides[name]
        x0, y0, x1, y1 = rect[0], rect[1], min(rect[2], w), min(rect[3], h)
        return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None

    def _copy(self):
        while True:
            names = list(self.formats)
            of, to = names[self.rng.integers(0, 4)], names[self.rng.integers(0, 4)]
            rect, at = self._rectangle(of), (int(self.rng.integers(0, 20)), int(self.rng.integers(0, 20)))
            source, target = self._clipped(of, rect, to, at)
            moved = (*at, at[0] + rect[2] - rect[0], at[1] + rect[3] - rect[1])
            if of != to or not _share(rect, moved):
                break
        self.lines.append(f"  - copy: {{from: {of}, rect: {list(rect)}, to: {to}, at: {list(at)}}}")
        if source:
            x0, y0, x1, y1 = source
            pixels = c2d.converted(np.ascontiguousarray(self.words[of][y0:y1, x0:x1]).ravel(), self.formats[of], self.formats[to])
            self.words[to][target[1]:target[3], target[0]:target[2]] = pixels.reshape(y1 - y0, x1 - x0)
        return "copy", of, source, to, target, None

    def _clipped(self, of, rect, to, at):
        """What lies inside both surfaces; `at` is where the rectangle's first pixel as given goes."""
        dx, dy = at[0] - rect[0], at[1] - rect[1]
        source = self._inside(of, rect)
        target = source and self._inside(to, (source[0] + dx, source[1] + dy, source[2] + dx, source[3] + dy))
        return ((target[0] - dx, target[1] - dy, target[2] - dx, target[3] - dy), target) if target else (None, None)


def _share(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


class OpenGL:
    """The surfaces of a scene as textures, and one step after the other with clears and blits."""

    def __init__(self, scene):
        from OpenGL import GL
        import target
        self.gl, self.target, self.scene = GL, target, scene
        self.names, self.frames = {}, {}
        for name, format in scene.formats.items():
            internal, kind, component = self._kinds(format)
            self.names[name] = target.texture(internal, *scene.sides[name])
            self.frames[name] = GL.glGenFramebuffers(1)
            GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.frames[name])
            point = GL.GL_COLOR_ATTACHMENT0 if name != "depth" else GL.GL_DEPTH_STENCIL_ATTACHMENT if format == c2d.D24S8 else GL.GL_DEPTH_ATTACHMENT
            GL.glFramebufferTexture(GL.GL_FRAMEBUFFER, point, self.names[name], 0)

    def _kinds(self, format):
        GL = self.gl
        return {c2d.RGBA8: (GL.GL_RGBA8, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE), c2d.SRGB8: (GL.GL_SRGB8_ALPHA8, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE),
                c2d.RGBA16F: (GL.GL_RGBA16F, GL.GL_RGBA, GL.GL_HALF_FLOAT), c2d.D24S8: (GL.GL_DEPTH24_STENCIL8, GL.GL_DEPTH_STENCIL, GL.GL_UNSIGNED_INT_24_8),
                c2d.D32F: (GL.GL_DEPTH_COMPONENT32F, GL.GL_DEPTH_COMPONENT, GL.GL_FLOAT),
                c2d.D16: (GL.GL_DEPTH_COMPONENT16, GL.GL_DEPTH_COMPONENT, GL.GL_UNSIGNED_SHORT)}[format]

    def load(self):
        """Takes the scene's surfaces as they are."""
        for name, words in self.scene.words.items():
            if self.scene.formats[name] == c2d.D24S8:
                words = words << np.uint32(8) | words >> np.uint32(24)
            self.target.fill(self.names[name], *self._kinds(self.scene.formats[name])[1:], words)

    def words(self, name):
        GL = self.gl
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.frames[name])
        GL.glDisable(GL.GL_FRAMEBUFFER_SRGB)
        if name != "depth":
            GL.glReadBuffer(GL.GL_COLOR_ATTACHMENT0)
        out = np.zeros_like(self.scene.words[name])
        self.target.glReadPixels(0, 0, *self.scene.sides[name], *self._kinds(self.scene.formats[name])[1:], out.ctypes.data_as(ctypes.c_void_p))
        return out >> np.uint32(8) | out << np.uint32(24) if self.scene.formats[name] == c2d.D24S8 else out

    def step(self, kind, of, source, to, target, value):
        """Does a step; false: OpenGL has none that does it."""
        GL = self.gl
        if not target:
            return True
        if kind == "fill":
            self._clear(to, target, value)
        elif (of == "depth") != (to == "depth"):
            return False
        else:
            encoded = c2d.SRGB8 in (self.scene.formats[of], self.scene.formats[to]) and self.scene.formats[of] != self.scene.formats[to]
            (GL.glEnable if encoded else GL.glDisable)(GL.GL_FRAMEBUFFER_SRGB)
            GL.glDisable(GL.GL_SCISSOR_TEST)
            GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self.frames[of])
            GL.glBindFramebuffer(GL.GL_DRAW_FRAMEBUFFER, self.frames[to])
            mask = GL.GL_COLOR_BUFFER_BIT if of != "depth" else GL.GL_DEPTH_BUFFER_BIT | GL.GL_STENCIL_BUFFER_BIT * (self.scene.formats[of] == c2d.D24S8)
            GL.glBlitFramebuffer(*source, *target, mask, GL.GL_NEAREST)
            GL.glDisable(GL.GL_FRAMEBUFFER_SRGB)
        return True

    def _clear(self, to, rect, value):
        GL = self.gl
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.frames[to])
        GL.glDisable(GL.GL_FRAMEBUFFER_SRGB)
        GL.glEnable(GL.GL_SCISSOR_TEST)
        GL.glScissor(rect[0], rect[1], rect[2] - rect[0], rect[3] - rect[1])
        GL.glColorMask(True, True, True, True)
        GL.glDepthMask(True)
        GL.glStencilMask(255)
        if to == "depth":
            GL.glClearDepth(value[0])
            GL.glClearStencil(value[1])
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT | GL.GL_STENCIL_BUFFER_BIT)
        else:
            GL.glClearColor(*(np.array(value) / 255))
            GL.glClear(GL.GL_COLOR_BUFFER_BIT)

    def off(self, name):
        """By how many steps of the format (2^-24 for D32F) OpenGL's surface differs, at most, and on how many pixels."""
        want, got = self.scene.words[name], self.words(name)
        lanes = {c2d.RGBA16F: np.uint16, c2d.D16: None}.get(self.scene.formats[name], np.uint8)
        if self.scene.formats[name] == c2d.D24S8:
            differ = np.where(want >> np.uint32(24) == got >> np.uint32(24), np.abs((want & 0xffffff).astype(int) - (got & 0xffffff)), 1 << 24)
        elif self.scene.formats[name] == c2d.D32F:  # in steps of 2^-24
            differ = np.ceil(np.abs(want.view("<f4").astype(np.float64) - got.view("<f4")) * 2 ** 24)
        elif lanes is None:
            differ = np.abs(want.astype(np.int64) - got)
        else:
            differ = np.abs(want.view(lanes).astype(int) - got.view(lanes)).reshape(want.shape + (4,)).max(2)
        return int(differ.max()), int((differ > 0).sum())

    def drop(self):
        self.gl.glDeleteFramebuffers(len(self.frames), list(self.frames.values()))
        self.gl.glDeleteTextures(list(self.names.values()))
