package isa_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// requireReason wants an instruction to be refused for a reason; to be legal when that is "".
func requireReason(t *testing.T, says string, i isa.Instruction, about any) {
	t.Helper()
	err := isa.Check(i.Encode())
	if says == "" {
		require.NoError(t, err, about)
		return
	}
	require.ErrorContains(t, err, says, about)
}

// The last byte of an operand is one of r127. Of an instruction for all lanes of the thread eight are known.
func TestLastByteOfOperands(t *testing.T) {
	for _, c := range []struct {
		size, typ, region uint8
		reg, sub          uint8 // the last place that is legal
		beyond            [2]uint8
	}{
		{isa.SizeLanes8, isa.TypeUb, isa.RegionPacked, 127, 24, [2]uint8{127, 25}},
		{isa.SizeLanes1, isa.TypeUb, isa.RegionPacked, 127, 31, [2]uint8{}},
		{isa.SizeLanes2, isa.TypeUb, isa.RegionPacked, 127, 30, [2]uint8{127, 31}},
		{isa.SizeLanes4, isa.TypeUw, isa.RegionPacked, 127, 24, [2]uint8{127, 26}},
		{isa.SizeLanes8, isa.TypeUd, isa.RegionPacked, 127, 0, [2]uint8{127, 4}},
		{isa.SizeThread, isa.TypeUd, isa.RegionPacked, 127, 0, [2]uint8{127, 4}},
		{isa.SizeLanes16, isa.TypeUd, isa.RegionPacked, 126, 0, [2]uint8{126, 4}},
		{isa.SizeLanes32, isa.TypeUd, isa.RegionPacked, 124, 0, [2]uint8{124, 4}},
		{isa.SizeLanes8, isa.TypeUq, isa.RegionPacked, 126, 0, [2]uint8{126, 8}},
		{isa.SizeLanes8, isa.TypeUb, isa.RegionStride2, 127, 17, [2]uint8{127, 18}},
		{isa.SizeLanes8, isa.TypeUw, isa.RegionStride2, 127, 2, [2]uint8{127, 4}},
		{isa.SizeLanes8, isa.TypeUd, isa.RegionStride2, 126, 4, [2]uint8{126, 8}},
		{isa.SizeLanes8, isa.TypeUd, isa.RegionStride4, 124, 12, [2]uint8{124, 16}},
		{isa.SizeLanes8, isa.TypeUd, isa.RegionStride8, 120, 28, [2]uint8{121, 0}},
		{isa.SizeLanes8, isa.TypeUd, isa.RegionScalar, 127, 28, [2]uint8{}},
		{isa.SizeLanes8, isa.TypeUd, isa.RegionQuad, 127, 24, [2]uint8{127, 28}},
		{isa.SizeLanes32, isa.TypeUd, isa.RegionQuad, 127, 0, [2]uint8{127, 4}},
		{isa.SizeLanes32, isa.TypeUd, isa.RegionRepeat, 127, 16, [2]uint8{127, 20}},
		{isa.SizeLanes2, isa.TypeUd, isa.RegionRepeat, 127, 24, [2]uint8{127, 28}},
	} {
		at := func(reg, sub uint8) [4]isa.Instruction {
			low := isa.Source{Reg: 1, Type: c.typ, Region: isa.RegionScalar}
			high := isa.Source{Reg: reg, Sub: sub, Type: c.typ, Region: c.region}
			dst := isa.Destination{Reg: 1, Type: c.typ}
			of := func(d isa.Destination, s ...isa.Source) isa.Instruction {
				return isa.Instruction{Op: isa.OpBsel, Size: c.size, Swizzle: isa.OwnOrder, Dst: d, Src: [3]isa.Source(s)}
			}
			list := [4]isa.Instruction{of(dst, high, low, low), of(dst, low, high, low), of(dst, low, low, high), of(dst, low, low, low)}
			if c.region >= isa.RegionPacked && c.region <= isa.RegionStride8 {
				list[3].Dst = isa.Destination{Reg: reg, Sub: sub, Type: c.typ, Stride: c.region - isa.RegionPacked}
			}
			return list
		}
		for k, i := range at(c.reg, c.sub) {
			requireReason(t, "", i, c)
			if c.beyond == [2]uint8{} || k == 3 && i.Dst.Reg == 1 { // no place is beyond it, or no destination has its region
				continue
			}
			says := []string{"source 0 passes r127", "source 1 passes r127", "source 2 passes r127", "the destination passes r127"}[k]
			requireReason(t, says, at(c.beyond[0], c.beyond[1])[k], c)
		}
	}
}

