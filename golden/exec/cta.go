package exec

import "fmt"

// CTA is the threads of a CTA of compute, with their shared memory.
type CTA struct {
	At      [3]int // its place in the grid
	Threads []*Thread
	Shared  []byte

	kernel  *Kernel
	memory  *Memory
	options *Options
	grid    [3]int
	args    []uint32
	waiting int // threads at the barrier
	ended   int

	Apart bool // the barrier has opened for threads that waited at different places
}

// NewCTA is a CTA at its beginning, at a place of a grid of so many CTAs; m and o may be nil.
func NewCTA(k *Kernel, at, grid [3]int, args []uint32, m *Memory, o *Options) (*CTA, error) {
	m, o = orNothing(m), orNothing(o)
	c := &CTA{kernel: k, memory: m, options: o, grid: grid, args: args, Shared: make([]byte, k.Shared)}
	if k.Stage != StageCompute {
		return nil, fmt.Errorf("a program of stage %d, expected %d for CTAs", k.Stage, StageCompute)
	}
	if len(args) != k.Args {
		return nil, fmt.Errorf("%d arguments of a launch, expected %d", len(args), k.Args)
	}
	if o.Threads != nil && !isOrder(o.Threads, k.threads()) {
		return nil, fmt.Errorf("an order of threads that does not name each of %d once", k.threads())
	}
	for n := range k.threads() {
		t := NewThread(k, m, o)
		t.Number, t.cta = n, c
		c.Threads = append(c.Threads, t)
	}
	c.begin(at)
	return c, nil
}

// isOrder tells whether an order names 0 to n-1, each once.
func isOrder(order []int, n int) bool {
	seen := make([]bool, n)
	for _, v := range order {
		if v < 0 || v >= n || seen[v] {
			return false
		}
		seen[v] = true
	}
	return len(order) == n
}

// begin makes it a new CTA of the same launch.
func (c *CTA) begin(at [3]int) {
	c.At, c.waiting, c.ended, c.Apart = at, 0, 0, false
	clear(c.Shared)
	cluster := c.cluster()
	for _, t := range c.Threads {
		t.restart(c.kernel, c.memory, c.options)
		t.Cluster = cluster
		c.fill(t)
	}
}

// cluster is that of its number in the grid, or nil.
func (c *CTA) cluster() *Cluster {
	all := c.options.Clusters
	if len(all) == 0 {
		return nil
	}
	return all[(c.At[0]+c.grid[0]*(c.At[1]+c.grid[1]*c.At[2]))%len(all)]
}

// fill brings what compute has in its first registers, and makes the lanes active that there are.
func (c *CTA) fill(t *Thread) {
	r, size := &t.Registers, c.kernel.CTA
	for n := range 3 {
		r[n], r[3+n] = uint32(c.At[n]), uint32(c.grid[n])
	}
	r[6], r[7] = uint32(t.Number), uint32(len(c.Threads))
	set := c.kernel.set(4) * registerWords
	t.Active = 0
	for k := range c.kernel.Lanes {
		n := t.Number*c.kernel.Lanes + k
		if n >= size[0]*size[1]*size[2] {
			break
		}
		t.Active |= 1 << k
		local := [localRegisters]int{n % size[0], n / size[0] % size[1], n / size[0] / size[1]}
		for d, v := range local {
			r[registerWords+d*set+k] = uint32(v)
		}
	}
	copy(r[registerWords+localRegisters*set:], c.args)
}

// Preempted makes it, at its beginning, a CTA that was saved and comes back. Threads that have ended stay so, the others have the scratch memory that they had,
// which is in memory, and nothing in their registers: a handler that each of them enters brings the rest.
func (c *CTA) Preempted(saved *CTA) {
	c.Apart, c.ended = saved.Apart, saved.ended
	for n, t := range c.Threads {
		t.Forget(saved.Threads[n])
	}
}

// rank is how many threads of its CTA come before it that have not ended, and how many there are besides.
func (t *Thread) rank() (before, others int) {
	if t.cta == nil {
		return 0, 0
	}
	for _, o := range t.cta.Threads {
		if o.State == Ended || o == t {
			continue
		}
		if others++; o.Number < t.Number {
			before++
		}
	}
	return before, others
}

// open lets threads go on when all that have not ended have arrived at the barrier.
func (c *CTA) open() {
	if c.waiting == 0 || c.waiting+c.ended < len(c.Threads) {
		return
	}
	c.waiting = 0
	place := -1
	for _, t := range c.Threads {
		if t.State != Waiting {
			continue
		}
		t.State = Running
		c.Apart = c.Apart || place >= 0 && t.PC != place
		place = t.PC
	}
}

// Run executes the CTA until no thread can go on, all having ended or been saved, or to the first fault.
func (c *CTA) Run() error {
	for c.runs() {
		for n := range c.Threads {
			t := c.Threads[n]
			if order := c.options.Threads; order != nil {
				t = c.Threads[order[n]]
			}
			if c.options.RoundRobin {
				t.Step()
			} else {
				t.run()
			}
			if t.State == Failed {
				return fmt.Errorf("CTA %v, thread %d: %w", c.At, t.Number, t.Fault)
			}
		}
	}
	return nil
}

// runs tells whether a thread can go on.
func (c *CTA) runs() bool {
	for _, t := range c.Threads {
		if t.State == Running {
			return true
		}
	}
	return false
}
