package hw

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Pool is the clusters of the execution-unit pool (spec chapter 5; docs/clusters.md).
type Pool struct {
	Count   int            `cfg:"count" default:"2" min:"1" max:"8" unit:"clusters" doc:"Clusters."`
	SMs     int            `cfg:"sms" default:"2" min:"1" max:"8" unit:"multiprocessors" doc:"Multiprocessors of each cluster."`
	PM      pm.Config      `cfg:"pm"`
	SM      sm.Config      `cfg:"sm"`
	LSU     lsu.Config     `cfg:"lsu"`
	L15     l15.Config     `cfg:"l15"`
	Sampler sampler.Config `cfg:"sampler"`

	First uint8 // number of the first cluster
}

// check refuses values that no parameter can have.
func (p *Pool) check() error {
	if p.SM.Lanes&(p.SM.Lanes-1) != 0 {
		return fmt.Errorf("gpc.sm.lanes: %d; a power of two was expected", p.SM.Lanes)
	}
	if p.SM.Shared%pipe.LineBytes != 0 {
		return fmt.Errorf("gpc.sm.shared: %d; a multiple of %d was expected", p.SM.Shared, pipe.LineBytes)
	}
	return nil
}

// ClusterConfig is every parameter of clusters alone, and of the MXU and the memory that serve them. Params lists them.
type ClusterConfig struct {
	Clock  int `cfg:"clock" default:"500" min:"1" max:"100000" unit:"MHz" doc:"Frequency of the clock."`
	Pool   `cfg:"gpc"`
	MXU    mxu.Config    `cfg:"mxu"`
	Memory memory.Config `cfg:"memory"`
	Stall  Stall         `cfg:"stall"`
	Links  []Link        // by row of the table of connections; Params and Set replace it, so copies of a ClusterConfig share nothing
}

// wide is what the wide machine has otherwise (spec chapter 5).
var wide = [][2]string{{"gpc.sms", "4"}, {"gpc.sm.lanes", "16"}, {"gpc.sm.math_lanes", "4"}}

// DefaultClusters returns the clusters of the default machine: two of two multiprocessors with eight lanes each.
func DefaultClusters() ClusterConfig {
	var c ClusterConfig
	setDefaults(c.Params())
	return c
}

// WideClusters returns those of the wide machine: two of four multiprocessors with sixteen lanes each.
func WideClusters() ClusterConfig {
	c := DefaultClusters()
	for _, p := range wide {
		if err := c.Set(p[0], p[1]); err != nil {
			panic("the wide machine: " + err.Error())
		}
	}
	return c
}

// Params lists the parameters of c, which they read and set.
func (c *ClusterConfig) Params() []Param {
	ps := params(reflect.ValueOf(c).Elem(), "")
	c.Links = append(make([]Link, 0, len(clusterConnections)), c.Links...)[:len(clusterConnections)]
	return append(ps, linkParams(clusterConnections, c.Links)...)
}

// Set changes one parameter, or with AllDepths one of every connection. An unknown key gets an error that names near ones.
func (c *ClusterConfig) Set(key, value string) error { return set(c.Params(), key, value) }

// check refuses values that no parameter can have.
func (c *ClusterConfig) check() error {
	if err := c.Pool.check(); err != nil {
		return err
	}
	return check(c.Params())
}

// Cluster is a cluster of multiprocessors.
type Cluster struct {
	PM      *pm.PM
	SMs     []*sm.SM
	LSU     *lsu.LSU
	L15     *l15.L15
	Sampler *sampler.Sampler
}

