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

// stageOf is a stage in which a message is legal.
func stageOf(n isa.Native) exec.Stage {
	in := isa.Decode(n)
	if in.Op == isa.OpRdsr || in.Op == isa.OpWrsr || in.Op == isa.OpIret {
		return exec.StageTrap
	}
	if in.Op == isa.OpDiscard {
		return exec.StagePixel
	}
	if in.Op != isa.OpSend {
		return exec.StageCompute
	}
	switch isa.Messages[in.Message.Code].Unit {
	case isa.UnitContext:
		return exec.StageTrap
	case isa.UnitTarget, isa.UnitSampler:
		return exec.StagePixel
	case isa.UnitThread:
		if in.Message.Code == isa.MessageResult {
			return exec.StageVertex
		}
	}
	return exec.StageCompute
}

// requireAgreement wants the machine's check and the simulator's to refuse the same words.
func requireAgreement(t *testing.T, code []byte, n isa.Native, why error) {
	p := exec.Program{Code: code, Lanes: 32, Registers: isa.Registers, Stage: stageOf(n), Shared: 64, Scratch: 1 << 20}
	refused := p.Refuses(0)
	if in := isa.Decode(n); p.Stage == exec.StageTrap && in.Flag != 0 && why == nil {
		require.Contains(t, refused, "in a handler") // which the machine says of a kernel
		return
	}
	if (refused != "") == (why != nil) {
		return
	}
	text := ""
	if why == nil {
		text = asm.Instruction(n)
	}
	t.Errorf("%x %s: the machine says %v, the simulator %q", n, text, why, refused)
}

// What is legal was written twice, from the manual: the checks of hw/isa and the decoder of golden/exec agree on legal instructions, on their neighbours
// by a few bits, and on random compact words.
func TestBothChecksAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	legal := 0
	for range 300_000 {
		in := draw.Instruction(r)
		n := in.Encode()
		for range r.IntN(4) {
			bit := r.IntN(128)
			n[bit/32] ^= 1 << (bit % 32)
		}
		if n[0]>>8&1 != 0 {
			continue // compact
		}
		var code []byte
		for _, w := range n {
			code = binary.LittleEndian.AppendUint32(code, w)
		}
		err := isa.Check(n)
		if err == nil {
			in := isa.Decode(n)
			if u := in.UsesOf(32); u.Most() > isa.Registers { // of a kernel, not of an instruction
				continue
			}
			legal++
		}
		requireAgreement(t, code, n, err)
	}
	require.Greater(t, legal, 100_000)
	for range 300_000 {
		in := draw.Instruction(r)
		c, why := isa.Compacted(in.Encode())
		if why != "" {
			continue
		}
		for range r.IntN(4) {
			bit := r.IntN(64)
			c[bit/32] ^= 1 << (bit % 32)
		}
		if !isa.IsCompact(c[0]) {
			continue
		}
		n, err := c.Expand()
		if err == nil {
			err = isa.Check(n)
		}
		if err == nil {
			in := isa.Decode(n)
			if u := in.UsesOf(32); u.Most() > isa.Registers {
				continue
			}
		}
		requireAgreement(t, binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, c[0]), c[1]), n, err)
	}
}
