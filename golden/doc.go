// Package golden is the reference renderer: it runs the command stream of one
// context from the ring's head to its tail, one command, primitive, tile and
// fragment after the other, without timing. It is the judge of the machine in hw/
// and is written only from docs/commands.md and docs/arithmetic.md; it shares with hw/
// the constants of the register tables and nothing else.
//
// Run changes the memory image as the commands do and returns a Trace: everything
// that passes the break point, in order, with the fragments of each tile. A prefix of
// that trace gives the save area of a context that was cut there (Trace.SaveArea).
//
// Files: run.go and commands.go read the stream; assembly.go forms primitives; vertex.go,
// patch.go, clip.go, setup.go, coverage.go, plane.go, bias.go, shade.go, texture.go,
// depth.go, blend.go and target.go are sections 1 to 8 of docs/arithmetic.md; draw.go
// joins them; memory.go, statistics.go and blit.go hold sections 9 to 11.
//
// It is large because it is one renderer, whose steps share the state of a context and
// its trace; what stands alone has packages of its own below it.
package golden
