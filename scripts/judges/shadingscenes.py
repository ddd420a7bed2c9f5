"""Scenes (tb/scene/FORMAT.md) whose draws have kernels of their own, each beside the program in GLSL that must do the same.

A kernel's text names registers: of pixel kernels $x, $y, $z, $w (1/w), $front, $r, $g, $b, $a, $u, $v and $c (constants), of vertex kernels those of
VERTEX below; $t0, $t1 and so on are free. In GLSL x and y are the pixel's; buffers of pixel kernels are b0 to b7, those of vertex kernels v0 to v7,
textures image0 and so on. A pixel kernel that binds buffer 7 counts in its word 0 the fragments that it runs for."""
import string

import numpy as np

SIXTEENTHS = 16  # of a pixel: where corners lie
PIXEL = ["x", "y", "z", "w", "front", "r", "g", "b", "a", "u", "v"]
VERTEX = ["vertex", "instance", "px", "py", "pz", "nx", "ny", "nz", "pu", "pv", "pr", "pg", "pb", "pa"]
COUNT = ["mov $t15:ud, 0:ud", "mov $t14:ud, 1:ud", "send.atomic.ud.add $t15, $t14, b7"]
RUN = "atomicAdd(b7[0], 1u);"
OPAQUE = "mov $a:f, 1:f"


