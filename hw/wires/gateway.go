package wires

import (
	"fmt"

	"github.com/sarchlab/akita/v3/sim"
)

// Gateway is the block through which a component of Akita's joins connections of a domain: what comes on From goes to the component as messages, and messages of the component go on To. It has one
// port on a connection of Akita's. Entries and messages of one direction keep their order, at most one in a cycle; how long a message takes is up to Akita's connection. What is on the way there
// belongs to no state of the domain: it is in no digest, and a snapshot of the domain does not bring it back.
type Gateway[I, O any] struct {
	BlockBase
	GatewayPorts[I, O]
	port *sim.LimitNumMsgPort
	peer sim.Port
	c    Conversion[I, O]
}

// GatewayPorts are the ends of the domain's connections.
type GatewayPorts[I, O any] struct {
	From In[I]  `port:"optional"`
	To   Out[O] `port:"optional"`
}

// Conversion is how entries become messages of a component, and messages entries. Without functions both are Msg, with the entry as its body.
type Conversion[I, O any] struct {
	Message func(entry *I) sim.Msg     // Src, Dst and SendTime are filled in by the gateway
	Entry   func(m sim.Msg) (O, error) // an error ends the run as a broken rule
}

// NewGateway makes a gateway with a name of Akita's, on a connection that an engine of this package runs (Machine.Engine, or NewEngine); messages go to peer, a port on the same connection. The port
// takes in up to depth messages, and the connection keeps as many that the gateway sends. Add it to the domain, join From and To, and it works.
func NewGateway[I, O any](name string, conn sim.Connection, peer sim.Port, depth int, c Conversion[I, O]) *Gateway[I, O] {
	g := &Gateway[I, O]{BlockBase: NewBlockBase(name), peer: peer, c: c}
	if g.c.Message == nil {
		g.c.Message = func(entry *I) sim.Msg { return newMsg(*entry) }
	}
	if g.c.Entry == nil {
		g.c.Entry = bodyOf[O]
	}
	g.port = sim.NewLimitNumMsgPort(g, depth, name+".Port")
	g.AddPort("Port", g.port)
	conn.PlugIn(g.port, depth)
	return g
}

// Port is the port on Akita's side.
func (g *Gateway[I, O]) Port() sim.Port { return g.port }

// Parts are the ports; there is no state.
func (g *Gateway[I, O]) Parts() (ports, state any) { return &g.GatewayPorts, &struct{}{} }

// Line is empty: there is no state.
func (g *Gateway[I, O]) Line() string { return "" }

// Tick sends an entry, and takes a message in.
func (g *Gateway[I, O]) Tick(cycle uint64) Activity {
	now := g.Domain().timeOf(cycle)
	act := Idle
	if g.From.Joined() && g.From.Valid() && g.port.CanSend() {
		m := g.c.Message(g.From.Head())
		m.Meta().Src, m.Meta().Dst, m.Meta().SendTime = g.port, g.peer, now
		if err := g.port.Send(m); err == nil {
			g.From.Drop()
			act = Busy
		}
	}
	if m := g.port.Peek(); m != nil && g.To.Joined() && g.To.Ready() {
		entry, err := g.c.Entry(m)
		if err != nil {
			g.Break("akita.message", "%v", err)
		}
		g.port.Retrieve(now)
		g.To.Put(entry)
		act = Busy
	}
	return act
}

func newMsg(body any) *Msg {
	m := &Msg{Body: body}
	m.ID = sim.GetIDGenerator().Generate()
	return m
}

// bodyOf is the entry that a message has as its body.
func bodyOf[O any](m sim.Msg) (entry O, err error) {
	box, ok := m.(*Msg)
	if !ok {
		return entry, fmt.Errorf("a message %T; *wires.Msg was expected", m)
	}
	if entry, ok = box.Body.(O); !ok {
		return entry, fmt.Errorf("a message with a body %T; %T was expected", box.Body, entry)
	}
	return entry, nil
}