// An implied destination is as many registers as the destination, right after it, and within r127.
func TestRoomOfImpliedDestinations(t *testing.T) {
	for _, c := range []struct{ size, typ, reg uint8 }{ // the last register that is legal
		{isa.SizeThread, isa.TypeUd, 126}, {isa.SizeLanes8, isa.TypeUd, 126}, {isa.SizeLanes1, isa.TypeUd, 126}, {isa.SizeLanes8, isa.TypeUb, 126},
		{isa.SizeLanes32, isa.TypeUb, 126}, {isa.SizeLanes32, isa.TypeUw, 124}, {isa.SizeLanes16, isa.TypeUd, 124}, {isa.SizeLanes32, isa.TypeUd, 120},
		{isa.SizeLanes4, isa.TypeUq, 126}, {isa.SizeLanes8, isa.TypeUq, 124}, {isa.SizeLanes32, isa.TypeUq, 112},
	} {
		for _, op := range []uint8{isa.OpMull, isa.OpAddc, isa.OpSubb} {
			low := isa.Source{Type: c.typ, Region: isa.RegionScalar}
			i := isa.Instruction{Op: op, Size: c.size, Swizzle: isa.OwnOrder, Dst: isa.Destination{Reg: c.reg, Type: c.typ}, Src: [3]isa.Source{low, low}}
			requireReason(t, "", i, c)
			i.Dst.Reg++
			requireReason(t, "as much room after it", i, c)
		}
	}
}

// Numbers have the bits of their types and no others; those of 64 bits are extended.
func TestBitsOfNumbersBeyondTheirTypes(t *testing.T) {
	for typ, last := range map[uint8]uint32{isa.TypeUb: 0xff, isa.TypeB: 0xff, isa.TypeUw: 0xffff, isa.TypeW: 0xffff, isa.TypeHf: 0xffff,
		isa.TypeUd: 1<<32 - 1, isa.TypeD: 1<<32 - 1, isa.TypeUq: 1<<32 - 1, isa.TypeQ: 1<<32 - 1, isa.TypeF: 1<<32 - 1} {
		number := isa.Source{Type: typ}
		source := isa.Source{Reg: 5, Type: typ, Region: isa.RegionPacked}
		two := isa.Instruction{Op: isa.OpAdd, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Immediate: true, Dst: isa.Destination{Type: typ}, Src: [3]isa.Source{source, number}}
		three := two
		three.Op, three.Src = isa.OpMad, [3]isa.Source{source, source, number}
		two.Number, three.Number = last, last&0xffff
		requireReason(t, "", two, last)
		requireReason(t, "", three, last)
		if last < 1<<32-1 {
			two.Number++
			requireReason(t, "bits of the number beyond its type", two, last)
		}
		if last < 0xffff {
			three.Number++
			requireReason(t, "bits of the number beyond its type", three, last)
		}
	}
}

