package diff

import (
	"fmt"
	"strconv"
	"strings"

	"tilemark/regmap/formats"
)

// instructions compares the operations of kernels.
func (f *inFormats) instructions() {
	name := func(i *formats.Instruction) string { return i.Name }
	code := func(i *formats.Instruction) string { return strconv.Itoa(i.Opcode) }
	for _, p := range match(f.old.Instructions, f.new.Instructions, name, code) {
		switch {
		case p.old == nil:
			f.came("instruction-added", f.path(f.new, p.new, p.new.Name), side{hex(p.new.Opcode), p.new, "name"}, false)
		case p.new == nil:
			f.went("instruction-removed", f.path(f.old, p.old, p.old.Name), side{hex(p.old.Opcode), p.old, "name"}, false)
		default:
			f.instruction(p.old, p.new)
		}
	}
}

func (f *inFormats) instruction(old, new *formats.Instruction) {
	changed := keyed{f.comparer, f.path(f.new, new, new.Name), old, new, false}.changed
	changed("instruction-renamed", "name", old.Name, new.Name)
	changed("instruction-opcode", "opcode", hex(old.Opcode), hex(new.Opcode))
	changed("instruction-format", "format", old.Format, new.Format)
	changed("instruction-sources", "sources", strconv.Itoa(old.Sources), strconv.Itoa(new.Sources))
	changed(wordsRule("instruction", old.Types, new.Types), "types", list(old.Types), list(new.Types))
	changed(wordsRule("instruction", old.Allows, new.Allows), "allows", list(old.Allows), list(new.Allows))
	changed("instruction-description", "description", old.Description, new.Description)
}

// messages compares the messages that kernels send.
func (f *inFormats) messages() {
	name := func(m *formats.Message) string { return m.Name }
	code := func(m *formats.Message) string { return strconv.Itoa(m.Code) }
	for _, p := range match(f.old.Messages, f.new.Messages, name, code) {
		switch {
		case p.old == nil:
			f.came("message-added", f.path(f.new, p.new, p.new.Name), side{hex(p.new.Code), p.new, "name"}, false)
		case p.new == nil:
			f.went("message-removed", f.path(f.old, p.old, p.old.Name), side{hex(p.old.Code), p.old, "name"}, false)
		default:
			f.message(p.old, p.new)
		}
	}
}

func (f *inFormats) message(old, new *formats.Message) {
	changed := keyed{f.comparer, f.path(f.new, new, new.Name), old, new, false}.changed
	changed("message-renamed", "name", old.Name, new.Name)
	changed("message-code", "code", hex(old.Code), hex(new.Code))
	changed("message-unit", "unit", old.Unit, new.Unit)
	changed("message-payload", "sends", list(old.Sends), list(new.Sends))
	changed("message-answer", "answers", old.Answers, new.Answers)
	changed(wordsRule("message", old.Allows, new.Allows), "allows", list(old.Allows), list(new.Allows))
	changed("message-description", "description", old.Description, new.Description)
}

// wordsRule is the rule of a list of what is legal: without a word that was in it, kernels are refused.
func wordsRule(of string, old, new []string) string {
	now := map[string]bool{}
	for _, w := range new {
		now[w] = true
	}
	for _, w := range old {
		if !now[w] {
			return of + "-restricted"
		}
	}
	return of + "-extended"
}

func hex(code int) string { return fmt.Sprintf("%#02x", code) }

func list(words []string) string { return strings.Join(words, ", ") }
