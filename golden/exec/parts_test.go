package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// parted is a thread whose messages are taken apart, with a binding of so many words that count from 100.
func parted(t *testing.T, p Program, words int, c *Cluster, items ...any) (*Thread, *[]*Sent) {
	t.Helper()
	data := make([]byte, 0, 4*words)
	for n := range words {
		data = append(data, bytesOf(uint32(100+n))...)
	}
	sent := &[]*Sent{}
	m := machine{Program: p, memory: Memory{Bindings: []Binding{{Data: data, Write: true}}}, options: Options{Parts: func(s *Sent) { *sent = append(*sent, s) }},
		prepare: func(th *Thread) {
			for k := range 8 {
				th.Registers[8*4+k] = uint32(16 * k) // addresses: two lanes a line
			}
		}}
	if c != nil {
		c.image = data
	}
	thread := m.thread(t, append(items, end())...)
	thread.Cluster = c
	return thread, sent
}

func loadFrom(dst, address int) ins {
	return sends(isa.MessageLoad, ud(dst), address, 0, fields{Type: isa.TypeUd})
}

// A load is done a line at a time, in any order, and is in the registers with the answer; that of a lane that is a helper, too. Lines that it does not have, or
// no longer, are refused.
func TestLoadsInParts(t *testing.T) {
	thread, sent := parted(t, Program{}, 30, nil, loadFrom(10, 4), do(isa.OpMov, ud(11), ud(12)), do(isa.OpMov, ud(13), ud(10)))
	thread.set(10, 1, 2, 3, 4, 5, 6, 7, 8)
	thread.Helpers = 0x82
	thread.Step()
	s := (*sent)[0]
	require.Equal(t, []uint64{0, 1}, s.Lines())
	require.False(t, thread.Blocked())
	thread.Step()
	require.True(t, thread.Blocked(), "the next instruction needs r10")
	require.ErrorContains(t, s.Answer(), "answered before line 0x0 was accessed")
	require.NoError(t, s.Deliver(1))
	require.ErrorContains(t, s.Deliver(1), "no access left in line 0x1")
	require.ErrorContains(t, s.Deliver(2), "no access left in line 0x2")
	require.NoError(t, s.Deliver(0))
	require.Equal(t, []uint32{1, 2, 3, 4, 5, 6, 7, 8}, thread.at(10, 8))
	require.NoError(t, s.Answer())
	require.Equal(t, []uint32{100, 104, 108, 112, 116, 120, 124, 128}, thread.at(10, 8))
	require.ErrorContains(t, s.Answer(), "answered before")
	thread.run()
	require.Equal(t, Ended, thread.State)
	require.Equal(t, thread.at(10, 8), thread.at(13, 8))
}

