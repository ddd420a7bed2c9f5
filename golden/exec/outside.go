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
	First      int           // of results: the register that stands there
	At         int           // byte of the code
	Values     [5][32]uint32 // colours by component and lane, in f, then depths; of results the 8 words of each register
}

// sendOutput hands colours, depths or results to the program's user.
func sendOutput(t *Thread, i *instruction, lanes uint32) {
	if t.options.Output == nil {
		return
	}
	s, o := &i.send, &t.output
	*o = Output{Message: int(s.code), Lanes: lanes &^ t.Helpers, Components: int(s.components), Offset: int(s.offset), At: i.at}
	if s.code == isa.MessageResult {
		o.First = int(s.data) / registerWords
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

// MostCoordinates is how many register sets of coordinates a message to the sampler can have, mostData how many of gradients or of the components of a texel.
const (
	MostCoordinates = 5
	mostData        = 6
)

// gradientsOf is the number of register sets of gradients: of the first coordinates, three at most, along x and along y.
func gradientsOf(coordinates int) int { return 2 * min(coordinates, 3) }

// Request is a message to the sampler. Values are those of a lane of the thread; lanes that do not send have theirs too.
type Request struct {
	Thread      *Thread
	Message     int // isa.Message... value
	Binding     int // of the texture
	Sampler     int
	Lanes       uint32 // lanes that send
	Helpers     uint32 // those of them that write nothing
	Sets        int    // register sets of coordinates
	Texels      [3]int // added in x, y and z
	Coordinates [MostCoordinates][32]uint32
	Data        [mostData][32]uint32 // gradients, or the components of a texel that is stored
	Components  int                  // of the answer, or of a texel that is stored
	Answer      [4][32]uint32        // the sampler writes it: components of each lane that sends
}

// Sampler executes the messages of textures.
type Sampler interface {
	// Sample answers a request. An error is one of the program.
	Sample(r *Request) error
}

// sendSampler hands a request to the sampler, or to who does it in parts.
func sendSampler(t *Thread, i *instruction, lanes uint32) {
	switch {
	case t.options.Texels != nil:
		t.sendTexelsInParts(i, lanes)
		return
	case t.options.Sampler == nil:
		t.fail(i, "a message to the sampler, but there is none")
		return
	}
	t.fillRequest(i, lanes, &t.request)
	if s := &i.send; t.options.Writes != nil && s.code == isa.MessageTexelStore {
		for range bits.OnesCount32(lanes &^ t.Helpers) {
			t.options.Writes.Add(Write{Code: s.code, Binding: s.binding})
		}
	}
	if err := t.options.Sampler.Sample(&t.request); err != nil {
		t.fail(i, err.Error())
		return
	}
	t.takeTexels(i, lanes)
}

// fillRequest makes a request of a message and the thread's registers.
func (t *Thread) fillRequest(i *instruction, lanes uint32, r *Request) {
	s := &i.send
	*r = Request{Thread: t, Message: int(s.code), Binding: int(s.binding), Sampler: int(s.operation), Lanes: lanes, Helpers: lanes & t.Helpers,
		Sets: int(s.typ) + 1, Components: int(s.components)}
	for d := range r.Texels {
		r.Texels[d] = int(int32(s.offset) << (28 - 4*d) >> 28)
	}
	data := 0
	switch s.code {
	case isa.MessageTexelStore:
		data = int(s.components)
	case isa.MessageSampleGradient:
		data = gradientsOf(r.Sets)
	}
	t.copySets(i, s.address, r.Sets, r.Coordinates[:])
	t.copySets(i, s.data, data, r.Data[:])
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
	// ThreadEnd says that all commands of an entry are written. An error says that it is none of the thread.
	ThreadEnd(t *Thread, entry uint32) error
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
	if lanes&^t.Helpers == 0 {
		return
	}
	entry := t.Registers[i.send.address]
	if t.options.Ring == nil {
		t.fail(i, fmt.Sprintf("thread_end of entry %d, but the thread has allocated none", entry))
	} else if err := t.options.Ring.ThreadEnd(t, entry); err != nil {
		t.fail(i, err.Error())
	}
}
