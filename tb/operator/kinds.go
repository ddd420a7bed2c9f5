package operator

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// Kinds of changes.
const (
	relation   = "relation"   // < for <=, == for !=
	constant   = "constant"   // one more, one less
	arithmetic = "arithmetic" // + for -, << for >>, & for |
	logic      = "logic"      // && for ||, a negation that is gone
	condition  = "condition"  // always, or never
	statement  = "statement"  // one that is gone
	arguments  = "arguments"  // two that have changed places
	fields     = "fields"     // another one of two that belong together
)

// operators are those that take the place of others.
var operators = map[token.Token]struct {
	kind string
	by   []string
}{
	token.LSS: {relation, []string{"<=", ">="}}, token.LEQ: {relation, []string{"<"}},
	token.GTR: {relation, []string{">=", "<="}}, token.GEQ: {relation, []string{">"}},
	token.EQL: {relation, []string{"!="}}, token.NEQ: {relation, []string{"=="}},
	token.ADD: {arithmetic, []string{"-"}}, token.SUB: {arithmetic, []string{"+"}},
	token.MUL: {arithmetic, []string{"+"}}, token.QUO: {arithmetic, []string{"*"}}, token.REM: {arithmetic, []string{"/"}},
	token.SHL: {arithmetic, []string{">>"}}, token.SHR: {arithmetic, []string{"<<"}},
	token.AND: {arithmetic, []string{"|"}}, token.OR: {arithmetic, []string{"&", "^"}},
	token.XOR: {arithmetic, []string{"|"}}, token.AND_NOT: {arithmetic, []string{"&", "|"}},
	token.LAND: {logic, []string{"||"}}, token.LOR: {logic, []string{"&&"}},
	token.ADD_ASSIGN: {arithmetic, []string{"-=", "="}}, token.SUB_ASSIGN: {arithmetic, []string{"+=", "="}},
	token.OR_ASSIGN: {arithmetic, []string{"=", "&^="}}, token.AND_ASSIGN: {arithmetic, []string{"=", "|="}},
	token.AND_NOT_ASSIGN: {arithmetic, []string{"|="}}, token.XOR_ASSIGN: {arithmetic, []string{"|="}},
	token.INC: {arithmetic, []string{"--"}}, token.DEC: {arithmetic, []string{"++"}},
}

// twins are words of names that belong together: the name with the other one is often one, too, and of the same type.
var twins = [][2]string{
	{"Min", "Max"}, {"Width", "Height"}, {"X", "Y"}, {"X0", "X1"}, {"Y0", "Y1"}, {"Head", "Tail"}, {"Low", "High"}, {"Read", "Write"},
	{"First", "Last"}, {"Front", "Back"}, {"Src", "Dst"}, {"In", "Out"}, {"Row", "EndRow"}, {"Starved", "Blocked"}, {"Color", "Depth"},
	{"Pass", "Fail"}, {"Begin", "End"}, {"S", "T"}, {"U", "V"}, {"R", "B"},
}

// visit finds what can be changed at a node.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.forced(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			f.add(condition, n.Cond.Pos(), n.Cond.End(), "("+f.source(n.Cond)+") && false")
		}
	case *ast.CallExpr:
		if speaks(n) {
			return false
		}
		f.swapped(n.Args)
	case *ast.CompositeLit:
		f.swapped(n.Elts)
	case *ast.BlockStmt:
		f.dropped(n.List)
	case *ast.CaseClause:
		f.dropped(n.Body)
		for _, e := range n.List {
			if _, is := e.(*ast.BinaryExpr); is {
				f.forced(e)
			}
		}
	case *ast.AssignStmt:
		f.operator(n.Tok, n.TokPos, n)
	case *ast.IncDecStmt:
		f.operator(n.Tok, n.TokPos, n)
	case ast.Expr:
		return f.expression(n)
	}
	return true
}

// expression finds what can be changed at an expression.
func (f *finder) expression(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		f.operator(e.Op, e.OpPos, e)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			f.addAround(logic, e.OpPos, e.X.Pos(), "", e.Pos(), e.End())
		}
	case *ast.BasicLit:
		f.literal(e)
	case *ast.SelectorExpr:
		f.twin(e)
	case *ast.ArrayType:
		return false // lengths of types
	}
	return true
}

func (f *finder) operator(op token.Token, at token.Pos, around ast.Node) {
	o := operators[op]
	for _, by := range o.by {
		f.addAround(o.kind, at, at+token.Pos(len(op.String())), by, around.Pos(), around.End())
	}
}

// literal is one more or one less.
func (f *finder) literal(e *ast.BasicLit) {
	if e.Kind != token.INT {
		return
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(e.Value, "_", ""), 0, 63)
	if err != nil {
		return
	}
	form := "%d"
	if strings.HasPrefix(e.Value, "0x") {
		form = "%#x"
	}
	f.add(constant, e.Pos(), e.End(), fmt.Sprintf(form, n+1))
	if n > 0 {
		f.add(constant, e.Pos(), e.End(), fmt.Sprintf(form, n-1))
	}
}

// forced makes a condition hold always, and never. It is evaluated all the same.
func (f *finder) forced(cond ast.Expr) {
	f.add(condition, cond.Pos(), cond.End(), "("+f.source(cond)+") || true")
	f.add(condition, cond.Pos(), cond.End(), "("+f.source(cond)+") && false")
}

// dropped leaves statements out that change something.
func (f *finder) dropped(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, is := s.X.(*ast.CallExpr); is && speaks(call) {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.IncDecStmt, *ast.BranchStmt:
		default:
			continue
		}
		f.add(statement, s.Pos(), s.End(), "")
	}
}

// swapped has two neighbours of a list change places.
func (f *finder) swapped(list []ast.Expr) {
	for i := range len(list) - 1 {
		a, b := valueOf(list[i]), valueOf(list[i+1])
		if !simple(a) || !simple(b) {
			continue
		}
		between := string(f.text[f.at(a.End()):f.at(b.Pos())])
		f.add(arguments, a.Pos(), b.End(), f.source(b)+between+f.source(a))
	}
}

// valueOf is what a key of a literal gets.
func valueOf(e ast.Expr) ast.Expr {
	if kv, is := e.(*ast.KeyValueExpr); is {
		return kv.Value
	}
	return e
}

// simple tells whether an expression is a name, a field, or an element: others rarely fit where a neighbour stands.
func simple(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name != "nil"
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.CallExpr:
		return true
	}
	return false
}

// twin takes the field or method beside the one that is meant.
func (f *finder) twin(e *ast.SelectorExpr) {
	name := e.Sel.Name
	for _, pair := range twins {
		for i, word := range pair {
			at := strings.Index(name, word)
			if at < 0 || len(word) == 1 && !(at == len(name)-1 || isDigit(name[at+1:])) || len(word) > 1 && !endsWord(name[at+len(word):]) {
				continue
			}
			other := name[:at] + pair[1-i] + name[at+len(word):]
			f.addAround(fields, e.Sel.Pos(), e.Sel.End(), other, e.Pos(), e.End())
		}
	}
}

// endsWord tells whether a name goes on with another word, or not at all.
func endsWord(rest string) bool { return rest == "" || rest[0] < 'a' || rest[0] > 'z' }

func isDigit(rest string) bool { return rest != "" && rest[0] >= '0' && rest[0] <= '9' }
