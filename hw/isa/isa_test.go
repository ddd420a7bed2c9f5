package isa_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/draw"
)

// Every legal instruction comes back bit by bit from its parts, and from its compact form when it has one.
func requireRoundTrip(t testing.TB, n isa.Native) (legal bool) {
	err := isa.Check(n)
	if err != nil {
		require.NotEmpty(t, err.Error())
		return false
	}
	i := isa.Decode(n)
	require.Equal(t, n, i.Encode(), "%+v", i)
	if c, why := isa.Compacted(n); why == "" {
		require.True(t, isa.IsCompact(c[0]))
		back, err := c.Expand()
		require.NoError(t, err, "%+v", i)
		require.Equal(t, n, back, "%+v", i)
	}
	return true
}

// Neighbours of legal instructions by one and by two bits are refused with a reason, or come back.
func TestNeighboursAreRefusedOrComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	legal := 0
	for op := range isa.Operations {
		if isa.Operations[op].Name == "" {
			continue
		}
		n := draw.Of(r, uint8(op))
		n0 := n.Encode()
		require.True(t, requireRoundTrip(t, n0))
		for a := range 128 {
			one := n0
			one[a/32] ^= 1 << (a % 32)
			for b := a; b < 128; b++ { // b = a: one bit alone
				two := one
				if b > a {
					two[b/32] ^= 1 << (b % 32)
				}
				if requireRoundTrip(t, two) {
					legal++
				}
			}
		}
	}
	require.Greater(t, legal, 50_000)
}

// All combinations of indices of compact instructions, and of opcodes, are refused or come back.
func TestAllCompactionIndices(t *testing.T) {
	legal := 0
	try := func(c isa.Compact) {
		n, err := c.Expand()
		if err != nil {
			return
		}
		back, why := isa.Compacted(n)
		require.Empty(t, why)
		require.Equal(t, c, back)
		if isa.Check(n) == nil {
			legal++
		}
	}
	for op := range uint32(256) {
		if isa.Operations[op].Name == "" {
			continue
		}
		for low := range uint32(1 << 10) { // control and types
			try(isa.Compact{op | 1<<8 | low<<9, 1 << 7})
		}
		for high := range uint32(1 << 13) { // subs, and sources
			try(isa.Compact{op | 1<<8 | high&31<<26, high >> 5 & 15 << 7 & 0x780})
			try(isa.Compact{op | 1<<8 | 3<<14, high&15<<7 | high>>4&15<<18 | high>>8&7<<29})
		}
	}
	require.Greater(t, legal, 10_000)
}

// FuzzCheck: four words are an instruction that comes back bit by bit, or are refused with a reason; so are two.
func FuzzCheck(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		i := draw.Instruction(r)
		n := i.Encode()
		f.Add(n[0], n[1], n[2], n[3])
	}
	f.Fuzz(func(t *testing.T, a, b, c, d uint32) {
		requireRoundTrip(t, isa.Native{a, b, c, d})
		compact := isa.Compact{a | 1<<8, b}
		if n, err := compact.Expand(); err == nil {
			back, why := isa.Compacted(n)
			require.Empty(t, why)
			require.Equal(t, compact, back)
		}
	})
}

