package scene

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tilemark/tb/lines"
)

// objCorner holds the numbers of a face's corner in the three lists, from 0; -1 is not given.
type objCorner struct{ pos, uv, normal int }

type objFace struct {
	line     int
	material int
	corners  []objCorner
}

// objFile is an OBJ file as read. colors runs beside positions.
type objFile struct {
	dir         references
	positions   [][3]float32
	colors      [][4]float32
	uvs         [][2]float32
	normals     [][3]float32
	faces       []objFace
	materials   []objMaterial
	textures    []Texture
	current     int // material
	colored     bool
	remarks     []string
	unsupported map[string]bool
}

// loadOBJ reads polygons (cut into fans) with their normals, texture coordinates, vertex colours and, where the material
// files are there, diffuse colours and textures. There is one mesh and one draw for each material.
func loadOBJ(name string, data []byte, dir references) (*Scene, error) {
	f := objFile{dir: dir, materials: []objMaterial{{color: [4]float32{1, 1, 1, 1}, texture: -1}}, unsupported: map[string]bool{}}
	if err := eachStatement(data, f.statement); err != nil {
		return nil, err
	}
	if len(f.faces) == 0 {
		return nil, atWord(1, "", fmt.Errorf("no faces among %d vertices; lines beginning with `f` were expected", len(f.positions)))
	}
	for i := range f.faces {
		if err := f.checkFace(&f.faces[i]); err != nil {
			return nil, f.faces[i].place(data, err)
		}
	}
	return f.scene(name), nil
}

