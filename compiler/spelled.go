package compiler

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/check"
	"tilemark/compiler/front"
	"tilemark/compiler/lower"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// edit replaces some bytes of a source by text without line breaks, so that lines stay where they are.
type edit struct {
	at, bytes int
	text      string
}

// edited is a source with all of its edits, which do not overlap.
func edited(source string, list []edit) string {
	slices.SortFunc(list, func(a, b edit) int { return cmp.Compare(b.at, a.at) })
	for _, e := range list {
		source = source[:e.at] + e.text + source[e.at+e.bytes:]
	}
	return source
}

// spelledTypes writes out what naga does not find by itself: the types of arrays that are made of their elements alone, and numbers of attributes that are names of constants.
func spelledTypes(source string, r *check.Result) string {
	var list []edit
	for e, t := range r.Types {
		c, ok := e.(*syntax.Call)
		if !ok || c.Func.Text != "array" || c.Func.Templated || t == nil || t.Kind != types.Array {
			continue
		}
		// What spelledOut has written has its types.
		if at := offsetOf(source, c.Func.At()); at < len(source) && strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(source[at:], c.Func.Text), " "), "(") {
			list = append(list, edit{at, len(c.Func.Text), t.Concrete().String()})
		}
	}
	attributes := func(all []*syntax.Attribute) {
		for _, a := range all {
			for _, x := range a.Args {
				n, ok := x.(*syntax.Name)
				if !ok || r.Values[x] == nil || n.Templated {
					continue
				}
				if at := offsetOf(source, n.At()); at < len(source) && strings.HasPrefix(source[at:], n.Text) {
					list = append(list, edit{at, len(n.Text), strconv.FormatInt(int64(r.Values[x].I), 10)})
				}
			}
		}
	}
	for _, d := range r.Module.Decls {
		switch d := d.(type) {
		case *syntax.Function:
			attributes(d.ReturnAttrs)
			for _, p := range d.Params {
				attributes(p.Attributes)
			}
		case *syntax.Struct:
			for _, m := range d.Members {
				attributes(m.Attributes)
			}
		}
	}
	return edited(source, list)
}

// sizedByOverrides tells whether overrides say how large arrays of the workgroup are: naga takes these for arrays of runtime size.
func sizedByOverrides(m *ir.Module) bool {
	return slices.ContainsFunc(m.GlobalVariables, func(g ir.GlobalVariable) bool {
		a, ok := m.Types[g.Type].Inner.(ir.ArrayType)
		return g.Space == ir.SpaceWorkGroup && ok && a.Size.Constant == nil
	})
}

// overridesAsConstants has the overrides of a shader, but for those that are values of state, be constants with their values.
func overridesAsConstants(s *front.Shader, r *check.Result, given front.Overrides) (string, error) {
	var list []edit
	for _, d := range r.Module.Decls {
		v, ok := d.(*syntax.Value)
		if !ok || v.Kind != "override" {
			continue
		}
		if _, _, state := lower.StateOverride(v.Ident.Text); state {
			continue
		}
		at := offsetOf(s.Source, v.At())
		end := at + strings.IndexByte(s.Source[at:], ';')
		if len(v.Attributes) > 0 {
			at = strings.LastIndexByte(s.Source[:offsetOf(s.Source, v.Attributes[0].At())+1], '@')
		}
		t := r.Types[v.Init]
		if n, ok := v.Type.(*syntax.Name); ok {
			t = map[string]*types.Type{"bool": types.TypeBool, "i32": types.TypeI32, "u32": types.TypeU32, "f32": types.TypeF32, "f16": types.TypeF16}[n.Text]
		}
		if t == nil {
			return "", fmt.Errorf("%s:%d:%d: the type of override %s is not known here, and it says how large an array is", s.File, v.At().Line, v.At().Column, v.Ident.Text)
		}
		var text string
		switch value, ok := valueOf(v, given); {
		case ok:
			text = overrideText(t.Concrete(), value)
		case v.Init == nil:
			return "", fmt.Errorf("%s:%d:%d: override %s has no value", s.File, v.At().Line, v.At().Column, v.Ident.Text)
		default:
			text = s.Source[at+strings.IndexByte(s.Source[at:end], '=')+1 : end] // with its lines, which may end in comments
		}
		lines := strings.Repeat("\n", strings.Count(s.Source[at:end], "\n")-strings.Count(text, "\n"))
		list = append(list, edit{at, end - at, fmt.Sprintf("const %s: %v = %s%s", v.Ident.Text, t.Concrete(), text, lines)})
	}
	return edited(s.Source, list), nil
}

// valueOf is the value that is given to an override, by its number when it has one, otherwise by its name.
func valueOf(v *syntax.Value, given front.Overrides) (value float64, ok bool) {
	for _, a := range v.Attributes {
		if n, ok := a.Args[0].(*syntax.Literal); a.Name == "id" && ok { // the checker wants one argument
			value, ok = given[strings.TrimRight(n.Text, "iu")]
			return value, ok
		}
	}
	value, ok = given[v.Ident.Text]
	return value, ok
}

// overrideText writes a value of an override.
func overrideText(t *types.Type, value float64) string {
	switch t.Kind {
	case types.Bool:
		return strconv.FormatBool(value != 0)
	case types.I32, types.U32:
		return strconv.FormatInt(int64(value), 10)
	}
	return strconv.FormatFloat(value, 'e', -1, 64)
}
