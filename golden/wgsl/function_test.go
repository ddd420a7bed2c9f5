package wgsl_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// samples are numbers that functions are tried with, as far as these are within low and high.
func samples(low, high float64) (list []float64) {
	for n := range 400 {
		x := (float64(n) - 200) / 7.3
		list = append(list, float64(float32(x)), float64(float32(math.Ldexp(x, n%40-20))))
	}
	within := list[:0]
	for _, x := range list {
		if low <= x && x <= high {
			within = append(within, x)
		}
	}
	return within
}

// Each function is compared with binary64's. Bounds are relative to the result, or to the least magnitude of a result that counts.
func TestFunctionsAreNearTheMathematicalOnes(t *testing.T) {
	const e = 1.0 / (1 << 23)
	inf := math.Inf(1)
	deg := 180 / math.Pi
	for _, c := range []struct {
		call      string // of x and y
		want      func(x, y float64) float64
		low, high float64
		bound     float64 // relative
		floor     float64
	}{
		{"abs(x)", func(x, _ float64) float64 { return math.Abs(x) }, -inf, inf, 0, 0},
		{"floor(x)", func(x, _ float64) float64 { return math.Floor(x) }, -inf, inf, 0, 0},
		{"ceil(x)", func(x, _ float64) float64 { return math.Ceil(x) }, -inf, inf, 0, 0},
		{"trunc(x)", func(x, _ float64) float64 { return math.Trunc(x) }, -inf, inf, 0, 0},
		{"round(x)", func(x, _ float64) float64 { return math.RoundToEven(x) }, -inf, inf, 0, 0},
		{"fract(x)", func(x, _ float64) float64 { return x - math.Floor(x) }, -inf, inf, e, 0},
		{"sqrt(x)", func(x, _ float64) float64 { return math.Sqrt(x) }, 0, inf, e, 0},
		{"inverseSqrt(x)", func(x, _ float64) float64 { return 1 / math.Sqrt(x) }, 1e-30, inf, e, 0},
		{"sin(x)", func(x, _ float64) float64 { return math.Sin(x) }, -1e6, 1e6, e, 0},
		{"cos(x)", func(x, _ float64) float64 { return math.Cos(x) }, -1e6, 1e6, e, 0},
		{"exp2(x)", func(x, _ float64) float64 { return math.Exp2(x) }, -120, 120, e, 0},
		{"log2(x)", func(x, _ float64) float64 { return math.Log2(x) }, 1e-30, inf, e, 0},
		{"exp(x)", func(x, _ float64) float64 { return math.Exp(x) }, -80, 80, 80 * e, 0},
		{"log(x)", func(x, _ float64) float64 { return math.Log(x) }, 1e-30, inf, 3 * e, 0},
		{"tan(x)", func(x, _ float64) float64 { return math.Tan(x) }, -1e6, 1e6, 3 * e, 0},
		{"pow(x, y)", math.Pow, 1e-10, 1e10, 300 * e, 0},
		{"atan(x)", func(x, _ float64) float64 { return math.Atan(x) }, -inf, inf, 50 * e, 0},
		{"atan2(x, y)", math.Atan2, -inf, inf, 50 * e, 0},
		{"asin(x)", func(x, _ float64) float64 { return math.Asin(x) }, -1, 1, 50 * e, 0},
		{"acos(x)", func(x, _ float64) float64 { return math.Acos(x) }, -1, 1, 50 * e, 1e-2},
		{"sinh(x)", func(x, _ float64) float64 { return math.Sinh(x) }, -60, 60, 100 * e, 1},
		{"cosh(x)", func(x, _ float64) float64 { return math.Cosh(x) }, -60, 60, 100 * e, 0},
		{"tanh(x)", func(x, _ float64) float64 { return math.Tanh(x) }, -60, 60, 20 * e, 1},
		{"asinh(x)", func(x, _ float64) float64 { return math.Asinh(x) }, -1e6, 1e6, 20 * e, 1},
		{"acosh(x)", func(x, _ float64) float64 { return math.Acosh(x) }, 1.5, 1e6, 20 * e, 1},
		{"atanh(x)", func(x, _ float64) float64 { return math.Atanh(x) }, -0.9, 0.9, 20 * e, 1},
		{"degrees(x)", func(x, _ float64) float64 { return x * deg }, -inf, inf, 2 * e, 0},
		{"radians(x)", func(x, _ float64) float64 { return x / deg }, -inf, inf, 2 * e, 0},
		{"saturate(x)", func(x, _ float64) float64 { return min(max(x, 0), 1) }, -inf, inf, 0, 0},
		{"clamp(x, -2.0, y)", func(x, y float64) float64 { return min(max(x, -2), y) }, -inf, inf, 0, 0},
		{"min(x, y)", func(x, y float64) float64 { return min(x, y) }, -inf, inf, 0, 0},
		{"max(x, y)", func(x, y float64) float64 { return max(x, y) }, -inf, inf, 0, 0},
		{"step(x, y)", func(x, y float64) float64 { return map[bool]float64{true: 1}[x <= y] }, -inf, inf, 0, 0},
		{"sign(x)", func(x, _ float64) float64 { return map[bool]float64{true: 1, false: -1}[x > 0] }, -1e6, -1e-6, 0, 0},
		{"mix(x, y, 0.25)", func(x, y float64) float64 { return x*0.75 + y*0.25 }, -1e3, 1e3, e, 1e3},
		{"smoothstep(-1.0, 3.0, x)", func(x, _ float64) float64 {
			s := min(max((x+1)/4, 0), 1)
			return s * s * (3 - 2*s)
		}, -inf, inf, 10 * e, 0.1},
		{"fma(x, y, 1.5)", func(x, y float64) float64 { return x*y + 1.5 }, -100, 100, e, 0},
		{"ldexp(x, 3)", func(x, _ float64) float64 { return x * 8 }, -inf, inf, 0, 0},
		{"ldexp(x, -140)", func(x, _ float64) float64 { return x / 0x1p140 }, 2, 1e6, 1e-1, 0},
		{"modf(x).fract", func(x, _ float64) float64 { return x - math.Trunc(x) }, -inf, inf, 0, 0},
		{"modf(x).whole", func(x, _ float64) float64 { return math.Trunc(x) }, -inf, inf, 0, 0},
		{"frexp(x).fract", func(x, _ float64) float64 { f, _ := math.Frexp(x); return f }, -inf, inf, 0, 0},
		{"f32(frexp(x).exp)", func(x, _ float64) float64 { _, n := math.Frexp(x); return float64(n) }, -inf, inf, 0, 0},
		{"quantizeToF16(x)", func(x, _ float64) float64 { return x }, 1e-3, 6e4, 0x1p-11, 0},
		{"length(vec3<f32>(x, y, 2.0))", func(x, y float64) float64 { return math.Sqrt(x*x + y*y + 4) }, -1e9, 1e9, 4 * e, 0},
		{"length(x)", func(x, _ float64) float64 { return math.Abs(x) }, -inf, inf, 0, 0},
		{"distance(vec2<f32>(x, y), vec2<f32>(1.0, 2.0))", func(x, y float64) float64 { return math.Hypot(x-1, y-2) }, -1e9, 1e9, 4 * e, 0.1},
		{"dot(vec2<f32>(x, y), vec2<f32>(3.0, 0.5))", func(x, y float64) float64 { return 3*x + 0.5*y }, -inf, inf, 4 * e, 10},
		{"normalize(vec2<f32>(x, y)).y", func(x, y float64) float64 { return y / math.Hypot(x, y) }, -1e9, 1e9, 5 * e, 0.1},
		{"cross(vec3<f32>(x, y, 1.0), vec3<f32>(2.0, 3.0, 4.0)).y", func(x, _ float64) float64 { return 2 - 4*x }, -inf, inf, 2 * e, 10},
		{"reflect(vec2<f32>(x, y), vec2<f32>(0.0, 1.0)).y", func(_, y float64) float64 { return -y }, -inf, inf, 2 * e, 0},
		{"faceForward(x, y, 1.0)", nil, 0, 0, 0, 0},
		{"determinant(mat2x2<f32>(x, y, 2.0, 3.0))", func(x, y float64) float64 { return 3*x - 2*y }, -inf, inf, 4 * e, 10},
		{"determinant(mat3x3<f32>(x, y, 2.0, 3.0, 1.0, 0.5, 0.0, 2.0, 1.0))", func(x, y float64) float64 { return x*(1-1) - y*3 + 2*6 }, -inf, inf, 8 * e, 100},
		{"determinant(mat4x4<f32>(x, y, 2.0, 3.0, 1.0, 0.5, 0.0, 2.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0))",
			func(x, y float64) float64 { return x*0.5 - y*1 + 2*0.5 }, -inf, inf, 8 * e, 100},
	} {
		if c.want == nil {
			continue
		}
		xs := samples(c.low, c.high)
		var in []uint32
		for n, x := range xs {
			in = append(in, float(x), float(xs[(7*n+3)%len(xs)]))
		}
		got := body(t, fmt.Sprintf("for (var i = 0u; i < %du; i++) { let x = bitcast<f32>(in[2u * i]); let y = bitcast<f32>(in[2u * i + 1u]); out[i] = bitcast<u32>(%s); }",
			len(xs), c.call), len(xs), in...)
		for n, x := range xs {
			y := xs[(7*n+3)%len(xs)]
			want, have := c.want(x, y), float64(math.Float32frombits(got[n]))
			if c.call == "pow(x, y)" && (math.Abs(y*math.Log2(x)) > 120) || math.Abs(want) > 1e38 {
				continue
			}
			size := max(math.Abs(want), c.floor)
			require.LessOrEqual(t, math.Abs(have-want), c.bound*size, "%s with x = %v, y = %v: %v, not %v", c.call, x, y, have, want)
		}
	}
}

