package wgsl

import (
	"math"

	"tilemark/golden/arith"
)

// Constants of f32.
const (
	pi              float32 = 3.1415927
	halfPi          float32 = 1.5707964
	degreesInRadian float32 = 57.295780
	radiansInDegree float32 = 0.017453292
	log2OfE         float32 = 1.4426950
	logOf2          float32 = 0.69314718
)

func add(a, b float32) float32 { return arith.AddF(a, b) }
func mul(a, b float32) float32 { return arith.MulF(a, b) }

// clamped is x between the bounds.
func clamped(x, low, high float32) float32 { return arith.MinF(arith.MaxF(x, low), high) }

// size is x without its sign.
func size(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ signF) }

// withSignOf is x with the sign of another number, NaN too.
func withSignOf(x, other float32) float32 {
	return math.Float32frombits(math.Float32bits(x)&^signF | math.Float32bits(other)&signF)
}

func exp(x float32) float32 { return arith.Exp2F(mul(x, log2OfE)) }
func log(x float32) float32 { return mul(arith.Log2F(x), logOf2) }
func tan(x float32) float32 { return arith.DivF(arith.SinF(x), arith.CosF(x)) }

func pow(x, y float32) float32 { return arith.Exp2F(mul(y, arith.Log2F(x))) }

func mix(a, b, t float32) float32 { return add(mul(a, sub(1, t)), mul(b, t)) }

func smoothstep(a, b, x float32) float32 {
	t := clamped(arith.DivF(sub(x, a), sub(b, a)), 0, 1)
	return mul(mul(t, t), sub(3, mul(2, t)))
}

// arcFactors are those of the polynomial of arc, from the highest power.
var arcFactors = [...]float32{0.0028662257, -0.0161657367, 0.0429096138, -0.0752896400, 0.1065626393, -0.1420889944, 0.1999355085, -0.3333314528}

// arc is the arcus tangent of 0 to 1.
func arc(t float32) float32 {
	s := mul(t, t)
	sum := arcFactors[0]
	for _, f := range arcFactors[1:] {
		sum = add(f, mul(s, sum))
	}
	return mul(t, add(1, mul(s, sum)))
}

func atan(x float32) float32 {
	a := size(x)
	r := arc(a)
	if a > 1 {
		r = sub(halfPi, arc(arith.DivF(1, a)))
	}
	return withSignOf(r, x)
}

func atan2(y, x float32) float32 {
	a, b := size(x), size(y)
	greater := arith.MaxF(a, b)
	t := arith.DivF(arith.MinF(a, b), greater)
	if greater == 0 {
		t = 0
	}
	r := arc(t)
	if b > a {
		r = sub(halfPi, r)
	}
	if x < 0 {
		r = sub(pi, r)
	}
	return withSignOf(r, y)
}

// cathetus is the root of 1 - x².
func cathetus(x float32) float32 { return arith.SqrtF(mul(sub(1, x), add(1, x))) }

func asin(x float32) float32 { return atan2(x, cathetus(x)) }
func acos(x float32) float32 { return atan2(cathetus(x), x) }

func sinh(x float32) float32 { return mul(sub(exp(x), exp(-x)), 0.5) }
func cosh(x float32) float32 { return mul(add(exp(x), exp(-x)), 0.5) }
func tanh(x float32) float32 { return sub(1, arith.DivF(2, add(exp(mul(2, x)), 1))) }

func asinh(x float32) float32 {
	return withSignOf(log(add(size(x), arith.SqrtF(add(mul(x, x), 1)))), x)
}
func acosh(x float32) float32 { return log(add(x, arith.SqrtF(sub(mul(x, x), 1)))) }
func atanh(x float32) float32 { return mul(log(arith.DivF(add(1, x), sub(1, x))), 0.5) }

func fma(k kind, a, b, c uint32) uint32 {
	if k == f16 {
		return uint32(arith.FmaHF(uint16(a), uint16(b), uint16(c)))
	}
	return ofF(f32, arith.FmaF(toF(f32, a), toF(f32, b), toF(f32, c)))
}

// ldexp multiplies by two powers of two, so that each of them is a number.
func ldexp(k kind, a, exponent, _ uint32) uint32 {
	e := min(max(int32(exponent), -252), 254)
	return ofF(k, mul(mul(toF(k, a), powerOf2(e>>1)), powerOf2(e-e>>1)))
}

// powerOf2 is 2^e, of a normal number.
func powerOf2(e int32) float32 { return math.Float32frombits(uint32(e+127) << 23) }

// modf is the fraction, then the whole number.
func modf(out []uint32, k kind, a *[4][]uint32) {
	for n, w := range a[0] {
		x := toF(k, w)
		integer := arith.RndzF(x)
		out[n], out[len(a[0])+n] = ofF(k, sub(x, integer)), ofF(k, integer)
	}
}

// frexp is the fraction, then the exponent.
func frexp(out []uint32, k kind, a *[4][]uint32) {
	for n, w := range a[0] {
		x := float64(toF(k, w))
		fraction, exponent := math.Frexp(x)
		if x == 0 || x != x || math.IsInf(x, 0) {
			out[n], exponent = w, 0
		} else {
			out[n] = ofF(k, float32(fraction))
		}
		out[len(a[0])+n] = uint32(exponent)
	}
}
