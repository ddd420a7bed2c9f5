package driver

import (
	"bytes"

	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
)

// Patches counts what was done so that kernels fit the state of draws.
type Patches struct {
	Patched      int // kernels
	Instructions int // with tags, of those kernels
	Kept         int // draws whose kernel was patched for an equal state before
	Machine      int // kernels of draws, that the machine patches
	Compiled     int // kernels that were compiled again, since state that is compiled in was another one
}

// pipeline is what a draw's kernel is made of: the state and the kernel that were set last. Kernels are compiled once; an execute patches them for the state,
// into memory. What it begins with is not changed, and all contexts share it.
type pipeline struct {
	state   nos.State
	shader  *scene.Kernel
	again   map[*scene.Kernel][]*kernel.Kernel // that were compiled for other states
	patched map[*kernel.Kernel]*variants
	count   *Patches
}

// variants are a kernel with tags as it was patched, by its code.
type variants struct {
	patcher *nos.Patcher
	code    []byte // of the last one
	made    map[string]*kernel.Kernel
}

func newPipeline(count *Patches) pipeline {
	return pipeline{again: map[*scene.Kernel][]*kernel.Kernel{}, patched: map[*kernel.Kernel]*variants{}, count: count}
}

// setState says on what kernels depend from here on.
func (p *pipeline) setState(s *nos.State) { p.state = *s }

// setShader says which kernel runs from here on.
func (p *pipeline) setShader(k *scene.Kernel) { p.shader = k }

// execute is the kernel for the state: one without tags as it is, others patched. States that differ in nothing that the kernel depends on have one. tagged is what the
// machine patches when it is to; nil: it has nothing to patch.
func (p *pipeline) execute(machine bool) (made, tagged *kernel.Kernel, err error) {
	k, err := p.fitting()
	if err != nil {
		return nil, nil, err
	}
	v := p.patched[k]
	if v == nil {
		v = &variants{patcher: nos.NewPatcher(k), made: map[string]*kernel.Kernel{}}
		v.code = bytes.Clone(v.patcher.Code())
		p.patched[k] = v
	}
	if v.patcher.Tagged() == 0 {
		return k, nil, nil
	}
	v.patcher.Patch(v.code, &p.state)
	made = v.made[string(v.code)]
	switch {
	case machine:
		tagged = k
		p.count.Machine++
	case made != nil:
		p.count.Kept++
	default:
		p.count.Patched++
		p.count.Instructions += v.patcher.Tagged()
	}
	if made == nil {
		made = nos.Kernel(k, &p.state)
		v.made[string(v.code)] = made
	}
	return made, tagged, nil
}

// fitting is the kernel that is compiled for what of the state is compiled in.
func (p *pipeline) fitting() (*kernel.Kernel, error) {
	for _, k := range p.again[p.shader] {
		if nos.Fits(k, &p.state) {
			return k, nil
		}
	}
	k, err := p.shader.Fitting(&p.state)
	if err == nil && k != p.shader.Kernel {
		p.count.Compiled++
		p.again[p.shader] = append(p.again[p.shader], k)
	}
	return k, err
}
