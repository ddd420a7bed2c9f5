"""Arguments for the arithmetic of kernels, as bits: specials, all exponents, random ones, and hard ones, whose exact results lie next to the middle
between two numbers, where an error in the last places decides."""
import fractions

import gmpy2
import numpy as np

from kernels import BYTES, word
from mpfr import FLOATS, limits


class Format:
    """A floating-point type: precision p, quantum 2^least of subnormal numbers, greatest exponent of a number m·2^e with 2^(p-1) ≤ m < 2^p."""

    def __init__(self, typ, p, exponent):
        self.typ, self.p, self.word = typ, p, word(typ)
        self.bits, self.fraction = 8 * BYTES[typ], p - 1
        bias = 2**(exponent - 1) - 1
        self.least, self.greatest = 2 - bias - p, bias - p + 1
        self.exponents = 2**exponent
        self.one, self.infinity, self.sign = bias << self.fraction, (self.exponents - 1) << self.fraction, 1 << (self.bits - 1)

    def number(self, m, e, sign=0):
        """The bits of m·2^e for arrays of integers; what is no number of the type is rounded by numpy."""
        with np.errstate(over="ignore", under="ignore"):
            v = np.ldexp(np.asarray(m).astype(np.longdouble), e).astype(FLOATS[self.typ])
        return v.view(self.word) | np.asarray(sign).astype(self.word) << np.asarray(self.bits - 1, self.word)

    def specials(self):
        """Zeros, ends of the ranges of subnormal and normal numbers, 1 and its neighbours, infinity, NaN of both kinds."""
        low = 1 << self.fraction
        some = [0, 1, 2, low - 1, low, low + 1, self.one - 1, self.one, self.one + 1, self.one + low,
                self.infinity - 1, self.infinity, self.infinity + 1, self.infinity + low // 2, self.infinity + low - 1]
        return np.array([b | s for s in (0, self.sign) for b in some], self.word)

    def patterns(self):
        """Of each exponent the fractions at the ends and in the middle."""
        low = 1 << self.fraction
        ends = [0, 1, 2, low // 2 - 1, low // 2, low // 2 + 1, low - 2, low - 1]
        e, f, s = np.meshgrid(np.arange(self.exponents), ends, (0, self.sign))
        return (e << self.fraction | f | s).ravel().astype(self.word)

    def random(self, r, n, around=0):
        """Bits at random; with around, numbers whose exponents lie that near to that of 1."""
        if not around:
            return r.integers(0, 2**self.bits, n, self.word)
        e = (self.one >> self.fraction) + r.integers(-around, around + 1, n)
        return (e << self.fraction | r.integers(0, 1 << self.fraction, n) | r.integers(0, 2, n) << (self.bits - 1)).astype(self.word)

    def mantissas(self, r, n):
        """Odd whole numbers of p bits."""
        return r.integers(1 << (self.p - 1), 1 << self.p, n) | 1


F, HF = Format("f", 24, 8), Format("hf", 11, 5)
FORMATS = {"f": F, "hf": HF}


def signs(r, n):
    return r.integers(0, 2, n)


def inverse(odd, bits):
    """The inverse modulo 2^bits, by Newton's iteration."""
    x = odd.astype(np.uint64)
    y = x.copy()
    for _ in range(6):
        y *= np.uint64(2) - x * y
    return (y & np.uint64((1 << bits) - 1)).astype(np.int64)


def remainders(r, n):
    """Small odd numbers of both signs: how far an exact result lies from the middle."""
    return (2 * np.minimum(r.geometric(0.2, n), 30) - 1) * np.where(signs(r, n) == 1, 1, -1)


def nearest(distance, keep):
    """Where the least distances are."""
    keep = min(keep, len(distance))
    return np.argpartition(distance, keep - 1)[:keep]


# Functions of one number: all mantissas of a function that has the same results, but for a power of two, in every binade; otherwise the
# nearest of some millions of arguments.

def hard_rcp(r, keep=3000):
    out = []
    m = np.arange(2**23 + 1, 2**24)
    for k, lowest, highest in ((48, -149, 102), (47, 103, 103), (46, 104, 104)):  # 1/a normal, and subnormal of 23 and of 22 bits
        q = 2**k // m
        middle = np.where(q & 1, q, q + 1)
        at = nearest(abs(2**k - middle * m) / m, keep)
        out.append(F.number(m[at], r.integers(lowest, highest + 1, len(at)), signs(r, len(at))))
    return np.concatenate(out)


def hard_root(r, value, keep=3000):
    """Square roots, of all mantissas and both parities of exponents; value takes m·2^k, times any power of 4, to the root's p + 1 bits before the point."""
    out = []
    for k in (0, 1):
        m = np.arange(2**23, 2**24)
        y = value(m.astype(np.longdouble), k)
        at = nearest(abs(y - (2 * np.floor(y / 2) + 1)), keep)
        out.append(F.number(m[at], k + 2 * r.integers(-63, 52, len(at))))
    return np.concatenate(out)


def hard_sqrt(r):
    return hard_root(r, lambda m, k: np.sqrt(m * 2**(26 - k)))


def hard_rsqrt(r):
    return hard_root(r, lambda m, k: 2**(36 + k) / np.sqrt(m * 2**k))


def searched(r, function, low, high, negative, n=1 << 24, keep=1000):
    """Of n arguments between low and high those whose results, in binary64, lie nearest to the middle between two numbers of binary32."""
    least, most = np.array([low, high], np.float32).view(np.uint32)
    kept = []
    for _ in range(n >> 20):
        bits = r.integers(least, most, 1 << 20, np.uint32)
        if negative:
            bits |= r.integers(0, 2, len(bits), np.uint32) << np.uint32(31)
        y = np.abs(function(bits.view(np.float32).astype(np.float64)))
        _, e = np.frexp(y)
        t = np.ldexp(y, -np.maximum(e - 24, -149))
        distance = abs(t - np.floor(t) - 0.5)
        at = nearest(distance, keep)
        kept.append((distance[at], bits[at]))
    distance, bits = (np.concatenate(c) for c in zip(*kept))
    return bits[nearest(distance, keep)]


def hard_exp2(r):
    return np.concatenate([searched(r, np.exp2, 2.0**-24, 128, True), searched(r, np.exp2, 126, 150, False) | np.uint32(1 << 31)])


def hard_log2(r):
    near = searched(r, np.log2, 0.5, 2, False)
    return np.concatenate([searched(r, np.log2, 2.0**-149, 3e38, False), near])


def near_quarters(r):
    """Arguments of sin and cos nearest to whole multiples of π/2: multiples of the denominators of convergents, for each exponent."""
    with gmpy2.context(gmpy2.context(precision=400)):
        quarter = gmpy2.const_pi() / 2
        alphas = [(e, fractions.Fraction(*map(int, gmpy2.mul_2exp(1 / quarter, 300 + e).as_integer_ratio())) / 2**300) for e in range(-40, 105)]
    m, e = [], []
    for exponent, x in alphas:
        x -= int(x)
        q = (0, 1)
        for _ in range(40):
            if x == 0:
                break
            x = 1 / x
            whole = int(x)
            x -= whole
            q = (q[1], q[0] + whole * q[1])
            if q[1] >= 2**24:
                break
            k = max(1, -(-2**23 // q[1]))
            for times in range(k, min(k + 8, (2**24 - 1) // q[1] + 1)):
                m.append(times * q[1])
                e.append(exponent)
    bits = F.number(np.array(m), np.array(e), signs(r, len(m)))
    return np.unique(np.concatenate([bits, bits + np.uint32(1), bits - np.uint32(1)]))


def hard_sin(r, function=np.sin):
    return np.concatenate([searched(r, function, 2.0**-12, 64, True), searched(r, function, 64, 3.4e38, True, n=1 << 23), near_quarters(r)])


def hard_cos(r):
    return hard_sin(r, np.cos)


def hard_rounding(r, n=20000):
    """Halves and whole numbers of all sizes, and their neighbours."""
    e = r.integers(-3, 24, n)
    halves = np.round(np.exp2(e) * r.random(n) * 2) / 2
    bits = halves.astype(np.float32).view(np.uint32) | signs(r, n).astype(np.uint32) << np.uint32(31)
    tiny = np.arange(1, 200, dtype=np.uint32) | np.uint32(1 << 31)
    return np.concatenate([bits, bits + np.uint32(1), bits - np.uint32(1), tiny])


HARD = {"rcp": hard_rcp, "sqrt": hard_sqrt, "rsqrt": hard_rsqrt, "exp2": hard_exp2, "log2": hard_log2, "sin": hard_sin, "cos": hard_cos}


def one(r, name, n):
    """Arguments in f of a function of one number; of hf there are all. Returns the arrays and how many of the first are hard."""
    hard = HARD.get(name, hard_rounding)(r)
    rest = [F.specials(), F.patterns(), F.random(r, n // 2, around=30), F.random(r, n // 2)]
    return [np.concatenate([hard, *rest])], len(hard)


def everything(r, typ):
    return [np.arange(2**(8 * BYTES[typ]), dtype=word(typ))], 0


def plain(r, t):
    """Specials, all exponents and some at random, none of them hard."""
    return [np.concatenate([t.specials(), t.patterns(), t.random(r, 1 << 16)])], 0


# Functions of two and three numbers.

def hard_div(r, t, n=40000):
    """a/b next to the middle m between two numbers of i bits: a·2^k = m·b + d with a small d, which an inverse modulo 2^k gives. Results of less than p bits are subnormal."""
    out = []
    for i in (t.p, t.p, t.p, *range(1, t.p)):
        for k in (i, i + 1):  # a ≥ b, a < b
            many = n if i == t.p else n // 20
            b = t.mantissas(r, many)
            d = remainders(r, many)
            m = -d * inverse(b, k) & (1 << k) - 1
            m |= (1 << i) if k == i else 0
            a = (m * b + d) >> k
            good = (m >= 1 << i) & (a >= 1 << (t.p - 1)) & (a < 1 << t.p) & (a << k == m * b + d)
            a, b = a[good], b[good]
            low, high = t.least, t.greatest
            eb = r.integers(low, high + 1, len(b))
            # The quotient is m·2^(ea-eb-k), and m has a bit below the quantum of the result.
            ea = eb + k + t.least - 1 if i < t.p else eb + k + r.integers(t.least, t.greatest, len(b))
            fits = (ea >= low) & (ea <= high)
            a, b, ea, eb = a[fits], b[fits], ea[fits], eb[fits]
            out.append((t.number(a, ea, signs(r, len(a))), t.number(b, eb, signs(r, len(a)))))
    return [np.concatenate(c) for c in zip(*out)]


def hard_mul(r, t, n=100000):
    """a·b whose bits below the result's last one are 100...0 plus or minus little, or just that."""
    out = []
    for bits in (t.p, t.p - 1):  # as many bits are below it
        a, d = t.mantissas(r, n), remainders(r, n)
        b = ((1 << (bits - 1)) + d) * inverse(a, bits) & (1 << bits) - 1
        b |= 1 << (t.p - 1) if bits < t.p else 0
        good = (b >= 1 << (t.p - 1)) & (a * b >> (t.p + bits - 1) == 1)
        ea = r.integers(t.least, t.greatest + 1, n)
        eb = np.clip(r.integers(t.least - t.p, t.greatest, n) - ea, t.least, t.greatest)
        out.append([t.number(a[good], ea[good], signs(r, n)[good]), t.number(b[good], eb[good], signs(r, n)[good])])
    i = r.integers(2, t.p, n)
    a, b = (r.integers(0, 1 << 62, n) % (1 << k) | 1 | 1 << (k - 1) for k in (i, t.p + 1 - i))
    half = np.where(signs(r, n) == 1, t.least - 1, r.integers(t.least, t.greatest, n))  # the product's last bit: half a quantum, or anywhere
    ea = half // 2 + r.integers(-7, 8, n)
    out.append([t.number(a, ea, signs(r, n)), t.number(b, half - ea, signs(r, n))])
    return [np.concatenate(c) for c in zip(*out)]


def hard_add(r, t, n=100000):
    """b lies d places below a; its bits below a's last one are 100...0, or b is a neighbour of such a number."""
    d = r.integers(1, t.p + 3, n)
    b = (r.integers(0, 1 << t.p, n) >> d << d) + (1 << d - 1)
    e = r.integers(t.least, t.greatest + 1, n)
    b = t.number(b, np.maximum(e - d, t.least), signs(r, n)) + r.integers(-1, 2, n).astype(t.word)
    return [t.number(t.mantissas(r, n) ^ signs(r, n), e, signs(r, n)), b]


def two(r, t, name, n):
    """Pairs of arguments, the hard ones first."""
    if name in ("min", "max"):
        a = np.concatenate([t.patterns(), t.random(r, n // 16)])
        hard = [np.concatenate([a] * 4), np.concatenate([a, a + t.word.type(1), a - t.word.type(1), a ^ t.word.type(t.sign)])]
    else:
        hard = {"add": hard_add, "mul": hard_mul, "div": hard_div}[name](r, t)
    s, p = t.specials(), t.patterns()
    near, wide = t.random(r, n // 2, around=8), t.random(r, n // 2, around=30 if t is F else 0)
    rest = [[np.repeat(s, len(s)), np.tile(s, len(s))], [np.repeat(s, len(p)), np.tile(p, len(s))], [r.permutation(np.tile(p, 16)) for _ in range(2)],
            [near, r.permutation(near)], [wide, r.permutation(wide)], [t.random(r, n // 4) for _ in range(2)]]
    return [np.concatenate(c) for c in zip(hard, *rest)], len(hard[0])


def halves(r, t, n=40000):
    """a·b + c, where a·b is half of c's last place but for the last bit of the product: (2^i + 1)·(2^i - 1), (2^i + 1)·(2^i + 1)."""
    i, s = r.integers(t.p // 2 - 2, t.p, n), signs(r, n)
    ec = r.integers(t.least, t.greatest + 1, n)
    both = ec - 2 * i - 1
    ea = both // 2
    return [t.number((1 << i) + 1, ea, signs(r, n)), t.number((1 << i) - 1 + 2 * s, both - ea, signs(r, n)), t.number(t.mantissas(r, n) ^ signs(r, n), ec, signs(r, n))]


def three(r, t, n):
    """a·b + c: products in the middle of two numbers, or next to it, with a c that is next to nothing; products that c takes away; products of half of
    c's last place; and the rest."""
    a, b = hard_mul(r, t)
    pick = r.permutation(len(a))[:n // 4]
    a, b = a[pick], b[pick]
    with np.errstate(all="ignore"):
        product = (a.view(FLOATS[t.typ]) * b.view(FLOATS[t.typ])).view(t.word)
    c = t.number(r.integers(1, 1 << t.p, len(a)), t.least + r.integers(0, 12, len(a)), signs(r, len(a)))
    opposite = product ^ t.word.type(t.sign)
    hard = [np.concatenate(v) for v in zip((a, b, c), (a, b, opposite), halves(r, t))]
    s = t.specials()
    size = len(s)
    rest = [[np.repeat(s, size * size), np.tile(np.repeat(s, size), size), np.tile(s, size * size)], [t.random(r, n // 4, around=8) for _ in range(3)], [t.random(r, n // 4) for _ in range(3)]]
    return [np.concatenate(c) for c in zip(hard, *rest)], len(hard[0])


def mixed(r, types, n):
    """Pairs at random of different types."""
    return [FORMATS[typ].random(r, n) for typ in types], 0


def fours(r, t, n):
    """Vectors of four: sums whose steps are ties, sums that cancel, and the rest. A vector's special numbers stand among others."""
    x, y = hard_add(r, t, n // 8)
    one = np.full(len(x), t.one, t.word)
    zero = np.zeros(len(x), t.word)
    ties = [np.stack(c, 1).ravel() for c in ((x, y, x ^ t.word.type(t.sign), y), (one, one, one, one))]
    later = [np.stack(c, 1).ravel() for c in ((zero, x, y, x), (one, one, one, zero))]
    near = [t.random(r, n // 4 * 4, around=6) for _ in range(2)]
    some = [np.where(r.random(n // 4 * 4) < 0.15, r.choice(t.specials(), n // 4 * 4), v) for v in near]
    rest = [t.random(r, n // 8 * 4) for _ in range(2)]
    return [np.concatenate(c) for c in zip(ties, later, near, some, rest)], len(ties[0]) + len(later[0])


# Conversions.

def to_half(r, n):
    """binary32 numbers in the middle between two of binary16, their neighbours, and the rest."""
    h = np.arange(0x7c00, dtype=np.uint16)
    low, high = (x.view(np.float16).astype(np.float64) for x in (h, h + np.uint16(1)))
    high[-1] = 65536
    middle = ((low + high) / 2).astype(np.float32).view(np.uint32)
    hard = np.concatenate([m | np.uint32(s) for m in (middle - np.uint32(1), middle, middle + np.uint32(1)) for s in (0, 1 << 31)])
    return [np.concatenate([hard, F.specials(), F.patterns(), F.random(r, n // 2, around=24), F.random(r, n // 2)])], len(hard)


def to_integer(r, to, n):
    """binary32 numbers around the ends of an integer type, around whole numbers and halves, and the rest."""
    ends = np.array([float(v) for v in limits(to)] + [2.0**k for k in range(64)]).astype(np.float32).view(np.uint32)
    near = np.concatenate([ends + np.uint32(d & 2**32 - 1) for d in range(-3, 4)])
    hard = np.concatenate([near, near ^ np.uint32(F.sign), hard_rounding(r)])
    return [np.concatenate([hard, F.specials(), F.patterns(), F.random(r, n // 2, around=66), F.random(r, n // 2)])], len(hard)


def from_integer(r, typ, t, n):
    """Integers in the middle between two numbers of the type, or next to it, and the rest; all of 8 and 16 bits."""
    if BYTES[typ] < 4:
        return everything(r, typ)
    bits = 8 * BYTES[typ]
    mask = 2**bits - 1
    m, k, d, s = t.mantissas(r, n // 4) ^ signs(r, n // 4), r.integers(1, bits - t.p + 1, n // 4), r.integers(-1, 2, n // 4), signs(r, n // 4)
    hard = [(-1)**s * ((m << k) + (1 << k - 1) + d) & mask for m, k, d, s in zip(*(x.tolist() for x in (m, k, d, s)))]
    around = [v + d & mask for v in [*limits(typ), 0, *(2**i for i in range(bits)), 65504, 65519, 65520, 65536] for v in (v, -v) for d in (-2, -1, 0, 1, 2)]
    rest = r.integers(0, mask, n, word(typ), endpoint=True)
    return [np.concatenate([np.array(hard + around, word(typ)), rest, rest >> (r.integers(0, bits, n).astype(word(typ)))])], len(hard)
