package bench

import (
	"fmt"
	"testing"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/forks"
)

// BenchmarkForks forks the machine in the middle of the teapot, and a unit of 64 threads with 4 KiB of
// registers each, which are pages or plain state, and are written by two a cycle.
func BenchmarkForks(b *testing.B) {
	s, err := cosim.NewSession(hw.DefaultConfig(), teapot(b), false)
	require.NoError(b, err)
	require.NoError(b, s.RunTo(60_000))
	pages, plain := &pagedRegisters{}, &plainRegisters{}
	for _, m := range []struct {
		name   string
		domain *wires.Domain
	}{{"machine", s.M.Domain}, {"threads/pages", pages.build()}, {"threads/plain", plain.build()}} {
		require.NoError(b, m.domain.Run(m.domain.Cycle()+10_000))
		for _, cycles := range []uint64{0, 1, 70, 1000} {
			b.Run(fmt.Sprintf("%s/cycles=%d", m.name, cycles), func(b *testing.B) { forks.Measure(b, m.domain, cycles) })
		}
	}
}

const (
	threads   = 64
	registers = 128
	lanes     = 8 // of 32 bits
)

// place is the register that is written next: any one of the next thread.
func place(n uint32) (thread, register uint32) { return n % threads, n * 2654435761 >> 25 % registers }

// alu is what is written into one lane of it.
func alu(was, n uint32) uint32 { return was*5 + n }

// pagedRegisters has its registers in pages beside its state.
type pagedRegisters struct {
	wires.BlockBase
	s     struct{ Next uint32 }
	pages wires.Pages
}

func (r *pagedRegisters) build() *wires.Domain {
	d := wires.NewDomain(1*sim.GHz, 1)
	r.BlockBase, r.pages = wires.NewBlockBase("Unit"), wires.MakePages(threads*registers*lanes/wires.RowWords)
	d.Add(r)
	d.AddPages(r, "registers", &r.pages)
	return d
}

func (r *pagedRegisters) Tick(uint64) wires.Activity {
	for range 2 {
		thread, register := place(r.s.Next)
		word := (thread*registers + register) * lanes
		reg := r.pages.Edit(word / wires.RowWords)[word%wires.RowWords:][:lanes]
		for i := range reg {
			reg[i] = alu(reg[i], r.s.Next)
		}
		r.s.Next++
	}
	return wires.Busy
}

func (r *pagedRegisters) Line() string { return "" }

// plainRegisters has them in its state.
type plainRegisters struct {
	wires.BlockBase
	s struct {
		Next      uint32
		Registers [threads][registers][lanes]uint32
	}
}

func (r *plainRegisters) build() *wires.Domain {
	d := wires.NewDomain(1*sim.GHz, 1)
	r.BlockBase = wires.NewBlockBase("Unit")
	d.Add(r)
	return d
}

func (r *plainRegisters) Tick(uint64) wires.Activity {
	for range 2 {
		thread, register := place(r.s.Next)
		reg := &r.s.Registers[thread][register]
		for i := range reg {
			reg[i] = alu(reg[i], r.s.Next)
		}
		r.s.Next++
	}
	return wires.Busy
}

func (r *plainRegisters) Line() string { return "" }

// Registers in pages are those in plain state.
func TestRegistersInPagesAreTheSame(t *testing.T) {
	var pages pagedRegisters
	var plain plainRegisters
	for _, d := range []*wires.Domain{pages.build(), plain.build()} {
		require.NoError(t, d.Run(5000))
	}
	for n := range uint32(threads * registers * lanes) {
		require.Equal(t, plain.s.Registers[n/lanes/registers][n/lanes%registers][n%lanes], pages.pages.Row(n / wires.RowWords)[n%wires.RowWords])
	}
}

func (r *pagedRegisters) Parts() (ports, state any) { return nil, &r.s }
func (r *plainRegisters) Parts() (ports, state any) { return nil, &r.s }
