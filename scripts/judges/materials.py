#!/usr/bin/env python3
"""Draws glTF models with `--shader pbr` and with three.js, and compares the pictures: what is covered, and the colours. The sky of pbr.wgsl is replaced by even light, which three.js has. SHOTS=FOLDER keeps the pictures, side by side."""
import io
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess

import numpy as np
from PIL import Image

from judging import MISSING, Judge, Nothing, need, version

HERE = pathlib.Path(__file__).resolve().parent
SIZE = 256
LIGHT, AMBIENT, DIFFUSE = (0.4, 0.8, 0.6), 0.25, 0.75  # of models (tb/scene/FORMAT.md, `light`)
# The measure: pixels that one of both covers alone, of a thousand that both cover; and of components of colours, in steps of 255, the mean difference, and that of 99 of 100.
ALONE, MEAN, MOST = 2, 1, 10
SKY = "matte * sky(n) + reflected(f0, roughness, nv) * sky(reflect(-v, n))"


def png(pixels):
    b = io.BytesIO()
    Image.fromarray(pixels).save(b, "PNG")
    return b.getvalue()


class Binary:
    """The parts of a .glb file: accessors and images in one buffer."""

    def __init__(self):
        self.data, self.views, self.accessors, self.images = b"", [], [], []

    def view(self, data):
        self.data += b"\0" * (-len(self.data) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)})
        self.data += data
        return len(self.views) - 1

    def accessor(self, array, kind, component):
        a = {"bufferView": self.view(array.tobytes()), "componentType": component, "count": len(array), "type": kind}
        if kind == "VEC3":
            a |= {"min": array.min(0).tolist(), "max": array.max(0).tolist()}
        self.accessors.append(a)
        return len(self.accessors) - 1

    def image(self, pixels):
        self.images.append({"bufferView": self.view(png(pixels)), "mimeType": "image/png"})
        return len(self.images) - 1

    def mesh(self, positions, normals, uvs, indices, material):
        f = lambda a: np.asarray(a, np.float32)
        return {"primitives": [{"material": material, "indices": self.accessor(np.asarray(indices, np.uint16).reshape(-1, 1), "SCALAR", 5123), "attributes": {
            "POSITION": self.accessor(f(positions), "VEC3", 5126), "NORMAL": self.accessor(f(normals), "VEC3", 5126), "TEXCOORD_0": self.accessor(f(uvs), "VEC2", 5126)}}]}

    def write(self, path, materials, textures, meshes, nodes):
        j = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes, "meshes": meshes, "materials": materials, "accessors": self.accessors,
             "bufferViews": self.views, "buffers": [{"byteLength": len(self.data)}]}
        if textures:
            j |= {"textures": textures, "images": self.images, "samplers": [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}]}
        text = json.dumps(j).encode()
        text += b" " * (-len(text) % 4)
        data = self.data + b"\0" * (-len(self.data) % 4)
        path.write_bytes(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(data)) + struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data)


def sphere(b, material):
    rows, columns = 24, 36
    at = [(math.pi * r / rows, 2 * math.pi * c / columns) for r in range(rows + 1) for c in range(columns + 1)]
    points = [(math.sin(t) * math.cos(p), math.cos(t), -math.sin(t) * math.sin(p)) for t, p in at]
    indices = [n for r in range(rows) for c in range(columns) for k in [r * (columns + 1) + c] for n in (k, k + columns + 1, k + 1, k + 1, k + columns + 1, k + columns + 2)]
    return b.mesh(points, points, [(p / (2 * math.pi), t / math.pi) for t, p in at], indices, material)


