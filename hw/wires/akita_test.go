package wires_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// hook notes what Akita is told.
type hook func(ctx sim.HookCtx)

func (h hook) Func(ctx sim.HookCtx) { h(ctx) }

func TestPortHooksFireOnPutAndTake(t *testing.T) {
	b := newBench(t)
	var f *duct[uint64]
	from := b.cell("From", feed(&f, 1))
	to := b.cell("To", drain(&f))
	f = connect[uint64](b, "F", wires.LinkConfig{Depth: 2, Width: 1, Latency: 1}, from, to)
	var got []string
	note := hook(func(ctx sim.HookCtx) {
		m := ctx.Item.(*wires.Msg)
		got = append(got, fmt.Sprintf("%s %s: %d from %s to %s in cycle %d", ctx.Domain.(sim.Port).Name(), ctx.Pos.Name, m.Body,
			m.Meta().Src.Name(), m.Meta().Dst.Name(), b.Freq.Cycle(m.Meta().SendTime)))
	})
	from.GetPortByName("F").AcceptHook(note)
	to.GetPortByName("F").AcceptHook(note)
	b.run(5)
	require.Equal(t, []string{
		"From.F Port Msg Send: 1 from From.F to To.F in cycle 1",
		"To.F Port Msg Recv: 1 from From.F to To.F in cycle 1",
		"To.F Port Msg Retrieve: 1 from From.F to To.F in cycle 2",
	}, got)
}

func TestObserversSeeEachPutAndTakeOnce(t *testing.T) {
	b := newBench(t)
	var f *duct[uint64]
	from := b.cell("From", feed(&f, 50))
	to := b.cell("To", drain(&f))
	f = connect[uint64](b, "F", wires.LinkConfig{Depth: 3, Width: 2, Latency: 2}, from, to)
	var puts, takes []uint64
	f.OnPut(func(_ uint64, v *uint64) { puts = append(puts, *v) })
	f.OnTake(func(_ uint64, v *uint64) { takes = append(takes, *v) })
	b.run(300)
	require.Len(t, puts, 50)
	require.Equal(t, puts, takes)
}

func TestPortsWorkThroughAkitasInterface(t *testing.T) {
	b := newBench(t)
	f, from, to := b.pair(wires.LinkConfig{Depth: 1, Width: 1, Latency: 1})
	out, in := from.GetPortByName("F"), to.GetPortByName("F")
	require.Same(t, from, out.Component())
	require.Nil(t, in.Peek())
	require.Nil(t, in.Retrieve(0))
	require.True(t, out.CanSend())
	require.Nil(t, out.Send(&wires.Msg{Body: uint64(5)}))
	require.False(t, out.CanSend())
	require.NotNil(t, out.Send(&wires.Msg{Body: uint64(6)}))
	require.NotNil(t, in.Recv(&wires.Msg{Body: uint64(6)}))
	b.run(1)
	require.EqualValues(t, 5, in.Peek().(*wires.Msg).Body)
	require.EqualValues(t, 5, in.Retrieve(0).(*wires.Msg).Body)
	require.False(t, f.Valid())
	require.False(t, in.CanSend())
	require.NotNil(t, out.Recv(&wires.Msg{}))
}

// Akita's monitor looks for fields of type sim.Buffer inside ports.
func TestFillLevelIsShownAsAnAkitaBuffer(t *testing.T) {
	b := newBench(t)
	f, _, to := b.pair(wires.LinkConfig{Depth: 4, Width: 2, Latency: 1})
	f.Put(1)
	f.Put(2)
	b.run(1)
	field := reflect.ValueOf(to.GetPortByName("F")).Elem().FieldByName("buf")
	require.Equal(t, reflect.TypeFor[sim.Buffer](), field.Type())
	level := reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Interface().(sim.Buffer)
	require.Equal(t, 4, level.Capacity())
	require.Equal(t, 2, level.Size())
	require.Equal(t, "To.F.Buf", level.Name())
	require.EqualValues(t, 1, level.Peek())
}

// The monitor's "tick" button calls TickLater.
func TestBlockCanBeTickedByAkitasMonitor(t *testing.T) {
	b := newBench(t)
	c := b.cell("Unit", nil)
	b.run(1)
	ticker, ok := any(c).(interface{ TickLater(sim.VTimeInSec) })
	require.True(t, ok, "wires.BlockBase has no TickLater")
	ticker.TickLater(0)
	b.run(2)
	require.Equal(t, 2, c.evals)
}

func TestStockPortsWakeABlock(t *testing.T) {
	b := newBench(t)
	c := b.cell("Unit", nil)
	b.run(5)
	for i, wake := range []func(){
		func() { c.NotifyRecv(0, nil) }, func() { c.NotifyPortFree(0, nil) }, func() { require.NoError(t, c.Handle(nil)) }, func() { b.Wake(c) },
	} {
		wake()
		b.run(b.Cycle() + 1)
		require.Equal(t, 2+i, c.evals)
	}
}

// event is an ordinary Akita event.
type event struct {
	*sim.EventBase
	late bool
}

func (e event) IsSecondary() bool { return e.late }

type handler func(sim.Event) error

func (h handler) Handle(e sim.Event) error { return h(e) }

