// Package arithmetic compares the two implementations of the arithmetic of kernels: hw/alu, the machine's, and golden/arith, the reference
// model's. Both are written from section 12 of docs/arithmetic.md; neither knows of the other. Functions of one binary32 are compared for
// all 2^32 arguments, so is the division of hf, others for hard and random arguments (make arithmetic).
package arithmetic

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// most is the largest number of sources that an operation has: two vectors of four lanes.
const most = 8

// patterns are the sources of an operation, or its results, as patterns.
type patterns [most]uint64

// kind is what a source or a result is: its size in bits and the patterns of it where something changes.
type kind struct {
	bits uint
	hard []uint64
	few  []uint64 // of hard, for operations with three sources

	moderate func(r *rand.Rand) uint64 // patterns whose values are near enough to each other for all to count
}

// Comparison is an operation of one type, in both implementations.
type Comparison struct {
	Function, Type string

	sources []kind
	results []uint // their sizes in bits
	machine func(s *patterns) [2]uint64
	golden  func(s *patterns) [2]uint64

	whole  bool              // all arguments are compared, though there are 2^32
	relate func(s *patterns) // makes random sources a harder case
}

// Difference is where the two do not agree.
type Difference struct {
	*Comparison
	Sources         []uint64
	Machine, Golden [2]uint64
}

// String is a line with patterns.
func (d *Difference) String() string {
	sizes := make([]uint, len(d.sources))
	for i, k := range d.sources {
		sizes[i] = k.bits
	}
	return fmt.Sprintf("%s %s of %s: machine %s, golden %s", d.Function, d.Type,
		list(sizes, d.Sources), list(d.results, d.Machine[:]), list(d.results, d.Golden[:]))
}

// list writes patterns with all their digits.
func list(sizes []uint, v []uint64) string {
	var words []string
	for i, size := range sizes {
		words = append(words, fmt.Sprintf("0x%0*x", int(size+3)/4, v[i]))
	}
	return strings.Join(words, ", ")
}

// try compares one tuple of sources.
func (c *Comparison) try(s *patterns) *Difference {
	machine, golden := c.machine(s), c.golden(s)
	if machine == golden {
		return nil
	}
	sources := append([]uint64(nil), s[:len(c.sources)]...)
	return &Difference{c, sources, machine, golden}
}

// All returns the comparisons, function by function.
func All() []*Comparison {
	var all []*Comparison
	for _, list := range [][]*Comparison{floats(), halves(), integers(), conversions()} {
		all = append(all, list...)
	}
	return byFunction(all)
}

// byFunction puts the types of a function together, in the order in which functions come first.
func byFunction(all []*Comparison) (sorted []*Comparison) {
	types := map[string][]*Comparison{}
	var names []string
	for _, c := range all {
		if types[c.Function] == nil {
			names = append(names, c.Function)
		}
		types[c.Function] = append(types[c.Function], c)
	}
	for _, name := range names {
		sorted = append(sorted, types[name]...)
	}
	return sorted
}
