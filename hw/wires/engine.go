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

// lastBefore returns the last cycle before a time, lastUpTo the last one not behind it.
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

// Schedule registers an ordinary Akita event.
func (e *Engine) Schedule(evt sim.Event) {
	if evt.Time() < e.CurrentTime() {
		log.Panic("scheduling an event earlier than current time")
	}
	if evt.IsSecondary() {
		heap.Push(&e.late, evt)
		return
	}
	heap.Push(&e.early, evt)
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
		more, err := e.slice()
		e.running.Unlock()
		if err != nil || !more {
			return err
		}
	}
}

// RunTo runs the domain to a cycle like Domain.Run, in slices between which Pause and
// Inspect have their turn.
func (e *Engine) RunTo(until uint64) error {
	d := e.dom
	for d.clk.Cycle < until {
		e.running.Lock()
		before := d.clk.Cycle
		err := d.Run(min(until, before+sliceCycles))
		e.setTime(d.timeOf(d.clk.Cycle))
		over := err != nil || d.stop || d.clk.Cycle == before
		e.running.Unlock()
		if over {
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

func (e *Engine) slice() (more bool, err error) {
	d := e.dom
	tick, early, late := sim.VTimeInSec(math.Inf(1)), first(e.early), first(e.late)
	if next := d.nextCycle(); next != never {
		tick = d.timeOf(next)
	}
	switch {
	case early <= tick && early <= late && len(e.early) > 0:
		e.runEvent(heap.Pop(&e.early).(sim.Event))
	case tick <= late && !math.IsInf(float64(tick), 1):
		until := d.clk.Cycle + sliceCycles
		if len(e.early) > 0 {
			until = min(until, d.lastBefore(early))
		}
		if len(e.late) > 0 {
			until = min(until, d.lastUpTo(late))
		}
		err = d.Run(until)
		e.setTime(d.timeOf(d.clk.Cycle))
	case len(e.late) > 0:
		e.runEvent(heap.Pop(&e.late).(sim.Event))
	default:
		return false, nil
	}
	return err == nil, err
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

type eventHeap []sim.Event

func (h eventHeap) Len() int           { return len(h) }
func (h eventHeap) Less(i, j int) bool { return h[i].Time() < h[j].Time() }
func (h eventHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *eventHeap) Push(x any)        { *h = append(*h, x.(sim.Event)) }
func (h *eventHeap) Pop() any {
	old := *h
	n := len(old) - 1
	evt := old[n]
	old[n] = nil
	*h = old[:n]
	return evt
}
