package scenefile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene/shapes"
)

func TestLayersHaveTheirTriangles(t *testing.T) {
	s := shapes.Layers(4, 2, 3)
	require.NoError(t, s.Validate())
	require.Equal(t, 2*4*2*3, s.Triangles())
	for i := 1; i < len(s.Meshes); i++ {
		require.Less(t, s.Meshes[i].Vertices[0].Pos[2], s.Meshes[i-1].Vertices[0].Pos[2], "a later sheet is nearer")
	}
}
