package exec

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

type fields = isa.SendDescriptorFields

// counted is so many words that count from a number.
func counted(from, count int) (data []byte) {
	for k := range count {
		data = append(data, bytesOf(uint32(from+k))...)
	}
	return data
}

func wordsOf(data []byte) (words []uint32) {
	for ; len(data) >= 4; data = data[4:] {
		words = append(words, binary.LittleEndian.Uint32(data))
	}
	return words
}

func TestLoadsOfComponents(t *testing.T) {
	m := machine{memory: Memory{Bindings: []Binding{{}, {Data: counted(100, 20)}}}, prepare: func(t *Thread) {
		t.set(4, 0, 4, 6, 40, 68, 72, 0xfffffff0, 0xfffffffc)
		t.Active = 0xf7
		for k := range 24 {
			t.Registers[80+k] = 0xeeeeeeee
		}
	}}
	load := sends(isa.MessageLoad, ud(10), 4, 0, fields{Binding: 1, Type: isa.TypeUd, Count: 2})
	got := m.run(t, load)
	require.Equal(t, []uint32{100, 101, 101, 0xeeeeeeee, 117, 118, 0, 0}, got.at(10, 8), "lower bits of an address are ignored")
	require.Equal(t, []uint32{101, 102, 102, 0xeeeeeeee, 118, 119, 0, 0}, got.at(11, 8))
	require.Equal(t, []uint32{102, 103, 103, 0xeeeeeeee, 119, 0, 0, 0}, got.at(12, 8), "each component by itself")
	got = m.run(t, load.plus(8))
	require.Equal(t, []uint32{102, 103, 103, 0xeeeeeeee, 119, 0, 0, 101}, got.at(10, 8), "a sum modulo 2^32")
	got = m.run(t, load.plus(-4))
	require.Equal(t, []uint32{0, 100, 100, 0xeeeeeeee, 116, 117, 0, 0}, got.at(10, 8))
	got = m.run(t, sends(isa.MessageLoad, ud(4), 4, 0, fields{Binding: 1, Type: isa.TypeF, Count: 1}))
	require.Equal(t, []uint32{101, 102, 102, 0, 118, 119, 0, 0}, got.at(5, 8), "over its own addresses")
	got = m.run(t, load.when(0), do(isa.OpMov, ud(20), ud(10)))
	require.Equal(t, uint32(0xeeeeeeee), got.at(20, 1)[0], "no lane, no message")
}

func TestLoadsAndStoresOfOtherSizes(t *testing.T) {
	for _, typ := range []uint32{isa.TypeUb, isa.TypeB, isa.TypeUw, isa.TypeW, isa.TypeHf, isa.TypeUq, isa.TypeQ} {
		size := typeSize[typ]
		from, to := make([]byte, 12*size), make([]byte, 12*size)
		for k := range from {
			from[k] = byte(0x80 + k)
		}
		m := machine{memory: Memory{Bindings: []Binding{{Data: from}, {Data: to, Write: true}}}, prepare: func(t *Thread) {
			for k := range 8 {
				t.Registers[32+k] = uint32(k*size + size - 1) // lower bits are ignored
			}
			t.Active = 0xbf
		}}
		set := max(1, 8*size/32)
		got := m.run(t, sends(isa.MessageLoad, ud(10), 4, 0, fields{Type: typ, Count: 3}),
			sends(isa.MessageStore, noAnswer, 4, 10, fields{Binding: 1, Type: typ, Count: 0}),
			sends(isa.MessageStore, noAnswer, 4, 10+3*set, fields{Binding: 1, Type: typ, Count: 0}).plus(int32(4*size)))
		for c := range 4 {
			for k := range 8 {
				value := got.Registers.read(uint16(32*(10+c*set)+k*size), uint8(size))
				var want uint64
				if k != 6 && k+c < 12 {
					var b [8]byte
					copy(b[:size], from[(k+c)*size:])
					want = binary.LittleEndian.Uint64(b[:])
				}
				require.Equal(t, want, value, "%s, component %d of lane %d", isa.TypeNames[typ], c, k)
			}
		}
		for k := range 12 {
			want := from[k*size : (k+1)*size]
			switch k {
			case 6:
				want = from[(6-4+3)*size : (6-4+4)*size] // by the second store, of lane 2
			case 4, 5, 7, 8, 9, 11:
				want = from[(k-4+3)*size : (k-4+4)*size]
			case 10:
				want = make([]byte, size)
			}
			require.Equal(t, want, to[k*size:(k+1)*size], "%s, element %d", isa.TypeNames[typ], k)
		}
	}
}

