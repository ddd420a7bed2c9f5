// Package shaders makes random programs in WGSL for judging a compiler: valid ones that end, and whose results are defined by docs/shaders.md whatever the order of
// invocations. New makes one of a seed; its Source, Buffers and Groups are what a run needs. Shrink makes a program smaller as long as it still fails.
//
// A program is a tree of this package (tree.go), typed but not more than shrinking needs: expressions and statements are templates. Files: type.go has the types
// that programs use, scope.go which variables there are; value.go, operator.go and builtin.go make expressions, statement.go, loop.go and function.go statements
// and functions, compute.go, fragment.go and stage.go entry points with what they need, texture.go what asks textures; contents.go fills buffers; check.go and shrink.go make programs smaller.
//
// Naga reads some programs wrongly: those are not made (hole.go). Programs without floats run on implementations of others, too (portable.go).
//
// It is large because a generator has one state, of scopes, budgets and what was declared, on which all kinds of expressions and statements
// work.
package shaders
