#!/usr/bin/env python3
"""Models as others load them, compared with what stands in memory: trimesh reads geometry, nodes and normals, pygltflib materials, Pillow
textures; of ours the laid-out vertices, indices, textures and registers of an export are read (exported.py), no structure of the loader's."""
import copy
import logging
import pathlib

import numpy as np
import pygltflib
import trimesh

import loaded
from exported import load
from geometry import Vertices
from judging import Judge, Nothing, Quiet

CAMERA = "eye=3,2,5,target=0,0.5,0,fov=50"
LIGHT = np.array([0.4, 0.8, 0.6]) / np.linalg.norm([0.4, 0.8, 0.6])
ONE, ADD = 1, 0  # WBU.BLEND: a factor and an equation


class Draw:
    """What memory and registers say of a draw."""

    def __init__(self, memory, operands, state, camera):
        v = Vertices(memory, operands, state)
        rows = v.records[v.corners]
        self.points, self.normals, self.uv, self.colors = rows[..., :3].astype(float), rows[..., 3:6].astype(float), rows[..., 6:8].astype(float), rows[..., 8:12].astype(float)
        m = state.floats("EUP", "TRANSFORM_0", 16).astype(float).reshape(4, 4).T
        view = camera[[0, 1, 3]]
        m = m[[0, 1, 3]]
        m[:, 3] -= view[:, 3]
        self.world = np.linalg.solve(view[:, :3], m)  # of the camera only x, y and w are used: near and far planes follow from the model
        self.base = state.floats("EUP", "BASE_COLOR_R", 4).astype(float)
        self.light = state.floats("EUP", "LIGHT_X", 3).astype(float)
        get = state.get
        self.lit, self.colored = get("EUP", "VERTEX_PROGRAM", "LIGHTING"), get("EUP", "VERTEX_PROGRAM", "USE_VERTEX_COLOR")
        self.culls = get("TSU", "CULL", "CULL_FRONT"), get("TSU", "CULL", "CULL_BACK")
        self.clockwise = get("TSU", "CULL", "FRONT_CW")
        self.cutoff = float(state.float("PS", "ALPHA_REF")) if get("PS", "PIXEL_PROGRAM", "KILL") else None
        self.blends = get("WBU", "BLEND", "ENABLE")
        self.adds = bool(self.blends) and get("WBU", "BLEND", "DST_COLOR") == ONE
        self.writes_depth = get("ZL2", "DEPTH_CONTROL", "WRITE_ENABLE")
        self.texels = self.wrap = None
        if get("PS", "PIXEL_PROGRAM", "TEXTURE"):
            w, h = get("BIND", "TEXTURE_0_SIZE", "WIDTH"), get("BIND", "TEXTURE_0_SIZE", "HEIGHT")
            self.texels = np.frombuffer(memory, np.uint8, 4 * w * h, get("BIND", "TEXTURE_0_BASE")).reshape(h, w, 4)
            self.wrap = get("BIND", "SAMPLER_0_MODE", "WRAP_U"), get("BIND", "SAMPLER_0_MODE", "WRAP_V")


def ordered(points, *others):
    """Triangles in an order of their own, each from its least corner on; others: further values of the corners, in the same order."""
    n = len(points)
    p = points.astype(np.float32)
    first = np.array([min(range(3), key=lambda k: tuple(t[k])) for t in p], int)
    turn = (first[:, None] + np.arange(3)) % 3
    p = p[np.arange(n)[:, None], turn]
    rest = [o[np.arange(n)[:, None], turn] for o in others]
    keys = np.concatenate([p.reshape(n, -1), *(np.round(o.reshape(n, -1), 3) for o in rest)], 1)
    order = np.lexsort(keys.T[::-1])
    return p[order].astype(float), *(r[order] for r in rest)


def placed(points, world):
    return points @ world[:3, :3].T + world[:3, 3]


def matched(draw, surface):
    """Points, normals, coordinates and colours of the corners of both, triangle by triangle, when a draw has a surface's triangles at its place;
    else None. Triangles of a node that mirrors may be turned round, or the registers say which face is the front."""
    if len(draw.points) != len(surface.points):
        return None
    ours = placed(draw.points, draw.world), draw.normals, draw.uv, draw.colors
    theirs = placed(surface.points, surface.world), surface.normals, surface.uv, surface.colors
    if surface.clockwise and not draw.clockwise:
        theirs = tuple(t[:, ::-1] for t in theirs)
    for order in (lambda t: t, lambda t: ordered(*t)):
        a, b = order(ours), order(theirs)
        turns = np.stack([np.abs(a[0] - np.roll(b[0], k, 1)).max((1, 2)) for k in range(3)])
        if turns.min(0).max() <= (1e-5 if surface.posed else 4e-6) * max(1e-9, np.abs(b[0]).max()):
            best = (np.arange(3) - turns.argmin(0)[:, None]) % 3
            return a, tuple(t[np.arange(len(t))[:, None], best] for t in b)
    return None


