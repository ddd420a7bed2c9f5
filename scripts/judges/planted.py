"""Errors that are put into exported results, or into what the judge makes of a scene: each must be noticed, and by the check that is for it."""
import numpy as np

import exactly
from comparison import Comparison
from exported import D16, load
from judging import Nothing, Quiet


def context_of(j, scene, *flags):
    folder = j.work / "exported"
    if j.tilemark("export", scene, "--out", folder, *flags) is None:
        raise Nothing(f"an export of {scene} was expected")
    return load(folder)[0]


def changed(context, surface, change):
    """The results with other words in a surface: change takes and gives all of them."""
    memory = np.frombuffer(context.after, np.uint8).copy()
    color, depth = context.addresses()
    at, size = (color, context.color_bytes) if surface == "color" else (depth, context.depth_bytes)
    words = memory.view({2: "<u2", 4: "<u4", 8: "<u8"}[size])
    words[at // size] = change(words[at // size])
    context.after = memory.tobytes()
    return context


def one_value(bit):
    def change(words):
        words = words.copy()
        words[9, 9] ^= bit
        return words
    return change


def depths(by):
    """Depths of D24S8 that were drawn, moved by a number of steps, or by one for each pixel."""
    def change(words):
        z = (words & 0xffffff).astype(np.int64)
        moved = np.clip(np.where(z < 0xffffff, z + by(z.shape), z), 0, 0xffffff)
        return (words & np.uint32(0xff000000) | moved.astype(np.uint32)).astype("<u4")
    return change


def one_step(words):
    """Every red one step greater where there is room."""
    return (words + ((words & 255) < 255)).astype("<u4")


def noise(shape):
    return np.random.default_rng(7).integers(-4, 5, shape)


class HalfATexel(exactly.ExactSampler):
    def uv(self, x, y):
        at, off = super().uv(x, y)
        return at + (0.5 / self.t.size[0], 0), off


class OneLevel(exactly.ExactSampler):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        sample = self.t.sample
        self.t.sample = lambda at, lod: sample(at, lod + 1)


def noticed(j, renderer, context, what, by):
    quiet = Quiet()
    Comparison(quiet, renderer, context).run()
    j.check(any(f.endswith(by) for f in quiet.failed), f"planted: {what} is noticed ({', '.join(quiet.failed) or 'by nothing'})")
    j.total["planted errors"] += 1


def planted(j, renderer):
    for what, surface, change, by in (
            ("one colour value", "color", one_value(0x40), "colour"), ("one depth value", "depth", one_value(0x4000), "depth"),
            ("all depths moved by 8 steps", "depth", depths(lambda shape: 8), "exact depth"), ("noise of up to 4 steps on all depths", "depth", depths(noise), "exact depth"),
            ("one step on every colour", "color", one_step, "exact colour")):
        for scene, *size in (("few-large",), ("teapot", "--size", "200x150")):
            context = context_of(j, scene, *size)
            assert context.depth_format != D16
            noticed(j, renderer, changed(context, surface, change), f"{scene}: {what}", by)
    for what, sampler, scene, by in (("half a texel", HalfATexel, "textured-cube", "exact colour"), ("half a texel", HalfATexel, "late-kill", "exact alpha"),
                                     ("half a texel", HalfATexel, "bilinear", "exact colour"), ("one level of detail", OneLevel, "mip-levels", "exact colour")):
        kept, exactly.ExactSampler = exactly.ExactSampler, sampler
        try:
            noticed(j, renderer, context_of(j, scene), f"{scene}: {what}", by)
        finally:
            exactly.ExactSampler = kept
    context = context_of(j, "statistics")
    after = bytearray(context.after)
    after[context.queries[0] + 8 * 5] += 1
    context.after = bytes(after)
    noticed(j, renderer, context, "one more in a counter", "queries")
