package runs

import (
	"strings"

	"tilemark/hw"
	"tilemark/hw/wires"
)

// doing is what a block spends a cycle on, as the timeline shows it.
type doing int

// What a block may do; NumDoings counts them.
const (
	DoingBusy doing = iota
	DoingBlocked
	DoingStarved
	DoingWaiting
	DoingIdle
	NumDoings
)

// DoingNames are what a block may do, in words.
var DoingNames = [NumDoings]string{"busy", "blocked (output full)", "starved (input empty)", "waiting (timer, answer)", "idle"}

// share is the number of cycles that a block spent on each.
type share [NumDoings]uint64

// ShareOf sums an account up, whatever the block has waited for.
func ShareOf(a *wires.Account) share {
	return share{a.Busy, wires.Total(a.Blocked), wires.Total(a.Starved), a.Waiting, a.Idle}
}

func (s share) minus(t share) (d share) {
	for i := range s {
		d[i] = s[i] - t[i]
	}
	return d
}

func (s share) plus(t share) (d share) {
	for i := range s {
		d[i] = s[i] + t[i]
	}
	return d
}

// bin is what the blocks did from the bin before to the cycle To.
type bin struct {
	To     uint64
	Blocks []share
}

// maxBins is the number of bins at which neighbours are put together.
const maxBins = 2400

// Sampler cuts a run into bins of block activity: few enough to draw, however long the
// run is.
type Sampler struct {
	m     *hw.Machine
	Names []string
	From  uint64
	step  uint64
	last  []share
	Bins  []bin
}

// newSampler samples from the present cycle on, at first every step cycles.
func newSampler(m *hw.Machine, step uint64) *Sampler {
	s := &Sampler{m: m, From: m.Cycle(), step: max(step, 1)}
	for _, b := range m.Blocks() {
		s.Names = append(s.Names, ShortName(b.Name()))
	}
	s.last = s.now()
	return s
}

// ShortName drops the machine's name from a block's.
func ShortName(block string) string { return strings.TrimPrefix(block, "GPU.") }

func (s *Sampler) now() []share {
	out := make([]share, 0, len(s.Names))
	for _, b := range s.m.Blocks() {
		a := s.m.Account(b)
		out = append(out, ShareOf(&a))
	}
	return out
}

// End is the cycle of the last sample.
func (s *Sampler) End() uint64 {
	if len(s.Bins) == 0 {
		return s.From
	}
	return s.Bins[len(s.Bins)-1].To
}

// sample closes a bin when it is time, and returns the cycle at which to come again.
func (s *Sampler) sample(cycle uint64) (next uint64) {
	if cycle >= s.End()+s.step {
		s.close(cycle)
	}
	return s.End() + s.step
}

// close ends a bin.
func (s *Sampler) close(cycle uint64) {
	if cycle == s.End() {
		return
	}
	now := s.now()
	b := bin{To: cycle, Blocks: make([]share, len(now))}
	for i := range now {
		b.Blocks[i] = now[i].minus(s.last[i])
	}
	s.last = now
	s.Bins = append(s.Bins, b)
	if len(s.Bins) >= maxBins {
		s.halve()
	}
}

// halve puts neighbouring bins together.
func (s *Sampler) halve() {
	out := s.Bins[:0]
	for i := 0; i+1 < len(s.Bins); i += 2 {
		a, b := s.Bins[i], s.Bins[i+1]
		for k := range b.Blocks {
			b.Blocks[k] = b.Blocks[k].plus(a.Blocks[k])
		}
		out = append(out, b)
	}
	if len(s.Bins)%2 == 1 {
		out = append(out, s.Bins[len(s.Bins)-1])
	}
	s.Bins, s.step = out, 2*s.step
}
