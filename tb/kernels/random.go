package kernels

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/draw"
	"tilemark/hw/isa/kernel"
)

// Random makes the text of a compute kernel that is legal and ends: operations of all kinds, messages, constructs within each other, barriers. It has
// one buffer, b0, and shared memory of up to 256 bytes; the same r gives the same text.
func Random(r *rand.Rand) string {
	k := &randomKernel{r: r, lanes: 8 << r.IntN(3), compute: true, messages: messages(r)}
	fmt.Fprintf(&k.b, ".kernel random\n.lanes %d\n.cta %d 1 1\n.shared %d\n.scratch 1024\n.args 2\n.binding 0 buffer read write\n\n", k.lanes, k.lanes*(1+r.IntN(3))-r.IntN(2)*r.IntN(k.lanes), 256-r.IntN(2)*r.IntN(80))
	for range 1 + r.IntN(4) {
		k.block(0, 0)
		if r.IntN(2) == 0 {
			k.line("send.barrier")
		}
	}
	k.line("send.store.ud.4 r1, r%d, b0", firstFree)
	k.end()
	return k.b.String()
}

// RandomVertex makes the text of a vertex kernel, which has no shared memory and no barriers, and writes no memory but its own.
func RandomVertex(r *rand.Rand) string {
	k := &randomKernel{r: r, lanes: 8 << r.IntN(3), messages: messages(r)}
	fmt.Fprintf(&k.b, ".kernel random\n.stage vertex\n.lanes %d\n.scratch 1024\n.binding 0 buffer read\n.inputs %d\n\n", k.lanes, firstFree)
	for range 1 + r.IntN(4) {
		k.block(0, 0)
	}
	if count := r.IntN(5); count > 0 { // results, in one message or two, with a hole between them or before the first at times
		first := firstFree + r.IntN(freeCount-16)
		if r.IntN(2) == 0 {
			k.line("send.result.%d r%d, +%d", count, first+3, 3*32)
			count = r.IntN(4)
		}
		if count > 0 {
			k.line("send.result.%d r%d, +0", count, first)
		}
	}
	k.end()
	return k.b.String()
}

// end writes the end of a kernel, and its subroutines.
func (k *randomKernel) end() { k.endWith("send.end {last}") }

// endWith is end with another last message.
func (k *randomKernel) endWith(last string) {
	k.line("%s", last)
	for n := range subroutines {
		fmt.Fprintf(&k.b, "sub%d:\n", n)
		for range 1 + k.r.IntN(4) {
			k.instruction()
		}
		k.line("ret")
	}
}

// Registers of random kernels: what they compute with, and the counters of their loops, which nothing else writes.
const (
	firstFree = 16
	freeCount = 64
	counters  = 96
)

// Flag registers up to mostFlag are free; the one after it is that of loops.
const mostFlag = 2

// subroutines of a kernel, sub0 and so on.
const subroutines = 2

// deepest is how far constructs lie in each other.
const deepest = 4

// randomKernel is the text so far.
type randomKernel struct {
	r        *rand.Rand
	lanes    int
	compute  bool
	pixel    bool
	samples  bool // it has textures
	messages int  // percent of its operations that are messages in any case
	jumps    int  // so far
	b        strings.Builder
}

// messages has some kernels access memory much more than others.
func messages(r *rand.Rand) int { return [...]int{0, 0, 0, 30, 70}[r.IntN(5)] }

func (k *randomKernel) line(format string, args ...any) {
	fmt.Fprintf(&k.b, "    "+format+"\n", args...)
}

// block writes some instructions and constructs, within so many constructs and loops.
func (k *randomKernel) block(depth, loops int) {
	for range 1 + k.r.IntN(6) {
		switch n := k.r.IntN(24); {
		case n == 0 && depth < deepest:
			k.branch(depth, loops)
		case n == 1 && depth < deepest:
			k.loop(depth, loops)
		case n == 2 && loops > 0:
			k.line("(f%d) break.%d", k.r.IntN(mostFlag+1), 1+k.r.IntN(loops))
		case n == 3 && loops > 0:
			k.line("(~f%d) continue", k.r.IntN(mostFlag+1))
		case n == 4:
			k.jump()
		case n == 5:
			k.line("%scall sub%d", k.uniform(), k.r.IntN(subroutines))
		case n == 6:
			k.special()
		case n == 7 && k.pixel && k.r.IntN(2) == 0:
			k.line("(%sf%d) discard", [...]string{"", "~"}[k.r.IntN(2)], k.r.IntN(mostFlag+1))
		default:
			k.instruction()
		}
	}
}

