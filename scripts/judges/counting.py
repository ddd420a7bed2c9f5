"""Pipeline statistics by the judge's own count (docs/arithmetic.md, section 10): what a draw adds to the counters 1 to 6."""
import numpy as np

F = np.float32


def own(vertices, triangles, fragments, late):
    """Six numbers; fragments: flags of the draw's covered pixels."""
    n = len(triangles.clip)
    guard = F(triangles.state.float("TSU", "GUARD_BAND"))
    return [vertices.consumed * vertices.instances, n // vertices.per_primitive, 3 * n, n, clipped(triangles.clip, guard),
            len(fragments) if late else int((fragments & 1).sum())]


def clipped(clip, guard):
    """Triangles that section 2 makes of triangles: distances and new corners in binary64, corners rounded to binary32."""
    clip, guard = clip.astype(np.float64), np.float64(guard)
    with np.errstate(all="ignore"):
        x, y, z, w = (clip[..., k] for k in range(4))
        outside = [x > w, x < -w, y > w, y < -w, z < 0, z > w]
        drawn = np.isfinite(clip).all((1, 2))
        for o in outside:
            drawn &= ~o.all(1)
        beyond = np.stack([z, w - z, guard * w - x, guard * w + x, guard * w - y, guard * w + y], -1) < 0
        split = drawn & beyond.any((1, 2))
    return int((drawn & ~split).sum()) + sum(_fan(c, guard) for c in clip[split])


def _fan(corners, guard):
    """Triangles of one that crosses a plane."""
    planes = [lambda v: v[2], lambda v: v[3] - v[2], lambda v: guard * v[3] - v[0], lambda v: guard * v[3] + v[0],
              lambda v: guard * v[3] - v[1], lambda v: guard * v[3] + v[1]]
    polygon = list(corners)
    for plane in planes:
        out = []
        for i, a in enumerate(polygon):
            b = polygon[(i + 1) % len(polygon)]
            da, db = plane(a), plane(b)
            if da >= 0:
                out.append(a)
            if (da >= 0) != (db >= 0):
                out.append(((da * b - db * a) / (da - db)).astype(F).astype(np.float64))
        if len(out) > 9:
            return 0
        polygon = out
    return max(len(polygon) - 2, 0)


def crosses_a_side(clip):
    """Whether a triangle reaches over a side of the clip volume: OpenGL cuts it there, the machine at the guard band only."""
    c = clip.astype(np.float64)
    return bool((np.abs(c[..., :2]) > c[..., 3:]).any())
