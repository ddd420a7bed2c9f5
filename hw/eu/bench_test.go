package eu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/wires"
)

// A result is found and written, for 8 lanes.
func BenchmarkExecute(b *testing.B) {
	for _, text := range []string{
		"mov r3:ud, r4:ud", "add r3:ud, r4:ud, 5:ud", "add r3:f, r4:f, r5:f", "mul r3:f, r4:f, r5:f", "mad r3:f, r4:f, r5:f, r6:f", "fma r3:f, r4:f, r5<0>:f, r6:f", "cmp.lt.f0 null:f, r4:f, r5:f", "shl r3:ud, r4:ud, 2:ud",
		"(f0) add r3:d, r4:d, -r5:d", "add r3:hf, r4:hf, r5:hf", "rcp r3:f, r4:f", "sin r3:f, r4:f",
	} {
		b.Run(text, func(b *testing.B) {
			k, errs := asm.Assemble("k", ".stage pixel\n.lanes 8\n"+text+"\nsend.end {last}\n")
			require.Empty(b, errs)
			words := [isa.NativeDWords]uint32(k.Code[0].Native)
			o := eu.Decode(&words, 8)
			ram := wires.MakePages(64)
			for n := range uint32(64 * 8) {
				ram.Poke(n / 16)[n%16] = 0x3f800000 + n<<14
			}
			f := eu.File{RAM: &ram}
			c := eu.Control{Active: 0xff, Flags: [4]uint32{0xff}}
			var r eu.Result
			for b.Loop() {
				o.Execute(&f, &c, &r)
				for n := range r.N {
					f.Put(r.Write[n].Reg, r.Write[n].Mask, &r.Write[n].Data)
				}
			}
		})
	}
}
