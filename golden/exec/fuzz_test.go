package exec

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// FuzzCode: whatever bytes a program has, threads of every stage execute them to an end, to a fault with a place and a sentence, or to the limit;
// the short ways do what the long one does; what lies beyond the end of a binding stays.
func FuzzCode(f *testing.F) {
	f.Add(uint8(0), uint8(0), assemble(below(4), flow(isa.OpIf, "endif").when(0), mark(0), label("endif"), flow(isa.OpEndif, ""), end()))
	f.Add(uint8(1), uint8(0), assemble(append(sumOfCTA(), mark(0))...))
	f.Add(uint8(2), uint8(4), assemble(sends(isa.MessageSample, ud(40), 2, 0, isa.SendDescriptorFields{Count: 3}), flow(isa.OpDiscard, ""),
		sends(isa.MessageColorDepth, noAnswer, 0, 40, isa.SendDescriptorFields{Count: 3, Last: true})))
	f.Add(uint8(3), uint8(1), assemble(label("a"), flow(isa.OpCall, "b"), label("b"), flow(isa.OpLoop, ""), label("c"), flow(isa.OpBreak, "a"), flow(isa.OpWhile, "c")))
	f.Add(uint8(0), uint8(5), assemble(rdsr(4, isa.SpecialStack), wrsr(isa.SpecialDepth, 4), wrsr(isa.SpecialPc, 4), flow(isa.OpIret, "")))
	f.Add(uint8(4), uint8(0), []byte("this is turned into instructions that are legal for the most part"))
	f.Add(uint8(5), uint8(4), make([]byte, 64))
	f.Fuzz(func(t *testing.T, form, stage uint8, code []byte) {
		if len(code) > 4096 {
			return
		}
		if form/4%2 == 1 {
			code = tame(code)
		}
		p := Program{Code: code, Lanes: 8 << (form % 3), Stage: Stage(stage) % (StageRestore + 1), Scratch: 300, Shared: 100, Registers: 128 - int(form/8)}
		p.CTA = [3]int{p.Lanes + 3, 1, 1}
		short, long := fuzzed(t, p, true), fuzzed(t, p, false)
		require.Equal(t, long, short)
	})
}

// fuzzed is what threads of a program and memory are after it.
func fuzzed(t *testing.T, p Program, short bool) (after []any) {
	k, err := load(p, short)
	require.NoError(t, err)
	outside := make([]byte, 3*64)
	m := &Memory{Bindings: []Binding{{Data: outside[64:120:120], Write: true}, {Data: counted(0, 9)}}}
	o := &Options{Sampler: &textures{broken: errors.New("no texture")}, Ring: &ring{}, Limit: 300,
		Output: func(*Thread, *Output) {}, Hook: func(e *Event) {
			for _, s := range e.Registers {
				require.LessOrEqual(t, s.First+s.Count, p.Registers)
			}
		}}
	threads := []*Thread{NewThread(k, m, o)}
	if p.Stage == StageCompute {
		c, err := NewCTA(k, [3]int{}, [3]int{1, 1, 1}, nil, m, o)
		require.NoError(t, err)
		threads = c.Threads
	}
	for n := 0; n < 2; n++ { // a thread that waits at a barrier goes on
		for _, thread := range threads {
			thread.run()
		}
	}
	for _, thread := range threads {
		if thread.State == Failed {
			require.NotEmpty(t, thread.Fault.Reason)
			require.Equal(t, thread.PC, thread.Fault.At)
		}
		after = append(after, snapshot(thread))
	}
	require.Equal(t, make([]byte, 64), outside[:64])
	require.Equal(t, make([]byte, 72), outside[120:])
	return append(after, string(outside))
}

// tame turns bytes into instructions that are legal for the most part.
func tame(bytes []byte) (code []byte) {
	var ops, codes []uint32
	for n := range uint32(256) {
		if isa.Operations[n].Name != "" {
			ops = append(ops, n)
		}
		if isa.Messages[n].Name != "" {
			codes = append(codes, n)
		}
	}
	for ; len(bytes) >= 16; bytes = bytes[16:] {
		var w [4]uint32
		for n := range w {
			w[n] = binary.LittleEndian.Uint32(bytes[4*n:])
		}
		op := ops[w[0]%uint32(len(ops))]
		info := &isa.Operations[op]
		w[0] = w[0]&^0xf01fff&^uint32(one(info.Format != isa.FormatNative)*0xff00c000) | op | isa.SizeThread<<isa.NativeControlSizeShift
		switch info.Format {
		case isa.FormatFlow:
			w[1], w[2] = 0, uint32(one(op == isa.OpBreak))*(1+w[2]%2)
			w[3] = uint32(one(info.Allows&isa.AllowsTarget != 0)) * uint32(int32(w[3])>>28*16)
		case isa.FormatSend:
			w[0] = tamePredicate(info, w[0])
			w[1], w[2], w[3] = tameMessage(codes[w[3]%uint32(len(codes))], w[1], w[2], w[3])
		default:
			w[0] = tamePredicate(info, w[0])
			w[1], w[2], w[3] = tameOperands(info, w[1], w[2], w[3])
		}
		code = appendWords(code, legal(op, w))
	}
	return code
}

