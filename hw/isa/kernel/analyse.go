package kernel

import (
	"math/bits"

	"tilemark/hw/isa"
)

// Analyse finds what the kernel's header says of its code: registers, depth of the mask stack, effects, live registers. The code is legal instruction by
// instruction; where it is wrong as a whole, Check says so.
func (k *Kernel) Analyse() {
	if k.Inputs == 0 {
		k.Inputs = k.FixedInputs()
	}
	k.Registers, k.Results, k.Effects = k.Inputs, k.results(), 0
	if k.Early {
		k.Effects |= isa.EffectEarly
	}
	if k.Idempotent {
		k.Effects |= isa.EffectIdempotent
	}
	k.Untagged = k.Effects
	for i := range k.Code {
		in := isa.Decode(k.Code[i].Native)
		for _, u := range k.Code[i].uses(&in, k.Lanes) {
			k.Registers = max(k.Registers, u.Most())
		}
		k.Effects |= effects(&in)
		if !k.Code[i].optional() {
			k.Untagged |= effects(&in)
		}
	}
	k.Stack = 0
	if n, err := constructs(k.Code); err == nil {
		c := checker{k: k, nesting: n}
		k.Stack = max(n.most, c.calls())
	}
	if k.Live = nil; !k.isHandler() { // nothing interrupts those
		k.Live = k.liveness()
	}
}

// effects of an instruction.
func effects(i *isa.Instruction) (e uint32) {
	if i.Op == isa.OpDiscard {
		return isa.EffectDiscards
	}
	if i.Op != isa.OpSend {
		return 0
	}
	switch code := i.Message.Code; {
	case code == isa.MessageStore || code == isa.MessageTexelStore:
		e = isa.EffectStores
	case code == isa.MessageAtomic:
		e = isa.EffectAtomics
	case code == isa.MessageColorDepth:
		e = isa.EffectDepth
	case code == isa.MessageBarrier:
		e = isa.EffectBarriers
	case code == isa.MessageAllocate:
		e = isa.EffectEnqueues
	case isa.Messages[code].Unit == isa.UnitSampler:
		e = isa.EffectSamples
	}
	return e
}

// successors returns where a thread can go from an instruction: -1 for nowhere.
func (k *Kernel) successors(n int) (next [2]int) {
	i := isa.Decode(k.Code[n].Native)
	next = [2]int{n + 1, -1}
	if n+1 == len(k.Code) {
		next[0] = -1
	}
	if isa.Operations[i.Op].Allows&isa.AllowsTarget != 0 {
		next[1] = k.At(k.Code[n].Offset + int(i.Target))
	}
	switch {
	case k.Code[n].optional():
	case i.Op == isa.OpJmp && i.Predicate == isa.PredicateNone, i.Op == isa.OpSend && i.Message.Last, i.Op == isa.OpIret:
		next[0] = -1
	case i.Op == isa.OpRet && i.Predicate == isa.PredicateNone:
		next[0] = -1
	}
	return next
}

// life is what registers' values count for: what any lane may read, and what lane k alone reads as element k of a size, where the register is the n-th of
// a register set. What lanes write that are not there, or do not execute, is left by a write by lanes; only others can read it.
type life struct {
	any Set
	own [sizes][mostSets]Set
}

const (
	sizes    = 4 // of elements: 1, 2, 4 and 8 bytes
	mostSets = 8 // registers of a set of 32 lanes of 8 bytes
)

