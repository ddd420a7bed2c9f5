package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/table"
)

// base is the old map of the tests; each changes one text of it.
const base = `block: TST
id: 7
version: 1.2.3
length: 32
description: Test block.
registers:
  - name: MODE
    offset: 0
    class: save
    description: A mode.
    fields:
      - {name: KIND, bits: "1:0", type: enum, reset: 2, description: The kind., enum: {OFF: 0, ON: 2}}
      - {name: LEVEL, bits: "7:4", type: sint, reset: -8, description: The level.}
      - {name: COUNT, bits: "15:12", type: uint, description: A count.}
  - name: SCALE
    offset: 1
    class: reset
    hw: rw
    lock: GUARD.SET
    description: A scale.
    fields:
      - {name: VALUE, bits: "31:0", type: f32, reset: 0x3f800000, description: The scale.}
  - name: GUARD
    offset: 2
    class: none
    description: A lock.
    fields:
      - {name: SET, bits: "0:0", type: bool, sw: ro, hw: wo, description: Set.}
      - {name: ALSO, bits: "1:1", type: bool, description: Set.}
      - {name: BASE, bits: "31:8", type: address, align: 16, description: An address.}
  - name: SHADOW
    offset: 3
    class: none
    alias: SCALE
    description: Shows the scale.
    fields:
      - {name: VALUE, bits: "31:0", type: f32, reset: 0x3f800000, description: The scale.}
  - name: LIST
    offset: 4
    count: 3
    stride: 2
    class: save
    since: 1.1.0
    description: A list.
    fields:
      - {name: ITEM, bits: "7:0", type: uint, description: An item.}
  - name: PARTS
    offset: 10
    count: 2
    class: volatile
    hw: set
    description: A part.
    fields:
      - {name: PART, bits: "7:0", type: uint, hw: set, description: A part.}
windows:
  - {name: MEMORY, offset: 16, length: 4, description: A memory.}
reserved:
  - {offset: 5, length: 1, description: Between.}
  - {offset: 7, length: 1, description: Between.}
  - {offset: 9, length: 1, description: Between.}
  - {offset: 12, length: 4, description: More.}
  - {offset: 20, length: 12, description: Rest.}
`

// after is a second block, whose place in the save area depends on the first one's length.
const behind = `block: BEHIND
id: 9
version: 0.3.1
length: 4
description: After.
registers:
  - name: WORD
    offset: 0
    class: save
    description: A word.
    fields:
      - {name: VALUE, bits: "31:0", type: uint, description: A word.}
reserved:
  - {offset: 1, length: 3, description: Rest.}
`

func parse(t *testing.T, texts ...string) Map {
	t.Helper()
	var blocks []table.Block
	for i, text := range texts {
		b, errs := table.Parse([]string{"t.yaml", "u.yaml", "v.yaml"}[i], []byte(text))
		require.Empty(t, errs)
		blocks = append(blocks, b)
	}
	return Map{Blocks: blocks}
}

// edit replaces texts that stand once.
func edit(t *testing.T, text string, oldNew ...string) string {
	t.Helper()
	for i := 0; i < len(oldNew); i += 2 {
		require.Equal(t, 1, strings.Count(text, oldNew[i]), "%q must stand once", oldNew[i])
		text = strings.Replace(text, oldNew[i], oldNew[i+1], 1)
	}
	return text
}

const newRegister = `  - name: EXTRA
    offset: 12
    class: none
    description: More.
    fields:
      - {name: VALUE, bits: "31:0", type: uint, description: More.}
`

// without takes out a register, up to the next text.
func without(from, to string) []string {
	i := strings.Index(base, from)
	return []string{base[i : i+strings.Index(base[i:], to)], ""}
}

