package cluster

import (
	"fmt"

	"tilemark/tb/inventory"
)

// compareFields compares with what it is after reset all state of which the inventory says that nothing is left when everything has ended (docs/inventory.md).
func (b *Bench) compareFields() error {
	for _, block := range b.Blocks() {
		left, err := inventory.Left(block, b.Cycle())
		switch {
		case err != nil:
			return err
		case len(left) > 0:
			return fmt.Errorf("%s has %v left when all threads have ended", block.Name(), left)
		}
	}
	return nil
}
