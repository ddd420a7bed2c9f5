package golden

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"tilemark/golden/exec"
	textures "tilemark/golden/texture"
	"tilemark/hw/isa"
	"tilemark/hw/regs"
)

// registerWords is the number of words of a general register.
const registerWords = 8

// kernelRegisters say where the registers of a stage's kernel are.
type kernelRegisters struct {
	name          string
	stage         exec.Stage
	block, kernel int // its address; bytes, needs and limit follow
	state         int // the first word of what it depends on
}

// stages of a draw.
var (
	vertexStage = kernelRegisters{"vertex", exec.StageVertex, regs.BlockEUP, regs.EUPVertexKernel, regs.EUPVertexNos0}
	domainStage = kernelRegisters{"domain", exec.StageDomain, regs.BlockEUP, regs.EUPDomainKernel, regs.EUPDomainNos0}
	hullStage   = kernelRegisters{"hull", exec.StageHull, regs.BlockEUP, regs.EUPHullKernel, regs.EUPHullNos0}
	pixelStage  = kernelRegisters{"pixel", exec.StagePixel, regs.BlockPS, regs.PSPixelKernel, regs.PSPixelNos0}
)

// Registers of a kernel, from that of its address on.
const (
	kernelBytes = regs.EUPVertexKernelBytes - regs.EUPVertexKernel
	kernelNeeds = regs.EUPVertexKernelNeeds - regs.EUPVertexKernel
	kernelLimit = regs.EUPVertexLimit - regs.EUPVertexKernel
)

// key is what a kernel is known by, as long as its text in memory stays.
type key struct {
	stage        exec.Stage
	addr, bytes  uint32
	lanes, count int                     // lanes and registers of a thread
	scratch      int                     // bytes of scratch memory of a thread
	table        uint32                  // bytes of its patch table
	state        [exec.StateWords]uint32 // for which it is patched; with a table
}

// kernelOf takes the kernel that a stage's registers name from memory. What the context's memory does not have is an error.
func (r *renderer) kernelOf(s kernelRegisters) (*exec.Kernel, error) {
	word := func(n int) uint32 { return r.regs.word(s.block, s.kernel+n) }
	needs := word(kernelNeeds)
	k := key{stage: s.stage, addr: kernelPlace(word(0)), bytes: word(kernelBytes), lanes: 8 << min(field(needs, regs.EUPVertexKernelNeedsLanesShift, regs.EUPVertexKernelNeedsLanesMask), 2)}
	if s.stage == exec.StagePixel && !r.bindsAny() {
		k.bytes = 0
	}
	k.count = 1 + int(field(needs, regs.EUPVertexKernelNeedsRegistersShift, regs.EUPVertexKernelNeedsRegistersMask))
	if code := field(needs, regs.EUPVertexKernelNeedsScratchShift, regs.EUPVertexKernelNeedsScratchMask); code != 0 {
		k.scratch = min(32<<code, int(r.trace.Scratch))
	}
	if !r.mem.has(uint64(k.addr), uint64(k.bytes)) {
		return nil, expected(uint64(k.addr), "a %s kernel of %d bytes inside the memory of %#x bytes", s.name, k.bytes, len(r.mem))
	}
	text := r.mem[k.addr : uint64(k.addr)+uint64(k.bytes)]
	var rest, table []byte
	if k.table = lineBytes * field(needs, regs.EUPVertexKernelNeedsPatchTableShift, regs.EUPVertexKernelNeedsPatchTableMask); k.table > 0 && k.bytes > 0 {
		at := k.patchTable()
		if !r.mem.has(at, uint64(k.table)) {
			return nil, expected(at, "a patch table of %d bytes, after the %s kernel, inside the memory of %#x bytes", k.table, s.name, len(r.mem))
		}
		rest, table = r.mem[uint64(k.addr)+uint64(k.bytes):at], r.mem[at:at+uint64(k.table)]
		copy(k.state[:], r.regs[s.block][s.state:])
	}
	if had := r.kernels[k]; had != nil && bytes.Equal(had.Code, text) && bytes.Equal(had.Table, table) && bytes.Equal(had.Rest, rest) {
		return had, nil
	}
	loaded, err := exec.Load(exec.Program{
		Code: bytes.Clone(text), Lanes: k.lanes, Registers: k.count, Stage: s.stage, Scratch: k.scratch, Rest: bytes.Clone(rest), Table: bytes.Clone(table), State: k.state,
	})
	if err != nil {
		return nil, expected(uint64(k.addr), "a %s kernel: %v", s.name, err)
	}
	r.kernels[k] = loaded
	return loaded, nil
}

// lineBytes is the size of a line of memory.
const lineBytes = 64

// patchTable is the address of the kernel's patch table: the first line after its instructions.
func (k *key) patchTable() uint64 {
	return (uint64(k.addr) + uint64(k.bytes) + lineBytes - 1) / lineBytes * lineBytes
}

