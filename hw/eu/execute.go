package eu

import (
	"math/bits"

	"tilemark/hw/alu"
	"tilemark/hw/isa"
)

// Write is what is written into a register: the bytes that Mask names.
type Write struct {
	Reg  uint8
	Mask uint32
	Data [wordsOf]uint32
}

// MaxWrites is the most registers that an instruction writes: 32 lanes of 64 bits, 64 bytes apart.
const MaxWrites = 64

// Result is what an instruction with operands leaves. Writes of N registers count, in ascending order.
type Result struct {
	Lanes uint32 // of the thread, that executed
	Flags uint32 // bits of the condition in these lanes
	N     int
	Write [MaxWrites]Write

	src       [3]values
	out       values
	collector Collector
}

// Begin makes it empty, of an instruction that these lanes execute.
func (r *Result) Begin(lanes uint32) { r.Lanes, r.Flags, r.N = lanes, 0, 0 }

// Put puts size bytes at a byte of the thread's registers. Bytes come in ascending order, but for an implied destination, which comes after the first.
func (r *Result) Put(at int, size uint8, v uint64) {
	reg := uint8(at / isa.RegisterSize)
	if r.N == 0 || r.Write[r.N-1].Reg != reg {
		r.Write[r.N] = Write{Reg: reg}
		r.N++
	}
	w := &r.Write[r.N-1]
	at %= isa.RegisterSize
	w.Mask |= (1<<size - 1) << at
	word := &w.Data[at/4]
	switch size {
	case 4:
		*word = uint32(v)
	case 8:
		*word, w.Data[at/4+1] = uint32(v), uint32(v>>32)
	default:
		*word |= uint32(v&(1<<(8*size)-1)) << (at % 4 * 8)
	}
}

// Execute finds what the instruction, one of ALU or Math, leaves. Nothing is changed.
func (o *Op) Execute(f *File, c *Control, r *Result) {
	r.Begin(o.Executing(c))
	switch {
	case r.Lanes == 0:
		return
	case o.Eights > 0:
		o.executeEights(f, c, r)
		return
	}
	for n := range o.src[:o.sources] {
		o.src[n].read(f, int(o.Count), &r.src[n])
	}
	switch o.shape {
	case comparing:
		o.compare(r)
	case choosing:
		o.choose(c, r)
	case byFours:
		o.fours(r)
	default:
		o.each(r)
	}
}

// executeEights computes eight lanes at once.
func (o *Op) executeEights(f *File, c *Control, r *Result) {
	from := &r.collector
	from.RAM = f.RAM
	for g := range o.Eights {
		lanes := r.Lanes >> (o.First + g*wordsOf) & 0xff
		if lanes == 0 {
			continue
		}
		w := &r.Write[r.N]
		from.Collect(f.First, c, g)
		r.Flags |= o.ExecuteEight(from, &w.Data) & lanes << (o.First + g*wordsOf)
		if !o.Dst.Null {
			w.Reg, w.Mask = o.Dst.Reg+g, LanesMask(lanes)
			r.N++
		}
	}
}

// each computes lane by lane.
func (o *Op) each(r *Result) {
	a, b, c := &r.src[0], &r.src[1], &r.src[2]
	for m := r.Lanes >> o.First; m != 0; m &= m - 1 {
		k := lowest(m)
		r.out[k] = o.lane(o, a[k], b[k], c[k])
	}
	if o.SetsFlag {
		for m := r.Lanes >> o.First; m != 0; m &= m - 1 {
			k := bits.TrailingZeros32(m)
			o.test(r, k, r.out[k], a[k])
		}
	}
	o.putAll(r)
	if o.second == nil {
		return
	}
	at := o.place() + isa.RegisterSet(int(o.Count), int(o.size))*isa.RegisterSize
	for m := r.Lanes >> o.First; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		r.Put(at+k*int(o.size), o.size, o.second(o, a[k], b[k], c[k]))
	}
}

// putAll puts the executing lanes of the result.
func (o *Op) putAll(r *Result) {
	lanes := r.Lanes >> o.First
	switch {
	case o.Dst.Null:
		return
	case !o.packed || o.clamp != nil:
		for m := lanes; m != 0; m &= m - 1 {
			k := bits.TrailingZeros32(m)
			o.put(r, k, r.out[k])
		}
		return
	}
	for k := 0; lanes != 0; lanes, k = lanes>>wordsOf, k+wordsOf {
		if lanes&0xff == 0 {
			continue
		}
		w := &r.Write[r.N]
		r.N++
		*w = Write{Reg: o.Dst.Reg + uint8(k/wordsOf), Mask: LanesMask(lanes)} // other lanes have nothing of earlier instructions: results on their way are in the digest
		for m := lanes & 0xff; m != 0; m &= m - 1 {
			n := lowest(m)
			w.Data[n] = uint32(r.out[k+n])
		}
	}
}

// LanesMask is the mask of the bytes of a register whose words eight bits name.
func LanesMask(lanes uint32) uint32 { return lanesOf[lanes&0xff] }

var lanesOf = func() (m [256]uint32) {
	for set := range m {
		for k := range wordsOf {
			if set>>k&1 != 0 {
				m[set] |= 15 << (4 * k)
			}
		}
	}
	return m
}()

// place is the byte of the thread's registers where the destination begins.
func (o *Op) place() int { return int(o.Dst.Reg)*isa.RegisterSize + int(o.Dst.Sub) }

// put puts a lane of the result.
func (o *Op) put(r *Result, k int, v uint64) {
	if o.Dst.Null {
		return
	}
	if o.clamp != nil {
		v = o.clamp(o, v, 0, 0)
	}
	r.Put(o.place()+k<<o.Dst.Stride*int(o.size), o.size, v)
}

// test compares a lane of the result, before saturation, with 0.
func (o *Op) test(r *Result, k int, v, a uint64) {
	if o.tested != nil {
		v = o.tested(o, a, 0, 0)
	}
	if o.holds(o, alu.Cond(o.Condition), v, 0) {
		r.Flags |= 1 << (int(o.First) + k)
	}
}

// compare is cmp.
func (o *Op) compare(r *Result) {
	for m := r.Lanes >> o.First; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		v := uint64(0)
		if o.holds(o, alu.Cond(o.Condition), r.src[0][k], r.src[1][k]) {
			v = ^v
			r.Flags |= 1 << (int(o.First) + k)
		}
		o.put(r, k, v)
	}
}

// choose is sel.
func (o *Op) choose(c *Control, r *Result) {
	flag := o.flag(c) >> o.First
	for m := r.Lanes >> o.First; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		a, b := r.src[0][k], r.src[1][k]
		first := flag>>k&1 != 0
		if o.Condition != isa.ConditionNone {
			first = o.holds(o, alu.Cond(o.Condition), a, b)
		}
		if first {
			o.put(r, k, a)
		} else {
			o.put(r, k, b)
		}
	}
}

// fours is an operation over four lanes.
func (o *Op) fours(r *Result) {
	for m := r.Lanes >> o.First; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		v := o.dot((*[4]uint64)(r.src[0][k&^3:]), (*[4]uint64)(r.src[1][k&^3:]))
		if o.SetsFlag {
			o.test(r, k, v, 0)
		}
		o.put(r, k, v)
	}
}
