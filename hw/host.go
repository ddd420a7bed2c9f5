package hw

import (
	"fmt"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/wires"
)

// Host is the machine's end of the bus to the CPU: it passes commands on to the CSP.
type Host struct {
	wires.BlockBase
	out *wires.Fifo[csp.HostCommand]
	s   hostState
}

// hostDepth is the number of commands that the bus buffers.
const hostDepth = 16

type hostState struct{ Queue wires.Queue[csp.HostCommand] }

// Tick sends one command.
func (h *Host) Tick(uint64) wires.Activity {
	if h.s.Queue.Len() == 0 {
		return wires.Idle
	}
	if !h.out.Ready() {
		return h.out.Blocked()
	}
	h.out.Put(*h.s.Queue.Front())
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

// SetRunList gives the CSP a run list: the base addresses of four contexts, 0 for none.
func (m *Machine) SetRunList(list [4]uint32) error {
	return m.Host.command(csp.HostCommand{Kind: csp.HostRunList, List: list})
}

// Interrupt raises the CPU's interrupt: the CSP sees it two cycles later.
func (m *Machine) Interrupt() error {
	return m.Host.command(csp.HostCommand{Kind: csp.HostInterrupt})
}

// Doorbell tells the CSP that a tail was moved.
func (m *Machine) Doorbell() error {
	return m.Host.command(csp.HostCommand{Kind: csp.HostDoorbell})
}

// Idle tells whether all contexts of the run list have ended and no command of the CPU
// is on its way.
func (m *Machine) Idle() bool {
	return m.CSP.Idle() && m.Host.s.Queue.Len() == 0 && m.Host.out.Promised() == 0
}
