package cover

import (
	"fmt"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// registers covers what restores give back, and the values of fields that are enums.
type registers struct {
	restored, written, values *Group
	blocks                    [regs.NumBlocks][]register
}

// register is what is counted of a register.
type register struct {
	saved  int // its number among those that a save writes; -1: none
	reset  uint32
	fields []enumField
}

// enumField is a field whose values have names.
type enumField struct {
	shift uint8
	mask  uint32
	bins  []int // by value: of both groups; -1: it has no name
}

func (g *registers) declare(sp *Space, _ []*hw.Machine) {
	var saved, values []string
	for b := range regs.NumBlocks {
		list := make([]register, regs.BlockLength[b])
		for i := range list {
			list[i] = register{saved: -1, reset: regs.ResetValue(b, i)}
		}
		for i := range regs.Blocks[b].Registers {
			r := &regs.Blocks[b].Registers[i]
			list[r.Index].fields, values = enumFields(b, r, values)
		}
		g.blocks[b] = list
	}
	for _, it := range regs.SaveList {
		g.blocks[it.Block][it.Reg].saved = len(saved)
		saved = append(saved, regs.RegisterName(int(it.Block), int(it.Reg)))
	}
	g.restored = sp.Group("registers", "Each saved register restored with a value that is not its reset value.", saved...)
	g.written = sp.Group("values", "Each named value of a field written by a command.", values...)
	g.values = sp.Group("restored", "Each named value of a field in a register that is restored.", values...)
}

// enumFields makes the bins of a register's fields, which go on after values. Only what is
// saved has any: the other registers do something when they are written.
func enumFields(block int, r *regs.Register, values []string) ([]enumField, []string) {
	var out []enumField
	for i := range r.Fields {
		f := &r.Fields[i]
		if len(f.Enum) == 0 || !regs.Saved(uint8(block), uint16(r.Index)) {
			continue
		}
		e := enumField{shift: f.Shift, mask: 1<<f.Width - 1, bins: make([]int, 1<<f.Width)}
		for v := range e.bins {
			e.bins[v] = -1
		}
		for _, v := range f.Enum {
			e.bins[v.Value] = len(values)
			values = append(values, fmt.Sprintf("%s.%s %s", regs.RegisterName(block, r.Index), f.Name, v.Name))
		}
		out = append(out, e)
	}
	return out, values
}

func (g *registers) attach(p *Sampler) {
	p.s.M.CSP.P.CSPFifo.Tap().OnPut(func(_ uint64, e *pipe.Cmd) {
		if e.Kind == pipe.State {
			g.state(p, e.RegWrite())
		}
	})
}

// state notes a register write on its way down the pipe.
func (g *registers) state(p *Sampler, w pipe.RegWrite) {
	if int(w.Block) >= len(g.blocks) || int(w.Reg) >= len(g.blocks[w.Block]) {
		return
	}
	r := &g.blocks[w.Block][w.Reg]
	group := g.written
	if w.Restored {
		group = g.values
		if r.saved >= 0 && w.Value != r.reset {
			p.Hit(g.restored, r.saved)
		}
	}
	for i := range r.fields {
		f := &r.fields[i]
		if bin := f.bins[w.Value>>f.shift&f.mask]; bin >= 0 {
			p.Hit(group, bin)
		}
	}
}
