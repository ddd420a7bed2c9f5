package cluster

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"tilemark/golden/exec"
	"tilemark/hw"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa"
	"tilemark/tb/kernels"
)

// Execution is a launch on clusters that share an MXU and memory, in lockstep with the simulator.
type Execution struct {
	*Bench
	launch  *kernels.Launch
	program *Program
	start   uint64 // cycle before the launch: page tables are set, descriptors are there
	end     uint64 // cycle in which all threads have ended
	doing   [][]doing
	counts  bool // what multiprocessors do
	looks   []func(cycle uint64)
	edges   func() // called when the launch begins, and when all threads have ended
}

// doing is what a multiprocessor has done: cycles by what it waited for.
type doing struct {
	issued  uint64
	stalled [sm.NumStalls]uint64
	last    uint64 // instructions up to the last cycle
	next    sm.Stall
}

// configOf is a bench with the clusters of a machine.
func configOf(c *hw.ClusterConfig) Config {
	m := c.MXU
	return Config{
		Clusters: c.Count, SMs: c.SMs, SM: c.SM, PM: c.PM, LSU: c.LSU, L15: c.L15, TEX: c.Sampler, MXU: m, Memory: c.Memory, Mapped: true, Stall: c.Stall.Percent, longest: c.Stall.Max, links: c.Links, Depth: 4, numbered: true,
	}
}

// Execute puts a launch before clusters. Its bindings are where the bench has put them afterwards.
func Execute(cfg hw.ClusterConfig, l *kernels.Launch) (*Execution, error) {
	b, err := NewBench(configOf(&cfg), 1)
	if err != nil {
		return nil, err
	}
	b.pace(0, 1, 0)
	x := &Execution{Bench: b, launch: l, program: &Program{Kernel: l.Kernel, Grid: l.Grid, Threads: 1, Args: l.Args, Bindings: l.Bindings}}
	if l.Kernel.Stage == isa.StageVertex {
		x.program.Slot = 1
	}
	x.program.Prepare = func(t *exec.Thread) {
		for _, r := range l.Set {
			t.Registers[8*r.Reg+r.Element] = r.Value
		}
	}
	for _, m := range b.mates {
		m.limit, m.output = l.Limit, l.PutOut
		x.doing = append(x.doing, make([]doing, len(m.SMs)))
	}
	if err := b.Load(x.program); err != nil {
		return nil, err
	}
	b.watch = x.observe
	return x, nil
}

// Trace writes each instruction with the cycle in which it is issued and its place.
func (x *Execution) Trace(w io.Writer) {
	x.launch.Trace = w
	for _, m := range x.mates {
		m.traced = func(e *exec.Event) {
			fmt.Fprintf(w, "%8d GPC[%d].SM[%d].%-3d ", x.Cycle(), m.cfg.number(), e.Thread.Slot>>8&0xff, e.Thread.Slot&0xff)
			x.launch.Traced(e)
		}
	}
}

// AtEdges has a function be called when the launch begins, and when all threads have ended.
func (x *Execution) AtEdges(f func()) { x.edges = f }

func (x *Execution) edge() {
	if x.edges != nil {
		x.edges()
	}
}

// OnCycle has a function be called after each cycle.
func (x *Execution) OnCycle(f func(cycle uint64)) { x.looks = append(x.looks, f) }

// observe looks at the clusters after a cycle.
func (x *Execution) observe() {
	if x.start == 0 {
		if x.around.expected == 0 { // pages are pinned, descriptors are sent
			return
		}
		x.start = x.Cycle() - 1
		x.edge()
	}
	if x.end == 0 && !x.running() { // caches write back, and pages leave
		x.end = x.Cycle()
		x.edge()
	}
	if x.counts && (x.end == 0 || x.end == x.Cycle()) {
		x.account()
	}
	for _, f := range x.looks {
		f(x.Cycle())
	}
}

// account counts what multiprocessors have done in a cycle.
func (x *Execution) account() {
	for n, m := range x.mates {
		for k := range m.SMs {
			d := &x.doing[n][k]
			now := m.SMs[k].Issues()
			if now > d.last {
				d.issued++
				d.last = now
			} else {
				d.stalled[d.next]++
			}
			d.next = m.SMs[k].Stalled()
		}
	}
}

// CountActivity has the run count what Activity writes.
func (x *Execution) CountActivity() { x.counts = true }

// Run runs the launch to its end, and compares. A fault of the kernel names the line of its text, as Launch.Run does.
func (x *Execution) Run() error {
	err := x.Bench.Run(^uint64(0) >> 1)
	for _, m := range x.mates {
		if t := m.faulted; t != nil {
			err = fmt.Errorf("%w; cycle %d, %s", x.launch.Placed(t), x.Cycle(), m.place(int(t.Slot>>8&0xff), uint8(t.Slot)))
		}
	}
	for _, c := range x.ctas() {
		x.launch.Met(c)
	}
	x.launch.Instructions = 0
	for _, m := range x.mates {
		for _, s := range m.SMs {
			x.launch.Instructions += int(s.Issues())
		}
	}
	x.launch.Bindings = x.program.Bindings
	return err
}

// ctas are the launch's, in the order of their places.
func (x *Execution) ctas() []*exec.CTA {
	all := map[*exec.CTA]bool{}
	for _, m := range x.mates {
		for _, p := range m.programs {
			for _, c := range p.ctas {
				all[c] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b *exec.CTA) int {
		return slices.Compare([]int{a.At[2], a.At[1], a.At[0]}, []int{b.At[2], b.At[1], b.At[0]})
	})
}

// Begin is the cycle before the launch: page tables are set by then, and descriptors are there. End is the one in which all threads have ended; caches write back
// what they have after it.
func (x *Execution) Begin() uint64 { return x.start }

// End is the cycle in which all threads have ended, or the last one.
func (x *Execution) End() uint64 {
	if x.end == 0 {
		return x.Cycle()
	}
	return x.end
}

// Activity writes, after a run with CountActivity, for each multiprocessor how many cycles it has issued in, and what the thread that was next in turn waited for in the others.
func (x *Execution) Activity(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for n, m := range x.mates {
		for k := range m.SMs {
			d := &x.doing[n][k]
			fmt.Fprintf(t, "GPC[%d].SM[%d]\tissued\t%d\t\n", m.cfg.number(), k, d.issued)
			for s, cycles := range d.stalled {
				if cycles > 0 {
					fmt.Fprintf(t, "\t%s\t%d\t\n", sm.Stall(s), cycles)
				}
			}
		}
	}
	return t.Flush()
}
