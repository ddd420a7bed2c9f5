// Package shrink makes a failing vector small: it leaves out and simplifies what the failure
// does not need, as long as the vector still fails in the same way.
package shrink

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tilemark/tb/cosim"
	"tilemark/tb/directed"
	"tilemark/text/strictyaml"
)

// Result is a vector that is as small as the time allowed.
type Result struct {
	Text    []byte // of the vector
	Err     error  // how it fails
	Sign    string // of the failure: rule and kind, see directed.Sign
	Runs    int
	Done    bool // nothing more could be left out; else the time was over
	Elapsed time.Duration
}

// ErrHolds is that a vector that was to be shrunk does not fail.
var ErrHolds = errors.New("the vector holds: there is no failure to shrink")

// Check runs a vector and returns how it fails.
type Check func(v *directed.Vector) error

// Run is the Check that plays the vector after guards of connections, and checks all that it
// says.
func Run(v *directed.Vector) error {
	_, _, err := v.Play(Guard)
	return err
}

// Guard puts guards on a session's connections: what a case of a regression that had some has
// shown, its vector shows alone.
func Guard(s *cosim.Session) { s.M.Guard() }

// Shrink makes a failing vector smaller until the budget is used up or the context ends, and returns what it has then.
func Shrink(ctx context.Context, text []byte, check Check, budget time.Duration) (*Result, error) {
	v, err := directed.Parse(text)
	if err != nil {
		return nil, err
	}
	root, err := strictyaml.Parse(text, "a vector")
	if err != nil {
		return nil, err
	}
	s := &shrinker{ctx: ctx, check: check, start: time.Now(), budget: budget, root: root, text: root.Print(), tried: map[string]bool{}}
	s.tried[s.text] = true
	s.best.Runs = 1
	v.Over = func() bool { return ctx.Err() != nil }
	s.best.Err = check(v)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case s.best.Err == nil:
		return nil, ErrHolds
	}
	s.best.Sign = directed.Signature(s.best.Err)
	s.best.Text = []byte(s.text)
	s.raised, s.took = v.Raised, v.Took
	for _, s.fine = range []bool{false, true} {
		for before := ""; before != s.text && !s.over(); {
			before = s.text
			s.pass()
		}
	}
	s.best.Done = !s.over()
	s.best.Elapsed = time.Since(s.start)
	return &s.best, nil
}

type shrinker struct {
	ctx    context.Context
	check  Check
	start  time.Time
	budget time.Duration
	root   *strictyaml.Node
	text   string
	raised []uint64        // cycles in which the smallest vector so far interrupted
	took   uint64          // cycles that it took
	tried  map[string]bool // vectors that were looked at
	fine   bool            // all numbers are made small; before, there is less of everything
	best   Result
}

// longer is how many times as long as the smallest vector so far, and how many cycles more, another one may take: one that hangs is left soon.
const (
	longer     = 4
	longerMore = 20_000
)

func (s *shrinker) over() bool { return time.Since(s.start) > s.budget || s.ctx.Err() != nil }

// try looks at the changed tree: whether the vector makes sense, and fails as before. If not,
// undo takes the change back.
func (s *shrinker) try(undo func()) bool {
	if s.over() {
		undo()
		return false
	}
	text := s.root.Print()
	if s.tried[text] {
		undo()
		return false
	}
	s.tried[text] = true
	v, err := directed.Parse([]byte(text))
	if err == nil {
		s.best.Runs++
		v.Most, v.Over = longer*s.took+longerMore, s.over
		if err = s.run(v); err != nil && directed.Signature(err) == s.best.Sign {
			s.text, s.raised, s.took = text, v.Raised, v.Took
			s.best.Text, s.best.Err = []byte(text), err
			return true
		}
	}
	undo()
	return false
}

// run checks a vector. One that breaks the program shows nothing.
func (s *shrinker) run(v *directed.Vector) (err error) {
	defer func() {
		if recover() != nil {
			err = nil
		}
	}()
	return s.check(v)
}

