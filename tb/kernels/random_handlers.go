package kernels

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/vectors"
)

// RandomHandlers are the project's handlers, which do more than they have to before they save a thread, or bring it back: they read and write special
// registers, registers of the context buffer one by one and in sets, and shared memory. What they change is changed again before the kernel goes on.
func RandomHandlers(r *rand.Rand) (trap, restore *kernel.Kernel, err error) {
	const saved = "    send.context_store.4 r0, +0\n" // r0 to r3 are free from here on
	if trap, err = prolonged("trap", saved, func() string { return randomHandlerPart(r, false) }); err != nil {
		return nil, nil, err
	}
	restore, err = prolonged("restore", ".lanes 8\n", func() string { return randomHandlerPart(r, true) })
	return trap, restore, err
}

// prolonged is a kernel of vectors/kernels with more after a text.
func prolonged(name, after string, part func() string) (*kernel.Kernel, error) {
	file := "kernels/" + name + ".tka"
	text, err := vectors.Kernels.ReadFile(file)
	if err != nil {
		return nil, err
	}
	first, rest, found := strings.Cut(string(text), after)
	if !found {
		return nil, fmt.Errorf("vectors/%s: %q is not there", file, after)
	}
	k, errs := asm.Assemble("vectors/"+file, first+after+part()+rest)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	return k, nil
}

// Special registers that handlers read: a trap handler those of the kernel, too. A restore handler writes these before it brings them back.
var (
	handlerReads  = strings.Fields("lanes thread slot tr0 tr1 tr2 tr3 registers shared")
	handlerWrites = strings.Fields("f0 f1 f2 f3 ra sp active helpers pc count")
)

// randomHandlerPart is some instructions that work with r1 to r3. One of the restore handler changes the kernel's state and registers, too.
func randomHandlerPart(r *rand.Rand, restores bool) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "    "+format+"\n", args...) }
	number := func(reg, v uint32) { line("mov (1) r%d:ud, %d:ud", reg, v) }
	for reg := range 3 { // whatever the thread begins with
		line("mov r%d:ud, 0:ud", 1+reg)
	}
	reads := handlerReads
	if !restores {
		reads = append(append([]string{"depth"}, handlerWrites...), handlerReads...)
	}
	for range r.IntN(12) {
		switch n := r.IntN(6); {
		case n == 0:
			line("rdsr r%d:ud, stack+%d", 1+r.IntN(3), r.IntN(127))
		case n == 1 && restores:
			number(1, r.Uint32())
			name := handlerWrites[r.IntN(len(handlerWrites))]
			line("wrsr %s, r1<0>:ud", name)
			line("rdsr r2:ud, %s", name)
		case n == 2 && restores: // the stack becomes larger and smaller
			number(1, uint32(r.IntN(34)))
			line("wrsr depth, r1<0>:ud")
			for range r.IntN(4) {
				number(1, r.Uint32())
				at := r.IntN(127)
				line("wrsr stack+%d, r1<0>:ud", at)
				line("rdsr r2:ud, stack+%d", at)
			}
		case n == 3:
			set := 1 + r.IntN(2)
			line("mov r%d:ud, %d:ud", set, r.Uint32())
			if restores {
				line("send.context_load_set r%d, +%d", set, 32*r.IntN(8))
			} else { // of the part that is written later
				line("and (1) r%d:ud, r%d:ud, 0xff:ud", set, set)
				line("send.context_store_set r%d, +704", set)
			}
		case n == 4:
			line("mov r1:ud, %d:ud", r.IntN(40)*8)
			line("send.shared_load.ud.%d r2, r1", 1+r.IntN(2))
		default:
			line("rdsr r%d:ud, %s", 1+r.IntN(3), reads[r.IntN(len(reads))])
		}
	}
	return b.String()
}
