package testplan

import (
	"strings"
	"testing"

	"tilemark/vectors/fuzztest"
)

// FuzzPlan: a testplan is read, the same each time, or is an error with line and column, and so is each thing that is wrong with it.
func FuzzPlan(f *testing.F) {
	for _, text := range []string{
		"entries:\n  - {name: a, stage: V1, shows: b, rules: [P1], tests: [directed/*, tb/x.TestY], coverage: [ids]}\n", "entries: []\n",
		"entries:\n  - name: a\n  - {name: a, stage: V4, tests: [tb/x.TestY]}\n", "entries: [{name: a, stage: V2, shows: b, tests: [\"[\"]}]\n", "entries: 1\n",
	} {
		f.Add([]byte(text))
	}
	known := &Known{Tests: []string{"directed/a"}, GoTests: []string{"tb/x.TestY"}, Groups: []string{"ids"}, Rules: []string{"P1"}}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var p *Plan
		var err error
		fuzztest.Within(t, 4<<20, 1<<13, len(data), func() { p, err = Parse(data) })
		if err != nil {
			fuzztest.Placed(t, data, err)
			return
		}
		again, err := Parse(data)
		if err != nil {
			t.Fatalf("%q is refused for the second time: %v", data, err)
		}
		fuzztest.Equal(t, p, again, data)
		for _, err := range p.Check(known) {
			fuzztest.Placed(t, data, err)
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: %q has more than a line", data, err)
			}
		}
	})
}
