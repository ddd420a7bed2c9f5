package shaders

import "strings"

// Naga 0.19.0 reads these wrongly, so that programs do not have them (what is put in their place is beside each):
//
//   - the type of transpose of a matrix that is not square: there is none (operator.go);
//   - the type of determinant: it is not called (builtin.go);
//   - a swizzle of several components of what a pointer points to: a copy of it (wholeVector);
//   - private variables whose initial value names a constant, has a negative number or is of f16: literals (generate.go);
//   - variables without an initial value in a loop, which are not 0 again: they have one (statement.go);
//   - constants of an array or a vector with an index: there are none of the module (generate.go);
//   - sums of matrices that are constants: there are none of constants alone (value.go);
//   - bitcasts from and to vectors of f16: there are none (operator.go);
//   - functions whose names begin like those of built-in ones: f0, f1 and so on.

// wholeVector is a vector of which several components may be taken.
func wholeVector(e *Expr) *Expr {
	root := e
	for strings.HasPrefix(root.text, "$") {
		root = root.args[0]
	}
	if strings.HasPrefix(root.text, "(*") {
		return node(e.typ, e.typ.name+"($)", e)
	}
	return e
}
