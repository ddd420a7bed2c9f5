package scheduler

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden"
	"tilemark/hw/regs"
)

const semaphore = 0x8000

// plain contexts draw and come to their end; one that waits looks at the semaphore before.
func plain(context uint32) Program { return Program{Context: context} }

func waits(context uint32) Program {
	return Program{Context: context, Waits: []golden.Wait{{Addr: semaphore, Value: 1, Event: 2}}}
}

// cycleOf returns the cycle of the first line of the log that contains a text, from a cycle on; it must be there.
func (w *world) cycleOf(from uint64, text string) uint64 {
	w.t.Helper()
	for _, line := range w.log {
		at, what, _ := strings.Cut(line, " ")
		if n := number(at); n >= from && strings.Contains(what, text) {
			return n
		}
	}
	require.Fail(w.t, "not in the log", "%q in %q", text, w.log)
	return 0
}

func number(s string) (n uint64) {
	for _, c := range s {
		n = 10*n + uint64(c-'0')
	}
	return n
}

// entryKinds returns kind and causes of the entries.
func (w *world) entryKinds() (out [][2]uint8) {
	for _, e := range w.entries {
		out = append(out, [2]uint8{e.Kind, e.Cause})
	}
	return out
}

// starts returns which contexts have started, in order.
func (w *world) started() (out []string) {
	for _, line := range w.log {
		if _, rest, ok := strings.Cut(line, " start "); ok {
			out = append(out, rest)
		}
	}
	return out
}

func interrupt(other bool, mode uint8) Command {
	return Command{Kind: regs.HostCommandInterrupt, Other: other, Return: mode}
}

// A context starts when its pages are there and its header makes sense, comes to its end, and leaves its slot.
func TestAContextRunsToItsEnd(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{plain(ctxA)}})
	w.list(3, false, ctxA)
	w.to(600)
	require.Equal(t, []string{"0x1000 in 0"}, w.started())
	require.Equal(t, [][2]uint8{{regs.StatusKindSwitched, regs.CauseEnd}, {regs.StatusKindIdle, 0}}, w.entryKinds())
	look, end := w.cycleOf(0, "look at tail"), w.entries[0].Cycle
	require.Greater(t, end, look+30, "a tail is looked at for csp.tail_wait cycles")
	require.Equal(t, look+14, w.cycleOf(look+1, "look at tail"), "csp.tail_poll cycles after the word")
	require.Zero(t, w.s.Count)
	require.EqualValues(t, 2, w.s.Sequence)
	require.False(t, w.s.Awake)
}

// What a context is refused for, and what the CPU is told.
func TestContextsThatDoNotStart(t *testing.T) {
	for name, c := range map[string]struct {
		spoil  func(w *world)
		cause  uint8
		reason uint8
		addr   uint32
	}{
		"empty":              {func(w *world) { w.headers[ctxA][regs.ContextHeaderTail] = 0 }, 0, 0, 0},
		"empty and no sense": {func(w *world) { *w.headers[ctxA] = [8]uint32{99, 99, 7, 7, 1 << 30, 3} }, 0, 0, 0},
		"large ring":         {func(w *world) { w.headers[ctxA][regs.ContextHeaderRingSize] = 1<<20 + 1 }, regs.CauseInvalid, regs.ReasonHeader, 1<<20 + 1},
		"head outside":       {func(w *world) { w.headers[ctxA][regs.ContextHeaderHead] = 64 }, regs.CauseInvalid, regs.ReasonHeader, 64},
		"tail outside":       {func(w *world) { w.headers[ctxA][regs.ContextHeaderTail] = 65 }, regs.CauseInvalid, regs.ReasonHeader, 65},
		"save area":          {func(w *world) { w.headers[ctxA][regs.ContextHeaderSaveArea] = 0x1804 }, regs.CauseInvalid, regs.ReasonHeader, 0x1804},
		"place-holder":       {func(w *world) { w.headers[ctxA][regs.ContextHeaderRestore] = 5 }, regs.CauseInvalid, regs.ReasonPlaceHolder, 5},
		"another save area": {func(w *world) {
			w.headers[ctxA][regs.ContextHeaderRestore], w.headers[ctxA][regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, 0x40
		}, regs.CauseInvalid, regs.ReasonSaveArea, 0x40},
		"no header": {func(w *world) { w.gone[ctxA] = true }, regs.CauseFault, 0, ctxA},
		"no ring":   {func(w *world) { w.gone[ctxA+regs.ContextHeaderBytes] = true }, regs.CauseFault, 0, ctxA + regs.ContextHeaderBytes},
		"no area":   {func(w *world) { w.gone[ctxA+areaOf] = true }, regs.CauseFault, 0, ctxA + areaOf},
		"foreign area": {func(w *world) {
			w.headers[ctxA][regs.ContextHeaderRestore], w.headers[ctxA][regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, ctxA+areaOf
			w.memory[ctxA+areaOf+4] = 0x40
		}, regs.CauseInvalid, regs.ReasonSaveArea, ctxA ^ 0x40},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Programs: []Program{plain(ctxA)}})
			c.spoil(w)
			w.list(3, false, ctxA)
			w.to(200)
			last := w.entries[len(w.entries)-1]
			require.EqualValues(t, regs.StatusKindIdle, last.Kind)
			if c.cause == 0 {
				require.Len(t, w.entries, 1)
				return
			}
			e := w.entries[0]
			require.Equal(t, []uint32{uint32(c.cause), uint32(c.reason), c.addr, ctxA}, []uint32{uint32(e.Cause), uint32(e.Reason), e.Addr, e.Context})
			require.Equal(t, uint8(0), w.s.Slots[0].Pins)
		})
	}
}

