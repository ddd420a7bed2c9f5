// Package cluster runs clusters of multiprocessors on a bench, in lockstep with the reference simulator: bench.go joins them, programs.go begins
// their threads, lockstep.go compares instructions, and lines.go the accesses of lines.
//
// It is large because the bench, its surroundings, cuts and comparisons read and change one state of a run, cycle by cycle.
package cluster
