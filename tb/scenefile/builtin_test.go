package scenefile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
)

func TestBuiltinsLoad(t *testing.T) {
	require.Subset(t, Builtins(), []string{"blend", "teapot", "textured-cube"})
	large := map[string]bool{"teapot": true, "teapot-patches": true, "many-small": true, "six-draws": true, "culled": true}
	for _, name := range Builtins() {
		s := load(t, name)
		require.Equal(t, name, s.Name)
		require.Positive(t, s.Width*s.Height, name)
		if !large[name] {
			require.LessOrEqual(t, s.Triangles(), 400, "%s is swept at every cycle", name)
			require.LessOrEqual(t, s.Width*s.Height, 64*64, name)
		}
	}
	require.Equal(t, 6320, load(t, "teapot").Triangles())
	require.Equal(t, 4608, load(t, "many-small").Triangles())
}

// touchedTiles counts the 8 by 8 tiles in which a clip-space triangle covers a pixel centre of the target. No centre may lie on
// an edge.
func touchedTiles(s *scene.Scene, p [3][3]float32) int {
	var x, y [3]float64
	for i := range p {
		x[i], y[i] = (float64(p[i][0])+1)*float64(s.Width)/2, (float64(p[i][1])+1)*float64(s.Height)/2
	}
	tiles := map[[2]int]bool{}
	for py := range s.Height {
		for px := range s.Width {
			inside := 0
			for i := range 3 {
				j := (i + 1) % 3
				if (x[j]-x[i])*(float64(py)+0.5-y[i]) > (y[j]-y[i])*(float64(px)+0.5-x[i]) {
					inside++
				}
			}
			if inside%3 == 0 {
				tiles[[2]int{px / 8, py / 8}] = true
			}
		}
	}
	return len(tiles)
}

// The source's example is cut in draw 4, instance 4 of 0 to 5, primitive 1, tile 4 of 0 to 8.
func TestSixDrawsHasNineTilesInEveryTriangle(t *testing.T) {
	s := load(t, "six-draws")
	require.Len(t, s.Draws, 6)
	for i, d := range s.Draws {
		require.Equal(t, 6, d.Instances)
		m := &s.Meshes[d.Mesh]
		require.Equal(t, 3, m.Topology.Triangles(m.Elements()), "several primitives")
		for instance := range d.Instances {
			m.Topology.Corners(m.Elements(), func(a, b, c int) {
				p := [3][3]float32{m.Position(a), m.Position(b), m.Position(c)}
				for v := range p {
					for k := range 3 {
						p[v][k] += float32(instance) * d.InstanceStep[k]
					}
				}
				require.Equal(t, 9, touchedTiles(s, p), "draw %d, instance %d", i, instance)
			})
		}
	}
}

func TestBuiltinsUseWhatTheyAreFor(t *testing.T) {
	equations, topologies, queries := map[uint32]bool{}, map[scene.Topology]int{}, 0
	for _, d := range load(t, "blend").Draws {
		equations[d.State.Blend.ColorEq], equations[d.State.Blend.AlphaEq] = true, true
	}
	require.Len(t, equations, 5)
	for _, m := range load(t, "strips-fans").Meshes {
		topologies[m.Topology]++
	}
	require.Equal(t, map[scene.Topology]int{scene.TriangleList: 1, scene.TriangleStrip: 2, scene.TriangleFan: 2}, topologies)
	for _, d := range load(t, "query").Draws {
		if d.Query {
			queries++
		}
	}
	require.Equal(t, 4, queries)
	require.Equal(t, uint32(1), load(t, "depth-d32f").DepthFormat)
	require.Equal(t, 6, load(t, "instancing").Draws[0].Instances)
	require.Equal(t, 0, load(t, "textured-cube").Draws[1].Texture)
}