// Private memory has words of each lane: its types are those of 32 bits.
func TestTypesOfPrivateMessages(t *testing.T) {
	for _, code := range []uint8{isa.MessagePrivateLoad, isa.MessagePrivateStore} {
		for typ, says := range map[uint8]string{
			isa.TypeUb: "type ub, expected one of 32 bits", isa.TypeB: "type b, expected one of 32 bits", isa.TypeUw: "type uw, expected one of 32 bits",
			isa.TypeW: "type w, expected one of 32 bits", isa.TypeHf: "type hf, expected one of 32 bits", isa.TypeUq: "type uq, expected one of 32 bits",
			isa.TypeQ: "type q, expected one of 32 bits", isa.TypeUd: "", isa.TypeD: "", isa.TypeF: "",
		} {
			i := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: code == isa.MessagePrivateStore},
				Message: isa.Send{Code: code, Type: typ}}
			requireReason(t, says, i, isa.Messages[code].Name)
		}
	}
}

// An atomic has an answer or none, a load must have one, a store has none; types are ud and d.
func TestAtomics(t *testing.T) {
	for _, code := range []uint8{isa.MessageAtomic, isa.MessageSharedAtomic} {
		for op := range uint8(16) {
			for typ := range uint8(10) {
				for _, returns := range []bool{false, true} {
					i := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: !returns},
						Message: isa.Send{Code: code, Type: typ, Operation: op, Returns: returns}}
					says := ""
					switch {
					case op > 10:
						says = "is reserved"
					case typ != 4 && typ != 5:
						says = "expected ud or d"
					case op == 9 && !returns:
						says = "an atomic load without an answer"
					case op == 10 && returns:
						says = "an atomic store with an answer"
					}
					requireReason(t, says, i, i.Message)
				}
			}
		}
	}
}

// Offsets are of messages that have one: signed after an address, texels below bit 12, otherwise multiples of 32 from 0 on.
func TestOffsetsOfMessages(t *testing.T) {
	addressed := map[string]bool{"load": true, "store": true, "atomic": true, "private_load": true, "private_store": true, "shared_load": true,
		"shared_store": true, "shared_atomic": true}
	blocks := map[string]bool{"constant": true, "scratch_load": true, "scratch_store": true, "result": true,
		"context_load": true, "context_store": true, "context_load_set": true, "context_store_set": true}
	texels := map[string]bool{"sample": true, "sample_bias": true, "sample_level": true, "sample_gradient": true, "sample_compare": true,
		"sample_compare_level": true, "gather": true, "gather_compare": true}
	for code := range isa.Messages {
		m := &isa.Messages[code]
		if m.Name == "" {
			continue
		}
		i := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: m.Answers == 0},
			Message: isa.Send{Code: uint8(code), Last: m.Name == "end" || m.Unit == isa.UnitTarget}}
		if m.Uses&isa.UsesType != 0 {
			i.Message.Type = isa.TypeUd
		}
		if m.Uses&isa.UsesAtomic != 0 {
			i.Dst.Null = true
		}
		requireReason(t, "", i, m.Name)
		for offset, inBlocks := range map[int16]bool{-32768: false, -32: false, -1: false, 1: false, 16: false, 31: false, 32: true, 33: false, 64: true, 32736: true, 32767: false} {
			i.Message.Offset = offset
			says := "it has no offset"
			switch {
			case addressed[m.Name], blocks[m.Name] && inBlocks, texels[m.Name] && offset >= 0 && offset < 1<<12:
				says = ""
			case texels[m.Name]:
				says = "bits 15:12 of the texels that are added"
			case blocks[m.Name]:
				says = "expected a multiple of 32"
			}
			requireReason(t, says, i, i.Message)
		}
	}
}

// Messages to the sampler, and no others, send one to five register sets of coordinates.
func TestNumbersOfCoordinates(t *testing.T) {
	for code := uint8(isa.MessageSample); code <= isa.MessageDimensions; code++ {
		for typ := range uint8(16) {
			i := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: isa.Messages[code].Answers == 0},
				Message: isa.Send{Code: code, Type: typ}}
			says := ""
			if typ > 4 {
				says = fmt.Sprintf("%s: %d register sets of coordinates, expected 5 at most", isa.Messages[code].Name, typ+1)
			}
			requireReason(t, says, i, i.Message)
			require.Equal(t, i, isa.Decode(i.Encode()))
		}
	}
	i := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: true}, Message: isa.Send{Code: isa.MessageBarrier, Type: 1}}
	requireReason(t, "barrier: it has no type", i, i.Message)
}

