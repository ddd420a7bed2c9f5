package asm

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// requireOne wants an instruction to have a part, or to be refused for a reason.
func requireOne(t *testing.T, text, says string, part func(*isa.Instruction) any, want any) {
	t.Helper()
	n, err := assembleOne(t, text)
	if says != "" {
		require.NotNil(t, err, text)
		require.Contains(t, err.Message, says, text)
		return
	}
	require.Nil(t, err, text)
	in := isa.Decode(n)
	require.Equal(t, want, part(&in), text)
}

// Numbers have the bits of their types; in an instruction of three sources 16.
func TestBitsOfNumbers(t *testing.T) {
	const two, three = "add r1:%[2]s, r2:%[2]s, %[1]s:%[2]s", "mad r1:%[2]s, r2:%[2]s, r3:%[2]s, %[1]s:%[2]s"
	for _, c := range []struct {
		form, number, typ string
		bits              uint32
		says              string
	}{
		{two, "0x1f", "ud", 0x1f, ""}, {two, "0X1f", "ud", 0x1f, ""}, {two, "0x1F", "ud", 0x1f, ""}, {two, "0X1F", "ud", 0x1f, ""}, {two, "0XfF", "hf", 0xff, ""},
		{two, "0XabCDef01", "f", 0xabcdef01, ""}, {two, "1e2", "f", 0x42c80000, ""}, {two, "1E2", "f", 0x42c80000, ""}, {two, "1.5e-1", "f", 0x3e19999a, ""},
		{two, "1e+1", "f", 0x41200000, ""}, {two, "-0.5", "f", 0xbf000000, ""}, {two, "-inf", "f", 0xff800000, ""}, {two, "inf", "hf", 0x7c00, ""},
		{two, "-0", "hf", 0x8000, ""}, {two, "1.0x", "f", 0, `"x", expected a type`},
		{two, "255", "ub", 255, ""}, {two, "256", "ub", 0, "256 does not fit in 8 bits of ub"}, {two, "127", "b", 127, ""}, {two, "128", "b", 0, "128 does not fit"},
		{two, "-128", "b", 128, ""}, {two, "-129", "b", 0, "-129 does not fit"}, {two, "-1", "ub", 0, "-1 does not fit"},
		{two, "65535", "uw", 65535, ""}, {two, "65536", "uw", 0, "65536 does not fit in 16 bits of uw"}, {two, "-32768", "w", 0x8000, ""},
		{two, "32768", "w", 0, "32768 does not fit in 16 bits of w"}, {two, "-32769", "w", 0, "-32769 does not fit in 16 bits of w"},
		{two, "4294967295", "ud", 0xffffffff, ""}, {two, "4294967296", "ud", 0, "4294967296 does not fit in 32 bits of ud"},
		{two, "2147483647", "d", 0x7fffffff, ""}, {two, "2147483648", "d", 0, "2147483648 does not fit"}, {two, "-2147483648", "d", 0x80000000, ""},
		{two, "-2147483649", "d", 0, "-2147483649 does not fit"}, {two, "0xffffffff", "d", 0xffffffff, ""},
		{two, "4294967295", "uq", 0xffffffff, ""}, {two, "4294967296", "uq", 0, "does not fit in 32 bits of uq"}, {two, "-2147483648", "q", 0x80000000, ""},
		{two, "2147483648", "q", 0, "does not fit in 32 bits of q"},
		{three, "32767", "d", 0x7fff, ""}, {three, "32768", "d", 0, "the number has more than 16 bits"}, {three, "40000", "d", 0, "the number has more than 16 bits"},
		{three, "-32768", "d", 0x8000, ""}, {three, "-32769", "d", 0, "the number has more than 16 bits"}, {three, "-1", "d", 0xffff, ""},
		{three, "65535", "d", 0, "the number has more than 16 bits"}, {three, "65535", "ud", 65535, ""}, {three, "40000", "ud", 40000, ""},
		{three, "65536", "ud", 0, "the number has more than 16 bits"}, {three, "32767", "q", 0x7fff, ""}, {three, "32768", "q", 0, "the number has more than 16 bits"},
		{three, "-32768", "q", 0x8000, ""}, {three, "65535", "uq", 65535, ""}, {three, "65536", "uq", 0, "the number has more than 16 bits"},
		{three, "-32768", "w", 0x8000, ""}, {three, "65535", "uw", 65535, ""}, {three, "0.5", "f", 0x3f00, ""}, {three, "-1.5", "f", 0xbfc0, ""},
		{three, "0.1", "f", 0, "the number has more than 16 bits"}, {three, "0x3f800001", "f", 0, "the number has more than 16 bits"},
		{three, "0x3f810000", "f", 0x3f81, ""}, {three, "0.1", "hf", 0x2e66, ""},
	} {
		requireOne(t, fmt.Sprintf(c.form, c.number, c.typ), c.says, func(in *isa.Instruction) any { return in.Number }, c.bits)
	}
}

