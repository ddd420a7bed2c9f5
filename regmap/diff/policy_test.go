package diff

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func policy(t *testing.T, text string) *Policy {
	t.Helper()
	p, err := ParsePolicy("p.yaml", []byte(text))
	require.NoError(t, err)
	return p
}

func TestErrorsOfAPolicyNameTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"":                                           "p.yaml:1:1: ",
		"sevrity: {}":                                `p.yaml:1:1: unknown key "sevrity"; did you mean "severity"?`,
		"severity: [a]":                              "p.yaml:1:11: severity: a list of 1; a mapping of rules was expected",
		"severity: {brekaing: error}":                `p.yaml:1:12: severity: no rule or class "brekaing"`,
		"severity:\n  field-moved: fatal":            `p.yaml:2:16: severity: "fatal"; error or warning was expected`,
		"class: {field-mved: breaking}":              `p.yaml:1:9: class: no rule "field-mved"; did you mean "field-moved"?`,
		"class: {field-moved: version}":              `p.yaml:1:22: class: "version"; breaking, behavioural`,
		"class: {version-due: breaking}":             "p.yaml:1:9: class: rule version-due is about versions",
		"fail-on: always":                            `p.yaml:1:10: fail-on: "always"; never, version, breaking`,
		"unstable: EUP":                              `p.yaml:1:11: unstable: "EUP"; a list was expected`,
		"allow:\n  - {rule: x, what: A, reason: B}":  "p.yaml:2:12: allow: no rule \"x\"",
		"allow:\n  - {rule: field-moved, reason: B}": "p.yaml:2:5: allow: what: \"\"; BLOCK.REGISTER.FIELD",
		"allow:\n  - {rule: field-moved, what: '[', reason: B}":         "p.yaml:2:31: allow: what: \"[\"; BLOCK.REGISTER.FIELD",
		"allow:\n  - {rule: field-moved, what: A}":                      "p.yaml:2:5: allow: reason: nothing; why the change may pass was expected",
		"allow:\n  - {rule: field-moved, what: A, reason: ' '}":         "p.yaml:2:42: allow: reason: nothing",
		"allow:\n  - {rule: field-moved, what: A, until: 2, reason: B}": `p.yaml:2:34: allow: unknown key "until"`,
	} {
		_, err := ParsePolicy("p.yaml", []byte(text))
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want, text)
	}
}

func TestFailOnStandsForWhatIsWorse(t *testing.T) {
	edits := map[Class][]string{
		Version:       {"1.2.3", "1.2.2"},
		Breaking:      {"1.2.3", "2.0.0", "LEVEL", "HEIGHT"},
		Behavioural:   {"1.2.3", "1.3.0", "reset: -8", "reset: 0"},
		Compatible:    {"1.2.3", "1.3.0", "ON: 2", "ON: 2, MORE: 1"},
		Documentation: {"1.2.3", "1.2.4", "A mode.", "Mode."},
	}
	for i, failOn := range FailOns {
		for k, class := range Classes {
			got := changed(t, &Policy{FailOn: failOn}, edits[class]...).Failed()
			assert.Equal(t, k < i, got, "--fail-on %s, change %s", failOn, class)
		}
		assert.False(t, changed(t, &Policy{FailOn: failOn}).Failed())
	}
	assert.True(t, changed(t, nil, edits[Version]...).Failed(), "without a policy")
	assert.False(t, changed(t, nil, edits[Breaking]...).Failed(), "without a policy")
}

func TestAPolicySaysWhatIsAnError(t *testing.T) {
	for _, c := range []struct {
		name, policy string
		failed       bool
	}{
		{"a class", "severity: {breaking: error}", true},
		{"a rule before its class", "severity: {breaking: error, field-renamed: warning}", false},
		{"a rule", "severity: {field-renamed: error}", true},
		{"another rule", "severity: {field-moved: error}", false},
		{"another class", "class: {field-renamed: compatible}\nfail-on: behavioural", false},
		{"another class that is one", "class: {field-renamed: behavioural}\nfail-on: behavioural", true},
		{"a rule before fail-on", "fail-on: any\nseverity: {field-renamed: warning, version-raised: warning}", false},
		{"an unstable block", "fail-on: breaking\nunstable: [TST]", false},
		{"another unstable block", "fail-on: breaking\nunstable: [BEHIND]", true},
		{"an exception", "fail-on: breaking\nallow: [{rule: field-renamed, what: TST.MODE.HEIGHT, reason: Nobody uses it.}]", false},
		{"an exception of many", "fail-on: breaking\nallow: [{rule: field-renamed, what: TST.*, reason: Nobody uses it.}]", false},
		{"an exception of others", "fail-on: breaking\nallow: [{rule: field-renamed, what: TST.SCALE.*, reason: Nobody uses it.}]", true},
	} {
		got := changed(t, policy(t, c.policy), "1.2.3", "2.0.0", "LEVEL", "HEIGHT")
		assert.Equal(t, c.failed, got.Failed(), c.name)
	}
}

func TestVersionsCanBeAllowed(t *testing.T) {
	assert.True(t, changed(t, nil, "LEVEL", "HEIGHT").Failed())
	p := policy(t, "allow: [{rule: version-due, what: TST, reason: The next release raises it.}]")
	got := changed(t, p, "LEVEL", "HEIGHT")
	assert.False(t, got.Failed())
	assert.Empty(t, got.Unused)
	assert.Equal(t, SeverityAllowed, got.Changes[1].Severity)
	assert.Equal(t, "The next release raises it.", got.Changes[1].Reason)
}

func TestAClassOfThePolicyCountsForTheVersion(t *testing.T) {
	got := changed(t, policy(t, "class: {field-renamed: documentation}"), "1.2.3", "1.2.4", "LEVEL", "HEIGHT")
	assert.Equal(t, Patch, got.Versions[0].Bump)
	assert.False(t, got.Failed())
}

func TestExceptionsThatNothingNeedsAreNamed(t *testing.T) {
	got := changed(t, policy(t, "allow:\n  - {rule: field-moved, what: TST.*, reason: Old.}"))
	require.Len(t, got.Unused, 1)
	assert.Equal(t, "p.yaml:2:12", got.Unused[0].Place)
}
