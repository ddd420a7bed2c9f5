// Package dma fetches rings, DMA buffers, indices and save areas for the command
// stream processor and writes save areas. Reads and writes have separate queues
// (spec chapter 1).
package dma

import (
	"fmt"

	"tilemark/hw/fault"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Config of the DMA block.
type Config struct {
	Reads  int `cfg:"reads" default:"8" min:"1" max:"64" unit:"requests" doc:"Read requests under way."`
	Writes int `cfg:"writes" default:"16" min:"1" max:"64" unit:"requests" doc:"Write requests under way."`
}

// Ports of the DMA block.
type Ports struct {
	Fetch    *wires.Fifo[pipe.Fetch] // CSP_DMA
	Beats    *wires.Fifo[pipe.Beat]  // DMA_CSP
	State    *wires.Fifo[pipe.Save]  // STATE_FIFO
	Acks     *wires.Fifo[pipe.Saved]
	ReadReq  *wires.Fifo[pipe.MemRequest]
	ReadAns  *wires.Fifo[pipe.MemAnswer]
	WriteReq *wires.Fifo[pipe.MemRequest]
	WriteAns *wires.Fifo[pipe.MemAnswer]
}

type reading struct {
	First, Count, Stream, Slot uint8
}

// State is everything that a clock edge changes.
type State struct {
	Reading wires.Queue[reading]
	Sent    uint8 // DWORDs of the front answer that are sent
	Writing uint8 // writes under way
}

// DMA is the block.
type DMA struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
}

// New makes an idle DMA block.
func New(name string, cfg Config) *DMA { return &DMA{BlockBase: wires.NewBlockBase(name), cfg: cfg} }

// Tick moves each of the four queues by an entry.
func (d *DMA) Tick(uint64) wires.Activity {
	moved := d.beat()
	moved = d.fetch() || moved
	moved = d.ack() || moved
	moved = d.write() || moved
	switch {
	case moved:
		return wires.Busy
	case d.S.Reading.Len() > 0 && !d.P.ReadAns.Valid():
		return d.P.ReadAns.Starved()
	case d.S.Writing > 0:
		return d.P.WriteAns.Starved()
	}
	return wires.Idle
}

// fetch turns a fetch into a read of the line that holds it.
func (d *DMA) fetch() bool {
	if !d.P.Fetch.Valid() || !d.P.ReadReq.Ready() || d.S.Reading.Len() >= d.cfg.Reads {
		return false
	}
	f := d.P.Fetch.Head()
	r := d.P.ReadReq.Slot()
	*r = pipe.MemRequest{Op: pipe.Read, Slot: f.Slot, Addr: f.Addr &^ (pipe.LineBytes - 1)}
	d.P.ReadReq.Push()
	first := uint8(f.Addr >> 2 & 15)
	if fault.On(fault.HalfLine) {
		first &= 7
	}
	d.S.Reading.Push(reading{First: first, Count: f.DWords, Stream: f.Stream, Slot: f.Slot})
	d.P.Fetch.Drop()
	return true
}

// beat sends up to 128 bits of the oldest answer.
func (d *DMA) beat() bool {
	if !d.P.ReadAns.Valid() || !d.P.Beats.Ready() {
		return false
	}
	r, a := d.S.Reading.Front(), d.P.ReadAns.Head()
	b := d.P.Beats.Slot()
	*b = pipe.Beat{Stream: r.Stream, Slot: r.Slot, Count: min(4, r.Count-d.S.Sent)}
	for i := range b.Count {
		b.Data[i] = a.Data[r.First+d.S.Sent+i]
	}
	d.S.Sent += b.Count
	d.P.Beats.Push()
	if d.S.Sent == r.Count {
		d.S.Sent = 0
		d.S.Reading.Pop()
		d.P.ReadAns.Drop()
	}
	return true
}

// write sends an entry of the state FIFO to memory.
func (d *DMA) write() bool {
	if !d.P.State.Valid() || !d.P.WriteReq.Ready() || int(d.S.Writing) >= d.cfg.Writes {
		return false
	}
	e := d.P.State.Head()
	r := d.P.WriteReq.Slot()
	*r = pipe.MemRequest{Op: pipe.Write, Slot: e.Slot, Addr: e.Addr &^ (pipe.LineBytes - 1)}
	for i := range e.DWords {
		w := uint8(e.Addr>>2&15) + i
		if fault.On(fault.SecondWordLost) && i > 0 {
			break
		}
		r.Data[w] = e.Data[i]
		r.Mask |= 15 << (4 * w)
	}
	d.P.WriteReq.Push()
	d.S.Writing++
	d.P.State.Drop()
	return true
}

// ack tells the back-end parser that an entry is in memory.
func (d *DMA) ack() bool {
	if !d.P.WriteAns.Valid() || !d.P.Acks.Ready() {
		return false
	}
	slot := d.P.WriteAns.Head().Slot
	if fault.On(fault.AckOfFirst) {
		slot = 0
	}
	d.P.Acks.Put(pipe.Saved{Slot: slot})
	d.P.WriteAns.Drop()
	d.S.Writing--
	return true
}

// Line prints reads and writes under way.
func (d *DMA) Line() string { return fmt.Sprintf("DMA r%d w%d", d.S.Reading.Len(), d.S.Writing) }