// Numbers of registers, flags, bindings and samplers have no zeros before them, and end where the machine's do.
func TestNumbersOfNames(t *testing.T) {
	src := func(in *isa.Instruction) any { return int(in.Src[0].Reg) }
	message := func(in *isa.Instruction) any {
		return [3]int{int(in.Message.Address), int(in.Message.Binding), int(in.Message.Operation)}
	}
	for _, c := range []struct {
		text, says string
		part       func(*isa.Instruction) any
		want       any
	}{
		{"mov r1:f, r0:f", "", src, 0},
		{"mov r1:f, r7:f", "", src, 7},
		{"mov r1:f, r10:f", "", src, 10},
		{"mov r1:f, r100:f", "", src, 100},
		{"mov r1:f, r127:f", "", src, 127},
		{"mov r1:f, r128:f", `"r128", expected a register: r0 to r127`, nil, nil},
		{"mov r1:f, r007:f", `"r007", expected a register: r0 to r127`, nil, nil},
		{"mov r1:f, r07:f", `"r07", expected a register: r0 to r127`, nil, nil},
		{"mov r1:f, r00:f", `"r00", expected a register: r0 to r127`, nil, nil},
		{"mov r01:f, r1:f", `"r01", expected a register: r0 to r127`, nil, nil},
		{"mov r1:f, r:f", `"r", expected a register: r0 to r127`, nil, nil},
		{"mov r1:f, R7:f", `"R7", expected a register: r0 to r127`, nil, nil},
		{"mov r1:f, r1_0:f", `"r1_0", expected a register: r0 to r127`, nil, nil},
		{"(f3) mov r1:f, r2:f", "", src, 2},
		{"(f4) mov r1:f, r2:f", `"f4", expected a flag register: f0 to f3`, nil, nil},
		{"(f00) mov r1:f, r2:f", `"f00", expected a flag register: f0 to f3`, nil, nil},
		{"send.sample.xy r1, r127, b255, s15", "", message, [3]int{127, 255, 15}},
		{"send.sample.xy r1, r2, b256, s0", `"b256", expected a binding: b0 to b255`, nil, nil},
		{"send.sample.xy r1, r2, b01, s0", `"b01", expected a binding: b0 to b255`, nil, nil},
		{"send.sample.xy r1, r2, b0, s16", `"s16", expected a sampler: s0 to s15`, nil, nil},
		{"send.sample.xy r1, r2, b0, s00", `"s00", expected a sampler: s0 to s15`, nil, nil},
		{"send.sample.xy r1, r02, b0, s0", `"r02", expected a register with addresses: r0 to r127`, nil, nil},
		{"send.sample.xy r01, r2, b0, s0", `"r01", expected a register for the answer: r0 to r127`, nil, nil},
	} {
		requireOne(t, c.text, c.says, c.part, c.want)
	}
}

// Texels that are added have 4 bits each, signed; those that are left out are 0.
func TestTexels(t *testing.T) {
	offset := func(in *isa.Instruction) any { return in.Message.Offset }
	for v := -8; v < 8; v++ {
		for d, zeros := range []string{"", "0 ", "0 0 "} {
			text := fmt.Sprintf("send.sample.xyz r1, r2, b0, s0 {texels %s%d}", zeros, v)
			requireOne(t, text, "", offset, int16(v&15<<(4*d)))
		}
	}
	requireOne(t, "send.sample.xyz r1, r2, b0, s0 {texels 1 -2 -8}", "", offset, int16(0x8e1))
	requireOne(t, "send.sample.xyz r1, r2, b0, s0", "", offset, int16(0))
	for _, text := range []string{"-9", "8", "0 -9", "0 8", "0 0 -9", "0 0 8", "1 2 3 4", "-", "x", "100000000000"} {
		_, err := assembleOne(t, "send.sample.xyz r1, r2, b0, s0 {texels "+text+"}")
		require.NotNil(t, err, text)
	}
}

// Predicate and condition use one flag register: f0 unless one of both names another.
func TestFlagOfPredicateAndCondition(t *testing.T) {
	flag := func(in *isa.Instruction) any { return int(in.Flag) }
	for predicate := range 4 {
		text := fmt.Sprintf("(f%d) add.lt", predicate)
		requireOne(t, text+" r1:f, r2:f, r3:f", "", flag, predicate)
		requireOne(t, fmt.Sprintf("cmp.lt.f%d r1:f, r2:f, r3:f", predicate), "", flag, predicate)
		for condition := range 4 {
			says := ""
			if condition != predicate {
				says = fmt.Sprintf(`"f%d", expected f%d: predicate and condition use the same flag register`, condition, predicate)
			}
			requireOne(t, fmt.Sprintf("%s.f%d r1:f, r2:f, r3:f", text, condition), says, flag, predicate)
		}
	}
	requireOne(t, "cmp.lt r1:f, r2:f, r3:f", "", flag, 0)
}
