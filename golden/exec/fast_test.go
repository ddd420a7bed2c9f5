package exec

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/isa"
)

// nativeOps are operations with operands.
func nativeOps() (ops []uint32) {
	for op := range uint32(256) {
		if isa.Operations[op].Format == isa.FormatNative && isa.Operations[op].Allows&isa.AllowsSpecial == 0 {
			ops = append(ops, op)
		}
	}
	return ops
}

// typesOfOp are execution types of an operation, those of 32 bits more often.
func typesOfOp(op uint32) (types []uint32) {
	for typ := uint32(0); typ < isa.TypeLimit; typ++ {
		has := uint32(isa.HasInteger)
		if isFloat(typ) {
			has = isa.HasFloat
		}
		for n := 0; isa.Operations[op].Types&has != 0 && n < 1+6*one(typeSize[typ] == 4); n++ {
			types = append(types, typ)
		}
	}
	return types
}

// drawInstruction makes an instruction that is legal.
func drawInstruction(t *rapid.T, lanes int) ins {
	op := rapid.SampledFrom(nativeOps()).Draw(t, "op")
	info := &isa.Operations[op]
	typ := rapid.SampledFrom(typesOfOp(op)).Draw(t, "type")
	i := do(op, drawPlace(t, typ, isa.RegionStride8))
	switch {
	case info.Allows&isa.AllowsImplied != 0:
		i.dst = r(int(i.dst.reg), typ)
	case rapid.IntRange(0, 5).Draw(t, "null") == 0:
		i.dst = null(typ)
	}
	for n := range info.Sources {
		i.src = append(i.src, drawSource(t, op, typ, n))
	}
	drawControl(t, &i, info, typ, lanes)
	return i
}

// drawPlace makes a place in registers 0 to 20, so that operands overlap now and then.
func drawPlace(t *rapid.T, typ, regions uint32) arg {
	a := r(rapid.IntRange(0, 12).Draw(t, "reg"), typ)
	if rapid.Bool().Draw(t, "within") {
		a = a.el(rapid.IntRange(0, 32/typeSize[typ]-1).Draw(t, "sub"))
	}
	if rapid.IntRange(0, 2).Draw(t, "regular") == 0 {
		a.region = rapid.Uint32Range(1-uint32(one(regions > isa.RegionStride8)), regions).Draw(t, "region")
	}
	return a
}

func drawSource(t *rapid.T, op, typ uint32, n int) arg {
	info := &isa.Operations[op]
	sourceType := typ
	if counts(op, n) {
		sourceType = integerType(typeSize[typ], false)
	}
	if rapid.IntRange(0, 3).Draw(t, "other type") == 0 {
		other := rapid.Uint32Range(0, isa.TypeLimit-1).Draw(t, "source type")
		f := form{op: op, info: info, dst: place{typ: typ}}
		f.src[n].typ = other
		if f.judgeType(n) == "" {
			sourceType = other
		}
	}
	if n == info.Sources-1 && rapid.IntRange(0, 3).Draw(t, "number") == 0 {
		number := interestingWord(rapid.Uint64().Draw(t, "number"))
		if info.Sources == 3 {
			number >>= 16
		}
		if bits := 8 * typeSize[sourceType]; bits < 32 {
			number &= 1<<bits - 1
		}
		return num(number, sourceType)
	}
	a := drawPlace(t, sourceType, isa.RegionRepeat)
	if !copiesBits(op, typ, sourceType) && rapid.IntRange(0, 2).Draw(t, "modified") == 0 {
		a.neg = info.Allows&(isa.AllowsNegate|isa.AllowsModifiers) != 0
		a.abs = info.Allows&isa.AllowsModifiers != 0 && !isUnsigned(sourceType) && rapid.Bool().Draw(t, "abs")
	}
	return a
}

