"""What blending makes of a pixel (docs/arithmetic.md, section 8), in real numbers, and by how much two right renderers may lie apart after it:
differences go in with a layer's colours and with what is below, are carried through factors and equation, and storing adds its own."""
import numpy as np

from exported import RGBA16F, SRGB8

# How llvmpipe approximates sRGB (approximations.py measures it): a value that it decodes for blending lies off by at most this much, absolutely
# and relatively; one that it encodes by so much more than rounding does: what Mesa says of its approximation (lp_bld_format_srgb.c). It goes by
# way of RSQRTPS, which each make of processor rounds in its own way: 0.157 and 0.161 were measured.
DECODING = 0.0012, 0.025
ENCODING = 0.17 / 255
LEAST_HALF, GREATEST_HALF = 2.0 ** -24, 65504.0


def half_step(x):
    """The distance of binary16 numbers around x."""
    with np.errstate(all="ignore"):
        step = 2.0 ** (np.floor(np.log2(np.abs(x))) - 10)
    return np.where(np.abs(x) >= 2.0 ** -14, step, LEAST_HALF)


def linear(x):
    x = np.clip(x, 0, 1)
    return np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def encoded(x):
    x = np.clip(x, 0, 1)
    return np.where(x <= 0.0031308, x * 12.92, 1.055 * x ** (1 / 2.4) - 0.055)


def _linear_color(x):
    return np.concatenate([linear(x[..., :3]), x[..., 3:]], -1)


def _encoded_color(x):
    return np.concatenate([encoded(x[..., :3]), np.clip(x[..., 3:], 0, 1)], -1)


def around(f, x, e):
    """By how much f(x) changes when x does by e."""
    return np.maximum(np.abs(f(x + e) - f(x)), np.abs(f(x) - f(x - e)))


class Layers:
    """A colour surface: values as stored (encoded where SRGB8), and how far apart they may lie, both of 1."""

    DECODING = DECODING

    def __init__(self, format, stored):
        self.format = format
        self.value = stored
        self.error = np.zeros(stored.shape)

    def draw(self, state, at, source, off):
        """One fragment on each of the pixels at (rows, columns)."""
        value, error = self._blended(state, self.value[at], self.error[at], source, off)
        mask = np.array([bool(state.get("WBU", "WRITE_MASK", k)) for k in "RGBA"])
        self.value[at] = np.where(mask, value, self.value[at])
        self.error[at] = np.where(mask, error, self.error[at])

    def _blended(self, state, below, below_off, s, s_off):
        b = lambda field: state.get("WBU", "BLEND", field)
        s, s_off = self._source(s, s_off, b("ENABLE"))
        d, d_off = below, below_off
        if self.format == SRGB8:
            d, d_off = _linear_color(d), around(_linear_color, d, d_off)
            d_off = d_off + np.minimum(self.DECODING[0], self.DECODING[1] * d) * np.array([1, 1, 1, 0])
        with np.errstate(all="ignore"):
            value, error = (s, s_off) if not b("ENABLE") else _combined(state, d, d_off, s, s_off)
            return self._stored(value, error)

    def _source(self, s, off, blends):
        """A fragment's colour as it is blended."""
        if self.format == RGBA16F:
            return s, off + half_step(np.abs(s) + off) / 2  # the machine rounds before it blends
        s = np.clip(s, 0, 1)
        return s, off + (half_step(s + off) / 2 if self.format == SRGB8 else 1 / 255 if blends else 0)

    def _stored(self, value, error):
        if self.format == RGBA16F:
            error = error + half_step(np.abs(value) + error)
            over = ~(np.abs(value) + error < GREATEST_HALF)  # one may round to infinity what the other cuts off
            return value, np.where(over | np.isnan(error), np.inf, error)
        value = np.clip(value, 0, 1)
        if self.format == SRGB8:
            error = around(_encoded_color, value, error) + ENCODING * np.array([1, 1, 1, 0])
            value = _encoded_color(value)
        return value, np.nan_to_num(np.minimum(error + 1 / 255, 1), nan=1)


def _combined(state, d, d_off, s, s_off):
    b = lambda field: state.get("WBU", "BLEND", field)
    constant = np.array([state.get("WBU", "BLEND_CONSTANT", k) / 255 for k in "RGBA"])
    color = _equation(b("COLOR_EQUATION"), b("SRC_COLOR"), b("DST_COLOR"), d, d_off, s, s_off, constant)
    alpha = _equation(b("ALPHA_EQUATION"), b("SRC_ALPHA"), b("DST_ALPHA"), d, d_off, s, s_off, constant)
    return tuple(np.concatenate([c[:, :3], a[:, 3:]], 1) for c, a in zip(color, alpha))


def _equation(equation, of_source, of_target, d, d_off, s, s_off, constant):
    if equation in (3, 4):
        return (np.minimum if equation == 3 else np.maximum)(s, d), np.maximum(s_off, d_off)
    f, f_off = _factor(of_source, d, d_off, s, s_off, constant)
    g, g_off = _factor(of_target, d, d_off, s, s_off, constant)
    a, b = s * f, d * g
    value = a - b if equation == 1 else b - a if equation == 2 else a + b
    error = np.abs(s) * f_off + (np.abs(f) + f_off) * s_off + np.abs(d) * g_off + (np.abs(g) + g_off) * d_off
    return value, np.nan_to_num(error + 2.0 ** -21 * (np.abs(a) + np.abs(b)), nan=np.inf)


def _factor(which, d, d_off, s, s_off, constant):
    """A blend factor of all four channels, and by how much it may lie off."""
    one, none = np.ones_like(s), np.zeros_like(s)
    if which == 14:
        least = np.minimum(s[:, 3:], 1 - d[:, 3:])
        return np.concatenate([np.repeat(least, 3, 1), one[:, 3:]], 1), np.concatenate([np.repeat(np.maximum(s_off, d_off)[:, 3:], 3, 1), none[:, 3:]], 1)
    if which in (0, 1, 15):
        return one * (which == 1), none
    kinds = [(s, s_off), (d, d_off), (s[:, 3:] * one, s_off[:, 3:] * one), (d[:, 3:] * one, d_off[:, 3:] * one),
             (constant * one, none), (constant[3] * one, none)]
    value, off = kinds[(which - 2) // 2]
    return (1 - value if which & 1 else value), off
