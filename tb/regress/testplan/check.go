package testplan

import (
	"path"
	"slices"

	"tilemark/tb/regress"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// Stages are those of a testplan: it works; it works in any order, at any time, on any machine; nothing is left.
var Stages = []string{"V1", "V2", "V3"}

// Known is what a testplan may name. Where a list is nil, names of its kind are not checked: a
// program does not know Go's tests, nor the rules of its documentation.
type Known struct {
	Tests   []string // of regressions
	GoTests []string // FOLDER.TestName
	Groups  []string // of coverage
	Rules   []string // each of which has an entry
}

// Check returns what is wrong with a plan, each error with line and column.
func (p *Plan) Check(k *Known) []error {
	c := &checker{Known: k}
	names, planned := map[string]bool{}, map[string]bool{}
	for i := range p.Entries {
		e := &p.Entries[i]
		if names[e.Name] {
			c.wrong(e.At("name"), "name: two entries are called %q", e.Name)
		}
		names[e.Name] = true
		for _, rule := range e.Rules {
			planned[rule] = true
		}
		c.words(e)
		c.references(e)
	}
	for _, rule := range k.Rules {
		if !planned[rule] {
			c.wrong(p.At("entries"), "entries: none is for rule %s of docs/rules.md", rule)
		}
	}
	return c.errs
}

type checker struct {
	*Known
	errs []error
}

func (c *checker) wrong(at strictyaml.Place, format string, args ...any) {
	c.errs = append(c.errs, at.Wrong(format, args...))
}

// words checks what an entry says itself.
func (c *checker) words(e *Entry) {
	if e.Name == "" {
		c.wrong(e.At("name"), "name: the name of the entry was expected")
	}
	if !slices.Contains(Stages, e.Stage) {
		c.wrong(e.At("stage"), "stage: %q; %s was expected", e.Stage, strictyaml.OneOf(Stages))
	}
	if e.Shows == "" {
		c.wrong(e.At("shows"), "shows: what must be shown was expected")
	}
	if len(e.Tests) == 0 {
		c.wrong(e.At("tests"), "tests: at least one was expected")
	} else if e.counts() && !slices.ContainsFunc(e.Tests, func(pattern string) bool { return !isGo(pattern) }) {
		c.wrong(e.At("tests"), "tests: of Go only; an entry of %s needs one of a regression, or no report says that it was exercised", e.Stage)
	}
}

// references checks that what an entry names is there.
func (c *checker) references(e *Entry) {
	for i, pattern := range e.Tests {
		if !c.hasTest(pattern) {
			kind := "a regression"
			if isGo(pattern) {
				kind = "Go (FOLDER.TestName)"
			}
			c.wrong(e.Item("tests", i), "tests: no test of %s is called %q", kind, pattern)
		}
	}
	for i, rule := range e.Rules {
		if c.Rules != nil && !slices.Contains(c.Rules, rule) {
			c.wrong(e.Item("rules", i), "rules: docs/rules.md has no rule %q", rule)
		}
	}
	for i, group := range e.Coverage {
		if !slices.Contains(c.Groups, group) {
			c.wrong(e.Item("coverage", i), "coverage: no group of bins is called %q%s", group, near.Suggest(group, c.Groups, "; docs/coverage.md lists them"))
		}
	}
}

// hasTest tells whether there is a test that a pattern is for.
func (c *checker) hasTest(pattern string) bool {
	if isGo(pattern) {
		return c.GoTests == nil || slices.ContainsFunc(c.GoTests, func(name string) bool { ok, _ := path.Match(pattern, name); return ok })
	}
	return slices.ContainsFunc(c.Tests, func(name string) bool { return regress.Matches(pattern, name) })
}
