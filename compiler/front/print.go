package front

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/gogpu/naga/ir"
)

// Text writes naga's IR: types, constants, variables, and of each function its expressions and statements.
func Text(m *ir.Module) string {
	var b strings.Builder
	for n, t := range m.Types {
		fmt.Fprintf(&b, "type t%d %s = %s\n", n, t.Name, node(t.Inner))
	}
	for n, e := range m.GlobalExpressions {
		fmt.Fprintf(&b, "global e%d = %s\n", n, node(e.Kind))
	}
	for n, c := range m.Constants {
		fmt.Fprintf(&b, "const c%d %s: t%d = e%d\n", n, c.Name, c.Type, c.Init)
	}
	for n, g := range m.GlobalVariables {
		fmt.Fprintf(&b, "var g%d %s: t%d in space %d", n, g.Name, g.Type, g.Space)
		if g.Binding != nil {
			fmt.Fprintf(&b, " @group(%d) @binding(%d)", g.Binding.Group, g.Binding.Binding)
		}
		b.WriteString("\n")
	}
	for n := range m.Functions {
		function(&b, fmt.Sprintf("function f%d %s", n, m.Functions[n].Name), &m.Functions[n])
	}
	for n := range m.EntryPoints {
		e := &m.EntryPoints[n]
		function(&b, fmt.Sprintf("entry %s stage %d", e.Name, e.Stage), &e.Function)
	}
	return b.String()
}

func function(b *strings.Builder, title string, f *ir.Function) {
	fmt.Fprintf(b, "%s {\n", title)
	for n, v := range f.LocalVars {
		fmt.Fprintf(b, "  var v%d %s: t%d\n", n, v.Name, v.Type)
	}
	for n, e := range f.Expressions {
		fmt.Fprintf(b, "  e%d = %s\n", n, node(e.Kind))
	}
	statements(b, f.Body, "  ")
	b.WriteString("}\n")
}

func statements(b *strings.Builder, list ir.Block, indent string) {
	inner := func(title string, block ir.Block) {
		fmt.Fprintf(b, "%s%s {\n", indent, title)
		statements(b, block, indent+"  ")
		fmt.Fprintf(b, "%s}\n", indent)
	}
	for _, s := range list {
		switch s := s.Kind.(type) {
		case ir.StmtBlock:
			inner("block", s.Block)
		case ir.StmtIf:
			inner(fmt.Sprintf("if e%d", s.Condition), s.Accept)
			inner("else", s.Reject)
		case ir.StmtLoop:
			inner("loop", s.Body)
			inner("continuing", s.Continuing)
			if s.BreakIf != nil {
				fmt.Fprintf(b, "%sbreak if e%d\n", indent, *s.BreakIf)
			}
		case ir.StmtSwitch:
			fmt.Fprintf(b, "%sswitch e%d\n", indent, s.Selector)
			for _, c := range s.Cases {
				inner(node(c.Value), c.Body)
			}
		default:
			fmt.Fprintf(b, "%s%s\n", indent, node(s))
		}
	}
}

// node writes a node of the IR: its name without the package's prefix, and its fields; pointers as what they point to.
func node(x any) string {
	v := reflect.ValueOf(x)
	if !v.IsValid() {
		return "none"
	}
	name := v.Type().Name()
	for _, prefix := range []string{"Expr", "Stmt", "Literal", "SwitchValue"} {
		if rest := strings.TrimPrefix(name, prefix); rest != "" {
			name = rest
		}
	}
	if v.Kind() != reflect.Struct {
		return fmt.Sprintf("%s %v", name, x)
	}
	for n := range v.NumField() {
		name += fmt.Sprintf(" %s=%s", v.Type().Field(n).Name, field(v.Field(n)))
	}
	return name
}

func field(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "none"
		}
		return field(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return "none"
		}
		return "(" + node(v.Elem().Interface()) + ")"
	}
	switch v.Type().Name() {
	case "ExpressionHandle":
		return fmt.Sprintf("e%d", v.Uint())
	case "TypeHandle":
		return fmt.Sprintf("t%d", v.Uint())
	}
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		var list []string
		for n := range v.Len() {
			list = append(list, field(v.Index(n)))
		}
		return "[" + strings.Join(list, " ") + "]"
	}
	if v.Kind() == reflect.Struct {
		return "(" + node(v.Interface()) + ")"
	}
	return fmt.Sprint(v.Interface())
}
