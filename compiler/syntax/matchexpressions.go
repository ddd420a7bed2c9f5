package syntax

// expr walks an expression. Parentheses are not in the tree: those at its beginning belong to the nodes down its left side, from the inside out, so each
// closing one belongs to the node that has just ended.
func (m *matcher) expr(e Expr) (bare bool) {
	var spine []Expr
	for left := e; left != nil; left = leftOf(left) {
		spine = append(spine, left)
	}
	open := 0
	for m.maybe("(") {
		open++
	}
	inside := false // whether the node that has just ended is in parentheses
	for i := len(spine) - 1; i >= 0; i-- {
		m.node(spine[i], inside)
		for inside = false; open > 0 && m.maybe(")"); open-- {
			inside = true
		}
	}
	if open > 0 {
		m.take(")")
	}
	return !inside
}

// leftOf is the node that a node begins with; nil if it begins with a token of its own.
func leftOf(e Expr) Expr {
	switch e := e.(type) {
	case *Binary:
		return e.Left
	case *Index:
		return e.Base
	case *Member:
		return e.Base
	}
	return nil
}

// node walks the tokens of a node without its left part; inside says that this is in parentheses.
func (m *matcher) node(e Expr, inside bool) {
	switch e := e.(type) {
	case *Name:
		m.name(e)
	case *Literal:
		e.Place = m.take(e.Text)
		m.literal(e)
	case *Unary:
		e.Place = m.take(e.Op)
		m.expr(e.Operand)
	case *Binary:
		e.Place = e.Left.At()
		e.OpPlace = m.take(e.Op)
		if !inside {
			m.mixed(e, e.Left, true)
		}
		if bare := m.expr(e.Right); bare {
			m.mixed(e, e.Right, false)
		}
	case *Call:
		m.name(e.Func)
		e.Place = e.Func.Place
		m.list("(", e.Args, ")")
	case *Index:
		e.Place = e.Base.At()
		m.postfix(e.Base, inside)
		m.take("[")
		m.expr(e.Index)
		m.take("]")
	case *Member:
		e.Place = e.Base.At()
		m.postfix(e.Base, inside)
		m.take(".")
		m.member(&e.Ident)
	}
}

// member takes the name of a member, or a swizzle.
func (m *matcher) member(i *Ident) {
	i.Place = m.take(i.Text)
	if why := forbidden(i.Text); why != "" {
		m.wrong(i.Place, "%q cannot be a name: %s", i.Text, why)
	}
}

// postfix refuses a literal with an index or a member.
func (m *matcher) postfix(base Expr, inside bool) {
	if l, is := base.(*Literal); is && !inside {
		m.wrong(m.next().Place, "literal %s must be in parentheses before %q", l.Text, m.next().text)
	}
}

// name walks a name and its template arguments, a list of at least one.
func (m *matcher) name(n *Name) {
	n.Place = m.take(n.Text)
	if n.Text != "_" {
		if why := forbidden(n.Text); why != "" {
			m.wrong(n.Place, "%q cannot be a name: %s", n.Text, why)
		}
	}
	if !n.Templated {
		return
	}
	m.take("<")
	for i, a := range n.Args {
		m.expr(a)
		m.comma(i == len(n.Args)-1)
	}
	m.take(">")
}

// list walks a list in parentheses; a comma may stand after the last element.
func (m *matcher) list(open string, all []Expr, end string) {
	m.take(open)
	for i, e := range all {
		m.expr(e)
		m.comma(i == len(all)-1)
	}
	m.take(end)
}

// Groups of operators by WGSL's grammar (section Operator Precedence and Associativity). mixable says which may stand bare as an operand, on which side.
var group = map[string]string{"*": "multiplicative", "/": "multiplicative", "%": "multiplicative", "+": "additive", "-": "additive", "<<": "shift", ">>": "shift",
	"<": "relational", ">": "relational", "<=": "relational", ">=": "relational", "==": "relational", "!=": "relational",
	"&": "and", "|": "or", "^": "xor", "&&": "short and", "||": "short or"}

var mixable = map[string]map[string]bool{
	"multiplicative": {"multiplicative": true},
	"additive":       {"additive": true, "multiplicative": true},
	"shift":          {},
	"relational":     {"additive": true, "multiplicative": true, "shift": true},
	"and":            {"and": true},
	"or":             {"or": true},
	"xor":            {"xor": true},
	"short and":      {"short and": true, "relational": true, "additive": true, "multiplicative": true, "shift": true},
	"short or":       {"short or": true, "relational": true, "additive": true, "multiplicative": true, "shift": true},
}

// mixed refuses an operator whose operand has another one and no parentheses.
func (m *matcher) mixed(e *Binary, operand Expr, left bool) {
	o, is := operand.(*Binary)
	if !is || mixable[group[e.Op]][group[o.Op]] {
		return
	}
	first, second, at := o.Op, e.Op, o.OpPlace
	if !left {
		first, second, at = e.Op, o.Op, e.OpPlace
	}
	m.wrong(at, "operators %q and %q cannot be mixed without parentheses", first, second)
}
