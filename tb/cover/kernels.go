package cover

import (
	"math/rand/v2"

	"tilemark/golden/exec"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/bins"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/kernels"
)

// Kernels counts what kernels show of the instruction set (hw/isa/bins).
type Kernels struct {
	bins   *bins.Bins
	counts *Counts
}

// NewKernels declares the bins of the instruction set.
func NewKernels() *Kernels {
	k := &Kernels{bins: bins.New()}
	sp := &Space{index: map[string]int{}}
	for _, g := range k.bins.Groups { // bins have the same numbers here and there
		sp.Group(g.Name, g.About, g.Bins...)
	}
	k.counts = NewCounts(sp)
	return k
}

// Counts returns what has been hit.
func (k *Kernels) Counts() *Counts { return k.counts }

// Watch returns a hook of the simulator that counts what a kernel's threads execute.
func (k *Kernels) Watch(of *kernel.Kernel) func(*exec.Event) {
	each := make([][]int, len(of.Code))
	for i := range of.Code {
		each[i] = k.bins.Of(of.Code[i].Native, of.Code[i].Compact)
		for _, p := range of.Code[i].Patches {
			hit := k.bins.Patch(p.Value, p.Part)
			each[i] = append(each[i], hit[:]...)
		}
	}
	all := uint32(1<<of.Lanes - 1)
	return func(e *exec.Event) {
		if e.Handler {
			return
		}
		i := of.At(e.At)
		for _, bin := range each[i] {
			k.counts.Hits[bin]++
		}
		k.counts.Hits[k.bins.Lanes(uint8(of.Code[i].Native[0]), e.Lanes, all)]++
	}
}

// Random runs the random kernel of a seed on the simulator, and counts what it shows.
func (k *Kernels) Random(seed uint64) error {
	of, errs := asm.Assemble("random.tka", kernels.Random(rand.New(rand.NewPCG(seed, 0))))
	if len(errs) > 0 {
		return errs[0]
	}
	_, err := kernels.RunRandom(of, seed, exec.Options{Hook: k.Watch(of)}, nil)
	return err
}
