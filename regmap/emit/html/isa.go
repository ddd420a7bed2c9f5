package html

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// isaScripts are joined in this order.
var isaScripts = []string{"values.js", "view.js", "decoder.js", "isa_instruction.js", "isa_text.js", "isa_legal.js", "isa_compact.js", "isa_decoder.js", "isa_index.js",
	"near.js", "search.js", "themes.js", "parts.js", "isa.js"}

// isaStyles are joined in this order.
var isaStyles = []string{"base.css", "cards.css", "isa.css"}

// isaPage is what the template of the instruction set's manual shows.
type isaPage struct {
	Policy     string
	Style      template.CSS
	Data       template.JS
	Script     template.JS
	Symbols    template.HTML
	Boxes      map[string]string // viewBoxes of the symbols
	Groups     []isaGroup        // of operations
	Units      []isaGroup        // of messages
	Forms      []isaForm
	Enums      []isaEnum
	Tables     []isaTable
	Words      []isaWord // what tags say
	Operations int
	Messages   int
	Version    emit.Version
}

// isaGroup is a heading and the cards below it.
type isaGroup struct {
	Link, Name, Description string
	Cards                   []isaCard
}

// isaCard is an operation or a message.
type isaCard struct {
	Link, Name, Code, Syntax, Description string
	Facts                                 []isaFact
}

// isaFact is a line of a card: words with what they mean.
type isaFact struct {
	Name  string
	Words []isaWord
}

// isaWord is a word of the tables, what it means, and the part of the page that it leads to; none.
type isaWord struct{ Text, Means, Link string }

// ISA returns the manual of the instruction set as one page, made from its tables.
func ISA(set *formats.Set, v emit.Version) emit.File {
	return emit.File{Name: "isa.html", Fill: func(w io.Writer) error { return writeISA(w, set, v) }}
}

