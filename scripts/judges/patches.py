"""Bicubic patches (docs/arithmetic.md, section 1) made into vertex records: `rounded` in binary32, operation by operation as the page
says; `exact` in binary64 by repeated linear interpolation (de Casteljau), which has none of the page's formulas."""
import numpy as np

F = np.float32
POSITION, NORMAL, TEXTURE, COLOR = slice(0, 3), slice(3, 6), slice(6, 8), slice(8, 12)


def level(state):
    return min(max(state.get("EUP", "TESSELLATION", "LEVEL"), 1), 32)


def cells(n):
    """Points of each triangle of a patch, numbered (n + 1) j + i, in the machine's order."""
    i, j = np.arange(n * n) % n, np.arange(n * n) // n
    p = j * (n + 1) + i
    right, below, across = p + 1, p + n + 1, p + n + 2
    return np.stack([np.stack([p, right, below], 1), np.stack([right, across, below], 1)], 1).reshape(-1, 3)


def rounded(control, n):
    """Records of all points of patches, [patch, point, 16 words] from [patch, 16, 16]."""
    t = np.arange(n + 1).astype(F) / F(n)
    u, v = np.tile(t, n + 1), np.repeat(t, n + 1)
    out = np.zeros((len(control), len(u), 16), F)
    with np.errstate(all="ignore"):
        out[..., POSITION] = _surface(control, _weights(u), _weights(v))
        normal, length = _normal(control, u, v)
        moved = [a + (F(0.5) - a) / F(64) for a in (u, v)]
        again, other = _normal(control, *moved)
        flat = ~(length > 0)
        normal, length = np.where(flat[..., None], again, normal), np.where(flat, other, length)
        out[..., NORMAL] = np.where((length > 0)[..., None], normal / length[..., None], F(0))
        a, b = u[:, None], v[:, None]
        corner = lambda k: control[:, None, k, 6:12]
        out[..., 6:12] = (corner(0) * (F(1) - a) + corner(3) * a) * (F(1) - b) + (corner(12) * (F(1) - a) + corner(15) * a) * b
    return out


def _weights(t):
    s = F(1) - t
    return (s * s) * s, ((s * s) * t) * F(3), ((s * t) * t) * F(3), (t * t) * t


def _differences(t):
    s = F(1) - t
    return (s * s) * F(3), ((s * t) * F(2)) * F(3), (t * t) * F(3)


def _sum(w, x):
    return ((w[0] * x[0] + w[1] * x[1]) + w[2] * x[2]) + w[3] * x[3]


def _slope(q, x):
    return (q[0] * (x[1] - x[0]) + q[1] * (x[2] - x[1])) + q[2] * (x[3] - x[2])


def _surface(control, a, b, along=_sum, across=_sum):
    """Positions or tangents, [patch, point, 3]."""
    a, b = [w[:, None] for w in a], [w[:, None] for w in b]
    rows = [along(a, [control[:, None, 4 * r + c, POSITION] for c in range(4)]) for r in range(4)]
    return across(b, rows)


def _normal(control, u, v):
    du = _surface(control, _differences(u), _weights(v), along=_slope)
    dv = _surface(control, _weights(u), _differences(v), across=_slope)
    x, y, z = 0, 1, 2
    n = np.stack([du[..., y] * dv[..., z] - du[..., z] * dv[..., y], du[..., z] * dv[..., x] - du[..., x] * dv[..., z],
                  du[..., x] * dv[..., y] - du[..., y] * dv[..., x]], -1)
    return n, np.sqrt((n[..., x] * n[..., x] + n[..., y] * n[..., y]) + n[..., z] * n[..., z])


def exact(control, n):
    """The same points in binary64, [patch, point, 16], and how sure the normals are: their length over what rounding can make of it."""
    control = control.astype(np.float64)
    t = np.arange(n + 1) / n
    u, v = np.tile(t, n + 1), np.repeat(t, n + 1)
    out = np.zeros((len(control), len(u), 16))
    out[..., POSITION], du, dv = _casteljau(control, u, v)
    normal, sure = _direction(control, du, dv)
    flat = sure < 1  # no direction: the normal of a point nearby
    _, du, dv = _casteljau(control, u + (0.5 - u) / 64, v + (0.5 - v) / 64)
    again, other = _direction(control, du, dv)
    out[..., NORMAL] = np.where(flat[..., None], again, normal)
    corners = control[:, [0, 3, 12, 15], 6:12][:, :, None]
    top, bottom = (corners[:, k] + (corners[:, k + 1] - corners[:, k]) * u[:, None] for k in (0, 2))
    out[..., 6:12] = top + (bottom - top) * v[:, None]
    return out, np.where(flat, np.minimum(sure, other), sure)


def _casteljau(control, u, v):
    """Position and both tangents."""
    net = control[:, None, :, POSITION].reshape(len(control), 1, 4, 4, 3)  # row, column
    p = np.broadcast_to(net, (len(control), len(u), 4, 4, 3))
    mix = lambda x, axis, t: np.take(x, range(x.shape[axis] - 1), axis) * (1 - t) + np.take(x, range(1, x.shape[axis]), axis) * t
    tu, tv = u[None, :, None, None, None], v[None, :, None, None, None]
    for _ in range(2):
        p = mix(mix(p, 3, tu), 2, tv)
    du, dv = mix(3 * np.diff(p, axis=3), 2, tv), mix(3 * np.diff(p, axis=2), 3, tu)
    return mix(mix(p, 3, tu), 2, tv)[:, :, 0, 0], du[:, :, 0, 0], dv[:, :, 0, 0]


def _direction(control, du, dv):
    n = np.cross(du, dv)
    length = np.sqrt((n * n).sum(-1))
    size = np.abs(control[..., POSITION]).max((1, 2))[:, None]
    slope = np.sqrt((du * du).sum(-1)), np.sqrt((dv * dv).sum(-1))
    doubt = 64 * 2.0 ** -24 * size * (slope[0] + slope[1]) + (64 * 2.0 ** -24 * size) ** 2
    with np.errstate(all="ignore"):
        return np.where(length[..., None] > 0, n / length[..., None], 0), np.where(doubt > 0, length / doubt, 0)
