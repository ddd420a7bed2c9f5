package c2d

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Random fills and copies of both slots, registers that are written, copied and reset
// meanwhile, with a memory and a datapath that take their time: each request, word and
// report is as the model says, and all ends.
func TestC2DBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(rt, t)
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			m.step()
			m.run(rapid.SampledFrom([]int{0, 1, 3, 10, 100}).Draw(rt, "cycles"))
		}
		m.end()
	})
}

func (m *model) step() {
	slot := rapid.Uint8Range(0, pipe.Slots-1).Draw(m.t, "slot")
	switch what := rapid.IntRange(0, 9).Draw(m.t, "what"); {
	case what == 0:
		shut := rapid.SampledFrom(m.Valves()).Draw(m.t, "valve")
		*shut = !*shut
	case what == 1:
		m.patience = rapid.IntRange(0, 12).Draw(m.t, "patience")
		m.Hesitate(rapid.Uint64().Draw(m.t, "seed"), rapid.SampledFrom([]int{0, 50, 90}).Draw(m.t, "hesitate"))
	case m.blits[slot] > 0: // the parser waits for it
	case what == 2:
		m.put(pipe.Cmd{Kind: pipe.Interruptible, Slot: slot})
	case what == 3:
		m.put(pipe.Cmd{Kind: pipe.IntEnd, Slot: slot})
	case what == 4:
		m.put(pipe.RegWrite{Block: regs.BlockC2D, Reg: uint16(rapid.SampledFrom([]int{7, 8, 9, 12}).Draw(m.t, "reg")), Value: rapid.Uint32().Draw(m.t, "value")}.Cmd(slot, pipe.Cursor{}))
	default:
		m.blit(slot)
	}
}

func (m *model) put(c pipe.Cmd) {
	switch g, w := &m.next[c.Slot], c.RegWrite(); {
	case c.Kind == pipe.IntEnd:
		*g = regs.C2DRegs{}
	case c.Kind == pipe.State && int(w.Reg) < len(g):
		g[w.Reg] = w.Value
	}
	m.in.Queue = append(m.in.Queue, c)
}

// blit writes the registers of a random rectangle, apart from those that fit already, and
// starts it.
func (m *model) blit(slot uint8) {
	draw := func(least, most int, what string) uint32 {
		return rapid.Uint32Range(uint32(least), uint32(most)).Draw(m.t, what)
	}
	width, height := draw(0, 40, "width"), draw(0, 20, "height")
	kind := uint8(draw(pipe.BlitFill, pipe.BlitCopy, "kind"))
	g := regs.C2DRegs{6: height<<16 | width, 7: rapid.Uint32().Draw(m.t, "low"), 8: rapid.Uint32().Draw(m.t, "high")}
	for i, base := range []uint32{m.window, m.window + half} {
		x, y, tiled := draw(0, 20, "x"), draw(0, 20, "y"), rapid.Bool().Draw(m.t, "tiled")
		pitch := x + width + draw(0, 4, "more")
		if tiled {
			pitch = (pitch + 7) / 8
		}
		if draw(0, 7, "overlap") == 0 {
			pitch = 1
		}
		g[3*i], g[3*i+1], g[3*i+2] = base+draw(0, 1023, "base"), layout(max(pitch, 1), draw(0, 7, "format"), tiled), y<<16|x
	}
	for i, v := range g {
		if m.next[slot][i] != v || kind == pipe.BlitFill && i == 7 {
			m.put(pipe.RegWrite{Block: regs.BlockC2D, Reg: uint16(i), Value: v}.Cmd(slot, pipe.Cursor{}))
		}
	}
	m.put(pipe.BlitCmd(slot, kind, pipe.Cursor{}))
	m.blits[slot]++
}

func (m *model) end() {
	m.Open()
	m.patience = 0
	for range 50 {
		m.run(400)
		if m.blits == [pipe.Slots]int{} && len(m.in.Queue)+m.in.F.Len() == 0 {
			m.run(20)
			require.Empty(m.t, append(m.dumps, m.dumped...))
			require.Equal(m.t, m.regs, m.b.S.Regs)
			require.Equal(m.t, State{Regs: m.regs, DRQ: m.b.S.DRQ}, State{Regs: m.b.S.Regs, Phase: m.b.S.Phase, Slot: m.b.S.Slot, Copy: m.b.S.Copy, At: m.b.S.At, Writes: m.b.S.Writes, DRQ: m.b.S.DRQ})
			return
		}
	}
	require.Fail(m.t, "it does not end", "%s", m.b.Line())
}
