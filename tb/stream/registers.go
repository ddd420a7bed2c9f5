package stream

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tilemark/hw/regs"
	"tilemark/text/lines"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// describe finds a register in the tables; nil for reserved space.
func describe(block, reg int) *regs.Register {
	if block < 0 || block >= regs.NumBlocks {
		return nil
	}
	for i := range regs.Blocks[block].Registers {
		if r := &regs.Blocks[block].Registers[i]; r.Index == reg {
			return r
		}
	}
	return nil
}

// registerText writes a register's value by its fields; parseRegister reads it back. What fields do not tell is written in hexadecimal.
func registerText(block, reg int, v uint32) string {
	if r := describe(block, reg); r != nil {
		text := fieldsText(r, v)
		if back, err := parseRegister(block, reg, text); err == nil && back == v {
			return text
		}
	}
	return fmt.Sprintf("0x%08x", v)
}

func fieldsText(r *regs.Register, v uint32) string {
	if len(r.Fields) == 1 && r.Fields[0].Width == 32 {
		return scalarText(r.Fields[0].Type, v)
	}
	var parts []string
	for i := range r.Fields {
		f := &r.Fields[i]
		parts = append(parts, f.Name+" "+fieldText(f, v>>f.Shift&mask(f)))
	}
	return strings.Join(parts, ", ")
}

func mask(f *regs.Field) uint32 { return uint32(uint64(1)<<f.Width - 1) }

func fieldText(f *regs.Field, v uint32) string {
	for _, e := range f.Enum {
		if e.Value == v {
			return e.Name
		}
	}
	return scalarText(f.Type, v)
}

func scalarText(kind string, v uint32) string {
	switch kind {
	case "f32":
		return floatText(v)
	case "address":
		return fmt.Sprintf("0x%08x", v)
	case "sint":
		return strconv.Itoa(int(int32(v)))
	}
	return strconv.FormatUint(uint64(v), 10)
}

// floatText writes a binary32 pattern as the shortest number that stands for it; NaN in hexadecimal.
func floatText(v uint32) string {
	f := math.Float32frombits(v)
	if f != f {
		return fmt.Sprintf("0x%08x", v)
	}
	return strconv.FormatFloat(float64(f), 'g', -1, 32)
}

// parseFloat reads a number, or a pattern that begins with 0x.
func parseFloat(text string) (uint32, error) {
	if strings.HasPrefix(text, "0x") {
		return parseWord(text)
	}
	f, err := strconv.ParseFloat(text, 32)
	if err != nil {
		return 0, lines.WrongWord(text, "%q; a number, or a pattern 0x..., was expected", text)
	}
	return math.Float32bits(float32(f)), nil
}

// parseWord reads a whole number of 32 bits, decimal or with 0x, or a negative one.
func parseWord(text string) (uint32, error) {
	if v, err := strconv.ParseUint(text, 0, 32); err == nil {
		return uint32(v), nil
	}
	if v, err := strconv.ParseInt(text, 10, 32); err == nil {
		return uint32(v), nil
	}
	return 0, lines.WrongWord(text, "%q; a whole number of 32 bits was expected", text)
}

// parseRegister reads a register's value: fields by name (those left out are 0), or the whole word.
func parseRegister(block, reg int, text string) (uint32, error) {
	r := describe(block, reg)
	text = strings.TrimSpace(text)
	switch {
	case r == nil || strings.HasPrefix(text, "0x"):
		return parseWord(text)
	case len(r.Fields) == 1 && r.Fields[0].Width == 32 && r.Fields[0].Type == "f32":
		return parseFloat(text)
	case len(r.Fields) == 1 && r.Fields[0].Width == 32:
		return parseWord(text)
	}
	var v uint32
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		f := findField(r, name)
		if f == nil {
			return 0, lines.WrongWord(name, "%q; fields of %s were expected: %s", name, regs.RegisterName(block, reg), fieldNames(r))
		}
		n, err := parseField(f, strings.TrimSpace(value))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		v |= n << f.Shift
	}
	return v, nil
}

func findField(r *regs.Register, name string) *regs.Field {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i]
		}
	}
	return nil
}

func fieldNames(r *regs.Register) string {
	var names []string
	for i := range r.Fields {
		names = append(names, r.Fields[i].Name)
	}
	return strings.Join(names, ", ")
}

func parseField(f *regs.Field, text string) (uint32, error) {
	for _, e := range f.Enum {
		if e.Name == text {
			return e.Value, nil
		}
	}
	v, err := strconv.ParseUint(text, 0, 32)
	if err != nil || uint32(v) > mask(f) {
		var names []string
		for _, e := range f.Enum {
			names = append(names, e.Name)
		}
		names = append(names, fmt.Sprintf("a number from 0 to %d", mask(f)))
		return 0, lines.WrongWord(text, "%q; %s was expected", text, strictyaml.OneOf(names))
	}
	return uint32(v), nil
}

// findRegister finds a register by the name that regs.RegisterName gives, such as TSU.CULL or TSU[163].
func findRegister(name string) (block, reg int, err error) {
	if i, known := registersByName[name]; known {
		return i[0], i[1], nil
	}
	if b, rest, found := strings.Cut(name, "["); found {
		n, err := strconv.ParseUint(strings.TrimSuffix(rest, "]"), 10, 16)
		block, known := blocksByName[b]
		if err == nil && known && strings.HasSuffix(rest, "]") {
			return block, int(n), nil
		}
	}
	return 0, 0, lines.WrongWord(name, "%q; a register such as TSU.CULL or TSU[163] was expected%s", name, near.Suggest(name, slices.Sorted(maps.Keys(registersByName)), ""))
}

var registersByName, blocksByName = nameRegisters()

func nameRegisters() (map[string][2]int, map[string]int) {
	registers, blocks := map[string][2]int{}, map[string]int{}
	for b := range 256 {
		name := fmt.Sprintf("BLOCK%d", b)
		if b < regs.NumBlocks && regs.Blocks[b].Name != "" {
			name = regs.Blocks[b].Name
			for i := range regs.Blocks[b].Registers {
				r := regs.Blocks[b].Registers[i].Index
				registers[regs.RegisterName(b, r)] = [2]int{b, r}
			}
		}
		blocks[name] = b
	}
	return registers, blocks
}
