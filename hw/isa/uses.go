package isa

// Range is Count registers from First on; none when Count is 0.
type Range struct{ First, Count int }

// end is the number of the register after the last.
func (r Range) end() int { return r.First + r.Count }

// Uses is what registers an instruction reads and writes in a thread of so many lanes: destination or answer, and implied destination; three sources,
// or addresses and data. Whole tells that every byte of the registers that it writes gets a value when all lanes execute, Masked that those execute only
// that are active. ByLane says of a range of which each lane reads or writes its own elements only, the lane's number in the thread, how many bytes
// an element has; otherwise it is 0. Blocks tells that it writes whole registers when one lane executes.
type Uses struct {
	Writes [2]Range
	Reads  [3]Range
	Whole  bool
	Masked bool
	Blocks bool

	WritesByLane [2]int
	ReadsByLane  [3]int
}

// UsesSet tells whether an instruction moves registers that a set names, besides those that UsesOf says.
func (i *Instruction) UsesSet() bool {
	return Operations[i.Op].Format == FormatSend && Messages[i.Message.Code].Sends&SendsSet != 0
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

// RegisterSet is the number of registers that a value of so many bytes a lane takes for all lanes.
func RegisterSet(lanes, bytes int) int { return max(1, lanes*bytes/RegisterSize) }

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
		if i.Size == SizeThread && d.Stride == StridePacked && d.Sub == 0 {
			u.WritesByLane = [2]int{Bytes(d.Type), Bytes(d.Type)}
		}
		if Operations[i.Op].Allows&AllowsImplied != 0 {
			u.Writes[1] = Range{int(d.Reg) + RegisterSet(lanes, Bytes(d.Type)), RegisterSet(lanes, Bytes(d.Type))}
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
		if i.Size == SizeThread && s.Region == RegionPacked && s.Sub == 0 && (k > 0 || i.Swizzle == OwnOrder) && Operations[i.Op].Allows&AllowsFours == 0 {
			u.ReadsByLane[k] = Bytes(s.Type)
		}
	}
}

func (o *operand) registers(lanes int) Range {
	return Range{int(o.reg), int(o.last(uint32(lanes)))/RegisterSize - int(o.reg) + 1}
}

// dimensions is the number of components that the message of this name answers.
const dimensions = 4

// coordinates is the number of register sets of coordinates of a sampler message, gradients that of their gradients along x and along y.
func (m *Send) coordinates() int { return int(m.Type) + 1 }
func (m *Send) gradients() int   { return 2 * min(m.coordinates(), 3) }

func (i *Instruction) sendUses(thread, lanes int, u *Uses) {
	m := &i.Message
	about := &Messages[m.Code]
	s := sets{thread, lanes}
	u.Reads[0] = Range{int(m.Address), s.addresses(m, about)}
	u.Reads[1] = Range{int(m.Data), s.data(m, about)}
	if !i.Dst.Null {
		u.Writes[0] = Range{int(i.Dst.Reg), s.answer(m, about)}
	}
	if i.Size == SizeThread {
		if about.Sends&SendsAddresses != 0 {
			u.ReadsByLane[0] = Bytes(TypeUd)
		}
		if about.Sends&(SendsComponents|SendsOperands) != 0 {
			u.ReadsByLane[1] = m.componentBytes(about)
		}
		if about.Answers&(AnswersComponents|AnswersReturns|AnswersTexel) != 0 {
			u.WritesByLane[0] = m.componentBytes(about)
		}
	}
	switch about.Answers {
	case AnswersComponents, AnswersReturns, AnswersTexel:
		u.Whole = i.Predicate == PredicateNone && lanes == thread && lanes*m.componentBytes(about)%RegisterSize == 0
	case AnswersBlock, AnswersRegisters, AnswersOne, AnswersGrant:
		u.Whole, u.Blocks = i.Predicate == PredicateNone && (i.Size == SizeThread || i.NoMask), true
	}
}

// sets counts the registers of register sets. They are as far apart as all lanes of the thread need, the last one takes what the instruction's lanes need.
type sets struct{ thread, lanes int }

func (s sets) of(count, bytes int) int {
	if count == 0 {
		return 0
	}
	return (count-1)*RegisterSet(s.thread, bytes) + (s.lanes*bytes+RegisterSize-1)/RegisterSize
}

func (s sets) addresses(m *Send, about *Message) int {
	switch {
	case about.Sends&SendsAddresses != 0:
		return s.of(1, Bytes(TypeUd))
	case about.Sends&SendsCoordinates != 0:
		return s.of(m.coordinates(), Bytes(TypeF))
	case about.Sends&(SendsOne|SendsSet) != 0:
		return 1
	}
	return 0
}

// componentBytes is the size of a component in a register.
func (m *Send) componentBytes(about *Message) int {
	if about.Uses&UsesType != 0 {
		return Bytes(m.Type)
	}
	return Bytes(TypeF)
}

func (s sets) data(m *Send, about *Message) int {
	bytes := m.componentBytes(about)
	switch {
	case about.Sends&SendsComponents != 0:
		n := int(m.Count + 1)
		if about.Sends&SendsDepths != 0 {
			n++
		}
		return s.of(n, bytes)
	case about.Sends&SendsRegisters != 0:
		return int(m.Count + 1)
	case about.Sends&SendsGradients != 0:
		return s.of(m.gradients(), bytes)
	case about.Sends&SendsOperands != 0 && m.Operation == AtomicCompare:
		return s.of(2, bytes)
	case about.Sends&SendsOperands != 0 && m.Operation != AtomicLoad:
		return s.of(1, bytes)
	}
	return 0
}

func (s sets) answer(m *Send, about *Message) int {
	bytes := m.componentBytes(about)
	switch {
	case about.Answers == AnswersComponents:
		return s.of(int(m.Count+1), bytes)
	case about.Answers == AnswersReturns:
		return s.of(1, bytes)
	case about.Answers == AnswersBlock, about.Answers == AnswersRegisters:
		return int(m.Count + 1)
	case about.Answers == AnswersTexel && about.Uses&UsesCount == 0:
		return s.of(dimensions, bytes)
	case about.Answers == AnswersTexel:
		return s.of(int(m.Count+1), bytes)
	}
	return 1
}
