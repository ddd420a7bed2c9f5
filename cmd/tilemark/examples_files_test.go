package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// prepare puts the project's files that examples name where the examples run.
func prepare(t *testing.T, dir string) {
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "docs/instruments"), 0o755))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "vectors/kernels"), os.DirFS("../../vectors/kernels")))
}

// What examples read is in the project, or an example before has made it.
func TestFilesThatExamplesNameAreThere(t *testing.T) {
	texts := examplesOfVerbs(newRoot())
	for _, document := range documents(t) {
		texts[document] = examplesOf(t, document)
	}
	named := regexp.MustCompile(`(--out |--resume |--write |> ?)?(\S+\.(?:yaml|glb|gltf|obj|tka|tmcs|txt))\b`)
	found := 0
	for name, examples := range texts {
		made := map[string]bool{}
		for _, e := range examples {
			if strings.Contains(e, "regs diff") {
				continue // an older state of the tables, and a policy: prepareTables makes them
			}
			for _, m := range named.FindAllStringSubmatch(e, -1) {
				if m[1] != "" {
					made[m[2]] = true
				} else if !made[m[2]] && changed[e].why != notThere {
					found++
					require.FileExists(t, filepath.Join("../..", m[2]), "%s: %s", name, e)
				}
			}
		}
	}
	require.Greater(t, found, 5)
}
