package cosim_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/cosimtest"
)

type vec [3]float64

func (a vec) add(b vec) vec { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func (a vec) times(x float64) vec { return vec{a[0] * x, a[1] * x, a[2] * x} }

func (a vec) dot(b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a vec) unit() vec { return a.times(1 / math.Sqrt(a.dot(a))) }

func direction(x, y, z float64) vec { return vec{x, y, z}.unit() }

// bumpyQuad is a quarter of the picture, in the plane z = 0, whose front looks along +z, with a normal map of one texel.
type bumpyQuad struct {
	texel     [3]uint8
	scale     float64 // normal_scale
	oneSided  bool
	mirrored  bool // u runs to the left
	metallic  float64
	roughness float64
}

var bumpyQuads = [4]bumpyQuad{
	{texel: [3]uint8{210, 160, 190}, scale: 1, roughness: 0.6},
	{texel: [3]uint8{60, 90, 170}, scale: 0.5, roughness: 0.4, metallic: 1},
	{texel: [3]uint8{210, 160, 190}, scale: 1, roughness: 0.6, mirrored: true},
	{texel: [3]uint8{210, 160, 190}, scale: 1, roughness: 0.6, oneSided: true},
}

// normal is that of its front. v runs down in the picture, so that what the map calls up is +y, mirrored or not.
func (q *bumpyQuad) normal() vec {
	u := 1.0
	if q.mirrored {
		u = -1
	}
	bump := func(k int) float64 { return float64(q.texel[k])/255*2 - 1 }
	return vec{u * bump(0) * q.scale, bump(1) * q.scale, bump(2)}.unit()
}

// gltfLight is what a surface sends to the eye, by appendix B of glTF 2.0, of a light of brightness pi: n is its normal, v and l are the directions to eye and light.
func gltfLight(base, metallic, roughness float64, n, v, l vec) float64 {
	h := v.add(l).unit()
	nl, nv, nh, vh := n.dot(l), n.dot(v), n.dot(h), v.dot(h)
	if nl <= 0 {
		return 0
	}
	alpha2 := math.Pow(roughness, 4)
	d := alpha2 / (math.Pi * math.Pow(nh*nh*(alpha2-1)+1, 2))
	vis := 1 / (nl*math.Sqrt(alpha2+(1-alpha2)*nv*nv) + nv*math.Sqrt(alpha2+(1-alpha2)*nl*nl)) / 2
	fresnel := func(f0 float64) float64 { return f0 + (1-f0)*math.Pow(1-vh, 5) }
	dielectric := (1-fresnel(0.04))*base/math.Pi + fresnel(0.04)*d*vis
	metal := fresnel(base) * d * vis
	return math.Pi * nl * (dielectric + metallic*(metal-dielectric))
}

// The normal of a back face is that of the front, with all that a normal map does to it, turned round (glTF 2.0, section 3.9.5): a bump is a dent from behind. A
// surface with one side that is drawn from behind keeps its normal. Of fronts the same formula holds.
func TestNormalMapsOfBackFaces(t *testing.T) {
	const base, size, eyeAway = 0.5, 8, 3.0
	for _, c := range []struct {
		name  string
		eye   vec
		light vec
	}{
		{"front", vec{0, 0, eyeAway}, direction(0.5, 0.3, 0.7)},
		{"behind", vec{0, 0, -eyeAway}, direction(-0.5, -0.3, -0.7)},
		{"behind, another light", vec{0, 0, -eyeAway}, direction(0.4, -0.6, -0.5)},
	} {
		fov := 2 * math.Atan(1/eyeAway) * 180 / math.Pi // the picture is x and y from -1 to 1
		text := fmt.Sprintf(`size: [%d, %d]
color_format: srgb8
shader: pbr
camera: {eye: [0, 0, %v], target: [0, 0, 0], fov: %v}
light: {direction: [%v, %v, %v], ambient: 0, diffuse: 1}
textures:
`, size, size, c.eye[2], fov, c.light[0], c.light[1], c.light[2])
		meshes, draws := "meshes:\n", "draws:\n"
		for i, q := range bumpyQuads {
			x, y, left, right := float64(i%2)-1, float64(i/2)-1, 0, 1
			if q.mirrored {
				left, right = 1, 0
			}
			text += fmt.Sprintf("  - {name: t%d, pixels: [%02x%02x%02xff]}\n", i, q.texel[0], q.texel[1], q.texel[2])
			meshes += fmt.Sprintf("  - {name: m%d, topology: strip, positions: [[%v, %v, 0], [%v, %v, 0], [%v, %v, 0], [%v, %v, 0]], normals: [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]], uvs: [[%d, 1], [%d, 1], [%d, 0], [%d, 0]]}\n",
				i, x, y, x+1, y, x, y+1, x+1, y+1, left, right, left, right)
			draws += fmt.Sprintf("  - {mesh: m%d, lighting: true, color: [%v, %v, %v], material: {metallic: %v, roughness: %v, normal_scale: %v, double_sided: %v, maps: {normal: t%d}}}\n",
				i, base, base, base, q.metallic, q.roughness, q.scale, !q.oneSided, i)
		}
		path := filepath.Join(t.TempDir(), "a.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text+meshes+draws), 0o600))
		v := cosimtest.Scenes(t, size, size, path)
		pixels := v.Image.Contexts[0].Color.Pixels(func(at uint32) uint32 { return binary.LittleEndian.Uint32(v.Final[at:]) })
		lit := 0
		for k, p := range pixels {
			x, y := (float64(k%size)+0.5)*2/size-1, 1-(float64(k/size)+0.5)*2/size
			if c.eye[2] < 0 { // seen from behind, +x is on the left
				x = -x
			}
			i := 0
			if x > 0 {
				i++
			}
			if y > 0 {
				i += 2
			}
			q := &bumpyQuads[i]
			n := q.normal()
			if c.eye[2] < 0 && !q.oneSided {
				n = n.times(-1)
			}
			want := encode(min(1, gltfLight(base, q.metallic, q.roughness, n, c.eye.add(vec{-x, -y, 0}).unit(), c.light)))
			if want > 40 {
				lit++
			}
			for channel := range 3 {
				require.InDelta(t, float64(want), float64(p>>(8*channel)&0xff), 1, "%s, quad %d, x %v, y %v", c.name, i, x, y)
			}
		}
		require.GreaterOrEqual(t, lit, size*size/2, c.name)
	}
}
