package wires_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// adder is a component as Akita's users write them: it answers each number with the next one, a cycle after it came.
type adder struct {
	*sim.TickingComponent
	port sim.Port
}

func newAdder(name string, e sim.Engine) *adder {
	a := &adder{}
	a.TickingComponent = sim.NewTickingComponent(name, e, 1*sim.GHz, a)
	a.port = sim.NewLimitNumMsgPort(a, 2, name+".Port")
	return a
}

func (a *adder) Tick(now sim.VTimeInSec) bool {
	m := a.port.Peek()
	if m == nil {
		return false
	}
	answer := &wires.Msg{Body: m.(*wires.Msg).Body.(uint64) + 1}
	answer.ID = sim.GetIDGenerator().Generate()
	answer.Src, answer.Dst, answer.SendTime = a.port, m.Meta().Src, now
	if a.port.Send(answer) != nil {
		return false
	}
	a.port.Retrieve(now)
	return true
}

// joined is a domain whose blocks talk to an adder through a gateway.
type joined struct {
	*bench
	engine *wires.Engine
	got    []uint64
	cycles []uint64
}

func newJoined(t *testing.T, n uint64, c wires.Conversion[uint64, uint64]) *joined {
	b := newBench(t)
	j := &joined{bench: b, engine: wires.NewEngine(b.Domain)}
	conn := sim.NewDirectConnection("Conn", j.engine, 1*sim.GHz)
	a := newAdder("Adder", j.engine)
	conn.PlugIn(a.port, 2)
	g := wires.NewGateway("Gateway", conn, a.port, 2, c)
	b.Add(g)
	var to wires.Out[uint64]
	var in wires.In[uint64]
	var sent uint64
	from := b.cell("From", func(_ *cell, _ uint64) wires.Activity {
		if sent == n {
			return wires.Idle
		}
		if !to.Ready() {
			return to.Blocked()
		}
		to.Put(10 * sent)
		sent++
		return wires.Busy
	})
	sink := b.cell("Sink", func(_ *cell, cycle uint64) wires.Activity {
		if !in.Valid() {
			return in.Starved()
		}
		j.got, j.cycles = append(j.got, in.Take()), append(j.cycles, cycle)
		return wires.Busy
	})
	wires.Attach(from, &to, "Requests")
	wires.Attach(sink, &in, "Answers")
	cfg := wires.LinkConfig{Depth: 2, Width: 64, Latency: 1}
	_, err := wires.Join("Requests", cfg, &to, &g.From)
	require.NoError(t, err)
	_, err = wires.Join("Answers", cfg, &g.To, &in)
	require.NoError(t, err)
	return j
}

// A component that Akita's engine runs and blocks of a domain send each other numbers: none is lost, all come in order, in the same cycles each time.
func TestStockComponentBehindAGateway(t *testing.T) {
	var first *joined
	for range 2 {
		j := newJoined(t, 100, wires.Conversion[uint64, uint64]{})
		require.NoError(t, j.engine.Run())
		require.Len(t, j.got, 100)
		for n, v := range j.got {
			require.EqualValues(t, 10*n+1, v)
		}
		if first != nil {
			require.Equal(t, first.cycles, j.cycles)
		}
		first = j
	}
	j := newJoined(t, 100, wires.Conversion[uint64, uint64]{})
	for n := uint64(7); len(j.got) < 100; n += 7 {
		require.NoError(t, j.engine.RunTo(n))
		require.Less(t, n, uint64(10000))
	}
	require.Equal(t, first.cycles, j.cycles, "in pieces")
}

// request and answer are messages of a component's own.
type request struct {
	sim.MsgMeta
	Number uint64
}

func (r *request) Meta() *sim.MsgMeta { return &r.MsgMeta }

func TestMessagesOfAGateway(t *testing.T) {
	j := newJoined(t, 1, wires.Conversion[uint64, uint64]{Entry: func(m sim.Msg) (uint64, error) { return 7 * m.(*wires.Msg).Body.(uint64), nil }})
	require.NoError(t, j.engine.Run())
	require.Equal(t, []uint64{7}, j.got)
	j = newJoined(t, 1, wires.Conversion[uint64, uint64]{Entry: func(sim.Msg) (uint64, error) { return 0, errors.New("no number") }})
	require.ErrorContains(t, j.engine.Run(), "no number")

	j = newJoined(t, 0, wires.Conversion[uint64, uint64]{})
	port := j.block("Gateway").GetPortByName("Port")
	for _, c := range []struct {
		m    sim.Msg
		says string
	}{{&request{}, "a message *wires_test.request; *wires.Msg was expected"}, {&wires.Msg{Body: int8(1)}, "a message with a body int8; uint64 was expected"}} {
		require.Nil(t, port.Recv(c.m))
		require.ErrorContains(t, j.engine.Run(), c.says)
		port.Retrieve(0)
	}
}