var ruleCases = []struct {
	rule, what, old, new string
	at                   string // what stands there in the new table; in the old one where the new one has nothing
	edits                []string
	also                 []string // other rules
}{
	{"block-renamed", "TST2", "TST", "TST2", "TST2", []string{"block: TST", "block: TST2"}, nil},
	{"block-id", "TST", "7", "8", "8", []string{"id: 7", "id: 8"}, nil},
	{"block-length", "TST", "32 DWORDs", "36 DWORDs", "36", []string{"length: 32", "length: 36", "length: 12", "length: 16"}, nil},
	{"block-saturates", "TST", "false", "true", "true", []string{"length: 32", "length: 32\nsaturates: true"}, nil},
	{"block-description", "TST", "Test block.", "A block.", "A block.", []string{"Test block.", "A block."}, nil},
	{"version-raised", "TST", "1.2.3", "2.0.0", "2.0.0", []string{"1.2.3", "2.0.0"}, nil},
	{"version-lowered", "TST", "1.2.3", "1.2.2", "1.2.2", []string{"1.2.3", "1.2.2"}, nil},
	{"version-invalid", "TST", "1.2.3", "1.2", `"1.2"`, []string{"1.2.3", `"1.2"`}, nil},
	{"version-due", "TST", "1.2.3", "1.2.4", "1.2.4", []string{"1.2.3", "1.2.4", "type: sint, reset: -8", "type: sint, reset: -7"}, []string{"reset-changed"}},
	{"since-wrong", "TST.EXTRA", "", "", "name: EXTRA", []string{"1.2.3", "1.3.0", "windows:\n", newRegister + "windows:\n"}, []string{"register-added", "version-raised"}},
	{"register-added", "TST.EXTRA", "", "offset 12", "EXTRA", []string{"windows:\n", newRegister + "windows:\n"}, nil},
	{"saved-register-added", "TST.EXTRA", "", "offset 12", "EXTRA", []string{"windows:\n", strings.Replace(newRegister, "none", "save", 1) + "windows:\n"}, nil},
	{"register-removed", "TST.SHADOW", "offset 3", "", "SHADOW", without("  - name: SHADOW", "  - name: LIST"), nil},
	{"register-reuses", "TST.OTHER", "", "offset 3", "OTHER", []string{"name: SHADOW", "name: OTHER", "      - {name: VALUE, bits: \"31:0\", type: f32, reset: 0x3f800000, description: The scale.}\n  - name: LIST",
		"      - {name: VALUE, bits: \"30:0\", type: uint, reset: 0, description: The scale.}\n  - name: LIST"}, []string{"register-removed"}},
	{"register-renamed", "TST.PIECES", "PARTS", "PIECES", "PIECES", []string{"name: PARTS", "name: PIECES"}, nil},
	{"register-moved", "TST.SHADOW", "3", "5", "5", []string{"offset: 3", "offset: 5", "offset: 5, length: 1", "offset: 3, length: 1"}, nil},
	{"register-description", "TST.MODE", "A mode.", "Mode.", "Mode.", []string{"A mode.", "Mode."}, nil},
	{"array-made", "TST.SHADOW", "1", "2", "2", []string{"offset: 3\n", "offset: 3\n    count: 2\n"}, nil},
	{"array-grown", "TST.PARTS", "2", "3", "3", []string{"count: 2", "count: 3"}, nil},
	{"saved-array-grown", "TST.LIST", "3", "4", "4", []string{"count: 3", "count: 4"}, nil},
	{"array-shrunk", "TST.LIST", "3", "2", "2", []string{"count: 3", "count: 2"}, nil},
	{"array-stride", "TST.LIST", "2", "1", "1", []string{"stride: 2", "stride: 1"}, nil},
	{"class-save-added", "TST.GUARD", "none", "save", "save", []string{"offset: 2\n    class: none", "offset: 2\n    class: save"}, nil},
	{"class-save-removed", "TST.MODE", "save", "reset", "reset", []string{"offset: 0\n    class: save", "offset: 0\n    class: reset"}, nil},
	{"class-changed", "TST.PARTS", "volatile", "derived", "derived", []string{"volatile", "derived"}, nil},
	{"since-changed", "TST.LIST", "1.1.0", "1.2.0", "1.2.0", []string{"1.1.0", "1.2.0"}, nil},
	{"lock-added", "TST.PARTS", "", "GUARD.SET", "GUARD.SET", []string{"class: volatile", "lock: GUARD.SET\n    class: volatile"}, nil},
	{"lock-removed", "TST.SCALE", "GUARD.SET", "", "name: SCALE", []string{"    lock: GUARD.SET\n", ""}, nil},
	{"lock-changed", "TST.SCALE", "GUARD.SET", "GUARD.ALSO", "GUARD.ALSO", []string{"GUARD.SET", "GUARD.ALSO"}, nil},
	{"alias-added", "TST.PARTS", "", "SCALE", "SCALE", []string{"class: volatile", "alias: SCALE\n    class: volatile"}, nil},
	{"alias-removed", "TST.SHADOW", "SCALE", "", "name: SHADOW", []string{"    alias: SCALE\n", ""}, nil},
	{"alias-changed", "TST.SHADOW", "SCALE", "MODE", "MODE", []string{"alias: SCALE", "alias: MODE"}, nil},
	{"field-added", "TST.GUARD.MORE", "", "bits 2:2", "MORE", []string{"  - name: SHADOW", "      - {name: MORE, bits: \"2:2\", type: bool, description: More.}\n  - name: SHADOW"}, nil},
	{"field-added-set", "TST.GUARD.MORE", "", "bits 2:2", "MORE", []string{"  - name: SHADOW", "      - {name: MORE, bits: \"2:2\", type: bool, reset: 1, description: More.}\n  - name: SHADOW"}, nil},
	{"field-added-one", "TST.GUARD.MORE", "", "bits 2:2", "MORE", []string{"  - name: SHADOW", "      - {name: MORE, bits: \"2:2\", type: one, reset: 1, description: More.}\n  - name: SHADOW"}, nil},
	{"field-reuses", "TST.PARTS.HALF", "", "bits 3:0", "HALF", []string{`name: PART, bits: "7:0"`, `name: HALF, bits: "3:0"`}, []string{"field-removed"}},
	{"field-removed", "TST.GUARD.ALSO", "bits 1:1", "", "ALSO", []string{"      - {name: ALSO, bits: \"1:1\", type: bool, description: Set.}\n", ""}, nil},
	{"field-renamed", "TST.MODE.HEIGHT", "LEVEL", "HEIGHT", "HEIGHT", []string{"LEVEL", "HEIGHT"}, nil},
	{"field-moved", "TST.MODE.LEVEL", "7:4", "11:8", `"11:8"`, []string{"7:4", "11:8"}, nil},
	{"field-narrowed", "TST.MODE.COUNT", "15:12", "14:12", `"14:12"`, []string{"15:12", "14:12"}, nil},
	{"field-widened", "TST.MODE.COUNT", "15:12", "17:12", `"17:12"`, []string{"15:12", "17:12"}, nil},
	{"field-widened-signed", "TST.MODE.LEVEL", "7:4", "8:4", `"8:4"`, []string{"7:4", "8:4"}, nil},
	{"field-description", "TST.MODE.LEVEL", "The level.", "Level.", "Level.", []string{"The level.", "Level."}, nil},
	{"type-changed", "TST.MODE.COUNT", "uint", "sint", "sint", []string{`"15:12", type: uint`, `"15:12", type: sint`}, nil},
	{"align-raised", "TST.GUARD.BASE", "16", "24", "24", []string{"align: 16", "align: 24"}, nil},
	{"align-lowered", "TST.GUARD.BASE", "16", "8", "8", []string{"align: 16", "align: 8"}, nil},
	{"sw-narrowed", "TST.GUARD.ALSO", "rw", "ro", "ro", []string{`"1:1", type: bool`, `"1:1", type: bool, sw: ro`}, nil},
	{"sw-widened", "TST.GUARD.SET", "ro", "rw", "rw", []string{"sw: ro", "sw: rw"}, nil},
	{"sw-changed", "TST.GUARD.SET", "ro", "rw1c", "rw1c", []string{"sw: ro", "sw: rw1c"}, nil},
	{"hw-changed", "TST.SCALE.VALUE", "rw", "ro", "ro", []string{"hw: rw", "hw: ro"}, nil},
	{"reset-changed", "TST.MODE.LEVEL", "-8", "7", "7", []string{"reset: -8", "reset: 7"}, nil},
	{"enum-value-added", "TST.MODE.KIND.HALF", "", "1", "1", []string{"ON: 2", "ON: 2, HALF: 1"}, nil},
	{"enum-code-reuses", "TST.MODE.KIND.HALF", "", "2", "2", []string{"ON: 2", "ON: 3, HALF: 2"}, []string{"enum-value-renumbered"}},
	{"enum-value-removed", "TST.MODE.KIND.ON", "2", "", "2", []string{", ON: 2", ""}, nil},
	{"enum-value-renamed", "TST.MODE.KIND.RUN", "ON", "RUN", "RUN: 2", []string{"ON: 2", "RUN: 2"}, nil},
	{"enum-value-renumbered", "TST.MODE.KIND.ON", "2", "3", "3", []string{"ON: 2", "ON: 3"}, nil},
	{"window-added", "TST.VIEW", "", "offset 20, 2 DWORDs", "VIEW", []string{"reserved:", "  - {name: VIEW, offset: 20, length: 2, description: V.}\nreserved:"}, nil},
	{"window-reuses", "TST.VIEW", "", "offset 1, 2 DWORDs", "VIEW", []string{"reserved:", "  - {name: VIEW, offset: 1, length: 2, description: V.}\nreserved:"}, nil},
	{"window-removed", "TST.MEMORY", "offset 16, 4 DWORDs", "", "MEMORY", []string{"windows:\n  - {name: MEMORY, offset: 16, length: 4, description: A memory.}\n", ""}, nil},
	{"window-renamed", "TST.STORE", "MEMORY", "STORE", "STORE", []string{"MEMORY", "STORE"}, nil},
	{"window-moved", "TST.MEMORY", "offset 16", "offset 20", "20", []string{"offset: 16", "offset: 20"}, nil},
	{"window-grown", "TST.MEMORY", "4 DWORDs", "5 DWORDs", "5", []string{"offset: 16, length: 4", "offset: 16, length: 5"}, nil},
	{"window-shrunk", "TST.MEMORY", "4 DWORDs", "1 DWORD", "1", []string{"offset: 16, length: 4", "offset: 16, length: 1"}, nil},
	{"sw-narrowed", "TST.MEMORY", "rw", "wo", "wo", []string{"length: 4, description: A memory", "length: 4, sw: wo, description: A memory"}, nil},
	{"window-description", "TST.MEMORY", "A memory.", "Memory.", "Memory.", []string{"A memory.", "Memory."}, nil},
	{"reserved-removed", "TST", "offset 20, 12 DWORDs", "", "20", []string{"  - {offset: 20, length: 12, description: Rest.}\n", ""}, nil},
	{"reserved-description", "TST", "More.", "Less.", "Less.", []string{"More.", "Less."}, nil},
}

