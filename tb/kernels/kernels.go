// Package kernels runs kernels on the reference simulator (golden/exec): programs from kernels, and the project's own kernels by their names.
package kernels

import (
	"fmt"

	"tilemark/golden/exec"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/vectors"
)

// Program is a kernel as the simulator loads it.
func Program(k *kernel.Kernel) exec.Program {
	p := exec.Program{Code: k.Bytes(), Lanes: k.Lanes, Registers: k.Registers, Scratch: k.Scratch, Shared: k.Shared, CTA: k.CTA, Args: k.Args,
		Stage: exec.Stage(k.Stage)}
	for _, s := range k.LiveSlots() {
		p.Live = append(p.Live, exec.RegisterSet(s))
	}
	return p
}

// Load assembles a kernel of vectors/kernels.
func Load(name string) (*kernel.Kernel, error) {
	file := "kernels/" + name + ".tka"
	text, err := vectors.Kernels.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("vectors/%s: no such kernel", file)
	}
	k, errs := asm.Assemble("vectors/"+file, string(text))
	if len(errs) > 0 {
		return nil, errs[0]
	}
	return k, nil
}
