package directed

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// Aim does something After cycles after the Nth time that something happens, or in a cycle.
// Aims do not wait for each other, and one whose time never comes does nothing.
type Aim struct {
	strictyaml.Source

	Cycle  uint64 `yaml:"cycle"`
	Token  string `yaml:"token"`  // INT_END is put into this FIFO
	Full   string `yaml:"full"`   // this FIFO becomes full
	Event  string `yaml:"event"`  // of the CSP: a key of events
	Passes string `yaml:"passes"` // the break point: a key of passing
	Reads  string `yaml:"reads"`  // the CSP: "wrap": the beginning of a ring after its end
	Action string `yaml:"action"` // an aim does this: a key of actions but poke
	Nth    int    `yaml:"nth"`    // 0: 1
	After  uint64 `yaml:"after"`  // cycles
	Do     string `yaml:"do"`     // a key of actions but poke; "": interrupt
}

// events are what the CSP tells.
var events = map[string]csp.EventKind{
	"started": csp.EventStarted, "cut": csp.EventCut, "ended": csp.EventEnded, "reported": csp.EventReported, "drained": csp.EventDrained,
	"saved": csp.EventSaved, "loaded": csp.EventLoaded, "resumed": csp.EventResumed, "idle": csp.EventIdle, "ignored": csp.EventIgnored,
	"stalled": csp.EventStalled, "refused": csp.EventRefused, "fault": csp.EventFault, "flushed": csp.EventFlushed,
}

// passing are what can pass the break point: event i of a trace.
var passing = map[string]func(t *golden.Trace, i int) bool{
	"wrap": wraps, "head": isKind(golden.KindHead), "state": isKind(golden.KindState), "draw": isKind(golden.KindDraw), "triangle": isKind(golden.KindTriangle),
	"tile": isKind(golden.KindTile), "end of draw": isKind(golden.KindEndDraw), "fence": isKind(golden.KindFence), "query": isKind(golden.KindQuery), "blit": isKind(golden.KindBlit), "flush": isKind(golden.KindFlush),
	"first tile": func(t *golden.Trace, i int) bool { return isTile(t, i) && !isTile(t, i-1) },
	"last tile":  func(t *golden.Trace, i int) bool { return isTile(t, i) && !isTile(t, i+1) },
	"last tile of draw": func(t *golden.Trace, i int) bool {
		return isTile(t, i) && i+1 < len(t.Events) && t.Events[i+1].Kind == golden.KindEndDraw
	},
}

func isKind(k golden.Kind) func(t *golden.Trace, i int) bool {
	return func(t *golden.Trace, i int) bool { return i >= 0 && i < len(t.Events) && t.Events[i].Kind == k }
}

// wraps: the head comes to the beginning of the ring.
func wraps(t *golden.Trace, i int) bool {
	return i > 0 && isKind(golden.KindHead)(t, i) && t.Events[i].Cursor.Head < t.Events[i-1].Cursor.Head
}

var isTile = isKind(golden.KindTile)

// wrap is what an aim's Reads can name.
const wrap = "wrap"

// aimable are the actions of aims.
var aimable = slices.DeleteFunc(actionNames(), func(n string) bool { return n == "poke" })

// Events lists what an aim's event can name.
func Events() []string { return slices.Sorted(maps.Keys(events)) }

// Passing lists what an aim's passes can name.
func Passing() []string { return slices.Sorted(maps.Keys(passing)) }

func (a *Aim) check() error {
	named := 0
	for _, w := range []struct {
		key, name string
		known     []string
	}{
		{"token", a.Token, hw.Connections()}, {"full", a.Full, hw.Connections()}, {"event", a.Event, Events()}, {"passes", a.Passes, Passing()},
		{"reads", a.Reads, []string{wrap}}, {"action", a.Action, aimable},
	} {
		if w.name == "" {
			continue
		}
		named++
		if !slices.Contains(w.known, w.name) {
			return a.Wrong(w.key, "%s %q%s", w.key, w.name, near.Suggest(w.name, w.known, "; "+strictyaml.OneOf(w.known)+" was expected"))
		}
	}
	if a.Cycle > 0 {
		named++
	}
	switch {
	case named != 1:
		return a.Wrong("", "one of cycle, token, full, event, passes, reads and action was expected")
	case a.Nth < 0:
		return a.Wrong("nth", "nth %d; a whole number from 1 was expected", a.Nth)
	case a.Do != "" && !slices.Contains(aimable, a.Do):
		return a.Wrong("do", "do %q; %s was expected", a.Do, strictyaml.OneOf(aimable))
	}
	return nil
}

