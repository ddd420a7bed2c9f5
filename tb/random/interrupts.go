package random

import (
	"slices"

	"tilemark/hw"
	"tilemark/tb/directed"
	"tilemark/text/strictyaml"
)

var (
	kInterrupts = knob("interrupts", "How interrupts are chosen: at times, one after the other; aimed at what happens; every so many cycles; nested: with two run lists, for the other list, and within its run for the other one again, with returns and swaps between; commands: the CPU gives many commands of all kinds.", "none", "times:4", "burst", "aimed:6", "every:2", "nested", "commands")
	kCount      = knob("interrupts.count", "Interrupts at times, or aims.", "1:4", "2..4:4", "5..12:2")
	kPeriod     = knob("every", "Cycles after each resume.", "1..20", "21..200:2", "201..1500:7")
	kNested     = knob("nested", "What follows an interrupt for the other list within the run that it has started.", "interrupt for other:2", "interrupt and come back:4", "return:2", "swap:2", "interrupt")
	kWithin     = knob("nested.after", "Cycles between two of these.", "0..30", "31..300:3", "301..2000:2")
	kCommand    = knob("command", "What such a command is: turn and join write a run list with other contents; the status buffer is named again where there is one.", "interrupt:3", "interrupt for other:3", "interrupt and come back:3", "swap:2", "return:2", "doorbell", "write even", "write odd", "turn even", "turn odd", "join even", "join odd", "tail step", "status buffer", "served", "flush:3")
	kCommands   = knob("commands", "How many of them.", "4..12:2", "13..40:2", "41..100")
	kBetween    = knob("commands.after", "Cycles between two of them.", "0..3:2", "4..60:4", "61..400:3", "401..1500")
	kAim        = knob("aim", "What an aim waits for.", "token:4", "full:2", "event:4", "passes:5", "cycle", "wrap:2", "tail:2")
	kNth        = knob("aim.nth", "How often it must happen.", "1:3", "2..4:3", "5..30")
	kAfter      = knob("aim.after", "Cycles after it.", "0:3", "1..3:3", "4..40:2", "41..900")
	kTails      = knob("tails", "How tails that hide commands move: at once, or a command at a time, in cycles or aimed.", "at once:2", "in cycles", "aimed:2")
	kTailSteps  = knob("tails.steps", "Moves of such a tail before it shows all.", "1..2", "3..6")
	kDo         = knob("do", "What an aim does; the last four where there are two run lists.", "interrupt:10", "doorbell", "interrupt for other", "interrupt and come back:2", "swap", "return")
)

// tokenFifos are the pipe's FIFOs that carry INT_END.
var tokenFifos = func() (names []string) {
	c := hw.DefaultConfig()
	for _, f := range c.Fifos() {
		if f.Stage && f.Token {
			names = append(names, f.Name)
		}
	}
	return names
}()

// interrupts chooses when the CPU interrupts, and when it does what contexts wait for.
func (g *generator) interrupts(root *strictyaml.Node) {
	span := 800 * g.contexts
	aims := strictyaml.Seq[*strictyaml.Node]()
	switch g.word(kInterrupts) {
	case "times":
		at, times := 4, []int(nil)
		for range g.int(kCount) {
			at += 1 + g.rng.IntN(span)
			times = append(times, at)
		}
		root.Set("interrupts", times)
	case "burst":
		at, times := 4+g.rng.IntN(3*span), []int(nil)
		for range min(8, 1+g.int(kCount)) {
			times = append(times, at)
			at += 1 + g.rng.IntN(6)
		}
		root.Set("interrupts", times)
	case "aimed":
		for range g.int(kCount) {
			aims.Items = append(aims.Items, g.aim(span))
		}
	case "nested":
		if g.lists && !g.driver {
			aims.Items = append(aims.Items, g.nested(span)...)
		}
	case "commands":
		aims.Items = append(aims.Items, g.commands()...)
	case "every":
		root.Set("every", g.int(kPeriod))
	}
	if g.hidden {
		aims.Items = append(aims.Items, g.tails(span)...)
	}
	if len(g.waits) > 0 {
		aims.Items = append(aims.Items, strictyaml.Map("cycle", 500+g.rng.IntN(4*span), "do", "pass"))
	}
	if len(aims.Items) > 0 {
		root.Set("aims", aims)
	}
}

// nested interrupts for the other list, and again within the run that this has started.
func (g *generator) nested(span int) (aims []*strictyaml.Node) {
	at := 4
	for range 1 + g.rng.IntN(3) {
		at += 1 + g.rng.IntN(span)
		aims = append(aims, strictyaml.Map("cycle", at, "do", one(g.dice, "interrupt for other", "interrupt and come back", "interrupt and come back")))
		for range g.int(kCount) {
			at += g.int(kWithin)
			aims = append(aims, strictyaml.Map("cycle", at, "do", g.word(kNested)))
		}
	}
	return aims
}

// writes are the commands that write a run list.
var writes = []string{"write even", "write odd", "turn even", "turn odd", "join even", "join odd"}

// commands has the CPU give commands one after the other, whatever the machine does. A driver gives its own.
func (g *generator) commands() (aims []*strictyaml.Node) {
	at := 4
	for range g.int(kCommands) {
		at += g.int(kBetween)
		do := g.word(kCommand)
		if g.driver && do != "interrupt" && do != "doorbell" || g.once && slices.Contains(writes, do) {
			continue
		}
		aims = append(aims, strictyaml.Map("cycle", at, "do", do))
	}
	return aims
}

// tails moves the tails of contexts that hide commands, some step by step. In the end all is shown.
func (g *generator) tails(span int) (aims []*strictyaml.Node) {
	if how := g.word(kTails); how != "at once" {
		at := 4
		for range g.int(kTailSteps) {
			if at += 1 + g.rng.IntN(span); how == "in cycles" {
				aims = append(aims, strictyaml.Map("cycle", at, "do", "tail step"))
				continue
			}
			a := g.when(span)
			a.Set("do", "tail step")
			aims = append(aims, a)
		}
	}
	return append(aims, strictyaml.Map("cycle", 500+g.rng.IntN(4*span), "do", "tail"))
}

// aim chooses when something is done, and what.
func (g *generator) aim(span int) *strictyaml.Node {
	a := g.when(span)
	if do := g.word(kDo); do == "doorbell" || do != "interrupt" && g.lists {
		a.Set("do", do)
	}
	return a
}

// when chooses what an aim waits for. Rings that do not wrap, and tails that do not move, are
// no aims.
func (g *generator) when(span int) *strictyaml.Node {
	a := strictyaml.Map()
	switch what := g.word(kAim); {
	case what == "token":
		a.Set("token", one(g.dice, tokenFifos...))
	case what == "full":
		a.Set("full", one(g.dice, hw.Connections()...))
	case what == "wrap" && g.wraps:
		if g.rng.IntN(2) == 0 {
			a.Set("reads", "wrap")
		} else {
			a.Set("passes", "wrap")
		}
	case what == "tail" && g.hidden:
		a.Set("action", one(g.dice, "tail", "tail step"))
	case what == "passes":
		a.Set("passes", one(g.dice, directed.Passing()...))
	case what == "cycle":
		a.Set("cycle", 4+g.rng.IntN(3*span))
		return a
	default:
		a.Set("event", one(g.dice, directed.Events()...))
	}
	if n := g.int(kNth); n > 1 {
		a.Set("nth", n)
	}
	if n := g.int(kAfter); n > 0 {
		a.Set("after", n)
	}
	return a
}
