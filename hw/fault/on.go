//go:build faults

package fault

// ID names a bug.
type ID uint16

// Built tells whether this build has bugs to switch on.
const Built = true

// active is the bug that the machine has now.
var active ID

// On tells whether the machine has a bug.
func On(id ID) bool { return active == id }

// Use gives the machine a bug, as if the program had just begun.
func Use(id ID) { active, odd = id, false }

var odd bool

// Alternate is true at every other call, for bugs that do something once too often.
func Alternate() bool {
	odd = !odd
	return odd
}
