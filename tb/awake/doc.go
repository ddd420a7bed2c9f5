// Package awake has tests that run a vector twice: once as it is, and once with every block evaluated in every cycle, in
// another order. Both must do the same in the same cycles, or a block sleeps while it could go on, or sees what another one does in
// the same cycle.
package awake
