#!/usr/bin/env python3
"""Draws exported scenes (docs/judges.md) with the system's OpenGL and compares every pixel."""
import sys

import numpy as np

import bounds
from exported import D16, D24S8, D32F, RGBA16F, ROOT, SRGB8, load
from geometry import Triangles
import glscene
import texels
from judging import MISSING, Judge

FULL = 2 ** 24 - 1
SIZES = ["64x64", "320x240", "640x480"]
CLOSE = [  # models that reach beyond the picture and behind the eye
    ("teapot.obj", "eye=0,1.5,2.2,target=0,1.5,0,fov=70"), ("cow.obj", "eye=2,1,1,target=0,0,0,fov=60"),
    ("CornellBox.glb", "eye=0,1,0.2,target=0,1,-1,fov=80"), ("FlightHelmet/FlightHelmet.gltf", "eye=0.1,0.3,0.25,target=0,0.3,0,fov=60")]


class NotCompared(Exception):
    """The scene has something that OpenGL draws otherwise; the text says what."""


def places(mask, limit=5):
    ys, xs = np.nonzero(mask)
    return ", ".join(f"({x}, {y})" for x, y in list(zip(xs, ys))[:limit])


class Comparison:
    """One context, drawn by both."""

    def __init__(self, judge, renderer, context):
        self.judge, self.c = judge, context
        self.target = glscene.Target(context)
        self.draws, self.triangles = [], []
        self.queries, counters = [], [0] * 7
        self.bits = [0, 0]
        for name, operands, state in context.commands.list:
            if name == "COUNTER":
                counter, half, value = operands
                low, high = counters[counter] & 0xffffffff, counters[counter] >> 32
                counters[counter] = value | high << 32 if half == 0 else low | value << 32
            elif name == "QUERY":
                self.queries.append((operands[0], operands[1], counters[operands[0]]))
            elif name in ("FILL", "COPY"):
                raise NotCompared(f"{name} is not OpenGL's")
            elif name == "DRAW":
                if state.get("CSP", "TOPOLOGY") > 2:
                    raise NotCompared("patches are not drawn here yet")
                self.draw(renderer, operands, state, counters)
        self.fragments = bounds.Fragments(context.trace, self.triangles)
        color, depth = context.surfaces(context.after)
        self.before = context.surfaces(context.before)[1]
        self.color = color.view("<f2" if context.color_format == RGBA16F else np.uint8).reshape(color.shape + (4,))
        self.depth = depth

    def draw(self, renderer, operands, state, counters):
        d = glscene.Draw(renderer, len(self.draws), self.c, operands, state)
        t = Triangles(d.vertices, state)
        theirs = d.positions()
        ours = np.concatenate([t.clip, t.attr[..., :4]], -1)
        self.bits[0] += int((theirs.view(np.uint32) == ours.view(np.uint32)).all((1, 2)).sum())
        self.bits[1] += len(ours)
        counters[0] += glscene.counted(lambda: d.issue(self.target)) if state.get("ZL2", "QUERY_CONTROL", "ENABLE") else d.issue(self.target) or 0
        d.issue(self.target, tests=False)
        self.draws.append(d)
        self.triangles.append(t)

    def sums(self, chosen):
        """What OpenGL's sums should be for the chosen fragments."""
        t = self.c.trace[chosen]
        out = np.zeros((self.c.height, self.c.width, 4), np.int64)
        np.add.at(out, (t["y"], t["x"]), glscene.hashes(t["draw"], t["instance"], t["primitive"]).astype(np.int64))
        return out

    def run(self):
        self.show("vertices", self.bits[0] == self.bits[1], f"clip positions and colours of {self.bits[0]} of {self.bits[1]} primitives have the same bits")
        self.coverage()
        self.passing()
        self.depths()
        self.colors()
        for counter, address, value in self.queries:
            if counter == 0:  # the others count by rules of their own
                self.query(counter, address, value)
        self.target.drop()

    def show(self, name, held, text):
        self.judge.check(held, f"{name}: {text}")

    def coverage(self):
        want, got = self.sums(slice(None)), self.target.covered().astype(np.int64)
        self.uncovered = (want != got).any(2)
        ys, xs = np.nonzero(self.uncovered)
        wrong = [(int(x), int(y)) for x, y in zip(xs, ys) if not bounds.near_a_border(self.triangles, x + 0.5, y + 0.5)]
        text = f"{int(got[..., 0].sum())} fragments on {int((want[..., 0] > 0).sum())} pixels"
        if len(xs):
            text += f", {len(xs)} pixels differ, {len(xs) - len(wrong)} of them at the border of a triangle that OpenGL cuts"
        if wrong:
            text += f"; unexplained (x, y): {wrong[:5]}"
        self.show("coverage", not wrong, text)

    def passing(self):
        """Which fragments passed; a difference needs two depths that the bounds do not tell apart."""
        want, got = self.sums(self.c.trace["flags"] == 3), self.target.passed().astype(np.int64)
        self.unlike = (want != got).any(2)
        ys, xs = np.nonzero(self.unlike & ~self.uncovered)
        self.kept = np.zeros_like(self.unlike)
        for x, y in zip(xs, ys):
            self.kept[y, x] = self.at_the_reference(int(x), int(y))
        wrong = [(int(x), int(y)) for x, y in zip(xs, ys) if not self.kept[y, x] and not self.ambiguous(x, y)]
        text = f"{int(got[..., 0].sum())} fragments"
        if self.kept.any():
            text += f", {int(self.kept.sum())} pixels whose alpha is within rounding of KILL's reference"
        xs = xs[~self.kept[ys, xs]]
        if len(xs):
            text += f", {len(xs)} pixels differ, {len(xs) - len(wrong)} of them where depths lie within the bound"
        if wrong:
            text += f"; unexplained (x, y): {wrong[:5]}"
        self.show("tests passed", not wrong, text)

    def at_the_reference(self, x, y):
        """Whether a fragment's alpha lies so near KILL's reference that rounding decides."""
        t, f = self.c.trace, self.fragments
        for i in np.flatnonzero((t["x"] == x) & (t["y"] == y)):
            s = self.draws[t["draw"][i]].s
            if not s.get("PS", "PIXEL_PROGRAM", "KILL"):
                continue
            alpha, error = f.alpha[i], f.color[i] / 255 / 64
            if s.get("PS", "PIXEL_PROGRAM", "TEXTURE"):
                sample, spread = texels.spread(self.c.before, s, self.triangles[t["draw"][i]], f.row[i], x, y)
                alpha, error = alpha * sample[3] / 255, error + spread / 255
            if abs(alpha - float(s.float("PS", "ALPHA_REF"))) <= error:
                return True
        return False

    def ambiguous(self, x, y):
        t, f = self.c.trace, self.fragments
        of = np.flatnonzero((t["x"] == x) & (t["y"] == y))
        z, b = list(f.z[of]), list(f.bound[of])
        z.append(self.stored(self.before[y, x]))
        b.append(0)
        shapes = [self.triangles[t["draw"][i]].clip[f.row[i]].tobytes() for i in of] + [b""]
        for i in range(len(z)):
            for j in range(i):
                if shapes[i] != shapes[j] and abs(z[i] - z[j]) * 2 ** 24 <= b[i] + b[j] + self.step():
                    return True
        return False

    def stored(self, word):
        kind = self.c.depth_format
        if kind == D32F:
            return float(np.uint32(word).view(np.float32))
        return float(word) / 65535 if kind == D16 else float(word & FULL) / FULL

    def step(self):
        """What storing a depth adds to the bound, in units of D24."""
        return {D24S8: 1, D32F: 0, D16: 256}[self.c.depth_format]

    def depths(self):
        got, stencil = self.target.depths()
        kind = self.c.depth_format
        if kind == D32F:
            off = np.abs(got.astype(np.float64) - self.depth.view("<f4")) * 2 ** 24
        elif kind == D16:
            off = np.abs(got.astype(np.int64) - self.depth.astype(np.int64)) * 256.0
        else:
            off = np.abs(got.astype(np.int64) - (self.depth & FULL).astype(np.int64)).astype(float)
        bound = np.full(off.shape, 0.0)
        np.maximum.at(bound, (self.c.trace["y"], self.c.trace["x"]), self.fragments.bound + self.step())
        judged = ~self.uncovered & ~self.kept
        wrong = judged & (off > bound)
        with np.errstate(all="ignore"):
            share = np.nanmax(np.where(judged & (off > 0), off / bound, 0))
        tight = int((bound[judged & (bound > 0)] < 2 ** 14).sum())
        text = (f"largest difference {off[judged].max(initial=0):.0f} / 2^24, at most {share:.0%} of the bound"
                f" (below 2^-10 on {tight} of {int((bound > 0).sum())} pixels)")
        if wrong.any():
            text += f"; {int(wrong.sum())} pixels beyond it, such as {places(wrong)}"
        self.show("depth", not wrong.any(), text)
        if stencil is not None:
            wrong = (stencil != self.depth >> np.uint32(24)) & ~self.uncovered & ~self.unlike
            self.show("stencil", not wrong.any(), f"equal on {int((~self.unlike & ~self.uncovered).sum())} pixels" if not wrong.any()
                         else f"{int(wrong.sum())} pixels differ, such as {places(wrong)}")

    def colors(self):
        got = self.target.colors().astype(np.float64)
        off = np.abs(got - self.color.astype(np.float64)).max(2)
        bound = self.half_bound() if self.c.color_format == RGBA16F else self.color_bound()
        if self.c.color_format == SRGB8:
            bound = self.encoded(bound, np.minimum(got, self.color)[..., :3].min(2) / 255)
        judged = ~self.unlike & ~self.uncovered
        wrong = judged & (off > bound)
        ys, xs = np.nonzero(wrong)
        sampled = [(x, y) for x, y in zip(xs, ys) if off[y, x] <= bound[y, x] + self.sampling(x, y)]
        for x, y in sampled:
            wrong[y, x] = False
        text = f"largest difference {off[judged & (off <= bound)].max(initial=0):.4g}{'' if self.c.color_format == RGBA16F else ' of 255'}, bound below 2 on {int((bound[judged] < 2).sum())} of {int(judged.sum())} pixels"
        if sampled:
            text += f", {len(sampled)} more pixels within what rounding of texture coordinates changes"
        if wrong.any():
            text += f"; {int(wrong.sum())} pixels beyond it, such as {places(wrong)}, by up to {off[wrong].max():.0f}"
        self.show("colour", not wrong.any(), text)

    def encoded(self, bound, value):
        """A bound of linear values as one of encoded values: times the steepest slope of the encoding above the lesser value."""
        slope = np.where(value <= 0.04045, 12.92, 1.055 / 2.4 * ((value + 0.055) / 1.055) ** -1.4)
        return np.maximum(bound, 2 + np.maximum(slope, 1) * bound)

    def half_bound(self):
        """For RGBA16F: a step of 2^-10 of the picture's largest value for each layer, and one; layers may take large values from each other."""
        layers = np.zeros((self.c.height, self.c.width))
        t = self.c.trace[self.c.trace["flags"] == 3]
        np.add.at(layers, (t["y"], t["x"]), 1)
        return (layers + 1) * 2.0 ** -10 * max(1, np.nanmax(np.abs(self.color.astype(np.float64))))

    def color_bound(self):
        """Errors that add up layer by layer, in 255ths."""
        bound = np.zeros((self.c.height, self.c.width))
        t = self.c.trace
        passed = np.flatnonzero(t["flags"] == 3)
        for draw in np.unique(t["draw"][passed]):
            of = passed[t["draw"][passed] == draw]
            state = self.draws[draw].s
            while len(of):  # fragments of one pixel one behind the other
                place = t["y"][of].astype(np.int64) * self.c.width + t["x"][of]
                _, first = np.unique(place, return_index=True)
                at = (t["y"][of[first]], t["x"][of[first]])
                bound[at] = np.minimum(layer(state, bound[at], self.fragments.color[of[first]]), 255)
                of = np.delete(of, first)
        return bound

    def sampling(self, x, y):
        """What rounding of texture coordinates and levels can change at a pixel, in 255ths."""
        t, f = self.c.trace, self.fragments
        total = 0
        for i in np.flatnonzero((t["x"] == x) & (t["y"] == y) & (t["flags"] == 3)):
            s = self.draws[t["draw"][i]].s
            if s.get("PS", "PIXEL_PROGRAM", "TEXTURE"):
                twice = 1 + s.get("WBU", "BLEND", "ENABLE")  # as a colour and as a factor
                total += twice * texels.spread(self.c.before, s, self.triangles[t["draw"][i]], f.row[i], int(x), int(y))[1]
        return total

    def query(self, counter, address, value):
        want = self.c.word64(address)
        dropped = int((self.c.trace["flags"] == 1).sum())
        if dropped and not counter:
            self.show(f"query {counter} at {address:#x}", value <= want <= value + dropped,
                      f"OpenGL {value} without the fragments that KILL drops behind an early test, tilemark {want}")
            return
        open_pixels = int((self.unlike | self.uncovered).sum())
        held = want == value if not open_pixels else abs(want - value) <= 4 * open_pixels
        self.show(f"query {counter} at {address:#x}", held, f"{value}" if want == value else f"OpenGL {value}, tilemark {want}")


