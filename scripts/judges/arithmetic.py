#!/usr/bin/env python3
"""Compares the arithmetic of kernels, bit for bit, with MPFR through gmpy2: kernels of one operation run on the simulator, over arguments that
this judge makes. EVERY='exp2 sin hf-div' compares all arguments of these functions, with CORE-MATH, the processor and numpy."""
import dataclasses
import multiprocessing
import os
import shutil
import typing
import zlib
from functools import partial

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
    """An operation that is judged: its instruction, with {a}, {b}, {c} and {d} for registers; what MPFR makes of lists of values; a function that gives
    arguments, and how many of the first are hard. Planted: other instructions, whose results must not pass for its own."""
    name: str
    text: str
    sources: tuple
    result: str
    exact: typing.Callable
    arguments: typing.Callable
    planted: list
    lanes: int = 1  # of which a result is made


def instruction(function, sources, result):
    return f"{function} {{d}}:{result}" + "".join(f", {{{register}}}:{typ}" for register, typ in zip("abc", sources))


CONFUSED = {"rcp": "sqrt", "sqrt": "rsqrt", "rsqrt": "rcp", "exp2": "log2", "log2": "exp2", "sin": "cos", "cos": "sin", "rndd": "rndz", "rndu": "rndz", "rndz": "rndd", "rnde": "rndz", "frc": "rndd",
            "add": "mul", "mul": "add", "div": "mul", "min": "max", "max": "min", "mad": "fma", "fma": "mad", "dp2": "dp3", "dp3": "dp4", "dp4": "dph", "dph": "dp3"}
# The same on paper, with a rounding more or one less.
OTHERWISE = {"f div": "rcp {t}:f, {b}:f; mul {d}:f, {a}:f, {t}:f", "f rsqrt": "sqrt {t}:f, {a}:f; rcp {d}:f, {t}:f", "hf rsqrt": "sqrt {t}:hf, {a}:hf; rcp {d}:hf, {t}:hf",
             "hf fma": "fma {t}:f, {a}:hf, {b}:hf, {c}:hf; cvt {d}:hf, {t}:f", "hf mad": "mad {t}:f, {a}:hf, {b}:hf, {c}:hf; cvt {d}:hf, {t}:f"}


def operation(name, function, sources, result, exact, arguments, text=None):
    """The operation of a function; text: its instruction, where it has more than operands."""
    text = text or instruction(function, sources, result)
    planted = [(f"results of {CONFUSED[function]}", text.replace(function, CONFUSED[function], 1))]
    planted += [("results in other steps", OTHERWISE[name])] if name in OTHERWISE else []
    return Operation(name, text, sources, result, exact, arguments, planted, 4 if function in mpfr.FOURS else 1)


