// Package opt improves kernels in low-level IR. Each pass leaves a kernel that Verify accepts and that computes the same, bit for bit.
package opt

import (
	"fmt"
	"slices"

	"tilemark/compiler/llir"
)

// Pass is a pass over a kernel. It tells whether it has changed something.
type Pass struct {
	Name string
	Run  func(*llir.Kernel) bool
}

// Passes are all of them, in their order.
var Passes = []Pass{
	{"merge", mergeResults},
	{"values", numberValues},
	{"choose", chooseResults},
	{"dead", removeDead},
}

// mostRounds bounds how often passes that change something are run again.
const mostRounds = 8

// Run runs all passes until nothing changes.
func Run(k *llir.Kernel) error {
	for range mostRounds {
		changed := false
		for _, p := range Passes {
			changed = p.Run(k) || changed
			if err := k.Verify(); err != nil {
				return fmt.Errorf("%s after pass %q: %w", k.Name, p.Name, err)
			}
		}
		if !changed {
			break
		}
	}
	return nil
}

// renaming says which values stand for others.
type renaming map[llir.Value]llir.Value

func (r renaming) of(v llir.Value) llir.Value {
	for {
		to, ok := r[v]
		if !ok {
			return v
		}
		v = to
	}
}

// apply puts the values in the place of those that they stand for.
func (r renaming) apply(k *llir.Kernel) bool {
	if len(r) == 0 {
		return false
	}
	k.Body.Walk(func(i *llir.Instr) {
		i.Uses(func(v *llir.Value) { *v = r.of(*v) })
	})
	return true
}

// without is a list without the places that are marked.
func without[T any](list []T, drop []bool) []T {
	kept := list[:0:0]
	for n, x := range list {
		if !drop[n] {
			kept = append(kept, x)
		}
	}
	return kept
}

// ways are what is handed to a construct: lists of values for its results, or for a loop's next turn.
type ways struct {
	results []*[]llir.Value
	turns   []*[]llir.Value // without the condition
	first   int             // of a RepeatIf, where the values of the next turn begin
}

// waysOf collects what is handed to each construct of a kernel.
func waysOf(k *llir.Kernel) map[*llir.Instr]*ways {
	all := map[*llir.Instr]*ways{}
	var outer []*llir.Instr
	var region func(r *llir.Region, of *llir.Instr)
	region = func(r *llir.Region, of *llir.Instr) {
		for _, i := range r.Code {
			switch i.Op {
			case llir.Yield:
				if of != nil {
					all[of].results = append(all[of].results, &i.Args)
				}
			case llir.Break:
				target := outer[len(outer)-1-i.Level]
				all[target].results = append(all[target].results, &i.Args)
			case llir.Repeat, llir.RepeatIf:
				w := all[of]
				w.turns = append(w.turns, &i.Args)
				if i.Op == llir.RepeatIf {
					w.first = 1
					w.results = append(w.results, &i.Exit)
				}
			}
			if len(i.Bodies) == 0 {
				continue
			}
			all[i] = &ways{}
			if i.Op.Breakable() {
				outer = append(outer, i)
			}
			for _, b := range i.Bodies {
				region(b, i)
			}
			if i.Op.Breakable() {
				outer = outer[:len(outer)-1]
			}
		}
	}
	region(k.Body, nil)
	return all
}

// mergeResults drops results of constructs that are one value whichever way is taken, and what a loop takes along without changing it.
func mergeResults(k *llir.Kernel) bool {
	all := waysOf(k)
	renamed := renaming{}
	k.Body.Walk(func(i *llir.Instr) {
		w := all[i]
		if w == nil {
			return
		}
		if i.Op == llir.Loop {
			mergeParams(i, w, renamed)
		}
		drop := make([]bool, len(i.Results))
		for n, v := range i.Results {
			if only := common(w.results, n, 0, v, renamed); only != 0 && !inside(i, only) {
				drop[n], renamed[v] = true, only
			}
		}
		remove(i, w, drop)
	})
	return renamed.apply(k)
}

// inside tells whether a value is made within a construct.
func inside(i *llir.Instr, v llir.Value) bool {
	for _, b := range i.Bodies {
		if slices.Contains(b.Params, v) {
			return true
		}
		for _, x := range b.Code {
			if slices.Contains(x.Results, v) || inside(x, v) {
				return true
			}
		}
	}
	return false
}

// common is the value at a place of all lists, apart from itself; 0 when there are several, or none.
func common(lists []*[]llir.Value, n, first int, itself llir.Value, r renaming) llir.Value {
	var only llir.Value
	for _, l := range lists {
		v := r.of((*l)[first+n])
		if v == itself || v == only {
			continue
		}
		if only != 0 {
			return 0
		}
		only = v
	}
	return only
}

