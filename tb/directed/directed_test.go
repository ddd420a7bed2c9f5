package directed

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every directed vector holds: its conditions come true, its cuts are as many as it
// says, and memory is golden's.
func TestDirectedVectors(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := Load(name)
			require.NoError(t, err)
			_, err = v.Run()
			require.NoError(t, err)
		})
	}
}
