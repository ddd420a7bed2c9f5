package exec

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// integer is a number of a type as a test sees it.
type integer struct {
	bits   int
	signed bool
}

func integerOf(typ uint32) integer { return integer{8 * typeSize[typ], isSigned(typ)} }

func number(v int64) *big.Int { return big.NewInt(v) }

func power(n int) *big.Int { return new(big.Int).Lsh(number(1), uint(n)) }

// value is the number of a pattern.
func (n integer) value(pattern uint64) *big.Int {
	v := new(big.Int).SetUint64(pattern)
	v.Mod(v, power(n.bits))
	if n.signed && v.Bit(n.bits-1) != 0 {
		v.Sub(v, power(n.bits))
	}
	return v
}

// pattern is the low bits of a number.
func (n integer) pattern(v *big.Int) uint64 {
	return new(big.Int).Mod(v, power(n.bits)).Uint64()
}

func (n integer) least() *big.Int {
	if n.signed {
		return new(big.Int).Neg(power(n.bits - 1))
	}
	return number(0)
}

func (n integer) greatest() *big.Int {
	return new(big.Int).Sub(power(n.bits-one(n.signed)), number(1))
}

func (n integer) clamp(v *big.Int) *big.Int {
	switch {
	case v.Cmp(n.least()) < 0:
		return n.least()
	case v.Cmp(n.greatest()) > 0:
		return n.greatest()
	}
	return v
}

// digits are the bits, the highest first.
func (n integer) digits(pattern uint64) string {
	return fmt.Sprintf("%0*b", n.bits, pattern)
}

func (n integer) fromDigits(s string) uint64 {
	if s == "" {
		return 0
	}
	v, _ := new(big.Int).SetString(s, 2)
	return n.pattern(v)
}

// byDigits makes a digit of the digits of each place.
func (n integer) byDigits(make func(d [3]bool) bool, a, b, c uint64) uint64 {
	var s strings.Builder
	x, y, z := n.digits(a), n.digits(b), n.digits(c)
	for k := range n.bits {
		s.WriteByte("01"[one(make([3]bool{x[k] == '1', y[k] == '1', z[k] == '1'}))])
	}
	return n.fromDigits(s.String())
}

// exact is the exact result of what has one.
func exact(op uint32, a, b, c *big.Int) *big.Int {
	switch op {
	case isa.OpAdd:
		return new(big.Int).Add(a, b)
	case isa.OpMul:
		return new(big.Int).Mul(a, b)
	}
	product := new(big.Int).Mul(a, b)
	return product.Add(product, c)
}

