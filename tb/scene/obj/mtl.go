package obj

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tilemark/tb/scene"
	"tilemark/text/lines"
	"tilemark/text/near"
)

// Sections named here are those of Wavefront's chapter "5. Material Library File (.mtl)" of "File Formats", version 4.2.

// objMaterial is what is drawn of an OBJ material: its diffuse colour, opacity and texture.
type objMaterial struct {
	name    string
	defined bool // by a material file
	used    int  // line of the scene's file that uses it first, 0: none
	color   [4]float32
	opaque  bool // d is given: Tr, which some programs write the wrong way round, does not count
	texture int  // number in the scene, or -1
	// Texture coordinates are scaled, then moved; v counts from the bottom.
	scale, offset [2]float32
}

func newMaterial(name string) objMaterial {
	return objMaterial{name: name, color: [4]float32{1, 1, 1, 1}, texture: -1, scale: [2]float32{1, 1}}
}

// place moves a mesh's texture coordinates to where the material's texture lies (section "Options for texture map statements": -s, -o). Ours count v
// from the top.
func (m *objMaterial) place(mesh *scene.Mesh) {
	for i := range mesh.Vertices {
		uv := &mesh.Vertices[i].UV
		for k := range uv {
			uv[k] = uv[k]*m.scale[k] + m.offset[k]
		}
		uv[1] = 1 - uv[1]
	}
}

// draw is the draw of a material: blended, without depth, where it is dissolved at all (section "Material color and illumination": d).
func (m *objMaterial) draw(mesh int) scene.Draw {
	d := scene.DefaultDraw(mesh)
	d.BaseColor, d.Texture, d.Lighting = scene.LightOf(m.color), m.texture, true
	if m.color[3] < 1 {
		d.Pass, d.State.DepthWrite = scene.PassBlended, false
		d.State.Blend = scene.Blend{
			Enable:   true,
			SrcColor: scene.FactorSrcAlpha, DstColor: scene.FactorOneMinusSrcAlpha,
			SrcAlpha: scene.FactorOne, DstAlpha: scene.FactorOneMinusSrcAlpha,
		}
	}
	return d
}

// library reads the material files that a statement names (appendix B1 of OBJ, section "Display/render attributes": mtllib). Those that are not there
// are remarked upon: the model can be drawn without.
func (f *objFile) library(line int, words []string) error {
	name := strings.Join(words, " ") // of one file, with blanks in it, or of several
	if len(words) == 0 {
		return errors.New("mtllib; the name of a material file was expected after it")
	}
	if _, err := f.dir.Read(slashed(name)); err == nil || len(words) == 1 {
		words = []string{name}
	}
	for _, name := range words {
		if slices.Contains(f.libraries, name) {
			continue
		}
		data, err := f.dir.Read(slashed(name))
		if err != nil {
			f.notes.add("", line, "material file not read: %v", err)
			continue
		}
		f.libraries = append(f.libraries, name)
		m := mtlFile{f: f, file: f.dir.Path(slashed(name)), current: -1}
		if err := eachStatement(data, m.statement); err != nil {
			return lines.WrongWord(name, "mtllib: %s:%w", name, err)
		}
	}
	return nil
}

// slashed is a file's name as it is written here.
func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// material is the number of the material of that name, which is made if it is new.
func (f *objFile) material(name string) int {
	i, known := f.numbers[name]
	if !known {
		i = len(f.materials)
		f.numbers[name] = i
		f.materials = append(f.materials, newMaterial(name))
	}
	return i
}

// useFrom makes the material of that name that of the faces that follow (appendix B1 of OBJ, section "Display/render attributes": usemtl).
func (f *objFile) useFrom(line int, name string) {
	f.current = f.material(name)
	if m := &f.materials[f.current]; m.used == 0 {
		m.used = line
	}
}

// remarkMaterials says which materials are used that no file describes, unless no file was read at all and that was said.
func (f *objFile) remarkMaterials() {
	var names []string
	for _, m := range f.materials {
		if m.defined {
			names = append(names, m.name)
		}
	}
	undescribed := 0
	for _, m := range f.materials {
		switch {
		case m.used == 0 || m.defined || m.name == "":
		case len(f.libraries) > 0 && undescribed == MostUnknown:
			f.notes.add("", m.used, "further materials that no material file describes: drawn white")
		case len(f.libraries) > 0:
			undescribed++
			f.notes.add("", m.used, "no material file describes material %q: drawn white%s", m.name, near.Suggest(m.name, names, ""))
		case !f.notes.about("material file not read"):
			f.notes.add("", m.used, "materials without a material file (mtllib): drawn white")
		}
	}
}

// mtlFile is a material file that is read.
type mtlFile struct {
	f       *objFile
	file    string
	current int // material, -1 before the first
	line    int
}

func (m *mtlFile) note(format string, args ...any) { m.f.notes.add(m.file, m.line, format, args...) }

// statement handles a line of a material file. newmtl begins a material (section "Material name").
func (m *mtlFile) statement(line int, words []string) error {
	m.line = line
	word, args := words[0], words[1:]
	if word == "newmtl" {
		m.current = m.f.material(strings.Join(args, " "))
		m.f.materials[m.current].defined = true
		return nil
	}
	read, known := mtlWords[word]
	switch {
	case !known:
		m.f.notes.unknown(m.file, line, word, mtlNames)
		return nil
	case m.current < 0:
		m.note("`%s` before the first newmtl is skipped", word)
		return nil
	}
	return read(m, &m.f.materials[m.current], word, args)
}

type mtlReader func(m *mtlFile, of *objMaterial, word string, args []string) error

