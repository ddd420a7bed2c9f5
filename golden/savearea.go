package golden

import (
	"encoding/binary"
	"sort"

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

// register returns a saved register as it stands behind the first n events.
func (t *Trace) register(n int, block uint8, reg uint16) uint32 {
	if isCounter(block, reg) {
		return counterHalf(t.occlusion(n), reg)
	}
	writes := t.writes[block][reg]
	before := sort.Search(len(writes), func(i int) bool { return writes[i].event >= n })
	if before == 0 {
		return resetValue(block, reg)
	}
	return writes[before-1].value
}

func (t *Trace) occlusion(n int) uint64 {
	if n == 0 {
		return resetCounter()
	}
	return t.Events[n-1].Occlusion
}

// cursor returns the cursor behind the first n events.
func (t *Trace) cursor(n int) Cursor {
	if n == 0 {
		return Cursor{Head: t.startHead}
	}
	return t.Events[n-1].Cursor
}

// SaveArea fills dst, which is regs.SaveAreaBytes long and holds what the area held
// before, with what the save area must be when the context was cut behind the first n
// events. Reserved words stay as they are. With n = 0 the registers have their reset
// values and the cursor is the HEAD that the run began with.
func (t *Trace) SaveArea(n int, dst []byte) {
	put := func(dword int, v uint32) { binary.LittleEndian.PutUint32(dst[4*dword:], v) }
	for _, s := range regs.SaveList {
		put(4*int(regs.SaveOffset[s.Block])+int(s.Reg), t.register(n, s.Block, s.Reg))
	}
	c := t.cursor(n)
	put(regs.SaveDMAOffset, c.Offset)
	put(regs.SavePrimitive, c.Primitive)
	put(regs.SaveInstance, c.Instance)
	put(regs.SaveTile, c.Tile)
	put(regs.SaveTriangle, c.Triangle)
	put(regs.SaveRingHead, c.Head)
	put(regs.SaveDMABuffer, c.Buffer)
}
