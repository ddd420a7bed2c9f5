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

// filed has something in each part of a file, and zeros that fill up all but instructions, patches and live registers.
const filed = `.kernel abc
.lanes 16
.cta 16 2 3
.shared 1024
.scratch 64
.args 5
.binding 0 buffer read
.binding 3 buffer write
.binding 4 constant
mov r10:ud, r1:ud {nos fog target}
if
send.barrier
endif
send.end {last}
`

// sizes are those of the parts after the header, without what fills them up: bytes of an entry, and the word of the header that counts entries.
var sizes = [8][2]int{{1, 12}, {4, 13}, {1, 14}, {8, 15}, {16, 16}, {4, 17}, {1, 18}, {1, 19}}

const header = 96

func word(file []byte, k int) uint32 { return binary.LittleEndian.Uint32(file[4*k:]) }

func setWord(file []byte, k int, v uint32) { binary.LittleEndian.PutUint32(file[4*k:], v) }

// parts takes a file apart.
func parts(file []byte) (list [8][]byte) {
	at := header
	for p, s := range sizes {
		n := s[0] * int(word(file, s[1]))
		list[p] = slices.Clone(file[at : at+n])
		at += (n + 7) / 8 * 8
	}
	return list
}

// join puts parts after a header and makes counts, size and checksum right.
func join(file []byte, list [8][]byte) []byte {
	file = slices.Clone(file[:header])
	for p, s := range sizes {
		setWord(file, s[1], uint32(len(list[p])/s[0]))
		file = append(file, list[p]...)
		file = append(file, make([]byte, -len(file)&7)...)
	}
	setWord(file, 2, uint32(len(file)))
	return rehash(file)
}

// The words of a file's header are where docs/isa/README.md says.
func TestWordsOfFiles(t *testing.T) {
	file := assemble(t, filed).Marshal()
	want := []uint32{0x4e524b54, 1, uint32(len(file)), word(file, 3), 0x010c_1000, 0x10, 64, 1024, 16, 2, 3, 5, 3, 3, 48, 1, 5, 5, uint32(len(filed)), 5, 0, 0, 0, 0}
	for k, w := range want {
		require.Equal(t, w, word(file, k), "word %d", k)
	}
	p := parts(file)
	require.Equal(t, file, join(file, p))
	require.Equal(t, "abc", string(p[0]))
	require.Equal(t, []byte{0, 0, 1, 0, 3, 0, 2, 0, 4, 1, 1, 0}, p[1])
	require.Equal(t, []byte{0, 0, 0, 0, 0x22, 0, 0, 0}, p[3])
	require.Equal(t, []byte{0x6, 0, 0, 0}, p[4][:4], "r1 and r2 are live before the first instruction")
	require.Equal(t, []byte{10, 0, 0, 0, 11, 0, 0, 0, 12, 0, 0, 0, 13, 0, 0, 0, 14, 0, 0, 0}, p[5])
	require.Equal(t, []string{filed, "t.tka"}, []string{string(p[6]), string(p[7])})
}

