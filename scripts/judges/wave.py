#!/usr/bin/env python3
"""Reads tilemark's value change dumps with pyDigitalWaveTools, with vcdvcd (which knows no strings: --ascii) and through GTKWave's own
format: the values must be those of `wave --text --json`."""
import importlib.metadata
import re
import subprocess

from pyDigitalWaveTools.vcd.parser import VcdParser
from vcdvcd import VCDVCD

from judging import Judge, need

RUNS = [("one-triangle", []), ("six-draws", ["--interrupt", "3000", "--from", "2980", "--to", "3400"]),
        ("one-triangle", ["--partner", "blend", "--every", "400", "--set", "fifo.TG_FIFO.depth=1"]),
        ("directed/in-fence", ["--to", "600"])]


BITS = re.compile(r"\s*\[\d+(:\d+)?\]$")  # what a reader puts after the name of a signal; scopes, such as GPC[0], end in brackets too


def number(value):
    """A whole number, or None where bits are unknown."""
    return None if set(value.lower()) & set("xz") else int(value.removeprefix("b"), 2)


def merged(rows, period):
    """[(time, value)] as [(cycle, value)] without repetitions."""
    out = []
    for time, value in rows:
        if time % period:
            value = f"between cycles, at {time}"
        if not out or out[-1][1] != value:
            out.append((time // period, value))
    return out


def by_wavetools(path, period):
    """Signals of a dump: name -> [(cycle, value)], strings as they are."""
    parser, out = VcdParser(), {}
    with open(path) as f:
        parser.parse(f)

    def walk(scope, names):
        for child in scope["children"]:
            if "children" in child:
                walk(child, names + [child["name"]])
                continue
            text = child["type"]["name"] == "string"
            rows = [(t, v if text else number(v)) for t, v in child["data"]]
            out[".".join(names + [child["name"].split("[")[0].strip()])] = merged(rows, period)

    top = parser.scope.toJson()
    walk(top, [] if top["name"] == "root" else [top["name"]])
    return out


def by_vcdvcd(path, period, strings):
    """The same with vcdvcd; strings are the names of signals that are vectors of eight bits a character."""
    out, dump = {}, VCDVCD(str(path), store_tvs=True)
    for name in dump.references_to_ids:
        plain = BITS.sub("", name)
        rows = []
        for time, value in dump[name].tv:
            value = number(value)
            if plain in strings and value is not None:
                value = value.to_bytes((value.bit_length() + 7) // 8, "big").decode("ascii")
            rows.append((time, value))
        out[plain] = merged(rows, period)
    return out


def wanted(signal):
    """A signal of --json in the same form."""
    rows = []
    for cycle, value in signal["changes"]:
        if not rows or rows[-1][1] != value:
            rows.append((cycle, value))
    return rows


def converted(j, name, vcd):
    """To GTKWave's own format without a word, and back with the same values."""
    fst, back = vcd.with_suffix(".fst"), vcd.with_suffix(".back.vcd")
    r = subprocess.run(["vcd2fst", vcd, fst], capture_output=True, text=True)
    said = (r.stdout + r.stderr).strip()
    j.check(r.returncode == 0 and not said, f"{name}: vcd2fst converts it without a warning {said[:200]}")
    r = subprocess.run(["fst2vcd", fst, "-o", back], capture_output=True, text=True)
    j.check(r.returncode == 0 and back.exists(), f"{name}: fst2vcd reads what came out {r.stderr.strip()[:200]}")
    return back


def main(j):
    need("vcd2fst", "gtkwave")
    gtkwave = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "gtkwave"], capture_output=True, text=True).stdout
    print(", ".join(f"{p} {importlib.metadata.version(p)}" for p in ("pyDigitalWaveTools", "vcdvcd")) + f", GTKWave {gtkwave or 'of unknown version'}")
    for i, (scene, flags) in enumerate(RUNS):
        name, vcd = " ".join([scene, *flags]), j.work / f"{i}.vcd"
        want = j.json("wave", scene, *flags, "--text", "--json")
        if want is None or j.tilemark("wave", scene, *flags, "--out", vcd) is None:
            continue
        period, ascii = want["period"], j.work / f"{i}.ascii.vcd"
        compare(j, f"{name}: by pyDigitalWaveTools", by_wavetools(vcd, period), want)
        compare(j, f"{name}: through FST by pyDigitalWaveTools", by_wavetools(converted(j, name, vcd), period), want)
        if j.tilemark("wave", scene, *flags, "--ascii", "--out", ascii) is not None:
            strings = {s["name"] for s in want["signals"] if s["width"] == 0}
            compare(j, f"{name}: --ascii by vcdvcd", by_vcdvcd(ascii, period, strings), want)
    return j.end("changes of signals")


def compare(j, name, got, want):
    signals = {s["name"]: wanted(s) for s in want["signals"]}
    wrong = [f"{k}: {got.get(k, ['missing'])[:4]} instead of {v[:4]}" for k, v in signals.items() if got.get(k) != v]
    total = sum(len(v) for v in signals.values())
    j.total["changes of signals"] += total
    j.check(not wrong, f"{name}: {len(signals)} signals, {total} changes as in --text --json" if not wrong
            else f"{name}: {len(wrong)} of {len(signals)} signals differ, {wrong[0][:300]}")
    extra = set(got) - set(signals) - {"GPU.clock", "GPU.cycle"}
    j.check(not extra, f"{name}: no further signals {sorted(extra)[:5] or ''}")
    cycles = got.get("GPU.cycle", [])
    j.check(len(cycles) > 0 and all(c == v for c, v in cycles), f"{name}: GPU.cycle counts {len(cycles)} cycles")


if __name__ == "__main__":
    Judge(__doc__).main(main)