func TestStores(t *testing.T) {
	data := counted(0, 6)
	m := machine{memory: Memory{Bindings: []Binding{{Data: append(data, 1, 2, 3), Write: true}}}, prepare: func(t *Thread) {
		t.set(4, 0, 8, 8, 20, 24, 0xfffffffc, 12, 12)
		t.set(10, 10, 11, 12, 13, 14, 15, 16, 17)
		t.set(11, 20, 21, 22, 23, 24, 25, 26, 27)
		t.Active, t.Helpers = 0x7f, 0x40
	}}
	m.run(t, sends(isa.MessageStore, noAnswer, 4, 10, fields{Type: isa.TypeUd, Count: 1, NonCacheable: true}))
	require.Equal(t, []uint32{10, 20, 12, 22, 4, 13}, wordsOf(m.memory.Bindings[0].Data)[:6], "lane after lane; helpers and lanes that are not active write nothing")
	require.Equal(t, []byte{1, 2, 3}, m.memory.Bindings[0].Data[24:], "a component lies in the binding as a whole")
}

func TestAtomics(t *testing.T) {
	for op, c := range map[uint32]struct {
		before, want uint32
		answers      []uint32 // of lanes 0 and 1, at the same word
	}{
		isa.AtomicAdd: {5, 7, []uint32{5, 8}}, isa.AtomicSub: {5, 3, []uint32{5, 2}}, isa.AtomicMin: {5, 3, []uint32{5, 3}},
		isa.AtomicMax: {5, 0xffffffff, []uint32{5, 5}}, isa.AtomicAnd: {5, 1, []uint32{5, 1}}, isa.AtomicOr: {5, 0xffffffff, []uint32{5, 7}},
		isa.AtomicXor: {5, 0xfffffff9, []uint32{5, 6}}, isa.AtomicExchange: {5, 0xffffffff, []uint32{5, 3}}, isa.AtomicLoad: {5, 5, []uint32{5, 5}},
		isa.AtomicStore: {5, 0xffffffff, nil}, isa.AtomicCompare: {3, 9, []uint32{3, 9}},
	} {
		for _, shared := range []bool{false, true} {
			checkAtomic(t, op, isa.TypeUd, shared, c.before, c.want, c.answers)
		}
	}
	checkAtomic(t, isa.AtomicMin, isa.TypeD, false, 5, 0xffffffff, []uint32{5, 3})
	checkAtomic(t, isa.AtomicMax, isa.TypeD, true, 5, 5, []uint32{5, 5})
}

