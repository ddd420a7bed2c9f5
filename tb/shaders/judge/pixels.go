package judge

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/kernels"
)

// Pixels are the pixels of a thread of a fragment shader's kernel, chosen by a seed: as many as it has lanes, in quads.
type Pixels struct {
	Seed    uint64
	Buffers map[int][]byte // by the kernel's binding; not changed
	Written map[int]bool   // bindings that the shader may write
}

// Drawn is what a thread gives.
type Drawn struct {
	Helpers uint32        // lanes that are discarded, or were helpers
	Sent    bool          // there are colours
	Count   int           // components
	Values  [5][32]uint32 // colours by component and lane, in f, then depths; of helpers 0
	Depths  bool
	Buffers map[int][]byte // that the shader may write, after the thread
}

// mostPixelInstructions ends threads that do not end by themselves.
const mostPixelInstructions = 1_000_000

// Run executes a thread on the simulator of the instruction set. Textures have texels that follow from what is asked.
func (p *Pixels) Run(k *kernel.Kernel) (d Drawn, instructions int, err error) {
	memory := &exec.Memory{Bindings: make([]exec.Binding, 256)}
	d.Buffers = p.copied()
	for n, data := range p.Buffers {
		if memory.Bindings[n].Data = data; p.Written[n] {
			memory.Bindings[n] = exec.Binding{Data: d.Buffers[n], Write: true}
		}
	}
	options := &exec.Options{Limit: mostPixelInstructions, Sampler: texels{}, Output: func(_ *exec.Thread, o *exec.Output) { d.take(o) }}
	helpers, sets := p.inputs(k.Lanes)
	t, err := execute(k, memory, options, helpers, sets[:inputVarying+k.Attributes])
	if err != nil {
		return d, 0, err
	}
	d.Helpers = t.Helpers
	for n := range d.Values {
		for lane := range d.Values[n] {
			if d.Helpers>>lane&1 != 0 {
				d.Values[n][lane] = 0
			}
		}
	}
	return d, t.Instructions, nil
}

// copied are copies of the buffers that the shader may write.
func (p *Pixels) copied() map[int][]byte {
	list := map[int][]byte{}
	for n := range p.Written {
		list[n] = bytes.Clone(p.Buffers[n])
	}
	return list
}

func (d *Drawn) take(o *exec.Output) {
	d.Sent, d.Count, d.Depths, d.Values = true, o.Components, o.Message == isa.MessageColorDepth, o.Values
}

// inputs are what a pixel thread begins with: the lanes that are helpers, and register sets (docs/isa.md, "A thread").
func (p *Pixels) inputs(lanes int) (helpers uint32, sets [inputSets][32]uint32) {
	r := rand.New(rand.NewPCG(p.Seed, 1))
	helpers = uint32(r.Uint64()) & uint32(r.Uint64()) & (1<<lanes - 1)
	x, y := 2*r.IntN(50), 2*r.IntN(50)
	var center [2 + kernel.MostAttributes]float32 // z, 1/w and what is interpolated, in the middle of the thread
	for n := range center {
		center[n] = float32(r.Float64()*1.5 - 0.25)
	}
	for lane := range lanes {
		quad, at := lane/4, lane%4
		sets[inputX][lane] = uint32(x + 2*quad + at&1)
		sets[inputY][lane] = uint32(y + at>>1)
		front := r.IntN(2)
		for n := range center {
			v := center[n] + float32(quad)*0.21*float32(n+1) + float32(at&1)*0.03 - float32(at>>1)*0.05*float32(n%3)
			if n == 1 {
				v = 0.05 + v*v
			}
			slot := inputDepth + n
			if n >= 2 {
				slot = inputVarying + n - 2
			}
			sets[slot][lane] = math.Float32bits(v)
		}
		if at == 0 { // a quad is of one primitive
			for k := range 4 {
				sets[inputFront][lane+k] = uint32(front)
			}
		}
	}
	return helpers, sets
}

// Register sets that a pixel thread begins with.
const (
	inputX       = 0
	inputY       = 1
	inputDepth   = 2
	inputW       = 3 // 1/w
	inputFront   = 4
	inputVarying = 5
	inputSets    = inputVarying + kernel.MostAttributes
)

// execute executes a thread that begins with some register sets, from the second register on.
func execute(k *kernel.Kernel, m *exec.Memory, o *exec.Options, helpers uint32, sets [][32]uint32) (*exec.Thread, error) {
	loaded, err := exec.Load(kernels.Program(k))
	if err != nil {
		return nil, err
	}
	t := exec.NewThread(loaded, m, o)
	t.Helpers = helpers
	for n := range sets {
		copy(t.Registers[8+n*k.Lanes:][:k.Lanes], sets[n][:])
	}
	for t.State == exec.Running {
		t.Step()
	}
	if t.State == exec.Failed {
		return nil, t.Fault
	}
	return t, nil
}

// question is what a lane asks the sampler.
type question struct {
	message, binding, sampler int
	added                     [3]int
	words                     []uint32 // coordinates, then gradients
}

// answer is made of the whole question. Sizes are small.
func (q *question) answer() (a [4]uint32) {
	if q.message == isa.MessageDimensions {
		return [4]uint32{uint32(64 + q.binding), 32, 5, 4 + q.words[0]}
	}
	h := uint64(q.binding)*0x9e3779b97f4a7c15 + uint64(q.message)<<8 + uint64(q.sampler)
	for _, n := range q.added {
		h = (h + uint64(n)) * 0x9e3779b97f4a7c15
	}
	for _, w := range q.words {
		h = (h ^ uint64(w)) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
	}
	for c := range a {
		h = (h + 1) * 0x94d049bb133111eb
		h ^= h >> 31
		a[c] = math.Float32bits(float32(h>>40) / (1 << 24))
	}
	return a
}

// texels answer messages to the sampler.
type texels struct{}

// Sample implements exec.Sampler.
func (texels) Sample(r *exec.Request) error {
	gradients := 0
	if r.Message == isa.MessageSampleGradient {
		gradients = 2 * min(r.Sets, 3)
	}
	for lane := range 32 {
		if r.Lanes>>lane&1 == 0 {
			continue
		}
		q := question{message: r.Message, binding: r.Binding, sampler: r.Sampler, added: r.Texels}
		for n := range r.Sets {
			q.words = append(q.words, r.Coordinates[n][lane])
		}
		for n := range gradients {
			q.words = append(q.words, r.Data[n][lane])
		}
		for c, v := range q.answer() {
			r.Answer[c][lane] = v
		}
	}
	return nil
}

// floats are numbers as bytes of a buffer.
func floats(list ...float32) []byte {
	var data []byte
	for _, f := range list {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(f))
	}
	return data
}