func drawControl(t *rapid.T, i *ins, info *isa.Operation, typ uint32, lanes int) {
	often := func(name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
	c := &i.control
	if often("sized") {
		c.Size = rapid.Uint32Range(0, isa.SizeLanes32).Draw(t, "size")
		if count := 1 << c.Size; count <= lanes {
			c.Group = rapid.Uint32Range(0, uint32((lanes-count)/8)).Draw(t, "group")
		} else {
			c.Size = isa.SizeThread
		}
	}
	fours := c.Size == isa.SizeLanes1 || c.Size == isa.SizeLanes2
	if fours && info.Allows&isa.AllowsFours != 0 {
		c.Size, c.Group = isa.SizeThread, 0
	}
	first := i.src[0]
	if !fours && !first.isNumber && first.region != isa.RegionScalar && often("swizzled") {
		c.Swizzle = rapid.Uint32Range(0, 255).Draw(t, "swizzle")
	}
	c.NoMask = often("no mask")
	saturates := isFloat(typ) || c.Opcode == isa.OpAdd || c.Opcode == isa.OpMul || c.Opcode == isa.OpMad || c.Opcode == isa.OpMov
	copies := copiesBits(c.Opcode, typ, first.typ)
	c.Saturate = !copies && info.Allows&isa.AllowsSaturate != 0 && saturates && often("saturated")
	conditional := !copies && info.Allows&(isa.AllowsCondition|isa.AllowsSelect) != 0 && often("condition")
	if conditional || info.Allows&isa.AllowsCompare != 0 {
		c.Condition = rapid.Uint32Range(1, 6+uint32(one(isFloat(typ)))).Draw(t, "condition")
	}
	chooses := info.Allows&isa.AllowsSelect != 0
	if chooses && c.Condition == 0 || !chooses && often("predicate") {
		c.Predicate = isa.PredicateLane
		c.Invert = rapid.Bool().Draw(t, "invert")
	}
	if c.Predicate != 0 || c.Condition != 0 && !chooses {
		c.Flag = rapid.Uint32Range(0, 3).Draw(t, "flag")
	}
}

// copiesBits tells whether a mov goes between floats and integers.
func copiesBits(op, typ, source uint32) bool {
	return op == isa.OpMov && isFloat(typ) != isFloat(source)
}

// interestingWord makes a word of a number: often a corner of integers or floats.
func interestingWord(v uint64) uint32 {
	word := uint32(v >> 8)
	switch v % 8 {
	case 0:
		return [...]uint32{0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00001, 0xffc00000, 1, 0x3f800000}[word%8]
	case 1:
		return [...]uint32{0x7fffffff, 0xffffffff, 0x80000001, 31, 32, 33, 2, 0x7e017c00}[word%8]
	case 2, 3:
		return math.Float32bits(float32(int32(word)) / 0x1p24)
	case 4:
		return word >> 20
	}
	return word
}

// random fills what an instruction reads.
func random(thread *Thread, rng *rand.Rand) {
	for k := range thread.Registers {
		thread.Registers[k] = interestingWord(rng.Uint64())
	}
	thread.Active = rng.Uint32() & thread.lanes()
	if rng.IntN(3) == 0 {
		thread.Active = thread.lanes()
	}
	for k := range thread.Flags {
		thread.Flags[k] = [...]uint32{rng.Uint32(), rng.Uint32(), 0, 0xffffffff}[rng.IntN(4)]
	}
}

func TestShortWaysDoWhatTheLongOneDoes(t *testing.T) {
	short, count := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		lanes := rapid.SampledFrom([]int{8, 16, 32}).Draw(rt, "lanes")
		seed := rapid.Uint64().Draw(rt, "seed")
		var program []ins
		for range 150 {
			program = append(program, drawInstruction(rt, lanes))
		}
		quick, slow := threadOf(rt, program, lanes, true), threadOf(rt, program, lanes, false)
		rng := rand.New(rand.NewPCG(seed, 0))
		for n := range program {
			i := &quick.kernel.code[2*n]
			require.Empty(rt, i.reason)
			random(quick, rng)
			slow.Registers, slow.Masks = quick.Registers, quick.Masks
			quick.Step()
			slow.Step()
			require.Equal(rt, snapshot(slow), snapshot(quick))
			count++
			short += one(reflect.ValueOf(i.run).Pointer() != reflect.ValueOf(slow.kernel.code[2*n].run).Pointer())
		}
	})
	require.Greater(t, short, count/6, "of %d instructions", count)
}

// threadOf is a thread of a program, with or without short ways.
func threadOf(t *rapid.T, program []ins, lanes int, short bool) *Thread {
	k, err := load(Program{Code: assemble(program), Lanes: lanes}, short)
	require.NoError(t, err)
	return NewThread(k, nil, nil)
}
