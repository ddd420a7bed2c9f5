package cluster

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
)

// Kanata writes what a cluster executes as a Kanata log, which the viewer Konata shows: an instruction a row, its stages over the cycles. Stages are X (passes and
// latency of ALU or math unit), M (a message that waits for its answer), W (the last result is written).
type Kanata struct {
	w     *bufio.Writer
	bench *Bench
	cycle uint64
	next  int                  // row
	open  map[unitOf][]pending // rows whose results are on their way, in their order
	count map[[2]int]int       // instructions of each thread
	ends  []int                // rows that end in the next cycle
}

// pending is a row with the registers of its answer: messages to the load/store unit and to the sampler are answered in any order.
type pending struct {
	row    int
	answer isa.Range
}

// unitOf is a unit's results of a thread.
type unitOf struct {
	sm     int // of all clusters
	thread uint8
	unit   eu.Unit
	answer bool
}

// NewKanata has a bench write a log.
func NewKanata(b *Bench, w io.Writer) *Kanata {
	k := &Kanata{w: bufio.NewWriter(w), bench: b, open: map[unitOf][]pending{}, count: map[[2]int]int{}}
	fmt.Fprintf(k.w, "Kanata\t0004\nC=\t0\n")
	for c, mate := range b.mates {
		for n, m := range mate.SMs {
			at := c*pm.MaxSMs + n
			m.P.Issued.Watch(func(e *sm.Issue) { k.issued(at, e) })
			m.P.Wrote.Watch(func(e *sm.Write) { k.wrote(at, e) })
		}
	}
	return k
}

// Close ends the log.
func (k *Kanata) Close() error {
	k.at(k.bench.Cycle() + 2)
	return k.w.Flush()
}

// at goes on to a cycle.
func (k *Kanata) at(cycle uint64) {
	if cycle == k.cycle {
		return
	}
	if len(k.ends) > 0 {
		fmt.Fprintf(k.w, "C\t1\n")
		for _, row := range k.ends {
			fmt.Fprintf(k.w, "R\t%d\t%d\t0\n", row, row)
		}
		k.ends = k.ends[:0]
		k.cycle++
	}
	if cycle > k.cycle {
		fmt.Fprintf(k.w, "C\t%d\n", cycle-k.cycle)
		k.cycle = cycle
	}
}

// issued begins a row.
func (k *Kanata) issued(n int, e *sm.Issue) {
	k.at(k.bench.Cycle())
	row := k.next
	k.next++
	who := [2]int{n, int(e.Thread)}
	text := ""
	mate, place := k.bench.mates[n/pm.MaxSMs], n%pm.MaxSMs
	if r := mate.seats[place].slots[e.Thread]; r != nil {
		if kernel := mate.kernelOf(r); kernel.At(int(e.PC)) >= 0 {
			text = asm.Instruction(kernel.Code[kernel.At(int(e.PC))].Native)
		}
	}
	fmt.Fprintf(k.w, "I\t%d\t%d\t%d\nL\t%d\t0\tGPC[%d].SM[%d].%d %#x: %s\n", row, k.count[who], n<<8|int(e.Thread), row, mate.cfg.number(), place, e.Thread, e.PC, text)
	k.count[who]++
	stage, unit := "X", unitOf{n, e.Thread, e.Op.Unit, false}
	switch e.Op.Unit {
	case eu.Flow:
		k.passes(row)
		return
	case eu.Special:
		if unit.unit = eu.ALU; e.Op.Op == isa.OpWrsr {
			k.passes(row)
			return
		}
	case eu.Send:
		stage = "M"
		switch m := isa.Messages[e.Op.Message.Code].Unit; {
		case m == isa.UnitThread, m == isa.UnitBarrier, e.Lanes == 0, m == isa.UnitShared && e.Op.Answer.Count == 0:
			k.passes(row)
			return
		default:
			unit.answer = m != isa.UnitShared
		}
	default:
		if e.Lanes == 0 || e.Op.Registers[0] == 0 && !e.Op.SetsFlag {
			k.passes(row)
			return
		}
	}
	fmt.Fprintf(k.w, "S\t%d\t0\t%s\n", row, stage)
	k.open[unit] = append(k.open[unit], pending{row, e.Op.Answer})
}

// passes shows an instruction of one cycle.
func (k *Kanata) passes(row int) {
	fmt.Fprintf(k.w, "S\t%d\t0\tX\n", row)
	k.ends = append(k.ends, row)
}

// wrote ends the row of an instruction whose last result is written.
func (k *Kanata) wrote(n int, e *sm.Write) {
	if !e.Last {
		return
	}
	unit := unitOf{n, e.Thread, e.Unit, e.Answer}
	list := k.open[unit]
	i := 0
	if e.Answer {
		i = slices.IndexFunc(list, func(p pending) bool { return p.brings(e) })
	}
	if i < 0 || len(list) == 0 { // of the thread's end
		return
	}
	row := list[i].row
	k.at(k.bench.Cycle())
	fmt.Fprintf(k.w, "S\t%d\t0\tW\n", row)
	k.ends = append(k.ends, row)
	k.open[unit] = slices.Delete(list, i, i+1)
}

// brings tells whether a register is one of the answer; an acknowledgement brings none.
func (p *pending) brings(e *sm.Write) bool {
	if p.answer.Count == 0 {
		return e.Mask == 0
	}
	return int(e.Reg) >= p.answer.First && int(e.Reg) < p.answer.First+p.answer.Count
}
