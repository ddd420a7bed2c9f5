package isa

import "fmt"

// send checks a message.
func (c *checker) send() string {
	code := c.get(SendPayload, SendPayloadMessageShift, SendPayloadMessageMask)
	m := &Messages[code]
	if m.Name == "" {
		return fmt.Sprintf("message %#02x is reserved", code)
	}
	for _, check := range []func(*Message) string{c.answer, c.payload, c.descriptor, c.atomic} {
		if why := check(m); why != "" {
			return m.Name + ": " + why
		}
	}
	return ""
}

// answer checks where the answer goes.
func (c *checker) answer(m *Message) string {
	null := c.get(SendDestination, SendDestinationNullShift, SendDestinationNullMask) != 0
	reg := c.get(SendDestination, SendDestinationRegShift, SendDestinationRegMask)
	returns := c.get(SendDescriptor, SendDescriptorReturnsShift, SendDescriptorReturnsMask) != 0
	const known = SendDestinationRegMask<<SendDestinationRegShift | SendDestinationNullMask<<SendDestinationNullShift | SendDestinationNosMask<<SendDestinationNosShift
	answers := m.Answers != 0 && (m.Answers != AnswersReturns || returns)
	switch {
	case c.n[SendDestination]&^known != 0:
		return "bits of a destination that it does not have"
	case returns && m.Answers != AnswersReturns:
		return "RETURNS, but it is no atomic"
	case null == answers:
		return "a place for the answer, but there is none, or the other way round"
	case null && reg != 0:
		return "a register for no answer"
	}
	return ""
}

// payload checks what it brings.
func (c *checker) payload(m *Message) string {
	address, data := c.get(SendPayload, SendPayloadAddressRegShift, SendPayloadAddressRegMask), c.get(SendDescriptor, SendDescriptorDataRegShift, SendDescriptorDataRegMask)
	const known = SendPayloadAddressRegMask<<SendPayloadAddressRegShift | SendPayloadMessageMask<<SendPayloadMessageShift | SendPayloadOffsetMask<<SendPayloadOffsetShift
	offset := int32(c.n[SendPayload]) >> SendPayloadOffsetShift
	switch {
	case c.n[SendPayload]&^known != 0:
		return "bits of a payload that it does not have"
	case address != 0 && !m.BringsAddress():
		return "it has no addresses"
	case data != 0 && !c.bringsData(m):
		return "it has no data"
	case m.Uses&UsesTexels != 0:
		if uint32(offset)&0xffff>>texelBits != 0 {
			return "bits 15:12 of the texels that are added"
		}
	case offset != 0 && !m.HasOffset():
		return "it has no offset"
	case m.HasPlace() && (offset%RegisterSize != 0 || offset < 0):
		return fmt.Sprintf("offset %d, expected a multiple of %d", offset, RegisterSize)
	}
	return ""
}

// mostCoordinates bounds the register sets of coordinates: those of a cube array with what is compared.
const mostCoordinates = 5

// texelBits are the bits of OFFSET that texels take, four for each of x, y and z.
const texelBits = 12

// BringsAddress tells whether a message has a first payload: addresses, coordinates, a number in lane 0, or a set.
func (m *Message) BringsAddress() bool {
	return m.Sends&(SendsAddresses|SendsCoordinates|SendsOne|SendsSet) != 0
}

// BringsData tells whether a message has a second payload.
func (m *Message) BringsData() bool {
	return m.Sends&(SendsComponents|SendsOperands|SendsRegisters|SendsGradients) != 0
}

// HasOffset tells whether a message counts bytes from an offset.
func (m *Message) HasOffset() bool {
	return m.Sends&(SendsAddresses|SendsRegisters|SendsSet) != 0 || m.Answers&(AnswersBlock|AnswersRegisters) != 0
}

// HasPlace tells whether a message's offset is the place of whole registers.
func (m *Message) HasPlace() bool { return m.HasOffset() && m.Sends&SendsAddresses == 0 }

func (c *checker) operation() uint32 {
	return c.get(SendDescriptor, SendDescriptorOperationShift, SendDescriptorOperationMask)
}

func (c *checker) bringsData(m *Message) bool {
	return m.BringsData() && !(m.Uses&UsesAtomic != 0 && c.operation() == AtomicLoad)
}

// descriptor checks that fields that the message does not use are 0.
func (c *checker) descriptor(m *Message) string {
	typ := c.get(SendDescriptor, SendDescriptorTypeShift, SendDescriptorTypeMask)
	for _, f := range []struct {
		why   string
		value uint32
		uses  uint32
	}{
		{"it has no binding", c.get(SendDescriptor, SendDescriptorBindingShift, SendDescriptorBindingMask), UsesBinding},
		{"it has no type", typ, UsesType | UsesCoordinates},
		{"it has no number of components", c.get(SendDescriptor, SendDescriptorCountShift, SendDescriptorCountMask), UsesCount},
		{"{nc} is for loads and stores of buffers", c.get(SendDescriptor, SendDescriptorNonCacheableShift, SendDescriptorNonCacheableMask), UsesNonCacheable},
		{"it has no operation", c.operation(), UsesAtomic | UsesSampler},
		{"it cannot have {last}", c.get(SendDescriptor, SendDescriptorLastShift, SendDescriptorLastMask), UsesLast},
	} {
		if f.value != 0 && m.Uses&f.uses == 0 {
			return f.why
		}
	}
	const reserved = SendDescriptorBindingShift - 1 // and what is above LAST
	switch {
	case c.n[SendDescriptor]>>(SendDescriptorLastShift+1) != 0, c.n[SendDescriptor]>>reserved&1 != 0:
		return "bits of the descriptor that are reserved"
	case m.Uses&UsesCoordinates != 0 && typ >= mostCoordinates:
		return fmt.Sprintf("%d register sets of coordinates, expected %d at most", typ+1, mostCoordinates)
	case typ > TypeF:
		return fmt.Sprintf("type %d is reserved", typ)
	case m.Uses == UsesLast && c.get(SendDescriptor, SendDescriptorLastShift, SendDescriptorLastMask) == 0:
		return "it ends the thread: {last} was expected"
	case m.Unit == UnitTarget && c.get(SendDescriptor, SendDescriptorLastShift, SendDescriptorLastMask) == 0:
		return "the thread ends with its colours: {last} was expected"
	case m.Unit == UnitScratch && m.Uses&UsesType != 0 && bytesOf(typ) != 4:
		return fmt.Sprintf("type %s, expected one of 32 bits", TypeNames[typ])
	}
	return ""
}

// atomic checks operation and type of an atomic.
func (c *checker) atomic(m *Message) string {
	if m.Uses&UsesAtomic == 0 {
		return ""
	}
	typ := c.get(SendDescriptor, SendDescriptorTypeShift, SendDescriptorTypeMask)
	returns := c.get(SendDescriptor, SendDescriptorReturnsShift, SendDescriptorReturnsMask) != 0
	switch op := c.operation(); {
	case op >= AtomicLimit:
		return fmt.Sprintf("atomic operation %d is reserved", op)
	case typ != TypeUd && typ != TypeD:
		return fmt.Sprintf("atomics of %s, expected ud or d", TypeNames[typ])
	case op == AtomicLoad && !returns:
		return "an atomic load without an answer"
	case op == AtomicStore && returns:
		return "an atomic store with an answer"
	}
	return ""
}
