package random

import (
	"slices"
	"strconv"
	"strings"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/text/strictyaml"
)

var (
	kBreakPoint = knob("break_point", "Where interrupts cut.", "tg", "zl1")
	kDepth      = knob("depth", "Depths of the FIFOs; mixed: some of them at random, the others by default.", "default:3", "least:2", "mixed:4")
	kDepthMore  = knob("depth.more", "Entries above the least of a FIFO whose depth is chosen.", "0:2", "1:2", "2..5:2", "6..40", "41..1000")
	kHop        = knob("hop", "Cycles that entries of some FIFOs take.", "1:6", "2..4:2", "5..30")
	kWidth      = knob("width", "Entries that some FIFOs take, and give, in a cycle, of those whose blocks have more than one at a time; of others, cycles that an entry takes.", "1:2", "2..3:2", "4..8")
	kStall      = knob("stall", "Percent of entries that a connection holds back.", "0:4", "1..30:3", "31..90")
	kStallMax   = knob("stall.max", "Longest time that an entry is held back, in cycles.", "1..8:3", "9..60")
	kLatency    = knob("latency", "Latency of memory in cycles.", "40:3", "1..10", "11..100:2", "101..400")
	kVary       = knob("latency.vary", "By how much it varies with the address, in cycles.", "0:3", "1..50", "51..300")
	kInterval   = knob("interval", "Cycles between two requests of memory.", "1:4", "2..8")
	kSlice      = knob("time_slice", "Time slice in cycles; 0: none.", "0:5", "60..300", "301..1500:2", "1501..6000")
	kClear      = knob("wait_clear", "What must be clear before the next context is looked at.", csp.ClearNone+":8", csp.ClearWBU, csp.ClearBreakPoint)
	kParams     = knob("params", "Other parameters of the machine that are chosen.", "0:3", "1..3:3", "4..12")
	kHiZ        = yesNo("hiz_off", "Hierarchical Z is off in the machine.", 7, 1)
)

// parameters are those with the values tried: the least, some below the default, and one above where there is any. Powers of
// two stay so.
var parameters = []struct {
	key    string
	values []int
}{
	{"csp.tail_wait", []int{0, 1, 16, 200}}, {"csp.wait_yield", []int{50, 400, 2000, 9000}}, {"csp.tail_poll", []int{1, 3, 40}}, {"csp.ahead", []int{16, 17, 32}},
	{"dma.reads", []int{1, 2, 3, 20}}, {"dma.writes", []int{1, 2, 5, 64}}, {"dma.lines", []int{1, 2, 3, 16}}, {"dma.gather", []int{0, 1, 3, 200}},
	{"c2d.in_flight", []int{1, 2, 3, 20}}, {"vf.entries", []int{2, 3, 8, 64}},
	{"eup.threads", []int{2, 3, 8, 256}}, {"eup.order", []int{2, 3, 5}}, {"eup.fills", []int{2, 3, 16}}, {"eup.results", []int{1, 2, 5, 16}}, {"eup.fill_wait", []int{1, 3, 200}},
	{"gpc.count", []int{1, 3, 8}}, {"gpc.sms", []int{1, 3, 8}}, {"gpc.sm.threads", []int{2, 3, 5, 64}}, {"gpc.sm.registers", []int{256, 512}}, {"gpc.sm.lanes", []int{4, 16, 32}},
	{"gpc.sm.alu_latency", []int{1, 2, 30}}, {"gpc.l15.lines", []int{2, 4, 16}}, {"gpc.l15.misses", []int{1, 2, 32}}, {"gpc.l15.held", []int{1, 2, 64}},
	{"gpc.sampler.lines", []int{1, 2, 4}}, {"gpc.sampler.quads", []int{1, 2, 16}}, {"gpc.sampler.misses", []int{1, 2, 32}}, {"gpc.sampler.entries", []int{1, 2, 16}},
	{"zl1.hiz_tiles", []int{1, 2, 8}},
	{"zl2.ahead", []int{1, 2, 3, 40}}, {"zl2.cache.lines", []int{4, 8}}, {"ps.in_flight", []int{1, 2, 3, 64}}, {"wbu.ahead", []int{1, 2, 3, 64}},
	{"wbu.cache.lines", []int{1, 2, 4}}, {"mxu.tlb", []int{1, 2, 4, 256}}, {"mxu.sets", []int{1, 2, 16}}, {"memory.in_flight", []int{1, 2, 4}},
}

// wide are the FIFOs that are made wide in every other case: those to memory with most traffic, and what brings reports to the break point and
// from it. ZL2 and WBU can have several requests in a cycle, a unit of a datapath a report of its own and a neighbour's. The others are mostly made narrow, so that
// an entry takes several cycles.
var wide = []string{"DMA_RD_REQ", "VTX_REQ", "Z_REQ", "C_REQ", "DP_ASU", "DATAPATH_A"}

// config chooses the machine.
func (g *generator) config() *strictyaml.Node {
	c := strictyaml.Map("break_point", g.word(kBreakPoint))
	switch g.word(kDepth) {
	case "least":
		c.Set(hw.AllDepths, "least")
	case "mixed":
		g.depths(c)
	}
	if p := g.int(kStall); p > 0 {
		c.Set("stall.percent", p)
		c.Set("stall.max", g.int(kStallMax))
	}
	set := func(key string, value, otherwise int) {
		if value != otherwise {
			c.Set(key, value)
		}
	}
	set("memory.latency", g.int(kLatency), 40)
	set("memory.vary", g.int(kVary), 0)
	set("memory.interval", g.int(kInterval), 1)
	for range g.int(kParams) {
		p := one(g.dice, parameters...)
		c.Set(p.key, one(g.dice, p.values...))
	}
	if g.yes(kHiZ) {
		c.Set("zl1.hiz", false)
	}
	if clear := g.word(kClear); clear != csp.ClearNone {
		c.Set("csp.wait_clear", clear)
	}
	c.Set("seed", int(g.rng.Uint32()))
	return c
}

// depths chooses depths, widths and latencies of some FIFOs.
func (g *generator) depths(c *strictyaml.Node) {
	cfg := hw.DefaultConfig()
	for _, p := range cfg.Params() {
		name, isLink := strings.CutPrefix(p.Key, "fifo.")
		if !isLink || g.rng.IntN(6) > 0 {
			continue
		}
		switch {
		case strings.HasSuffix(name, ".depth"):
			least, _ := strconv.Atoi(p.Min)
			c.Set(p.Key, least+g.int(kDepthMore))
		case strings.HasSuffix(name, ".latency"):
			if n := g.int(kHop); n > 1 {
				c.Set(p.Key, n)
			}
		case strings.HasSuffix(name, ".width"):
			entry, _ := strconv.Atoi(p.Default) // bits
			share := 8
			if slices.Contains(wide, strings.TrimSuffix(name, ".width")) {
				share = 2
			}
			switch n := g.int(kWidth); {
			case n == 1:
			case g.rng.IntN(8) == 0:
				least, _ := strconv.Atoi(p.Min)
				c.Set(p.Key, least)
			case g.rng.IntN(share) == 0:
				c.Set(p.Key, n*entry)
			default:
				c.Set(p.Key, (entry+n-1)/n)
			}
		}
	}
}
