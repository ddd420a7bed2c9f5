package shaders

// Programs with Options.Integers are run by implementations of others, too (docs/judges.md, wgsl-run), and must give the same there. What differs between
// machines, or what one of these does wrongly, such programs do without:
//
//   - floats, NaN and numbers below the least normal one among them, which WGSL lets a machine take for 0 (positive);
//   - indices beyond an array (bounded);
//   - vectors of shift amounts with a constant of 32 and more in them, which naga of wgpu 0.32 refuses (shift).

// positive is a condition of a number of the settings.
func (g *generator) positive() string {
	if g.options.Integers {
		return "(settings.f > 3i)"
	}
	return "(settings.c > 0.0f)"
}

// shift is an amount to shift by.
func (g *generator) shift(by *Expr) *Expr {
	if !g.options.Integers || by.typ.form != vector {
		return by
	}
	return node(by.typ, "($ & "+by.typ.name+"(31u))", by)
}
