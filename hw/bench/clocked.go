package bench

import (
	"tilemark/hw/wires"
)

// The chain on the machine's clock domain, with the machine's FIFO type, run by its
// engine.

type end struct {
	wires.BlockBase
	s endState
}

// endState is the state of source and sink.
type endState struct{ Beats, Next, Got, Sum, Last uint64 }

// Line prints nothing.
func (b *end) Line() string { return "" }

type source struct {
	end
	p struct{ Out wires.Out[beat] }
}

// Parts implements wires.Block.
func (b *source) Parts() (ports, state any) { return &b.p, &b.s }

// Tick sends a beat.
func (b *source) Tick(uint64) wires.Activity {
	s := &b.s
	if s.Next == s.Beats {
		return wires.Idle
	}
	if !b.p.Out.Ready() {
		return b.p.Out.Blocked()
	}
	b.p.Out.Put(makeBeat(s.Next))
	s.Next++
	return wires.Busy
}

type sink struct {
	end
	p struct{ In wires.In[beat] }
}

// Parts implements wires.Block.
func (b *sink) Parts() (ports, state any) { return &b.p, &b.s }

// Tick takes a beat.
func (b *sink) Tick(cycle uint64) wires.Activity {
	if !b.p.In.Valid() {
		return b.p.In.Starved()
	}
	s := &b.s
	s.Sum = fold(s.Sum, b.p.In.Take())
	s.Got++
	s.Last = cycle
	return wires.Busy
}

type stage struct {
	wires.BlockBase
	p struct {
		In  wires.In[beat]
		Out wires.Out[beat]
	}
	s struct{}
}

// Parts implements wires.Block.
func (b *stage) Parts() (ports, state any) { return &b.p, &b.s }

// Line prints nothing.
func (b *stage) Line() string { return "" }

// Tick passes a beat on: pass, in place, as the machine's blocks do.
func (b *stage) Tick(uint64) wires.Activity {
	if !b.p.In.Valid() {
		return b.p.In.Starved()
	}
	if !b.p.Out.Ready() {
		return b.p.Out.Blocked()
	}
	in, out := b.p.In.Head(), b.p.Out.Slot()
	out.Lo = in.Lo + 1
	out.Hi = in.Hi ^ out.Lo
	b.p.In.Drop()
	b.p.Out.Push()
	return wires.Busy
}

// clocked is a built chain.
type clocked struct {
	*wires.Domain
	source *source
	sink   *sink
}

func buildClocked(beats uint64) *clocked {
	c := &clocked{
		Domain: wires.NewDomain(freq, 1),
		source: &source{end: end{BlockBase: wires.NewBlockBase("Source"), s: endState{Beats: beats}}},
		sink:   &sink{end: end{BlockBase: wires.NewBlockBase("Sink")}},
	}
	c.Add(c.source)
	out := &c.source.p.Out
	for i := range stages {
		s := &stage{BlockBase: wires.NewBlockBase(stageName(i))}
		c.Add(s)
		c.join(i, out, &s.p.In)
		out = &s.p.Out
	}
	c.Add(c.sink)
	c.join(stages, out, &c.sink.p.In)
	return c
}

func (c *clocked) join(i int, out *wires.Out[beat], in *wires.In[beat]) {
	if _, err := wires.Join(stageName(i), wires.LinkConfig{Depth: depth, Width: 1, Latency: 1}, out, in); err != nil {
		panic(err)
	}
}

func runClocked(beats uint64) Result {
	c := buildClocked(beats)
	if err := wires.NewEngine(c.Domain).Run(); err != nil {
		panic(err)
	}
	return Result{c.sink.s.Last, c.sink.s.Sum}
}
