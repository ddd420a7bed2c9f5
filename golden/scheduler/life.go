package scheduler

import (
	"tilemark/golden"
	"tilemark/hw/regs"
)

// fact is something that has happened in a context's time in a slot.
type fact uint32

const (
	taken       fact = 1 << iota // the slot is this context's
	headerAsked                  // its header is being read
	headerCome                   // and has come
	judged                       // it makes sense, and there is work
	givenUp                      // it does not start
	started
	restored    // it goes on from a save, and its cursor has not moved
	held        // restored, and must make progress first
	announced   // INTERRUPTIBLE is on its way to the blocks
	resumed     // it is back at the place of its cut
	vain        // the WAIT that it stands at has looked in vain
	inWait      // it stands at a WAIT
	atTail      // its ring is read to the tail
	stopSent    // the place at which it makes no sense is sent
	stopPast    // and has passed
	over        // it was cut or has ended
	cspTold     // INT_END is in CSP_FIFO
	vertexTold  // and in VERTEX
	left        // and both outputs have it: the front end is somebody else's
	past        // INT_END is past the break point
	released    // its reads were released
	cutKnown    // its cursor has come
	kept        // and is kept
	drained     // memory has all that it has drawn
	restoreSent // RESTORE is written
	complete    // its save is
	careful     // page faults keep it from making progress
	served      // its fault was served before its cut
	headed      // a ring head has passed the break point
	tailOutside // its tail was moved to a place outside of its ring
	overdue     // causes have waited for its progress as long as they may
)

// life is a context's time in a slot.
type life struct {
	Facts    fact
	Context  uint32 // address of its header
	Place    place
	Ring     uint32 // bytes
	Area     uint32 // of its save
	Scratch  uint32 // address of its scratch memory
	Shares   uint32 // word of the header that says how much that is; later the bytes of all
	Asked    uint8  // ranges that are to be pinned: header, ring, save area, scratch memory
	Pins     uint8  // that are
	Back     uint8  // that were given back
	Cause    uint8
	Reason   uint8
	Client   uint8
	More     uint16
	Addr     uint32
	From     int32         // events that had passed when it started, if it is held
	Heads    uint8         // heads sent with the cursor of its stop
	Head     uint32        // committed
	Holder   uint32        // its place-holder, until the header is judged
	Origin   golden.Cursor // place from which it goes on
	At       golden.Cursor // of its cut; until then, with a tail outside, of where it stops
	Copies   uint16        // registers that were copied
	Counters uint8         // counters that came after the end
	Words    uint8         // of its cursor, still to be written
	Writes   uint32        // not answered
	Blits    uint8         // fills and copies under way
}

func (l *life) has(f fact) bool { return l.Facts&f == f }

func (l *life) any(f fact) bool { return l.Facts&f != 0 }

func (l *life) add(f fact) { l.Facts |= f }

// moves: the cursor has moved. From here on nothing tells a run that goes on from a save from one that began anew.
func (l *life) moves() {
	l.Facts = l.Facts&^(restored|resumed|held|overdue) | headed
	l.Copies, l.From, l.Origin = copied, 0, golden.Cursor{}
}

func (l *life) when(b bool, f fact) {
	if b {
		l.Facts |= f
	}
}

// ranges is how many ranges a context has pinned while it is in the machine.
func (l *life) ranges() uint8 {
	if l.Shares > 0 {
		return 4
	}
	return 3
}

// pages is one of them.
func (l *life) pages(n uint8) (addr, bytes uint32) {
	switch n {
	case 0:
		return l.Context, regs.ContextHeaderBytes
	case 1:
		return l.Context + regs.ContextHeaderBytes, l.Ring
	case 2:
		return l.Area, regs.SaveRoomBytes
	default:
		return l.Scratch, l.Shares
	}
}

// saved registers: how many blocks copy at INTERRUPTIBLE, and how many of them are counters, which come once more at the end.
var copied, counted = func() (n uint16, c uint8) {
	for _, it := range regs.SaveList {
		if it.Block == regs.BlockCSP {
			continue
		}
		n++
		for _, r := range regs.Blocks[it.Block].Registers {
			if r.Index == int(it.Reg) && r.HW == "rw" {
				c++
			}
		}
	}
	return n, c
}()

// cursorWords is how many words a cut's cursor is: DMA offset, context, layout, the tail of the save area, the head in the header.
const cursorWords = 10
