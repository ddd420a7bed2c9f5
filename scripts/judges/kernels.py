"""Kernels of one operation, written as text and run with `tilemark exec`: a buffer for each source, one for the results, a lane a number."""
import subprocess

import numpy as np

from judging import Nothing

BYTES = {"ub": 1, "b": 1, "uw": 2, "w": 2, "ud": 4, "d": 4, "uq": 8, "q": 8, "hf": 2, "f": 4}
LANES, CTA = 32, 1024
ARGUMENTS = {8: 4, 16: 7, 32: 13}[LANES]  # the register of the launch's arguments
SET = LANES * 8 // 32  # registers of a value of 64 bits


def word(typ):
    """numpy's type for the bits of a number."""
    return np.dtype(f"<u{BYTES[typ]}")


def place(n):
    """The first register of the n-th register set; r0 to r15 are what a thread begins with."""
    return 16 + n * SET


def kernel(text, sources, result, given=False):
    """text has {a}, {b}, {c} for the sources' registers, {d} for the result's, {t} for those of a value on the way. given: the number
    of the lane, from the launch's argument on, is the bits of {a}."""
    last = 0 if given else len(sources)
    lines = [".kernel judged", f".lanes {LANES}", f".cta {CTA} 1 1"]
    if given:
        lines.append(".args 1")
    else:
        lines += [f".binding {n} buffer read" for n in range(last)]
    lines.append(f".binding {last} buffer write")
    index = place(0)
    registers = dict(zip("abc", map(place, (5, 6, 7))), d=place(8), t=place(9))
    address = {size: place(n) for n, size in enumerate((1, 2, 4, 8))}
    halves = place(10)
    # r1 is the lane in the CTA, r0 the CTA: an index, and from it the address of a number of each size.
    lines += [f"mul r{index}:ud, r0<0>:ud, {CTA}:ud", f"add r{index}:ud, r{index}:ud, r1:ud"]
    lines += [f"shl r{address[1 << n]}:ud, r{index}:ud, {n}:ud" for n in (1, 2, 3) if 1 << n in {BYTES[t] for t in (*sources, result)}]
    if given:
        lines.append(f"add r{registers['a']}:ud, r{index}:ud, r{ARGUMENTS}<0>:ud")
    for n, typ in enumerate(() if given else sources):
        to = registers["abc"[n]]
        if BYTES[typ] < 8:
            lines.append(f"send.load.{typ} r{to}, r{address[BYTES[typ]]}, b{n}")
        else:  # messages carry 32 bits at most
            lines += [f"send.load.ud.2 r{halves}, r{address[8]}, b{n}", f"mov r{to}<2>:ud, r{halves}:ud",
                      f"mov r{to}.1<2>:ud, r{halves + SET // 2}:ud"]
    lines += [line.strip() for line in text.format(**{k: f"r{v}" for k, v in registers.items()}).split(";")]
    of, to = registers["d"], address[BYTES[result]]
    if BYTES[result] < 8:
        lines.append(f"send.store.{result} r{to}, r{of}, b{last}")
    else:
        lines += [f"mov r{halves}:ud, r{of}<2>:ud", f"mov r{halves + SET // 2}:ud, r{of}.1<2>:ud", f"send.store.ud.2 r{to}, r{halves}, b{last}"]
    lines.append("send.end {last}")
    return "\n".join(lines) + "\n"


class Runs:
    """Runs kernels; each run leaves its files in a folder of its own name."""

    def __init__(self, program, work):
        self.program, self.work = program, work

    def run(self, name, text, sources, result, arrays):
        """The bits of the results, for arrays of the sources' bits."""
        flags = []
        folder = self.folder(name)
        for n, (typ, bits) in enumerate(zip(sources, arrays, strict=True)):
            bits.astype(word(typ)).tofile(folder / f"{n}.bin")
            flags += ["--buffer", f"{n}={folder / f'{n}.bin'}"]
        return self.results(folder, kernel(text, sources, result), result, len(arrays[0]), len(sources), flags)

    def given(self, name, text, typ, first, count):
        """The bits of the results for count arguments of 32 bits whose bits are first, first + 1, ..."""
        return self.results(self.folder(name), kernel(text, (typ,), typ, given=True), typ, count, 0, ["--arg", str(first)])

    def folder(self, name):
        folder = self.work / name.replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def results(self, folder, text, typ, count, binding, flags):
        source, out = folder / "kernel.tka", folder / "out.bin"
        source.write_text(text)
        out.unlink(missing_ok=True)  # results of an earlier run are none of this one
        # What is not written shows: the buffer begins with bytes that no check expects.
        before = folder / "before.bin"
        np.full(count * BYTES[typ], 0xa5, np.uint8).tofile(before)
        command = [self.program, "exec", source, "--grid", str(-(-count // CTA)), *flags, "--buffer", f"{binding}={before}", "--out", f"{binding}={out}", "--limit", "1000"]
        r = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if r.returncode:
            raise Nothing(f"{folder.name}: results were expected, tilemark exec exits with {r.returncode}: {r.stdout.strip()[-300:]}")
        bits = np.fromfile(out, word(typ))
        if len(bits) != count:
            raise Nothing(f"{folder.name}: {count} results were expected in {out}, it has {len(bits)}")
        return bits
