"""How far two right renderers may lie apart at a fragment, from the triangle's shape (docs/judges.md gives the reasons)."""
import numpy as np

EPS = 2.0 ** -24
UNITS = 2.0 ** 24  # of depth, in what follows: steps of D24


def homogeneous_plane(triangles, rows, values):
    """Planes of values/w over window x and y, from clip positions; they hold for triangles that reach behind the eye too."""
    clip = triangles.clip[rows].astype(np.float64)
    w = clip[..., 3]
    m = np.stack([clip[..., 0] * triangles.scale[0] + w * triangles.offset[0],
                  clip[..., 1] * triangles.scale[1] + w * triangles.offset[1], w], -1)
    cofactors = np.stack([np.cross(m[:, 1], m[:, 2]), np.cross(m[:, 2], m[:, 0]), np.cross(m[:, 0], m[:, 1])], 1)
    det = (m[:, 0] * cofactors[:, 0]).sum(-1)
    with np.errstate(all="ignore"):
        return (values[..., None] * cofactors).sum(1) / det[:, None]


def at(planes, x, y):
    return planes[:, 0] * x + planes[:, 1] * y + planes[:, 2]


def columns(triangles, rows):
    """What is interpolated linearly in the picture, times w: window depth, 1, r, g, b, a and, with a texture, u, v; one plane each."""
    clip = triangles.clip[rows].astype(np.float64)
    z = clip[..., 2] * triangles.scale[2] + clip[..., 3] * triangles.offset[2]
    n = 6 if triangles.state.get("PS", "PIXEL_PROGRAM", "TEXTURE") else 4
    return [z, np.ones_like(z)] + [triangles.attr[rows][..., k].astype(np.float64) for k in range(n)]


def rendered(xy, q, of, x, y):
    """Error, in units, at points of triangles `of`, of the planes through values q at xy, in binary32: OpenGL's, anchored at pixel (0, 0), and
    the machine's, anchored at vertex 0."""
    d1, d2 = xy[:, 1] - xy[:, 0], xy[:, 2] - xy[:, 0]
    q1, q2 = q[:, 1] - q[:, 0], q[:, 2] - q[:, 0]
    area = np.abs(d1[:, 0] * d2[:, 1] - d2[:, 0] * d1[:, 1])
    x0, y0 = xy[:, 0, 0], xy[:, 0, 1]
    with np.errstate(all="ignore"):
        sx = (np.abs(q1 * d2[:, 1]) + np.abs(q2 * d1[:, 1])) / area
        sy = (np.abs(q1 * d2[:, 0]) + np.abs(q2 * d1[:, 0])) / area
        k = 2 + (np.abs(d1[:, 0] * d2[:, 1]) + np.abs(d2[:, 0] * d1[:, 1])) / area
        theirs = (k * sx)[of] * np.maximum(x, np.abs(x0)[of]) + (k * sy)[of] * np.maximum(y, np.abs(y0)[of])
        ours = 7 * (sx[of] * np.abs(x - x0[of]) + sy[of] * np.abs(y - y0[of]))
        return 7 * np.maximum(1, np.abs(q).max(1))[of] + theirs + ours


def uncut(triangles, rows, q, planes, of, x, y):
    """The bound at points of triangles `of` that both draw whole: the machine's corners are snapped before its planes are made, OpenGL's are not."""
    xy = triangles.window[rows][..., :2]
    snapped = np.rint((xy.astype(np.float32) - np.float32(0.5)) * 256) / 256 + 0.5
    shift = np.abs(snapped - xy) + 1e-6 * np.abs(xy)
    if triangles.moved is not None:
        shift = shift + triangles.moved[rows][..., :2]
    snap = (np.abs(planes[:, None, 0]) * shift[..., 0] + np.abs(planes[:, None, 1]) * shift[..., 1]).max(1)
    with np.errstate(all="ignore"):
        return np.nan_to_num(rendered(xy, q, of, x, y) + snap[of] * UNITS, nan=np.inf)


def moved(triangles, rows, column):
    """By how much the corners' values of a column differ to begin with, in units."""
    if triangles.moved is None or column == 1:
        return np.zeros(len(rows))
    with np.errstate(all="ignore"):
        off = triangles.moved[rows][..., 2 if column == 0 else 1 + column].max(1)  # 3 on: attributes
        return np.nan_to_num(off * UNITS * (1 if column == 0 else np.abs(triangles.o[rows]).max(1)), nan=np.inf)


