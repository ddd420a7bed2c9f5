"""What docs/arithmetic.md says of a pixel, in binary64 from corners as the machine snaps them: depth, colours, texture coordinates and levels of
detail. Where OpenGL leaves bounds of some steps here none is left but rounding, so that a shift of everything by one step is seen."""
import numpy as np

from exported import D16, D32F, RGBA8, RGBA16F, SRGB8
from layers import Layers, encoded, half_step
from texels import Sampler

F, EPS = np.float32, 2.0 ** -24
OPERATIONS = 7  # roundings of a plane


class Pieces:
    """Triangles as they are drawn, of some of a draw's: cut as section 2 says, snapped as section 3 says, in binary64 with its roundings."""

    def __init__(self, t, rows, pieces):
        """rows, pieces: of each fragment the triangle of the draw, and which of the fan that is left of it."""
        number, self.of = np.unique(rows * 8 + pieces, return_inverse=True)
        corners = np.concatenate([t.clip, t.attr], -1)[number >> 3].astype(F)
        guard = np.float64(F(t.state.float("TSU", "GUARD_BAND")))
        x, y, z, w = (corners[..., k].astype(float) for k in range(4))
        for i in np.flatnonzero((np.stack([z, w - z, guard * w - x, guard * w + x, guard * w - y, guard * w + y]) < 0).any((0, 2))):
            fan, k = cut(corners[i].astype(float), guard), number[i] & 7
            corners[i] = np.stack([fan[0], fan[k + 1], fan[k + 2]]) if k + 2 < len(fan) else np.nan
        with np.errstate(all="ignore"):
            self.o = F(1) / corners[..., 3]
            at = [((corners[..., k] * self.o).astype(float) * t.scale[k] + t.offset[k]).astype(F) for k in range(3)]
            self.x, self.y = (np.rint((p - F(0.5)).astype(float) * 256) for p in at[:2])
            self.z, self.attr = at[2].astype(float), (corners[..., 4:] * self.o[..., None]).astype(float)
        self.o = self.o.astype(float)
        self.area = (self.x[:, 1] - self.x[:, 0]) * (self.y[:, 2] - self.y[:, 0]) - (self.x[:, 2] - self.x[:, 0]) * (self.y[:, 1] - self.y[:, 0])

    def slopes(self, q):
        """What q changes by in x and in y, a 256th of a pixel each, and the same of the magnitudes that cancel in it."""
        q1, q2 = q[:, 1] - q[:, 0], q[:, 2] - q[:, 0]
        (x1, x2), (y1, y2) = ((v[:, 1] - v[:, 0], v[:, 2] - v[:, 0]) for v in (self.x, self.y))
        with np.errstate(all="ignore"):
            return ((q1 * y2 - q2 * y1) / self.area, (q2 * x1 - q1 * x2) / self.area,
                    (np.abs(q1 * y2) + np.abs(q2 * y1)) / np.abs(self.area), (np.abs(q2 * x1) + np.abs(q1 * x2)) / np.abs(self.area))

    def plane(self, q, x, y):
        """The plane of q at the fragments' pixels (x, y), and by how much binary32 may miss it."""
        gx, gy, sx, sy = (s[self.of] for s in self.slopes(q))
        dx, dy = 256.0 * x - self.x[self.of, 0], 256.0 * y - self.y[self.of, 0]
        with np.errstate(all="ignore"):
            value = q[self.of, 0] + (gx * dx + gy * dy)
            return value, EPS * (OPERATIONS * (sx * np.abs(dx) + sy * np.abs(dy)) + 2 * np.abs(q[self.of]).max(1))

    def bias(self, state):
        if not state.has("ASU", "DEPTH_BIAS_CONTROL", "ENABLE") or not state.get("ASU", "DEPTH_BIAS_CONTROL", "ENABLE"):
            return np.zeros(len(self.z))
        constant, slope, clamp = (float(state.float("ASU", "DEPTH_BIAS_" + k)) for k in ("CONSTANT", "SLOPE", "CLAMP"))
        step = {D16: 2.0 ** -16, D32F: 2.0 ** (np.floor(np.log2(np.maximum(np.abs(self.z).max(1), 2.0 ** -126))) - 23)}.get(
            state.get("ASU", "DEPTH_BIAS_CONTROL", "FORMAT"), EPS)
        gx, gy, _, _ = self.slopes(self.z)
        b = slope * 256 * np.maximum(np.abs(gx), np.abs(gy)) + constant * step
        return np.minimum(b, clamp) if clamp > 0 else np.maximum(b, clamp) if clamp < 0 else b


