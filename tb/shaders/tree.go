package shaders

import (
	"strings"
)

// Expr is an expression: a text whose $ stand for its arguments.
type Expr struct {
	typ   *Type
	text  string
	args  []*Expr
	uses  []string // names in the text
	fixed bool     // it cannot be replaced, only its arguments
	known bool     // it is a constant, which a compiler may evaluate
}

// Stmt is a statement: a text whose $ stand for expressions, and whose @ for blocks.
type Stmt struct {
	text     string
	exprs    []*Expr
	blocks   []*block
	declares string   // name that the rest of the block has
	uses     []string // names in the text
	kind     statementKind
	fixed    bool // it cannot be dropped
}

type statementKind uint8

const (
	plain       statementKind = iota
	loops                     // `break` and `continue` of its first block are its own
	switches                  // `break` is its own
	breaks                    // of a loop or switch
	continues                 // of a loop
	returns                   // of the function
	synchronize               // a barrier
)

// block is a list of statements. It may begin with names that are there already, such as the variable of a `for`.
type block struct {
	list    []*Stmt
	names   []string
	closing bool // of a `continuing`: nothing leaves it
}

// function is a function of a program. The entry point is one.
type function struct {
	name   string
	head   string   // up to the brace
	params []string // their names
	uses   []string // names in the head
	body   *block
	fixed  bool
}

// decl is a declaration of the module: a structure, a variable, a constant.
type decl struct {
	name      string
	text      string
	uses      []string
	workgroup bool // memory of the workgroup, for which there are barriers
}

// module is a whole program.
type module struct {
	enables   string
	decls     []*decl
	functions []*function // callees first
}

// source is the program's text.
func (m *module) source() string {
	p := &printer{}
	p.WriteString(m.enables)
	for _, d := range m.decls {
		p.WriteString(d.text)
	}
	for _, f := range m.functions {
		p.WriteString("\n" + f.head + " {\n")
		p.block(f.body, 1)
		p.WriteString("}\n")
	}
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) block(b *block, depth int) {
	for _, s := range b.list {
		p.statement(s, depth)
	}
}

// statement writes a statement. Each line of its text is indented; a line with an @ is a block.
func (p *printer) statement(s *Stmt, depth int) {
	exprs, blocks := s.exprs, s.blocks
	for _, line := range strings.Split(s.text, "\n") {
		if strings.TrimSpace(line) == "@" {
			p.block(blocks[0], depth+1+strings.Count(line, "\t"))
			blocks = blocks[1:]
			continue
		}
		p.WriteString(strings.Repeat("    ", depth))
		exprs = p.template(line, exprs)
		p.WriteString("\n")
	}
}

// template writes a text with its expressions, and returns those that are left.
func (p *printer) template(text string, exprs []*Expr) []*Expr {
	for k := range len(text) {
		switch c := text[k]; c {
		case '$':
			p.template(exprs[0].text, exprs[0].args)
			exprs = exprs[1:]
		case '\t':
			p.WriteString("    ")
		default:
			p.WriteByte(c)
		}
	}
	return exprs
}