// An interrupt cuts in its cycle, but not before all registers are copied, and not while a token of another cut is above the break point.
func TestWhatHoldsACut(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{waits(ctxA), waits(ctxB)}})
	w.list(3, false, ctxA, ctxB)
	w.to(4)
	for w.s.running() == nil {
		w.to(w.now + 1)
	}
	w.does(w.now, interrupt(false, 0))
	start := w.now
	w.to(start + 700)
	cut := w.cycleOf(0, "cut 0x1")
	require.Equal(t, start+5+uint64(copied), cut, "the cycle after the last register")
	w.does(w.now, interrupt(false, 0))
	at := w.now + 1
	w.to(at)
	require.Equal(t, at, w.cycleOf(at, "cut 0x1"), "at once")

	b := w.cycleOf(cut, "start 0x2000")
	require.Greater(t, b, cut)
}

// A cut of a context that is restored waits for progress: a run that was cut before is not cut again without any.
func TestARunAfterOneWithoutProgressIsHeld(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{{Context: ctxA}}})
	w.stuck = true
	w.list(3, false, ctxA)
	w.to(200)
	w.does(200, interrupt(false, 0))
	for len(w.started()) < 2 {
		w.to(w.now + 1)
	}
	second := w.now
	w.does(second+1, interrupt(false, 0)) // first restore after the list was written? no: it has run, and made progress
	w.to(second + 10)
	require.Equal(t, second+1, w.cycleOf(second, "cut 0x1"))
	for len(w.started()) < 3 {
		w.to(w.now + 1)
	}
	third := w.now
	w.does(third+1, interrupt(false, 0))
	w.to(third + 200)
	require.Equal(t, third+20+w.progress, w.cycleOf(third, "cut 0x1"), "with PROGRESS")
}

// A run that makes no progress holds causes back for csp.progress_limit cycles from the first of them on, and so does the next one. The causes of the cut say so.
func TestARunWithoutProgressIsCutAtItsLimit(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{{Context: ctxA}}, ProgressLimit: 300})
	w.stuck, w.progress = true, 10_000
	w.headers[ctxA][regs.ContextHeaderRestore], w.headers[ctxA][regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, ctxA+areaOf
	w.list(3, false, ctxA)
	w.does(60, interrupt(false, 0))
	w.does(100, interrupt(false, 0))
	w.to(800)
	require.EqualValues(t, 360, w.cycleOf(0, "cut"), "%q", w.log)
	again := w.cycleOf(360, "start 0x1000")
	w.does(w.now, interrupt(false, 0))
	at := w.now + 1
	w.to(at + 400)
	require.Greater(t, at, again)
	require.Equal(t, at+300, w.cycleOf(at, "cut 0x41"))
}

// With PROGRESS before the limit, the run is cut then, and nothing is said of it.
func TestProgressEndsTheTimeToTheLimit(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{{Context: ctxA}}, ProgressLimit: 300})
	w.stuck, w.progress = true, 200
	w.headers[ctxA][regs.ContextHeaderRestore], w.headers[ctxA][regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, ctxA+areaOf
	w.list(3, false, ctxA)
	w.does(60, interrupt(false, 0))
	w.to(800)
	require.Equal(t, w.cycleOf(0, "start 0x1000")+20+w.progress, w.cycleOf(0, "cut 0x1"))
	require.Zero(t, w.s.Times.HoldEnd)
}

// The first restore of a written list is held, too; a WAIT that looks in vain before anything was sent ends that.
func TestAWaitThatLooksInVainIsNotHeld(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{waits(ctxA)}, Passed: func(uint32) int { return 2 }})
	w.progress = 10_000
	w.headers[ctxA][regs.ContextHeaderRestore], w.headers[ctxA][regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, ctxA+areaOf
	w.list(3, false, ctxA)
	w.does(4, Command{Kind: regs.HostCommandDoorbell})
	w.to(40)
	w.does(40, interrupt(false, 0))
	w.to(200)
	require.Equal(t, w.cycleOf(0, "look at 0x8000")+5, w.cycleOf(0, "cut 0x1"), "in the cycle after the word has come")
}

