package constant

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"tilemark/compiler/types"
)

// Call is a built-in function of values whose types are those of an overload; result is the overload's. A nil value without an error is one that this
// package does not know.
func Call(function string, args []*Value, result *types.Type) (*Value, error) {
	if f, is := whole[function]; is {
		return f(args, result)
	}
	if f, is := byComponent[function]; is {
		return lifted(f, args, result)
	}
	return nil, nil
}

// lifted is a function of scalars by component.
func lifted(f func([]*Value, *types.Type) (*Value, error), args []*Value, result *types.Type) (*Value, error) {
	if result.IsScalar() {
		return f(args, result)
	}
	return each(result, Zero(result).Len(), func(i int) (*Value, error) {
		parts := make([]*Value, len(args))
		for k, a := range args {
			parts[k] = part(a, i)
		}
		return lifted(f, parts, ElemType(result, i))
	})
}

type function = func(args []*Value, result *types.Type) (*Value, error)

// real is a function of floats whose result must be in range.
func real1(f func(float64) float64) function {
	return func(a []*Value, t *types.Type) (*Value, error) { return Float(t, f(a[0].F)) }
}

func real2(f func(a, b float64) float64) function {
	return func(a []*Value, t *types.Type) (*Value, error) { return Float(t, f(a[0].F, a[1].F)) }
}

func real3(f func(a, b, c float64) float64) function {
	return func(a []*Value, t *types.Type) (*Value, error) { return Float(t, f(a[0].F, a[1].F, a[2].F)) }
}

// within is a function of floats that takes arguments in a domain only.
func within(domain string, in func(float64) bool, f func(float64) float64) function {
	return func(a []*Value, t *types.Type) (*Value, error) {
		if !in(a[0].F) {
			return nil, fmt.Errorf("argument %s is outside of the domain: %s", a[0], domain)
		}
		return Float(t, f(a[0].F))
	}
}

func positive(x float64) bool { return x > 0 }

// integer1 is a function of the bits of an integer of 32 bits.
func integer1(f func(uint32) uint32) function {
	return func(a []*Value, t *types.Type) (*Value, error) { return wrapped(t, int64(f(uint32(a[0].I)))), nil }
}

// minmax chooses the first of two scalars, or the second.
func minmax(second func(order int) bool) function {
	return func(a []*Value, _ *types.Type) (*Value, error) {
		if second(order(a[0], a[1])) {
			return a[1], nil
		}
		return a[0], nil
	}
}

var byComponent = map[string]function{
	"abs":         abs,
	"acos":        within("-1 to 1", func(x float64) bool { return x >= -1 && x <= 1 }, math.Acos),
	"acosh":       within("1 and more", func(x float64) bool { return x >= 1 }, math.Acosh),
	"asin":        within("-1 to 1", func(x float64) bool { return x >= -1 && x <= 1 }, math.Asin),
	"asinh":       real1(math.Asinh),
	"atan":        real1(math.Atan),
	"atanh":       within("between -1 and 1", func(x float64) bool { return x > -1 && x < 1 }, math.Atanh),
	"atan2":       real2(math.Atan2),
	"ceil":        real1(math.Ceil),
	"clamp":       clamp,
	"cos":         real1(math.Cos),
	"cosh":        real1(math.Cosh),
	"degrees":     real1(func(x float64) float64 { return x * 180 / math.Pi }),
	"exp":         real1(math.Exp),
	"exp2":        real1(math.Exp2),
	"floor":       real1(math.Floor),
	"fma":         real3(math.FMA),
	"fract":       real1(func(x float64) float64 { return x - math.Floor(x) }),
	"inverseSqrt": within("above 0", positive, func(x float64) float64 { return 1 / math.Sqrt(x) }),
	"ldexp":       ldexp,
	"log":         within("above 0", positive, math.Log),
	"log2":        within("above 0", positive, math.Log2),
	"max":         minmax(func(order int) bool { return order < 0 }),
	"min":         minmax(func(order int) bool { return order > 0 }),
	"mix":         real3(func(a, b, t float64) float64 { return a*(1-t) + b*t }),
	"pow":         real2(power),
	"quantizeToF16": func(a []*Value, t *types.Type) (*Value, error) {
		h, err := Float(types.TypeF16, a[0].F)
		if err != nil {
			return nil, err
		}
		return Float(t, h.F)
	},
	"radians":            real1(func(x float64) float64 { return x / 180 * math.Pi }),
	"round":              real1(math.RoundToEven),
	"saturate":           real1(func(x float64) float64 { return min(max(x, 0), 1) }),
	"select":             choose,
	"sign":               sign,
	"sin":                real1(math.Sin),
	"sinh":               real1(math.Sinh),
	"smoothstep":         smoothstep,
	"sqrt":               within("0 and more", func(x float64) bool { return x >= 0 }, math.Sqrt),
	"step":               real2(func(e, x float64) float64 { return map[bool]float64{true: 1}[e <= x] }),
	"tan":                real1(math.Tan),
	"tanh":               real1(math.Tanh),
	"trunc":              real1(math.Trunc),
	"countLeadingZeros":  integer1(func(x uint32) uint32 { return uint32(bits.LeadingZeros32(x)) }),
	"countOneBits":       integer1(func(x uint32) uint32 { return uint32(bits.OnesCount32(x)) }),
	"countTrailingZeros": integer1(func(x uint32) uint32 { return uint32(bits.TrailingZeros32(x)) }),
	"reverseBits":        integer1(bits.Reverse32),
	"firstTrailingBit": integer1(func(x uint32) uint32 {
		if x == 0 {
			return math.MaxUint32
		}
		return uint32(bits.TrailingZeros32(x))
	}),
	"firstLeadingBit": firstLeadingBit,
	"extractBits":     extractBits,
	"insertBits":      insertBits,
}

