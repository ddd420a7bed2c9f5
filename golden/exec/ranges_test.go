package exec

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// laneRange is lanes that a message names, of a thread of so many.
type laneRange struct {
	thread, first, count int
	size, group          uint32
}

// laneRanges are those of threads of 8, 16 and 32 lanes.
func laneRanges() (all []laneRange) {
	for _, thread := range []int{8, 16, 32} {
		all = append(all, laneRange{thread, 0, thread, isa.SizeThread, 0})
		for first := 0; first < thread; first += groupLanes {
			for size := uint32(isa.SizeLanes1); first+1<<size <= thread; size++ {
				all = append(all, laneRange{thread, first, 1 << size, size, uint32(first / groupLanes)})
			}
		}
	}
	return all
}

// set is the registers from a register set to the next one.
func (r laneRange) set(size int) int { return max(1, r.thread*size/32) }

// registers is what register sets take, one after the other.
func (r laneRange) registers(sets, size int) int {
	return (sets-1)*r.set(size) + (r.count*size+31)/32
}

// place is the byte of a lane of the message, in a register set of those from a register on.
func (r laneRange) place(reg, set, k, size int) uint16 {
	return uint16(32*(reg+set*r.set(size)) + k*size)
}

// drawn is a thread of random registers and masks that sends messages of a range.
type drawn struct {
	*Thread
	laneRange
	before        RegisterFile
	lanes, helper uint32 // that send, and helpers of all the thread
	invert        bool
	events        []Event
	messages      []Message
	options       Options
}

// draw makes a thread without code. f1 is the predicate of its messages.
func draw(rng *rand.Rand, r laneRange, p Program, m *Memory, o Options) *drawn {
	n := &drawn{laneRange: r, invert: rng.IntN(2) == 0, options: o}
	n.options.Hook = func(e *Event) {
		n.events = append(n.events, *e)
		if e.Message != nil {
			n.messages = append(n.messages, *e.Message)
		}
	}
	p.Lanes = r.thread
	n.Thread = NewThread(&Kernel{Program: p}, m, &n.options)
	for k := range n.Registers {
		n.Registers[k] = rng.Uint32()
	}
	all := n.Thread.lanes()
	n.Active, n.Helpers, n.Flags[1] = all&(rng.Uint32()|rng.Uint32()), all&rng.Uint32(), rng.Uint32()|rng.Uint32()
	n.helper = n.Helpers
	n.lanes = n.Active & n.Flags[1] & (allLanes >> (mostLanes - r.count) << r.first)
	if n.invert {
		n.Flags[1] = ^n.Flags[1]
	}
	return n
}

// send runs messages of the range.
func (n *drawn) send(t *testing.T, messages ...ins) {
	t.Helper()
	n.before = n.Registers
	var items []any
	for _, i := range messages {
		i = i.sized(n.size, n.group).when(1)
		i.control.Invert = n.invert
		items = append(items, i)
	}
	k := kernel(t, n.kernel.Program, append(items, end())...)
	n.kernel = k
	n.run()
	require.Equal(t, Ended, n.State, "%v", n.Fault)
	require.Len(t, n.events, len(messages)+one(!messages[len(messages)-1].send.Last), "the end is an instruction of its own")
}

// sending tells whether a lane of the messages sends, and whether it is a helper.
func (n *drawn) sending(k int) (sends, helps bool) {
	return n.lanes>>(n.first+k)&1 != 0, n.helper>>(n.first+k)&1 != 0
}

// requireNoted wants of a message what hooks are told: registers that its lanes may write, and who sent it, from which addresses.
func (n *drawn) requireNoted(t *testing.T, at int, written Span, addresses []uint32) {
	t.Helper()
	e := &n.events[at]
	require.Equal(t, n.lanes, e.Lanes)
	require.Equal(t, [2]Span{written}, e.Registers)
	if n.lanes == 0 {
		require.Nil(t, e.Message)
		return
	}
	m := &n.messages[at]
	require.Equal(t, n.lanes, m.Lanes)
	require.Equal(t, n.lanes&n.helper, m.Helpers)
	for k, address := range addresses {
		if sends, _ := n.sending(k); sends {
			require.Equal(t, address, m.Address[n.first+k], "address of lane %d", n.first+k)
		}
	}
}

