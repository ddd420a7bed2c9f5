package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// reasonOf is why a program refuses its first instruction; "" of a legal one.
func reasonOf(t testing.TB, p Program, item any) string {
	p.Code = assemble(item, label("L"), end())
	if p.Lanes == 0 {
		p.Lanes = 8
	}
	k, err := Load(p)
	require.NoError(t, err)
	return k.code[0].reason
}

func TestInstructionsThatAreRefused(t *testing.T) {
	hf, uw, q := func(n int) arg { return r(n, isa.TypeHf) }, func(n int) arg { return r(n, isa.TypeUw) }, func(n int) arg { return r(n, isa.TypeQ) }
	add := do(isa.OpAdd, d(1), d(2), d(3))
	for _, c := range []struct {
		i      ins
		reason string // "": it is legal
	}{
		{add, ""},
		{do(0x03, d(1), d(2)), "opcode 0x03 is reserved"},
		{do(0xff, d(1), d(2)), "opcode 0xff is reserved"},
		{add.sized(6, 0), "size 6 is reserved"},
		{add.sized(isa.SizeLanes8, 1), "lanes 8 to 15 of a thread of 8"},
		{add.sized(isa.SizeLanes16, 0), "lanes 0 to 15 of a thread of 8"},
		{add.not(), "inverted"},
		{add.cond(isa.ConditionNone, 2), "flag register"},
		{add.cond(isa.ConditionNe, 2), ""},
		{add.when(3).cond(isa.ConditionNe, 3), ""},
		{add.pred(isa.PredicateAny, 0), "add with a predicate for all lanes"},
		{add.pred(isa.PredicateAll, 1).not(), "add with a predicate for all lanes"},
		{do(isa.OpCmp, null(isa.TypeD), d(2), d(3)).cond(isa.ConditionEq, 1).pred(isa.PredicateAny, 1), "cmp with a predicate for all lanes"},
		{do(isa.OpSel, d(1), d(2), d(3)), "sel chooses by a predicate or a condition"},
		{do(isa.OpSel, d(1), d(2), d(3)).cond(isa.ConditionLt, 0).when(0), "sel chooses by a predicate or a condition"},
		{do(isa.OpSel, d(1), d(2), d(3)).pred(isa.PredicateAny, 1), "sel with a predicate for all lanes"},
		{do(isa.OpSel, d(1), d(2), d(3)).cond(isa.ConditionLt, 1), "a flag register that nothing uses"},
		{do(isa.OpSel, d(1), d(2), d(3)).cond(isa.ConditionLt, 0), ""},
		{do(isa.OpSel, d(1), d(2), d(3)).when(3), ""},
		{add.cond(isa.ConditionUn, 0), "condition un of integers"},
		{do(isa.OpAdd, f(1), f(2), f(3)).cond(isa.ConditionUn, 0), ""},
		{do(isa.OpCmp, d(1), d(2), d(3)), "cmp without a condition"},
		{do(isa.OpMull, d(1), d(2), d(3)).cond(isa.ConditionEq, 0), "mull has no condition"},
		{do(isa.OpMull, null(isa.TypeD), d(2), d(3)), "implied"},
		{do(isa.OpMull, d(1).el(1), d(2), d(3)), "an implied destination needs a destination from the beginning of a register on"},
		{do(isa.OpAddc, d(1).by(isa.RegionStride2), d(2), d(3)), "an implied destination needs a destination from the beginning of a register on"},
		{do(isa.OpSubb, r(1, isa.TypeUb), r(2, isa.TypeUb), r(3, isa.TypeUb)), ""},
		{do(isa.OpAnd, d(1), d(2), d(3)).sat(), "and has no saturation"},
		{do(isa.OpCvt, d(1), d(2)).sat(), "cvt of integers has no saturation"},
		{do(isa.OpCvt, f(1), d(2)).sat(), ""},
		{do(isa.OpAnd, f(1), f(2), f(3)), "and does not exist in f"},
		{do(isa.OpRcp, d(1), d(2)), "rcp does not exist in d"},
		{do(isa.OpMov, r(1, 10), d(2)), "type 10 is reserved"},
		{do(isa.OpMov, d(1), r(2, 15)), "type 15 is reserved"},
		{do(isa.OpMov, d(1), hf(2)), "source 0 of mov in d is of type hf"},
		{do(isa.OpMov, f(1), hf(2)), "of type hf"},
		{do(isa.OpMov, uw(1), hf(2)), ""},
		{do(isa.OpAdd, d(1), d(2), q(3)), "source 1 of add in d is of type q"},
		{do(isa.OpAdd, d(1), d(2), f(3)), "of type f"},
		{do(isa.OpAdd, f(1), f(2), hf(3)), ""},
		{do(isa.OpAdd, hf(1), hf(2), f(3)), "of type f"},
		{do(isa.OpAdd, f(1), f(2), d(3)), "of type d"},
		{do(isa.OpShl, d(1), d(2), d(3)), "source 1 of shl in d is of type d"},
		{do(isa.OpShl, d(1), d(2), uw(3)), ""},
		{do(isa.OpBfm, d(1), d(2), ud(3)), "source 0 of bfm"},
		{do(isa.OpBfe, d(1), d(2), ud(3), r(4, isa.TypeUq)), "source 2 of bfe"},
		{do(isa.OpShl, d(1), d(2).negated(), ud(3)), "shl has no negation"},
		{do(isa.OpAnd, d(1), d(2).absolute(), d(3)), "and has no absolute value"},
		{do(isa.OpAdd, d(1), d(2), ud(3).absolute()), "absolute value of source 1, of type ud"},
		{do(isa.OpAdd, d(1), d(2), ud(3).negated()), ""},
		{do(isa.OpAdd, d(1), d(2), num(3, isa.TypeD).negated()), "a modifier of a number"},
		{do(isa.OpMul, f(1), f(2), numF(1.5).absolute()), "a modifier of a number"},
		{do(isa.OpMov, f(1), numF(1.5).negated()), "a modifier of a number"},
		{do(isa.OpMad, f(1), f(2), f(3), num(0x3fc0, isa.TypeF).negated()), "a modifier of a number"},
		{do(isa.OpMad, f(1), f(2).negated(), f(3).absolute(), num(0x3fc0, isa.TypeF)), ""},
		{do(isa.OpMov, ud(1), f(2)), ""},
		{do(isa.OpMov, ud(1), f(2).negated()), "copies bits as they are"},
		{do(isa.OpMov, uw(1), hf(2).absolute()), "copies bits as they are"},
		{do(isa.OpMov, f(1), ud(2)).sat(), "copies bits as they are"},
		{do(isa.OpMov, d(1), f(2)).cond(isa.ConditionLt, 0), "copies bits as they are"},
		{do(isa.OpMov, f(1), f(2).negated()).sat().cond(isa.ConditionUn, 0), ""},
		{do(isa.OpAdd, r(1, isa.TypeB), r(2, isa.TypeB), num(0xff, isa.TypeB)), ""},
		{do(isa.OpAdd, r(1, isa.TypeB), r(2, isa.TypeB), num(0xffffffff, isa.TypeB)), "bits that mean nothing"},
		{do(isa.OpMov, r(1, isa.TypeUb), num(0x100, isa.TypeUb)), "bits that mean nothing"},
		{do(isa.OpMov, uw(1), num(0x10000, isa.TypeUw)), "bits that mean nothing"},
		{do(isa.OpMov, hf(1), num(0x3c003c00, isa.TypeHf)), "bits that mean nothing"},
		{do(isa.OpMad, r(1, isa.TypeUb), r(2, isa.TypeUb), r(3, isa.TypeUb), num(0x100, isa.TypeUb)), "bits that mean nothing"},
		{do(isa.OpAdd, d(1), d(2), num(3, 12)), "type 12 is reserved"},
		{do(isa.OpAdd, d(1), d(2), d(3).by(7)), "region 7 is reserved"},
		{do(isa.OpAdd, d(1), arg{reg: 2, sub: 2, typ: isa.TypeD, region: 1}, d(3)), "byte 2"},
		{do(isa.OpAdd, arg{reg: 2, sub: 30, typ: isa.TypeD, region: 1}, d(1), d(3)), "byte 30"},
		{do(isa.OpMov, d(127), d(127)), ""},
		{do(isa.OpMov, d(1), d(127).el(1)), "an operand ends in r128"},
		{do(isa.OpMov, d(127).el(1), d(1)), "an operand ends in r128"},
		{do(isa.OpMov, d(127).el(1), d(1)).sized(isa.SizeLanes4, 0), ""},
		{do(isa.OpAddc, d(127), d(1), d(1)), "an operand ends in r128"},
		{do(isa.OpMov, d(1), d(120).by(isa.RegionStride8)), ""},
		{do(isa.OpMov, d(1), d(121).by(isa.RegionStride8)), "an operand ends in r128"},
		{do(isa.OpMov, d(1), d(2)).swizzle("xxxx").sized(isa.SizeLanes2, 0), "four lanes of an instruction of 2"},
		{do(isa.OpMov, d(1), num(3, isa.TypeD)).swizzle("xxxx"), "a swizzle of what all lanes have in common"},
		{do(isa.OpAdd, d(1), d(2).by(isa.RegionScalar), d(3)).swizzle("yyww"), "a swizzle of what all lanes have in common"},
		{do(isa.OpAdd, d(1), d(2), num(3, isa.TypeD)).swizzle("yyww"), ""},
		{do(isa.OpDp4, f(1), f(2), f(3)).sized(isa.SizeLanes1, 0), "four lanes of an instruction of 1"},
		{do(isa.OpRdsr, ud(1), num(isa.SpecialF0, isa.TypeUd)), ""},
		{do(isa.OpRdsr, ud(1), ud(2)), "without the number"},
		{do(isa.OpRdsr, d(1), num(isa.SpecialF0, isa.TypeUd)), "rdsr does not exist in d"},
		{do(isa.OpRdsr, ud(1), num(4, isa.TypeUd)), "special register 4 is reserved"},
		{do(isa.OpRdsr, ud(1), num(160, isa.TypeUd)), "special register 160 is reserved"},
		{do(isa.OpRdsr, ud(1), num(isa.SpecialPc, isa.TypeUd)), "outside of a handler"},
		{do(isa.OpRdsr, ud(1), num(isa.SpecialF0, isa.TypeUd)).when(0), "predicate"},
		{do(isa.OpWrsr, null(isa.TypeUd), ud(2).by(isa.RegionScalar), num(isa.SpecialActive, isa.TypeUd)), "outside of a handler"},
		{do(isa.OpWrsr, null(isa.TypeUd), ud(2).by(isa.RegionScalar), num(isa.SpecialLanes, isa.TypeUd)), "read only"},
		{do(isa.OpRdsr, ud(1), num(isa.SpecialF0, isa.TypeUd)).sized(isa.SizeThread, 0), "for lane 0 alone"},
		{do(isa.OpRdsr, ud(1), num(isa.SpecialF0, isa.TypeUd)).masked(), "without a mask"},
		{do(isa.OpRdsr, ud(1), num(isa.SpecialF0, isa.TypeD)), "rdsr has one ud, and a number of ud"},
		{do(isa.OpRdsr, null(isa.TypeUd), num(isa.SpecialF0, isa.TypeUd)), "rdsr has one ud"},
		{do(isa.OpRdsr, ud(1).by(isa.RegionStride2), num(isa.SpecialF0, isa.TypeUd)), "rdsr has one ud"},
		{do(isa.OpRdsr, ud(1).el(7), num(isa.SpecialF0, isa.TypeUd)), ""},
		{wrsr(isa.SpecialF0, 2), ""},
		{wrsr(isa.SpecialF0, 2).masked(), "for lane 0 alone, without a mask"},
		{wrsr(isa.SpecialF0, 2).sized(isa.SizeLanes2, 0), "for lane 0 alone"},
		{do(isa.OpWrsr, null(isa.TypeUd), ud(2), num(isa.SpecialF0, isa.TypeUd)), "wrsr has one ud"},
		{do(isa.OpWrsr, null(isa.TypeUd), uw(2).by(isa.RegionScalar), num(isa.SpecialF0, isa.TypeUd)), "wrsr has one ud"},
		{do(isa.OpWrsr, ud(0), ud(2).by(isa.RegionScalar), num(isa.SpecialF0, isa.TypeUd)), "wrsr has one ud"},
		{do(isa.OpWrsr, null(isa.TypeUd), ud(2).by(isa.RegionScalar).negated(), num(isa.SpecialF0, isa.TypeUd)), "wrsr has no negation"},
		{flow(isa.OpIret, ""), "iret outside of a handler"},
		{flow(isa.OpJmp, "L").when(0), "jmp has no predicate for each lane"},
		{flow(isa.OpIf, "L").pred(isa.PredicateAny, 0), "if has no predicate for all lanes"},
		{flow(isa.OpElse, "L").when(0), "else has no predicate"},
		{flow(isa.OpNop, "L"), "nop has no target"},
		{flow(isa.OpNop, "").sized(isa.SizeLanes8, 0), "some lanes"},
		{flow(isa.OpNop, "").noMask(), "without mask"},
		{flow(isa.OpBreak, "L").levelled(0), "break of 0 loops"},
		{flow(isa.OpBreak, "L").levelled(31), ""},
		{flow(isa.OpBreak, "L").levelled(32), "break of 32 loops"},
		{flow(isa.OpJmp, "L").pred(isa.PredicateAny, 1), ""},
		{flow(isa.OpCall, "L").pred(isa.PredicateAll, 2).not(), ""},
		{flow(isa.OpRet, "").pred(isa.PredicateAny, 3), ""},
		{flow(isa.OpJmp, "L").cond(isa.ConditionNone, 1), "a flag register that nothing uses"},
		{flow(isa.OpJmp, "L").levelled(1), "jmp has no number of loops"},
		{flow(isa.OpJmp, "L").cond(1, 0), "jmp has no condition"},
	} {
		reason := reasonOf(t, Program{}, c.i)
		if c.reason == "" {
			require.Empty(t, reason)
			continue
		}
		require.Contains(t, reason, c.reason)
		machine{}.fails(t, 0, c.reason, c.i, label("L"))
	}
	odd := flow(isa.OpJmp, "").words(4)
	require.Contains(t, reasonOf(t, Program{}, bytesOf(odd[:]...)), "no multiple of 8")
	require.Contains(t, reasonOf(t, Program{Registers: 5}, do(isa.OpMov, ud(5), ud(1))), "ends in r5, the last register is r4")
	require.Contains(t, reasonOf(t, Program{Lanes: 16}, rdsr(1, isa.SpecialF0).sized(isa.SizeLanes1, 1)), "for lane 0 alone")
}