// uses is what a message reads from r10 as addresses, from r20 as data, and writes from r30 on, in registers, and whether it writes them as a whole.
type uses struct {
	addresses, data, answer int
	whole                   bool
}

// Registers of messages, by docs/isa.md: register sets are lanes · bytes / 32 registers.
func TestRegistersOfMessages(t *testing.T) {
	for _, c := range []struct {
		message    isa.Send
		of8, of32  uses
		answerless bool
	}{
		{isa.Send{Code: isa.MessageLoad, Type: isa.TypeF, Count: 3}, uses{1, 0, 4, true}, uses{4, 0, 16, true}, false},
		{isa.Send{Code: isa.MessageLoad, Type: isa.TypeUb, Count: 1}, uses{1, 0, 2, false}, uses{4, 0, 2, true}, false},
		{isa.Send{Code: isa.MessageStore, Type: isa.TypeUq, Count: 1}, uses{1, 4, 0, false}, uses{4, 16, 0, false}, true},
		{isa.Send{Code: isa.MessageAtomic, Type: isa.TypeUd, Operation: 0, Returns: true}, uses{1, 1, 1, true}, uses{4, 4, 4, true}, false},
		{isa.Send{Code: isa.MessageAtomic, Type: isa.TypeUd, Operation: 7}, uses{1, 1, 0, false}, uses{4, 4, 0, false}, true},
		{isa.Send{Code: isa.MessageAtomic, Type: isa.TypeUd, Operation: 8}, uses{1, 2, 0, false}, uses{4, 8, 0, false}, true},
		{isa.Send{Code: isa.MessageAtomic, Type: isa.TypeUd, Operation: 9, Returns: true}, uses{1, 0, 1, true}, uses{4, 0, 4, true}, false},
		{isa.Send{Code: isa.MessageAtomic, Type: isa.TypeUd, Operation: 10}, uses{1, 1, 0, false}, uses{4, 4, 0, false}, true},
		{isa.Send{Code: isa.MessageSize}, uses{0, 0, 1, true}, uses{0, 0, 1, true}, false},
		{isa.Send{Code: isa.MessageConstant, Count: 2}, uses{0, 0, 3, true}, uses{0, 0, 3, true}, false},
		{isa.Send{Code: isa.MessageScratchLoad, Count: 3}, uses{0, 0, 4, true}, uses{0, 0, 4, true}, false},
		{isa.Send{Code: isa.MessageScratchStore, Count: 3}, uses{0, 4, 0, false}, uses{0, 4, 0, false}, true},
		{isa.Send{Code: isa.MessagePrivateStore, Type: isa.TypeD, Count: 1}, uses{1, 2, 0, false}, uses{4, 8, 0, false}, true},
		{isa.Send{Code: isa.MessageSample, Count: 3}, uses{1, 0, 4, true}, uses{4, 0, 16, true}, false},
		{isa.Send{Code: isa.MessageSample, Type: 1, Count: 3}, uses{2, 0, 4, true}, uses{8, 0, 16, true}, false},
		{isa.Send{Code: isa.MessageSample, Type: 4, Offset: 0xfff}, uses{5, 0, 1, true}, uses{20, 0, 4, true}, false},
		{isa.Send{Code: isa.MessageSampleBias, Type: 2}, uses{3, 0, 1, true}, uses{12, 0, 4, true}, false},
		{isa.Send{Code: isa.MessageSampleCompare, Type: 3}, uses{4, 0, 1, true}, uses{16, 0, 4, true}, false},
		{isa.Send{Code: isa.MessageSampleGradient}, uses{1, 2, 1, true}, uses{4, 8, 4, true}, false},
		{isa.Send{Code: isa.MessageSampleGradient, Type: 1}, uses{2, 4, 1, true}, uses{8, 16, 4, true}, false},
		{isa.Send{Code: isa.MessageSampleGradient, Type: 2}, uses{3, 6, 1, true}, uses{12, 24, 4, true}, false},
		{isa.Send{Code: isa.MessageSampleGradient, Type: 3}, uses{4, 6, 1, true}, uses{16, 24, 4, true}, false},
		{isa.Send{Code: isa.MessageSampleGradient, Type: 4}, uses{5, 6, 1, true}, uses{20, 24, 4, true}, false},
		{isa.Send{Code: isa.MessageTexel, Type: 2, Count: 1}, uses{3, 0, 2, true}, uses{12, 0, 8, true}, false},
		{isa.Send{Code: isa.MessageTexelStore, Type: 1, Count: 1}, uses{2, 2, 0, false}, uses{8, 8, 0, false}, true},
		{isa.Send{Code: isa.MessageDimensions}, uses{1, 0, 4, true}, uses{4, 0, 16, true}, false},
		{isa.Send{Code: isa.MessageColor, Count: 3}, uses{0, 4, 0, false}, uses{0, 16, 0, false}, true},
		{isa.Send{Code: isa.MessageColorDepth, Count: 3}, uses{0, 5, 0, false}, uses{0, 20, 0, false}, true},
		{isa.Send{Code: isa.MessageResult, Count: 3}, uses{0, 4, 0, false}, uses{0, 4, 0, false}, true},
		{isa.Send{Code: isa.MessageEnd, Last: true}, uses{}, uses{}, true},
		{isa.Send{Code: isa.MessageBarrier}, uses{}, uses{}, true},
		{isa.Send{Code: isa.MessageAllocate, Binding: 7}, uses{1, 0, 1, true}, uses{1, 0, 1, true}, false},
		{isa.Send{Code: isa.MessageThreadEnd}, uses{1, 0, 0, false}, uses{1, 0, 0, false}, true},
		{isa.Send{Code: isa.MessageContextLoad, Count: 3}, uses{0, 0, 4, true}, uses{0, 0, 4, true}, false},
		{isa.Send{Code: isa.MessageContextStore, Count: 3}, uses{0, 4, 0, false}, uses{0, 4, 0, false}, true},
		{isa.Send{Code: isa.MessageContextLoadSet}, uses{1, 0, 0, false}, uses{1, 0, 0, false}, true},
		{isa.Send{Code: isa.MessageContextStoreSet}, uses{1, 0, 0, false}, uses{1, 0, 0, false}, true},
		{isa.Send{Code: isa.MessageLive}, uses{0, 0, 1, true}, uses{0, 0, 1, true}, false},
	} {
		i := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: c.answerless}, Message: c.message}
		i.Message.Last = i.Message.Last || isa.Messages[c.message.Code].Unit == isa.UnitTarget
		name := isa.Messages[c.message.Code].Name
		require.NoError(t, isa.Check(i.Encode()), name)
		for lanes, want := range map[int]uses{8: c.of8, 32: c.of32} {
			u := i.UsesOf(lanes)
			require.Equal(t, want, uses{u.Reads[0].Count, u.Reads[1].Count, u.Writes[0].Count, u.Whole && !c.answerless}, "%s of %d lanes", name, lanes)
			require.True(t, u.Masked, name)
			i.Predicate = isa.PredicateLane
			u = i.UsesOf(lanes)
			require.False(t, u.Whole, "%s under a predicate", name)
			i.Predicate = isa.PredicateNone
		}
	}
}

