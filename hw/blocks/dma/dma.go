// Package dma fetches rings, DMA buffers, indices and save areas for the command
// stream processor and writes save areas, as many words of a line at a time as come close
// to each other. Reads and writes have separate queues (spec chapter 1).
package dma

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Config of the DMA block.
type Config struct {
	Reads  int `cfg:"reads" default:"8" min:"1" max:"64" unit:"requests" doc:"Read requests under way."`
	Writes int `cfg:"writes" default:"32" min:"1" max:"64" unit:"requests" doc:"Writes of save areas, headers and status entries under way, a line of 64 bytes each."`
	Lines  int `cfg:"lines" default:"4" min:"1" max:"16" unit:"lines of 64 bytes" doc:"Lines that words of the save area are gathered for at a time."`
	Gather int `cfg:"gather" default:"16" min:"0" max:"200" unit:"cycles" doc:"How long a line waits for more words when nobody waits for it. 0: each word is written by itself."`
}

// Ports of the DMA block.
type Ports struct {
	CSPDMA    wires.In[pipe.Fetch] `waits:"DMACSP DMARdReq"` // CSP_DMA
	DMACSP    wires.Out[pipe.Beat] // DMA_CSP
	StateFifo wires.In[pipe.Save]  `waits:"DMAWrReq DMAAck"` // STATE_FIFO
	DMAAck    wires.Out[pipe.Saved]
	DMARdReq  wires.Out[pipe.MemRequest]
	DMARdAns  wires.In[pipe.MemAnswer] `waits:"DMACSP"`
	DMAWrReq  wires.Out[pipe.MemRequest]
	DMAWrAns  wires.In[pipe.MemAnswer]
}

type reading struct {
	First, Count, Stream, Slot uint8
}

// State is everything that a clock edge changes.
type State struct {
	Reading wires.Queue[reading]
	Sent    uint8 // DWORDs of the front answer that are sent

	Gathering wires.Queue[burst]   // oldest first
	Writing   wires.Queue[writing] // not acknowledged
	Answered  uint8                // of them, in memory
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

// Parts implements wires.Block.
func (d *DMA) Parts() (ports, state any) { return &d.P, &d.S }

// Tick moves each of the four queues by an entry.
func (d *DMA) Tick(cycle uint64) wires.Activity {
	moved := d.beat()
	moved = d.fetch() || moved
	moved = d.answer() || moved
	moved = d.acknowledge() || moved
	moved = d.gather(cycle) || moved
	moved = d.send(cycle) || moved
	switch {
	case moved:
		return wires.Busy
	case d.S.Reading.Len() > 0 && !d.P.DMARdAns.Valid():
		return d.P.DMARdAns.Starved()
	case d.S.Reading.Len() > 0:
		return d.P.DMACSP.Blocked()
	case d.S.Writing.Len() > 0:
		return d.P.DMAWrAns.Starved()
	case d.S.Gathering.Len() > 0:
		return wires.Waiting
	}
	return wires.Idle
}

// fetch turns a fetch into a read of the line that holds it.
func (d *DMA) fetch() bool {
	if !d.P.CSPDMA.Valid() || !d.P.DMARdReq.Ready() || d.S.Reading.Len() >= d.cfg.Reads {
		return false
	}
	f := d.P.CSPDMA.Head()
	r := d.P.DMARdReq.Slot()
	*r = pipe.MemRequest{Op: pipe.Read, Slot: f.Slot, Addr: f.Addr &^ (pipe.LineBytes - 1)}
	d.P.DMARdReq.Push()
	d.S.Reading.Push(reading{First: uint8(f.Addr >> 2 & 15), Count: f.DWords, Stream: f.Stream, Slot: f.Slot})
	d.P.CSPDMA.Drop()
	return true
}

// beat sends up to 128 bits of the oldest answer.
func (d *DMA) beat() bool {
	if !d.P.DMARdAns.Valid() || !d.P.DMACSP.Ready() {
		return false
	}
	r, a := d.S.Reading.Front(), d.P.DMARdAns.Head()
	b := d.P.DMACSP.Slot()
	*b = pipe.Beat{Stream: r.Stream, Slot: r.Slot, Count: min(4, r.Count-d.S.Sent)}
	for i := range b.Count {
		b.Data[i] = a.Data[r.First+d.S.Sent+i]
	}
	d.S.Sent += b.Count
	d.P.DMACSP.Push()
	if d.S.Sent == r.Count {
		d.S.Sent = 0
		d.S.Reading.Pop()
		d.P.DMARdAns.Drop()
	}
	return true
}

// Line prints reads, lines that are gathered, and writes under way.
func (d *DMA) Line() string {
	return fmt.Sprintf("DMA r%d g%d w%d", d.S.Reading.Len(), d.S.Gathering.Len(), d.S.Writing.Len())
}
