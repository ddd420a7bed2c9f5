package arith

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// naive computes with the bits of a type one by one, and with integers that have no range.
type naive[T Int] struct{ n int }

func newNaive[T Int]() naive[T] {
	n := 0
	for v := T(1); v != 0; v += v {
		n++
	}
	return naive[T]{n}
}

func (naive[T]) signed() bool { return T(0)-1 < 0 }

func (naive[T]) bit(a T, k int) bool { return uint64(a)&(1<<k) != 0 }

// build is the number whose bit k is given by f.
func (m naive[T]) build(f func(k int) bool) T {
	var sum, worth T = 0, 1
	for k := range m.n {
		if f(k) {
			sum |= worth
		}
		worth += worth
	}
	return sum
}

// integer is a as a number, unsigned what its bits are as an unsigned one.
func (naive[T]) integer(a T) *big.Int {
	if a < 0 {
		return big.NewInt(int64(a))
	}
	return new(big.Int).SetUint64(uint64(a))
}

func (m naive[T]) unsigned(a T) *big.Int {
	sum := new(big.Int)
	for k := range m.n {
		if m.bit(a, k) {
			sum.SetBit(sum, k, 1)
		}
	}
	return sum
}

// low is the low n bits of v.
func (m naive[T]) low(v *big.Int) T { return m.build(func(k int) bool { return v.Bit(k) != 0 }) }

// clamped is v or the nearest end of the range.
func (m naive[T]) clamped(v *big.Int) T {
	least, greatest := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(m.n))
	if m.signed() {
		greatest.Rsh(greatest, 1)
		least.Neg(greatest)
	}
	greatest.Sub(greatest, big.NewInt(1))
	switch {
	case v.Cmp(least) < 0:
		v = least
	case v.Cmp(greatest) > 0:
		v = greatest
	}
	return m.low(v)
}

func (m naive[T]) count(n int) T { return m.low(big.NewInt(int64(n))) }

type failure func(name string, got, want any)

func same[T comparable](fail failure, name string, got, want T) {
	if got != want {
		fail(name, got, want)
	}
}

// one checks what has one operand.
func (m naive[T]) one(a T, fail failure) {
	ones, above, below, highest, lowest := 0, m.n, m.n, -1, -1
	for k := range m.n {
		if m.bit(a, k) {
			ones++
			above = m.n - 1 - k
			if lowest < 0 {
				lowest, below = k, k
			}
		}
		if m.bit(a, k) != (m.signed() && m.bit(a, m.n-1)) {
			highest = k
		}
	}
	same(fail, "cbit", Cbit(a), m.count(ones))
	same(fail, "lzd", Lzd(a), m.count(above))
	same(fail, "tzd", Tzd(a), m.count(below))
	same(fail, "fbh", Fbh(a), m.count(highest))
	same(fail, "fbl", Fbl(a), m.count(lowest))
	same(fail, "bfrev", Bfrev(a), m.build(func(k int) bool { return m.bit(a, m.n-1-k) }))
}

// two checks what has two operands of the type.
func (m naive[T]) two(a, b T, fail failure) {
	x, y := m.integer(a), m.integer(b)
	product := new(big.Int).Mul(x, y)
	high := m.low(new(big.Int).Rsh(product, uint(m.n)))
	same(fail, "mulh", Mulh(a, b), high)
	low, implied := Mull(a, b)
	same(fail, "mull", low, m.low(product))
	same(fail, "mull high", implied, high)

	sum := new(big.Int).Add(m.unsigned(a), m.unsigned(b))
	low, implied = Addc(a, b)
	same(fail, "addc", low, m.low(sum))
	same(fail, "carry", implied, T(sum.Bit(m.n)))
	difference := new(big.Int).Sub(m.unsigned(a), m.unsigned(b))
	low, implied = Subb(a, b)
	same(fail, "subb", low, m.low(difference))
	same(fail, "borrow", implied == 1, difference.Sign() < 0)
	same(fail, "borrow", implied == 0, difference.Sign() >= 0)

	quotient, rest := a, T(0)
	if b != 0 {
		q, r := new(big.Int).QuoRem(x, y, new(big.Int))
		quotient, rest = m.low(q), m.low(r)
	}
	same(fail, "div", Div(a, b), quotient)
	same(fail, "rem", Rem(a, b), rest)
	same(fail, "add.sat", AddSat(a, b), m.clamped(new(big.Int).Add(x, y)))
	same(fail, "mul.sat", MulSat(a, b), m.clamped(product))

	order := x.Cmp(y)
	for c, want := range []bool{Eq: order == 0, Ne: order != 0, Lt: order < 0, Le: order <= 0, Gt: order > 0, Ge: order >= 0, Un: false} {
		same(fail, "cmp", CompareInt(Cond(c), a, b), want)
	}
}

