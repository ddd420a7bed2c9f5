//go:build !faults

package fault

import (
	"bytes"
	"debug/elf"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The program that is shipped has neither a bug's constant, in its debugging information,
// nor a bug's name or description.
func TestShippedProgramKnowsNoFaults(t *testing.T) {
	out := filepath.Join(t.TempDir(), "tilemark")
	text, err := exec.Command("go", "build", "-o", out, "tilemark/cmd/tilemark").CombinedOutput()
	require.NoError(t, err, "%s", text)
	words := words(t)
	require.Greater(t, len(words), 300)
	require.Contains(t, words, "TokenLost")
	require.Contains(t, words, "token-lost")
	require.Contains(t, words, "CSP's writes change locked registers")
	parts := parts(t, out)
	require.True(t, has(parts, "GPU.TSU"), "the names of blocks are not found either: the test shows nothing")
	for _, w := range words {
		require.False(t, has(parts, w), "the program has %q", w)
	}
}

// words are the constants of this package, and the names and descriptions in its tables.
func words(t *testing.T) (words []string) {
	set := token.NewFileSet()
	pkgs, err := parser.ParseDir(set, ".", func(f fs.FileInfo) bool {
		return f.Name() == "fault.go" || strings.HasPrefix(f.Name(), "bugs_")
	}, 0)
	require.NoError(t, err)
	skip := map[string]bool{"None": true, "Count": true}
	ast.Inspect(pkgs["fault"], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for _, name := range n.Names {
				if !skip[name.Name] {
					words = append(words, name.Name)
				}
			}
		case *ast.CompositeLit:
			if len(n.Elts) == bugFields {
				words = append(words, literal(n.Elts[1]), literal(n.Elts[4])) // not the rules: monitors name those
			}
		}
		return true
	})
	return words
}

// bugFields is the number of fields of a Bug: ID, name, block, rules and description.
const bugFields = 5

func literal(e ast.Expr) string {
	s, err := strconv.Unquote(e.(*ast.BasicLit).Value)
	if err != nil {
		panic(err) // the parser took it
	}
	return s
}

// parts are the contents of a program's sections, unpacked; of one in another format than
// ELF, the file.
func parts(t *testing.T, path string) (parts [][]byte) {
	f, err := elf.Open(path)
	if err != nil {
		whole, err := os.ReadFile(path)
		require.NoError(t, err)
		return [][]byte{whole}
	}
	defer f.Close()
	for _, s := range f.Sections {
		if s.Type == elf.SHT_NOBITS {
			continue
		}
		data, err := s.Data()
		require.NoError(t, err, s.Name)
		parts = append(parts, data)
	}
	return parts
}

func has(parts [][]byte, word string) bool {
	for _, p := range parts {
		if bytes.Contains(p, []byte(word)) {
			return true
		}
	}
	return false
}