def directions(normals, world):
    """Normals in the world, of length one."""
    n = normals @ np.linalg.inv(world[:3, :3])
    return n / np.maximum(np.linalg.norm(n, axis=-1, keepdims=True), 1e-30)


class Model:
    """The draws of an exported model and the surfaces that others find in its file."""

    def __init__(self, judge, name, draws, surfaces):
        self.judge, self.name, self.draws, self.surfaces = judge, name, draws, surfaces

    def compare(self):
        of = [[(d, *both) for d in self.draws if (both := matched(d, s))] for s in self.surfaces]
        lost = [s.name for s, draws in zip(self.surfaces, of) if not draws]
        stray = [i for i, d in enumerate(self.draws) if not any(d is x for draws in of for x, _, _ in draws)]
        n = sum(len(s.points) for s in self.surfaces)
        self.show("triangles", not lost and not stray, f"{n} triangles of {len(self.surfaces)} surfaces stand in memory, at their places, and no others" if not lost and not stray
                  else f"not in memory: {lost[:3]}; of no surface: draws {stray[:5]}")
        self.judge.total["triangles"] += n
        for s, draws in zip(self.surfaces, of):
            if draws:
                self.corners(s, draws)
                self.material(s, [d for d, _, _ in draws])

    def show(self, what, held, text):
        self.judge.check(held, f"{what}: {self.name}: {text}")

    def corners(self, s, draws):
        worst = {"normals": 0.0, "light": 0.0, "coordinates": 0.0, "colours of vertices": 0.0}
        for d, ours, theirs in draws:
            mine, want = directions(ours[1], d.world), directions(theirs[1], s.world)
            worst["normals"] = max(worst["normals"], np.abs(mine - want).max())
            if d.lit:
                side = -1 if d.culls == (1, 0) and s.double_sided else 1
                worst["light"] = max(worst["light"], np.abs(ours[1] @ d.light - side * want @ LIGHT).max())
            if d.texels is not None and s.has_uv:
                worst["coordinates"] = max(worst["coordinates"], (np.abs(ours[2] - theirs[2]) / (1 + np.abs(theirs[2]))).max())
            if d.colored:
                worst["colours of vertices"] = max(worst["colours of vertices"], np.abs(ours[3] - theirs[3])[..., :3].max())
        for what, off in worst.items():
            bound = {"coordinates": 1e-6, "colours of vertices": 1 / 254}.get(what, 2e-3)
            self.show(what, off <= bound, f"{s.name}: within {off:.1g} of the file's, at most {bound:.1g}")

    def material(self, s, draws):
        lit = [d for d in draws if not d.adds]
        glow = [d for d in draws if d.adds]
        faults = []
        if s.unlit:
            sides = [(0, 0) if s.double_sided else (0, 1)]
        else:
            sides = [(1, 0), (0, 1)] if s.double_sided else [s.sides]
        if sorted(d.culls for d in lit) != sorted(sides):
            faults.append(f"sides culled {[d.culls for d in lit]}, expected {sides}")
        if [d for d in draws if d.clockwise and not s.clockwise]:
            faults.append("front faces are counter-clockwise, the registers say otherwise")
        for d in lit:
            if np.abs(d.base - s.base).max() > 2e-6:
                faults.append(f"base colour {d.base}, expected {s.base}")
            if bool(d.lit) == s.unlit:
                faults.append("lighting")
            if (d.cutoff is None) != (s.cutoff is None) or s.cutoff is not None and abs(d.cutoff - s.cutoff) > 1e-6:
                faults.append(f"cutoff {d.cutoff}, expected {s.cutoff}")
            if bool(d.blends) != s.blends or bool(d.writes_depth) == s.blends:
                faults.append(f"blends {d.blends}, writes depth {d.writes_depth}; expected {s.blends}, {not s.blends}")
            if (d.texels is None) != (s.texels is None):
                faults.append(f"a texture {'is' if d.texels is None else 'was not'} expected")
            elif d.texels is not None:
                faults += self.texture(s, d)
        if len(glow) != bool(s.glow.any()) or any(np.abs(d.base[:3] - s.glow).max() > 1e-4 * max(1, s.glow.max()) for d in glow):
            faults.append(f"emission {[list(d.base[:3]) for d in glow]}, expected {s.glow}")
        self.show("material", not faults, f"{s.name}: colour, sides, alpha, texture and emission are the file's" if not faults else f"{s.name}: {faults[0]}")

    @staticmethod
    def texture(s, d):
        channels = 4 if s.blends or s.cutoff is not None else 3
        if d.texels.shape != s.texels.shape:
            return [f"a texture of {d.texels.shape[1::-1]} texels, expected {s.texels.shape[1::-1]}"]
        off = np.abs(d.texels[..., :channels].astype(int) - s.texels[..., :channels]).max()
        out = [f"texels differ by up to {off}"] if off > s.lossy else []
        return out + ([f"wrap {d.wrap}, expected {s.wrap}"] if d.wrap != s.wrap else [])


