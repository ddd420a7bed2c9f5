package shaders

// node is an expression of others.
func node(t *Type, text string, args ...*Expr) *Expr { return &Expr{typ: t, text: text, args: args} }

// scalar is an expression of a scalar type.
func (g *generator) scalar(t *Type, depth int) *Expr {
	switch n := g.IntN(10); {
	case t.kind == boolean:
		return g.condition(depth)
	case t.kind == u32 && n == 0 && g.chance(0.3):
		return &Expr{typ: t, text: "arrayLength(&inputs)", uses: []string{"inputs"}}
	case n < 4:
		return g.arithmetic(t, depth)
	case n < 7:
		return g.builtin(t, depth)
	case n == 7:
		return g.conversion(t, depth)
	case n == 8:
		return node(t, "select($, $, $)", g.value(t, depth), g.value(t, depth), g.value(scalarOf(boolean), depth))
	}
	v := g.value(vectorOf(t.kind, 2+g.IntN(3)), depth)
	if g.chance(0.5) {
		return node(t, "$."+string("xyzw"[g.IntN(v.typ.rows)]), v)
	}
	return node(t, "$[$]", v, g.index(depth, v.typ.rows))
}

// arithmetic is an operator of numbers, a component each.
func (g *generator) arithmetic(t *Type, depth int) *Expr {
	if g.chance(0.15) {
		if t.kind.isInt() && g.chance(0.5) {
			return node(t, "(~$)", g.value(t, depth))
		}
		if t.kind != u32 {
			return node(t, "(-$)", g.value(t, depth))
		}
	}
	if t.kind.isInt() && g.chance(0.4) {
		return g.bits(t, depth)
	}
	op := g.choose("+", "-", "*", "/", "%")
	a, b := g.value(t, depth), g.value(t, depth)
	if t.form == vector && g.chance(0.3) { // one of them may be a scalar
		if b = g.value(t.elem, depth); g.chance(0.5) {
			a, b = b, g.value(t, depth)
		}
	}
	if op == "/" || op == "%" {
		b = g.unknown(b)
	}
	return node(t, "($ "+op+" $)", a, b)
}

// bits is an operator of the bits of integers.
func (g *generator) bits(t *Type, depth int) *Expr {
	if g.chance(0.4) {
		by := withRows(u32, t.rows)
		return node(t, "($ "+g.choose("<<", ">>")+" $)", g.unknown(g.value(t, depth)), g.shift(g.unknown(g.value(by, depth))))
	}
	return node(t, "($ "+g.choose("&", "|", "^")+" $)", g.value(t, depth), g.value(t, depth))
}

// condition is an expression of bool.
func (g *generator) condition(depth int) *Expr {
	t := scalarOf(boolean)
	switch g.IntN(8) {
	case 0:
		return node(t, "(!$)", g.value(t, depth))
	case 1, 2:
		return node(t, "($ "+g.choose("&&", "||")+" $)", g.unknown(g.value(t, depth)), g.value(t, depth))
	case 3:
		return node(t, "($ "+g.choose("&", "|", "==", "!=")+" $)", g.value(t, depth), g.value(t, depth))
	case 4:
		return node(t, g.choose("all", "any")+"($)", g.value(vectorOf(boolean, 2+g.IntN(3)), depth))
	case 5:
		return node(t, "bool($)", g.value(scalarOf(g.numeric()), depth))
	}
	of := scalarOf(g.numeric())
	return node(t, "($ "+g.comparison()+" $)", g.value(of, depth), g.value(of, depth))
}

func (g *generator) comparison() string { return g.choose("==", "!=", "<", "<=", ">", ">=") }

// numeric is a kind of numbers.
func (g *generator) numeric() kind {
	if g.options.Half && g.chance(0.15) {
		return f16
	}
	return g.word32()
}

// word32 is a kind of numbers of 32 bits.
func (g *generator) word32() kind {
	if g.options.Integers {
		return []kind{i32, u32}[g.IntN(2)]
	}
	return []kind{i32, u32, f32}[g.IntN(3)]
}

