package exec

import (
	"encoding/binary"
	"fmt"

	"tilemark/hw/isa"
)

// Binding is an entry of the binding table.
type Binding struct {
	Data  []byte
	Write bool   // a program may write it
	Base  uint64 // where Data begins in the image of a cluster; it counts with one only
}

// Memory is what the threads of a program share outside of their CTAs. Messages to the sampler name bindings too; it knows what they are.
type Memory struct {
	Bindings []Binding
	Context  ContextBuffer // of handlers
}

// message is a message that is ready to be sent.
type message struct {
	deliver    func(*Thread, *instruction, uint32) // the lanes send it
	code       uint8
	binding    uint8
	typ, size  uint8  // of a component
	components uint8  // of each lane, or registers
	operation  uint8  // of an atomic, or the sampler
	operands   uint8  // register sets of an atomic's data
	writes     bool   // needs a binding that may be written
	returns    bool   // an atomic answers
	ends       bool   // the thread ends with it
	addressed  bool   // it has addresses
	address    uint16 // words in the register file
	data       uint16
	answer     uint16
	set        uint16 // words of a register set of the type
	offset     int32
	noCache    bool // for hooks
	last       bool
}

// deliveries are what messages do.
var deliveries = map[uint32]func(*Thread, *instruction, uint32){
	isa.MessageLoad: loadBuffer, isa.MessageStore: storeBuffer, isa.MessageAtomic: atomicBuffer, isa.MessageSize: sizeOfBuffer,
	isa.MessageConstant: loadConstant, isa.MessageScratchLoad: loadScratch, isa.MessageScratchStore: storeScratch,
	isa.MessagePrivateLoad: loadPrivate, isa.MessagePrivateStore: storePrivate,
	isa.MessageSharedLoad: loadShared, isa.MessageSharedStore: storeShared, isa.MessageSharedAtomic: atomicShared,
	isa.MessageColor: sendOutput, isa.MessageColorDepth: sendOutput, isa.MessageResult: sendOutput,
	isa.MessageEnd: func(*Thread, *instruction, uint32) {}, isa.MessageBarrier: arrive,
	isa.MessageAllocate: allocate, isa.MessageThreadEnd: threadEnd,
	isa.MessageContextLoad: contextLoad, isa.MessageContextStore: contextStore, isa.MessageContextLoadSet: contextLoadSet,
	isa.MessageContextStoreSet: contextStoreSet, isa.MessageLive: liveSet,
}

func (i *instruction) resolveSend(f *form, p *Program) {
	d, m := &f.send, &isa.Messages[f.send.code]
	size := f.laneBytes(m)
	i.run = runSend
	i.send = message{
		code: uint8(d.code), binding: uint8(d.binding), typ: uint8(d.typ), size: uint8(size), components: uint8(f.components()),
		operation: uint8(d.operation), operands: uint8(f.operandSets(m)), returns: d.returns, ends: d.last || d.code == isa.MessageEnd,
		addressed: m.Sends&isa.SendsAddresses != 0,
		address:   uint16(d.address * registerWords), data: uint16(d.data * registerWords), answer: uint16(f.dst.reg * registerWords),
		set: uint16(p.set(size) * registerWords), offset: d.offset, noCache: d.nonCacheable, last: d.last,
	}
	i.send.writes = d.code == isa.MessageStore || d.code == isa.MessageAtomic && d.operation != isa.AtomicLoad
	i.send.deliver = deliveries[d.code]
	if m.Unit == isa.UnitSampler {
		i.send.deliver = sendSampler
	}
	i.written[0] = f.spanOf(p, f.dst.reg, f.answerSets(m))
	i.read[0], i.read[1] = f.spanOf(p, d.address, f.addressSets(m)), f.spanOf(p, d.data, f.dataSets(m))
}

// spanOf is the registers of register sets from one on.
func (f *form) spanOf(p *Program, reg uint32, s sets) Span {
	registers := s.count
	if s.count != 0 && s.bytes != 0 {
		registers = (s.count-1)*p.set(s.bytes) + (f.lanes(p)*s.bytes+registerBytes-1)/registerBytes
	}
	if registers == 0 {
		return Span{}
	}
	return Span{int(reg), registers}
}

// runSend sends a message, if a lane executes. With {last} the thread ends in any case.
func runSend(t *Thread, i *instruction) {
	lanes := t.executing(i)
	if lanes != 0 {
		t.Sent++
		if t.options.Parts != nil && i.inParts() {
			t.sendInParts(i, lanes)
		} else {
			i.send.deliver(t, i, lanes)
		}
		if t.options.Hook != nil {
			t.note(i, lanes)
		}
	}
	if i.send.ends && t.State == Running {
		t.end()
	}
}

// note keeps what was sent for the hook.
func (t *Thread) note(i *instruction, lanes uint32) {
	s := &i.send
	t.sent = Message{
		Code: int(s.code), Binding: int(s.binding), Type: int(s.typ), Components: int(s.components), Operation: int(s.operation),
		NonCacheable: s.noCache, Last: s.last, Lanes: lanes, Helpers: lanes & t.Helpers, Data: int(s.data / registerWords),
	}
	if s.addressed {
		copy(t.sent.Address[i.firstLane:], t.address[:i.count])
	} else {
		t.sent.Offset = int(s.offset)
	}
	t.message = &t.sent
}

// binding is the message's entry of the binding table; nil after a fault.
func (t *Thread) binding(i *instruction) *Binding {
	n := int(i.send.binding)
	if n >= len(t.memory.Bindings) {
		t.fail(i, fmt.Sprintf("the program has no binding %d", n))
		return nil
	}
	b := &t.memory.Bindings[n]
	if i.send.writes && !b.Write {
		t.fail(i, fmt.Sprintf("binding %d cannot be written", n))
		return nil
	}
	return b
}

// wordAt is the number of 32 bits at a byte; 0 if it does not lie in the data as a whole.
func wordAt(data []byte, at uint64) uint32 {
	if at+4 <= uint64(len(data)) {
		return binary.LittleEndian.Uint32(data[at:])
	}
	return 0
}

// putWord writes a number of 32 bits, if it lies in the data as a whole.
func putWord(data []byte, at uint64, value uint32) {
	if at+4 <= uint64(len(data)) {
		binary.LittleEndian.PutUint32(data[at:], value)
	}
}

// arrive comes to a barrier.
func arrive(t *Thread, i *instruction, _ uint32) {
	if t.cta != nil {
		t.State, t.barrier = Waiting, i.at
		t.cta.waiting++
		t.cta.open()
	}
}
