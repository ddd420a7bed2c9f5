package asm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// layout shows what an assembler made of a text: c for compact, n for native, . for a nop that fills up a line of 64 bytes.
func layout(k *kernel.Kernel) string {
	b := strings.Builder{}
	for i := range k.Code {
		switch {
		case k.Code[i].Line == 0:
			b.WriteByte('.')
		case k.Code[i].Compact:
			b.WriteByte('c')
		default:
			b.WriteByte('n')
		}
	}
	return b.String()
}

// A nop stands where a native instruction would cross a line of 64 bytes, and nowhere else. Here c and n are 8 and 16 bytes; the last c is the end.
func TestNopsBetweenLines(t *testing.T) {
	for _, want := range []string{
		"c", "nc",
		"ccccccnc",          // the native one ends the line
		"cccccccc",          // so does the last compact one
		"ccccccc.nc",        // it would cross the line
		"ccccccccnc",        // it begins the next
		"nnnnnnnnc",         // four a line
		"cnnn.nnnnc",        // 56 bytes and a nop, then four
		"ccccccc.nccccccc",  // after a nop
		"ccccccc.nccccc.nc", // two lines
		"nccccccnccccccccc", // both lines end with it
	} {
		written := strings.ReplaceAll(want[:len(want)-1], ".", "")
		text := ".cta 8 1 1\n" + strings.NewReplacer("c", "nop\n", "n", "nop {native}\n").Replace(written) + "send.end {last}\n"
		k, errs := Assemble("t.tka", text)
		require.Empty(t, errs)
		require.Equal(t, want, layout(k))
		offset := 0
		for i := range k.Code {
			require.Equal(t, offset, k.Code[i].Offset, want)
			offset += map[bool]int{true: 8, false: 16}[k.Code[i].Compact]
			require.Equal(t, k.Code[i].Offset/64, (offset-1)/64, "%s: %d crosses a line", want, i)
			if in := isa.Decode(k.Code[i].Native); k.Code[i].Line == 0 {
				require.Equal(t, isa.OpNop, int(in.Op))
			}
		}
		require.Len(t, k.Bytes(), offset)
	}
}

// Labels name the instruction that follows, not the nop before it. After the last instruction there is none.
func TestLabels(t *testing.T) {
	nops := strings.Repeat("nop\n", 6)
	for _, c := range []struct {
		text   string
		target int32 // of the first instruction
		says   string
	}{
		{"jmp x\nx: send.end {last}\n", 8, ""},
		{"jmp x\nnop\nx: y: send.end {last}\n", 16, ""},
		{"jmp x\nx:\n\n// nothing\ny:\nsend.end {last}\n", 8, ""},
		{"x: jmp x\nsend.end {last}\n", 0, ""},
		{"jmp x\n" + nops + "x: nop {native}\nsend.end {last}\n", 64, ""},
		{"jmp x\n" + nops[4:] + "x: nop {native}\nsend.end {last}\n", 48, ""},
		{"jmp x\nsend.end {last}\nx:\n", 0, "t.tka:2:5: no instruction follows label x"},
		{"jmp x\nsend.end {last}\nx:", 0, "t.tka:2:5: no instruction follows label x"},
		{"jmp x\nsend.end {last}\nx: // nothing\n\n", 0, "t.tka:2:5: no instruction follows label x"},
		{"call x\nsend.end {last}\nx:\n", 0, "t.tka:2:6: no instruction follows label x"},
		{"if x\nendif\nsend.end {last}\nx:\n", 0, "t.tka:2:4: no instruction follows label x"},
		{"jmp x\n" + nops + "x:\n", 0, "no instruction follows label x"},
		{"jmp y\nsend.end {last}\nx:\n", 0, "t.tka:2:5: no label y"},
		{"jmp x\nx: nop\nx: send.end {last}\n", 0, "t.tka:4:1: label x stands twice"},
		{"send.end {last}\nx:\n", 0, ""},
		{"x:\n", 0, "it has no instruction"},
	} {
		k, errs := Assemble("t.tka", ".cta 8 1 1\n"+c.text)
		if c.says != "" {
			require.NotEmpty(t, errs, c.text)
			require.Contains(t, errs[0].Error(), c.says, c.text)
			continue
		}
		require.Empty(t, errs, c.text)
		if in := isa.Decode(k.Code[0].Native); in.Op == isa.OpJmp {
			require.Equal(t, c.target, in.Target, c.text)
		}
	}
}

// The line of a label is that of the instruction after it, which may be its own; 0 without one.
func TestLinesOfLabels(t *testing.T) {
	k, errs := Assemble("t.tka", ".cta 8 1 1\nnop\nx: y: add r1:ud, r2:ud, r3:ud\nnop\nz:\n// a comment: none\nw: // another\nnop {native}\nsend.end {last}\nafter:\n")
	require.Empty(t, errs)
	for name, want := range map[string]int{"x": 3, "y": 3, "z": 8, "w": 8, "after": 0, "none": 0} {
		line, labels := Label(k, name)
		require.Equal(t, want, line, name)
		require.Equal(t, []string{"x", "y", "z", "w", "after"}, labels)
	}
}

// A binding is read, written or both; without a word it is read.
func TestAccessOfBindings(t *testing.T) {
	for words, want := range map[string]kernel.Binding{
		"0 buffer":              {Number: 0, Kind: 0, Read: true},
		"1 buffer read":         {Number: 1, Kind: 0, Read: true},
		"0 buffer write":        {Number: 0, Kind: 0, Write: true},
		"254 buffer read write": {Number: 254, Kind: 0, Read: true, Write: true},
		"255 buffer write read": {Number: 255, Kind: 0, Read: true, Write: true},
		"3 constant":            {Number: 3, Kind: 1, Read: true},
		"4 texture write":       {Number: 4, Kind: 2, Write: true},
		"4 texture":             {Number: 4, Kind: 2, Read: true},
		"7 ring write":          {Number: 7, Kind: 3, Write: true},
	} {
		k, errs := Assemble("t.tka", ".cta 8 1 1\n.binding "+words+"\nsend.end {last}\n")
		require.Empty(t, errs, words)
		require.Equal(t, []kernel.Binding{want}, k.Bindings, words)
	}
	k, errs := Assemble("t.tka", ".cta 8 1 1\n.binding 7 constant\n.binding 0 buffer write\n.binding 3 texture\nsend.end {last}\n")
	require.Empty(t, errs)
	require.Equal(t, []kernel.Binding{{Number: 0, Write: true}, {Number: 3, Kind: 2, Read: true}, {Number: 7, Kind: 1, Read: true}}, k.Bindings)
	for words, says := range map[string]string{"256 buffer": "a number from 0 to 255", "0 bufer": "a kind of binding", "0 sampler": "a kind of binding",
		"7 ring": "binding 7: a ring is written only", "7 ring read": "binding 7: a ring is written only", "7 ring read write": "binding 7: a ring is written only",
		"0 buffer reads":               "expected read or write",
		"0 buffer\n.binding 0 texture": "t.tka:3:10: binding 0 stands twice"} {
		_, errs := Assemble("t.tka", ".cta 8 1 1\n.binding "+words+"\nsend.end {last}\n")
		require.NotEmpty(t, errs, words)
		require.Contains(t, errs[0].Error(), says, words)
	}
}
