package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// An answer may lie in the registers that the message brings: what a lane brings is what it had when the message was sent.
func TestAnswersThatLieInTheData(t *testing.T) {
	atomic := sends(isa.MessageAtomic, ud(10), 4, 11, fields{Type: isa.TypeUd, Operation: isa.AtomicMax, Returns: true})
	thread, sent := parted(t, Program{Lanes: 16}, 64, nil, atomic)
	for k := range 16 {
		thread.Registers[8*4+k] = uint32(4 * (k % 8)) // lanes 8 to 15 come to the same words
		thread.Registers[8*11+k] = uint32(1000 + 100*k)
	}
	thread.Step()
	s := (*sent)[0]
	require.NoError(t, s.Deliver(0))
	require.NoError(t, s.Answer())
	require.Equal(t, []uint32{100, 101, 102, 103, 104, 105, 106, 107, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700}, thread.at(10, 16))
}

// A part of a line is accessed, of an atomic one lane a word, the lowest first.
func TestSomeOfALineIsAccessed(t *testing.T) {
	atomic := sends(isa.MessageAtomic, ud(10), 4, 5, fields{Type: isa.TypeUd, Operation: isa.AtomicExchange, Returns: true})
	thread, sent := parted(t, Program{}, 64, nil, atomic)
	for k, at := range []uint32{0, 32, 0, 4, 64, 32, 0, 60} {
		thread.Registers[8*4+k], thread.Registers[8*5+k] = at, uint32(k)
	}
	thread.Step()
	s := (*sent)[0]
	require.ErrorContains(t, s.DeliverSome(0, 0xf<<8), "no access left in line 0x0")
	require.NoError(t, s.DeliverSome(0, 1<<32-1), "lanes 0 and 3")
	require.NoError(t, s.DeliverSome(0, ^uint64(0)), "lanes 1, 2 and 7")
	require.NoError(t, s.DeliverSome(0, 1<<32-1), "lane 6")
	require.ErrorContains(t, s.DeliverSome(0, 1<<32-1), "no access left in line 0x0")
	require.Equal(t, []uint64{0, 1}, s.Lines())
	require.NoError(t, s.DeliverSome(0, ^uint64(0)), "lane 5")
	require.NoError(t, s.DeliverSome(1, ^uint64(0)), "lane 4")
	require.NoError(t, s.Answer())
	require.Equal(t, []uint32{100, 108, 0, 101, 116, 1, 2, 115}, thread.at(10, 8))

	store := sends(isa.MessageStore, noAnswer, 4, 5, fields{Type: isa.TypeUd})
	thread, sent = parted(t, Program{}, 64, nil, store)
	for k, at := range []uint32{0, 4, 0, 8, 8, 12, 0, 0} {
		thread.Registers[8*4+k], thread.Registers[8*5+k] = at, uint32(k)
	}
	thread.Step()
	require.NoError(t, (*sent)[0].DeliverSome(0, 0xff), "all lanes of two words")
	require.ErrorContains(t, (*sent)[0].DeliverSome(0, 0xff), "no access left")
	require.NoError(t, (*sent)[0].DeliverSome(0, 0xff00))
	require.NoError(t, (*sent)[0].Answer())
}
