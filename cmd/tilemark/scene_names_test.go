package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ofScenes are the verbs whose help names command streams and directed vectors, with the rest of a short line.
var ofScenes = map[string]string{
	"compare": "default default --scene",
	"explain": "--every 300",
	"export":  "--out e",
	"record":  "--out a.tmcs",
	"run":     "--out o",
	"sweep":   "--from 100 --every 150",
	"trace":   "--to 50 --out a.trace",
	"wave":    "--to 50 --text",
}

// TestVerbsAcceptTheScenesThatTheirHelpNames has each verb read a command stream and a directed vector.
func TestVerbsAcceptTheScenesThatTheirHelpNames(t *testing.T) {
	stream := filepath.Join(t.TempDir(), "in.tmcs")
	held(t, "record", "blend", "--size", "16x16", "--out", stream)
	t.Chdir(t.TempDir())
	for _, c := range leafVerbs(newRoot()) {
		rest, there := ofScenes[verbOf(c)]
		names := strings.Contains(c.Long, "SCENE is") && strings.Contains(c.Long, ".tmcs") || verbOf(c) == "compare"
		require.Equal(t, names, there, "%s: what SCENE may be, and a line that tries it", verbOf(c))
		if !there {
			continue
		}
		require.Contains(t, c.Long, "directed/NAME", verbOf(c))
		for _, scene := range []string{stream, "directed/in-fence"} {
			args := append([]string{verbOf(c)}, strings.Fields(rest)...)
			status, _, errs := tilemark(append(args, scene)...)
			require.NotContains(t, errs, "no such", "%s %s", verbOf(c), scene)
			require.Equal(t, exitHeld, status, "%s %s: %s", verbOf(c), scene, errs)
		}
	}
}
