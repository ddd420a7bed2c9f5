package asm_test

import (
	"fmt"

	"tilemark/hw/isa/asm"
)

// A kernel is assembled, and written as text again.
func ExampleAssemble() {
	k, wrong := asm.Assemble("double.tka", `
.kernel double
.stage compute
.lanes 8
.cta 8 1 1
.binding 0 buffer read write
    shl r8:ud, r1:ud, 2:ud
    send.load.ud r9, r8, b0
    add r9:ud, r9:ud, r9:ud
    send.store.ud r8, r9, b0
    send.end {last}
`)
	for _, e := range wrong {
		fmt.Println(e)
	}
	fmt.Println(len(k.Code), "instructions,", len(k.Bytes()), "bytes")
	_, wrong = asm.Assemble("typo.tka", ".stage compute\n.lanes 8\n.cta 1 1 1\nad r1:ud, r2:ud, r3:ud\nsend.end {last}\n")
	fmt.Println(wrong[0])
	// Output:
	// 5 instructions, 40 bytes
	// typo.tka:4:1: "ad", expected an operation; did you mean "add"?
}
