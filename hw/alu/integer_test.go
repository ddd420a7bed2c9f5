package alu

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var types = []Int{{8, false}, {8, true}, {16, false}, {16, true}, {32, false}, {32, true}, {64, false}, {64, true}}

// naive is what a type's operations should give, by numbers without limits, or by bits one after the other.
type naive struct {
	t     Int
	least *big.Int
	size  *big.Int // 2^n
}

func naiveOf(t Int) naive {
	n := naive{t, new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(t.Bits))}
	if t.Signed {
		n.least.Rsh(n.size, 1)
		n.least.Neg(n.least)
	}
	return n
}

// value is what the low bits of a lane stand for.
func (n naive) value(v uint64) *big.Int {
	x := new(big.Int).SetUint64(v)
	x.Mod(x, n.size)
	if n.t.Signed && x.Cmp(new(big.Int).Rsh(n.size, 1)) >= 0 {
		x.Sub(x, n.size)
	}
	return x
}

func (n naive) pattern(x *big.Int) uint64 { return new(big.Int).Mod(x, n.size).Uint64() }

func (n naive) clamped(x *big.Int) uint64 {
	greatest := new(big.Int).Add(n.least, n.size)
	greatest.Sub(greatest, big.NewInt(1))
	if x.Cmp(n.least) < 0 {
		x = n.least
	} else if x.Cmp(greatest) > 0 {
		x = greatest
	}
	return n.pattern(x)
}

