package exec

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// The tables of compaction are chosen anew now and then, so these tests take any entry, and say what its bits mean.

// control is the native control word of an index.
func control(op, index uint32) uint32 {
	return op | isa.SizeThread<<isa.NativeControlSizeShift | isa.CompactControl[index]<<12
}

// same wants a compact instruction to be taken apart as its native form is, but for the length.
func same(t *testing.T, compact []byte, native [4]uint32) {
	t.Helper()
	got, reason := take(compact, 0)
	require.Empty(t, reason)
	require.Equal(t, isa.CompactBytes, got.length)
	want, reason := take(bytesOf(native[:]...), 0)
	require.Empty(t, reason)
	want.length = got.length
	require.Equal(t, want, got)
}

// refusedForm wants a compact instruction to be refused.
func refusedForm(t *testing.T, reason string, low, high uint32) {
	t.Helper()
	_, got := take(bytesOf(low, high), 0)
	require.Contains(t, got, reason)
}

// compacted is a compact instruction with operands, and the native one that its indices name.
type compacted struct {
	low     isa.CompactLowFields
	high    isa.CompactHighFields
	native  [4]uint32
	sources int
	number  bool
	surplus bool // its indices say something about a source 1 that it does not have, or that is a number
}

// randomCompact takes any entries of tables; of sources that the operation does not have, fields are 0 where that is possible.
func randomCompact(rng *rand.Rand, op uint32) (c compacted) {
	n := func(count int) uint32 { return uint32(rng.IntN(count)) }
	c.sources = isa.Operations[op].Sources
	c.low = isa.CompactLowFields{Opcode: op, Compact: true, Control: n(32), Types: n(32), DstReg: n(128), Subs: n(32)}
	c.high = isa.CompactHighFields{Src0Reg: n(128), Src0: n(16)}
	types, subs := isa.CompactTypes[c.low.Types], isa.CompactSubs[c.low.Subs]
	c.number = types>>7&1 != 0
	switch {
	case c.number:
	case c.sources == 1:
		c.high.Src1 = packedZero
	case c.sources == 3:
		c.high.Src2Reg, c.high.Src2 = n(128), n(8)
		fallthrough
	default:
		c.high.Src1Reg, c.high.Src1 = n(128), n(16)
	}
	c.surplus = c.sources == 1 && types>>12 != 0 || (c.sources == 1 || c.number) && subs>>10 != 0
	source0, source1, last := isa.CompactSource[c.high.Src0], isa.CompactSource[c.high.Src1], isa.CompactLast[c.high.Src2]
	c.native[0] = control(op, c.low.Control)
	c.native[1] = isa.NativeDestinationFields{Reg: c.low.DstReg, Sub: subs & 31, Type: types & 15, Stride: types >> 4 & 3, Null: types>>6&1 != 0, Immediate: c.number}.Pack()
	sources := isa.NativeSourcesFields{Src0Reg: c.high.Src0Reg, Src0Sub: subs >> 5 & 31, Src0Type: types >> 8 & 15, Src0Region: source0 & 7,
		Src0Negate: source0>>3&1 != 0, Src0Abs: source0>>4&1 != 0}
	rest := isa.NativeLastFields{}
	if c.sources > 1 {
		sources.Src1Type = types >> 12
	}
	if c.sources > 1 && !c.number {
		sources.Src1Region, sources.Src1Negate, sources.Src1Abs = source1&7, source1>>3&1 != 0, source1>>4&1 != 0
		rest.Src1Reg, rest.Src1Sub = c.high.Src1Reg, subs>>10
	}
	if c.sources > 2 && !c.number {
		sources.Src2Negate, sources.Src2Abs = last>>7&1 != 0, last>>8&1 != 0
		rest.Src2Type, rest.Src2Region, rest.Src2Reg, rest.Src2Sub = last&15, last>>4&7, c.high.Src2Reg, last>>9
	}
	c.native[2], c.native[3] = sources.Pack(), rest.Pack()
	return c
}

// packedZero is the index of a source that says nothing: region, negation and absolute value are 0.
var packedZero = uint32(slices.Index(isa.CompactSource[:], 0))

func TestCompactOperands(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	type kind struct {
		sources         int
		number, surplus bool
	}
	seen := map[kind]int{}
	for op := range uint32(256) {
		for n := 0; n < 300 && isa.Operations[op].Format == isa.FormatNative; n++ {
			c := randomCompact(rng, op)
			low, high := c.low.Pack(), c.high.Pack()
			seen[kind{c.sources, c.number, c.surplus}]++
			switch {
			case c.number && c.sources == 3:
				refusedForm(t, "has no number", low, high)
			case c.surplus:
				refusedForm(t, "mean nothing", low, high)
			case c.number:
				checkCompactNumber(t, rng, c)
			default:
				same(t, bytesOf(low, high), c.native)
				refusedForm(t, "mean nothing", low|1<<31, high)
				checkSourcesNotThere(t, rng, c)
			}
		}
	}
	for _, k := range []kind{
		{1, false, false}, {1, false, true}, {1, true, false}, {1, true, true}, {2, false, false}, {2, true, false}, {2, true, true}, {3, false, false},
	} {
		require.Greater(t, seen[k], 100, "%+v", k)
	}
}

