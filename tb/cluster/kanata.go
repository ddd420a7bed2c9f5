package cluster

import (
	"bufio"
	"fmt"
	"io"

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
	next  int              // row
	open  map[unitOf][]int // rows whose results are on their way, in their order
	count map[[2]int]int   // instructions of each thread
	ends  []int            // rows that end in the next cycle
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
	k := &Kanata{w: bufio.NewWriter(w), bench: b, open: map[unitOf][]int{}, count: map[[2]int]int{}}
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
		if i := r.Kernel.At(int(e.PC)); i >= 0 {
			text = asm.Instruction(r.Kernel.Code[i].Native)
		}
	}
	fmt.Fprintf(k.w, "I\t%d\t%d\t%d\nL\t%d\t0\t%sSM%d T%d %#x: %s\n", row, k.count[who], n<<8|int(e.Thread), row, mate.place(), place, e.Thread, e.PC, text)
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
	k.open[unit] = append(k.open[unit], row)
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
	if len(list) == 0 { // of the thread's end
		return
	}
	k.at(k.bench.Cycle())
	fmt.Fprintf(k.w, "S\t%d\t0\tW\n", list[0])
	k.ends = append(k.ends, list[0])
	k.open[unit] = list[1:]
}