// expected is the result of an operation, on patterns.
func (n integer) expected(op uint32, a, b, c uint64) uint64 {
	x, y := n.value(a), n.value(b)
	digits := n.digits(a)
	count := int(b % uint64(n.bits))
	switch op {
	case isa.OpMov:
		return a
	case isa.OpAnd:
		return n.byDigits(func(d [3]bool) bool { return d[0] && d[1] }, a, b, c)
	case isa.OpOr:
		return n.byDigits(func(d [3]bool) bool { return d[0] || d[1] }, a, b, c)
	case isa.OpXor:
		return n.byDigits(func(d [3]bool) bool { return d[0] != d[1] }, a, b, c)
	case isa.OpNot:
		return n.byDigits(func(d [3]bool) bool { return !d[0] }, a, b, c)
	case isa.OpBsel:
		return n.byDigits(func(d [3]bool) bool { return d[0] && d[1] || !d[0] && d[2] }, a, b, c)
	case isa.OpShl:
		return n.fromDigits(digits[count:] + strings.Repeat("0", count))
	case isa.OpShr:
		return n.fromDigits(digits[:n.bits-count])
	case isa.OpAsr:
		return n.fromDigits(strings.Repeat(digits[:1], count) + digits[:n.bits-count])
	case isa.OpRol:
		return n.fromDigits(digits[count:] + digits[:count])
	case isa.OpRor:
		return n.fromDigits(digits[n.bits-count:] + digits[:n.bits-count])
	case isa.OpBfe:
		return n.field(digits, b, c)
	case isa.OpBfm:
		offset := int(min(b, uint64(n.bits)))
		width := int(min(a, uint64(n.bits-offset)))
		return n.fromDigits(strings.Repeat("1", width) + strings.Repeat("0", offset))
	case isa.OpCbit:
		return uint64(strings.Count(digits, "1"))
	case isa.OpLzd:
		return uint64(strings.Index(digits+"1", "1"))
	case isa.OpTzd:
		return uint64(n.bits - len(strings.TrimRight(digits, "0")))
	case isa.OpBfrev:
		s := []byte(digits)
		for k := range s {
			s[k] = digits[n.bits-1-k]
		}
		return n.fromDigits(string(s))
	case isa.OpFbh:
		other := "1"
		if n.signed && digits[0] == '1' {
			other = "0"
		}
		return n.placeOf(strings.Index(digits, other))
	case isa.OpFbl:
		return n.placeOf(strings.LastIndex(digits, "1"))
	case isa.OpAdd, isa.OpMul, isa.OpMad:
		return n.pattern(exact(op, x, y, n.value(c)))
	case isa.OpMull:
		return n.pattern(new(big.Int).Mul(x, y))
	case isa.OpMulh:
		return n.pattern(new(big.Int).Rsh(new(big.Int).Mul(x, y), uint(n.bits)))
	case isa.OpAddc:
		return n.pattern(new(big.Int).Add(x, y))
	case isa.OpSubb:
		return n.pattern(new(big.Int).Sub(x, y))
	case isa.OpMin, isa.OpMax:
		if x.Cmp(y) < 0 == (op == isa.OpMin) {
			return a
		}
		return b
	case isa.OpDiv:
		if y.Sign() == 0 {
			return a
		}
		return n.pattern(new(big.Int).Quo(x, y))
	case isa.OpRem:
		if y.Sign() == 0 {
			return 0
		}
		return n.pattern(new(big.Int).Rem(x, y))
	}
	panic(fmt.Sprintf("no rule for operation %#x", op))
}

func (n integer) field(digits string, offset, width uint64) uint64 {
	from := int(min(offset, uint64(n.bits)))
	wide := int(min(width, uint64(n.bits-from)))
	s := digits[n.bits-from-wide : n.bits-from]
	if n.signed && wide > 0 {
		s = strings.Repeat(s[:1], n.bits-wide) + s
	}
	return n.fromDigits(s)
}

// placeOf is the number of a bit whose digit stands at a place, or all ones.
func (n integer) placeOf(index int) uint64 {
	if index < 0 {
		return n.pattern(number(-1))
	}
	return uint64(n.bits - 1 - index)
}

// second is the result in the implied destination.
func (n integer) second(op uint32, a, b uint64) uint64 {
	switch op {
	case isa.OpMull:
		return n.expected(isa.OpMulh, a, b, 0)
	case isa.OpAddc:
		return uint64(one(new(big.Int).Add(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)).Cmp(power(n.bits)) >= 0))
	}
	return uint64(one(a < b))
}

// interesting are patterns with corners among them.
func interesting(rng *rand.Rand, bits int) uint64 {
	mask := ^uint64(0) >> (64 - bits)
	switch rng.IntN(4) {
	case 0:
		return [...]uint64{0, 1, 2, 7, mask, mask - 1, mask >> 1, mask>>1 + 1, mask>>1 + 2, 31, 32, 33}[rng.IntN(12)] & mask
	case 1:
		return uint64(rng.IntN(70)) & mask
	}
	return rng.Uint64() & mask >> rng.IntN(bits)
}

// column writes patterns of a type to a register set.
func column(t *Thread, reg, bits int, values []uint64) {
	for k, v := range values {
		t.Registers.write(uint16(32*reg+k*bits/8), uint8(bits/8), v)
	}
}

func integerTypes() (types []uint32) {
	for typ := uint32(0); typ < isa.TypeLimit; typ++ {
		if !isFloat(typ) {
			types = append(types, typ)
		}
	}
	return types
}

