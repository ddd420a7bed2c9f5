package syntax

import (
	"fmt"

	"tilemark/compiler/front"
)

// Read is the tree of a shader, or why the source is not of WGSL's grammar although naga has parsed it.
// The directives of the module are good up to the error.
func Read(s *front.Shader) (tree *Module, failed *front.Error) {
	tree = readModule(s.Tree, operators())
	a := &matcher{tokens: tokensOf(s), omitted: s.Omitted}
	defer func() {
		if p := recover(); p != nil {
			wrong, ours := p.(mismatch)
			if !ours {
				panic(p)
			}
			failed = &front.Error{File: s.File, Line: wrong.Line, Column: wrong.Column, Text: wrong.text}
		}
	}()
	a.module(tree)
	return tree, nil
}

// matcher walks along the tokens while it walks down the tree, which says what token comes next: it gives every node its place and finds what naga's parser
// has passed over (attributes, missing parentheses, operators that must not be mixed). It does not parse: what is not in the tree is an error.
type matcher struct {
	tokens  []token
	at      int
	omitted []front.Omitted // what naga has not seen of what is to come
}

// mismatch is what a walk ends with where the source is wrong.
type mismatch struct {
	Place
	text string
}

func (m *matcher) next() token { return m.tokens[m.at] }

func (m *matcher) is(text string) bool { return m.next().text == text }

// wrong ends the walk.
func (m *matcher) wrong(at Place, format string, args ...any) {
	panic(mismatch{at, fmt.Sprintf(format, args...)})
}

// take is the place of the next token, which must be this one.
func (m *matcher) take(text string) Place {
	t := m.next()
	if m.omittedBefore() {
		m.misplaced()
	}
	switch {
	case t.text == text:
		m.at++
	case text == ">" && len(t.text) > 1 && t.text[0] == '>': // one of >>, >=, >>=
		m.tokens[m.at] = token{Place{t.Line, t.Column + 1}, t.text[1:]}
	default:
		m.wrong(t.Place, "expected %q, found %s", text, t.shown())
	}
	return t.Place
}

func (t token) shown() string {
	if t.text == "" {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", t.text)
}

// maybe takes a token if it is the next one.
func (m *matcher) maybe(text string) bool {
	if m.is(text) {
		m.take(text)
		return true
	}
	return false
}

// declared takes the name of a declaration.
func (m *matcher) declared(i *Ident) {
	i.Place = m.take(i.Text)
	if why := forbidden(i.Text); why != "" {
		m.wrong(i.Place, "%q cannot be a name: %s", i.Text, why)
	}
}

func (m *matcher) module(t *Module) {
	for m.directive(t) {
	}
	for _, d := range t.Decls {
		for m.maybe(";") {
		}
		m.declaration(d)
	}
	for m.maybe(";") {
	}
	if m.is("/*") {
		m.wrong(m.next().Place, "the comment is not closed")
	}
	if m.next().text != "" {
		m.wrong(m.next().Place, "a directive must stand before all declarations")
	}
}

// directive reads one directive. Naga's tree does not have those of diagnostics.
func (m *matcher) directive(t *Module) bool {
	if directive := m.omittedNext("requires"); directive != nil {
		directive.at++
		t.Requires = append(t.Requires, directive.names()...)
		return true
	}
	switch {
	case m.is("enable"):
		m.at++
		t.Enables = append(t.Enables, m.names()...)
	case m.is("diagnostic"):
		t.Diagnostics = append(t.Diagnostics, m.diagnostic())
		m.take(";")
	case m.is(";"):
		m.at++
	default:
		return false
	}
	return true
}

// diagnostic takes a filter.
func (m *matcher) diagnostic() *Diagnostic {
	d := &Diagnostic{Place: m.take("diagnostic")}
	m.take("(")
	d.Severity = m.word()
	m.take(",")
	d.Rule = m.word()
	if m.maybe(".") {
		d.Rule += "." + m.word()
	}
	m.maybe(",")
	m.take(")")
	return d
}

// word takes any name.
func (m *matcher) word() string {
	t := m.next()
	if !isName(t.text) {
		m.wrong(t.Place, "expected a name, found %s", t.shown())
	}
	m.at++
	return t.text
}

// names takes names up to a semicolon.
func (m *matcher) names() (out []*Name) {
	for {
		at := m.next().Place
		out = append(out, &Name{Place: at, Text: m.word()})
		if !m.maybe(",") || m.is(";") {
			break
		}
	}
	m.take(";")
	return out
}

func (m *matcher) declaration(d Decl) {
	switch d := d.(type) {
	case *Function:
		m.function(d)
	case *Struct:
		m.structure(d)
	case *Alias:
		d.Place = m.take("alias")
		m.declared(&d.Ident)
		m.take("=")
		m.expr(d.Type)
		m.take(";")
	case *Assert:
		m.assert(d)
	case *Var:
		m.attributes(d.Attributes)
		m.variable(d)
		m.take(";")
	case *Value:
		m.attributes(d.Attributes)
		m.value(d)
		m.take(";")
	}
}

func (m *matcher) function(f *Function) {
	f.Filters = m.filters()
	for i := range f.Attributes {
		m.attributes(f.Attributes[i : i+1])
		f.Filters = append(f.Filters, m.filters()...)
	}
	f.Place = m.take("fn")
	m.declared(&f.Ident)
	m.take("(")
	m.params(f.Params)
	m.take(")")
	if f.Return != nil {
		m.take("->")
		m.attributes(f.ReturnAttrs)
		m.expr(f.Return)
	}
	m.block(f.Body)
}

func (m *matcher) structure(s *Struct) {
	s.Place = m.take("struct")
	m.declared(&s.Ident)
	m.take("{")
	m.noEmpty()
	if len(s.Members) == 0 {
		m.wrong(m.next().Place, "a structure must have at least one member")
	}
	m.params(s.Members)
	m.take("}")
}

// params takes parameters or members, with a comma between them.
func (m *matcher) params(ps []*Param) {
	for i, p := range ps {
		m.attributes(p.Attributes)
		m.declared(&p.Ident)
		m.take(":")
		m.expr(p.Type)
		m.comma(i == len(ps)-1)
	}
}

// comma takes the comma after an element of a list; that after the last one may be missing.
func (m *matcher) comma(last bool) {
	if last {
		m.maybe(",")
	} else {
		m.take(",")
	}
}

func (m *matcher) attributes(as []*Attribute) {
	for _, a := range as {
		a.Place = m.take("@")
		m.take(a.Name)
		if len(a.Args) == 0 {
			continue
		}
		m.list("(", a.Args, ")")
	}
}

func (m *matcher) variable(v *Var) {
	v.Place = m.take("var")
	if m.maybe("<") {
		if v.Space == nil {
			m.wrong(m.next().Place, "expected an address space, found %s", m.next().shown())
		}
		m.name(v.Space)
		if v.Access != nil {
			m.take(",")
			m.name(v.Access)
		}
		m.maybe(",")
		m.take(">")
	}
	m.declared(&v.Ident)
	m.typeAndInit(v.Type, v.Init)
}

func (m *matcher) value(v *Value) {
	v.Place = m.take(v.Kind)
	m.declared(&v.Ident)
	m.typeAndInit(v.Type, v.Init)
}

func (m *matcher) typeAndInit(of, init Expr) {
	if of != nil {
		m.take(":")
		m.expr(of)
	}
	if init != nil {
		m.take("=")
		m.expr(init)
	}
}

// assert may have parentheses around its condition, like any expression.
func (m *matcher) assert(a *Assert) {
	a.Place = m.take("const_assert")
	m.expr(a.Condition)
	m.take(";")
}
