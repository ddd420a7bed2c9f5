package gen

import (
	"fmt"

	"tilemark/compiler/llir"
)

// move is a value that goes to a place of its own.
type move struct {
	to   *virtual
	same bool
	t    llir.Type
	from llir.Value
}

// destinations are rooms for the results of a construct, free from here on.
func (g *generator) destinations(values []llir.Value) []*virtual {
	list := make([]*virtual, len(values))
	for n, v := range values {
		if g.uses[v] == 0 {
			continue
		}
		list[n] = g.room(v)
		g.begin(list[n])
	}
	return list
}

// kept are rooms for the results of an if. A value that one side hands on as it is, and that nobody needs after the if, stays where it is: the other side writes
// over it.
func (g *generator) kept(i *llir.Instr) []*virtual {
	list := make([]*virtual, len(i.Results))
	taken := map[llir.Value]bool{}
	for _, b := range i.Bodies {
		last := b.Last()
		if last.Op != llir.Yield {
			continue
		}
		for n, v := range last.Args {
			if r := i.Results[n]; list[n] == nil && g.uses[r] > 0 && !taken[v] && g.maySucceed(v, r) && g.endsWith(v, i) {
				list[n], taken[v] = g.registerOf(v), true
			}
		}
	}
	for n, v := range i.Results {
		if list[n] == nil && g.uses[v] > 0 {
			list[n] = g.room(v)
			g.begin(list[n])
		}
	}
	return list
}

// maySucceed tells whether a value's register may be that of another value, which is made where it is made.
func (g *generator) maySucceed(v, to llir.Value) bool {
	p := g.places[v]
	if d := g.defs[v]; d == nil || d.Op == llir.Bitcast { // a parameter, or its register is that of what it was made of
		return false
	}
	return g.homes[v] == g.homes[to] && g.uniform[v] == g.uniform[to] && p.v != nil && !p.number && !p.lazy && !p.negate && !p.abs &&
		g.k.TypeOf(v) == g.k.TypeOf(to) && !rootOf(p.v).fixed && p.same == g.uniform[v] && p.v.word == p.same
}

// endsWith tells whether nobody needs a value after an instruction of its region, and whether all that was made of it is there.
func (g *generator) endsWith(v llir.Value, i *llir.Instr) bool {
	after := false
	for _, use := range g.homes[v].Code {
		switch {
		case use == i:
			after = true
		case !asksFor(use, v):
		case after:
			return false
		default:
			for _, r := range use.Results {
				p := g.places[r]
				if p.lazy && !(g.uses[r] == 1 && len(i.Args) > 0 && i.Args[0] == r) || p.v != nil && rootOf(p.v) == rootOf(g.places[v].v) && !g.endsWith(r, i) {
					return false
				}
			}
		}
	}
	return after
}

// asksFor tells whether an instruction, or one within it, uses a value.
func asksFor(i *llir.Instr, v llir.Value) (found bool) {
	i.Uses(func(a *llir.Value) { found = found || *a == v })
	for _, b := range i.Bodies {
		b.Walk(func(i *llir.Instr) {
			i.Uses(func(a *llir.Value) { found = found || *a == v })
		})
	}
	return found
}

// registerOf is the register of a value alone, which may be a part of another one.
func (g *generator) registerOf(v llir.Value) *virtual {
	p := g.places[v]
	size := wordBytes
	if !p.same {
		size = g.set(g.k.TypeOf(v))
	}
	if p.at == 0 && p.v.bytes == size {
		return p.v
	}
	return &virtual{bytes: size, word: p.same, joined: p.v, joinedAt: p.at}
}

// begin says that a register counts from here on: it is written in parts.
func (g *generator) begin(v *virtual) {
	g.add(&instruction{op: "", hasDst: true, dst: operand{v: v}, deleted: true, mark: begins})
}

// moved puts values where they are expected. predicate chooses lanes.
func (g *generator) moved(list []move, predicate string) {
	var rest []move
	for _, m := range list {
		if m.to != nil && !g.isAt(m) {
			rest = append(rest, m)
		}
	}
	for len(rest) > 0 {
		n := g.unread(rest)
		if n < 0 { // a circle: one of its values goes aside
			n = 0
			g.aside(&rest[0], rest)
		}
		g.moveOne(rest[n], predicate)
		rest = append(rest[:n], rest[n+1:]...)
	}
}

func (g *generator) isAt(m move) bool {
	p := g.places[m.from]
	return g.standsIn(m.from, m.to) && !p.negate && !p.abs
}