// masked takes a nomask away.
func (i ins) masked() ins { i.control.NoMask = false; return i }

func TestRefusesTellsWithoutLoading(t *testing.T) {
	add := do(isa.OpAdd, d(1), d(2), d(3))
	short := isa.CompactFlowLowFields{Opcode: isa.OpNop, Compact: true, Control: plain(t)}.Pack()
	p := Program{Lanes: 8, Registers: 4, Code: assemble(add, add.pred(isa.PredicateAny, 0), do(0xff, d(1)), bytesOf(short, 0), bytesOf(add.words(0)[0], 0))}
	for at, reason := range map[int]string{
		0: "", 16: "predicate for all lanes", 32: "opcode 0xff is reserved", 48: "", 56: "ends within the instruction",
		-8: "no instruction", 4: "no instruction", 64: "no instruction", 1 << 20: "no instruction",
	} {
		got := p.Refuses(at)
		require.Equal(t, reason == "", got == "", "at %d: %s", at, got)
		require.Contains(t, got, reason)
	}
	p.Registers = 3
	require.Contains(t, p.Refuses(0), "an operand ends in r3, the last register is r2")
}

func TestBitsThatMeanNothingAreZero(t *testing.T) {
	legal := map[string][4]uint32{
		"one source":    do(isa.OpMov, d(1), d(2)).words(0),
		"two sources":   do(isa.OpAdd, d(1), d(2), d(3)).words(0),
		"three sources": do(isa.OpMad, d(1), d(2), d(3), d(4)).words(0),
		"a number":      do(isa.OpAdd, d(1), d(2), num(3, isa.TypeD)).words(0),
		"no result":     do(isa.OpCmp, null(isa.TypeD), d(2), d(3)).cond(1, 0).words(0),
		"flow":          flow(isa.OpNop, "").words(0),
		"message":       sends(isa.MessageSize, d(1), 0, 0, fields{}).words(0),
	}
	for name, bits := range map[string][4]uint32{
		"one source":    {0, 0, 0xffe00000, 0xffffffff},
		"two sources":   {0, 0, 0xc0000000, 0xfffff000},
		"three sources": {0, 0, 0, 1 << 31},
		"a number":      {0, 0, 7<<isa.NativeSourcesSrc1RegionShift | 3<<30, 0},
		"no result":     {0, 0x30fff, 0xc0000000, 0xfffff000},
		"flow":          {0, 0x000fffff, 0xffffff00, 0},
		"message":       {0, 0x000bff80, 0x00008000, 0xe0000080},
	} {
		w := legal[name]
		require.Empty(t, reasonOf(t, Program{}, bytesOf(w[:]...)), name)
		for n := range w {
			for b := range 32 {
				changed := w
				changed[n] ^= 1 << b
				if bits[n]>>b&1 != 0 {
					require.NotEmpty(t, reasonOf(t, Program{}, bytesOf(changed[:]...)), "%s: bit %d of word %d", name, b, n)
				}
			}
		}
	}
}

