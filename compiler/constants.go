package compiler

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tilemark/compiler/check"
	"tilemark/compiler/constant"
	"tilemark/compiler/front"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// spelledOut is the shader with the initial values of its module's variables as types and numbers: naga does not find the type of others. What they are
// initialise says after it.
func spelledOut(s *front.Shader, r *check.Result) string {
	source := s.Source
	for _, d := range slices.Backward(r.Module.Decls) { // the last one first, so that places before it stay
		v, ok := d.(*syntax.Var)
		if !ok || v.Init == nil {
			continue
		}
		t := r.Types[v.Init]
		if v.Type != nil {
			t = nil // as it is declared
		}
		if text, ok := valueText(r.Values[v.Init], t); ok {
			source = replaceInit(source, v, text, t)
		}
	}
	return source
}

// replaceInit puts text in the place of an initial value, and a type before it. Lines stay where they are.
func replaceInit(source string, v *syntax.Var, text string, t *types.Type) string {
	at := offsetOf(source, v.Init.At())
	equals, length := strings.LastIndexByte(source[:at], '='), strings.IndexByte(source[at:], ';')
	if equals < 0 || length < 0 || strings.Contains(source[equals:at+length], "/") {
		return source
	}
	declared := strings.TrimRight(source[:equals], " ")
	if t != nil {
		declared += ": " + t.Concrete().String()
	}
	return declared + " = " + text + strings.Repeat("\n", strings.Count(source[equals:at+length], "\n")) + source[at+length:]
}

// offsetOf is the byte of a place.
func offsetOf(source string, p syntax.Place) int {
	at := 0
	for range p.Line - 1 {
		at += strings.IndexByte(source[at:], '\n') + 1
	}
	return at + p.Column - 1
}

// valueText writes a constant so that naga reads it without an expression; false when it cannot.
func valueText(v *constant.Value, t *types.Type) (string, bool) {
	if v == nil {
		return "", false
	}
	if t != nil {
		m, err := constant.Materialize(v, t.Concrete())
		if err != nil {
			return "", false
		}
		v = m
	}
	if v.Type.IsScalar() {
		return scalarText(v)
	}
	var list []string
	for n := range v.Len() {
		text, ok := valueText(v.At(n), nil)
		if !ok {
			return "", false
		}
		list = append(list, text)
	}
	if v.Type.IsAbstract() || v.Type.Builtin() {
		return "", false
	}
	return fmt.Sprintf("%s(%s)", v.Type, strings.Join(list, ", ")), true
}

func scalarText(v *constant.Value) (string, bool) {
	switch v.Type.Kind {
	case types.Bool:
		return strconv.FormatBool(v.I != 0), true
	case types.U32:
		return fmt.Sprintf("%du", v.I), true
	case types.I32:
		if v.I == math.MinInt32 {
			return "i32(2147483648u)", true // there is no literal of it; initialise puts the number in its place
		}
		return fmt.Sprintf("%di", v.I), true
	case types.F16:
		return strconv.FormatFloat(v.F, 'f', -1, 64) + "h", true
	case types.F32:
		return strconv.FormatFloat(v.F, 'e', -1, 32) + "f", true
	}
	return "", false
}
