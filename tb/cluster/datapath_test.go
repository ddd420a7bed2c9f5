package cluster

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/draw"
	"tilemark/hw/wires"
)

// randomWord is a word of a register: any bits, a number near to others, or one where something changes.
func randomWord(r *rand.Rand) uint32 {
	hard := [...]uint32{0, 1, 2, 0xffffffff, 0x80000000, 0x7fffffff, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x00000001, 0x80000001,
		0x3c003c00, 0x7c00fc00, 0x7e000001, 0x80008000, 0x01fe7f80, 0x0000ffff, 0x4b000000, 0x5f000000}
	switch r.IntN(4) {
	case 0:
		return hard[r.IntN(len(hard))]
	case 1:
		return r.Uint32()>>(r.IntN(32)) | r.Uint32()&0x80000000
	case 2:
		return 0x3f000000 + r.Uint32()>>7 ^ r.Uint32()&0x80000000
	}
	return r.Uint32()
}

// datapath is a thread of both models with the same registers, flags and masks.
type datapath struct {
	golden  *exec.Thread
	ram     wires.Pages
	file    eu.File
	stack   eu.Stack
	control eu.Control
}

func newDatapath(t *testing.T, r *rand.Rand, code []byte, lanes int) *datapath {
	p, err := exec.Load(exec.Program{Code: code, Lanes: lanes, Stage: exec.Stage(isa.StagePixel)})
	require.NoError(t, err)
	d := &datapath{golden: exec.NewThread(p, nil, nil), ram: wires.MakePages(256)}
	first := uint32(1 + r.IntN(100))
	d.file, d.stack = eu.File{RAM: &d.ram, First: first}, eu.Stack{RAM: &d.ram, First: 128}
	for n := range d.golden.Registers {
		v := randomWord(r)
		d.golden.Registers[n] = v
		at := first*8 + uint32(n)
		d.ram.Poke(at / wires.RowWords)[at%wires.RowWords] = v
	}
	all := uint32(uint64(1)<<lanes - 1)
	m := exec.Masks{Active: r.Uint32() & all, Helpers: r.Uint32() & all, Depth: r.IntN(exec.StackEntries + 1)}
	if r.IntN(3) == 0 {
		m.Active = all
	}
	for n := range m.Flags {
		m.Flags[n] = r.Uint32()
	}
	for n := range m.Depth {
		e := &m.Stack[n]
		*e = exec.Entry{Mask: r.Uint32() & all, Waiting: r.Uint32() & all, Construct: exec.Construct(1 + r.IntN(3))}
		at := d.stack.First*wires.RowWords + uint32(4*n)
		copy(d.ram.Poke(at / wires.RowWords)[at%wires.RowWords:], []uint32{e.Mask, e.Waiting, uint32(e.Construct), 0})
	}
	d.golden.Masks = m
	d.golden.RA, d.golden.SP = r.Uint32(), r.Uint32()
	d.control = eu.Control{Active: m.Active, Helpers: m.Helpers, Flags: m.Flags, RA: d.golden.RA, SP: d.golden.SP, Depth: uint8(m.Depth)}
	return d
}

// step executes the instruction in both.
func (d *datapath) step(o *eu.Op) (f eu.Fault) {
	d.golden.Step()
	switch o.Unit {
	case eu.ALU, eu.Math:
		var r eu.Result
		o.Execute(&d.file, &d.control, &r)
		for n := range r.N {
			d.file.Put(r.Write[n].Reg, r.Write[n].Mask, &r.Write[n].Data)
		}
		if o.SetsFlag {
			flag := &d.control.Flags[o.Flag]
			*flag = *flag&^r.Lanes | r.Flags
		}
		d.control.PC += uint32(o.Bytes)
	case eu.Flow:
		f = o.Branch(&d.control, &d.stack)
	}
	return f
}

// same compares all of the thread.
func (d *datapath) same(t *testing.T, text string) {
	t.Helper()
	m := &d.golden.Masks
	require.Equal(t, *m, exec.Masks{Active: d.control.Active, Helpers: d.control.Helpers, Flags: d.control.Flags, Depth: int(d.control.Depth), Stack: d.entries(m)}, text)
	require.Equal(t, []uint32{uint32(d.golden.PC), d.golden.RA}, []uint32{d.control.PC, d.control.RA}, text)
	for n, want := range d.golden.Registers {
		if got := d.file.Word(uint32(n)); got != want {
			require.Equal(t, want, got, "%s: word %d of r%d", text, n%8, n/8)
		}
	}
}