// checkAtomic: lanes 0 and 1 meet at a word with 3 and -1, lane 2 is a helper, 3 beyond the end, 4 alone.
func checkAtomic(t *testing.T, op, typ uint32, shared bool, before, want uint32, answers []uint32) {
	t.Helper()
	data := bytesOf(before, 7, 7, 7)
	m := machine{memory: Memory{Bindings: []Binding{{Data: data, Write: true}}}, prepare: func(t *Thread) {
		t.set(4, 0, 3, 4, 16, 8)
		t.set(10, 3, 0xffffffff, 1, 1, 7)
		t.set(11, 9, 9, 9, 9, 9)
		t.Active, t.Helpers = 0x1f, 0x04
		t.set(12, 1, 1, 1, 1, 1, 1)
	}}
	message := uint32(isa.MessageAtomic)
	if shared {
		message = isa.MessageSharedAtomic
		m.Program.Shared = 16
	}
	i := sends(message, ud(12), 4, 10, fields{Type: typ, Operation: op, Returns: true})
	switch op {
	case isa.AtomicLoad:
		i.send.DataReg = 0
	case isa.AtomicStore: // has no answer
		i.dst, i.send.Returns = noAnswer, false
	}
	thread := m.thread(t, i, end())
	if shared {
		thread.cta = &CTA{Shared: data, Threads: make([]*Thread, 2)}
	}
	thread.run()
	require.Equal(t, Ended, thread.State, "%v", thread.Fault)
	require.Equal(t, want, wordsOf(data)[0], "%s", isa.AtomicNames[op])
	require.Equal(t, uint32(7), wordsOf(data)[1], "of a helper nothing is written")
	if op == isa.AtomicStore {
		require.Equal(t, []uint32{1, 1, 1, 1, 1, 1}, thread.at(12, 6))
		return
	}
	require.Equal(t, []uint32{answers[0], answers[1], 0, 0, 7, 1}, thread.at(12, 6), "%s", isa.AtomicNames[op])
	if op == isa.AtomicLoad { // must have one
		return
	}
	i.control.Group, i.dst, i.send.Returns = 0, noAnswer, false
	silent := m.thread(t, i, end())
	silent.cta = thread.cta
	silent.run()
	require.Equal(t, []uint32{1, 1, 1, 1, 1, 1}, silent.at(12, 6), "no answer")
}

func TestSizeAndConstants(t *testing.T) {
	m := machine{memory: Memory{Bindings: []Binding{{Data: counted(50, 21)}}}, prepare: func(t *Thread) { t.Active = 0xf0; t.set(9, 1, 2, 3) }}
	require.Equal(t, []uint32{84, 0, 0}, m.run(t, sends(isa.MessageSize, ud(9), 0, 0, fields{})).at(9, 3), "lane 0, whether it is active or not")
	got := m.run(t, sends(isa.MessageConstant, ud(10), 0, 0, fields{Count: 1}).plus(32))
	require.Equal(t, []uint32{58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 0, 0, 0}, got.at(10, 16))
}

func TestScratch(t *testing.T) {
	m := machine{Program: Program{Lanes: 16, Scratch: 64 + 16}, prepare: counting}
	got := m.run(t, sends(isa.MessageScratchStore, noAnswer, 0, 1, fields{Count: 1}).plus(32), sends(isa.MessageScratchLoad, ud(20), 0, 0, fields{Count: 3}))
	require.Equal(t, make([]uint32, 8), got.at(20, 8), "scratch memory is 0 until it is written")
	require.Equal(t, []uint32{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 0, 0, 0}, got.at(21, 16), "beyond its end nothing is written")
	// Of its own each lane has every sixteenth word.
	m = machine{Program: Program{Lanes: 16, Scratch: 4 * 16 * 3}, prepare: func(t *Thread) {
		for k := range 16 {
			t.Registers[32+k] = uint32(k % 3 * 4)
			t.Registers[80+k], t.Registers[96+k] = uint32(100+k), uint32(200+k)
		}
		t.Active, t.Helpers = 0x7fff, 1
	}}
	got = m.run(t, sends(isa.MessagePrivateStore, noAnswer, 4, 10, fields{Type: isa.TypeUd, Count: 1}),
		sends(isa.MessagePrivateLoad, f(20), 4, 0, fields{Type: isa.TypeF, Count: 1}).plus(4))
	words := wordsOf(got.Scratch)
	for w := range 3 {
		for k := range 16 {
			want := uint32(0)
			switch {
			case k == 15:
			case k%3 == w:
				want = uint32(100 + k)
			case k%3+1 == w:
				want = uint32(200 + k)
			}
			require.Equal(t, want, words[16*w+k], "word %d of lane %d; helpers write, too", w, k)
		}
	}
	require.Equal(t, []uint32{200, 201, 0, 203, 204, 0}, got.at(20, 6))
	require.Equal(t, []uint32{0, 0, 0, 0, 0, 0}, got.at(22, 6))
}

