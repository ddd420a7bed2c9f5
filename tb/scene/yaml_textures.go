package scene

import (
	"encoding/hex"
	"fmt"
	"strings"
)

func (spec *sceneSpec) textures(s *Scene, dir references) error {
	var names []string
	for i := range spec.Textures {
		t := &spec.Textures[i]
		if err := checkName(t.Name, "texture", names); err != nil {
			return err
		}
		names = append(names, t.Name.text)
		texture, err := t.texture(dir)
		if err != nil {
			return err
		}
		texture.Name, texture.WrapU, texture.WrapV = t.Name.text, uint32(t.WrapU), uint32(t.WrapV)
		if err := t.filter(&texture); err != nil {
			return errorAt(t.Name.at, "texture %q: %v", t.Name.text, err)
		}
		s.Textures = append(s.Textures, texture)
	}
	return nil
}

// filter settles filters and the number of levels: all of them where mip levels are asked for.
func (t *textureSpec) filter(to *Texture) error {
	to.Mag, to.Min, to.Mip = uint32(t.Filter.Mag), uint32(t.Filter.Min), uint32(t.Filter.Mip)
	to.Levels = 1
	if to.Mip != 0 {
		to.Levels = allLevels(to.Width, to.Height)
	}
	to.Levels = or(t.Levels, to.Levels)
	if to.Levels < 1 || to.Levels > maxLevels {
		return fmt.Errorf("levels %d; 1 to %d was expected", to.Levels, maxLevels)
	}
	return nil
}

func (t *textureSpec) texture(dir references) (Texture, error) {
	c := t.Checker
	given := 0
	for _, is := range []bool{c != nil, len(t.Pixels) > 0, t.File.text != ""} {
		if is {
			given++
		}
	}
	if given != 1 {
		return Texture{}, errorAt(t.Name.at, "texture %q: one of checker, pixels and file was expected", t.Name.text)
	}
	switch {
	case t.File.text != "":
		return t.image(dir)
	case c == nil:
		return pixelTexture(t.Pixels)
	}
	if len(c.Colors) != 2 || c.Cell < 1 {
		return Texture{}, errorAt(t.Name.at, "texture %q: size, cell (1 or more) and two colors were expected", t.Name.text)
	}
	if err := checkTextureSize(c.Size[0], c.Size[1]); err != nil {
		return Texture{}, errorAt(t.Name.at, "texture %q: %v", t.Name.text, err)
	}
	return checker(t.Name.text, c.Size[0], c.Size[1], c.Cell, [2][4]uint8{c.Colors[0], c.Colors[1]}), nil
}

// image reads a PNG or JPEG file beside the scene.
func (t *textureSpec) image(dir references) (Texture, error) {
	data, err := dir.read(t.File.text)
	if err != nil {
		return Texture{}, errorAt(t.File.at, "texture %q %v", t.Name.text, err)
	}
	texture, err := decodeImage(t.File.text, data)
	if err != nil {
		return Texture{}, errorAt(t.File.at, "texture %q: %v", t.Name.text, err)
	}
	return texture, nil
}

// pixelTexture reads rows of texels rrggbbaa in hexadecimal, separated by spaces.
func pixelTexture(rows []label) (Texture, error) {
	t := Texture{Height: len(rows)}
	for i, row := range rows {
		texels := strings.Fields(row.text)
		if i == 0 {
			t.Width = len(texels)
		}
		if len(texels) != t.Width || t.Width == 0 {
			return t, errorAt(row.at, "row of %d texels; %d were expected", len(texels), max(1, t.Width))
		}
		for _, texel := range texels {
			b, err := hex.DecodeString(texel)
			if err != nil || len(b) != 4 {
				return t, errorAt(row.at, "texel %.20q; eight hexadecimal digits rrggbbaa were expected", texel)
			}
			t.Pix = append(t.Pix, b...)
		}
	}
	return t, checkTextureSize(t.Width, t.Height)
}
