package check

import (
	"tilemark/compiler/constant"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// kind is what a name stands for.
type kind string

const (
	aVar       kind = "variable"
	aLet       kind = "let"
	aConst     kind = "constant"
	anOverride kind = "override"
	aParam     kind = "parameter"
	aFunction  kind = "function"
	aType      kind = "type"
)

// object is what a name of the shader stands for.
type object struct {
	kind    kind
	ident   syntax.Ident
	decl    syntax.Node
	state   state
	typ     *types.Type     // of the value (a reference for variables), or the type itself; nil if it is wrong
	value   *constant.Value // of constants
	root    *object         // of pointers: the variable or parameter that they point into
	fn      *function
	entire  bool // of pointers in let: whether it points to all of root
	order   int  // in its scope
	binding *binding
}

// state is how far an object of module scope is resolved.
type state int

const (
	unresolved state = iota
	resolving
	resolved
)

// scope is a block's names. Of the scope of module scope the parent is nil; what is predeclared stands outside of all.
type scope struct {
	parent *scope
	names  map[string]*object
}

func (c *checker) open()  { c.scope = &scope{c.scope, map[string]*object{}} }
func (c *checker) close() { c.scope = c.scope.parent }

// declare gives a name to an object in the innermost scope.
func (c *checker) declare(o *object) {
	if had := c.scope.names[o.ident.Text]; had != nil {
		c.fail(o.ident.Place, "%q is already declared in this scope, in line %d", o.ident.Text, had.ident.Line)
		return
	}
	o.order = len(c.scope.names)
	c.scope.names[o.ident.Text] = o
}

// find is what a name stands for; nil if the shader does not declare it. Module scope is independent of order.
func (c *checker) find(n *syntax.Name) *object {
	for s := c.scope; s != nil; s = s.parent {
		if o := s.names[n.Text]; o != nil {
			c.bypassed(n, o, s)
			c.require(o)
			c.uses[n] = o
			return o
		}
	}
	return nil
}

// loop is a loop, or a switch, that statements stand in.
type loop struct {
	isSwitch   bool
	body       *scope
	skipped    int  // how many names of body every `continue` comes after; -1 without one
	continuing bool // whether the statement is in the continuing block
}

// bypassed refuses names of a loop's body in its continuing block if a `continue` stands before their declaration.
func (c *checker) bypassed(n *syntax.Name, o *object, s *scope) {
	for _, l := range c.loops {
		if l.continuing && l.body == s && l.skipped >= 0 && o.order >= l.skipped {
			c.fail(n.Place, "%q is declared after a continue, so it may not be used in the continuing block", n.Text)
		}
	}
}