// Each kind of change is made once: diff names it with both values and its place.
func TestEveryRuleNamesItsChange(t *testing.T) {
	covered := map[string]bool{"block-added": true, "block-removed": true, "reserved-added": true, "version-declared": true} // below
	for _, c := range ruleCases {
		covered[c.rule] = true
		t.Run(c.rule+" "+c.what, func(t *testing.T) {
			old, new := parse(t, base, behind), parse(t, edit(t, base, c.edits...), behind)
			got := Compare(old, new, &Policy{Unstable: unlessVersions(c.rule)})
			change := requireChange(t, got, c.rule, c.also)
			assert.Equal(t, []string{c.what, c.old, c.new}, []string{change.What, change.Old, change.New})
			assert.Contains(t, change.place(), "t.yaml:")
			at, text := change.NewAt, edit(t, base, c.edits...)
			if at.Line == 0 {
				at, text = change.OldAt, base
			}
			assert.Equal(t, c.at, strings.SplitAfter(text, "\n")[at.Line-1][at.Col-1:][:len(c.at)])
		})
	}
	for _, c := range formatCases {
		covered[c.rule] = true
	}
	for _, rule := range []string{"formats-added", "formats-removed", "enum-added", "enum-removed", "header-added", "header-removed", "structure-added", "structure-removed"} {
		covered[rule] = true // TestFormatsThatCameAndWent
	}
	for _, r := range Rules {
		assert.True(t, covered[r.Name], "no test of rule %s", r.Name)
	}
}

