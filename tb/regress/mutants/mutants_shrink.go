//go:build faults

package mutants

import (
	"context"
	"strings"
	"time"

	"tilemark/tb/bugs"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
	"tilemark/tb/scenefile"
	"tilemark/tb/shrink"
)

// shrink makes the vector of a kill small: it must go on to notice the bug in the same way,
// and pass without it. The vector of a sweep is interrupted in the cycle of the first cut that failed.
func (k *kill) shrink(ctx context.Context, row *store.Mutant, budget time.Duration) {
	defer bugs.Use(bugs.None)
	k.ctx = ctx
	r, err := shrink.Shrink(ctx, k.work.Failing(), k.shows, budget)
	if err != nil {
		return // it was not the vector alone that noticed the bug
	}
	row.Shrunk, row.Shrinking = string(r.Text), r.Elapsed
	row.Left = k.left(r.Text)
}

// shows is how a vector fails with the bug, nil when that shows nothing.
func (k *kill) shows(v *directed.Vector) error {
	err := k.playWith(k.bug, v)
	if _, ok := killed(err); !ok {
		return nil
	}
	raised, took := v.Raised, v.Took
	v.Most = k.most
	if k.playWith(bugs.None, v) != nil {
		return nil
	}
	if k.most == 0 {
		k.most = 4 * v.Took
	}
	v.Raised, v.Took = raised, took
	return err
}

// playWith runs a vector with a bug, after guards when the case was.
func (k *kill) playWith(bug string, v *directed.Vector) error {
	bugs.Use(bug)
	watch := func(s *cosim.Session) { stopAfter(k.ctx, s, caseTime) }
	if k.work.Guarded {
		watch = regress.GuardAll(watch)
	}
	return regress.Guard(func() error {
		_, _, err := v.Play(watch)
		return err
	})
}

// left counts what a vector has.
func (k *kill) left(text []byte) (l store.Left) {
	v, err := directed.Parse(text)
	if err != nil {
		return l
	}
	l.Contexts = len(v.Contexts)
	for i := range v.Contexts {
		c := &v.Contexts[i]
		sc := c.Scene.Inline
		if sc == nil {
			sc, _ = scenefile.Load(c.Scene.Name)
		}
		if sc != nil && !c.Empty {
			l.Draws += len(sc.Draws)
			l.Triangles += sc.Triangles()
		}
	}
	_ = k.playWith(k.bug, v)
	l.Interrupts = len(v.Raised)
	for i := range v.Steps {
		if strings.HasPrefix(v.Steps[i].Do, "interrupt") {
			l.Interrupts++
		}
	}
	return l
}
