package exec

import (
	"fmt"
	"math/bits"

	"tilemark/hw/isa"
)

// Output is a message with colours, depths or results. It is valid during the call.
type Output struct {
	Message    int           // isa.MessageColor, isa.MessageColorDepth or isa.MessageResult
	Lanes      uint32        // lanes that send, without helpers
	Components int           // colours; of results registers
	Offset     int           // of results: bytes from the beginning of the thread's
	Values     [5][32]uint32 // colours by component and lane, in f, then depths; of results the 8 words of each register
}

// sendOutput hands colours, depths or results to the program's user.
func sendOutput(t *Thread, i *instruction, lanes uint32) {
	if t.options.Output == nil {
		return
	}
	s, o := &i.send, &t.output
	*o = Output{Message: int(s.code), Lanes: lanes &^ t.Helpers, Components: int(s.components), Offset: int(s.offset)}
	if s.code == isa.MessageResult {
		for n := range uint16(s.components) {
			copy(o.Values[n][:registerWords], t.Registers[s.data+n*registerWords:])
		}
	} else {
		sets := int(s.components) + one(s.code == isa.MessageColorDepth)
		t.copySets(i, s.data, sets, o.Values[:])
	}
	t.options.Output(t, o)
}

// copySets copies register sets of 32 bits a lane, by lane of the thread.
func (t *Thread) copySets(i *instruction, word uint16, count int, into [][mostLanes]uint32) {
	set := uint16(t.kernel.set(4) * registerWords)
	for n := range count {
		copy(into[n][i.firstLane:][:i.count], t.Registers[word+uint16(n)*set:])
	}
}

// MostCoordinates is how many coordinates, and how many data, a message to the sampler can have.
const MostCoordinates = 8

// Request is a message to the sampler. Values are those of a lane of the thread; lanes that do not send have theirs too.
type Request struct {
	Thread      *Thread
	Message     int // isa.Message... value
	Binding     int // of the texture
	Sampler     int
	Lanes       uint32 // lanes that send
	Helpers     uint32 // those of them that write nothing
	Coordinates [MostCoordinates][32]uint32
	Data        [MostCoordinates][32]uint32 // gradients, or the components of a texel that is stored
	Components  int                         // of the answer, or of a texel that is stored
	Answer      [4][32]uint32               // the sampler writes it: components of each lane that sends
}

// Sampler executes the messages of textures.
type Sampler interface {
	// Shape is how many register sets of coordinates a message to a texture has, and how many of gradients; both to MostCoordinates. An error is
	// one of the program.
	Shape(message, binding int) (coordinates, gradients int, err error)
	// Sample answers a request.
	Sample(r *Request) error
}

// sendSampler hands a request to the sampler.
func sendSampler(t *Thread, i *instruction, lanes uint32) {
	if t.options.Sampler == nil {
		t.fail(i, "a message to the sampler, but there is none")
		return
	}
	s, r := &i.send, &t.request
	coordinates, data, err := t.shape(i)
	if err == nil {
		*r = Request{Thread: t, Message: int(s.code), Binding: int(s.binding), Sampler: int(s.operation), Lanes: lanes, Helpers: lanes & t.Helpers,
			Components: int(s.components)}
		t.copySets(i, s.address, coordinates, r.Coordinates[:])
		t.copySets(i, s.data, data, r.Data[:])
		err = t.options.Sampler.Sample(r)
	}
	if err != nil {
		t.fail(i, err.Error())
		return
	}
	t.takeTexels(i, lanes)
}

// shape is how many register sets of coordinates and of data a message to the sampler has.
func (t *Thread) shape(i *instruction) (coordinates, data int, err error) {
	s := &i.send
	coordinates, data, err = t.options.Sampler.Shape(int(s.code), int(s.binding))
	switch {
	case err != nil:
		return 0, 0, err
	case s.code == isa.MessageTexelStore:
		data = int(s.components)
	case s.code != isa.MessageSampleGradient:
		data = 0
	}
	if coordinates < 0 || coordinates > MostCoordinates || data < 0 || data > MostCoordinates {
		return 0, 0, fmt.Errorf("%d coordinates and %d gradients, expected %d at most", coordinates, data, MostCoordinates)
	}
	if end := t.endOf(i, s.address, coordinates); end > t.kernel.Registers {
		return 0, 0, fmt.Errorf("coordinates end with r%d, the last register is r%d", end-1, t.kernel.Registers-1)
	}
	if end := t.endOf(i, s.data, data); end > t.kernel.Registers {
		return 0, 0, fmt.Errorf("gradients end with r%d, the last register is r%d", end-1, t.kernel.Registers-1)
	}
	return coordinates, data, nil
}

// endOf is the register after register sets of 32 bits a lane.
func (t *Thread) endOf(i *instruction, word uint16, sets int) int {
	if sets == 0 {
		return 0
	}
	return int(word)/registerWords + (sets-1)*t.kernel.set(4) + (int(i.count)*4+registerBytes-1)/registerBytes
}

// takeTexels writes the sampler's answer.
func (t *Thread) takeTexels(i *instruction, lanes uint32) {
	s := &i.send
	components := int(s.components)
	switch s.code {
	case isa.MessageTexelStore:
		return
	case isa.MessageDimensions:
		components = dimensions
	}
	for c := range components {
		answer := t.Registers[s.answer+uint16(c)*s.set:][:i.count]
		for m := lanes; m != 0; m &= m - 1 {
			k := bits.TrailingZeros32(m)
			answer[k-int(i.firstLane)] = t.request.Answer[c][k]
		}
	}
}

// Ring takes commands that threads enqueue.
type Ring interface {
	// Allocate asks for space for 1 to 32 commands. The status is an isa.Grant... value.
	Allocate(t *Thread, commands uint32) (address, entry, status uint32)
	// ThreadEnd says that all commands of an entry are written.
	ThreadEnd(t *Thread, entry uint32)
}

// allocate answers in lanes 0 to 2: address, entry and status; the rest of the register becomes 0.
func allocate(t *Thread, i *instruction, lanes uint32) {
	const most = 32 // commands of a thread
	var address, entry, status uint32 = 0, 0, isa.GrantNoSpace
	switch count := t.Registers[i.send.address]; {
	case count < 1 || count > most:
		status = isa.GrantCount
	case t.options.Ring != nil && lanes&^t.Helpers != 0:
		address, entry, status = t.options.Ring.Allocate(t, count)
	}
	copy(t.Registers[i.send.answer:], []uint32{address, entry, status, 0, 0, 0, 0, 0})
}

func threadEnd(t *Thread, i *instruction, lanes uint32) {
	if t.options.Ring != nil && lanes&^t.Helpers != 0 {
		t.options.Ring.ThreadEnd(t, t.Registers[i.send.address])
	}
}
