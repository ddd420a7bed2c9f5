package wires

import (
	"container/heap"
	"log"
	"math"
	"sync"
	"sync/atomic"

	"github.com/sarchlab/akita/v3/sim"
)

// sliceCycles is how long the engine runs between two chances to pause it.
const sliceCycles = 1024

// Engine is a sim.Engine that runs a clock domain cycle by cycle and ordinary
// Akita events in between. At one instant: primary events, then the domain's
// cycle, then secondary events.
type Engine struct {
	sim.HookableBase

	running   sync.Mutex // held for a slice; Pause holds it
	pauseLock sync.Mutex
	paused    bool

	dom   *Domain
	now   atomic.Uint64 // bits of the time as of the last slice or event
	early eventHeap
	late  eventHeap
	next  uint64 // number of the next event
	cut   bool   // an event was scheduled within the last slice, which ends with its cycle
	ends  []sim.SimulationEndHandler
}

var _ sim.Engine = (*Engine)(nil)

// NewEngine makes the engine of a domain.
func NewEngine(d *Domain) *Engine {
	return &Engine{dom: d}
}

func (d *Domain) timeOf(cycle uint64) sim.VTimeInSec {
	return sim.VTimeInSec(float64(cycle) / float64(d.Freq))
}

// lastBefore returns the last cycle before a time, lastUpTo the last one not after it.
func (d *Domain) lastBefore(t sim.VTimeInSec) uint64 {
	n := d.Freq.Cycle(t)
	if n > 0 && d.timeOf(n) >= t {
		n--
	}
	return n
}

func (d *Domain) lastUpTo(t sim.VTimeInSec) uint64 {
	n := d.Freq.Cycle(t)
	if n > 0 && d.timeOf(n) > t {
		n--
	}
	return n
}

// Schedule registers an ordinary Akita event. Events of one time happen in the order in which they were scheduled.
func (e *Engine) Schedule(evt sim.Event) {
	if evt.Time() < e.CurrentTime() {
		log.Panic("scheduling an event earlier than current time")
	}
	q := queued{evt, e.next}
	e.next++
	if e.dom.clk.Cycle > e.dom.Freq.Cycle(e.CurrentTime()) { // within a slice: by a block
		e.cut = true
		e.dom.Stop()
	}
	if evt.IsSecondary() {
		heap.Push(&e.late, q)
		return
	}
	heap.Push(&e.early, q)
}

// CycleEvent is the event that stands for an evaluated cycle of a domain in hooks of its engine, before and after it. Nothing handles it.
type CycleEvent struct {
	*sim.EventBase
	Cycle uint64
}

// run runs the domain, cycle by cycle while hooks want to know of each.
func (e *Engine) run(until uint64) error {
	d := e.dom
	if e.NumHooks() == 0 {
		return d.Run(until)
	}
	next := d.nextCycle()
	if next > until {
		return d.Run(until)
	}
	ctx := sim.HookCtx{Domain: e, Pos: sim.HookPosBeforeEvent, Item: CycleEvent{sim.NewEventBase(d.timeOf(next), nil), next}}
	e.setTime(d.timeOf(next))
	e.InvokeHook(ctx)
	err := d.Run(next)
	ctx.Pos = sim.HookPosAfterEvent
	e.InvokeHook(ctx)
	return err
}

// CurrentTime returns the time of the last slice or event.
func (e *Engine) CurrentTime() sim.VTimeInSec {
	return sim.VTimeInSec(math.Float64frombits(e.now.Load()))
}

func (e *Engine) setTime(t sim.VTimeInSec) { e.now.Store(math.Float64bits(float64(t))) }

// Run runs until nothing can happen and no event is left. It returns the rule
// that was broken, if one was.
func (e *Engine) Run() error {
	for {
		e.running.Lock()
		more, err := e.slice(never)
		e.running.Unlock()
		if err != nil || !more {
			return err
		}
	}
}

