package lsu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Scratch memory reads as 0 until it is written. A valid bit for each line says whether its thread has.

// scratchLines is the largest number of lines of a thread's scratch memory.
const scratchLines = 1 << 20 / pipe.LineBytes

// wordBits is the number of valid bits in a word.
const wordBits = 32

// validAt is the word and bit of a line of an entry's thread.
func validAt(e *entry, line uint32) (word, bit uint32) {
	n := line - e.Base/pipe.LineBytes
	at := (uint32(e.SM)*maxThreads+uint32(e.Head.Thread))*scratchLines + n
	return at / wordBits, at % wordBits
}

func (b *LSU) scratchWritten(e *entry, line uint32) bool {
	word, bit := validAt(e, line)
	return b.valid.Row(word / wires.RowWords)[word%wires.RowWords]>>bit&1 != 0
}

func (b *LSU) writeScratch(e *entry, line uint32) {
	word, bit := validAt(e, line)
	b.valid.Edit(word / wires.RowWords)[word%wires.RowWords] |= 1 << bit
}

// forgetScratch clears the valid bits of a thread.
func (b *LSU) forgetScratch(e *entry) {
	first := (uint32(e.SM)*maxThreads + uint32(e.Head.Thread)) * scratchLines / wordBits / wires.RowWords
	rows := (e.Head.Scratch/pipe.LineBytes + wordBits*wires.RowWords) / (wordBits * wires.RowWords)
	for row := first; row < first+rows; row++ {
		if *b.valid.Row(row) != ([wires.RowWords]uint32{}) {
			*b.valid.Edit(row) = [wires.RowWords]uint32{}
		}
	}
}
