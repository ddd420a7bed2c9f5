#!/usr/bin/env python3
"""Draws exported scenes (docs/judges.md) with the system's OpenGL and compares every pixel."""
import os
import pathlib
import re

import approximations
import planted
from comparison import Comparison
from exported import ROOT, load
from geometry import PATCHES
from offscreen import Renderer
from judging import MISSING, Judge, Nothing

SCENES = os.environ.get("SCENES", "").split()  # only these
SIZES = ["64x64", "320x240", "640x480"]
MANY = 200000  # fragments at the first of them; the second has nearly twenty times as many
LEVELS = [1, 3, 32]
CLOSE = [  # models that reach beyond the picture and behind the eye
    ("teapot.obj", "eye=0,1.5,2.2,target=0,1.5,0,fov=70"), ("cow.obj", "eye=2,1,1,target=0,0,0,fov=60"),
    ("CornellBox.glb", "eye=0,1,0.2,target=0,1,-1,fov=80"), ("FlightHelmet/FlightHelmet.gltf", "eye=0.1,0.3,0.25,target=0,0.3,0,fov=60")]


class Images(Judge):
    """Exports scenes and compares them."""

    def scene(self, renderer, scene, *flags):
        folder = self.work / "exported"
        if self.tilemark("export", scene, "--out", folder, *flags) is None:
            return None
        contexts = load(folder)
        for i, context in enumerate(contexts):
            camera = f", {flags[-1]}" if "--camera" in flags else ""
            print(f"{pathlib.Path(scene).stem}{camera}, {context.width}x{context.height}{f', context {i}' if len(contexts) > 1 else ''}:")
            if not any(name == "DRAW" for name, _, _ in context.commands.list):
                print("  nothing is drawn: the judge of blits compares it")
                continue
            Comparison(self, renderer, context).run()
            if any(name == "DRAW" and state.get("CSP", "TOPOLOGY") == PATCHES for name, _, state in context.commands.list):
                print("  with the patches' true points:")
                Comparison(self, renderer, context, exact=True).run()
        return contexts


def tessellated(folder, level):
    """The teapot's patches with another level of tessellation."""
    path = folder / f"teapot-level-{level}.yaml"
    text = (ROOT / "vectors/scenes/teapot-patches.yaml").read_text()
    path.write_text(re.sub(r"level: \d+", f"level: {level}", text))
    return path


def main(j):
    try:
        renderer = Renderer()
    except Exception as e:  # whatever EGL or a driver that is not there raises
        print(f"OpenGL without a window system cannot be had: {e}; apt-get install libegl1 libopengl0 libgl1-mesa-dri")
        return MISSING
    print(renderer.name)
    approximations.measure(j)
    planted.planted(j, renderer)
    paths = sorted((ROOT / "vectors/scenes").glob("*.yaml"))
    if set(SCENES) - {p.stem for p in paths} or not paths:
        raise Nothing(f"scenes of {ROOT / 'vectors/scenes'} were expected: {' '.join(SCENES)}")
    for path in paths:
        if SCENES and path.stem not in SCENES:
            continue
        j.scene(renderer, path.stem)
        small = j.scene(renderer, path.stem, "--size", SIZES[0])
        if small and sum(len(c.trace) for c in small) > MANY:
            print(f"{path.stem}, {SIZES[1]}: left out, millions of fragments")
            continue
        j.scene(renderer, path.stem, "--size", SIZES[1])
    for level in LEVELS:
        j.scene(renderer, str(tessellated(j.work, level)), "--size", SIZES[1])
    for path in j.model_files():
        for size in SIZES:
            j.scene(renderer, str(path), "--size", size)
    for path, camera in ((j.models / name, camera) for name, camera in CLOSE):
        if path.exists():
            j.scene(renderer, str(path), "--size", "320x240", "--camera", camera)
    return j.end("fragments", "depths compared with exact planes", "colours that must be the exact ones", "planted errors")


if __name__ == "__main__":
    Images(__doc__).main(main)