def bias(triangles, rows, planes):
    """Depth bias of each triangle and its error in units: the slopes that snapping changes, and the constant's step."""
    s = triangles.state
    if not s.has("ASU", "DEPTH_BIAS_CONTROL", "ENABLE") or not s.get("ASU", "DEPTH_BIAS_CONTROL", "ENABLE"):
        return np.zeros(len(rows)), np.zeros(len(rows))
    constant, slope, clamp = (float(s.float("ASU", "DEPTH_BIAS_" + k)) for k in ("CONSTANT", "SLOPE", "CLAMP"))
    w = triangles.window[rows]
    greatest = np.abs(w[..., 2]).max(1)
    step = {0: 2.0 ** -24, 2: 2.0 ** -16}.get(s.get("ASU", "DEPTH_BIAS_CONTROL", "FORMAT"), 2.0 ** (np.floor(np.log2(np.maximum(greatest, 1e-37))) - 23))

    def moved(xy):
        d1, d2 = xy[:, 1] - xy[:, 0], xy[:, 2] - xy[:, 0]
        z1, z2 = w[:, 1, 2] - w[:, 0, 2], w[:, 2, 2] - w[:, 0, 2]
        area = d1[:, 0] * d2[:, 1] - d2[:, 0] * d1[:, 1]
        with np.errstate(all="ignore"):
            m = np.maximum(np.abs((z1 * d2[:, 1] - z2 * d1[:, 1]) / area), np.abs((z2 * d1[:, 0] - z1 * d2[:, 0]) / area))
        b = slope * m + constant * step
        return np.minimum(b, clamp) if clamp > 0 else np.maximum(b, clamp) if clamp < 0 else b

    exact = moved(w[..., :2])
    snapped = moved(np.rint((w[..., :2] - 0.5) * 256) / 256)
    return exact, (np.abs(exact - snapped) + abs(constant) * step / 256) * UNITS + 4


def polygon(clip, planes):
    """Sutherland-Hodgman in binary64; planes are rows of (x, y, z, w) factors."""
    out = [np.asarray(v, np.float64) for v in clip]
    for plane in planes:
        d = [float(v[:4] @ plane) for v in out]
        cut = []
        for i, a in enumerate(out):
            j = (i + 1) % len(out)
            if d[i] >= 0:
                cut.append(a)
            if (d[i] >= 0) != (d[j] >= 0):
                cut.append(a + d[i] / (d[i] - d[j]) * (out[j] - a))
        out = cut
        if len(out) < 3:
            return []
    return out


SIDES = np.array([[-1, 0, 0, 1], [1, 0, 0, 1], [0, -1, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, -1, 1]], float)
DEPTHS = SIDES[4:]


def window(triangles, corners):
    """Positions in the picture and, after them, values over w of clip vertices with further components."""
    c = np.array(corners)
    xy = c[:, :2] / c[:, 3:4] * triangles.scale[:2] + triangles.offset[:2]
    return np.concatenate([xy, c[:, 4:] / c[:, 3:4]], 1)


def slack(clip, corners):
    """Rounding error of a cut's new corners, relative to the viewport."""
    return 8 * EPS * np.abs(clip).max() / max(min(float(c[3]) for c in corners), 1e-30)


def cut(triangles, row, values, planes, x, y):
    """Bounds of a triangle that OpenGL cuts at the clip volume and the machine at the near and far planes only; one for each plane."""
    clip = np.concatenate([triangles.clip[row].astype(np.float64), np.stack(values, -1)], -1)
    ours, theirs = polygon(clip, DEPTHS), polygon(clip, SIDES)
    if not ours or not theirs:
        return [np.full(len(x), np.inf) for _ in values]
    e = slack(clip, ours + theirs)
    if triangles.moved is not None:
        e += triangles.moved_clip[row] / max(min(float(c[3]) for c in ours + theirs), 1e-30)
    shift = 1 / 256 + 2 * e * np.abs(triangles.scale[:2])
    out = [np.full(len(x), ((np.abs(p[:2]) * shift).sum() + e) * UNITS) for p in planes]
    for corners in (window(triangles, ours), window(triangles, theirs)):
        for i in range(2, len(corners)):
            fan = corners[[i - 1, i, 0]]
            inside = in_triangle(fan, x, y, 1 / 64 + e * np.abs(triangles.scale[:2]).max())
            for k in range(len(values)):
                here = rendered(fan[None, :, :2], fan[None, :, 2 + k], np.zeros(len(x), int), x, y)
                out[k] = out[k] + np.where(inside, np.nan_to_num(here, nan=np.inf, posinf=np.inf), 0)
    return out


def in_triangle(corners, x, y, reach):
    """Which points lie inside a triangle or at most `reach` pixels outside an edge's line."""
    p = corners[:, :2]
    side = np.sign((p[1] - p[0])[0] * (p[2] - p[0])[1] - (p[1] - p[0])[1] * (p[2] - p[0])[0]) or 1
    inside = np.ones(len(x), bool)
    for a, b in zip(p, np.roll(p, -1, 0)):
        length = max(np.hypot(*(b - a)), 1e-12)
        inside &= side * ((b - a)[0] * (y - a[1]) - (b - a)[1] * (x - a[0])) / length >= -reach
    return inside


