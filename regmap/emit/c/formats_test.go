package c

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/tb/output"
)

// The header's assertions hold where there is a compiler, and its constants are those of docs/commands.md.
func TestFormatsCompile(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	set, errs, err := formats.Load("../../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	m := emit.NewMap(nil)
	m.SetFormats(set)
	files, err := Emit(m)
	require.NoError(t, err)
	dir := t.TempDir()
	for _, f := range files {
		require.NoError(t, output.Write(filepath.Join(dir, f.Name), f.Write))
	}
	source := filepath.Join(dir, "a.c")
	require.NoError(t, output.Write(source, emit.Lazy("", func(t *emit.Text) {
		t.Add(`#include "tilemark_formats.h"
_Static_assert((TILEMARK_Command_DRAW | 4) == 0x42000004u, "DRAW");
_Static_assert(TILEMARK_Struct_CONTEXT_HEADER_SAVE_AREA_Idx == 5, "SAVE_AREA");
_Static_assert(TILEMARK_Struct_STATUS_ENTRY_EVENT_REASON_Msk == 0xff0000u, "REASON");
_Static_assert(TILEMARK_Enum_REASON_NOT_PINNED == 15 && TILEMARK_Enum_CAUSE_INVALID == 32, "values");
int main(void) { struct tilemark_format_vertex v = {{0, 0, 0}, {0, 0, 1}, {0, 0}, {1, 1, 1, 1}, {0}}; return (int)v.POSITION[0]; }
`)
	}).Write))
	out, err := exec.Command(gcc, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", "-o", filepath.Join(dir, "a.o"), source).CombinedOutput()
	require.NoError(t, err, string(out))
}