// What a bound does not show: special cases of the tables.
func TestFunctionsOfSpecialNumbers(t *testing.T) {
	const nan, inf, minusInf, minusZero = 0x7fc00000, 0x7f800000, 0xff800000, 1 << 31
	half := float(math.Pi / 2)
	for call, want := range map[string]uint32{
		"min(nan, 1.0)": float(1), "max(1.0, nan)": float(1), "min(0.0, minusZero)": minusZero, "max(minusZero, 0.0)": 0,
		"saturate(nan)": 0, "sign(nan)": 0, "sign(minusZero)": 0, "sign(minusInf)": float(-1), "step(nan, 1.0)": 0, "step(1.0, 1.0)": float(1),
		"abs(-nan)": nan, "abs(minusInf)": inf, "floor(-0.5)": float(-1), "ceil(-0.5)": minusZero, "round(0.5 * one)": 0, "round(1.5 * one)": float(2),
		"fract(-1e-10 * one)": float(1), "fract(inf)": nan, "sqrt(-1.0 * one)": nan, "sqrt(minusZero)": minusZero, "inverseSqrt(minusZero)": minusInf,
		"log2(0.0 * one)": minusInf, "log2(-1.0 * one)": nan, "exp2(minusInf)": 0, "exp(inf)": inf, "sin(inf)": nan, "sin(minusZero)": minusZero,
		"pow(0.0 * one, 0.0)": nan, "atan(inf)": half, "atan(minusInf)": half | 1<<31, "atan(minusZero)": minusZero,
		"atan2(0.0 * one, 0.0)": 0, "atan2(minusZero, 1.0)": minusZero, "atan2(0.0 * one, -1.0)": float(math.Pi), "atan2(one, 0.0)": half,
		"asin(one)": half, "acos(one)": 0, "acos(-one)": float(math.Pi), "tanh(inf)": float(1), "tanh(minusInf)": float(-1), "atanh(one)": inf,
		"acosh(0.5 * one)": nan, "fma(inf, 0.0, 1.0)": nan, "frexp(inf).fract": inf, "frexp(minusZero).fract": minusZero, "frexp(one).fract": float(0.5),
		"f32(frexp(nan).exp)": 0, "modf(inf).fract": nan, "modf(inf).whole": inf, "ldexp(one, 500)": inf, "ldexp(one, -149)": 1, "ldexp(one, -1000)": 0,
		"ldexp(1e-40 * one, 254)": float(float64(float32(1e-40)) * 0x1p254), "quantizeToF16(65520.0 * one)": inf, "quantizeToF16(nan)": nan, "length(-one)": float(1),
		"normalize(vec2<f32>(0.0 * one)).x": nan, "faceForward(vec2<f32>(one), vec2<f32>(one), vec2<f32>(-one)).x": float(1),
		"faceForward(vec2<f32>(one), vec2<f32>(one), vec2<f32>(one)).x": float(-1), "refract(vec2<f32>(one, 0.0), vec2<f32>(0.0, 1.0), 2.0).x": 0,
		"refract(vec2<f32>(0.0, -one), vec2<f32>(0.0, 1.0), 2.0).y": float(-1), "clamp(nan, 1.0, 2.0)": float(1), "smoothstep(0.0, one, nan)": 0,
		"f32(5.0 * one % 0.0)": nan, "one / 0.0": inf, "mix(inf, one, one)": nan,
	} {
		got := body(t, `let nan = bitcast<f32>(in[0]); let inf = bitcast<f32>(in[1]); let minusInf = -inf; let minusZero = bitcast<f32>(in[2]); let one = bitcast<f32>(in[3]);
			out[0] = bitcast<u32>(`+call+`);`, 1, nan, inf, minusZero, float(1))
		require.Equal(t, want, got[0], "%s: %#x, not %#x", call, got[0], want)
	}
}