func TestMessagesThatAreRefused(t *testing.T) {
	load := sends(isa.MessageLoad, ud(10), 4, 0, fields{Type: isa.TypeUd})
	compute, pixel, vertex := Program{Shared: 64}, Program{Stage: StagePixel}, Program{Stage: StageVertex}
	few := Program{Registers: 5}
	trap, restore, hull := Program{Stage: StageTrap}, Program{Stage: StageRestore}, Program{Stage: StageHull}
	for _, c := range []struct {
		p      Program
		i      ins
		reason string
	}{
		{compute, load, ""}, {pixel, load, ""}, {vertex, load, ""}, {trap, load, "not legal in a program of this stage"},
		{compute, sends(0x14, ud(10), 4, 0, fields{}), "message 0x14 is reserved"},
		{compute, load.pred(isa.PredicateAll, 0), "predicate for all lanes"},
		{compute, sends(isa.MessageLoad, noAnswer, 4, 0, fields{Type: isa.TypeUd}), "with an answer that it does not have, or without"},
		{compute, sends(isa.MessageStore, ud(10), 4, 0, fields{Type: isa.TypeUd}), "with an answer that it does not have, or without"},
		{compute, sends(isa.MessageLoad, ud(10), 4, 3, fields{Type: isa.TypeUd}), "registers that it does not use"},
		{compute, sends(isa.MessageLoad, ud(10), 4, 0, fields{Type: 10}), "type 10 is reserved"},
		{compute, sends(isa.MessageLoad, ud(10), 4, 0, fields{Last: true}), "message load has no {last}"},
		{compute, sends(isa.MessageLoad, ud(10), 4, 0, fields{Operation: 1}), "message load has no operation"},
		{compute, sends(isa.MessageLoad, ud(126), 4, 0, fields{Type: isa.TypeUd, Count: 1}), ""},
		{compute, sends(isa.MessageLoad, ud(126), 4, 0, fields{Type: isa.TypeUd, Count: 2}), "end with r128"},
		{compute, sends(isa.MessageSharedLoad, ud(1), 4, 0, fields{Binding: 1}), "message shared_load has no binding"},
		{compute, sends(isa.MessageSharedLoad, ud(1), 4, 0, fields{NonCacheable: true}), "non-cacheable"},
		{compute, sends(isa.MessageAtomic, ud(1), 4, 5, fields{Type: isa.TypeF, Returns: true}), "an atomic of type f"},
		{compute, sends(isa.MessageAtomic, ud(1), 4, 5, fields{Type: isa.TypeUd, Returns: true, Operation: isa.AtomicLimit}), "atomic operation 11 is reserved"},
		{compute, sends(isa.MessageAtomic, noAnswer, 4, 127, fields{Type: isa.TypeUd}), ""},
		{compute, sends(isa.MessageAtomic, noAnswer, 4, 0, fields{Type: isa.TypeUd, Operation: isa.AtomicLoad}), "atomic load without an answer, or with one"},
		{compute, sends(isa.MessageAtomic, ud(1), 4, 5, fields{Type: isa.TypeUd, Operation: isa.AtomicStore, Returns: true}), "atomic store without an answer, or with one"},
		{compute, sends(isa.MessageEnd, noAnswer, 0, 0, fields{}), "message end without {last}"},
		{compute, sends(isa.MessageAtomic, noAnswer, 4, 127, fields{Type: isa.TypeUd, Operation: isa.AtomicCompare}), "end with r128"},
		{compute, sends(isa.MessagePrivateLoad, ud(1), 4, 0, fields{Type: isa.TypeUw}), "message private_load of type uw"},
		{compute, sends(isa.MessageConstant, ud(1), 0, 0, fields{}).plus(16), "no multiple of 32"},
		{compute, sends(isa.MessageScratchLoad, ud(1), 0, 0, fields{}).plus(-32), "no multiple of 32 from 0 on"},
		{compute, sends(isa.MessageSize, ud(1), 0, 0, fields{}).plus(32), "message size has no offset"},
		{Program{}, sends(isa.MessageSharedLoad, ud(1), 4, 0, fields{}), "without any"},
		{pixel, sends(isa.MessageSharedLoad, ud(1), 4, 0, fields{}), "not legal in a program of this stage"},
		{trap, sends(isa.MessageSharedLoad, ud(1), 4, 0, fields{}), ""},
		{pixel, sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}), "not legal in a program of this stage"},
		{compute, sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}), ""},
		{pixel, sends(isa.MessageAllocate, ud(1), 3, 0, fields{}), "not legal in a program of this stage"},
		{compute, sends(isa.MessageAllocate, ud(1), 3, 0, fields{}), ""},
		{compute, sends(isa.MessageAllocate, ud(1), 0, 3, fields{}), "registers that it does not use"},
		{compute, sends(isa.MessageThreadEnd, noAnswer, 3, 0, fields{}), ""},
		{compute, sends(isa.MessageThreadEnd, noAnswer, 0, 3, fields{}), "registers that it does not use"},
		{few, sends(isa.MessageThreadEnd, noAnswer, 4, 0, fields{}), ""},
		{few, sends(isa.MessageThreadEnd, noAnswer, 5, 0, fields{}), "end with r5, the last register is r4"},
		{compute, load.pred(isa.PredicateAny, 0).sized(isa.SizeLanes8, 0), "predicate for all lanes"},
		{compute, load.when(2).not(), ""},
		{compute, load.cond(isa.ConditionNone, 2), "a flag register that nothing uses"},
		{vertex, sends(isa.MessageStore, noAnswer, 4, 5, fields{}), "not legal in a program of this stage"},
		{hull, sends(isa.MessageTexelStore, noAnswer, 4, 5, fields{}), "not legal in a program of this stage"},
		{pixel, sends(isa.MessageStore, noAnswer, 4, 5, fields{}), ""},
		{vertex, sends(isa.MessageColor, noAnswer, 0, 5, fields{}), "not legal in a program of this stage"},
		{pixel, sends(isa.MessageResult, noAnswer, 0, 5, fields{}), "not legal in a program of this stage"},
		{hull, sends(isa.MessageResult, noAnswer, 0, 5, fields{Last: true}), ""},
		{trap, sends(isa.MessageSample, ud(1), 0, 0, fields{}), "not legal in a program of this stage"},
		{trap, sends(isa.MessageScratchLoad, ud(1), 0, 0, fields{}), "not legal in a program of this stage"},
		{trap, sends(isa.MessageAtomic, noAnswer, 4, 127, fields{Type: isa.TypeUd}), "not legal in a program of this stage"},
		{trap, sends(isa.MessageEnd, noAnswer, 0, 0, fields{Last: true}), ""},
		{restore, sends(isa.MessageEnd, noAnswer, 0, 0, fields{Last: true}), "not legal in a program of this stage"},
		{restore, sends(isa.MessageContextLoadSet, noAnswer, 4, 0, fields{}).plus(32), ""},
		{restore, sends(isa.MessageContextLoadSet, noAnswer, 4, 0, fields{}).plus(48), "no multiple of 32 from 0 on"},
		{restore, sends(isa.MessageContextLoadSet, noAnswer, 4, 5, fields{}), "registers that it does not use"},
		{restore, sends(isa.MessageContextLoad, ud(125), 0, 0, fields{Count: 3}), "end with r128"},
		{restore, sends(isa.MessageLive, ud(1), 0, 0, fields{}), ""},
		{compute, sends(isa.MessageLive, ud(1), 0, 0, fields{}), "not legal in a program of this stage"},
		{compute, sends(isa.MessageContextStore, noAnswer, 0, 1, fields{}), "not legal in a program of this stage"},
		{pixel, sends(isa.MessageColor, noAnswer, 0, 126, fields{Count: 1}), ""},
		{pixel, sends(isa.MessageColor, noAnswer, 0, 126, fields{Count: 1}).open(), "message color without {last}"},
		{pixel, sends(isa.MessageColorDepth, noAnswer, 0, 126, fields{}).open(), "message color_depth without {last}"},
		{trap, flow(isa.OpLoop, ""), "loop in a handler"},
		{trap, flow(isa.OpIf, ""), "if in a handler"},
		{trap, flow(isa.OpJmp, "").pred(isa.PredicateAny, 0), ""},
		{trap, flow(isa.OpJmp, "").pred(isa.PredicateAny, 1), "flag register f1 in a handler"},
		{trap, do(isa.OpCmp, null(isa.TypeUd), ud(1), ud(2)).cond(isa.ConditionEq, 3), "flag register f3 in a handler"},
		{pixel, sends(isa.MessageColor, noAnswer, 0, 126, fields{Count: 1, Type: isa.TypeF}), "message color has no type"},
		{pixel, sends(isa.MessageColorDepth, noAnswer, 0, 126, fields{Count: 1}), "end with r128"},
	} {
		reason := reasonOf(t, c.p, c.i)
		if c.reason == "" {
			require.Empty(t, reason)
			continue
		}
		require.Contains(t, reason, c.reason)
	}
}

