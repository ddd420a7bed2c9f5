package kernel

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw/isa"
)

// Check returns why a kernel may not run (docs/isa.md, "Kernels"), all reasons in the order of the code; none when it may. Each instruction is legal by
// itself, and Analyse has been called.
func (k *Kernel) Check() []*Error {
	c := &checker{k: k}
	c.header()
	if len(k.Code) == 0 {
		c.add(-1, "it has no instruction")
		return c.errs
	}
	n, err := constructs(k.Code)
	if err != nil {
		return append(c.errs, err)
	}
	c.nesting = n
	for i := range k.Code {
		in := isa.Decode(k.Code[i].Native)
		c.target(i, &in)
		c.operands(i, &in)
		c.legalHere(i, &in)
		c.patches(i, &in)
	}
	if len(c.errs) == 0 {
		c.calls()
		c.returns()
		c.grants()
		c.resultPlaces()
	}
	return c.errs
}

type checker struct {
	k       *Kernel
	nesting *nesting
	errs    []*Error
}

func (c *checker) add(i int, format string, args ...any) {
	e := &Error{Instruction: i, Message: fmt.Sprintf(format, args...)}
	if i >= 0 {
		e.Offset, e.Line = c.k.Code[i].Offset, c.k.Code[i].Line
	}
	c.errs = append(c.errs, e)
}

