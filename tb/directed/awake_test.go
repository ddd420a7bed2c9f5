package directed_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/awaketest"
	"tilemark/tb/directed"
)

// No block sleeps while it could go on. Each vector is taken at one break point.
func TestEvaluatingMoreDoesNotShow(t *testing.T) {
	for n, name := range directed.Names() {
		place := []string{"tg", "zl1"}[n%2]
		t.Run(name+"/"+place, func(t *testing.T) {
			t.Parallel()
			awaketest.Same(t, func() *directed.Vector {
				v, err := directed.Load(name)
				require.NoError(t, err)
				v.At(place)
				return v
			}, 20_000, uint64(n))
		})
	}
}
