package kernels

import (
	"fmt"
	"strings"

	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

// roundCycles is how many cycles a round of the loop of Long takes in a multiprocessor of the default machine that runs nothing else: an addition, a comparison that waits for it, and a
// branch that waits for this one.
const roundCycles = 13

// Looped ends the names of kernels that Long makes.
const Looped = " with a loop"

// Long is the vertex or a pixel kernel of vectors/kernels, but each thread loops for about so many cycles before it does what it is for: 0 is the kernel itself. It counts in a register more.
func Long(name string, cycles int) (*kernel.Kernel, error) {
	k, err := Load(name)
	rounds := cycles / roundCycles
	if err != nil || rounds == 0 {
		return k, err
	}
	text, err := Text(name)
	if err != nil {
		return nil, err
	}
	at := strings.Index(text, "\n\n") // directives end there
	loop := fmt.Sprintf(`

    mov r%[1]d:d, %[2]d:d
    loop
    add r%[1]d:d, r%[1]d:d, -1:d
    cmp.gt.f0 null:d, r%[1]d:d, 0:d
    (f0) while`, k.Registers, rounds)
	k, errs := asm.Assemble(name+Looped, text[:at]+loop+text[at:])
	if len(errs) > 0 {
		return nil, errs[0]
	}
	k.Name = name + Looped
	return k, nil
}
