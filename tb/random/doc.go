// Package random makes vectors at random: each choice is one of a knob's bins, by weights
// that a file of vectors/random changes, from a 64-bit seed. The result is the text of a
// vector (vectors/directed/FORMAT.md) that runs, shrinks and is kept like any other.
package random