// agenda is what the aims and interrupts of a vector still have to do.
type agenda struct {
	v    *Vector
	s    *cosim.Session
	list []due // by cycle
	done []func(do string)
}

type due struct {
	cycle uint64
	do    string
}

func newAgenda(v *Vector, s *cosim.Session) *agenda {
	g := &agenda{v: v, s: s}
	for _, cycle := range v.Interrupts {
		g.add(cycle, "")
	}
	for i := range v.Aims {
		g.watch(&v.Aims[i])
	}
	return g
}

func (g *agenda) add(cycle uint64, do string) {
	if do == "" {
		do = "interrupt"
	}
	i, _ := slices.BinarySearchFunc(g.list, cycle+1, func(d due, c uint64) int { return cmp.Compare(d.cycle, c) }) // after those of the same cycle
	g.list = slices.Insert(g.list, i, due{cycle, do})
}

// watch waits for what an aim waits for.
func (g *agenda) watch(a *Aim) {
	if a.Cycle > 0 {
		g.add(a.Cycle+a.After, a.Do)
		return
	}
	left := max(1, a.Nth)
	happens := func() {
		if left--; left == 0 {
			g.add(g.s.M.Cycle()+a.After, a.Do)
			g.s.Stop()
		}
	}
	switch {
	case a.Event != "":
		kind := events[a.Event]
		g.s.M.CSP.P.Events.Watch(func(e *csp.Event) {
			if e.Kind == kind {
				happens()
			}
		})
	case a.Action != "":
		g.done = append(g.done, func(do string) {
			if do == a.Action {
				happens()
			}
		})
	case a.Reads != "":
		g.readsWrap(happens)
	case a.Passes != "":
		is := passing[a.Passes]
		g.s.Mon.OnPass(func(t *golden.Trace, i int) {
			if is(t, i) {
				happens()
			}
		})
	case a.Token != "":
		for _, f := range fifosNamed(g.s, a.Token) {
			f.Observe(func(_ uint64, entry any) {
				if e, ok := entry.(pipe.Carrier); ok && e.Type() == pipe.IntEnd {
					happens()
				}
			})
		}
	case a.Full != "":
		for _, f := range fifosNamed(g.s, a.Full) {
			f.Observe(func(uint64, any) {
				if f.Promised() == f.Depth() {
					happens()
				}
			})
		}
	}
}

// readsWrap calls fn when the CSP reads the first line of a ring next after its last one.
func (g *agenda) readsWrap(fn func()) {
	contexts := g.s.V.Image.Contexts
	last := make([]bool, len(contexts)) // it has read the last line
	g.s.M.CSP.P.CSPDMA.Tap().OnPut(func(_ uint64, f *pipe.Fetch) {
		for i := range contexts {
			x := &contexts[i]
			begin := x.Header + regs.ContextHeaderBytes
			end := begin + 4*x.RingSize
			if f.Addr < begin || f.Addr >= end {
				continue
			}
			if last[i] && f.Addr == begin {
				fn()
			}
			last[i] = f.Addr+4*uint32(f.DWords) == end
		}
	})
}

// act does what is due, and returns the cycle in which more is; 0: nothing is known of yet.
func (g *agenda) act(now uint64) (next uint64, err error) {
	for len(g.list) > 0 && g.list[0].cycle <= now {
		if g.s.M.Room() == 0 { // the CPU waits for the bus
			return now + 1, nil
		}
		do := g.list[0].do
		g.list = g.list[1:]
		if err := actions[do](g.v, g.s, nil); err != nil {
			return 0, fmt.Errorf("%s, in cycle %d: %w", do, now, err)
		}
		for _, done := range g.done {
			done(do)
		}
	}
	if len(g.list) == 0 {
		return 0, nil
	}
	return g.list[0].cycle, nil
}