func TestEngineRunsEventsBetweenCycles(t *testing.T) {
	b := newBench(t)
	var got []string
	b.cell("Busy", func(c *cell, cycle uint64) wires.Activity {
		if cycle >= 9 && cycle <= 11 {
			got = append(got, fmt.Sprint("cycle ", cycle))
		}
		if cycle == 12 {
			return wires.Idle
		}
		return wires.Busy
	})
	e := wires.NewEngine(b.Domain)
	at := func(cycle float64, name string, late bool) {
		h := handler(func(ev sim.Event) error { got = append(got, name); return nil })
		e.Schedule(event{sim.NewEventBase(sim.VTimeInSec(cycle*1e-9), h), late})
	}
	at(10, "late at 10", true)
	at(10, "early at 10", false)
	at(9.5, "between", false)
	require.NoError(t, e.Run())
	require.Equal(t, []string{"cycle 9", "between", "early at 10", "cycle 10", "late at 10", "cycle 11"}, got)
}

// An event at the time of a cycle comes before it, a secondary one after it, also when no event stands between it and the cycles before.
func TestAnEventStandsBesideTheCycleOfItsTime(t *testing.T) {
	for _, late := range []bool{false, true} {
		b := newBench(t)
		last := uint64(0)
		b.cell("Busy", func(_ *cell, cycle uint64) wires.Activity {
			last = cycle
			if cycle == 20 {
				return wires.Idle
			}
			return wires.Busy
		})
		e := wires.NewEngine(b.Domain)
		before := uint64(0)
		e.Schedule(event{sim.NewEventBase(10*1e-9, handler(func(sim.Event) error { before = last; return nil })), late})
		require.NoError(t, e.Run())
		if late {
			require.EqualValues(t, 10, before)
		} else {
			require.EqualValues(t, 9, before)
		}
	}
}

func TestEventWakesASleepingMachineAtItsTime(t *testing.T) {
	b := newBench(t)
	var at []uint64
	c := b.cell("Unit", func(c *cell, cycle uint64) wires.Activity {
		at = append(at, cycle)
		return wires.Idle
	})
	e := wires.NewEngine(b.Domain)
	e.Schedule(sim.MakeTickEvent(5000e-9, c))
	require.NoError(t, e.Run())
	require.Equal(t, []uint64{1, 5000}, at)
	require.InDelta(t, 5000e-9, float64(e.CurrentTime()), 1e-12)
}

func TestAnEventInThePastIsRefused(t *testing.T) {
	b := newBench(t)
	b.cell("Unit", func(*cell, uint64) wires.Activity { return wires.Idle })
	e := wires.NewEngine(b.Domain)
	e.Schedule(event{sim.NewEventBase(10e-9, handler(func(sim.Event) error { return nil })), false})
	require.NoError(t, e.Run())
	require.Panics(t, func() {
		e.Schedule(event{sim.NewEventBase(9e-9, handler(func(sim.Event) error { return nil })), false})
	})
	require.NotPanics(t, func() {
		e.Schedule(event{sim.NewEventBase(e.CurrentTime(), handler(func(sim.Event) error { return nil })), false})
	})
}

func TestEventAtTimeZeroDoesNotMoveASleepingClock(t *testing.T) {
	b := newBench(t) // no block: nothing can happen
	e := wires.NewEngine(b.Domain)
	e.Schedule(event{sim.NewEventBase(0, handler(func(sim.Event) error { return nil })), false})
	require.NoError(t, e.Run())
	require.Zero(t, b.Cycle())
}

func TestEngineReturnsTheBrokenRule(t *testing.T) {
	b := newBench(t)
	b.cell("Unit", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 5000 {
			c.Break("P2", "twice")
		}
		return wires.Busy
	})
	var v *wires.Violation
	require.ErrorAs(t, wires.NewEngine(b.Domain).Run(), &v)
	require.Equal(t, "P2", v.Rule)
}

func TestPauseHoldsTheEngineUntilContinue(t *testing.T) {
	b := newBench(t)
	stop := uint64(1 << 62)
	b.cell("Busy", func(c *cell, cycle uint64) wires.Activity {
		if cycle >= stop {
			return wires.Idle
		}
		return wires.Busy
	})
	e := wires.NewEngine(b.Domain)
	done := make(chan error)
	go func() { done <- e.Run() }()
	for e.CurrentTime() == 0 {
		time.Sleep(time.Millisecond)
	}
	e.Pause()
	e.Pause() // twice is once
	at := b.Cycle()
	time.Sleep(5 * time.Millisecond)
	require.Equal(t, at, b.Cycle())
	stop = at + 10
	e.Continue()
	e.Continue()
	require.NoError(t, <-done)
	require.Equal(t, stop, b.Cycle())
}

func TestEndHandlersAreCalled(t *testing.T) {
	e := wires.NewEngine(newBench(t).Domain)
	called := 0
	e.RegisterSimulationEndHandler(endHandler(func(sim.VTimeInSec) { called++ }))
	e.Finished()
	require.Equal(t, 1, called)
}

type endHandler func(sim.VTimeInSec)

func (h endHandler) Handle(now sim.VTimeInSec) { h(now) }

func TestTraceAndConnectionsDescribeTheMachine(t *testing.T) {
	b := newBench(t)
	_, from, to := b.pair(wires.LinkConfig{Depth: 3, Width: 1, Latency: 2})
	joinLine(t, "L", from, to)
	require.Equal(t, "From 0 | To 0", b.Trace())
	cs := b.Connections()
	require.Len(t, cs, 2)
	require.Equal(t, "F From To 3 2", fmt.Sprint(cs[0].Name, " ", cs[0].From, " ", cs[0].To, " ", cs[0].Depth, " ", cs[0].Latency))
	require.True(t, cs[1].Line)
}
