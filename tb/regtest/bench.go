package regtest

import (
	"encoding/binary"
	"fmt"
	"slices"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/regmap/cases"
)

// Where things are in the bench's memory, in bytes.
const (
	statusAt = 0x400 // context status buffer
	flagAt   = 0x800 // the word that a context waits for
	headerAt = 0x1000
	saveAt   = 0x2000
	bufferAt = 0x10000
)

const statusEntries = 4

// ringDMA is where the DMA command stands in the ring, ringEnd is the tail.
const (
	ringDMA  = 1
	ringEnd  = 4
	ringSize = 8
)

// patience is the number of cycles after which a run is called hung.
const patience = 200_000

// bench is a machine that runs one context after the other.
type bench struct {
	m     *hw.Machine
	heard [csp.EventStray + 1]int // events since the context was started, by kind
	slot  uint8                   // of the context
	want  csp.EventKind
}

func newBench(cfg hw.Config) (*bench, error) {
	m, err := hw.Build(cfg)
	if err != nil {
		return nil, err
	}
	b := &bench{m: m}
	m.CSP.P.Events.Watch(func(e *csp.Event) {
		b.heard[e.Kind]++
		if e.Kind == csp.EventStarted {
			b.slot = e.Slot
		}
		if e.Kind == b.want {
			m.Stop()
		}
	})
	return b, nil
}

// program is a DMA buffer of state writes that ends with a WAIT.
type program struct {
	words  []uint32
	writes []cases.Write
	behind []uint32 // DWORD offset after each of the writes
}

// packs tells whether a register says how the save area is packed. Only words that make a packing can be
// written there, before INTERRUPTIBLE: directed vectors do that.
func packs(at cases.Place) bool { return regs.IsPacking(uint8(at.Block), uint32(at.Index)) }

func newProgram(writes []cases.Write) *program {
	writes = slices.DeleteFunc(slices.Clone(writes), func(w cases.Write) bool { return packs(w.At) })
	p := &program{writes: writes}
	header := 0
	for i, w := range writes {
		if i == 0 || w.At.Block != writes[i-1].At.Block || w.At.Index != writes[i-1].At.Index+1 {
			header = len(p.words)
			p.words = append(p.words, regs.CommandSetState|uint32(w.At.Block)<<16|1, uint32(w.At.Index))
		}
		p.words[header]++
		p.words = append(p.words, w.Value)
		p.behind = append(p.behind, uint32(len(p.words)))
	}
	p.words = append(p.words, regs.CommandWaitHeader, flagAt, 1)
	return p
}

// passed returns how many of the writes lie before the cursor of a save area.
func (p *program) passed(area []uint32) (n int) {
	if area[regs.SaveAreaTailDmaBuffer] == 0 {
		if area[regs.SaveAreaTailRingHead] <= ringDMA {
			return 0
		}
		return len(p.writes)
	}
	for n < len(p.behind) && p.behind[n] <= area[regs.SaveAreaHeadDmaOffset] {
		n++
	}
	return n
}

// blank is what a DWORD of the save area holds before the context runs.
func blank(dword int) uint32 { return 0xb1a2c000 | uint32(dword) }

// start gives the machine, which is idle, a fresh context that executes a DMA buffer.
func (b *bench) start(buffer []uint32) error {
	b.heard = [len(b.heard)]int{}
	b.put(flagAt, 0)
	b.put(headerAt, 0, ringEnd, regs.CommandSkip1DwordHeader, 0, ringSize, saveAt, 0, 0, regs.CommandInterruptibleHeader, regs.CommandDmaHeader, bufferAt, uint32(len(buffer)))
	b.put(bufferAt, buffer...)
	b.put(statusAt, make([]uint32, statusEntries*regs.StatusEntryDWords)...)
	area := make([]uint32, regs.SaveRoomDWords)
	for i := range area {
		area[i] = blank(i)
	}
	b.put(saveAt, area...)
	if err := b.m.StatusBuffer(statusAt, statusEntries); err != nil {
		return err
	}
	if err := b.m.SetRunList([4]uint32{headerAt}); err != nil {
		return err
	}
	return b.until(csp.EventStarted)
}

// until runs to the next event of a kind.
func (b *bench) until(kind csp.EventKind) error {
	before, limit := b.heard[kind], b.m.Cycle()+patience
	b.want = kind
	defer func() { b.want = 0 }()
	for b.heard[kind] == before {
		if b.m.Cycle() >= limit || b.m.Quiet() {
			return fmt.Errorf("the machine hangs in cycle %d:\n%s", b.m.Cycle(), b.m.Trace())
		}
		if err := b.m.Run(limit); err != nil {
			return err
		}
	}
	return nil
}

// cut interrupts the context after some cycles, and runs until it is saved.
func (b *bench) cut(after uint64) error {
	if err := b.m.Run(b.m.Cycle() + after); err != nil {
		return err
	}
	if err := b.m.Interrupt(); err != nil {
		return err
	}
	return b.until(csp.EventSaved)
}

// finish lets the WAIT pass and runs until the machine is idle.
func (b *bench) finish() error {
	b.put(flagAt, 1)
	if err := b.m.Doorbell(); err != nil {
		return err
	}
	return b.idle()
}

// idle runs until nothing can happen any more.
func (b *bench) idle() error {
	if err := b.m.Run(b.m.Cycle() + patience); err != nil {
		return err
	}
	if !b.m.Quiet() || !b.m.Idle() {
		return fmt.Errorf("the machine hangs in cycle %d:\n%s", b.m.Cycle(), b.m.Trace())
	}
	return nil
}

func (b *bench) put(at uint32, words ...uint32) {
	bytes := make([]byte, 0, 4*len(words))
	for _, w := range words {
		bytes = binary.LittleEndian.AppendUint32(bytes, w)
	}
	b.m.Memory.Write(at, bytes)
}

// area reads the save area.
func (b *bench) area() []uint32 { return b.read(saveAt, regs.SaveRoomDWords) }

func (b *bench) read(at uint32, n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = b.m.Memory.ReadWord(at + 4*uint32(i))
	}
	return out
}