class Fragments:
    """Of every fragment of a trace: exact depth and its bound in units, exact colour and texture coordinates and by how much both may lie off."""

    def __init__(self, trace):
        self.trace = trace
        n = len(trace)
        self.x, self.y = trace["x"] + 0.5, trace["y"] + 0.5
        self.z, self.bound, self.row = np.zeros(n), np.zeros(n), np.zeros(n, np.int64)
        self.value, self.off = np.zeros((n, 4)), np.zeros((n, 4))
        self.uv_off = np.zeros((n, 2))

    def add(self, number, triangles):
        """The fragments of a draw; returns which they are."""
        trace = self.trace
        mine = np.flatnonzero(trace["draw"] == number)
        rows = trace["instance"][mine].astype(np.int64) * triangles.per_instance + trace["primitive"][mine].astype(np.int64) * triangles.per_primitive
        if triangles.per_primitive > 1:
            rows += trace["triangle"][mine] >> 3
        self.row[mine] = rows
        if len(mine):
            self._draw(triangles, mine, rows)
        return mine

    def _draw(self, triangles, mine, rows):
        x, y = self.x[mine], self.y[mine]
        drawn, of = np.unique(rows, return_inverse=True)
        values = columns(triangles, drawn)
        planes = [homogeneous_plane(triangles, drawn, v) for v in values]
        bounds = [moved(triangles, drawn, k)[of] for k in range(len(values))]
        whole = ~triangles.cut[drawn]
        at_whole, number = whole[of], np.cumsum(whole) - 1
        for k, v in enumerate(values):
            q = v[whole] * triangles.o[drawn[whole]]
            bounds[k][at_whole] += uncut(triangles, drawn[whole], q, planes[k][whole], number[of[at_whole]], x[at_whole], y[at_whole])
        order = np.argsort(of, kind="stable")
        begins = np.searchsorted(of[order], np.arange(len(drawn) + 1))
        for i in np.flatnonzero(~whole):
            there = order[begins[i]:begins[i + 1]]
            for k, b in enumerate(cut(triangles, drawn[i], [v[i] for v in values], [p[i] for p in planes], x[there], y[there])):
                bounds[k][there] += b
        move, error = bias(triangles, drawn, planes[0])
        planes = [p[of] for p in planes]
        self.z[mine] = np.clip(at(planes[0], x, y) + move[of], 0, 1)
        self.bound[mine] = bounds[0] + error[of]
        with np.errstate(all="ignore"):
            o = at(planes[1], x, y)
            attributes = np.stack([np.nan_to_num(at(p, x, y) / o) for p in planes[2:]], 1)
            off = [np.nan_to_num((bounds[k] + np.abs(attributes[:, k - 2]) * bounds[1]) / o, nan=np.inf) for k in range(2, len(values))]
        off = np.abs(np.stack(off, 1)) / UNITS
        self.value[mine], self.off[mine] = attributes[:, :4], off[:, :4]
        if attributes.shape[1] > 4:
            self.uv_off[mine] = off[:, 4:]
        self._program_depth(triangles.state, mine)

    def _program_depth(self, state, mine):
        get = state.get
        if get("PS", "PIXEL_PROGRAM", "WRITE_DEPTH") and get("ZL2", "DEPTH_CONTROL", "LATE"):
            offset, factor = (float(state.float("PS", "PROGRAM_DEPTH_" + k)) for k in ("OFFSET", "FACTOR"))
            self.z[mine] = np.clip(offset + factor * self.value[mine, 3], 0, 1)
            self.bound[mine] = np.inf if get("PS", "PIXEL_PROGRAM", "TEXTURE") else abs(factor) * self.off[mine, 3] * UNITS + 8


def near_a_border(draws, x, y):
    """Whether the pixel's centre lies so near an edge of a triangle that OpenGL cuts, or whose corners it has elsewhere, that rounding decides
    on it."""
    for triangles in draws:
        rows = np.flatnonzero(triangles.cut)
        if triangles.moved is not None:
            rows = np.union1d(rows, _around(triangles, x, y))
        for row in rows:
            clip = triangles.clip[row].astype(np.float64)
            if not np.isfinite(clip).all():
                continue
            corners = polygon(clip, SIDES) or polygon(clip, DEPTHS)
            if corners and _at_an_edge(triangles, row, clip, corners, x, y):
                return True
    return False


def _around(triangles, x, y):
    """Uncut triangles around which a box holds the point."""
    w, reach = triangles.window[..., :2], 1 / 64 + triangles.moved[..., :2].max(1)
    inside = (w.min(1) - reach <= (x, y)).all(1) & (w.max(1) + reach >= (x, y)).all(1)
    return np.flatnonzero(inside & ~triangles.cut)


def _at_an_edge(triangles, row, clip, corners, x, y):
    e = slack(clip, corners)
    reach = 1 / 128
    if triangles.moved is not None:
        reach += 1 / 256 + triangles.moved[row][:, :2].max() if not triangles.cut[row] else 0
        e += triangles.moved_clip[row] / max(min(float(c[3]) for c in corners), 1e-30)
    reach += 2 * e * np.abs(triangles.scale[:2]).max()
    w = window(triangles, corners)[:, :2]
    for a, b in zip(w, np.roll(w, -1, 0)):
        t = np.clip(((x - a[0]) * (b - a)[0] + (y - a[1]) * (b - a)[1]) / max(((b - a) ** 2).sum(), 1e-30), 0, 1)
        if np.hypot(*(a + t * (b - a) - (x, y))) <= reach:
            return True
    return False
