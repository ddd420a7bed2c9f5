// Package arith is the reference model of the instructions of kernels: what each
// computes in a lane. It is written only from docs/arithmetic.md, section 12; the
// machine has its own code of the same page, and the two share nothing.
//
// Names end in F for binary32 (float32), in HF for binary16 (uint16, the pattern).
// Operations that are computed with NaN as their result give the patterns 0x7fc00000
// and 0x7e00. Results are rounded once, to nearest, ties to even.
//
// Files: float.go and half.go hold the operations of one or two roundings, vector.go
// dot products; function.go rounds rcp, sqrt and the functions of exp2.go, log2.go,
// root.go and trig.go, which binary64 gives almost always, and exact.go what it cannot
// decide; integer.go and saturate.go hold integers; convert.go and compare.go the rest.
package arith
