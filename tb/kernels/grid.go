package kernels

import (
	"fmt"
	"math/rand/v2"

	"tilemark/golden/exec"
)

// seat is where a CTA runs: a cluster, or the only place when there are no caches.
type seat struct {
	options exec.Options
	cluster *exec.Cluster // or nil
	cta     *exec.CTA     // or nil: a thread alone
	threads []*exec.Thread
	turn    int // the thread that goes on, if it can

	executed int // instructions since it was preempted
}

// grid executes CTAs, each on a seat that is free.
func (l *Launch) grid(o *exec.Options) error {
	seats := l.seats(o)
	l.memory.Bindings = l.Bindings
	r := rand.New(rand.NewPCG(l.Seed, 0))
	next, running, count := 0, 0, l.Grid[0]*l.Grid[1]*l.Grid[2]
	for n := 0; next < count || running > 0; n++ {
		s := &seats[n%len(seats)]
		if l.Clusters > 0 && l.Seed != 0 {
			s = &seats[r.IntN(len(seats))]
			s.move(r)
		}
		if s.threads == nil && next < count {
			at := [3]int{next % l.Grid[0], next / l.Grid[0] % l.Grid[1], next / l.Grid[0] / l.Grid[1]}
			c, err := exec.NewCTA(l.program, at, l.Grid, l.Args, l.memory, &s.options)
			if err != nil {
				return err
			}
			s.cta, s.threads, s.turn, s.executed = c, c.Threads, 0, 0
			next, running = next+1, running+1
		}
		if s.threads == nil {
			continue
		}
		if err := l.goOn(s); err != nil {
			return err
		}
		if l.Stopped != nil {
			break
		}
		if s.threads == nil {
			running--
		}
	}
	for n := range seats {
		l.count(&seats[n])
		if c := seats[n].cluster; c != nil {
			c.WriteBackAll()
		}
	}
	return nil
}

// count adds what the threads of a seat have executed.
func (l *Launch) count(s *seat) {
	for _, t := range s.threads {
		l.Instructions += t.Instructions
	}
	if s.threads != nil && s.cta != nil {
		l.Met(s.cta)
	}
}

// Met notes whether the threads of a CTA have met at barriers of different places.
func (l *Launch) Met(c *exec.CTA) {
	if c.Apart && l.Apart == "" {
		l.Apart = fmt.Sprintf("CTA %s: threads have met at barriers of different places", place(c.At))
	}
}

// place writes that of a CTA.
func place(at [3]int) string { return fmt.Sprintf("%d,%d,%d", at[0], at[1], at[2]) }

// seats makes them. With caches the bindings become parts of one memory, one after the other, so that they have lines in common.
func (l *Launch) seats(o *exec.Options) []seat {
	if l.Clusters == 0 {
		return []seat{{options: *o}}
	}
	const align = 16
	size := 0
	for i := range l.Bindings {
		l.Bindings[i].Base = uint64(size)
		size += (len(l.Bindings[i].Data) + align - 1) / align * align
	}
	image := make([]byte, size)
	for i := range l.Bindings {
		b := &l.Bindings[i]
		part := image[b.Base:][:len(b.Data):len(b.Data)]
		copy(part, b.Data)
		b.Data = part
	}
	seats := make([]seat, l.Clusters)
	for n := range seats {
		s := &seats[n]
		s.cluster, s.options = exec.NewCluster(image), *o
		s.options.Clusters = []*exec.Cluster{s.cluster}
	}
	return seats
}

// move lets a line of the cluster come or go, now and then: caches may do that at any time.
func (s *seat) move(r *rand.Rand) {
	lines := s.cluster.Lines()
	if len(lines) == 0 || r.IntN(8) > 0 {
		return
	}
	n := lines[r.IntN(len(lines))]
	switch r.IntN(4) {
	case 0:
		s.cluster.WriteBack(n)
	case 1:
		s.cluster.Fill(n ^ 1) // what lies beside it
	default:
		s.cluster.WriteBack(n)
		s.cluster.Drop(n)
	}
}

// goOn executes the next instruction on a seat. When all its threads have ended, the seat is free.
func (l *Launch) goOn(s *seat) error {
	if l.Preempt > 0 && s.executed >= l.Preempt {
		s.executed = 0
		if err := l.preempt(s); err != nil {
			return err
		}
	}
	waiting := (*exec.Thread)(nil)
	for n := range s.threads {
		at := (s.turn + n) % len(s.threads)
		t := s.threads[at]
		switch t.State {
		case exec.Waiting:
			waiting = t
		case exec.Running:
			l.step(t)
			s.executed++
			if t.State == exec.Failed {
				return l.Placed(t)
			}
			if s.turn = at; l.RoundRobin {
				s.turn++
			}
			return nil
		}
	}
	l.count(s)
	s.threads = nil
	if waiting != nil {
		return fmt.Errorf("thread %d of CTA %s waits at a barrier at which others do not arrive", waiting.Number, place(waiting.Place()))
	}
	return nil
}
