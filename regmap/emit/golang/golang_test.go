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
	"tilemark/regmap/table"
)

// generated is the register file's source from a folder of tables.
func generated(t *testing.T, folder string) []byte {
	t.Helper()
	blocks, errs, err := table.Load(folder)
	require.NoError(t, err)
	require.Empty(t, errs)
	files, err := Emit(emit.NewMap(blocks))
	require.NoError(t, err)
	source, err := files[0].Bytes()
	require.NoError(t, err)
	return source
}

func TestGeneratedCodeStandsAsGofmtWouldSetIt(t *testing.T) {
	for _, folder := range []string{"../../../hw/regs", "../testdata/all"} {
		source := generated(t, folder)
		formatted, err := format.Source(source)
		require.NoError(t, err, folder)
		require.True(t, bytes.Equal(formatted, source), folder)
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
`

// TestArraysAliasesAndNumbersInUse compiles what is generated and runs it.
func TestArraysAliasesAndNumbersInUse(t *testing.T) {
	dir := t.TempDir()
	types, err := os.ReadFile("../../../hw/regs/regs.go")
	require.NoError(t, err)
	for name, source := range map[string][]byte{
		"regs.go": types, "regs_gen.go": generated(t, "../testdata/all"), "uses_test.go": []byte(uses), "go.mod": []byte("module regs\n\ngo 1.26\n"),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), source, 0o600))
	}
	cmd := exec.Command("go", "test", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}
