package main

import (
	"cmp"
	"slices"

	"tilemark/hw/isa"
)

// table is one of the compaction tables.
type table struct {
	name, about string
	size        int
	of          []int // parts of an instruction whose values it holds
}

// tables are those of hw/isa/compaction.yaml, in its order.
var tables = []table{
	{"COMPACT_CONTROL", "Bits 31:12 of CONTROL.", 32, []int{isa.TableControl}},
	{"COMPACT_TYPES", "Bits 3:0 type of the destination, 5:4 STRIDE, 6 NULL, 7 IMMEDIATE, 11:8 type of source 0, 15:12 type of source 1.", 32, []int{isa.TableTypes}},
	{"COMPACT_SUBS", "Bits 4:0 SUB of the destination, 9:5 of source 0, 14:10 of source 1.", 32, []int{isa.TableSubs}},
	{"COMPACT_SOURCE", "Bits 2:0 region, 3 negation, 4 absolute value.", 16, []int{isa.TableSource0, isa.TableSource1}},
	{"COMPACT_LAST", "Bits 3:0 type, 6:4 region, 7 negation, 8 absolute value, 13:9 SUB of source 2.", 8, []int{isa.TableLast}},
	{"COMPACT_MESSAGE", "The message in bits 7:0, the descriptor from bit 16 on, and NULL in bit 31.", 32, []int{isa.TableMessage}},
}

// choice is what is chosen so far: by table its values, in the order of their indices.
type choice struct {
	parts  []isa.Parts
	values [][]uint32
}

// choose takes the values that most instructions need, and then changes single values as long as more instructions become compact.
func choose(parts []isa.Parts) *choice {
	c := &choice{parts: parts, values: make([][]uint32, len(tables))}
	for t := range tables {
		c.values[t] = c.mostUsed(t)
	}
	for c.improve() {
	}
	for t := range tables {
		c.sort(t)
	}
	return c
}

// uses counts how many instructions need each value of a table. 0 stands for nothing special and is in every table.
func (c *choice) uses(t int) map[uint32]int {
	n := map[uint32]int{0: 0}
	for i := range c.parts {
		for _, part := range tables[t].of {
			if c.parts[i].Has[part] {
				n[c.parts[i].Values[part]]++
			}
		}
	}
	return n
}

// ordered lists the values of a table by their uses, those that are needed as often by their size.
func (c *choice) ordered(t int) []uint32 {
	uses := c.uses(t)
	var list []uint32
	for v := range uses {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b uint32) int { return cmp.Or(uses[b]-uses[a], cmp.Compare(a, b)) })
	return list
}

// builtIn are the tables that the program was built with.
var builtIn = [][]uint32{isa.CompactControl[:], isa.CompactTypes[:], isa.CompactSubs[:], isa.CompactSource[:], isa.CompactLast[:], isa.CompactMessage[:]}

// mostUsed are the values to begin with. A table that the kernels do not fill keeps values that it has.
func (c *choice) mostUsed(t int) []uint32 {
	list := c.ordered(t)
	list = list[:min(len(list), tables[t].size)]
	if !slices.Contains(list, 0) {
		list[len(list)-1] = 0
	}
	for _, v := range builtIn[t] {
		if len(list) < tables[t].size && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// sort puts the values into the order of their uses, so that the same kernels give the same tables.
func (c *choice) sort(t int) {
	uses := c.uses(t)
	slices.SortFunc(c.values[t], func(a, b uint32) int { return cmp.Or(uses[b]-uses[a], cmp.Compare(a, b)) })
}

// compact counts the instructions that are compact, but for those that need a value of a table; -1 for none.
func (c *choice) compact(without int, value uint32) (n int) {
	for i := range c.parts {
		if c.fits(&c.parts[i], without, value) {
			n++
		}
	}
	return n
}

func (c *choice) fits(p *isa.Parts, without int, value uint32) bool {
	for t := range tables {
		for _, part := range tables[t].of {
			v := p.Values[part]
			if p.Has[part] && (!slices.Contains(c.values[t], v) || t == without && v == value) {
				return false
			}
		}
	}
	return true
}

// improve puts a value in the place of another if more instructions become compact.
func (c *choice) improve() bool {
	now := c.compact(-1, 0)
	for t := range tables {
		least := c.least(t)
		old := c.values[t][least]
		for _, v := range c.ordered(t) {
			if slices.Contains(c.values[t], v) {
				continue
			}
			c.values[t][least] = v
			if c.compact(-1, 0) > now {
				return true
			}
		}
		c.values[t][least] = old
	}
	return false
}

// least is the index of the value, other than 0, without which the fewest instructions are lost.
func (c *choice) least(t int) (least int) {
	most := -1
	for i, v := range c.values[t] {
		if n := c.compact(t, v); v != 0 && n > most {
			least, most = i, n
		}
	}
	return least
}
