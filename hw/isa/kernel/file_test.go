package kernel_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// filed has something in each part of a file, and zeros that fill up all but instructions, patches, live registers and values that are compiled in.
const filed = `.kernel abc
.lanes 16
.cta 16 2 3
.shared 1024
.scratch 64
.args 5
.binding 0 buffer read
.binding 3 buffer write
.binding 4 constant
.binding 5 texture
.binding 7 ring write
.sampler 2
.sampler 15
.compiled fog.linear 7
.compiled texture.srgb[2] 0x80000001
.compiled vertex_format.bytes1[14] 0
.enqueue f
.enqueue kernel_2
add r10:ud, r1:ud, 5:ud {nos enable=fog.on immediate=texture.format[3]}
if
send.barrier
endif
send.end {last}
`

// sections are the parts after the header: bytes of an entry, the word of the header that counts entries, and what the part begins at a multiple of.
var sections = [10]struct {
	name              string
	each, word, align int
}{{"name", 1, 12, 8}, {"bindings", 4, 13, 8}, {"instructions", 1, 14, 64}, {"patches", 8, 15, 8}, {"live registers", 16, 16, 8}, {"lines", 4, 17, 8},
	{"text", 1, 18, 8}, {"name of the text", 1, 19, 8}, {"values that are compiled in", 8, 22, 8}, {"names of kernels", 1, 23, 8}}

// Parts by their places in sections.
const (
	inCode, inPatches, inLive, inLines = 2, 3, 4, 5
	inCompiled, inEnqueues             = 8, 9
)

const header = 128

func word(file []byte, k int) uint32 { return binary.LittleEndian.Uint32(file[4*k:]) }

func setWord(file []byte, k int, v uint32) { binary.LittleEndian.PutUint32(file[4*k:], v) }

func alignTo(at, to int) int { return (at + to - 1) / to * to }

// parts takes a file apart, without what fills it up.
func parts(file []byte) (list [10][]byte) {
	at := header
	for p, s := range sections {
		at = alignTo(at, s.align)
		n := s.each * int(word(file, s.word))
		list[p] = slices.Clone(file[at : at+n])
		at += n
	}
	return list
}

// join puts parts after a header and makes counts, size and checksum right.
func join(file []byte, list [10][]byte) []byte {
	file = slices.Clone(file[:header])
	fill := func(to int) { file = append(file, make([]byte, alignTo(len(file), to)-len(file))...) }
	for p, s := range sections {
		fill(s.align)
		setWord(file, s.word, uint32(len(list[p])/s.each))
		file = append(file, list[p]...)
	}
	fill(8)
	setWord(file, 2, uint32(len(file)))
	return rehash(file)
}

