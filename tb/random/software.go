package random

import "tilemark/text/strictyaml"

var (
	kLists    = knob("lists", "Run lists that have contexts; leave: each leaves for the other one after its last context.", "even:6", "both:2", "leave:2")
	kDriver   = knob("driver", "Policy of a driver that decides which contexts run; none: the run lists stay.", "none:12", "round-robin", "fair", "priority", "shortest-remaining")
	kTurn     = knob("driver.slice", "Cycles of a turn.", "200..800", "801..3000:2", "3001..8000")
	kListed   = knob("driver.depth", "Contexts that the driver puts into a run list.", "1:2", "2", "3..4")
	kReaction = knob("driver.latency", "Cycles until the driver reacts.", "0", "1..300")
	kArrives  = knob("arrives", "Cycle in which a context's work is there, with a driver; 0: at once.", "0:2", "1..2000", "2001..9000")
	kPriority = knob("priority", "Priority of a context, with a driver.", "0:2", "1..3")
	kEntries  = knob("status_buffer", "Entries of the context status buffer; 0: there is none.", "0", "1..3", "4..32:2")
	kPaging   = knob("paging", "How pages are mapped: none: all the time; few: memory has fewer pages than the contexts; steal: pages are taken away.", "none:8", "enough:2", "few", "steal")
	kService  = knob("paging.latency", "Cycles from a page fault to its service.", "1..60", "61..400:2", "401..2000")
	kFrames   = knob("paging.frames", "Pages of memory when there are few: scenes need five to twelve at once.", "1..5", "6..9:3", "10..14:2", "15..19:2")
	kSame     = yesNo("paging.same_pages", "All contexts use the same page numbers, each for frames of its own.", 1, 1)
	kReuse    = yesNo("paging.reuse", "A frame that nothing uses any more is spoiled and given to another page at once.", 1, 1)
	kMove     = knob("paging.move", "Cycles between two pages that are moved to another frame, more than a walk takes, which begins anew then; 0: none is.", "0:3", "2000..4000", "4001..9000")
	kMapped   = yesNo("paging.mapped", "Pages are mapped before the run, so that the first fault comes when one has been taken away.", 2, 1)
	kSteal    = knob("paging.steal", "Cycles between two pages that are taken away.", "500..900", "901..3000:2")
)

// manyFrames is more pages than the contexts of a random vector have: some stay free, for pages that are moved.
const manyFrames = 250

// software chooses operating system and driver.
func (g *generator) software(root *strictyaml.Node) {
	if policy := g.word(kDriver); policy != "none" {
		g.driver = true
		d := strictyaml.Map("policy", policy, "slice", g.int(kTurn), "depth", g.int(kListed))
		if n := g.int(kReaction); n > 0 {
			d.Set("latency", n)
		}
		root.Set("driver", d)
	} else {
		c := root.Lookup("config")
		if n := g.int(kSlice); n > 0 {
			c.Set("csp.time_slice", n)
		}
		lists := g.word(kLists)
		g.lists = lists != "even" || g.contexts > 4
		if lists == "leave" {
			root.Set("leave", true)
		}
	}
	how := g.word(kPaging)
	if how == "none" {
		return
	}
	p := strictyaml.Map("latency", g.int(kService))
	switch how {
	case "few":
		p.Set("frames", g.int(kFrames))
	case "steal":
		p.Set("steal", g.int(kSteal))
		if g.yes(kMapped) {
			p.Set("mapped", true)
		}
	}
	if g.yes(kSame) {
		p.Set("same_pages", true)
	}
	if g.yes(kReuse) {
		p.Set("reuse", true)
	}
	if n := g.int(kMove); n > 0 {
		p.Set("move", n)
		if how != "few" {
			p.Set("frames", manyFrames)
		}
	}
	g.paging, g.few = true, how == "few"
	root.Set("paging", p)
}
