package diff

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// changed compares base with what edits make of it.
func changed(t *testing.T, p *Policy, edits ...string) *Result {
	t.Helper()
	return Compare(parse(t, base, behind), parse(t, edit(t, base, edits...), behind), p)
}

func TestTheLayoutIsTheMachines(t *testing.T) {
	blocks, errs, err := table.Load("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	set, errs, err := formats.Load("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	m := Map{Blocks: blocks, Formats: set}
	assert.Equal(t, uint32(regs.SaveLayoutID), Compare(m, m, nil).SaveArea.NewLayout)
}

func TestWhetherAnOldSaveAreaRestores(t *testing.T) {
	for _, c := range []struct {
		name    string
		verdict Verdict
		cause   string
		edits   []string
	}{
		{"nothing", Restores, "", nil},
		{"register that is not saved", Restores, "", []string{"windows:\n", newRegister + "windows:\n"}},
		{"reset value", Restores, "", []string{"reset: -8", "reset: 7"}},
		{"field in unused bits", Restores, "", []string{"  - name: SCALE", "      - {name: MORE, bits: \"9:9\", type: bool, description: More.}\n  - name: SCALE"}},
		{"length within a unit", Restores, "", []string{"length: 32", "length: 31", "length: 12", "length: 11"}},
		{"saved register", Refused, "saved-register-added", []string{"windows:\n", strings.Replace(newRegister, "none", "save", 1) + "windows:\n"}},
		{"class", Refused, "class-save-removed", []string{"offset: 0\n    class: save", "offset: 0\n    class: reset"}},
		{"name", Refused, "register-renamed", []string{"name: LIST", "name: ROW"}},
		{"name of a block", Refused, "block-renamed", []string{"block: TST", "block: TEST"}},
		{"place", Refused, "array-stride", []string{"stride: 2", "stride: 1"}},
		{"bits of a field", Misread, "field-moved", []string{"7:4", "8:5"}},
		{"number of an enum value", Misread, "enum-value-renumbered", []string{"ON: 2", "ON: 3"}},
		{"length before another block", Refused, "block-length", []string{"length: 32", "length: 36", "length: 12", "length: 16"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := changed(t, nil, c.edits...).SaveArea
			assert.Equal(t, c.verdict, got.Verdict)
			if c.cause == "" {
				assert.Empty(t, got.Causes)
				return
			}
			require.NotEmpty(t, got.Causes)
			assert.Equal(t, c.cause, got.Causes[0].Rule)
		})
	}
}

// A layout that differs always has a change that says why.
func TestARefusedSaveAreaHasACause(t *testing.T) {
	for _, c := range ruleCases {
		if got := changed(t, nil, c.edits...).SaveArea; got.Verdict != Restores {
			assert.NotEmpty(t, got.Causes, c.rule)
		}
	}
}

func TestVersionsThatAreDue(t *testing.T) {
	for _, c := range []struct {
		name, declared string
		bump           Bump
		due, rule      string
		edits          []string
	}{
		{"nothing", "1.2.3", NoBump, "1.2.3", "", nil},
		{"nothing, raised all the same", "1.3.0", NoBump, "1.2.3", "version-raised", nil},
		{"documentation", "1.2.4", Patch, "1.2.4", "version-raised", []string{"A mode.", "Mode."}},
		{"documentation without a version", "1.2.3", Patch, "1.2.4", "version-due", []string{"A mode.", "Mode."}},
		{"compatible", "1.3.0", Minor, "1.3.0", "version-raised", []string{"ON: 2", "ON: 2, MORE: 1"}},
		{"compatible, a patch declared", "1.2.4", Minor, "1.3.0", "version-due", []string{"ON: 2", "ON: 2, MORE: 1"}},
		{"behavioural", "1.2.9", Minor, "1.3.0", "version-due", []string{"reset: -8", "reset: 0"}},
		{"breaking", "2.0.0", Major, "2.0.0", "version-raised", []string{"LEVEL", "HEIGHT"}},
		{"breaking, more declared", "3.1.0", Major, "2.0.0", "version-raised", []string{"LEVEL", "HEIGHT"}},
		{"breaking, a minor declared", "1.3.0", Major, "2.0.0", "version-due", []string{"LEVEL", "HEIGHT"}},
		{"lowered", "1.2.2", NoBump, "1.2.3", "version-lowered", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := changed(t, nil, append([]string{"1.2.3", c.declared}, c.edits...)...)
			assert.Equal(t, BlockVersion{Block: "TST", Old: "1.2.3", Declared: c.declared, Bump: c.bump, Due: c.due}, got.Versions[0])
			var rules []string
			for _, change := range got.Changes {
				if strings.HasPrefix(change.Rule, "version") {
					rules = append(rules, change.Rule)
				}
			}
			assert.Equal(t, c.rule, strings.Join(rules, " "))
			assert.Equal(t, c.rule == "version-due" || c.rule == "version-lowered", got.Failed())
		})
	}
}

func TestBeforeOneNothingIsPromised(t *testing.T) {
	for bump, want := range map[Bump]string{Major: "0.4.0", Minor: "0.3.2", Patch: "0.3.2", NoBump: "0.3.1"} {
		assert.Equal(t, want, raised(table.Version{Minor: 3, Patch: 1}, bump).String(), bump)
	}
}

func TestATableThatDeclaresItsFirstVersionOwesNone(t *testing.T) {
	old, new := parse(t, base), parse(t, edit(t, base, "LEVEL", "HEIGHT"))
	old.Blocks[0].Version = ""
	got := Compare(old, new, nil)
	assert.Equal(t, []string{"field-renamed", "version-declared"}, []string{got.Changes[0].Rule, got.Changes[1].Rule})
	assert.False(t, got.Failed())
}

func TestNewRegistersNameTheVersionThatBringsThem(t *testing.T) {
	with := strings.Replace(newRegister, "    class", "    since: 1.3.0\n    class", 1)
	assert.False(t, changed(t, nil, "1.2.3", "1.3.0", "windows:\n", with+"windows:\n").Failed())
	assert.True(t, changed(t, nil, "1.2.3", "1.4.0", "windows:\n", with+"windows:\n").Failed())
}

func TestOldTablesWithErrorsCanBeCompared(t *testing.T) {
	for text, want := range map[string]bool{
		strings.Replace(base, "version: 1.2.3\n", "", 1):                  true,
		strings.Replace(base, "description: A mode.", "description: ", 1): false, // no text
		strings.Replace(base, "length: 12, ", "length: 11, ", 1):          true,  // a gap
		strings.Replace(base, "offset: 3", "offset: 2", 1):                false,
		strings.Replace(base, "class: reset", "clas: reset", 1):           false,
	} {
		require.NotEqual(t, base, text)
		b, errs := table.Parse("t.yaml", []byte(text))
		rest, ok := OldErrors(append(errs, table.Check([]table.Block{b})...))
		assert.Equal(t, want, ok, rest)
	}
}

func TestAReferenceToARenamedRegisterIsNoChange(t *testing.T) {
	got := Compare(parse(t, base), parse(t, strings.ReplaceAll(base, "GUARD", "KEEPER")), &Policy{Unstable: []string{"TST"}})
	require.Len(t, got.Changes, 1)
	assert.Equal(t, "register-renamed", got.Changes[0].Rule)
}