func TestFunctionsOfIntegers(t *testing.T) {
	const least = 1 << 31
	for call, want := range map[string]uint32{
		"u32(abs(i32(least)))": least, "u32(abs(-i32(five)))": 5, "u32(sign(-i32(five)))": ^uint32(0), "u32(min(-i32(five), 3))": ^uint32(4), "max(least, five)": least,
		"clamp(five, 6u, 9u)": 6, "countOneBits(0xf0fu * one)": 8, "countLeadingZeros(five)": 29, "countLeadingZeros(0u * one)": 32, "countTrailingZeros(least)": 31,
		"countTrailingZeros(0u * one)": 32, "reverseBits(one)": least, "firstLeadingBit(five)": 2, "firstLeadingBit(0u * one)": ^uint32(0),
		"u32(firstLeadingBit(-i32(one)))": ^uint32(0), "u32(firstLeadingBit(-i32(five)))": 2, "firstTrailingBit(least)": 31, "firstTrailingBit(0u * one)": ^uint32(0),
		"extractBits(0xabcdu * one, 4u, 8u)": 0xbc, "u32(extractBits(i32(0xabcdu * one), 4u, 8u))": 0xffffffbc, "extractBits(five, 0u * one, 0u)": 0,
		"extractBits(least, 31u, 5u * one)": 1, "extractBits(five, 40u * one, 5u)": 0, "extractBits(five, 0u, 77u * one)": 5,
		"insertBits(0xffffu * one, 0u, 4u, 8u)": 0xf00f, "insertBits(0u, five, 30u * one, 9u)": 0x40000000, "insertBits(five, 0u, 32u * one, 1u)": 5,
		"insertBits(five, 9u, 0u, 99u * one)": 9, "dot(vec3<u32>(five), vec3<u32>(least, one, 2u))": least + 15,
		"dot4U8Packed(0x01020304u * one, 0xff010101u)": 255 + 9, "u32(dot4I8Packed(0xff020304u * one, 0x02010101u))": 7,
		"pack4xI8(vec4<i32>(-1, 2, 300, i32(one)))": 0x012c02ff, "pack4xU8(vec4<u32>(1u, 2u, 259u, five))": 0x05030201,
		"pack4xI8Clamp(vec4<i32>(-200, 2, 300, i32(one)))": 0x017f0280, "pack4xU8Clamp(vec4<u32>(1u, 2u, 300u, five))": 0x05ff0201,
		"u32(unpack4xI8(0x80ff0102u * one).w)": 0xffffff80, "unpack4xU8(0x80ff0102u * one).w": 0x80,
		"pack4x8snorm(vec4<f32>(-1.0, 1.0, 0.5, -2.0))": 0x81407f81, "pack4x8unorm(vec4<f32>(0.0, 1.0, 0.5, 2.0))": 0xff80ff00,
		"pack2x16snorm(vec2<f32>(-1.0, 0.5))": 0x40008001, "pack2x16unorm(vec2<f32>(0.5, 1.0))": 0xffff8000, "pack2x16float(vec2<f32>(1.0, -2.0))": 0xc0003c00,
		"bitcast<u32>(unpack4x8snorm(0x80007f40u * one).w)": float(-1), "bitcast<u32>(unpack4x8snorm(0x80007f40u * one).x)": float(64.0 / 127),
		"bitcast<u32>(unpack4x8unorm(0x80007f40u * one).w)": float(128.0 / 255), "bitcast<u32>(unpack2x16snorm(0x8000u * one).x)": float(-1),
		"bitcast<u32>(unpack2x16unorm(0x8000u * one).x)": float(32768.0 / 65535), "bitcast<u32>(unpack2x16float(0x3c00c000u * one).x)": float(-2),
	} {
		got := body(t, "let one = in[0]; let five = in[1]; let least = in[2]; out[0] = "+call+";", 1, 1, 5, least)
		require.Equal(t, want, got[0], "%s: %#x, not %#x", call, got[0], want)
	}
}