// An instruction that reads or writes the registers of an answer fails before it, as do a wait, a barrier, a thread_end, and a handler.
func TestInstructionsBeforeAnAnswer(t *testing.T) {
	for _, c := range []struct {
		i    ins
		says string
	}{
		{do(isa.OpMov, ud(11), ud(10)), "it uses r10 before the message of byte 0x0 is answered"},
		{do(isa.OpMov, ud(10), ud(11)), "it uses r10"},
		{do(isa.OpAdd, ud(11), ud(12), ud(10).el(3).by(isa.RegionScalar)), "it uses r10"},
		{do(isa.OpMad, ud(11), ud(12), ud(13), ud(10)), "it uses r10"},
		{do(isa.OpMov, ud(12), ud(10).el(6)).swizzle("wzyx"), "it uses r10"}, // r11.1, r11.0, r10.7, r10.6, then r11
		{do(isa.OpMov, ud(12), ud(9).el(2)).swizzle("wzyx"), "it uses r10"},  // r9, then r10.1, r10.0, r9.7, r9.6
		{do(isa.OpMov, ud(12), ud(11)).swizzle("wzyx"), ""},
		{loadFrom(10, 4), "it uses r10"},
		{loadFrom(11, 10), "it uses r10"},
		{storeTo(0, 4, 10), "it uses r10"},
		{flow(isa.OpWait, ""), "wait goes on before the message of byte 0x0 is answered"},
		{sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}), "barrier before the message of byte 0x0 has accessed line 0x0"},
		{sends(isa.MessageThreadEnd, noAnswer, 4, 0, fields{}), "thread_end before the message of byte 0x0 has accessed line 0x0"},
		{do(isa.OpMov, ud(11), num(10, isa.TypeUd)), ""},
		{loadFrom(11, 4), ""},
	} {
		thread, _ := parted(t, Program{}, 64, nil, loadFrom(10, 4), c.i)
		thread.Step()
		require.Equal(t, c.says != "", thread.Blocked(), c.says)
		thread.Step()
		if c.says == "" {
			require.Nil(t, thread.Fault)
			continue
		}
		require.Contains(t, thread.Fault.Reason, c.says)
	}
	thread, _ := parted(t, Program{}, 64, nil, loadFrom(10, 4))
	thread.Step()
	require.ErrorContains(t, thread.Enter(kernel(t, Program{Lanes: 8, Stage: StageTrap}, end()), [4]uint32{}), "before its message of byte 0x0 is answered")
}

// A thread_end says that commands are written: what was stored is in memory before it, acknowledged or not.
func TestThreadEndAfterStores(t *testing.T) {
	thread, sent := parted(t, Program{}, 64, nil, storeTo(0, 4, 12), sends(isa.MessageThreadEnd, noAnswer, 5, 0, fields{}))
	got := &ring{}
	thread.options.Ring = got
	thread.set(5, 3)
	thread.Step()
	for _, line := range []uint64{1, 0} {
		require.True(t, thread.Blocked(), "line %d is not in memory", line)
		require.NoError(t, (*sent)[0].Deliver(line))
	}
	require.False(t, thread.Blocked())
	thread.Step()
	require.Nil(t, thread.Fault)
	require.Equal(t, []uint32{3}, got.ended)
	require.NoError(t, (*sent)[0].Answer())
}

// A thread's own accesses to a word are done in their order, where one of them writes; others may pass.
func TestOrderOfAThreadsMessages(t *testing.T) {
	thread, sent := parted(t, Program{}, 64, nil, loadFrom(10, 4), storeTo(0, 4, 12), loadFrom(11, 4), loadFrom(14, 4).plus(4))
	thread.set(12, 1, 2, 3, 4, 5, 6, 7, 8)
	for range 4 {
		thread.Step()
	}
	load, store, after, beside := (*sent)[0], (*sent)[1], (*sent)[2], (*sent)[3]
	require.ErrorContains(t, store.Deliver(0), "address 0x0 is accessed before the message of byte 0x0 has accessed it")
	require.ErrorContains(t, after.Deliver(0), "address 0x0 is accessed before the message of byte 0x10 has accessed it")
	require.NoError(t, beside.Deliver(0), "another word of the line")
	require.NoError(t, load.Deliver(0))
	require.NoError(t, store.Deliver(0))
	require.NoError(t, after.Deliver(0))
	for _, s := range []*Sent{load, store, after, beside} {
		for _, line := range s.Lines() {
			require.NoError(t, s.Deliver(line))
		}
	}
	require.NoError(t, after.Answer(), "answers come in any order")
	require.NoError(t, load.Answer())
	require.NoError(t, store.Answer())
	require.NoError(t, beside.Answer())
	require.Equal(t, []uint32{100, 104, 108}, thread.at(10, 3))
	require.Equal(t, []uint32{1, 2, 3, 4, 5, 6, 7, 8}, thread.at(11, 8))
	require.Equal(t, []uint32{101, 105, 109}, thread.at(14, 3))
}