// tableMessage is a message with what its table says, of a program of a stage that has it.
func tableMessage(code uint32) (Program, ins) {
	m, p := &isa.Messages[code], Program{Shared: 64}
	switch m.Unit {
	case isa.UnitSampler, isa.UnitTarget:
		p.Stage = StagePixel
	case isa.UnitThread:
		p.Stage = StageVertex
	case isa.UnitContext:
		p.Stage = StageTrap
	}
	about := fields{Last: code == isa.MessageEnd}
	if m.Uses&isa.UsesType != 0 {
		about.Type = isa.TypeUd
	}
	i := sends(code, noAnswer, 0, 0, about)
	if m.Answers&^isa.AnswersReturns != 0 {
		i.dst = ud(60)
	}
	if m.Sends&(isa.SendsAddresses|isa.SendsCoordinates|isa.SendsOne|isa.SendsSet) != 0 {
		i.payload.AddressReg = 20
	}
	if m.Sends&(isa.SendsComponents|isa.SendsRegisters|isa.SendsGradients|isa.SendsOperands) != 0 {
		i.send.DataReg = 40
	}
	return p, i
}

// Offsets are added to addresses, whatever they are; of messages of whole registers they are multiples of 32 from 0 on; others have none.
func TestOffsetsOfEveryMessage(t *testing.T) {
	for code, m := range isa.Messages {
		if m.Name == "" {
			continue
		}
		p, i := tableMessage(uint32(code))
		require.Empty(t, reasonOf(t, p, i), m.Name)
		registers := m.Sends&(isa.SendsRegisters|isa.SendsSet) != 0 || m.Answers&(isa.AnswersRegisters|isa.AnswersBlock) != 0
		for _, offset := range []int32{-32768, -64, -32, -31, -4, -1, 1, 4, 16, 31, 32, 33, 64, 32736, 32767} {
			reason := reasonOf(t, p, i.plus(offset))
			switch {
			case m.Sends&isa.SendsAddresses != 0, registers && offset > 0 && offset%32 == 0:
				require.Empty(t, reason, "%s, offset %d", m.Name, offset)
			case m.Uses&isa.UsesTexels != 0 && offset > 0 && offset < 4096:
				require.Empty(t, reason, "%s, texels %#x", m.Name, offset)
			case registers:
				require.Contains(t, reason, "no multiple of 32 from 0 on", "%s, offset %d", m.Name, offset)
			default:
				require.Contains(t, reason, "has no offset", "%s, offset %d", m.Name, offset)
			}
		}
	}
}

