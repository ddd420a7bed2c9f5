package cover

import (
	"slices"
	"strconv"
	"strings"

	"tilemark/hw"
)

// configs covers the machine's parameters, and the shape of what runs on it.
type configs struct {
	params, runs *Group
	list         []parameter // in the order of hw.Config.Params
}

// without are parameters that change nothing but numbers in reports, or nothing at all.
var without = map[string]bool{"seed": true, "clock": true, "memory.size": true}

// paramBins names the bins of a parameter.
func paramBins(p *hw.Param) []string {
	switch _, err := strconv.ParseInt(p.Default, 0, 64); {
	case p.Values != "":
		return strings.Fields(p.Values)
	case err != nil:
		return []string{"false", "true"}
	}
	return []string{"least", "less", "default", "more"}
}

// parameter is what is known of one before a run: its first bin, and what its values are
// compared with.
type parameter struct {
	bin            int // -1: it is left out
	names          []string
	number         bool
	least, regular int64
}

func newParameter(p *hw.Param, bin int) parameter {
	q := parameter{bin: bin, names: paramBins(p), least: -1 << 63}
	var err error
	q.regular, err = strconv.ParseInt(p.Default, 0, 64)
	q.number = err == nil && p.Values == ""
	if lo, err := strconv.ParseInt(p.Min, 0, 64); err == nil {
		q.least = lo
	}
	return q
}

// binOf returns the bin of a value.
func (q *parameter) binOf(text string) int {
	if !q.number {
		return q.bin + max(0, slices.Index(q.names, text))
	}
	switch v, _ := strconv.ParseInt(text, 0, 64); {
	case v == q.regular:
		return q.bin + 2
	case v > q.regular:
		return q.bin + 3
	case v == q.least:
		return q.bin
	}
	return q.bin + 1
}

// noValue says why a bin of a parameter cannot be hit; "" when it can.
func noValue(p *hw.Param, bin string) string {
	d, err := strconv.ParseInt(p.Default, 0, 64)
	if err != nil {
		return ""
	}
	lo, errLo := strconv.ParseInt(p.Min, 0, 64)
	hi, errHi := strconv.ParseInt(p.Max, 0, 64)
	switch {
	case bin == "least" && (errLo != nil || lo == d), bin == "less" && errLo == nil && d-lo < 2, bin == "more" && errHi == nil && hi == d:
		return noSuchValue
	}
	return ""
}

const noSuchValue = "the parameter has no such value (hw/config.go)"

// Bins of runs.
const (
	oneContext = iota
	twoContexts
	threeContexts
	fourContexts
	eightContexts
	moreContexts
	atTG
	atZL1
	bothLists
	withPaging
	withDriver
	withStalls
)

var runBins = []string{
	"1 context", "2 contexts", "3 contexts", "4 contexts", "5 to 8 contexts", "9 contexts or more", "break point tg", "break point zl1", "both run lists",
	"pages on demand", "a driver", "connections that stall",
}

func (g *configs) declare(sp *Space, _ []*hw.Machine) {
	cfg := hw.DefaultConfig()
	var bins, why []string
	params := cfg.Params()
	for i := range params {
		p := &params[i]
		if without[p.Key] {
			g.list = append(g.list, parameter{bin: -1})
			continue
		}
		g.list = append(g.list, newParameter(p, len(bins)))
		for _, b := range paramBins(p) {
			bins, why = append(bins, p.Key+" "+b), append(why, noValue(p, b))
		}
	}
	g.params = sp.Group("configuration", "Each parameter of the machine at the least value, below the default one, at it, and above; each of its names.", bins...)
	for i := range why {
		sp.why[g.params.Bin(i)] = why[i]
	}
	g.runs = sp.Group("runs", "Contexts, run lists, and what takes part in a run.", runBins...)
}

func (g *configs) attach(p *Sampler) {
	cfg := p.s.M.Config
	params := cfg.Params()
	for i := range params {
		if g.list[i].bin >= 0 {
			p.Hit(g.params, g.list[i].binOf(params[i].Value()))
		}
	}
	v := p.s.V
	n := len(v.Image.Contexts)
	switch {
	case n > 8:
		p.Hit(g.runs, moreContexts)
	case n > 4:
		p.Hit(g.runs, eightContexts)
	case n > 0:
		p.Hit(g.runs, oneContext+n-1)
	}
	odd := false
	for i := range v.Image.Contexts {
		odd = odd || v.Odd[i]
	}
	for bin, is := range map[int]bool{
		atTG: cfg.BreakPoint == "tg", atZL1: cfg.BreakPoint == "zl1", bothLists: odd, withPaging: v.Paging != nil, withDriver: v.Schedule != nil,
		withStalls: cfg.Stall.Percent > 0,
	} {
		if is {
			p.Hit(g.runs, bin)
		}
	}
}
