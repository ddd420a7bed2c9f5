"""WGSL's functions of f32: what tilemark and others compute must lie within the errors that WGSL's section "Floating Point Accuracy" allows. Errors of formulas are carried
along as intervals of binary64 numbers."""
import numpy as np

TINY = 2.0**-126  # below it a machine may take numbers for 0


def ulp(x):
    """The distance of neighbouring binary32 numbers at x."""
    with np.errstate(divide="ignore"):
        e = np.floor(np.log2(np.maximum(np.abs(x), TINY)))
    return 2.0 ** (e - 23)


class Interval:
    """What a number may be."""

    def __init__(self, low, high=None):
        self.low = np.asarray(low, np.float64)
        self.high = self.low if high is None else np.asarray(high, np.float64)

    def widened(self, by):
        low, high = self.low - by, self.high + by
        return Interval(np.where((low > 0) & (low < TINY), 0, np.where((low < 0) & (low > -TINY), -TINY, low)), np.where((high < 0) & (high > -TINY), 0, np.where((high > 0) & (high < TINY), TINY, high)))

    def rounded(self, ulps=1.0):
        """With an error of so many units in the last place; a result that is rounded correctly is one of the two neighbours."""
        return self.widened(ulps * np.maximum(ulp(self.low), ulp(self.high)))

    def most(self):
        return np.maximum(np.abs(self.low), np.abs(self.high))

    def __neg__(self):
        return Interval(-self.high, -self.low)

    def __add__(self, o):
        o = interval(o)
        return Interval(self.low + o.low, self.high + o.high).rounded()

    def __radd__(self, o):
        return self + o

    def __sub__(self, o):
        return self + -interval(o)

    def __rsub__(self, o):
        return interval(o) - self

    def __mul__(self, o):
        return ends(self, interval(o), lambda a, b: a * b).rounded()

    def __rmul__(self, o):
        return self * o

    def __truediv__(self, o):
        o = interval(o)
        spans = (o.low <= 0) & (o.high >= 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            q = ends(self, o, lambda a, b: a / b)
        return Interval(np.where(spans, -np.inf, q.low), np.where(spans, np.inf, q.high)).rounded(2.5)

    def __rtruediv__(self, o):
        return interval(o) / self

    def union(self, o):
        return Interval(np.fmin(self.low, o.low), np.fmax(self.high, o.high))


def interval(x):
    return x if isinstance(x, Interval) else Interval(np.float64(x))


def ends(a, b, of):
    list_ = [of(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    return Interval(np.minimum.reduce(list_), np.maximum.reduce(list_))


def rising(f, x, error):
    """A function that rises, of an interval; error: what it may be off by, of its results and its argument."""
    x = interval(x)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        low, high = f(x.low), f(x.high)
        return Interval(low, high).widened(error(np.maximum(np.abs(low), np.abs(high)), x))


def absolute(f, e):
    return lambda x: (lambda v: Interval(v).widened(e))(f(interval(x).low))


def exponent(f):
    return lambda x: rising(f, x, lambda r, x: (3 + 2 * x.most()) * ulp(r))


def logarithm(f):
    return lambda x: rising(f, x, lambda r, x: np.where((x.low >= 0.5) & (x.high <= 2), 2.0**-21, 3 * ulp(r)))


exp, exp2, log, log2 = exponent(np.exp), exponent(np.exp2), logarithm(np.log), logarithm(np.log2)
sin, cos = absolute(np.sin, 2.0**-11), absolute(np.cos, 2.0**-11)


def inverse_sqrt(x):
    x = interval(x)
    with np.errstate(divide="ignore", invalid="ignore"):
        return Interval(1 / np.sqrt(x.high), 1 / np.sqrt(np.maximum(x.low, 0))).rounded(2)


def sqrt(x):
    """1/inverseSqrt(x); 0 is 0."""
    r = 1.0 / inverse_sqrt(x)
    zero = interval(x).low <= 0
    return Interval(np.where(zero, 0, r.low), r.high)


def atan(x):
    return rising(np.arctan, x, lambda r, x: 4096 * ulp(r))


def atan2(y, x):
    y, x = interval(y), interval(x)
    list_ = [np.arctan2(a, b) for a in (y.low, y.high) for b in (x.low, x.high)]
    return Interval(np.minimum.reduce(list_), np.maximum.reduce(list_)).rounded(4096)


def exact(f):
    return lambda *a: Interval(f(*(interval(x).low for x in a)))


def floor(x):
    return Interval(np.floor(interval(x).low))


def root_of(x):
    return sqrt(1.0 - x * x)


def smooth(a, b, x):
    t = (x - a) / (b - a)
    t = Interval(np.clip(t.low, 0, 1), np.clip(t.high, 0, 1))
    return t * t * (3.0 - 2.0 * t)


def refracted(e, n, eta):
    """The first component of a refraction in a plane: of (e, 1 - e) at (n, 0.6)."""
    d = n * e + 0.6 * (1.0 - e)
    k = 1.0 - eta * eta * (1.0 - d * d)
    return eta * e - (eta * d + sqrt(k)) * n



WIDE, UNIT, ANGLE, POSITIVE, SMALL, INNER, BEYOND = "wide", "unit", "angle", "positive", "small", "inner", "beyond"
# Expression of x, y, z; where these come from; the exact result with its error.
FUNCTIONS = {
    "x + y": (WIDE, WIDE, None, lambda x, y, z: x + y),
    "x - y": (WIDE, WIDE, None, lambda x, y, z: x - y),
    "x * y": (WIDE, WIDE, None, lambda x, y, z: x * y),
    "x / y": (WIDE, WIDE, None, lambda x, y, z: x / y),
    "-x": (WIDE, None, None, lambda x, y, z: Interval(-x.low)),
    "abs(x)": (WIDE, None, None, exact(lambda x, y, z: np.abs(x))),
    "floor(x)": (SMALL, None, None, exact(lambda x, y, z: np.floor(x))),
    "ceil(x)": (SMALL, None, None, exact(lambda x, y, z: np.ceil(x))),
    "trunc(x)": (SMALL, None, None, exact(lambda x, y, z: np.trunc(x))),
    "round(x)": (SMALL, None, None, exact(lambda x, y, z: np.rint(x))),
    "fract(x)": (SMALL, None, None, lambda x, y, z: x - floor(x)),
    "sign(x)": (SMALL, None, None, exact(lambda x, y, z: np.sign(x))),
    "min(x, y)": (WIDE, WIDE, None, exact(lambda x, y, z: np.minimum(x, y))),
    "max(x, y)": (WIDE, WIDE, None, exact(lambda x, y, z: np.maximum(x, y))),
    "clamp(x, -y, y)": (SMALL, POSITIVE, None, exact(lambda x, y, z: np.clip(x, -y, y))),
    "saturate(x)": (SMALL, None, None, exact(lambda x, y, z: np.clip(x, 0, 1))),
    "step(x, y)": (SMALL, SMALL, None, exact(lambda x, y, z: (x <= y) * 1.0)),
    "f32(i32(x))": (SMALL, None, None, exact(lambda x, y, z: np.trunc(x))),
    "f32(u32(abs(x)))": (SMALL, None, None, exact(lambda x, y, z: np.trunc(np.abs(x)))),
    "f32(bitcast<u32>(x))": (WIDE, None, None, lambda x, y, z: Interval(x.low.astype(np.float32).view(np.uint32)).rounded()),
    "ldexp(x, i32(y))": (UNIT, SMALL, None, exact(lambda x, y, z: x * 2.0 ** np.clip(np.trunc(y), -100, 100))),
    "quantizeToF16(x)": (SMALL, None, None, lambda x, y, z: Interval(x.low).widened(ulp(x.low) * 2.0**13)),
    "modf(x).fract": (SMALL, None, None, exact(lambda x, y, z: x - np.trunc(x))),
    "frexp(x).fract": (WIDE, None, None, exact(lambda x, y, z: np.frexp(x)[0])),
    "f32(frexp(x).exp)": (WIDE, None, None, exact(lambda x, y, z: np.frexp(x)[1])),
    "fma(x, y, z)": (SMALL, SMALL, SMALL, lambda x, y, z: x * y + z),
    "mix(x, y, z)": (SMALL, SMALL, INNER, lambda x, y, z: x * (1.0 - z) + y * z),
    "smoothstep(x - 2.0, x + 2.0, y)": (UNIT, UNIT, None, lambda x, y, z: smooth(x - 2.0, x + 2.0, y)),
    "degrees(x)": (SMALL, None, None, lambda x, y, z: x * 57.295779513082322865),
    "radians(x)": (SMALL, None, None, lambda x, y, z: x * 0.017453292519943295474),
    "sqrt(x)": (POSITIVE, None, None, lambda x, y, z: sqrt(x)),
    "inverseSqrt(x)": (POSITIVE, None, None, lambda x, y, z: inverse_sqrt(x)),
    "exp(x)": (SMALL, None, None, lambda x, y, z: exp(x)),
    "exp2(x)": (SMALL, None, None, lambda x, y, z: exp2(x)),
    "log(x)": (POSITIVE, None, None, lambda x, y, z: log(x)),
    "log2(x)": (POSITIVE, None, None, lambda x, y, z: log2(x)),
    "pow(x, y)": (POSITIVE, ANGLE, None, lambda x, y, z: exp2(y * log2(x))),
    "sin(x)": (ANGLE, None, None, lambda x, y, z: sin(x)),
    "cos(x)": (ANGLE, None, None, lambda x, y, z: cos(x)),
    "tan(x)": (ANGLE, None, None, lambda x, y, z: sin(x) / cos(x)),
    "atan(x)": (WIDE, None, None, lambda x, y, z: atan(x)),
    "atan2(x, y)": (SMALL, SMALL, None, lambda x, y, z: atan2(x, y)),
    "asin(x)": (INNER, None, None, lambda x, y, z: absolute(np.arcsin, 6.81e-5)(x).union(atan2(x, root_of(x)))),
    "acos(x)": (INNER, None, None, lambda x, y, z: absolute(np.arccos, 6.77e-5)(x).union(atan2(root_of(x), x))),
    "sinh(x)": (ANGLE, None, None, lambda x, y, z: (exp(x) - exp(-x)) * 0.5),
    "cosh(x)": (ANGLE, None, None, lambda x, y, z: (exp(x) + exp(-x)) * 0.5),
    "tanh(x)": (ANGLE, None, None, lambda x, y, z: absolute(np.tanh, 1e-5)(x).union(((exp(x) - exp(-x)) * 0.5) / ((exp(x) + exp(-x)) * 0.5))),
    "asinh(x)": (ANGLE, None, None, lambda x, y, z: log(x + sqrt(x * x + 1.0))),
    "acosh(x)": (BEYOND, None, None, lambda x, y, z: log(x + sqrt(x * x - 1.0))),
    "atanh(x)": (INNER, None, None, lambda x, y, z: log((1.0 + x) / (1.0 - x)) * 0.5),
    "dot(vec3f(x, y, z), vec3f(z, x, y))": (SMALL, SMALL, SMALL, lambda x, y, z: x * z + y * x + z * y),
    "length(vec3f(x, y, z))": (SMALL, SMALL, SMALL, lambda x, y, z: sqrt(x * x + y * y + z * z)),
    "distance(vec2f(x, y), vec2f(z, x))": (SMALL, SMALL, SMALL, lambda x, y, z: sqrt((x - z) * (x - z) + (y - x) * (y - x))),
    "normalize(vec3f(x, y, z)).x": (SMALL, SMALL, SMALL, lambda x, y, z: x / sqrt(x * x + y * y + z * z)),
    "cross(vec3f(x, y, z), vec3f(y, z, x)).z": (SMALL, SMALL, SMALL, lambda x, y, z: x * z - y * y),
    "reflect(vec2f(x, y), vec2f(z, 0.6)).x": (SMALL, SMALL, INNER, lambda x, y, z: x - 2.0 * (z * x + 0.6 * y) * z),
    "refract(vec2f(x, 1.0 - x), vec2f(y, 0.6), 0.5 * z).x": (INNER, INNER, INNER, lambda x, y, z: refracted(x, y, 0.5 * z)),
    "determinant(mat2x2f(x, y, z, x))": (SMALL, SMALL, SMALL, lambda x, y, z: x * x - y * z),
}
COUNT = 4096
GROUP = 64
# What implementations do otherwise than WGSL says: (name, expression) -> how; these are not compared.
HOLES = {
    ("dawn", "mix(x, y, z)"): "SwiftShader computes (y - x)*z + x",
    ("dawn", "degrees(x)"): "SwiftShader's factor is 1.6 units in the last place too small",
}


def arguments(kind, rng):
    """Numbers of a kind; some are simple."""
    with np.errstate(over="ignore"):
        x = {None: lambda: np.zeros(COUNT), WIDE: lambda: np.ldexp(rng.uniform(0.5, 1, COUNT), rng.integers(-60, 60, COUNT)) * rng.choice([-1, 1], COUNT),
             UNIT: lambda: rng.uniform(-1, 1, COUNT), ANGLE: lambda: rng.uniform(-np.pi, np.pi, COUNT), POSITIVE: lambda: np.ldexp(rng.uniform(0.5, 1, COUNT), rng.integers(-30, 30, COUNT)),
             SMALL: lambda: rng.uniform(-40, 40, COUNT), INNER: lambda: rng.uniform(-0.999, 0.999, COUNT), BEYOND: lambda: rng.uniform(1.001, 40, COUNT)}[kind]()
    if kind in (SMALL, UNIT):
        x[:64] = rng.integers(-1 if kind == UNIT else -16, 2 if kind == UNIT else 17, 64) / (1 if kind == UNIT else 2)
    return x.astype(np.float32)


def source():
    lines = [f"  {{ let x = a[{3 * k * COUNT}u + n]; let y = a[{(3 * k + 1) * COUNT}u + n]; let z = a[{(3 * k + 2) * COUNT}u + n]; r[{k * COUNT}u + n] = {e}; }}" for k, e in enumerate(FUNCTIONS)]
    return ("@group(0) @binding(0) var<storage, read_write> r: array<f32>;\n@group(0) @binding(1) var<storage, read> a: array<f32>;\n"
            f"@compute @workgroup_size({GROUP}) fn main(@builtin(global_invocation_id) id: vec3u) {{\n  let n = id.x;\n" + "\n".join(lines) + "\n}\n")


def outside(k, results, args):
    """Which results of the k-th function lie outside of what WGSL allows, and which were compared."""
    x, y, z = (Interval(v.astype(np.float64)) for v in args)
    with np.errstate(all="ignore"):
        may = list(FUNCTIONS.values())[k][3](x, y, z)
        judged = np.isfinite(may.low) & np.isfinite(may.high) & (may.most() < 3e38) & (may.most() > 2 * TINY)
        # what is computed in binary64 has errors of its own
        slack = 1e-13 * may.most()
        r = results.astype(np.float64)
        return judged & ~((r >= may.low - slack) & (r <= may.high + slack)), judged


def judged(j, runners):
    folder = j.work / "functions"
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(11)
    args = [[arguments(kind, rng) for kind in f[:3]] for f in FUNCTIONS.values()]
    flat = np.concatenate([v for three in args for v in three])
    results = np.zeros(len(FUNCTIONS) * COUNT, np.float32)
    shader, before = folder / "functions.wgsl", folder / "before.bin"
    shader.write_text(source())
    flat.tofile(folder / "a.bin")
    before.write_bytes(results.tobytes() + flat.tobytes())
    out = folder / "ours.bin"
    if j.tilemark("exec", shader, "--grid", COUNT // GROUP, "--buffer", f"0={results.nbytes}", "--buffer", f"1={folder / 'a.bin'}", "--out", f"0={out}") is None:
        return
    given = {"tilemark": np.fromfile(out, np.float32)}
    job = {"do": "compute", "source": str(shader), "entry": "main", "groups": [COUNT // GROUP, 1, 1], "before": str(before),
           "buffers": [{"group": 0, "binding": 0, "type": "storage", "bytes": results.nbytes}, {"group": 0, "binding": 1, "type": "read-only-storage", "bytes": flat.nbytes}]}
    for runner in runners:
        after = folder / f"{runner.name}.bin"
        if failed := runner.run({**job, "after": str(after)}):
            j.check(False, f"{runner.name}: functions: {failed}")
            continue
        given[runner.name] = np.fromfile(after, np.float32)[:len(results)]
    for name, all_ in given.items():
        wrong, count = [], 0
        for k, expression in enumerate(FUNCTIONS):
            if (name, expression) in HOLES:
                print(f"       not compared: {name}: {expression}: {HOLES[name, expression]}")
                continue
            out, compared = outside(k, all_[k * COUNT:(k + 1) * COUNT], args[k])
            count += int(compared.sum())
            if out.any():
                n = int(np.nonzero(out)[0][0])
                wrong.append(f"{expression}: {int(out.sum())} of {int(compared.sum())}, the first at {', '.join(repr(float(v[n])) for v in args[k])}: {float(all_[k * COUNT + n])!r}")
        for text in wrong:
            print(f"       {text}")
        j.total[f"results of functions by {name}"] += count
        j.check(not wrong and count > 0, f"{name}: {count} results of {len(FUNCTIONS)} functions, {len(wrong)} functions beyond WGSL's errors")
    planted(j, given["tilemark"], args)


def planted(j, ours, args):
    """A result that is off by 4 and more units in the last place of a function that WGSL wants right within 3, and a sine that is off by 1/1000, are noticed."""
    names = list(FUNCTIONS)
    for expression, change in (("x * y", lambda v: v * np.float32(1 + 4e-7)), ("log2(x)", lambda v: v * np.float32(1 + 1e-6)), ("sin(x)", lambda v: v + np.float32(1e-3))):
        k = names.index(expression)
        v = ours[k * COUNT:(k + 1) * COUNT]
        j.check(outside(k, change(v), args[k])[0].any(), f"planted: {expression} off by a little is noticed")
