package golang

import (
	"bytes"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// generated are the sources from a folder of tables, by name.
func generated(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	blocks, errs, err := table.Load(folder)
	require.NoError(t, err)
	require.Empty(t, errs)
	set, errs, err := formats.Load(folder)
	require.NoError(t, err)
	require.Empty(t, errs)
	m := emit.NewMap(blocks)
	m.SetFormats(set)
	files, err := Emit(m)
	require.NoError(t, err)
	sources := map[string][]byte{}
	for _, f := range files {
		sources[f.Name], err = f.Bytes()
		require.NoError(t, err)
	}
	return sources
}

func TestGeneratedCodeStandsAsGofmtWouldSetIt(t *testing.T) {
	for _, folder := range []string{"../../../hw/regs", "../testdata/all"} {
		for name, source := range generated(t, folder) {
			formatted, err := format.Source(source)
			require.NoError(t, err, folder, name)
			require.True(t, bytes.Equal(formatted, source), folder, name)
		}
	}
}

// uses is a test of the package that is generated from the tables of everything.
const uses = `package regs

import "testing"

func TestUses(t *testing.T) {
	var r ALLRegs
	r.Reset()
	r[ALLVector+3] = 0x8001_0002
	r[ALLSparse+4] = 77
	r[ALLPairHigh+6] = 0x8000_0005
	r[ALLCrossed+2] = 0x1ff
	r[ALLMode] = ALLModeFields{Kind: ALLModeKindSlow, Enable: true, Step: -5, Gain: 0x1ff, Shift: -1, Top: 1}.Pack()
	for name, held := range map[string]bool{
		"vector":      r.VectorLow(3) == 2 && r.VectorHigh(3) == -32767 && r.VectorHigh(0) == -7 && r.VectorLow(5) == 7,
		"sparse":      r.Sparse(0) == 3 && r.Sparse(1) == 77 && r.Sparse(2) == 3,
		"pairs":       r.PairHighReady(3) && r.PairHighLevel(3) == 5 && r.PairHighLevel(0) == 2 && r.PairLow(3) == 1,
		"crossed":     r.Crossed(1) == 0xff && r.Crossed(0) == 9 && r.Between() == 0x12345678,
		"mode":        r.ModeKind() == 1 && r.ModeEnable() && r.ModeStep() == -5 && r.ModeGain() == 0xff && r.ModeShift() == -1 && r.ModeTop() == 1,
		"scale":       r.Scale() == 1 && r.Wide() == -65536,
		"alias":       r.PlainAliasLimit() == 0xabc && r[ALLPlainAlias] == 0,
		"names":       RegisterName(2, 10) == "ALL.VECTOR[2]" && RegisterName(2, 20) == "ALL.SPARSE[1]" && RegisterName(2, 17) == "ALL[17]",
		"reset image": ResetValue(2, 48) == 9 && ResetValue(2, 46) == 9 && ResetValue(2, 17) == 0 && ResetValue(2, 39) == 0x8000_0002,
	} {
		if !held {
			t.Error(name)
		}
	}
	saved := map[SaveItem]bool{}
	for _, s := range SaveList {
		saved[s] = true
	}
	if len(saved) != SaveListLen || !saved[SaveItem{Block: 2, Reg: 24}] || saved[SaveItem{Block: 2, Reg: 33}] {
		t.Error("save list")
	}
}

func TestFormats(t *testing.T) {
	fields := CommandFieldsBitsFields{Lowest: true, Number: 9, Signed: -3, Who: ClientLast, Page: 0x7ffff, Highest: true}
	word := fields.Pack()
	fields.Number = 1 // what fits
	for name, held := range map[string]bool{
		"pack":      word == 0xfffff7d3 && (CommandFieldsBitsFields{Signed: 7}).Pack() == 0x70,
		"unpack":    UnpackCommandFieldsBits(word) == fields && UnpackCommandFieldsBits(0x70).Signed == 7,
		"whole":     RecordWholeFields{All: 0xffffffff}.Pack() == 0xffffffff && UnpackRecordWhole(1<<31).All == SetHighest,
		"shapes":    ShapeOf(0x123ff<<12|0xfff) == Shape{InRing, 11, 11, 11} && ShapeOf(7) == Shape{InRing | InDmaBuffer, 2, 4095, 1} && ShapeOf(6) == Shape{},
		"command":   CommandOf(0xff8).Name == "SHORTEST" && CommandOf(0).Alone == "NOTHING" && CommandOf(7).Operands[0].Fields[2].Width == 4,
		"structure": StructureOf("RECORD").Word(7).Name == "LONGS" && StructureOf("RECORD").Word(10) == nil && RecordBytes == 64 && RecordCount == 65535,
		"save area": SaveAreaTailTailLast == SaveTail+11 && SaveAreaTailBytes == 48,
		"values":    Named(WideValues, WideAll).Name == "ALL" && Named(WideValues, 1) == nil,
	} {
		if !held {
			t.Error(name)
		}
	}
}
`

// TestGeneratedCodeInUse compiles what is generated and runs it.
func TestGeneratedCodeInUse(t *testing.T) {
	dir := t.TempDir()
	files := generated(t, "../testdata/all")
	files["uses_test.go"], files["go.mod"] = []byte(uses), []byte("module regs\n\ngo 1.26\n")
	for _, name := range []string{"regs.go", "formats.go"} { // what is not generated
		source, err := os.ReadFile(filepath.Join("../../../hw/regs", name))
		require.NoError(t, err)
		files[name] = source
	}
	for name, source := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), source, 0o600))
	}
	cmd := exec.Command("go", "test", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}
