//go:build faults

package bugs

import "tilemark/hw/sabotage" // in the overlay only

// None is no bug.
const None = ""

// Use gives the machine the bug of a name from now on, as if the program had just begun.
func Use(name string) {
	if !sabotage.Choose(name) {
		panic("this build has no bug " + name)
	}
}
