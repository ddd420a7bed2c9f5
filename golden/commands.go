package golden

import (
	"encoding/binary"

	"tilemark/hw/regs"
)

// dmaCommand executes a command of a DMA buffer.
func (r *renderer) dmaCommand(c *command) error {
	switch c.opcode {
	case regs.CommandFence:
		return r.fence(c, r.offset(c.next))
	case regs.CommandWait:
		return r.wait(c)
	case regs.CommandFlush:
		return r.flush(c, r.offset(c.next))
	case regs.CommandSetState:
		return r.setState(c)
	case regs.CommandDraw:
		return r.draw(c)
	case regs.CommandQueryWrite:
		return r.queryWrite(c)
	case regs.CommandFill, regs.CommandCopy:
		return r.blit(c)
	}
	return nil // NOP
}

// target checks the address that a command names in its first operand.
func (r *renderer) target(c *command, bytes uint64) (uint64, error) {
	const at = regs.CommandFenceAddress // and that of WAIT and QUERY_WRITE
	addr := uint64(c.operand(at))
	name := formats[c.opcode].name
	switch {
	case addr%bytes != 0:
		return 0, malformed(regs.ReasonAlignment, uint32(addr), c.addr, "%s to name an address aligned to %d bytes, found %#x", name, bytes, addr)
	case !r.mem.has(addr, bytes):
		return 0, expected(c.addr, "%s to name an address inside the memory of %#x bytes, found %#x", name, len(r.mem), addr)
	}
	return addr, nil
}

func (r *renderer) fence(c *command, after Cursor) error {
	addr, err := r.target(c, regs.CommandFenceAddressAlign)
	if err != nil {
		return err
	}
	value := c.operand(regs.CommandFenceValue)
	r.next()
	r.mem.setWord(addr, value)
	r.emit(Event{Kind: KindFence, Cursor: after, Addr: uint32(addr), Data: uint64(value)})
	return nil
}

// flush is a place only: what was written is seen at once here. The event says whether it asks for write-backs.
func (r *renderer) flush(c *command, next Cursor) error {
	if c.sub >= regs.FlushModeLimit {
		return malformed(regs.ReasonFlushMode, c.header, c.addr, "FLUSH with a mode below %d, found %d", regs.FlushModeLimit, c.sub)
	}
	r.emit(Event{Kind: KindFlush, Cursor: next, Data: uint64(c.sub)})
	return nil
}

// wait lets others run while a WAIT does not pass, and finds one that nobody ends.
func (r *renderer) wait(c *command) error {
	addr, err := r.target(c, regs.CommandWaitAddressAlign)
	if err != nil {
		return err
	}
	r.trace.Waits = append(r.trace.Waits, Wait{Addr: uint32(addr), Value: c.operand(regs.CommandWaitValue), Event: len(r.trace.Events)})
	r.foot.wait(addr)
	least := c.operand(regs.CommandWaitValue)
	for r.mem.word(addr) < least {
		if r.pause == nil || !r.pause() {
			return expected(c.addr, "the word at %#x to be at least %d when WAIT is reached, found %d", addr, least, r.mem.word(addr))
		}
	}
	return nil
}

func (r *renderer) queryWrite(c *command) error {
	if c.sub >= regs.CounterLimit {
		return malformed(regs.ReasonCounter, c.header, c.addr, "QUERY_WRITE of a counter below %d, found %d", regs.CounterLimit, c.sub)
	}
	addr, err := r.target(c, regs.CommandQueryWriteAddressAlign)
	if err != nil {
		return err
	}
	count := r.counters[c.sub]
	r.next()
	binary.LittleEndian.PutUint64(r.mem[addr:], count)
	r.emit(Event{Kind: KindQuery, Cursor: r.offset(c.next), Reg: uint16(c.sub), Addr: uint32(addr), Data: count})
	return nil
}

// setState writes registers of one block. All of the command is checked before any.
func (r *renderer) setState(c *command) error {
	block, first, values := c.sub, c.operand(regs.CommandSetStateFirst), c.operands[regs.CommandSetStateValue-1:]
	if block >= regs.NumBlocks {
		return malformed(regs.ReasonBlock, block, c.addr, "SET_STATE of a block below %d, found %d", regs.NumBlocks, block)
	}
	length := uint64(len(r.regs[block]))
	if end := uint64(first) + uint64(len(values)); end > length {
		name := regs.RegisterName(int(block), int(max(uint64(first), length)))
		return malformed(regs.ReasonRegister, max(first, uint32(length)), c.addr, "SET_STATE of block %d to stay below its length of %d, found %s", block, length, name)
	}
	for i := range values {
		switch reg := first + uint32(i); {
		case !regs.IsPacking(uint8(block), reg):
			r.stateWritten = true
		case r.interruptible:
			return malformed(regs.ReasonPacking, reg, c.addr, "a packing that is written before INTERRUPTIBLE, found %s", regs.RegisterName(int(block), int(reg)))
		}
	}
	for i, v := range values {
		r.setRegister(uint8(block), uint16(first)+uint16(i), v, r.offset(c.offset+regs.CommandSetStateValue+uint32(i)+1))
	}
	return nil
}

func (r *renderer) setRegister(block uint8, reg uint16, value uint32, after Cursor) {
	reg, value = r.regs.written(block, reg, value)
	if block == regs.BlockZL2 && reg == regs.ZL2QueryClear && flag(value, regs.ZL2QueryClearOcclusionShift) {
		r.counters[regs.CounterOcclusion] = 0
	}
	if isSaved(block, reg) {
		r.regs[block][reg] = value
	}
	if counter, high, found := findCounter(block, reg); found {
		r.counters[counter] = withHalf(r.counters[counter], high, value)
		r.noteStatistics()
	}
	r.emit(Event{Kind: KindState, Cursor: after, Block: block, Reg: reg, Value: value})
}
