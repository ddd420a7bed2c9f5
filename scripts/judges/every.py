"""All arguments of functions: those of one number in f by CORE-MATH (coremath/), or by the processor where that is exact; those of two in hf by numpy, in
binary64, which holds sums and products of binary16 as they are, and quotients well enough to round them."""
import multiprocessing
import os
import shutil
import subprocess
import sys

import numpy as np

from judging import MISSING, Nothing
from kernels import Runs
from mpfr import NAN

ONE = ("rcp", "sqrt", "rsqrt", "exp2", "log2", "sin", "cos", "rndd", "rndu", "rndz", "rnde", "frc")
HALVES = {"hf-add": np.add, "hf-mul": np.multiply, "hf-div": np.divide}
PART = 1 << 24


def by_coremath(name, first, path):
    """How many results in a file are equal, and the first that is not."""
    r = subprocess.run([os.environ["COREMATH"], name, str(first), path], capture_output=True, text=True)
    if r.returncode:
        raise Nothing(f"{name}: a comparison was expected: {r.stderr.strip()}")
    equal, _, different = r.stdout.partition("\n")
    return int(equal), different.strip()


def by_numpy(name, first, bits):
    """The same of pairs, the first number in the upper half of the index, the second in the lower."""
    index = np.arange(first, first + len(bits), dtype=np.uint64).astype(np.uint32)
    with np.errstate(all="ignore"):
        a, b = (h.astype(np.uint16).view(np.float16).astype(np.float64) for h in (index >> np.uint32(16), index & np.uint32(0xffff)))
        want = HALVES[name](a, b).astype(np.float16)
    want = np.where(np.isnan(want), np.uint16(NAN["hf"]), want.view(np.uint16))
    equal = bits == want
    if equal.all():
        return len(bits), ""
    at = int(np.argmin(equal))
    return int(equal.sum()), f"of {index[at]:#010x} it is {bits[at]:#06x}, expected {want[at]:#06x}"


def part(job):
    """Runs and compares a part of the arguments, and once more with an error in a result; says whether that was noticed."""
    name, first, runs = job
    place = f"{name} {first:08x}"
    folder = runs.folder(place)
    if name in HALVES:
        bits = runs.enumerated(place, f"{name[3:]} {{d}}:hf, {{a}}.1<2>:hf, {{a}}<2>:hf", "hf", first, PART)
        compare = lambda: by_numpy(name, first, bits)
    else:
        bits = runs.enumerated(place, f"{name} {{d}}:f, {{a}}:f", "f", first, PART)
        compare = lambda: by_coremath(name, first, folder / "out.bin")
    equal, different = compare()
    noticed = None
    if first % (PART * 32) == 0:
        bits[first // PART * 12345 % PART] ^= 1
        bits.tofile(folder / "out.bin")
        noticed = compare()[0] == equal - 1
    shutil.rmtree(folder)
    return equal, different, noticed


def judge(j, names):
    names = [*ONE, *HALVES] if names == ["all"] else names
    unknown = [n for n in names if n not in (*ONE, *HALVES)]
    if unknown:
        raise Nothing(f"EVERY has {' '.join(unknown)}; all, or some of {' '.join((*ONE, *HALVES))} were expected")
    if set(names) & set(ONE) and not os.access(os.environ.get("COREMATH", ""), os.X_OK):
        print("CORE-MATH is missing: cargo is needed to build it, or COREMATH=FILE names scripts/judges/coremath as it was built")
        sys.exit(MISSING)
    runs = Runs(j.program, j.work)
    with multiprocessing.Pool(2) as pool:
        for name in names:
            equal, first, planted = 0, "", []
            for count, different, noticed in pool.imap(part, [(name, first, runs) for first in range(0, 2**32, PART)]):
                equal, first = equal + count, first or different
                planted += [noticed] if noticed is not None else []
            j.check(equal == 2**32, f"{name}: {equal} of {2**32} results equal{'; ' if first else ''}{first}")
            j.check(all(planted), f"{name}: planted: {sum(planted)} of {len(planted)} results with another last bit are noticed")
            j.total["results"] += 2**32
            j.total["planted errors"] += len(planted)
