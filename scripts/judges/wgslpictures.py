"""Fragment shaders of examples/ and vectors/shaders: drawn by tilemark as a scene, and with the same vertices, textures and buffers by others."""
import json
import pathlib
import re

import numpy as np
import yaml

from exported import load
from judging import Nothing

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZE = 96, 80
# Two triangles of either winding, inside of the clip volume, and what their corners have: x, y, z; colour; texture coordinates.
VERTICES = [
    (-0.93, -0.89, 0.2, 0.9, 0.2, 0.1, 1.0, 0.0, 0.0), (0.61, -0.84, 0.5, 0.2, 0.8, 0.3, 0.7, 1.7, 0.1), (-0.77, 0.87, 0.8, 0.1, 0.3, 0.9, 0.4, 0.2, 1.9),
    (0.91, 0.93, 0.3, 0.3, 0.9, 0.8, 0.9, 1.3, 0.4), (0.73, -0.71, 0.6, 0.8, 0.7, 0.2, 0.6, 0.1, 0.2), (-0.58, 0.9, 0.4, 0.5, 0.1, 0.6, 0.8, 0.9, 1.6),
]
MATRIX = [1, 0, 0, 0.3, 0, 1, 0, -0.2, 0, 0, 1, 0, 0, 0, 0, 1.4]  # column after column: w differs between corners
VERTEX = """struct V { @builtin(position) at: vec4f, @location(0) color: vec4f, @location(1) uv: vec2f }
@vertex fn vertex_main(@location(0) p: vec3f, @location(1) color: vec4f, @location(2) uv: vec2f) -> V {
  let m = mat4x4f(%s);
  let at = m * vec4f(p, 1.0);
  return V(vec4f(at.x, -at.y, at.zw), color, uv); // WebGPU's y goes up
}
"""
STATES = {"off": 0, "on": 1}  # of what shaders ask for by name
NEAR = 2  # steps of 255
SINES = 7  # the same where sin and cos are used: their error of 2^-11, which the leaves' edges enlarge up to 13-fold, is 2 steps, thrice for three leaves
FEW = 0.01  # of the pixels may turn on a rounding: of coordinates at the border of a texel, of a value at a step
BACKGROUND = 10, 20, 30, 255
BINDING = re.compile(r"@group\(0\)\s*@binding\((\d+)\)\s*var(?:<(\w+)[^>]*>)?\s+(\w+)\s*:\s*([^;]+);")
OVERRIDE = re.compile(r"override\s+(nos_\w+)\s*:\s*(\w+)")


def texels(n):
    """A picture of 16 x 16 texels, smooth in both directions."""
    y, x = np.mgrid[0:16, 0:16]
    wave = [np.sin(x * 0.39 + n) * 0.5 + 0.5, np.cos(y * 0.39 + 2 * n) * 0.5 + 0.5, np.sin((x + y) * 0.39) * 0.4 + 0.5, np.full(x.shape, 1 - 0.2 * n)]
    return np.round(np.stack(wave, -1) * 255).astype(np.uint8)


def contents(number):
    return np.linspace(0.3, 1.4, 12, dtype=np.float32) * (1 + number)


class Picture:
    """A shader under a state."""

    def __init__(self, path, state, work):
        self.path, self.state = path, state
        self.text = path.read_text()
        self.name = f"{path.stem}-{state}"
        self.work = work / self.name
        self.work.mkdir(parents=True, exist_ok=True)
        self.linear = "nearest" not in self.text
        self.resources = sorted((int(n), space, name, typ) for n, space, name, typ in BINDING.findall(self.text))

    def __str__(self):
        return f"{self.path.name}, state {self.state}"

    def scene(self):
        """The scene as tilemark reads it."""
        (self.work / "shader.wgsl").write_text(self.text)
        on = bool(STATES[self.state])
        draw = {"mesh": "triangles", "clip_space": True, "vertex_color": True, "transform": MATRIX, "kernels": {"pixel": "shader"}, "cull": "none",
                "state": {"lighting": on, "colors": on, "two_sided": on, "alpha_test": {"function": "always", "reference": self.constant("nos_alpha_test_reference")}}}
        scene = {"size": list(SIZE), "clear": {"color": list(BACKGROUND)}, "depth_format": "d32f", "kernels": [{"name": "shader", "file": "shader.wgsl"}],
                 "meshes": [{"name": "triangles", "positions": [list(v[:3]) for v in VERTICES], "colors": [list(v[3:7]) for v in VERTICES], "uvs": [list(v[7:]) for v in VERTICES]}],
                 "draws": [draw]}
        bound = {"buffers": {}, "textures": {}, "samplers": {}}
        number = 0
        filter_ = {"mag": "linear", "min": "linear", "mip": "none"} if self.linear else {"mag": "nearest", "min": "nearest", "mip": "none"}
        for binding, space, name, typ in self.resources:
            if typ.startswith("sampler"):
                bound["samplers"][len(bound["samplers"])] = "image0"
                continue
            if space:
                scene.setdefault("buffers", []).append({"name": name, "floats": [float(x) for x in contents(binding)]})
                bound["buffers"][number] = name
            else:
                image = f"image{len(bound['textures'])}"
                rows = [" ".join(t.tobytes().hex() for t in row) for row in texels(len(bound["textures"]))]
                scene.setdefault("textures", []).append({"name": image, "pixels": rows, "wrap_u": "repeat", "wrap_v": "repeat", "filter": filter_})
                bound["textures"][number] = image
            number += 1
        if number:
            draw["bind"] = {"pixel": {k: v for k, v in bound.items() if v}}
        (self.work / "scene.yaml").write_text(yaml.safe_dump(scene))
        return self.work / "scene.yaml"

    def constant(self, name):
        on = STATES[self.state]
        return {"nos_alpha_test_reference": 0.625, "nos_target_format": 0}.get(name, on)

    def job(self, after):
        """What others draw."""
        np.array(VERTICES, np.float32).tofile(self.work / "vertices.bin")
        (self.work / "vertex.wgsl").write_text(VERTEX % ", ".join(map(str, map(float, MATRIX))))
        job = {"do": "draw", "source": str(self.work / "shader.wgsl"), "vertex": str(self.work / "vertex.wgsl"), "vertices": str(self.work / "vertices.bin"), "count": len(VERTICES),
               "width": SIZE[0], "height": SIZE[1], "background": BACKGROUND, "constants": {n: self.constant(n) for n, _ in OVERRIDE.findall(self.text)},
               "entry": re.search(r"@fragment\s+fn\s+(\w+)", self.text)[1], "buffers": [], "textures": [], "samplers": [], "before": str(self.work / "before.bin"), "after": str(after)}
        data = b""
        for binding, space, _, typ in self.resources:
            if typ.startswith("sampler"):
                job["samplers"].append({"binding": binding, "filter": "linear" if self.linear else "nearest"})
            elif space:
                bytes_ = contents(binding).tobytes()
                job["buffers"].append({"group": 0, "binding": binding, "type": "uniform" if space == "uniform" else "read-only-storage", "bytes": len(bytes_)})
                data += bytes_
            else:
                file = self.work / f"texels{binding}.bin"
                texels(len(job["textures"])).tofile(file)
                job["textures"].append({"binding": binding, "file": str(file), "width": 16, "height": 16})
        (self.work / "before.bin").write_bytes(data)
        return job


