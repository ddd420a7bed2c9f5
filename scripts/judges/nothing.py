#!/usr/bin/env python3
"""Every judge is given nothing to judge: a program that does nothing and says that all is well, which leaves no files. Each must fail and say
what it expected; so must a folder of models without models."""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def main(pythons):
    """pythons: NAME=PYTHON of each judge, whose packages that has."""
    wrong = 0
    with tempfile.TemporaryDirectory() as empty:
        for name, python in (p.split("=", 1) for p in pythons):
            runs = [("a program that does nothing", ["true"])] + [("a folder without models", ["false", "--models", empty])] * (name == "models")
            for what, (program, *more) in runs:
                r = subprocess.run([python, HERE / f"{name}.py", "--tilemark", program, "--work", pathlib.Path(empty) / name, *more], capture_output=True, text=True)
                held = r.returncode == 1 and "expected" in r.stdout + r.stderr and "Traceback" not in r.stderr or r.returncode == 1 and program == "false"
                wrong += not held
                said = next((line.strip() for line in r.stdout.splitlines() if "nothing to judge" in line), (r.stdout + r.stderr).strip()[-200:])
                print(f"  {'ok  ' if held else 'FAIL'} {name}: {what}: exit status {r.returncode}: {said[:200]}", flush=True)
    return 1 if wrong or not pythons else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
