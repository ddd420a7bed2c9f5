// Package builtin has the overloads of WGSL's operators and built-in functions as tables (tables.go), and chooses among them (section Overload Resolution).
package builtin

import (
	"strings"

	"tilemark/compiler/types"
)

// pattern is a type with variables: a name, what stands in its angle brackets, and after a colon the scalar of a shape.
type pattern struct {
	name  string
	arg   *pattern
	of    string // of "T:u32" what stands after the colon
	fixed bool   // must be a const-expression
}

// Overload is a line of a table.
type Overload struct {
	Name       string
	Stage      string // the only stage that may call it; empty if all may
	Derivative bool   // needs uniform control flow for derivatives
	Barrier    bool   // needs uniform control flow for synchronization
	Droppable  bool   // whether a call may be a statement
	params     []pattern
	result     pattern
	classes    map[string]class
	text       string // its parameters
	where      string // what its type variables may be
}

// class is the scalars that a type variable may be, and whether their vectors are too.
type class struct {
	scalars []types.Kind
	vectors bool
}

var table = map[string][]*Overload{}

func init() {
	for _, text := range []string{operators, functions} {
		flags := ""
		for _, line := range strings.Split(text, "\n") {
			switch {
			case strings.HasPrefix(line, "@"):
				flags = line
			case line != "":
				o := overload(line, flags)
				table[o.Name] = append(table[o.Name], o)
			}
		}
	}
}

// IsFunction is whether a built-in function has this name; bitcast, whose result is a template argument, is one too.
func IsFunction(name string) bool {
	return name == "bitcast" || len(table[name]) > 0 && !strings.HasPrefix(name, "op")
}

// overload reads a line of a table.
func overload(line, flags string) *Overload {
	head, constraints, _ := strings.Cut(line, " | ")
	name, rest, _ := strings.Cut(head, " (")
	end := strings.LastIndexByte(rest, ')')
	o := &Overload{Name: name, classes: map[string]class{}, result: patternOf(rest[end+2:]), text: shown.Replace(rest[:end]), Derivative: strings.Contains(flags, "derivative"),
		Barrier: strings.Contains(flags, "barrier"), Droppable: strings.Contains(flags, "droppable")}
	for _, stage := range []string{"fragment", "compute"} {
		if strings.Contains(flags, stage) {
			o.Stage = stage
		}
	}
	if end > 0 {
		for _, p := range strings.Split(rest[:end], ", ") {
			o.params = append(o.params, patternOf(p))
		}
	}
	for variable, of := range usual {
		o.classes[variable] = classOf(of)
	}
	for _, c := range strings.Split(constraints, ", ") {
		if variable, of, has := strings.Cut(c, ": "); has {
			o.classes[variable] = classOf(of)
			o.where += ", " + variable + " is " + phrase(of)
		}
	}
	return o
}

func classOf(text string) class {
	name, vectors := strings.CutSuffix(text, "*")
	c := class{vectors: vectors}
	for _, s := range strings.Fields(classes[name]) {
		c.scalars = append(c.scalars, kinds[s])
	}
	return c
}

// kinds are the scalars by name.
var kinds = func() map[string]types.Kind {
	out := map[string]types.Kind{}
	for k := types.AbstractInt; k <= types.F16; k++ {
		out[types.Scalar(k).String()] = k
	}
	return out
}()

// patternOf reads a pattern.
func patternOf(text string) pattern {
	p := pattern{}
	text, p.fixed = strings.CutPrefix(text, "!")
	text, p.of, _ = strings.Cut(text, ":")
	name, arg, has := strings.Cut(strings.TrimSuffix(text, ">"), "<")
	p.name = name
	if has {
		inner := patternOf(arg)
		p.arg = &inner
	}
	return p
}

// Fixed is whether an argument must be a const-expression.
func (o *Overload) Fixed(argument int) bool { return argument >= 0 && o.params[argument].fixed }

// String is the overload with its parameters.
func (o *Overload) String() string {
	return strings.TrimPrefix(o.Name, "op") + "(" + o.text + ")" + strings.Replace(o.where, ", ", " where ", 1)
}

// shown makes words of a table's signs.
var shown = strings.NewReplacer("!", "const ", "T:u32", "u32 in the shape of T", "T:E", "E in the shape of T", "<readable>", "<format, read>",
	"<writable>", "<format, write>", "<any>", "<format, access>", "texel", "vec4 of the format")

// phrases say what classes are.
var phrases = map[string]string{"num": "a number", "signed": "a signed number", "float": "a float", "int": "an integer", "int1": "i32", "int32": "i32 or u32",
	"f32": "f32", "bool": "bool", "intbool": "an integer or bool", "scalar": "a scalar"}

func phrase(class string) string {
	if name, vectors := strings.CutSuffix(class, "*"); vectors {
		return phrases[name] + " or a vector of such"
	}
	return phrases[class]
}

// dimensions are the numbers or variables in names such as vec3 or matCxR.
func dimensions(name, prefix string) []string {
	rest, is := strings.CutPrefix(name, prefix)
	if !is {
		return nil
	}
	return strings.Split(rest, "x")
}