def edges():
    """Pixels whose centre lies within 1/64 pixel of an edge."""
    y, x = np.mgrid[0:SIZE[1], 0:SIZE[0]] + 0.5
    near = np.zeros(x.shape, bool)
    m = np.array(MATRIX, float).reshape(4, 4).T
    corners = []
    for v in VERTICES:
        c = m @ np.array([*v[:3], 1.0])
        corners.append(((c[0] / c[3] + 1) / 2 * SIZE[0], (c[1] / c[3] + 1) / 2 * SIZE[1]))
    for t in range(0, len(corners), 3):
        for k in range(3):
            (ax, ay), (bx, by) = corners[t + k], corners[t + (k + 1) % 3]
            near |= np.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < np.hypot(bx - ax, by - ay) / 64
    return near


def compare(ours, theirs, bound):
    """How many pixels differ more than they may, how many turn on a step in the picture, and the greatest other difference in steps of 255. A pixel may have, within
    the bound, the colour of one of its neighbours where there is a step, which may lie elsewhere by less than a pixel."""
    near = edges()
    ours, theirs = ours.astype(int), theirs.astype(int)
    apart = np.abs(ours - theirs).max(-1)
    far = (apart > bound) & ~near
    padded = np.pad(ours, ((1, 1), (1, 1), (0, 0)), mode="edge")
    h, w = apart.shape
    beside = np.zeros(apart.shape, bool)
    for dy in range(3):
        for dx in range(3):
            beside |= np.abs(padded[dy:dy + h, dx:dx + w] - theirs).max(-1) <= bound
    steps = far & beside
    return int((far & ~beside).sum()), int(steps.sum()), int(apart[~far & ~near].max(initial=0))


def pictures(work):
    files = sorted([*(ROOT / "examples").glob("*.wgsl"), *(ROOT / "vectors/shaders").glob("*.wgsl")])
    files = [f for f in files if "@fragment" in f.read_text() and "@vertex" not in f.read_text()]  # vertices are VERTEX's
    if not files:
        raise Nothing("fragment shaders were expected in examples/ and vectors/shaders")
    return [Picture(f, state, work / "pictures") for f in files for state in STATES if state == "off" or OVERRIDE.search(f.read_text())]


def judged(j, runners):
    planted = shown = 0
    for p in pictures(j.work):
        scene = p.scene()
        run = j.json("run", scene, "--json", "--every", 1500, "--out", p.work / "run")
        if run is None or j.tilemark("export", scene, "--out", p.work / "exported") is None:
            continue
        context = load(p.work / "exported")[0]
        words = context.surfaces(context.after)[0]
        ours = np.ascontiguousarray(words).view(np.uint8).reshape(SIZE[1], SIZE[0], 4)
        for runner in runners:
            after = p.work / f"{runner.name}.bin"
            failed = runner.run(p.job(after))
            if failed:
                j.check(False, f"{runner.name}: {p}: {failed}")
                continue
            theirs = np.fromfile(after, np.uint8).reshape(SIZE[1], SIZE[0], 4)
            bound = SINES if re.search(r"\b(sin|cos)\(", p.text) else NEAR
            wrong, steps, most = compare(ours, theirs, bound)
            planted += compare(ours ^ np.uint8(16), theirs, bound)[0] > FEW * len(ours) * len(ours[0])
            shown += 1
            drawn = int((ours != np.array(BACKGROUND)).any(-1).sum())
            j.total["pixels drawn"] += drawn
            j.check(wrong <= FEW * drawn and drawn > 0, f"{runner.name}: {p}: {drawn} pixels, {wrong} differ; {steps} lie on a step, others are within {most} of 255")
    j.check(planted == shown > 0, f"planted: colours that are 16 of 255 off are noticed in {planted} of {shown} pictures")
