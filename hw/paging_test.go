package hw_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
)

const pageBytes = 1 << pipe.PageShift

// scattered is a machine whose contexts' pages lie anywhere in memory.
type scattered struct {
	*hw.Machine
	frames []uint32 // by page
}

// scatter builds a machine with the image at random frames, and one page table for all
// contexts.
func scatter(t testing.TB, j *job, seed uint64) *scattered {
	m, err := hw.Build(j.cfg)
	require.NoError(t, err)
	s := &scattered{Machine: m}
	const table = 1023 * pageBytes
	count := len(j.im.Bytes)/pageBytes + 1
	for page, frame := range rand.New(rand.NewPCG(seed, 0)).Perm(1023)[:count] {
		at := uint32(frame * pageBytes)
		m.Memory.Write(at, j.im.Bytes[page*pageBytes:min((page+1)*pageBytes, len(j.im.Bytes))])
		m.Memory.WriteWord(table+4*uint32(page), at|pipe.PagePresent)
		s.frames = append(s.frames, uint32(frame))
	}
	var list csp.RunList
	for i := range j.im.Contexts {
		list.Contexts[i], list.Tables[i] = j.im.Contexts[i].Header, table
	}
	require.NoError(t, m.WriteRunList(false, list))
	return s
}

// word reads memory through the page table.
func (s *scattered) word(addr uint32) uint32 {
	return s.Memory.ReadWord(s.frames[addr>>pipe.PageShift]<<pipe.PageShift | addr%pageBytes)
}

// Where the pages of contexts lie makes no difference to what they compute, interrupted or
// not, and no pin is lost.
func TestPagesCanLieAnywhere(t *testing.T) {
	for _, c := range []struct{ set, names []string }{
		{nil, []string{"six-draws", "textured-cube"}},
		{nil, []string{"fill-copy", "late-stencil"}},
		{[]string{"break_point", "zl1", "mxu.tlb", "1"}, []string{"patches", "transfers"}},
		{[]string{"fifo.depth", "least"}, []string{"one-triangle", "fill-copy"}},
		{[]string{"stall.percent", "20", "mxu.tlb", "2"}, []string{"six-draws", "transfers"}},
	} {
		j := scenes(t, 96, c.names...).set(t, c.set...)
		plain := j.machine(t)
		finish(t, plain)
		for i, cuts := range [][]uint64{nil, {900, 2500, 5000}, {1300, 1301, 4000, 9000}} {
			s := scatter(t, j, uint64(i))
			runCutting(t, s.Machine, 0, cuts...)
			finish(t, s.Machine)
			s.check(t, j, plain)
		}
	}
}

// check compares what a machine without page tables has left, and looks for lost pins.
func (s *scattered) check(t *testing.T, j *job, plain *hw.Machine) {
	for context := range j.im.Contexts {
		x := &j.im.Contexts[context]
		require.Equal(t, surfaces(j, plain, context), append(x.Color.Pixels(s.word), x.Depth.Pixels(s.word)...))
	}
	for slot := range s.MXU.S.Pins {
		for page, p := range s.MXU.S.Pins[slot] {
			require.Zero(t, p.Count, "pins of page %#x of slot %d", page, slot)
		}
	}
}