func TestReasons(t *testing.T) {
	legal := func() isa.Instruction {
		return isa.Instruction{Op: isa.OpAdd, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Reg: 4, Type: isa.TypeF},
			Src: [3]isa.Source{{Reg: 5, Type: isa.TypeF, Region: isa.RegionPacked}, {Reg: 6, Type: isa.TypeF, Region: isa.RegionPacked}}}
	}
	for name, c := range map[string]struct {
		spoil func(*isa.Instruction)
		says  string
	}{
		"reserved opcode": {func(i *isa.Instruction) { i.Op = 0 }, "opcode 0x00 is reserved"},
		"reserved size":   {func(i *isa.Instruction) { i.Size = 6 }, "size 6 is reserved"},
		"group alone":     {func(i *isa.Instruction) { i.Group = 1 }, "a first lane without a size"},
		"number too long": {func(i *isa.Instruction) {
			i.Dst.Type, i.Src[0].Type, i.Src[1], i.Immediate, i.Number = isa.TypeUw, isa.TypeUw, isa.Source{Type: isa.TypeUw}, true, 0x10000
		}, "bits of the number beyond its type"},
		"lanes beyond 31":  {func(i *isa.Instruction) { i.Size, i.Group = isa.SizeLanes16, 3 }, "16 lanes from lane 24 on pass lane 31"},
		"types of sources": {func(i *isa.Instruction) { i.Src[1].Type = isa.TypeD }, "source 1 of type d, expected a float of at most the size of f"},
		"wider source":     {func(i *isa.Instruction) { i.Dst.Type = isa.TypeHf }, "source 0 of type f, expected a float of at most the size of hf"},
		"misaligned":       {func(i *isa.Instruction) { i.Src[0].Sub = 2 }, "source 0 begins at byte 2, no multiple of 4"},
		"past the end":     {func(i *isa.Instruction) { i.Dst.Reg, i.Dst.Stride = 127, isa.StrideStride2 }, "the destination passes r127"},
		"reserved region":  {func(i *isa.Instruction) { i.Src[0].Region = 7 }, "region 7 of source 0 is reserved"},
		"reserved type":    {func(i *isa.Instruction) { i.Src[0].Type = 12 }, "type 12 of source 0 is reserved"},
		"un of integers": {func(i *isa.Instruction) {
			i.Op, i.Condition, i.Dst.Type, i.Src[0].Type, i.Src[1].Type = isa.OpCmp, isa.ConditionUn, isa.TypeD, isa.TypeD, isa.TypeD
		}, "un compares floats only"},
		"cmp without condition": {func(i *isa.Instruction) { i.Op = isa.OpCmp }, "no condition"},
		"sel without choice":    {func(i *isa.Instruction) { i.Op = isa.OpSel }, "either a condition or a predicate chooses"},
		"flag of nothing":       {func(i *isa.Instruction) { i.Flag = 2 }, "a flag register that nothing uses"},
		"inverted nothing":      {func(i *isa.Instruction) { i.Invert = true }, "an inverted predicate, but none"},
		"any of lanes":          {func(i *isa.Instruction) { i.Predicate = isa.PredicateAny }, "a predicate for all lanes, expected one by lane: (f0)"},
		"third source":          {func(i *isa.Instruction) { i.Src[2].Reg = 1 }, "bits of a source that it does not have"},
		"number with a place":   {func(i *isa.Instruction) { i.Immediate, i.Src[1].Region = true, isa.RegionPacked }, "source 1 has a place, but no register"},
		"mov between kinds":     {func(i *isa.Instruction) { i.Op, i.Src[1], i.Src[0].Type = isa.OpMov, isa.Source{}, isa.TypeUw }, "mov from uw to f; cvt converts"},
		"saturation":            {func(i *isa.Instruction) { i.Op, i.Saturate = isa.OpMin, true }, "it cannot saturate"},
		"logic of floats":       {func(i *isa.Instruction) { i.Op = isa.OpAnd }, "it has no form for f"},
		"target of no jump": {func(i *isa.Instruction) {
			*i = isa.Instruction{Op: isa.OpEndif, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Target: 8}
		}, "a target"},
		"odd target": {func(i *isa.Instruction) {
			*i = isa.Instruction{Op: isa.OpJmp, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Target: 12}
		}, "target 12, expected a multiple of 8"},
		"reserved message": {func(i *isa.Instruction) {
			*i = isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder}
		}, "message 0x00 is reserved"},
		"end without last": {func(i *isa.Instruction) {
			*i = isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: true}, Message: isa.Send{Code: isa.MessageEnd}}
		}, "end: it ends the thread: {last} was expected"},
	} {
		i := legal()
		require.NoError(t, isa.Check(i.Encode()))
		c.spoil(&i)
		require.ErrorContains(t, isa.Check(i.Encode()), c.says, name)
	}
}

func BenchmarkCheck(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	var list [1024]isa.Native
	for k := range list {
		i := draw.Instruction(r)
		list[k] = i.Encode()
	}
	for n := range b.N {
		if isa.Check(list[n%len(list)]) != nil {
			b.Fatal("refused")
		}
	}
}
