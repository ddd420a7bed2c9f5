//go:build !faults

package fault

// ID names a bug. Here it is no integer: constants that are would be listed in the
// program's debugging information.
type ID float32

// Built tells whether this build has bugs to switch on.
const Built = false

// On is false.
func On(ID) bool { return false }

// Alternate is never called in this build.
func Alternate() bool { return false }