func TestMessagesOfSomeLanes(t *testing.T) {
	m := machine{Program: Program{Lanes: 16, Scratch: 1024}, memory: Memory{Bindings: []Binding{{Data: counted(0, 64), Write: true}}}, prepare: func(t *Thread) {
		t.set(4, 0, 4, 8, 12, 16, 20, 24, 28)
		t.Active = 0x5500
	}}
	got := m.run(t, sends(isa.MessageLoad, ud(20), 4, 0, fields{Type: isa.TypeUd, Count: 1}).sized(isa.SizeLanes8, 1),
		sends(isa.MessagePrivateStore, noAnswer, 4, 20, fields{Type: isa.TypeUd}).sized(isa.SizeLanes8, 1))
	require.Equal(t, []uint32{0, 0, 2, 0, 4, 0, 6, 0, 0, 0}, got.at(20, 10))
	require.Equal(t, []uint32{1, 0, 3, 0, 5, 0, 7, 0}, got.at(22, 8), "sets are of all lanes of the thread")
	require.Equal(t, uint32(6), wordsOf(got.Scratch)[6*16+8+6], "and private memory goes by the thread's lanes")
}

func TestOutputs(t *testing.T) {
	var got []Output
	m := machine{Program: Program{Lanes: 16, Stage: StagePixel}, prepare: func(t *Thread) { counting(t); t.Active, t.Helpers = 0xff0f, 0x0101 }}
	m.options.Output = func(_ *Thread, o *Output) { got = append(got, *o) }
	for _, i := range []ins{sends(isa.MessageColor, noAnswer, 0, 10, fields{Count: 3}), sends(isa.MessageColorDepth, noAnswer, 0, 20, fields{Count: 1})} {
		thread := m.thread(t, i, mark(0))
		thread.run()
		require.Equal(t, Ended, thread.State)
	}
	require.Len(t, got, 2)
	require.Equal(t, isa.MessageColor, got[0].Message)
	require.Equal(t, uint32(0xfe0e), got[0].Lanes)
	require.Equal(t, 4, got[0].Components)
	require.Equal(t, uint32(80+3*16+15), got[0].Values[3][15])
	require.Equal(t, isa.MessageColorDepth, got[1].Message)
	require.Equal(t, uint32(160+2*16+4), got[1].Values[2][4], "depths after two colours")

	m.Program.Stage = StageVertex
	thread := m.thread(t, sends(isa.MessageResult, noAnswer, 0, 3, fields{Count: 1, Last: true}).plus(64))
	thread.run()
	require.Equal(t, Ended, thread.State)
	require.Equal(t, 64, got[2].Offset)
	require.Equal(t, 2, got[2].Components)
	require.Equal(t, []uint32{24, 25, 26, 27, 28, 29, 30, 31}, got[2].Values[0][:8])
	require.Equal(t, uint32(32), got[2].Values[1][0])
	m.options.Output = nil
	m.run(t, sends(isa.MessageResult, noAnswer, 0, 3, fields{}))
}

// A message with {last} ends the thread though no lane sends it.
func TestLastEndsTheThread(t *testing.T) {
	m := machine{}
	thread := m.thread(t, end().when(0), mark(0), end())
	thread.run()
	require.Equal(t, 1, thread.Instructions)
	thread.Step()
	require.Equal(t, 1, thread.Instructions)
}

// textures is a sampler that answers with the sum of the coordinates and data.
type textures struct {
	broken error
	got    Request
}