// bufferPlaces are where buffers are, with their messages.
var bufferPlaces = []struct {
	name                string
	load, store, atomic uint32
	cached, nc          bool
}{
	{"memory", isa.MessageLoad, isa.MessageStore, isa.MessageAtomic, false, false},
	{"lines of a cluster", isa.MessageLoad, isa.MessageStore, isa.MessageAtomic, true, false},
	{"memory, past a cluster", isa.MessageLoad, isa.MessageStore, isa.MessageAtomic, true, true},
	{"shared memory", isa.MessageSharedLoad, isa.MessageSharedStore, isa.MessageSharedAtomic, false, false},
}

// drawOn is a thread whose binding 0, shared memory and scratch memory are data.
func drawOn(rng *rand.Rand, r laneRange, data []byte, cached bool) *drawn {
	n := draw(rng, r, Program{Shared: len(data), Scratch: len(data)}, &Memory{Bindings: []Binding{{Data: data, Write: true}}}, Options{})
	n.cta = &CTA{Shared: data, Threads: make([]*Thread, 2)}
	n.Scratch = data
	if cached {
		n.Cluster = NewCluster(data)
	}
	return n
}

func randomBytes(rng *rand.Rand, count int) []byte {
	data := make([]byte, count)
	for k := range data {
		data[k] = byte(rng.Uint32())
	}
	return data
}

// littleEndian is up to eight bytes as a number.
func littleEndian(b []byte) uint64 {
	var all [8]byte
	copy(all[:], b)
	return binary.LittleEndian.Uint64(all[:])
}

// address puts addresses into r4 on: elements in some order, of so many bytes, less the offset, with bits that are ignored.
func (n *drawn) address(rng *rand.Rand, bytes, align int, offset int32) (at []int, aligned []uint32) {
	at = rng.Perm(n.count)
	for k := range at {
		at[k] *= bytes
		n.Registers[8*4+k] = uint32(at[k] + rng.IntN(align) - int(offset))
		aligned = append(aligned, uint32(at[k]))
	}
	return at, aligned
}

// Lanes that execute load and store, helpers load alone; addresses are sums whose lower bits are ignored; register sets are those of all lanes.
func TestLoadsAndStoresOfEveryRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	for _, place := range bufferPlaces {
		for _, r := range laneRanges() {
			for typ := range uint32(isa.TypeLimit) {
				const to, from, components = 30, 10, 2
				size := typeSize[typ]
				data := randomBytes(rng, components*size*r.count)
				n, want, offset := drawOn(rng, r, data, place.cached), slices.Clone(data), int32(rng.IntN(99)-49)
				at, aligned := n.address(rng, components*size, size, offset)
				about := fields{Type: typ, Count: components - 1, NonCacheable: place.nc}
				n.send(t, sends(place.load, ud(to), 4, 0, about).plus(offset), sends(place.store, noAnswer, 4, from, about).plus(offset))
				registers := n.before
				for k := range r.count {
					for c := range components {
						element := want[at[k]+c*size:][:size]
						sends, helps := n.sending(k)
						if sends {
							registers.write(r.place(to, c, k, size), uint8(size), littleEndian(element))
						}
						if sends && !helps {
							value := n.before.read(r.place(from, c, k, size), uint8(size))
							copy(element, bytesOf(uint32(value), uint32(value>>32)))
						}
					}
				}
				if n.Cluster != nil {
					n.Cluster.WriteBackAll()
				}
				require.Equal(t, registers, n.Registers, "load of %s from %s, %+v", isa.TypeNames[typ], place.name, r)
				require.Equal(t, want, data, "store of %s to %s, %+v", isa.TypeNames[typ], place.name, r)
				n.requireNoted(t, 0, Span{to, r.registers(components, size)}, aligned)
				n.requireNoted(t, 1, Span{}, aligned)
			}
		}
	}
}

// Atomics of helpers change nothing, and answer 0.
func TestAtomicsOfEveryRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 2))
	for _, place := range bufferPlaces {
		for _, r := range laneRanges() {
			for _, typ := range []uint32{isa.TypeUd, isa.TypeD} {
				for _, op := range []uint32{isa.AtomicAdd, isa.AtomicCompare, isa.AtomicExchange} {
					const to, from = 30, 10
					data := randomBytes(rng, 4*r.count)
					n, want, offset := drawOn(rng, r, data, place.cached), wordsOf(data), int32(rng.IntN(99)-49)
					at, aligned := n.address(rng, 4, 4, offset)
					for k := range r.count {
						if k%3 == 0 { // what is compared is there
							n.Registers[8*from+k] = want[at[k]/4]
						}
					}
					n.send(t, sends(place.atomic, ud(to), 4, from, fields{Type: typ, Operation: op, Returns: true}).plus(offset))
					registers := n.before
					for k := range r.count {
						word := &want[at[k]/4]
						first, second := n.before[r.place(from, 0, k, 4)/4], n.before[r.place(from, 1, k, 4)/4]
						switch sends, helps := n.sending(k); {
						case !sends:
							continue
						case helps:
							registers.write(r.place(to, 0, k, 4), 4, 0)
							continue
						}
						registers.write(r.place(to, 0, k, 4), 4, uint64(*word))
						switch {
						case op == isa.AtomicAdd:
							*word += first
						case op == isa.AtomicExchange:
							*word = first
						case first == *word:
							*word = second
						}
					}
					require.Equal(t, registers, n.Registers, "%s in %s, %+v", isa.AtomicNames[op], place.name, r)
					require.Equal(t, want, wordsOf(data), "%s in %s, %+v", isa.AtomicNames[op], place.name, r)
					n.requireNoted(t, 0, Span{to, r.registers(1, 4)}, aligned)
				}
			}
		}
	}
}