// RunTo runs the domain to a cycle like Domain.Run, and the events up to then, in slices between which Pause and Inspect have their turn.
func (e *Engine) RunTo(until uint64) error {
	d := e.dom
	for d.clk.Cycle < until {
		e.running.Lock()
		more, err := e.slice(until)
		e.running.Unlock()
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// Inspect calls a function while the machine stands still between two cycles.
func (e *Engine) Inspect(look func()) {
	e.pauseLock.Lock()
	defer e.pauseLock.Unlock()
	if !e.paused {
		e.running.Lock()
		defer e.running.Unlock()
	}
	look()
}

// slice runs an event, or the domain for some cycles, up to a cycle; false: nothing is left to do until then, or the domain was stopped.
func (e *Engine) slice(until uint64) (more bool, err error) {
	d := e.dom
	tick, early, late := sim.VTimeInSec(math.Inf(1)), first(e.early), first(e.late)
	if until != never {
		last := d.timeOf(until)
		early, late = notAfter(early, last), notAfter(late, last)
	}
	if next := d.nextCycle(); next != never {
		tick = d.timeOf(next)
	}
	switch {
	case early <= tick && early <= late && !math.IsInf(float64(early), 1):
		e.runEvent(heap.Pop(&e.early).(queued).Event)
	case tick <= late && !math.IsInf(float64(tick), 1):
		until = min(until, d.clk.Cycle+sliceCycles)
		if !math.IsInf(float64(early), 1) {
			until = min(until, d.lastBefore(early))
		}
		if !math.IsInf(float64(late), 1) {
			until = min(until, d.lastUpTo(late))
		}
		e.cut = false
		err = e.run(until)
		e.setTime(d.timeOf(d.clk.Cycle))
		return err == nil && (!d.stop || e.cut), err
	case !math.IsInf(float64(late), 1):
		e.runEvent(heap.Pop(&e.late).(queued).Event)
	default:
		return false, nil
	}
	return true, nil
}

// notAfter is a time that is not after the last one, or never.
func notAfter(t, last sim.VTimeInSec) sim.VTimeInSec {
	if t > last {
		return sim.VTimeInSec(math.Inf(1))
	}
	return t
}

func first(h eventHeap) sim.VTimeInSec {
	if len(h) == 0 {
		return sim.VTimeInSec(math.Inf(1))
	}
	return h[0].Time()
}

func (e *Engine) runEvent(evt sim.Event) {
	e.setTime(evt.Time())
	if d := e.dom; d.nextCycle() == never { // a sleeping clock follows the events
		past := d.lastBefore(evt.Time())
		if evt.IsSecondary() {
			past = d.lastUpTo(evt.Time())
		}
		d.clk.Cycle = max(d.clk.Cycle, past)
	}
	ctx := sim.HookCtx{Domain: e, Pos: sim.HookPosBeforeEvent, Item: evt}
	e.InvokeHook(ctx)
	_ = evt.Handler().Handle(evt)
	ctx.Pos = sim.HookPosAfterEvent
	e.InvokeHook(ctx)
}

// Pause stops the engine at the end of the current slice.
func (e *Engine) Pause() {
	e.pauseLock.Lock()
	defer e.pauseLock.Unlock()
	if !e.paused {
		e.running.Lock()
		e.paused = true
	}
}

// Continue lets a paused engine run on.
func (e *Engine) Continue() {
	e.pauseLock.Lock()
	defer e.pauseLock.Unlock()
	if e.paused {
		e.paused = false
		e.running.Unlock()
	}
}

// RegisterSimulationEndHandler adds a handler for Finished.
func (e *Engine) RegisterSimulationEndHandler(h sim.SimulationEndHandler) { e.ends = append(e.ends, h) }

// Finished calls the end handlers.
func (e *Engine) Finished() {
	for _, h := range e.ends {
		h.Handle(e.CurrentTime())
	}
}

// queued is an event with its number.
type queued struct {
	sim.Event
	number uint64
}

type eventHeap []queued

func (h eventHeap) Len() int { return len(h) }
func (h eventHeap) Less(i, j int) bool {
	if a, b := h[i].Time(), h[j].Time(); a != b {
		return a < b
	}
	return h[i].number < h[j].number
}
func (h eventHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *eventHeap) Push(x any)   { *h = append(*h, x.(queued)) }
func (h *eventHeap) Pop() any {
	old := *h
	n := len(old) - 1
	evt := old[n]
	old[n] = queued{}
	*h = old[:n]
	return evt
}
