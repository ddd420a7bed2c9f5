package gatetest

import (
	"slices"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// neighbour is the block of reports that come from the neighbour on the datapath.
const neighbour = 99

// Block is what a driver needs of the block under test.
type Block interface {
	// Step runs a cycle.
	Step()
	// Raise raises the interrupt line, High tells whether the block sees it in the next cycle.
	Raise()
	High() bool
	// Feed queues entries for the inputs. Waiting is how many have not been put into them,
	// Keep forgets all of those but so many.
	Feed(entries []Entry)
	Waiting() int
	Keep(n int)
	// AtToken tells whether all inputs are discarded up to INT_END.
	AtToken() bool
	// Valves shuts or opens something, and has the neighbours hesitate; Open ends that.
	Valves(t *rapid.T)
	Open()
	// Answer and Neighbour queue an answer of the MXU and a report of the neighbour.
	Answer(a pipe.PinAnswer)
	Neighbour(r pipe.Report)
	// State is a line for messages.
	State() string
}

// run is a context in the pipe.
type run struct {
	c       *Context
	slot    uint8
	items   []Item
	token   bool // INT_END is queued
	cut     int  // cycles until it is, 0: no cut
	plan    int  // moments until it is cut, -1: it is not
	late    int  // cycles after these
	careful bool
	pause   int // cycles in which nothing is decided
}

// Driver runs random contexts through a block and compares it with the model.
type Driver struct {
	T        *rapid.T
	B        Block
	M        Model
	Contexts []*Context
	runs     []*run // oldest first
	slot     uint8
	turn     int
	seen     Moment // in this cycle
	discards uint32
	quiet    int
	closing  bool // all is to come to its end
	faults   bool // pages may be missing
	cutAt    pipe.Report
	counts   [10]uint32
	sent     []pipe.Report // of the neighbour
	numbers  uint32
	Lefts    int // contexts whose token has left
}

// Begin draws the contexts and starts the first one.
func (d *Driver) Begin() {
	for range rapid.IntRange(2, 3).Draw(d.T, "contexts") {
		d.Contexts = append(d.Contexts, NewContext(d.T))
	}
	d.faults = d.M.Breaks && rapid.Bool().Draw(d.T, "faults")
	d.M.Left = d.left
	d.begin()
	d.load()
}

// begin starts a context that is not in the pipe, in the other slot.
func (d *Driver) begin() {
	var free []*Context
	for i := range d.Contexts { // in turn
		c := d.Contexts[(i+d.turn)%len(d.Contexts)]
		if !c.Ended && (len(d.runs) == 0 || d.runs[0].c != c) {
			free = append(free, c)
		}
	}
	d.turn++
	if len(free) == 0 || len(d.runs) > 1 {
		return
	}
	r := &run{c: free[0], slot: d.slot, plan: -1, careful: rapid.Bool().Draw(d.T, "careful")}
	d.slot = (d.slot + 1) % pipe.Slots
	entries := r.c.Run(d.T, r.slot)
	for _, e := range entries {
		r.items = append(r.items, e.Tiles...)
		if e.Kind != pipe.TriEnd || !d.M.Tiles {
			r.items = append(r.items, Item{Cmd: e.Cmd})
		}
	}
	if !d.closing {
		if rapid.IntRange(0, 4).Draw(d.T, "cut") > 0 {
			r.plan = rapid.IntRange(0, 3*len(r.items)/2).Draw(d.T, "after")
			r.late = rapid.IntRange(0, 4).Draw(d.T, "late")
		}
	}
	d.runs = append(d.runs, r)
	d.B.Feed(entries)
}

// load gives the model the context that comes next.
func (d *Driver) load() {
	d.M.Start()
	if len(d.runs) > 0 {
		d.M.Slot, d.M.Items = d.runs[0].slot, d.runs[0].items
		if d.runs[0].token {
			d.M.Items = append(d.M.Items, d.token(d.runs[0].slot).item())
		}
	}
}

func (d *Driver) token(slot uint8) Entry {
	return Entry{Cmd: pipe.Cmd{Kind: pipe.IntEnd, Slot: slot}}
}

func (e Entry) item() Item { return Item{Cmd: e.Cmd} }

// left is when the token has left the block: what a cut has saved is known.
func (d *Driver) left(cut bool) {
	r := d.runs[0]
	d.runs = d.runs[1:]
	d.Lefts++
	if d.M.Breaks {
		r.c.Save(d.cutAt, d.counts)
		r.c.Ended = !cut && d.cutAt.Copied
		if !cut && !d.cutAt.Copied {
			r.c.Ended = true
		}
	} else {
		r.c.Ended = !cut
	}
	d.load()
}

// Step draws what happens next, and runs some cycles.
func (d *Driver) Step() {
	switch rapid.IntRange(0, 3).Draw(d.T, "what") {
	case 0:
		d.B.Valves(d.T)
	case 1:
		d.numbers++
		r := pipe.RegisterReport(pipe.Dumped, d.slot, 0, d.numbers).From(neighbour)
		d.sent = append(d.sent, r)
		d.B.Neighbour(r)
	}
	for range rapid.SampledFrom([]int{1, 2, 10, 40, 200}).Draw(d.T, "cycles") {
		d.Cycle()
	}
}

// direct starts, cuts and ends contexts as was drawn when they began.
func (d *Driver) direct() {
	if len(d.runs) == 0 {
		if d.begin(); len(d.runs) > 0 {
			d.load()
		}
		return
	}
	r := d.runs[0]
	switch {
	case r.token:
		if len(d.runs) == 1 && r.pause == 0 {
			d.begin()
		}
	case r.cut > 1:
		r.cut--
		return
	case r.cut == 1:
		r.token = true
		d.B.Feed([]Entry{d.token(r.slot)})
		return
	case r.plan == 0 && r.late > 0:
		r.late--
	case r.plan == 0 || r.plan > 0 && d.quiet > 80 && d.mayEnd() || d.M.Fault && r.pause == 0:
		d.cut(r)
		return
	case r.plan < 0 && d.mayEnd() && r.pause == 0:
		d.queueToken(r)
		return
	}
	if r.pause--; r.pause < 0 {
		r.pause = rapid.IntRange(0, 20).Draw(d.T, "pause")
	}
}

// cut raises the line for the context at the break point, once, before its token.
func (d *Driver) cut(r *run) {
	d.B.Raise()
	r.cut = rapid.IntRange(4, 12).Draw(d.T, "token after")
	d.B.Keep(rapid.IntRange(0, d.B.Waiting()).Draw(d.T, "kept"))
	if d.M.Tiles && !d.M.Breaks {
		d.B.Feed([]Entry{{Cmd: pipe.Cmd{Kind: pipe.TGInt, Slot: r.slot}}})
	}
}

// mayEnd tells whether nothing can keep the oldest context from its end; a parser that is
// careful also waits for its progress.
func (d *Driver) mayEnd() bool {
	return (len(d.M.Items) == 0 || !d.faults) && !d.M.Fault && (!d.runs[0].careful || d.M.Next() == nil)
}

func (d *Driver) queueToken(r *run) {
	r.token = true
	t := d.token(r.slot)
	d.M.Items = append(d.M.Items, t.item())
	d.B.Feed([]Entry{t})
}

// Cycle runs a cycle and compares what has been with the model.
func (d *Driver) Cycle() {
	d.direct()
	high := d.B.High()
	if high {
		d.M.Interrupt()
	}
	d.M.AtToken = d.B.AtToken()
	d.seen = Moment{}
	d.B.Step()
	d.M.Discarded += d.discards
	d.discards = 0
	d.compare()
}

// compare takes what has been in this cycle for the next moment; for more than one when they
// use different connections.
func (d *Driver) compare() {
	for s := &d.seen; describe(s) != ""; {
		d.quiet = 0
		o := d.M.Next()
		if o != nil && s.Report != nil && s.Report.Kind == pipe.CutAt {
			o = d.M.NextAtEnd()
		}
		require.NotNil(d.T, o, "nothing may be: %s, %s", describe(s), d.B.State())
		want, got := *o, *s
		want.after = nil
		if want.Out == nil {
			got.Out = nil
		}
		if want.Report == nil {
			got.Report = nil
		}
		if want.Pin == nil {
			got.Pin = nil
		}
		got.Answer, got.Take = got.Answer && want.Answer, got.Take && want.Take
		require.Equal(d.T, describe(&want), describe(&got), "%s, of%s", d.B.State(), describe(s))
		require.Equal(d.T, want, got)
		d.note(&got)
		if r := d.runs[0]; r.plan > 0 {
			r.plan--
		}
		d.M.Do(o)
		s.without(&got)
	}
	d.quiet++
}

// without takes away what another moment has.
func (o *Moment) without(p *Moment) {
	if p.Out != nil {
		o.Out = nil
	}
	if p.Report != nil {
		o.Report = nil
	}
	if p.Pin != nil {
		o.Pin = nil
	}
	o.Answer, o.Take = o.Answer && !p.Answer, o.Take && !p.Take
}

func describe(o *Moment) (s string) {
	if o.Out != nil {
		s += " out " + o.Out.Kind.String()
	}
	if o.Report != nil {
		s += " report " + o.Report.What()
	}
	if o.Pin != nil {
		s += " pin " + o.Pin.What()
	}
	if o.Answer {
		s += " answer"
	}
	if o.Take {
		s += " take"
	}
	return s
}

// note keeps what a context has done.
func (d *Driver) note(o *Moment) {
	c := d.runs[0].c
	if o.Out != nil && o.Out.Kind == pipe.Tile {
		x := *o.Out
		x.SetPinSet(0)
		c.NewTiles = append(c.NewTiles, x)
	}
	if o.Report == nil {
		return
	}
	switch r := *o.Report; {
	case r.Kind == pipe.Committed:
		c.NewCommits = append(c.NewCommits, r)
	case r.Kind == pipe.CutAt:
		d.cutAt = r
	case r.Kind == pipe.Dumped && r.Block == regs.BlockBP && d.M.Ending():
		reg, value := r.Register()
		d.counts[reg-regs.BPIaVerticesLo] = value
	}
}

// Out, Report, Pin, Answered and Took tell the driver what the block does in this cycle.
func (d *Driver) Out(e Item) {
	require.Nil(d.T, d.seen.Out)
	d.seen.Out = &e
}

// Report takes a report, or one of the neighbour, in order.
func (d *Driver) Report(r pipe.Report) {
	if r.Block == neighbour {
		require.NotEmpty(d.T, d.sent)
		require.Equal(d.T, d.sent[0], r)
		d.sent = d.sent[1:]
		return
	}
	require.Nil(d.T, d.seen.Report)
	d.seen.Report = &r
}

// Pin takes a request to the MXU, which answers it.
func (d *Driver) Pin(r pipe.PinRequest) {
	require.Nil(d.T, d.seen.Pin)
	d.seen.Pin = &r
	if r.Back {
		return
	}
	switch r.Kind {
	case pipe.Tile, pipe.Draw, pipe.Fence, pipe.Query, pipe.Blit:
		a := pipe.PinAnswer{Kind: r.Kind, Slot: r.Slot}
		if d.faults && !d.closing && rapid.IntRange(0, 9).Draw(d.T, "fault") == 0 {
			a.Fault = true
		} else if r.Kind == pipe.Draw {
			a.Set = rapid.Uint8Range(0, 9).Draw(d.T, "set")
		}
		d.M.Answer = append(d.M.Answer, a)
		d.B.Answer(a)
	}
}

// Answered is when the block takes an answer of the MXU.
func (d *Driver) Answered() { d.seen.Answer = true }

// Took is when the block takes an entry from an input, which is discarded when the context is
// at its end.
func (d *Driver) Took(kind pipe.Kind) {
	switch {
	case kind == pipe.IntEnd:
		d.seen.Take = true
	case kind == pipe.TGInt:
		d.M.Interrupt()
	case d.M.Ending():
		d.discards++
		d.quiet = 0
	case kind == pipe.TriEnd && d.M.Tiles:
	case kind != pipe.Span && (kind != pipe.Tile || d.M.Tiles):
		d.seen.Take = true
	}
}

func (d *Driver) ended() bool {
	return !slices.ContainsFunc(d.Contexts, func(c *Context) bool { return !c.Ended })
}

// End lets all contexts come to their end.
func (d *Driver) End() {
	d.closing, d.quiet = true, 0
	for _, r := range d.runs {
		r.plan = min(r.plan, 100)
	}
	d.B.Open()
	for range 60000 {
		if d.ended() {
			for range 4 + 4*len(d.sent) {
				d.Cycle()
			}
			require.Empty(d.T, d.sent, "each report of the neighbour")
			for _, c := range d.Contexts {
				if d.M.Breaks {
					c.Whole(d.T)
				}
			}
			return
		}
		d.Cycle()
		require.Less(d.T, d.quiet, 300, "nothing has been for long: %s", d.B.State())
	}
	require.Fail(d.T, "it does not end", "%s", d.B.State())
}
