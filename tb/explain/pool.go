package explain

import (
	"slices"

	"tilemark/hw"
	"tilemark/hw/blocks/dispatch"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// cluster has a cluster's blocks by their numbers.
type cluster struct {
	*hw.Cluster
	number            int
	pm, lsu, l15, tex int
	sms               []int
}

func (w *watcher) clusters() (list []cluster) {
	find := func(b wires.Block) int { return slices.Index(w.blocks, b) }
	for n, c := range w.m.Clusters {
		k := cluster{Cluster: c, number: n, pm: find(c.PM), lsu: find(c.LSU), l15: find(c.L15), tex: find(c.Sampler)}
		for _, m := range c.SMs {
			k.sms = append(k.sms, find(m))
		}
		list = append(list, k)
	}
	return list
}

// place is who has the oldest thread of a side of the break point, or what retires in order with threads.
type place struct {
	block  int // none: there is nothing
	why    string
	link   int // that has it on its way; none
	client int // of memory, which is to bring or take a line of it; none
	// A thread that can execute instructions.
	sm       *sm.SM
	thread   uint8
	ready    bool // for its turn only
	executed uint32
}

// at is a place in a block.
func at(block int, why string) place { return place{block: block, why: why, link: none, client: none} }

// kinds are what threads of the sides are called.
var kinds = [pipe.Sides]string{pipe.Above: "vertex", pipe.Below: "pixel"}

// thread goes on with the oldest thread of a side of the break point, which EUP knows and a cluster runs.
func (w *watcher) thread(side int) Blame {
	p := &w.before.pool[side]
	in := [pipe.Sides]string{pipe.Above: w.name.vertices, pipe.Below: w.name.pixels}[side]
	switch {
	case p.block == none && w.walk.fed:
		w.walk.seen.add(w.at.eup)
		return w.empty(w.at.eup, w.byName[in])
	case p.block == none:
		return w.blame(w.at.eup, w.before.tasks[w.at.eup])
	case p.link != none && w.links[p.link].arrived == 0:
		w.walk.link = none
		return w.held(p.link, "had a "+kinds[side]+" thread, or what belongs to it, on its way")
	case p.link != none:
		return w.blame(w.links[p.link].to, w.before.tasks[w.links[p.link].to])
	case p.client != none:
		w.walk.waiter, w.walk.link, w.walk.fed = p.block, w.answersOf(p.client), true
		return w.memory(p.client)
	case p.ready && p.sm.Thread(p.thread).Executed == p.executed:
		return w.blame(p.block, "issued instructions of other threads before those of a "+kinds[side]+" thread")
	}
	return w.blame(p.block, p.why)
}

// answersOf is the connection of a client's answers.
func (w *watcher) answersOf(client int) int {
	return w.byName[w.m.MXU.P.ClusterAns[client-mxu.FirstCluster].Tap().Name()]
}

// first is the first of connections that has an entry, as a place; false: none has one.
func (w *watcher) firstOf(names ...string) (place, bool) {
	for _, name := range names {
		if l := w.byName[name]; w.links[l].fill > 0 {
			p := at(w.links[l].to, "")
			p.link = l
			return p, true
		}
	}
	return place{}, false
}

// oldest finds the oldest thread of a side as the machine stands.
func (w *watcher) oldest(side int) place {
	eup := w.m.EUP
	o := eup.Oldest(side)
	switch o.Kind {
	case 0:
		return at(none, "")
	case pipe.Prim, pipe.Quad:
		return w.placeOf(side, &o)
	case pipe.IntEnd:
		for n := range w.pool {
			if c := &w.pool[n]; eup.Cancelling(o.Slot, n) {
				return w.cancelled(c, o.Slot)
			}
		}
	case pipe.Invalidate:
		for n := range w.pool {
			if eup.Forgetting(o.Slot, n) {
				return w.forgetting(&w.pool[n])
			}
		}
	}
	return at(w.at.eup, w.before.tasks[w.at.eup])
}

// placeOf finds a thread by how far the dispatcher knows it to be.
func (w *watcher) placeOf(side int, o *dispatch.Oldest) place {
	kind, p := kinds[side], &w.m.EUP.P
	c := &w.pool[o.Cluster]
	switch o.Life {
	case dispatch.Filling:
		return at(w.at.eup, "held a "+kind+" thread open for more work")
	case dispatch.Waiting, dispatch.Sending:
		if req := w.byName[p.Req[o.Cluster][side].Tap().Name()]; w.links[req].fill == w.links[req].view.Depth() {
			return at(c.pm, "took requests of threads")
		}
		if w.m.EUP.SendsState() {
			return at(w.at.eup, "sent the state of a draw to clusters, for which they patch "+kind+" kernels")
		}
		return at(w.at.eup, "sent requests of "+kind+" threads")
	case dispatch.Running:
		return w.running(c, side, o)
	case dispatch.Called:
		return w.called(c, side, o)
	case dispatch.Done:
		return at(w.at.eup, "called for the results of "+kind+" threads")
	}
	return at(w.at.eup, w.before.tasks[w.at.eup])
}

// find is the multiprocessor and the thread slot that has a thread.
func (c *cluster) find(side int, o *dispatch.Oldest) (m int, n uint8, ok bool) {
	for m := range c.SMs {
		if n, ok := c.SMs[m].ThreadOf(o.Slot, side, o.Work); ok {
			return m, n, true
		}
	}
	return 0, 0, false
}

// running finds a thread whose request has been sent, and which has not said that it has ended.
func (w *watcher) running(c *cluster, side int, o *dispatch.Oldest) place {
	if m, n, ok := c.find(side, o); ok && !c.SMs[m].Thread(n).Told {
		return w.inSM(c, m, n, side)
	}
	s := &c.PM.S
	q := &s.Waiting[side]
	switch {
	case q.Beats == pipe.HeadBeats && q.Head.Work == o.Work && q.Head.Slot == o.Slot && s.Phase == pm.Choose:
		return at(c.pm, "looked for a place for a "+kinds[side]+" thread")
	case s.Phase == pm.Forward && int(s.Source) == side && s.Head.Work == o.Work:
		return at(c.pm, "sent a "+kinds[side]+" thread to its multiprocessor")
	}
	names := []string{w.m.EUP.P.Req[c.number][side].Tap().Name()}
	for _, m := range c.SMs {
		names = append(names, m.P.PMSM.Tap().Name(), m.P.SMPM.Tap().Name())
	}
	if p, ok := w.firstOf(append(names, c.PM.P.PMEUP.Tap().Name())...); ok {
		return p
	}
	return at(c.pm, "passed threads on")
}

// called finds a thread whose results are called for.
func (w *watcher) called(c *cluster, side int, o *dispatch.Oldest) place {
	m, n, ok := c.find(side, o)
	names := []string{c.PM.P.EUPCall[side].Tap().Name()}
	if ok && c.SMs[m].Thread(n).Called {
		if c.SMs[m].Delivers(n, side) {
			return at(c.sms[m], "sent the results of a "+kinds[side]+" thread")
		}
		return at(c.sms[m], "sent results of other threads before those of a "+kinds[side]+" thread")
	}
	for k := range c.SMs {
		names = append(names, c.SMs[k].P.PMSM.Tap().Name(), w.m.EUP.P.Res[c.number][k][side].Tap().Name())
	}
	if p, ok := w.firstOf(names...); ok {
		return p
	}
	return at(w.at.eup, w.before.tasks[w.at.eup])
}

// inSM says what a thread in a multiprocessor waits for.
func (w *watcher) inSM(c *cluster, m int, n uint8, side int) place {
	b := c.SMs[m]
	here := func(why string) place { return at(c.sms[m], why) }
	switch b.StallOf(n) {
	case sm.OnLine:
		return w.line(c, m, n, side)
	case sm.OnAnswer:
		return w.message(c, m, n, side)
	case sm.OnSend:
		if p, ok := w.sending(c, m, n, side); ok {
			return p
		}
		return here("sent a message of a " + kinds[side] + " thread")
	case sm.OnPage:
		return here("kept a thread whose page is missing until its context is cut")
	case sm.OnEnd:
		return here("ended a " + kinds[side] + " thread")
	}
	p := here("ran the " + kinds[side] + " kernel")
	p.sm, p.thread, p.ready, p.executed = b, n, b.Ready(n), b.Thread(n).Executed
	return p
}

// sending is the unit that a message waits for, when the connection to it is full.
func (w *watcher) sending(c *cluster, m int, n uint8, side int) (place, bool) {
	b := c.SMs[m]
	for _, k := range []struct {
		sends bool
		unit  int
		name  string
	}{
		{b.S.Sending[side].Active && b.S.Sending[side].Thread == n, c.lsu, b.P.SMLSU[side].Tap().Name()},
		{b.S.ToTex[side].Active && b.S.ToTex[side].Thread == n, c.tex, b.P.SMTex[side].Tap().Name()},
	} {
		if l := w.byName[k.name]; k.sends && w.links[l].fill == w.links[l].view.Depth() {
			return at(k.unit, "worked on other messages before that of a "+kinds[side]+" thread"), true
		}
	}
	return place{}, false
}

// memoryFor is the place of who waits for memory, as a client of a side.
func (w *watcher) memoryFor(c *cluster, block, unit, side int) place {
	p := at(block, w.before.tasks[block])
	p.client = mxu.FirstCluster + mxu.ClusterClient(c.number, unit, side)
	return p
}

// cached is the place of what waits in L1.5, or not.
func (w *watcher) cached(c *cluster, side int, waits, memory bool, names ...string) place {
	if memory {
		return w.memoryFor(c, c.l15, mxu.ClusterL15, side)
	}
	if !waits {
		if p, ok := w.firstOf(names...); ok {
			return p
		}
	}
	return at(c.l15, w.before.tasks[c.l15])
}

// line says where an instruction line is that a thread waits for.
func (w *watcher) line(c *cluster, m int, n uint8, side int) place {
	b := c.SMs[m]
	waits, memory := c.L15.FetchOf(uint8(m), n, side)
	if patches, reads := c.L15.PatchOf(uint8(m), n, side); reads {
		waits, memory = true, true
	} else if patches {
		return at(c.l15, "patched a line of instructions for the state of a draw")
	}
	return w.cached(c, side, waits, memory, b.P.SML15[side].Tap().Name(), b.P.L15SM.Tap().Name())
}

// message says where a message is whose answer a thread waits for.
func (w *watcher) message(c *cluster, m int, n uint8, side int) place {
	b := c.SMs[m]
	if works, memory, client := c.Sampler.MessageOf(uint8(m), n, side); memory {
		return w.memoryFor(c, c.tex, mxu.ClusterSampler, client)
	} else if works {
		return at(c.tex, w.before.tasks[c.tex])
	}
	switch waits, tag, client := c.LSU.MessageOf(uint8(m), n, side); waits {
	case lsu.ForMemory:
		return w.memoryFor(c, c.lsu, mxu.ClusterLSU, client)
	case lsu.ForCache:
		held, memory := c.L15.AccessOf(tag, side)
		return w.cached(c, side, held, memory, c.L15.P.LSUL15[side].Tap().Name(), c.LSU.P.L15LSU.Tap().Name())
	case lsu.ForUnit:
		return at(c.lsu, w.before.tasks[c.lsu])
	}
	if p, ok := w.firstOf(b.P.SMLSU[side].Tap().Name(), b.P.SMTex[side].Tap().Name(), b.P.LSUSM.Tap().Name(), b.P.TexSM.Tap().Name()); ok {
		return p
	}
	return at(c.sms[m], w.before.tasks[c.sms[m]])
}

// cancelled says what is left in a cluster of a slot's context above the break point, which was cut.
func (w *watcher) cancelled(c *cluster, slot uint8) place {
	for m, b := range c.SMs {
		if n, ok := b.CancelledOf(slot); ok {
			return w.inSM(c, m, n, pipe.Above)
		}
	}
	names := []string{w.m.EUP.P.Req[c.number][pipe.Above].Tap().Name(), c.PM.P.EUPCall[pipe.Above].Tap().Name()}
	for _, m := range c.SMs {
		names = append(names, m.P.PMSM.Tap().Name(), m.P.SMPM.Tap().Name())
	}
	if p, ok := w.firstOf(append(names, c.PM.P.PMEUP.Tap().Name())...); ok {
		return p
	}
	return at(c.pm, "passed the token of the cut on")
}

// forgetting says what keeps the caches of a cluster from dropping what they have of a context.
func (w *watcher) forgetting(c *cluster) place {
	below := mxu.FirstCluster + mxu.ClusterClient(c.number, mxu.ClusterL15, pipe.Below)
	switch {
	case c.L15.S.Phase != l15.Serve && w.before.access[below].stage != noAccess:
		return w.memoryFor(c, c.l15, mxu.ClusterL15, pipe.Below)
	case c.L15.S.Phase != l15.Serve:
		return at(c.l15, "wrote lines back and dropped them")
	}
	p := &c.PM.P
	if p, ok := w.firstOf(p.PML15.Tap().Name(), p.L15PM.Tap().Name(), p.PMDrop.Tap().Name(), p.DropPM.Tap().Name(), p.Ctrl[pm.FromEUP].Tap().Name(), p.CtrlDone[pm.FromEUP].Tap().Name()); ok {
		return p
	}
	return at(c.pm, "passed commands for caches on")
}