// Word w of lane k of the thread is word w · lanes + k of the scratch memory. Helpers write, too: it is a part of the thread.
func TestPrivateMemoryOfEveryRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 3))
	for _, r := range laneRanges() {
		for _, typ := range []uint32{isa.TypeUd, isa.TypeD, isa.TypeF} {
			const to, from, components, words = 30, 10, 3, 9
			data := randomBytes(rng, 4*r.thread*words)
			n, want, offset := drawOn(rng, r, data, false), wordsOf(data), int32(rng.IntN(99)-49)
			aligned := make([]uint32, r.count)
			for k := range aligned {
				aligned[k] = 4 * uint32(rng.IntN(words-components+1))
				n.Registers[8*4+k] = aligned[k] + uint32(rng.IntN(4)) - uint32(offset)
			}
			about := fields{Type: typ, Count: components - 1}
			n.send(t, sends(isa.MessagePrivateLoad, ud(to), 4, 0, about).plus(offset), sends(isa.MessagePrivateStore, noAnswer, 4, from, about).plus(offset))
			registers := n.before
			for k := range r.count {
				for c := range components {
					if sends, _ := n.sending(k); sends {
						word := &want[(int(aligned[k])/4+c)*r.thread+r.first+k]
						registers.write(r.place(to, c, k, 4), 4, uint64(*word))
						*word = uint32(n.before.read(r.place(from, c, k, 4), 4))
					}
				}
			}
			require.Equal(t, registers, n.Registers, "%+v", r)
			require.Equal(t, want, wordsOf(data), "%+v", r)
			n.requireNoted(t, 0, Span{to, r.registers(components, 4)}, aligned)
			n.requireNoted(t, 1, Span{}, aligned)
		}
	}
}

// A request has the values of all lanes of the message, and names those that send and those of them that are helpers.
func TestSamplesOfEveryRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 4))
	for _, r := range laneRanges() {
		const to, coordinates, data, components = 60, 4, 20, 3
		s := &textures{}
		n := draw(rng, r, Program{Stage: StagePixel}, &Memory{}, Options{Sampler: s})
		n.send(t, sends(isa.MessageSampleGradient, ud(to), coordinates, data, fields{Count: components - 1, Type: 1}))
		registers := n.before
		require.Equal(t, n.lanes, s.got.Lanes, "%+v", r)
		require.Equal(t, n.lanes&n.helper, s.got.Helpers, "%+v", r)
		for k := range r.count {
			sum := uint32(0)
			for set := range 4 {
				if set < 2 {
					sum += n.before[r.place(coordinates, set, k, 4)/4]
				}
				sum += n.before[r.place(data, set, k, 4)/4]
			}
			if sends, _ := n.sending(k); sends {
				for c := range components {
					registers.write(r.place(to, c, k, 4), 4, uint64(sum+uint32(1000*c)))
				}
			}
		}
		if n.lanes != 0 {
			require.Equal(t, n.before[8*coordinates], s.got.Coordinates[0][r.first])
		}
		require.Equal(t, registers, n.Registers, "%+v", r)
		n.requireNoted(t, 0, Span{to, r.registers(components, 4)}, nil)
	}
}

// What a texture's coordinates and gradients take is known when they are sent.
func TestWhereCoordinatesEnd(t *testing.T) {
	for _, r := range laneRanges() {
		m := machine{Program: Program{Lanes: r.thread, Stage: StagePixel}, options: Options{Sampler: &textures{}}}
		coordinates, gradients := mostRegisters-r.registers(2, 4), mostRegisters-r.registers(4, 4)
		sample := func(at, data int) ins {
			return sends(isa.MessageSampleGradient, ud(40), at, data, fields{Type: 1}).sized(r.size, r.group)
		}
		m.run(t, sample(coordinates, gradients))
		m.fails(t, 0, "registers of message sample_gradient end with r128", sample(coordinates+1, gradients))
		m.fails(t, 0, "registers of message sample_gradient end with r128", sample(coordinates, gradients+1))
	}
}