// legal is an instruction, or one with less that is legal.
func legal(op uint32, w [4]uint32) [4]uint32 {
	p := Program{Lanes: 8, Registers: 100, Shared: 64}
	for _, mask := range []uint32{0xffffffff, 0xffff3fff, 0xff1c3fff, 0x00001fff, 0x00e00fff} {
		tried := w
		tried[0] &= mask
		if op == isa.OpCmp {
			tried[0] |= isa.ConditionLt << isa.NativeControlConditionShift
		}
		f, _ := take(bytesOf(tried[:]...), 0)
		if judge(&f, &p) == "" {
			return tried
		}
	}
	return flow(isa.OpNop, "").words(0)
}

// tamePredicate leaves a predicate by lane, or none; sel chooses by it or by a condition.
func tamePredicate(info *isa.Operation, word uint32) uint32 {
	c := isa.UnpackNativeControl(word)
	c.Predicate &= isa.PredicateLane
	if c.Predicate == isa.PredicateNone {
		c.Invert, c.Flag = false, 0
		if info.Allows&isa.AllowsSelect != 0 {
			c.Condition = isa.ConditionLt
		}
	}
	return c.Pack()
}

// tameMessage clears what the message does not have.
func tameMessage(code, dst, payload, about uint32) (a, b, c uint32) {
	m := &isa.Messages[code]
	some := func(bits uint32) uint32 { return uint32(one(m.Uses&bits != 0)) }
	d, p := isa.UnpackSendDescriptor(about), isa.UnpackSendPayload(payload)
	d = isa.SendDescriptorFields{DataReg: d.DataReg, Binding: d.Binding % 2 * some(isa.UsesBinding), Type: d.Type % isa.TypeLimit * some(isa.UsesType),
		Count: d.Count * some(isa.UsesCount), Operation: d.Operation % isa.AtomicLimit * some(isa.UsesAtomic|isa.UsesSampler),
		NonCacheable: d.NonCacheable && some(isa.UsesNonCacheable) != 0, Returns: d.Returns && some(isa.UsesAtomic) != 0}
	if some(isa.UsesAtomic) != 0 {
		d.Type = isa.TypeUd + d.Type%2
	}
	f := form{send: descriptor{code: code, operation: d.Operation, returns: d.Returns}}
	p.Message, p.AddressReg, d.DataReg = code, p.AddressReg%64*uint32(one(f.hasAddress(m))), d.DataReg%64*uint32(one(f.hasData(m)))
	switch registers := m.Sends&(isa.SendsRegisters|isa.SendsSet) != 0 || m.Answers&(isa.AnswersRegisters|isa.AnswersBlock) != 0; {
	case m.Sends&isa.SendsAddresses != 0:
		p.Offset %= 64
	case registers:
		p.Offset = p.Offset & 7 * registerBytes
	default:
		p.Offset = 0
	}
	to := isa.SendDestinationFields{Null: !f.answers(m)}
	if !to.Null {
		to.Reg = dst % 64
	}
	return to.Pack(), p.Pack(), d.Pack()
}

// tameOperands gives all operands one type, and clears what stands in places that mean nothing.
func tameOperands(info *isa.Operation, dst, src, last uint32) (d, s, l uint32) {
	typ := dst >> 12 & 15 % isa.TypeLimit
	d = dst&0x3007f | typ<<12
	if info.Allows&isa.AllowsImplied != 0 {
		d &= 0xf07f // packed
	}
	s = src&0x1f007f&^0x180000 | typ<<12
	l = last & 0x7f
	if info.Sources > 1 {
		s |= src&(3<<25) | typ<<21
	} else {
		l = 0
	}
	if info.Sources > 2 {
		l |= typ<<12 | last&(3<<16) | last&(0x7f<<19)
	}
	return d, s, l
}

func TestFuzzedProgramsGetFar(t *testing.T) {
	useful := 0
	bytes := make([]byte, 4096)
	for n := range bytes {
		bytes[n] = byte(n * n * 37 >> 3)
	}
	code := tame(bytes)
	k, err := Load(Program{Code: code, Lanes: 8, Shared: 64})
	require.NoError(t, err)
	for n := 0; n < len(k.code); n += 2 {
		useful += one(k.code[n].reason == "" && k.code[n].op != isa.OpNop)
	}
	require.Greater(t, useful, len(k.code)/2/3)
}