// newCluster makes a cluster's blocks in a domain.
func newCluster(d *wires.Domain, cfg *Pool, number uint8) *Cluster {
	name := fmt.Sprintf("GPU.GPC[%d].", number)
	p := cfg.PM
	p.SMs, p.Threads, p.Registers, p.Shared = cfg.SMs, cfg.SM.Threads, cfg.SM.Registers, cfg.SM.Shared
	c := &Cluster{PM: pm.New(name+"PM", p)}
	d.Add(c.PM)
	for n := range cfg.SMs {
		of := cfg.SM
		of.Cluster, of.SM = number, uint8(n)
		c.SMs = append(c.SMs, sm.New(fmt.Sprintf("%sSM[%d]", name, n), of))
		d.Add(c.SMs[n])
	}
	u := cfg.LSU
	u.SMs, u.Threads = cfg.SMs, cfg.SM.Threads
	c.LSU, c.L15, c.Sampler = lsu.New(name+"LSU", u), l15.New(name+"L15", cfg.L15), sampler.New(name+"TEX", cfg.Sampler)
	d.Add(c.LSU)
	d.Add(c.L15)
	d.Add(c.Sampler)
	return c
}

// Around are the ports to which a cluster is joined: those of the dispatcher, of work distribution, of who sends descriptors and commands, and of the MXU.
// A connection is not made whose port is nil.
type Around struct {
	EUPPM   [pipe.Sides]*wires.Out[pipe.ThreadBeat]
	Cancel  [pipe.Slots]*wires.LineOut
	PMEUP   *wires.In[pipe.ThreadFree]
	EUPCall [pipe.Sides]*wires.Out[pipe.ResultCall]
	SMRes   [pm.MaxSMs][pipe.Sides]*wires.In[pipe.ResultBeat]
	WDUPM   [pipe.Slots]*wires.Out[pipe.TaskBeat]
	PMWDU   *wires.In[pipe.CTAEnd]
	WDUCall *wires.Out[pipe.HandlerRequest]

	EUPCtrl *wires.Out[pipe.Control]
	CtrlEUP *wires.In[pipe.ControlDone]
	MXUCtrl *wires.Out[pipe.Control]
	CtrlMXU *wires.In[pipe.ControlDone]

	Req    [mxu.ClusterClients]*wires.In[pipe.MemRequest] // by mxu.ClusterClient
	Ans    [mxu.ClusterClients]*wires.Out[pipe.MemAnswer]
	MXUL15 *wires.Out[pipe.PageFlush]
	MXUTex *wires.Out[pipe.PageFlush]
}

// Serve has an MXU serve the cluster, which has the given place among its clusters.
func (a *Around) Serve(m *mxu.MXU, place int) {
	for n := range a.Req {
		a.Req[n], a.Ans[n] = &m.P.ClusterReq[place*mxu.ClusterClients+n], &m.P.ClusterAns[place*mxu.ClusterClients+n]
	}
	a.MXUL15, a.MXUTex = &m.P.MXUL15[place], &m.P.MXUTex[place]
}

// clusterEnds are a cluster and what it is joined to.
type clusterEnds struct {
	*Cluster
	*Around
}

