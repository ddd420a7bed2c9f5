package diff

import (
	"testing"

	"tilemark/vectors/fuzztest"
)

// FuzzPolicy: a policy of `regs diff` is read, the same each time, or is an error with file, line and column; what is read judges.
func FuzzPolicy(f *testing.F) {
	for _, text := range []string{
		"fail-on: breaking\n", "severity: {breaking: error, field-removed: warning}\n", "class: {field-removed: behavioural}\nunstable: [TSU]\n",
		"allow:\n  - rule: field-removed\n    what: TSU.*.A\n    reason: never used\n", "allow: [{rule: field-remov, what: \"[\", reason: \"\"}]\n", "fail-on: perhaps\n", "",
	} {
		f.Add([]byte(text))
	}
	change := Change{Rule: Rules[0].Name, What: "TSU.CULL.CULL_BACK"}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var p *Policy
		var err error
		fuzztest.Within(t, 4<<20, 1<<13, len(data), func() { p, err = ParsePolicy("p.yaml", data) })
		if err != nil {
			fuzztest.Placed(t, data, err)
			return
		}
		again, err := ParsePolicy("p.yaml", data)
		if err != nil {
			t.Fatalf("%q is refused for the second time: %v", data, err)
		}
		fuzztest.Equal(t, p, again, data)
		for _, a := range p.Allow {
			a.matches(change)
			if a.Reason == "" || a.Place == "" {
				t.Fatalf("%q allows %q for no reason, or nowhere", data, a.What)
			}
		}
		for i := range Rules {
			if p.class(&Rules[i]) == "" {
				t.Fatalf("%q: rule %s has no class", data, Rules[i].Name)
			}
		}
	})
}
