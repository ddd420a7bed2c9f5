#!/usr/bin/env python3
"""Reads tilemark's pictures with Pillow and Netpbm: the pixels must be those whose checksums --json gives; xmllint reads the SVG."""
import hashlib
import subprocess

import numpy as np
import PIL
from PIL import Image

from judging import Judge, need, version

SCENES = [("one-triangle", "33x17"), ("blend", ""), ("depth-d32f", ""), ("textured-cube", "64x64"), ("teapot", "200x150")]


def netpbm(path):
    """A PNG's R, G, B, A bytes by Netpbm, alpha where the file has it."""
    r = subprocess.run(["pngtopam", "-alphapam", path], capture_output=True)
    if r.returncode or r.stderr:
        raise ValueError(r.stderr.decode().strip() or f"exit status {r.returncode}")
    head, pixels = r.stdout.split(b"ENDHDR\n", 1)
    fields = dict(line.split(None, 1) for line in head.decode().splitlines()[1:] if line)
    depth = int(fields["DEPTH"])
    return np.frombuffer(pixels, np.uint8).reshape(int(fields["HEIGHT"]), int(fields["WIDTH"]), depth)


def sha(array):
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


def color(j, name, path, want):
    pillow = np.asarray(Image.open(path).convert("RGBA"))
    j.check(sha(pillow) == want, f"{name}: colour.png by Pillow has the pixels of color_sha256")
    pam = netpbm(path)
    if pam.shape[2] == 3:  # no alpha in the file: opaque everywhere
        pam = np.concatenate([pam, np.full(pam.shape[:2] + (1,), 255, np.uint8)], 2)
    j.check(sha(pam) == want, f"{name}: colour.png by Netpbm has the pixels of color_sha256")


def depth(j, name, path, size, want):
    """PFM has rows from the bottom; Pillow turns them round. D24S8 without stencil, or D32F."""
    z = np.asarray(Image.open(path))
    ok = z.dtype == np.float32 and z.shape == size[::-1]
    words = np.rint(z.astype(np.float64) * (2 ** 24 - 1)).astype("<u4")
    j.check(ok and want in (sha(words), sha(z.astype("<f4"))), f"{name}: depth.pfm by Pillow has the values of depth_sha256")


def main(j):
    need("pngtopam", "netpbm")
    need("xmllint", "libxml2-utils")
    print(f"Pillow {PIL.__version__}, {version('pngtopam', '--version')}, {version('xmllint', '--version')}")
    for scene, size in SCENES:
        out = j.work / scene
        s = j.json("run", scene, "--json", "--out", out, *(["--size", size] if size else []))
        if s is None:
            continue
        color(j, scene, out / "colour.png", s["color_sha256"])
        depth(j, scene, out / "depth.pfm", (s["width"], s["height"]), s["depth_sha256"])
        for path in sorted(out.glob("*.png")):
            try:
                image, pam = Image.open(path), netpbm(path)
                image.load()
                j.total["pixels"] += image.size[0] * image.size[1]
                j.check(image.size == pam.shape[1::-1], f"{scene}: {path.name} is read by both, {image.size[0]}x{image.size[1]}")
            except (OSError, ValueError) as e:
                j.check(False, f"{scene}: {path.name}: {e}")
    svg = j.tilemark("diagram")
    if svg is not None:
        (j.work / "diagram.svg").write_bytes(svg)
        r = subprocess.run(["xmllint", "--noout", "--nonet", j.work / "diagram.svg"], capture_output=True, text=True)
        j.check(r.returncode == 0 and not r.stderr, f"diagram: well-formed XML by xmllint {r.stderr.strip()[:200]}")
    return j.end("pixels")


if __name__ == "__main__":
    Judge(__doc__).main(main)