def registers(stage, lanes):
    """Names of register sets of 32 bits a lane, as a thread of the stage begins."""
    names, constants = (PIXEL, 2) if stage == "pixel" else (VERTEX, 4)
    of = lanes // 8
    out = {name: f"r{1 + of * i}" for i, name in enumerate(names)}
    first = 1 + of * len(names)
    inputs = first + constants
    out["c"] = f"r{first}"
    return out | {f"t{i}": f"r{inputs + of * i}" for i in range((128 - inputs) // of)}, inputs


def kernel(name, lines, stage="pixel", lanes=8, directives=()):
    """An entry of a scene's kernels."""
    names, inputs = registers(stage, lanes)
    text = [string.Template(line).substitute(names) for line in lines]
    head = [f".kernel {name}", f".stage {stage}", f".lanes {lanes}", f".inputs {inputs}", *directives]
    return {"name": name, "lines": head + text}


def places(width, bytes=4):
    """$t13: number of the pixel; $t12: where its bytes are in a buffer."""
    return times("$t13", "$y", width, "$x") + [f"mul $t12:ud, $t13:ud, {bytes}:ud"]


def shown(word, scratch="$t11"):
    """Colours: three bytes of a word."""
    out = []
    for i, channel in enumerate("rgb"):
        out += [f"shr {scratch}:ud, {word}:ud, {8 * i}:ud", f"and {scratch}:ud, {scratch}:ud, 255:ud",
                f"cvt ${channel}:f, {scratch}:ud", f"div ${channel}:f, ${channel}:f, 255:f"]
    return out + [OPAQUE]


SHOWN = "o = vec4(%s & 255u, %s >> 8 & 255u, %s >> 16 & 255u, 255u) / 255.0;"


def show(word):
    return SHOWN % (word, word, word)


def placed(width, height, triangles, depths, colors=None, name="m"):
    """A mesh of triangles with corners in sixteenths of a pixel; a depth for each triangle or corner, a colour likewise."""
    corners = np.array(triangles, np.int64).reshape(-1, 3, 2)
    assert not through_centres(corners, width, height), "an edge passes through the centre of a pixel"
    z = np.broadcast_to(np.array(depths, float), (len(corners), 3))
    clip = corners / SIXTEENTHS / (np.array([width, height]) / 2) - 1
    mesh = {"name": name, "positions": [[float(x), float(y), float(d)] for (x, y), d in zip(clip.reshape(-1, 2), z.ravel())]}
    if colors is not None:
        c = np.array(colors, float).reshape(len(corners), -1, 4)
        mesh["colors"] = [[float(v) for v in k] for k in np.broadcast_to(c, (len(corners), 3, 4)).reshape(-1, 4)]
    return mesh


def edges(corners, width, height):
    """What section 4 of docs/arithmetic.md calls E, of each triangle's edges at each pixel's centre, in sixteenths."""
    y, x = np.mgrid[0:height, 0:width] * SIXTEENTHS + SIXTEENTHS // 2
    a, d = corners, np.roll(corners, -1, 1) - corners
    return d[:, :, 0, None, None] * (y - a[:, :, 1, None, None]) - d[:, :, 1, None, None] * (x - a[:, :, 0, None, None])


def through_centres(corners, width, height):
    e = edges(corners, width, height)
    return bool(((e == 0).any(1) & ((e >= 0).all(1) | (e <= 0).all(1))).any())


def whole(width, height):
    """Two triangles that cover all pixels, and leave the border free."""
    x0, y0, x1, y1 = 3, 5, SIXTEENTHS * width - 7, SIXTEENTHS * height - 1
    return [[(x0, y0), (x1, y0), (x0, y1)], [(x1, y0), (x1, y1), (x0, y1)]]


def patchwork(width, height, columns, rows, seed):
    """Triangles that share edges and cover all pixels once, of either winding."""
    rng = np.random.default_rng(seed)
    while True:
        x = np.linspace(3, SIXTEENTHS * width - 7, columns + 1).astype(np.int64)
        y = np.linspace(5, SIXTEENTHS * height - 1, rows + 1).astype(np.int64)
        at = np.stack(np.meshgrid(x, y), -1)
        at[1:-1, 1:-1] += rng.integers(-40, 41, at[1:-1, 1:-1].shape)
        out = []
        for j in range(rows):
            for i in range(columns):
                a, b, c, d = at[j, i], at[j, i + 1], at[j + 1, i], at[j + 1, i + 1]
                out += [[a, b, c], [b, c, d]] if rng.integers(2) else [[a, d, b], [a, c, d]]
        out = np.array(out)
        if not through_centres(out, width, height):
            return out


def scattered(width, height, n, seed):
    """Large triangles one over the other."""
    rng = np.random.default_rng(seed)
    out = []
    while len(out) < n:
        t = rng.integers(1, SIXTEENTHS * np.array([width, height]) - 1, (3, 2))
        (ax, ay), (bx, by) = t[1] - t[0], t[2] - t[0]
        if abs(ax * by - ay * bx) > SIXTEENTHS ** 2 * width * height // 3 and not through_centres(t[None], width, height):
            out.append(t)
    return np.array(out)


def number(k):
    """A red that numbers a triangle, 0 to 7, and lies in the middle between no two bytes."""
    return (2 * k + 1) / 16


def times(to, of, by, plus):
    """to = of * by + plus, of integers; to may be plus."""
    return [f"mul $t11:ud, {of}:ud, {by}:ud", f"add {to}:ud, $t11:ud, {plus}:ud"]


NUMBER = ["mul $t10:f, $r:f, 8:f", "cvt $t10:ud, $t10:f"]  # $t10: the triangle's
WHICH = "uint n = uint(color.r * 8.0);"


class Case:
    """A scene, its programs in GLSL (one pair for each draw: vertices, or None for the project's own; pixels), and a change of a kernel's text that must be noticed."""

    def __init__(self, name, size, kernels, buffers, meshes, draws, programs, change, slack=0, typed=None, **more):
        self.name, self.size, self.programs, self.change, self.slack, self.typed = name, size, programs, change, slack, typed or {}
        self.scene = {"size": list(size), "clear": {"color": [17, 34, 51, 68], "depth": 1, "stencil": 3}, **more}
        self.scene |= {"kernels": kernels, "buffers": buffers, "meshes": meshes, "draws": [{"clip_space": True, **d} for d in draws]}
        for key in [k for k, v in self.scene.items() if not v]:
            del self.scene[key]

    def changed(self):
        """The scene with the change in its kernels."""
        old, new = self.change
        lines = [line for k in self.scene["kernels"] for line in k["lines"]]
        assert sum(old in line for line in lines) == 1, f"{self.name}: {old} was expected once"
        kernels = [k | {"lines": [line.replace(old, new) for line in k["lines"]]} for k in self.scene["kernels"]]
        return self.scene | {"kernels": kernels}

    def bound(self, draw, stage):
        """Number -> name of the buffers that a draw's stage binds."""
        return self.scene["draws"][draw].get("bind", {}).get(stage, {}).get("buffers", {})


def words(name, values):
    return {"name": name, "words": [int(v) for v in values]}


def space(name, n):
    return {"name": name, "bytes": 4 * n}


def binds(**buffers):
    """bind of a pixel kernel: b0="name" and so on."""
    return {"pixel": {"buffers": {int(k[1:]): v for k, v in buffers.items()}}}


def stripes():
    w, h = size = 40, 24
    lines = COUNT + [
        "add $t0:ud, $x:ud, $y:ud",
        "rem.eq.f0 $t0:ud, $t0:ud, 5:ud",
        "(f0) discard",
        "mov $t15:ud, 4:ud",
        "send.atomic.ud.add $t15, $t14, b7",
        "and.ne.f1 null:ud, $y:ud, 4:ud",
        "(f1) mov $r:f, 1:f",
        "(f1) mov $g:f, 0:f",
        "send.color.4 $r {last}"]
    pixel = RUN + "if ((x + y) % 5u == 0u) discard; atomicAdd(b7[1], 1u); o = color; if ((y & 4u) != 0u) o.rg = vec2(1.0, 0.0);"
    meshes = [placed(w, h, whole(w, h), 0.5, [[[0, 1, 0, 1]], [[0.2, 0.4, 0.6, 0.8]]]),
              placed(w, h, scattered(w, h, 3, 1), [[0.25], [0.75], [0.125]], [[[0, 0, 1, 0]], [[0, 1, 1, 1]], [[0.4, 1, 0.8, 1]]], "over")]
    draws = [{"mesh": m, "vertex_color": True, "kernels": {"pixel": "k"}, "bind": binds(b7="counts")} for m in ("m", "over")]
    return Case("stripes by place, and discard", size, [kernel("k", lines, directives=[".binding 7 buffer read write"])], [space("counts", 4)],
                meshes, draws, [(None, pixel)] * 2, (", 5:ud", ", 6:ud"))


def stored(lanes, size, columns, rows):
    w, h = size
    lines = COUNT + NUMBER + places(w, 8) + [
        "mul $t0:ud, $x:ud, 0x9e3779b1:ud",
        "mul $t1:ud, $y:ud, 0x85ebca6b:ud",
        "xor $t0:ud, $t0:ud, $t1:ud",
        "mul $t1:ud, $front:ud, 0x1234567:ud",
        "add $t0:ud, $t0:ud, $t1:ud",
        "rol $t0:ud, $t0:ud, $t10:ud",
        "mad $t1:ud, $x:ud, $y:ud, $t10:ud",
        "send.store.ud.2 $t12, $t0, b0"] + shown("$t0") + ["send.color.4 $r {last}"]
    pixel = RUN + WHICH + """
        uint h = (x * 0x9e3779b1u ^ y * 0x85ebca6bu) + (gl_FrontFacing ? 0x1234567u : 0u);
        if (n != 0u) h = h << n | h >> (32u - n);
        uint at = 2u * (y * %du + x);
        if (at < b0.length()) b0[at] = h;
        if (at + 1u < b0.length()) b0[at + 1u] = x * y + n;
        """ % w + show("h")
    triangles = patchwork(w, h, columns, rows, lanes)
    colors = [[[number(k % 8), 0, 0, 1]] for k in range(len(triangles))]
    draw = {"mesh": "m", "vertex_color": True, "kernels": {"pixel": "k"}, "bind": binds(b0="stored", b7="counts")}
    k = kernel("k", lines, lanes=lanes, directives=[".binding 0 buffer write", ".binding 7 buffer read write"])
    return Case(f"a function of x, y and face, stored by place, {lanes} lanes", size, [k],
                [space("stored", 2 * w * h - 3), space("counts", 4)],  # which ends before the picture does
                [placed(w, h, triangles, 0.5, colors)], [draw], [(None, pixel)], ("0x85ebca6b", "0x85ebca6f"))


def narrow():
    w, h = size = 40, 24
    lines = places(w, 2) + [
        "mul $t0:ud, $x:ud, $y:ud",
        "add $t0:ud, $t0:ud, $t13:ud",
        "xor $t0:ud, $t0:ud, 0x5aa5:ud",
        "mov $t1:ub, $t0:ud",
        "mov $t2:uw, $t0:ud",
        "send.store.ub $t13, $t1, b0",
        "send.store.uw $t12, $t2, b1"] + shown("$t0") + ["send.color.4 $r {last}"]
    pixel = """
        uint p = y * 40u + x, k = x * y + p ^ 0x5aa5u;
        atomicOr(b0[p >> 2], (k & 255u) << 8 * (p & 3u));
        atomicOr(b1[p >> 1], (k & 65535u) << 16 * (p & 1u));
        """ + show("k")
    k = kernel("k", lines, lanes=16, directives=[".binding 0 buffer write", ".binding 1 buffer write"])
    draw = {"mesh": "m", "kernels": {"pixel": "k"}, "bind": binds(b0="bytes", b1="halves")}
    return Case("bytes and halves stored by place, 16 lanes", size, [k], [space("bytes", w * h // 4), space("halves", w * h // 2)],
                [placed(w, h, patchwork(w, h, 4, 3, 5), 0.375)], [draw], [(None, pixel)], ("0x5aa5", "0x5aa4"))


def uncached():
    w, h = size = 40, 24
    lines = places(w, 8) + [
        "cvt $t6:f, $x:ud",
        "mul $t6:f, $t6:f, 0.5:f",
        "mov $t7:f, $z:f",
        "send.store.f.2 $t12, $t6, b2 {nc}",
        "send.color.4 $r {last}"]
    pixel = """
        uint at = 2u * (y * 40u + x);
        b2[at] = floatBitsToUint(float(x) * 0.5);
        b2[at + 1u] = floatBitsToUint(gl_FragCoord.z);
        o = color;
        """
    k = kernel("k", lines, lanes=16, directives=[".binding 2 buffer write"])
    draw = {"mesh": "m", "color": [0.2, 0.4, 0.6, 0.8], "kernels": {"pixel": "k"}, "bind": binds(b2="floats")}
    return Case("floats and depths stored by place, past the caches, 16 lanes", size, [k], [space("floats", 2 * w * h)],
                [placed(w, h, patchwork(w, h, 4, 3, 5), 0.375)], [draw], [(None, pixel)], ("0.5:f", "0.25:f"))


def atomics():
    w, h = size = 40, 24
    operations = ["add", "sub", "min", "max", "and", "or", "xor"]
    lines = COUNT + places(w) + [
        "mul $t1:ud, $t13:ud, 0x9e3779b1:ud",
        *times("$t2", "$y", 3, "$x"),
        "and $t2:ud, $t2:ud, 7:ud",
        "shl $t3:ud, $t2:ud, 2:ud"]
    for i, operation in enumerate(operations):
        lines.append(f"send.atomic.ud.{operation} $t3{f'+{32 * i}' if i else ''}, $t1, b0")
    lines += [
        "send.atomic.d.min $t3, $t1, b1",
        "send.atomic.d.max $t3+32, $t1, b1",
        "mul $t4:ud, $t2:ud, 77:ud",
        "send.atomic.ud.xchg $t3+64, $t4, b1",
        "send.atomic.ud.store $t3+96, $t4, b1",
        "mov $t6:ud, 0:ud",  # what is compared, and what is written
        "add $t7:ud, $t2:ud, 1000:ud",
        "send.atomic.ud.cmpxchg $t3+128, $t6, b1",
        "mov $t8:ud, 0:ud",  # each fragment draws a number and writes to the word of that number
        "send.atomic.ud.add $t9, $t8, $t14, b2",
        "mov $t8:ud, 0xc0de:ud",
        "shl $t9:ud, $t9:ud, 2:ud",
        "send.store.ud $t9+4, $t8, b2"] + shown("$t1") + ["send.color.4 $r {last}"]
    names = {"add": "Add", "min": "Min", "max": "Max", "and": "And", "or": "Or", "xor": "Xor"}
    pixel = RUN + "uint k = (y * 40u + x) * 0x9e3779b1u, i = x + 3u * y & 7u;" + "".join(
        f"atomic{names.get(o, 'Add')}(b0[i + {8 * n}u], {'-k' if o == 'sub' else 'k'});" for n, o in enumerate(operations)) + """
        atomicMin(b1[i], int(k)); atomicMax(b1[i + 8u], int(k));
        atomicExchange(b1[i + 16u], int(i * 77u)); atomicExchange(b1[i + 24u], int(i * 77u));
        atomicCompSwap(b1[i + 32u], 0, int(i + 1000u));
        b2[1u + atomicAdd(b2[0], 1u)] = 0xc0deu;
        """ + show("k")
    start = np.random.default_rng(3).integers(0, 1 << 32, 56)
    start[8 * 4:8 * 5] = 0xffffffff
    triangles = scattered(w, h, 4, 7)
    k = kernel("k", lines, directives=[f".binding {n} buffer read write" for n in (0, 1, 2, 7)])
    return Case("atomics of all kinds on a few words, triangles one over the other", size, [k],
                [words("unsigned", start), words("signed", [5, -5 & 0xffffffff] * 8 + [1] * 16 + [0, 7] * 4), space("drawn", 1 + 4 * w * h), space("counts", 4)],
                [placed(w, h, triangles, [[0.5], [0.25], [0.75], [0.125]])],
                [{"mesh": "m", "kernels": {"pixel": "k"}, "bind": binds(b0="unsigned", b1="signed", b2="drawn", b7="counts")}],
                [(None, pixel)], (", 77:ud", ", 78:ud"), typed={"b1": "int"})


def divisors():
    w, h = size = 40, 24
    lines = COUNT + places(w) + [
        "mul $t0:ud, $x:ud, 42:ud",
        "mul $t1:ud, $y:ud, 30:ud",
        "mov $t3:ud, 0:ud",
        "cmp.ne.f0 null:ud, $t1:ud, 0:ud",
        "(f0) if",
        "loop",
        "rem $t2:ud, $t0:ud, $t1:ud",
        "mov $t0:ud, $t1:ud",
        "mov $t1:ud, $t2:ud",
        "add $t3:ud, $t3:ud, 1:ud",
        "cmp.ne.f0 null:ud, $t1:ud, 0:ud",
        "(f0) while",
        "endif",
        "shl $t4:ud, $t3:ud, 16:ud",
        "or $t0:ud, $t0:ud, $t4:ud",
        "send.store.ud $t12, $t0, b0"] + shown("$t0") + ["send.color.4 $r {last}"]
    pixel = RUN + """
        uint a = x * 42u, b = y * 30u, steps = 0u;
        while (b != 0u) { uint c = a % b; a = b; b = c; steps++; }
        a |= steps << 16;
        b0[y * 40u + x] = a;
        """ + show("a")
    k = kernel("k", lines, directives=[".binding 0 buffer write", ".binding 7 buffer read write"])
    return Case("greatest common divisors by Euclid's loop", size, [k], [space("stored", w * h), space("counts", 4)], [placed(w, h, patchwork(w, h, 3, 3, 9), 0.5)],
                [{"mesh": "m", "kernels": {"pixel": "k"}, "bind": binds(b0="stored", b7="counts")}], [(None, pixel)], (", 30:ud", ", 31:ud"))


def collatz():
    w, h = size = 40, 24
    lines = COUNT + places(w) + [
        "add $t0:ud, $t13:ud, 27:ud",
        "mov $t1:ud, 0:ud",
        "mov $t2:ud, 0:ud",
        "loop",
        "cmp.le.f0 null:ud, $t0:ud, 1:ud",
        "(f0) break",
        "add $t1:ud, $t1:ud, 1:ud",
        "and.ne.f1 null:ud, $t0:ud, 1:ud",
        "(f1) if",
        "mul $t0:ud, $t0:ud, 3:ud",
        "add $t0:ud, $t0:ud, 1:ud",
        "add $t2:ud, $t2:ud, 1:ud",
        "else",
        "shr $t0:ud, $t0:ud, 1:ud",
        "endif",
        "while",
        "shl $t2:ud, $t2:ud, 8:ud",
        "or $t1:ud, $t1:ud, $t2:ud",
        "send.store.ud $t12, $t1, b0"] + shown("$t1") + ["send.color.4 $r {last}"]
    pixel = RUN + """
        uint k = y * 40u + x + 27u, steps = 0u, odd = 0u;
        while (k > 1u) { steps++; if ((k & 1u) != 0u) { k = 3u * k + 1u; odd++; } else k >>= 1; }
        steps |= odd << 8;
        b0[y * 40u + x] = steps;
        """ + show("steps")
    k = kernel("k", lines, lanes=16, directives=[".binding 0 buffer write", ".binding 7 buffer read write"])
    return Case("steps of Collatz's sequence, 16 lanes", size, [k], [space("stored", w * h), space("counts", 4)], [placed(w, h, patchwork(w, h, 3, 2, 11), 0.5)],
                [{"mesh": "m", "kernels": {"pixel": "k"}, "bind": binds(b0="stored", b7="counts")}], [(None, pixel)], (", 27:ud", ", 28:ud"))


def texels(name, width, height, seed, **more):
    data = np.random.default_rng(seed).integers(0, 256, (height, width, 4), np.uint8)
    return {"name": name, "pixels": [" ".join(t.tobytes().hex() for t in row) for row in data], **more}


def sampled():
    w, h = size = 40, 24
    lines = [
        "mul $t0:ud, $x:ud, 5:ud",
        *times("$t0", "$y", 3, "$t0"),
        "cvt $t0:f, $t0:ud",
        "add $t0:f, $t0:f, 0.5:f",
        "mul $t0:f, $t0:f, 0.0625:f",
        "cvt $t1:f, $y:ud",
        "mul $t1:f, $t1:f, 3:f",
        "add $t1:f, $t1:f, 0.5:f",
        "mul $t1:f, $t1:f, 0.125:f",
        "add $t1:f, $t1:f, -2:f",
        "send.sample.4.xy $t4, $t0, b0, s0",
        "and $t8:d, $x:ud, 15:ud",  # a texel, some beyond the edges
        "add $t8:d, $t8:d, -3:d",
        "and $t9:d, $y:ud, 7:ud",
        "add $t9:d, $t9:d, -1:d",
        "mov $t10:ud, 0:ud",
        "send.texel.4.xyz $r, $t8, b1",
        "add $t11:ud, $x:ud, $y:ud",
        "and $t2:ud, $t11:ud, 3:ud",
        "cvt $t2:f, $t2:ud",
        "send.sample_level.4.xyz $t8, $t0, b2, s2",
        "and.ne.f0 null:ud, $x:ud, 8:ud",
        "(f0) mov $r:f, $t4:f",
        "(f0) mov $g:f, $t5:f",
        "(f0) mov $b:f, $t6:f",
        "(f0) mov $a:f, $t7:f",
        "and.ne.f1 null:ud, $y:ud, 8:ud",
        "(f1) mov $g:f, $t8:f",
        "(f1) mov $b:f, $t9:f",
        "(f1) mov $a:f, $t11:f",
        "send.color.4 $r {last}"]
    pixel = """
        vec2 at = vec2((float(5u * x + 3u * y) + 0.5) / 16.0, (float(y) * 3.0 + 0.5) / 8.0 - 2.0);
        vec4 repeated = texture(image0, at);
        ivec2 p = ivec2(int(x & 15u) - 3, int(y & 7u) - 1);
        o = all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, textureSize(image1, 0))) ? texelFetch(image1, p, 0) : vec4(0.0);
        vec4 level = textureLod(image2, at, float(x + y & 3u));
        if ((x & 8u) != 0u) o = repeated;
        if ((y & 8u) != 0u) o.gba = level.rga;
        """
    textures = [texels("t0", 16, 8, 1, wrap_u="repeat", wrap_v="mirror"), texels("t1", 7, 5, 2),
                texels("t2", 8, 8, 3, wrap_u="clamp", wrap_v="repeat", filter={"mag": "nearest", "min": "nearest", "mip": "nearest"}, levels=3)]
    k = kernel("k", lines, directives=[".binding 0 texture", ".binding 1 texture", ".binding 2 texture", ".sampler 0", ".sampler 2"])
    bind = {"pixel": {"textures": {0: "t0", 1: "t1", 2: "t2"}, "samplers": {0: "t0", 1: "t1", 2: "t2"}}}
    return Case("textures at computed coordinates: nearest, by level, and texels by number", size, [k], [], [placed(w, h, whole(w, h), 0.5)],
                [{"mesh": "m", "kernels": {"pixel": "k"}, "bind": bind}], [(None, pixel)], (", 3:f", ", 2:f"), textures=textures)


def loads():
    w, h = size = 40, 24
    lines = places(w) + [
        "mul $t0:ud, $x:ud, 13:ud",
        *times("$t0", "$y", 7, "$t0"),
        "rem $t0:ud, $t0:ud, 300:ud",
        "shl $t1:ud, $t0:ud, 2:ud",
        "send.load.ud $t2, $t1, b0",
        "send.load.ub $t3, $t0+1, b0 {nc}",
        "mov $t4:ud, $t3:ub",
        "xor $t2:ud, $t2:ud, $t4:ud",
        "send.size $t5, b0",
        "add $t2:ud, $t2:ud, $t5<0>:ud",
        "send.constant.1 $t5, +32, b1",
        "xor $t2:ud, $t2:ud, $t5.3<0>:ud"] + shown("$t2") + [
        "and.ne.f0 null:ud, $x:ud, 16:ud",
        "(f0) if",
        "rem $t6:ud, $t13:ud, 50:ud",
        "shl $t6:ud, $t6:ud, 4:ud",
        "send.load.f.4 $r, $t6, b2",
        "endif",
        "send.color.4 $r {last}"]
    pixel = """
        uint i = (13u * x + 7u * y) % 300u, k = i < b0.length() ? b0[i] : 0u, j = i + 1u;
        k ^= b0[j >> 2] >> 8 * (j & 3u) & 255u;
        k += uint(4 * b0.length());
        k ^= b1[11];
        """ + show("k") + """
        if ((x & 16u) != 0u) {
          uint at = 4u * ((y * 40u + x) % 50u);
          for (uint c = 0u; c < 4u; c++) o[c] = at + c < b2.length() ? uintBitsToFloat(b2[at + c]) : 0.0;
        }
        """
    rng = np.random.default_rng(13)
    floats = {"name": "floats", "floats": [float(np.float32(v / 255)) for v in rng.integers(0, 256, 190)]}
    k = kernel("k", lines, directives=[".binding 0 buffer read", ".binding 1 constant", ".binding 2 buffer read"])
    return Case("loads of words, bytes, constants and floats, some beyond the end, as colours", size, [k],
                [words("table", rng.integers(0, 1 << 32, 256)), words("constants", rng.integers(0, 1 << 32, 16)), floats],
                [placed(w, h, whole(w, h), 0.5)], [{"mesh": "m", "kernels": {"pixel": "k"}, "bind": binds(b0="table", b1="constants", b2="floats")}],
                [(None, pixel)], (", 13:ud", ", 14:ud"))


def depths(format, lanes):
    w, h = size = 40, 24
    lines = COUNT + NUMBER + [
        "mul $t0:ud, $x:ud, 37:ud",
        *times("$t0", "$y", 11, "$t0"),
        "mul $t1:ud, $t10:ud, 101:ud",
        "add $t0:ud, $t0:ud, $t1:ud",
        "and $t0:ud, $t0:ud, 255:ud",
        "cvt $t0:f, $t0:ud",
        "mul $t0:f, $t0:f, 0.0078125:f",
        "add $t0:f, $t0:f, -0.5:f",  # from -1/2 to 3/2
        "mov $t2:f, $r:f", "mov $t3:f, $g:f", "mov $t4:f, $b:f", "mov $t5:f, 1:f", "mov $t6:f, $t0:f",
        "send.color_depth.4 $t2 {last}"]
    pixel = RUN + WHICH + "gl_FragDepth = float(37u * x + 11u * y + 101u * n & 255u) / 128.0 - 0.5; o = vec4(color.rgb, 1.0);"
    colors = [[[number(k), k % 2, k // 2 % 2, 1]] for k in range(5)]
    meshes = [placed(w, h, scattered(w, h, 5, 17), [[0.1]] * 5, colors)]
    draws = [{"mesh": "m", "vertex_color": True, "kernels": {"pixel": "k"}, "bind": binds(b7="counts"), "depth_func": f, "first": first, "count": count}
             for f, first, count in (("less", 0, 9), ("greater", 9, 3), ("lequal", 12, 3))]
    k = kernel("k", lines, lanes=lanes, directives=[".binding 7 buffer read write"])
    return Case(f"depths that the kernel gives, from below 0 to above 1, {format}, {lanes} lanes", size, [k], [space("counts", 4)], meshes, draws,
                [(None, pixel)] * 3, (", 101:ud", ", 102:ud"), depth_format=format)


def tested(early, discards, format, lanes):
    """Triangles with sides of powers of two: their depths have few bits, and both compute them exactly."""
    w, h = size = 64, 32
    lines = COUNT + NUMBER + places(w) + [
        f"mul $t0:ud, $t10:ud, {4 * w * h}:ud",
        "add $t0:ud, $t0:ud, $t12:ud"]
    if discards:
        lines += ["add $t1:ud, $x:ud, $t10:ud", "and.eq.f0 null:ud, $t1:ud, 3:ud", "(f0) discard"]
    lines += [
        "mov $t2:f, $z:f",
        "add $t2:ud, $t2:ud, 1:ud",
        "send.store.ud $t0, $t2, b0",
        "mul $g:f, $g:f, $w:f",
        "send.color.4 $r {last}"]
    pixel = RUN + WHICH + ("if ((x + n & 3u) == 0u) discard;" if discards else "") + """
        b0[n * %du + y * %du + x] = floatBitsToUint(gl_FragCoord.z) + 1u;
        o = vec4(color.r, color.g * gl_FragCoord.w, color.ba);
        """ % (w * h, w)
    s = SIXTEENTHS

    def right(x, y, dx, dy, z, zx, zy):
        """A triangle with its right angle at (x, y), and depths there and at the other two corners."""
        return [(x, y), (x + dx * s, y), (x, y + dy * s)], [z, zx, zy]

    made = [right(35, 37, 32, 16, 0.5, 0.25, 0.75), right(37 * s + 5, 17 * s + 3, -32, -16, 0.375, 0.625, 0.5),
            right(9 * s + 3, 5 * s + 5, 32, 16, 0.625, 0.375, 0.125), right(60 * s + 5, 29 * s + 5, -32, -16, 0.25, 0.3125, 0.75),
            right(20 * s + 3, 3 * s + 5, 32, 16, 0.5, 0.5, 0.5), right(3 * s + 3, 9 * s + 5, 32, 16, 0.75, 0.5, 0.0)]
    mesh = placed(w, h, [t for t, _ in made], [z for _, z in made], [[[number(k), 1 - k % 2, k % 3 / 5, 1]] for k in range(6)])
    stencil = {"stencil": {"func": "always", "pass": "incr_wrap", "zfail": "invert"}} if format == "d24s8" else {}
    common = {"mesh": "m", "vertex_color": True, "kernels": {"pixel": "k"}, "bind": binds(b0="stored", b7="counts"), **stencil}
    draws = [{**common, "first": 0, "count": 9}, {**common, "first": 9, "count": 6, "depth_func": "greater"}, {**common, "first": 15, "count": 3, "depth_func": "lequal"}]
    head = "layout(early_fragment_tests) in;" if early else ""
    k = kernel("k", lines, lanes=lanes, directives=[".binding 0 buffer write", ".binding 7 buffer read write"] + [".early"] * early)
    name = f"{'early' if early else 'late'} test of a kernel that stores{' and discards' if discards else ''}, {format}, {lanes} lanes"
    return Case(name, size, [k], [space("stored", 6 * w * h), space("counts", 4)], [mesh], draws, [(None, (head, pixel))] * 3,
                (f", {4 * w * h}:ud", f", {4 * w * h - 4}:ud"), depth_format=format)


def private():
    w, h = size = 40, 24
    lines = COUNT + places(w) + [
        "mov $t0:ud, 0:ud",
        "loop",
        *times("$t1", "$t0", 5, "$x"),
        "and $t1:ud, $t1:ud, 7:ud",
        "shl $t1:ud, $t1:ud, 2:ud",
        "add $t2:ud, $x:ud, $t0:ud",
        "add $t3:ud, $y:ud, 3:ud",
        "mul $t2:ud, $t2:ud, $t3:ud",
        "xor $t2:ud, $t2:ud, $t0:ud",
        "send.private_store.ud $t1, $t2",
        "add $t0:ud, $t0:ud, 1:ud",
        "cmp.lt.f0 null:ud, $t0:ud, 8:ud",
        "(f0) while",
        "mov $t0:ud, 0:ud",
        "mov $t4:ud, 0:ud",
        "loop",
        "shl $t1:ud, $t0:ud, 2:ud",
        "and $t5:ud, $t0:ud, $y:ud",
        "add $t0:ud, $t0:ud, 1:ud",
        "and.ne.f1 null:ud, $t5:ud, 1:ud",
        "(f1) continue",  # odd rows leave out the odd words
        "send.private_load.ud $t2, $t1",
        *times("$t4", "$t4", 11, "$t2"),
        "rejoin",
        "cmp.lt.f0 null:ud, $t0:ud, 8:ud",
        "(f0) while",
        "send.store.ud $t12, $t4, b0"] + shown("$t4") + ["send.color.4 $r {last}"]
    pixel = RUN + """
        uint m[8], sum = 0u;
        for (uint i = 0u; i < 8u; i++) m[i * 5u + x & 7u] = (x + i) * (y + 3u) ^ i;
        for (uint i = 0u; i < 8u; i++) { if ((i & y & 1u) != 0u) continue; sum = sum * 11u + m[i]; }
        b0[y * 40u + x] = sum;
        """ + show("sum")
    k = kernel("k", lines, lanes=16, directives=[".scratch 512", ".binding 0 buffer write", ".binding 7 buffer read write"])
    return Case("words of each lane in scratch memory, 16 lanes", size, [k], [space("stored", w * h), space("counts", 4)], [placed(w, h, patchwork(w, h, 4, 3, 19), 0.5)],
                [{"mesh": "m", "kernels": {"pixel": "k"}, "bind": binds(b0="stored", b7="counts")}], [(None, pixel)], (", 11:ud", ", 13:ud"))


VERTICES = """#version 450
out vec4 color;
out vec2 uv;
layout(location = 0) in vec3 p;
layout(location = 3) in vec4 c;
%s
void main() {
  %s
}
"""


def to_vertices():
    """Pixels of the first draw store corners, which the second one's vertices are."""
    w, h = size = 64, 32
    triangles = scattered(w, h, 3, 23)
    corners = placed(w, h, triangles, [[0.25], [0.375], [0.125]])["positions"]
    wanted = np.array([[*c, 1] for c in corners]).ravel()
    n = len(wanted)
    table = np.zeros(n)
    table[(5 * np.arange(n) + 3) % n] = wanted / 2
    lines = places(w) + [
        "mul $t0:ud, $t13:ud, 5:ud",
        "add $t0:ud, $t0:ud, 3:ud",
        f"rem $t0:ud, $t0:ud, {n}:ud",
        "shl $t0:ud, $t0:ud, 2:ud",
        "send.load.f $t1, $t0, b0",
        "mul $t1:f, $t1:f, 2:f",
        f"cmp.lt.f0 null:ud, $t13:ud, {n}:ud",
        "(f0) send.store.f $t12, $t1, b1",
        "send.color.4 $r {last}"]
    first = """
        uint p = y * %du + x;
        if (p < %du) b1[p] = floatBitsToUint(uintBitsToFloat(b0[(5u * p + 3u) %% %du]) * 2.0);
        o = color;
        """ % (w, n, n)
    above = [
        "shl $t0:ud, $vertex:ud, 4:ud",
        "send.load.f.4 $t1, $t0, b0",
        "div $t0:ud, $vertex:ud, 3:ud",
        "cvt $t5:f, $t0:ud",
        "mul $t5:f, $t5:f, 0.125:f",
        "add $t5:f, $t5:f, 0.0625:f",
        "mov $t6:f, $pr:f", "mov $t7:f, $pg:f", "mov $t8:f, $pb:f", "mov $t9:f, 0:f", "mov $t10:f, 0:f",
        "send.result.4 $t1, +0",
        "send.result.4 $t5, +128",
        "send.result.2 $t9, +256 {last}"]
    vertices = ("", """
        uint at = 4u * uint(gl_VertexID);
        for (int k = 0; k < 4; k++) gl_Position[k] = uintBitsToFloat(v0[at + k]);
        color = vec4(float(gl_VertexID / 3) * 0.125 + 0.0625, c.rgb);
        """)
    below = COUNT + places(w) + NUMBER + [
        "rem $t0:ud, $t13:ud, 40:ud",
        "shl $t0:ud, $t0:ud, 2:ud",
        "send.load.ud $t1, $t0, b1",
        *times("$t1", "$t10", 12345, "$t1"),
        f"mul $t2:ud, $t10:ud, {4 * w * h}:ud",
        "add $t2:ud, $t2:ud, $t12:ud",
        "send.store.ud $t2, $t1, b2"] + shown("$t1") + ["send.color.4 $r {last}"]
    second = RUN + WHICH + """
        uint p = y * %du + x, i = p %% 40u, k = i < b1.length() ? b1[i] : 0u;
        k += n * 12345u;
        b2[n * %du + p] = k;
        """ % (w, w * h) + show("k")
    kernels = [kernel("first", lines, directives=[".binding 0 buffer read", ".binding 1 buffer write"]),
               kernel("corners", above, "vertex", directives=[".binding 0 buffer read"]),
               kernel("second", below, lanes=16, directives=[".binding 1 buffer read", ".binding 2 buffer write", ".binding 7 buffer read write"])]
    dummy = {"name": "dummy", "positions": [[0, 0, 0]] * 9, "colors": [[0.2, 0.4, 0.6, 1]] * 9}
    draws = [{"mesh": "m", "color": [0.2, 0.4, 0.6, 1], "kernels": {"pixel": "first"}, "bind": binds(b0="table", b1="handed"), "flush": "write_back"},
             {"mesh": "dummy", "kernels": {"vertex": "corners", "pixel": "second"},
              "bind": {"vertex": {"buffers": {0: "handed"}}, **binds(b1="handed", b2="stored", b7="counts")}}]
    return Case("a flush, and vertices from what pixels have stored", size, kernels,
                [{"name": "table", "floats": [float(v) for v in table]}, space("handed", n), space("stored", 3 * w * h), space("counts", 4)],
                [placed(w, h, whole(w, h), 0.5), dummy], draws, [(None, first), (vertices, second)], (", 12345:ud", ", 12346:ud"))


def to_pixels():
    w, h = size = 40, 24
    first = places(w) + [
        "mul $t0:ud, $t13:ud, 0x9e3779b1:ud",
        "send.store.ud $t12, $t0, b0",
        "send.end {last}"]  # no colour, no depth
    mirrored = places(w) + [
        "mov $t0:ud, -$t13:ud",
        f"add $t0:ud, $t0:ud, {w * h - 1}:ud",
        "shl $t0:ud, $t0:ud, 2:ud",
        "send.load.ud $t1, $t0, b0",
        "send.load.ud $t2, $t12+4, b0",
        "add $t1:ud, $t1:ud, $t2:ud",
        "xor $t1:ud, $t1:ud, 0x55aa33cc:ud",
        "send.store.ud $t12, $t1, b1"] + shown("$t1") + ["send.color.4 $r {last}"]
    programs = [(None, "b0[y * 40u + x] = (y * 40u + x) * 0x9e3779b1u; discard;")] + [(None, """
        uint p = y * 40u + x, k = b0[959u - p] + (p + 1u < b0.length() ? b0[p + 1u] : 0u);
        k ^= 0x55aa33ccu;
        b1[p] = k;
        """ + show("k"))] * 2
    kernels = [kernel("first", first, directives=[".binding 0 buffer write"]),
               kernel("mirrored", mirrored, lanes=32, directives=[".binding 0 buffer read", ".binding 1 buffer write"])]
    draws = [{"mesh": "m", "kernels": {"pixel": "first"}, "bind": binds(b0="one"), "flush": "write_back"},
             {"mesh": "m", "kernels": {"pixel": "mirrored"}, "bind": binds(b0="one", b1="two"), "flush": "write_back"},
             {"mesh": "part", "kernels": {"pixel": "mirrored"}, "bind": binds(b0="two", b1="three")}]
    return Case("flushes, and pixels that load what pixels of earlier draws have stored", size, kernels, [space(n, w * h) for n in ("one", "two", "three")],
                [placed(w, h, whole(w, h), 0.5), placed(w, h, [[(33, 37), (600, 101), (99, 341)]], 0.25, name="part")], draws, programs, ("0x55aa33cc", "0x55aa33cd"))


def instanced():
    """Each instance has a place, a depth, a w and a colour of its own from a buffer; colours add up."""
    w, h = size = 64, 32
    above = [
        "shl $t0:ud, $instance:ud, 5:ud",
        "send.load.f.4 $t1, $t0, b3",
        "send.load.f.4 $t12, $t0+16, b3",
        "add $t8:f, $px:f, $t1:f",
        "add $t9:f, $py:f, $t2:f",
        "add $t10:f, $pz:f, $t3:f",
        "mov $t11:f, $t4:f",
        "mul $t8:f, $t8:f, $t4:f",
        "mul $t9:f, $t9:f, $t4:f",
        "mul $t10:f, $t10:f, $t4:f",
        "cvt $t16:f, $vertex:ud", "mov $t17:f, 0:f",
        "send.result.4 $t8, +0",
        "send.result.4 $t12, +256",
        "send.result.2 $t16, +512 {last}"]
    vertices = ("", """
        uint at = 8u * uint(gl_InstanceID);
        vec4 d, k;
        for (int i = 0; i < 4; i++) { d[i] = uintBitsToFloat(v3[at + i]); k[i] = uintBitsToFloat(v3[at + 4 + i]); }
        gl_Position = vec4((p + d.xyz) * d.w, d.w);
        color = k;
        """)
    below = COUNT + NUMBER + places(w) + [
        "shl $t0:ud, $t10:ud, 2:ud",
        "send.atomic.ud.add $t0+4, $t14, b7",
        f"mul $t0:ud, $t10:ud, {4 * w * h}:ud",
        "add $t0:ud, $t0:ud, $t12:ud",
        "mov $t1:f, $w:f",
        "mul $t1:ud, $t1:ud, 3:ud",
        "send.store.ud $t0, $t1, b0",
        "send.color.4 $r {last}"]
    pixel = RUN + WHICH + """
        atomicAdd(b7[1u + n], 1u);
        b0[n * %du + y * %du + x] = floatBitsToUint(gl_FragCoord.w) * 3u;
        o = color;
        """ % (w * h, w)
    instances = []
    for i, (x, y, of) in enumerate([(0, 0, 1), (9, 2, 2), (20, 5, 0.5), (3, 11, 4), (27, 13, 1), (15, 8, 0.25)]):
        instances += [x / (w / 2), y / (h / 2), 0.0625 * i, of, number(i), i * 40 / 255, (5 - i) * 30 / 255, 0.2]
    triangles = [[(35, 37), (35 + 400, 37 + 31), (35 + 81, 37 + 257)]]
    for x, y in ((0, 0), (9, 2), (20, 5), (3, 11), (27, 13), (15, 8)):
        assert not through_centres(np.array(triangles) + SIXTEENTHS * np.array([x, y]), w, h)
    kernels = [kernel("each", above, "vertex", 16, directives=[".binding 3 buffer read"]),
               kernel("k", below, directives=[".binding 0 buffer write", ".binding 7 buffer read write"])]
    draw = {"mesh": "m", "instances": 6, "kernels": {"vertex": "each", "pixel": "k"}, "blend": {"src": "one", "dst": "one"}, "depth_func": "lequal",
            "bind": {"vertex": {"buffers": {3: "instances"}}, **binds(b0="stored", b7="counts")}}
    return Case("instances whose place, w and colour a vertex kernel of 16 lanes loads", size, kernels,
                [{"name": "instances", "floats": [float(np.float32(v)) for v in instances]}, space("stored", 6 * w * h), space("counts", 8)],
                [placed(w, h, triangles, 0.5)], [draw], [(vertices, pixel)], (", 3:ud", ", 5:ud"), clear={"color": [10, 20, 30, 40], "depth": 0.75, "stencil": 0})


def stepped():
    w, h = size = 64, 32
    lines = COUNT + places(w) + [
        "mov $t1:f, $z:f",
        "rol $t1:ud, $t1:ud, $x:ud",
        "xor $t1:ud, $t1:ud, 0x1f2e3d4c:ud",
        "send.store.ud $t12, $t1, b0"] + shown("$t1") + ["send.color.4 $r {last}"]
    pixel = RUN + """
        uint k = floatBitsToUint(gl_FragCoord.z), s = x & 31u;
        if (s != 0u) k = k << s | k >> (32u - s);
        k ^= 0x1f2e3d4cu;
        b0[y * %du + x] = k;
        """ % w + show("k")
    k = kernel("k", lines, lanes=32, directives=[".binding 0 buffer write", ".binding 7 buffer read write"])
    draw = {"mesh": "m", "instances": 5, "instance_step": [0.375, 0.0625, 0.125], "kernels": {"pixel": "k"}, "bind": binds(b0="stored", b7="counts")}
    return Case("instances of the project's own vertices, side by side, 32 lanes", size, [k], [space("stored", w * h), space("counts", 4)],
                [placed(w, h, [[(19, 37), (19 + 170, 37 + 31), (19 + 81, 37 + 357)]], 0.25)], [draw], [(None, pixel)], ("0x1f2e3d4c", "0x1f2e3d4d"))


def interpolated():
    w, h = size = 40, 24
    lines = [
        "mul $r:f, $r:f, $c.5<0>:f",
        "mov $t0:f, 1:f",
        "add $g:f, $t0:f, -$g:f",
        "mul $b:f, $u:f, $v:f",
        "mul $b:f, $b:f, 0.75:f",
        "send.color.4 $r {last}"]
    pixel = "o = vec4(color.r * alpha_ref, 1.0 - color.g, uv.x * uv.y * 0.75, color.a);"
    rng = np.random.default_rng(29)
    t = scattered(w, h, 2, 31)
    mesh = placed(w, h, t, [[0.25], [0.5]], rng.random((2, 3, 4)).round(3))
    mesh["uvs"] = [[float(v) for v in uv] for uv in rng.random((6, 2)).round(3)]
    common = {"mesh": "m", "vertex_color": True, "kernels": {"pixel": "k"}}
    draws = [{**common, "count": 3, "registers": {"PS.ALPHA_REF": 0x3f400000, "ASU.ATTRIBUTES.TEXCOORD": 1}},
             {**common, "first": 3, "count": 3, "registers": {"PS.ALPHA_REF": 0x3ec00000, "ASU.ATTRIBUTES.TEXCOORD": 1}}]
    return Case("colours and texture coordinates between corners, and a constant of each draw", size, [kernel("k", lines)], [], [mesh], draws,
                [(None, ("uniform float alpha_ref;", pixel))] * 2, ("0.75:f", "0.6875:f"), slack=1)


def neighbours():
    """Quads have helpers at the edges of triangles: differences are those of the whole plane."""
    w, h = size = 40, 24
    lines = places(w, 8) + [
        "mul $t0:ud, $y:ud, 3:ud",
        "add $t0:ud, $t0:ud, $x:ud",
        "mul $t0:ud, $t0:ud, $y:ud",
        "mul $t1:ud, $x:ud, $x:ud",
        "add $t0:ud, $t0:ud, $t1:ud",
        "cvt $t0:f, $t0:ud",
        "mov $t1:f, $t0:f[yyww]",
        "mov $t2:f, $t0:f[xxzz]",
        "add $t1:f, $t1:f, -$t2:f",
        "mov $t2:f, $t0:f[zwzw]",
        "mov $t3:f, $t0:f[xyxy]",
        "add $t2:f, $t2:f, -$t3:f",
        "send.store.f.2 $t12, $t1, b0",
        "mul $r:f, $t1:f, 0.01171875:f",
        "mul $g:f, $t2:f, 0.01171875:f",
        "send.color.4 $r {last}"]
    pixel = """
        float f = float((3u * y + x) * y + x * x), dx = dFdxFine(f), dy = dFdyFine(f);
        uint at = 2u * (y * 40u + x);
        b0[at] = floatBitsToUint(dx);
        b0[at + 1u] = floatBitsToUint(dy);
        o = vec4(dx * 0.01171875, dy * 0.01171875, color.ba);
        """
    k = kernel("k", lines, lanes=16, directives=[".binding 0 buffer write"])
    return Case("differences between the pixels of a quad, 16 lanes", size, [k], [space("stored", 2 * w * h)], [placed(w, h, patchwork(w, h, 5, 4, 37), 0.5)],
                [{"mesh": "m", "color": [0.2, 0.4, 0.6, 0.8], "kernels": {"pixel": "k"}, "bind": binds(b0="stored")}], [(None, pixel)], ("ud, 3:ud", "ud, 2:ud"), slack=1)


def halves():
    w, h = size = 40, 24
    lines = [
        "mul $t0:ud, $x:ud, $y:ud",
        "cvt $r:f, $t0:ud",
        "cvt $g:f, $x:ud",
        "mul $g:f, $g:f, -0.25:f",
        "cvt $b:f, $y:ud",
        "mul $b:f, $b:f, 0.0009765625:f",
        "mov $a:f, 2.5:f",
        "send.color.4 $r {last}"]
    pixel = "o = vec4(x * y, float(x) * -0.25, float(y) / 1024.0, 2.5);"
    return Case("numbers that binary16 holds, as colours of rgba16f, 16 lanes", size, [kernel("k", lines, lanes=16)], [], [placed(w, h, patchwork(w, h, 3, 3, 41), 0.5)],
                [{"mesh": "m", "kernels": {"pixel": "k"}}], [(None, pixel)], ("2.5:f", "2.25:f"), color_format="rgba16f")


def cases():
    return [stripes(), stored(8, (40, 24), 4, 3), stored(16, (72, 40), 5, 4), stored(32, (136, 72), 6, 5), narrow(), uncached(), atomics(), divisors(), collatz(),
            sampled(), loads(), depths("d24s8", 8), depths("d32f", 16), depths("d16", 32), tested(False, False, "d24s8", 8), tested(True, False, "d24s8", 8),
            tested(False, True, "d32f", 16), tested(True, True, "d16", 32), to_vertices(), to_pixels(), private(), instanced(), stepped(),
            interpolated(), neighbours(), halves()]