// pass tries everything once, what may save most first.
func (s *shrinker) pass() {
	s.expectations()
	s.target()
	s.contexts()
	s.interrupts()
	s.scenes()
	s.node(s.root)
	s.closer()
}

// expected are the keys of what must come of a vector. They are left out or kept: with others
// it would be another failure.
var expected = []string{"cuts", "at_least", "cut_at", "status", "ends"}

// expectations leaves out all that must come of the vector: fewer interrupts would not meet it.
func (s *shrinker) expectations() {
	old := s.root.Clone()
	for _, key := range expected {
		s.root.Delete(key)
	}
	s.try(func() { *s.root = *old })
}

// target makes the target small: most of a run's time goes into its pixels.
func (s *shrinker) target() {
	if s.fine {
		return
	}
	for _, side := range []int{8, 16, 32} {
		old := s.root.Clone()
		s.root.Set("size", []int{side, side})
		if s.try(func() { *s.root = *old }) {
			return
		}
	}
}

// contexts leaves contexts out, halves of them first, with what others say of them.
func (s *shrinker) contexts() {
	list := s.root.Lookup("contexts")
	if list == nil {
		return
	}
	for size := len(list.Items) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(list.Items) && size < len(list.Items); {
			old := list.Clone()
			for i := at + size - 1; i >= at; i-- {
				lose(list, i)
			}
			if !s.try(func() { *list = *old }) {
				at += size
			}
		}
	}
}

// lose takes a context away.
func lose(list *strictyaml.Node, i int) {
	list.Items = append(list.Items[:i:i], list.Items[i+1:]...)
	for _, c := range list.Items {
		for _, key := range []string{"waits_for", "in_turn_with", "after"} {
			renumber(c, key, i)
		}
	}
}

// renumber changes the number of another context, after the loss of one.
func renumber(c *strictyaml.Node, key string, lost int) {
	n := c.Lookup(key)
	if n == nil {
		return
	}
	var of int
	if n.Number(&of) != nil {
		return
	}
	switch {
	case of == lost:
		c.Delete(key)
	case of > lost:
		c.Set(key, of-1)
	}
}

// scenes takes simple scenes for others, or writes built-in ones out, so that parts of them
// can be left out, and simple meshes for others.
func (s *shrinker) scenes() {
	list := s.root.Lookup("contexts")
	for i := 0; list != nil && i < len(list.Items); i++ {
		c := list.Items[i]
		sc := c.Lookup("scene")
		if sc == nil || sc.Kind != strictyaml.Text && sc.Kind != strictyaml.Mapping || sc.Text == simplest {
			continue
		}
		c.Set("scene", simplest)
		if s.try(func() { c.Set("scene", sc) }) {
			continue
		}
		if tree, err := directed.Builtin(sc.Text); err == nil && sc.Kind == strictyaml.Text {
			c.Set("scene", tree)
			s.try(func() { c.Set("scene", sc) })
		}
		s.meshes(c.Lookup("scene"))
	}
}

// meshes takes a triangle for each mesh, and draws patches as coarsely as can be.
func (s *shrinker) meshes(sc *strictyaml.Node) {
	if meshes := sc.Lookup("meshes"); meshes != nil {
		for _, m := range meshes.Items {
			name := m.Lookup("name")
			if name == nil {
				continue
			}
			s.swap(m, strictyaml.Map("name", name.Text, "positions", strictyaml.Seq(strictyaml.Seq(0, 0, 0), strictyaml.Seq(1, 0, 0), strictyaml.Seq(0, 1, 0))))
		}
	}
	if draws := sc.Lookup("draws"); draws != nil {
		for _, d := range draws.Items {
			if d.Kind == strictyaml.Mapping && d.Lookup("level") == nil {
				old := d.Clone()
				d.Set("level", 1)
				s.try(func() { *d = *old })
			}
		}
	}
}

// simplest is the built-in scene that draws least.
const simplest = "one-triangle"

// Command is the command that runs a vector from a file.
func Command(file string) string { return fmt.Sprintf("tilemark check %s", file) }
