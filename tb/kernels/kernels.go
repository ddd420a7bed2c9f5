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

// fileOf is the file of a kernel of vectors/kernels.
func fileOf(name string) string { return "kernels/" + name + ".tka" }

// Text is the text of a kernel of vectors/kernels.
func Text(name string) (string, error) {
	text, err := vectors.Kernels.ReadFile(fileOf(name))
	if err != nil {
		return "", fmt.Errorf("vectors/%s: no such kernel", fileOf(name))
	}
	return string(text), nil
}

// Load assembles a kernel of vectors/kernels.
func Load(name string) (*kernel.Kernel, error) {
	text, err := Text(name)
	if err != nil {
		return nil, err
	}
	k, errs := asm.Assemble("vectors/"+fileOf(name), text)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	return k, nil
}
