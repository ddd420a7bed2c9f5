package bench

import (
	"fmt"

	"github.com/sarchlab/akita/v3/sim"
)

// The chain as Akita v3 documents it: TickingComponent, LimitNumMsgPort,
// DirectConnection, SerialEngine.

type beatMsg struct {
	sim.MsgMeta
	body beat
}

// Meta returns the envelope.
func (m *beatMsg) Meta() *sim.MsgMeta { return &m.MsgMeta }

type stockBlock struct {
	*sim.TickingComponent
	in, out, dst sim.Port
}

func (b *stockBlock) init(name string, e sim.Engine, t sim.Ticker) *stockBlock {
	b.TickingComponent = sim.NewTickingComponent(name, e, freq, t)
	b.in = sim.NewLimitNumMsgPort(b, depth, name+".In")
	b.out = sim.NewLimitNumMsgPort(b, depth, name+".Out")
	return b
}

func (b *stockBlock) send(now sim.VTimeInSec, v beat) {
	m := &beatMsg{body: v}
	m.ID = sim.GetIDGenerator().Generate()
	m.Src, m.Dst, m.SendTime = b.out, b.dst, now
	if b.out.Send(m) != nil {
		panic("a port refused what it had room for")
	}
}

type stockSource struct {
	stockBlock
	next, beats uint64
}

// Tick sends a beat.
func (s *stockSource) Tick(now sim.VTimeInSec) bool {
	if s.next == s.beats || !s.out.CanSend() {
		return false
	}
	s.send(now, makeBeat(s.next))
	s.next++
	return true
}

type stockStage struct{ stockBlock }

// Tick passes a beat on.
func (s *stockStage) Tick(now sim.VTimeInSec) bool {
	m := s.in.Peek()
	if m == nil || !s.out.CanSend() {
		return false
	}
	s.in.Retrieve(now)
	s.send(now, pass(m.(*beatMsg).body))
	return true
}

type stockSink struct {
	stockBlock
	got, sum uint64
	last     sim.VTimeInSec
}

// Tick takes a beat.
func (s *stockSink) Tick(now sim.VTimeInSec) bool {
	m := s.in.Peek()
	if m == nil {
		return false
	}
	s.in.Retrieve(now)
	s.sum = fold(s.sum, m.(*beatMsg).body)
	s.got++
	s.last = now
	return true
}

func runStock(beats uint64) Result {
	e := sim.NewSerialEngine()
	source, sink := &stockSource{beats: beats}, &stockSink{}
	chain := []*stockBlock{source.init("Source", e, source)}
	for i := range stages {
		s := &stockStage{}
		chain = append(chain, s.init(stageName(i), e, s))
	}
	chain = append(chain, sink.init("Sink", e, sink))
	for i := 1; i < len(chain); i++ {
		c := sim.NewDirectConnection(fmt.Sprintf("Conn[%d]", i), e, freq)
		c.PlugIn(chain[i-1].out, 1)
		c.PlugIn(chain[i].in, 1)
		chain[i-1].dst = chain[i].in
	}
	source.TickLater(0)
	if err := e.Run(); err != nil {
		panic(err)
	}
	return Result{freq.Cycle(sink.last), sink.sum}
}
