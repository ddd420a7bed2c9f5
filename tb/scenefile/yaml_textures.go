package scenefile

import (
	"encoding/hex"
	"fmt"
	"strings"

	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/tb/scene/shapes"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
)

func (spec *sceneSpec) textures(s *scene.Scene, dir files.References) error {
	var names []string
	for i := range spec.Textures {
		t := &spec.Textures[i]
		if err := checkName(t.Source, t.Name, "texture", names); err != nil {
			return err
		}
		if t.Name.text == "color" || t.Name.text == "depth" {
			return t.Name.at.Wrong("texture %q; a name other than those of the target's surfaces was expected", t.Name.text)
		}
		names = append(names, t.Name.text)
		texture, err := t.texture(dir)
		if err != nil {
			return strictyaml.Inside(t.Place("name", err), "texture %q", t.Name.text)
		}
		texture.Name, texture.WrapU, texture.WrapV = t.Name.text, uint32(t.WrapU), uint32(t.WrapV)
		texture.SRGB = t.Format == scene.TexelSRGB
		if err := t.filter(&texture); err != nil {
			return strictyaml.Inside(err, "texture %q", t.Name.text)
		}
		s.Textures = append(s.Textures, texture)
	}
	return nil
}

// filter settles filters and the number of levels: all of them where mip levels are asked for.
func (t *textureSpec) filter(to *scene.Texture) error {
	to.Mag, to.Min, to.Mip = uint32(t.Filter.Mag), uint32(t.Filter.Min), uint32(t.Filter.Mip)
	to.Levels = 1
	if to.Mip != 0 {
		to.Levels = scene.AllLevels(to.Width, to.Height)
	}
	to.Levels = or(t.Levels, to.Levels)
	if to.Levels < 1 || to.Levels > scene.MaxLevels {
		return t.Wrong("levels", "levels %d; 1 to %d was expected", to.Levels, scene.MaxLevels)
	}
	return nil
}

func (t *textureSpec) texture(dir files.References) (scene.Texture, error) {
	c := t.Checker
	given := 0
	for _, is := range []bool{c != nil, len(t.Pixels) > 0, t.File.text != ""} {
		if is {
			given++
		}
	}
	if given != 1 {
		return scene.Texture{}, fmt.Errorf("one of checker, pixels and file was expected")
	}
	switch {
	case t.File.text != "":
		return t.image(dir)
	case c == nil:
		texture, err := pixelTexture(t.Pixels)
		return texture, t.Place("pixels", err)
	case len(c.Colors) != 2:
		return scene.Texture{}, c.Wrong("colors", "checker: two colors were expected")
	case c.Cell < 1:
		return scene.Texture{}, c.Wrong("cell", "checker: cell %d; 1 or more was expected", c.Cell)
	}
	if err := scene.CheckTextureSize(c.Size[0], c.Size[1]); err != nil {
		return scene.Texture{}, c.Place("size", fmt.Errorf("checker: size: %w", err))
	}
	return shapes.Checker(t.Name.text, c.Size[0], c.Size[1], c.Cell, [2][4]uint8{c.Colors[0], c.Colors[1]}), nil
}

// image reads a PNG or JPEG file beside the scene.
func (t *textureSpec) image(dir files.References) (scene.Texture, error) {
	data, err := dir.Read(t.File.text)
	if err != nil {
		return scene.Texture{}, t.File.at.Wrong("%w", err)
	}
	texture, err := scene.DecodeImage(t.File.text, data)
	if err != nil {
		return scene.Texture{}, t.File.at.Wrong("%w", err)
	}
	return texture, nil
}

// pixelTexture reads rows of texels rrggbbaa in hexadecimal, separated by spaces.
func pixelTexture(rows []label) (scene.Texture, error) {
	t := scene.Texture{Height: len(rows)}
	for i, row := range rows {
		texels := strings.Fields(row.text)
		if i == 0 {
			t.Width = len(texels)
		}
		if len(texels) != t.Width || t.Width == 0 {
			return t, row.at.Wrong("row of %s texels; %s were expected", number.Thousands(len(texels)), number.Thousands(max(1, t.Width)))
		}
		for _, texel := range texels {
			b, err := hex.DecodeString(texel)
			if err != nil || len(b) != 4 {
				return t, row.at.Wrong("texel %.20q; eight hexadecimal digits rrggbbaa were expected", texel)
			}
			t.Pix = append(t.Pix, b...)
		}
	}
	return t, scene.CheckTextureSize(t.Width, t.Height)
}
