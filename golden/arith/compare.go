package arith

// Cond is a condition of two numbers.
type Cond uint8

// Conditions compare by value, -0 and +0 being equal. With a NaN all are false but Ne and Un.
const (
	Eq Cond = iota + 1 // a = b
	Ne                 // a ≠ b
	Lt                 // a < b
	Le                 // a ≤ b
	Gt                 // a > b
	Ge                 // a ≥ b
	Un                 // a or b is NaN
)

// CompareF tells whether c holds for a and b. It is false if c is no condition.
func CompareF(c Cond, a, b float32) bool { return holds(c, a, b) }

// CompareHF tells whether c holds for a and b. It is false if c is no condition.
func CompareHF(c Cond, a, b uint16) bool { return holds(c, valueHF(a), valueHF(b)) }

// CompareInt tells whether c holds for a and b. It is false if c is Un, which is refused for integers, or no condition.
func CompareInt[T Int](c Cond, a, b T) bool { return holds(c, a, b) }

func holds[T Int | float32 | float64](c Cond, a, b T) bool {
	switch c {
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Gt:
		return a > b
	case Ge:
		return a >= b
	case Un:
		return a != a || b != b
	}
	return false
}