// Messages with a set of registers use more than their operands; no other instruction does.
func TestSetsOfRegisters(t *testing.T) {
	for code := range isa.Messages {
		name := isa.Messages[code].Name
		i := isa.Instruction{Op: isa.OpSend, Message: isa.Send{Code: uint8(code)}}
		require.Equal(t, name == "context_load_set" || name == "context_store_set", i.UsesSet(), name)
	}
	i := isa.Instruction{Op: isa.OpAdd, Message: isa.Send{Code: isa.MessageContextLoadSet}}
	require.False(t, i.UsesSet())
}

// Every operation and every message may have each tag of state; the bits below are those of destinations.
func TestTagsOfState(t *testing.T) {
	legal := map[string]isa.Instruction{
		"add": {Op: isa.OpAdd, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Type: isa.TypeF},
			Src: [3]isa.Source{{Type: isa.TypeF}, {Type: isa.TypeF}}},
		"send":  {Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: true}, Message: isa.Send{Code: isa.MessageBarrier}},
		"jmp":   {Op: isa.OpJmp, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Target: 8},
		"break": {Op: isa.OpBreak, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Target: 8, Levels: 2},
		"endif": {Op: isa.OpEndif, Size: isa.SizeThread, Swizzle: isa.OwnOrder},
		"iret":  {Op: isa.OpIret, Size: isa.SizeThread, Swizzle: isa.OwnOrder},
		"nop":   {Op: isa.OpNop, Size: isa.SizeThread, Swizzle: isa.OwnOrder},
		"wait":  {Op: isa.OpWait, Size: isa.SizeThread, Swizzle: isa.OwnOrder},
	}
	for name, i := range legal {
		n := i.Encode()
		require.NoError(t, isa.Check(n), name)
		for bit := range 32 {
			m := n
			m[1] ^= 1 << bit
			err := isa.Check(m)
			if bit >= 20 {
				require.NoError(t, err, "%s, bit %d", name, bit)
				back := isa.Decode(m)
				require.Equal(t, uint16(1)<<(bit-20), back.NOS, "%s, bit %d", name, bit)
				require.Equal(t, m, back.Encode(), "%s, bit %d", name, bit)
			} else if isa.Operations[i.Op].Format == isa.FormatFlow {
				require.ErrorContains(t, err, "bits of operands that it does not have", "%s, bit %d", name, bit)
			}
		}
	}
}

