package cluster

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/bins"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/kernels"
)

// shown counts what multiprocessors have issued of the bins of instructions.
type shown struct {
	bins  *bins.Bins
	names []string
	hits  []int
	each  map[*kernel.Kernel][][]int
}

func newShown() *shown {
	s := &shown{bins: bins.New(), each: map[*kernel.Kernel][][]int{}}
	for _, g := range s.bins.Groups {
		for _, name := range g.Bins {
			s.names = append(s.names, g.Name+"/"+name)
		}
	}
	s.hits = make([]int, len(s.names))
	return s
}

// binsOf are those of each instruction of a kernel.
func (s *shown) binsOf(k *kernel.Kernel) [][]int {
	if s.each[k] == nil {
		for i := range k.Code {
			c := &k.Code[i]
			list := s.bins.Of(c.Native, c.Compact)
			for _, p := range c.Patches {
				hit := s.bins.Patch(p.Value, p.Part)
				list = append(list, hit[:]...)
			}
			s.each[k] = append(s.each[k], list)
		}
	}
	return s.each[k]
}

// watch counts what a bench's multiprocessors issue, in handlers too.
func (s *shown) watch(b *Bench) {
	for n, m := range b.SMs {
		m.P.Issued.Watch(func(e *sm.Issue) {
			k := b.seats[n].slots[e.Thread].Kernel
			if h := &e.State.Handler; h.Phase == sm.Inside {
				k = b.around.handlers[h.Code.Stage].Kernel
			}
			i := k.At(int(e.PC))
			for _, bin := range s.binsOf(k)[i] {
				s.hits[bin]++
			}
			s.hits[s.bins.Lanes(e.Op.Op, e.Lanes, uint32(uint64(1)<<k.Lanes-1))]++
		})
	}
}

// matrix is the instructions of a stage's kernel that are generated, and the kernels that have them.
type matrix struct {
	stage   uint8
	lanes   int
	ends    bool // each of the instructions ends its kernel
	lines   []string
	kernels []*kernel.Kernel
}

// Registers of generated kernels: addresses and coordinates, sources, destinations.
const (
	matrixAddresses   = 96
	matrixSources     = 16
	matrixDestination = 64
)

// header is what a kernel of a stage begins with: registers with something in them, addresses in the buffer, flags of some lanes.
func (m *matrix) header() string {
	text := fmt.Sprintf(".kernel matrix\n.stage %s\n.lanes %d\n.scratch 4096\n.binding 0 buffer read write\n.binding 1 texture read write\n.binding 2 constant\n", isa.StageNames[uint32(m.stage)], m.lanes)
	for n := range 16 {
		text += fmt.Sprintf(".sampler %d\n", n)
	}
	switch m.stage {
	case isa.StageCompute:
		text += fmt.Sprintf(".cta %d 1 1\n.shared 512\n.args 256\n", m.lanes)
	case isa.StageTrap:
		return "" // its text is put into the handler's
	default:
		text = strings.ReplaceAll(text, "read write", map[bool]string{true: "read write", false: "read"}[m.stage == isa.StagePixel])
		text += ".inputs 60\n"
	}
	step := isa.RegisterSet(m.lanes, 4)
	for n := 0; n < 16; n += step {
		text += fmt.Sprintf("    mov r%d:ud, r%d:ud\n", matrixSources+32+n, matrixSources+4+n)
	}
	text += fmt.Sprintf("    shl r%d:ud, r1:ud, 2:ud\n    and r%d:ud, r%d:ud, 0x7c:ud\n", matrixAddresses, matrixAddresses, matrixAddresses)
	for n := 1; n < 5; n++ {
		text += fmt.Sprintf("    cvt r%d:f, r%d:ud\n    mul r%d:f, r%d:f, %g:f\n", matrixAddresses+n*step, matrixAddresses, matrixAddresses+n*step, matrixAddresses+n*step, 0.0078125*float64(n))
	}
	return text + "    mov r15:ud, 0x5a5a3c96:ud\n    wrsr f0, r15<0>:ud\n    wrsr f1, r15<0>:ud\n    wrsr f2, r15<0>:ud\n    wrsr f3, r15<0>:ud\n"
}

