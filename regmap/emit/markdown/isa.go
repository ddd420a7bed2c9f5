package markdown

import (
	"fmt"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/text/prose"
)

// ISA returns the reference of the instruction set, made from its tables.
func ISA(set *formats.Set) emit.File {
	p := &isaPage{set: set}
	p.printf("<!-- Generated from hw/isa/*.yaml by \"make regs\". Do not edit. -->\n\n")
	p.printf("# Reference of the instruction set\n\nWhat an instruction means is in [isa.md](../isa.md).\n")
	p.instructions()
	p.messages()
	for _, e := range set.Enums {
		if !strings.HasPrefix(e.Name, "COMPACT_") {
			p.enum(&e)
		}
	}
	p.printf("\n## Encoding\n\nWhat follows is not needed to write kernels: the bits of instructions and of kernel files.\n")
	for i := range set.Structures {
		p.structure(&set.Structures[i])
	}
	p.printf("\n### Compaction tables\n\nThe values of the indices of compact instructions, in the order of the index.\n")
	for _, e := range set.Enums {
		if strings.HasPrefix(e.Name, "COMPACT_") {
			p.indices(&e)
		}
	}
	return emit.File{Name: "README.md", Data: []byte(prose.Wrap(p.String()))}
}

// isaPage collects the text of the page.
type isaPage struct {
	strings.Builder
	set *formats.Set
}

func (p *isaPage) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// list joins words for a cell.
func list(words []string) string { return strings.ReplaceAll(strings.Join(words, ", "), "_", " ") }

func (p *isaPage) instructions() {
	p.printf("\n## Operations\n\nBits 6:4 of an opcode are its group. Types are execution types; *allows* says what an instruction of the operation may have.\n")
	groups := p.set.Enum("OPCODE_GROUP")
	for _, g := range groups.Values {
		p.printf("\n### %s%s\n\n%s\n\n", strings.ToUpper(g.Text()[:1]), g.Text()[1:], g.Description)
		p.printf("| operation | opcode | sources | types | allows | |\n| --- | --- | --- | --- | --- | --- |\n")
		for _, i := range p.set.Instructions {
			if int64(i.Opcode>>4&7) == g.Value {
				p.printf("| `%s` | %#02x | %d | %s | %s | %s |\n", strings.ToLower(i.Name), i.Opcode, i.Sources, list(i.Types), list(i.Allows), emit.Line(i.Description))
			}
		}
	}
}

func (p *isaPage) messages() {
	p.printf("\n## Messages\n\n| message | code | unit | sends | answers | uses | |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	units := map[string]string{}
	for _, v := range p.set.Enum(formats.UnitEnum).Values {
		units[v.Name] = v.Text()
	}
	for _, m := range p.set.Messages {
		p.printf("| `%s` | %#02x | %s | %s | %s | %s | %s |\n", strings.ToLower(m.Name), m.Code, units[m.Unit], list(m.Sends), list([]string{m.Answers}),
			list(m.Allows), emit.Line(m.Description))
	}
}

// title writes a name of a table as a heading.
func title(name string) string {
	words := strings.ReplaceAll(strings.ToLower(name), "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

func (p *isaPage) enum(e *formats.Enum) {
	p.printf("\n## %s\n\n%s\n\n| value | in text | |\n| --- | --- | --- |\n", title(e.Name), e.Description)
	for _, v := range e.Values {
		p.printf("| %#x | %s | %s |\n", v.Value, code(v.Label, v.Name), emit.Line(v.Description))
	}
}

// code is how a text names a value; a value without a name in text has its own.
func code(label, name string) string {
	if label == "" {
		return name
	}
	return "`" + strings.ReplaceAll(label, "|", `\|`) + "`"
}

func (p *isaPage) structure(s *formats.Structure) {
	p.printf("\n### %s\n\n%s\n\n| word | bits | field | |\n| --- | --- | --- | --- |\n", s.Name, s.Description)
	for _, w := range s.Words {
		if len(w.Fields) == 0 {
			bits := "31:0"
			if w.Count > 1 {
				bits = fmt.Sprintf("%d words", w.Count)
			}
			p.printf("| %d | %s | %s | %s |\n", w.Offset, bits, w.Name, emit.Line(w.Description))
		}
		for _, f := range w.Fields {
			p.printf("| %d | %d:%d | %s.%s | %s |\n", w.Offset, f.Hi, f.Lo, w.Name, f.Name, emit.Line(f.Description))
		}
	}
}

func (p *isaPage) indices(e *formats.Enum) {
	p.printf("\n#### %s\n\n%s\n\n```text\n", title(e.Name), e.Description)
	for i, v := range e.Values {
		p.printf("%3d %#08x", i, v.Value)
		if i%4 == 3 || i == len(e.Values)-1 {
			p.printf("\n")
		} else {
			p.printf("   ")
		}
	}
	p.printf("```\n")
}
