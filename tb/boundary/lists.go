package boundary

import (
	"fmt"
	"strings"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/directed"
)

// Workloads for what the CPU says of a context: in its run list, where the first one runs or is empty, and in its page table.
const (
	baseSlices = `size: [16, 16]
config: {csp.time_slice: 200}
contexts:
  - {scene: query%s}
  - {scene: one-triangle, poke: [{in: list, dword: 2, value: 0xffffffff}]}
`
	baseEmpty = `size: [16, 16]
contexts:
  - {scene: one-triangle, empty: true%s}
  - scene: one-triangle
`
	basePages = `size: [16, 16]
paging: {mapped: true}
contexts:
  - {scene: textured-cube%s}
  - scene: one-triangle
`
)

// poked is a workload with words of its first context written.
func poked(base string, pokes ...poke) string {
	text := ""
	for k, p := range pokes {
		if k > 0 {
			text += ", "
		}
		text += p.String()
	}
	return fmt.Sprintf(base, ", poke: ["+text+"]")
}

// lists has the words of a run list at their limits. The bits of an address that do not count change nothing.
func (g *generator) lists() error {
	const inList = "list"
	for bit := uint32(1); bit < regs.RunListContextAlign; bit *= 2 {
		g.add(fmt.Sprintf("list/context-%d", bit), regs.ReasonNone, poke{inList, regs.RunListContext, g.header + bit})
		g.add(fmt.Sprintf("list/page-table-%d", bit), regs.ReasonNone, poke{inList, regs.RunListPageTable, bit})
	}
	g.add("list/free-bits", regs.ReasonNone, poke{inList, regs.RunListContext, g.header + regs.RunListContextAlign - 1}, poke{inList, regs.RunListPageTable, regs.RunListPageTableAlign - 1})
	v, err := directed.Parse(g.text("memory", ""))
	if err != nil {
		return err
	}
	cfg, _, err := v.Build()
	if err != nil {
		return err
	}
	end := uint32(cfg.Memory.SizeMiB) << 20
	address := fmt.Sprintf("context 0: invalid (%s)", label(regs.ReasonAddress))
	for _, at := range []uint32{0, 1, regs.RunListContextAlign - 1} { // no context
		g.vector(fmt.Sprintf("list/no-context-%d", at), regs.ReasonNone, poked(baseEmpty, poke{inList, regs.RunListContext, at}))
	}
	g.vector("list/context-in-the-last-line", regs.ReasonNone, poked(baseEmpty, poke{inList, regs.RunListContext, end - regs.RunListContextAlign}))
	for _, at := range []uint32{end, end + regs.RunListContextAlign, half, allOnes} {
		g.vector(fmt.Sprintf("list/context-%#x", at), regs.ReasonAddress, poked(baseEmpty, poke{inList, regs.RunListContext, at}), address)
	}
	for _, at := range []uint32{end, end + regs.RunListPageTableAlign, half, allOnes} {
		g.vector(fmt.Sprintf("list/page-table-%#x", at), regs.ReasonAddress, poked(g.base, poke{inList, regs.RunListPageTable, at}), address)
	}
	for _, n := range []uint32{0, 1, 2, 3, 255, 256, 257, 1<<16 - 1, 1 << 16, half - 1, half, allOnes} {
		cuts := "at_least: {cuts: 1}"
		if n > 257 {
			cuts = "cuts: 0"
		}
		g.plain(fmt.Sprintf("list/slice-%d", n), poked(baseSlices, poke{inList, regs.RunListSlice, n})+cuts+"\n")
	}
	return g.pages(end)
}

// pages has each page of a context lie at the first frame that is none, and at the last one that a word can name; the words of
// pages that are not there may name them too.
func (g *generator) pages(end uint32) error {
	v, err := directed.Parse(g.text("pages", fmt.Sprintf(basePages, "")))
	if err != nil {
		return err
	}
	_, cv, err := v.Build()
	if err != nil {
		return err
	}
	x := &cv.Image.Contexts[0]
	const page = 1 << pipe.PageShift
	for at := uint32(0); at < uint32(len(cv.Image.Bytes)); at += page {
		if !x.Uses(at, at+page) {
			continue
		}
		number := (at - x.Offset) >> pipe.PageShift
		for _, frame := range []uint32{end >> pipe.PageShift, 1<<16 - 1} {
			word := poke{"pages", int(number), frame<<pipe.PageShift | pipe.PagePresent}
			g.vector(fmt.Sprintf("pages/%d-at-frame-%#x", number, frame), regs.ReasonAddress, poked(basePages, word), fmt.Sprintf("context 0: invalid (%s)", label(regs.ReasonAddress)))
			for _, bus := range []struct{ latency, every, last int }{{50, 40, 4000}, {1000, 100, 3000}, {50, 330, 9000}} {
				for _, do := range []string{"interrupt", "interrupt for other"} {
					config := fmt.Sprintf("config: {fifo.HOST_CSP.latency: %d}\n", bus.latency)
					g.plain(fmt.Sprintf("pages/%d-at-frame-%#x-%s-every-%d", number, frame, strings.ReplaceAll(do, " ", "-"), bus.every), config+poked(basePages, word)+every(do, bus.every, bus.last))
				}
			}
			word.value ^= pipe.PagePresent
			g.plain(fmt.Sprintf("pages/%d-not-at-frame-%#x", number, frame), poked(strings.Replace(basePages, "mapped: true", "mapped: true, faults: 1", 1), word))
		}
	}
	return nil
}

// every has the CPU do something again and again, from the beginning on. On a slow bus a page is found missing while an interrupt is on its
// way, and cuts follow.
func every(do string, cycles, last int) string {
	var list []string
	for cycle := 4; cycle < last; cycle += cycles {
		list = append(list, fmt.Sprintf("{cycle: %d, do: %s}", cycle, do))
	}
	return "aims: [" + strings.Join(list, ", ") + "]\n"
}

// plain adds a case without a look at the status buffer.
func (g *generator) plain(name, body string) {
	g.cases = append(g.cases, Case{Name: name, Reason: regs.ReasonNone, Text: g.text(name, body)})
}