// assembled is a kernel of some lines.
func (m *matrix) assembled(lines []string) (*kernel.Kernel, error) {
	end := "    send.end {last}\n"
	if m.ends {
		end = ""
	}
	text := m.header() + strings.Join(lines, "\n") + "\n" + end
	if m.stage == isa.StageTrap {
		text = trapWith(lines)
	}
	k, errs := asm.Assemble("matrix.tka", text)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	return k, nil
}

// trapWith is the trap handler's text with lines before its end, when all has been saved: their messages go to a part of the context buffer that nobody has.
func trapWith(lines []string) string {
	text, err := kernels.Text("trap")
	if err != nil {
		panic(err)
	}
	before := "    rdsr r2:ud, tr0\n    add (1) r2:ud, r2:ud, 0x100000:ud\n    wrsr tr0, r2<0>:ud\n" + strings.Join(lines, "\n") + "\n"
	return strings.Replace(text, "    wait ", before+"    wait ", 1)
}

// take adds an instruction, if a kernel of this stage may have it.
func (m *matrix) take(i isa.Instruction, patches []kernel.Patch) bool {
	if i.Message.Last != m.ends || !m.place(&i) {
		return false
	}
	line := "    " + asm.Tagged(i.Encode(), patches)
	if m.stage == isa.StageTrap && i.Op == isa.OpWrsr { // the kernel is to go on with what it had
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "    wrsr "), ",")
		line = fmt.Sprintf("    rdsr r15:ud, %s\n", name) + line
	}
	if i.Message.Code == isa.MessageResult && i.Message.Offset > 0 { // results that no message names would mean nothing
		line = fmt.Sprintf("    send.result.1 r%d, +0\n", matrixSources-1) + line
	}
	if _, err := m.assembled([]string{line}); err != nil {
		return false
	}
	m.lines = append(m.lines, line)
	return true
}

// place gives an instruction registers, and a message a binding of its kind. It tells whether they are enough.
func (m *matrix) place(i *isa.Instruction) bool {
	op := &isa.Operations[i.Op]
	dst, src := uint8(matrixDestination), [3]uint8{matrixSources, matrixSources + 16, matrixSources + 32}
	if op.Allows&isa.AllowsSpecial != 0 {
		dst, src = 8, [3]uint8{15}
	}
	if m.stage == isa.StageTrap {
		dst = 8
	}
	for try := 0; ; try++ {
		if !i.Dst.Null {
			i.Dst.Reg = dst
		}
		for k := range op.Sources {
			if !i.Immediate || k < op.Sources-1 {
				i.Src[k].Reg = src[k]
			}
		}
		if op.Format == isa.FormatSend {
			m.message(i)
		}
		if isa.Check(i.Encode()) != nil {
			i.Message.Data = 0 // an atomic without data
		}
		u := i.UsesOf(m.lanes)
		switch {
		case u.Most() <= isa.Registers && isa.Check(i.Encode()) == nil:
			return true
		case try == 2:
			return false
		case try == 1: // operands as long as all registers
			dst, src = 0, [3]uint8{}
		default: // long operands
			dst, src = matrixSources, [3]uint8{matrixSources, matrixSources + 8, matrixSources + 16}
		}
	}
}

func (m *matrix) message(i *isa.Instruction) {
	about := &isa.Messages[i.Message.Code]
	if about.BringsAddress() {
		i.Message.Address = matrixAddresses
		if about.Unit == isa.UnitContext {
			i.Message.Address = 3
		}
	}
	if about.BringsData() {
		i.Message.Data = matrixSources
	}
	switch about.Unit {
	case isa.UnitSampler:
		i.Message.Binding = 1
	case isa.UnitConstant:
		i.Message.Binding = 2
	}
}

// finish makes kernels of the lines.
func (m *matrix) finish(t *testing.T) {
	const most = 1000 // lines of a kernel
	for len(m.lines) > 0 {
		n := min(most, len(m.lines))
		if m.ends || m.stage != isa.StageTrap && strings.Contains(m.lines[0], "send.result") {
			n = 1
		}
		k, err := m.assembled(m.lines[:n])
		require.NoError(t, err)
		m.kernels, m.lines = append(m.kernels, k), m.lines[n:]
	}
}

