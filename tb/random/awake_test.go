package random

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/awaketest"
	"tilemark/tb/directed"
)

// No block sleeps while it could go on, also where connections hold entries back.
func TestEvaluatingMoreDoesNotShow(t *testing.T) {
	const each = 8 // vectors of a recipe; most are skipped
	for _, recipe := range Names() {
		for seed := range uint64(each) {
			name := fmt.Sprintf("random/%s:%d", recipe, seed+1)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				awaketest.Same(t, func() *directed.Vector {
					v, _, err := Open(name)
					require.NoError(t, err)
					return v
				}, 600_000, seed)
			})
		}
	}
}
