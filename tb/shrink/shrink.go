// Package shrink makes a failing vector small: it leaves out and simplifies what the failure
// does not need, as long as the vector still fails in the same way.
package shrink

import (
	"errors"
	"fmt"
	"time"

	"tilemark/hw/strictyaml"
	"tilemark/tb/directed"
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

// Run is the Check that plays the vector and checks all that it says.
func Run(v *directed.Vector) error {
	_, err := v.Run()
	return err
}

// Shrink makes a failing vector smaller until the budget is used up.
func Shrink(text []byte, check Check, budget time.Duration) (*Result, error) {
	v, err := directed.Parse(text)
	if err != nil {
		return nil, err
	}
	root, err := strictyaml.Parse(text, "a vector")
	if err != nil {
		return nil, err
	}
	s := &shrinker{check: check, start: time.Now(), budget: budget, root: root, text: root.Print()}
	s.best.Runs = 1
	if s.best.Err = check(v); s.best.Err == nil {
		return nil, ErrHolds
	}
	s.best.Sign = directed.Sign(s.best.Err)
	s.best.Text = []byte(s.text)
	s.raised = v.Raised
	for changed := true; changed && !s.over(); {
		before := s.text
		s.pass()
		changed = s.text != before
	}
	s.best.Done = !s.over()
	s.best.Elapsed = time.Since(s.start)
	return &s.best, nil
}

type shrinker struct {
	check  Check
	start  time.Time
	budget time.Duration
	root   *strictyaml.Node
	text   string
	raised []uint64 // cycles in which the smallest vector so far interrupted
	best   Result
}

func (s *shrinker) over() bool { return time.Since(s.start) > s.budget }

// try looks at the changed tree: whether the vector makes sense, and fails as before. If not,
// undo takes the change back.
func (s *shrinker) try(undo func()) bool {
	if s.over() {
		undo()
		return false
	}
	text := s.root.Print()
	if text == s.text {
		return false
	}
	v, err := directed.Parse([]byte(text))
	if err == nil {
		s.best.Runs++
		err = s.check(v)
		if err != nil && directed.Sign(err) == s.best.Sign {
			s.text, s.raised = text, v.Raised
			s.best.Text, s.best.Err = []byte(text), err
			return true
		}
	}
	undo()
	return false
}

// pass tries everything once, what may save most first.
func (s *shrinker) pass() {
	s.contexts()
	s.interrupts()
	s.scenes()
	s.node(s.root)
}

// contexts leaves contexts out, with what others say of them.
func (s *shrinker) contexts() {
	list := s.root.Lookup("contexts")
	for i := 0; list != nil && i < len(list.Items) && len(list.Items) > 1; {
		old := list.Clone()
		list.Items = append(list.Items[:i:i], list.Items[i+1:]...)
		for _, c := range list.Items {
			for _, key := range []string{"waits_for", "in_turn_with", "after"} {
				renumber(c, key, i)
			}
		}
		if !s.try(func() { *list = *old }) {
			i++
		}
	}
}

// renumber changes the number of another context, behind the loss of one.
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

// interrupts writes periods and aims as the cycles in which they interrupted.
func (s *shrinker) interrupts() {
	if s.root.Lookup("every") == nil && s.root.Lookup("aims") == nil || len(s.raised) == 0 {
		return
	}
	old := s.root.Clone()
	s.root.Delete("every")
	if aims := s.root.Lookup("aims"); aims != nil {
		kept := strictyaml.Seq[*strictyaml.Node]()
		for _, a := range aims.Items {
			if do := a.Lookup("do"); do != nil && do.Text != "interrupt" {
				kept.Items = append(kept.Items, a)
			}
		}
		s.root.Set("aims", kept)
	}
	s.root.Set("interrupts", s.raised)
	s.try(func() { *s.root = *old })
}

// scenes takes simple scenes for others, or writes built-in ones out, so that parts of them
// can be left out.
func (s *shrinker) scenes() {
	list := s.root.Lookup("contexts")
	for i := 0; list != nil && i < len(list.Items); i++ {
		c := list.Items[i]
		sc := c.Lookup("scene")
		if sc == nil || sc.Kind != strictyaml.Text || sc.Text == simplest {
			continue
		}
		c.Set("scene", simplest)
		if s.try(func() { c.Set("scene", sc) }) {
			continue
		}
		if tree, err := directed.Builtin(sc.Text); err == nil {
			c.Set("scene", tree)
			s.try(func() { c.Set("scene", sc) })
		}
	}
}

// simplest is the built-in scene that draws least.
const simplest = "one-triangle"

// Command is the command that runs a vector from a file.
func Command(file string) string { return fmt.Sprintf("tilemark check %s", file) }
