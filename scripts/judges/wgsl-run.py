#!/usr/bin/env python3
"""Runs shaders in WGSL as tilemark does, with two implementations by others: wgpu (naga) on lavapipe, and Dawn (tint) on SwiftShader. Integers must be the same, floats
within WGSL's errors, pictures within a few steps."""
import os
import pathlib
import shutil
import subprocess
import sys

import wgslcases
import wgslfunctions
import wgslpictures
from judging import MISSING, Judge, Nothing
from wgslrun import Runner

HERE = pathlib.Path(__file__).resolve().parent
LAVAPIPE = pathlib.Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
SWIFTSHADER = pathlib.Path("/usr/lib/chromium/vk_swiftshader_icd.json")
OTHERS = pathlib.Path("../shared/shaders/random.tar.gz")


def implementations():
    """Both implementations, started; ends the judge when one is missing."""
    dawn = os.environ.get("DAWN", "")
    for file, package in ((LAVAPIPE, "mesa-vulkan-drivers"), (SWIFTSHADER, "chromium-common")):
        if not file.exists():
            print(f"{file} is missing: apt-get install {package}")
            sys.exit(MISSING)
    for tool in ("go", "node"):
        if shutil.which(tool) is None:
            print(f"{tool} is missing")
            sys.exit(MISSING)
    if not pathlib.Path(dawn, "index.js").exists():
        print("npm's package webgpu is missing: DAWN=FOLDER names its folder")
        sys.exit(MISSING)
    list_ = [Runner("lavapipe", [sys.executable, HERE / "wgslworker.py"], str(LAVAPIPE)), Runner("dawn", ["node", HERE / "wgslworker.mjs", dawn], str(SWIFTSHADER))]
    for r in list_:
        if not r.start():
            print(f"{r.name} does not start: its Vulkan driver is missing, or another program is too old")
            sys.exit(MISSING)
        print(f"       {r.name}: {r.adapter}{', with f16' if r.half else ''}")
    return list_


def exported(j):
    """Compute shaders that the project's tests run, small and random ones, and those of others where they are, with what tilemark computes."""
    folder, others = j.work / "cases", j.work / "others"
    folder.mkdir(exist_ok=True)
    env = {**os.environ, "RANDOM_SHADERS": ""}
    if OTHERS.exists():
        shutil.unpack_archive(OTHERS, others)
        env["RANDOM_SHADERS"] = str(next(others.rglob("*.wgsl")).parent.resolve())
    else:
        print(f"  skipped: no shaders of others in {OTHERS}")
    test = (j.work / "judge.test").resolve()
    subprocess.run(["go", "test", "-pgo=off", "-c", "-o", test, "./tb/shaders/judge"], check=True)
    r = subprocess.run([test, "-test.run", "^(TestSmallShaders|TestWhatWasWrongOnce|TestExport)$", "-export", folder.resolve(), "-seeds", os.environ.get("SEEDS", "200")],
                       cwd="tb/shaders/judge", env=env, capture_output=True, text=True)
    j.check(r.returncode == 0, f"tilemark and its own reference model agree on them{'' if r.returncode == 0 else ': ' + r.stdout.strip()[-300:]}")
    return wgslcases.cases(folder)


def main(j):
    if b"tilemark" not in (j.tilemark("--version") or b""):
        raise Nothing("a version was expected of tilemark --version")
    runners = implementations()
    try:
        wgslfunctions.judged(j, runners)
        wgslpictures.judged(j, runners)
        wgslcases.judged(j, exported(j), runners)
    finally:
        for r in runners:
            r.stop()
    return j.end("pixels drawn", *(f"{what} {r.name}{end}" for r in runners for what, end in (("shaders that", " ran"), ("results of functions by", ""))))


if __name__ == "__main__":
    Judge(__doc__).main(main)