// three checks what has three operands of the type.
func (m naive[T]) three(a, b, c T, fail failure) {
	sum := new(big.Int).Mul(m.integer(a), m.integer(b))
	same(fail, "mad.sat", MadSat(a, b, c), m.clamped(sum.Add(sum, m.integer(c))))
	same(fail, "bsel", Bsel(a, b, c), m.build(func(k int) bool {
		if m.bit(a, k) {
			return m.bit(b, k)
		}
		return m.bit(c, k)
	}))
}

// shifts checks shifts and rotations.
func (m naive[T]) shifts(a T, count uint64, fail failure) {
	by := int(count % uint64(m.n))
	within := func(k int) bool { return k >= 0 && k < m.n && m.bit(a, k) }
	same(fail, "shl", Shl(a, count), m.build(func(k int) bool { return within(k - by) }))
	same(fail, "shr", Shr(a, count), m.build(func(k int) bool { return within(k + by) }))
	same(fail, "asr", Asr(a, count), m.build(func(k int) bool { return within(min(k+by, m.n-1)) }))
	same(fail, "rol", Rol(a, count), m.build(func(k int) bool { return within((k + m.n - by) % m.n) }))
	same(fail, "ror", Ror(a, count), m.build(func(k int) bool { return within((k + by) % m.n) }))
}

// fields checks bfe and bfm.
func (m naive[T]) fields(a T, offset, width uint64, fail failure) {
	from := int(min(offset, uint64(m.n)))
	to := from + int(min(width, uint64(m.n-from)))
	same(fail, "bfm", Bfm[T](width, offset), m.build(func(k int) bool { return k >= from && k < to }))
	same(fail, "bfe", Bfe(a, offset, width), m.build(func(k int) bool {
		switch {
		case from+k < to:
			return m.bit(a, from+k)
		case to > from:
			return m.signed() && m.bit(a, to-1)
		}
		return false
	}))
}

func fails(t *testing.T, operands ...any) failure {
	return func(name string, got, want any) {
		t.Helper()
		t.Fatalf("%s of %v: %v, not %v", name, operands, got, want)
	}
}

// counts are shift counts, offsets and widths around n and far above it.
func counts(n int) (all []uint64) {
	for k := range 2*n + 2 {
		all = append(all, uint64(k))
	}
	return append(all, 1<<32, 1<<63, 1<<64-1)
}

func TestAllBytes(t *testing.T) {
	t.Run("b", allBytes[int8])
	t.Run("ub", allBytes[uint8])
}

func allBytes[T int8 | uint8](t *testing.T) {
	m := newNaive[T]()
	for a := range 256 {
		m.one(T(a), fails(t, T(a)))
		for _, count := range counts(8) {
			m.shifts(T(a), count, fails(t, T(a), count))
			for _, width := range counts(8) {
				m.fields(T(a), count, width, fails(t, T(a), count, width))
			}
		}
		for b := range 256 {
			m.two(T(a), T(b), fails(t, T(a), T(b)))
		}
	}
	allTriples[T](t)
}

