"""Kernels of one operation, written as text and run with `tilemark exec`: a buffer for each source, one for the results, a lane a number."""
import subprocess

import numpy as np

from judging import Nothing

BYTES = {"ub": 1, "b": 1, "uw": 2, "w": 2, "ud": 4, "d": 4, "uq": 8, "q": 8, "hf": 2, "f": 4}
LANES, CTA = 32, 1024
SET = LANES * 8 // 32  # registers of a value of 64 bits


def word(typ):
    """numpy's type for the bits of a number."""
    return np.dtype(f"<u{BYTES[typ]}")


def place(n):
    """The first register of the n-th register set; r0 to r15 are what a thread begins with."""
    return 16 + n * SET


class Places:
    """Which registers an operation's kernel has its values in."""
    index = place(0)
    address = {size: place(n) for n, size in enumerate((1, 2, 4, 8))}
    operands = dict(zip("abcdt", (f"r{place(n)}" for n in range(5, 10))))
    halves = place(10), place(10) + SET // 2


def head(sources, result):
    """Directives; the number of the lane in the grid, r0 being the CTA and r1 the lane in it; and from it addresses, for each size of a number."""
    index, sizes = Places.index, {BYTES[typ] for typ in (*sources, result)}
    yield from (f".kernel judged\n.lanes {LANES}\n.cta {CTA} 1 1", *(f".binding {n} buffer read" for n in range(len(sources))), f".binding {len(sources)} buffer write")
    yield from (f"mul r{index}:ud, r0<0>:ud, {CTA}:ud", f"add r{index}:ud, r{index}:ud, r1:ud")
    yield from (f"shl r{Places.address[1 << n]}:ud, r{index}:ud, {n}:ud" for n in (1, 2, 3) if 1 << n in sizes)


def load(n, typ, to):
    address, (low, high) = Places.address[BYTES[typ]], Places.halves
    if BYTES[typ] < 8:
        return [f"send.load.{typ} {to}, r{address}, b{n}"]
    # Messages carry 32 bits at most.
    return [f"send.load.ud.2 r{low}, r{address}, b{n}", f"mov {to}<2>:ud, r{low}:ud", f"mov {to}.1<2>:ud, r{high}:ud"]


def store(n, typ, of):
    address, (low, high) = Places.address[BYTES[typ]], Places.halves
    if BYTES[typ] < 8:
        return [f"send.store.{typ} r{address}, {of}, b{n}"]
    return [f"mov r{low}:ud, {of}<2>:ud", f"mov r{high}:ud, {of}.1<2>:ud", f"send.store.ud.2 r{address}, r{low}, b{n}"]


def instructions(text):
    return [line.strip() for line in text.format(**Places.operands).split(";")]


def kernel(text, sources, result):
    """Loads a number a lane of each source, executes the text, stores the result. The text has {a}, {b}, {c} for the sources' registers, {d}
    for the result's, {t} for those of a value on the way; a semicolon parts instructions."""
    lines = [*head(sources, result)]
    for n, (name, typ) in enumerate(zip("abc", sources)):
        lines += load(n, typ, Places.operands[name])
    lines += [*instructions(text), *store(len(sources), result, Places.operands["d"]), "send.end {last}", ""]
    return "\n".join(lines)


ALL = 64 * CTA  # lanes of a kernel that goes through many arguments


def enumeration(text, result, first, count):
    """Executes the text for count arguments of 32 bits that are first, first + 1 and so on, each lane for every ALL-th of them."""
    index, address, shift = Places.index, Places.address[BYTES[result]], BYTES[result].bit_length() - 1
    lines = [*head((), result), "loop", f"shl r{address}:ud, r{index}:ud, {shift}:ud", f"add {Places.operands['a']}:ud, r{index}:ud, {first}:ud", *instructions(text), *store(0, result, Places.operands["d"]),
             f"add r{index}:ud, r{index}:ud, {ALL}:ud", f"cmp.lt.f0 null:ud, r{index}:ud, {count}:ud", "(f0) while", "send.end {last}", ""]
    return "\n".join(lines)


class Runs:
    """Runs kernels; each run leaves its files in a folder of its own name."""

    def __init__(self, program, work):
        self.program, self.work = program, work

    def run(self, name, text, sources, result, arrays):
        """The bits of the results, for arrays of the sources' bits."""
        folder, count = self.folder(name), len(arrays[0])
        flags = ["--grid", -(-count // CTA)]
        for n, (typ, bits) in enumerate(zip(sources, arrays, strict=True)):
            bits.astype(word(typ)).tofile(folder / f"{n}.bin")
            flags += ["--buffer", f"{n}={folder / f'{n}.bin'}"]
        return self.results(folder, kernel(text, sources, result), result, count, len(sources), flags)

    def enumerated(self, name, text, result, first, count):
        """The bits of the results, for count arguments whose bits are first, first + 1 and so on."""
        return self.results(self.folder(name), enumeration(text, result, first, count), result, count, 0, ["--grid", ALL // CTA])

    def folder(self, name):
        folder = self.work / name.replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def results(self, folder, text, typ, count, binding, flags):
        source, before, out = (folder / name for name in ("kernel.tka", "before.bin", "out.bin"))
        source.write_text(text)
        out.unlink(missing_ok=True)  # results of an earlier run are none of this one
        np.full(count * BYTES[typ], 0xa5, np.uint8).tofile(before)  # what is not written shows
        command = [self.program, "exec", source, *flags, "--buffer", f"{binding}={before}", "--out", f"{binding}={out}"]
        r = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if r.returncode:
            raise Nothing(f"{folder.name}: results were expected, tilemark exec exits with {r.returncode}: {r.stdout.strip()[-300:]}")
        bits = np.fromfile(out, word(typ))
        if len(bits) != count:
            raise Nothing(f"{folder.name}: {count} results were expected in {out}, it has {len(bits)}")
        return bits
