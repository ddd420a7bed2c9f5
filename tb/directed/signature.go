package directed

import (
	"errors"

	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/monitor"
	"tilemark/text/strictyaml"
	"tilemark/vectors"
)

// Signature says in a few words in which way a vector failed, so that failures are told apart and
// put together: the rule and the place where it was broken, a difference of memory, a hang
// with the rule that what stands breaks.
func Signature(err error) string {
	var v *wires.Violation
	var m *monitor.Mismatch
	var h *cosim.HangError
	var u *Unmet
	switch {
	case err == nil:
		return ""
	case errors.As(err, &v):
		return "rule " + v.Rule + " at " + v.Where
	case errors.As(err, &m):
		return "rule " + m.Rule + " in memory"
	case errors.As(err, &h) && h.Rule != "":
		return "hang, rule " + h.Rule + " at " + h.Where
	case errors.As(err, &h):
		return "hang"
	case errors.As(err, &u):
		return "expectation " + u.Key
	case errors.Is(err, errNeverHeld):
		return "condition of a step"
	case errors.Is(err, ErrLong):
		return "too long"
	}
	return "expectation"
}

// Builtin returns the tree of a built-in scene.
func Builtin(name string) (*strictyaml.Node, error) {
	data, err := vectors.Scenes.ReadFile("scenes/" + name + ".yaml")
	if err != nil {
		return nil, err
	}
	return strictyaml.Parse(data, "a scene")
}
