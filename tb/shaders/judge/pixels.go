package judge

import (
	"encoding/binary"
	"fmt"
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
	Buffers map[int][]byte // by the kernel's binding
}

// Drawn is what a thread gives.
type Drawn struct {
	Helpers uint32        // lanes that are discarded, or were helpers
	Sent    bool          // there are colours
	Count   int           // components
	Values  [5][32]uint32 // colours by component and lane, in f, then depths; of helpers 0
	Depths  bool
}

// mostPixelInstructions ends threads that do not end by themselves.
const mostPixelInstructions = 1_000_000

// Run executes a thread on the simulator of the instruction set. Textures have texels that follow from what is asked.
func (p *Pixels) Run(k *kernel.Kernel) (d Drawn, instructions int, err error) {
	loaded, err := exec.Load(kernels.Program(k))
	if err != nil {
		return d, 0, err
	}
	memory := &exec.Memory{Bindings: make([]exec.Binding, 256)}
	for n, data := range p.Buffers {
		memory.Bindings[n].Data = data
	}
	options := &exec.Options{Limit: mostPixelInstructions, Sampler: texels{}, Output: func(_ *exec.Thread, o *exec.Output) { d.take(o) }}
	t := exec.NewThread(loaded, memory, options)
	p.fill(t, k.Lanes)
	for t.State == exec.Running {
		t.Step()
	}
	if t.State == exec.Failed {
		return d, t.Instructions, t.Fault
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

func (d *Drawn) take(o *exec.Output) {
	d.Sent, d.Count, d.Depths, d.Values = true, o.Components, o.Message == isa.MessageColorDepth, o.Values
}

// pixelRegisters is what the lanes of a thread begin with, by register sets after r0 (docs/isa.md, "A thread").
type pixelRegisters struct {
	sets    [11][32]uint32
	helpers uint32
}

func (r *pixelRegisters) at(set, lane int) uint32 { return r.sets[set][lane] }

// registers chooses pixels.
func (p *Pixels) registers(lanes int) *pixelRegisters {
	r := rand.New(rand.NewPCG(p.Seed, 1))
	made := &pixelRegisters{helpers: uint32(r.Uint64()) & uint32(r.Uint64()) & (1<<lanes - 1)}
	x, y := 2*r.IntN(50), 2*r.IntN(50)
	var center [8]float32 // z, 1/w and what is interpolated, in the middle of the thread
	for n := range center {
		center[n] = float32(r.Float64()*1.5 - 0.25)
	}
	front := uint32(0)
	for lane := range lanes {
		quad, at := lane/4, lane%4
		if at == 0 { // a quad is of one primitive
			front = uint32(r.IntN(2))
		}
		made.sets[0][lane], made.sets[1][lane], made.sets[4][lane] = uint32(x+2*quad+at&1), uint32(y+at>>1), front
		for n := range center {
			v := center[n] + float32(quad)*0.21*float32(n+1) + float32(at&1)*0.03 - float32(at>>1)*0.05*float32(n%3)
			set := n + 2
			switch {
			case n == 1:
				v = 0.05 + v*v
			case n > 1:
				set++
			}
			made.sets[set][lane] = math.Float32bits(v)
		}
	}
	return made
}

// fill puts what a pixel thread begins with into its registers.
func (p *Pixels) fill(t *exec.Thread, lanes int) {
	r := p.registers(lanes)
	set := lanes / 8
	t.Helpers = r.helpers
	for n := range r.sets {
		copy(t.Registers[8*(1+n*set):], r.sets[n][:lanes])
	}
}

// texels answer messages to the sampler with numbers that follow from what is asked.
type texels struct{}

// Sample implements exec.Sampler.
func (texels) Sample(r *exec.Request) error {
	for lane := range 32 {
		if r.Lanes>>lane&1 == 0 {
			continue
		}
		var list []uint32
		for n := range r.Sets {
			list = append(list, r.Coordinates[n][lane])
		}
		for c, v := range texel(r.Binding, r.Message, r.Sampler, list) {
			r.Answer[c][lane] = v
		}
		if r.Message == isa.MessageDimensions {
			return fmt.Errorf("the size of a texture, which has none here")
		}
	}
	return nil
}

// texel is a colour between 0 and 1 that follows from the texture's binding, the message, the sampler, and coordinates and levels.
func texel(binding, message, sampler int, asked []uint32) (answer [4]uint32) {
	h := uint64(binding)*0x9e3779b97f4a7c15 + uint64(message)<<8 + uint64(sampler)
	for _, v := range asked {
		h = (h ^ uint64(v)) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
	}
	for c := range answer {
		h = (h + 1) * 0x94d049bb133111eb
		h ^= h >> 31
		answer[c] = math.Float32bits(float32(h>>40) / (1 << 24))
	}
	return answer
}

// floats are numbers as bytes of a buffer.
func floats(list ...float32) []byte {
	var data []byte
	for _, f := range list {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(f))
	}
	return data
}

// floatAt is the number at a byte.
func floatAt(data []byte, at int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(data[at:]))
}
