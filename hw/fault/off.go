//go:build !faults

package fault

// On is false: this build has no bugs to switch on.
func On(ID) bool { return false }

// Alternate is never called in this build.
func Alternate() bool { return false }
