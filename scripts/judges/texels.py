"""Texture samples in binary64 (docs/arithmetic.md, section 6), and how much they change within the rounding of their coordinates and level of
detail. Everything for many fragments at once."""
import itertools

import numpy as np

import bounds
from exported import SRGB8

LEVEL_ERROR = 1 / 64  # of the level of detail: the logarithm is approximated


def decoded(texels):
    """Light and alpha of encoded texels [..., 4]."""
    out = texels / 255
    rgb = out[..., :3]
    out[..., :3] = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return out


class Texture:
    def __init__(self, memory, state):
        get = lambda register, field="VALUE": state.get("BIND", register, field) if state.has("BIND", register, field) else 0
        w, h = get("TEXTURE_0_SIZE", "WIDTH"), get("TEXTURE_0_SIZE", "HEIGHT")
        self.size, self.wrap = np.array([w, h]), (get("SAMPLER_0_MODE", "WRAP_U"), get("SAMPLER_0_MODE", "WRAP_V"))
        self.mag, self.min, self.mip = (get("SAMPLER_0_MODE", k) for k in ("MAG", "MIN", "MIP"))
        self.levels, self.base = [], get("TEXTURE_0_BASE")
        self.steps = 0  # of a texel, in which the machine counts what lies between two; 0: none
        at = self.base
        for k in range(min(max(get("TEXTURE_0_FORMAT", "LEVELS"), 1), 14)):
            lw, lh = max(1, w >> k), max(1, h >> k)
            level = np.frombuffer(memory, np.uint8, 4 * lw * lh, at).reshape(lh, lw, 4)
            self.levels.append(decoded(level) if get("TEXTURE_0_FORMAT", "FORMAT") == SRGB8 else level / 255)
            at += (4 * lw * lh + 63) // 64 * 64
        self.end = at

    def _texel(self, level, i, j):
        t = self.levels[level]
        out = []
        for n, size, wrap in ((j, t.shape[0], self.wrap[1]), (i, t.shape[1], self.wrap[0])):
            n = np.nan_to_num(n, posinf=0, neginf=0).astype(np.int64)
            if wrap == 1:
                n = np.clip(n, 0, size - 1)
            elif wrap == 2:
                n = n % (2 * size)
                n = np.minimum(n, 2 * size - 1 - n)
            out.append(n % size)
        return t[out[0], out[1]]

    def _level(self, level, linear, uv):
        h, w = self.levels[level].shape[:2]
        x, y = uv[:, 0] * w, uv[:, 1] * h
        if not linear:
            return self._texel(level, np.floor(x), np.floor(y))
        if self.steps:
            x, y = (np.floor((v - 0.5) * self.steps) / self.steps + 0.5 for v in (x, y))
        i, j = np.floor(x - 0.5), np.floor(y - 0.5)
        f, g = (x - 0.5 - i)[:, None], (y - 0.5 - j)[:, None]
        return ((1 - f) * self._texel(level, i, j) + f * self._texel(level, i + 1, j)) * (1 - g) + \
               ((1 - f) * self._texel(level, i, j + 1) + f * self._texel(level, i + 1, j + 1)) * g

    def sample(self, uv, lod):
        """[n, 4] at coordinates [n, 2] and levels of detail [n]."""
        last = len(self.levels) - 1
        out = np.zeros((len(uv), 4))
        near = ~(lod > 0)
        out[near] = self._level(0, self.mag, uv[near])
        if self.mip == 0:
            out[~near] = self._level(0, self.min, uv[~near])
            return out
        lod = np.clip(np.nan_to_num(lod, nan=0, posinf=last, neginf=0), 0, last)
        lower = np.clip(np.ceil(lod - 0.5), 0, last).astype(int) if self.mip == 1 else lod.astype(int)
        part = 0 * lod if self.mip == 1 else lod - lower
        for k in np.unique(lower[~near]):
            of = ~near & (lower == k)
            q = part[of][:, None]
            out[of] = (1 - q) * self._level(k, self.min, uv[of]) + q * self._level(min(k + 1, last), self.min, uv[of])
        return out


class Sampler:
    """The texture of a draw at the places of its fragments."""

    def __init__(self, memory, triangles):
        self.t = Texture(memory, triangles.state)
        self.triangles = triangles

    def _planes(self, rows):
        attr = self.triangles.attr[rows].astype(float)
        planes = [bounds.homogeneous_plane(self.triangles, rows, attr[..., k]) for k in (4, 5)]
        return planes + [bounds.homogeneous_plane(self.triangles, rows, np.ones((len(rows), 3)))]

    @staticmethod
    def _uv(planes, x, y):
        with np.errstate(all="ignore"):
            return np.stack([bounds.at(p, x + 0.5, y + 0.5) for p in planes[:2]], 1) / bounds.at(planes[2], x + 0.5, y + 0.5)[:, None]

    def _lod(self, planes, x, y):
        qx, qy = x & ~1, y & ~1
        corner = self._uv(planes, qx, qy)
        with np.errstate(all="ignore"):
            dx, dy = (self._uv(planes, qx + 1, qy) - corner) * self.t.size, (self._uv(planes, qx, qy + 1) - corner) * self.t.size
            return 0.5 * np.log2(np.maximum((dx ** 2).sum(1), (dy ** 2).sum(1)))

    def sample(self, rows, x, y):
        planes = self._planes(rows)
        return self.t.sample(self._uv(planes, x, y), self._lod(planes, x, y))

    def spread(self, rows, x, y, off):
        """The most by which a channel of the sample changes within rounding; off: errors of the coordinates' planes."""
        planes = self._planes(rows)
        here, lod = self._uv(planes, x, y), self._lod(planes, x, y)
        level = np.nan_to_num(np.clip(np.ceil(lod), 0, len(self.t.levels) - 1))
        with np.errstate(all="ignore"):
            moved = sum(np.abs(self._uv(planes, x + i, y + k) - here) for i, k in ((1, 0), (0, 1))) / 256
        reach = off + moved + (2.0 ** level[:, None] / 256 + 1 / 1024) / self.t.size
        samples = [self.t.sample(here + reach * (i, k), lod + m * LEVEL_ERROR) for i, k, m in itertools.product((-1, 0, 1), repeat=3)]
        out = np.ptp(samples, 0).max(1)
        far = ~((reach * self.t.size).max(1) < 1)  # by a texel and more: any of them
        out[far] = np.ptp(self.t.levels[0].reshape(-1, 4), 0).max()
        return out