// clusterConnections is the table of a cluster's connections.
var clusterConnections = concat(
	sided("EUP_PM", 4, "thread requests and the token of a cut", func(c clusterEnds, side int, join joiner[pipe.ThreadBeat]) {
		joinAround(join, c.EUPPM[side], &c.Cluster.PM.P.EUPPM[side])
	}),
	cancels(),
	one(fifo("PM_EUP", answer, 4, "threads that have ended, places that are free, that nothing is left of a cut", func(c clusterEnds, join joiner[pipe.ThreadFree]) {
		joinAround(join, &c.Cluster.PM.P.PMEUP, c.PMEUP)
	})),
	sided("EUP_CALL", 4, "calls for results", func(c clusterEnds, side int, join joiner[pipe.ResultCall]) {
		joinAround(join, c.EUPCall[side], &c.Cluster.PM.P.EUPCall[side])
	}),
	sided("SM_RES", 4, "results that were called for", func(c clusterEnds, side int, join joiner[pipe.ResultBeat]) {
		for n, m := range c.SMs {
			joinAround(join, &m.P.Res[side], c.SMRes[n][side])
		}
	}),
	launches(),
	one(fifo("PM_WDU", answer, 4, "CTAs that have exited or were saved, ends of calls", func(c clusterEnds, join joiner[pipe.CTAEnd]) { joinAround(join, &c.Cluster.PM.P.PMWDU, c.PMWDU) })),
	one(fifo("WDU_CALL", below, 2, "calls of the trap handler and the restore handler, for all CTAs of a context", func(c clusterEnds, join joiner[pipe.HandlerRequest]) {
		joinAround(join, c.WDUCall, &c.Cluster.PM.P.WDUCall)
	})),
	one(fifo("PM_SM", below, 4, "thread requests, calls, the token of a cut", func(c clusterEnds, join joiner[pipe.ThreadBeat]) {
		for n, m := range c.SMs {
			join(&c.Cluster.PM.P.PMSM[n], &m.P.PMSM)
		}
	})),
	one(fifo("SM_PM", answer, 4, "thread slots that are free, threads that can be called for, are saved or back, the token", func(c clusterEnds, join joiner[pipe.ThreadEnd]) {
		for n, m := range c.SMs {
			join(&m.P.SMPM, &c.Cluster.PM.P.SMPM[n])
		}
	})),
	sided("SM_L15", 4, "lines of instructions that are fetched", func(c clusterEnds, side int, join joiner[pipe.CodeFetch]) {
		for n, m := range c.SMs {
			join(&m.P.SML15[side], &c.L15.P.SML15[n][side])
		}
	}),
	one(fifo("L15_SM", answer, 4, "lines of instructions", func(c clusterEnds, join joiner[pipe.CodeLine]) {
		for n, m := range c.SMs {
			join(&c.L15.P.L15SM[n], &m.P.L15SM)
		}
	})),
	sided("SM_LSU", 4, "messages to the load/store unit, a register a beat", func(c clusterEnds, side int, join joiner[pipe.MessageBeat]) {
		for n, m := range c.SMs {
			join(&m.P.SMLSU[side], &c.LSU.P.SMLSU[n][side])
		}
	}),
	one(fifo("LSU_SM", answer, 4, "answers of the load/store unit, a register a beat", func(c clusterEnds, join joiner[pipe.MessageAnswer]) {
		for n, m := range c.SMs {
			join(&c.LSU.P.LSUSM[n], &m.P.LSUSM)
		}
	})),
	sided("SM_TEX", 4, "messages to the sampler, a register a beat", func(c clusterEnds, side int, join joiner[pipe.MessageBeat]) {
		for n, m := range c.SMs {
			join(&m.P.SMTex[side], &c.Cluster.Sampler.P.SMTex[n][side])
		}
	}),
	one(fifo("TEX_SM", answer, 4, "answers of the sampler, a register a beat", func(c clusterEnds, join joiner[pipe.MessageAnswer]) {
		for n, m := range c.SMs {
			join(&c.Cluster.Sampler.P.TexSM[n], &m.P.TexSM)
		}
	})),
	sided("LSU_L15", 4, "accesses of lines", func(c clusterEnds, side int, join joiner[pipe.LineRequest]) {
		join(&c.LSU.P.LSUL15[side], &c.L15.P.LSUL15[side])
	}),
	one(fifo("L15_LSU", answer, 4, "lines, and that stores are done", func(c clusterEnds, join joiner[pipe.LineAnswer]) { join(&c.L15.P.L15LSU, &c.LSU.P.L15LSU) })),
	one(fifo("EUP_CTRL", below, 4, "what the vertex stage binds, commands for caches", func(c clusterEnds, join joiner[pipe.Control]) {
		joinAround(join, c.EUPCtrl, &c.Cluster.PM.P.Ctrl[pm.FromEUP])
	})),
	one(fifo("CTRL_EUP", answer, 2, "that these are done", func(c clusterEnds, join joiner[pipe.ControlDone]) {
		joinAround(join, &c.Cluster.PM.P.CtrlDone[pm.FromEUP], c.CtrlEUP)
	})),
	one(fifo("MXU_CTRL", below, 4, "what pin sets bind", func(c clusterEnds, join joiner[pipe.Control]) {
		joinAround(join, c.MXUCtrl, &c.Cluster.PM.P.Ctrl[pm.FromMXU])
	})),
	one(fifo("CTRL_MXU", answer, 2, "pin sets that are there", func(c clusterEnds, join joiner[pipe.ControlDone]) {
		joinAround(join, &c.Cluster.PM.P.CtrlDone[pm.FromMXU], c.CtrlMXU)
	})),
	one(fifo("PM_LSU", below, 4, "bindings of sets, places of scratch memory and of the context buffer", func(c clusterEnds, join joiner[pipe.Descriptor]) {
		join(&c.Cluster.PM.P.PMLSU, &c.LSU.P.PMLSU)
	})),
	one(fifo("LSU_PM", answer, 2, "sets that are there", func(c clusterEnds, join joiner[pipe.UnitDone]) { join(&c.LSU.P.LSUPM, &c.Cluster.PM.P.LSUPM) })),
	one(fifo("PM_L15", below, 2, "commands for all lines of a context", func(c clusterEnds, join joiner[pipe.CacheCommand]) { join(&c.Cluster.PM.P.PML15, &c.L15.P.PML15) })),
	one(fifo("L15_PM", answer, 2, "commands that are done", func(c clusterEnds, join joiner[pipe.UnitDone]) { join(&c.L15.P.L15PM, &c.Cluster.PM.P.L15PM) })),
	one(fifo("PM_TEX", below, 4, "textures and samplers of sets", func(c clusterEnds, join joiner[pipe.TextureDescriptor]) {
		join(&c.Cluster.PM.P.PMTex, &c.Cluster.Sampler.P.PMTex)
	})),
	one(fifo("TEX_PM", answer, 2, "sets that are there", func(c clusterEnds, join joiner[pipe.UnitDone]) {
		join(&c.Cluster.Sampler.P.TexPM, &c.Cluster.PM.P.TexPM)
	})),
	one(fifo("PM_DROP", below, 2, "commands for all texels of a context", func(c clusterEnds, join joiner[pipe.CacheCommand]) {
		join(&c.Cluster.PM.P.PMDrop, &c.Cluster.Sampler.P.PMDrop)
	})),
	one(fifo("DROP_PM", answer, 2, "commands that are done", func(c clusterEnds, join joiner[pipe.UnitDone]) {
		join(&c.Cluster.Sampler.P.DropPM, &c.Cluster.PM.P.DropPM)
	})),
	clients("L15", mxu.ClusterL15, "lines that are read", "lines that are read and written back, pins", func(c clusterEnds, side int) (*wires.Out[pipe.MemRequest], *wires.In[pipe.MemAnswer]) {
		return &c.L15.P.L15Req[side], &c.L15.P.L15Ans[side]
	}),
	clients("LSU", mxu.ClusterLSU, "non-cacheable loads", "atomics, non-cacheable accesses, the context buffer", func(c clusterEnds, side int) (*wires.Out[pipe.MemRequest], *wires.In[pipe.MemAnswer]) {
		return &c.LSU.P.LSUReq[side], &c.LSU.P.LSUAns[side]
	}),
	clients("TEX", mxu.ClusterSampler, "lines of textures", "lines of textures, texels that are stored", func(c clusterEnds, side int) (*wires.Out[pipe.MemRequest], *wires.In[pipe.MemAnswer]) {
		return &c.Cluster.Sampler.P.TexReq[side], &c.Cluster.Sampler.P.TexAns[side]
	}),
	one(fifo("MXU_L15", below, 2, "pages that leave their places", func(c clusterEnds, join joiner[pipe.PageFlush]) { joinAround(join, c.MXUL15, &c.L15.P.MXUL15) })),
	one(fifo("MXU_TEX", below, 2, "pages that leave their places", func(c clusterEnds, join joiner[pipe.PageFlush]) {
		joinAround(join, c.MXUTex, &c.Cluster.Sampler.P.MXUTex)
	})),
)

