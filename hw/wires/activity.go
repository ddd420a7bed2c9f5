package wires

// Activity is what a block did or waited for in a cycle. A block that reports
// anything but Busy is not evaluated again until one of its connections moves,
// a line that it reads pulses, or its wake-up cycle comes.
type Activity uint8

// Activities. Starved and blocked carry the number of the port that is waited
// for; Fifo.Starved and Fifo.Blocked make them.
const (
	Busy    Activity = 0 // changed something; runs again in the next cycle
	Idle    Activity = 1 // has nothing to do
	Waiting Activity = 2 // waits for its own timer or an answer

	starvedBase Activity = 64
	blockedBase Activity = 128
	maxPorts             = 64
	activities           = 192
)

// Port returns the number of the port that is waited for, and whether the block
// is starved (input empty) or blocked (output full) by it.
func (a Activity) Port() (port int, starved, blocked bool) {
	switch {
	case a >= blockedBase:
		return int(a - blockedBase), false, true
	case a >= starvedBase:
		return int(a - starvedBase), true, false
	}
	return -1, false, false
}

// Account is how many cycles a block spent on each activity.
type Account struct {
	Busy, Idle, Waiting uint64
	Starved, Blocked    map[string]uint64 // by connection name
}

// Total returns the sum over all starving, or all blocking, connections.
func Total(m map[string]uint64) (n uint64) {
	for _, v := range m {
		n += v
	}
	return n
}

type meter struct {
	last  [MaxBlocks]Activity
	main  [MaxBlocks]Activity // see BlockBase.Main
	mains uint64              // blocks that have called Main
	since [MaxBlocks]uint64
	count [MaxBlocks][activities]uint64
}

func (m *meter) note(i int, a Activity, cycle uint64) {
	if m.last[i] == a {
		return
	}
	m.count[i][m.last[i]] += cycle - m.since[i]
	m.last[i], m.since[i] = a, cycle
}

// Account returns a block's counts up to the current cycle.
func (d *Domain) Account(b Block) Account {
	bb := b.base()
	m := &d.meter
	get := func(a int) uint64 {
		n := m.count[bb.index][a]
		if int(m.last[bb.index]) == a {
			n += d.clk.Cycle - m.since[bb.index]
		}
		return n
	}
	acc := Account{
		Busy: get(int(Busy)), Idle: get(int(Idle)), Waiting: get(int(Waiting)),
		Starved: map[string]uint64{}, Blocked: map[string]uint64{},
	}
	for i, name := range bb.connections {
		if n := get(int(starvedBase) + i); n > 0 {
			acc.Starved[name] = n
		}
		if n := get(int(blockedBase) + i); n > 0 {
			acc.Blocked[name] = n
		}
	}
	return acc
}

// Main notes what a block's main work did or waits for in this cycle, for a block that does
// other things beside it: it is busy when it hands on a neighbour's report, but what it
// draws may wait all the same. Nothing in the machine depends on it.
func (b *BlockBase) Main(a Activity) {
	m := &b.dom.meter
	m.main[b.index] = a
	m.mains |= b.bit()
}

// MainActivity returns what a block's main work did, or waited for, when the block was last
// evaluated: what it has told by Main, else its activity.
func (d *Domain) MainActivity(b Block) Activity {
	bb := b.base()
	if d.meter.mains&bb.bit() != 0 {
		return d.meter.main[bb.index]
	}
	return d.meter.last[bb.index]
}

// PortName returns the connection that an activity of a block waits for, "" for none.
func PortName(b Block, a Activity) string {
	port, _, _ := a.Port()
	if names := b.base().connections; port >= 0 && port < len(names) {
		return names[port]
	}
	return ""
}

// LastActivity returns what a block reported when it was last evaluated.
func (d *Domain) LastActivity(b Block) Activity { return d.meter.last[b.base().index] }
