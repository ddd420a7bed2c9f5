package exec

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// arg is an operand of a test's instruction.
type arg struct {
	reg, sub, typ, region uint32 // sub in bytes
	neg, abs              bool
	null, isNumber        bool
	number                uint32
}

// r is a register, packed.
func r(reg int, typ uint32) arg { return arg{reg: uint32(reg), typ: typ, region: isa.RegionPacked} }

// f, d and ud are registers of the usual types.
func f(reg int) arg  { return r(reg, isa.TypeF) }
func d(reg int) arg  { return r(reg, isa.TypeD) }
func ud(reg int) arg { return r(reg, isa.TypeUd) }

func null(typ uint32) arg { return arg{typ: typ, null: true} }

// num is a number by its bits.
func num(bits uint32, typ uint32) arg { return arg{typ: typ, isNumber: true, number: bits} }

func numF(x float32) arg { return num(math.Float32bits(x), isa.TypeF) }

// el moves the place by elements.
func (a arg) el(n int) arg { a.sub = uint32(n * typeSize[a.typ]); return a }

func (a arg) by(region uint32) arg { a.region = region; return a }

func (a arg) negated() arg { a.neg = true; return a }

func (a arg) absolute() arg { a.abs = true; return a }

// stride is the region of a destination.
func (a arg) stride() uint32 { return max(a.region, isa.RegionPacked) - isa.RegionPacked }

// ins is an instruction of a test.
type ins struct {
	control isa.NativeControlFields
	dst     arg
	src     []arg
	levels  uint32
	label   string
	send    *isa.SendDescriptorFields
	payload isa.SendPayloadFields
	nos     uint32
}

// label is a place in a test's program.
type label string

func do(op uint32, dst arg, src ...arg) ins {
	i := ins{control: isa.NativeControlFields{Opcode: op, Size: isa.SizeThread}, dst: dst, src: src}
	if op == isa.OpRdsr || op == isa.OpWrsr {
		i.control.Size, i.control.NoMask = isa.SizeLanes1, true
	}
	return i
}

// flow is control flow to a label, "" without.
func flow(op uint32, to string) ins {
	return ins{control: isa.NativeControlFields{Opcode: op, Size: isa.SizeThread}, label: to, levels: uint32(one(op == isa.OpBreak))}
}

// message is a send; its answer goes to dst.
func sends(code uint32, dst arg, address, data int, d isa.SendDescriptorFields) ins {
	d.DataReg = uint32(data)
	d.Last = d.Last || code == isa.MessageColor || code == isa.MessageColorDepth // with which a thread ends
	return ins{control: isa.NativeControlFields{Opcode: isa.OpSend, Size: isa.SizeThread}, dst: dst, send: &d,
		payload: isa.SendPayloadFields{AddressReg: uint32(address), Message: code}}
}

var noAnswer = arg{null: true}

func end() ins {
	return sends(isa.MessageEnd, noAnswer, 0, 0, isa.SendDescriptorFields{Last: true})
}

func (i ins) sized(size, group uint32) ins {
	i.control.Size, i.control.Group = size, group
	return i
}

// open takes {last} from a message.
func (i ins) open() ins {
	d := *i.send
	d.Last = false
	i.send = &d
	return i
}

func (i ins) noMask() ins { i.control.NoMask = true; return i }

func (i ins) sat() ins { i.control.Saturate = true; return i }

func (i ins) cond(c, flag uint32) ins {
	i.control.Condition, i.control.Flag = c, flag
	return i
}

// when gives it a predicate by lane.
func (i ins) when(flag uint32) ins { return i.pred(isa.PredicateLane, flag) }

func (i ins) pred(p, flag uint32) ins {
	i.control.Predicate, i.control.Flag = p, flag
	return i
}

func (i ins) not() ins { i.control.Invert = true; return i }

func (i ins) levelled(n uint32) ins { i.levels = n; return i }

func (i ins) plus(offset int32) ins { i.payload.Offset = offset; return i }

// swizzle is four of xyzw.
func (i ins) swizzle(s string) ins {
	v := uint32(0)
	for k, c := range s {
		v |= uint32(strings.IndexRune("xyzw", c)) << (2 * k)
	}
	i.control.Swizzle = v ^ 0xe4
	return i
}

// words is the native form; target is in bytes from the instruction.
func (i ins) words(target int32) (w [4]uint32) {
	w[0] = i.control.Pack()
	switch isa.Operations[i.control.Opcode].Format {
	case isa.FormatFlow:
		w[2], w[3] = isa.FlowLevelsFields{Count: i.levels}.Pack(), uint32(target)
	case isa.FormatSend:
		w[1] = isa.SendDestinationFields{Reg: i.dst.reg, Null: i.dst.null, Nos: i.nos}.Pack()
		w[2], w[3] = i.payload.Pack(), i.send.Pack()
	default:
		w[1], w[2], w[3] = i.operands()
	}
	return w
}