// Private memory is for types of 32 bits, atomics are of ud and d; the others take every type.
func TestTypesOfEveryMessage(t *testing.T) {
	for code, m := range isa.Messages {
		if m.Name == "" {
			continue
		}
		p, i := tableMessage(uint32(code))
		private := code == isa.MessagePrivateLoad || code == isa.MessagePrivateStore
		for typ := range uint32(16) {
			about := *i.send
			about.Type, i.send = typ, &about
			legal := typ == 0 || m.Uses&isa.UsesCoordinates != 0 && typ < 5
			if m.Uses&isa.UsesType != 0 {
				legal = typ < isa.TypeLimit && (!private || typeSize[typ] == 4) && (m.Uses&isa.UsesAtomic == 0 || typ == isa.TypeUd || typ == isa.TypeD)
			}
			require.Equal(t, legal, reasonOf(t, p, i) == "", "%s of type %d: %s", m.Name, typ, reasonOf(t, p, i))
		}
	}
}

// mov is between types of one size, or between integers; between floats and integers it copies bits as they are.
func TestMovsBetweenTypes(t *testing.T) {
	for to := range uint32(isa.TypeLimit) {
		for from := range uint32(isa.TypeLimit) {
			integers, same := !isFloat(to) && !isFloat(from), isFloat(to) == isFloat(from)
			legal := integers || typeSize[to] == typeSize[from]
			mov := func(a arg) ins { return do(isa.OpMov, r(20, to), a) }
			for name, c := range map[string]struct {
				i     ins
				legal bool
			}{
				"mov":       {mov(r(1, from)), legal},
				"sat":       {mov(r(1, from)).sat(), legal && same},
				"condition": {mov(r(1, from)).cond(isa.ConditionLt, 2), legal && same},
				"un":        {mov(r(1, from)).cond(isa.ConditionUn, 0), legal && same && isFloat(to)},
				"negated":   {mov(r(1, from).negated()), legal && same},
				"absolute":  {mov(r(1, from).absolute()), legal && same && !isUnsigned(from)},
				"predicate": {mov(r(1, from)).when(3), legal},
			} {
				reason := reasonOf(t, Program{}, c.i)
				require.Equal(t, c.legal, reason == "", "%s of %s in %s: %s", name, isa.TypeNames[from], isa.TypeNames[to], reason)
			}
		}
	}
}