class Models(Judge):
    def draws(self, path, camera=None):
        """The draws of a file, in the world of a camera; without one its camera."""
        folder = self.work / "exported"
        if self.tilemark("export", path, "--out", folder, "--size", "64x48", "--camera", CAMERA) is None:
            return None
        context = load(folder)[0]
        commands = [(o, s) for name, o, s in context.commands.list if name == "DRAW"]
        if not commands:
            raise Nothing(f"draws of {path} were expected in {folder}")
        if camera is None:
            return commands[0][1].floats("EUP", "TRANSFORM_0", 16).astype(float).reshape(4, 4).T
        return [Draw(context.before, o, s, camera) for o, s in commands]

    def camera(self):
        """The camera's matrix: that of a model whose own is one."""
        path = self.work / "one.obj"
        path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        return self.draws(path)

    def planted(self, name, draws, surfaces):
        """Errors in what memory says are noticed, each by its check."""
        for what, by, spoil in PLANTED:
            spoiled = copy.deepcopy(draws)
            if spoil(spoiled) is False:
                continue
            quiet = Quiet()
            Model(quiet, name, spoiled, surfaces).compare()
            self.check(by in quiet.failed, f"planted: {name}: {what} is noticed ({', '.join(sorted(set(quiet.failed))) or 'by nothing'})")
            self.total["planted errors"] += 1


def turned(draws):
    draws[0].points[-1] = draws[0].points[-1][[0, 2, 1]]


def flipped(draws):
    draws[0].normals[len(draws[0].normals) // 2, 1] *= -1


def swapped(draws):
    other = next((d for d in draws if not np.array_equal(d.base, draws[0].base) and not d.adds), None)
    if other is None or draws[0].adds:
        return False
    draws[0].base, other.base = other.base, draws[0].base


def half_a_texel(draws):
    d = next((d for d in draws if d.texels is not None), None)
    if d is None:
        return False
    d.uv[..., 0] += 0.5 / d.texels.shape[1]


def moved(draws):
    d = draws[-1]
    d.world[0, 3] += 0.001 * np.abs(placed(d.points, d.world)).max()


def wrapped(draws):
    d = next((d for d in draws if d.texels is not None), None)
    if d is None:
        return False
    d.wrap = d.wrap[0] ^ 1, d.wrap[1]


PLANTED = [("a triangle turned round", "triangles", turned), ("a normal flipped", "normals", flipped), ("two materials swapped", "material", swapped),
           ("texture coordinates moved by half a texel", "coordinates", half_a_texel), ("a node moved by a thousandth", "triangles", moved), ("another way to wrap", "material", wrapped)]


def main(j):
    logging.getLogger("trimesh").setLevel(logging.CRITICAL)  # it tells of what it can do without
    print(f"trimesh {trimesh.__version__}, pygltflib {pygltflib.__version__}")
    camera = j.camera()
    if camera is None:
        return j.end()
    for path in [*loaded.made(j.work / "made"), *j.model_files()]:
        draws = j.draws(path, camera)
        if draws is None:
            continue
        surfaces = loaded.surfaces(pathlib.Path(path))
        if not surfaces:
            raise Nothing(f"surfaces were expected in {path}")
        before = j.failures
        Model(j, path.name, draws, surfaces).compare()
        if j.failures == before:
            j.planted(path.name, draws, surfaces)
    return j.end("triangles", "planted errors")


if __name__ == "__main__":
    Models(__doc__).main(main)
