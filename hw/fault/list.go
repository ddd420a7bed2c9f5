//go:build faults

package fault

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw/near"
)

// Bug describes a bug: Block is the part of the machine that has it, Rules are those of
// docs/rules.md that it breaks, separated by spaces, What is a sentence.
type Bug struct {
	ID                       ID
	Name, Block, Rules, What string
}

var bugs = func() []Bug {
	out := make([]Bug, Count)
	out[None] = Bug{Name: "none"}
	for _, b := range slices.Concat(cspBugs, addressBugs, geometryBugs, pixelsBugs, connectionsBugs) {
		out[b.ID] = b
	}
	return out
}()

// List returns all bugs, in the order of their IDs.
func List() []Bug { return slices.Clone(bugs[None+1:]) }

// Named returns the bug of a name.
func Named(name string) (ID, error) {
	for i := range bugs {
		if bugs[i].Name == name {
			return ID(i), nil
		}
	}
	var like []string
	for i := range bugs {
		if strings.Contains(bugs[i].Name, name) {
			like = append(like, bugs[i].Name)
		}
	}
	if len(like) == 0 {
		var names []string
		for _, b := range List() {
			names = append(names, b.Name)
		}
		return None, fmt.Errorf("unknown fault %q%s", name, near.Suggest(name, names, "; hw/fault lists them"))
	}
	return None, fmt.Errorf("unknown fault %q; one of %s was expected", name, strings.Join(like, ", "))
}

// String returns the bug's name.
func (id ID) String() string {
	if int(id) < len(bugs) {
		return bugs[id].Name
	}
	return fmt.Sprintf("fault %d", uint16(id))
}
