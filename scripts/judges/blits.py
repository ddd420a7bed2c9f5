#!/usr/bin/env python3
"""Executes fills and copies again with numpy (docs/arithmetic.md, section 11) and compares all of memory; draws those that OpenGL can do with
its clears and blits too."""
import itertools

import numpy as np

import blitscenes
import c2d
from exported import ROOT, load
from judging import MISSING, Judge
from offscreen import Renderer
from streams import NAMES, Stream

FORMATS = range(6)
SEED = 20


class Blits(Judge):
    def memory(self, name, path, *flags):
        """Compares golden's memory, and the machine's, with numpy's; false when there is none."""
        folder = self.work / "exported"
        if self.tilemark("export", path, "--out", folder, *flags) is None:
            return False
        contexts, n, pixels = load(folder), 0, 0
        memory = np.frombuffer(contexts[0].before, np.uint8).copy()
        for context in contexts:
            for command, _, state in context.commands.list:
                r = (c2d.fill if command == "FILL" else c2d.copy)(memory, state)
                n, pixels = n + 1, pixels + len(r.at)
        self.total["fills and copies"] += n
        self.total["pixels that they wrote"] += pixels
        wrong = np.flatnonzero(memory != np.frombuffer(contexts[0].after, np.uint8))
        self.check(not len(wrong), f"{name}: {n} fills and copies, {pixels} pixels: all {len(memory)} bytes of memory are numpy's" if not len(wrong)
                   else f"{name}: {len(wrong)} bytes of {len(memory)} differ, the first at {wrong[0]:#x}")
        run = self.json("run", path, "--json", "--every", "2000", *flags)
        if run is not None:
            self.check(run["golden_equal"], f"{name}: and the machine's, cut {len(run['cuts'])} times")
        return True

    def stream(self, name, arena, commands):
        """Builds a stream; commands: a function that writes them, given the arena's address."""
        s = Stream(self.template, arena)
        commands(s)
        text, path = self.work / f"{name}.txt", self.work / f"{name}.tmcs"
        text.write_text(s.text())
        if self.tilemark("build", text, "--out", path) is not None:
            self.memory(name, path)

    def run(self):
        recorded, dumped = self.work / "template.tmcs", self.work / "template.txt"
        if self.tilemark("record", "blits-only", "--size", "8x8", "--out", recorded) is None or self.tilemark("dump", recorded, "--out", dumped) is None:
            return
        self.template = dumped.read_text()
        for path in sorted((ROOT / "vectors/scenes").glob("*.yaml")):
            if not self.draws(path) and self.blits(path):
                for flags in ([], ["--size", "64x64"]):
                    self.memory(" ".join([path.stem, *flags]), path.stem, *flags)
        self.planted()
        for of in FORMATS:
            self.stream(f"values of {NAMES[of]} into each format", *every_value(of))
        rng = np.random.default_rng(SEED)
        for k in range(6):
            self.stream(f"random rectangles {k}", *rectangles(rng))
        for color in blitscenes.COLORS:
            for depth in blitscenes.DEPTHS:
                self.scene(f"random scene {color} {depth}", blitscenes.Scene(rng, color, depth))

    def planted(self):
        """One byte that is not as it should be."""
        context = load(self.work / "exported")[0]
        memory, after = np.frombuffer(context.before, np.uint8).copy(), np.frombuffer(context.after, np.uint8).copy()
        after[context.color["base"] + 3] ^= 4
        for command, _, state in context.commands.list:
            (c2d.fill if command == "FILL" else c2d.copy)(memory, state)
        self.check((memory != after).sum() == 1, "a planted change of one byte is noticed")

    def scene(self, name, scene):
        """A scene's surfaces after all its steps, and OpenGL's after each."""
        gl = blitscenes.OpenGL(scene)
        done, most, differ = 0, 0, 0
        for _ in range(40):
            gl.load()
            step = scene.step()
            if gl.step(*step):
                steps, pixels = gl.off(step[3])
                done, most, differ = done + 1, max(most, steps), differ + pixels
        path = self.work / (name.replace(" ", "-") + ".yaml")
        path.write_text("\n".join(scene.lines) + "\n")
        if not self.memory(name, path):
            return
        context = load(self.work / "exported")[0]
        context.color_format = scene.formats["color"]
        context.color_bytes = c2d.BYTES[context.color_format]
        for which, words in zip(("color", "depth"), context.surfaces(context.after)):
            self.check((words == scene.words[which]).all(), f"{name}: {which} is what the scene says")
        gl.drop()
        self.check(most <= 1, f"{name}: OpenGL's clears and blits, of {done} steps of 40, differ by at most {most} of the format's least, on {differ} pixels")

    @staticmethod
    def draws(path):
        return "mesh:" in path.read_text()

    @staticmethod
    def blits(path):
        return "fill:" in path.read_text() or "copy:" in path.read_text()