// Data are those of the time at which the message was sent. Lanes that do not execute, and helpers, write nothing; atomics of helpers answer 0.
func TestStoresAndAtomicsInParts(t *testing.T) {
	add := sends(isa.MessageAtomic, ud(14), 4, 12, fields{Type: isa.TypeUd, Operation: isa.AtomicAdd, Returns: true})
	thread, sent := parted(t, Program{}, 20, nil, storeTo(0, 4, 12).when(0), add, do(isa.OpMov, ud(12), num(0, isa.TypeUd)))
	thread.set(12, 1, 2, 3, 4, 5, 6, 7, 8)
	thread.set(14, 9, 9, 9, 9, 9, 9, 9, 9)
	thread.Flags[0], thread.Helpers = 0x0b, 0x12
	for range 3 {
		thread.Step()
	}
	store, atomic := (*sent)[0], (*sent)[1]
	require.Equal(t, []uint64{0}, store.Lines(), "lanes 0 and 3; lane 1 is a helper")
	require.NoError(t, store.Deliver(0))
	require.NoError(t, store.Answer())
	require.Equal(t, []uint64{0}, atomic.Lines(), "lane 4 is a helper, the others lie beyond 80 bytes")
	require.NoError(t, atomic.Deliver(0))
	require.NoError(t, atomic.Answer())
	require.Equal(t, []uint32{1, 0, 108, 4, 0, 0, 0, 0}, thread.at(14, 8))
	data := wordsOf(thread.memory.Bindings[0].Data)
	require.Equal(t, []uint32{2, 104, 111, 8, 116}, []uint32{data[0], data[4], data[8], data[12], data[16]})
}

// With an observed cluster loads are of lines that are there, and what goes to memory finds them written back and dropped.
func TestPartsAndObservedLines(t *testing.T) {
	c := NewCluster(nil)
	c.Observed = true
	thread, sent := parted(t, Program{}, 64, c, loadFrom(10, 4), storeTo(0, 4, 12), sends(isa.MessageAtomic, noAnswer, 4, 12, fields{Type: isa.TypeUd}),
		sends(isa.MessageLoad, ud(11), 4, 0, fields{Type: isa.TypeUd, NonCacheable: true}))
	for range 4 {
		thread.Step()
	}
	load, store, atomic, direct := (*sent)[0], (*sent)[1], (*sent)[2], (*sent)[3]
	require.ErrorContains(t, load.Deliver(0), "which is not in the cluster's lines")
	c.Fill(0)
	require.NoError(t, load.Deliver(0))
	require.NoError(t, store.Deliver(0))
	require.ErrorContains(t, atomic.Deliver(0), "it was to be written back and dropped before")
	c.WriteBack(0)
	require.ErrorContains(t, atomic.Deliver(0), "it was to be written back and dropped before")
	c.Drop(0)
	require.NoError(t, atomic.Deliver(0))
	require.NoError(t, direct.Deliver(0))
	require.Equal(t, []uint64{1}, load.Lines())
}

// Constants are answered as whole registers, from the lines for constants.
func TestConstantsInParts(t *testing.T) {
	c := NewCluster(nil)
	c.Observed = true
	thread, sent := parted(t, Program{}, 20, c, sends(isa.MessageConstant, ud(10), 0, 0, fields{Count: 1}).plus(32))
	for k := range 16 {
		thread.Registers[80+k] = 7
	}
	thread.Step()
	s := (*sent)[0]
	require.Equal(t, []uint64{0, 1}, s.Lines())
	c.Fill(0)
	require.Error(t, s.Deliver(0), "a line of data is none for constants")
	c.FillConstants(0)
	c.FillConstants(1)
	require.NoError(t, s.Deliver(1))
	require.NoError(t, s.Deliver(0))
	require.NoError(t, s.Answer())
	require.Equal(t, []uint32{108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 0, 0, 0, 0}, thread.at(10, 16))
}

