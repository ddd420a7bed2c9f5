#!/usr/bin/env python3
"""Opens the register map's page, the manual of the instruction set and a regression's report from files in headless Chromium, and uses them: pages.mjs, manual.mjs and report.mjs click, type and look. SHOTS=FOLDER keeps screenshots."""
import json
import os
import pathlib
import shutil
import subprocess

from judging import MISSING, Judge, Nothing, need, version


def use(j, script, playwright, page, shots):
    """Runs a script that uses a page and says of each check whether it held."""
    if not page.is_file():
        raise Nothing(f"{page} was expected")
    script = pathlib.Path(__file__).with_name(script)
    r = subprocess.run(["node", script, playwright, shutil.which("chromium"), page, shots], stdout=subprocess.PIPE, text=True, timeout=300)
    ended = False
    for line in r.stdout.splitlines():
        word, _, text = line.partition(" ")
        if word in ("ok", "FAIL"):
            j.check(word == "ok", text)
        ended = ended or line == "end"
    j.check(r.returncode == 0 and ended, f"{script.name} came to its end (exit status {r.returncode})")


def manual(j, playwright, shots):
    """The manual of the instruction set, with instructions that the machine's own package has taken apart."""
    if j.tilemark("manual", "--out", j.work / "isa.html") is None:
        return
    made = subprocess.run(["go", "test", "./regmap/emit/html", "-count=1", "-run", "TestInstructionsForTheJudge", "-args", "-instructions", j.work / "instructions.json"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if j.check(made.returncode == 0, "the tests of the page write instructions and their texts" + ("" if made.returncode == 0 else f": {made.stdout[-300:]}")):
        use(j, "manual.mjs", playwright, j.work / "isa.html", shots)


def main(j):
    need("chromium", "chromium")
    need("node", "nodejs")
    playwright = os.environ.get("PLAYWRIGHT", "")
    if not pathlib.Path(playwright, "package.json").is_file():
        print("playwright-core is missing: PLAYWRIGHT=FOLDER names that package of npm")
        return MISSING
    print(f"{version('chromium', '--version')}, playwright-core {json.loads(pathlib.Path(playwright, 'package.json').read_text())['version']}")
    printed = j.tilemark("cover", "directed/blending", "--json")
    if printed is None:
        return j.end()
    coverage = j.work / "coverage.json"
    coverage.write_bytes(printed)
    if j.tilemark("regs", "gen", "--lang", "html", "--coverage", coverage, "--out", j.work) is None:
        return j.end()
    shots = pathlib.Path(os.environ.get("SHOTS", j.work / "shots"))
    shots.mkdir(parents=True, exist_ok=True)
    use(j, "pages.mjs", playwright, j.work / "tilemark.html", shots)
    manual(j, playwright, shots)
    made = subprocess.run(["go", "test", "./tb/regress/page", "-count=1", "-run", "TestReportTells", "-args", "-out", j.work / "report"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if j.check(made.returncode == 0, "the tests of the report make one with failures of all kinds" + ("" if made.returncode == 0 else f": {made.stdout[-300:]}")):
        for name in ("index.html", "mutants.html"):
            use(j, "report.mjs", playwright, j.work / "report" / name, shots)
    return j.end()


if __name__ == "__main__":
    Judge(__doc__).main(main)
