package regress

import (
	"context"
	"time"

	"tilemark/tb/cosim"
	"tilemark/tb/directed"
	"tilemark/tb/regress/store"
	"tilemark/tb/shrink"
)

// DefaultShrink is how long making a failing vector smaller may take.
const DefaultShrink = 30 * time.Second

// shrinks tells whether a smaller vector would tell more: the machine broke a rule, or hung.
func shrinks(f *store.Failure) bool {
	switch f.Rule {
	case RulePanic, RuleLimit, RuleExpectation, RuleInvalid, RuleFlaky:
		return false
	}
	return f.Vector != ""
}

// Shrink looks for a smaller vector that fails as a case did, after guards when it had some,
// within a budget. attach, when given, is called for each session before it runs.
func Shrink(c *store.Case, budget time.Duration, attach func(*cosim.Session)) {
	watch := func(s *cosim.Session) {
		if attach != nil {
			attach(s)
		}
	}
	if Guarded(c.Test, c.Seed) {
		watch = GuardAll(watch)
	}
	f := c.Failure
	check := func(v *directed.Vector) error {
		return Guard(func() error {
			_, _, err := v.Play(watch)
			return err
		})
	}
	r, err := shrink.Shrink(context.Background(), []byte(f.Vector), check, budget)
	if err != nil || len(r.Text) >= len(f.Vector) {
		return // it is as small as it can be, or fails in a sweep only
	}
	f.Shrunk = string(r.Text)
}
