package syntax

import (
	"fmt"
	"reflect"

	"github.com/gogpu/naga/wgsl"
)

// reader makes the tree of naga's by reflection, without places: naga keeps few. Names of naga's types and fields are those of its package parser.
type reader struct {
	operators map[uint64]string // by naga's kind of token
}

// readModule is the tree of a module. The fields of naga's tree that are read are checked by TestReadsAllOfNagasTree.
func readModule(m *wgsl.Module, operators map[uint64]string) *Module {
	r := reader{operators}
	inner := reflect.ValueOf(m).Elem().FieldByName("inner").Elem()
	out := &Module{}
	for _, d := range list(inner.FieldByName("Declarations")) {
		out.Decls = append(out.Decls, r.statement(d))
	}
	return out
}

// list is the elements of a slice, without pointers and interfaces around them.
func list(v reflect.Value) []reflect.Value {
	out := make([]reflect.Value, v.Len())
	for i := range out {
		out[i] = bare(v.Index(i))
	}
	return out
}

// bare takes pointers and interfaces away; nil becomes the zero Value.
func bare(v reflect.Value) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	return v
}

func text(v reflect.Value, field string) string { return v.FieldByName(field).String() }

func ident(v reflect.Value, field string) Ident { return Ident{Text: text(v, field)} }

// part is a field without pointers; the zero Value where it is nil.
func part(v reflect.Value, field string) reflect.Value { return bare(v.FieldByName(field)) }

// statement reads declarations and statements.
func (r reader) statement(v reflect.Value) Stmt {
	if !v.IsValid() {
		return nil
	}
	read, known := statements[v.Type().Name()]
	if !known {
		panic(fmt.Sprintf("statement of naga's type %s", v.Type().Name()))
	}
	return read(r, v)
}

var statements map[string]func(reader, reflect.Value) Stmt

func init() {
	statements = map[string]func(reader, reflect.Value) Stmt{
		"FunctionDecl": func(r reader, v reflect.Value) Stmt {
			return &Function{Ident: ident(v, "Name"), Attributes: r.attributes(v, "Attributes"), Params: r.params(v.FieldByName("Params")),
				Return: r.expr(v, "ReturnType"), ReturnAttrs: r.attributes(v, "ReturnAttrs"), Body: r.block(v, "Body")}
		},
		"StructDecl": func(r reader, v reflect.Value) Stmt {
			return &Struct{Ident: ident(v, "Name"), Members: r.params(v.FieldByName("Members"))}
		},
		"AliasDecl": func(r reader, v reflect.Value) Stmt { return &Alias{Ident: ident(v, "Name"), Type: r.expr(v, "Type")} },
		"VarDecl": func(r reader, v reflect.Value) Stmt {
			return &Var{Ident: ident(v, "Name"), Attributes: r.attributes(v, "Attributes"), Space: name(text(v, "AddressSpace")),
				Access: name(text(v, "AccessMode")), Type: r.expr(v, "Type"), Init: r.expr(v, "Init")}
		},
		"ConstDecl": func(r reader, v reflect.Value) Stmt {
			kind := "let"
			if v.FieldByName("IsConst").Bool() {
				kind = "const"
			}
			return &Value{Kind: kind, Ident: ident(v, "Name"), Type: r.expr(v, "Type"), Init: r.expr(v, "Init")}
		},
		"OverrideDecl": func(r reader, v reflect.Value) Stmt {
			return &Value{Kind: "override", Ident: ident(v, "Name"), Attributes: r.attributes(v, "Attributes"), Type: r.expr(v, "Type"), Init: r.expr(v, "Init")}
		},
		"ConstAssertDecl": func(r reader, v reflect.Value) Stmt { return &Assert{Condition: r.expr(v, "Condition")} },
		"BlockStmt":       func(r reader, v reflect.Value) Stmt { return r.blockOf(v) },
		"ReturnStmt":      func(r reader, v reflect.Value) Stmt { return &Return{Value: r.expr(v, "Value")} },
		"IfStmt": func(r reader, v reflect.Value) Stmt {
			return &If{Condition: r.expr(v, "Condition"), Body: r.block(v, "Body"), Else: r.statement(part(v, "Else"))}
		},
		"ForStmt": func(r reader, v reflect.Value) Stmt {
			return &For{Init: r.statement(part(v, "Init")), Condition: r.expr(v, "Condition"), Update: r.statement(part(v, "Update")), Body: r.block(v, "Body")}
		},
		"WhileStmt": func(r reader, v reflect.Value) Stmt {
			return &While{Condition: r.expr(v, "Condition"), Body: r.block(v, "Body")}
		},
		"LoopStmt": func(r reader, v reflect.Value) Stmt {
			return &Loop{Body: r.block(v, "Body"), Continuing: r.block(v, "Continuing")}
		},
		"BreakStmt":    func(reader, reflect.Value) Stmt { return &Jump{Kind: "break"} },
		"ContinueStmt": func(reader, reflect.Value) Stmt { return &Jump{Kind: "continue"} },
		"DiscardStmt":  func(reader, reflect.Value) Stmt { return &Jump{Kind: "discard"} },
		"BreakIfStmt":  func(r reader, v reflect.Value) Stmt { return &BreakIf{Condition: r.expr(v, "Condition")} },
		"AssignStmt":   func(r reader, v reflect.Value) Stmt { return r.assign(v) },
		"ExprStmt":     func(r reader, v reflect.Value) Stmt { return &Evaluate{Expr: r.expr(v, "Expr")} },
		"SwitchStmt": func(r reader, v reflect.Value) Stmt {
			s := &Switch{Selector: r.expr(v, "Selector")}
			for _, c := range list(v.FieldByName("Cases")) {
				s.Clauses = append(s.Clauses, &Clause{Selectors: r.exprs(c, "Selectors"), Body: r.block(c, "Body")})
			}
			return s
		},
	}
}

