package html

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/draw"
	"tilemark/hw/isa/kernel"
)

// The judge of pages asks for a file of instructions (scripts/judges/pages.py).
var judged = flag.String("instructions", "", "`FILE` for instructions, their texts, and what is legal")

// judgedInstruction is what the machine's own package says of some words.
type judgedInstruction struct {
	Words []uint32 `json:"words"`
	Other []uint32 `json:"other"` // the compact form of a native one and the other way round; none
	Text  string   `json:"text"`
	Why   string   `json:"why"` // why it has no compact form
	Legal bool     `json:"legal"`
}

// nativeCase describes a legal instruction of 128 bits.
func nativeCase(n isa.Native) judgedInstruction {
	j := judgedInstruction{Words: n[:], Legal: true}
	c, why := isa.Compacted(n)
	if j.Why = why; why == "" {
		j.Other = c[:]
	}
	j.Text = textOf(kernel.Instruction{Native: n})
	return j
}

// textOf is what disasm writes; a target is in bytes, since there is no other instruction.
func textOf(i kernel.Instruction) string {
	lines := strings.Split(strings.TrimSpace(asm.Disassemble(&kernel.Kernel{Lanes: 8, Code: []kernel.Instruction{i}}, false)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

func compactCase(c isa.Compact, n isa.Native) judgedInstruction {
	return judgedInstruction{Words: c[:], Other: n[:], Text: textOf(kernel.Instruction{Native: n, Compact: true}), Legal: true}
}

// legalCases are random instructions of each operation, numbers of all kinds, and those of the project's kernels.
func legalCases(t *testing.T, r *rand.Rand) (list []judgedInstruction) {
	add := func(n isa.Native) {
		if isa.Operations[uint8(n[0])].Format == isa.FormatFlow && n[isa.FlowTarget] == 0 {
			return // disasm would write a label
		}
		list = append(list, nativeCase(n))
		if c, why := isa.Compacted(n); why == "" {
			list = append(list, compactCase(c, n))
		}
	}
	for op := range isa.Operations {
		for range 8 {
			if isa.Operations[op].Name != "" {
				i := draw.Of(r, uint8(op))
				add(i.Encode())
			}
		}
	}
	for k := range uint32(256) {
		for _, bits := range []uint32{k << 23, k<<23 | 1<<31, r.Uint32(), math.Float32bits(float32(k) / 8)} {
			add((&isa.Instruction{Op: isa.OpMov, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Type: isa.TypeF}, Immediate: true,
				Src: [3]isa.Source{{Type: isa.TypeF}}, Number: bits}).Encode())
		}
	}
	for _, code := range kernels(t) {
		add(code)
	}
	return list
}

// kernels are the instructions of the project's kernels.
func kernels(t *testing.T) (list []isa.Native) {
	files, err := filepath.Glob("../../../vectors/kernels/*.tka")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		k, errs := asm.Assemble(file, string(text))
		require.Empty(t, errs, file)
		for i := range k.Code {
			list = append(list, k.Code[i].Native)
		}
	}
	return list
}

// spoiltCases are legal instructions with one or two bits changed.
func spoiltCases(r *rand.Rand, legal []judgedInstruction) (list []judgedInstruction) {
	for _, j := range legal {
		words := append([]uint32(nil), j.Words...)
		for range 1 + r.IntN(2) {
			b := r.IntN(32 * len(words))
			words[b/32] ^= 1 << (b % 32)
		}
		if isa.IsCompact(words[0]) != (len(words) == isa.CompactDWords) {
			continue
		}
		list = append(list, judgedInstruction{Words: words, Legal: isLegal(words)})
	}
	return list
}

func isLegal(words []uint32) bool {
	if len(words) == isa.NativeDWords {
		return isa.Check(isa.Native(words)) == nil
	}
	n, err := isa.Compact(words).Expand()
	return err == nil && isa.Check(n) == nil
}

func TestInstructionsForTheJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	legal := legalCases(t, r)
	spoilt := spoiltCases(r, legal)
	compact, wrong := 0, 0
	for _, j := range legal {
		require.True(t, isLegal(j.Words), j.Text)
		if len(j.Words) == isa.CompactDWords {
			compact++
		}
	}
	for _, j := range spoilt {
		if !j.Legal {
			wrong++
		}
	}
	require.Greater(t, len(legal), 1000)
	require.Greater(t, compact, 100)
	require.Greater(t, wrong, 500)
	if *judged == "" {
		return
	}
	data, err := json.Marshal(map[string]any{"legal": legal, "spoilt": spoilt})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(*judged, data, 0o644))
}
