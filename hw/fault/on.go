//go:build faults

package fault

// Active is the bug that the machine has now.
var Active ID

// On tells whether the machine has a bug.
func On(id ID) bool { return Active == id }

var odd bool

// Alternate is true at every other call, for bugs that do something once too often.
func Alternate() bool {
	odd = !odd
	return odd
}
