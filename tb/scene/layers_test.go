package scene

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLayersHaveTheirTriangles(t *testing.T) {
	s := Layers(4, 2, 3)
	require.NoError(t, s.validate())
	require.Equal(t, 2*4*2*3, s.Triangles())
	for i := 1; i < len(s.Meshes); i++ {
		require.Less(t, s.Meshes[i].Vertices[0].Pos[2], s.Meshes[i-1].Vertices[0].Pos[2], "a later sheet is nearer")
	}
}
