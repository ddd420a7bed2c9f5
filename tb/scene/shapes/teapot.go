package shapes

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
	"tilemark/vectors"
)

// patch is a bicubic Bezier patch: four rows of four control points.
type patch [4][4]geometry.Vector

const teapotFile = "scenes/teapot.patches"

// TeapotMesh is the Utah teapot with y up, standing at y = 0, each of its 32 patches cut into n by n cells.
func TeapotMesh(name string, n int) (scene.Mesh, error) {
	patches, err := builtinPatches()
	m := scene.Mesh{Name: name, HasNormal: true, HasUV: true}
	for i := range patches {
		join(&m, patches[i].tessellate(n))
	}
	return m, err
}

// TeapotPatches is the same teapot as 32 patches for the machine to cut. Columns run the other way, so that normals point outwards.
func TeapotPatches(name string) (scene.Mesh, error) {
	patches, err := builtinPatches()
	m := scene.Mesh{Name: name, Topology: scene.PatchList, HasNormal: true, HasUV: true}
	for i := range patches {
		for k := range scene.PatchPoints {
			r, c := k/4, 3-k%4
			m.Vertices = append(m.Vertices, scene.Vertex{
				Pos: yUp(patches[i][r][c]).Float32(), UV: [2]float32{float32(c) / 3, float32(r) / 3},
			})
		}
	}
	return m, err
}

func builtinPatches() ([]patch, error) {
	text, err := vectors.Scenes.ReadFile(teapotFile)
	if err != nil {
		return nil, err
	}
	patches, err := ReadPatches(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", teapotFile, err)
	}
	return patches, nil
}

// ReadPatches reads the text form described at the top of teapot.patches, mirrored copies included. Errors begin with the line.
func ReadPatches(text []byte) ([]patch, error) {
	var patches []patch
	var p patch
	row, mirror, number := 0, "", 0
	for line := range bytes.Lines(text) {
		number++
		fields := strings.Fields(string(line))
		switch {
		case len(fields) == 0 || strings.HasPrefix(fields[0], "#"):
		case fields[0] == "patch" && len(fields) == 4 && row == 0:
			mirror = fields[3]
		case len(fields) == 12 && mirror != "":
			if err := p.setRow(row, fields); err != nil {
				return nil, fmt.Errorf("%d: %w", number, err)
			}
			if row = (row + 1) % 4; row == 0 {
				patches = append(patches, p.mirrored(mirror)...)
				mirror = ""
			}
		default:
			return nil, fmt.Errorf("%d: neither a patch line nor a row of four points", number)
		}
	}
	return patches, nil
}

func (p *patch) setRow(row int, fields []string) error {
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return err
		}
		p[row][i/3][i%3] = v
	}
	return nil
}

// mirrored is the patch and its images in the planes x = 0 and y = 0 that planes names. Mirroring turns a patch inside out, so
// each image reverses its rows.
func (p patch) mirrored(planes string) []patch {
	all := []patch{p}
	for axis, name := range []string{"x", "y"} {
		if !strings.Contains(planes, name) {
			continue
		}
		for _, q := range all {
			var image patch
			for r := range 4 {
				for c := range 4 {
					point := q[r][3-c]
					point[axis] = -point[axis]
					image[r][c] = point
				}
			}
			all = append(all, image)
		}
	}
	return all
}

// tessellate turns z up into y up on the way.
func (p *patch) tessellate(n int) scene.Mesh {
	return sheet("", n, n, func(u, v float64) scene.Vertex {
		return scene.Vertex{
			Pos:    snap(yUp(p.point(v, u))).Float32(),
			Normal: yUp(p.normal(v, u)).Float32(),
			UV:     [2]float32{float32(u), float32(v)},
		}
	})
}

func yUp(v geometry.Vector) geometry.Vector { return geometry.Vector{v[0], v[2], -v[1]} }

// snap rounds to 2^-16, so that neighbouring patches, which compute a shared edge in different orders, meet bit for bit.
func snap(v geometry.Vector) geometry.Vector {
	for k := range v {
		v[k] = math.Round(v[k]*65536) / 65536
	}
	return v
}

func bernstein(t float64) (value, slope [4]float64) {
	s := 1 - t
	return [4]float64{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t},
		[4]float64{-3 * s * s, 3*s*s - 6*s*t, 6*s*t - 3*t*t, 3 * t * t}
}

// weigh sums the control points with row weights a and column weights b.
func (p *patch) weigh(a, b [4]float64) geometry.Vector {
	var sum geometry.Vector
	for r := range 4 {
		for c := range 4 {
			sum = sum.Add(p[r][c].Scale(a[r] * b[c]))
		}
	}
	return sum
}

// point is the point at row parameter s and column parameter t, 0 to 1.
func (p *patch) point(s, t float64) geometry.Vector {
	a, _ := bernstein(s)
	b, _ := bernstein(t)
	return p.weigh(a, b)
}

// normal points outwards. Where the patch comes together in a point, the normal a little inside stands in.
func (p *patch) normal(s, t float64) geometry.Vector {
	a, da := bernstein(s)
	b, db := bernstein(t)
	n := p.weigh(da, b).Cross(p.weigh(a, db))
	if n.Length() < 1e-9 {
		const inside = 1e-3
		return p.normal(inside+s*(1-2*inside), inside+t*(1-2*inside))
	}
	return n.Unit()
}
