package html

import (
	"encoding/json"
	"flag"
	"fmt"
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

// legalCases are instructions of each operation and message, and those of the project's kernels; after them their compact forms. The page
// makes tables of fields anew only where the next instruction has others, so those that are alike stand together.
func legalCases(t *testing.T, r *rand.Rand) []judgedInstruction {
	var native, compact []judgedInstruction
	for _, list := range [][]isa.Native{operationCases(r), messageCases(r), taggedCases(r), indexCases(r), numberCases(r), kernels(t)} {
		for _, n := range list {
			if isa.Operations[uint8(n[0])].Allows&isa.AllowsTarget != 0 && n[isa.FlowTarget] == 0 {
				n[isa.FlowTarget] = 8 // for 0 disasm would write a label
			}
			native = append(native, nativeCase(n))
			if c, why := isa.Compacted(n); why == "" {
				compact = append(compact, compactCase(c, n))
			}
		}
	}
	return append(native, compact...)
}

// drawn is how many random instructions there are of each operation and of each message.
const drawn = 8

func operationCases(r *rand.Rand) (list []isa.Native) {
	for op := range isa.Operations {
		for n := 0; n < drawn && isa.Operations[op].Name != ""; n++ {
			i := draw.Of(r, uint8(op))
			list = append(list, i.Encode())
		}
	}
	return list
}

func messageCases(r *rand.Rand) (list []isa.Native) {
	for code := range isa.Messages {
		for n := 0; n < drawn && isa.Messages[code].Name != ""; {
			if i := draw.Of(r, isa.OpSend); int(i.Message.Code) == code {
				list = append(list, i.Encode())
				n++
			}
		}
	}
	return list
}

// taggedCases are control flow and messages that depend on state: on one bit of it, and on some.
func taggedCases(r *rand.Rand) (list []isa.Native) {
	bits := len(isa.NosNames)
	for op := range isa.Operations {
		for k := 0; k < bits && tagged(op); k++ {
			i := draw.Of(r, uint8(op))
			if i.NOS = 1 << k; r.IntN(2) == 0 {
				i.NOS |= uint16(r.IntN(1 << bits))
			}
			list = append(list, i.Encode())
		}
	}
	return list
}

// tagged tells of an operation whether the judge wants it with every bit of state; others have random ones.
func tagged(op int) bool {
	format := isa.Operations[op].Format
	return format == isa.FormatFlow || format == isa.FormatSend
}

// indexCases are messages of the table of compaction with the bindings of compact forms and two more; the first one that has a binding gets all.
func indexCases(r *rand.Rand) (list []isa.Native) {
	bindings := 256
	for index := range isa.CompactMessage {
		n, _ := isa.Compact{isa.CompactSendLowFields{Opcode: isa.OpSend, Compact: true, Message: uint32(index)}.Pack()}.Expand()
		if isa.Check(n) != nil {
			continue // no message has this index
		}
		bound := isa.Messages[isa.Decode(n).Message.Code].Uses&isa.UsesBinding != 0
		for binding := range bindings {
			i := isa.Decode(n)
			if place(r, &i); bound {
				i.Message.Binding = uint8(binding)
			}
			list = append(list, i.Encode())
		}
		if bound {
			bindings = isa.CompactSendHighBindingMask + 3
		}
	}
	return list
}

// place gives a message random registers, and a random offset that has a compact form.
func place(r *rand.Rand, i *isa.Instruction) {
	about := &isa.Messages[i.Message.Code]
	for _, reg := range []struct {
		there bool
		at    *uint8
	}{{!i.Dst.Null, &i.Dst.Reg}, {about.BringsAddress(), &i.Message.Address}, {about.BringsData(), &i.Message.Data}} {
		if reg.there {
			*reg.at = uint8(r.IntN(isa.Registers))
		}
	}
	switch {
	case about.Sends&isa.SendsAddresses != 0:
		i.Message.Offset = int16(r.Uint32() &^ 3)
	case about.HasOffset():
		i.Message.Offset = int16(r.IntN(1<<10) * isa.RegisterSize)
	}
}

// numberCases have immediates of all magnitudes.
func numberCases(r *rand.Rand) (list []isa.Native) {
	for k := range uint32(256) {
		for _, bits := range []uint32{k << 23, k<<23 | 1<<31, r.Uint32(), math.Float32bits(float32(k) / 8)} {
			list = append(list, (&isa.Instruction{Op: isa.OpMov, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Type: isa.TypeF}, Immediate: true,
				Src: [3]isa.Source{{Type: isa.TypeF}}, Number: bits}).Encode())
		}
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

// The judge gets every message, control flow with every tag, and every binding, with a compact form and without.
func TestJudgeGetsEveryKind(t *testing.T) {
	seen := map[string]bool{}
	for _, j := range legalCases(t, rand.New(rand.NewPCG(7, 7))) {
		if len(j.Words) == isa.CompactDWords {
			seen[fmt.Sprint("compact binding ", isa.Decode(isa.Native(j.Other)).Message.Binding)] = true
			continue
		}
		i := isa.Decode(isa.Native(j.Words))
		seen[fmt.Sprint("message ", i.Message.Code)] = true
		seen[fmt.Sprint(j.Why, ": ", i.Message.Binding)] = true
		for k := range isa.NosNames {
			seen[fmt.Sprint(isa.Operations[i.Op].Name, " with ", uint32(i.NOS)&k)] = true
		}
	}
	for code, m := range isa.Messages {
		require.True(t, m.Name == "" || seen[fmt.Sprint("message ", code)], m.Name)
	}
	for number, op := range isa.Operations {
		for k, name := range isa.NosNames {
			require.True(t, !tagged(number) || seen[fmt.Sprint(op.Name, " with ", k)], "%s with %s", op.Name, name)
		}
	}
	for binding := range 256 {
		compact := binding <= isa.CompactSendHighBindingMask
		require.Equal(t, compact, seen[fmt.Sprint("compact binding ", binding)], binding)
		require.Equal(t, !compact, seen[fmt.Sprint("its binding is above 15: ", binding)], binding)
	}
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
