package alu

// Cond is a condition of cmp and sel.
type Cond uint8

// Conditions. Un is that a source is NaN; all others but Ne are false then.
const (
	Eq Cond = iota + 1
	Ne
	Lt
	Le
	Gt
	Ge
	Un
)

// CompareF compares values of binary32; -0 and +0 are equal.
func CompareF(c Cond, a, b uint32) bool {
	if nanF(a) || nanF(b) {
		return c == Ne || c == Un
	}
	equal := a == b || (a|b)<<1 == 0
	return c.holds(!equal && keyF(a) < keyF(b), equal)
}

// CompareHF compares values of binary16; -0 and +0 are equal.
func CompareHF(c Cond, a, b uint16) bool { return binary16.compare(c, uint32(a), uint32(b)) }

// Compare compares values of the type. Un, which is refused of integers, is false.
func (t Int) Compare(c Cond, a, b uint64) bool { return c.holds(t.less(a, b), t.Cut(a) == t.Cut(b)) }

func (l layout) compare(c Cond, a, b uint32) bool {
	switch {
	case l.isNaN(a) || l.isNaN(b):
		return c == Ne || c == Un
	case l.isZero(a) && l.isZero(b):
		return c.holds(false, true)
	}
	return c.holds(l.order(a) < l.order(b), a == b)
}

// holds tells whether a condition holds for numbers of which the first is less, equal, or neither.
func (c Cond) holds(less, equal bool) bool {
	switch c {
	case Eq:
		return equal
	case Ne:
		return !equal
	case Lt:
		return less
	case Le:
		return less || equal
	case Gt:
		return !less && !equal
	case Ge:
		return !less
	}
	return false
}