// Bits of messages that mean nothing are 0: bit 15 of the payload, bits 7 and 31:29 of the descriptor.
func TestReservedBitsOfMessages(t *testing.T) {
	i := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Reg: 1}, Message: isa.Send{Code: isa.MessageLoad, Type: isa.TypeF}}
	for _, c := range []struct {
		word, bit int
		says      string
	}{
		{2, 15, "bits of a payload that it does not have"},
		{3, 7, "bits of the descriptor that are reserved"},
		{3, 29, "bits of the descriptor that are reserved"},
		{3, 30, "bits of the descriptor that are reserved"},
		{3, 31, "bits of the descriptor that are reserved"},
		{3, 6, ": it has no data"},
		{2, 14, "allocate: it has no type"}, // another message
	} {
		n := i.Encode()
		require.NoError(t, isa.Check(n))
		n[c.word] ^= 1 << c.bit
		require.ErrorContains(t, isa.Check(n), c.says, "word %d, bit %d", c.word, c.bit)
	}
}

// Special registers that can be read and not be written, and numbers that none has.
func TestAccessOfSpecialRegisters(t *testing.T) {
	readOnly := map[uint32]string{12: "lanes", 13: "thread", 14: "slot", 22: "registers", 23: "shared"}
	for number := range uint32(200) {
		read := isa.Instruction{Op: isa.OpRdsr, Size: isa.SizeLanes1, NoMask: true, Swizzle: isa.OwnOrder, Immediate: true, Number: number,
			Dst: isa.Destination{Type: isa.TypeUd}, Src: [3]isa.Source{{Type: isa.TypeUd}}}
		write := read
		write.Op, write.Dst.Null, write.Src[1] = isa.OpWrsr, true, isa.Source{Type: isa.TypeUd}
		reads, writes := "", ""
		if number >= 4 && number < 8 || number >= 24 && number < 32 || number >= 160 {
			reads = "is reserved"
			writes = reads
		} else if name, ok := readOnly[number]; ok {
			writes = name + " is read only"
		}
		requireReason(t, reads, read, number)
		requireReason(t, writes, write, number)
	}
}