func (s *textures) Sample(r *Request) error {
	for c := range r.Answer {
		for k := range r.Answer[c] {
			r.Answer[c][k] = uint32(1000 * c)
			for n := range r.Coordinates {
				r.Answer[c][k] += r.Coordinates[n][k]
			}
			for n := range r.Data {
				r.Answer[c][k] += r.Data[n][k]
			}
		}
	}
	s.got = *r
	return s.broken
}

func TestSampler(t *testing.T) {
	s := &textures{}
	m := machine{Program: Program{Lanes: 16, Stage: StagePixel}, options: Options{Sampler: s}, prepare: func(t *Thread) { counting(t); t.Active = 0xfffe }}
	got := m.run(t, sends(isa.MessageSample, ud(40), 2, 0, fields{Binding: 3, Operation: 5, Count: 1, Type: 1}).plus(0x7f8))
	require.Equal(t, 2, s.got.Sets)
	require.Equal(t, [3]int{-8, -1, 7}, s.got.Texels)
	require.Equal(t, []uint32{320, 17 + 33, 18 + 34}, got.at(40, 3))
	require.Equal(t, uint32(1000+31+47), got.at(42, 16)[15])
	require.Equal(t, uint32(0xfffe), s.got.Lanes)
	require.Equal(t, 3, s.got.Binding)
	require.Equal(t, 5, s.got.Sampler)
	require.Equal(t, uint32(16), s.got.Coordinates[0][0], "lanes that do not send have coordinates, too")
	got = m.run(t, sends(isa.MessageSampleGradient, ud(40), 2, 10, fields{Binding: 3, Operation: 5, Type: 1}))
	require.Equal(t, uint32(17+33+81+97+113+129), got.at(40, 2)[1])
	got = m.run(t, sends(isa.MessageDimensions, ud(40), 2, 0, fields{Binding: 3, Type: 1}))
	require.Equal(t, uint32(3000+17+33), got.at(46, 2)[1])
	m.run(t, sends(isa.MessageTexelStore, noAnswer, 2, 10, fields{Binding: 3, Count: 3, Type: 2}))
	require.Equal(t, [3]int{}, s.got.Texels)
	require.Equal(t, uint32(80+48), s.got.Data[3][0])
	// Eight lanes of sixteen.
	got = m.run(t, sends(isa.MessageSample, ud(40), 2, 0, fields{Type: 1}).sized(isa.SizeLanes8, 1))
	require.Equal(t, []uint32{16 + 32, 17 + 33}, got.at(40, 2))
	require.Equal(t, uint32(16), s.got.Coordinates[0][8])

	m.fails(t, 0, "registers of message sample end with r128", sends(isa.MessageSample, ud(40), 125, 0, fields{Type: 1}))
	m.fails(t, 0, "registers of message sample_gradient end with r128", sends(isa.MessageSampleGradient, ud(40), 2, 125, fields{}))
	m.fails(t, 0, "6 register sets of coordinates", sends(isa.MessageSample, ud(40), 2, 0, fields{Type: 5}))
	sample := sends(isa.MessageSample, ud(40), 126, 0, fields{})
	m.run(t, sample)
	s.broken = errors.New("a level that is not there")
	m.fails(t, 0, "not there", sample)
	m.options.Sampler = nil
	m.fails(t, 0, "there is none", sample)
}

type ring struct{ asked, ended []uint32 }

func (r *ring) Allocate(_ *Thread, commands uint32) (address, entry, status uint32) {
	r.asked = append(r.asked, commands)
	return 0x1000, 7, 0
}

func (r *ring) ThreadEnd(_ *Thread, entry uint32) error {
	r.ended = append(r.ended, entry)
	if entry == foreign {
		return errors.New("entry of another thread")
	}
	return nil
}

// foreign is an entry of another thread.
const foreign = 99

