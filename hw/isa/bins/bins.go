// Package bins is the functional coverage of the instruction set: what an instruction shows of the tables, as bins with names. The bins are made by
// enumerating legal instructions, so that each can be hit; what an instruction hits is found once, when its kernel is loaded.
package bins

import (
	"fmt"
	"maps"
	"slices"

	"tilemark/hw/isa"
)

// Group is a set of bins of one kind.
type Group struct {
	Name  string // without a slash
	About string // what its bins are, a sentence
	Bins  []string
}

// Bins are all bins. They are numbered group after group.
type Bins struct {
	Groups   []Group
	Examples []isa.Instruction // legal ones that between them hit all bins but those of lanes and patches, the compact form counting where there is one
	number   map[label]int
	lanes    [256][numLanes]int // by operation
	total    int
}

// label is a bin by its names.
type label struct{ group, bin string }

// Groups, in their order.
const (
	groupOperations = "operations"
	groupCompact    = "compact"
	groupTypes      = "types"
	groupControl    = "control"
	groupSizes      = "sizes"
	groupOperands   = "operands"
	groupMessages   = "messages"
	groupSpecial    = "special"
	groupTables     = "tables"
	groupLanes      = "lanes"
	groupPatches    = "patches"
)

var abouts = []Group{
	{Name: groupOperations, About: "Each operation."},
	{Name: groupCompact, About: "Each operation in its compact form."},
	{Name: groupTypes, About: "Each type of each operation; of mov and cvt with that of the source."},
	{Name: groupControl, About: "Conditions, saturation, swizzles and immediates of each operation, and where a branch goes; predicates with each flag register; state that an instruction depends on."},
	{Name: groupSizes, About: "Sizes and first lanes of operations and messages, and whether masks count."},
	{Name: groupOperands, About: "Regions, strides, places within a register and signs of operands, by size of a type."},
	{Name: groupMessages, About: "Each message with its types, components, coordinates, options and operations."},
	{Name: groupSpecial, About: "Special registers, read and written."},
	{Name: groupTables, About: "Each index of the compaction tables that legal instructions have."},
	{Name: groupLanes, About: "Each operation executed by no lane, by some, by all of the thread."},
	{Name: groupPatches, About: "What tagged instructions have replaced, and by which values of state."},
}

// How many lanes of the thread executed an instruction.
const (
	noLane = iota
	someLanes
	allLanes
	numLanes
)

var laneNames = [numLanes]string{"no lane", "some lanes", "all lanes"}

// New makes the bins.
func New() *Bins {
	b := &Bins{Groups: append([]Group(nil), abouts...), number: map[label]int{}}
	place := map[string]*Group{}
	for i := range b.Groups {
		place[b.Groups[i].Name] = &b.Groups[i]
	}
	fresh := false
	declare := func(group, bin string) {
		if l := (label{group, bin}); b.number[l] == 0 {
			b.number[l], fresh = -1, true // until all are known
			place[group].Bins = append(place[group].Bins, bin)
		}
	}
	legal(func(i *isa.Instruction) {
		n := i.Encode()
		fresh = false
		labels(n, false, declare)
		if _, why := isa.Compacted(n); why == "" {
			labels(n, true, declare)
		}
		if fresh {
			b.Examples = append(b.Examples, *i)
		}
	})
	for op := range isa.Operations {
		if name := isa.Operations[op].Name; name != "" {
			for lanes := range laneNames {
				if lanes == someLanes || isa.Operations[op].Allows&isa.AllowsSpecial == 0 { // those execute lane 0 alone
					declare(groupLanes, laneBin(uint8(op), lanes))
				}
			}
		}
	}
	for part := range uint32(isa.PatchPartLimit) {
		declare(groupPatches, isa.PatchPartNames[part]+" is replaced")
	}
	for _, value := range slices.Sorted(maps.Values(isa.NosValueNames)) {
		declare(groupPatches, "by "+value)
	}
	b.count()
	return b
}

func laneBin(op uint8, lanes int) string {
	return fmt.Sprintf("%s, %s", isa.Operations[op].Name, laneNames[lanes])
}

// count numbers the bins.
func (b *Bins) count() {
	for i := range b.Groups {
		g := &b.Groups[i]
		for _, bin := range g.Bins {
			b.number[label{g.Name, bin}] = b.total
			b.total++
		}
	}
	for op := range isa.Operations {
		for lanes := range laneNames {
			b.lanes[op][lanes] = b.number[label{groupLanes, laneBin(uint8(op), lanes)}]
		}
	}
}

// Len is the number of bins.
func (b *Bins) Len() int { return b.total }

// Of returns the bins that an instruction hits each time when it is executed. It panics for one that is not legal.
func (b *Bins) Of(n isa.Native, compact bool) (hit []int) {
	labels(n, compact, func(group, bin string) {
		k, ok := b.number[label{group, bin}]
		if !ok {
			panic(fmt.Sprintf("instruction %08x: no bin %s/%s", n, group, bin))
		}
		hit = append(hit, k)
	})
	return hit
}

// Patch returns the bins of a value of state that replaces a part of an instruction.
func (b *Bins) Patch(value, part uint8) [2]int {
	return [2]int{b.number[label{groupPatches, isa.PatchPartNames[uint32(part)] + " is replaced"}], b.number[label{groupPatches, "by " + isa.NosValueNames[uint32(value)]}]}
}

// Lanes returns the bin of an operation that some lanes of a thread execute: lanes and all of the thread as masks.
func (b *Bins) Lanes(op uint8, lanes, all uint32) int {
	switch lanes & all {
	case 0:
		return b.lanes[op][noLane]
	case all:
		return b.lanes[op][allLanes]
	}
	return b.lanes[op][someLanes]
}
