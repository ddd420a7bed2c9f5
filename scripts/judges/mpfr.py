"""Section 12 of docs/arithmetic.md by MPFR: each function takes lists of exact values and gives the values of the results, in the context of the
results' type: its precision, its range of exponents, rounding to nearest, subnormal numbers rounded once."""
import itertools
import math

import gmpy2
import numpy as np

from kernels import BYTES, word

FLOATS = {"hf": np.dtype("<f2"), "f": np.dtype("<f4")}
NAN = {"hf": 0x7e00, "f": 0x7fc00000}


def limits(typ):
    """The least and the greatest number of an integer type."""
    bits = 8 * BYTES[typ]
    return (0, 2**bits - 1) if typ.startswith("u") else (-2**(bits - 1), 2**(bits - 1) - 1)


def values(bits, typ):
    """The numbers of a type that these bits are, as Python has them, without rounding."""
    if typ in FLOATS:
        with np.errstate(invalid="ignore"):
            return bits.view(FLOATS[typ]).astype(np.float64).tolist()
    return (bits if typ.startswith("u") else bits.view(f"<i{BYTES[typ]}")).tolist()


def in_context(typ, function, *lists):
    """What a function gives in the context of a type, as an array of bits. Any NaN is the one of the type."""
    n = len(lists[0])
    if typ not in FLOATS:
        mask = 2**(8 * BYTES[typ]) - 1
        return np.fromiter((v & mask for v in function(*lists)), np.uint64, n).astype(word(typ))
    context = gmpy2.ieee(8 * BYTES[typ])
    assert context.subnormalize and context.round == gmpy2.RoundToNearest
    with gmpy2.context(context):
        exact = np.fromiter(map(float, function(*lists)), np.float64, n)
    rounded = exact.astype(FLOATS[typ])
    assert np.array_equal(rounded.astype(np.float64), exact, equal_nan=True)  # MPFR has rounded, nothing else does
    return np.where(np.isnan(exact), word(typ).type(NAN[typ]), rounded.view(word(typ)))


def each(function, *first):
    """A function of numbers as one of lists; first: arguments before theirs, the same for all."""
    return lambda *lists: map(function, *map(itertools.repeat, first), *lists)


def rsqrt(a):
    # As IEEE 754 has it and section 12 says; MPFR has +∞ for -0, and says so.
    return -math.inf if a == 0 and math.copysign(1, a) < 0 else gmpy2.rec_sqrt(a)


def frc(a):
    return gmpy2.sub(a, gmpy2.rint_floor(a))


def mad(a, b, c):
    return gmpy2.add(gmpy2.mul(a, b), c)


def saturated(function):
    """Above 1 it is 1, what is not above 0 is +0, a NaN too."""
    def value(*numbers):
        v = function(*numbers)
        return 1 if v > 1 else v if v > 0 else 0
    return value


def dot(products, plus=False):
    """Of each four lanes a sum of products, from the first on, and perhaps b3, in all four of them."""
    def sums(a, b):
        total = map(gmpy2.mul, a[0::4], b[0::4])
        for k in range(1, products):
            total = map(gmpy2.add, total, map(gmpy2.mul, a[k::4], b[k::4]))
        if plus:
            total = map(gmpy2.add, total, b[3::4])
        return (v for v in total for _ in range(4))
    return sums


def to_integer(typ):
    least, greatest = limits(typ)

    def converted(a):
        if math.isnan(a):
            return 0
        return least if a <= least else greatest if a >= greatest else int(a)
    return converted


ONE = {"rcp": each(gmpy2.div, 1), "sqrt": each(gmpy2.sqrt), "rsqrt": each(rsqrt), "exp2": each(gmpy2.exp2), "log2": each(gmpy2.log2), "sin": each(gmpy2.sin), "cos": each(gmpy2.cos),
       "rndd": each(gmpy2.rint_floor), "rndu": each(gmpy2.rint_ceil), "rndz": each(gmpy2.rint_trunc), "rnde": each(gmpy2.rint), "frc": each(frc)}
TWO = {"add": each(gmpy2.add), "mul": each(gmpy2.mul), "div": each(gmpy2.div), "min": each(gmpy2.minnum), "max": each(gmpy2.maxnum)}
THREE = {"mad": each(mad), "fma": each(gmpy2.fma)}
FOURS = {"dp2": dot(2), "dp3": dot(3), "dp4": dot(4), "dph": dot(3, plus=True)}
NUMBER = each(gmpy2.mpfr)  # a float or an integer, rounded to the type