// standsIn tells whether a value's place is that of a register, which may be a part of another one.
func (g *generator) standsIn(v llir.Value, to *virtual) bool {
	p := g.places[v]
	if p.v == nil {
		return false
	}
	root, at := p.v.root()
	other, from := to.root()
	return root == other && at+p.at == from
}

// unread is a move whose destination none of the others reads.
func (g *generator) unread(list []move) int {
	for n, m := range list {
		read := false
		for k, o := range list {
			read = read || k != n && g.standsIn(o.from, m.to)
		}
		if !read {
			return n
		}
	}
	return -1
}

// aside copies what stands in the destination of a move, for those that read it.
func (g *generator) aside(m *move, list []move) {
	copied := &virtual{bytes: m.to.bytes, word: m.to.word}
	t := machineType[m.t]
	d := operand{v: copied, t: t}
	g.op("mov", m.same, &d, operand{v: m.to, same: m.same, t: t})
	for n := range list {
		if p := g.places[list[n].from]; g.standsIn(list[n].from, m.to) {
			fresh := g.k.New(list[n].t)
			g.places = append(g.places, place{v: copied, same: m.same, negate: p.negate, abs: p.abs})
			g.uniform = append(g.uniform, m.same)
			g.uses, g.defs, g.homes = append(g.uses, 1), append(g.defs, nil), append(g.homes, g.here)
			list[n].from = fresh
		}
	}
}

func (g *generator) moveOne(m move, where string) {
	t := machineType[m.t]
	s := g.source(m.from, t, true, m.t.Float() || m.t.Integer())
	d := operand{v: m.to, t: t}
	i := g.op("mov", m.same, &d, s)
	if i.predicate = where; m.same {
		i.predicate = ""
	}
}

func (g *generator) moves(to []*virtual, results, from []llir.Value) []move {
	list := make([]move, len(from))
	for n := range from {
		list[n] = move{to[n], g.uniform[results[n]], g.k.TypeOf(results[n]), from[n]}
	}
	return list
}

// bind gives results their places.
func (g *generator) bind(values []llir.Value, at []*virtual) {
	for n, v := range values {
		if at[n] != nil {
			g.places[v] = place{v: at[n], same: g.uniform[v]}
		}
	}
}

// branch makes an if, or only the break that it guards.
func (g *generator) branch(i *llir.Instr) {
	if n := guarded(i); n >= 0 {
		to := g.destinations(i.Results)
		g.guardedBreak(i, n, to)
		g.bind(i.Results, to)
		return
	}
	to := g.kept(i)
	accept, reject := i.Bodies[0], i.Bodies[1]
	if d := g.defs[i.Args[0]]; d != nil && d.Op == llir.State {
		g.branchByState(d, i, to)
		g.bind(i.Results, to)
		return
	}
	f, invert := g.flagOf(i.Args[0])
	if discards(accept, reject) {
		g.add(&instruction{op: "discard", predicate: predicate(f, invert)})
		return
	}
	if g.empty(accept, to) {
		accept, reject, invert = reject, accept, !invert
	}
	g.add(&instruction{op: "if", predicate: predicate(f, invert)})
	g.side(accept, i, to)
	if !g.empty(reject, to) {
		g.add(&instruction{op: "else"})
		g.side(reject, i, to)
	}
	g.add(&instruction{op: "endif"})
	g.bind(i.Results, to)
}

func (g *generator) side(r *llir.Region, i *llir.Instr, to []*virtual) {
	g.depth++
	g.region(r)
	g.yield(r, i, to)
	g.depth--
	g.forgetFlags()
}

// yield hands the results of a body to its construct, where it ends with them.
func (g *generator) yield(r *llir.Region, i *llir.Instr, to []*virtual) {
	last := r.Last()
	if last.Op != llir.Yield {
		return
	}
	was := g.here
	g.here = r
	g.moved(g.moves(to, i.Results, last.Args), "")
	g.here = was
}

// empty tells whether a side has nothing to do.
func (g *generator) empty(r *llir.Region, to []*virtual) bool {
	if len(r.Code) != 1 || r.Code[0].Op != llir.Yield {
		return false
	}
	for n, v := range r.Code[0].Args {
		if to[n] != nil && !g.isAt(move{to: to[n], from: v}) {
			return false
		}
	}
	return true
}

// guardedBreak makes a break with a predicate of an if one of whose sides does nothing else, and whose other side gives no results by itself.
func (g *generator) guardedBreak(i *llir.Instr, n int, to []*virtual) {
	f, invert := g.flagOf(i.Args[0])
	g.breakOut(i.Bodies[n].Code[0], predicate(f, invert != (n == 1)))
	g.moved(g.moves(to, i.Results, i.Bodies[1-n].Code[0].Args), "")
}