// A port that is joined refuses another connection, and what is no entry of it.
func TestJoinedPortsRefuseConnections(t *testing.T) {
	b := newBench(t)
	_, from, to := b.pair(wires.LinkConfig{Depth: 1, Width: 1, Latency: 1})
	joinLine(t, "L", from, to)
	conn := sim.NewDirectConnection("Conn", wires.NewEngine(b.Domain), 1*sim.GHz)
	for _, p := range []sim.Port{from.GetPortByName("F"), to.GetPortByName("F"), from.GetPortByName("L"), to.GetPortByName("L")} {
		require.PanicsWithValue(t, p.Name()+" is joined by the domain's own connection; a component of Akita's is joined through a wires.Gateway", func() { conn.PlugIn(p, 1) })
	}
	require.PanicsWithValue(t, "From.F: *wires.Msg was sent; *wires.Msg with a uint64 was expected", func() { from.GetPortByName("F").Send(&wires.Msg{Body: int8(1)}) })
}

func TestHooksOfLines(t *testing.T) {
	b := newBench(t)
	high := b.line(func(_ *cell, l *wire, cycle uint64) wires.Activity {
		if cycle == 3 || cycle == 5 {
			l.Raise()
		}
		return wires.Busy
	})
	var got []string
	note := hook(func(ctx sim.HookCtx) {
		m := ctx.Item.(*wires.Msg)
		got = append(got, fmt.Sprintf("%s %s %T, cycles %d to %d", ctx.Domain.(sim.Port).Name(), ctx.Pos.Name, m.Body, b.Freq.Cycle(m.SendTime), b.Freq.Cycle(m.RecvTime)))
	})
	b.block("From").GetPortByName("L").AcceptHook(note)
	b.block("To").GetPortByName("L").AcceptHook(note)
	b.run(10)
	require.Equal(t, []uint64{4, 6}, *high)
	require.Equal(t, []string{
		"From.L Port Msg Send wires.Pulse, cycles 3 to 4", "To.L Port Msg Recv wires.Pulse, cycles 3 to 4",
		"From.L Port Msg Send wires.Pulse, cycles 5 to 6", "To.L Port Msg Recv wires.Pulse, cycles 5 to 6",
	}, got)
}

// Hooks of the engine are told of each evaluated cycle as of an event.
func TestEngineHooksSeeCycles(t *testing.T) {
	b := newBench(t)
	b.cell("Unit", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 2 {
			c.WakeAt(6)
		}
		if cycle < 2 {
			return wires.Busy
		}
		return wires.Waiting
	})
	e := wires.NewEngine(b.Domain)
	var got []string
	e.AcceptHook(hook(func(ctx sim.HookCtx) {
		c := ctx.Item.(wires.CycleEvent)
		require.Equal(t, c.Cycle, b.Freq.Cycle(c.Time()))
		require.Equal(t, c.Time(), e.CurrentTime())
		got = append(got, fmt.Sprint(ctx.Pos.Name, " ", c.Cycle))
	}))
	require.NoError(t, e.RunTo(4))
	require.NoError(t, e.Run())
	require.Equal(t, []string{"BeforeEvent 1", "AfterEvent 1", "BeforeEvent 2", "AfterEvent 2", "BeforeEvent 6", "AfterEvent 6"}, got)
}

// Events of one time happen in the order in which they were scheduled.
func TestEventsOfOneTimeKeepTheirOrder(t *testing.T) {
	e := wires.NewEngine(newBench(t).Domain)
	var got []int
	for n := range 100 {
		e.Schedule(event{sim.NewEventBase(5e-9, handler(func(sim.Event) error { got = append(got, n); return nil })), n%3 == 0})
	}
	require.NoError(t, e.Run())
	require.Len(t, got, 100)
	for n := 1; n < len(got); n++ {
		require.True(t, got[n] > got[n-1] || got[n-1]%3 != 0 && got[n]%3 == 0, "%v", got)
	}
}
