package exec

import (
	"fmt"

	"tilemark/hw/isa"
)

// judgeSend is about messages: what stands in their descriptor, and where they are legal.
func (f *form) judgeSend(p *Program) string {
	m := &isa.Messages[f.send.code]
	if m.Name == "" {
		return fmt.Sprintf("message %#02x is reserved", f.send.code)
	}
	for _, rule := range []func(*form, *Program, *isa.Message) string{
		(*form).judgeSendControl, (*form).judgeDescriptor, (*form).judgeOffset, (*form).judgeStage, (*form).judgePayload,
	} {
		if reason := rule(f, p, m); reason != "" {
			return reason
		}
	}
	return ""
}

func (f *form) judgeSendControl(p *Program, m *isa.Message) string {
	reason := first(f.judgeLanes(p),
		f.has(f.condition != isa.ConditionNone, "condition", 0), f.has(f.saturate, "saturation", 0), f.has(f.swizzle != 0, "swizzle", 0))
	switch {
	case reason != "":
		return reason
	case f.predicate > isa.PredicateLane:
		return "a message with a predicate for all lanes"
	case f.unused:
		return "bits that mean nothing are not 0"
	}
	return ""
}

// uses says what is wrong if a field of the descriptor is there that the message does not use.
func uses(m *isa.Message, there bool, what string, bits uint32) string {
	if there && m.Uses&bits == 0 {
		return fmt.Sprintf("message %s has no %s", m.Name, what)
	}
	return ""
}

func (f *form) judgeDescriptor(_ *Program, m *isa.Message) string {
	d := &f.send
	typed := m.Uses&isa.UsesType != 0
	reason := first(
		uses(m, d.binding != 0, "binding", isa.UsesBinding), uses(m, d.typ != 0, "type", isa.UsesType|isa.UsesCoordinates), uses(m, d.count != 0, "count", isa.UsesCount),
		uses(m, d.nonCacheable, "non-cacheable access", isa.UsesNonCacheable), uses(m, d.returns, "answer to an atomic", isa.UsesAtomic),
		uses(m, d.operation != 0, "operation", isa.UsesAtomic|isa.UsesSampler), uses(m, d.last, "{last}", isa.UsesLast))
	atomic := m.Uses&isa.UsesAtomic != 0
	switch {
	case reason != "":
		return reason
	case m.Uses&isa.UsesCoordinates != 0 && d.typ >= MostCoordinates:
		return fmt.Sprintf("%d register sets of coordinates", d.typ+1)
	case d.typ >= isa.TypeLimit:
		return fmt.Sprintf("type %d is reserved", d.typ)
	case atomic && d.typ != isa.TypeUd && d.typ != isa.TypeD:
		return "an atomic of type " + isa.TypeNames[d.typ]
	case atomic && d.operation >= isa.AtomicLimit:
		return fmt.Sprintf("atomic operation %d is reserved", d.operation)
	case atomic && d.operation == isa.AtomicLoad && !d.returns, atomic && d.operation == isa.AtomicStore && d.returns:
		return fmt.Sprintf("atomic %s without an answer, or with one", isa.AtomicNames[d.operation])
	case d.code == isa.MessageEnd && !d.last:
		return "message end without {last}"
	case m.Unit == isa.UnitTarget && !d.last:
		return fmt.Sprintf("message %s without {last}", m.Name)
	case typed && private(d.code) && typeSize[d.typ] != 4:
		return fmt.Sprintf("message %s of type %s", m.Name, isa.TypeNames[d.typ])
	}
	return ""
}

func private(code uint32) bool {
	return code == isa.MessagePrivateLoad || code == isa.MessagePrivateStore
}

// judgeOffset: it is added to addresses; without them it is the place of whole registers.
func (f *form) judgeOffset(_ *Program, m *isa.Message) string {
	registers := m.Sends&(isa.SendsRegisters|isa.SendsSet) != 0 || m.Answers&(isa.AnswersRegisters|isa.AnswersBlock) != 0
	switch offset := f.send.offset; {
	case m.Sends&isa.SendsAddresses != 0:
		return ""
	case m.Uses&isa.UsesTexels != 0 && offset>>12 == 0:
		return ""
	case !registers && offset != 0:
		return fmt.Sprintf("message %s has no offset", m.Name)
	case offset < 0 || offset%registerBytes != 0:
		return fmt.Sprintf("offset %d of message %s is no multiple of %d from 0 on", offset, m.Name, registerBytes)
	}
	return ""
}

// judgeStage: which messages a stage has.
func (f *form) judgeStage(p *Program, m *isa.Message) string {
	if !stageHas(p.Stage, f.send.code, m) {
		return fmt.Sprintf("message %s is not legal in a program of this stage", m.Name)
	}
	if m.Unit == isa.UnitShared && p.Shared == 0 && !p.Stage.handler() { // a handler's is that of the CTA
		return "a message to shared memory of a program without any"
	}
	return ""
}

