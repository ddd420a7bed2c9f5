#!/usr/bin/env python3
"""Draws scenes that bring kernels with OpenGL and programs in GLSL (shadingscenes.py), and compares pixels, depths, buffers and counts."""
import ctypes
import os
import pathlib
import re

import numpy as np
import yaml

import glscene
import offscreen
import shaders
from exported import D16, D24S8, D32F, RGBA16F, load
from glscene import GL, glGetBufferSubData
from judging import MISSING, Judge, Nothing, Quiet
from shadingscenes import VERTICES, cases
from target import Target

KEEP = os.environ.get("KEEP")  # a folder in which the scenes stay
EVERY = [700, 190]  # cycles from one interrupt to the next
ABOVE = 8  # OpenGL's numbers of vertex kernels' buffers: from here on
COUNTS = 7  # the buffer whose word 0 counts fragments
PIXELS = """#version 450
in vec4 color;
in vec2 uv;
layout(location = 0) out vec4 o;
%s
void main() {
  uint x = uint(gl_FragCoord.x), y = uint(gl_FragCoord.y);
  o = vec4(0.0);
  %s
}
"""


def declared(letter, first, numbers, typed):
    """Storage buffers of a program."""
    return "".join(f"layout(std430, binding = {first + n}) buffer Of{letter}{n} {{ {typed.get(f'{letter}{n}', 'uint')} {letter}{n}[]; }};\n" for n in numbers)


def split(program):
    """What stands before main, and what in it."""
    return program if isinstance(program, tuple) else ("", program)


class Shaded(glscene.Draw):
    """A draw with programs of the case, and storage buffers in place of what its kernels bind."""

    def __init__(self, renderer, case, number, context, operands, state, buffers):
        super().__init__(renderer, number, context.before, operands, state)
        self.case, self.buffers = case, buffers
        vertices, pixels = case.programs[number]
        self.bound = [(block, first, n, name) for stage, block, first in (("vertex", "EUP", ABOVE), ("pixel", "BIND", 0))
                      for n, name in case.bound(number, stage).items()]
        head, body = split(pixels)
        images = "".join(f"layout(binding = {n}) uniform sampler2D image{n};\n" for n in self._textures())
        pixels = PIXELS % (declared("b", 0, case.bound(number, "pixel"), case.typed) + images + head, body)
        if vertices:
            head, body = split(vertices)
            vertices = VERTICES % (declared("v", ABOVE, case.bound(number, "vertex"), case.typed) + head, body)
        self.program = offscreen.linked(vertices or shaders.VERTEX, pixels)

    def _textures(self):
        return self.case.scene["draws"][self.number].get("bind", {}).get("pixel", {}).get("textures", {})

    def issue(self, target):
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target.full)
        self._viewport(target)
        self._faces()
        self._blend(True, target)
        GL.glColorMaski(1, False, False, False, False)
        self._depth(True, target)
        GL.glUseProgram(self.program)
        self._uniforms(self.program, False)
        names = [self._texture(self.program, n) for n in self._textures()]
        for block, first, n, name in self.bound:
            at, size = self.s.get(block, f"BINDING_{n}_BASE"), self.s.get(block, f"BINDING_{n}_BYTES")
            GL.glBindBufferBase(GL.GL_SHADER_STORAGE_BUFFER, first + n, self.buffers.at(name, at, size, self.memory))
        self._arrays()
        self._go()
        GL.glMemoryBarrier(GL.GL_ALL_BARRIER_BITS)
        if names:
            GL.glDeleteTextures(names)
        GL.glDeleteProgram(self.program)

    def runs(self, fragments):
        """How many of a draw's fragments run the kernel."""
        return len(fragments) if self.s.get("ZL2", "DEPTH_CONTROL", "LATE") else int((fragments["flags"] & 1).sum())


