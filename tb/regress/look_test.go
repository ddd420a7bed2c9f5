package regress

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"tilemark/tb/cosim"
)

// Operating system and driver do their part in the same cycles, whoever looks at the machine between them. Every third vector is taken.
func TestLookingChangesNothing(t *testing.T) {
	t.Parallel()
	for n, test := range directedTests() {
		if n%3 != 0 {
			continue
		}
		w, err := test.Make(1)
		if assert.NoError(t, err) && !bytes.Contains(w.Text, []byte("\npaging:")) && !bytes.Contains(w.Text, []byte("\ndriver:")) {
			continue
		}
		alone := Execute(test, 1, nil)
		looked := Execute(test, 1, func(s *cosim.Session) {
			s.Look = func(cycle uint64) uint64 { return cycle + 1 }
		})
		alone.Wall, looked.Wall = 0, 0
		assert.Equal(t, alone, looked, test.Name)
	}
}
