// Package wgsl is the reference model of shaders in WGSL: it executes naga's intermediate representation (IR) an invocation after the other, and computes what
// docs/shaders.md says, bit for bit, by the functions of golden/arith. It knows nothing of kernels or of the compiler that it judges.
//
// Prepare makes a Program of a module, whose overrides have their values. Compute runs groups of a compute shader, Quad shades four pixels, Vertex one vertex.
// Buffers are bytes in WGSL's layout and are changed in place. What the package cannot do, and programs that do not end, are errors that name the construct.
//
// A value is a list of words, whatever its type: a scalar is one (f16 in the low half, bool 0 or 1), vectors, matrices, arrays and structs are their scalars in
// order, without gaps. So are variables of functions, private ones and those of workgroups.
//
// Files: type.go and typing.go hold types, of expressions too; program.go what is found before a run, buffers.go which buffers there are; run.go, frame.go
// and statement.go execute functions; expression.go, operator.go, convert.go, function.go, formula.go, geometry.go, integer.go and pack.go compute values;
// place.go is memory, atomic.go and image.go are what their names say; group.go, quad.go and vertex.go are the stages.
//
// It is large because WGSL has many functions, types and ways to memory, and the values of an interpreter have one form for all of them.
package wgsl
