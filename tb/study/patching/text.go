package patching

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/text/near"
)

// compareNames are how recordings call functions of the alpha test.
var compareNames = []string{nos.Never: "never", nos.Less: "less", nos.Equal: "equal", nos.LessEqual: "lequal", nos.Greater: "greater", nos.NotEqual: "notequal", nos.GreaterEqual: "gequal", nos.Always: "always"}

// component letters, in the order of nos.Component.
const letters = "rgba01"

// flags of a state that are true or false, by name.
func flags(s *nos.State) []struct {
	name string
	on   *bool
} {
	return []struct {
		name string
		on   *bool
	}{{"lighting", &s.Lighting}, {"colors", &s.Colors}, {"two_sided", &s.TwoSided}, {"depth_clamp", &s.DepthClamp}, {"target_srgb", &s.TargetSRGB}, {"point_lower", &s.PointLower}}
}

// masks of a state, by name.
type mask struct {
	name string
	get  func(s *nos.State) uint64
	set  func(s *nos.State, v uint64)
	bits int
}

var masks = []mask{
	{"write_mask", func(s *nos.State) uint64 { return uint64(s.WriteMask) }, func(s *nos.State, v uint64) { s.WriteMask = uint8(v) }, nos.Channels},
	{"clip_planes", func(s *nos.State) uint64 { return uint64(s.ClipPlanes) }, func(s *nos.State, v uint64) { s.ClipPlanes = uint8(v) }, nos.Planes},
	{"point_sprite", func(s *nos.State) uint64 { return uint64(s.PointSprite) }, func(s *nos.State, v uint64) { s.PointSprite = uint16(v) }, nos.Attributes},
	{"target_format", func(s *nos.State) uint64 { return uint64(s.TargetFormat) }, func(s *nos.State, v uint64) { s.TargetFormat = uint8(v) }, 8},
	{"target_components", func(s *nos.State) uint64 { return uint64(s.TargetCount) }, func(s *nos.State, v uint64) { s.TargetCount = uint8(v) }, 3},
}

// only is the part of a state that a kernel depends on; the rest, and where the kernel has the parameters of fog, is as in nos.Default.
func only(s *nos.State, k *kernel.Kernel) nos.State {
	var items uint16
	textures, attributes := map[uint8]bool{}, map[uint8]bool{}
	for _, n := range nos.Tagged(k) {
		for _, p := range k.Code[n].Patches {
			switch items |= p.NOS(); {
			case p.NOS() == isa.NosVertexFormat:
				attributes[p.Index] = true
			case p.NOS() == isa.NosTexture && kernel.LastIndex(p.Value) > nos.Textures: // by component
				textures[p.Index/4] = true
			case p.NOS() == isa.NosTexture:
				textures[p.Index] = true
			}
		}
	}
	d := nos.Default()
	for _, of := range []struct {
		item uint16
		take func()
	}{
		{isa.NosAlphaTest, func() { d.AlphaFunction, d.AlphaReference = s.AlphaFunction, s.AlphaReference }},
		{isa.NosFog, func() { d.Fog, d.FogOffset = s.Fog, s.FogOffset }},
		{isa.NosLighting, func() { d.Lighting, d.Colors = s.Lighting, s.Colors }},
		{isa.NosTwoSided, func() { d.TwoSided = s.TwoSided }},
		{isa.NosTexture, func() {
			for n := range textures {
				d.Textures[n] = s.Textures[n]
			}
		}},
		{isa.NosTarget, func() { d.TargetSRGB, d.TargetCount, d.TargetFormat = s.TargetSRGB, s.TargetCount, s.TargetFormat }},
		{isa.NosWriteMask, func() { d.WriteMask = s.WriteMask }},
		{isa.NosFlat, func() { d.Flat = s.Flat }},
		{isa.NosClipPlanes, func() { d.ClipPlanes = s.ClipPlanes }},
		{isa.NosPointSprite, func() { d.PointSprite, d.PointLower = s.PointSprite, s.PointLower }},
		{isa.NosDepthClamp, func() { d.DepthClamp = s.DepthClamp }},
		{isa.NosVertexFormat, func() {
			for n := range attributes {
				d.Attributes[n] = s.Attributes[n]
			}
		}},
	} {
		if items&of.item != 0 {
			of.take()
		}
	}
	return d
}