// mergeParams replaces what a loop takes along and never changes.
func mergeParams(i *llir.Instr, w *ways, r renaming) {
	body := i.Bodies[0]
	drop := make([]bool, len(body.Params))
	for n, v := range body.Params {
		init := r.of(i.Args[n])
		if only := common(w.turns, n, w.first, v, r); only == 0 && unchanged(w, n, v, r) || only == init {
			drop[n], r[v] = true, init
		}
	}
	removeParams(i, w, drop)
}

// unchanged tells whether each turn hands a value on to the next, or none does.
func unchanged(w *ways, n int, v llir.Value, r renaming) bool {
	for _, l := range w.turns {
		if r.of((*l)[w.first+n]) != v {
			return false
		}
	}
	return true
}

// remove drops results of a construct, and what is handed to them.
func remove(i *llir.Instr, w *ways, drop []bool) {
	if !slices.Contains(drop, true) {
		return
	}
	i.Results = without(i.Results, drop)
	for _, l := range w.results {
		*l = without(*l, drop)
	}
}

func removeParams(i *llir.Instr, w *ways, drop []bool) {
	if !slices.Contains(drop, true) {
		return
	}
	i.Args, i.Bodies[0].Params = without(i.Args, drop), without(i.Bodies[0].Params, drop)
	for _, l := range w.turns {
		*l = append((*l)[:w.first:w.first], without((*l)[w.first:], drop)...)
	}
}

// removeDead drops instructions whose results nobody uses, and results and parameters of constructs.
func removeDead(k *llir.Kernel) bool {
	live := liveValues(k)
	changed := false
	all := waysOf(k)
	k.Body.Walk(func(i *llir.Instr) {
		w := all[i]
		if w == nil {
			return
		}
		drop := func(values []llir.Value) []bool {
			d := make([]bool, len(values))
			for n, v := range values {
				d[n] = !live[v]
				changed = changed || d[n]
			}
			return d
		}
		remove(i, w, drop(i.Results))
		if i.Op == llir.Loop {
			removeParams(i, w, drop(i.Bodies[0].Params))
		}
	})
	return removeInstructions(k.Body, live) || changed
}

func removeInstructions(r *llir.Region, live []bool) (changed bool) {
	kept := r.Code[:0]
	for _, i := range r.Code {
		for _, b := range i.Bodies {
			changed = removeInstructions(b, live) || changed
		}
		if dead(i, live) {
			changed = true
			continue
		}
		kept = append(kept, i)
	}
	r.Code = kept
	return changed
}

// dead tells whether an instruction can go.
func dead(i *llir.Instr, live []bool) bool {
	for _, v := range i.Results {
		if live[v] {
			return false
		}
	}
	switch i.Op {
	case llir.If, llir.Block:
		for _, b := range i.Bodies {
			if len(b.Code) != 1 || b.Code[0].Op != llir.Yield {
				return false
			}
		}
		return true
	}
	return i.Op.Removable()
}

// liveValues finds the values that count: operands of what has an effect, of conditions, and of what makes a value that counts.
func liveValues(k *llir.Kernel) []bool {
	live := make([]bool, k.Values())
	makers := make([]*llir.Instr, k.Values())
	loops := map[llir.Value]*llir.Instr{} // by parameter
	all := waysOf(k)
	var work []llir.Value
	mark := func(v llir.Value) {
		if !live[v] {
			live[v] = true
			work = append(work, v)
		}
	}
	k.Body.Walk(func(i *llir.Instr) {
		for _, v := range i.Results {
			makers[v] = i
		}
		if i.Op == llir.Loop {
			for _, v := range i.Bodies[0].Params {
				loops[v] = i
			}
		}
		switch {
		case i.Op == llir.If || i.Op == llir.RepeatIf:
			mark(i.Args[0])
		case i.Op == llir.Yield || i.Op == llir.Break || i.Op == llir.Repeat || i.Op == llir.Block || i.Op == llir.Loop || i.Op.Removable():
		default:
			for _, v := range i.Args {
				mark(v)
			}
		}
	})
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if l := loops[v]; l != nil {
			n := slices.Index(l.Bodies[0].Params, v)
			mark(l.Args[n])
			for _, t := range all[l].turns {
				mark((*t)[all[l].first+n])
			}
			continue
		}
		i := makers[v]
		if w := all[i]; w != nil {
			n := slices.Index(i.Results, v)
			for _, l := range w.results {
				mark((*l)[n])
			}
			continue
		}
		for _, a := range i.Args {
			mark(a)
		}
	}
	return live
}
