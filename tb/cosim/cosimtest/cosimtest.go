// Package cosimtest makes vectors for tests.
package cosimtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim"
	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
)

// Scenes makes a context of each of some scenes, with targets of a size in pixels.
func Scenes(t testing.TB, width, height int, names ...string) *cosim.Vector {
	t.Helper()
	im := &driver.Image{}
	for _, name := range names {
		s, err := scenefile.Load(name)
		require.NoError(t, err)
		_, err = im.Add(s, driver.Options{Width: width, Height: height})
		require.NoError(t, err)
	}
	v, err := cosim.NewVector(im)
	require.NoError(t, err)
	return v
}
