package table

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// want is an error that a line of a bad table asks for in a comment:
//
//	# want: RULE @ WHAT STANDS AT ITS COLUMN @ PART OF THE MESSAGE
type want struct {
	file           string
	line           int
	rule, at, says string
}

const wantMark = " # want: "

func wants(t *testing.T, file, text string) (out []want) {
	for i, line := range strings.Split(text, "\n") {
		for _, w := range strings.Split(line, wantMark)[1:] {
			parts := strings.Split(w, " @ ")
			require.Len(t, parts, 3, "%s:%d: %s", file, i+1, w)
			out = append(out, want{file, i + 1, parts[0], strings.TrimSuffix(parts[1], " "), parts[2]})
		}
	}
	return out
}

// check reads the tables of a case: one file, or all files of a folder.
func checkCase(t *testing.T, path string) (errs []Error, expected []want, texts map[string]string) {
	sources, err := FileSources(path)
	require.NoError(t, err)
	texts = map[string]string{}
	for _, s := range sources {
		text, err := s.Read()
		require.NoError(t, err)
		texts[s.Name] = string(text)
		expected = append(expected, wants(t, s.Name, string(text))...)
	}
	_, errs, err = LoadSources(sources)
	require.NoError(t, err)
	return errs, expected, texts
}

// Every error of every bad table is asked for, every error asked for is reported, all in one run, and each points at what it is about.
func TestBadTables(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*")
	require.NoError(t, err)
	variants := 0
	rules := map[string]bool{"stale": true, "packing": true} // of the program, which has a test of its own
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			errs, expected, texts := checkCase(t, path)
			require.NotEmpty(t, expected)
			variants += len(expected)
			for _, e := range errs {
				i := slices.IndexFunc(expected, func(w want) bool {
					return w.file == e.Pos.File && w.line == e.Pos.Line && w.rule == e.Rule && strings.Contains(e.Message, w.says)
				})
				if !assert.GreaterOrEqual(t, i, 0, "nobody asked for: %s", e) {
					continue
				}
				line := strings.Split(texts[e.Pos.File], "\n")[e.Pos.Line-1]
				assert.True(t, strings.HasPrefix(line[e.Pos.Col-1:], expected[i].at), "%s points at %q, expected %q", e, line[e.Pos.Col-1:], expected[i].at)
				assert.Equal(t, line, e.Line)
				assert.Greater(t, e.End, e.Pos.Col)
				rules[e.Rule] = true
				expected = slices.Delete(expected, i, i+1)
			}
			for _, w := range expected {
				assert.Fail(t, "not reported", fmt.Sprintf("%s:%d: %s: %s", w.file, w.line, w.rule, w.says))
			}
		})
	}
	assert.GreaterOrEqual(t, variants, 60)
	for _, r := range Rules {
		assert.True(t, rules[r.Name], "no bad table breaks rule %s", r.Name)
		delete(rules, r.Name)
	}
	assert.Empty(t, rules, "rules that the list does not have")
}

// A fix is certain: with it in its place the error is gone, and no other comes on its line.
func TestFixesMend(t *testing.T) {
	fixes := 0
	paths, err := filepath.Glob("testdata/bad/*.yaml")
	require.NoError(t, err)
	for _, path := range paths {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		text := string(source)
		_, errs := Parse(path, source)
		errs = append(errs, checkText(text)...)
		for _, e := range errs {
			if e.Fix == "" {
				continue
			}
			fixes++
			lines := strings.Split(text, "\n")
			line := lines[e.Pos.Line-1]
			lines[e.Pos.Line-1] = line[:e.Pos.Col-1] + e.Fix + line[e.End-1:]
			for _, left := range checkText(strings.Join(lines, "\n")) {
				same := left.Pos.Line == e.Pos.Line && left.Rule == e.Rule && left.Pos.Col == e.Pos.Col
				assert.False(t, same, "%s\nfix %s leaves\n%s", e, e.Fix, left)
			}
		}
	}
	assert.Greater(t, fixes, 20)
}