func TestProgramsThatAreRefused(t *testing.T) {
	for reason, p := range map[string]Program{
		"of 4 lanes":                                 {Lanes: 4},
		"of 129 registers":                           {Lanes: 8, Registers: 129},
		"bytes of scratch memory":                    {Lanes: 8, Scratch: -1},
		"bytes of shared memory":                     {Lanes: 8, Shared: mostShared + 1},
		"of stage 7":                                 {Lanes: 8, Stage: 7},
		"of -1 arguments":                            {Lanes: 8, Args: -1},
		"a CTA of [-1 1 1] lanes":                    {Lanes: 8, CTA: [3]int{-1, 1, 1}},
		"a CTA of [1024 1024 1024] lanes":            {Lanes: 8, CTA: [3]int{1024, 1024, 1024}},
		"brings 129 registers, expected 128 at most": {Lanes: 8, Args: 8*124 + 1},
	} {
		_, err := Load(p)
		require.ErrorContains(t, err, reason)
	}
}

// Types without a name are refused wherever they stand, also where a number was expected and a register is.
func TestReservedTypesOfSpecialRegisters(t *testing.T) {
	for typ := uint32(isa.TypeLimit); typ < 16; typ++ {
		require.Equal(t, fmt.Sprintf("type %d is reserved", typ), reasonOf(t, Program{Stage: StageTrap}, bytesOf(0x4034, 0x00044000, 0x4800|typ<<21, 0x84)))
	}
}
