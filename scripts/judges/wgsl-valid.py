#!/usr/bin/env python3
"""Compares the checker of WGSL shaders (compiler/check) with tint and Rust naga: on shaders of others as they are, and on mutants of them. What tint refuses
it must refuse with a place; what both accept it must not call wrong."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from judging import MISSING, Judge, Nothing

FOUND = 0.95  # of what tint refuses
NAMES = 0.001  # of what both accept may be refused: naga's parser does not take names such as f32 (docs/judges.md)


def run(j, *flags):
    """What the judge written in Go found."""
    r = subprocess.run([j.work / "judge", *map(str, flags)], capture_output=True, text=True)
    if r.returncode:
        raise Nothing(r.stderr.strip())
    return json.loads(r.stdout)


def judged(j, name, r, mutants=False):
    j.total["shaders"] += r["shaders"]
    j.total["refused by tint"] += r["refused"]
    differing = [*(r["wrong_at"] or []), *(r["missed"] or [])]
    for text in differing[:5]:
        print(f"       {text[:300]}")
    j.check(r["wrong"] <= (0.01 if mutants else NAMES) * r["agreed"], f"{name}: of {r['agreed']} shaders that tint and naga accept {r['wrong']} are called wrong")
    if r["refused"]:
        j.check(r["found"] >= FOUND * r["refused"], f"{name}: of {r['refused']} shaders that tint refuses {r['found']} are refused with a place")


def main(j):
    for tool in ("tint", "naga", "go"):
        if shutil.which(tool) is None:
            print(f"{tool} is missing: Dawn's tint, naga-cli of crates.io and Go are needed on PATH")
            sys.exit(MISSING)
    if b"tilemark" not in (j.tilemark("--version") or b""):
        raise Nothing("a version was expected of tilemark --version, whose source the checker is part of")
    subprocess.run(["go", "build", "-pgo=off", "-o", j.work / "judge", "./tb/wgslvalid/judge"], check=True)
    folder = pathlib.Path(os.environ.get("SHADERS", "../shared/shaders"))
    if not folder.is_dir():
        raise Nothing(f"shaders (.wgsl) were expected in {folder}; SHADERS=FOLDER names another folder")
    judged(j, "as they are", run(j, "-shaders", folder))
    judged(j, "mutants", run(j, "-shaders", folder, "-mutants", os.environ.get("MUTANTS", 10000)), mutants=True)
    planted(j, folder)
    return j.end("shaders", "refused by tint")


def planted(j, folder):
    """A checker that accepts everything, and one that refuses everything, are noticed."""
    accepts = run(j, "-shaders", folder, "-mutants", 200, "-pretend", "accept")
    j.check(accepts["found"] < FOUND * accepts["refused"], "planted: a checker that accepts everything is noticed")
    refuses = run(j, "-shaders", folder, "-limit", 50, "-pretend", "refuse")
    j.check(refuses["wrong"] > NAMES * refuses["agreed"], "planted: a checker that refuses everything is noticed")


if __name__ == "__main__":
    Judge(__doc__).main(main)
