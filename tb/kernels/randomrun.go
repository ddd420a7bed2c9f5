package kernels

import (
	"fmt"
	"math/rand/v2"

	"tilemark/golden/exec"
	"tilemark/hw/isa/kernel"
)

// randomLimit is more than a thread of a random kernel executes.
const randomLimit = 100_000

// RunRandom executes a kernel of Random with random registers and a random buffer, and returns the buffer that it leaves. before, which may be nil, is called before each
// instruction. An error is a fault, or a thread that does not end.
func RunRandom(k *kernel.Kernel, seed uint64, o exec.Options, before func(*exec.Thread)) ([]byte, error) {
	p, err := exec.Load(Program(k))
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, 1))
	data := make([]byte, 512)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	o.Limit = randomLimit
	m := &exec.Memory{Bindings: []exec.Binding{{Data: data, Write: true}}}
	c, err := exec.NewCTA(p, [3]int{}, [3]int{1, 1, 1}, []uint32{r.Uint32(), r.Uint32()}, m, &o)
	if err != nil {
		return nil, err
	}
	for _, t := range c.Threads {
		for w := 8 * firstFree; w < 8*(firstFree+freeCount); w++ {
			t.Registers[w] = r.Uint32()
		}
	}
	for ran := true; ran; {
		ran = false
		for _, t := range c.Threads {
			for t.State == exec.Running {
				ran = true
				if before != nil {
					before(t)
				}
				t.Step()
			}
			if t.State == exec.Failed {
				return nil, t.Fault
			}
		}
	}
	for _, t := range c.Threads {
		if t.State != exec.Ended {
			return nil, fmt.Errorf("thread %d waits at a barrier at which others do not arrive", t.Number)
		}
	}
	return data, nil
}
