package bench

import (
	"tilemark/hw/wires"
)

// The chain on the machine's clock domain, with the machine's FIFO type, run by its
// engine.

type end struct {
	wires.BlockBase
	s   endState
	out *wires.Fifo[beat]
	in  *wires.Fifo[beat]
}

// endState is the state of source and sink.
type endState struct{ Beats, Next, Got, Sum, Last uint64 }

// Line prints nothing.
func (b *end) Line() string { return "" }

type source struct{ end }

// Tick sends a beat.
func (b *source) Tick(uint64) wires.Activity {
	s := &b.s
	if s.Next == s.Beats {
		return wires.Idle
	}
	if !b.out.Ready() {
		return b.out.Blocked()
	}
	b.out.Put(makeBeat(s.Next))
	s.Next++
	return wires.Busy
}

type sink struct{ end }

// Tick takes a beat.
func (b *sink) Tick(cycle uint64) wires.Activity {
	if !b.in.Valid() {
		return b.in.Starved()
	}
	s := &b.s
	s.Sum = fold(s.Sum, b.in.Take())
	s.Got++
	s.Last = cycle
	return wires.Busy
}

type stage struct {
	wires.BlockBase
	in, out *wires.Fifo[beat]
	s       struct{}
}

// Line prints nothing.
func (b *stage) Line() string { return "" }

// Tick passes a beat on: pass, in place, as the machine's blocks do.
func (b *stage) Tick(uint64) wires.Activity {
	if !b.in.Valid() {
		return b.in.Starved()
	}
	if !b.out.Ready() {
		return b.out.Blocked()
	}
	in, out := b.in.Head(), b.out.Slot()
	out.Lo = in.Lo + 1
	out.Hi = in.Hi ^ out.Lo
	b.in.Drop()
	b.out.Push()
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
		source: &source{end{BlockBase: wires.NewBlockBase("Source"), s: endState{Beats: beats}}},
		sink:   &sink{end{BlockBase: wires.NewBlockBase("Sink")}},
	}
	blocks := []wires.Block{c.source}
	c.Add(c.source, &c.source.s)
	for i := range stages {
		s := &stage{BlockBase: wires.NewBlockBase(stageName(i))}
		c.Add(s, &s.s)
		blocks = append(blocks, s)
	}
	blocks = append(blocks, c.sink)
	c.Add(c.sink, &c.sink.s)
	for i := 1; i < len(blocks); i++ {
		f, err := wires.Connect[beat](stageName(i), wires.LinkConfig{Depth: depth, Width: 1, Latency: 1}, blocks[i-1], "Out", blocks[i], "In")
		if err != nil {
			panic(err)
		}
		c.plug(blocks[i-1], blocks[i], f)
	}
	return c
}

func (c *clocked) plug(from, to wires.Block, f *wires.Fifo[beat]) {
	switch b := from.(type) {
	case *source:
		b.out = f
	case *stage:
		b.out = f
	}
	switch b := to.(type) {
	case *sink:
		b.in = f
	case *stage:
		b.in = f
	}
}

func runClocked(beats uint64) Result {
	c := buildClocked(beats)
	if err := wires.NewEngine(c.Domain).Run(); err != nil {
		panic(err)
	}
	return Result{c.sink.s.Last, c.sink.s.Sum}
}
