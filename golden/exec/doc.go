// Package exec is the reference simulator of kernels: it executes the instructions of docs/isa.md, with the arithmetic of golden/arith and the
// memory that a program gives it. It is written from docs/isa.md, docs/arithmetic.md, section 12, and the tables of hw/isa, of which it has the
// constants and nothing else.
//
// Load decodes a program; RunGrid runs CTAs of it, a CTA or a Thread can be stepped. An instruction is decoded once: decode.go and compact.go take
// it apart, check.go and check_send.go judge it, resolve.go and operand.go find places in the register file and a function that executes it.
//
// Other files: alu.go executes any instruction with operands, a lane after the other, with the functions of functions.go; fast.go has short ways for
// the usual ones of 32 bits, by the loops of loops.go; a test holds them against alu.go. flow.go is control flow, special.go special registers, send.go, buffer.go,
// scratch.go and outside.go are messages, cluster.go is the caches of clusters; thread.go, cta.go and grid.go run them.
//
// It is large because an instruction has a plain and a short way, both on the state of one thread, and each message of the tables has its
// rule here.
package exec
