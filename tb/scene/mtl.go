package scene

import (
	"fmt"
	"slices"
	"strings"
)

// objMaterial is what is drawn of an OBJ material: its diffuse colour and texture (number in the scene, or -1).
type objMaterial struct {
	name    string
	color   [4]float32
	texture int
}

// library reads a material file. One that is not there is remarked upon: the model can be drawn without.
func (f *objFile) library(name string) error {
	data, err := f.dir.read(name)
	if err != nil {
		f.remarks = append(f.remarks, fmt.Sprintf("material file not read: %v", err))
		return nil
	}
	err = eachStatement(data, f.materialStatement)
	f.current = 0 // materials hold from usemtl on
	if err != nil {
		return fmt.Errorf("mtllib: %s:%w", name, err)
	}
	return nil
}

// materialStatement handles a line of a material file; while it is read, current is the material being described.
func (f *objFile) materialStatement(_ int, words []string) error {
	switch words[0] {
	case "newmtl":
		f.use(strings.Join(words[1:], " "))
	case "Kd":
		n, err := objNumbers("Kd", words[1:], 3, 3)
		if err != nil {
			return err
		}
		copy(f.materials[f.current].color[:3], n)
	case "map_Kd":
		return f.texture(words[1:])
	}
	return nil
}

// use makes the material of that name current, a white one if it is new.
func (f *objFile) use(name string) {
	f.current = slices.IndexFunc(f.materials, func(m objMaterial) bool { return m.name == name })
	if f.current < 0 {
		f.current = len(f.materials)
		f.materials = append(f.materials, objMaterial{name: name, color: [4]float32{1, 1, 1, 1}, texture: -1})
	}
}

// texture reads the image of map_Kd; with options before the file's name, the last word is the name.
func (f *objFile) texture(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("map_Kd; a file name was expected behind it")
	}
	name := strings.Join(words, " ")
	if strings.HasPrefix(name, "-") {
		name = words[len(words)-1]
	}
	name = strings.ReplaceAll(name, `\`, "/")
	at := slices.IndexFunc(f.textures, func(t Texture) bool { return t.Name == name })
	if at < 0 {
		data, err := f.dir.read(name)
		if err != nil {
			f.remarks = append(f.remarks, fmt.Sprintf("texture not read: %v", err))
			return nil
		}
		t, err := decodeImage(name, data)
		if err != nil {
			return err
		}
		at = len(f.textures)
		f.textures = append(f.textures, t)
	}
	f.materials[f.current].texture = at
	return nil
}
