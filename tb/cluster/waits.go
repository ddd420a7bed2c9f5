package cluster

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/text/prose"
)

// Resource is something of a cluster, or of the MXU for clusters, of which there is a limited number. A star stands for both sides of the break point, which have
// resources of their own: SM_LSU_* is SM_LSU_ABOVE for the one above it.
type Resource struct {
	Name   string
	Where  string
	Above  bool     // it is for what is above the break point, and there is no star
	Number string   // the parameter that says how many there are, or a sentence
	Wanted []string // whose entries in connections, and who of resources, can wait for one that is free
	Waits  []string // for what it can wait, while it is held: room in connections, resources
	Free   string   // when it is free again
	Note   string   // why what is not in Waits does not keep it, where that has to be said
}

// resources are declared: what connections say is not in the waits-for graph of FIFOs.
var resources = []Resource{
	{
		Name: "place *", Where: "PM, SM", Number: "gpc.sm.threads, gpc.sm.registers, gpc.sm.shared", Wanted: []string{"EUP_PM_*", "WDU_PM_0", "WDU_PM_1"},
		Waits: []string{"SM_L15_*", "SM_LSU_*", "SM_TEX_*", "SM_RES_*", "SM_PM"},
		Free:  "a thread has ended, its results are sent, its scratch memory is dropped",
		Note: "A thread slot with registers, for a CTA all slots, shared memory and a CTA slot, are given in one step, so that threads at a barrier wait for threads that have places. One " +
			"thread slot and as many registers as a thread can need are for what is below alone, and while a CTA waits for places the last multiprocessor gets no thread from above, except one after each CTA. A thread whose page is missing waits for its context's cut, which waits for no place.",
	},
	{
		Name: "message *", Where: "LSU", Number: "gpc.lsu.entries", Wanted: []string{"SM_LSU_*"}, Waits: []string{"access *", "LSU_SM"},
		Free: "it is answered",
	},
	{
		Name: "access *", Where: "LSU", Number: "gpc.lsu.accesses", Waits: []string{"LSU_L15_*", "LSU_REQ_*", "LSU_REQ_BELOW"}, Free: "the line has come, or the store is done",
	},
	{
		Name: "held request *", Where: "L15", Number: "gpc.l15.held", Wanted: []string{"SM_L15_*", "LSU_L15_*"}, Waits: []string{"miss *", "L15_SM", "L15_LSU"},
		Free: "its line has come, and it is answered",
	},
	{
		Name: "miss *", Where: "L15", Number: "gpc.l15.misses", Wanted: []string{"SM_L15_*", "LSU_L15_*"}, Waits: []string{"L15_REQ_*"}, Free: "the line has come, and all that waited for it are answered",
		Note: "Lines that are on their way for what is above the break point always spare a place of each set: below, a miss waits for no line of what is above.",
	},
	{
		Name: "patcher *", Where: "L15", Number: "one", Wanted: []string{"SM_L15_*"}, Waits: []string{"held request *", "miss *", "L15_SM"}, Free: "its line is patched, and the thread has it",
		Note: "It reads the line and its patch table one line after the other, and holds nothing of the cache meanwhile. The number of words that it reads has a bound.",
	},
	{
		Name: "line that is written", Where: "L15", Number: "gpc.l15.writes", Wanted: []string{"SM_L15_*", "LSU_L15_*", "PM_L15", "MXU_L15"}, Waits: []string{"L15_REQ_BELOW"}, Free: "memory has it",
		Note: "A read of this line from above the break point waits for it, since it has a way to memory of its own. A read from below comes after the write.",
	},
	{
		Name: "pin of a line", Where: "L15, MXU", Number: "one for each line that is written to", Wanted: []string{"LSU_L15_*"}, Waits: []string{"L15_REQ_BELOW"}, Free: "the line is written back, or dropped with its thread",
		Note: "A pin is granted at once: the page is pinned by the pin set of the thread that stores. Scratch memory is pinned, too: what is written to it takes the connections of what is below, " +
			"also from above the break point, and waits for memory alone.",
	},
	{
		Name: "message to the sampler *", Where: "TEX", Number: "gpc.sampler.entries", Wanted: []string{"SM_TEX_*"}, Waits: []string{"quad *", "TEX_SM"}, Free: "it is answered",
	},
	{
		Name: "quad *", Where: "TEX", Number: "gpc.sampler.quads", Waits: []string{"texture miss *", "TEX_REQ_BELOW"}, Free: "its texels are filtered, or stored",
	},
	{
		Name: "texture miss *", Where: "TEX", Number: "gpc.sampler.misses", Waits: []string{"TEX_REQ_*"}, Free: "the line has come",
		Note: "A line on its way has no place in the cache, so that a miss waits for no place.",
	},
	{
		Name: "walk", Where: "MXU", Number: "one for each unit of a cluster", Above: true, Wanted: []string{"L15_REQ_ABOVE", "LSU_REQ_ABOVE", "TEX_REQ_ABOVE"}, Waits: []string{"MEM_REQ"}, Free: "the page is found, or the read is answered not present",
		Note: "Only reads from above the break point walk.",
	},
	{
		Name: "line of the atomic unit", Where: "MXU", Number: "mxu.atomics", Wanted: []string{"LSU_REQ_BELOW", "L15_REQ_BELOW", "TEX_REQ_BELOW", "L15_REQ_ABOVE", "LSU_REQ_ABOVE", "TEX_REQ_ABOVE"}, Waits: []string{"MEM_REQ"},
		Free: "no atomic of it is at the head of a queue, or another access or the end of a cache's command waits for it, and it is written back",
	},
	{
		Name: "flush", Where: "MXU", Number: fmt.Sprintf("%d, as many as pages that are evicted at a time", pipe.MaxFlushes), Wanted: []string{"CSP_MXU"}, Waits: []string{"MXU_L15", "MXU_TEX", "pin of a line", "place below"}, Free: "no cache has anything of the page, and it has no pin",
		Note: "Pin sets are held by work below the break point. Work above it has no pins, and a page that it needs may be evicted.",
	},
}

