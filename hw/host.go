package hw

import (
	"fmt"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Host is the machine's end of the bus to the CPU: it passes commands on to the CSP.
type Host struct {
	wires.BlockBase
	P HostPorts
	s hostState
}

// HostPorts are those of the host.
type HostPorts struct {
	HostCSP wires.Out[csp.HostCommand]
}

func newHost(name string) *Host { return &Host{BlockBase: wires.NewBlockBase(name)} }

// Parts implements wires.Block.
func (h *Host) Parts() (ports, state any) { return &h.P, &h.s }

// hostDepth is the number of commands that the bus buffers.
const hostDepth = 16

type hostState struct{ Queue wires.Queue[csp.HostCommand] }

// Tick sends one command.
func (h *Host) Tick(uint64) wires.Activity {
	if h.s.Queue.Len() == 0 {
		return wires.Idle
	}
	if !h.P.HostCSP.Ready() {
		return h.P.HostCSP.Blocked()
	}
	h.P.HostCSP.Put(*h.s.Queue.Front())
	h.s.Queue.Pop()
	return wires.Busy
}

// Line prints the commands that wait.
func (h *Host) Line() string { return fmt.Sprintf("HOST %d", h.s.Queue.Len()) }

func (h *Host) command(c csp.HostCommand) error {
	if h.s.Queue.Len() >= hostDepth {
		return fmt.Errorf("the bus to the CSP is full: %d commands wait", hostDepth)
	}
	h.s.Queue.Push(c)
	h.Domain().Wake(h)
	return nil
}

// Room is the number of commands that the bus to the CSP can still take.
func (m *Machine) Room() int { return hostDepth - m.Host.s.Queue.Len() }

// SetRunList gives the CSP the even run list: the base addresses of four contexts, 0 for
// none. Their addresses are not translated.
func (m *Machine) SetRunList(list [4]uint32) error {
	return m.WriteRunList(false, csp.RunList{Contexts: list})
}

// WriteRunList gives the CSP the even or the odd run list. The one that runs is refused. Bits 5:0 of
// its addresses are ignored.
func (m *Machine) WriteRunList(odd bool, list csp.RunList) error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandRunList, Odd: odd, List: list})
}

// Interrupt raises the CPU's interrupt: the CSP sees it two cycles later.
func (m *Machine) Interrupt() error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandInterrupt})
}

// InterruptFor raises the CPU's interrupt and has the other run list run next.
func (m *Machine) InterruptFor(back csp.ReturnMode) error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandInterrupt, Other: true, Return: back})
}

// SwapLists has the other run list run from the next switch on.
func (m *Machine) SwapLists() error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandSwap})
}

// ReturnToList has the run list that was interrupted for the other one run on from the
// next switch on.
func (m *Machine) ReturnToList() error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandReturn})
}

// Doorbell tells the CSP that a tail was moved, or a word that a WAIT looks at.
func (m *Machine) Doorbell() error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandDoorbell})
}

// StatusBuffer gives the CSP a context status buffer: its physical address, of which bits
// 5:0 are ignored, and its entries of 64 bytes, 0 for none.
func (m *Machine) StatusBuffer(addr, entries uint32) error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandStatusBuffer, Addr: addr, Count: entries})
}

// Served tells the CSP that a context's page fault is served. Bits 5:0 of its address are ignored.
func (m *Machine) Served(context uint32) error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandServed, Addr: context})
}

// FlushPage tells the CSP that the CPU has changed a page table's entry for the page at an
// address; before, it was at the place in memory. The context status buffer says when
// nothing uses that place any more.
func (m *Machine) FlushPage(page, place uint32) error {
	return m.Host.command(csp.HostCommand{Kind: regs.HostCommandFlushPage, Addr: page, Frame: place})
}

// Idle tells whether all contexts of both run lists have ended, or are stopped, and no command of the CPU
// is on its way.
func (m *Machine) Idle() bool {
	return m.CSP.Idle() && m.Resting()
}

// Resting is Idle, but entries of the context status buffer may be on their way.
func (m *Machine) Resting() bool {
	return m.CSP.Resting() && m.Host.s.Queue.Len() == 0 && m.Host.P.HostCSP.Promised() == 0
}