// patchOf is a value of state that replaces a part of an instruction with one tag.
func patchOf(i *isa.Instruction) []kernel.Patch {
	if i.NOS == 0 {
		return nil
	}
	for part := range uint8(isa.PatchPartLimit) {
		for _, v := range kernel.Values(part) {
			if p := (kernel.Patch{Value: v, Part: part}); p.NOS() == i.NOS && kernel.HasPart(i, part) && part != isa.PatchPartCondition {
				return []kernel.Patch{p}
			}
		}
	}
	return nil
}

// matrixProgram is a generated kernel with work.
func matrixProgram(k *kernel.Kernel) *Program {
	word := func(n int) uint32 { // numbers at which something changes, and others
		hard := [...]uint32{0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x3f800000, 0xbf000000, 0x7f800000, 0x7fc00000, 0x7f800001, 0x80000001, 0x3c003c00, 0x7c00fc00, 0x01fe7f80}
		if n%3 == 0 {
			return hard[n/3%len(hard)]
		}
		return bits.RotateLeft32(uint32(n+1)*0x9e3779b1, n) >> (n % 5)
	}
	p := &Program{
		Kernel: k, Grid: [3]int{1, 1, 1}, Threads: 1,
		Bindings: []exec.Binding{{Data: bytesUpTo(512), Write: true}, {}, {Data: bytesUpTo(512)}},
		Textures: []Texture{{Number: 1, Words: [texture.TextureWords]uint32{1: 4096, 3: 8 | 8<<16, 4: 1 | 1<<16 | 1<<20}, Data: bytesUpTo(4096)}},
		Samplers: make([][texture.SamplerWords]uint32, 16),
		Prepare: func(g *exec.Thread) {
			for n := 8; n < 8*min(60, k.Registers); n++ {
				g.Registers[n] = word(n)
			}
			if k.Stage == isa.StagePixel {
				g.Helpers = 0x22222222 & g.Active
			}
		},
	}
	for n := range k.Args {
		p.Args = append(p.Args, word(n))
	}
	return p
}

// runMatrix runs kernels on a cluster, some at a time; a trap handler is called for the last ones.
func runMatrix(t *testing.T, s *shown, list []*kernel.Kernel, handlers map[uint8]*kernel.Kernel) {
	for len(list) > 0 {
		cfg := config()
		cfg.SM.Registers, cfg.PM.Tasks, cfg.LSU.Sets = 16*128, 16, 16
		cfg.TEX = sampler.Config{Entries: 4, Quads: 4, Rate: 1, Lookups: 4, Lines: 64, Ways: 4, Misses: 8, Sets: 16, Textures: 16}
		b, err := NewBench(cfg, 1)
		require.NoError(t, err)
		if handlers != nil {
			require.NoError(t, b.loadHandlers())
			for stage, k := range handlers {
				require.NoError(t, b.useHandler(stage, k))
			}
			called := false
			b.watch = func() {
				if !called && b.Issues > 100 {
					called = true
					b.around.call(isa.StageTrap)
				}
			}
		}
		for n := 0; n < 14 && len(list) > 0; n++ {
			require.NoError(t, b.Load(matrixProgram(list[0])))
			list = list[1:]
		}
		s.watch(b)
		require.NoError(t, b.Run(3_000_000))
	}
}

// useHandler has a handler be another one than the project's.
func (b *Bench) useHandler(stage uint8, k *kernel.Kernel) (err error) {
	h := b.around.handlers[stage]
	h.Kernel = k
	if h.program, err = exec.Load(kernels.Program(k)); err != nil {
		return err
	}
	for n := range b.spaces {
		copy(b.spaces[n].image[h.at:], k.Bytes())
		copy(b.around.image[n][h.at:], k.Bytes())
	}
	return nil
}

// unreachable are bins that no kernel on the bench can hit, and why.
var unreachable = []struct{ bins, why string }{
	{`messages/(allocate|thread_end)`, "clusters have no rings yet"},
	{`control/(if|else|break|continue), backwards`, "constructs are nested: their ends come after them"},
	{`control/while, forwards`, "its loop is before it"},
	{`lanes/iret, (no lane|some lanes)`, "a handler has all its lanes, and no constructs"},
}