// vector is an expression of a vector.
func (g *generator) vector(t *Type, depth int) *Expr {
	if t.kind == boolean {
		return g.conditions(t, depth)
	}
	switch n := g.IntN(12); {
	case n < 3:
		return g.arithmetic(t, depth)
	case n < 6:
		return g.builtin(t, depth)
	case n == 6:
		return g.conversion(t, depth)
	case n == 7:
		return g.swizzle(t, depth)
	case n == 8:
		return g.selection(t, depth)
	case n == 9 && t.kind.isFloat():
		return g.transformed(t, depth)
	}
	return g.composition(t, depth)
}

func (g *generator) conditions(t *Type, depth int) *Expr {
	switch g.IntN(6) {
	case 0:
		return node(t, "(!$)", g.value(t, depth))
	case 1:
		return node(t, "($ "+g.choose("&", "|")+" $)", g.value(t, depth), g.value(t, depth))
	case 2:
		return g.composition(t, depth)
	case 3:
		return g.swizzle(t, depth)
	}
	of := vectorOf(g.numeric(), t.rows)
	return node(t, "($ "+g.comparison()+" $)", g.value(of, depth), g.value(of, depth))
}

func (g *generator) selection(t *Type, depth int) *Expr {
	by := scalarOf(boolean)
	if g.chance(0.5) {
		by = vectorOf(boolean, t.rows)
	}
	return node(t, "select($, $, $)", g.value(t, depth), g.value(t, depth), g.value(by, depth))
}

func (g *generator) swizzle(t *Type, depth int) *Expr {
	v := wholeVector(g.value(vectorOf(t.kind, 2+g.IntN(3)), depth))
	letters := g.choose("xyzw", "rgba")
	pattern := make([]byte, t.rows)
	for n := range pattern {
		pattern[n] = letters[g.IntN(v.typ.rows)]
	}
	return node(t, "$."+string(pattern), v)
}

// composition is a vector of scalars and vectors, or of one scalar.
func (g *generator) composition(t *Type, depth int) *Expr {
	if g.chance(0.2) {
		return node(t, t.name+"($)", g.value(t.elem, depth))
	}
	var args []*Expr
	for left := t.rows; left > 0; {
		n := 1 + g.IntN(left)
		if n == t.rows {
			n = 1
		}
		args = append(args, g.value(withRows(t.kind, n), depth))
		left -= n
	}
	return node(t, t.name+"("+dollars(len(args))+")", args...)
}

// transformed is the product of a matrix and a vector.
func (g *generator) transformed(t *Type, depth int) *Expr {
	n := 2 + g.IntN(3)
	v := vectorOf(t.kind, n)
	if g.chance(0.5) {
		return node(t, "($ * $)", g.value(matrixOf(t.kind, n, t.rows), depth), g.value(v, depth))
	}
	return node(t, "($ * $)", g.value(v, depth), g.value(matrixOf(t.kind, t.rows, n), depth))
}

func (g *generator) matrix(t *Type, depth int) *Expr {
	switch g.IntN(6) {
	case 0:
		return node(t, "($ "+g.choose("+", "-")+" $)", g.value(t, depth), g.value(t, depth))
	case 1:
		if g.chance(0.5) {
			return node(t, "($ * $)", g.value(t.elem.elem, depth), g.value(t, depth))
		}
		return node(t, "($ * $)", g.value(t, depth), g.value(t.elem.elem, depth))
	case 2:
		n := 2 + g.IntN(3)
		return node(t, "($ * $)", g.value(matrixOf(t.kind, n, t.rows), depth), g.value(matrixOf(t.kind, t.columns, n), depth))
	case 3:
		if t.columns != t.rows { // see hole.go
			break
		}
		return node(t, "transpose($)", g.value(matrixOf(t.kind, t.rows, t.columns), depth))
	}
	return g.constructor(t, depth)
}

// conversion is a value of another type as this one, or its bits.
func (g *generator) conversion(t *Type, depth int) *Expr {
	from := g.numeric()
	if g.chance(0.2) {
		from = boolean
	}
	if t.kind != f16 && g.chance(0.4) {
		from = g.word32()
		return node(t, "bitcast<"+t.name+">($)", g.value(withRows(from, t.rows), depth))
	}
	return node(t, t.name+"($)", g.value(withRows(from, t.rows), depth))
}
