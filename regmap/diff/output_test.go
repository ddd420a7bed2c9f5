package diff

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shown is a comparison with something of everything.
func shown(t *testing.T) *Result {
	p := policy(t, "unstable: [BEHIND]\nallow: [{rule: field-renamed, what: TST.*, reason: Nobody | uses it.}, {rule: block-id, what: TST, reason: None.}]")
	old := parse(t, base, behind)
	new := parse(t, edit(t, base, "LEVEL", "HEIGHT", "ON: 2", "ON: 2, MORE: 1", "A mode.", "A *new* mode."), edit(t, behind, "A word.}", "Word.}"))
	old.Name, new.Name = "v1", "tables"
	return Compare(old, new, p)
}

func TestTextIsGroupedByClassAndRule(t *testing.T) {
	var b strings.Builder
	require.NoError(t, shown(t).Text(&b))
	assert.Equal(t, `v1 -> tables: 1 version, 1 breaking, 1 compatible, 2 documentation

version (1)
  version-due: Due 2.0.0, declared 1.2.3: the worst change demands a new major version. Concerns: documentation.
    TST  1.2.3 -> 1.2.3  t.yaml:3:10  ERROR

breaking (1)
  field-renamed: Drivers that name the field no longer build; built ones go on. Concerns: driver source.
    TST.MODE.HEIGHT  LEVEL -> HEIGHT  t.yaml:13:16  allowed: Nobody | uses it.

compatible (1)
  enum-value-added: The code was unused.
    TST.MODE.KIND.MORE  + 1  t.yaml:12:109

documentation (2)
  register-description: Readers are told something else. Concerns: documentation.
    TST.MODE  A mode. -> A *new* mode.  t.yaml:10:18
  field-description: Readers are told something else. Concerns: documentation.
    BEHIND.WORD.VALUE  A word. -> Word.  u.yaml:12:62

save area: an old save area restores: both layouts are 0x4aa89919, and every saved word means what it did
version of TST: was 1.2.3, due 2.0.0 (major), declared 1.2.3
version of BEHIND: was 0.3.1, declared 0.3.1; unstable: nothing is due
note: p.yaml:2:79: nothing needs the exception of block-id at TST
`, b.String())
}

func TestMarkdownKeepsTablesWhole(t *testing.T) {
	var b strings.Builder
	require.NoError(t, shown(t).Markdown(&b))
	columns := 0
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		assert.True(t, columns == 0 || n == columns, line)
		columns = n
	}
	assert.Contains(t, b.String(), `A \*new\* mode.`)
	assert.Contains(t, b.String(), "### Register map: 1 version, 1 breaking, 1 compatible, 2 documentation\n")
	assert.Contains(t, b.String(), "| TST | 1.2.3 | 2.0.0 | 1.2.3 | major |\n")
	assert.Contains(t, b.String(), "<details><summary>documentation (2)</summary>")
}

func TestJSONHasTheKeysOfTheDocument(t *testing.T) {
	var b strings.Builder
	require.NoError(t, shown(t).JSON(&b))
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(b.String()), &v))
	document, err := os.ReadFile("../../docs/registers.md")
	require.NoError(t, err)
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, inner := range v {
				assert.True(t, strings.Contains(string(document), "`"+k+"`"), "docs/registers.md says nothing of %s", k)
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(v)
	assert.Equal(t, true, v["failed"])
	renamed := v["changes"].([]any)[2].(map[string]any)
	assert.Equal(t, map[string]any{"file": "t.yaml", "line": 13., "column": 16.}, renamed["new_place"])
	assert.Equal(t, "allowed", renamed["severity"])
	b.Reset()
	require.NoError(t, changed(t, nil).JSON(&b))
	assert.Contains(t, b.String(), `"changes": [],`)
}

// The document lists every rule with its class and its sentence.
func TestTheDocumentHasTheRules(t *testing.T) {
	document, err := os.ReadFile("../../docs/registers.md")
	require.NoError(t, err)
	for _, r := range Rules {
		who := audiences(r.Breaks)
		if r.Saved {
			who += ", save area of a saved register"
		}
		row := "| " + r.Name + " | " + string(r.Class) + " | " + strings.TrimPrefix(who, ", ") + " | " + r.Sentence + " |\n"
		assert.True(t, strings.Contains(string(document), row), "docs/registers.md lacks: %s", row)
	}
}

func TestLongValuesAreShownWhereTheyDiffer(t *testing.T) {
	long := strings.Repeat("a word and ", 9)
	for _, c := range [][4]string{
		{"short", "shorter", "short", "shorter"},
		{long + "this", long + "that", "... word and this", "... word and that"},
		{"this " + long, "that " + long, "this a word and a word and a word...", "that a word and a word and a word..."},
		{long, "x", "a word and a word and a word and ...", "x"},
		{long, long + "more", "...d a word and", "...d a word and more"},
		{"line\nline", "", "line line", ""},
	} {
		old, new := around(c[0], c[1])
		assert.Equal(t, []string{c[2], c[3]}, []string{old, new})
	}
}