// allTriples has its sums in int, for speed.
func allTriples[T int8 | uint8](t *testing.T) {
	least, greatest := 0, 255
	if newNaive[T]().signed() {
		least, greatest = -128, 127
	}
	for a := least; a <= greatest; a++ {
		for b := least; b <= greatest; b++ {
			for c := least; c <= greatest; c++ {
				if got, want := MadSat(T(a), T(b), T(c)), T(min(max(a*b+c, least), greatest)); got != want {
					t.Fatalf("mad.sat of %d, %d, %d: %d, not %d", a, b, c, got, want)
				}
				if got, want := Bsel(T(a), T(b), T(c)), T((b^c)&a^c); got != want {
					t.Fatalf("bsel of %d, %d, %d: %d, not %d", a, b, c, got, want)
				}
			}
		}
	}
}

func TestWiderIntegers(t *testing.T) {
	t.Run("w", samples[int16])
	t.Run("uw", samples[uint16])
	t.Run("d", samples[int32])
	t.Run("ud", samples[uint32])
	t.Run("q", samples[int64])
	t.Run("uq", samples[uint64])
}

// edges are numbers near 0, near powers of two, near the ends of the range.
func edges[T Int]() (all []T) {
	for worth := T(1); worth != 0; worth += worth {
		all = append(all, worth-1, worth, worth+1, -worth, ^worth)
	}
	return append(all, 0, ^T(0))
}

func samples[T Int](t *testing.T) {
	m := newNaive[T]()
	random := rand.New(rand.NewPCG(21, uint64(m.n)))
	values := edges[T]()
	any := func() T {
		if random.IntN(3) == 0 {
			return values[random.IntN(len(values))]
		}
		return T(random.Uint64() >> random.IntN(m.n)) // of all lengths
	}
	for _, a := range values {
		m.one(a, fails(t, a))
		for _, b := range values {
			if random.IntN(3) == 0 {
				m.two(a, b, fails(t, a, b))
			}
		}
	}
	all := counts(m.n)
	for range 2000 {
		a, b, c := any(), any(), any()
		m.one(a, fails(t, a))
		m.two(a, b, fails(t, a, b))
		m.three(a, b, c, fails(t, a, b, c))
		offset, width := all[random.IntN(len(all))], all[random.IntN(len(all))]
		m.shifts(a, offset, fails(t, a, offset))
		m.fields(a, offset, width, fails(t, a, offset, width))
	}
}

// TestNamedCases has what the section names.
func TestNamedCases(t *testing.T) {
	fail := fails(t)
	same(fail, "a/0", Div[int32](-7, 0), -7)
	same(fail, "least by -1", Div[int64](-1<<63, -1), -1<<63)
	same(fail, "rem of least by -1", Rem[int8](-128, -1), 0)
	same(fail, "rem by 0", Rem[uint16](7, 0), 0)
	same(fail, "rem", Rem[int32](-7, 2), -1)
	same(fail, "asr of unsigned", Asr[uint8](0x80, 7), 0xff)
	same(fail, "shr of signed", Shr[int8](-128, 7), 1)
	same(fail, "shift by n", Shl[uint32](5, 32), 5)
	same(fail, "bfe", Bfe[int32](0xf0, 4, 4), -1)
	same(fail, "bfe", Bfe[uint32](0xf0, 4, 4), 15)
	same(fail, "fbh of -1", Fbh[int32](-1), -1)
	same(fail, "fbh of 0", Fbh[uint8](0), 255)
	same(fail, "mad.sat", MadSat[int32](1<<20, 1<<20, -1<<31), 1<<31-1)
	same(fail, "mad.sat, exact", MadSat[int8](-16, 16, 127), -128)
	same(fail, "mad.sat, exact", MadSat[int8](16, 16, -128), 127)
	same(fail, "mad.sat", MadSat[uint64](1<<64-1, 1<<64-1, 1<<64-1), 1<<64-1)
}
