package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// HostCommand is what the CPU tells the CSP.
type HostCommand struct {
	Kind   uint8 // one of regs.HostCommandValues
	Odd    bool  // RUN_LIST: the odd list, otherwise the even one
	List   RunList
	Other  bool       // INTERRUPT
	Return ReturnMode // INTERRUPT with Other
	Addr   uint32     // address: STATUS_BUFFER of the buffer, SERVED of the context, FLUSH_PAGE of the page
	Count  uint32     // STATUS_BUFFER: entries
	Frame  uint32     // FLUSH_PAGE: byte address in memory
}

// host is the CSP's side towards the CPU: run lists and what has to be obeyed at a switch, causes and time slices,
// pages and their faults, and which context comes next.
type host struct {
	*hostState
	shared
	front *frontEnd
	back  *backEnd
	clear clearance
	P     struct {
		HostCSP *wires.In[HostCommand]
		Int     *wires.LineOut
		CSPMXU  *wires.Out[pipe.MXUCommand]
		MXUCSP  *wires.In[pipe.MXUAnswer]
	}
}

// hostState is what a clock edge changes of it.
type hostState struct {
	Pending  uint8 // causes that wait to be served
	Lists    [2]list
	Active   uint8 // list that runs
	Index    uint8 // context of the list that runs, or is looked at
	Jump     jump
	Swap     bool             // the other list runs from the next switch on
	Return   bool             // the interrupted list runs on from the next switch on
	Home     whence           // where an interrupt that named the other list returns to
	Bell     bool             // a tail was moved: look at all contexts once more before idling
	Waits    uint8            // runs in a row that ended in a wait
	Release  [pipe.Slots]bool // the MXU is to be told that the slot's cut is past the break point
	Flushes  uint8            // pages that the MXU flushes
	Above    uint8            // reports of tokens above the break point, or on their way out of ASU, that are to come
	Slice    uint32           // time slice of the context, in cycles; 0: none
	SliceEnd wires.Cycle
	HoldEnd  wires.Cycle // interrupts wait until then for the progress of the context that runs; 0: none waits
	Care     care
}

// command takes a command of the CPU. Some have to be answered, so all of them wait while half of
// the room for entries of the status buffer is taken.
func (h *host) command() bool {
	if !h.P.HostCSP.Valid() || h.back.crowded() {
		return false
	}
	c := h.P.HostCSP.Head()
	switch c.Kind {
	case regs.HostCommandRunList:
		h.writeList(c)
	case regs.HostCommandInterrupt:
		h.Pending |= regs.CauseCpu
		if c.Other {
			h.Jump = jump{Asked: true, Return: c.Return}
		}
	case regs.HostCommandSwap:
		h.Swap = true
		h.rescanLists()
	case regs.HostCommandReturn:
		h.Return = true
		h.rescanLists()
	case regs.HostCommandDoorbell:
		h.Bell = true
		h.rescanLists()
	case regs.HostCommandStatusBuffer:
		if !h.back.give(aligned(c.Addr), c.Count) {
			return false
		}
	case regs.HostCommandFlushPage:
		if h.Flushes == pipe.MaxFlushes || !h.P.CSPMXU.Ready() {
			return false
		}
		h.Flushes++
		h.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.FlushPage, Addr: c.Addr, Frame: c.Frame})
	case regs.HostCommandServed:
		h.served(aligned(c.Addr))
	}
	h.P.HostCSP.Drop()
	return true
}

// rescanLists has an idle CSP look at its lists again.
func (h *host) rescanLists() {
	if h.front.idle() {
		h.front.wake()
		h.boundary()
	}
}