// checkSourcesNotThere wants fields of sources that an operation does not have to be 0.
func checkSourcesNotThere(t *testing.T, rng *rand.Rand, c compacted) {
	low, high := c.low.Pack(), c.high.Pack()
	if c.sources < 3 {
		refusedForm(t, "mean nothing", low, high|1<<(isa.CompactHighSrc2RegShift+rng.IntN(6)))
		checkItems(t, low, high, 1, 28, c.native)
	}
	if c.sources > 1 {
		return
	}
	refusedForm(t, "mean nothing", low, high|1<<(isa.CompactHighSrc1RegShift+rng.IntN(7)))
	for n := range isa.CompactSource {
		if c.high.Src1 = uint32(n); isa.CompactSource[n] != 0 {
			refusedForm(t, "mean nothing", low, c.high.Pack())
		}
	}
}

func checkCompactNumber(t *testing.T, rng *rand.Rand, c compacted) {
	number := rng.Uint32() >> 16
	c.native[3] = uint32(int32(number<<16) >> 16)
	if c.low.Upper = rng.IntN(2) == 0; c.low.Upper {
		number |= 1 // 0 has a shorter form
		c.native[3] = number << 16
	}
	low, high := c.low.Pack(), c.high.Pack()|number<<11
	same(t, bytesOf(low, high), c.native)
	refusedForm(t, "mean nothing", low, high|1<<27)
	checkItems(t, low, high, 1, 28, c.native)
	refusedForm(t, "has a shorter form", low|1<<31, c.high.Pack())
}

func TestCompactFlow(t *testing.T) {
	for n := range uint32(32) {
		low := isa.CompactFlowLowFields{Opcode: isa.OpBreak, Compact: true, Control: n}.Pack()
		for _, target := range []int32{0, 1, -1, 1<<23 - 1, -1 << 23} {
			high := isa.CompactFlowHighFields{Count: 200, Target: target}.Pack()
			same(t, bytesOf(low, high), [4]uint32{control(isa.OpBreak, n), 0, 200, uint32(8 * target)})
		}
		refusedForm(t, "mean nothing", low|1<<(18+n%14), 1)
		checkItems(t, low, 1<<8, 0, 14, [4]uint32{control(isa.OpBreak, n), 0, 0, 8})
	}
}

// checkItems has each number of an item of state, from a bit of one of the two words on, be its bit of NOS; those that are none are refused.
func checkItems(t *testing.T, low, high uint32, word, shift int, native [4]uint32) {
	for item := range uint32(16) {
		w := [2]uint32{low, high}
		w[word] |= item << shift
		if item > 12 {
			refusedForm(t, "mean nothing", w[0], w[1])
			continue
		}
		tagged := native
		if item > 0 {
			tagged[1] |= 1 << (19 + item)
		}
		f, reason := take(bytesOf(w[0], w[1]), 0)
		require.Empty(t, reason)
		n, reason := f.expand(w[0], w[1])
		require.Empty(t, reason)
		require.Equal(t, words(tagged), n, "%08x %08x", w[0], w[1])
	}
}

func TestCompactMessages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range uint32(32) {
		offset, address, data, answer, binding := int32(rng.IntN(1<<14)-1<<13), rng.Uint32()%128, rng.Uint32()%128, rng.Uint32()%128, rng.Uint32()%16
		low := isa.CompactSendLowFields{Opcode: isa.OpSend, Compact: true, Control: 31 - n, Message: n, DstReg: answer}.Pack()
		high := isa.CompactSendHighFields{AddressReg: address, DataReg: data, Binding: binding, Offset: offset}.Pack()
		entry := isa.CompactMessage[n]
		same(t, bytesOf(low, high), [4]uint32{control(isa.OpSend, 31-n),
			isa.SendDestinationFields{Reg: answer, Null: entry>>31 != 0}.Pack(),
			isa.SendPayloadFields{AddressReg: address, Message: entry & 0xff, Offset: 4 * offset}.Pack(),
			entry&0x7fffff00 | binding<<8 | data})
		refusedForm(t, "mean nothing", low|1<<(30+n%2), high)
		checkItems(t, low, high, 0, 26, [4]uint32{control(isa.OpSend, 31-n),
			isa.SendDestinationFields{Reg: answer, Null: entry>>31 != 0}.Pack(),
			isa.SendPayloadFields{AddressReg: address, Message: entry & 0xff, Offset: 4 * offset}.Pack(),
			entry&0x7fffff00 | binding<<8 | data})
	}
}

// A program may mix both forms; compact instructions take half the bytes.
func TestCompactInstructionsExecute(t *testing.T) {
	jump := isa.CompactFlowLowFields{Opcode: isa.OpJmp, Compact: true, Control: plain(t)}.Pack()
	got := machine{prepare: numbered}.run(t, bytesOf(jump, isa.CompactFlowHighFields{Target: 3}.Pack()), mark(0), mark(1))
	require.Equal(t, uint32(10), got.at(2, 1)[0])
	require.Equal(t, 3, got.Instructions)
}

// plain is the index of a control word without anything.
func plain(t *testing.T) uint32 {
	for n, v := range isa.CompactControl {
		if v == 0 {
			return uint32(n)
		}
	}
	t.Fatal("no compact instruction is without a predicate")
	return 0
}
