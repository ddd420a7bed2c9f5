package study

import (
	"fmt"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/vector"
)

// Row is what was measured at one point: one value of one parameter, at one break point.
// Times are in cycles, sizes in bytes.
type Row struct {
	Scene      string     `json:"scene"`
	Parameter  string     `json:"parameter"` // "default": none differs
	Value      string     `json:"value"`
	BreakPoint BreakPoint `json:"break_point"`
	Cycles     uint64     `json:"cycles"` // of the uninterrupted run
	Cuts       int        `json:"cuts"`   // that cut the first context
	NoCut      int        `json:"no_cut"` // interrupts that found nothing to cut
	Failed     int        `json:"failed"`

	Complete  Spread `json:"complete"`   // from the interrupt until the old context is saved
	FirstTile Spread `json:"first_tile"` // from the interrupt until the new context's first tile is in the TG_FIFO
	Held      Spread `json:"held"`       // from the interrupt until it is raised: TSU's drain, or the wait for a unit of tiles
	Stop      Spread `json:"stop"`       // from the line until TG_INT is in the TG_FIFO; with zl1 none is sent
	Discard   Spread `json:"discard"`    // from the line until INT_END is in the TG_FIFO
	Drain     Spread `json:"drain"`      // from the line until the last pixel and the caches are in memory
	Cost      Spread `json:"cost"`       // cycles by which the cut makes the whole run longer

	SavedBytes Spread  `json:"saved_bytes"` // written from the line on
	SaveArea   float64 `json:"save_area_bytes"`
	Dump       Dump    `json:"dump_bytes"`
	Discarded  Spread  `json:"discarded_entries"`
	Redone     Work    `json:"redone"` // done again, for each cut

	copied                bool      // it is the default's
	completes, firstTiles []float64 // in the order of cuts
}

// Copied tells whether the row is that of the default once more.
func (r *Row) Copied() bool { return r.copied }

// Completes returns the times until the old context was saved, by cut.
func (r *Row) Completes() []float64 { return r.completes }

// FirstTiles returns the times until the new context's first tile, by cut after which one
// came.
func (r *Row) FirstTiles() []float64 { return r.firstTiles }

// Failure is a cut that was not restored as it must.
type Failure struct {
	Scene      string     `json:"scene"`
	Parameter  string     `json:"parameter"`
	Value      string     `json:"value"`
	BreakPoint BreakPoint `json:"break_point"`
	Cycle      uint64     `json:"cycle"`
	Text       string     `json:"text"`
}

// point is a place in the design space.
type point struct {
	subject   *Subject
	parameter string
	value     Value
	place     BreakPoint
	config    hw.Config
	vector    *vector.Vector
	loop      int  // cycles for which pixel kernels loop
	unit      int  // tiles after which a cut is allowed
	asDefault bool // nothing differs
}

// probe is a session with what is counted in it.
type probe struct {
	*cosim.Session
	log  *cosim.Log
	work counter
}

func newProbe(cfg hw.Config, v *vector.Vector) (*probe, error) {
	s, err := cosim.NewSession(cfg, v, true)
	if err != nil {
		return nil, err
	}
	p := &probe{Session: s, log: s.Log()}
	p.work.watch(s.M)
	return p, nil
}

// window is the part of an uninterrupted run in which the first context draws.
type window struct {
	first, last uint64 // cycles of its first and last tile
	end         uint64 // of the run
	work        counter
}

// uninterrupted runs a probe to its end, and checks it, and puts it back to its start.
func (p *probe) uninterrupted() (w window, err error) {
	var start cosim.Snapshot
	p.Save(&start)
	slot := -1
	p.M.TG.P.TGFifo.Tap().OnPut(func(cycle uint64, e *pipe.TileEntry) {
		if w.end > 0 || e.Kind != pipe.Tile {
			return
		}
		if slot < 0 {
			slot, w.first = int(e.Slot), cycle
		}
		if int(e.Slot) == slot {
			w.last = cycle
		}
	})
	if err := p.Finish(); err != nil {
		return w, err
	}
	if err := p.Check(); err != nil {
		return w, err
	}
	w.end, w.work = p.M.Cycle(), p.work
	p.Load(&start)
	p.log.Restart(p.log)
	p.work = counter{}
	return w, nil
}

// samples collects what is measured at each cut.
type samples struct {
	complete, firstTile, held, stop, discard, drain, cost, saved, discarded, fifos, blocks []float64
	redone                                                                                 counter
}