// zones are lines with every operation, by all lanes of the thread, by some and by none. f1 has some lanes, f2 none, f3 all.
func (m *matrix) zones(s *shown) (lines []string) {
	all := m.operations(s)
	zone := 0
	add := func(text string) { lines = append(lines, strings.Split(strings.TrimRight(text, "\n"), "\n")...) }
	every := func() {
		zone++
		lines = append(lines, all...)
		add(strings.ReplaceAll(constructs, "ZONE", fmt.Sprint(zone)))
	}
	add("    mov r15:ud, 0x5a5a5a5a:ud\n    wrsr f1, r15<0>:ud\n    mov r15:ud, 0:ud\n    wrsr f2, r15<0>:ud\n    mov r15:ud, 0xffffffff:ud\n    wrsr f3, r15<0>:ud")
	every()
	add("    loop\n    (f1) if")
	every()
	add("    (f3) break\n    else\n    (f3) break\n    endif")
	every() // all lanes have left the loop
	add("    (f3) while")
	return lines
}

// constructs are control flow in one zone.
const constructs = `    nop
    wait
    jmp pastZONE
backZONE:
    jmp onZONE
pastZONE:
    jmp backZONE
onZONE:
    call sub
    (f1) if
    nop
    else
    nop
    endif
    (f2) if
    endif
    (f3) if
    endif
    (f3) if
    nop
    else
    nop
    endif
    loop
    (f3) continue
    nop
    rejoin
    (f2) while
    loop
    rejoin
    (f2) while
    mov r9:ud, 0:ud
    loop
    add r9:ud, r9:ud, 1:ud
    cmp.lt.f0 null:ud, r9:ud, 2:ud
    (f0) while
    mov r9:ud, 0:ud
    loop
    loop
    (f2) break.2
    (f1) break.2
    (f2) continue
    (f3) continue
    rejoin
    add r9:ud, r9:ud, 1:ud
    cmp.lt.f0 null:ud, r9:ud, 2:ud
    (f0) while
    (f0) while
    loop
    (f1) continue
    (f3) break
    rejoin
    add r9:ud, r9:ud, 1:ud
    cmp.lt.f0 null:ud, r9:ud, 5:ud
    (f0) while
    loop
    (f3) break
    (f2) while
`

// operations are lines of each operation with operands, without predicate but where it needs one.
func (m *matrix) operations(s *shown) (lines []string) {
	seen := map[uint8]bool{}
	for n := range s.bins.Examples {
		i := s.bins.Examples[n]
		op := &isa.Operations[i.Op]
		plain := i.NOS == 0 && i.Size == isa.SizeThread && !i.NoMask && i.Flag == 0 && (i.Predicate == isa.PredicateNone || i.Op == isa.OpSel)
		if !plain || seen[i.Op] || op.Format == isa.FormatFlow && i.Op != isa.OpDiscard || i.Message.Code != 0 && i.Message.Code != isa.MessageLoad || !m.place(&i) {
			continue
		}
		line := "    " + asm.Instruction(i.Encode())
		if _, err := m.assembled([]string{line}); err == nil {
			seen[i.Op] = true
			lines = append(lines, line)
		}
	}
	return lines
}

// uniform are lines of jumps and calls with each predicate for all lanes.
func uniform() (lines []string) {
	n := 0
	for flag := range 4 {
		for _, not := range []string{"", "~"} {
			for _, kind := range []string{"any", "all"} {
				p := fmt.Sprintf("(%sf%d.%s)", not, flag, kind)
				n++
				lines = append(lines, fmt.Sprintf("    %s jmp over%d", p, n), "    nop", fmt.Sprintf("over%d:", n), fmt.Sprintf("    %s call sub", p), fmt.Sprintf("    jmp after%d", n),
					fmt.Sprintf("ret%d:", n), fmt.Sprintf("    %s ret", p), "    ret", fmt.Sprintf("after%d:", n), fmt.Sprintf("    call ret%d", n))
			}
		}
	}
	return lines
}

