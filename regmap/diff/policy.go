package diff

import (
	"path"
	"slices"
)

// Severity says what becomes of a change.
type Severity string

// The severities. An allowed change is one that the policy excepts, with a reason.
const (
	SeverityError   Severity = "error" // the comparison fails
	SeverityWarning Severity = "warning"
	SeverityAllowed Severity = "allowed"
)

// FailOn says which changes are errors: those of the class and of all that are worse.
type FailOn string

// Values of FailOn that are no class. FailAny is any change at all.
const (
	FailNever FailOn = "never"
	FailAny   FailOn = "any"
)

// FailOns are all values, each with all that the one before it has.
var FailOns = []FailOn{FailNever, FailOn(Version), FailOn(Breaking), FailOn(Behavioural), FailOn(Compatible), FailAny}

// Policy is how a project judges changes. The zero Policy, and a nil one, fail on versions.
type Policy struct {
	FailOn     FailOn              // "" stands for version
	Severities map[string]Severity // of rules and classes
	Classes    map[string]Class    // of rules that have another one here
	Allow      []Allowance
	Unstable   []string // blocks that promise nothing yet
}

// Allowance excepts changes, with a reason.
type Allowance struct {
	Rule   string
	What   string // a path, * and ? stand for what they do in file names
	Reason string
	Place  string // in the policy file
}

func (a Allowance) matches(c Change) bool {
	ok, err := path.Match(a.What, c.What)
	return err == nil && ok && a.Rule == c.Rule
}

func (p *Policy) class(r *Rule) Class {
	if p != nil {
		if class, ok := p.Classes[r.Name]; ok {
			return class
		}
	}
	return r.Class
}

func (p *Policy) unstable(block string) bool { return p != nil && slices.Contains(p.Unstable, block) }

// judge gives every change its severity and returns the exceptions that none needed.
func (p *Policy) judge(changes []Change) (unused []Allowance) {
	if p == nil {
		p = &Policy{}
	}
	needed := make([]bool, len(p.Allow))
	for i := range changes {
		c := &changes[i]
		c.Severity = p.severity(*c)
		for k, a := range p.Allow {
			if a.matches(*c) {
				c.Severity, c.Reason, needed[k] = SeverityAllowed, a.Reason, true
			}
		}
	}
	for k, a := range p.Allow {
		if !needed[k] {
			unused = append(unused, a)
		}
	}
	return unused
}

func (p *Policy) severity(c Change) Severity {
	failOn := p.FailOn
	if failOn == "" {
		failOn = FailOn(Version)
	}
	if failOn == FailNever || p.unstable(c.Block()) {
		return SeverityWarning
	}
	for _, key := range []string{c.Rule, string(c.Class)} {
		if s, ok := p.Severities[key]; ok {
			return s
		}
	}
	if failOn == FailAny || slices.Index(Classes, c.Class) < slices.Index(FailOns, failOn) {
		return SeverityError
	}
	return SeverityWarning
}
