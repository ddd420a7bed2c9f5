package exec

import (
	"math/bits"

	"tilemark/hw/isa"
)

// executing is the lanes of the thread in which an instruction executes.
func (t *Thread) executing(i *instruction) uint32 {
	lanes := i.lanes
	if !i.noMask {
		lanes &= t.Active
	}
	if i.predicate != isa.PredicateNone {
		lanes &= t.chosen(i, i.predicate, lanes)
	}
	return lanes
}

// chosen is those of some lanes that a predicate chooses.
func (t *Thread) chosen(i *instruction, predicate uint8, lanes uint32) uint32 {
	set := t.Flags[i.flag]
	if i.invert {
		set = ^set
	}
	set &= lanes
	switch {
	case predicate == isa.PredicateLane:
		return set
	case predicate == isa.PredicateAny && set == 0, predicate == isa.PredicateAll && set != lanes:
		return 0
	}
	return lanes
}

// setFlag writes bits of a condition in the executing lanes.
func (t *Thread) setFlag(i *instruction, lanes, set uint32) {
	flag := &t.Flags[i.flag]
	*flag = *flag&^lanes | set&lanes
}

// gather reads all sources in all lanes, before anything is written.
func (t *Thread) gather(i *instruction) {
	for n := range i.src[:i.sources] {
		i.src[n].gather(&t.Registers, i.count, &t.values[n])
	}
}

// runGeneral executes an instruction with operands, a lane after the other.
func runGeneral(t *Thread, i *instruction) {
	lanes := t.executing(i)
	t.gather(i)
	a, b, c, set := &t.values[0], &t.values[1], &t.values[2], uint32(0)
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		result := i.apply(a[k], b[k], c[k])
		if i.condition != isa.ConditionNone && i.holds(result, a[k]) {
			set |= 1 << k
		}
		t.write(i, k, result)
		if i.second != nil {
			t.Registers.write(i.implied.lane[k], i.implied.size, i.second(a[k], b[k], c[k]))
		}
	}
	if i.condition != isa.ConditionNone {
		t.setFlag(i, lanes, set<<i.firstLane)
	}
}

// holds compares a result, before saturation, with 0.
func (i *instruction) holds(result, a uint64) bool {
	if i.tested != nil {
		result = i.tested(a, 0, 0)
	}
	return i.compare(i.condition, result, 0)
}

// write writes a lane of the result, saturated if it is a float.
func (t *Thread) write(i *instruction, k int, result uint64) {
	if i.null {
		return
	}
	if i.clamp != nil {
		result = i.clamp(result, 0, 0)
	}
	t.Registers.write(i.dst.lane[k], i.dst.size, result)
}

// runDot executes an operation over four lanes.
func runDot(t *Thread, i *instruction) {
	lanes := t.executing(i)
	t.gather(i)
	set := uint32(0)
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		four := k &^ 3
		result := i.dot((*[4]uint64)(t.values[0][four:]), (*[4]uint64)(t.values[1][four:]))
		if i.condition != isa.ConditionNone && i.holds(result, 0) {
			set |= 1 << k
		}
		t.write(i, k, result)
	}
	if i.condition != isa.ConditionNone {
		t.setFlag(i, lanes, set<<i.firstLane)
	}
}

// runCompare executes cmp.
func runCompare(t *Thread, i *instruction) {
	lanes := t.executing(i)
	t.gather(i)
	set := uint32(0)
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		result := uint64(0)
		if i.compare(i.condition, t.values[0][k], t.values[1][k]) {
			set |= 1 << k
			result = ^result
		}
		t.write(i, k, result)
	}
	t.setFlag(i, lanes, set<<i.firstLane)
}

// runSelect executes sel. It writes no flags.
func runSelect(t *Thread, i *instruction) {
	lanes := t.executing(i)
	t.gather(i)
	choice := t.chosen(i, i.choice, lanes) >> i.firstLane
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		a, b := t.values[0][k], t.values[1][k]
		takes := choice>>k&1 != 0
		if i.condition != isa.ConditionNone {
			takes = i.compare(i.condition, a, b)
		}
		if takes {
			t.write(i, k, a)
		} else {
			t.write(i, k, b)
		}
	}
}