// liveness returns the registers whose values count before each instruction, along every way that a thread can take, whichever of its lanes execute: a
// lane that waits keeps its values in registers that others write meanwhile. Outside of all constructs none waits. A return can go to after any call.
func (k *Kernel) liveness() []Set {
	live := make([]life, len(k.Code))
	nested, _ := constructs(k.Code)
	var returns []int // instructions after calls
	for n := range k.Code {
		if i := isa.Decode(k.Code[n].Native); i.Op == isa.OpCall && n+1 < len(k.Code) {
			returns = append(returns, n+1)
		}
	}
	for changed := true; changed; {
		changed = false
		for n := len(k.Code) - 1; n >= 0; n-- {
			i := isa.Decode(k.Code[n].Native)
			var s, before life
			next := k.successors(n)
			for _, to := range next {
				if to >= 0 {
					s.union(&live[to])
				}
			}
			if i.Op == isa.OpRet {
				for _, to := range returns {
					s.union(&live[to])
				}
			}
			noneWaits := nested != nil && nested.depth[n] == 0 && len(returns) == 0
			for _, u := range k.Code[n].uses(&i, k.Lanes) {
				one := s
				one.through(&u, k.Lanes, noneWaits)
				before.union(&one)
			}
			if before != live[n] {
				live[n], changed = before, true
			}
		}
	}
	all := make([]Set, len(live))
	for n := range live {
		all[n] = live[n].all()
	}
	return all
}

func (l *life) union(o *life) {
	l.any.union(&o.any)
	for size := range l.own {
		for n := range l.own[size] {
			l.own[size][n].union(&o.own[size][n])
		}
	}
}

func (l *life) all() Set {
	s := l.any
	for size := range l.own {
		for n := range l.own[size] {
			s.union(&l.own[size][n])
		}
	}
	return s
}

func (s *Set) union(o *Set) {
	for w := range s {
		s[w] |= o[w]
	}
}

// through is what counts before an instruction of a thread of so many lanes, when l is after it.
func (l *life) through(u *isa.Uses, lanes int, noneWaits bool) {
	for n, r := range u.Writes {
		if !u.Whole {
			break
		}
		for reg := r.First; reg < min(r.First+r.Count, isa.Registers); reg++ {
			switch {
			case !u.Masked, u.Blocks && noneWaits:
				l.end(reg)
			case noneWaits && u.WritesByLane[n] > 0:
				size, place := placeOf(reg-r.First, lanes, u.WritesByLane[n])
				l.own[size][place].remove(reg)
			}
		}
	}
	for n, r := range u.Reads {
		for reg := r.First; reg < min(r.First+r.Count, isa.Registers); reg++ {
			if bytes := u.ReadsByLane[n]; u.Masked && bytes > 0 {
				size, place := placeOf(reg-r.First, lanes, bytes)
				l.own[size][place].add(reg)
			} else {
				l.any.add(reg)
			}
		}
	}
}

// placeOf is the size of elements, and the number in its register set, of the n-th register that is read or written.
func placeOf(n, lanes, bytes int) (size, place int) {
	return bits.TrailingZeros(uint(bytes)), n % max(1, lanes*bytes/isa.RegisterSize)
}

// end ends all that a register counts for.
func (l *life) end(reg int) {
	l.any.remove(reg)
	for size := range l.own {
		for n := range l.own[size] {
			l.own[size][n].remove(reg)
		}
	}
}

// Unwritten returns the instructions of a kernel that are the first to read a register which nothing writes and which no thread begins with,
// by register: such a register is 0, and may be a slip of the pen.
func (k *Kernel) Unwritten() (first map[int]int) {
	first = map[int]int{}
	if k.isHandler() {
		return first
	}
	var written Set
	for n := range k.Code {
		i := isa.Decode(k.Code[n].Native)
		u := i.UsesOf(k.Lanes)
		for _, w := range u.Writes {
			for reg := w.First; reg < min(w.First+w.Count, isa.Registers); reg++ {
				written.add(reg)
			}
		}
	}
	for n := range k.Code {
		i := isa.Decode(k.Code[n].Native)
		for _, u := range k.Code[n].uses(&i, k.Lanes) {
			for _, r := range u.Reads {
				for reg := max(r.First, k.Inputs); reg < min(r.First+r.Count, isa.Registers); reg++ {
					if _, before := first[reg]; !written.Has(reg) && !before {
						first[reg] = n
					}
				}
			}
		}
	}
	return first
}