def values(of):
    """Words of a format: all that there are, or the borders of its classes and many between."""
    rng = np.random.default_rng(SEED + of)
    if of == c2d.D16:
        return np.arange(1 << 16, dtype="<u2")
    if of == c2d.RGBA16F:
        half = np.arange(1 << 16, dtype="<u2")
        return np.stack([half, half[::-1], np.roll(half, 77), half ^ 0x5555], 1).copy().view("<u8")[:, 0]
    if of in (c2d.RGBA8, c2d.SRGB8):
        byte = np.arange(256, dtype=np.uint8)
        rows = [np.stack([byte, byte[::-1], np.roll(byte, 5), byte ^ 0x33], 1), rng.integers(0, 256, (768, 4), np.uint8)]
        return np.concatenate(rows).view("<u4")[:, 0]
    edge = np.array([0, 1, 2, 0x7fffff, 0x800000, 0xfffffe, 0xffffff], "<u4")
    if of == c2d.D24S8:
        return np.concatenate([edge | k << 24 for k in (0, 1, 255)] + [rng.integers(0, 1 << 32, 1003, "<u4")]).astype("<u4")
    special = np.array([0, 0x80000000, 1, 0x807fffff, 0x3f800000, 0x3f800001, 0x3f7fffff, 0x40000000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                        0x7f800001, 0xffffffff, 0x7f7fffff], "<u4")
    between = [((k + 0.5) / full).astype("<f4").view("<u4") for full, k in ((65535, rng.integers(0, 65535, 300)), (16777215, rng.integers(0, 1 << 24, 300)),
                                                                           (255, np.arange(255)))]
    small = np.exp(rng.uniform(-20, 3, 154)).astype("<f4").view("<u4")
    return np.concatenate([special, *between, small])


def every_value(of):
    """All values of a format as rows, copied into every format, in rows and in tiles; then from the tiles of its own format on."""
    words = values(of)
    width = 256 if len(words) > 4096 else 32
    height = len(words) // width
    words = words[:width * height]
    size = words.nbytes
    at, places = (size + 511) // 512 * 512, {}  # the arena's address is a multiple of 4096
    for to, tiled in itertools.product(FORMATS, (0, 1)):
        places[to, tiled] = at
        at += (width // 8) * ((height + 7) // 8) * 64 * c2d.BYTES[to] if tiled else width * height * c2d.BYTES[to]
        at = (at + 511) // 512 * 512
    arena = np.zeros(at + 512, np.uint8)
    arena[:size] = np.frombuffer(words.tobytes(), np.uint8)

    def commands(s):
        pitch = lambda tiled: width // 8 if tiled else width
        for (to, tiled), place in places.items():
            s.copy((s.base, width, of, 0, 0, 0), (s.base + place, pitch(tiled), to, tiled, 0, 0), (width, height))
        for to in FORMATS:  # out of tiles, over what is there
            if to != of:
                s.copy((s.base + places[of, 1], pitch(1), of, 1, 0, 0), (s.base + places[to, 0], width, to, 0, 0, 0), (width // 2, height))

    return arena.tobytes(), commands


def rectangles(rng):
    """Random fills and copies: odd origins and sizes, also none; pitches that are too small, so that rows of the destination overlap; bases
    whose low bits do not count; formats 6 and 7. What is read and what is written never share memory."""
    half = 1 << 15
    arena = rng.integers(0, 256, 2 * half, np.uint8)

    def side(s, first):
        tiled, format = int(rng.integers(0, 2)), int(rng.integers(0, 8))
        pitch = int(rng.integers(1, 5)) if tiled else int(rng.integers(1, 40))
        base = s.base + first + 512 * int(rng.integers(0, 8)) + int(rng.integers(0, 64))
        return base, pitch, format, tiled, int(rng.integers(0, 12)), int(rng.integers(0, 12))

    def commands(s):
        for _ in range(150):
            extent = int(rng.integers(0, 20)), int(rng.integers(0, 20))
            if rng.integers(0, 4) == 0:
                s.fill(side(s, half), extent, int(rng.integers(0, 1 << 63)))
            else:
                s.copy(side(s, 0), side(s, half), extent)

    return arena.tobytes(), commands


def main(j):
    try:
        print(Renderer().name)
    except Exception as e:  # whatever EGL or a driver that is not there raises
        print(f"OpenGL without a window system cannot be had: {e}; apt-get install libegl1 libopengl0 libgl1-mesa-dri")
        return MISSING
    j.run()
    return j.end("fills and copies", "pixels that they wrote")


if __name__ == "__main__":
    Blits(__doc__).main(main)