// Each field of a file is read from its place.
func TestFieldsOfFiles(t *testing.T) {
	for name, c := range map[string]struct {
		word   int
		value  uint32
		change func(*kernel.Kernel)
	}{
		"stage":   {4, 0x010c_1004, func(k *kernel.Kernel) { k.Stage = 4 }},
		"scratch": {6, 96, func(k *kernel.Kernel) { k.Scratch = 96 }},
		"shared":  {7, 4, func(k *kernel.Kernel) { k.Shared = 4 }},
		"x":       {8, 7, func(k *kernel.Kernel) { k.CTA[0] = 7 }},
		"y":       {9, 7, func(k *kernel.Kernel) { k.CTA[1] = 7 }},
		"z":       {10, 7, func(k *kernel.Kernel) { k.CTA[2] = 7 }},
		"args":    {11, 7, func(k *kernel.Kernel) { k.Args = 7 }},
		"number":  {26, 0x0001_0001, func(k *kernel.Kernel) { k.Bindings[0].Number = 1 }},
		"kind":    {26, 0x0001_0200, func(k *kernel.Kernel) { k.Bindings[0].Kind = 2 }},
		"write":   {26, 0x0003_0000, func(k *kernel.Kernel) { k.Bindings[0].Write = true }},
		"read":    {26, 0x0002_0000, func(k *kernel.Kernel) { k.Bindings[0].Read, k.Bindings[0].Write = false, true }},
	} {
		want := assemble(t, filed)
		file := want.Marshal()
		setWord(file, c.word, c.value)
		k, err := kernel.Unmarshal(rehash(file))
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
		{4, 0x010c_0800, "live registers of instruction 0 are not those of the code"},
		{5, 0, says + "12 registers, 1 entries of the stack and effects 0x0; the code has 12, 1 and 0x10"},
		{5, 0x11, "effects 0x11"},
		{5, 0x12, "effects 0x12"},
		{5, 0x14, "effects 0x14"},
		{5, 0x18, "effects 0x18"},
		{5, 0x30, "effects 0x30"},
		{5, 0x50, "effects 0x50"},
		{5, 0x8000_0010, "effects 0x80000010"},
	} {
		f := slices.Clone(file)
		setWord(f, c.word, c.value)
		_, err := kernel.Unmarshal(rehash(f))
		require.ErrorContains(t, err, c.says, "word %d: %#x", c.word, c.value)
	}
	const live, patch = 4, 3
	for name, c := range map[string]struct {
		spoil func(p *[8][]byte)
		says  string
	}{
		"as it is":              {func(p *[8][]byte) {}, ""},
		"no lines":              {func(p *[8][]byte) { p[5] = nil }, ""},
		"a line fewer":          {func(p *[8][]byte) { p[5] = p[5][:16] }, "lines of 4 instructions, but there are 5"},
		"one line":              {func(p *[8][]byte) { p[5] = p[5][:4] }, "lines of 1 instructions, but there are 5"},
		"a line more":           {func(p *[8][]byte) { p[5] = append(p[5], 1, 0, 0, 0) }, "lines of 6 instructions, but there are 5"},
		"no live registers":     {func(p *[8][]byte) { p[live] = nil }, says},
		"a set fewer":           {func(p *[8][]byte) { p[live] = p[live][:64] }, says},
		"a set more":            {func(p *[8][]byte) { p[live] = append(p[live], make([]byte, 16)...) }, "live registers of instruction 5"},
		"r127 in the first set": {func(p *[8][]byte) { p[live][15] |= 0x80 }, "live registers of instruction 0"},
		"r0 in the last set":    {func(p *[8][]byte) { p[live][64] |= 1 }, "live registers of instruction 4"},
		"r1 not in the first":   {func(p *[8][]byte) { p[live][0] = 0 }, "live registers of instruction 0"},
		"no patch":              {func(p *[8][]byte) { p[patch] = nil }, "patch 0 is not one of the code"},
		"a patch twice":         {func(p *[8][]byte) { p[patch] = append(p[patch], p[patch]...) }, "patch 1 is not one of the code"},
		"a patch elsewhere":     {func(p *[8][]byte) { p[patch][0] = 16 }, "patch 0 is not one of the code"},
		"of other state":        {func(p *[8][]byte) { p[patch][4] = 2 }, "patch 0 is not one of the code"},
		"half an instruction":   {func(p *[8][]byte) { p[2] = p[2][:4] }, "instructions from byte 120 on: byte 0: 4 bytes are no instruction"},
		"a half native one":     {func(p *[8][]byte) { p[2] = p[2][:8] }, "byte 0: an instruction of 16 bytes in 8"},
		"an instruction fewer":  {func(p *[8][]byte) { p[2] = p[2][:40] }, "lines of 5 instructions, but there are 4"},
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

// Bytes that fill up a part are 0, each of them.
func TestBytesBetweenParts(t *testing.T) {
	file := assemble(t, filed).Marshal()
	at, filling := header, 0
	for p, name := range []string{"name", "bindings", "instructions", "patches", "live registers", "lines", "text", "name of the text"} {
		end := at + sizes[p][0]*int(word(file, sizes[p][1]))
		for at = (end + 7) / 8 * 8; end < at; end++ {
			filling++
			for _, v := range []byte{1, 0x20, 0x7f, 0x80, 0xff} {
				f := slices.Clone(file)
				f[end] = v
				_, err := kernel.Unmarshal(rehash(f))
				require.ErrorContains(t, err, name+": bytes that fill it up are not 0", "byte %d is %#x", end, v)
			}
		}
	}
	require.Equal(t, 5+4+4+(-len(filed)&7)+3, filling)
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
