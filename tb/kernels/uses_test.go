package kernels

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/draw"
)

// in tells whether a register is in one of some ranges.
func in(reg int, ranges ...isa.Range) bool {
	for _, r := range ranges {
		if reg >= r.First && reg < r.First+r.Count {
			return true
		}
	}
	return false
}

// What hw/isa says of the registers that an instruction uses is what it uses on the simulator: nothing else is written, registers that it does not read
// change nothing, and what it writes as a whole does not depend on what was there.
func TestRegistersThatAreUsed(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	wholes, messages := 0, 0
	for tried := 0; tried < 20_000; {
		i := draw.Instruction(r)
		lanes := 8 << r.IntN(3)
		u := i.UsesOf(lanes)
		op := &isa.Operations[i.Op]
		if op.Format == isa.FormatFlow || i.UsesSet() || u.Most() > isa.Registers || i.Size != isa.SizeThread && 8*int(i.Group)+i.LanesOf(lanes) > lanes {
			continue
		}
		p := exec.Program{Lanes: lanes, Registers: isa.Registers, Shared: 256, Scratch: 1 << 16, Stage: stageOf(i.Encode())}
		for _, w := range i.Encode() {
			p.Code = binary.LittleEndian.AppendUint32(p.Code, w)
		}
		tried++
		k, err := exec.Load(p)
		require.NoError(t, err)
		m := func() *exec.Memory {
			return &exec.Memory{Bindings: make([]exec.Binding, 256)}
		}
		a, b := exec.NewThread(k, m(), nil), exec.NewThread(k, m(), nil)
		for w := range a.Registers {
			a.Registers[w] = r.Uint32()
		}
		if tried%2 == 0 {
			a.Active &= r.Uint32() | r.Uint32()
		}
		a.Flags = [4]uint32{r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32()}
		whole := u.Whole && a.Active == 1<<lanes-1
		b.Masks, b.Registers = a.Masks, a.Registers
		for reg := range isa.Registers {
			if written := in(reg, u.Writes[:]...); !in(reg, u.Reads[:]...) && (!written || whole) {
				for w := range 8 {
					b.Registers[8*reg+w] = r.Uint32()
				}
			}
		}
		before := [2]exec.RegisterFile{a.Registers, b.Registers}
		a.Step()
		b.Step()
		text := asm.Instruction(i.Encode())
		require.Equal(t, a.State, b.State, text)
		if a.State == exec.Failed { // of a binding, or of the sampler
			require.Equal(t, isa.FormatSend, op.Format, "%s: %v", text, a.Fault)
			continue
		}
		messages += one(op.Format == isa.FormatSend)
		wholes += one(whole)
		require.Equal(t, a.Flags, b.Flags, text)
		for reg := range isa.Registers {
			for w := 8 * reg; w < 8*reg+8; w++ {
				written := in(reg, u.Writes[:]...)
				if written && a.Registers[w] != b.Registers[w] {
					require.Failf(t, "wrong", "%s: r%d depends on a register that it does not read", text, reg)
				}
				if !written && (before[0][w] != a.Registers[w] || before[1][w] != b.Registers[w]) {
					require.Failf(t, "wrong", "%s: r%d is written", text, reg)
				}
			}
		}
	}
	require.Greater(t, wholes, 300)
	require.Greater(t, messages, 100)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
