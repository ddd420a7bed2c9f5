package dispatch

import "tilemark/hw/pipe"

// Closed is a thread whose filling has ended. What is in it are the last Count primitives or quads that were taken; a thread that is full is closed while its last one is taken.
type Closed struct {
	Side  int
	Slot  uint8
	Stage uint8                   // isa.Stage... value
	Lanes uint8                   // of the kernel
	Count uint8                   // primitives or quads; 0: a hull thread
	State [pipe.StateWords]uint32 // what its kernel depends on, by the thread's version
}

// Written is a version of the state of a stage that gets other words.
type Written struct{ Users uint8 } // threads that have it

// State tells observers what the kernels of quads depend on that come.
func (b *Dispatcher) State() [pipe.StateWords]uint32 { return b.S.Pixel.Words[b.S.Pixel.Now] }

// StateOf tells observers what a version of the state of a stage is, for threads of a slot.
func (b *Dispatcher) StateOf(slot, stage, version uint8) *[pipe.StateWords]uint32 {
	return &b.stateOf(slot, stage).Words[version]
}

// SendsState tells observers whether clusters are getting a state for which they patch kernels.
func (b *Dispatcher) SendsState() bool { return b.S.Ctrl.Task == sendState }

// Failed is a thread that could not go on.
type Failed struct {
	Side  int
	Slot  uint8
	Stage uint8       // isa.Stage... value
	Count uint8       // primitives or quads in it; 0: a hull thread
	At    pipe.Cursor // of its first primitive; of a hull thread the first one of its patch that retires
	Fault pipe.KernelFault
}

// Oldest is what retires next on a side.
type Oldest struct {
	Kind    pipe.Kind // 0: there is nothing
	Slot    uint8     // of the context
	Life    Life      // Prim, Quad: of its thread
	Cluster int       // in which this runs
	Work    uint16    // number by which the cluster knows it
}

// Oldest tells observers what retires next on a side.
func (b *Dispatcher) Oldest(side int) Oldest {
	q := &b.S.Sides[side].Order
	if q.Len() == 0 {
		return Oldest{}
	}
	k := q.Front()
	o := Oldest{Kind: k.Cmd.Kind, Slot: k.Cmd.Slot}
	if k.runs() {
		o.Life, o.Cluster, o.Work = b.threads[side][k.Thread].Life, b.clusterOf(k.Thread), b.work(k.Thread)
	}
	return o
}

// Cancelling tells observers whether a cluster has something left of a slot's context, which is cut.
func (b *Dispatcher) Cancelling(slot uint8, cluster int) bool {
	return b.S.Cut[slot].Left>>cluster&1 != 0
}

// Forgetting tells observers whether the caches of a cluster have not dropped all that they have of a slot's context, as they are told to.
func (b *Dispatcher) Forgetting(slot uint8, cluster int) bool {
	s := &b.S.Ctrl
	return s.Task == forget && s.Slot == slot && !s.Done && (s.Next[cluster] < s.steps() || s.Open[cluster] > 0)
}

// Lives counts for observers the threads of a side by how far they are.
func (b *Dispatcher) Lives(side int) (n [Dropped + 1]int) {
	for i := range b.threads[side] {
		n[b.threads[side][i].Life]++
	}
	return n
}