// uniform is a predicate for all lanes, or none.
func (k *randomKernel) uniform() string {
	switch k.r.IntN(3) {
	case 0:
		return fmt.Sprintf("(f%d.any) ", k.r.IntN(mostFlag+1))
	case 1:
		return fmt.Sprintf("(~f%d.all) ", k.r.IntN(mostFlag+1))
	}
	return ""
}

// jump skips some instructions.
func (k *randomKernel) jump() {
	k.jumps++
	k.line("%sjmp past%d", k.uniform(), k.jumps)
	for range 1 + k.r.IntN(3) {
		k.instruction()
	}
	fmt.Fprintf(&k.b, "past%d:\n", k.jumps)
}

// special accesses special registers, or does what has no operands.
func (k *randomKernel) special() {
	switch k.r.IntN(6) {
	case 0:
		k.line("wait")
	case 1:
		k.line("nop")
	case 2:
		k.line("wrsr f%d, r%d.%d<0>:ud", k.r.IntN(mostFlag+1), firstFree+k.r.IntN(freeCount), k.r.IntN(8))
	case 3:
		k.line("wrsr sp, r%d.%d<0>:ud", firstFree+k.r.IntN(freeCount), k.r.IntN(8))
	default:
		names := []string{"f0", "f1", "f2", "f3", "ra", "sp", "active", "helpers", "lanes", "thread", "slot", "depth"}
		k.line("rdsr r%d.%d:ud, %s", firstFree+k.r.IntN(freeCount), k.r.IntN(8), names[k.r.IntN(len(names))])
	}
}

func (k *randomKernel) branch(depth, loops int) {
	k.line("(f%d) if", k.r.IntN(mostFlag+1))
	k.block(depth+1, loops)
	if k.r.IntN(2) == 0 {
		k.line("else")
		k.block(depth+1, loops)
	}
	k.line("endif")
}

// loop writes a loop of one to four rounds. Lanes that continue count, too.
func (k *randomKernel) loop(depth, loops int) {
	counter := counters + 4*depth
	k.line("mov r%d:ud, %d:ud", counter, 1+k.r.IntN(4))
	k.line("loop")
	k.block(depth+1, loops+1)
	k.line("rejoin")
	k.line("add r%d:d, r%d:d, -1:d", counter, counter)
	k.line("cmp.gt.f%d null:d, r%d:d, 0:d", mostFlag+1, counter)
	k.line("(f%d) while", mostFlag+1)
}

// instruction writes an operation or a message that uses free registers only.
func (k *randomKernel) instruction() {
	if k.samples && k.r.IntN(3) == 0 {
		k.sample()
		return
	}
	for {
		i := draw.Instruction(k.r)
		if k.r.IntN(100) < k.messages {
			i = draw.Of(k.r, isa.OpSend)
		}
		for own := k.r.IntN(12) == 0; own && (i.Op != isa.OpSend || isa.Messages[i.Message.Code].Unit != isa.UnitScratch); { // of many messages these are few
			i = draw.Of(k.r, isa.OpSend)
		}
		if k.fits(&i) {
			k.near(&i)
			patches := k.tag(&i)
			k.line("%s", asm.Tagged(i.Encode(), patches))
			k.readBack(&i)
			return
		}
	}
}

// near has most addresses of a message lie in the memory, or a bit beyond its end.
func (k *randomKernel) near(i *isa.Instruction) {
	if i.Op != isa.OpSend || isa.Messages[i.Message.Code].Sends&isa.SendsAddresses == 0 || k.r.IntN(4) == 0 {
		return
	}
	masks := []int{15, 63, 255, 511}
	if isa.Messages[i.Message.Code].Unit == isa.UnitScratch { // a lane has 32 bytes or more
		masks = masks[:2]
	}
	k.line("and r%d:ud, r%d:ud, %d:ud", i.Message.Address, i.Message.Address, masks[k.r.IntN(len(masks))])
	i.Message.Offset = int16(k.r.IntN(80) - 16)
}

// loads are the messages that read what these have stored.
var loads = map[uint8]uint8{
	isa.MessageStore: isa.MessageLoad, isa.MessageScratchStore: isa.MessageScratchLoad, isa.MessagePrivateStore: isa.MessagePrivateLoad, isa.MessageSharedStore: isa.MessageSharedLoad,
}