// tagged are lines in which each value of state replaces each part that it may replace.
func tagged() (lines []string) {
	for _, v := range kernel.Values(isa.PatchPartEnable) {
		for _, part := range []string{"enable", "disable"} {
			lines = append(lines, fmt.Sprintf("    nop {nos %s=%s}", part, kernel.ValueText(v, 0)))
		}
	}
	return append(lines,
		"    cmp.lt.f0 null:f, r16:f, 0.5:f {nos condition=alpha_test.function immediate=alpha_test.reference enable=alpha_test.compares}",
		"    mov r64:ud, 5:ud {nos immediate=texture.format}",
		"    mov r64:ud, 5:ud {nos immediate=target.format}",
		"    mov r64:ud, 5:ud {nos immediate=vertex_format.stride}",
		"    mov r64:f, r16:f {nos source=texture.component}",
		"    send.load.f.4 r64, r96, b0 {nos type=vertex_format.type count=vertex_format.count offset=vertex_format.offset binding=vertex_format.binding}",
		"    send.load.f.4 r64, r96, b0 {nos count=target.count}",
		"    send.constant.4 r64, +0, b2 {nos offset=fog.parameters binding=fog.binding}",
	)
}

// generated assembles a kernel of some lines, with the subroutine that they call.
func (m *matrix) generated(t *testing.T, lines ...[]string) *kernel.Kernel {
	k, err := m.assembled(append(slices.Concat(lines...), "    jmp last", "sub:", "    ret", "last:"))
	require.NoError(t, err)
	return k
}

// Kernels that are generated from the tables show all of the instruction set that a kernel can show: each operation with its types, sizes, regions, strides, modifiers,
// conditions, predicates and tags, in both forms, each message with what it has, each special register, on the cluster.
func TestEveryInstructionOnClusters(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	s := newShown()
	stages := []*matrix{}
	for _, ends := range []bool{false, true} {
		for _, lanes := range []int{8, 32} {
			for _, stage := range []uint8{isa.StageCompute, isa.StagePixel, isa.StageVertex, isa.StageTrap} {
				if stage != isa.StageTrap || lanes == 8 && !ends {
					stages = append(stages, &matrix{stage: stage, lanes: lanes, ends: ends})
				}
			}
		}
	}
	var without []string
	for n := range s.bins.Examples {
		i := &s.bins.Examples[n]
		if isa.Operations[i.Op].Format == isa.FormatFlow { // they need constructs around them
			continue
		}
		patches := patchOf(i)
		if !slices.ContainsFunc(stages, func(m *matrix) bool { return m.take(*i, patches) }) {
			without = append(without, asm.Instruction(i.Encode()))
		}
	}
	t.Log(len(s.bins.Examples), "instructions for", len(s.names), "bins; no kernel has", without)
	pixel := stages[1]
	list := []*kernel.Kernel{stages[0].generated(t, stages[0].zones(s)), pixel.generated(t, pixel.zones(s), []string{"    (f1) discard"}), stages[0].generated(t, uniform(), tagged())}
	handlers := map[uint8]*kernel.Kernel{}
	for _, m := range stages {
		m.finish(t)
		if m.stage == isa.StageTrap {
			require.Len(t, m.kernels, 1)
			handlers[isa.StageTrap] = m.kernels[0]
			continue
		}
		list = append(list, m.kernels...)
	}
	runMatrix(t, s, list, nil)
	runMatrix(t, s, list[:1], handlers)
	s.require(t)
}

// require demands that all bins are hit but those that cannot be.
func (s *shown) require(t *testing.T) {
	var left []string
	used := make([]bool, len(unreachable))
	for bin, name := range s.names {
		if s.hits[bin] > 0 {
			continue
		}
		known := false
		for n, u := range unreachable {
			if regexp.MustCompile(u.bins).MatchString(name) {
				known, used[n] = true, true
			}
		}
		if !known {
			left = append(left, name)
		}
	}
	require.Empty(t, left, "%d bins are not hit:\n%s", len(left), strings.Join(left, "\n"))
	for n, u := range unreachable {
		require.True(t, used[n], "%s: all of them were hit", u.bins)
	}
}