def spheres(path):
    """Sixteen spheres: metal to the right, rougher upwards."""
    b, materials, meshes, nodes = Binary(), [], [], []
    for n in range(16):
        materials.append({"pbrMetallicRoughness": {"baseColorFactor": [0.9, 0.55, 0.25, 1], "metallicFactor": n % 4 / 3, "roughnessFactor": 0.25 + n // 4 / 4}})
        meshes.append(sphere(b, n))
        nodes.append({"mesh": n, "translation": [2.2 * (n % 4), 2.2 * (n // 4), 0]})
    b.write(path, materials, [], meshes, nodes)


def maps(path):
    """A board whose material has all maps, cut out by alpha and seen from both sides, and a sphere that glows."""
    b = Binary()
    y, x = np.mgrid[0:64, 0:64] / 64.0
    step = lambda v: np.clip(np.rint(255 * v), 0, 255).astype(np.uint8)
    slope_x, slope_y = 0.5 * np.sin(4 * math.pi * x), 0.5 * np.cos(4 * math.pi * y)
    normal = np.stack([slope_x, slope_y, np.ones_like(x)], 2)
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    hole = (x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.02
    images = [
        np.dstack([step(0.3 + 0.7 * x), step(0.8 - 0.5 * y), step(0.2 + 0 * x), step(~hole * 1.0)]),
        np.dstack([step(0 * x), step(0.3 + 0.7 * y), step(x)]),
        step(0.5 + 0.5 * normal),
        np.dstack([step(0.4 + 0.6 * np.abs(np.sin(3 * math.pi * x)))] * 3),
        np.dstack([step((x > 0.8) * 0.6), step(0 * x), step((y > 0.8) * 0.5)]),
    ]
    textures = [{"source": b.image(i), "sampler": 0} for i in images]
    materials = [
        {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicRoughnessTexture": {"index": 1}}, "normalTexture": {"index": 2, "scale": 0.8}, "occlusionTexture": {"index": 3, "strength": 0.7},
         "emissiveTexture": {"index": 4}, "emissiveFactor": [1, 1, 1], "alphaMode": "MASK", "alphaCutoff": 0.5, "doubleSided": True},
        {"pbrMetallicRoughness": {"baseColorFactor": [0.2, 0.3, 0.8, 1], "metallicFactor": 0, "roughnessFactor": 0.5}, "emissiveFactor": [0.1, 0.05, 0]},
    ]
    board = b.mesh([(-2, -1, 0), (2, -1, 0), (-2, 3, 0), (2, 3, 0)], [(0, 0, 1)] * 4, [(0, 1), (1, 1), (0, 0), (1, 0)], [0, 1, 2, 2, 1, 3], 0)
    meshes = [board, sphere(b, 1)]
    nodes = [{"mesh": 0}, {"mesh": 0, "translation": [-3.9, 0, -0.5], "rotation": [0, math.sin(1.9), 0, math.cos(1.9)]}, {"mesh": 1, "translation": [1, 1, -1.5]}]
    b.write(path, materials, textures, meshes, nodes)


def eye(view_projection):
    """Where the camera stands: x, y and w are 0 there."""
    a = view_projection[[0, 1, 3]]
    return np.linalg.solve(a[:, :3], -a[:, 3])


def drawn(j, path, shader, out):
    """The picture of the machine, and the camera's matrix."""
    r = j.json("run", path, "--shader", shader, "--size", f"{SIZE}x{SIZE}", "--json", "--out", out)
    if r is None:
        return None, None
    return np.array(Image.open(out / "colour.png").convert("RGB")), np.array(r["view_projection"], float).reshape(4, 4).T


def compare(j, path, shader, tools, shots):
    name = path.name
    out = j.work / path.stem
    out.mkdir(parents=True, exist_ok=True)
    ours, matrix = drawn(j, path, shader, out)
    if ours is None:
        return
    toward = np.array(LIGHT) / np.linalg.norm(LIGHT)
    job, pixels = out / "job.json", out / "three.rgba"
    job.write_text(json.dumps({"model": str(path.resolve()), "view_projection": matrix.T.flatten().tolist(), "eye": eye(matrix).tolist(), "light": toward.tolist(), "ambient": AMBIENT, "diffuse": DIFFUSE,
                               "width": SIZE, "height": SIZE, "out": str(pixels)}))
    r = subprocess.run(["node", HERE / "materials.mjs", *tools, job], capture_output=True, text=True, timeout=300)
    if not j.check(r.returncode == 0, f"{name}: {r.stdout.strip() or 'three.js draws it'}" + ("" if r.returncode == 0 else f": {r.stderr[-300:]}")):
        return
    theirs = np.frombuffer(pixels.read_bytes(), np.uint8).reshape(SIZE, SIZE, 4)
    a, b = (ours != ours[0, 0]).any(2), theirs[:, :, 3] > 0
    both = a & b
    if not j.check(both.sum() > 500, f"{name}: {both.sum()} pixels are covered by both"):
        return
    alone = 1000 * (a ^ b).sum() / both.sum()
    j.check(alone <= ALONE, f"{name}: {alone:.2f} of 1,000 pixels are covered by one alone; {ALONE} are allowed")
    d = np.abs(ours.astype(int) - theirs[:, :, :3].astype(int))[both]
    mean, most = d.mean(), np.percentile(d, 99)
    j.check(mean <= MEAN and most <= MOST, f"{name}: colours differ by {mean:.2f} steps of 255 on average, 99 of 100 by at most {most:.0f}; {MEAN} and {MOST} are allowed")
    j.total["pixels"] += int(both.sum())
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
        Image.fromarray(np.concatenate([ours, theirs[:, :, :3]], 1)).save(shots / f"{name}.png")


def main(j):
    need("chromium", "chromium")
    need("node", "nodejs")
    folders = {k: os.environ.get(k, "") for k in ("PLAYWRIGHT", "THREE")}
    for k, folder in folders.items():
        if not pathlib.Path(folder, "package.json").is_file():
            print(f"{k.lower()} of npm is missing: {k}=FOLDER names its package")
            return MISSING
    print(f"{version('chromium', '--version')}, three.js {json.loads(pathlib.Path(folders['THREE'], 'package.json').read_text())['version']}")
    source = pathlib.Path("tb/scene/shaders/pbr.wgsl").read_text()
    if source.count(SKY) != 1:
        raise Nothing(f"{SKY!r} was expected once in tb/scene/shaders/pbr.wgsl")
    shader = j.work / "even.wgsl"
    shader.write_text(source.replace(SKY, "matte"))
    made = [j.work / "spheres.glb", j.work / "maps.glb"]
    spheres(made[0])
    maps(made[1])
    shots = os.environ.get("SHOTS")
    tools = [folders["PLAYWRIGHT"], shutil.which("chromium"), folders["THREE"]]
    lit = [p for p in j.model_files() if p.suffix == ".gltf" and re.search(r"normalTexture", p.read_text(errors="replace"))]
    for path in made + lit:
        compare(j, path, shader, tools, pathlib.Path(shots) if shots else None)
    return j.end("pixels")


if __name__ == "__main__":
    Judge(__doc__).main(main)