// Bindings of one image that overlap are the same memory for a thread's order; without a cluster each binding is apart.
func TestOrderOfOverlappingBindings(t *testing.T) {
	for _, c := range []struct {
		cluster bool
		base    uint64 // of binding 1; binding 0 begins the image
		before  bool   // the load of binding 1 may be done before the store to binding 0
	}{{false, 0, true}, {true, 0, false}, {true, 4, false}, {true, 256, true}} {
		items := []any{storeTo(0, 4, 12), sends(isa.MessageLoad, ud(10), 4, 0, fields{Binding: 1, Type: isa.TypeUd})}
		var cluster *Cluster
		if c.cluster {
			cluster = NewCluster(nil)
		}
		thread, sent := parted(t, Program{}, 128, cluster, items...)
		image := thread.memory.Bindings[0].Data
		thread.memory.Bindings = []Binding{{Data: image[:128], Write: true}, {Data: image[c.base:], Base: c.base}}
		for k := range 8 {
			thread.Registers[8*4+k] = uint32(4 * k)
		}
		thread.Step()
		thread.Step()
		require.Len(t, *sent, 2)
		load := (*sent)[1]
		require.Equal(t, c.before, load.Deliver(load.Lines()[0]) == nil, "%+v", c)
	}
}

// Accesses meet in a byte that both have, whatever their types, and wherever in a word their bindings begin.
func TestOrderOfAccessesThatShareBytes(t *testing.T) {
	for _, c := range []struct {
		typ    uint32
		base   uint64 // of binding 1
		offset int32  // of the load
		before bool   // it may be done before the store to bytes 64 to 67
	}{
		{isa.TypeUb, 0, 63, true}, {isa.TypeUb, 0, 64, false}, {isa.TypeUb, 0, 65, false}, {isa.TypeUb, 0, 67, false}, {isa.TypeUb, 0, 68, true},
		{isa.TypeUw, 0, 62, true}, {isa.TypeUw, 0, 64, false}, {isa.TypeUw, 0, 66, false}, {isa.TypeUw, 0, 68, true},
		{isa.TypeUd, 0, 60, true}, {isa.TypeUd, 0, 64, false}, {isa.TypeUd, 0, 68, true},
		{isa.TypeUq, 0, 56, true}, {isa.TypeUq, 0, 64, false}, {isa.TypeUq, 0, 72, true},
		{isa.TypeUq, 4, 48, true}, {isa.TypeUq, 4, 56, false}, {isa.TypeUq, 4, 64, true},
		{isa.TypeUd, 1, 56, true}, {isa.TypeUd, 1, 60, false}, {isa.TypeUd, 1, 64, false}, {isa.TypeUd, 1, 68, true},
		{isa.TypeUd, 2, 56, true}, {isa.TypeUd, 2, 60, false}, {isa.TypeUd, 2, 64, false}, {isa.TypeUd, 2, 68, true},
		{isa.TypeUd, 3, 56, true}, {isa.TypeUd, 3, 60, false}, {isa.TypeUd, 3, 64, false}, {isa.TypeUd, 3, 68, true},
		{isa.TypeUw, 1, 60, true}, {isa.TypeUw, 1, 62, false}, {isa.TypeUw, 1, 66, false}, {isa.TypeUw, 3, 66, true},
	} {
		load := sends(isa.MessageLoad, r(10, c.typ), 4, 0, fields{Binding: 1, Type: c.typ}).sized(isa.SizeLanes1, 0).plus(c.offset)
		thread, sent := parted(t, Program{}, 64, NewCluster(nil), storeTo(0, 4, 12).sized(isa.SizeLanes1, 0).plus(64), load)
		image := thread.memory.Bindings[0].Data
		thread.memory.Bindings = []Binding{{Data: image, Write: true}, {Data: image[c.base:], Base: c.base}}
		thread.Step()
		thread.Step()
		require.Len(t, *sent, 2)
		err := (*sent)[1].Deliver((*sent)[1].Lines()[0])
		require.Equal(t, c.before, err == nil, "a load of %s at byte %d: %v", isa.TypeNames[c.typ], int(c.base)+int(c.offset), err)
	}
}
