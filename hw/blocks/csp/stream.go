package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Streams of the front-end parser: commands, and what a command reads by itself
// (indices, a tail, a word that is waited for).
const (
	commands = iota
	operands
	numStreams
)

// stream fetches consecutive DWORDs ahead of their use.
type stream struct {
	Addr   uint32 // next DWORD to be asked for
	Left   uint32 // DWORDs to be asked for
	Coming uint16 // asked for and wanted
	Stale  uint16 // asked for and not wanted any more; they come first
	Words  wires.Queue[uint32]
}

// lineDWords is the number of DWORDs that a fetch can bring.
const lineDWords = pipe.LineBytes / 4

// start makes a stream read n DWORDs from an address; what it had is dropped.
func (s *stream) start(addr, n uint32) {
	s.stop()
	s.Addr, s.Left = addr, n
}

func (s *stream) stop() {
	s.Stale += s.Coming
	s.Coming, s.Addr, s.Left = 0, 0, 0
	s.Words.Clear()
}

// stopStreams drops what the streams have and what is under way.
func (f *frontEnd) stopStreams() {
	for i := range f.Streams {
		f.Streams[i].stop()
	}
}

// dry tells whether a stream has given everything that it was started for.
func (s *stream) dry() bool { return s.Left == 0 && s.Coming == 0 && s.Words.Len() == 0 }

func (s *stream) take() uint32 {
	w := *s.Words.Front()
	s.Words.Pop()
	return w
}

// takeBeat takes what the DMA block brings; there is always room for it.
func (f *frontEnd) takeBeat() bool {
	if !f.P.DMACSP.Valid() {
		return false
	}
	beat := f.P.DMACSP.Head()
	s := &f.Streams[beat.Stream]
	f.Reading[beat.Slot] -= uint16(beat.Count)
	for i := range beat.Count {
		if s.Stale > 0 {
			s.Stale--
			continue
		}
		s.Coming--
		s.Words.Push(beat.Data[i])
	}
	f.P.DMACSP.Drop()
	return true
}

// fetch asks for the next line of a stream that has room for it.
func (f *frontEnd) fetch() bool {
	if !f.P.CSPDMA.Ready() {
		return false
	}
	for i := range f.Streams {
		s := &f.Streams[i]
		if s.Left == 0 || s.Words.Len()+int(s.Coming)+lineDWords > f.cfg.Ahead || !f.wanted(s) {
			continue
		}
		n := min(s.Left, lineDWords-s.Addr>>2%lineDWords)
		f.P.CSPDMA.Put(pipe.Fetch{Addr: s.Addr, DWords: uint8(n), Stream: uint8(i), Slot: f.Slot})
		s.Addr += 4 * n
		s.Left -= n
		s.Coming += uint16(n)
		f.Reading[f.Slot] += uint16(n)
		return true
	}
	return false
}