// assign reads an assignment. Naga makes `a += 1` of `a++`; its literal 1 has no place then.
func (r reader) assign(v reflect.Value) Stmt {
	a := &Assign{Left: r.expr(v, "Left"), Op: r.operators[v.FieldByName("Op").Uint()], Right: r.expr(v, "Right")}
	right := part(v, "Right")
	if right.Type().Name() == "Literal" && right.FieldByName("Span").FieldByName("Start").FieldByName("Line").Int() == 0 {
		a.Op, a.Right = map[string]string{"+=": "++", "-=": "--"}[a.Op], nil
	}
	return a
}

func (r reader) block(v reflect.Value, field string) *Block {
	b := part(v, field)
	if !b.IsValid() {
		return nil
	}
	return r.blockOf(b)
}

func (r reader) blockOf(v reflect.Value) *Block {
	b := &Block{}
	for _, s := range list(v.FieldByName("Statements")) {
		b.Statements = append(b.Statements, r.statement(s))
	}
	return b
}

// params reads parameters of functions and members of structures.
func (r reader) params(v reflect.Value) (out []*Param) {
	for _, p := range list(v) {
		out = append(out, &Param{Ident: ident(p, "Name"), Type: r.expr(p, "Type"), Attributes: r.attributes(p, "Attributes")})
	}
	return out
}

func (r reader) attributes(v reflect.Value, field string) (out []*Attribute) {
	for _, a := range list(v.FieldByName(field)) {
		out = append(out, &Attribute{Name: text(a, "Name"), Args: r.exprs(a, "Args")})
	}
	return out
}

func (r reader) exprs(v reflect.Value, field string) (out []Expr) {
	for _, e := range list(v.FieldByName(field)) {
		out = append(out, r.exprOf(e))
	}
	return out
}

func (r reader) expr(v reflect.Value, field string) Expr {
	e := part(v, field)
	if !e.IsValid() {
		return nil
	}
	return r.exprOf(e)
}

// exprOf reads expressions and types.
func (r reader) exprOf(v reflect.Value) Expr {
	read, known := expressions[v.Type().Name()]
	if !known {
		panic(fmt.Sprintf("expression of naga's type %s", v.Type().Name()))
	}
	return read(r, v)
}

var expressions map[string]func(reader, reflect.Value) Expr

func init() {
	expressions = map[string]func(reader, reflect.Value) Expr{
		"Ident":   func(_ reader, v reflect.Value) Expr { return &Name{Text: text(v, "Name")} },
		"Literal": func(_ reader, v reflect.Value) Expr { return &Literal{Text: text(v, "Value")} },
		"BinaryExpr": func(r reader, v reflect.Value) Expr {
			return &Binary{Op: r.operators[v.FieldByName("Op").Uint()], Left: r.expr(v, "Left"), Right: r.expr(v, "Right")}
		},
		"UnaryExpr": func(r reader, v reflect.Value) Expr {
			return &Unary{Op: r.operators[v.FieldByName("Op").Uint()], Operand: r.expr(v, "Operand")}
		},
		"CallExpr": func(r reader, v reflect.Value) Expr {
			return &Call{Func: name(text(part(v, "Func"), "Name")), Args: r.exprs(v, "Args")}
		},
		"IndexExpr": func(r reader, v reflect.Value) Expr {
			return &Index{Base: r.expr(v, "Expr"), Index: r.expr(v, "Index")}
		},
		"MemberExpr": func(r reader, v reflect.Value) Expr {
			return &Member{Base: r.expr(v, "Expr"), Ident: ident(v, "Member")}
		},
		"ConstructExpr": func(r reader, v reflect.Value) Expr {
			of := r.expr(v, "Type").(*Name)
			if v.FieldByName("Args").IsNil() {
				return of
			}
			return &Call{Func: of, Args: r.exprs(v, "Args")}
		},
		"BitcastExpr": func(r reader, v reflect.Value) Expr {
			return &Call{Func: templated("bitcast", r.expr(v, "Type")), Args: []Expr{r.expr(v, "Expr")}}
		},
		"NamedType": func(r reader, v reflect.Value) Expr { return templated(text(v, "Name"), r.exprs(v, "TypeParams")...) },
		"ArrayType": func(r reader, v reflect.Value) Expr {
			return templated("array", r.expr(v, "Element"), r.expr(v, "Size"))
		},
		"BindingArrayType": func(r reader, v reflect.Value) Expr {
			return templated("binding_array", r.expr(v, "Element"), r.expr(v, "Size"))
		},
		"PtrType": func(r reader, v reflect.Value) Expr {
			args := []Expr{name(text(v, "AddressSpace")), r.expr(v, "PointeeType")}
			if access := name(text(v, "AccessMode")); access != nil {
				args = append(args, access)
			}
			return templated("ptr", args...)
		},
	}
}

// name is nil of an empty text.
func name(text string) *Name {
	if text == "" {
		return nil
	}
	return &Name{Text: text}
}

// templated is a name with those of the arguments that are not nil.
func templated(text string, args ...Expr) *Name {
	n := &Name{Text: text}
	for _, a := range args {
		if a != nil {
			n.Args = append(n.Args, a)
		}
	}
	n.Templated = len(n.Args) > 0
	return n
}