// breakOut breaks out of a construct, with its results.
func (g *generator) breakOut(i *llir.Instr, where string) {
	target := g.outer[len(g.outer)-1-i.Level]
	g.moved(g.moves(target.results, target.i.Results, i.Args), where)
	levels := 0
	for n := len(g.outer) - 1; n >= len(g.outer)-1-i.Level; n-- {
		if g.outer[n].machine {
			levels++
		}
	}
	if target.rejoins {
		g.add(&instruction{op: "continue", predicate: where})
		return
	}
	g.add(&instruction{op: fmt.Sprintf("break.%d", levels), predicate: where})
}

// block makes a loop that ends after its first turn; in a loop, lanes that leave it can wait for a rejoin instead.
func (g *generator) block(i *llir.Instr) {
	to := g.destinations(i.Results)
	fr := &frame{i: i, results: to}
	body := i.Bodies[0]
	left := breaksTo(body, 0)
	switch {
	case !left:
	case g.mayRejoin(body):
		fr.rejoins, g.outer[len(g.outer)-1].rejoined = true, true
	default:
		fr.machine = true
		g.add(&instruction{op: "loop"})
	}
	g.outer = append(g.outer, fr)
	g.depth++
	g.region(body)
	g.yield(body, i, to)
	g.outer = g.outer[:len(g.outer)-1]
	if fr.machine {
		g.add(&instruction{op: "break.1"})
	}
	g.depth--
	switch {
	case fr.machine:
		g.add(&instruction{op: "while"})
	case fr.rejoins:
		g.add(&instruction{op: "rejoin"})
	}
	g.forgetFlags()
	g.bind(i.Results, to)
}

// mayRejoin tells whether the innermost loop of the machine is one of the IR, whose lanes a continue can let wait, and none stands between.
func (g *generator) mayRejoin(body *llir.Region) bool {
	if len(g.outer) == 0 {
		return false
	}
	if l := g.outer[len(g.outer)-1]; l.i.Op != llir.Loop || l.rejoined || g.here != l.i.Bodies[0] {
		return false
	}
	return !breaksFromLoops(body, 0)
}

// breaksTo tells whether a break in a region leaves the construct that is level constructs out.
func breaksTo(r *llir.Region, level int) bool {
	for _, i := range r.Code {
		if i.Op == llir.Break && i.Level == level {
			return true
		}
		inner := level
		if i.Op.Breakable() {
			inner++
		}
		for _, b := range i.Bodies {
			if breaksTo(b, inner) {
				return true
			}
		}
	}
	return false
}

// breaksFromLoops tells whether one of these breaks stands in a block or loop within the region.
func breaksFromLoops(r *llir.Region, level int) bool {
	for _, i := range r.Code {
		for _, b := range i.Bodies {
			if i.Op.Breakable() && breaksTo(b, level+1) || !i.Op.Breakable() && breaksFromLoops(b, level) {
				return true
			}
		}
	}
	return false
}

// loop makes a loop.
func (g *generator) loop(i *llir.Instr) {
	body := i.Bodies[0]
	results, params := g.destinations(i.Results), g.destinations(body.Params)
	g.moved(g.moves(params, body.Params, i.Args), "")
	g.bind(body.Params, params)
	g.add(&instruction{op: "loop", mark: loopBegins})
	g.outer = append(g.outer, &frame{i: i, results: results, machine: true})
	g.depth++
	g.region(body)
	was := g.here
	g.here = body
	switch last := body.Last(); last.Op {
	case llir.Repeat:
		g.moved(g.moves(params, body.Params, last.Args), "")
		g.depth--
		g.add(&instruction{op: "while", mark: loopEnds})
	case llir.RepeatIf:
		// The loop's results are written in each turn: those of the last one of a lane stay.
		g.moved(g.moves(results, i.Results, last.Exit), "")
		f, invert := g.flagOf(last.Args[0])
		g.moved(g.moves(params, body.Params, last.Args[1:]), "")
		g.depth--
		g.add(&instruction{op: "while", predicate: predicate(f, invert), mark: loopEnds})
	default:
		g.depth--
		g.add(&instruction{op: "while", mark: loopEnds})
	}
	g.here = was
	g.outer = g.outer[:len(g.outer)-1]
	g.forgetFlags()
	g.bind(i.Results, results)
}