// eachStatement calls f with the words of each line that has any; a backslash at the end continues a line.
func eachStatement(data []byte, f func(line int, words []string) error) error {
	number, pending := 0, ""
	for raw := range bytes.Lines(data) {
		number++
		text, _, _ := strings.Cut(string(raw), "#")
		text = strings.TrimSpace(text)
		if rest, continued := strings.CutSuffix(text, `\`); continued {
			pending += rest + " "
			continue
		}
		words := strings.Fields(pending + text)
		pending = ""
		if len(words) == 0 {
			continue
		}
		if err := f(number, words); err != nil {
			return atWord(number, string(raw), err)
		}
	}
	return nil
}

func (f *objFile) statement(line int, words []string) error {
	args := words[1:]
	switch words[0] {
	case "v":
		return f.position(args)
	case "vt":
		n, err := objNumbers("vt", args, 1, 3)
		if err != nil {
			return err
		}
		n = append(n, 0)
		f.uvs = append(f.uvs, [2]float32{n[0], 1 - n[1]}) // OBJ counts v from the bottom
	case "vn":
		n, err := objNumbers("vn", args, 3, 3)
		if err != nil {
			return err
		}
		f.normals = append(f.normals, [3]float32(n))
	case "f", "fo":
		return f.face(line, args)
	case "mtllib":
		return f.library(strings.Join(args, " "))
	case "usemtl":
		f.use(strings.Join(args, " "))
	case "o", "g", "s", "mg":
	default:
		return f.skip(words[0])
	}
	return nil
}

// skip remembers a keyword of the format that is not drawn; what is not a keyword at all is an error.
func (f *objFile) skip(word string) error {
	switch word {
	case "l", "p", "vp", "deg", "bmat", "step", "cstype", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end", "con",
		"bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj", "ctech", "stech", "maplib", "usemap":
	default:
		return lines.WrongWord(word, "unknown keyword %.40q; v, vt, vn, f, o, g, s, usemtl or mtllib was expected", word)
	}
	if !f.unsupported[word] {
		f.unsupported[word] = true
		f.remarks = append(f.remarks, fmt.Sprintf("OBJ statements `%s` are skipped", word))
	}
	return nil
}

// objNumbers reads between least and most finite numbers.
func objNumbers(what string, args []string, least, most int) ([]float32, error) {
	if len(args) < least || len(args) > most {
		want := strconv.Itoa(least)
		if most > least {
			want += fmt.Sprintf(" to %d", most)
		}
		return nil, fmt.Errorf("%s with %d numbers; %s were expected", what, len(args), want)
	}
	n := make([]float32, len(args), most+1)
	for i, a := range args {
		v, err := strconv.ParseFloat(a, 32)
		if errors.Is(err, strconv.ErrRange) {
			return nil, lines.WrongWord(a, "%s: %.40s; a number of float32's range was expected", what, a)
		}
		if err != nil {
			return nil, lines.WrongWord(a, "%s: %.40q; a number was expected", what, a)
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, lines.WrongWord(a, "%s: %s; a finite number was expected", what, a)
		}
		n[i] = float32(v)
	}
	return n, nil
}

// position reads x y z, then nothing, a weight w (which means nothing for polygons), a colour r g b, or both.
func (f *objFile) position(args []string) error {
	n, err := objNumbers("v", args, 3, 7)
	if err == nil && len(n) == 5 {
		err = errors.New("v with 5 numbers; x y z, x y z w, x y z r g b or x y z w r g b was expected")
	}
	if err != nil {
		return err
	}
	color := [4]float32{1, 1, 1, 1}
	if len(n) >= 6 {
		copy(color[:3], n[len(n)-3:])
		f.colored = true
	}
	f.positions = append(f.positions, [3]float32(n[:3]))
	f.colors = append(f.colors, color)
	return nil
}

func (f *objFile) face(line int, args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("face with %d corners; at least 3 were expected", len(args))
	}
	face := objFace{line: line, material: f.current}
	for _, a := range args {
		c, err := f.corner(a)
		if err != nil {
			return err
		}
		face.corners = append(face.corners, c)
	}
	f.faces = append(f.faces, face)
	return nil
}

// corner reads v, v/t, v//n or v/t/n.
func (f *objFile) corner(text string) (objCorner, error) {
	parts := strings.Split(text, "/")
	if len(parts) > 3 {
		return objCorner{}, lines.WrongWord(text, "face corner %.40q; v, v/t, v//n or v/t/n was expected", text)
	}
	numbers := [3]int{-1, -1, -1}
	counts := [3]int{len(f.positions), len(f.uvs), len(f.normals)}
	for i, p := range parts {
		if p == "" && i > 0 {
			continue
		}
		n, err := strconv.Atoi(p)
		if err != nil || n == 0 || n < -counts[i] {
			back := ""
			if counts[i] > 0 {
				back = fmt.Sprintf(", or from -%d back,", counts[i])
			}
			return objCorner{}, lines.WrongWord(text, "face corner %.40q; a number from 1%s was expected", text, back)
		}
		if n < 0 {
			n += counts[i] + 1
		}
		numbers[i] = n - 1
	}
	return objCorner{numbers[0], numbers[1], numbers[2]}, nil
}

// checkFace runs when the whole file is read, as a face may come before its vertices.
func (f *objFile) checkFace(face *objFace) error {
	for i, c := range face.corners {
		for _, n := range []struct {
			what       string
			number, of int
		}{{"vertex", c.pos, len(f.positions)}, {"texture coordinate", c.uv, len(f.uvs)}, {"normal", c.normal, len(f.normals)}} {
			if n.number >= n.of {
				return &cornerError{i, fmt.Errorf("face corner %d: %s %d; there are only %d, one of them was expected", i, n.what, n.number+1, n.of)}
			}
		}
	}
	return nil
}

// scene makes a mesh and a draw of each material that faces use.
func (f *objFile) scene(name string) *Scene {
	s := modelScene(name)
	s.Textures, s.Remarks = f.textures, f.remarks
	for i, material := range f.materials {
		m := f.mesh(i)
		if len(m.Indices) == 0 {
			continue
		}
		m.Name = name
		if material.name != "" {
			m.Name = name + "/" + material.name
		}
		d := defaultDraw(len(s.Meshes))
		d.BaseColor, d.Texture, d.Lighting, d.VertexColor = material.color, material.texture, true, m.HasColor
		s.Meshes = append(s.Meshes, m)
		s.Draws = append(s.Draws, d)
	}
	return s
}

// mesh gathers the faces of one material; equal corners become one vertex.
func (f *objFile) mesh(material int) Mesh {
	m := Mesh{HasColor: f.colored}
	numbers := map[objCorner]uint32{}
	var noNormal []bool
	vertex := func(c objCorner) uint32 {
		n, known := numbers[c]
		if !known {
			n = uint32(len(m.Vertices))
			numbers[c] = n
			m.Vertices = append(m.Vertices, f.vertex(c))
			noNormal = append(noNormal, c.normal < 0)
			m.HasUV = m.HasUV || c.uv >= 0
		}
		return n
	}
	for _, face := range f.faces {
		if face.material != material {
			continue
		}
		for i := range face.corners[2:] {
			for _, c := range []objCorner{face.corners[0], face.corners[i+1], face.corners[i+2]} {
				m.Indices = append(m.Indices, vertex(c))
			}
		}
	}
	m.smoothNormals(noNormal)
	return m
}

func (f *objFile) vertex(c objCorner) Vertex {
	v := Vertex{Pos: f.positions[c.pos], Color: f.colors[c.pos]}
	if c.uv >= 0 {
		v.UV = f.uvs[c.uv]
	}
	if c.normal >= 0 {
		v.Normal = f.normals[c.normal]
	}
	return v
}
