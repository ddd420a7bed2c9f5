package diff

import (
	"fmt"
	"path"
	"strings"

	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// policyFile is a policy as it is written.
type policyFile struct {
	FailOn   failOnText    `yaml:"fail-on"`
	Severity severityTable `yaml:"severity"`
	Class    classTable    `yaml:"class"`
	Allow    []allowed     `yaml:"allow"`
	Unstable []string      `yaml:"unstable"`
}

// ParsePolicy reads a policy file. Errors name file, line and column, and what was expected.
func ParsePolicy(file string, data []byte) (*Policy, error) {
	var f policyFile
	n, err := strictyaml.Parse(data, "policy")
	if err == nil {
		err = strictyaml.Decode(n, &f)
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	p := &Policy{FailOn: FailOn(f.FailOn), Severities: f.Severity, Classes: f.Class, Unstable: f.Unstable}
	for _, a := range f.Allow {
		p.Allow = append(p.Allow, Allowance{Rule: a.Rule, What: a.What, Reason: a.Reason,
			Place: fmt.Sprintf("%s:%v", file, a.At("rule"))})
	}
	return p, nil
}

type failOnText FailOn

// DecodeYAML reads one of FailOns.
func (f *failOnText) DecodeYAML(n *strictyaml.Node) error {
	v, err := oneOf(n, FailOns)
	*f = failOnText(v)
	return err
}

// oneOf reads one of some words.
func oneOf[T ~string](n *strictyaml.Node, all []T) (T, error) {
	for _, v := range all {
		if n.Scalar() && n.Text == string(v) {
			return v, nil
		}
	}
	words := make([]string, len(all))
	for i, v := range all {
		words[i] = string(v)
	}
	return "", n.Expected("%s", strictyaml.OneOf(words))
}

type severityTable map[string]Severity

// DecodeYAML reads severities by rule or class.
func (t *severityTable) DecodeYAML(n *strictyaml.Node) error {
	*t = severityTable{}
	return entries(n, func(e *strictyaml.Entry) error {
		if !isClass(e.Key) {
			if err := wantRule(e.Place, e.Key, "or class "); err != nil {
				return err
			}
		}
		v, err := oneOf(e.Value, []Severity{SeverityError, SeverityWarning})
		(*t)[e.Key] = v
		return err
	})
}

type classTable map[string]Class

// DecodeYAML reads classes by rule.
func (t *classTable) DecodeYAML(n *strictyaml.Node) error {
	*t = classTable{}
	return entries(n, func(e *strictyaml.Entry) error {
		if err := wantRule(e.Place, e.Key, ""); err != nil {
			return err
		}
		if rulesByName[e.Key].Class == Version {
			return e.Place.Wrong("rule %s is about versions and has no other class; severity or allow was expected", e.Key)
		}
		v, err := oneOf(e.Value, Classes[1:])
		(*t)[e.Key] = v
		return err
	})
}

func isClass(word string) bool {
	for _, c := range Classes {
		if word == string(c) {
			return true
		}
	}
	return false
}

// entries calls read for each entry of a mapping.
func entries(n *strictyaml.Node, read func(*strictyaml.Entry) error) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of rules")
	}
	for _, e := range n.Entries {
		if err := read(e); err != nil {
			return err
		}
	}
	return nil
}

// wantRule refuses what is no rule.
func wantRule(at strictyaml.Place, name, also string) error {
	if rulesByName[name] != nil {
		return nil
	}
	names := make([]string, len(Rules))
	for i, r := range Rules {
		names[i] = r.Name
	}
	return at.Wrong("no rule %s%q%s", also, name, near.Suggest(name, names, "; docs/registers.md lists them"))
}

// allowed is an exception as it is written.
type allowed struct {
	strictyaml.Source
	Rule   string `yaml:"rule"`
	What   string `yaml:"what"`
	Reason string `yaml:"reason"`
}

// DecodeYAML reads an exception and wants all of it.
func (a *allowed) DecodeYAML(n *strictyaml.Node) error {
	type plain allowed // without this method
	if err := strictyaml.Decode(n, (*plain)(a)); err != nil {
		return err
	}
	if err := wantRule(a.At("rule"), a.Rule, ""); err != nil {
		return err
	}
	if _, err := path.Match(a.What, ""); err != nil || a.What == "" {
		return a.Wrong("what", "what: %q; BLOCK.REGISTER.FIELD, with * for any text, was expected", a.What)
	}
	if strings.TrimSpace(a.Reason) == "" {
		return a.Wrong("reason", "reason: nothing; why the change may pass was expected")
	}
	return nil
}