// check compares all operations with two sources, and those with one.
func (n naive) check(t *testing.T, a, b uint64) {
	equal := func(op string, want, got uint64) {
		if want != got {
			t.Fatalf("%s %v of %#x, %#x: %#x, want %#x", op, n.t, a, b, got, want)
		}
	}
	x, y, i := n.value(a), n.value(b), n.t
	product, sum := new(big.Int).Mul(x, y), new(big.Int).Add(x, y)
	high := new(big.Int).Div(new(big.Int).Sub(product, new(big.Int).Mod(product, n.size)), n.size)
	low, mullHigh := i.Mull(a, b)
	equal("mulh", n.pattern(high), i.Mulh(a, b))
	equal("mull, high", n.pattern(high), mullHigh)
	equal("mull, low", n.pattern(product), low)
	equal("add.sat", n.clamped(sum), i.AddSat(a, b))
	equal("mul.sat", n.clamped(product), i.MulSat(a, b))

	quotient, rest := x, new(big.Int)
	if y.Sign() != 0 {
		quotient, rest = new(big.Int).QuoRem(x, y, new(big.Int))
	}
	equal("div", n.pattern(quotient), i.Div(a, b))
	equal("rem", n.pattern(rest), i.Rem(a, b))
	lesser, greater := x, y
	if x.Cmp(y) > 0 {
		lesser, greater = y, x
	}
	equal("min", n.pattern(lesser), i.Min(a, b))
	equal("max", n.pattern(greater), i.Max(a, b))
	order := x.Cmp(y)
	for c, holds := range []bool{Eq: order == 0, Ne: order != 0, Lt: order < 0, Le: order <= 0, Gt: order > 0, Ge: order >= 0, Un: false} {
		if i.Compare(Cond(c), a, b) != holds {
			t.Fatalf("%v: condition %d of %#x, %#x: want %v", i, c, a, b, holds)
		}
	}

	unsigned := naiveOf(Int{i.Bits, false})
	s, carry := i.Addc(a, b)
	total := new(big.Int).Add(unsigned.value(a), unsigned.value(b))
	equal("addc", n.pattern(sum), s)
	equal("addc, carry", new(big.Int).Div(total, n.size).Uint64(), carry)
	d, borrow := i.Subb(a, b)
	equal("subb", n.pattern(new(big.Int).Sub(x, y)), d)
	equal("subb, borrow", bit(unsigned.value(a).Cmp(unsigned.value(b)) < 0), borrow)

	n.checkShifts(equal, a, b)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// checkShifts compares shifts with strings of binary digits, the highest first.
func (n naive) checkShifts(equal func(op string, want, got uint64), a, b uint64) {
	digits, size := n.digits(a), int(n.t.Bits)
	c := int(b % uint64(size))
	zeros := strings.Repeat("0", c)
	equal("shl", ofDigits(digits[c:]+zeros), n.t.Shl(a, b))
	equal("shr", ofDigits(zeros+digits[:size-c]), n.t.Shr(a, b))
	equal("asr", ofDigits(strings.Repeat(digits[:1], c)+digits[:size-c]), n.t.Asr(a, b))
	equal("rol", ofDigits(digits[c:]+digits[:c]), n.t.Rol(a, b))
	equal("ror", ofDigits(digits[size-c:]+digits[:size-c]), n.t.Ror(a, b))
}

// checkBits compares operations with one source, with such strings.
func (n naive) checkBits(t *testing.T, a uint64) {
	equal := func(op string, want int, got uint64) {
		if n.t.Cut(uint64(want)) != got {
			t.Fatalf("%s %v of %#x: %#x, want %d", op, n.t, a, got, want)
		}
	}
	digits, size := n.digits(a), int(n.t.Bits)
	above := strings.TrimLeft(digits, "0")
	below := strings.TrimRight(digits, "0")
	equal("cbit", strings.Count(digits, "1"), n.t.Cbit(a))
	equal("lzd", size-len(above), n.t.Lzd(a))
	equal("tzd", size-len(below), n.t.Tzd(a))
	if below == "" {
		equal("fbl", -1, n.t.Fbl(a))
	} else {
		equal("fbl", size-len(below), n.t.Fbl(a))
	}
	if n.t.Signed {
		above = strings.TrimLeft(digits, digits[:1])
	}
	equal("fbh", len(above)-1, n.t.Fbh(a))
	reversed := []byte(digits)
	slices.Reverse(reversed)
	equal("bfrev", int(ofDigits(string(reversed))), n.t.Bfrev(a))
}

// checkField compares operations on fields, bit by bit.
func (n naive) checkField(t *testing.T, a, offset, width uint64) {
	size := uint64(n.t.Bits)
	from := min(n.t.Cut(offset), size)
	w := min(n.t.Cut(width), size-from)
	var field, ones uint64
	for i := range size {
		source := min(i, w-1) // above the field its top bit
		if w > 0 && (i < w || n.t.Signed) {
			field |= a >> (from + source) & 1 << i
		}
		if i >= from && i-from < w {
			ones |= 1 << i
		}
	}
	if got := n.t.Bfe(a, offset, width); got != field {
		t.Fatalf("bfe %v of %#x, %d, %d: %#x, want %#x", n.t, a, offset, width, got, field)
	}
	if got := n.t.Bfm(width, offset); got != ones {
		t.Fatalf("bfm %v of %d, %d: %#x, want %#x", n.t, width, offset, got, ones)
	}
}

// checkThree compares operations with three sources.
func (n naive) checkThree(t *testing.T, a, b, c uint64) {
	exact := new(big.Int).Mul(n.value(a), n.value(b))
	exact.Add(exact, n.value(c))
	if got, want := n.t.MadSat(a, b, c), n.clamped(exact); got != want {
		t.Fatalf("mad.sat %v of %#x, %#x, %#x: %#x, want %#x", n.t, a, b, c, got, want)
	}
	for i := range n.t.Bits {
		want := b
		if a>>i&1 == 0 {
			want = c
		}
		if got := n.t.Bsel(a, b, c); got>>i&1 != want>>i&1 || got != n.t.Cut(got) {
			t.Fatalf("bsel %v of %#x, %#x, %#x: %#x", n.t, a, b, c, got)
		}
	}
}

func (n naive) digits(v uint64) string { return fmt.Sprintf("%0*b", int(n.t.Bits), n.t.Cut(v)) }

func ofDigits(s string) uint64 {
	n, _ := strconv.ParseUint(s, 2, 64)
	return n
}

// edges are patterns where something changes, of all sizes.
func edges() (list []uint64) {
	for _, n := range []uint{0, 1, 3, 7, 8, 15, 16, 31, 32, 63} {
		for d := range uint64(5) {
			list = append(list, 1<<n+d-2, -(1<<n)+d-2)
		}
	}
	return list
}

// arbitrary returns a pattern; above the bits of a type anything may stand.
func arbitrary(list []uint64) uint64 {
	switch rand.IntN(3) {
	case 0:
		return list[rand.IntN(len(list))]
	case 1:
		return rand.Uint64() >> rand.IntN(64)
	}
	return rand.Uint64()
}

func TestBytesExhaustively(t *testing.T) {
	t.Parallel()
	for _, i := range types[:2] {
		n := naiveOf(i)
		for a := range uint64(256) {
			n.checkBits(t, a)
			for b := range uint64(256) {
				n.check(t, a, b)
			}
			for offset := range uint64(12) {
				for width := range uint64(12) {
					n.checkField(t, a, offset, width)
				}
			}
			n.checkField(t, a, 0, 255)
			n.checkField(t, a, 255, 255)
			n.checkField(t, a, 255, 0)
		}
	}
}

func TestIntegersOfAllSizes(t *testing.T) {
	t.Parallel()
	list := edges()
	for _, i := range types {
		n := naiveOf(i)
		for _, a := range list {
			n.checkBits(t, a)
			for _, b := range list {
				n.check(t, a, b)
				n.checkField(t, a, b, list[rand.IntN(len(list))])
				n.checkThree(t, a, b, list[rand.IntN(len(list))])
			}
		}
		for range 10_000 {
			a, b, c := arbitrary(list), arbitrary(list), arbitrary(list)
			n.check(t, a, b)
			n.checkBits(t, a)
			n.checkField(t, a, b%80, c%80)
			n.checkThree(t, a, b, c)
		}
	}
}

func TestIntegersAreExtendedCutAndClamped(t *testing.T) {
	list := edges()
	for _, from := range types {
		for _, v := range list {
			value := naiveOf(from).value(v)
			require.Equal(t, naiveOf(Int{64, false}).pattern(value), from.Extend(v), "%v %#x", from, v)
			require.Equal(t, naiveOf(from).pattern(value), from.Cut(v), "%v %#x", from, v)
			for _, to := range types {
				require.Equal(t, naiveOf(to).clamped(value), to.ClampFrom(from, v), "%v from %v %#x", to, from, v)
			}
		}
	}
}
