package host

import (
	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
)

// ContextAt returns the number of the context with a header, as the machine names it; -1: none has it.
func (h *Host) ContextAt(header uint32) int {
	for i := range h.V.Image.Contexts {
		if h.V.Called(i) == header {
			return i
		}
	}
	return -1
}

// Lists returns the run lists, even and odd, as the CPU writes them.
func (h *Host) Lists() (lists [2]csp.RunList) {
	v := h.V
	var n [2]int
	for i := range v.Image.Contexts {
		k := 0
		if v.Odd[i] {
			k = 1
		}
		l, place := &lists[k], n[k]
		n[k]++
		l.Contexts[place], l.Tables[place] = h.said(i)
		for _, w := range v.ListWords {
			if w.Context != i {
				continue
			}
			switch w.Word {
			case regs.RunListContext:
				l.Contexts[place] = w.Value
			case regs.RunListPageTable:
				l.Tables[place] = w.Value
			case regs.RunListSlice:
				l.Slices[place] = w.Value
			}
		}
	}
	lists[0].Leave, lists[1].Leave = v.Leave, v.Leave
	return lists
}

// said is what the CPU writes into a list for a context: the address of its header, and that of its page table.
func (h *Host) said(context int) (header, table uint32) {
	free := h.V.Garbage(context)
	if table = free; h.OS != nil {
		table |= h.OS.Table(context)
	}
	return h.V.Called(context) | free, table
}

// served sends SERVED for a context.
func (h *Host) served(context int) error {
	return h.M.Served(h.V.Called(context) | h.V.Garbage(context))
}
