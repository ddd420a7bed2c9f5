package shaders

// variable is what expressions may name: a variable, a constant, a parameter, or a place in a buffer that is the invocation's own.
type variable struct {
	name     string // that it is declared by
	typ      *Type
	text     string // of the expression; a $ stands for an index, any u32
	uses     []string
	writable bool
	whole    bool // `&name` may be given to a function: a variable of a function or a private one
	private  bool // of the module
	closed   bool // others may write it now
	known    bool // a constant
	count    int  // of what the $ is an index; 0 where any number will do
}

// local is a variable that is named by its name.
func local(name string, t *Type, writable bool) *variable {
	return &variable{name: name, typ: t, text: name, uses: []string{name}, writable: writable}
}

// visible are the variables that a name means now: inner ones hide outer ones.
func (g *generator) visible() (list []*variable) {
	hidden := map[string]bool{}
	for k := len(g.variables) - 1; k >= 0; k-- {
		v := g.variables[k]
		isHidden := v.closed
		for _, n := range v.uses {
			isHidden = isHidden || hidden[n]
		}
		if !isHidden {
			list = append(list, v)
		}
		hidden[v.name] = true
	}
	return list
}

// within makes something with variables of its own.
func (g *generator) within(do func()) {
	count := len(g.variables)
	do()
	g.variables = g.variables[:count]
}

func (g *generator) declare(v *variable) { g.variables = append(g.variables, v) }

// root chooses a visible variable that has a part of a type; nil when there is none.
func (g *generator) root(t *Type, may func(*variable) bool) *variable {
	var list []*variable
	for _, v := range g.visible() {
		if may(v) && v.typ.contains(t) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return nil
	}
	if g.chance(0.5) { // recent ones are more interesting
		return list[g.IntN(min(3, len(list)))]
	}
	return list[g.IntN(len(list))]
}

// place is a part of a type of a variable, which may be assigned; nil when there is none.
func (g *generator) place(t *Type, depth int) *Expr {
	v := g.root(t, func(v *variable) bool { return v.writable })
	if v == nil {
		return nil
	}
	g.touch(v)
	e := g.path(v, t, depth)
	e.fixed = true
	return e
}

// read is a part of a type of a variable.
func (g *generator) read(t *Type, depth int) *Expr {
	v := g.root(t, func(*variable) bool { return true })
	if v == nil {
		return nil
	}
	g.touch(v)
	return g.path(v, t, depth)
}

// path is a part of a type of a variable.
func (g *generator) path(v *variable, t *Type, depth int) *Expr {
	e := &Expr{typ: v.typ, text: v.text, uses: v.uses, known: v.known}
	for range count(v.text, '$') {
		e.args = append(e.args, g.offset(depth, v.count))
	}
	for e.typ.name != t.name || e.typ.elem != nil && e.typ.elem.contains(t) && g.chance(0.2) {
		e.fixed = true
		e = g.part(e, t, depth)
	}
	return e
}

// part is a part of a value that has a part of a type, or is of the type.
func (g *generator) part(e *Expr, t *Type, depth int) *Expr {
	whole := e.typ
	if whole.form == structure {
		var list []member
		for _, m := range whole.members {
			if m.typ.contains(t) {
				list = append(list, m)
			}
		}
		m := list[g.IntN(len(list))]
		return &Expr{typ: m.typ, text: "$." + m.name, args: []*Expr{e}, known: e.known}
	}
	if whole.form == vector && g.chance(0.6) {
		return &Expr{typ: whole.elem, text: "$." + string("xyzw"[g.IntN(whole.rows)]), args: []*Expr{e}, known: e.known}
	}
	count := whole.count
	if count == 0 {
		count = 8 // of the buffer; it may have fewer
	}
	return &Expr{typ: whole.elem, text: "$[$]", args: []*Expr{e, g.index(depth, count)}}
}

// index is a number below count, or any number that is not known to be one.
func (g *generator) index(depth, count int) *Expr {
	if depth <= 0 || g.chance(0.5) {
		n := g.IntN(count)
		if g.chance(0.3) {
			return &Expr{typ: scalarOf(i32), text: itoa(n), known: true, fixed: true}
		}
		return &Expr{typ: scalarOf(u32), text: itoa(n) + "u", known: true, fixed: true}
	}
	if g.chance(0.3) && !g.options.Integers {
		return g.unknown(g.value(scalarOf(i32), depth-1))
	}
	return g.bounded(g.unknown(g.value(scalarOf(u32), depth-1)), count)
}

// bounded is an index; where results must be the same on any machine, one within the array.
func (g *generator) bounded(e *Expr, count int) *Expr {
	if !g.options.Integers {
		return e
	}
	return &Expr{typ: e.typ, text: "($ % " + itoa(count) + "u)", args: []*Expr{e}, fixed: true}
}

// offset is a u32: below count, or any that is not known to be one.
func (g *generator) offset(depth, count int) *Expr {
	if count == 0 {
		count = 64
	}
	if depth <= 0 || g.chance(0.6) {
		return &Expr{typ: scalarOf(u32), text: itoa(g.IntN(count)) + "u", known: true, fixed: true}
	}
	return g.bounded(g.unknown(g.value(scalarOf(u32), depth-1)), count)
}