// counts tells whether a source is a shift count, an offset or a width.
func counts(op uint32, n int) bool {
	return isa.Operations[op].Allows&isa.AllowsCount != 0 && (n > 0 || op == isa.OpBfm)
}

func TestIntegerOperations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for op := range uint32(256) {
		info := &isa.Operations[op]
		if info.Types&isa.HasInteger == 0 || op == isa.OpSel || op == isa.OpCmp || op == isa.OpCvt {
			continue
		}
		for _, typ := range integerTypes() {
			t.Run(info.Name+" "+isa.TypeNames[typ], func(t *testing.T) {
				for range 12 {
					checkInteger(t, rng, op, typ)
				}
			})
		}
	}
}

func checkInteger(t *testing.T, rng *rand.Rand, op, typ uint32) {
	n, info := integerOf(typ), &isa.Operations[op]
	var sources [3][]uint64
	var args []arg
	for s := range 3 {
		sourceType := typ
		if counts(op, s) {
			sourceType = integerType(typeSize[typ], false)
		}
		for range 8 {
			sources[s] = append(sources[s], interesting(rng, n.bits))
		}
		if s < info.Sources {
			args = append(args, r(1+2*s, sourceType))
		}
	}
	m := machine{prepare: func(t *Thread) {
		for s := range sources {
			column(t, 1+2*s, n.bits, sources[s])
		}
	}}
	got := m.run(t, do(op, r(20, typ), args...))
	registers := (8*n.bits/8 + 31) / 32
	for k := range 8 {
		a, b, c := sources[0][k], sources[1][k], sources[2][k]
		at := uint16(32*20 + k*n.bits/8)
		require.Equal(t, n.expected(op, a, b, c), got.Registers.read(at, uint8(n.bits/8)), "of %#x, %#x, %#x", a, b, c)
		if info.Allows&isa.AllowsImplied != 0 {
			require.Equal(t, n.second(op, a, b), got.Registers.read(at+uint16(32*registers), uint8(n.bits/8)), "second of %#x, %#x", a, b)
		}
	}
}

func TestSaturationOfIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, op := range []uint32{isa.OpAdd, isa.OpMul, isa.OpMad} {
		for _, typ := range integerTypes() {
			n := integerOf(typ)
			for range 40 {
				a, b, c := interesting(rng, n.bits), interesting(rng, n.bits), interesting(rng, n.bits)
				m := machine{prepare: func(t *Thread) {
					column(t, 1, n.bits, []uint64{a})
					column(t, 2, n.bits, []uint64{b})
					column(t, 3, n.bits, []uint64{c})
				}}
				i := do(op, r(20, typ), r(1, typ), r(2, typ), r(3, typ)).sat().cond(isa.ConditionLt, 1).sized(isa.SizeLanes1, 0)
				i.src = i.src[:isa.Operations[op].Sources]
				got := m.run(t, i)
				want := exact(op, n.value(a), n.value(b), n.value(c))
				require.Equal(t, n.pattern(n.clamp(want)), got.Registers.read(640, uint8(n.bits/8)), "%s of %#x, %#x, %#x", isa.TypeNames[typ], a, b, c)
				require.Equal(t, uint32(one(want.Sign() < 0)), got.Flags[1]&1, "the exact result is compared")
			}
		}
	}
}

func TestMovesAndConversionsOfIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, from := range integerTypes() {
		for _, to := range integerTypes() {
			a, b := integerOf(from), integerOf(to)
			for range 10 {
				v := interesting(rng, a.bits)
				m := machine{prepare: func(t *Thread) { column(t, 1, a.bits, []uint64{v}) }}
				one := func(i ins) uint64 {
					return m.run(t, i.sized(isa.SizeLanes1, 0)).Registers.read(640, uint8(b.bits/8))
				}
				require.Equal(t, b.pattern(a.value(v)), one(do(isa.OpMov, r(20, to), r(1, from))), "mov %#x", v)
				require.Equal(t, b.pattern(b.clamp(a.value(v))), one(do(isa.OpMov, r(20, to), r(1, from)).sat()), "mov.sat %#x", v)
				require.Equal(t, b.pattern(b.clamp(a.value(v))), one(do(isa.OpCvt, r(20, to), r(1, from))), "cvt %#x", v)
			}
		}
	}
	// A source that is cut has its modifiers before.
	m := machine{prepare: func(t *Thread) { t.set(1, 0xff, 0x80000000, 0xffffffff) }}
	require.Equal(t, uint32(0xff), m.run(t, do(isa.OpMov, r(9, isa.TypeB), d(1).absolute())).at(9, 1)[0]&0xff)
	require.Equal(t, uint32(0x80), m.run(t, do(isa.OpCvt, r(9, isa.TypeB), d(1).el(1).negated())).at(9, 1)[0]&0xff)
	require.Equal(t, []uint32{0x80000000, 0}, m.run(t, do(isa.OpCvt, r(9, isa.TypeQ), d(1).el(1).negated()).sized(isa.SizeLanes1, 0)).at(9, 2))
	require.Equal(t, uint32(1), m.run(t, do(isa.OpMov, ud(9), d(1).el(2)).sat().cond(isa.ConditionLt, 0).sized(isa.SizeLanes1, 0)).Flags[0],
		"what is compared with 0 is the number before it is clamped")
}

func TestSourcesOfSmallerTypesAreExtended(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, to := range integerTypes() {
		for _, from := range integerTypes() {
			a, b := integerOf(from), integerOf(to)
			if a.bits > b.bits {
				continue
			}
			v := interesting(rng, a.bits)
			m := machine{prepare: func(t *Thread) { column(t, 1, a.bits, []uint64{v}); column(t, 2, b.bits, []uint64{3}) }}
			got := m.run(t, do(isa.OpMad, r(20, to), r(1, from), r(2, to), r(1, from)).sized(isa.SizeLanes1, 0))
			want := new(big.Int).Mul(a.value(v), number(4))
			require.Equal(t, b.pattern(want), got.Registers.read(640, uint8(b.bits/8)), "%s in %s: %#x", isa.TypeNames[from], isa.TypeNames[to], v)
			if isSigned(from) || from > isa.TypeUd {
				continue
			}
			shifts := m.run(t, do(isa.OpShl, r(20, to), r(2, to), r(1, from)).sized(isa.SizeLanes1, 0))
			require.Equal(t, b.expected(isa.OpShl, 3, v, 0), shifts.Registers.read(640, uint8(b.bits/8)))
		}
	}
}

func TestComparisonsOfIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, typ := range integerTypes() {
		n := integerOf(typ)
		for c := uint32(isa.ConditionEq); c < isa.ConditionUn; c++ {
			a, b := make([]uint64, 8), make([]uint64, 8)
			want := uint32(0)
			for k := range a {
				a[k], b[k] = interesting(rng, n.bits), interesting(rng, n.bits)
				if k%3 == 0 {
					b[k] = a[k]
				}
				want |= uint32(one(meets(c, n.value(a[k]).Cmp(n.value(b[k]))))) << k
			}
			kept := [4]uint32{0xffff_ff00, 1, 2, 0xffff_ff00}
			m := machine{prepare: func(t *Thread) { column(t, 1, n.bits, a); column(t, 3, n.bits, b); t.Flags = kept }}
			got := m.run(t, do(isa.OpCmp, r(20, typ), r(1, typ), r(3, typ)).cond(c, 3))
			require.Equal(t, 0xffff_ff00|want, got.Flags[3])
			chosen := m.run(t, do(isa.OpSel, r(20, typ), r(1, typ), r(3, typ)).cond(c, 0))
			require.Equal(t, kept, chosen.Flags, "sel writes no flags")
			size := min(4, typeSize[typ])
			result := m.run(t, do(isa.OpAnd, null(typ), r(1, typ), num(0xffffffff>>(32-8*size), integerType(size, typ&1 != 0))).cond(c, 2))
			for k := range a {
				at, size := uint16(640+k*n.bits/8), uint8(n.bits/8)
				require.Equal(t, n.pattern(number(-int64(want>>k&1))), got.Registers.read(at, size))
				require.Equal(t, [2]uint64{b[k], a[k]}[want>>k&1], chosen.Registers.read(at, size))
				masked := a[k]
				if typ == isa.TypeUq {
					masked &= 0xffffffff
				}
				require.Equal(t, meets(c, n.value(masked).Sign()), result.Flags[2]>>k&1 != 0, "%s %d of %#x and 0", isa.TypeNames[typ], c, a[k])
			}
		}
	}
}

