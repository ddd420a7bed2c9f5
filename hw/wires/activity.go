package wires

// Activity is what a block did or waited for in a cycle. A block that reports
// anything but Busy is not evaluated again until an input has an entry again, an output has room again,
// a line that it reads pulses, or its wake-up cycle comes.
type Activity uint16

// Activities. Starved and blocked carry the number of the port that is waited
// for; Fifo.Starved and Fifo.Blocked make them.
const (
	Busy    Activity = 0 // changed something; runs again in the next cycle
	Idle    Activity = 1 // has nothing to do
	Waiting Activity = 2 // waits for its own timer or an answer

	firstPort Activity = 4 // starved by port 0, blocked by port 0, starved by port 1, ...
)

func starvedBy(port int) Activity { return firstPort + Activity(2*port) }
func blockedBy(port int) Activity { return firstPort + Activity(2*port+1) }

// Port returns the number of the port that is waited for, and whether the block
// is starved (input empty) or blocked (output full) by it.
func (a Activity) Port() (port int, starved, blocked bool) {
	if a < firstPort {
		return -1, false, false
	}
	return int(a-firstPort) / 2, a&1 == 0, a&1 != 0
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

// meter counts, by block.
type meter struct {
	last  []Activity
	spent []spent
}

// spent is what a block has done so far.
type spent struct {
	since uint64   // cycle in which its last activity began
	count []uint64 // cycles by activity
}

// add makes room for a block, and addPort for a port of one.
func (m *meter) add() {
	m.last, m.spent = append(m.last, Busy), append(m.spent, spent{count: make([]uint64, firstPort)})
}

func (m *meter) addPort(block int) { m.spent[block].count = append(m.spent[block].count, 0, 0) }

// note books the activity that a block had until now, when it changes to a.
func (m *meter) note(i int, a Activity, cycle uint64) {
	s := &m.spent[i]
	s.count[m.last[i]] += cycle - s.since
	m.last[i], s.since = a, cycle
}

// Account returns a block's counts up to the current cycle.
func (d *Domain) Account(b Block) Account {
	bb := b.base()
	m := &d.meter
	get := func(a Activity) uint64 {
		n := m.spent[bb.index].count[a]
		if m.last[bb.index] == a {
			n += d.clk.Cycle - m.spent[bb.index].since
		}
		return n
	}
	acc := Account{
		Busy: get(Busy), Idle: get(Idle), Waiting: get(Waiting),
		Starved: map[string]uint64{}, Blocked: map[string]uint64{},
	}
	for i, name := range bb.connections {
		if n := get(starvedBy(i)); n > 0 {
			acc.Starved[name] = n
		}
		if n := get(blockedBy(i)); n > 0 {
			acc.Blocked[name] = n
		}
	}
	return acc
}

// Main notes what a block's main work did or waits for in this cycle, for a block that does
// other things beside it: it is busy when it hands on a neighbour's report, but what it
// draws may wait all the same. Nothing in the machine depends on it.
func (b *BlockBase) Main(a Activity) {
	b.main, b.hasMain = a, true
}

// MainActivity returns what a block's main work did, or waited for, when the block was last
// evaluated: what it has told by Main, else its activity.
func (d *Domain) MainActivity(b Block) Activity {
	bb := b.base()
	if bb.hasMain {
		return bb.main
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