// requireChange finds the change of a rule; but for those of some others it is the only one.
func requireChange(t *testing.T, r *Result, rule string, also []string) (found Change) {
	t.Helper()
	for _, c := range r.Changes {
		if c.Rule == rule && found.Rule == "" {
			found = c
		}
		assert.True(t, c.Rule == rule || slices.Contains(also, c.Rule), "%s besides", c.Rule)
	}
	require.Equal(t, rule, found.Rule)
	return found
}

// unlessVersions keeps the version that is due out of tests of other rules.
func unlessVersions(rule string) []string {
	if strings.HasPrefix(rule, "version") || rule == "since-wrong" {
		return nil
	}
	return []string{"TST", "TST2"}
}

func TestBlocksThatCameAndWent(t *testing.T) {
	one, two := parse(t, base), parse(t, base, behind)
	added := Compare(one, two, nil)
	require.Len(t, added.Changes, 1)
	assert.Equal(t, []any{"block-added", "BEHIND", "id 9"}, []any{added.Changes[0].Rule, added.Changes[0].What, added.Changes[0].New})
	removed := Compare(two, one, nil)
	require.Len(t, removed.Changes, 1)
	assert.Equal(t, []any{"block-removed", "BEHIND", "id 9"}, []any{removed.Changes[0].Rule, removed.Changes[0].What, removed.Changes[0].Old})
}

func TestAGapThatIsFilledIsNamed(t *testing.T) {
	gap := edit(t, base, "  - {offset: 20, length: 12, description: Rest.}\n", "")
	filled := Compare(parse(t, gap), parse(t, base), &Policy{Unstable: []string{"TST"}})
	require.Len(t, filled.Changes, 1)
	assert.Equal(t, []any{"reserved-added", "TST", "offset 20, 12 DWORDs"}, []any{filled.Changes[0].Rule, filled.Changes[0].What, filled.Changes[0].New})
}