// bindsAny tells whether BIND names anything: a draw for which it does not has no pixel kernel.
func (r *renderer) bindsAny() bool {
	b := pixelBindings(r.mem, r.regs)
	if r.regs.word(regs.BlockBIND, regs.BINDPixelKernelBytes) != 0 {
		return true
	}
	named := func(s span) bool { return s.bytes != 0 }
	return slices.ContainsFunc(b.buffers, named) || slices.ContainsFunc(b.textures, named)
}

// kernelPlace is the place of a kernel: a register has no bits for less than a line.
func kernelPlace(register uint32) uint32 { return register &^ 63 }

// kernelThread is a thread of a draw's kernel, used again and again.
type kernelThread struct {
	kernelRegisters
	thread    *exec.Thread
	memory    exec.Memory
	options   exec.Options
	lanes     int
	set       int    // registers of a value for all lanes
	inputs    int    // registers that a thread is filled with
	registers int    // of the kernel
	text      uint64 // address of the first instruction
	bytes     uint64 // of the instructions, with the patch table
	constants []uint32
	at        int // register in which the constants begin

	longest *Work // of the threads of the stage, so far

	row, count int         // registers of the results that messages have named
	output     exec.Output // of the last message
	astray     bool        // results of that message lie beyond the thread's registers
}

// newKernelThread makes the thread of a stage of a draw: sets is how many values it is filled with, registers how many registers besides, after r0 and them the
// constants come, which are the first registers of the stage's block.
func (r *renderer) newKernelThread(s kernelRegisters, sets, registers, constants int) (*kernelThread, error) {
	k, err := r.kernelOf(s)
	if err != nil {
		return nil, err
	}
	t := &kernelThread{
		kernelRegisters: s, lanes: k.Lanes, set: max(1, k.Lanes/registerWords), constants: r.regs[s.block][:constants],
		inputs: int(field(r.regs.word(s.block, s.kernel+kernelNeeds), regs.EUPVertexKernelNeedsInputsShift, regs.EUPVertexKernelNeedsInputsMask)),
	}
	t.registers = 1 + int(field(r.regs.word(s.block, s.kernel+kernelNeeds), regs.EUPVertexKernelNeedsRegistersShift, regs.EUPVertexKernelNeedsRegistersMask))
	t.bytes = uint64(len(k.Code))
	if len(k.Table) > 0 {
		t.bytes += uint64(len(k.Rest)) + uint64(len(k.Table))
	}
	t.text = uint64(kernelPlace(r.regs.word(s.block, s.kernel)))
	t.at = 1 + sets*t.set + registers
	if t.longest = &r.trace.Vertex; s.stage == exec.StagePixel {
		t.longest = &r.trace.Pixel
	}
	t.options = exec.Options{Limit: int(r.regs.word(s.block, s.kernel+kernelLimit)), Output: t.take}
	most := r.limits.Vertex
	if s.stage == exec.StagePixel {
		most, t.options.Writes = r.limits.Pixel, &r.stores
	}
	if most == 0 {
		most = mostInstructions
	}
	if t.options.Limit == 0 || t.options.Limit > most {
		t.options.Limit = most
	}
	t.thread = exec.NewThread(k, &t.memory, &t.options)
	return t, nil
}

// Limits are those of a machine: how many instructions a thread may execute at most, whatever its kernel's register says (vertex.limit, pixel.limit), and what a context's scratch memory is for.
type Limits struct {
	Vertex  int // instructions of vertex, hull and domain threads; 0: mostInstructions
	Pixel   int // of pixel threads
	Scratch int // bytes of scratch memory of a thread; 0: 16 KiB
	Threads int // hardware threads; 0: 64
}

// whole has the limits of scratch memory that are not given.
func (l Limits) whole() Limits {
	l.Scratch, l.Threads = cmp.Or(l.Scratch, 16<<10), cmp.Or(l.Threads, 64)
	return l
}

// mostInstructions is how many instructions a thread may execute when nothing else is said.
const mostInstructions = 1 << 16

// take notes what a message puts out. Results of several messages lie in one row of registers.
func (t *kernelThread) take(_ *exec.Thread, o *exec.Output) {
	t.output = *o
	if o.Message == isa.MessageResult {
		offset := o.Offset / (4 * registerWords)
		t.row, t.count = o.First-offset, max(t.count, offset+o.Components)
		t.astray = t.astray || t.row < 0 || t.row+t.count > t.registers
	}
}

// begin makes the thread a new one, with the constants.
func (t *kernelThread) begin(active, helpers uint32) {
	t.thread.Restart()
	t.thread.Active, t.thread.Helpers = active, helpers
	t.row, t.count, t.output, t.astray = 0, 0, exec.Output{}, false
	for n, v := range t.constants {
		t.word(t.at+n/registerWords, n%registerWords, v)
	}
}