class Buffers:
    """What kernels bind, as OpenGL's buffers."""

    def __init__(self):
        self.of = {}  # name -> (OpenGL's, address, bytes)

    def at(self, name, address, size, memory):
        if name not in self.of:
            gl = GL.glGenBuffers(1)
            GL.glBindBuffer(GL.GL_SHADER_STORAGE_BUFFER, gl)
            GL.glBufferData(GL.GL_SHADER_STORAGE_BUFFER, size, np.frombuffer(memory, np.uint8, size, address).copy(), GL.GL_DYNAMIC_COPY)
            self.of[name] = gl, address, size
        if self.of[name][1:] != (address, size):
            raise Nothing(f"buffer {name} was expected at {self.of[name][1]:#x}, as in the draw before, {self.of[name][2]} bytes; found {address:#x}, {size} bytes")
        return self.of[name][0]

    def words(self):
        """Name -> (address, OpenGL's words)."""
        out = {}
        for name, (gl, address, size) in self.of.items():
            out[name] = address, np.zeros(size // 4, np.uint32)
            GL.glBindBuffer(GL.GL_SHADER_STORAGE_BUFFER, gl)
            glGetBufferSubData(GL.GL_SHADER_STORAGE_BUFFER, 0, size, out[name][1].ctypes.data_as(ctypes.c_void_p))
        return out

    def drop(self):
        if self.of:
            GL.glDeleteBuffers(len(self.of), [gl for gl, _, _ in self.of.values()])


class Drawn:
    """What OpenGL makes of an exported context."""

    def __init__(self, renderer, case, context):
        target, buffers, self.runs = Target(context), Buffers(), None
        draws = [(operands, state) for name, operands, state in context.commands.list if name == "DRAW"]
        if len(draws) != len(case.programs):
            raise Nothing(f"{len(case.programs)} draws were expected in {case.name}, found {len(draws)}")
        for n, (operands, state) in enumerate(draws):
            draw = Shaded(renderer, case, n, context, operands, state, buffers)
            if COUNTS in case.bound(n, "pixel"):
                self.runs = (self.runs or 0) + draw.runs(context.trace[context.trace["draw"] == n])
            draw.issue(target)
        self.color, self.depth = target.words()
        self.buffers = buffers.words()
        buffers.drop()
        target.drop()


def first(wrong):
    """The place of the first pixel or word that differs."""
    return tuple(int(k[0]) for k in np.nonzero(wrong))


def compare(j, case, context, drawn):
    color, depth = context.surfaces(context.after)
    colours(j, case, context, color, drawn.color)
    stored_depths(j, context, depth, drawn.depth)
    words, wrong = 0, []
    for name, (address, theirs) in drawn.buffers.items():
        ours = np.frombuffer(context.after, "<u4", len(theirs), address)
        words += len(theirs)
        if (ours != theirs).any():
            (k,) = first(ours != theirs)
            wrong.append(f"{int((ours != theirs).sum())} words of {name}, such as word {k} at {address + 4 * k:#x}: {ours[k]:#x}, OpenGL {theirs[k]:#x}")
    if drawn.buffers:
        j.check(not wrong, f"buffers: {'; '.join(wrong) or f'all {words} words of {len(drawn.buffers)} buffers are equal'}")
    j.total["words of buffers"] += words
    if drawn.runs is not None:
        address, theirs = drawn.buffers["counts"]
        ours = int(np.frombuffer(context.after, "<u4", 1, address)[0])
        j.check(ours == drawn.runs == int(theirs[0]), f"runs: {ours} fragments ran the kernel, OpenGL {theirs[0]}; {drawn.runs} by the exported fragments")
        j.total["fragments that ran a kernel"] += ours


def colours(j, case, context, ours, theirs):
    """Bytes within the case's slack, halves equal."""
    kind = np.uint16 if context.color_format == RGBA16F else np.uint8
    a, b = (np.ascontiguousarray(k).view(kind).reshape(k.shape + (4,)).astype(int) for k in (ours, theirs))
    off = np.abs(a - b).max(2)
    wrong = off > case.slack
    text = f"{wrong.size} pixels, {int((off > 0).sum())} differ, {'by 1 at most' if case.slack else 'none may'}"
    if wrong.any():
        y, x = first(wrong)
        text = f"{int(wrong.sum())} pixels differ by up to {off.max()}, such as ({x}, {y}): {a[y, x].tolist()}, OpenGL {b[y, x].tolist()}"
    j.check(not wrong.any(), f"colours: {text}")
    j.total["pixels"] += wrong.size


def stored_depths(j, context, ours, theirs):
    """Within a step of D24 and D16; D32F and stencils equal."""
    kind = context.depth_format
    mask, step = {D24S8: (0xffffff, 1), D16: (0xffff, 1), D32F: (0xffffffff, 0)}[kind]
    off = np.abs((ours & mask).astype(np.int64) - (theirs & mask).astype(np.int64))
    wrong = off > step
    if kind == D24S8:
        wrong |= ours >> np.uint32(24) != theirs >> np.uint32(24)
    text = f"{int((off > 0).sum())} differ, {'by a step at most' if step else 'none may'}"
    if wrong.any():
        y, x = first(wrong)
        text = f"{int(wrong.sum())} pixels differ, such as ({x}, {y}): {int(ours[y, x]):#x}, OpenGL {int(theirs[y, x]):#x}"
    j.check(not wrong.any(), f"depths: {text}")


def export(j, scene, path):
    """The context of a scene, which is written to a file; None when tilemark refuses it."""
    folder = j.work / "exported"
    path.write_text(yaml.safe_dump(scene, sort_keys=False, default_flow_style=None, width=1000))
    if j.tilemark("export", path, "--out", folder) is None:
        return None
    return load(folder)[0]


def noticed(j, case, context, drawn, what, by):
    quiet = Quiet()
    compare(quiet, case, context, drawn)
    j.check(any(f in by for f in quiet.failed), f"planted: {what} is noticed ({', '.join(quiet.failed) or 'by nothing'})")
    j.total["planted errors"] += 1


def planted(j, renderer, case, context, drawn):
    """A bit of a pixel, of a depth and of a word of each buffer that kernels write, one more or less in the count, and another constant in a kernel."""
    kept = context.after
    color, depth = context.addresses()
    w, h = context.width, context.height
    size = context.depth_bytes
    changes = [("a changed pixel", int(color[h // 2, w // 2]) + 1, 2, "colours"),
               ("a changed depth", int(depth[h // 3, w // 3]) + (2 if size == 4 else 1), 0x40, "depths")]
    for name, (address, theirs) in drawn.buffers.items():
        changed = np.flatnonzero(np.frombuffer(context.before, "<u4", len(theirs), address) != theirs)
        if name == "counts":
            changes.append(("another count of fragments", address, 1, "runs"))
        elif len(changed):
            changes.append((f"a changed word of {name}", address + 4 * int(changed[-1]), 1, "buffers"))
    for what, address, bit, by in changes:
        memory = bytearray(kept)
        memory[address] ^= bit
        context.after = bytes(memory)
        noticed(j, case, context, drawn, what, [by])
    context.after = kept
    other = export(j, case.changed(), j.work / "changed.yaml")
    if other is not None:
        old, new = (c.strip(", :") for c in case.change)
        noticed(j, case, other, Drawn(renderer, case, other), f"a kernel's {new} in place of {old}", ["colours", "depths", "buffers"])


def judge(j, renderer, case):
    print(f"{case.name}, {case.size[0]}x{case.size[1]}:")
    folder = pathlib.Path(KEEP or j.work)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (re.sub(r"\W+", "-", case.name) + ".yaml")
    context = export(j, case.scene, path)
    if context is None:
        return
    drawn = Drawn(renderer, case, context)
    compare(j, case, context, drawn)
    j.total["scenes"] += 1
    for every in EVERY:
        run = j.json("run", path, "--every", every, "--json", "--out", j.work / "out")
        if run is not None:
            j.check(run["cuts"], f"machine: as golden with interrupts after {every} cycles, cut {len(run['cuts'])} times")
            j.total["cuts"] += len(run["cuts"])
    planted(j, renderer, case, context, drawn)


def main(j):
    try:
        renderer = offscreen.Renderer()
    except Exception as e:  # whatever EGL or a driver that is not there raises
        print(f"OpenGL without a window system cannot be had: {e}; apt-get install libegl1 libopengl0 libgl1-mesa-dri")
        return MISSING
    print(renderer.name)
    for case in cases():
        judge(j, renderer, case)
    return j.end("scenes", "pixels", "words of buffers", "fragments that ran a kernel", "cuts", "planted errors")


if __name__ == "__main__":
    Judge(__doc__).main(main)
