package golden

import (
	"encoding/binary"
	"sort"

	"tilemark/golden/packing"
	"tilemark/hw/regs"
)

// writeIndex finds the state writes of a register: by block and register, in order.
type writeIndex [regs.NumBlocks][][]stateWrite

type stateWrite struct {
	event int // index in Trace.Events
	value uint32
}

// index notes the state events.
func (t *Trace) index() {
	for block := range t.writes {
		t.writes[block] = make([][]stateWrite, regs.BlockLength[block])
	}
	for i := range t.Events {
		if e := &t.Events[i]; e.Kind == KindState {
			list := &t.writes[e.Block][e.Reg]
			*list = append(*list, stateWrite{i, e.Value})
		}
	}
}

// register returns a saved register that is no counter as it stands after the first n
// events.
func (t *Trace) register(n int, block uint8, reg uint16) uint32 {
	writes := t.writes[block][reg]
	before := sort.Search(len(writes), func(i int) bool { return writes[i].event >= n })
	if before == 0 {
		return resetValue(block, reg)
	}
	return writes[before-1].value
}

// cursor returns the cursor after the first n events.
func (t *Trace) cursor(n int) Cursor {
	if n == 0 {
		return Cursor{Head: t.startHead}
	}
	return t.Events[n-1].Cursor
}

// SaveArea fills dst, which is regs.SaveRoomBytes long and holds what the area held
// before, with what the save area must be when the context was cut after the first n
// events. Reserved words stay as they are. With n = 0 the registers have their reset
// values and the cursor is the HEAD that the run began with.
func (t *Trace) SaveArea(n int, dst []byte) { t.SaveAreaAt(n, t.cursor(n), dst) }

// Packing is how the save area of a cut after the first n events is packed: its registers are
// written before INTERRUPTIBLE, so that it is the same for all n after that.
func (t *Trace) Packing(n int) *packing.Packing {
	return packing.Of(func(reg int) uint32 { return t.register(n, regs.BlockCSP, uint16(reg)) })
}

// SaveAreaAt is SaveArea when markers after culled primitives have moved the cursor on
// to at, a place of the same draw.
func (t *Trace) SaveAreaAt(n int, at Cursor, dst []byte) {
	put := func(dword int, v uint32) { binary.LittleEndian.PutUint32(dst[4*dword:], v) }
	p := t.Packing(n)
	place := func(block uint8, reg uint16) int { return p.Place(int(block), int(reg)) }
	for _, s := range regs.SaveList {
		if _, _, counter := findCounter(s.Block, s.Reg); !counter {
			put(place(s.Block, s.Reg), t.register(n, s.Block, s.Reg))
		}
	}
	for i, c := range t.counters(n, at) {
		r := counterRegisters[i]
		put(place(r.block, r.low), half(c, false))
		put(place(r.block, r.low+1), half(c, true))
	}
	field := func(word int, v uint32) { put(p.Field(word), v) }
	field(regs.SaveAreaHeadDmaOffset, at.Offset)
	field(regs.SaveAreaHeadContext, t.Context)
	field(regs.SaveAreaHeadLayout, regs.SaveLayoutID)
	field(regs.SaveAreaTailPrimitive, at.Primitive)
	field(regs.SaveAreaTailInstance, at.Instance)
	field(regs.SaveAreaTailTile, at.Tile)
	field(regs.SaveAreaTailTriangle, at.Triangle)
	field(regs.SaveAreaTailRingHead, at.Head)
	field(regs.SaveAreaTailDmaBuffer, at.Buffer)
}
