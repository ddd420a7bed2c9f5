package explain

import (
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// link is a connection as the walk sees it.
type link struct {
	view     wires.View
	name     string
	datapath bool // it is a step of one
	from, to int  // blocks
	client   int  // of the MXU that it brings answers to, or whose requests it takes; none
	answers  bool
	hop      int // connection that feeds this one on a datapath; none

	fill, arrived int    // before the cycle
	puts          uint32 // before the cycle
	token         bool   // INT_END was at its head before the cycle
}

// none stands for no block, connection or client.
const none = -1

// before is what the registers held when the cycle began, as far as activities do not tell.
type before struct {
	access        []access          // by the number of a client as memory knows it
	pool          [pipe.Sides]place // of the pool's oldest threads
	reads, writes int               // of DMA, under way
	gathers       int               // lines that it gathers
	saving        [pipe.Slots]csp.SaveStep
	parser        csp.Phase
	colorless     bool // the oldest quad of PS is to be tested late, and its colours are not there
	held          hold
	tasks         []string // of blocks
	queued        []int    // of blocks, after their inputs
}

// watcher follows a machine cycle by cycle and says for each who was waited for.
type watcher struct {
	m      *hw.Machine
	blocks []wires.Block
	names  []string
	links  []link
	byName map[string]int
	input  []int // of blocks, the connection from which they take their work; none
	at     blocksOf
	name   linksOf
	pool   []cluster
	before before
	doing  []wires.Activity // of the blocks' main work, in this cycle
	did    []wires.Activity // in the cycle before
	cycle  uint64           // the last one that was seen
	walk   walk
}

// blocksOf are the blocks that the walk knows by name.
type blocksOf struct{ csp, dma, c2d, tess, eup, tg, gate, wbu, mxu, memory int }

// linksOf are the names of the connections that the walk knows, each by a port that it leads to.
type linksOf struct {
	vertices, shaded, pixels, results string // of the pool
	late                              string // answers of the late test
	fetches, fetched, saves, saved    string // between CSP and DMA
	reads, writes                     string // answers for DMA
	memory                            string // requests
	pins, pinned, commands, answers   string // of the MXU, with the break point and the CSP
	pathA, pathB                      string
}

func namesOf(m *hw.Machine) linksOf {
	mx, c, d := &m.MXU.P, &m.CSP.P, &m.DMA.P
	return linksOf{
		vertices: m.EUP.P.TessEU.Tap().Name(), shaded: m.EUP.P.EUPFifo.Tap().Name(), pixels: m.EUP.P.PSEU.Tap().Name(), results: m.EUP.P.EUPS.Tap().Name(), late: m.PS.P.LateAns.Tap().Name(),
		fetches: d.CSPDMA.Tap().Name(), fetched: d.DMACSP.Tap().Name(), saves: d.StateFifo.Tap().Name(), saved: d.DMAAck.Tap().Name(),
		reads: d.DMARdAns.Tap().Name(), writes: d.DMAWrAns.Tap().Name(), memory: mx.MemReq.Tap().Name(),
		pins: mx.BPMXU.Tap().Name(), pinned: mx.MXUBP.Tap().Name(), commands: mx.CSPMXU.Tap().Name(), answers: mx.MXUCSP.Tap().Name(),
		pathA: c.DatapathA.Tap().Name(), pathB: c.DatapathB.Tap().Name(),
	}
}

func newWatcher(m *hw.Machine) *watcher {
	w := &watcher{m: m, blocks: m.Blocks(), byName: map[string]int{}}
	for _, b := range w.blocks {
		w.names = append(w.names, strings.TrimPrefix(b.Name(), "GPU."))
	}
	find := func(b wires.Block) int { return slices.Index(w.blocks, b) }
	w.at = blocksOf{find(m.CSP), find(m.DMA), find(m.C2D), find(m.Tess), find(m.EUP), find(m.TG), find(m.TG), find(m.WBU), find(m.MXU), find(m.Memory)}
	if m.Config.Place() == breakpoint.AtZL1 {
		w.at.gate = find(m.ZL1)
	}
	steps := map[string]bool{}
	for _, f := range m.Config.Fifos() {
		steps[f.Name] = f.Datapath
	}
	for i, v := range m.Views() {
		from, to := v.Ends()
		w.links = append(w.links, link{view: v, name: v.Name(), datapath: steps[v.Name()], from: find(from), to: find(to), client: none, hop: none})
		w.byName[v.Name()] = i
	}
	for k := range mxu.NumClients {
		w.links[w.byName[m.MXU.P.Req[k].Tap().Name()]].client = k
		ans := &w.links[w.byName[m.MXU.P.Ans[k].Tap().Name()]]
		ans.client, ans.answers = k, true
	}
	for k := range len(m.Clusters) * mxu.ClusterClients {
		w.links[w.byName[m.MXU.P.ClusterReq[k].Tap().Name()]].client = mxu.FirstCluster + k
		ans := &w.links[w.byName[m.MXU.P.ClusterAns[k].Tap().Name()]]
		ans.client, ans.answers = mxu.FirstCluster+k, true
	}
	w.before.access = make([]access, mxu.FirstCluster+len(m.Clusters)*mxu.ClusterClients)
	w.pool = w.clusters()
	w.input = slices.Repeat([]int{none}, len(w.blocks))
	for i := range w.links {
		if l := &w.links[i]; draws(m, l.view) {
			w.input[l.to] = i
		}
	}
	w.name = namesOf(m)
	w.before.tasks, w.before.queued = make([]string, len(w.blocks)), make([]int, len(w.blocks))
	w.joinHops()
	w.doing, w.did = make([]wires.Activity, len(w.blocks)), make([]wires.Activity, len(w.blocks))
	return w
}

// joinHops finds for each connection of a datapath the one that it is handed on from.
func (w *watcher) joinHops() {
	for i := range w.links {
		for k := range w.links {
			a, b := &w.links[i], &w.links[k]
			if a.datapath && b.datapath && b.to == a.from && b.name != "DP_MXU" {
				a.hop = k
			}
		}
	}
}

// datapath tells whether a connection is a step of a datapath.
func (w *watcher) datapath(name string) bool {
	l, ok := w.byName[name]
	return ok && w.links[l].datapath
}

// note keeps what the registers hold after this cycle: what the next one begins with.
func (w *watcher) note(cycle uint64) {
	w.cycle = cycle
	for i := range w.links {
		l := &w.links[i]
		l.fill, l.arrived, l.puts = l.view.Len(), l.view.Arrived(), l.view.Puts()
		l.token = false
		if e, ok := l.head(); ok {
			l.token = e.Type() == pipe.IntEnd
		}
	}
	for i, name := range w.names {
		w.before.tasks[i], w.before.queued[i] = task(w.m, name), queued(w.m, name)
	}
	b := &w.before
	w.noteAccesses(cycle + 1)
	for side := range b.pool {
		b.pool[side] = w.oldest(side)
	}
	b.reads, b.writes = w.m.DMA.S.Reading.Len(), w.m.DMA.S.Writing.Len()
	b.gathers = w.m.DMA.S.Gathering.Len()
	for slot := range b.saving {
		b.saving[slot] = w.m.CSP.Saving(uint8(slot))
	}
	q := &w.m.PS.S.Queue
	b.colorless = q.Len() > 0 && q.Front().Late && w.m.PS.S.Shaded == 0
	b.parser, b.held = w.m.CSP.S.Front.Phase, w.holding()
}

// head is the oldest entry of a connection that carries the token.
func (l *link) head() (e interface{ Type() pipe.Kind }, ok bool) {
	if l.fill == 0 {
		return nil, false
	}
	e, ok = l.view.Entry(0).(interface{ Type() pipe.Kind })
	return e, ok
}

// observe takes what the blocks did in the cycle that has been evaluated.
func (w *watcher) observe() {
	w.doing, w.did = w.did, w.doing
	for i, b := range w.blocks {
		w.doing[i] = w.m.MainActivity(b)
	}
}

// hold is what keeps an interrupt from raising the line.
type hold uint8

// Holds.
const (
	holdBus hold = iota // it is on its way from the CPU
	holdNot
	holdToken   // the token of the cut before is above the break point
	holdNothing // no context executes
	holdCopies  // INTERRUPTIBLE has not passed, or registers are being copied
	holdRestore // a restore that had been aborted must make progress first
)

// holding tells what would keep an interrupt from being served now.
func (w *watcher) holding() hold {
	h, f := &w.m.CSP.S.Host, &w.m.CSP.S.Front
	s := &w.m.CSP.S.Slots[f.Slot]
	switch {
	case h.Pending == 0:
		return holdBus
	case f.Phase < csp.Scratch || f.Phase == csp.Tokens:
		return holdNothing
	case h.Above > 0:
		return holdToken
	case !s.Interruptible():
		return holdCopies
	case s.Holds() && !f.Missed:
		return holdRestore
	}
	return holdNot
}

// access is how far a client's oldest access to memory is.
type access struct {
	stage accessStage
	write bool
}

type accessStage uint8

const (
	noAccess  accessStage = iota
	requested             // in the queue before the MXU
	forwarded             // in the queue before memory
	inMemory              // its time has not come
	due                   // its time has come: it waits for others' answers
	answered              // on its way from memory to the client
)

// noteAccesses finds the oldest read of each client as the machine stands, or when there is none its oldest
// write: who waits for a line that is read does not wait for those that were written before.
// cycle is the next one.
func (w *watcher) noteAccesses(cycle uint64) {
	m, list := w.m, w.before.access
	clear(list)
	keep := func(client int, op pipe.Op, stage accessStage) {
		switch op {
		case pipe.ReadAbove, pipe.Atomic:
			op = pipe.Read
		case pipe.Read, pipe.Write:
		default:
			return
		}
		if a := &list[client]; a.stage == noAccess || a.write && op == pipe.Read {
			*a = access{stage, op == pipe.Write}
		}
	}
	answers := func(client int, ans *wires.Fifo[pipe.MemAnswer]) {
		for i := range ans.Len() {
			keep(client, ans.Peek(i).Op, answered)
		}
	}
	for k := range mxu.NumClients {
		if m.MXU.S.Written[k] > 0 {
			keep(k, pipe.Write, answered)
		}
		answers(k, m.MXU.P.Ans[k].Tap())
	}
	for k := range len(m.Clusters) * mxu.ClusterClients {
		answers(mxu.FirstCluster+k, m.MXU.P.ClusterAns[k].Tap())
	}
	for i := range m.Memory.P.MemAns.Tap().Len() {
		a := m.Memory.P.MemAns.Tap().Peek(i)
		keep(int(a.Client), a.Op, answered)
	}
	for i := range m.Memory.S.Flight.Len() {
		f := m.Memory.S.Flight.At(i)
		stage := inMemory
		if uint64(f.Due) < cycle {
			stage = due
		}
		keep(int(f.Ans.Client), f.Ans.Op, stage)
	}
	for i := range m.Memory.P.MemReq.Tap().Len() {
		r := m.Memory.P.MemReq.Tap().Peek(i)
		keep(int(r.Client), r.Op, forwarded)
	}
	requests := func(client int, req *wires.In[pipe.MemRequest]) {
		for i := range req.Len() {
			keep(client, req.Peek(i).Op, requested)
		}
	}
	for k := range mxu.NumClients {
		requests(k, &m.MXU.P.Req[k])
	}
	for k := range len(m.Clusters) * mxu.ClusterClients {
		requests(mxu.FirstCluster+k, &m.MXU.P.ClusterReq[k])
	}
}
