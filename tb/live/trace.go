//go:build akita

package live

import (
	"fmt"
	"io"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/sarchlab/akita/v3/tracing"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// tracer turns what is seen between cycles into Akita's tasks: kind "activity" on each
// block, kind "context" and, below it, kind "phase" on CSP.
type tracer struct {
	m        *hw.Machine
	db       *tracing.DBTracer
	tasks    *csv
	from, to uint64
	cycle    uint64
	started  bool
	done     bool
	doing    []wires.Activity
	ids      []string // open task of each block
	context  [pipe.Slots]string
	phase    [pipe.Slots]string
	count    int
}

// Trace makes a tracer of the cycles from to to-1, whose tasks are written as Akita's own tracer of CSV writes them.
func Trace(m *hw.Machine, out io.Writer, from, to uint64) (Tracer, error) {
	if from >= to {
		return nil, fmt.Errorf("nothing to show: from cycle %d to %d", from, to)
	}
	t := &tracer{m: m, tasks: &csv{w: out}, from: max(from, m.Cycle()+1), to: to}
	t.tasks.printf("ID, ParentID, Kind, What, Where, Start, End\n")
	t.db = tracing.NewDBTracer(t, t.tasks)
	for _, b := range m.Blocks() {
		tracing.CollectTrace(b.(tracing.NamedHookable), t.db)
		t.doing, t.ids = append(t.doing, wires.Idle), append(t.ids, "")
	}
	m.CSP.P.Events.Watch(t.event)
	return t, nil
}

// CurrentTime implements sim.TimeTeller: the tasks' times are the cycles'.
func (t *tracer) CurrentTime() sim.VTimeInSec {
	return sim.VTimeInSec(float64(t.cycle) / float64(t.m.Freq))
}

func (t *tracer) Started() bool { return t.started }

func (t *tracer) start(parent string, b wires.Block, kind, what string) (id string) {
	t.count++
	id = fmt.Sprint(t.count)
	tracing.StartTask(id, parent, b.(tracing.NamedHookable), kind, what, nil)
	return id
}

func (t *tracer) end(id *string, b wires.Block) {
	if *id != "" {
		tracing.EndTask(*id, b.(tracing.NamedHookable))
	}
	*id = ""
}

func (t *tracer) Sample(cycle uint64) (next uint64) {
	switch {
	case t.done:
		return ^uint64(0)
	case cycle < t.from:
		return t.from
	}
	t.started, t.cycle = true, cycle
	for i, b := range t.m.Blocks() {
		a := t.m.LastActivity(b)
		if a == t.doing[i] {
			continue
		}
		t.end(&t.ids[i], b)
		if t.doing[i] = a; a != wires.Idle {
			t.ids[i] = t.start("", b, "activity", wires.ActivityName(b, a))
		}
	}
	if cycle+1 >= t.to {
		t.Close()
	}
	return cycle + 1
}

// event follows contexts; their tasks are on CSP.
func (t *tracer) event(e *csp.Event) {
	if t.done {
		return
	}
	t.cycle = e.Cycle
	slot := e.Slot
	phase := func(what string) {
		t.end(&t.phase[slot], t.m.CSP)
		t.phase[slot] = t.start(t.context[slot], t.m.CSP, "phase", what)
	}
	switch e.Kind {
	case csp.EventStarted:
		t.context[slot] = t.start("", t.m.CSP, "context", fmt.Sprintf("context at %#x", e.Context))
		if e.Restored {
			phase("restore")
		} else {
			phase("run")
		}
	case csp.EventLoaded:
		phase("skip")
	case csp.EventResumed:
		phase("run")
	case csp.EventCut, csp.EventEnded:
		phase("drain")
	case csp.EventDrained:
		phase("save")
	case csp.EventSaved:
		t.end(&t.phase[slot], t.m.CSP)
		t.end(&t.context[slot], t.m.CSP)
	}
}

// Close ends what is open.
func (t *tracer) Close() error {
	if t.done {
		return nil
	}
	t.done = true
	t.db.Terminate()
	return t.tasks.err
}

// csv writes tasks in the form of Akita's CSVTraceWriter, which loses the errors of its file.
type csv struct {
	w   io.Writer
	err error
}

func (c *csv) printf(format string, args ...any) {
	if c.err == nil {
		_, c.err = fmt.Fprintf(c.w, format, args...)
	}
}

// Write implements tracing.TracerBackend.
func (c *csv) Write(t tracing.Task) {
	c.printf("%s, %s, %s, %s, %s, %.10f, %.10f\n", t.ID, t.ParentID, t.Kind, t.What, t.Where, t.StartTime, t.EndTime)
}

// Flush implements tracing.TracerBackend; nothing is held back.
func (c *csv) Flush() {}
