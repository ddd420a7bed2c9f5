package wires

// Queues collects the queues inside a block, for those who count how full they are. Nothing is read before one asks, so a
// machine whose queues nobody counts does nothing for it.
type Queues struct{ list []inside }

// inside is a queue inside a block.
type inside struct {
	block int // its number in the domain
	name  string
	depth int
	len   func() int
}

// Add adds a queue of the given depth in entries, and how many it holds now. One of depth 0 is left out. It is called after the
// parameter that is its depth.
func (q *Queues) Add(name string, depth int, length func() int) {
	if depth > 0 {
		q.list = append(q.list, inside{name: name, depth: depth, len: length})
	}
}

// HasQueues is a block with queues inside.
type HasQueues interface {
	Queues(q *Queues)
}

// QueueUsage is how full a queue inside a block was.
type QueueUsage struct {
	Block string   // "GPU.ZL2"
	Name  string   // in its block
	Depth int      // entries
	Fill  []uint64 // cycles with so many entries, from 0 to Depth
}

// QueueMeter counts how full the queues inside the blocks of a domain are.
type QueueMeter struct {
	d    *Domain
	list []inside
	fill []fillStats
	now  []uint32 // entries, since the last change
}

// MeterQueues counts from the present cycle on. It looks at a block's queues after each cycle in which the block was evaluated: no
// other changes them.
func (d *Domain) MeterQueues() *QueueMeter {
	m := &QueueMeter{d: d}
	for i, b := range d.blocks {
		h, ok := b.(HasQueues)
		if !ok {
			continue
		}
		var q Queues
		h.Queues(&q)
		for _, x := range q.list {
			x.block = i
			m.list = append(m.list, x)
			s := newFillStats(x.depth)
			s.since = d.clk.Cycle
			m.fill, m.now = append(m.fill, s), append(m.now, uint32(x.len()))
		}
	}
	d.OnEdge(m.edge)
	return m
}

func (m *QueueMeter) edge(evaluated Set) {
	for i := range m.list {
		x := &m.list[i]
		if !evaluated.Has(x.block) {
			continue
		}
		n := uint32(x.len())
		if n == m.now[i] {
			continue
		}
		if n > uint32(x.depth) {
			m.d.Break("queue overflow", m.d.blocks[x.block].Name()+" "+x.name, "%d entries; at most %d were expected", n, x.depth)
		}
		m.note(i)
		m.now[i] = n
	}
}

// note books the time up to now. A snapshot that was loaded may have put the clock back: then counting begins anew here.
func (m *QueueMeter) note(i int) {
	s := &m.fill[i]
	s.since = min(s.since, m.d.clk.Cycle)
	s.note(m.now[i], m.d.clk.Cycle)
}

// Usage returns how full the queues were until now, in the order of the blocks.
func (m *QueueMeter) Usage() (list []QueueUsage) {
	for i := range m.list {
		x := &m.list[i]
		m.note(i)
		u := QueueUsage{Block: m.d.blocks[x.block].Name(), Name: x.name, Depth: x.depth}
		for n := range uint32(x.depth) + 1 {
			u.Fill = append(u.Fill, *m.fill[i].of(n))
		}
		list = append(list, u)
	}
	return list
}

// Mean returns the mean number of entries.
func (u *QueueUsage) Mean() float64 {
	sum, total := 0.0, 0.0
	for n, cycles := range u.Fill {
		sum += float64(n) * float64(cycles)
		total += float64(cycles)
	}
	return sum / max(total, 1)
}

// Most returns the highest number of entries.
func (u *QueueUsage) Most() int { return mostOf(u.Fill) }

// mostOf is the highest number of entries of a histogram that has a part for each.
func mostOf(cycles []uint64) (most int) {
	for n, c := range cycles {
		if c > 0 {
			most = n
		}
	}
	return most
}