def cut(polygon, guard):
    """The corners that section 2 leaves of a triangle's."""
    distances = [lambda v: v[2], lambda v: v[3] - v[2], lambda v: guard * v[3] - v[0], lambda v: guard * v[3] + v[0], lambda v: guard * v[3] - v[1], lambda v: guard * v[3] + v[1]]
    polygon = list(polygon)
    for d in distances:
        out = []
        for a, b in zip(polygon, polygon[1:] + polygon[:1]):
            da, db = d(a), d(b)
            if da >= 0:
                out.append(a)
            if (da >= 0) != (db >= 0):
                i, o, di, do = (a, b, da, db) if da >= 0 else (b, a, db, da)
                out.append(np.where(i == o, i, (di * o - do * i) / (di - do)).astype(F).astype(float))
        polygon = out
    return polygon


class ExactSampler(Sampler):
    """A texture at the places of fragments, with coordinates of snapped corners."""

    def __init__(self, memory, triangles, pieces):
        super().__init__(memory, triangles)
        self.t.steps, self.pieces = 256, pieces
        if triangles.state.get("BIND", "TEXTURE_0_FORMAT", "FORMAT") == SRGB8:  # SRGB_TEXEL
            self.t.levels = [np.rint(level * 65535) / 65535 for level in self.t.levels]

    def uv(self, x, y):
        """Coordinates at pixels, and by how much they may be missed."""
        p = self.pieces
        o, o_off = p.plane(p.o, x, y)
        u, v = (p.plane(p.attr[..., k], x, y) for k in (4, 5))
        with np.errstate(all="ignore"):
            at = np.stack([u[0] / o, v[0] / o], 1)
            return at, (np.stack([u[1], v[1]], 1) + np.abs(at) * o_off[:, None]) / np.abs(o)[:, None] + 4 * EPS * np.abs(at)

    def samples(self, x, y):
        """Samples at pixels, and the most by which rounding changes a channel of them."""
        at, off = self.uv(x, y)
        qx, qy = x & ~1, y & ~1
        corner, corner_off = self.uv(qx, qy)
        with np.errstate(all="ignore"):
            steps = [(self.uv(qx + i, qy + k)[0] - corner) * self.t.size for i, k in ((1, 0), (0, 1))]
            r = np.maximum(*((s ** 2).sum(1) for s in steps))
            lod = np.where(r > 0, np.floor(128 * np.log2(r)) / 256, -1)
            slack = 1.5 / 256 + np.nan_to_num(3 * (corner_off * self.t.size).max(1) / np.sqrt(r), nan=16)
        level = np.nan_to_num(np.clip(np.ceil(lod), 0, len(self.t.levels) - 1))
        linear = self.t.mag or self.t.min
        reach = off + (1.01 * 2.0 ** level[:, None] / 256 / self.t.size if linear else 0)
        here = self.t.sample(at, lod)
        around = np.stack([self.t.sample(at + reach * (i, k), lod + m * slack) for i in (-1, 0, 1) for k in (-1, 0, 1) for m in (-1, 0, 1)])
        spread = np.abs(around - here).max((0, 2)) + 2 * EPS
        far = ~((reach * self.t.size).max(1) < 1)
        spread[far] = np.ptp(self.t.levels[0].reshape(-1, 4), 0).max()
        return here, spread


def rounded(step, x, off):
    """What a format makes of values, and by how much that may be another one when they are off."""
    off = off + 1e-7 * np.maximum(1, np.abs(x))
    with np.errstate(all="ignore"):
        value = step(x)
        return value, np.nan_to_num(np.maximum(step(x + off) - value, value - step(x - off)), nan=np.inf)