def layer(state, below, source):
    """The error above one more layer on pixels whose errors are below; source: the errors of the layer's own colours."""
    b = lambda field: state.get("WBU", "BLEND", field)
    whole = all(state.get("WBU", "WRITE_MASK", k) for k in "RGBA")
    worst = 0 * below if whole else below
    if not b("ENABLE"):
        return np.maximum(worst, source)

    def factor(f):  # (can be more than 0, error from the source, error from below)
        return {0: (0, 0, 0), 1: (1, 0, 0), 15: (0, 0, 0), 14: (1, 1, 1)}.get(
            f, (1, 1, 0) if f in (2, 3, 6, 7) else (1, 0, 1) if f in (4, 5, 8, 9) else (1, 0, 0))

    for equation, of_source, of_target in ((b("COLOR_EQUATION"), b("SRC_COLOR"), b("DST_COLOR")), (b("ALPHA_EQUATION"), b("SRC_ALPHA"), b("DST_ALPHA"))):
        if equation in (3, 4):
            worst = np.maximum(worst, np.maximum(source, below))
            continue
        s, d = factor(of_source), factor(of_target)
        worst = np.maximum(worst, 1 + (s[0] + s[1] + d[1]) * source + (s[2] + d[0] + d[2]) * below)
    return worst


class Images(Judge):
    """Exports scenes and compares them."""

    def scene(self, renderer, scene, *flags):
        folder = self.work / "exported"
        if self.tilemark("export", scene, "--out", folder, *flags) is None:
            return None
        contexts = load(folder)
        for i, context in enumerate(contexts):
            camera = f", {flags[-1]}" if "--camera" in flags else ""
            print(f"{scene}{camera}, {context.width}x{context.height}{f', context {i}' if len(contexts) > 1 else ''}:")
            try:
                Comparison(self, renderer, context).run()
            except NotCompared as e:
                print(f"  not compared: {e}")
        return contexts

    def planted(self, renderer):
        """The judge notices a changed pixel."""
        folder = self.work / "exported"
        for what, at in (("colour", "color"), ("depth", "depth")):
            context = load(folder)[0]
            after = bytearray(context.after)
            after[getattr(context, at)["base"] + 256 + 1] ^= 0x40
            context.after = bytes(after)
            quiet = Quiet()
            Comparison(quiet, renderer, context).run()
            self.check(quiet.failed == [what], f"a planted change of one {what} value is noticed")


class Quiet:
    """Takes checks instead of a judge and remembers what failed."""

    def __init__(self):
        self.failed = []

    def check(self, held, text):
        if not held:
            self.failed.append(text.split(":")[0])
        return held


def main():
    j = Images(__doc__)
    try:
        renderer = glscene.Renderer()
    except Exception as e:  # whatever EGL or a driver that is not there raises
        print(f"OpenGL without a window system cannot be had: {e}; apt-get install libegl1 libopengl0 libgl1-mesa-dri")
        return MISSING
    print(renderer.name)
    j.scene(renderer, "few-large")
    j.planted(renderer)
    for path in sorted((ROOT / "vectors/scenes").glob("*.yaml")):
        j.scene(renderer, path.stem)
        for size in SIZES[:2]:
            j.scene(renderer, path.stem, "--size", size)
    for path in j.model_files():
        for size in SIZES:
            j.scene(renderer, str(path), "--size", size)
    for path, camera in ((j.models / name, camera) for name, camera in CLOSE):
        if path.exists():
            j.scene(renderer, str(path), "--size", "320x240", "--camera", camera)
    return j.end()


if __name__ == "__main__":
    sys.exit(main())