// Colours stand at the lanes of the thread; helpers write none.
func TestColoursOfEveryRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 5))
	for _, r := range laneRanges() {
		const from, components = 10, 2
		var got []Output
		n := draw(rng, r, Program{Stage: StagePixel}, &Memory{}, Options{Output: func(_ *Thread, o *Output) { got = append(got, *o) }})
		n.send(t, sends(isa.MessageColorDepth, noAnswer, 0, from, fields{Count: components - 1}))
		require.Equal(t, n.before, n.Registers)
		n.requireNoted(t, 0, Span{}, nil)
		require.Len(t, got, one(n.lanes != 0))
		for _, o := range got {
			require.Equal(t, n.lanes&^n.helper, o.Lanes)
			for set := range components + 1 {
				for k := range r.count {
					require.Equal(t, n.before[r.place(from, set, k, 4)/4], o.Values[set][r.first+k], "set %d, lane %d of %+v", set, k, r)
				}
			}
		}
	}
}

// The registers of a message end with its last lane; register sets are as far apart as all lanes of the thread need.
func TestWhereRegisterSetsEnd(t *testing.T) {
	for _, r := range laneRanges() {
		compute, pixel := Program{Lanes: r.thread, Shared: 64}, Program{Lanes: r.thread, Stage: StagePixel}
		ends := func(p Program, sets, size int, i func(reg int) ins) {
			t.Helper()
			last := mostRegisters - r.registers(sets, size)
			require.Empty(t, reasonOf(t, p, i(last).sized(r.size, r.group)), "%d sets of %d bytes, %+v", sets, size, r)
			if last+1 < mostRegisters {
				require.Contains(t, reasonOf(t, p, i(last+1).sized(r.size, r.group)), "end with r128", "%d sets of %d bytes, %+v", sets, size, r)
			}
		}
		for typ := range uint32(isa.TypeLimit) {
			for count := range uint32(4) {
				about, size := fields{Type: typ, Count: count}, typeSize[typ]
				loads, stores := []uint32{isa.MessageLoad, isa.MessageSharedLoad}, []uint32{isa.MessageStore, isa.MessageSharedStore}
				if size == 4 {
					loads, stores = append(loads, isa.MessagePrivateLoad), append(stores, isa.MessagePrivateStore)
				}
				for n := range loads {
					ends(compute, int(count)+1, size, func(reg int) ins { return sends(loads[n], ud(reg), 4, 0, about) })
					ends(compute, int(count)+1, size, func(reg int) ins { return sends(stores[n], noAnswer, 4, reg, about) })
					ends(compute, 1, 4, func(reg int) ins { return sends(loads[n], ud(4), reg, 0, about) })
				}
			}
		}
		for count := range uint32(4) {
			about := fields{Count: count}
			ends(pixel, int(count)+1, 4, func(reg int) ins { return sends(isa.MessageSample, ud(reg), 4, 0, about) })
			ends(pixel, int(count)+1, 4, func(reg int) ins { return sends(isa.MessageTexelStore, noAnswer, 4, reg, about) })
			ends(pixel, int(count)+1, 4, func(reg int) ins { return sends(isa.MessageColor, noAnswer, 0, reg, about) })
			ends(pixel, int(count)+2, 4, func(reg int) ins { return sends(isa.MessageColorDepth, noAnswer, 0, reg, about) })
		}
		ends(pixel, dimensions, 4, func(reg int) ins { return sends(isa.MessageDimensions, ud(reg), 4, 0, fields{}) })
		for _, message := range []uint32{isa.MessageAtomic, isa.MessageSharedAtomic} {
			for op, sets := range map[uint32]int{isa.AtomicAdd: 1, isa.AtomicCompare: 2} {
				about := fields{Type: isa.TypeUd, Operation: op, Returns: true}
				ends(compute, sets, 4, func(reg int) ins { return sends(message, ud(4), 4, reg, about) })
				ends(compute, 1, 4, func(reg int) ins { return sends(message, ud(reg), 4, 4, about) })
				ends(compute, 1, 4, func(reg int) ins { return sends(message, ud(4), reg, 4, about) })
			}
		}
	}
}
