"""What the vertex side of docs/arithmetic.md makes of a draw, for the bounds: clip positions bit by bit, and positions in the picture.
One row per triangle, instance after instance."""
import numpy as np

import patches

F = np.float32
RECORD = 16  # words


PATCHES = 3  # CSP.TOPOLOGY


class Vertices:
    """The vertices of one draw: records, element list and topology as a renderer takes them. Patches become lists of triangles;
    exact: their points as they are, not as binary32 operations make them."""

    def __init__(self, memory, operands, state, exact=False):
        self.count, self.instances, self.first, flags = operands
        self.state = state
        self.indexed = bool(flags & 1)
        self.topology = state.get("CSP", "TOPOLOGY")
        words = np.frombuffer(memory, "<u4")
        base, n = state.get("EUP_FRONT", "VERTEX_BASE") // 4, state.get("EUP_FRONT", "VERTEX_COUNT")
        self.records = words[base:base + RECORD * n].reshape(n, RECORD).view(F)
        self.wide = bool(state.get("CSP", "INDEX_FORMAT"))
        self.restart = state.has("CSP", "INDEX_FORMAT", "RESTART") and bool(state.get("CSP", "INDEX_FORMAT", "RESTART"))
        self.base_vertex = np.uint32(state.get("CSP", "BASE_VERTEX")) if state.has("CSP", "BASE_VERTEX") else np.uint32(0)
        self.indices = None
        if self.indexed:
            kind = "<u4" if self.wide else "<u2"
            at = state.get("CSP", "INDEX_BASE")
            self.indices = np.frombuffer(memory, kind, self.first + self.count, at)[self.first:]
        if self.topology == PATCHES:
            self._tessellate(exact)
            return
        self.per_primitive = 1
        self.corners, self.consumed = self._corners()
        self._zeros(int(self.corners.max(initial=0)))

    def _zeros(self, most):
        """A vertex past the end reads as zeros."""
        n = len(self.records)
        if most >= n:
            if most > n + (1 << 20):
                raise ValueError(f"vertex {most} of {n}")
            self.records = np.vstack([self.records, np.zeros((most + 1 - n, RECORD), F)])

    def _corners(self):
        """Vertex numbers of each primitive, three a row, and how many vertices the primitives consume."""
        if not self.indexed:
            numbers = runs(self.topology, np.arange(self.count)).astype(np.int64) + self.first
            return numbers, self._consumed(len(numbers))
        values = self.indices.astype(np.uint32)
        parts, start = [], 0
        if self.restart:
            ones = np.uint32(0xffffffff if self.wide else 0xffff)
            for at in np.flatnonzero(values == ones):
                parts.append(values[start:at])
                start = at + 1
        parts.append(values[start:])
        made = [runs(self.topology, p) for p in parts]
        return (np.concatenate(made).astype(np.uint32) + self.base_vertex).astype(np.int64), sum(self._consumed(len(m)) for m in made)

    def _consumed(self, primitives):
        return 3 * primitives if self.topology == 0 else primitives + 2 if primitives else 0

    def _tessellate(self, exact):
        """Records of all points of the patches, and the triangles as an element list."""
        n = patches.level(self.state)
        if self.indexed:
            first = self.base_vertex.astype(np.int64) + 16 * self.indices.astype(np.int64) & 0xffffffff
        else:
            first = self.first + 16 * np.arange(self.count // 16, dtype=np.int64)
        numbers = first[:, None] + np.arange(16) & 0xffffffff
        self._zeros(int(numbers.max(initial=0)))
        control = self.records[numbers].reshape(-1, 16, RECORD)
        self.points, self.sure = patches.exact(control, n)
        self.rounded = patches.rounded(control, n).reshape(-1, RECORD)
        self.points = self.points.reshape(-1, RECORD)
        self.records = self.points.astype(F) if exact else self.rounded
        self.per_primitive = 2 * n * n
        self.consumed = 16 * len(first)
        self.corners = (np.arange(len(first))[:, None, None] * (n + 1) ** 2 + patches.cells(n)).reshape(-1, 3)
        self.topology, self.first, self.indexed, self.restart, self.wide, self.base_vertex = 0, 0, True, False, True, np.uint32(0)
        self.indices = self.corners.astype(np.uint32).ravel()
        self.count = len(self.indices)


def runs(topology, elements):
    n = len(elements)
    if topology == 0:
        return elements[:n // 3 * 3].reshape(-1, 3)
    i = np.arange(max(n - 2, 0))
    if topology == 2:
        return np.stack([elements[np.zeros_like(i)], elements[i + 1], elements[i + 2]], 1) if n > 2 else np.zeros((0, 3), np.int64)
    odd = i & 1
    return np.stack([elements[i + odd], elements[i + 1 - odd], elements[i + 2]], 1) if n > 2 else np.zeros((0, 3), np.int64)


def shade(records, state, instance):
    """Section 1: clip positions and six attributes of all records."""
    r, f32 = records, F
    m = state.floats("EUP", "TRANSFORM_0", 16)
    step = state.floats("EUP", "INSTANCE_STEP_X", 3)
    with np.errstate(all="ignore"):
        p = [r[:, k] + f32(instance) * step[k] for k in range(3)]
        clip = np.stack([((m[j] * p[0] + m[4 + j] * p[1]) + m[8 + j] * p[2]) + m[12 + j] for j in range(4)], 1)
        color = np.tile(state.floats("EUP", "BASE_COLOR_R", 4), (len(r), 1))
        if state.get("EUP", "VERTEX_PROGRAM", "USE_VERTEX_COLOR"):
            color = color * r[:, 8:12]
        if state.get("EUP", "VERTEX_PROGRAM", "LIGHTING"):
            light = state.floats("EUP", "LIGHT_X", 3)
            d = (r[:, 3] * light[0] + r[:, 4] * light[1]) + r[:, 5] * light[2]
            d = np.where(d > 0, d, f32(0))
            f = state.float("EUP", "AMBIENT") + state.float("EUP", "DIFFUSE") * d
            color[:, :3] = color[:, :3] * f[:, None]
    return clip.astype(F), np.concatenate([color, r[:, 6:8]], 1).astype(F)


class Triangles:
    """Triangles of a draw on the way into the picture, before culling; a primitive is one, a patch has vertices.per_primitive of them."""

    def __init__(self, vertices, state, exact=False):
        self.clip, self.attr = assemble(vertices, vertices.records, state)
        self.per_instance = len(vertices.corners)
        self.per_primitive = vertices.per_primitive
        self.state = state
        self.scale = np.array([state.viewport(k) for k in ("VIEWPORT_SCALE_X", "VIEWPORT_SCALE_Y", "DEPTH_SCALE")], np.float64)
        self.offset = np.array([state.viewport(k) for k in ("VIEWPORT_OFFSET_X", "VIEWPORT_OFFSET_Y", "DEPTH_OFFSET")], np.float64)
        self._cut()
        self.moved = None  # by how much the machine's corners lie elsewhere: x, y, z in the picture, and attributes
        if exact and vertices.per_primitive > 1:
            self._move(assemble(vertices, vertices.rounded, state))

    def _cut(self):
        """Which triangles a renderer without guard band cuts, and the others' window positions."""
        c = self.clip.astype(np.float64)
        with np.errstate(all="ignore"):
            w = c[..., 3]
            outside = (np.abs(c[..., :2]) > w[..., None]).any(-1) | (c[..., 2] < 0) | (c[..., 2] > w)
            self.cut = outside.any(1) | ~np.isfinite(c).all((1, 2))
            self.window = c[..., :3] / w[..., None] * self.scale + self.offset
            self.o = 1 / w

    def _move(self, machine):
        clip, attr = machine[0].astype(np.float64), np.abs(machine[1].astype(np.float64) - self.attr)
        with np.errstate(all="ignore"):
            window = np.abs(clip[..., :3] / clip[..., 3:] * self.scale + self.offset - self.window)
        self.moved = np.concatenate([np.nan_to_num(window, nan=np.inf), attr], -1)
        self.moved_clip = np.abs(clip - self.clip).max((1, 2))
        self.cut |= (np.abs(clip[..., :2]) > clip[..., 3:]).any((1, 2)) | (clip[..., 2] < 0).any(1) | (clip[..., 2] > clip[..., 3]).any(1)


def assemble(vertices, records, state):
    """Clip positions and attributes of all triangles, instance after instance."""
    clips, attrs = [np.zeros((0, 3, 4), F)], [np.zeros((0, 3, 6), F)]
    for instance in range(vertices.instances):
        clip, attr = shade(records, state, instance)
        clips.append(clip[vertices.corners])
        attrs.append(attr[vertices.corners])
    return np.concatenate(clips), np.concatenate(attrs)
