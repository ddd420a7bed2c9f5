package obj

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Faces stand with their material, each once: meshes are in the order in which materials are named first, faces in that of the file.
func TestOBJFacesOfAMaterialStandTogether(t *testing.T) {
	text := "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl z\n"
	for i := range 30 {
		text += fmt.Sprintf("usemtl m%d\nf 1 2 3\n", i%10)
	}
	text += "usemtl z\nf 1 2 4\nusemtl\nf 4 2 1\n"
	f := objFile{numbers: map[string]int{}}
	f.current = f.material("")
	require.NoError(t, eachStatement([]byte(text), f.statement))
	b, err := newOBJBuilder(&f)
	require.NoError(t, err)
	require.Equal(t, [][]int{{31}, {30}, {0, 10, 20}, {1, 11, 21}}, b.used[:4])
}
