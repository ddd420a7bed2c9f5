package wires

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/sarchlab/akita/v3/sim"
)

// Msg is the Akita message that stands for an entry wherever an Akita interface
// asks for one: hooks, monitoring, stock components.
type Msg struct {
	sim.MsgMeta
	Body any // the entry
}

// Meta returns the envelope.
func (m *Msg) Meta() *sim.MsgMeta { return &m.MsgMeta }

// copyOf is a copy of an entry.
func (l *link) copyOf(at unsafe.Pointer) any { return reflect.NewAt(l.typ, at).Elem().Interface() }

// box makes a message of an entry.
func (l *link) box(at unsafe.Pointer) *Msg {
	m := &Msg{Body: l.copyOf(at)}
	m.ID = sim.GetIDGenerator().Generate()
	m.Src, m.Dst = &l.out, &l.in
	m.SendTime = l.dom.timeOf(l.dom.clk.Cycle)
	m.RecvTime = m.SendTime
	return m
}

// ready tells whether the producer may put an entry, valid whether the consumer may take one.
func (l *link) ready() bool { return l.ctr.newTail != l.ctr.putEnd }
func (l *link) valid() bool { return l.ctr.newHead != l.ctr.takeEnd }

// putAny puts an entry of the connection's type.
func (l *link) putAny(v any) {
	reflect.NewAt(l.typ, l.slot(l.ctr.newTail)).Elem().Set(reflect.ValueOf(v))
	l.put()
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
func (p *port) NotifyAvailable(t sim.VTimeInSec) { p.owner.NotifyPortFree(t, nil) }
func (p *port) CanSend() bool                    { return false }
func (p *port) Send(sim.Msg) *sim.SendError      { return sim.NewSendError() }
func (p *port) Recv(sim.Msg) *sim.SendError      { return sim.NewSendError() }
func (p *port) Retrieve(sim.VTimeInSec) sim.Msg  { return nil }
func (p *port) Peek() sim.Msg                    { return nil }

// SetConnection refuses a connection of Akita's: the port is joined already, by the table of connections, and nothing would come through another one.
func (p *port) SetConnection(sim.Connection) {
	panic(fmt.Sprintf("%s is joined by the domain's own connection; a component of Akita's is joined through a wires.Gateway", p.name))
}

// OutPort is a producer's end.
type OutPort struct {
	port
	link *link
}

// InPort is a consumer's end. Its buf field is what Akita's monitor and analyzers
// look for.
type InPort struct {
	port
	buf  sim.Buffer
	link *link
}

// LinePort is an end of a hard-wired line. A line carries no messages; hooks get one whose body is Pulse.
type LinePort struct {
	port
	line *Line
}

// Pulse is the body of the message that stands for a pulse of a line in hooks.
type Pulse struct{}

var (
	_ sim.Port = (*OutPort)(nil)
	_ sim.Port = (*InPort)(nil)
	_ sim.Port = (*LinePort)(nil)
)

// CanSend is Ready through the Akita interface.
func (p *OutPort) CanSend() bool { return p.link.ready() }

// Send is Put through the Akita interface.
func (p *OutPort) Send(m sim.Msg) *sim.SendError {
	if !p.link.ready() {
		return sim.NewSendError()
	}
	msg, ok := m.(*Msg)
	if !ok || reflect.TypeOf(msg.Body) != p.link.typ {
		panic(fmt.Sprintf("%s: %T was sent; *wires.Msg with a %v was expected", p.name, m, p.link.typ))
	}
	p.link.putAny(msg.Body)
	return nil
}

// Recv is Put for a stock sender.
func (p *InPort) Recv(m sim.Msg) *sim.SendError { return p.link.out.Send(m) }

// Retrieve is Take through the Akita interface.
func (p *InPort) Retrieve(sim.VTimeInSec) sim.Msg {
	m := p.Peek()
	if m != nil {
		p.link.drop()
	}
	return m
}

// Peek is Head through the Akita interface.
func (p *InPort) Peek() sim.Msg {
	if !p.link.valid() {
		return nil
	}
	return p.link.box(p.link.slot(p.link.ctr.newHead))
}

// level shows a FIFO as an Akita buffer, for fill levels.
type level struct {
	sim.HookableBase
	name string
	link *link
}

func (l *level) Name() string  { return l.name }
func (l *level) Capacity() int { return int(l.link.depth) }
func (l *level) Size() int     { return l.link.Len() }
func (l *level) CanPush() bool { return l.link.ready() }
func (l *level) Push(e any)    { l.link.putAny(e) }
func (l *level) Pop() any      { v := l.Peek(); l.link.drop(); return v }
func (l *level) Peek() any     { return l.link.copyOf(l.link.slot(l.link.ctr.newHead)) }
func (l *level) Clear()        { panic("a hardware FIFO is not cleared from outside") }