// half is the number of a pattern of f16, decoded here by itself.
func half(h uint32) float64 {
	sign, exponent, fraction := h>>15&1, h>>10&31, h&1023
	var x float64
	switch exponent {
	case 0:
		x = math.Ldexp(float64(fraction), -24)
	case 31:
		if x = math.Inf(1); fraction != 0 {
			return math.NaN()
		}
	default:
		x = math.Ldexp(float64(1024+fraction), int(exponent)-25)
	}
	if sign != 0 {
		return -x
	}
	return x
}

// nearestHalf is the pattern of f16 that is nearest to a number, found by search; ties to even.
func nearestHalf(x float64) uint32 {
	if x != x {
		return 0x7e00
	}
	sign := uint32(0)
	if math.Signbit(x) {
		sign, x = 1<<15, -x
	}
	low, high := uint32(0), uint32(0x7c00)
	for low < high { // the least pattern that is not below
		if mid := (low + high) / 2; half(mid) >= x {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if low == 0 || half(low) == x {
		return sign | low
	}
	above := half(low)
	if low == 0x7c00 {
		above = 65536 // half a step above the greatest number is infinite
	}
	switch d := (above - x) - (x - half(low-1)); {
	case d < 0, d == 0 && low%2 == 0:
		return sign | low
	}
	return sign | (low - 1)
}

func TestHalves(t *testing.T) {
	var in []uint32
	for n := range uint32(1500) {
		in = append(in, n*2654435761>>16, (n+77)*2246822519>>16)
	}
	for call, f := range map[string]func(x, y float64) float64{
		"x + y":    func(x, y float64) float64 { return x + y },
		"x - y":    func(x, y float64) float64 { return x - y },
		"x * y":    func(x, y float64) float64 { return x * y },
		"x / y":    func(x, y float64) float64 { return x / y },
		"sqrt(x)":  func(x, _ float64) float64 { return math.Sqrt(x) },
		"exp2(x)":  func(x, _ float64) float64 { return math.Exp2(x) },
		"floor(x)": func(x, _ float64) float64 { return math.Floor(x) },
		// In f32 first.
		"exp(x)":                          func(x, _ float64) float64 { return float64(float32(math.Exp2(float64(float32(x) * 1.4426950)))) },
		"dot(vec2<f16>(x), vec2<f16>(y))": func(x, y float64) float64 { p := float32(x * y); return float64(p + p) },
	} {
		source := `enable f16;
@group(0) @binding(0) var<storage, read_write> out: array<f16>;
@group(0) @binding(1) var<storage, read> in: array<f16>;
@compute @workgroup_size(1) fn main() { for (var i = 0u; i < 1500u; i++) { let x = in[4u * i]; let y = in[4u * i + 2u]; out[2u * i] = ` + call + "; } }"
		got := computed(t, source, 1500, in...)
		for n := range 1500 {
			x, y := half(in[2*n]), half(in[2*n+1])
			want := nearestHalf(f(x, y))
			require.Equal(t, want, got[n]&0xffff, "%s with x = %v, y = %v", call, x, y)
		}
	}
}
