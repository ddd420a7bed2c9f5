// Package cosimtest makes vectors for tests.
package cosimtest

import (
	"testing"

	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
)

// Scenes makes a context of each of some scenes, with targets of a size in pixels.
func Scenes(t testing.TB, width, height int, names ...string) *vector.Vector {
	t.Helper()
	return ScenesWith(t, driver.Options{Width: width, Height: height}, names...)
}
