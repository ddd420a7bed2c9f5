package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// A message to the sampler that is done in parts brings what its registers had, and its answer is there when somebody says so; what needs it earlier is refused.
func TestTexelsInParts(t *testing.T) {
	var sent []*Sent
	sample := sends(isa.MessageSample, ud(40), 2, 0, fields{Binding: 3, Operation: 5, Count: 1, Type: 1})
	m := machine{Program: Program{Stage: StagePixel}, options: Options{Texels: func(s *Sent) { sent = append(sent, s) }}, prepare: counting}
	thread := m.thread(t, sample, do(isa.OpMov, ud(2), ud(3)), do(isa.OpMov, ud(50), ud(41)), end())
	thread.Active, thread.Helpers = 0xfe, 0x82
	before := thread.at(40, 16)
	thread.Step()
	r := sent[0].Request()
	require.Equal(t, []int{isa.MessageSample, 3, 5, 2, 2}, []int{r.Message, r.Binding, r.Sampler, r.Sets, r.Components})
	require.Equal(t, []uint32{0xfe, 0x82, 17}, []uint32{r.Lanes, r.Helpers, r.Coordinates[0][1]})
	thread.Step()
	require.Equal(t, uint32(17), r.Coordinates[0][1], "what was sent stays")
	require.True(t, thread.Blocked(), "r41 is to come")
	require.Equal(t, before, thread.at(40, 16))
	for lane := range 8 {
		r.Answer[0][lane], r.Answer[1][lane] = uint32(100+lane), uint32(200+lane)
	}
	require.NoError(t, sent[0].Answer())
	require.ErrorContains(t, sent[0].Answer(), "answered before")
	require.Equal(t, []uint32{before[0], 101, 102, 103, 104, 105, 106, 107, before[8], 201, 202, 203, 204, 205, 206, 207}, thread.at(40, 16))
	thread.run()
	require.Equal(t, Ended, thread.State)

	store := sends(isa.MessageTexelStore, noAnswer, 2, 10, fields{Binding: 3, Type: 1})
	m.Program.Stage = StageCompute
	thread = m.thread(t, store, sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}), end())
	thread.Step()
	thread.run()
	require.ErrorContains(t, thread.Fault, "barrier before the message of byte 0x0 has written its texels")
}