func writeISA(w io.Writer, set *formats.Set, v emit.Version) error {
	style, script := text(isaStyles...), text(isaScripts...)
	b := &builder{diagrams: newDiagrams()}
	data, err := json.Marshal(b.isa(set))
	if err != nil {
		return err
	}
	p := &isaPage{Policy: Policy(style, script), Style: template.CSS(style), Data: template.JS(data), Script: template.JS(script), Version: v,
		Groups: operationGroups(set), Units: messageGroups(set), Enums: isaEnums(set), Tables: isaTables(set), Words: tagWords(),
		Operations: len(set.Instructions), Messages: len(set.Messages)}
	p.Forms = b.isaForms(set)
	p.Boxes = b.diagrams.boxes
	p.Symbols = template.HTML(b.diagrams.svg.String())
	t, err := template.New("isa.tmpl").Funcs(template.FuncMap{"to": toPart}).ParseFS(parts, "isa.tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// toPart is the address of a part of the page. Names of tables have nothing that an address cannot have.
func toPart(link string) template.URL { return template.URL("#" + link) }

// operationGroups lists the operations by bits 6:4 of their opcodes.
func operationGroups(set *formats.Set) (list []isaGroup) {
	groups := set.Enum("OPCODE_GROUP")
	if groups == nil {
		return nil
	}
	for _, v := range groups.Values {
		g := isaGroup{Link: "operations/" + v.Name, Name: capital(v.Text()), Description: v.Description}
		for i := range set.Instructions {
			if op := &set.Instructions[i]; int64(op.Opcode>>4&7) == v.Value {
				g.Cards = append(g.Cards, operationCard(op, &v))
			}
		}
		list = append(list, g)
	}
	return list
}

func operationCard(i *formats.Instruction, group *formats.Value) isaCard {
	c := isaCard{Link: operationLink(i), Name: strings.ToLower(i.Name), Code: fmt.Sprintf("%#02x", i.Opcode), Syntax: operationSyntax(i), Description: i.Description}
	c.link("Group", group.Text(), "operations/"+group.Name)
	c.link("Form", i.Format, "form/"+i.Format)
	if i.Sources > 0 {
		c.fact("Sources", []string{fmt.Sprint(i.Sources)}, nil)
	}
	c.fact("Types", i.Types, typeWords)
	c.fact("Allows", i.Allows, allowsWords)
	return c
}

// messageGroups lists the messages by their units.
func messageGroups(set *formats.Set) (list []isaGroup) {
	units := set.Enum(formats.UnitEnum)
	if units == nil {
		return nil
	}
	for _, v := range units.Values {
		g := isaGroup{Link: "messages/" + v.Name, Name: capital(v.Text()), Description: v.Description}
		for i := range set.Messages {
			if m := &set.Messages[i]; m.Unit == v.Name {
				g.Cards = append(g.Cards, messageCard(m, &v))
			}
		}
		list = append(list, g)
	}
	return list
}

func messageCard(m *formats.Message, unit *formats.Value) isaCard {
	c := isaCard{Link: messageLink(m), Name: "send." + strings.ToLower(m.Name), Code: fmt.Sprintf("%#02x", m.Code), Syntax: messageSyntax(m), Description: m.Description}
	c.link("Unit", unit.Text(), "messages/"+unit.Name)
	c.fact("Sends", m.Sends, sendsWords)
	if m.Answers != "" {
		c.fact("Answers", []string{m.Answers}, answersWords)
	}
	c.fact("Uses", m.Allows, usesWords)
	return c
}

// fact adds a line to a card; none without words.
func (c *isaCard) fact(name string, words []string, means map[string]string) {
	if len(words) == 0 {
		return
	}
	f := isaFact{Name: name}
	for _, w := range words {
		f.Words = append(f.Words, isaWord{Text: strings.ReplaceAll(w, "_", " "), Means: means[w]})
	}
	c.Facts = append(c.Facts, f)
}

// link adds a line that leads to another part of the page.
func (c *isaCard) link(name, text, to string) {
	c.Facts = append(c.Facts, isaFact{name, []isaWord{{Text: text, Link: to}}})
}

func operationLink(i *formats.Instruction) string { return "operation/" + strings.ToLower(i.Name) }
func messageLink(m *formats.Message) string       { return "message/" + strings.ToLower(m.Name) }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// isaEnum is a list of values.
type isaEnum struct {
	Link, Name, Description string
	Values                  []isaValue
}

type isaValue struct{ Link, Value, Name, Text, Description string }

func isaEnums(set *formats.Set) (list []isaEnum) {
	for _, e := range set.Enums {
		if isTable(e.Name) {
			continue
		}
		out := isaEnum{Link: "enum/" + e.Name, Name: e.Name, Description: e.Description}
		for _, v := range e.Values {
			out.Values = append(out.Values, isaValue{out.Link + "." + v.Name, fmt.Sprintf("%#x", v.Value), v.Name, v.Label, v.Description})
		}
		list = append(list, out)
	}
	return list
}

// isTable tells whether the values of an enum are those of an index of compact instructions, in their order.
func isTable(enum string) bool { return strings.HasPrefix(enum, "COMPACT_") }

// isaTable has the values of an index.
type isaTable struct {
	Link, Name, Description string
	Rows                    [][]isaEntry
}

type isaEntry struct {
	Index int
	Value string
}

// tableColumns are the entries in a row of a table of values.
const tableColumns = 4

func isaTables(set *formats.Set) (list []isaTable) {
	for _, e := range set.Enums {
		if !isTable(e.Name) {
			continue
		}
		t := isaTable{Link: "table/" + e.Name, Name: e.Name, Description: e.Description}
		var entries []isaEntry
		for i, v := range e.Values {
			entries = append(entries, isaEntry{i, fmt.Sprintf("0x%08x", v.Value)})
		}
		t.Rows = slices.Collect(slices.Chunk(entries, tableColumns))
		list = append(list, t)
	}
	return list
}

// isaForm is a layout of words.
type isaForm struct {
	Link, Name, Description string
	Bytes                   int
	Words                   []isaFormWord
}

// isaFormWord is a word of a form, drawn to scale, and its fields.
type isaFormWord struct {
	Link, Name, Place, Description, When string
	Diagram                              int
	Fields                               []isaField
}

type isaField struct{ Link, Bits, Name, Type, Enum, Description string }

func (b *builder) isaForms(set *formats.Set) (list []isaForm) {
	for i := range set.Structures {
		s := &set.Structures[i]
		f := isaForm{Link: "form/" + s.Name, Name: s.Name, Description: s.Description, Bytes: s.Size()}
		for _, w := range wordsOf(set, s) {
			f.Words = append(f.Words, b.isaWordOf(f.Link, &w))
		}
		list = append(list, f)
	}
	return list
}

func (b *builder) isaWordOf(form string, w *formWord) isaFormWord {
	out := isaFormWord{Link: form + "." + w.Name, Name: w.Name, Place: between(w.Offset, w.DWords()), Description: w.Description, When: w.when}
	if w.when != "" {
		out.Link = ""
	}
	out.Diagram = b.diagrams.of(&table.Register{Fields: w.boxes})
	for _, f := range w.Fields {
		link := ""
		if out.Link != "" {
			link = out.Link + "." + f.Name
		}
		out.Fields = append(out.Fields, isaField{link, emit.BitRange(f.Hi, f.Lo), f.Name, f.Type, f.Enum, f.Description})
	}
	return out
}
