// Package wires is what joins the blocks of the machine: a clock domain with
// two phases, typed FIFOs with configured depth, width and latency, hard-wired
// lines, and the plumbing that makes the whole machine a value that can be
// copied, digested and put back (spec chapter 1).
//
// In a cycle every block reads what its ports held at the clock edge; what it
// writes is seen from the next edge on. The order in which blocks are evaluated
// inside a cycle therefore cannot matter.
//
// It is large because clock, FIFOs, lines, snapshots and digests work on state that
// blocks must not reach, which one package alone can hide.
package wires