// where names an instruction by its line, or in a kernel file by its byte.
func (c *checker) where(i int) string {
	if line := c.k.Code[i].Line; line > 0 {
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("byte %d", c.k.Code[i].Offset)
}

// Limits of a kernel's header.
const (
	maxCTA     = 1024
	maxShared  = 64 << 10
	maxScratch = 1 << 20
	maxArgs    = 256
)

func (c *checker) header() {
	k := c.k
	compute := k.Stage == isa.StageCompute
	size := k.CTA[0] * k.CTA[1] * k.CTA[2]
	if k.Stage >= isa.StageLimit {
		c.addHeader("stage", "stage %d is reserved", k.Stage)
	}
	if k.Lanes != 8 && k.Lanes != 16 && k.Lanes != 32 {
		c.addHeader("lanes", "%d lanes, expected 8, 16 or 32", k.Lanes)
	}
	switch {
	case compute && k.CTA == [3]int{}:
		c.addHeader("cta", "no CTA: a compute kernel needs .cta with its lanes in x, y and z")
	case compute && (min(k.CTA[0], k.CTA[1], k.CTA[2]) < 1 || max(k.CTA[0], k.CTA[1], k.CTA[2], size) > maxCTA):
		c.addHeader("cta", "a CTA of %d by %d by %d lanes, expected 1 to %d", k.CTA[0], k.CTA[1], k.CTA[2], maxCTA)
	case !compute && k.CTA != [3]int{}:
		c.addHeader("cta", "a CTA in stage %s, which has none", isa.StageNames[uint32(k.Stage)])
	}
	if k.Shared < 0 || k.Shared > maxShared || !compute && k.Shared > 0 {
		c.addHeader("shared", "%d bytes of shared memory, expected 0 to %d, and 0 outside of compute", k.Shared, maxShared)
	}
	if k.Scratch < 0 || k.Scratch > maxScratch || k.Scratch%isa.RegisterSize != 0 {
		c.addHeader("scratch", "%d bytes of scratch memory, expected a multiple of %d up to %d", k.Scratch, isa.RegisterSize, maxScratch)
	}
	if k.Args < 0 || k.Args > maxArgs || !compute && k.Args > 0 {
		c.addHeader("args", "%d arguments, expected 0 to %d, and 0 outside of compute", k.Args, maxArgs)
	}
	if k.isHandler() && len(k.Bindings) > 0 {
		c.addHeader("binding", "bindings of a handler, which has none")
	}
	if k.isHandler() && k.Samplers != 0 {
		c.addHeader("sampler", "samplers of a handler, which has none")
	}
	if k.Scratch > 0 && k.isHandler() {
		c.addHeader("scratch", "scratch memory of a handler, which has none")
	}
	if k.Early && k.Stage != isa.StagePixel {
		c.addHeader("early", "an early depth test in stage %s, expected pixel", isa.StageNames[uint32(k.Stage)])
	}
	if k.Idempotent && !compute {
		c.addHeader("idempotent", "CTAs that may be executed again in stage %s, expected compute", isa.StageNames[uint32(k.Stage)])
	}
	if len(k.Enqueues) > 0 && !compute {
		c.addHeader("enqueue", "kernels that a kernel of stage %s enqueues, expected compute", isa.StageNames[uint32(k.Stage)])
	}
	c.inputs()
	c.bindings()
	c.lists()
}

// lists checks that nothing stands twice in the lists that follow the bindings.
func (c *checker) lists() {
	for i, v := range c.k.Compiled {
		if last := LastIndex(v.Value); int(v.Index) > int(last) {
			c.addHeader("compiled", "%s, expected an index up to %d", ValueText(v.Value, v.Index), last)
		}
		if slices.ContainsFunc(c.k.Compiled[:i], func(o Compiled) bool { return o.Value == v.Value && o.Index == v.Index }) {
			c.addHeader("compiled", "%s is compiled in twice", ValueText(v.Value, v.Index))
		}
	}
	for i, name := range c.k.Enqueues {
		if slices.Contains(c.k.Enqueues[:i], name) {
			c.addHeader("enqueue", "kernel %s is named twice", name)
		}
	}
}

func (c *checker) bindings() {
	for i, b := range c.k.Bindings {
		directive := BindingDirective(b.Number)
		switch {
		case i > 0 && b.Number <= c.k.Bindings[i-1].Number:
			c.addHeader(directive, "binding %d follows %d, expected ascending numbers", b.Number, c.k.Bindings[i-1].Number)
		case b.Kind >= isa.BindingKindLimit:
			c.addHeader(directive, "kind %d of binding %d is reserved", b.Kind, b.Number)
		case b.Kind == isa.BindingKindRing && (b.Read || !b.Write):
			c.addHeader(directive, "binding %d: a ring is written only", b.Number)
		case b.Write && (b.Kind == isa.BindingKindConstant || b.Kind == isa.BindingKindTask), !b.Read && !b.Write:
			c.addHeader(directive, "binding %d: a %s is read, and only buffers and textures are written", b.Number, isa.BindingKindNames[uint32(b.Kind)])
		}
	}
}

// BindingDirective names the directive of a binding, as errors of it do.
func BindingDirective(number uint8) string { return fmt.Sprintf("binding %d", number) }

// addHeader adds a mistake in what a directive says.
func (c *checker) addHeader(directive, format string, args ...any) {
	c.errs = append(c.errs, &Error{Instruction: -1, Directive: directive, Message: fmt.Sprintf(format, args...)})
}

// target checks where an instruction goes.
func (c *checker) target(i int, in *isa.Instruction) {
	if isa.Operations[in.Op].Allows&isa.AllowsTarget == 0 {
		return
	}
	place := int64(c.k.Code[i].Offset) + int64(in.Target)
	to := -1
	if int64(int(place)) == place {
		to = c.k.At(int(place))
	}
	name := isa.Operations[in.Op].Name
	if to < 0 {
		c.add(i, "%s goes to byte %d, where no instruction begins", name, place)
		return
	}
	if want, fixed := c.nesting.target(c.k.Code, i); fixed && want != to {
		c.add(i, "%s goes to %s, expected %s by its construct", name, c.where(to), c.where(want))
	} else if in.Op == isa.OpJmp && c.nesting.in[to] != c.nesting.in[i] {
		c.add(i, "jmp goes to %s, in another construct", c.where(to))
	} else if in.Op == isa.OpCall && c.nesting.in[to] >= 0 {
		c.add(i, "call goes to %s, within a construct", c.where(to))
	}
}

// operands checks that they end within the registers for the kernel's lanes.
func (c *checker) operands(i int, in *isa.Instruction) {
	lanes := in.LanesOf(c.k.Lanes)
	if in.Size != isa.SizeThread && 8*int(in.Group)+lanes > c.k.Lanes {
		c.add(i, "lanes %d to %d of a thread of %d", 8*int(in.Group), 8*int(in.Group)+lanes-1, c.k.Lanes)
	}
	u := in.UsesOf(c.k.Lanes)
	if u.Most() > isa.Registers {
		c.add(i, "it needs r%d, expected registers up to r%d", u.Most()-1, isa.Registers-1)
	}
}

// stagesOf are the stages in which a message is legal, a bit each.
func stagesOf(code uint8) uint32 {
	const (
		pixel    = 1 << isa.StagePixel
		compute  = 1 << isa.StageCompute
		geometry = 1<<isa.StageVertex | 1<<isa.StageHull | 1<<isa.StageDomain
		handlers = 1<<isa.StageTrap | 1<<isa.StageRestore
	)
	switch m := &isa.Messages[code]; {
	case code == isa.MessageSample, code == isa.MessageSampleBias, code == isa.MessageSampleCompare:
		return pixel // they need the differences of four lanes
	case code == isa.MessageEnd: // a restored thread goes on
		return ^uint32(1 << isa.StageRestore)
	case code == isa.MessageResult:
		return geometry
	case code == isa.MessageStore, code == isa.MessageAtomic, code == isa.MessageTexelStore:
		return pixel | compute
	case m.Unit == isa.UnitContext:
		return handlers
	case m.Unit == isa.UnitShared: // handlers save and restore that of the CTA
		return compute | handlers
	case m.Unit == isa.UnitBarrier, m.Unit == isa.UnitRing:
		return compute
	case m.Unit == isa.UnitTarget:
		return pixel
	}
	return ^uint32(handlers) // they have neither bindings nor scratch memory
}

// legalHere checks what depends on the kernel's header, and on the place in the code.
func (c *checker) legalHere(i int, in *isa.Instruction) {
	handler := c.k.isHandler()
	name := isa.Operations[in.Op].Name
	switch {
	case in.Op == isa.OpIret && !handler:
		c.add(i, "iret outside of a handler")
	case (in.Op == isa.OpIret || in.Op == isa.OpRet) && c.nesting.depth[i] > 0:
		c.add(i, "%s within a construct, expected it after the end of each", name)
	case handler && isConstruct(in.Op):
		c.add(i, "%s in a handler, which has no mask stack of its own", name)
	case handler && in.Flag != 0:
		c.add(i, "f%d in a handler, which has f0 alone", in.Flag)
	case in.Op == isa.OpDiscard && c.k.Stage != isa.StagePixel:
		c.add(i, "discard outside of a pixel kernel")
	case (in.Op == isa.OpRdsr || in.Op == isa.OpWrsr) && !handler && !readable(in):
		c.add(i, "%s of %s outside of a handler", name, special(in.Number))
	case in.Op == isa.OpSend:
		c.message(i, in)
	}
	if c.k.successors(i)[0] < 0 && i+1 == len(c.k.Code) && (!ends(in) || c.k.Code[i].optional()) {
		c.add(i, "the kernel goes on after its last instruction, expected one with last, iret, ret or jmp")
	}
}

func special(number uint32) string {
	if name, ok := isa.SpecialNames[number]; ok {
		return name
	}
	return fmt.Sprintf("%s+%d", isa.SpecialNames[isa.SpecialStack], number-isa.SpecialStack)
}

// ends tells whether a thread never goes on after an instruction.
func ends(in *isa.Instruction) bool {
	switch in.Op {
	case isa.OpSend:
		return in.Message.Last
	case isa.OpJmp, isa.OpRet:
		return in.Predicate == isa.PredicateNone
	}
	return in.Op == isa.OpIret
}

// readable tells whether a special register may be accessed outside of handlers.
func readable(in *isa.Instruction) bool {
	writes := in.Op == isa.OpWrsr
	return in.Number < isa.SpecialActive || in.Number < isa.SpecialTr0 && !writes
}

// stageList names the stages of a set, or how many they are.
func stageList(set uint32) string {
	var names []string
	for stage := range uint32(isa.StageLimit) {
		if set>>stage&1 != 0 {
			names = append(names, isa.StageNames[stage])
		}
	}
	return strings.Join(names, ", ")
}

func (c *checker) message(i int, in *isa.Instruction) {
	m, about := &in.Message, &isa.Messages[in.Message.Code]
	if stagesOf(m.Code)>>c.k.Stage&1 == 0 {
		c.add(i, "%s in stage %s, expected %s", about.Name, isa.StageNames[uint32(c.k.Stage)], stageList(stagesOf(m.Code)))
	}
	switch b := c.k.Binding(m.Binding); {
	case about.Uses&isa.UsesBinding == 0:
	case b == nil:
		c.add(i, "%s of binding %d, which the kernel does not have: .binding %d was expected", about.Name, m.Binding, m.Binding)
	case !kindFits(about, b.Kind):
		c.add(i, "%s of binding %d, a %s", about.Name, m.Binding, isa.BindingKindNames[uint32(b.Kind)])
	case writesBinding(m) && !b.Write:
		c.add(i, "%s to binding %d, which is only read: write was expected in its .binding", about.Name, m.Binding)
	case m.Code != isa.MessageSize && m.Code != isa.MessageAllocate && about.Answers != 0 && !b.Read:
		c.add(i, "%s from binding %d, which is only written: read was expected in its .binding", about.Name, m.Binding)
	}
	if about.Uses&isa.UsesSampler != 0 && c.k.Samplers>>m.Operation&1 == 0 {
		c.add(i, "%s of sampler %d, which the kernel does not have", about.Name, m.Operation)
	}
	switch {
	case m.Code == isa.MessageStore && c.kind(m.Binding) == isa.BindingKindRing && !m.NonCacheable:
		c.add(i, "store to the ring through the cache, expected {nc}")
	case m.Code == isa.MessageLoad && c.kind(m.Binding) == isa.BindingKindTask && !m.NonCacheable:
		c.add(i, "load of the task's metadata through the cache, expected {nc}")
	case m.Code == isa.MessageAllocate && len(c.k.Enqueues) == 0:
		c.add(i, "allocate, but the kernel names none that it enqueues: .enqueue NAME")
	case about.Unit == isa.UnitRing && !c.forAll(in):
		c.add(i, "%s under a predicate or of some lanes, expected one of all lanes", about.Name)
	case about.Unit == isa.UnitShared && c.k.Stage == isa.StageCompute && c.k.Shared == 0:
		c.add(i, "%s, but the kernel has no shared memory", about.Name)
	case about.Unit == isa.UnitScratch && c.k.Scratch == 0:
		c.add(i, "%s, but the kernel has no scratch memory", about.Name)
	case about.Unit == isa.UnitScratch && !about.BringsAddress() && int(m.Offset)+isa.RegisterSize*int(m.Count+1) > c.k.Scratch:
		c.add(i, "%s passes the end of %d bytes of scratch memory", about.Name, c.k.Scratch)
	case m.Last && (c.nesting.depth[i] > 0 || in.Predicate != isa.PredicateNone):
		c.add(i, "last under a predicate or within a construct")
	case m.Code == isa.MessageBarrier && !c.forAll(in):
		c.add(i, "a barrier under a predicate or of some lanes, expected one of all lanes; an if may be around it")
	}
}

// forAll tells whether a message is sent in any case.
func (c *checker) forAll(in *isa.Instruction) bool {
	return in.Predicate == isa.PredicateNone && in.Size == isa.SizeThread
}

// kind is that of a binding; none of the kinds when the kernel does not have it.
func (c *checker) kind(number uint8) uint8 {
	if b := c.k.Binding(number); b != nil {
		return b.Kind
	}
	return isa.BindingKindLimit
}

func kindFits(m *isa.Message, kind uint8) bool {
	switch m.Unit {
	case isa.UnitRing:
		return kind == isa.BindingKindRing
	case isa.UnitConstant:
		return kind == isa.BindingKindConstant
	case isa.UnitSampler:
		return kind == isa.BindingKindTexture
	}
	atomic := m.Uses&isa.UsesAtomic != 0
	switch kind {
	case isa.BindingKindBuffer:
		return true
	case isa.BindingKindRing:
		return !atomic
	case isa.BindingKindConstant, isa.BindingKindTask:
		return !atomic && m.Sends&isa.SendsComponents == 0
	}
	return false
}

func writesBinding(m *isa.Send) bool {
	return m.Code == isa.MessageStore || m.Code == isa.MessageAllocate || m.Code == isa.MessageTexelStore || m.Code == isa.MessageAtomic && m.Operation != isa.AtomicLoad
}

// calls checks that functions do not call themselves, and that the mask stack holds them: depth at a call and depth of the function. It returns the depth
// of the whole.
func (c *checker) calls() int {
	depth := map[int]int{} // by first instruction of a function; -1 while it is looked at
	var of func(from int) int
	of = func(from int) int {
		if d, seen := depth[from]; seen {
			return d
		}
		depth[from] = -1
		most := 0
		reached := c.reach(from)
		for i := range c.k.Code {
			if !reached[i] {
				continue
			}
			most = max(most, c.nesting.depth[i])
			in := isa.Decode(c.k.Code[i].Native)
			if in.Op != isa.OpCall {
				continue
			}
			to := c.k.At(c.k.Code[i].Offset + int(in.Target))
			if to < 0 { // which target says
				continue
			}
			d := of(to)
			if d < 0 {
				c.add(i, "a function that calls itself")
				continue
			}
			if c.nesting.depth[i] > 0 {
				c.endsIn(i, to)
			}
			if most = max(most, c.nesting.depth[i]+d); most > isa.StackEntries {
				c.add(i, "the execution-mask stack needs %d entries, expected %d at most", most, isa.StackEntries)
			}
		}
		depth[from] = most
		return most
	}
	if len(c.k.Code) == 0 {
		return 0
	}
	return of(0)
}

// endsIn checks that a function which is called within a construct does not end the thread: lanes may wait.
func (c *checker) endsIn(call, function int) {
	calls := func(i int) []int { // the function's own, and those of the functions that it calls
		next := c.k.successors(i)
		return next[:]
	}
	reached := reachable(function, calls)
	for i := range c.k.Code {
		if in := isa.Decode(c.k.Code[i].Native); reached[i] && in.Op == isa.OpSend && in.Message.Last {
			c.add(call, "a call within a construct, of a function that ends the thread in %s", c.where(i))
			return
		}
	}
}

// returns checks that what begins the kernel does not return: nothing has called it.
func (c *checker) returns() {
	reached := c.reach(0)
	for i := range c.k.Code {
		if reached[i] && opOf(c.k.Code, i) == isa.OpRet {
			c.add(i, "ret where no call leads")
		}
	}
}

// reach is the set of instructions to which a thread can go from one without a call.
func (c *checker) reach(from int) map[int]bool {
	return reachable(from, func(i int) []int {
		next := c.k.successors(i)
		if opOf(c.k.Code, i) == isa.OpCall {
			return next[:1]
		}
		return next[:]
	})
}

// reachable is the set of instructions that next leads to from one, itself included; a number below 0 leads nowhere.
func reachable(from int, next func(i int) []int) map[int]bool {
	seen := map[int]bool{}
	for list := []int{from}; len(list) > 0; {
		i := list[len(list)-1]
		list = list[:len(list)-1]
		if i >= 0 && !seen[i] {
			seen[i] = true
			list = append(list, next(i)...)
		}
	}
	return seen
}

// follow is the set of instructions to which a thread can go from one, into functions too. A return goes on after any call.
func (c *checker) follow(from int) map[int]bool {
	var after []int
	for i := range c.k.Code {
		if opOf(c.k.Code, i) == isa.OpCall {
			after = append(after, c.k.successors(i)[0])
		}
	}
	return reachable(from, func(i int) []int {
		next := c.k.successors(i)
		if opOf(c.k.Code, i) == isa.OpRet {
			return append(next[:], after...)
		}
		return next[:]
	})
}

// isConstruct tells whether an operation uses the execution-mask stack.
func isConstruct(op uint8) bool {
	switch op {
	case isa.OpIf, isa.OpElse, isa.OpEndif, isa.OpLoop, isa.OpWhile, isa.OpBreak, isa.OpContinue, isa.OpRejoin:
		return true
	}
	return false
}
