// Package syntax is the syntax tree of a WGSL shader. Naga parses; its tree is opaque and has few places, so package syntax reads it by reflection and
// then walks it along the tokens of the text: every node gets its place, and whatever naga's parser has passed over is found (see match.go).
package syntax

// Place is where something begins in the source as it was given: line and column from 1, the column in bytes.
type Place struct{ Line, Column int }

// At is the place itself, so that nodes which embed it are Nodes.
func (p Place) At() Place { return p }

// Before is whether p stands before q.
func (p Place) Before(q Place) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Column < q.Column
}

// Node is anything with a place.
type Node interface{ At() Place }

// Module is a whole shader: its directives and declarations in the order of the source.
type Module struct {
	Enables     []*Name       // names of `enable`
	Requires    []*Name       // names of `requires`
	Diagnostics []*Diagnostic // global filters
	Decls       []Decl
}

// Diagnostic is a filter, global or the attribute of a function or a statement: severity and name of the rule ("derivative_uniformity" or "tool.rule").
type Diagnostic struct {
	Place
	Severity, Rule string
}

// Attribute is `@Name(Args)`.
type Attribute struct {
	Place
	Name string
	Args []Expr
}

// Decl is a declaration of module scope: *Function, *Struct, *Alias, *Var, *Value or *Assert.
type Decl interface{ Node }

// Stmt is a statement: one of the types below, *Var, *Value or *Assert.
type Stmt interface{ Node }

// Expr is an expression: *Name, *Literal, *Unary, *Binary, *Call, *Index or *Member. Types are expressions too: names with template arguments.
type Expr interface{ Node }

// Function is a function with its parameters; Place is that of `fn`.
type Function struct {
	Place
	Ident       Ident
	Attributes  []*Attribute
	Filters     []*Diagnostic
	Params      []*Param
	Return      Expr // type, or nil
	ReturnAttrs []*Attribute
	Body        *Block
}

// Ident is a name where it is declared.
type Ident struct {
	Place
	Text string
}

// Param is a parameter of a function.
type Param struct {
	Ident
	Type       Expr
	Attributes []*Attribute
}

// Struct is the declaration of a structure.
type Struct struct {
	Place
	Ident   Ident
	Members []*Param
}

// Alias is a declaration of another name of a type.
type Alias struct {
	Place
	Ident Ident
	Type  Expr
}

// Var is a variable, of module scope or a function; Space and Access are nil where the source has none.
type Var struct {
	Place
	Ident         Ident
	Attributes    []*Attribute
	Space, Access *Name
	Type, Init    Expr // nil where there is none
}

// Value is a declaration of a named value. Kind is "const", "let" or "override".
type Value struct {
	Place
	Kind       string
	Ident      Ident
	Attributes []*Attribute
	Type, Init Expr // nil where there is none
}

// Assert is `const_assert`.
type Assert struct {
	Place
	Condition Expr
}

// Block is a compound statement. End is its closing brace.
type Block struct {
	Place
	Filters    []*Diagnostic
	Statements []Stmt
	End        Place
}

// Return is `return`, with or without a value.
type Return struct {
	Place
	Value Expr
}

// If is `if`; Else is nil, a *Block or an *If.
type If struct {
	Place
	Filters   []*Diagnostic
	Condition Expr
	Body      *Block
	Else      Stmt
}

// For is `for`; parts that are not there are nil.
type For struct {
	Place
	Filters   []*Diagnostic
	Init      Stmt
	Condition Expr
	Update    Stmt
	Body      *Block
}

// While is `while`.
type While struct {
	Place
	Filters   []*Diagnostic
	Condition Expr
	Body      *Block
}

// Loop is `loop`; Continuing is nil where there is none.
type Loop struct {
	Place
	Filters          []*Diagnostic
	Body, Continuing *Block
}

// Switch is `switch`.
type Switch struct {
	Place
	Filters  []*Diagnostic
	Selector Expr
	Clauses  []*Clause
}

// Clause is `case` or `default`. Defaults are the places of `default` in it.
type Clause struct {
	Place
	Selectors []Expr
	Defaults  []Place
	Body      *Block
}

// BreakIf is `break if`.
type BreakIf struct {
	Place
	Condition Expr
}

// Jump is `break`, `continue` or `discard`.
type Jump struct {
	Place
	Kind string
}

// Assign is an assignment; Op is "=", "+=" and so on, or "++" and "--", which have no Right. Place is that of Left, OpPlace that of the operator.
type Assign struct {
	Place
	OpPlace     Place
	Op          string
	Left, Right Expr
}

// Evaluate is an expression as a statement: a call, in valid shaders.
type Evaluate struct {
	Place
	Expr Expr
}

// Name is an identifier, or a type's or function's with template arguments.
type Name struct {
	Place
	Text      string
	Args      []Expr
	Templated bool
}

// Literal is a number or a truth value as it is written.
type Literal struct {
	Place
	Text string
}

// Unary is an operation with one operand: - ! ~ & or *.
type Unary struct {
	Place
	Op      string
	Operand Expr
}

// Binary is an operation with two operands. Place is where the left one begins (without parentheses around it), OpPlace that of the operator.
type Binary struct {
	Place
	OpPlace     Place
	Op          string
	Left, Right Expr
}

// Call is a call of a function, or a value of a type.
type Call struct {
	Place
	Func *Name
	Args []Expr
}

// Index is Base[Index].
type Index struct {
	Place
	Base, Index Expr
}

// Member is Base.Ident: a member of a structure or components of a vector.
type Member struct {
	Place
	Base  Expr
	Ident Ident
}
