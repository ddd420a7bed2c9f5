package cache_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/cache"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

const lines = 4

// user is a block that is nothing but a cache; do is what it does in a cycle.
type user struct {
	wires.BlockBase
	P  userPorts
	c  cache.Cache
	S  cache.State
	do func()
}

func (b *user) Tick(uint64) wires.Activity {
	if b.do != nil {
		b.do()
	}
	return wires.Busy
}

func (b *user) Line() string { return "CACHE" }

func (b *user) Parts() (ports, state any) { return &b.P, &b.S }

// userPorts are those of a cache's user.
type userPorts struct {
	Req wires.Out[pipe.MemRequest]
	Ans wires.In[pipe.MemAnswer]
}

type bench struct {
	*blocktest.Bench
	t   testing.TB
	b   *user
	req *blocktest.Sink[pipe.MemRequest]
	ans *blocktest.Source[pipe.MemAnswer]
}

func newBench(t testing.TB) *bench { return newBenchOf(t, lines) }

func newBenchOf(t testing.TB, lines int) *bench {
	b := &user{BlockBase: wires.NewBlockBase("User")}
	b.c.Init(cache.Config{Lines: lines}, &b.S, &b.P.Req, &b.P.Ans)
	k := &bench{Bench: blocktest.New(t, b), t: t, b: b}
	k.req = blocktest.Out(k.Bench, &b.P.Req, "REQ", 2).As(func(r *pipe.MemRequest) string { return fmt.Sprintf("%s %#x", r.What(), r.Addr) })
	k.ans = blocktest.In(k.Bench, &b.P.Ans, "ANS", 2)
	return k
}

// cycle runs one cycle in which the user does something.
func (k *bench) cycle(do func(c *cache.Cache)) {
	k.b.do = func() { do(&k.b.c) }
	k.Step(1)
	k.b.do = nil
}

func (k *bench) lookup(addr uint32) (index int, ok, moved bool) {
	k.cycle(func(c *cache.Cache) { index, ok, moved = c.Lookup(addr, 1) })
	return
}

// answer has memory answer a request and the cache take it.
func (k *bench) answer(op pipe.Op, tag int, first uint32) (filled int) {
	a := pipe.MemAnswer{Op: op, Tag: uint16(tag)}
	a.Data[0] = first
	k.ans.Queue = append(k.ans.Queue, a)
	k.Step(1)
	k.cycle(func(c *cache.Cache) {
		var moved bool
		filled, moved = c.Answer()
		require.True(k.t, moved)
	})
	return filled
}

// load brings a line in, without users.
func (k *bench) load(addr, first uint32) int {
	i, ok, _ := k.lookup(addr)
	require.True(k.t, ok)
	require.Equal(k.t, i, k.answer(pipe.Read, i, first))
	k.b.c.Done(i)
	return i
}

func (k *bench) requests() (out []string) {
	k.Step(3)
	for _, r := range k.req.Got {
		out = append(out, fmt.Sprintf("%s %#x", r.What(), r.Addr))
	}
	k.req.Got = nil
	return out
}