def byte(x):
    return np.rint(np.clip(x, 0, 1) * 255) / 255


def light(x):
    """Bytes of light: r, g, b encoded."""
    return np.concatenate([byte(encoded(x[..., :3])), byte(x[..., 3:])], -1)


def half(x):
    return x.astype(np.float16).astype(float)


class ExactLayers(Layers):
    """A colour surface as the machine has it: what is rounded is rounded here too, and is certain where rounding before it cannot matter."""

    DECODING = 0, 0

    def _source(self, s, off, blends):
        if self.format == RGBA8:
            s = np.clip(s, 0, 1)
            return rounded(byte, s, off) if blends else (s, off)
        return rounded(half, s if self.format == RGBA16F else np.clip(s, 0, 1), off)

    def _stored(self, value, error):
        return rounded({RGBA16F: half, SRGB8: light}.get(self.format, byte), value, error)


class Exactly:
    """The surfaces of a context, and what may stand in them."""

    def __init__(self, context, stored):
        self.c = context
        self.layers = ExactLayers(context.color_format, stored)
        shape = context.height, context.width
        self.z, self.z_off = np.full(shape, np.nan), np.zeros(shape)  # NaN: not drawn
        self.known = np.ones(shape, bool)  # of colours: nothing was copied there
        self.drawn = np.zeros(shape, bool)
        self.kill = [0, 0]  # decisions looked at, and wrong ones

    def draw(self, draw, t, mine, rows, groups, doubt=lambda sampler: 0.0):
        """The fragments `mine` of a draw; groups: splits numbers of fragments so that none has two of a pixel; doubt: by how much texels may be
        other ones, after copies."""
        trace, s = self.c.trace[mine], t.state
        if not len(mine):
            return
        p = Pieces(t, rows, (trace["triangle"] & 7).astype(np.int64))
        x, y, flags = trace["x"].astype(np.int64), trace["y"].astype(np.int64), trace["flags"]
        z, z_off = p.plane(p.z, x, y)
        bias = p.bias(s)[p.of]
        z, z_off = np.clip(z + bias, 0, 1), z_off + 8 * EPS * np.abs(bias)
        o, o_off = p.plane(p.o, x, y)
        planes = [p.plane(p.attr[..., k], x, y) for k in range(4)]
        with np.errstate(all="ignore"):
            value = np.stack([q / o for q, _ in planes], 1)
            off = np.stack([(e + np.abs(q / o) * o_off) / np.abs(o) for q, e in planes], 1) + 3 * EPS * np.abs(value)
        value, off = np.nan_to_num(value), np.nan_to_num(off, nan=np.inf)
        if s.get("PS", "PIXEL_PROGRAM", "TEXTURE"):
            sampler = ExactSampler(draw.memory, t, p)
            sample, spread = sampler.samples(x, y)
            spread = spread + doubt(sampler)
            off = off * sample + np.abs(value) * spread[:, None] + off * spread[:, None]
            value = value * sample
        self._kills(s, value[:, 3], off[:, 3], flags)
        late = s.get("ZL2", "DEPTH_CONTROL", "LATE")
        if late and s.get("PS", "PIXEL_PROGRAM", "WRITE_DEPTH"):
            offset, factor = (float(s.float("PS", "PROGRAM_DEPTH_" + k)) for k in ("OFFSET", "FACTOR"))
            z, z_off = np.clip(offset + factor * value[:, 3], 0, 1), abs(factor) * off[:, 3] + 2 * EPS
        if s.get("ZL2", "DEPTH_CONTROL", "TEST_ENABLE") and s.get("ZL2", "DEPTH_CONTROL", "WRITE_ENABLE"):
            of = np.flatnonzero(flags & 1)  # later ones last
            self.z[y[of], x[of]], self.z_off[y[of], x[of]] = z[of], z_off[of]
        for of in groups(np.flatnonzero(flags == 3)):
            self.layers.draw(s, (y[of], x[of]), value[of], off[of])
            self.drawn[y[of], x[of]] = True

    def _kills(self, s, alpha, off, flags):
        if not s.get("PS", "PIXEL_PROGRAM", "KILL"):
            return
        reference = float(s.float("PS", "ALPHA_REF"))
        decided = (flags & 1).astype(bool)
        wrong = decided & np.where(flags == 3, alpha + off < reference, alpha - off >= reference)
        self.kill = [self.kill[0] + int(decided.sum()), self.kill[1] + int(wrong.sum())]

    def transferred(self, color, depth):
        """Fills and copies wrote there: the judge of blits compares them."""
        self.z[depth] = np.nan
        self.known[color] = False

    def compare(self, judge, words, color):
        """words: of depth; color: values as stored, of 1."""
        self._depth(judge, words)
        self._colour(judge, color)
        if self.kill[0]:
            judge.check(not self.kill[1], f"exact alpha: {self.kill[0]} pixels kept or dropped as their alpha says" if not self.kill[1]
                        else f"exact alpha: {self.kill[1]} of {self.kill[0]} pixels are kept or dropped against their alpha")

    def _depth(self, judge, words):
        kind, judged = self.c.depth_format, ~np.isnan(self.z)
        if not judged.any():
            return
        full = {D16: 65535.0, D32F: 2.0 ** 24}.get(kind, 2.0 ** 24 - 1)
        got = words.view("<f4").astype(float) * full if kind == D32F else (words & 0xffffff if kind != D16 else words).astype(float)
        off = (got - self.z * full)[judged]
        rounding = 0.0 if kind == D32F else 0.5
        slack = self.z_off[judged] * full
        wrong = int((np.abs(off) > rounding + slack + 1e-3).sum())
        good = slack < 64
        mean, root = (abs(off[good].mean()), np.sqrt((off[good] ** 2).mean())) if good.any() else (0.0, 0.0)
        n = max(1, int(good.sum()))
        held = not wrong and mean <= MEAN_DEPTH + 4 / np.sqrt(n) and root <= ROOT_DEPTH + 4 / np.sqrt(n)
        judge.total["depths compared with exact planes"] += int(judged.sum())
        judge.check(held, f"exact depth: {int(judged.sum())} pixels, {int((np.abs(off) > 1).sum())} of them more than a step away; on {int(good.sum())} mean {mean:.3f}, root mean square {root:.3f} of a step"
                    + (f"; {wrong} beyond their bounds" if wrong else ""))

    def _colour(self, judge, color):
        l, half = self.layers, self.c.color_format == RGBA16F
        judged = self.drawn & self.known & np.isfinite(l.error).all(2)
        if not judged.any():
            return
        got, value, error = color[judged], l.value[judged], l.error[judged]
        unit = half_step(np.maximum(np.abs(got), np.abs(value))) if self.c.color_format == RGBA16F else 1 / 255
        with np.errstate(invalid="ignore"):
            off = np.where(got == value, 0, got - value)
            wrong = int((~(np.abs(off) <= error * 1.000001 + 1e-9)).any(1).sum())
            sure = int((error == 0).all(1).sum())
            good = (error / unit < 4).all(1)
        _, first = np.unique(value[good], axis=0, return_index=True)  # colours that are everywhere round everywhere in the same way
        steps = (off / unit)[good][first]
        slack = (error / unit)[good][first].mean(0).max() if len(steps) else 0.0
        mean, bound = np.abs(steps.mean(0)).max() if len(steps) else 0.0, MEAN_COLOUR + slack / 2 + 2 / np.sqrt(max(1, len(steps)))
        judge.total["colours compared with exact ones"] += int(judged.sum())
        judge.total["colours that must be the exact ones"] += sure
        judge.check(not wrong and mean <= bound, f"exact colour: {int(judged.sum())} pixels, {sure} of them without any slack; of {len(steps)} colours the channels' means differ by {mean:.3f} of a step, at most {bound:.2f}"
                    + (f"; {wrong} beyond their bounds" if wrong else ""))


# Of a step of the format. One plane rounds in one way: a scene of few large triangles comes to 1.0.
MEAN_DEPTH, ROOT_DEPTH, MEAN_COLOUR = 1.5, 2.0, 0.25
