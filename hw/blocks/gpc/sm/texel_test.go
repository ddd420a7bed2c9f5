package sm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// Messages to the sampler have a connection of their own, with all lanes of their coordinates, and go on while the load/store unit takes none. What needs an answer
// waits for it, wherever it comes from.
func TestMessagesToTheSampler(t *testing.T) {
	s := newBench(t, config, `.stage pixel
.lanes 16
.binding 0 buffer read
.binding 1 texture read
.sampler 2
.inputs 30
    send.load.ud r20, r10, b0
    send.sample.2.xy r22, r10, b1, s2 {texels 1 -1}
    mov r26:ud, r24:ud
    mov r28:ud, r20:ud
    send.end {last}
`)
	toTex := blocktest.Out(s.Bench, &s.b.P.SMTex[pipe.Below], "TEX_BELOW", 4)
	blocktest.Out(s.Bench, &s.b.P.SMTex[pipe.Above], "TEX_ABOVE", 4)
	texels := blocktest.In(s.Bench, &s.b.P.TexSM, "TEXELS", 4)
	registers := make([][8]uint32, 16)
	for reg := range registers {
		registers[reg][7] = uint32(reg)
	}
	s.thread(pipe.ThreadHead{Stage: isa.StagePixel, Lanes: 16, Helpers: 0x30, Set: 3, Generation: 1}, registers...)
	s.lsu[pipe.Below].Shut = true
	s.run(60)
	require.Equal(t, "0:0:send 3:0:send", s.order(), "the load is not taken")
	require.Len(t, toTex.Got, 5)
	require.Equal(t, pipe.MessageHead{
		Generation: 1, Set: 3, Lanes: 16, Count: 16, Code: isa.MessageSample, Binding: 1, Type: 1, Components: 1, Operation: 2, Answer: 22, Offset: 0xf1, Mask: 0xffff, Helpers: 0x30,
	}, toTex.Got[0].Message())
	for n, beat := range toTex.Got[1:] {
		require.Equal(t, uint32(10+n), beat.Register()[7])
		require.Equal(t, n == 3, beat.Last)
	}
	for n := range uint8(4) {
		texels.Queue = append(texels.Queue, pipe.MessageAnswer{Generation: 1, Reg: 22 + n, Mask: ^uint32(0), Words: [8]uint32{uint32(n)}, Last: n == 3})
	}
	s.run(20)
	require.Equal(t, 3, len(s.issued), "r24 has come, r20 has not")
	s.lsu[pipe.Below].Shut = false
	s.answers.Queue = []pipe.MessageAnswer{{Generation: 1, Reg: 20, Mask: ^uint32(0)}, {Generation: 1, Reg: 21, Mask: ^uint32(0), Last: true}}
	s.run(30)
	require.Len(t, s.ends.Got, 1)
}

// The registers of a message keep their values until the sampler has taken them.
func TestTheSamplerGetsWhatRegistersHadAtTheMessage(t *testing.T) {
	s := newBench(t, config, `.stage pixel
.lanes 16
.binding 1 texture read
.sampler 2
.inputs 14
    send.sample.2.xy r22, r10, b1, s2
    mov r12:ud, 0:ud
    send.end {last}
`)
	toTex := blocktest.Out(s.Bench, &s.b.P.SMTex[pipe.Below], "TEX_BELOW", 4)
	registers := make([][8]uint32, 14)
	for reg := range registers {
		registers[reg][7] = uint32(reg)
	}
	s.thread(pipe.ThreadHead{Stage: isa.StagePixel, Lanes: 16}, registers...)
	toTex.Shut = true
	s.run(60)
	toTex.Shut = false
	s.run(20)
	require.Len(t, toTex.Got, 5)
	for n, beat := range toTex.Got[1:] {
		require.Equal(t, uint32(10+n), beat.Register()[7])
	}
}
