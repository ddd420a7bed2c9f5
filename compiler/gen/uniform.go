package gen

import "tilemark/compiler/llir"

// uniformity finds the values that are the same in all lanes that execute: they take one lane, whatever the masks are. A value that lanes take along from
// different turns of a loop, or from different places that they leave a construct at, is not one of them.
type uniformity struct {
	k       *llir.Kernel
	varying []bool // by value
	changed bool
	outer   []exits
}

// exits is a construct around.
type exits struct {
	i         *llir.Instr
	divergent bool // lanes may take different ways between it and here
	parts     bool // lanes leave it at different places or times, or its code goes on without lanes
	ifs       int  // that are open within it
}

// uniform says of each value whether it is uniform.
func uniform(k *llir.Kernel) []bool {
	u := &uniformity{k: k, varying: make([]bool, k.Values())}
	for u.changed = true; u.changed; {
		u.changed = false
		u.region(k.Body)
	}
	for n := range u.varying {
		u.varying[n] = !u.varying[n]
	}
	return u.varying
}

func (u *uniformity) mark(v llir.Value) {
	if !u.varying[v] {
		u.varying[v], u.changed = true, true
	}
}

func (u *uniformity) any(values []llir.Value) bool {
	for _, v := range values {
		if u.varying[v] {
			return true
		}
	}
	return false
}

func (u *uniformity) region(r *llir.Region) {
	for _, i := range r.Code {
		u.instruction(i)
	}
}

func (u *uniformity) instruction(i *llir.Instr) {
	switch i.Op {
	case llir.If:
		u.branch(i)
	case llir.Block, llir.Loop:
		u.construct(i)
	case llir.Break:
		u.breakWith(i.Level, i.Args)
	case llir.Repeat, llir.RepeatIf:
		u.repeat(i)
	case llir.Yield:
	default:
		if !i.Op.Pure() && !sameForAll(i.Op) || u.any(i.Args) || i.Op == llir.Input && !uniformInput(i.Bits) || i.Op == llir.Component {
			for _, v := range i.Results {
				u.mark(v)
			}
		}
	}
}

// sameForAll tells whether an operation that is not pure has the same result in all lanes when its operands are the same.
func sameForAll(o llir.Op) bool {
	switch o {
	case llir.Load, llir.SharedLoad, llir.BufferSize, llir.Swizzle:
		return true
	}
	return false
}

func uniformInput(n uint32) bool {
	return n < llir.InputLocal || n == llir.InputSampleCount || n >= llir.InputConstant && n < llir.InputDomain
}

func (u *uniformity) branch(i *llir.Instr) {
	parts, deeper := u.varying[i.Args[0]], 1
	if guarded(i) >= 0 {
		deeper = 0
	}
	was := make([]bool, len(u.outer))
	for n := range u.outer {
		was[n] = u.outer[n].divergent
		u.outer[n].divergent = was[n] || parts
		u.outer[n].ifs += deeper
	}
	for _, b := range i.Bodies {
		u.region(b)
		if last := b.Last(); last.Op == llir.Yield {
			for n, v := range last.Args {
				if parts || u.varying[v] {
					u.mark(i.Results[n])
				}
			}
		}
	}
	for n := range u.outer {
		u.outer[n].divergent = was[n]
		u.outer[n].ifs -= deeper
	}
}

// guarded is the side of an if that does nothing but break, when the other one only gives its results; -1: neither.
func guarded(i *llir.Instr) int {
	for n, b := range i.Bodies {
		other := i.Bodies[1-n]
		if len(b.Code) == 1 && b.Code[0].Op == llir.Break && len(other.Code) == 1 && other.Code[0].Op == llir.Yield {
			return n
		}
	}
	return -1
}

func (u *uniformity) construct(i *llir.Instr) {
	body := i.Bodies[0]
	for n, v := range i.Args {
		if u.varying[v] {
			u.mark(body.Params[n])
		}
	}
	u.outer = append(u.outer, exits{i: i})
	u.region(body)
	if last := body.Last(); last.Op == llir.Yield {
		u.breakFrom(len(u.outer)-1, last.Args)
	}
	e := u.outer[len(u.outer)-1]
	u.outer = u.outer[:len(u.outer)-1]
	if e.parts {
		for _, v := range i.Results {
			u.mark(v)
		}
	}
}

// breakWith is a break that hands values to a construct.
func (u *uniformity) breakWith(level int, values []llir.Value) {
	u.breakFrom(len(u.outer)-1-level, values)
}

// A break from within an if, or from more than one construct, may leave no lane: the machine goes on after it all the same, and what it writes for one lane
// whatever the masks are would count. So such results are those of each lane.
func (u *uniformity) breakFrom(n int, values []llir.Value) {
	e := &u.outer[n]
	e.parts = e.parts || e.divergent || e.ifs > 0 || n < len(u.outer)-1
	for m := n + 1; m < len(u.outer); m++ { // the lanes that leave more are gone from those within, too
		u.outer[m].parts = u.outer[m].parts || u.outer[m].divergent || e.divergent
	}
	for k, v := range values {
		if u.varying[v] {
			u.mark(e.i.Results[k])
		}
	}
}

func (u *uniformity) repeat(i *llir.Instr) {
	e := &u.outer[len(u.outer)-1]
	next := i.Args
	if i.Op == llir.RepeatIf {
		next = i.Args[1:]
		e.parts = e.parts || u.varying[i.Args[0]]
		for k, v := range i.Exit {
			if u.varying[v] {
				u.mark(e.i.Results[k])
			}
		}
	}
	for n, v := range next {
		if u.varying[v] {
			u.mark(e.i.Bodies[0].Params[n])
		}
	}
}