func abs(a []*Value, t *types.Type) (*Value, error) {
	if t.IsFloat() {
		return Float(t, math.Abs(a[0].F))
	}
	return wrapped(t, max(a[0].I, -a[0].I)), nil
}

func clamp(a []*Value, _ *types.Type) (*Value, error) {
	if err := CheckClamp(a[1], a[2]); err != nil {
		return nil, err
	}
	switch {
	case order(a[0], a[1]) < 0:
		return a[1], nil
	case order(a[0], a[2]) > 0:
		return a[2], nil
	}
	return a[0], nil
}

func power(x, y float64) float64 {
	if x < 0 || x == 0 && y <= 0 {
		return math.NaN()
	}
	return math.Pow(x, y)
}

func ldexp(a []*Value, t *types.Type) (*Value, error) {
	if err := CheckLdexp(t, a[1]); err != nil {
		return nil, err
	}
	return Float(t, math.Ldexp(a[0].F, int(max(a[1].I, -5000))))
}

func choose(a []*Value, _ *types.Type) (*Value, error) {
	if a[2].I != 0 {
		return a[1], nil
	}
	return a[0], nil
}

func sign(a []*Value, t *types.Type) (*Value, error) {
	s := order(a[0], Zero(a[0].Type))
	if t.IsFloat() {
		return Float(t, float64(s))
	}
	return Int(t, int64(s))
}

func smoothstep(a []*Value, t *types.Type) (*Value, error) {
	if err := CheckSmoothstep(a[0], a[1]); err != nil {
		return nil, err
	}
	x := min(max((a[2].F-a[0].F)/(a[1].F-a[0].F), 0), 1)
	return Float(t, x*x*(3-2*x))
}

func firstLeadingBit(a []*Value, t *types.Type) (*Value, error) {
	x := uint32(a[0].I)
	if t.Kind == types.I32 && a[0].I < 0 {
		x = ^x
	}
	return wrapped(t, int64(31-bits.LeadingZeros32(x))), nil
}

func extractBits(a []*Value, t *types.Type) (*Value, error) {
	if err := CheckBits(a[1], a[2]); err != nil {
		return nil, err
	}
	offset, count := uint(a[1].I), uint(a[2].I)
	if count == 0 {
		return Zero(t), nil
	}
	x := uint32(a[0].I) << (32 - count - offset)
	if t.Kind == types.I32 {
		return wrapped(t, int64(int32(x)>>(32-count))), nil
	}
	return wrapped(t, int64(x>>(32-count))), nil
}

func insertBits(a []*Value, t *types.Type) (*Value, error) {
	if err := CheckBits(a[2], a[3]); err != nil {
		return nil, err
	}
	mask := uint64(1)<<a[3].I - 1
	at := uint(a[2].I)
	return wrapped(t, int64(uint64(a[0].I)&^(mask<<at)|uint64(a[1].I)&mask<<at)), nil
}

var errLimits = errors.New("the lower limit is above the higher one")

// CheckClamp is whether clamp takes these limits, of scalars or vectors.
func CheckClamp(low, high *Value) error {
	if !low.Type.IsScalar() {
		return pairs(CheckClamp, low, high)
	}
	if order(low, high) > 0 {
		return errLimits
	}
	return nil
}

// CheckSmoothstep is whether smoothstep takes these edges.
func CheckSmoothstep(low, high *Value) error {
	if !low.Type.IsScalar() {
		return pairs(CheckSmoothstep, low, high)
	}
	if low.F == high.F {
		return errors.New("the edges are equal")
	}
	return nil
}

// CheckBits is whether extractBits and insertBits take this offset and count.
func CheckBits(offset, count *Value) error {
	if offset.I+count.I > 32 {
		return fmt.Errorf("offset %d and count %d are more than 32 bits", offset.I, count.I)
	}
	return nil
}

// CheckLdexp is whether ldexp takes this exponent for floats of a type.
func CheckLdexp(t *types.Type, exponent *Value) error {
	if !exponent.Type.IsScalar() {
		for i := range exponent.Len() {
			if err := CheckLdexp(t, exponent.At(i)); err != nil {
				return err
			}
		}
		return nil
	}
	limit := map[types.Kind]int64{types.F16: 16, types.F32: 128, types.AbstractFloat: 1024}[t.Base().Kind]
	if exponent.I > limit {
		return fmt.Errorf("exponent %d is above %d", exponent.I, limit)
	}
	return nil
}

func pairs(check func(a, b *Value) error, a, b *Value) error {
	for i := range a.Len() {
		if err := check(a.At(i), b.At(i)); err != nil {
			return err
		}
	}
	return nil
}
