// Package obj reads models in OBJ, with material files (MTL), into scenes (docs/models.md). tb/scenefile calls it for files by their suffix.
package obj

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/tb/scene/geometry"
	"tilemark/text/lines"
	"tilemark/text/number"
)

// Sections named here are those of Wavefront's "Appendix B1. Object Files (.obj)", version 3.0, of the Advanced Visualizer's manual.

// objCorner holds the numbers of a face's corner in the three lists, from 0; -1 is not given.
type objCorner struct{ pos, uv, normal int }

type objFace struct {
	line     int
	material int
	smooth   int // smoothing group; 0: off
	corners  []objCorner
}

// objFile is an OBJ file as read. colors runs beside positions.
type objFile struct {
	name      string // for meshes
	dir       files.References
	positions [][3]float32
	colors    [][4]float32
	uvs       [][2]float32
	normals   [][3]float32 // of unit length, or zero
	faces     []objFace
	materials []objMaterial
	numbers   map[string]int // of materials, by name
	textures  []scene.Texture
	libraries []string // that were read
	current   int      // material
	smooth    int      // smoothing group
	colored   bool
	notes     notes
	unknown   error // the first word that the format does not have
}

// unsaid is the smoothing group until a file names one: without any, models are smooth.
const unsaid = -1

// Load reads polygons (sections "Vertex data" and "Elements"; cut into triangles) with their normals, texture coordinates, vertex colours and,
// where the material files are there, diffuse colours, textures and opacity (section "Display/render attributes"). There is one mesh and one draw for
// each material.
func Load(name string, data []byte, dir files.References) (*scene.Scene, error) {
	f := objFile{name: name, dir: dir, numbers: map[string]int{}, smooth: unsaid}
	f.current = f.material("")
	if err := eachStatement(data, f.statement); err != nil {
		return nil, err
	}
	switch {
	case len(f.faces) > 0:
	case f.unknown != nil: // it is no OBJ file at all
		return nil, f.unknown
	default:
		return nil, atWord(1, "", fmt.Errorf("no faces among %s vertices; lines beginning with `f` were expected", number.Thousands(len(f.positions))))
	}
	for i := range f.faces {
		if err := f.checkFace(&f.faces[i]); err != nil {
			return nil, f.faces[i].place(data, err)
		}
	}
	s, err := f.scene()
	var face *faceError
	if errors.As(err, &face) {
		return nil, f.faces[face.face].place(data, face.err)
	}
	return s, err
}

// statement reads what begins with a word of the format; words that are not drawn are noted.
func (f *objFile) statement(line int, words []string) error {
	args := words[1:]
	switch words[0] {
	case "v":
		return f.position(args)
	case "vt":
		return f.coordinate(args)
	case "vn":
		n, err := objNumbers("vn", args, 3, 3)
		if err != nil {
			return err
		}
		f.normals = append(f.normals, geometry.VectorOf([3]float32(n)).Unit().Float32())
	case "f", "fo":
		return f.face(line, args)
	case "s":
		return f.smoothing(args)
	case "mtllib":
		return f.library(line, args)
	case "usemtl":
		f.useFrom(line, strings.Join(args, " "))
	case "o", "g", "mg":
	default:
		f.skip(line, words[0])
	}
	return nil
}

// objSkipped says of the words of the format that are not drawn what they stand for: sections "General statement" (call, csh), "Elements" (l, p),
// "Display/render attributes", and "Specifying free-form curves/surfaces" with what belongs to it and "Superseded statements" (below).
var objSkipped = map[string]string{
	"l": "lines are not drawn", "p": "points are not drawn",
	"bevel": "bevels are not drawn", "c_interp": "colours are interpolated", "d_interp": "opacity is of the material as a whole",
	"lod": "levels of detail are not chosen", "shadow_obj": "shadows are not drawn", "trace_obj": "reflections are not drawn",
	"maplib": "texture maps outside materials are not drawn", "usemap": "texture maps outside materials are not drawn",
	"call": "other files are not called", "scmp": "commands are not executed", "csh": "commands are not executed",
}

func init() {
	for _, word := range []string{"vp", "deg", "bmat", "step", "cstype", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end", "con",
		"ctech", "stech", "bsp", "bzp", "cdc", "cdp", "res"} {
		objSkipped[word] = "free-form curves and surfaces are not drawn"
	}
}