// A slice of n cycles that begins in cycle c is over in cycle c + n.
func TestSlices(t *testing.T) {
	for name, c := range map[string]struct{ config, list, want uint64 }{"of the parameter": {700, 0, 700}, "of the list": {700, 400, 400}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Programs: []Program{waits(ctxA), waits(ctxB)}, TimeSlice: c.config})
			list := Command{Kind: regs.HostCommandRunList}
			list.Contexts, list.Slices = [4]uint32{ctxA, ctxB}, [4]uint32{uint32(c.list), uint32(c.list)}
			w.does(3, list)
			w.to(3000)
			start := w.cycleOf(0, "start 0x1000")
			require.Equal(t, start+c.want, w.cycleOf(0, "cut 0x2"))
			again := w.cycleOf(start+1, "start 0x1000")
			require.Equal(t, again+20+c.want, w.cycleOf(again, "cut 0x2"), "of a restored one from RESUMED on")
		})
	}
}

// A WAIT gives way after csp.wait_yield cycles if somebody else may run or misses a page, or a page is being taken away.
func TestWhenAWaitGivesWay(t *testing.T) {
	for name, c := range map[string]struct {
		programs []Program
		prepare  func(w *world)
		yields   bool
	}{
		"alone":                 {[]Program{waits(ctxA)}, func(*world) {}, false},
		"beside another":        {[]Program{waits(ctxA), waits(ctxB)}, func(*world) {}, true},
		"beside a fault":        {[]Program{waits(ctxA), plain(ctxB)}, func(w *world) { w.gone[ctxB] = true }, true},
		"beside a flush":        {[]Program{waits(ctxA)}, func(w *world) { w.does(300, Command{Kind: regs.HostCommandFlushPage, Addr: 0x10000}) }, true},
		"beside no sense":       {[]Program{waits(ctxA), plain(ctxB)}, func(w *world) { w.headers[ctxB][regs.ContextHeaderRestore] = 5 }, true},
		"after the flush":       {[]Program{waits(ctxA)}, func(w *world) { w.does(4, Command{Kind: regs.HostCommandFlushPage, Addr: 0x10000}) }, false},
		"with csp.wait_yield 0": {[]Program{waits(ctxA), waits(ctxB)}, func(w *world) { w.m.WaitYield = 0 }, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Programs: c.programs, WaitYield: 100})
			var list []uint32
			for _, p := range c.programs {
				list = append(list, p.Context)
			}
			w.list(3, false, list...)
			c.prepare(w)
			if name == "beside a fault" { // it is looked at first
				w.list(3, false)
				w.commands = w.commands[:len(w.commands)-1]
				w.commands[1].what.Contexts = [4]uint32{ctxB, ctxA}
			}
			w.to(700)
			require.Equal(t, c.yields, slices.ContainsFunc(w.log, func(l string) bool { return strings.Contains(l, "cut 0x8") }), "%q", w.log)
			if !c.yields {
				return
			}
			first := w.cycleOf(w.cycleOf(0, "start 0x1000"), "look at 0x8000") + 4 // the first word that is too small
			cut := w.cycleOf(0, "cut 0x8")
			require.Greater(t, cut, first+100)
			require.LessOrEqual(t, cut, first+100+15, "the first look in vain from then on, and a cycle")
		})
	}
}

// When all wait in vain, one after the other, the CPU is told once.
func TestStarvation(t *testing.T) {
	for _, contexts := range [][]Program{{waits(ctxA)}, {waits(ctxA), waits(ctxB)}, {waits(ctxA), waits(ctxB), waits(ctxC)}} {
		w := newWorld(t, Config{Programs: contexts, WaitYield: 100})
		w.list(3, false, ctxA, ctxB, ctxC)
		for _, c := range []uint32{ctxB, ctxC}[len(contexts)-1:] {
			w.headers[c] = &[8]uint32{}
		}
		w.to(4000)
		yields, stalled := 0, -1
		for _, e := range w.entries {
			switch {
			case e.Kind == regs.StatusKindStalled:
				require.Negative(t, stalled, "once")
				stalled = yields
			case e.Cause == regs.CauseWait:
				yields++
			}
		}
		if len(contexts) > 1 {
			require.Equal(t, 3, stalled, "one more yield than contexts that may run, with those that are empty")
		} else {
			require.GreaterOrEqual(t, stalled, 0)
		}
		w.memory[semaphore] = 1
		w.to(6000)
		require.EqualValues(t, regs.StatusKindIdle, w.entries[len(w.entries)-1].Kind, "all come to their ends")
		require.False(t, w.s.Stalled)
	}
}