type clusterRow = row[clusterEnds]

// drawing are the rows of it that the 3D pipeline has: all but those of work distribution.
var drawing = slices.DeleteFunc(slices.Clone(clusterConnections), func(r clusterRow) bool { return strings.Contains(r.name, "WDU") })

func concat(lists ...[]clusterRow) (all []clusterRow) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func one(r clusterRow) []clusterRow { return []clusterRow{r} }

// joinAround joins what is there.
func joinAround[T any](join joiner[T], out *wires.Out[T], in *wires.In[T]) {
	if out != nil && in != nil {
		join(out, in)
	}
}

// sideRows are how rows of each side of the break point are called, and what they are.
var sideRows = [pipe.Sides]struct {
	name  string
	class class
	where string
}{pipe.Above: {"_ABOVE", above, ", above the break point"}, pipe.Below: {"_BELOW", below, ", below the break point"}}

// sided makes two rows: of what is above the break point and of what is below it.
func sided[T any](name string, depth int, carries string, ends func(c clusterEnds, side int, join joiner[T])) (rows []clusterRow) {
	for side, s := range sideRows {
		rows = append(rows, fifo(name+s.name, s.class, depth, carries+s.where, func(c clusterEnds, join joiner[T]) { ends(c, side, join) }))
	}
	return rows
}

