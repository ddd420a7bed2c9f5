"""What all judges share: arguments, running tilemark, lines and verdicts."""
import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import sys

MISSING = 2


class Nothing(Exception):
    """A judge has nothing to judge: what was expected."""


class Judge:
    def __init__(self, about):
        p = argparse.ArgumentParser(description=about)
        p.add_argument("--tilemark", required=True, help="the program")
        p.add_argument("--work", required=True, type=pathlib.Path, help="folder for what is written on the way")
        p.add_argument("--models", type=pathlib.Path, help="folder with models; default ../shared/models, where there is one")
        a = p.parse_args()
        self.program, self.work = a.tilemark, a.work
        self.asked, self.models = a.models is not None, a.models or pathlib.Path("../shared/models")
        self.work.mkdir(parents=True, exist_ok=True)
        self.checks = self.failures = 0
        self.total = collections.Counter()  # what the checks looked at

    def check(self, held, text):
        self.checks += 1
        self.failures += not held
        print(f"  {'ok  ' if held else 'FAIL'} {text}", flush=True)
        return bool(held)

    def tilemark(self, *arguments, status=0):
        """Runs the program and returns what it prints; None, and a failed check, when it does not exit with the status."""
        r = subprocess.run([self.program, *map(str, arguments)], capture_output=True)
        if r.returncode != status:
            self.check(False, f"tilemark {' '.join(map(str, arguments))} exits with {r.returncode}: {r.stderr.decode().strip()[:300]}")
            return None
        return r.stdout

    def json(self, *arguments, status=0):
        """What the program prints, as JSON; None as above."""
        text = self.tilemark(*arguments, status=status)
        if text is None:
            return None
        try:
            return json.loads(text)
        except ValueError:
            raise Nothing(f"JSON was expected of tilemark {' '.join(map(str, arguments))}, it prints {text[:60]!r}") from None

    def model_files(self):
        """The models, or an empty list and a line that says so. A folder that was asked for must have some."""
        files = sorted(p for k in ("obj", "glb", "gltf") for p in self.models.rglob("*." + k)) if self.models.is_dir() else []
        if not files and self.asked:
            raise Nothing(f"models (.obj, .glb, .gltf) were expected in {self.models}")
        if not files:
            print(f"  skipped: no models (.obj, .glb, .gltf) in {self.models}; MODELS=FOLDER names another folder")
        return files

    def end(self, *needed):
        """The exit status; needed: what must have been looked at, as self.total counts it."""
        for what, n in self.total.items():
            print(f"  in all: {n} {what}")
        for what in needed:
            if not self.total[what]:
                self.check(False, f"nothing to judge: {what} were expected")
        verdict = "DIFFERENCES" if self.failures else "all held" if self.checks else "nothing was checked"
        print(f"{pathlib.Path(sys.argv[0]).stem}: {self.checks} checks, {self.failures} failed: {verdict}")
        return 1 if self.failures or not self.checks else 0

    def main(self, body):
        """Ends the process with what body returns; a file that is not there, or is none of its kind, is nothing to judge."""
        try:
            status = body(self)
        except Nothing as e:
            self.check(False, f"nothing to judge: {e}")
            status = self.end()
        except FileNotFoundError as e:
            self.check(False, f"nothing to judge: {e.filename} was expected")
            status = self.end()
        sys.exit(status)


class Quiet:
    """Takes checks instead of a judge and remembers what failed."""

    def __init__(self):
        self.failed = []
        self.total = collections.Counter()

    def check(self, held, text):
        if not held:
            self.failed.append(text.split(":")[0])
        return held


def need(tool, package):
    """Ends the judge with status 2 unless a tool is installed."""
    if shutil.which(tool) is None:
        print(f"{tool} is missing: apt-get install {package}")
        sys.exit(MISSING)


def version(*command):
    if shutil.which(command[0]) is None:
        return f"no {command[0]}"
    r = subprocess.run(command, capture_output=True, text=True)
    return next(iter((r.stdout + r.stderr).strip().splitlines()), "?")
