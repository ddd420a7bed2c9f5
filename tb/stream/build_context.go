package stream

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tilemark/tb/driver"
	"tilemark/text/lines"
)

// neededKeys are those that no context may leave out.
var neededKeys = []string{"header", "ring_size", "tail", "save_area", "belongs", "color", "depth", "clear_depth", "view_projection"}

// contextKeys are the lines of a context, by their first word.
var contextKeys = map[string]func(c *Context, operands []string) error{
	"header":      func(c *Context, o []string) error { return numbers("header", o, &c.Header) },
	"ring_size":   func(c *Context, o []string) error { return numbers("ring_size", o, &c.RingSize) },
	"tail":        func(c *Context, o []string) error { return numbers("tail", o, &c.Tail) },
	"save_area":   func(c *Context, o []string) error { return numbers("save_area", o, &c.SaveArea) },
	"wait":        func(c *Context, o []string) error { return numbers("wait", o, &c.Wait) },
	"belongs":     func(c *Context, o []string) error { return numbers("belongs", o, &c.From, &c.To) },
	"clear_depth": func(c *Context, o []string) error { return floats("clear_depth", o, &c.ClearDepth) },
	"queries":     func(c *Context, o []string) error { return list(o, &c.Queries) },
	"fences":      func(c *Context, o []string) error { return list(o, &c.Fences) },
	"tails":       func(c *Context, o []string) error { return list(o, &c.Tails) },
	"color": func(c *Context, o []string) error {
		return readSurface(o, &c.Color, colorFormats, colorBytes, &c.ColorFormat)
	},
	"depth": func(c *Context, o []string) error {
		return readSurface(o, &c.Depth, depthFormats, depthBytes, &c.DepthFormat)
	},
	"view_projection": func(c *Context, o []string) error {
		var to []*float32
		for i := range c.ViewProjection {
			to = append(to, &c.ViewProjection[i])
		}
		return floats("view_projection", o, to...)
	},
}

func (b *builder) contextLine(text string) error {
	fields := strings.Fields(text)
	word, operands := fields[0], fields[1:]
	name := fmt.Sprintf("context %d", len(b.f.Contexts))
	if word == "end" {
		return b.endContext(name, operands)
	}
	read, known := contextKeys[word]
	if !known {
		return lines.WrongWord(word, "%.40q; header, ring_size, tail, save_area, wait, belongs, color, depth, clear_depth, view_projection, queries, fences, tails or end was expected", word)
	}
	if err := b.note(name + " " + word); err != nil {
		return err
	}
	return read(b.context, operands)
}

// endContext ends the context of a name.
func (b *builder) endContext(name string, operands []string) error {
	for _, key := range neededKeys {
		if _, there := b.places[name+" "+key]; !there {
			return fmt.Errorf("%s ends without %s; %s was expected in it", name, key, strings.Join(neededKeys, ", "))
		}
	}
	b.f.Contexts = append(b.f.Contexts, *b.context)
	b.context = nil
	return none("end", operands)
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
