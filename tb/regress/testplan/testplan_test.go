package testplan

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/tb/cover"
	"tilemark/tb/directed"
	"tilemark/tb/random"
	"tilemark/tb/regress"
)

const (
	root     = "../../.."
	planFile = "docs/testplan.yaml"
)

// project is what the project's testplan may name.
func project(t *testing.T) *Known {
	k := &Known{GoTests: goTests(t)}
	for _, test := range regress.New("nightly").Tests {
		k.Tests = append(k.Tests, test.Name)
	}
	k.Tests = append(k.Tests, regress.InDatabase()...)
	sp, err := cover.New()
	require.NoError(t, err)
	random.Declare(sp)
	for _, g := range sp.Groups() {
		k.Groups = append(k.Groups, g.Name)
	}
	rules, err := os.ReadFile(filepath.Join(root, "docs/rules.md"))
	require.NoError(t, err)
	k.Rules = Rules(string(rules))
	return k
}

var goTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w*)\(`)

// goTests lists the tests of Go in the project's packages, those of the build with planted faults included.
func goTests(t *testing.T) (list []string) {
	require.NoError(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		for _, m := range goTest.FindAllStringSubmatch(string(text), -1) {
			list = append(list, filepath.ToSlash(folder)+"."+m[1])
		}
		return err
	}))
	return list
}

// What docs/testplan.yaml names is there, and each rule has an entry.
func TestTheProjectsPlanHolds(t *testing.T) {
	p, err := Read(filepath.Join(root, planFile))
	require.NoError(t, err)
	for _, err := range p.Check(project(t)) {
		assert.Fail(t, planFile+":"+err.Error())
	}
}

// A report calls the rule "connection" passed when cases passed that guards have watched.
func TestTestsOfConnectionsAreGuarded(t *testing.T) {
	p, err := Read(filepath.Join(root, planFile))
	require.NoError(t, err)
	for i := range p.Entries {
		e := &p.Entries[i]
		if !slices.Contains(e.Rules, "connection") {
			continue
		}
		for _, test := range regress.New("quick").Tests {
			if e.Has(test.Name) {
				for seed := range uint64(20) {
					assert.True(t, regress.Guarded(test.Name, seed), "%s, of %s", test.Name, e.Name)
				}
			}
		}
	}
}

// Each directed vector is there for something that an entry says, besides what all of them are for.
func TestEachVectorIsPlanned(t *testing.T) {
	p, err := Read(filepath.Join(root, planFile))
	require.NoError(t, err)
	for i := range p.Entries {
		e := &p.Entries[i]
		e.Tests = slices.DeleteFunc(e.Tests, func(pattern string) bool { return pattern == "directed/*" })
	}
	for _, name := range directed.Names() {
		test := "directed/" + name + "/tg"
		assert.True(t, slices.ContainsFunc(p.Entries, func(e Entry) bool { return e.Has(test) }), "%s: no entry has %s", planFile, test)
	}
}

// The rules that monitors name are in docs/rules.md.
func TestRulesOfMonitorsAreListed(t *testing.T) {
	rules := project(t).Rules
	require.Contains(t, rules, "T4")
	named := regexp.MustCompile(`(?:fail\(|Rule: )"([A-Z]\d+|[a-z-]+)"`)
	for _, folder := range []string{"hw/wires", "tb/cosim", "tb/cosim/monitor"} {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		require.NoError(t, err)
		for _, path := range files {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			for _, m := range named.FindAllStringSubmatch(string(text), -1) {
				assert.Contains(t, rules, m[1], path)
			}
		}
	}
}

// The project's plan asks each regression for all entries of V1 and V2, and a case of each kind of test is enough for those of V2.
func TestEntriesWithoutCasesAreNamed(t *testing.T) {
	p, err := Read(filepath.Join(root, planFile))
	require.NoError(t, err)
	for _, name := range regress.Names {
		r := regress.New(name)
		want := 0
		for i := range p.Entries {
			if p.Entries[i].counts() {
				want++
			}
		}
		require.Len(t, p.Unexercised(r, nil), want, name)
		var ran []string
		for _, test := range r.Select("directed") {
			ran = append(ran, test.Name)
		}
		for _, e := range p.Entries {
			if e.Stage == "V1" {
				require.NotContains(t, p.Unexercised(r, ran), e.Name)
			}
		}
		ran = append(ran, r.Select("boundary")[0].Name, r.Select("interrupted")[0].Name, r.Select("sweep")[0].Name, r.Select("random")[0].Name)
		require.Empty(t, p.Unexercised(r, ran), name)
	}
}

func TestWhatIsWrongWithAPlanIsPlaced(t *testing.T) {
	k := &Known{
		Tests: []string{"directed/blending/tg", "random/draws"}, GoTests: []string{"tb/cosim/sweep.TestCutsAreEqual"},
		Groups: []string{"states", "moves"}, Rules: []string{"P1"},
	}
	good := "entries:\n  - {name: a, stage: V1, shows: b, rules: [P1], tests: [directed/blending, tb/cosim/sweep.TestCuts*], coverage: [states]}\n"
	p, err := Parse([]byte(good))
	require.NoError(t, err)
	require.Empty(t, p.Check(k))
	for _, c := range []struct{ from, to, want string }{
		{"name: a, ", "", "2:5: name: the name of the entry was expected"},
		{"V1", "V4", `2:22: stage: "V4"; V1, V2 or V3 was expected`},
		{"shows: b, ", "", "2:5: shows: what must be shown was expected"},
		{"P1", "P1, P77", `2:48: rules: docs/rules.md has no rule "P77"`},
		{"rules: [P1], ", "", "2:3: entries: none is for rule P1 of docs/rules.md"},
		{"directed/blending", "directed/blendin", `2:57: tests: no test of a regression is called "directed/blendin"`},
		{"TestCuts*", "TestGone", `2:76: tests: no test of Go (FOLDER.TestName) is called "tb/cosim/sweep.TestGone"`},
		{"[directed/blending, tb/cosim/sweep.TestCuts*]", "[]", "2:56: tests: at least one was expected"},
		{"directed/blending, ", "", "2:56: tests: of Go only; an entry of V1 needs one of a regression, or no report says that it was exercised"},
		{"states", "state", `2:114: coverage: no group of bins is called "state"; did you mean "states"?`},
	} {
		p, err := Parse([]byte(strings.Replace(good, c.from, c.to, 1)))
		require.NoError(t, err)
		wrong := p.Check(k)
		require.Len(t, wrong, 1, c.want)
		require.EqualError(t, wrong[0], c.want)
	}
	p, err = Parse([]byte(good + strings.Split(good, "\n")[1]))
	require.NoError(t, err)
	require.EqualError(t, p.Check(k)[0], `3:12: name: two entries are called "a"`)
}