// measure interrupts at evenly spread cycles, each in a run of its own to its end.
func (p *point) measure(cuts int, progress func()) (*Row, []Failure, error) {
	if p.loop > 0 {
		long, err := p.subject.Long(p.loop)
		if err != nil {
			return nil, nil, err
		}
		p.vector = long
	}
	base, err := newProbe(p.config, p.vector)
	if err != nil {
		return nil, nil, err
	}
	fork, err := newProbe(p.config, p.vector)
	if err != nil {
		return nil, nil, err
	}
	w, err := base.uninterrupted()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: the uninterrupted run fails: %w", p, err)
	}
	row := &Row{
		Scene: p.subject.Name, Parameter: p.parameter, Value: p.value.Text, BreakPoint: p.place, Cycles: w.end,
		SaveArea: regs.SaveAreaBytes,
	}
	row.Dump.Capacity = capacity(base.M)
	a := newAsker(fork.Session, p.place, p.unit)
	a.rewind = func() { fork.restart(base) }
	var s samples
	var failures []Failure
	for i := range cuts {
		at := w.first + (w.last-w.first)*uint64(2*i+1)/uint64(2*cuts)
		if err := base.RunTo(at); err != nil {
			return nil, nil, err
		}
		if err := p.cut(base, fork, a, &w, &s, row); err != nil {
			row.Failed++
			failures = append(failures, Failure{row.Scene, row.Parameter, row.Value, row.BreakPoint, at, err.Error()})
		}
		progress()
	}
	row.fill(&s)
	return row, failures, nil
}

func (p *point) String() string {
	if p.parameter == DefaultName {
		return fmt.Sprintf("%s, break point %s", p.subject.Name, p.place)
	}
	return fmt.Sprintf("%s, %s %s, break point %s", p.subject.Name, p.parameter, p.value.Text, p.place)
}

// restart makes a probe that has loaded a snapshot of another count from there.
func (p *probe) restart(of *probe) {
	p.log.Restart(of.log)
	p.work = counter{}
}

// cut interrupts a fork of base where it stands and runs it to its end.
func (p *point) cut(base, fork *probe, a *asker, w *window, s *samples, row *Row) error {
	var at cosim.Snapshot
	base.Save(&at)
	fork.Load(&at)
	fork.restart(base)
	from := fork.M.Cycle()
	fifos, blocks := dumpOf(base.M)
	held, err := a.ask()
	if err == nil {
		err = fork.Finish()
	}
	if err == nil {
		err = fork.Check()
	}
	if err != nil {
		return err
	}
	if len(fork.log.Switches) == 0 || fork.log.Switches[0].Context != p.vector.Image.Contexts[0].Header {
		row.NoCut++
		return nil
	}
	row.Cuts++
	x := &fork.log.Switches[0]
	s.add(x, from, p.place)
	s.held = append(s.held, float64(held))
	s.cost = append(s.cost, float64(fork.M.Cycle())-float64(w.end))
	s.discarded = append(s.discarded, float64(x.Above+a.dropped))
	s.fifos, s.blocks = append(s.fifos, fifos), append(s.blocks, blocks)
	s.redone.add(fork.work.minus(w.work.minus(base.work)))
	return nil
}

// add takes what the log says of a switch whose interrupt came in a cycle.
func (s *samples) add(x *cosim.Switch, from uint64, place BreakPoint) {
	since := float64(x.Line - from)
	s.complete = append(s.complete, since+float64(x.Saved))
	if x.NextTile > 0 {
		s.firstTile = append(s.firstTile, since+float64(x.NextTile))
	}
	if place != ZL1 {
		s.stop = append(s.stop, float64(x.TGInt))
	}
	s.discard = append(s.discard, float64(x.Discarded))
	s.drain = append(s.drain, float64(x.Drained))
	s.saved = append(s.saved, 4*float64(x.SaveWords))
}

// fill works out the figures of a row.
func (r *Row) fill(s *samples) {
	for _, f := range []struct {
		to   *Spread
		from []float64
	}{
		{&r.Complete, s.complete}, {&r.FirstTile, s.firstTile}, {&r.Held, s.held}, {&r.Stop, s.stop}, {&r.Discard, s.discard}, {&r.Drain, s.drain},
		{&r.Cost, s.cost}, {&r.SavedBytes, s.saved}, {&r.Discarded, s.discarded}, {&r.Dump.Fifos, s.fifos}, {&r.Dump.Blocks, s.blocks},
	} {
		*f.to = spreadOf(f.from)
	}
	r.Redone = s.redone.mean(r.Cuts)
	r.completes, r.firstTiles = s.complete, s.firstTile
}
