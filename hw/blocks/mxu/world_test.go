package mxu

import (
	"fmt"
	"testing"

	"tilemark/hw/pipe"
)

// world is a bench with a memory that answers, and page tables in it.
type world struct {
	*bench
	words   map[uint32]uint32 // of memory, by byte address; others are 0
	latency uint64            // of memory, cycles
	taken   int               // requests that memory has taken
	due     []uint64          // when their answers come
	coming  []pipe.MemAnswer
	lines   map[uint32]*[16]uint32 // of memory, by place; nil: reads bring their address
}

// tableAt is where a slot's page table lies.
func tableAt(slot uint8) uint32 { return 0x10000 + 0x4000*uint32(slot) }

func newWorld(t testing.TB) *world { return worldOf(newBench(t)) }

func worldOf(b *bench) *world {
	w := &world{bench: b, words: map[uint32]uint32{}, latency: 3}
	w.mem.As(func(r *pipe.MemRequest) string { return fmt.Sprintf("%s@%#x", portName(int(r.Client)), r.Addr) })
	w.answers.As(func(a *pipe.MXUAnswer) string { return fmt.Sprintf("%s %#x", a.What(), a.Addr) })
	return w
}

// spaces makes a world in which both slots have page tables.
func spaces(t testing.TB) *world {
	w := newWorld(t)
	w.setSpaces()
	return w
}

func (w *world) setSpaces() {
	for slot := range uint8(pipe.Slots) {
		w.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Slot: slot, Addr: tableAt(slot)})
	}
	w.cycles(4)
	w.Wave()
}

func (w *world) tell(c ...pipe.MXUCommand) { w.commands.Queue = append(w.commands.Queue, c...) }

// place gives a page of a slot a frame in its page table.
func (w *world) place(slot uint8, page, frame uint32) {
	w.words[tableAt(slot)+4*page] = frame<<pipe.PageShift | pipe.PagePresent
}

// read has a client read a line.
func (w *world) read(client int, slot uint8, addr uint32) {
	q := &w.req[client].Queue
	*q = append(*q, pipe.MemRequest{Op: pipe.Read, Slot: slot, Addr: addr})
}

// cycles runs the bench with its memory.
func (w *world) cycles(n int) {
	for range n {
		for len(w.due) > 0 && w.due[0] <= w.Cycle() {
			w.memAns.Queue = append(w.memAns.Queue, w.coming[0])
			w.due, w.coming = w.due[1:], w.coming[1:]
		}
		w.Step(1)
		for ; w.taken < len(w.mem.Got); w.taken++ {
			w.take(&w.mem.Got[w.taken])
		}
	}
}

// take performs a request. What memory has nothing for reads as its address.
func (w *world) take(r *pipe.MemRequest) {
	a := pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Client: r.Client, Tag: r.Tag}
	for i := range a.Data {
		a.Data[i] = r.Addr
		if r.Client == Walker {
			a.Data[i] = w.words[r.Addr+4*uint32(i)]
		}
	}
	if w.lines != nil && r.Client != Walker {
		perform(w.lines, r, &a)
	}
	w.due, w.coming = append(w.due, w.Cycle()+w.latency), append(w.coming, a)
}

// at is what a client has read, by the addresses in memory; 0 for what was not read.
func (w *world) at(client int) (out []uint32) {
	for i := range w.ans[client].Got {
		out = append(out, w.ans[client].Got[i].Data[0])
	}
	return out
}

// went are the addresses in memory that a client's requests had.
func (w *world) went(client int) (out []uint32) {
	for i := range w.mem.Got {
		if int(w.mem.Got[i].Client) == client {
			out = append(out, w.mem.Got[i].Addr)
		}
	}
	return out
}

// pins is how often a page of a slot is pinned.
func (w *world) pins(slot uint8, page uint32) int {
	n := int(w.b.S.Pins[slot][page].Count)
	return n/cspPin + n%cspPin
}

// perform executes a read or a write in a memory of lines.
func perform(lines map[uint32]*[16]uint32, r *pipe.MemRequest, a *pipe.MemAnswer) {
	line := lines[r.Addr]
	if line == nil {
		line = &[16]uint32{}
		lines[r.Addr] = line
	}
	if a.Data = *line; r.Op != pipe.Write {
		return
	}
	for k := range 64 {
		if r.Mask>>k&1 != 0 {
			m := uint32(0xff) << (k % 4 * 8)
			line[k/4] = line[k/4]&^m | r.Data[k/4]&m
		}
	}
}
