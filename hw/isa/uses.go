package isa

// Range is Count registers from First on; none when Count is 0.
type Range struct{ First, Count int }

// end is the number of the register after the last.
func (r Range) end() int { return r.First + r.Count }

// Uses is what registers an instruction reads and writes in a thread of so many lanes: destination or answer, and implied destination; three sources,
// or addresses and data. Whole tells that every byte of the registers that it writes gets a value when all lanes execute, Masked that those execute only
// that are active.
type Uses struct {
	Writes [2]Range
	Reads  [3]Range
	Whole  bool
	Masked bool
}

// Most is the number of the register after the last that is used.
func (u *Uses) Most() (n int) {
	for _, r := range append(u.Writes[:], u.Reads[:]...) {
		if r.Count > 0 {
			n = max(n, r.end())
		}
	}
	return n
}

// LanesOf is the number of lanes that an instruction works on in a thread of so many.
func (i *Instruction) LanesOf(thread int) int {
	if i.Size == SizeThread {
		return thread
	}
	return 1 << i.Size
}

// set is the number of registers that a value of so many bytes a lane takes for all lanes.
func set(lanes, bytes int) int { return max(1, lanes*bytes/RegisterSize) }

// UsesOf returns what a legal instruction uses.
func (i *Instruction) UsesOf(thread int) (u Uses) {
	lanes := i.LanesOf(thread)
	u.Masked = !i.NoMask
	switch Operations[i.Op].Format {
	case FormatSend:
		i.sendUses(thread, lanes, &u)
	case FormatNative:
		i.operandUses(thread, lanes, &u)
	}
	return u
}

func (i *Instruction) operandUses(thread, lanes int, u *Uses) {
	if d := &i.Dst; !d.Null {
		o := operand{isDestination: true, reg: uint32(d.Reg), sub: uint32(d.Sub), typ: uint32(d.Type), region: uint32(d.Stride)}
		u.Writes[0] = o.registers(lanes)
		u.Whole = d.Stride == StridePacked && d.Sub == 0 && lanes*Bytes(d.Type)%RegisterSize == 0 && i.Predicate == PredicateNone && lanes == thread
		if Operations[i.Op].Allows&AllowsImplied != 0 {
			u.Writes[1] = Range{int(d.Reg) + set(lanes, Bytes(d.Type)), set(lanes, Bytes(d.Type))}
		}
	}
	n := i.Sources()
	if i.Immediate {
		n--
	}
	for k := range n {
		s := &i.Src[k]
		o := operand{reg: uint32(s.Reg), sub: uint32(s.Sub), typ: uint32(s.Type), region: uint32(s.Region)}
		u.Reads[k] = o.registers(lanes)
	}
}

func (o *operand) registers(lanes int) Range {
	return Range{int(o.reg), int(o.last(uint32(lanes)))/RegisterSize - int(o.reg) + 1}
}

// Registers of sampler messages: coordinates are x, y, z and what the message needs besides, gradients those of x, y and z along x and along y.
const (
	coordinates = 4
	gradients   = 6
)

func (i *Instruction) sendUses(thread, lanes int, u *Uses) {
	m := &i.Message
	about := &Messages[m.Code]
	u.Reads[0] = Range{int(m.Address), addressRegisters(about, lanes)}
	u.Reads[1] = Range{int(m.Data), m.dataRegisters(about, lanes)}
	if !i.Dst.Null {
		u.Writes[0] = Range{int(i.Dst.Reg), m.answerRegisters(about, lanes)}
	}
	components := about.Answers&(AnswersComponents|AnswersReturns|AnswersTexel) != 0
	u.Whole = i.Predicate == PredicateNone && (!components || lanes == thread && lanes*Bytes(m.Type)%RegisterSize == 0)
}

func addressRegisters(m *Message, lanes int) int {
	switch {
	case m.Sends&SendsAddresses != 0:
		return set(lanes, Bytes(TypeUd))
	case m.Sends&SendsCoordinates != 0:
		return coordinates * set(lanes, Bytes(TypeF))
	case m.Sends&SendsOne != 0:
		return 1
	}
	return 0
}

func (m *Send) dataRegisters(about *Message, lanes int) (n int) {
	typ := uint8(TypeF)
	if about.Uses&UsesType != 0 {
		typ = m.Type
	}
	switch {
	case about.Sends&SendsComponents != 0:
		n = int(m.Count+1) * set(lanes, Bytes(typ))
	case about.Sends&SendsRegisters != 0:
		n = int(m.Count + 1)
	case about.Sends&SendsGradients != 0:
		n = gradients * set(lanes, Bytes(TypeF))
	case about.Sends&SendsOperands != 0 && m.Operation == AtomicCompare:
		n = 2 * set(lanes, Bytes(typ))
	case about.Sends&SendsOperands != 0 && m.Operation != AtomicLoad:
		n = set(lanes, Bytes(typ))
	}
	if about.Sends&SendsDepths != 0 {
		n += set(lanes, Bytes(TypeF))
	}
	return n
}

func (m *Send) answerRegisters(about *Message, lanes int) int {
	switch about.Answers {
	case AnswersComponents:
		return int(m.Count+1) * set(lanes, Bytes(m.Type))
	case AnswersReturns:
		return set(lanes, Bytes(m.Type))
	case AnswersBlock, AnswersRegisters:
		return int(m.Count + 1)
	case AnswersTexel:
		if about.Uses&UsesCount == 0 {
			return coordinates * set(lanes, Bytes(TypeF))
		}
		return int(m.Count+1) * set(lanes, Bytes(TypeF))
	}
	return 1
}
