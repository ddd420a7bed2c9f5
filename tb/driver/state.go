package driver

import (
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
)

// Patches counts what was done so that kernels fit the state of draws.
type Patches struct {
	Patched      int // kernels
	Instructions int // with tags, of those kernels
	Kept         int // draws whose kernel was patched for an equal state before
	Compiled     int // kernels that were compiled again, since state that is compiled in was another one
}

// pipeline is what a draw's kernel is made of: the state and the kernel that were set last. Kernels are compiled once; an execute patches them for the state,
// into memory. What it begins with is not changed, and all contexts share it.
type pipeline struct {
	state   nos.State
	shader  *scene.Kernel
	patched map[*kernel.Kernel][]variant
	again   map[*kernel.Kernel]bool // that were compiled again
	count   *Patches
}

// variant is a kernel as it was patched.
type variant struct {
	code   string
	kernel *kernel.Kernel
}

// setState says on what kernels depend from here on.
func (p *pipeline) setState(s *nos.State) { p.state = *s }

// setShader says which kernel runs from here on.
func (p *pipeline) setShader(k *scene.Kernel) { p.shader = k }

// fitting is the kernel that is compiled for what of the state is compiled in.
func (p *pipeline) fitting() (*kernel.Kernel, error) {
	k, err := p.shader.Fitting(&p.state)
	if err == nil && k != p.shader.Kernel && !p.again[k] {
		p.again[k] = true
		p.count.Compiled++
	}
	return k, err
}

// execute is the kernel for the state: one without tags as it is, others patched. States that differ in nothing that the kernel depends on have one.
func (p *pipeline) execute() (*kernel.Kernel, error) {
	k, err := p.fitting()
	if err != nil {
		return nil, err
	}
	tagged := nos.Tagged(k)
	if len(tagged) == 0 {
		return k, nil
	}
	made := nos.Kernel(k, &p.state)
	code := string(made.Bytes())
	for _, v := range p.patched[k] {
		if v.code == code {
			p.count.Kept++
			return v.kernel, nil
		}
	}
	p.count.Patched++
	p.count.Instructions += len(tagged)
	p.patched[k] = append(p.patched[k], variant{code, made})
	return made, nil
}
