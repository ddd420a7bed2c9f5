package stream

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw/regs"
	"tilemark/text/lines"
)

// command assembles a line that begins with a command's name; known tells whether there is such a command.
func (a *assembler) command(name string, operands []string) (known bool, err error) {
	for _, f := range forms {
		switch {
		case f.Alone == name:
			a.word(0)
			return true, none(name, operands)
		case f.Name != name:
		case f.writes:
			a.state = &setState{form: f}
			return true, none(name, operands)
		default:
			return true, f.assemble(a, operands)
		}
	}
	return false, nil
}

// assemble reads the operands of a command.
func (f *form) assemble(a *assembler, operands []string) (err error) {
	if err := f.count(len(operands)); err != nil {
		return err
	}
	sub := uint32(0)
	if f.Sub != nil {
		if sub, err = parseValue(f.Sub.Values, operands[0]); err != nil {
			return err
		}
		operands = operands[1:]
	}
	if f.named() {
		if operands, err = f.unnamed(operands); err != nil {
			return err
		}
	}
	a.word(f.header(sub, uint32(len(operands))))
	for k, o := range operands {
		w := f.rest
		if k < len(f.fixed) {
			w = f.fixed[k]
		}
		v, err := parseOperand(w, o)
		if err != nil {
			return err
		}
		a.word(v)
	}
	return nil
}

// count wants as many operands as the command has.
func (f *form) count(n int) error {
	least, most := len(f.fixed), len(f.fixed)
	if f.named() {
		least, most = 2*least, 2*most
	}
	more := ""
	if f.rest != nil {
		least, most = least+int(f.Shape.Least)-len(f.fixed), most+int(f.Shape.Most)-len(f.fixed)
		if f.Alone != "" {
			least, more = max(least, 1), fmt.Sprintf(" (%s has none)", f.Alone)
		}
	}
	if f.Sub != nil {
		least, most = least+1, most+1
	}
	switch {
	case least <= n && n <= most:
		return nil
	case f.named():
		return fmt.Errorf("%s with %d operands; %s were expected", f.Name, n, f.names())
	case least < most:
		return fmt.Errorf("%s with %d operands; %d to %d were expected%s", f.Name, n, least, most, more)
	}
	return fmt.Errorf("%s with %d operands; %d were expected", f.Name, n, least)
}

// names shows operands with their names.
func (f *form) names() string {
	var parts []string
	for _, w := range f.fixed {
		parts = append(parts, strings.ToLower(w.Name)+" N")
	}
	return strings.Join(parts, " ")
}

// unnamed takes the names away that stand before operands.
func (f *form) unnamed(operands []string) (values []string, err error) {
	for i, w := range f.fixed {
		if name := strings.ToLower(w.Name); operands[2*i] != name {
			return nil, lines.WrongWord(operands[2*i], "%q; %s was expected", operands[2*i], name)
		}
		values = append(values, operands[2*i+1])
	}
	return append(values, operands[2*len(f.fixed):]...), nil
}

func parseOperand(w *regs.Word, text string) (uint32, error) {
	if w.Type == "f32" {
		return parseFloat(text)
	}
	return parseValue(w.Values, text)
}

// parseValue reads one of some names, or a number.
func parseValue(values []regs.NamedValue, text string) (uint32, error) {
	var names []string
	for _, v := range values {
		if v.Name == text {
			return v.Value, nil
		}
		names = append(names, v.Name)
	}
	n, err := parseWord(text)
	if err != nil && len(names) > 0 {
		return 0, lines.WrongWord(text, "%q; one of %s, or a number, was expected", text, strings.Join(names, ", "))
	}
	return n, err
}

// commandForms lists the names of commands.
func commandForms() (names []string) {
	for _, f := range forms {
		names = append(names, f.Name)
		if f.Alone != "" {
			names = append(names, f.Alone)
		}
	}
	slices.Sort(names)
	return names
}