// launches bring tasks, by context slot.
func launches() (rows []clusterRow) {
	for slot := range pipe.Slots {
		rows = append(rows, fifo(fmt.Sprintf("WDU_PM_%d", slot), below, 4, fmt.Sprintf("tasks of the context in slot %d with their arguments, CTAs to be run", slot), func(c clusterEnds, join joiner[pipe.TaskBeat]) {
			joinAround(join, c.WDUPM[slot], &c.Cluster.PM.P.WDUPM[slot])
		}))
	}
	return rows
}

// cancels are the lines of a cut, one for each context slot.
func cancels() (rows []clusterRow) {
	for slot := range pipe.Slots {
		r := clusterRow{fixed: fixed{name: fmt.Sprintf("EUP_CANCEL_%d", slot), class: above, carries: fmt.Sprintf("the cut of the context in slot %d, for its threads above the break point", slot)}}
		r.join = func(c clusterEnds, w *wiring) {
			if c.Cancel[slot] == nil {
				return
			}
			ins := []*wires.LineIn{&c.Cluster.PM.P.Cancel[slot]}
			for _, m := range c.SMs {
				ins = append(ins, &m.P.Cancel[slot])
			}
			_, err := wires.JoinLine(wires.InstanceName(r.name, c.Cancel[slot], ins[0]), c.Cancel[slot], ins...)
			w.failed(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// clients makes the rows of a unit's two clients of the MXU.
func clients(name string, unit int, reads, all string, ports func(c clusterEnds, side int) (*wires.Out[pipe.MemRequest], *wires.In[pipe.MemAnswer])) (rows []clusterRow) {
	for side, carries := range [pipe.Sides]string{pipe.Above: reads + ", above the break point", pipe.Below: all} {
		n, s := mxu.ClusterClient(0, unit, side), sideRows[side]
		rows = append(rows,
			fifo(name+"_REQ"+s.name, s.class, 4, carries, func(c clusterEnds, join joiner[pipe.MemRequest]) {
				out, _ := ports(c, side)
				joinAround(join, out, c.Req[n])
			}),
			fifo(name+"_ANS"+s.name, answer, 8, "answers: "+carries, func(c clusterEnds, join joiner[pipe.MemAnswer]) {
				_, in := ports(c, side)
				joinAround(join, c.Ans[n], in)
			}))
	}
	return rows
}

// BuildClusters makes clusters in a domain, and joins each to what is around it, which says so when it is given the cluster's place, from 0 on. Who has joined all
// that is in the domain calls CheckJoined.
func BuildClusters(d *wires.Domain, cfg ClusterConfig, around func(place int) *Around) ([]*Cluster, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	w := &wiring{stall: cfg.Stall, place: breakpoint.AtTG} // none of these connections depends on it
	var list []*Cluster
	for place := range cfg.Count {
		c := newCluster(d, &cfg.Pool, cfg.First+uint8(place))
		join(w, clusterEnds{c, around(place)}, clusterConnections, cfg.Links)
		list = append(list, c)
	}
	if w.err != nil {
		return nil, fmt.Errorf("building clusters: %w", w.err)
	}
	return list, nil
}

// Rows lists what the table says of the connections of a cluster.
func (c *ClusterConfig) Rows() (list []Connection) {
	return describe(clusterConnections, c.Links, breakpoint.AtTG)
}
