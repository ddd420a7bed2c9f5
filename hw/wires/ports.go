package wires

import "github.com/sarchlab/akita/v3/sim"

// Msg is the Akita message that stands for an entry wherever an Akita interface
// asks for one: hooks, monitoring, stock components.
type Msg[T any] struct {
	sim.MsgMeta
	Body T
}

// Meta returns the envelope.
func (m *Msg[T]) Meta() *sim.MsgMeta { return &m.MsgMeta }

func (f *Fifo[T]) box(v T) *Msg[T] {
	m := &Msg[T]{Body: v}
	m.ID = sim.GetIDGenerator().Generate()
	m.Src, m.Dst = &f.out, &f.in
	m.SendTime = f.dom.timeOf(f.dom.clk.Cycle)
	m.RecvTime = m.SendTime
	return m
}

// port is the common part of all port kinds.
type port struct {
	sim.HookableBase
	name   string
	owner  Block
	onHook func()
}

// AcceptHook adds a hook and switches the connection's hooks on.
func (p *port) AcceptHook(h sim.Hook) {
	p.HookableBase.AcceptHook(h)
	if p.onHook != nil {
		p.onHook()
	}
}

func (p *port) Name() string                     { return p.name }
func (p *port) Component() sim.Component         { return p.owner }
func (p *port) SetConnection(sim.Connection)     {}
func (p *port) NotifyAvailable(t sim.VTimeInSec) { p.owner.NotifyPortFree(t, nil) }
func (p *port) CanSend() bool                    { return false }
func (p *port) Send(sim.Msg) *sim.SendError      { return sim.NewSendError() }
func (p *port) Recv(sim.Msg) *sim.SendError      { return sim.NewSendError() }
func (p *port) Retrieve(sim.VTimeInSec) sim.Msg  { return nil }
func (p *port) Peek() sim.Msg                    { return nil }

// OutPort is a producer's end.
type OutPort[T any] struct {
	port
	fifo *Fifo[T]
}

// InPort is a consumer's end. Its buf field is what Akita's monitor and analyzers
// look for.
type InPort[T any] struct {
	port
	buf  sim.Buffer
	fifo *Fifo[T]
}

// LinePort is an end of a hard-wired line. A line carries no messages.
type LinePort struct{ port }

var (
	_ sim.Port = (*OutPort[int])(nil)
	_ sim.Port = (*InPort[int])(nil)
	_ sim.Port = (*LinePort)(nil)
)

// CanSend is Ready through the Akita interface.
func (p *OutPort[T]) CanSend() bool { return p.fifo.producer.Ready() }

// Send is Put through the Akita interface.
func (p *OutPort[T]) Send(m sim.Msg) *sim.SendError {
	if !p.fifo.producer.Ready() {
		return sim.NewSendError()
	}
	p.fifo.producer.Put(m.(*Msg[T]).Body)
	return nil
}

// Recv is Put for a stock sender.
func (p *InPort[T]) Recv(m sim.Msg) *sim.SendError { return p.fifo.out.Send(m) }

// Retrieve is Take through the Akita interface.
func (p *InPort[T]) Retrieve(sim.VTimeInSec) sim.Msg {
	if !p.fifo.consumer.Valid() {
		return nil
	}
	return p.fifo.box(p.fifo.consumer.Take())
}

// Peek is Head through the Akita interface.
func (p *InPort[T]) Peek() sim.Msg {
	if !p.fifo.consumer.Valid() {
		return nil
	}
	return p.fifo.box(*p.fifo.consumer.Head())
}

// level shows a FIFO as an Akita buffer, for fill levels.
type level[T any] struct {
	sim.HookableBase
	name string
	fifo *Fifo[T]
}

func (l *level[T]) Name() string  { return l.name }
func (l *level[T]) Capacity() int { return l.fifo.Depth() }
func (l *level[T]) Size() int     { return l.fifo.Len() }
func (l *level[T]) CanPush() bool { return l.fifo.producer.Ready() }
func (l *level[T]) Push(e any)    { l.fifo.producer.Put(e.(T)) }
func (l *level[T]) Pop() any      { return l.fifo.consumer.Take() }
func (l *level[T]) Peek() any     { return *l.fifo.consumer.Head() }
func (l *level[T]) Clear()        { panic("a hardware FIFO is not cleared from outside") }
