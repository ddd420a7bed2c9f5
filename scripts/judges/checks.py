"""The checks of a context that was drawn by both, pixel by pixel (docs/judges.md gives the bounds' reasons)."""
import numpy as np

import bounds
import c2d
from exported import D16, D24S8, D32F, RGBA16F, SRGB8
from layers import around, encoded, half_step, linear
from shaders import hashes

FULL = 2 ** 24 - 1
STEP = {D24S8: 1, D32F: 0, D16: 256}  # what storing a depth adds to the bound, in units of D24
NAMES = ["OCCLUSION", "IA_VERTICES", "IA_PRIMITIVES", "VS_INVOCATIONS", "CLIP_INVOCATIONS", "CLIP_PRIMITIVES", "PS_INVOCATIONS"]


def places(mask, limit=5):
    ys, xs = np.nonzero(mask)
    return ", ".join(f"({x}, {y})" for x, y in list(zip(xs, ys))[:limit])


class Checks:
    """What is compared when all commands have been drawn; Comparison draws them."""

    def compare(self):
        color, self.depth = self.c.surfaces(self.c.after)
        self.color = self.channels(color)
        self.show("vertices", self.bits[0] == self.bits[1], f"clip positions and colours of {self.bits[0]} of {self.bits[1]} triangles have the same bits")
        if self.exact:
            self.points()
        self.coverage()
        self.passing()
        self.depths()
        self.colors()
        if self.exactly:
            self.exactly.compare(self.judge, self.depth, self.color)
        if self.transfers:
            self.copied()
        if self.queries and not self.exact:
            self.counted()

    def show(self, name, held, text):
        self.judge.check(held, f"{name}: {text}")

    def points(self):
        """Points of patches by two formulas, one of them rounded operation by operation: positions within 16 units of the least place of
        the greatest coordinate; normals within 2^-16 where the tangents have a direction."""
        worst, turned, n, unsure, astray = 0, 0, 0, 0, 0
        for d in self.draws:
            v = d.vertices
            if v.per_primitive == 1:
                continue
            size = max(1, float(np.abs(v.points[:, :3]).max(initial=0)))
            worst = max(worst, float(np.abs(v.points[:, :3] - v.rounded[:, :3]).max(initial=0)) / size * 2 ** 24)
            sure = v.sure.ravel() >= 16
            off = np.abs(v.points[:, 3:6] - v.rounded[:, 3:6]).max(1)
            turned = max(turned, float(off[sure].max(initial=0)))
            n, unsure, astray = n + len(sure), unsure + int((~sure).sum()), astray + int((off[~sure] > 1 / 16).sum())
        text = (f"of {n} points positions differ by at most {worst:.1f} / 2^24 of the greatest coordinate, normals by {turned * 2 ** 24:.0f} / 2^24; "
                f"{unsure} points lie where a patch's tangents have no direction")
        if astray:
            text += f", the normals of {astray} of them by more than 1/16"
        self.show("points", worst <= 16 and turned <= 2.0 ** -16 and not astray, text)

    def sums(self, chosen):
        """What OpenGL's sums should be for the chosen fragments."""
        t = self.c.trace[chosen]
        numbers = t["primitive"].copy()
        for k, d in enumerate(self.draws):
            if d.vertices.per_primitive > 1:
                of = t["draw"] == k
                numbers[of] = numbers[of] * d.vertices.per_primitive + (t["triangle"][of] >> 3)
        out = np.zeros((self.c.height, self.c.width, 4), np.int64)
        np.add.at(out, (t["y"], t["x"]), hashes(t["draw"], t["instance"], numbers).astype(np.int64))
        return out

    def coverage(self):
        want, got = self.sums(slice(None)), self.target.covered().astype(np.int64)
        self.uncovered = (want != got).any(2)
        ys, xs = np.nonzero(self.uncovered)
        wrong = [(int(x), int(y)) for x, y in zip(xs, ys) if not bounds.near_a_border(self.triangles, x + 0.5, y + 0.5)]
        text = f"{int(got[..., 0].sum())} fragments on {int((want[..., 0] > 0).sum())} pixels"
        if len(xs):
            why = "that OpenGL cuts or whose corners rounding moved" if self.exact else "that OpenGL cuts"
            text += f", {len(xs)} pixels differ, {len(xs) - len(wrong)} of them at the border of a triangle {why}"
        if wrong:
            text += f"; unexplained (x, y): {wrong[:5]}"
        self.show("coverage", not wrong, text)
        self.judge.total["fragments"] += len(self.c.trace)
        self.judge.total["pixels that differ in coverage, at a border that OpenGL cuts or rounding moves"] += len(xs) - len(wrong)

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
        self.judge.total["pixels whose tests fall within the bounds of depth or alpha"] += len(xs) - len(wrong) + int(self.kept.sum())
        if len(xs):
            text += f", {len(xs)} pixels differ, {len(xs) - len(wrong)} of them where depths lie within the bound"
        if wrong:
            text += f"; unexplained (x, y): {wrong[:5]}"
        self.show("tests passed", not wrong, text)

    def here(self, x, y):
        """The fragments of a pixel."""
        return np.flatnonzero((self.c.trace["x"] == x) & (self.c.trace["y"] == y))

    def at_the_reference(self, x, y):
        """Whether a fragment's alpha lies so near KILL's reference that rounding decides."""
        t, f = self.c.trace, self.fragments
        for i in self.here(x, y):
            s, sampler = self.draws[t["draw"][i]].s, self.samplers[t["draw"][i]]
            if not s.get("PS", "PIXEL_PROGRAM", "KILL"):
                continue
            alpha, error = f.value[i, 3], f.off[i, 3] + 2.0 ** -16
            if sampler:
                at = f.row[[i]], np.array([x]), np.array([y])
                if t["flags"][i] != 3:  # the others' values have theirs in
                    alpha *= sampler.sample(*at)[0, 3]
                error += sampler.spread(*at, f.uv_off[[i]])[0]
            if abs(alpha - float(s.float("PS", "ALPHA_REF"))) <= error:
                return True
        return False

    def ambiguous(self, x, y):
        t, f = self.c.trace, self.fragments
        of = self.here(x, y)
        z = [*f.z[of], *(self.stored(depth[y, x]) for depth, _ in self.before)]
        b = [*f.bound[of], *(bound[y, x] for _, bound in self.before)]
        shapes = [self.triangles[t["draw"][i]].clip[f.row[i]].tobytes() for i in of] + list(range(len(self.before)))
        for i in range(len(z)):
            for j in range(i):
                if shapes[i] != shapes[j] and abs(z[i] - z[j]) * 2 ** 24 <= b[i] + b[j] + STEP[self.c.depth_format]:
                    return True
        return False

    def stored(self, word):
        kind = self.c.depth_format
        if kind == D32F:
            return float(np.uint32(word).view(np.float32))
        return float(word) / 65535 if kind == D16 else float(word & FULL) / FULL

    def depths(self):
        got, stencil = self.target.depths()
        kind = self.c.depth_format
        if kind == D32F:
            with np.errstate(invalid="ignore"):
                off = np.abs(got.astype(np.float64) - self.depth.view("<f4")) * 2 ** 24
            off[got.view(np.uint32) == self.depth] = 0
        elif kind == D16:
            off = np.abs(got.astype(np.int64) - self.depth.astype(np.int64)) * 256.0
        else:
            off = np.abs(got.astype(np.int64) - (self.depth & FULL).astype(np.int64)).astype(float)
        bound = self.depth_bound
        judged = ~self.uncovered & ~self.kept
        wrong = judged & ~(off <= bound)
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
        """Differences in units of the format: steps of a byte; of binary16 at the channel's value."""
        got = self.channels(self.target.words()[0])
        half = self.c.color_format == RGBA16F
        unit = half_step(np.maximum(np.abs(got), np.abs(self.color))) if half else 1 / 255
        same = (got == self.color) | (np.isnan(got) & np.isnan(self.color))
        with np.errstate(invalid="ignore"):
            off = np.where(same, 0, np.nan_to_num(np.abs(got - self.color), nan=np.inf))
        judged = ~self.unlike & ~self.uncovered
        bound = self.layers.error + 1e-9
        wrong = judged & ~(off <= bound).all(2)
        sampled = self.sampled(wrong, off, bound)
        with np.errstate(invalid="ignore"):
            steps = np.where(same, 0, off / unit).max(2)
            most = np.where(judged & ~wrong & ~sampled & np.isfinite(bound).all(2), steps, 0).max()
            single = int((bound / unit < 2).all(2)[judged].sum())
            share = np.where(same | ~np.isfinite(bound), 0, off / bound).max(2)[judged & ~wrong].max(initial=0)
            more = judged & ~wrong & (steps > 1.001)
            lost = judged & ~np.isfinite(bound).all(2)
        wrong &= ~sampled
        text = f"largest difference {most:.3g} {'steps of binary16' if half else 'of 255'}, at most {share:.0%} of the bound (below 2 on {single} of {int(judged.sum())} pixels)"
        self.judge.total["pixels whose colours differ by more than a step of the format, within the bound of their layers"] += int(more.sum())
        self.judge.total["pixels whose colours differ by what rounding of texture coordinates changes"] += int(sampled.sum())
        self.judge.total["pixels after an overflow of binary16"] += int(lost.sum())
        if more.any():
            text += f", more than 1 on {int(more.sum())} pixels"
        if lost.any():
            text += f", no bound after an overflow on {int(lost.sum())}"
        if sampled.any():
            text += f", {int(sampled.sum())} more pixels within what rounding of texture coordinates changes"
        if wrong.any():
            text += f"; {int(wrong.sum())} pixels beyond it, such as {places(wrong)}, by up to {steps[wrong].max():.3g}"
        self.show("colour", not wrong.any(), text)

    def sampled(self, wrong, off, bound):
        """Which of these pixels lie within what rounding of texture coordinates and levels changes."""
        trace, f = self.c.trace, self.fragments
        more = np.zeros(wrong.shape)
        for k, sampler in enumerate(self.samplers):
            if sampler is None:
                continue
            of = np.flatnonzero((trace["draw"] == k) & (trace["flags"] == 3) & wrong[trace["y"], trace["x"]])
            if len(of):
                twice = 1 + self.draws[k].s.get("WBU", "BLEND", "ENABLE")  # as a colour and as a factor
                spread = sampler.spread(f.row[of], trace["x"][of].astype(int), trace["y"][of].astype(int), f.uv_off[of])
                np.add.at(more, (trace["y"][of], trace["x"][of]), twice * spread)
        more = np.repeat(more[..., None], 4, 2)
        if self.c.color_format == SRGB8:  # a sample is light, and the surface holds it encoded
            more[..., :3] = around(encoded, linear(self.color[..., :3]), more[..., :3])
        return wrong & (off <= bound + more).all(2)

    def copied(self):
        """What fills and copies wrote outside the two surfaces."""
        after = np.frombuffer(self.c.after, np.uint8)
        inside = np.concatenate([a.ravel() for a in self.c.addresses()])
        n, wrong = 0, []
        for r in {id(r): r for r in self.transfers}.values():
            at = np.setdiff1d(r.at, inside)
            n += len(at)
            if r.format > c2d.SRGB8:
                wrong += list(at[self.memory.view(c2d.WORD[r.bytes])[at // r.bytes] != after.view(c2d.WORD[r.bytes])[at // r.bytes]])
                continue
            byte = at[:, None] + np.arange(4)
            off = np.abs(self.memory[byte].astype(int) - after[byte]).max(1, initial=0) / 255
            wrong += list(at[off > self.errors[at] + 1e-9])
        text = f"{len(self.transfers)} fills and copies; {n} pixels that they wrote elsewhere lie within the bounds of what was copied"
        self.show("fills and copies", not wrong, text if not wrong else f"{len(wrong)} pixels beyond their bounds, such as at {wrong[0]:#x}")

    def counted(self):
        """Counters that queries wrote: the judge's own counts, and OpenGL's where it counts the same."""
        wrong, same, others = [], 0, {}
        open_pixels = int((self.unlike | self.uncovered).sum())
        dropped = int((self.c.trace["flags"] == 1).sum())
        for counter, address, theirs, own, otherwise in self.queries:
            want = self.c.word64(address)
            slack = 4 * open_pixels if counter in (0, 6) else 0
            if want != own:
                wrong.append(f"{NAMES[counter]} at {address:#x}: {want}, the judge's own count {own}")
            elif want == theirs:
                same += 1
            elif otherwise or abs(want - theirs) <= slack or counter == 0 and theirs <= want <= theirs + dropped:
                others.setdefault(NAMES[counter], []).append(f"{want} ({theirs})")
            else:
                wrong.append(f"{NAMES[counter]} at {address:#x}: {want}, OpenGL {theirs}")
        self.judge.total["counters of queries"] += len(self.queries)
        text = f"all {len(self.queries)} counters are those of the judge's own count, {same} of them also OpenGL's"
        if others:
            text += "; not " + ", ".join(f"{name} {' '.join(values)}" for name, values in others.items())
        self.show("queries", not wrong, text if not wrong else f"{len(wrong)} counters differ, such as {wrong[0]}")
