#!/usr/bin/env python3
"""Compares the arithmetic of kernels, bit for bit, with MPFR through gmpy2: kernels of one operation run on the simulator, over arguments that
this judge makes. EVERY='exp2 sin hf-div' compares all arguments of these functions, with CORE-MATH, the processor and numpy."""
import dataclasses
import multiprocessing
import os
import typing
import zlib

import gmpy2
import numpy as np

import arguments
import every
import mpfr
from arguments import F, FORMATS
from judging import Judge
from kernels import BYTES, Runs, word
from mpfr import FLOATS, NAN

COUNT = 1 << 20  # random arguments of an operation in f, or of two and three numbers
INTEGERS = ("ub", "b", "uw", "w", "ud", "d", "uq", "q")


@dataclasses.dataclass
class Operation:
    """An operation that is judged: its instruction, with {a}, {b}, {c} and {d} for registers; what MPFR makes of lists of values; its arguments.
    Planted: other instructions, whose results must not pass for its own."""
    name: str
    text: str
    sources: tuple
    result: str
    exact: typing.Callable
    arguments: typing.Callable
    planted: tuple = ()
    lanes: int = 1  # of which a result is made


def instruction(name, result, sources, flags=""):
    """An instruction with these types; flags: what stands behind the name."""
    return f"{name}{flags} {{d}}:{result}" + "".join(f", {{{register}}}:{typ}" for register, typ in zip("abc", sources))


CONFUSED = {"rcp": "sqrt", "sqrt": "rsqrt", "rsqrt": "rcp", "exp2": "log2", "log2": "exp2", "sin": "cos", "cos": "sin", "rndd": "rndz", "rndu": "rndz", "rndz": "rndd", "rnde": "rndz", "frc": "rndd",
            "add": "mul", "mul": "add", "div": "mul", "min": "max", "max": "min", "mad": "fma", "fma": "mad", "dp2": "dp3", "dp3": "dp4", "dp4": "dph", "dph": "dp3"}
# The same on paper, with a rounding too much.
LONGER = {"f div": "rcp {t}:f, {b}:f; mul {d}:f, {a}:f, {t}:f", "f rsqrt": "sqrt {t}:f, {a}:f; rcp {d}:f, {t}:f", "hf fma": "fma {t}:f, {a}:hf, {b}:hf, {c}:hf; cvt {d}:hf, {t}:f",
          "hf mad": "mad {t}:f, {a}:hf, {b}:hf, {c}:hf; cvt {d}:hf, {t}:f", "hf rsqrt": "sqrt {t}:hf, {a}:hf; rcp {d}:hf, {t}:hf"}


