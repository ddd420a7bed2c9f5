package directed

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every directed vector holds at both break points: its conditions come true, its cuts
// are as many as it says, and memory is golden's.
func TestDirectedVectors(t *testing.T) {
	for _, name := range Names() {
		for _, place := range []string{"tg", "zl1"} {
			t.Run(name+"/"+place, func(t *testing.T) {
				t.Parallel()
				v, err := Load(name)
				require.NoError(t, err)
				v.At(place)
				_, err = v.Run()
				require.NoError(t, err)
			})
		}
	}
}
