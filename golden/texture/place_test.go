package texture

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// centre is where the middle of a texel of a cube lies in space, the cube from -1 to 1.
func centre(f, i, j, size int) (p [3]float64) {
	s, t := (2*float64(i)+1)/float64(size)-1, (2*float64(j)+1)/float64(size)-1
	for k := range p {
		p[k] = float64(faces[f].s[k])*s + float64(faces[f].t[k])*t + float64(faces[f].out[k])
	}
	return p
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// The texel over an edge is the nearest one of all that are not on the face, half a texel from the edge on its own side.
func TestTexelsOverEdgesAreTheNearestOnes(t *testing.T) {
	for _, size := range []int{1, 2, 3, 8} {
		for f := range faces {
			for k := range size {
				for _, at := range [][4]int{{-1, k, 0, k}, {size, k, size - 1, k}, {k, -1, k, 0}, {k, size, k, size - 1}} {
					g, i, j := across(f, at[0], at[1], size)
					require.NotEqual(t, f, g)
					from := centre(f, at[2], at[3], size)
					require.InDelta(t, math.Sqrt2/float64(size), distance(from, centre(g, i, j, size)), 1e-9, "face %d, %v of %d: face %d, %d %d", f, at, size, g, i, j)
				}
			}
		}
	}
}

// A texel that is beyond a corner is that of the row at the edge.
func TestTexelsBeyondCorners(t *testing.T) {
	for f := range faces {
		for _, c := range [][2]int{{-1, -1}, {4, -1}, {-1, 4}, {4, 4}} {
			g, i, j := across(f, c[0], c[1], 4)
			wg, wi, wj := across(f, c[0], min(max(c[1], 0), 3), 4)
			require.Equal(t, []int{wg, wi, wj}, []int{g, i, j})
		}
		g, i, j := across(f, 2, 1, 4)
		require.Equal(t, []int{f, 2, 1}, []int{g, i, j})
	}
}

// A direction to the middle of a texel is at its middle on its face.
func TestDirectionsMeetTheirTexels(t *testing.T) {
	const size = 8
	for f := range faces {
		for i := range size {
			for j := range size {
				p := centre(f, i, j, size)
				d := direction{float32(3 * p[0]), float32(3 * p[1]), float32(3 * p[2])}
				require.Equal(t, f, faceOf(d))
				uv := d.on(f)
				require.InDelta(t, (float64(i)+0.5)/size, uv[0], 1e-6)
				require.InDelta(t, (float64(j)+0.5)/size, uv[1], 1e-6)
			}
		}
	}
}

// Wrapping counted by steps, there and back.
func TestWrapping(t *testing.T) {
	for _, size := range []int{1, 2, 3, 7} {
		for n := -3 * size; n < 3*size; n++ {
			repeat := wrapped(n, size, 0)
			require.Equal(t, wrapped(n+size, size, 0), repeat)
			require.Equal(t, wrapped(n, size, 3), repeat)
			require.Equal(t, wrapped(-1-n, size, 2), wrapped(n, size, 2), "mirrored at the edge of the first texel")
			require.Equal(t, wrapped(n+2*size, size, 2), wrapped(n, size, 2))
			if n >= 0 && n < size {
				require.Equal(t, []int{n, n, n}, []int{repeat, wrapped(n, size, 1), wrapped(n, size, 2)})
			}
		}
		require.Equal(t, []int{0, size - 1}, []int{wrapped(-5*size, size, 1), wrapped(5*size, size, 1)})
	}
}