// bytesOf are words as they stand in a file.
func bytesOf(words ...uint32) (b []byte) {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// The words of a file's header are where docs/isa/README.md says.
func TestWordsOfFiles(t *testing.T) {
	file := assemble(t, filed).Marshal()
	want := [32]uint32{0x4e524b54, 3, uint32(len(file)), word(file, 3), 0x010c_1000, 0x10, 64, 1024, 16, 2, 3, 5, 3, 5, 48, 2, 6, 5, uint32(len(filed)), 5,
		8, 0x8004, 3, 11, 0x10}
	for k, w := range want {
		require.Equal(t, w, word(file, k), "word %d", k)
	}
	p := parts(file)
	require.Equal(t, file, join(file, p))
	require.Equal(t, p[inCode], file[192:240], "instructions begin at a multiple of 64")
	require.Equal(t, "abc", string(p[0]))
	require.Equal(t, bytesOf(0x0001_0000, 0x0002_0003, 0x0001_0104, 0x0001_0205, 0x0002_0307), p[1])
	require.Equal(t, bytesOf(0, 0x10, 0, 0x03_03_42), p[inPatches])
	require.Equal(t, bytesOf(0x6, 0, 0, 0), p[inLive][:16], "r1 and r2 are live before the first instruction")
	require.Equal(t, make([]byte, 80), p[inLive][16:], "nothing else is")
	require.Equal(t, bytesOf(19, 20, 21, 22, 23), p[inLines])
	require.Equal(t, []string{filed, "t.tka"}, []string{string(p[6]), string(p[7])})
	require.Equal(t, bytesOf(0x11, 7, 0x243, 0x80000001, 0xeb5, 0), p[inCompiled])
	require.Equal(t, "f\x00kernel_2\x00", string(p[inEnqueues]))
}

// What results a kernel gives, and what it begins with, stand in one word.
func TestPayloadsOfFiles(t *testing.T) {
	for text, want := range map[string]uint32{
		".stage vertex\n.inputs 9\nsend.result.4 r7, +64\nsend.result r5, +0\nsend.end {last}\n": 0x0609,
		".stage hull\nsend.result r5, +0 {last}\n":                                               0x0101,
		".stage domain\n.lanes 32\n.inputs 128\nsend.end {last}\n":                               0x0080,
		".stage domain\nsend.result.4 r124, +3968\nsend.end {last}\n":                            0x8003,
		".stage trap\niret\n": 0,
	} {
		k := assemble(t, text)
		file := k.Marshal()
		require.Equal(t, want, word(file, 20), text)
		back, err := kernel.Unmarshal(file)
		require.NoError(t, err, text)
		require.Equal(t, k, back, text)
	}
}

// Each field of a file is read from its place.
func TestFieldsOfFiles(t *testing.T) {
	for name, c := range map[string]struct {
		word   int
		value  uint32
		change func(*kernel.Kernel)
	}{
		"stage":    {4, 0x010c_1004, func(k *kernel.Kernel) { k.Stage = 4 }},
		"scratch":  {6, 96, func(k *kernel.Kernel) { k.Scratch = 96 }},
		"shared":   {7, 4, func(k *kernel.Kernel) { k.Shared = 4 }},
		"x":        {8, 7, func(k *kernel.Kernel) { k.CTA[0] = 7 }},
		"y":        {9, 7, func(k *kernel.Kernel) { k.CTA[1] = 7 }},
		"z":        {10, 7, func(k *kernel.Kernel) { k.CTA[2] = 7 }},
		"args":     {11, 7, func(k *kernel.Kernel) { k.Args = 7 }},
		"inputs":   {20, 12, func(k *kernel.Kernel) { k.Inputs = 12 }},
		"samplers": {21, 0x4001, func(k *kernel.Kernel) { k.Samplers = 0x4001 }},
		"number":   {34, 0x0001_0001, func(k *kernel.Kernel) { k.Bindings[0].Number = 1 }},
		"kind":     {34, 0x0001_0200, func(k *kernel.Kernel) { k.Bindings[0].Kind = 2 }},
		"write":    {34, 0x0003_0000, func(k *kernel.Kernel) { k.Bindings[0].Write = true }},
		"read":     {34, 0x0002_0000, func(k *kernel.Kernel) { k.Bindings[0].Read, k.Bindings[0].Write = false, true }},
	} {
		want := assemble(t, filed)
		file := want.Marshal()
		setWord(file, c.word, c.value)
		k, err := kernel.Unmarshal(rehash(file))
		require.NoError(t, err, name)
		c.change(want)
		require.Equal(t, want, k, name)
	}
	for name, c := range map[string]struct {
		part, byte int
		value      byte
		change     func(*kernel.Kernel)
	}{
		"place of a patch": {inPatches, 8, 16, func(k *kernel.Kernel) {
			k.Code[1].Patches, k.Code[0].Patches = k.Code[0].Patches[1:], k.Code[0].Patches[:1]
		}},
		"value of a patch":      {inPatches, 4, 0x14, func(k *kernel.Kernel) { k.Code[0].Patches[0].Value = isa.NosValueFogParameters }},
		"index of a patch":      {inPatches, 13, 0xff, func(k *kernel.Kernel) { k.Code[0].Patches[1].Index = 255 }},
		"part of a patch":       {inPatches, 14, 8, func(k *kernel.Kernel) { k.Code[0].Patches[1].Part = isa.PatchPartBinding }},
		"line":                  {inLines, 5, 1, func(k *kernel.Kernel) { k.Code[1].Line += 256 }},
		"value compiled in":     {inCompiled, 8, 0x45, func(k *kernel.Kernel) { k.Compiled[1].Value = isa.NosValueTextureOne }},
		"its index":             {inCompiled, 9, 0xfe, func(k *kernel.Kernel) { k.Compiled[1].Index = 254 }},
		"what it is":            {inCompiled, 15, 0x7f, func(k *kernel.Kernel) { k.Compiled[1].To = 0x7f000001 }},
		"name of a kernel":      {inEnqueues, 2, 'K', func(k *kernel.Kernel) { k.Enqueues[1] = "Kernel_2" }},
		"name of another":       {inEnqueues, 0, 'g', func(k *kernel.Kernel) { k.Enqueues[0] = "g" }},
		"one name of both":      {inEnqueues, 1, '_', func(k *kernel.Kernel) { k.Enqueues = []string{"f_kernel_2"} }},
		"three names of two":    {inEnqueues, 8, 0, nil},
		"a name's end is a '2'": {inEnqueues, 10, '2', nil},
	} {
		want := assemble(t, filed)
		file := want.Marshal()
		p := parts(file)
		p[c.part][c.byte] = c.value
		k, err := kernel.Unmarshal(join(file, p))
		if c.change == nil {
			require.ErrorContains(t, err, "expected words with a zero byte after each", name)
			continue
		}
		require.NoError(t, err, name)
		c.change(want)
		require.Equal(t, want, k, name)
	}
}

// What a file says of its code is what the code says.
func TestFilesThatDoNotFitTheirCode(t *testing.T) {
	file := assemble(t, filed).Marshal()
	const says = "the header says "
	for _, c := range []struct {
		word  int
		value uint32
		says  string
	}{
		{4, 0x010b_1000, says + "11 registers, 1 entries"},
		{4, 0x010d_1000, says + "13 registers, 1 entries"},
		{4, 0x000c_1000, says + "12 registers, 0 entries"},
		{4, 0x020c_1000, says + "12 registers, 2 entries"},
		{4, 0x010c_0800, "live registers of byte 0 are not those of the code"},
		{4, 0x010c_1005, "live registers of byte 0 are not those of the code"}, // a handler has none
		{4, 0x010c_2100, "byte 17: 33 lanes, expected 32 at most"},
		{4, 0x010c_ff00, "byte 17: 255 lanes, expected 32 at most"},
		{5, 0, says + "12 registers, 1 entries of the stack and effects 0x0; the code has 12, 1 and 0x10"},
		{5, 0x11, "effects 0x11"},
		{5, 0x12, "effects 0x12"},
		{5, 0x14, "effects 0x14"},
		{5, 0x18, "effects 0x18"},
		{5, 0x30, "effects 0x30"},
		{5, 0x50, "effects 0x50"},
		{5, 0x110, "untagged effects 0x10; the code has 0x110"},
		{5, 0x80, "untagged effects 0x10; the code has 0x90"},
		{24, 0, "untagged effects 0x0; the code has 0x10"},
		{5, 0x8000_0010, "effects 0x80000010"},
		{20, 0, says + "0 registers that a thread begins with and 0 of results; the code has 8 and 0"},
		{20, 0x108, says + "8 registers that a thread begins with and 1 of results; the code has 8 and 0"},
		{20, 13, says + "12 registers, 1 entries of the stack and effects 0x10; the code has 13, 1 and 0x10"},
	} {
		f := slices.Clone(file)
		setWord(f, c.word, c.value)
		_, err := kernel.Unmarshal(rehash(f))
		require.ErrorContains(t, err, c.says, "word %d: %#x", c.word, c.value)
	}
	const names = "expected words with a zero byte after each"
	for name, c := range map[string]struct {
		spoil func(p *[10][]byte)
		says  string
	}{
		"as it is":               {func(p *[10][]byte) {}, ""},
		"no lines":               {func(p *[10][]byte) { p[inLines] = nil }, ""},
		"a line fewer":           {func(p *[10][]byte) { p[inLines] = p[inLines][:16] }, "lines of 4 instructions, but there are 5"},
		"one line":               {func(p *[10][]byte) { p[inLines] = p[inLines][:4] }, "lines of 1 instructions, but there are 5"},
		"a line more":            {func(p *[10][]byte) { p[inLines] = append(p[inLines], 1, 0, 0, 0) }, "lines of 6 instructions, but there are 5"},
		"no live registers":      {func(p *[10][]byte) { p[inLive] = nil }, says},
		"a set fewer":            {func(p *[10][]byte) { p[inLive] = p[inLive][:80] }, says},
		"a set more":             {func(p *[10][]byte) { p[inLive] = append(p[inLive], make([]byte, 16)...) }, "live registers of byte 48"},
		"r127 in the first set":  {func(p *[10][]byte) { p[inLive][15] |= 0x80 }, "live registers of byte 0"},
		"r1 not in the first":    {func(p *[10][]byte) { p[inLive][0] = 0 }, "live registers of byte 0"},
		"within an instruction":  {func(p *[10][]byte) { p[inLive][16] = 0x6 }, "live registers of byte 8"},
		"r0 in the last set":     {func(p *[10][]byte) { p[inLive][80] |= 1 }, "live registers of byte 40"},
		"no patch":               {func(p *[10][]byte) { p[inPatches] = nil }, ""}, // which the check refuses
		"a patch within":         {func(p *[10][]byte) { p[inPatches][8] = 8 }, "patch 1: 0x30342 at byte 8 is none"},
		"a patch beyond the end": {func(p *[10][]byte) { p[inPatches][8] = 48 }, "patch 1: 0x30342 at byte 48 is none"},
		"a patch far away":       {func(p *[10][]byte) { p[inPatches][11] = 0xff }, "patch 1: 0x30342 at byte 4278190080 is none"},
		"patches out of order":   {func(p *[10][]byte) { p[inPatches][0] = 16 }, "patch 1: 0x30342 at byte 0 is none, or not in the order of bytes"},
		"value of no name":       {func(p *[10][]byte) { p[inPatches][4] = 0x16 }, "patch 0: 0x16 at byte 0 is none"},
		"value of no item":       {func(p *[10][]byte) { p[inPatches][4] = 0xc0 }, "patch 0: 0xc0 at byte 0 is none"},
		"part of no name":        {func(p *[10][]byte) { p[inPatches][14] = 9 }, "patch 1: 0x90342 at byte 0 is none"},
		"bit 24 of a patch":      {func(p *[10][]byte) { p[inPatches][7] = 1 }, "patch 0: 0x1000010 at byte 0 is none"},
		"bit 31 of a patch":      {func(p *[10][]byte) { p[inPatches][15] = 0x80 }, "patch 1: 0x80030342 at byte 0 is none"},
		"compiled, of no name":   {func(p *[10][]byte) { p[inCompiled][0] = 0x1f }, "entry 0 of the values that are compiled in: 0x1f is none"},
		"compiled, with a part":  {func(p *[10][]byte) { p[inCompiled][10] = 1 }, "entry 1 of the values that are compiled in: 0x10243 is none"},
		"compiled, bit 24":       {func(p *[10][]byte) { p[inCompiled][19] = 1 }, "entry 2 of the values that are compiled in: 0x1000eb5 is none"},
		"no name of a kernel":    {func(p *[10][]byte) { p[inEnqueues] = nil }, ""},
		"name without an end":    {func(p *[10][]byte) { p[inEnqueues] = p[inEnqueues][:10] }, `names of kernels "f\x00kernel_2", ` + names},
		"empty name":             {func(p *[10][]byte) { p[inEnqueues] = []byte{0} }, names},
		"empty name of two":      {func(p *[10][]byte) { p[inEnqueues] = []byte("f\x00\x00") }, names},
		"empty name first":       {func(p *[10][]byte) { p[inEnqueues] = []byte("\x00f\x00") }, names},
		"name that is no word":   {func(p *[10][]byte) { p[inEnqueues] = []byte("2f\x00") }, names},
		"name with a space":      {func(p *[10][]byte) { p[inEnqueues] = []byte("f g\x00") }, names},
		"name of no letters":     {func(p *[10][]byte) { p[inEnqueues] = []byte("f\xff\x00") }, names},
		"half an instruction":    {func(p *[10][]byte) { p[inCode] = p[inCode][:4] }, "instructions from byte 192 on: byte 0: 4 bytes are no instruction"},
		"a half native one":      {func(p *[10][]byte) { p[inCode] = p[inCode][:8] }, "byte 0: an instruction of 16 bytes in 8"},
		"an instruction fewer":   {func(p *[10][]byte) { p[inCode] = p[inCode][:40] }, "lines of 5 instructions, but there are 4"},
	} {
		p := parts(file)
		c.spoil(&p)
		_, err := kernel.Unmarshal(join(file, p))
		if c.says == "" {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorContains(t, err, c.says, name)
	}
	longer := append(slices.Clone(file), make([]byte, 8)...)
	setWord(longer, 2, uint32(len(longer)))
	_, err := kernel.Unmarshal(rehash(longer))
	require.ErrorContains(t, err, "8 bytes after the last part")
}

// Patches that a file may say, but a kernel may not have.
func TestPatchesOfFilesThatAreRefused(t *testing.T) {
	file := assemble(t, filed).Marshal()
	for says, spoil := range map[string]func(p *[10][]byte){
		"byte 0: the tag fog does not say what it replaces, as in {nos enable=fog.on}":            func(p *[10][]byte) { p[inPatches] = p[inPatches][8:] },
		"byte 0: the tag texture does not say what it replaces, as in {nos enable=texture.bound}": func(p *[10][]byte) { p[inPatches] = p[inPatches][:8] },
		"byte 0: enable is replaced twice":                                                        func(p *[10][]byte) { p[inPatches] = append(p[inPatches][:8:8], p[inPatches]...) },
		"byte 0: enable=flat.on of an instruction without the tag":                                func(p *[10][]byte) { p[inPatches][4] = 0x70 },
		"byte 0: offset cannot be replaced by texture.format[3], expected one of: immediate":      func(p *[10][]byte) { p[inPatches][14] = 7 },
		"byte 0: texture.format[16], expected an index up to 7":                                   func(p *[10][]byte) { p[inPatches][13] = 16 },
		"byte 0: enable=fog.on, but fog.on is compiled in":                                        func(p *[10][]byte) { p[inCompiled][0] = 0x10 },
		"byte 16: immediate=texture.format[3] of an instruction without the tag":                  func(p *[10][]byte) { p[inPatches][8] = 16 },
	} {
		p := parts(file)
		spoil(&p)
		k, err := kernel.Unmarshal(join(file, p))
		require.NoError(t, err, says)
		var all []string
		for i := range k.Code {
			k.Code[i].Line = 0
		}
		for _, e := range k.Check() {
			all = append(all, e.Error())
		}
		require.Contains(t, all, says)
	}
}

// Bytes that fill up a part are 0, each of them, and those before the instructions.
func TestBytesBetweenParts(t *testing.T) {
	file := assemble(t, filed).Marshal()
	filling := 0
	refused := func(from, to int, says func(at int) string) {
		for ; from < to; from++ {
			filling++
			for _, v := range []byte{1, 0x20, 0x7f, 0x80, 0xff} {
				f := slices.Clone(file)
				f[from] = v
				_, err := kernel.Unmarshal(rehash(f))
				require.ErrorContains(t, err, says(from), "byte %d is %#x", from, v)
			}
		}
	}
	at := header
	for _, s := range sections {
		refused(at, alignTo(at, s.align), func(at int) string { return fmt.Sprintf("byte %d: bytes before the instructions are not 0", at) })
		at = alignTo(at, s.align) + s.each*int(word(file, s.word))
		refused(at, alignTo(at, 8), func(int) string { return s.name + ": bytes that fill it up are not 0" })
		at = alignTo(at, 8)
	}
	require.Equal(t, 5+4+32+4+(-len(filed)&7)+3+5, filling)
}

// A file may end within no part: each count that is too great is refused.
func TestCountsOfFiles(t *testing.T) {
	file := assemble(t, filed).Marshal()
	for _, s := range sections {
		for _, count := range []uint32{1 << 20, 0x1fff_ffff, 0x2000_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff} {
			f := slices.Clone(file)
			setWord(f, s.word, count)
			_, err := kernel.Unmarshal(rehash(f))
			require.ErrorContains(t, err, s.name+": ", "%d", count)
			require.ErrorContains(t, err, "bytes pass the end of the file", "%s: %d", s.name, count)
		}
	}
}

// An instruction may end a line of 64 bytes, and not cross it.
func TestInstructionsWithinLines(t *testing.T) {
	nop := strings.Repeat("nop; ", 8)
	for nops, says := range map[int]string{5: "", 6: "", 7: "byte 56: an instruction crosses a line of 64 bytes", 8: ""} {
		k := assemble(t, code(nop[:5*nops]+"send.end {last}"))
		bytes := k.Bytes()[:8*nops]
		for _, w := range (&isa.Instruction{Op: isa.OpWait, Size: isa.SizeThread, Swizzle: isa.OwnOrder}).Encode() {
			bytes = binary.LittleEndian.AppendUint32(bytes, w)
		}
		list, err := kernel.ParseCode(bytes)
		if says != "" {
			require.EqualError(t, err, says)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(nops+1, 8*nops, false), fmt.Sprint(len(list), list[nops].Offset, list[nops].Compact))
	}
}
