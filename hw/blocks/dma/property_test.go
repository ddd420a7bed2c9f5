package dma

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
)

// Random fetches and words of both slots, with memory that answers when it likes and
// neighbours that take when they like: every cycle is as the model says, and all ends.
func TestDMABehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(rt, t)
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			m.step()
			for range rapid.SampledFrom([]int{0, 1, 2, 3, 8, 30, 300}).Draw(rt, "cycles") {
				m.cycle()
			}
		}
		m.end()
	})
}

func (m *model) step() {
	slot := rapid.Uint8Range(0, 1).Draw(m.t, "slot")
	line := 64 * rapid.Uint32Range(1, 5).Draw(m.t, "line")
	switch rapid.IntRange(0, 10).Draw(m.t, "what") {
	case 0, 1:
		first := rapid.Uint32Range(0, 15).Draw(m.t, "first")
		count := rapid.Uint32Range(1, 16-first).Draw(m.t, "count")
		stream := rapid.Uint8Range(0, 3).Draw(m.t, "stream")
		m.fetch.Queue = append(m.fetch.Queue, pipe.Fetch{Addr: line + 4*first, DWords: uint8(count), Stream: stream, Slot: slot})
	case 2: // neighbouring words, perhaps beyond the line
		n := rapid.Uint32Range(1, 20).Draw(m.t, "words")
		for i := range n {
			m.save(slot, line+4*i, 1, i == n-1)
		}
	case 3: // words in pairs
		n := rapid.Uint32Range(1, 9).Draw(m.t, "pairs")
		for i := range n {
			m.save(slot, line+8*i, 2, i == n-1)
		}
	case 4: // one word again and again
		for range rapid.IntRange(1, 4).Draw(m.t, "times") * rapid.SampledFrom([]int{1, 64}).Draw(m.t, "each") {
			m.save(slot, line+4, 1, false)
		}
	case 5: // a word of each of some lines
		for i := range rapid.SampledFrom([]uint32{1, 3, 20, 70, 130}).Draw(m.t, "lines") {
			m.save(slot, line+64*i, 1, false)
		}
	case 6: // whole lines, word by word
		for i := range 16 * rapid.Uint32Range(1, 40).Draw(m.t, "whole") {
			m.save(slot, line+4*i, 1, false)
		}
	case 7:
		m.save(slot, line+4*rapid.Uint32Range(0, 15).Draw(m.t, "word"), 1, true)
	case 8:
		shut := rapid.SampledFrom(m.Valves()).Draw(m.t, "valve")
		*shut = !*shut
	default:
		m.Hesitate(rapid.Uint64().Draw(m.t, "seed"), rapid.SampledFrom([]int{0, 50, 90}).Draw(m.t, "hesitate"))
		m.answerReads = rapid.IntRange(0, 3).Draw(m.t, "reads are answered")
		m.answerWrites = rapid.IntRange(0, 3).Draw(m.t, "writes are answered")
	}
}

// save adds an entry of the state FIFO; the last one of some may be waited for.
func (m *model) save(slot uint8, addr uint32, words uint8, last bool) {
	m.values += 2
	e := pipe.Save{Addr: addr, DWords: words, Slot: slot, Data: [2]uint32{m.values, m.values + 1}}
	e.Now = last && rapid.IntRange(0, 2).Draw(m.t, "waited for") == 0
	m.state.Queue = append(m.state.Queue, e)
}

// end lets everything come to its end.
func (m *model) end() {
	m.Open()
	m.answerReads, m.answerWrites = 3, 3
	for range 20 * (len(m.state.Queue) + len(m.fetch.Queue) + 200) {
		m.cycle()
		if len(m.state.Queue)+len(m.fetch.Queue)+len(m.lines)+len(m.writing)+len(m.reading)+m.state.F.Len()+m.fetch.F.Len() == 0 {
			return
		}
	}
	require.Fail(m.t, "it does not end", "%s", m.b.Line())
}