// A mov with a condition compares what it writes with 0, in the type of its destination, in the lanes that execute.
func TestMovWithACondition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, from := range integerTypes() {
		for _, to := range integerTypes() {
			for c := uint32(isa.ConditionEq); c < isa.ConditionUn; c++ {
				a, b, values := integerOf(from), integerOf(to), make([]uint64, 8)
				want, active, flags := uint32(0), rng.Uint32(), rng.Uint32()
				for k := range values {
					if k%3 > 0 { // some are 0, some 0 in their low bits
						values[k] = interesting(rng, a.bits) << (k / 3 % 2 * a.bits / 2)
					}
					want |= uint32(one(meets(c, b.value(b.pattern(a.value(values[k]))).Sign()))) << (8 + k)
				}
				m := machine{Program: Program{Lanes: 16}, prepare: func(t *Thread) {
					column(t, 1, a.bits, values)
					t.Active, t.Flags[1] = active, flags
				}}
				got := m.run(t, do(isa.OpMov, r(20, to), r(1, from)).cond(c, 1).sized(isa.SizeLanes8, 1))
				executing := active & 0xff00
				require.Equal(t, flags&^executing|want&executing, got.Flags[1], "%d of %s in %s: %#x", c, isa.TypeNames[from], isa.TypeNames[to], values)
				for k, v := range values {
					if executing>>(8+k)&1 == 0 {
						v = 0
					}
					require.Equal(t, b.pattern(a.value(v)), got.Registers.read(uint16(640+k*b.bits/8), uint8(b.bits/8)), "lane %d", 8+k)
				}
			}
		}
	}
}

// meets tells whether a condition holds for numbers that compare so.
func meets(c uint32, sign int) bool {
	switch c {
	case isa.ConditionEq:
		return sign == 0
	case isa.ConditionNe:
		return sign != 0
	case isa.ConditionLt:
		return sign < 0
	case isa.ConditionLe:
		return sign <= 0
	case isa.ConditionGt:
		return sign > 0
	}
	return sign >= 0
}

func TestSelChoosesByItsPredicate(t *testing.T) {
	m := machine{prepare: func(t *Thread) { counting(t); t.Active, t.Flags[1] = 0x3f, 0x55 }}
	sel := do(isa.OpSel, ud(30), ud(0), ud(1))
	require.Equal(t, []uint32{0, 9, 2, 11, 4, 13, 0xf6, 0xf7}, m.run(t, sel.when(1)).at(30, 8), "all active lanes execute")
	require.Equal(t, []uint32{8, 1, 10, 3, 12, 5, 0xf6, 0xf7}, m.run(t, sel.when(1).not()).at(30, 8))
	require.Equal(t, []uint32{0, 1, 2, 3, 4, 5, 0xf6, 0xf7}, m.run(t, sel.when(0).not()).at(30, 8))
	require.Equal(t, []uint32{8, 9, 10, 11, 12, 13, 0xf6, 0xf7}, m.run(t, sel.when(0)).at(30, 8))
	require.Equal(t, []uint32{0, 9, 2, 11, 4, 13, 6, 15}, m.run(t, sel.when(1).noMask()).at(30, 8))
	require.Equal(t, []uint32{0, 9, 2, 11, 0xf4, 0xf5, 0xf6, 0xf7}, m.run(t, sel.when(1).sized(isa.SizeLanes4, 0)).at(30, 8))
	require.Equal(t, []uint32{8, 9, 10, 11, 12, 13, 0xf6, 0xf7}, m.run(t, sel.cond(isa.ConditionGt, 0)).at(30, 8), "or by a condition")
}
