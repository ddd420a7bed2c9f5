package obj

import (
	"errors"
	"image"
	"slices"
	"strconv"
	"strings"

	"tilemark/tb/scene"
	"tilemark/text/lines"
)

// mtlTexture is a map as a material file describes it.
type mtlTexture struct {
	file          string
	scale, offset [2]float32
	clamp         bool
}

// mtlOptions are the options of maps, with the most words after each. Those that change the picture and are not drawn have what is neutral.
var mtlOptions = map[string]struct {
	words   int
	neutral string
}{
	"-s": {3, ""}, "-o": {3, ""}, "-clamp": {1, ""},
	"-t": {3, "0"}, "-mm": {2, "0 1"}, "-boost": {1, "0"}, "-cc": {1, "off"}, "-imfchan": {1, "m"}, "-bm": {1, "1"},
	"-blendu": {1, "on"}, "-blendv": {1, "on"}, "-texres": {1, ""}, "-type": {1, ""}, "-colorspace": {1, "sRGB"},
}

// isNumbers tells of an option whether it takes as many numbers as there are, up to its most words.
func isNumbers(option string) bool { return option == "-s" || option == "-o" || option == "-t" }

func readMapKd(m *mtlFile, of *objMaterial, _ string, args []string) error {
	t, err := m.options(args)
	if err != nil {
		return err
	}
	of.scale, of.offset = t.scale, t.offset
	of.texture, err = m.texture(t)
	return err
}

// options reads what stands before the file's name, which may hold blanks.
func (m *mtlFile) options(words []string) (t mtlTexture, err error) {
	t.scale = [2]float32{1, 1}
	for len(words) > 1 && strings.HasPrefix(words[0], "-") {
		option := words[0]
		about, known := mtlOptions[option]
		if !known {
			m.note("unknown option %.40q of map_Kd is skipped", option)
			words = words[1:]
			continue
		}
		n := optionWords(option, words[1:], about.words)
		if n == 0 {
			return t, lines.WrongWord(option, "map_Kd: option %s without a value; one was expected", option)
		}
		if err := m.option(&t, option, words[1:1+n]); err != nil {
			return t, err
		}
		words = words[1+n:]
	}
	if len(words) == 0 {
		return t, errors.New("map_Kd; a file name was expected after it")
	}
	t.file = slashed(strings.Join(words, " "))
	return t, nil
}

// optionWords counts the words after an option that are its own; the last word of a line is the file's name.
func optionWords(option string, words []string, most int) int {
	most = min(most, len(words)-1)
	if !isNumbers(option) {
		return most
	}
	for n := range most {
		if _, err := strconv.ParseFloat(words[n], 32); err != nil {
			return n
		}
	}
	return most
}

func (m *mtlFile) option(t *mtlTexture, option string, values []string) error {
	switch option {
	case "-s", "-o":
		n, err := objNumbers("map_Kd "+option, values, 1, 3)
		if err == nil {
			err = inReach("map_Kd "+option, values, n)
		}
		if err != nil {
			return err
		}
		to := &t.scale
		if option == "-o" {
			to = &t.offset
		}
		copy(to[:], n)
	case "-clamp":
		if values[0] != "on" && values[0] != "off" {
			return lines.WrongWord(values[0], "map_Kd: -clamp %.40s; on or off was expected", values[0])
		}
		t.clamp = values[0] == "on"
	default:
		if neutral := mtlOptions[option].neutral; neutral != "" && !isNeutral(values, strings.Fields(neutral)) {
			m.note("option `%s` of map_Kd is left out", option)
		}
	}
	return nil
}

// isNeutral compares values with what changes nothing; the last neutral one stands for those after it.
func isNeutral(values, neutral []string) bool {
	for i, text := range values {
		want := neutral[min(i, len(neutral)-1)]
		v, err := strconv.ParseFloat(text, 32)
		n, err2 := strconv.ParseFloat(want, 32)
		if text != want && (err != nil || err2 != nil || v != n) {
			return false
		}
	}
	return true
}

// texture reads an image, once for each way in which it is used; -1 where there is none, which is remarked upon.
func (m *mtlFile) texture(t mtlTexture) (int, error) {
	f := m.f
	wrap := uint32(scene.WrapRepeat)
	if t.clamp {
		wrap = scene.WrapClamp
	}
	same := func(have scene.Texture) bool { return have.Name == t.file && have.WrapU == wrap }
	if at := slices.IndexFunc(f.textures, same); at >= 0 {
		return at, nil
	}
	data, err := f.dir.Read(t.file)
	if err != nil {
		m.note("texture not read: %v", err)
		return -1, nil
	}
	texture, err := scene.DecodeImage(t.file, data)
	switch {
	case errors.Is(err, image.ErrFormat):
		m.note("texture not drawn: %v", err)
		return -1, nil
	case err != nil:
		return -1, lines.WrongWord(t.file, "%w", err)
	}
	for i := 3; i < len(texture.Pix); i += 4 { // opacity is the material's, whatever the image holds
		texture.Pix[i] = 255
	}
	texture.WrapU, texture.WrapV, texture.SRGB = wrap, wrap, true
	texture.Mag, texture.Min, texture.Mip = scene.FilterLinear, scene.FilterLinear, scene.MipLinear
	texture.Levels = scene.AllLevels(texture.Width, texture.Height)
	f.textures = append(f.textures, texture)
	return len(f.textures) - 1, nil
}
