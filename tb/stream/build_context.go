package stream

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tilemark/tb/driver"
	"tilemark/tb/lines"
)

// neededKeys are those that no context may leave out.
var neededKeys = []string{"header", "ring_size", "tail", "save_area", "belongs", "color", "depth", "clear_depth", "view_projection"}

func (b *builder) contextLine(text string) error {
	c := b.context
	fields := strings.Fields(text)
	word, operands := fields[0], fields[1:]
	name := fmt.Sprintf("context %d", len(b.f.Contexts))
	if word != "end" {
		if err := b.note(name + " " + word); err != nil {
			return err
		}
	}
	switch word {
	case "end":
		for _, key := range neededKeys {
			if _, there := b.places[name+" "+key]; !there {
				return fmt.Errorf("%s ends without %s; %s was expected in it", name, key, strings.Join(neededKeys, ", "))
			}
		}
		b.f.Contexts = append(b.f.Contexts, *c)
		b.context = nil
		return none("end", operands)
	case "header":
		return numbers(word, operands, &c.Header)
	case "ring_size":
		return numbers(word, operands, &c.RingSize)
	case "tail":
		return numbers(word, operands, &c.Tail)
	case "save_area":
		return numbers(word, operands, &c.SaveArea)
	case "wait":
		return numbers(word, operands, &c.Wait)
	case "belongs":
		return numbers(word, operands, &c.From, &c.To)
	case "color":
		return readSurface(operands, &c.Color, colorFormats, colorBytes, &c.ColorFormat)
	case "depth":
		return readSurface(operands, &c.Depth, depthFormats, depthBytes, &c.DepthFormat)
	case "clear_depth":
		return floats(word, operands, &c.ClearDepth)
	case "view_projection":
		var to []*float32
		for i := range c.ViewProjection {
			to = append(to, &c.ViewProjection[i])
		}
		return floats(word, operands, to...)
	case "queries":
		return list(operands, &c.Queries)
	case "fences":
		return list(operands, &c.Fences)
	case "tails":
		return list(operands, &c.Tails)
	}
	return lines.WrongWord(word, "%.40q; header, ring_size, tail, save_area, wait, belongs, color, depth, clear_depth, view_projection, queries, fences, tails or end was expected", word)
}

func floats(what string, fields []string, to ...*float32) error {
	if len(fields) != len(to) {
		return fmt.Errorf("%s with %d operands; %d were expected", what, len(fields), len(to))
	}
	for i, f := range fields {
		v, err := parseFloat(f)
		if err != nil {
			return err
		}
		*to[i] = math.Float32frombits(v)
	}
	return nil
}

func list(fields []string, to *[]uint32) error {
	for _, f := range fields {
		v, err := parseWord(f)
		if err != nil {
			return err
		}
		*to = append(*to, v)
	}
	return nil
}

// readSurface reads "ADDRESS pitch N size WxH format NAME".
func readSurface(fields []string, s *driver.Surface, names []string, bytes []int, format *uint32) error {
	if len(fields) != 7 || fields[1] != "pitch" || fields[3] != "size" || fields[5] != "format" {
		return fmt.Errorf("ADDRESS pitch N size WxH format NAME was expected")
	}
	width, height, _ := strings.Cut(fields[4], "x")
	var w, h, pitch uint32
	if err := numbers("surface", []string{fields[0], fields[2], width, height}, &s.Base, &pitch, &w, &h); err != nil {
		return err
	}
	n := slices.Index(names, fields[6])
	if n < 0 {
		return lines.WrongWord(fields[6], "format %q; one of %s was expected", fields[6], strings.Join(names, ", "))
	}
	s.Pitch, s.Width, s.Height, s.Bytes, *format = int(pitch), int(w), int(h), bytes[n], uint32(n)
	return nil
}