func stageHas(s Stage, code uint32, m *isa.Message) bool {
	writes := code == isa.MessageStore || code == isa.MessageAtomic || code == isa.MessageTexelStore
	if s.handler() { // they have no bindings, and the scratch memory is the interrupted program's
		return m.Unit == isa.UnitContext || m.Unit == isa.UnitShared || code == isa.MessageEnd && s == StageTrap
	}
	switch m.Unit {
	case isa.UnitContext:
		return false
	case isa.UnitLsu, isa.UnitSampler:
		geometry := s == StageVertex || s == StageHull || s == StageDomain
		return !(writes && geometry)
	case isa.UnitTarget:
		return s == StagePixel
	case isa.UnitShared:
		return s == StageCompute
	case isa.UnitBarrier, isa.UnitRing:
		return s == StageCompute
	case isa.UnitThread:
		return code == isa.MessageEnd || s == StageVertex || s == StageHull || s == StageDomain
	}
	return true
}

// answers tells whether the message has an answer.
func (f *form) answers(m *isa.Message) bool {
	return m.Answers != 0 && (m.Answers&isa.AnswersReturns == 0 || f.send.returns)
}

// judgePayload is about registers of addresses, data and answer.
func (f *form) judgePayload(p *Program, m *isa.Message) string {
	d := &f.send
	switch {
	case f.answers(m) == f.null:
		return fmt.Sprintf("message %s with an answer that it does not have, or without", m.Name)
	case f.null && f.dst.reg != 0, !f.hasAddress(m) && d.address != 0, !f.hasData(m) && d.data != 0:
		return fmt.Sprintf("message %s with registers that it does not use", m.Name)
	}
	return first(f.judgeSets(p, m, d.address, f.addressSets(m)), f.judgeSets(p, m, d.data, f.dataSets(m)), f.judgeSets(p, m, f.dst.reg, f.answerSets(m)))
}

func (f *form) hasAddress(m *isa.Message) bool {
	return m.Sends&(isa.SendsAddresses|isa.SendsCoordinates|isa.SendsOne|isa.SendsSet) != 0
}

func (f *form) hasData(m *isa.Message) bool {
	const data = isa.SendsComponents | isa.SendsRegisters | isa.SendsGradients
	return m.Sends&data != 0 || f.operandSets(m) != 0
}

// sets are register sets of a payload: how many, and bytes of a lane; with 0 bytes they are whole registers.
type sets struct{ count, bytes int }

func (f *form) components() int { return int(f.send.count) + 1 }

func (f *form) addressSets(m *isa.Message) sets {
	if m.Sends&isa.SendsCoordinates != 0 {
		return sets{int(f.send.typ) + 1, 4}
	}
	if m.Sends&(isa.SendsOne|isa.SendsSet) != 0 {
		return sets{1, 0}
	}
	return sets{one(m.Sends&isa.SendsAddresses != 0), 4}
}

// operandSets is the number of register sets of an atomic's data.
func (f *form) operandSets(m *isa.Message) int {
	switch {
	case m.Sends&isa.SendsOperands == 0 || f.send.operation == isa.AtomicLoad:
		return 0
	case f.send.operation == isa.AtomicCompare:
		return 2
	}
	return 1
}

func (f *form) dataSets(m *isa.Message) sets {
	switch {
	case m.Sends&isa.SendsRegisters != 0:
		return sets{f.components(), 0}
	case m.Sends&isa.SendsGradients != 0:
		return sets{gradientsOf(int(f.send.typ) + 1), 4}
	case m.Sends&isa.SendsComponents != 0:
		return sets{f.components() + one(m.Sends&isa.SendsDepths != 0), f.laneBytes(m)}
	}
	return sets{f.operandSets(m), 4}
}

func (f *form) answerSets(m *isa.Message) sets {
	switch {
	case f.null:
		return sets{}
	case m.Answers&(isa.AnswersOne|isa.AnswersGrant) != 0:
		return sets{1, 0}
	case m.Answers&(isa.AnswersBlock|isa.AnswersRegisters) != 0:
		return sets{f.components(), 0}
	case f.send.code == isa.MessageDimensions:
		return sets{dimensions, 4}
	case m.Answers&isa.AnswersReturns != 0:
		return sets{1, 4}
	}
	return sets{f.components(), f.laneBytes(m)}
}

// dimensions is how many components the answer of dimensions has: width, height, layers and levels.
const dimensions = 4

// laneBytes is the size of a component in a lane.
func (f *form) laneBytes(m *isa.Message) int {
	if m.Uses&isa.UsesType != 0 {
		return typeSize[f.send.typ]
	}
	return 4
}

// judgeSets: the last set ends with the last lane of the instruction, a set begins where the one before it would end with all lanes of the thread.
func (f *form) judgeSets(p *Program, m *isa.Message, reg uint32, s sets) string {
	end := int(reg) + s.count
	if s.bytes != 0 && s.count != 0 {
		end = int(reg) + (s.count-1)*p.set(s.bytes) + (f.lanes(p)*s.bytes+registerBytes-1)/registerBytes
	}
	if end > p.Registers {
		return fmt.Sprintf("registers of message %s end with r%d, the last register is r%d", m.Name, end-1, p.Registers-1)
	}
	return ""
}
