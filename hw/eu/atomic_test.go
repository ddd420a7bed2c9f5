package eu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/eu"
	"tilemark/hw/isa"
)

// What each operation leaves where there was a number, by the table of atomics in docs/isa.md.
func TestAtomic(t *testing.T) {
	const minus = ^uint32(0) - 1 // -2
	for _, c := range []struct {
		operation      uint8
		signed         bool
		was, x, y, now uint32
	}{
		{isa.AtomicAdd, false, 7, minus, 0, 5},
		{isa.AtomicSub, false, 7, 3, 0, 4}, {isa.AtomicSub, true, 3, 7, 0, ^uint32(3)},
		{isa.AtomicMin, false, 5, minus, 0, 5}, {isa.AtomicMin, true, 5, minus, 0, minus}, {isa.AtomicMin, true, minus, 5, 0, minus}, {isa.AtomicMin, false, minus, 5, 0, 5},
		{isa.AtomicMax, false, 5, minus, 0, minus}, {isa.AtomicMax, true, 5, minus, 0, 5}, {isa.AtomicMax, true, minus, 5, 0, 5}, {isa.AtomicMax, false, minus, 5, 0, minus},
		{isa.AtomicAnd, false, 12, 10, 0, 8}, {isa.AtomicOr, false, 12, 10, 0, 14}, {isa.AtomicXor, false, 12, 10, 0, 6},
		{isa.AtomicExchange, false, 12, 10, 3, 10},
		{isa.AtomicCompare, false, 12, 12, 3, 3}, {isa.AtomicCompare, false, 12, 10, 3, 12},
		{isa.AtomicLoad, false, 12, 10, 3, 12}, {isa.AtomicStore, false, 12, 10, 3, 10},
	} {
		require.Equal(t, c.now, eu.Atomic(c.operation, c.signed, c.was, c.x, c.y), "%+v", c)
	}
}
