package explain

import (
	"fmt"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Blame says who was waited for in a cycle.
type Blame struct {
	Block      string `json:"block,omitempty"`      // that had the work; "": a connection held it
	Why        string `json:"why"`                  // what it did, or what was wrong with the connection
	Waiter     string `json:"waiter,omitempty"`     // block that waited for it; "": the phase itself did
	Connection string `json:"connection,omitempty"` // through which it waited
}

// walk is where a walk along the chain of those who wait has come to.
type walk struct {
	seen   blockSet
	waiter int  // block that waits, none: the phase does
	link   int  // for this connection; none
	fed    bool // it waits for an entry in that, not for room
	depth  int
}

// blockSet is a set of blocks, a bit each.
type blockSet [2]uint64

func (s *blockSet) add(b int)      { s[b/64] |= 1 << (b % 64) }
func (s *blockSet) has(b int) bool { return s[b/64]>>(b%64)&1 != 0 }

// mostSteps ends a walk that goes from one connection to another without a block between.
const mostSteps = 64

// begin starts a walk from what a phase waits for.
func (w *watcher) begin() { w.walk = walk{waiter: none, link: none} }

// blame ends the walk at a block.
func (w *watcher) blame(block int, why string) Blame {
	b := Blame{Block: w.names[block], Why: why}
	w.through(&b, block)
	return b
}

// held ends the walk at a connection: what it carries, or its depth, is what all wait for.
func (w *watcher) held(l int, why string) Blame {
	b := Blame{Why: why, Connection: w.links[l].name}
	if w.walk.waiter != none {
		b.Waiter = w.names[w.walk.waiter]
	}
	return b
}

// through adds who waited, and on which connection, when that was another block.
func (w *watcher) through(b *Blame, block int) {
	k := &w.walk
	if k.waiter != none && k.waiter != block {
		b.Waiter = w.names[k.waiter]
	}
	if k.link != none && k.waiter != block {
		b.Connection = w.links[k.link].name
	}
}

// block goes on with what a block's main work did.
func (w *watcher) block(b int) Blame { return w.follow(b, w.doing[b]) }

// follow goes on with an activity of a block.
func (w *watcher) follow(b int, a wires.Activity) Blame {
	if w.walk.depth++; w.walk.seen.has(b) || w.walk.depth > mostSteps {
		return w.blame(b, w.before.tasks[b]) // each of two waits for the other: the last one is about to go on
	}
	w.walk.seen.add(b)
	name := wires.PortName(w.blocks[b], a)
	l, known := w.byName[name]
	_, starved, blocked := a.Port()
	switch {
	case a == wires.Idle:
		return w.blame(b, "had nothing to do")
	case a == wires.Busy:
		return w.busy(b)
	case b == w.at.csp && !starved && !blocked:
		return w.parser()
	case !known:
		return w.blame(b, waitingFor(w, b))
	case starved:
		return w.empty(b, l)
	}
	return w.full(b, l)
}

func waitingFor(w *watcher, b int) string {
	switch b {
	case w.at.gate:
		return "kept a page fault until its context is cut"
	case w.at.tess:
		return w.before.tasks[b]
	}
	return "waited for its own timer"
}

// shallow says of a connection that it is not deep enough.
const shallow = "was too shallow: full in one cycle, empty in the next"

// busy ends the walk at a block that worked. When it put an entry into the connection that is
// waited for, which had been too full for it in the cycle before, it could have done so earlier:
// the connection is not deep enough. A block that only keeps up is passed by.
func (w *watcher) busy(b int) Blame {
	if i := w.walk.link; i != none && w.walk.fed && w.links[i].from == b && w.blockedBy(b, w.did[b], i) && w.put(i) {
		return w.held(i, shallow)
	}
	if i := w.input[b]; i != none && w.keepsUp(b, i) {
		from := w.links[i].from
		w.walk.waiter, w.walk.link, w.walk.fed = b, i, true
		if w.blockedBy(from, w.doing[from], i) {
			return w.held(i, shallow)
		}
		return w.block(from)
	}
	return w.blame(b, w.before.tasks[b])
}

// blockedBy tells whether an activity of a block is that a connection is full.
func (w *watcher) blockedBy(b int, a wires.Activity, i int) bool {
	_, _, blocked := a.Port()
	return blocked && wires.PortName(w.blocks[b], a) == w.links[i].name
}

// put tells whether an entry was put into a connection in this cycle.
func (w *watcher) put(i int) bool { return w.links[i].view.Puts() != w.links[i].puts }

// keepsUp tells whether a block works on the only entry that there is, while the next one is put
// or wants to be: were the block faster, nothing would end sooner. INT_END is the last that is
// waited for.
func (w *watcher) keepsUp(b, i int) bool {
	l := &w.links[i]
	if l.token || l.fill+w.before.queued[b] != 1 || l.fill == 1 && w.taken(i) != 1 {
		return false
	}
	return w.put(i) || w.blockedBy(l.from, w.doing[l.from], i)
}

// empty goes on from a block that waits for an entry in a connection.
func (w *watcher) empty(b, i int) Blame {
	l := &w.links[i]
	if l.client != none && l.answers { // its place in the queue is found by the access, not by the link
		w.walk.waiter, w.walk.link, w.walk.fed = b, i, true
		return w.memory(l.client)
	}
	if l.arrived > 0 {
		return w.blame(b, w.taking(b, l.name))
	}
	w.walk.waiter, w.walk.link, w.walk.fed = b, i, true
	if l.fill > 0 {
		return w.held(i, "had the entry on its way")
	}
	return w.feed(i)
}

// taking is what a block does that finds an entry in a connection.
func (w *watcher) taking(b int, link string) string {
	switch {
	case b == w.at.csp && w.datapath(link):
		return "took reports of the blocks"
	case b == w.at.csp && link == w.name.saved:
		return "took the acknowledgements of its writes"
	}
	return w.before.tasks[b]
}

// feed goes on with what keeps an entry from being put into a connection.
func (w *watcher) feed(i int) Blame {
	l := &w.links[i]
	switch l.name {
	case w.name.results:
		return w.thread(pipe.Below)
	case w.name.shaded:
		return w.thread(pipe.Above)
	case w.name.late:
		if w.before.colorless { // they are tested when the pool has answered
			return w.empty(w.links[i].to, w.byName[w.name.results])
		}
	case w.name.fetched:
		return w.reads()
	case w.name.saved:
		return w.writes()
	case w.name.pinned, w.name.answers:
		return w.walker(l.from)
	}
	if l.datapath {
		return w.report(i)
	}
	return w.block(l.from)
}

// report goes on with a datapath: with what is on a hop before, else with the block that reports.
func (w *watcher) report(i int) Blame {
	for k := w.links[i].hop; k != none; k = w.links[k].hop {
		if l := &w.links[k]; l.fill > l.arrived && l.arrived == 0 {
			return w.held(k, "had the report on its way")
		} else if l.fill > 0 {
			return w.blame(l.to, "handed reports on")
		}
	}
	return w.block(w.links[i].from)
}

// full goes on from a block that waits for room in a connection.
func (w *watcher) full(b, i int) Blame {
	l := &w.links[i]
	if l.fill < l.view.Depth() {
		return w.blame(b, w.before.tasks[b])
	}
	w.walk.waiter, w.walk.link, w.walk.fed = b, i, false
	switch {
	case l.arrived == 0:
		return w.held(i, "was full of entries on their way")
	case w.taken(i) == l.fill: // its reader has nothing left
		return w.held(i, shallow)
	}
	switch {
	case l.client != none:
		return w.memory(l.client)
	case l.name == w.name.memory:
		return w.blame(w.at.memory, "took other requests first")
	case l.name == w.name.pixels:
		return w.thread(pipe.Below)
	case l.name == w.name.vertices:
		return w.thread(pipe.Above)
	case l.name == w.name.fetches:
		return w.reads()
	case l.name == w.name.saves:
		return w.writes()
	case l.name == w.name.pins || l.name == w.name.commands:
		return w.walker(l.to)
	case l.datapath:
		return w.handing(l.to)
	}
	return w.block(l.to)
}

// handing goes on with a block that hands reports on to the next step of their datapath: with that one when it is full.
func (w *watcher) handing(b int) Blame {
	for i := range w.links {
		if l := &w.links[i]; l.datapath && l.from == b && l.fill == l.view.Depth() {
			return w.full(b, i)
		}
	}
	return w.blame(b, "handed reports on")
}

// reads goes on with DMA's oldest read.
func (w *watcher) reads() Blame {
	if w.before.reads == 0 {
		w.walk.seen.add(w.at.dma)
		return w.empty(w.at.dma, w.byName[w.name.fetches])
	}
	w.walk.waiter, w.walk.link = w.at.dma, w.byName[w.name.reads]
	return w.memory(mxu.DMARead)
}

// writes goes on with DMA's oldest write.
func (w *watcher) writes() Blame {
	switch {
	case w.before.writes > 0:
	case w.before.gathers > 0:
		return w.blame(w.at.dma, "gathered words of lines of the save area")
	default:
		w.walk.seen.add(w.at.dma)
		return w.empty(w.at.dma, w.byName[w.name.saves])
	}
	w.walk.waiter, w.walk.link = w.at.dma, w.byName[w.name.writes]
	return w.memory(mxu.DMAWrite)
}

// walker goes on with a page that the MXU looks for, or ends there.
func (w *watcher) walker(b int) Blame {
	if w.before.access[mxu.Walker].stage == noAccess {
		return w.blame(b, "pinned pages")
	}
	return w.memory(mxu.Walker)
}

// accesses names what the clients read and write.
var accesses = [mxu.Walker + 1]string{
	mxu.DMARead: "commands and saved state", mxu.DMAWrite: "the save area", mxu.Vertex: "vertices", mxu.Depth: "depth lines",
	mxu.Color: "colour lines", mxu.C2D: "fills and copies", mxu.Walker: "page tables",
}

// accessed names what a client reads and writes.
func accessed(client int) string {
	if client < mxu.FirstCluster {
		return accesses[client]
	}
	cluster, unit := mxu.ClusterUnit(client - mxu.FirstCluster)
	return fmt.Sprintf(ofClusters[unit], cluster)
}

// ofClusters names the same of the units of a cluster.
var ofClusters = [...]string{mxu.ClusterL15: "kernels and data for GPC[%d]", mxu.ClusterLSU: "data that GPC[%d] does not cache", mxu.ClusterSampler: "texels for GPC[%d]"}

// requestsOf is the connection of a client's requests.
func (w *watcher) requestsOf(client int) int {
	if client < mxu.FirstCluster {
		return w.byName[w.m.MXU.P.Req[client].Tap().Name()]
	}
	return w.byName[w.m.MXU.P.ClusterReq[client-mxu.FirstCluster].Tap().Name()]
}

// memory ends the walk at the place of a client's oldest access.
func (w *watcher) memory(client int) Blame {
	a := w.before.access[client]
	does := "read"
	if a.write {
		does = "wrote"
	}
	what := fmt.Sprintf("%s %s", does, accessed(client))
	switch a.stage {
	case noAccess:
		return w.blame(w.walk.waiter, w.before.tasks[w.walk.waiter])
	case requested:
		return w.request(client, what)
	case forwarded:
		if w.taken(w.byName[w.name.memory]) == 0 {
			return w.blame(w.at.memory, "took requests before it "+what)
		}
	case due:
		return w.blame(w.at.memory, "answered other requests before it "+what)
	}
	return w.blame(w.at.memory, what)
}

// request goes on with a request that was in the queue before the MXU.
func (w *watcher) request(client int, what string) Blame {
	req, mem := w.requestsOf(client), w.byName[w.name.memory]
	switch {
	case w.links[req].arrived == 0:
		return w.held(req, "had the request on its way")
	case w.taken(req) > 0:
		return w.blame(w.at.memory, what)
	case w.links[mem].fill == w.links[mem].view.Depth():
		return w.blame(w.at.memory, "took requests before it "+what)
	case w.before.access[mxu.Walker].stage != noAccess:
		return w.memory(mxu.Walker)
	}
	return w.blame(w.at.mxu, "passed others' requests on before memory "+what)
}

// taken is how many entries the consumer of a connection took in this cycle.
func (w *watcher) taken(i int) int {
	l := &w.links[i]
	return l.fill + int(l.view.Puts()-l.puts) - l.view.Len()
}

// parser says what the CSP's front-end parser waits for when that is no connection.
func (w *watcher) parser() Blame {
	switch w.before.parser {
	case csp.Pick:
		for slot, step := range w.before.saving {
			if step != csp.SaveNone {
				w.walk.waiter = w.at.csp
				return w.save(slot)
			}
		}
		return w.blame(w.at.csp, "waited for a free slot")
	case csp.Copy:
		return w.copies()
	case csp.Blit:
		w.walk.waiter = w.at.csp
		return w.block(w.at.c2d)
	case csp.Flush: // its end comes from the end of the pipe
		w.walk.seen.add(w.at.csp)
		return w.empty(w.at.csp, w.byName[w.name.pathB])
	case csp.PollWait:
		return w.blame(w.at.csp, "waited to look again at the word of a WAIT")
	case csp.TailWait:
		return w.blame(w.at.csp, "waited to look again at the ring's tail")
	case csp.StopWait:
		return w.blame(w.at.csp, "waited until what is malformed passes the break point")
	}
	return w.blame(w.at.csp, w.before.tasks[w.at.csp])
}

// save goes on with what the end of a slot's context waits for.
func (w *watcher) save(slot int) Blame {
	w.walk.seen.add(w.at.csp)
	switch w.before.saving[slot] {
	case csp.SaveBlit:
		w.walk.waiter = w.at.csp
		return w.block(w.at.c2d)
	case csp.SaveCursor, csp.SaveToken:
		return w.empty(w.at.csp, w.byName[w.name.pathA])
	case csp.SaveDrain:
		return w.empty(w.at.csp, w.byName[w.name.pathB])
	case csp.SaveCounters:
		if b, found := w.reports("registers"); found {
			return b
		}
		return w.blame(w.at.csp, "took the registers that the hardware counts")
	case csp.SaveFields:
		if l := w.byName[w.name.saves]; w.links[l].fill == w.links[l].view.Depth() {
			return w.full(w.at.csp, l)
		}
		return w.blame(w.at.csp, "wrote the cursor, a field a cycle")
	case csp.SaveAnswers:
		return w.empty(w.at.csp, w.byName[w.name.saved])
	}
	return w.blame(w.at.csp, "finished the save: RESTORE, pins, the slot")
}

// copies goes on with the registers that all blocks copy at INTERRUPTIBLE: with those on the
// datapaths, else with what keeps the last block from copying its own.
func (w *watcher) copies() Blame {
	w.walk.waiter, w.walk.link = w.at.csp, none
	if l := w.byName[w.name.saves]; w.links[l].fill == w.links[l].view.Depth() {
		return w.full(w.at.csp, l)
	}
	if b, found := w.reports("copied registers"); found {
		return b
	}
	return w.block(w.at.wbu)
}

// reports ends the walk at what is on the datapaths, if something is.
func (w *watcher) reports(what string) (b Blame, found bool) {
	for _, name := range []string{w.name.pathA, w.name.pathB} {
		for i := w.byName[name]; i != none; i = w.links[i].hop {
			l := &w.links[i]
			if l.fill == 0 {
				continue
			}
			if w.walk.waiter = w.at.csp; l.arrived == 0 {
				return w.held(i, "had "+what+" on their way"), true
			}
			if l.to == w.at.csp {
				return w.blame(l.to, "took "+what+", one a cycle"), true
			}
			return w.blame(l.to, "handed "+what+" on"), true
		}
	}
	return Blame{}, false
}
