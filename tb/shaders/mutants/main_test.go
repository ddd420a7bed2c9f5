package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/overlay"
)

// Each text of the table is in the source exactly once, and each part of the compiler has mutants. Whoever changes a line that a mutant replaces changes the row, too.
func TestTextsOfAllMutantsAreThere(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	list, b, err := plan("")
	require.NoError(t, err)
	blocks, names := map[string]int{}, []string(nil)
	for _, bug := range list {
		names = append(names, bug.Name)
		blocks[bug.Block]++
	}
	require.Equal(t, names, b.Names)
	for block, n := range blocks {
		require.GreaterOrEqual(t, n, 3, block)
	}
	require.Greater(t, len(blocks), 20)
	at, err := b.Write(".", t.TempDir())
	require.NoError(t, err)
	_, err = overlay.Go(t.Context(), ".", at, "build", "./compiler/...", "./hw/isa/nos")
	require.NoError(t, err)
	for _, s := range suites(1, 1) {
		_, err := os.Stat(s.Package)
		require.NoError(t, err)
	}
}