def operations():
    """All operations of section 12 that are exact or rounded, in f and hf, and all conversions from and to floats."""
    out = []

    def add(name, function, result, sources, exact, arguments, flags="", text=None):
        text = text or instruction(function, result, sources, flags)
        planted = [(f"results of {CONFUSED[function]}", text.replace(function, CONFUSED[function], 1))] if function in CONFUSED else []
        planted += [("a rounding too much", LONGER[name])] if name in LONGER else []
        out.append(Operation(name, text, sources, result, exact, arguments, tuple(planted), 4 if function in mpfr.FOURS else 1))

    for typ, t in FORMATS.items():
        for name, exact in mpfr.ONE.items():
            add(f"{typ} {name}", name, typ, (typ,), exact, (lambda r, name=name: arguments.one(r, name, COUNT)) if t is F else lambda r: ([arguments.everything("hf")], 0))
        for name, exact in mpfr.TWO.items():
            add(f"{typ} {name}", name, typ, (typ,) * 2, exact, lambda r, t=t, name=name: arguments.two(r, t, name, COUNT))
        for name, exact in mpfr.THREE.items():
            add(f"{typ} {name}", name, typ, (typ,) * 3, exact, lambda r, t=t: arguments.three(r, t, COUNT))
        for name, exact in mpfr.FOURS.items():
            add(f"{typ} {name}", name, typ, (typ,) * 2, exact, lambda r, t=t: arguments.fours(r, t, COUNT // 2))
        some = dict(flags=".sat")
        add(f"{typ} exp2, saturated", "exp2", typ, (typ,), mpfr.each(mpfr.saturated(gmpy2.exp2)), lambda r, t=t: ([np.concatenate([t.specials(), t.patterns()])], 0), **some)
        add(f"{typ} add, saturated", "add", typ, (typ,) * 2, mpfr.each(mpfr.saturated(gmpy2.add)), lambda r, t=t: arguments.two(r, t, "add", COUNT // 8), **some)
        add(f"{typ} mad, saturated", "mad", typ, (typ,) * 3, mpfr.each(mpfr.saturated(mpfr.mad)), lambda r, t=t: arguments.three(r, t, COUNT // 8), **some)
        add(f"{typ} div of -a by |b|", "div", typ, (typ,) * 2, mpfr.each(lambda a, b: gmpy2.div(-a, abs(b))), lambda r, t=t: arguments.two(r, t, "div", COUNT // 8),
            text=f"div {{d}}:{typ}, -{{a}}:{typ}, |{{b}}|:{typ}")
    for name, sources in (("mul", ("hf", "f")), ("div", ("f", "hf"))):
        add(f"f {name} of {' and '.join(sources)}", name, "f", sources, mpfr.TWO[name], lambda r, sources=sources: ([FORMATS[s].random(r, COUNT // 4) for s in sources], 0))
    for source in ("f", "hf"):
        for typ in INTEGERS:
            add(f"cvt {source} to {typ}", "cvt", typ, (source,), mpfr.each(mpfr.to_integer(typ)),
                (lambda r, typ=typ: arguments.to_integer(r, typ, COUNT // 4)) if source == "f" else lambda r: ([arguments.everything("hf")], 0))
            add(f"cvt {typ} to {source}", "cvt", source, (typ,), mpfr.NUMBER, lambda r, typ=typ, t=FORMATS[source]: arguments.from_integer(r, typ, t, COUNT // 4))
        add(f"cvt {source} to f", "cvt", "f", (source,), mpfr.NUMBER, lambda r, source=source: ([arguments.everything("hf") if source == "hf" else F.random(r, COUNT // 4)], 0))
        add(f"cvt {source} to hf", "cvt", "hf", (source,), mpfr.NUMBER, (lambda r: arguments.to_half(r, COUNT)) if source == "f" else lambda r: ([arguments.everything("hf")], 0))
    return out


def compare(operation, arrays, got, want, hard):
    """How many results are equal, how many of these are hard, and the first that is not equal, or None."""
    equal = got == want
    first = None
    if not equal.all():
        at = int(np.argmin(equal))
        n = operation.lanes
        lanes = slice(at // n * n, at // n * n + n)
        digits = lambda bits, typ: f"0x{int(bits):0{2 * BYTES[typ]}x}"
        given = ", ".join(" ".join(digits(v, typ) for v in bits[lanes]) for bits, typ in zip(arrays, operation.sources))
        first = f"of {given} it is {digits(got[at], operation.result)}, expected {digits(want[at], operation.result)}"
    return int(equal.sum()), int(equal[:hard].sum()), first


def damaged(operation, want, hard):
    """Right results with an error in them, and its name."""
    r = np.random.default_rng(3)

    def with_change(where, change):
        at = r.choice(np.flatnonzero(where))
        bits = want.copy()
        bits[at] = change(bits[at])
        return bits

    one = word(operation.result).type(1)
    if operation.result not in FLOATS:
        yield "one more in a result", with_change(np.full(len(want), True), lambda b: b ^ one)
        return
    t = FORMATS[operation.result]
    number = want & word(operation.result).type(t.sign - 1)
    for what, where in (("a unit in the last place", (number < t.infinity) & (number > 0)), ("a unit in the last place of a hard result", (np.arange(len(want)) < hard) & (number < t.infinity))):
        if where.any():
            yield what, with_change(where, lambda b: b ^ one)
    for what, where, change in (("another NaN", number > t.infinity, lambda b: b ^ one), ("another sign of a zero", number == 0, lambda b: b ^ one.dtype.type(t.sign)),
                                ("the greatest number for infinity", number == t.infinity, lambda b: b - one)):
        if where.any():
            yield what, with_change(where, change)
    small = (number > 0) & (number < 1 << t.fraction)
    if small.any():
        yield "subnormal results that are flushed", np.where(small, want & word(operation.result).type(t.sign), want)


def judged(operation, runs):
    """Runs one operation; returns lines as (held, text), and what was counted."""
    lines, counted = [], {}
    arrays, hard = operation.arguments(np.random.default_rng(zlib.crc32(operation.name.encode())))
    got = runs.run(operation.name, operation.text, operation.sources, operation.result, arrays)
    want = mpfr.in_context(operation.result, operation.exact, *(mpfr.values(bits, typ) for bits, typ in zip(arrays, operation.sources)))
    equal, hard_equal, first = compare(operation, arrays, got, want, hard)
    text = f"{operation.name}: {equal} of {len(want)} results equal" + (f", {hard_equal} of {hard} hard ones" if hard else "")
    lines.append((first is None, text + (f"; {first}" if first else "")))
    counted["results"], counted["hard results"] = len(want), hard
    planted = [(what, bits) for what, bits in damaged(operation, want, hard)]
    planted += [(what, runs.run(operation.name, text, operation.sources, operation.result, arrays)) for what, text in operation.planted]
    passed = [what for what, bits in planted if compare(operation, arrays, bits, want, hard)[2] is None]
    for what in passed:
        lines.append((False, f"{operation.name}: planted: {what}: not noticed"))
    counted["planted errors"] = len(planted) - len(passed)
    for file in runs.folder(operation.name).glob("*.bin"):
        file.unlink()
    return lines, counted


def numbered(job):
    """The same of an operation by its number: functions do not go from a process to another."""
    n, runs = job
    return judged(operations()[n], runs)


def by_processor(j):
    """What MPFR gives as this judge asks it must be what the processor computes, where numpy has the operation."""
    r = np.random.default_rng(1)
    with np.errstate(all="ignore"):
        for name, function in (("add", np.add), ("mul", np.multiply), ("div", np.divide)):
            arrays, _ = arguments.two(r, F, name, 1 << 16)
            wanted = function(*(bits.view(np.float32) for bits in arrays))
            agree(j, f"f {name}", "f", mpfr.TWO[name], arrays, wanted)
        arrays, _ = arguments.to_half(r, 1 << 16)
        agree(j, "f to hf", "hf", mpfr.NUMBER, arrays, arrays[0].view(np.float32).astype(np.float16))
        arrays, _ = arguments.one(r, "rnde", 1 << 16)
        agree(j, "f sqrt", "f", mpfr.ONE["sqrt"], arrays, np.sqrt(arrays[0].view(np.float32)))
        agree(j, "f rnde", "f", mpfr.ONE["rnde"], arrays, np.rint(arrays[0].view(np.float32)))


def agree(j, name, typ, exact, arrays, wanted):
    got = mpfr.in_context(typ, exact, *(mpfr.values(bits, "f") for bits in arrays))
    bits = np.where(np.isnan(wanted), word(typ).type(NAN[typ]), wanted.view(word(typ)))
    j.check(np.array_equal(got, bits), f"{name}: MPFR and the processor agree in {int((got == bits).sum())} of {len(bits)} results")


def main(j):
    print(f"gmpy2 {gmpy2.version()}, {gmpy2.mpfr_version()}, numpy {np.__version__}")
    probe = Operation("probe", instruction("rcp", "f", ("f",)), ("f",), "f", mpfr.ONE["rcp"], lambda r: ([F.specials()], 0))
    runs = Runs(j.program, j.work)
    judged(probe, runs)  # ends the judge when there is nothing to judge
    if os.environ.get("EVERY"):
        every.judge(j, os.environ["EVERY"].split())
        return j.end("results", "planted errors")
    by_processor(j)
    with multiprocessing.Pool(2) as pool:
        for lines, counted in pool.imap(numbered, [(n, runs) for n in range(len(operations()))]):
            for held, text in lines:
                j.check(held, text)
            j.total.update(counted)
    return j.end("results", "hard results", "planted errors")


if __name__ == "__main__":
    Judge(__doc__).main(main)