// skip notes a word that is not drawn.
func (f *objFile) skip(line int, word string) {
	if what, known := objSkipped[word]; known {
		f.notes.add("", line, "`%s`: %s", word, what)
		return
	}
	if f.unknown == nil {
		f.unknown = atWord(line, word, fmt.Errorf("unknown keyword %.40q; v, vt, vn, f, o, g, s, usemtl or mtllib was expected", word))
	}
	f.notes.unknown("", line, word, objWords)
}

var objWords = []string{"v", "vt", "vn", "f", "usemtl", "mtllib", "curv", "surf", "cstype", "usemap", "maplib"}

// objNumbers reads between least and most finite numbers.
func objNumbers(what string, args []string, least, most int) ([]float32, error) {
	if len(args) < least || len(args) > most {
		want := strconv.Itoa(least)
		if most > least {
			want += fmt.Sprintf(" to %d", most)
		}
		return nil, fmt.Errorf("%s with %s numbers; %s were expected", what, number.Thousands(len(args)), want)
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

// inReach refuses coordinates that are so large that what is computed of them overflows.
func inReach(what string, args []string, n []float32) error {
	return inRange(what, args, n, -scene.Farthest, scene.Farthest)
}

// inRange refuses numbers that are less than least or greater than most.
func inRange(what string, args []string, n []float32, least, most float64) error {
	for i, v := range n {
		if !(float64(v) >= least && float64(v) <= most) {
			return lines.WrongWord(args[i], "%s: %.40s; from %.6g to %.6g was expected", what, args[i], least, most)
		}
	}
	return nil
}

// position reads x y z (section "Vertex data": v), then nothing, a weight w (which means nothing for polygons), a colour r g b, or both. The colour
// is no part of the format: many programs write it, from 0 to 1.
func (f *objFile) position(args []string) error {
	n, err := objNumbers("v", args, 3, 7)
	if err == nil && len(n) == 5 {
		err = errors.New("v with 5 numbers; x y z, x y z w, x y z r g b or x y z w r g b was expected")
	}
	if err == nil {
		err = inReach("v", args, n[:3])
	}
	if err != nil {
		return err
	}
	color := [4]float32{1, 1, 1, 1}
	if len(n) >= 6 {
		at := len(n) - 3
		if err := inRange("colour of v", args[at:], n[at:], 0, 1); err != nil {
			return err
		}
		copy(color[:3], n[at:])
		f.colored = true
	}
	f.positions = append(f.positions, [3]float32(n[:3]))
	f.colors = append(f.colors, color)
	return nil
}

// coordinate reads u, v and w (section "Vertex data": vt), of which textures have the first two.
func (f *objFile) coordinate(args []string) error {
	n, err := objNumbers("vt", args, 1, 3)
	if err == nil {
		err = inReach("vt", args, n)
	}
	if err != nil {
		return err
	}
	n = append(n, 0)
	f.uvs = append(f.uvs, [2]float32(n[:2]))
	return nil
}

// smoothing reads the group of the faces that follow (section "Grouping": s).
func (f *objFile) smoothing(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("s with %d words; the number of a smoothing group, or off, was expected", len(args))
	}
	switch args[0] {
	case "off":
		f.smooth = 0
		return nil
	case "on":
		f.smooth = 1
		return nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 0 {
		return lines.WrongWord(args[0], "s %.40q; the number of a smoothing group, from 0, or off, was expected", args[0])
	}
	f.smooth = n
	return nil
}

// face reads a face of any number of corners (section "Elements": f, and fo, which is superseded).
func (f *objFile) face(line int, args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("face with %s corners; at least 3 were expected", number.Thousands(len(args)))
	}
	face := objFace{line: line, material: f.current, smooth: f.smooth, corners: make([]objCorner, 0, len(args))}
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

// corner reads v, v/t, v//n or v/t/n; negative numbers count back from the last one so far (section "Elements": referencing vertex data).
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
				return &cornerError{i, fmt.Errorf("face corner %d: %s %d; there are only %s, one of them was expected", i, n.what, n.number+1, number.Thousands(n.of))}
			}
		}
	}
	return nil
}