// entries are those on the stack; others are what golden has, which does not count.
func (d *datapath) entries(m *exec.Masks) (list [exec.StackEntries]exec.Entry) {
	list = m.Stack
	for n := range d.control.Depth {
		at := d.stack.First*wires.RowWords + 4*uint32(n)
		w := d.ram.Row(at / wires.RowWords)[at%wires.RowWords:]
		list[n] = exec.Entry{Mask: w[0], Waiting: w[1], Construct: exec.Construct(w[2])}
	}
	return list
}

// Each instruction does in the machine's datapath what it does in the simulator: registers, flags, masks, stack and where the thread goes on.
func TestDatapathIsTheSimulators(t *testing.T) {
	tries := 400
	if testing.Short() {
		tries = 40
	}
	r := rand.New(rand.NewPCG(7, 0))
	for op := range isa.Operations {
		if !inDatapath(op) {
			continue
		}
		for range tries {
			in := draw.Of(r, uint8(op))
			if d := newDrawn(r, &in); d.op.Unit != eu.Illegal {
				d.compare(t, r)
			}
		}
	}
}

// What is done eight lanes at once is the same in the lower and in the upper lanes of a thread. Few draws are: operands of these are words, register by register.
func TestEightsAreTheSimulators(t *testing.T) {
	const tries = 40
	r := rand.New(rand.NewPCG(8, 0))
	operations := 0
	for op := range isa.Operations {
		if !inDatapath(op) || isa.Operations[op].Format == isa.FormatFlow {
			continue
		}
		var seen [2]int // of lower lanes, of upper ones
		for n := 0; seen[0]+seen[1] < 2*tries && n < 100*tries && (n < tries || seen != [2]int{}); n++ {
			in := draw.Of(r, uint8(op))
			if straighten(r, &in); isa.Check(in.Encode()) != nil {
				continue
			}
			d := newDrawn(r, &in)
			if upper := min(d.op.First, 1); d.op.Eights > 0 && seen[upper] < tries {
				seen[upper]++
				d.compare(t, r)
			}
		}
		if seen != [2]int{} {
			operations++
			require.Equal(t, [2]int{tries, tries}, seen, isa.Operations[op].Name)
		}
	}
	require.Equal(t, 16, operations)
}

// straighten makes the operands of an instruction words, register by register or the same for all lanes.
func straighten(r *rand.Rand, in *isa.Instruction) {
	typ := [...]uint8{isa.TypeUd, isa.TypeD, isa.TypeF}[r.IntN(3)]
	in.Saturate, in.Swizzle = false, isa.OwnOrder
	in.Dst.Type, in.Dst.Stride, in.Dst.Sub = typ, isa.StridePacked, 0
	for k := range in.Src[:isa.Operations[in.Op].Sources] {
		s := &in.Src[k]
		if s.Type = typ; s.Region != isa.RegionScalar {
			s.Region, s.Sub = isa.RegionPacked, 0
		}
	}
}

// inDatapath tells whether an operation is one of the datapath's.
func inDatapath(op int) bool {
	about := &isa.Operations[op]
	return about.Name != "" && about.Format != isa.FormatSend && about.Allows&isa.AllowsSpecial == 0 && op != isa.OpIret && op != isa.OpWait
}

// drawn is an instruction that was drawn, for a thread of some lanes; compact half of the times that it can be.
type drawn struct {
	native isa.Native
	words  [isa.NativeDWords]uint32
	lanes  int
	op     eu.Op // illegal: it is for more lanes than these, or more registers
}

func newDrawn(r *rand.Rand, in *isa.Instruction) *drawn {
	n := in.Encode()
	d := &drawn{native: n, words: n, lanes: 8 << r.IntN(3)}
	if c, why := isa.Compacted(n); why == "" && r.IntN(2) == 0 {
		d.words = [isa.NativeDWords]uint32{c[0], c[1], r.Uint32(), r.Uint32()}
	}
	d.op = eu.Decode(&d.words, d.lanes)
	return d
}

// compare executes it in both models.
func (d *drawn) compare(t *testing.T, r *rand.Rand) {
	text := asm.Instruction(d.native)
	code := binary.LittleEndian.AppendUint32(nil, d.words[0])
	for _, w := range d.words[1 : d.op.Bytes/4] {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	p := newDatapath(t, r, code, d.lanes)
	f := p.step(&d.op)
	require.Equal(t, p.golden.Fault != nil, f != eu.NoFault, "%s: %v, %v", text, p.golden.Fault, f)
	if f == eu.NoFault {
		p.same(t, text)
	}
}
