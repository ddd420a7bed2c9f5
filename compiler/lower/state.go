package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/text/near"
)

// State is the state that a kernel depends on, besides what its shader names.
type State struct {
	Items uint16 // isa.Nos... bits: what is applied to what the shader computes
	// Known has the values that are compiled in, which In names; nil: none. A kernel with In nil has all of them.
	Known *nos.State
	In    func(value, index uint8) bool
}

// known is a value that is compiled in.
func (s *State) known(value, index uint8) (uint32, bool) {
	if s.Known == nil || s.In != nil && !s.In(value, index) {
		return 0, false
	}
	return s.Known.Value(value, index), true
}

// value is a value of state: a constant when it is compiled in.
func (l *lowerer) value(value, index uint8, t llir.Type) llir.Value {
	if v, ok := l.o.State.known(value, index); ok {
		l.compiledIn(value, index, v)
		return l.constant(t, v)
	}
	bits := llir.StateBits(value, index)
	v, ok := l.states[bits]
	if !ok {
		v = l.k.New(t)
		l.states[bits] = v
		l.head = append(l.head, &llir.Instr{Op: llir.State, Type: t, Bits: bits, Results: []llir.Value{v}})
	}
	return v
}

// compiledIn notes a value for the kernel's header, where only some are compiled in.
func (l *lowerer) compiledIn(value, index uint8, v uint32) {
	c := kernel.Compiled{Value: value, Index: index, To: v}
	if l.o.State.In != nil && !slices.Contains(l.k.Compiled, c) {
		l.k.Compiled = append(l.k.Compiled, c)
	}
}

// on is a value that holds or does not.
func (l *lowerer) on(value, index uint8) llir.Value { return l.value(value, index, llir.Bool) }

// applies tells whether an item is applied to what the shader computes.
func (l *lowerer) applies(item uint16) bool { return l.o.State.Items&item != 0 }

// where lowers a body whose values replace others where a condition holds.
func (l *lowerer) where(c llir.Value, values []llir.Value, body func() []llir.Value) []llir.Value {
	if known, ok := l.bits[c]; ok {
		if known.bits == 0 {
			return values
		}
		return body()
	}
	accept, reject := &llir.Region{}, &llir.Region{}
	l.within(accept, func() { l.add(&llir.Instr{Op: llir.Yield, Args: slices.Clone(body())}) })
	l.within(reject, func() { l.add(&llir.Instr{Op: llir.Yield, Args: slices.Clone(values)}) })
	i := &llir.Instr{Op: llir.If, Args: []llir.Value{c}, Bodies: []*llir.Region{accept, reject}}
	for _, v := range values {
		i.Results = append(i.Results, l.k.New(l.k.TypeOf(v)))
	}
	l.add(i)
	return i.Results
}

// statePrefix begins the names of overrides that are values of state: nos_fog_on is fog.on, nos_flat_on_3 flat.on[3].
const statePrefix = "nos_"

// StateOverride finds the value of state that an override names: those that are true or false, and those that are a number.
func StateOverride(name string) (value, index uint8, ok bool) {
	rest, ok := strings.CutPrefix(name, statePrefix)
	if !ok {
		return 0, 0, false
	}
	for n, known := range isa.NosValueNames {
		known = strings.ReplaceAll(known, ".", "_")
		number, found := strings.CutPrefix(rest, known)
		if !found || !mayBeNamed(uint8(n)) {
			continue
		}
		i, ok := indexOf(number)
		if ok && i <= kernel.LastIndex(uint8(n)) {
			return uint8(n), i, true
		}
	}
	return 0, 0, false
}

// indexOf reads _7; nothing is 0.
func indexOf(text string) (uint8, bool) {
	digits, some := strings.CutPrefix(text, "_")
	switch {
	case text == "":
		return 0, true
	case !some || len(digits) == 0 || len(digits) > 2 || digits[0] == '0' && len(digits) > 1:
		return 0, false
	}
	n := 0
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return uint8(n), true
}

// mayBeNamed tells whether a value is one that a shader can ask for.
func mayBeNamed(value uint8) bool {
	return replaces(value, isa.PatchPartEnable) || replaces(value, isa.PatchPartImmediate)
}

func replaces(value, part uint8) bool { return slices.Contains(kernel.Values(part), value) }

// typeOfState is the type of a value that a shader can ask for.
func typeOfState(value uint8) llir.Type {
	switch {
	case replaces(value, isa.PatchPartEnable):
		return llir.Bool
	case value == isa.NosValueAlphaTestReference:
		return llir.F32
	}
	return llir.U32
}

// stateSpace is the address space of the variables that stand for values of state.
const stateSpace = ir.SpaceFunction

// KeepState has overrides that are values of state stay open, in a copy of a module: expressions that name one name a variable of its own. It returns the
// names of those that the module has. An error is an override that is named like a value of state and is none, or one that is asked for outside of functions.
func KeepState(m *ir.Module) (changed *ir.Module, names []string, err error) {
	changed = ir.CloneModuleForOverrides(m)
	variables := map[ir.OverrideHandle]ir.GlobalVariableHandle{}
	for h, o := range changed.Overrides {
		if _, _, ok := StateOverride(o.Name); ok {
			variables[ir.OverrideHandle(h)] = ir.GlobalVariableHandle(len(changed.GlobalVariables))
			changed.GlobalVariables = append(changed.GlobalVariables, ir.GlobalVariable{Name: o.Name, Space: stateSpace, Type: o.Ty})
			names = append(names, o.Name)
		} else if strings.HasPrefix(o.Name, statePrefix) {
			return nil, nil, fmt.Errorf("override %s is no value of state (docs/shaders.md, \"State\")%s", o.Name, near.Suggest(o.Name, stateNames(), ""))
		}
	}
	for _, e := range changed.GlobalExpressions {
		if o, ok := e.Kind.(ir.ExprOverride); ok {
			if _, known := variables[o.Override]; known {
				return nil, nil, fmt.Errorf("override %s is a value of state, which is known at the draw only; it can be used in functions, and not in what the module declares", changed.Overrides[o.Override].Name)
			}
		}
	}
	function := func(f *ir.Function) {
		for n, e := range f.Expressions {
			o, ok := e.Kind.(ir.ExprOverride)
			if v, known := variables[o.Override]; ok && known {
				f.Expressions[n].Kind = ir.ExprGlobalVariable{Variable: v}
			}
		}
	}
	for n := range changed.Functions {
		function(&changed.Functions[n])
	}
	for n := range changed.EntryPoints {
		function(&changed.EntryPoints[n].Function)
	}
	return changed, names, nil
}

// stateNames are the names of overrides that are values of state, without indices.
func stateNames() (list []string) {
	for n, name := range isa.NosValueNames {
		if mayBeNamed(uint8(n)) {
			list = append(list, statePrefix+strings.ReplaceAll(name, ".", "_"))
		}
	}
	slices.Sort(list)
	return list
}

// named is the value of state that a variable stands for.
func (l *lowerer) named(g *ir.GlobalVariable) llir.Value {
	value, index, _ := StateOverride(g.Name)
	want := typeOfState(value)
	if t := l.scalarOf(l.inner(g.Type)); t != want {
		refuse("override %s of type %v; it is a value of state of type %v", g.Name, t, want)
	}
	return l.value(value, index, want)
}