// mtlWords are the words of material files (sections "Material color and illumination", "Material texture map", "Material reflection map"), and those
// of physically based materials that later programs write. mtlNames lists them for suggestions, what is drawn first.
var (
	mtlWords map[string]mtlReader
	mtlNames = []string{"newmtl", "Kd", "map_Kd", "d", "Tr"}
)

func init() {
	mtlWords = map[string]mtlReader{"Kd": readKd, "map_Kd": readMapKd, "d": readD, "Tr": readTr, "Ka": checkColor,
		"Ks": colorUnless(0, "highlights are not drawn"), "Ke": colorUnless(0, "materials do not shine"),
		"Tf": colorUnless(1, "light is not filtered"), "illum": readIllum,
		"Pm": readUnless(0, "metal is drawn like other materials"), "Ps": readUnless(0, "sheen is not drawn"),
		"Pc": readUnless(0, "clear coats are not drawn")}
	for _, word := range []string{"map_Ka", "map_Ks", "map_Ke", "map_Ns", "map_d", "map_Tr", "map_bump", "map_Bump", "bump", "map_disp", "disp", "decal",
		"map_decal", "refl", "map_refl", "norm", "map_Pr", "map_Pm", "map_Ps", "map_RMA", "map_ORM"} {
		mtlWords[word] = func(m *mtlFile, _ *objMaterial, word string, _ []string) error {
			m.note("the map `%s` is not drawn", word)
			return nil
		}
	}
	// Ambient light falls on Kd; the others say something only beside what is noted already.
	for _, word := range []string{"Ns", "Ni", "sharpness", "Pr", "Pcr", "aniso", "anisor", "map_aat"} {
		mtlWords[word] = func(*mtlFile, *objMaterial, string, []string) error { return nil }
	}
	var rest []string
	for word := range mtlWords {
		if !slices.Contains(mtlNames, word) {
			rest = append(rest, word)
		}
	}
	slices.Sort(rest)
	mtlNames = append(mtlNames, rest...)
}

// readUnless notes a word whose numbers are not all neutral.
func readUnless(neutral float64, what string) mtlReader {
	return func(m *mtlFile, _ *objMaterial, word string, args []string) error {
		for _, a := range args {
			if v, err := strconv.ParseFloat(a, 32); err != nil || v != neutral {
				m.note("`%s`: %s", word, what)
				break
			}
		}
		return nil
	}
}

// colorUnless notes a colour that is not neutral, which may be no brighter than one that is drawn.
func colorUnless(neutral float64, what string) mtlReader {
	note := readUnless(neutral, what)
	return func(m *mtlFile, of *objMaterial, word string, args []string) error {
		if err := checkColor(m, of, word, args); err != nil {
			return err
		}
		return note(m, of, word, args)
	}
}

// checkColor refuses the numbers of a colour that are out of range. Those outside of 0 to 1 are allowed (section "Material color and illumination").
func checkColor(_ *mtlFile, _ *objMaterial, word string, args []string) error {
	for _, a := range args {
		v, err := strconv.ParseFloat(a, 64)
		if (err == nil || errors.Is(err, strconv.ErrRange)) && !(math.Abs(v) <= scene.Brightest) {
			return lines.WrongWord(a, "%s: %.40s; from %g to %g was expected", word, a, -scene.Brightest, scene.Brightest)
		}
	}
	return nil
}

// readIllum notes the models with reflection and refraction (section "Illumination models").
func readIllum(m *mtlFile, _ *objMaterial, _ string, args []string) error {
	if len(args) == 1 {
		if n, err := strconv.Atoi(args[0]); err == nil && n > 2 {
			m.note("`illum` above 2: reflection, refraction and shadows are not drawn")
		}
	}
	return nil
}

// readKd reads the diffuse colour r g b, or one number for all three (section "Material color and illumination": Kd), from -brightest to brightest.
func readKd(m *mtlFile, of *objMaterial, word string, args []string) error {
	if len(args) > 0 && (args[0] == "spectral" || args[0] == "xyz") {
		m.note("`Kd %s` is not drawn: r g b was expected", args[0])
		return nil
	}
	n, err := objNumbers(word, args, 1, 3)
	switch {
	case err == nil && len(args) == 1:
		n = []float32{n[0], n[0], n[0]}
	case err == nil && len(args) == 2 || err != nil && len(args) == 0:
		err = fmt.Errorf("Kd with %d numbers; 3 were expected", len(args))
	}
	if err == nil {
		err = inRange(word, args, n[:len(args)], -scene.Brightest, scene.Brightest)
	}
	if err != nil {
		return err
	}
	copy(of.color[:3], n)
	return nil
}

// readD reads the opacity, from 0 to 1 (section "Material color and illumination": d factor).
func readD(m *mtlFile, of *objMaterial, word string, args []string) error {
	if len(args) == 2 && args[0] == "-halo" {
		m.note("`d -halo`: opacity does not follow the view")
		args = args[1:]
	}
	n, err := opacity(word, args)
	if err != nil {
		return err
	}
	of.color[3], of.opaque = n, true
	return nil
}

// opacity reads one number from 0 to 1.
func opacity(word string, args []string) (float32, error) {
	n, err := objNumbers(word, args, 1, 1)
	if err == nil {
		err = inRange(word, args, n, 0, 1)
	}
	if err != nil {
		return 0, err
	}
	return n[0], nil
}

// readTr reads the transparency, from 0 to 1, which is no part of Wavefront's chapter; d counts where both are given.
func readTr(_ *mtlFile, of *objMaterial, word string, args []string) error {
	n, err := opacity(word, args)
	if err == nil && !of.opaque {
		of.color[3] = 1 - n
	}
	return err
}