// readBack has what a message has stored be read, of most of them, in all lanes.
func (k *randomKernel) readBack(i *isa.Instruction) {
	if i.Op != isa.OpSend || k.r.IntN(3) == 0 {
		return
	}
	load, ok := loads[i.Message.Code]
	if !ok {
		return
	}
	j := *i
	j.Message.Code, j.Message.Data, j.NOS, j.Predicate, j.Flag = load, 0, 0, isa.PredicateNone, 0
	j.Dst.Reg, j.Dst.Null = uint8(k.r.IntN(isa.Registers)), false
	if !k.registersFit(&j) {
		return
	}
	j.Message.Address = i.Message.Address
	if isa.Check(j.Encode()) == nil {
		k.line("%s", asm.Tagged(j.Encode(), nil))
	}
}

// tag makes an instruction depend on a value of state, or on none.
func (k *randomKernel) tag(i *isa.Instruction) []kernel.Patch {
	p := kernel.Patch{Part: uint8(k.r.IntN(isa.PatchPartLimit))}
	values := kernel.Values(p.Part)
	p.Value = values[k.r.IntN(len(values))]
	p.Index = uint8(k.r.IntN(int(kernel.LastIndex(p.Value)) + 1))
	if i.NOS = 0; !kernel.HasPart(i, p.Part) {
		return nil
	}
	const most = 8 // register sets: six, of which a region of the last one takes up to two more
	if p.Part == isa.PatchPartSource && int(i.Src[0].Reg)+most*isa.RegisterSet(k.lanes, isa.Bytes(i.Src[0].Type)) > isa.Registers {
		return nil
	}
	i.NOS = p.NOS()
	if p.Part == isa.PatchPartCondition {
		return []kernel.Patch{p, kernel.Compares}
	}
	return []kernel.Patch{p}
}

// fits moves the registers of an instruction into those that are free, and tells whether it then is one for a random kernel.
func (k *randomKernel) fits(i *isa.Instruction) bool {
	op := &isa.Operations[i.Op]
	switch {
	case op.Format == isa.FormatFlow, op.Allows&isa.AllowsSpecial != 0:
		return false
	case op.Format == isa.FormatSend:
		about := &isa.Messages[i.Message.Code]
		switch m := i.Message.Code; {
		case !k.compute && !k.pixel && (m == isa.MessageStore || m == isa.MessageAtomic || m == isa.MessageTexelStore):
			return false
		case k.samples && about.Unit == isa.UnitSampler:
			if i.Message.Binding = 1 + uint8(k.r.IntN(randomTextures)); about.Uses&isa.UsesSampler != 0 {
				i.Message.Operation %= randomSamplers
			}
			if !k.pixel && implicit(m) {
				return false
			}
			return k.registersFit(i)
		case about.Unit == isa.UnitLsu, about.Unit == isa.UnitScratch, about.Unit == isa.UnitShared && k.compute:
		default:
			return false
		}
		i.Message.Binding = 0
	}
	return k.registersFit(i)
}

// registersFit is the part of fits that is about registers and flags.
func (k *randomKernel) registersFit(i *isa.Instruction) bool {
	free := func(reg *uint8) { *reg = firstFree + *reg%freeCount }
	op := &isa.Operations[i.Op]
	switch {
	case op.Format == isa.FormatSend:
		about := &isa.Messages[i.Message.Code]
		if !i.Dst.Null {
			free(&i.Dst.Reg)
		}
		if about.BringsAddress() {
			free(&i.Message.Address)
		} else {
			i.Message.Offset &= 0x1e0
		}
		if i.Message.Data != 0 {
			free(&i.Message.Data)
		}
	default:
		if !i.Dst.Null {
			free(&i.Dst.Reg)
		}
		for n := range op.Sources {
			if !i.Immediate || n < op.Sources-1 {
				free(&i.Src[n].Reg)
			}
		}
	}
	i.Flag %= mostFlag + 1
	if i.Predicate == isa.PredicateNone && (i.Condition == isa.ConditionNone || op.Allows&isa.AllowsSelect != 0) {
		i.Flag = 0
	}
	u := i.UsesOf(k.lanes)
	return u.Most() <= counters && (i.Size == isa.SizeThread || 8*int(i.Group)+i.LanesOf(k.lanes) <= k.lanes) && isa.Check(i.Encode()) == nil
}
