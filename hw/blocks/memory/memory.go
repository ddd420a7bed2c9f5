// Package memory is the machine's memory: it answers requests in the order in which
// it takes them, after a configured latency and at a configured bandwidth. Its
// contents are pages that snapshots share until they are written.
package memory

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Config of the memory.
type Config struct {
	SizeMiB  int `cfg:"size" default:"64" min:"1" max:"256" unit:"MiB" doc:"Size of the memory."`
	Latency  int `cfg:"latency" default:"40" min:"1" max:"100000" unit:"cycles" doc:"Time from a request to its answer."`
	Vary     int `cfg:"vary" default:"0" min:"0" max:"100000" unit:"cycles" doc:"Latency varies with the address by up to this much more."`
	Interval int `cfg:"interval" default:"1" min:"1" max:"1000" unit:"cycles" doc:"Time between two requests of 64 bytes: the bandwidth."`
	InFlight int `cfg:"in_flight" default:"64" min:"1" max:"64" unit:"requests" doc:"Requests that are taken and not answered."`
}

// Ports of the memory.
type Ports struct {
	MemReq wires.In[pipe.MemRequest]
	MemAns wires.Out[pipe.MemAnswer]
}

type flight struct {
	Due wires.Cycle
	Ans pipe.MemAnswer
}

// State is everything that a clock edge changes, apart from the contents.
type State struct {
	Flight   wires.Queue[flight]
	LastDue  wires.Cycle // answers keep their order
	NextTake wires.Cycle // bandwidth
}

// Memory is the block.
type Memory struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
	*Contents
}

// New makes a memory full of zeros.
func New(name string, cfg Config) *Memory {
	return &Memory{BlockBase: wires.NewBlockBase(name), cfg: cfg, Contents: newContents(uint32(cfg.SizeMiB) << 20)}
}

// Parts implements wires.Block.
func (m *Memory) Parts() (ports, state any) { return &m.P, &m.S }

// Stores implements wires.Storer.
func (m *Memory) Stores(d *wires.Domain) { d.AddPages(m, "contents", &m.Pages) }

// Tick answers what is due and takes a request.
func (m *Memory) Tick(cycle uint64) wires.Activity {
	s := &m.S
	answered := s.Flight.Len() > 0 && uint64(s.Flight.Front().Due) <= cycle && m.P.MemAns.Ready()
	if answered {
		*m.P.MemAns.Slot() = s.Flight.Front().Ans
		m.P.MemAns.Push()
		s.Flight.Pop()
	}
	taken := m.P.MemReq.Valid() && s.Flight.Len() < m.cfg.InFlight && uint64(s.NextTake) <= cycle
	if taken {
		m.take(m.P.MemReq.Head(), cycle)
		m.P.MemReq.Drop()
	}
	if answered || taken {
		return wires.Busy
	}
	return m.sleep(cycle)
}

func (m *Memory) sleep(cycle uint64) wires.Activity {
	s := &m.S
	if m.P.MemReq.Valid() && uint64(s.NextTake) > cycle {
		m.WakeAt(uint64(s.NextTake))
	}
	if s.Flight.Len() == 0 {
		return wires.Idle
	}
	if due := uint64(s.Flight.Front().Due); due > cycle {
		m.WakeAt(due)
		return wires.Waiting
	}
	return m.P.MemAns.Blocked()
}

// take performs a request; its effect is in the order of taking.
func (m *Memory) take(r *pipe.MemRequest, cycle uint64) {
	s := &m.S
	if uint64(r.Addr)+pipe.LineBytes > uint64(m.Size()) {
		m.Break("memory range", "%s of client %d at address %#x, memory ends at %#x", opName(r.Op), r.Client, r.Addr, m.Size())
	}
	f := s.Flight.Add()
	f.Ans = pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Client: r.Client, Tag: r.Tag}
	if r.Op == pipe.Write {
		writeBytes(m.Pages.Edit(r.Addr/pipe.LineBytes), r.Mask, &r.Data)
	} else {
		f.Ans.Data = *m.line(r.Addr)
	}
	due := cycle + uint64(m.cfg.Latency)
	if m.cfg.Vary > 0 {
		due += wires.Mix(uint64(r.Addr), 7) % uint64(m.cfg.Vary+1)
	}
	s.LastDue = wires.Cycle(max(due, uint64(s.LastDue)+1))
	f.Due = s.LastDue
	s.NextTake = wires.Cycle(cycle + uint64(m.cfg.Interval))
}

func opName(op pipe.Op) string {
	if op == pipe.Write {
		return "write"
	}
	return "read"
}

// Line prints the number of requests under way.
func (m *Memory) Line() string { return fmt.Sprintf("MEM %2d", m.S.Flight.Len()) }