func (i ins) operands() (destination, sources, last uint32) {
	var s [3]arg
	copy(s[:], i.src)
	dst := isa.NativeDestinationFields{Reg: i.dst.reg, Sub: i.dst.sub, Type: i.dst.typ, Null: i.dst.null, Nos: i.nos}
	if !i.dst.null {
		dst.Stride = i.dst.stride()
	}
	number := uint32(0)
	for n := range s {
		if s[n].isNumber {
			dst.Immediate, number = true, s[n].number
		}
	}
	sources = isa.NativeSourcesFields{
		Src0Reg: s[0].reg, Src0Sub: s[0].sub, Src0Type: s[0].typ, Src0Region: s[0].region, Src0Negate: s[0].neg, Src0Abs: s[0].abs,
		Src1Type: s[1].typ, Src1Region: s[1].region, Src1Negate: s[1].neg, Src1Abs: s[1].abs, Src2Negate: s[2].neg, Src2Abs: s[2].abs}.Pack()
	last = isa.NativeLastFields{Src1Reg: s[1].reg, Src1Sub: s[1].sub, Src2Type: s[2].typ, Src2Region: s[2].region, Src2Reg: s[2].reg, Src2Sub: s[2].sub}.Pack()
	switch {
	case dst.Immediate && len(i.src) < 3:
		last = number
	case dst.Immediate:
		last |= number << 16
	}
	return dst.Pack(), sources, last
}

// assemble puts instructions, labels and bytes one after the other.
func assemble(items ...any) (code []byte) {
	places, at := map[string]int{}, 0
	for _, item := range items {
		switch v := item.(type) {
		case label:
			places[string(v)] = at
		case []byte:
			at += len(v)
		case []ins:
			at += 16 * len(v)
		default:
			at += 16
		}
	}
	for _, item := range items {
		switch v := item.(type) {
		case []byte:
			code = append(code, v...)
		case []ins:
			for _, i := range v {
				code = appendWords(code, i.words(0))
			}
		case ins:
			target := 0
			if v.label != "" {
				to, known := places[v.label]
				if !known {
					panic("no label " + v.label)
				}
				target = to - len(code)
			}
			code = appendWords(code, v.words(int32(target)))
		}
	}
	return code
}

func appendWords(code []byte, w [4]uint32) []byte {
	for _, v := range w {
		code = binary.LittleEndian.AppendUint32(code, v)
	}
	return code
}

func bytesOf(words ...uint32) (b []byte) {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// machine is what a test's program runs in.
type machine struct {
	Program
	memory  Memory
	options Options
	prepare func(*Thread)
	long    bool // without short ways
}

// thread is a thread of a program of instructions.
func (m machine) thread(t testing.TB, items ...any) *Thread {
	t.Helper()
	p := m.Program
	p.Code = assemble(items...)
	if p.Lanes == 0 {
		p.Lanes = 8
	}
	k, err := load(p, !m.long)
	require.NoError(t, err)
	thread := NewThread(k, &m.memory, &m.options)
	if m.prepare != nil {
		m.prepare(thread)
	}
	return thread
}

// run runs a program to its end, by short ways and without, and wants the same of both.
func (m machine) run(t testing.TB, items ...any) *Thread {
	t.Helper()
	thread := m.thread(t, append(items, end())...)
	m.long = true
	thread.run()
	if m.memory.Bindings == nil {
		other := m.thread(t, append(items, end())...)
		other.run()
		require.Equal(t, snapshot(other), snapshot(thread), "the short ways do something else")
	}
	if thread.State == Failed {
		t.Fatal(thread.Fault)
	}
	return thread
}

// fails runs a program that has to fail, and wants a part of the reason.
func (m machine) fails(t testing.TB, at int, reason string, items ...any) {
	t.Helper()
	if m.options.Limit == 0 {
		m.options.Limit = 10_000
	}
	thread := m.thread(t, items...)
	thread.run()
	require.Equal(t, Failed, thread.State)
	require.Contains(t, thread.Fault.Reason, reason)
	require.Equal(t, at, thread.Fault.At)
	require.Equal(t, at, thread.PC)
	require.Equal(t, fmt.Sprintf("%#x: %s", at, thread.Fault.Reason), thread.Fault.Error())
}

// seen is what can be seen of a thread.
type seen struct {
	Masks
	PC        int
	State     State
	Fault     string
	RA, SP    uint32
	Registers RegisterFile
	Scratch   string
}

func snapshot(t *Thread) seen {
	s := seen{Masks: t.Masks, PC: t.PC, State: t.State, RA: t.RA, SP: t.SP, Registers: t.Registers, Scratch: string(t.Scratch)}
	if t.Fault != nil {
		s.Fault = t.Fault.Error()
	}
	return s
}

// setF fills registers from one on.
func (t *Thread) setF(reg int, values ...float32) {
	for k, v := range values {
		t.Registers[8*reg+k] = math.Float32bits(v)
	}
}

func (t *Thread) set(reg int, values ...uint32) { copy(t.Registers[8*reg:], values) }

// at is words from a register on.
func (t *Thread) at(reg, count int) []uint32 { return t.Registers[8*reg:][:count] }

func (t *Thread) atF(reg, count int) (values []float32) {
	for _, v := range t.at(reg, count) {
		values = append(values, math.Float32frombits(v))
	}
	return values
}

// lanes8 are 0 to 7.
var lanes8 = []uint32{0, 1, 2, 3, 4, 5, 6, 7}
