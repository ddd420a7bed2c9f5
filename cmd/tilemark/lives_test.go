package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/lives"
)

// The figures of a cut and a restore have the cycles of the run that docs/explain.md explains.
func TestFiguresOfLivesAreNotStale(t *testing.T) {
	status, out, errs := tilemark("explain", "few-large", "--size", "128x128", "--partner", "one-triangle", "--interrupt", "9000", "--json")
	require.Equal(t, exitHeld, status, errs)
	x, err := lives.Read([]byte(out))
	require.NoError(t, err)
	for name, draw := range map[string]func() (string, error){
		"life-of-a-tile.svg": lives.Tile, "life-of-a-kernel.svg": lives.Kernel,
		"life-of-a-cut.svg":     func() (string, error) { return lives.Cut(x) },
		"life-of-a-restore.svg": func() (string, error) { return lives.Restore(x) },
	} {
		want, err := draw()
		require.NoError(t, err)
		file := filepath.Join("..", "..", "docs", "figures", name)
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		}
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		require.True(t, want == string(got), "%s is stale: run make docs", file)
	}
}

func TestTheFigureOfATileShowsConnectionsOfTheMachine(t *testing.T) {
	status, out, errs := tilemark("connections")
	require.Equal(t, exitHeld, status, errs)
	for _, name := range lives.Connections() {
		require.Contains(t, out, "| "+name+" |")
	}
}