var sideNames = [...]string{"ABOVE", "BELOW"}

// of writes a name for a side.
func of(name, side string) string {
	if strings.HasSuffix(name, " *") {
		return strings.TrimSuffix(name, "*") + strings.ToLower(side)
	}
	return strings.TrimSuffix(name, "*") + strings.Repeat(side, strings.Count(name, "*"))
}

// waitsGraph has for each connection and each resource of a cluster what it can wait for, and the class of each.
func waitsGraph(cfg hw.ClusterConfig) (next map[string][]string, class map[string]wires.Class, order []string, err error) {
	d, err := Bare(cfg)
	if err != nil {
		return nil, nil, nil, err
	}
	next, class = map[string][]string{}, map[string]wires.Class{}
	for _, v := range d.Views() {
		name := KindOf(v.Name())
		class[name] = v.(interface{ Class() wires.Class }).Class()
		order = append(order, name)
	}
	for _, e := range d.Waits() {
		from, to := KindOf(e.From.Name()), KindOf(e.To.Name())
		next[from] = append(next[from], to)
	}
	for i := range resources {
		r := &resources[i]
		sides := sideNames[:]
		switch {
		case r.Above:
			sides = sides[:1]
		case !strings.HasSuffix(r.Name, "*"):
			sides = sides[1:]
		}
		for _, side := range sides {
			name := of(r.Name, side)
			order = append(order, name)
			class[name] = wires.Below
			if side == sideNames[0] {
				class[name] = wires.Above
			}
			for _, w := range r.Waits {
				if to := of(w, side); !slices.Contains(next[name], to) {
					next[name] = append(next[name], to)
				}
			}
		}
		for _, w := range r.Wanted {
			for _, side := range sideNames {
				from, to := of(w, side), of(r.Name, side)
				if !slices.Contains(next[from], to) && !(strings.HasPrefix(w, "WDU_PM") && side == sideNames[0]) { // compute is below
					next[from] = append(next[from], to)
				}
			}
		}
	}
	return next, class, order, nil
}

// checkWaits finds a name that is none, a circle, and what is not above the break point and waits for something that is.
func checkWaits(next map[string][]string, class map[string]wires.Class) error {
	const (
		unseen = iota
		open
		done
	)
	state := map[string]int{}
	var visit func(name string, way []string) error
	visit = func(name string, way []string) error {
		way = append(way, name)
		if _, known := class[name]; !known {
			return fmt.Errorf("%s: neither a connection nor a resource", name)
		}
		if state[name] == open {
			return fmt.Errorf("they wait for each other in a circle: %s", strings.Join(way, ", "))
		}
		if state[name] == done {
			return nil
		}
		state[name] = open
		for _, to := range next[name] {
			if of, known := class[to]; known && class[name] != wires.Above && of == wires.Above {
				return fmt.Errorf("rule X2: %s can wait for %s, which is above the break point", name, to)
			}
			if err := visit(to, way); err != nil {
				return err
			}
		}
		state[name] = done
		return nil
	}
	names := make([]string, 0, len(next))
	for name := range next {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := visit(name, nil); err != nil {
			return err
		}
	}
	return nil
}

// WriteWaits writes the waits-for graph of clusters as a page.
func WriteWaits(w io.Writer, cfg hw.ClusterConfig) error {
	next, class, order, err := waitsGraph(cfg)
	if err == nil {
		err = checkWaits(next, class)
	}
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(`# What waits for what

The waits-for graph of clusters ([clusters.md](clusters.md)) over connections and all other limited resources. Edges between connections follow from the table of hw/clusters.go and
from what ports say in their blocks; those of resources are declared in tb/cluster/waits.go, from which this page is made. A test checks that the graph has no cycle, so
that every wait ends, and that nothing of another class waits for something above the break point (rule X2). Classes are those of [connections.md](connections.md).

An allocator by ring does not exist yet. Versions of state are the dispatcher's ([clusters.md](clusters.md)): a write that needs a new one while all are in use waits until threads of the stage have ended, which wait for nothing above the write.

## Resources

A star stands for both sides of the break point, which have their own.

| resource | where | how many | wanted by | waits for | free again when |
| --- | --- | --- | --- | --- | --- |
`)
	for i := range resources {
		r := &resources[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", plain(r.Name), r.Where, r.Number, plain(strings.Join(r.Wanted, ", ")), plain(strings.Join(r.Waits, ", ")), r.Free)
	}
	b.WriteString("\n")
	for i := range resources {
		if r := &resources[i]; r.Note != "" {
			fmt.Fprintf(&b, "- *%s*: %s\n", strings.TrimSuffix(r.Name, " *"), r.Note)
		}
	}
	b.WriteString("\n## Edges\n\n| who | class | can wait for |\n| --- | --- | --- |\n")
	for _, name := range order {
		if list := next[name]; len(list) > 0 && !slices.ContainsFunc(others, func(p string) bool { return strings.HasPrefix(name, p) }) {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", name, class[name], strings.Join(list, ", "))
		}
	}
	_, err = io.WriteString(w, prose.Wrap(b.String()))
	return err
}

// others are how connections begin at which the bench stands for what is not of clusters.
var others = []string{"REQ_", "BP_", "DP_"}

// plain writes stars so that Markdown shows them.
func plain(text string) string { return strings.ReplaceAll(text, "*", `\*`) }
