package boundary

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/directed"
)

// Each boundary holds: the context stops for the reason that the tables say, or comes to its end.
func TestBoundaries(t *testing.T) {
	cases, err := Cases()
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, c := range cases {
		require.False(t, seen[c.Name], c.Name)
		seen[c.Name] = true
		t.Run(c.Name, func(t *testing.T) {
			v, err := directed.Parse(c.Text)
			require.NoError(t, err, "%s", c.Text)
			_, err = v.Run()
			require.NoError(t, err, "%s", c.Text)
		})
	}
}