// word sets a word of a register. A thread has no more registers than it is filled with.
func (t *kernelThread) word(reg, n int, v uint32) {
	if reg < t.inputs {
		t.thread.Registers[registerWords*reg+n] = v
	}
}

// lane sets a lane of a value: of number n after r0.
func (t *kernelThread) lane(n, lane int, v uint32) {
	t.word(1+n*t.set+lane/registerWords, lane%registerWords, v)
}

// float is lane with a number.
func (t *kernelThread) float(n, lane int, v float32) { t.lane(n, lane, math.Float32bits(v)) }

// finish executes the thread to its end. An error is a *Failure.
func (t *kernelThread) finish() error {
	for t.thread.State == exec.Running && !t.astray {
		t.thread.Step()
	}
	t.longest.Instructions, t.longest.Messages = max(t.longest.Instructions, t.thread.Instructions), max(t.longest.Messages, t.thread.Sent)
	switch {
	case t.astray:
		return t.failure(regs.ReasonKernel, t.output.At, "results that do not lie in its registers")
	case t.thread.State != exec.Failed:
		return nil
	case t.thread.Fault.Limit:
		return t.failure(regs.ReasonInstructions, t.thread.Fault.At, t.thread.Fault.Reason)
	}
	return t.failure(regs.ReasonKernel, t.thread.Fault.At, t.thread.Fault.Reason)
}

// failure is that of the thread at a byte of its code.
func (t *kernelThread) failure(reason uint8, at int, text string) *Failure {
	return &Failure{Kernel: t.name, Reason: reason, At: uint32(t.text) + uint32(at), Text: text}
}

// result is a lane of value c of the results, as it is in the thread's registers at its end. What no message has named is 0.
func (t *kernelThread) result(c, lane int) uint32 {
	reg := c*t.set + lane/registerWords
	if reg >= t.count {
		return 0
	}
	return t.thread.Registers[registerWords*(t.row+reg)+lane%registerWords]
}

// vertex is the results of a lane of a vertex or domain thread.
func (t *kernelThread) vertex(lane int) (v vertex) {
	for c := range v {
		v[c] = math.Float32frombits(t.result(c, lane))
	}
	return v
}

// Bound things of a stage.
const (
	boundBuffers  = 8
	pixelTextures = 8
	pixelSamplers = 4
	otherTextures = 2
	otherSamplers = 2
	textureWords  = 5
	samplerWords  = 3
)

// bindings are what registers of a block bind, from those of the first buffer on: buffers, then textures, then samplers.
type bindings struct {
	buffers  []span
	textures []span
	unit     textures.Unit
}

func newBindings(mem image, r *registers, block, first, numTextures, numSamplers int) (b bindings) {
	at := first
	for range boundBuffers {
		b.buffers = append(b.buffers, span{uint64(r.word(block, at)), uint64(r.word(block, at+1))})
		at += 2
	}
	b.unit.Image = mem
	for range numTextures {
		var t [textures.TextureWords]uint32
		copy(t[:], r[block][at:at+textureWords])
		b.unit.Textures = append(b.unit.Textures, t)
		b.textures = append(b.textures, span{uint64(t[0]), uint64(t[1])})
		at += textureWords
	}
	for range numSamplers {
		var s [textures.SamplerWords]uint32
		copy(s[:], r[block][at:at+samplerWords])
		b.unit.Samplers = append(b.unit.Samplers, s)
		at += samplerWords
	}
	return b
}

// pixelBindings are what BIND binds, vertexBindings what EUP does.
func pixelBindings(mem image, r *registers) bindings {
	return newBindings(mem, r, regs.BlockBIND, regs.BINDBinding0Base, pixelTextures, pixelSamplers)
}

func vertexBindings(mem image, r *registers) bindings {
	return newBindings(mem, r, regs.BlockEUP, regs.EUPBinding0Base, otherTextures, otherSamplers)
}

// check finds what does not lie in memory.
func (b *bindings) check() error {
	for _, s := range append(b.buffers[:len(b.buffers):len(b.buffers)], b.textures...) {
		if s.bytes > 0 && !image(b.unit.Image).has(s.addr, s.bytes) {
			return expected(s.addr, "%d bytes that a kernel binds inside the memory of %#x bytes", s.bytes, len(b.unit.Image))
		}
	}
	return nil
}

// bind gives them to a thread.
func (b *bindings) bind(t *kernelThread) {
	t.options.Sampler = &b.unit
	for _, s := range b.buffers {
		data := exec.Binding{Write: t.stage == exec.StagePixel}
		if s.bytes > 0 {
			data.Data = b.unit.Image[s.addr : s.addr+s.bytes]
		}
		t.memory.Bindings = append(t.memory.Bindings, data)
	}
}