// stateText is what of a state differs from nos.Default, as words; "default" when nothing does. Flat attributes are state of registers, and are not in it.
func stateText(s *nos.State) string {
	d := nos.Default()
	var words []string
	say := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if s.AlphaFunction != d.AlphaFunction || s.AlphaReference != d.AlphaReference {
		say("alpha_test=%s:%v", compareNames[s.AlphaFunction], s.AlphaReference)
	}
	if s.Fog != d.Fog || s.FogOffset != d.FogOffset {
		say("fog=%s:%d", nos.FogNames[s.Fog], s.FogOffset)
	}
	for _, f := range flags(s) {
		if *f.on {
			say("%s=1", f.name)
		}
	}
	for n := range masks {
		if v := masks[n].get(s); v != masks[n].get(&d) {
			say("%s=%d", masks[n].name, v)
		}
	}
	for n := range s.Textures {
		if t := &s.Textures[n]; *t != d.Textures[n] {
			text := ""
			for _, c := range t.Swizzle {
				text += string(letters[c])
			}
			say("texture%d=%s:%d:%d:%d", n, text, bit(t.Bound), bit(t.SRGB), t.Format)
		}
	}
	for n := range s.Attributes {
		if a := &s.Attributes[n]; *a != d.Attributes[n] {
			say("vertex%d=%s:%d:%d:%d:%d:%d", n, isa.TypeNames[uint32(a.Type)], a.Count, bit(a.Normalized), a.Offset, a.Stride, a.Binding)
		}
	}
	return cmp.Or(strings.Join(words, " "), "default")
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readState reads what stateText has written. An error says what was expected.
func readState(words []string) (s nos.State, err error) {
	s = nos.Default()
	for _, w := range words {
		if w == "default" {
			continue
		}
		name, value, _ := strings.Cut(w, "=")
		if err := readWord(&s, name, strings.Split(value, ":")); err != nil {
			return s, err
		}
	}
	return s, nil
}

func readWord(s *nos.State, name string, parts []string) error {
	numbers := func(from int, most ...int) ([]int, error) {
		if len(parts) != from+len(most) {
			return nil, fmt.Errorf("%s with %d parts; %d were expected", name, len(parts), from+len(most))
		}
		list := make([]int, len(most))
		for n := range most {
			v, err := strconv.Atoi(parts[from+n])
			if err != nil || v < 0 || v > most[n] {
				return nil, fmt.Errorf("%s: %q; a number from 0 to %d was expected", name, parts[from+n], most[n])
			}
			list[n] = v
		}
		return list, nil
	}
	for _, f := range flags(s) {
		if f.name == name {
			v, err := numbers(0, 1)
			if err == nil {
				*f.on = v[0] != 0
			}
			return err
		}
	}
	for n := range masks {
		if m := &masks[n]; m.name == name {
			v, err := numbers(0, 1<<m.bits-1)
			if err == nil {
				m.set(s, uint64(v[0]))
			}
			return err
		}
	}
	index, isTexture := numbered(name, "texture", nos.Textures)
	if isTexture {
		return readTexture(&s.Textures[index], name, parts, numbers)
	}
	if index, isVertex := numbered(name, "vertex", nos.Attributes); isVertex {
		v, err := numbers(1, 4, 1, 65535, 65535, 255)
		if err != nil {
			return err
		}
		t, err := oneOf(name, parts[0], names(isa.TypeNames))
		if err == nil && v[0] == 0 {
			err = fmt.Errorf("%s: no components; 1 to 4 were expected", name)
		}
		s.Attributes[index] = nos.Attribute{Type: uint8(t), Count: uint8(v[0]), Normalized: v[1] != 0, Offset: uint16(v[2]), Stride: uint16(v[3]), Binding: uint8(v[4])}
		return err
	}
	switch name {
	case "alpha_test":
		if len(parts) != 2 {
			return fmt.Errorf("alpha_test: a function and a reference, as in greater:0.5, were expected")
		}
		f, err := oneOf(name, parts[0], compareNames)
		if err != nil {
			return err
		}
		x, err := strconv.ParseFloat(parts[1], 32)
		if err != nil {
			return fmt.Errorf("alpha_test: %q; a number was expected", parts[1])
		}
		s.AlphaFunction, s.AlphaReference = nos.Compare(f), float32(x)
		return nil
	case "fog":
		v, err := numbers(1, 65535)
		if err != nil {
			return err
		}
		f, err := oneOf(name, parts[0], nos.FogNames[:])
		s.Fog, s.FogOffset = nos.Fog(f), uint16(v[0])
		return err
	}
	return fmt.Errorf("%q is no part of a state", name)
}

func readTexture(t *nos.Texture, name string, parts []string, numbers func(from int, most ...int) ([]int, error)) error {
	v, err := numbers(1, 1, 1, 255)
	if err != nil {
		return err
	}
	if len(parts[0]) != len(t.Swizzle) {
		return fmt.Errorf("%s: %q; four letters among %s were expected", name, parts[0], letters)
	}
	for c := range t.Swizzle {
		k := strings.IndexByte(letters, parts[0][c])
		if k < 0 {
			return fmt.Errorf("%s: %q; four letters among %s were expected", name, parts[0], letters)
		}
		t.Swizzle[c] = nos.Component(k)
	}
	t.Bound, t.SRGB, t.Format = v[0] != 0, v[1] != 0, uint8(v[2])
	return nil
}

// numbered is n of a name that is followed by n, below a limit.
func numbered(name, of string, limit int) (n int, ok bool) {
	rest, ok := strings.CutPrefix(name, of)
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil && n >= 0 && n < limit && strconv.Itoa(n) == rest
}

func names(of map[uint32]string) []string {
	list := make([]string, isa.TypeLimit)
	for n := range list {
		list[n] = of[uint32(n)]
	}
	return list
}

func oneOf(name, text string, list []string) (int, error) {
	for n, x := range list {
		if x == text {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s: %q; one of %s was expected%s", name, text, strings.Join(list, ", "), near.Suggest(text, list, ""))
}
