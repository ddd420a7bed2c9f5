"""Fills and copies on memory (docs/arithmetic.md, section 11), by numpy. Errors travel with the pixels: by how much, of 1, what stands at an
address may differ from the machine's."""
import decimal

import numpy as np

from exported import surface_addresses

RGBA8, SRGB8, RGBA16F, D24S8, D32F, D16 = range(6)
BYTES = {RGBA8: 4, SRGB8: 4, RGBA16F: 8, D24S8: 4, D32F: 4, D16: 2}
WORD = {2: "<u2", 4: "<u4", 8: "<u8"}
STEP = {RGBA8: 1 / 255, SRGB8: 1 / 255, RGBA16F: 2.0 ** -11, D24S8: 2.0 ** -24, D32F: 0, D16: 2.0 ** -16}  # of values up to 1
F = np.float32


class Rectangle:
    """One side of a fill or copy."""

    def __init__(self, state, side):
        get = lambda register, field="VALUE": state.get("C2D", register, field)
        self.format = get(side + "_LAYOUT", "FORMAT")
        self.format = RGBA8 if self.format > D16 else self.format
        self.bytes = BYTES[self.format]
        w, h = get("EXTENT", "WIDTH"), get("EXTENT", "HEIGHT")
        x0, y0 = get(side + "_ORIGIN", "X"), get(side + "_ORIGIN", "Y")
        y, x = (a.ravel() for a in np.mgrid[y0:y0 + h, x0:x0 + w].astype(np.int64))
        base, pitch = get(side + "_BASE"), get(side + "_LAYOUT", "PITCH")
        if get(side + "_LAYOUT", "TILED"):
            self.at = surface_addresses(base, pitch, x, y, self.bytes)
        else:
            self.at = (base & ~63) + self.bytes * (y * pitch + x)

    def words(self, memory):
        return memory.view(WORD[self.bytes])[self.at // self.bytes]

    def store(self, memory, words):
        """In order: of several pixels at one address the last stays."""
        memory.view(WORD[self.bytes])[self.at // self.bytes] = words


def fill(memory, state, errors=None):
    """Returns the rectangle."""
    to = Rectangle(state, "DST")
    word = state.get("C2D", "FILL_LO") | state.get("C2D", "FILL_HI") << 32
    to.store(memory, np.full(len(to.at), word & (1 << 8 * to.bytes) - 1, WORD[to.bytes]))
    if errors is not None:
        errors[to.at] = 0
    return to


def copy(memory, state, errors=None):
    of, to = Rectangle(state, "SRC"), Rectangle(state, "DST")
    to.store(memory, converted(of.words(memory), of.format, to.format))
    if errors is not None:
        e = errors[of.at]
        if of.format != to.format:
            e = np.where(e > 0, e * (12.92 if to.format == SRGB8 else 2.3 if of.format == SRGB8 else 1) + STEP[to.format], 0)
        errors[to.at] = e
    return to


def converted(words, of, to):
    if of == to:
        return words
    depth, stencil, color = None, np.zeros(len(words), np.uint32), None
    if of in (D24S8, D32F, D16):
        depth, stencil = _depth(words, of)
    else:
        color = _color(words, of)
    if to in (D24S8, D32F, D16):
        return _depth_words(color[:, 0] if depth is None else depth, stencil, to)
    if color is None:
        color = np.stack([depth, depth, depth, np.ones_like(depth)], 1)
    return _color_words(color, to)


def _depth(words, of):
    if of == D32F:
        return words.view(F), np.zeros(len(words), np.uint32)
    if of == D16:
        return words.astype(F) / F(65535), np.zeros(len(words), np.uint32)
    return (words & np.uint32(0xffffff)).astype(F) / F(16777215), words >> np.uint32(24)


def _depth_words(z, stencil, to):
    if to == D32F:
        return z.view("<u4")
    z = _clamped(z).astype(np.float64)  # the product with 16 or 24 bits is exact in binary64
    if to == D16:
        return np.rint(z * 65535).astype("<u2")
    return np.rint(z * 16777215).astype("<u4") | stencil << np.uint32(24)


def _clamped(x):
    return np.where(x > 0, np.minimum(x, F(1)), F(0))


def _color(words, of):
    if of == RGBA16F:
        half = np.ascontiguousarray(words).view("<u2").reshape(-1, 4)
        wide = half.view("<f2").astype(F).view(np.uint32)
        nan = np.uint32(0x7f800000) | (half.astype(np.uint32) & 0x8000) << np.uint32(16) | (half.astype(np.uint32) & 0x3ff) << np.uint32(13)
        return np.where((half & 0x7c00 == 0x7c00), nan, wide).view(F)  # a NaN keeps its bits
    byte = np.ascontiguousarray(words).view(np.uint8).reshape(-1, 4)
    out = byte.astype(F) / F(255)
    if of == SRGB8:
        out[:, :3] = SRGB_LINEAR[byte[:, :3]]
    return out


def _color_words(color, to):
    if to == RGBA16F:
        with np.errstate(over="ignore", invalid="ignore"):
            half = color.astype("<f2").view("<u2")
        return np.where(np.isnan(color), np.uint16(0x7e00), half).astype("<u2").view("<u8")[:, 0]
    color = _clamped(color)
    byte = np.rint(color * F(255)).astype(np.uint8)
    if to == SRGB8:
        byte[:, :3] = np.searchsorted(SRGB_STEP, color[:, :3], "right")
    return byte.view("<u4")[:, 0]


def _linear(x):
    """What an encoded value stands for, to forty digits."""
    with decimal.localcontext(prec=40):
        if x <= decimal.Decimal("0.04045"):
            return x / decimal.Decimal("12.92")
        return ((x + decimal.Decimal("0.055")) / decimal.Decimal("1.055")) ** decimal.Decimal("2.4")


def _tables():
    with decimal.localcontext(prec=40):
        linear = [_linear(decimal.Decimal(i) / 255) for i in range(256)]
        steps = [_linear((decimal.Decimal(2 * i + 1)) / 510) for i in range(255)]
    up = []
    for exact in steps:  # the least binary32 that is not less
        x = F(float(exact))
        up.append(x if decimal.Decimal(float(x)) >= exact else np.nextafter(x, F(2)))
    return np.array([float(x) for x in linear]).astype(F), np.array(up, F)


SRGB_LINEAR, SRGB_STEP = _tables()
