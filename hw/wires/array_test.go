package wires_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// threads of a block, as many as its configuration says, are beside its state.
type arrayBlock struct {
	wires.BlockBase
	s    struct{ Next uint32 }
	list []arrayThread
}

type arrayThread struct {
	Count uint32
	Due   wires.Cycle
	Queue wires.Queue[uint16]
}

func (*arrayBlock) Line() string             { return "" }
func (k *arrayBlock) Parts() (any, any)      { return nil, &k.s }
func (k *arrayBlock) Stores(d *wires.Domain) { wires.AddArray(d, k, "list", k.list) }

func (k *arrayBlock) Tick(cycle uint64) wires.Activity {
	t := &k.list[k.s.Next%uint32(len(k.list))]
	if t.Count++; t.Queue.Len() == 3 {
		t.Queue.Pop()
	}
	t.Queue.Push(uint16(cycle))
	t.Due = wires.Cycle(cycle + 7)
	k.s.Next++
	return wires.Busy
}

func newArray(b *bench, threads int) *arrayBlock {
	k := &arrayBlock{BlockBase: wires.NewBlockBase("Array"), list: make([]arrayThread, threads)}
	b.Add(k)
	return k
}

// An array is copied, put back, digested with times relative to the present, and counted.
func TestArraysAreState(t *testing.T) {
	b := newBench(t)
	k := newArray(b, 5)
	require.Equal(t, uint64(32+5*(32+64)), b.StateBits(k))
	b.run(12)
	require.Equal(t, uint64(32+5*(32+64)+12*16), b.StateBits(k))
	names, _ := b.Digests()
	require.Equal(t, []string{"Array", "Array list"}, names)

	var s wires.Snapshot
	b.Save(&s)
	want := b.Digest()
	k.list[4].Count++
	require.NotEqual(t, want, b.Digest())
	k.list[4].Count--
	b.run(40)
	after := b.Digest()
	b.Load(&s)
	require.Equal(t, want, b.Digest())
	b.run(40)
	require.Equal(t, after, b.Digest())

	b.Load(&s)
	r := rand.New(rand.NewPCG(1, 2))
	b.SetCycle(1000, r)
	b.Rotate(r)
	b.FillDead(r)
	require.Equal(t, want, b.Digest(), "at another time")

	other := newBench(t)
	newArray(other, 5)
	other.Load(&s)
	other.run(40)
	require.Equal(t, after, other.Digest())
}

func TestArraysOfWhatIsNotPlainAreRefused(t *testing.T) {
	b := newBench(t)
	k := newArray(b, 1)
	require.PanicsWithValue(t, "state of Array names: string is not plain data", func() { wires.AddArray(b.Domain, k, "names", []string{""}) })
}