func TestRing(t *testing.T) {
	program := []any{sends(isa.MessageAllocate, ud(20), 3, 0, fields{}), sends(isa.MessageThreadEnd, noAnswer, 4, 0, fields{})}
	m := machine{prepare: func(t *Thread) { counting(t); t.Active = 0x80; t.set(20, 9, 9, 9, 9) }}
	require.Equal(t, []uint32{0, 0, 1, 0}, m.run(t, program[0]).at(20, 4), "without a ring it is refused")
	m.fails(t, 16, "thread_end of entry 32, but the thread has allocated none", program...)
	got := &ring{}
	m.options.Ring = got
	thread := m.thread(t, append(program, end())...)
	thread.run()
	require.Equal(t, []uint32{0x1000, 7, 0, 0}, thread.at(20, 4))
	require.Equal(t, ring{asked: []uint32{24}, ended: []uint32{32}}, *got)
	other := m
	other.prepare = func(t *Thread) { t.Registers[32] = foreign }
	other.fails(t, 0, "entry of another thread", program[1])
	thread = m.thread(t, append(program, end())...)
	thread.Helpers = 0x80
	thread.run()
	require.Equal(t, []uint32{0, 0, 1, 0}, thread.at(20, 4), "helpers change nothing")
	require.Len(t, got.asked, 1)
	for _, c := range []struct {
		commands uint32
		want     []uint32
	}{{0, []uint32{0, 0, 6, 0}}, {1, []uint32{0x1000, 7, 0, 0}}, {32, []uint32{0x1000, 7, 0, 0}}, {33, []uint32{0, 0, 6, 0}}, {1<<32 - 1, []uint32{0, 0, 6, 0}}} {
		thread = m.thread(t, program[0], end())
		thread.set(3, c.commands)
		thread.run()
		require.Equal(t, c.want, thread.at(20, 4), "%d commands", c.commands)
	}
	require.Equal(t, []uint32{24, 1, 32}, got.asked)
}

func TestBindingsThatAreNotThere(t *testing.T) {
	m := machine{memory: Memory{Bindings: []Binding{{Data: make([]byte, 16)}}}}
	m.fails(t, 0, "no binding 1", sends(isa.MessageLoad, ud(10), 4, 0, fields{Binding: 1}))
	m.fails(t, 0, "no binding 255", sends(isa.MessageSize, ud(10), 0, 0, fields{Binding: 255}))
	m.fails(t, 0, "no binding 2", sends(isa.MessageConstant, ud(10), 0, 0, fields{Binding: 2}))
	m.fails(t, 0, "cannot be written", sends(isa.MessageStore, noAnswer, 4, 5, fields{}))
	m.fails(t, 0, "cannot be written", sends(isa.MessageAtomic, noAnswer, 4, 5, fields{Type: isa.TypeUd}))
	m.run(t, sends(isa.MessageAtomic, ud(10), 4, 0, fields{Type: isa.TypeUd, Operation: isa.AtomicLoad, Returns: true}))
}

func TestSharedMemoryOfAThreadAlone(t *testing.T) {
	m := machine{Program: Program{Shared: 64}, prepare: counting}
	got := m.run(t, sends(isa.MessageSharedStore, noAnswer, 4, 5, fields{Type: isa.TypeUd}), sends(isa.MessageSharedLoad, ud(10), 4, 0, fields{Type: isa.TypeUd}))
	require.Equal(t, make([]uint32, 8), got.at(10, 8), "there is none, so all is beyond its size")
}

func TestSizedComponentsBeyondTheEnd(t *testing.T) {
	m := machine{memory: Memory{Bindings: []Binding{{Data: []byte{1, 2, 3, 4, 5}}}}, prepare: func(t *Thread) { t.set(4, 0, 2, 4, 6, 1<<32-2) }}
	got := m.run(t, sends(isa.MessageLoad, r(10, isa.TypeUw), 4, 0, fields{Type: isa.TypeUw}))
	require.Equal(t, []uint32{0x0403_0201, 0, 0x0201_0000, 0x0201_0201}, got.at(10, 4), "a component that does not lie in it as a whole is 0")
}
