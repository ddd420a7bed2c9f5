"""How much a texture sample changes within the rounding of its coordinates and level of detail (docs/arithmetic.md, section 6, in binary64)."""
import itertools

import numpy as np

import bounds

LEVEL_ERROR = 1 / 64  # of the level of detail: the logarithm is approximated


class Texture:
    def __init__(self, memory, state):
        get = lambda register, field="VALUE": state.get("PS", register, field) if state.has("PS", register, field) else 0
        w, h = get("TEXTURE_SIZE", "WIDTH"), get("TEXTURE_SIZE", "HEIGHT")
        self.size, self.wrap = (w, h), (get("TEXTURE_WRAP", "U"), get("TEXTURE_WRAP", "V"))
        self.mag, self.min, self.mip = (get("TEXTURE_FILTER", k) for k in ("MAG", "MIN", "MIP"))
        self.levels, at = [], get("TEXTURE_BASE")
        for k in range(min(max(get("TEXTURE_FILTER", "LEVELS"), 1), 14)):
            lw, lh = max(1, w >> k), max(1, h >> k)
            self.levels.append(np.frombuffer(memory, np.uint8, 4 * lw * lh, at).reshape(lh, lw, 4).astype(float))
            at += (4 * lw * lh + 63) // 64 * 64

    def _texel(self, level, i, j):
        t = self.levels[level]
        out = []
        for n, size, wrap in ((j, t.shape[0], self.wrap[1]), (i, t.shape[1], self.wrap[0])):
            n = int(n)
            if wrap == 1:
                n = min(max(n, 0), size - 1)
            elif wrap == 2:
                n = n % (2 * size)
                n = min(n, 2 * size - 1 - n)
            out.append(n % size)
        return t[out[0], out[1]]

    def _level(self, level, linear, u, v):
        h, w = self.levels[level].shape[:2]
        x, y = u * w, v * h
        if not linear:
            return self._texel(level, np.floor(x), np.floor(y))
        x, y = x - 0.5, y - 0.5
        i, j = np.floor(x), np.floor(y)
        f, g = x - i, y - j
        return ((1 - f) * self._texel(level, i, j) + f * self._texel(level, i + 1, j)) * (1 - g) + \
               ((1 - f) * self._texel(level, i, j + 1) + f * self._texel(level, i + 1, j + 1)) * g

    def sample(self, u, v, lod):
        last = len(self.levels) - 1
        if lod <= 0:
            return self._level(0, self.mag, u, v)
        if self.mip == 0:
            return self._level(0, self.min, u, v)
        if self.mip == 1:
            return self._level(min(int(np.ceil(lod - 0.5)), last), self.min, u, v)
        lod = min(lod, last)
        k = min(int(lod), last)
        q = lod - k
        return (1 - q) * self._level(k, self.min, u, v) + q * self._level(min(k + 1, last), self.min, u, v)


def spread(memory, state, triangles, row, x, y):
    """The sample at pixel (x, y) and the most by which it changes within rounding, in 255ths."""
    t = Texture(memory, state)
    planes = [bounds.homogeneous_plane(triangles, [row], q)[0] for q in (triangles.attr[[row]][..., 4].astype(float), triangles.attr[[row]][..., 5].astype(float))]
    over_w = bounds.homogeneous_plane(triangles, [row], np.ones((1, 3)))[0]

    def uv(px, py):
        p = np.array([px + 0.5, py + 0.5, 1])
        return np.array([planes[0] @ p, planes[1] @ p]) / (over_w @ p)

    qx, qy = x & ~1, y & ~1
    dx, dy = (uv(qx + 1, qy) - uv(qx, qy)) * t.size, (uv(qx, qy + 1) - uv(qx, qy)) * t.size
    with np.errstate(all="ignore"):
        lod = 0.5 * np.log2(max((dx ** 2).sum(), (dy ** 2).sum()))
    level = min(max(int(np.ceil(lod)), 0), len(t.levels) - 1) if np.isfinite(lod) else 0
    here = uv(x, y)
    moved = sum(np.abs(uv(x + i, y + k) - here) for i, k in ((1, 0), (0, 1))) / 256
    reach = moved + (2.0 ** level / 256 + 1 / 1024) / np.array(t.size)
    samples = [t.sample(here[0] + i * reach[0], here[1] + k * reach[1], lod + m * LEVEL_ERROR)
               for i, k, m in itertools.product((-1, 0, 1), repeat=3)]
    return samples[len(samples) // 2], float(np.ptp(samples, 0).max())