def functions(typ, t):
    """All functions of section 12 that are exact or rounded, in a floating-point type; some with saturation and with modifiers."""
    one = (lambda name: partial(arguments.one, name=name, n=COUNT)) if t is F else lambda name: partial(arguments.everything, typ=typ)
    for name, exact in mpfr.ONE.items():
        yield operation(f"{typ} {name}", name, (typ,), typ, exact, one(name))
    for name, exact in mpfr.TWO.items():
        yield operation(f"{typ} {name}", name, (typ,) * 2, typ, exact, partial(arguments.two, t=t, name=name, n=COUNT))
    for name, exact in mpfr.THREE.items():
        yield operation(f"{typ} {name}", name, (typ,) * 3, typ, exact, partial(arguments.three, t=t, n=COUNT))
    for name, exact in mpfr.FOURS.items():
        yield operation(f"{typ} {name}", name, (typ,) * 2, typ, exact, partial(arguments.fours, t=t, n=COUNT // 2))
    few = COUNT // 8
    for name, function, given in (("exp2", gmpy2.exp2, partial(arguments.plain, t=t)), ("add", gmpy2.add, partial(arguments.two, t=t, name="add", n=few)),
                                  ("mad", mpfr.mad, partial(arguments.three, t=t, n=few))):
        sources = (typ,) * {"exp2": 1, "add": 2, "mad": 3}[name]
        yield operation(f"{typ} {name}, saturated", name, sources, typ, mpfr.each(mpfr.saturated(function)), given, instruction(f"{name}.sat", sources, typ))
    yield operation(f"{typ} div of -a by |b|", "div", (typ,) * 2, typ, mpfr.each(lambda a, b: gmpy2.div(-a, abs(b))), partial(arguments.two, t=t, name="div", n=few),
                    f"div {{d}}:{typ}, -{{a}}:{typ}, |{{b}}|:{typ}")


def conversions(typ, t):
    """All conversions to and from a floating-point type."""
    def conversion(source, result, exact, arguments, planted=()):
        return Operation(f"cvt {source} to {result}", instruction("cvt", (source,), result), (source,), result, exact, arguments, list(planted))

    all_of_it = partial(arguments.everything, typ=typ)
    for integer in INTEGERS:
        nearest = [("results to nearest", f"rnde {{t}}:{typ}, {{a}}:{typ}; cvt {{d}}:{integer}, {{t}}:{typ}")]
        yield conversion(typ, integer, mpfr.each(mpfr.to_integer(integer)), partial(arguments.to_integer, to=integer, n=COUNT // 4) if t is F else all_of_it, nearest)
        half = [("a rounding to hf on the way", f"cvt {{t}}:hf, {{a}}:{integer}; cvt {{d}}:f, {{t}}:hf")] if t is F and BYTES[integer] > 1 else []
        yield conversion(integer, typ, mpfr.NUMBER, partial(arguments.from_integer, typ=integer, t=t, n=COUNT // 4), half)
    yield conversion(typ, "hf", mpfr.NUMBER, partial(arguments.to_half, n=COUNT) if t is F else all_of_it)
    yield conversion(typ, "f", mpfr.NUMBER, partial(arguments.plain, t=t) if t is F else all_of_it)


def operations():
    out = [o for typ, t in FORMATS.items() for o in functions(typ, t)]
    for name, sources in (("mul", ("hf", "f")), ("div", ("f", "hf"))):  # hf is widened
        out.append(operation(f"f {name} of {' and '.join(sources)}", name, sources, "f", mpfr.TWO[name], partial(arguments.mixed, types=sources, n=COUNT // 4)))
    return out + [o for typ, t in FORMATS.items() for o in conversions(typ, t)]


# In binary64, to be given an error: only hard arguments tell results with so small a one from right ones.
DOUBLE = {"f rcp": lambda a: 1 / a, "f sqrt": np.sqrt, "f rsqrt": lambda a: 1 / np.sqrt(a), "f exp2": np.exp2, "f log2": np.log2, "f sin": np.sin, "f cos": np.cos, "f div": np.divide}
ERROR = 2.0**-44


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
    sign = word(operation.result).type(t.sign)
    number = want & ~sign
    for what, where, change in (
            ("a unit in the last place", (number > 0) & (number < t.infinity), lambda b: b ^ one),
            ("a unit in the last place of a hard result", (np.arange(len(want)) < hard) & (number < t.infinity), lambda b: b ^ one),
            ("another NaN", number > t.infinity, lambda b: b ^ one),
            ("another sign of a zero", number == 0, lambda b: b ^ sign),
            ("the greatest number for infinity", number == t.infinity, lambda b: b - one)):
        if where.any():
            yield what, with_change(where, change)
    small = (number > 0) & (number < 1 << t.fraction)
    if small.any():
        yield "subnormal results that are flushed", np.where(small, want & sign, want)


def nearly(operation, arrays):
    """Results rounded from values with a relative error."""
    with np.errstate(all="ignore"):
        exact = DOUBLE[operation.name](*(bits.view(np.float32).astype(np.float64) for bits in arrays))
        for error in (ERROR, -ERROR):
            rounded = (exact * (1 + error)).astype(np.float32)
            yield f"a relative error of {error}", np.where(np.isnan(rounded), np.uint32(NAN["f"]), rounded.view(np.uint32))


def noticed(operation, runs, arrays, want, hard):
    """Shows errors to the comparison; returns how many it noticed, and the names of the others."""
    planted = list(damaged(operation, want, hard))
    planted += [(what, runs.run(operation.name, text, operation.sources, operation.result, arrays)) for what, text in operation.planted]
    if operation.name in DOUBLE:
        planted += [(f"{what} in hard results", np.append(bits, want[hard:])) for what, bits in nearly(operation, [bits[:hard] for bits in arrays])]
    passed = [what for what, bits in planted if compare(operation, arrays, bits, want, hard)[2] is None]
    return len(planted) - len(passed), passed


def judged(operation, runs):
    """Runs one operation; returns lines as (held, text), and what was counted."""
    arrays, hard = operation.arguments(np.random.default_rng(zlib.crc32(operation.name.encode())))
    got = runs.run(operation.name, operation.text, operation.sources, operation.result, arrays)
    want = mpfr.in_context(operation.result, operation.exact, *(mpfr.values(bits, typ) for bits, typ in zip(arrays, operation.sources)))
    equal, hard_equal, first = compare(operation, arrays, got, want, hard)
    text = f"{operation.name}: {equal} of {len(want)} results equal" + (f", {hard_equal} of {hard} hard ones" if hard else "") + (f"; {first}" if first else "")
    planted, passed = noticed(operation, runs, arrays, want, hard)
    shutil.rmtree(runs.folder(operation.name))
    lines = [(first is None, text), *((False, f"{operation.name}: planted: {what}: not noticed") for what in passed)]
    return lines, {"results": len(want), "hard results": hard, "planted errors": planted}


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
    probe = operation("probe", "rcp", ("f",), "f", mpfr.ONE["rcp"], partial(arguments.plain, t=F))
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
