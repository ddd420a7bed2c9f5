package shaders

import "fmt"

// Buffer is a buffer of group 0.
type Buffer struct {
	Binding  uint32
	Contents []byte
	Writable bool
}

// Slots of the output that each invocation has, and texts of the bindings.
const (
	slots      = 16
	uniform    = "@group(0) @binding(%d) var<uniform> %s: %s;\n"
	readOnly   = "@group(0) @binding(%d) var<storage, read> %s: %s;\n"
	readWrite  = "@group(0) @binding(%d) var<storage, read_write> %s: %s;\n"
	mostBytes  = 1 << 13 // of an element
	inputWords = 64
	// firstBuffer is the binding of the first buffer of a shader of the pipeline, beyond textures and samplers.
	firstBuffer = 3 * mostTextures
)

// resources adds the buffers: what all read, what each invocation has of its own, and what all change by atomics. A vertex shader only reads.
func (g *generator) resources(invocations int) (list []Buffer) {
	first, writes := 0, !g.options.Vertex
	if g.options.Pipeline {
		first = firstBuffer
	}
	add := func(format, name string, t *Type, contents []byte) *Type {
		text := fmt.Sprintf(format, first+len(list), name, t)
		g.module.decls = append(g.module.decls, &decl{name: name, text: text, uses: t.structures()})
		list = append(list, Buffer{Binding: uint32(first + len(list)), Contents: contents, Writable: format == readWrite})
		return t
	}
	words := arrayOf(scalarOf(u32), 0)
	if writes {
		add(readWrite, "outputs", words, make([]byte, 4*slots*invocations))
		g.declare(&variable{name: "outputs", typ: words.elem, text: fmt.Sprintf("outputs[own * %du + $ %% %du]", slots, slots), uses: []string{"outputs", "own"},
			writable: true})
	}
	g.declare(local("inputs", add(readOnly, "inputs", words, g.contents(4*inputWords)), false))
	settings := g.settings()
	g.declare(local("settings", add(uniform, "settings", settings, g.contents(mostBytes)), false))
	tables := arrayOf(g.sharedType(), 0)
	g.declare(local("tables", add(readOnly, "tables", tables, g.contents(mostBytes)), false))
	states := arrayOf(g.sharedType(), 0)
	format := readWrite
	if !writes {
		format = readOnly
	}
	add(format, "states", states, g.contents(mostBytes*invocations))
	g.declare(&variable{name: "states", typ: states.elem, text: "states[own]", uses: []string{"states", "own"}, writable: writes})
	if !writes {
		return list
	}
	for range 1 + g.IntN(3) {
		a := g.atomic("sums")
		add(readWrite, a.name, &Type{name: fmt.Sprintf("array<atomic<%s>, 4>", a.kind)}, g.contents(16))
		g.atomics = append(g.atomics, a)
	}
	a := &atomic{name: "turns", kind: u32, index: "own"}
	add(readWrite, a.name, &Type{name: "array<atomic<u32>>"}, g.contents(4*invocations))
	g.atomics = append(g.atomics, a)
	return list
}

func (g *generator) sharedType() *Type { return g.shared[g.IntN(len(g.shared))] }

// settings is a structure that may be in a uniform buffer.
func (g *generator) settings() *Type {
	t := &Type{name: "Settings", form: structure, members: []member{
		{"a", vectorOf(u32, 4)}, {"b", vectorOf(i32, 3)}, {"c", scalarOf(f32)}, {"d", vectorOf(f32, 2)}, {"e", scalarOf(u32)}, {"f", scalarOf(i32)},
		{"g", matrixOf(f32, 3, 3)}, {"h", arrayOf(vectorOf(f32, 4), 3)}, {"i", matrixOf(f32, 2, 2)},
	}}
	g.module.decls = append(g.module.decls, &decl{name: t.name, text: t.declaration()})
	return t
}

// atomic is an array of atomics. Those that all invocations change have one operation, so that the order does not matter; others are the invocation's own.
type atomic struct {
	name   string
	kind   kind
	op     string
	index  string // of the invocation's own one; empty of those of all
	closed bool   // it is read now
}

func (g *generator) atomic(prefix string) *atomic {
	return &atomic{name: g.name(prefix), kind: []kind{i32, u32}[g.IntN(2)], op: g.choose("Add", "Sub", "Min", "Max", "And", "Or", "Xor")}
}

// atomicStatement changes an atomic.
func (g *generator) atomicStatement() *Stmt {
	if len(g.atomics) == 0 {
		return g.assignment()
	}
	a := g.atomics[g.IntN(len(g.atomics))]
	if a.closed {
		return g.assignment()
	}
	t := scalarOf(a.kind)
	if a.index == "" {
		return &Stmt{text: fmt.Sprintf("atomic%s(&%s[$], $);", a.op, a.name), uses: []string{a.name}, exprs: []*Expr{g.offset4(), g.value(t, shallow)}}
	}
	v := local(g.name("t"), t, false)
	s := &Stmt{declares: v.name, uses: []string{a.name, a.index}, exprs: []*Expr{g.value(t, shallow)}}
	at := fmt.Sprintf("&%s[%s]", a.name, a.index)
	switch g.IntN(4) {
	case 0:
		s.text = fmt.Sprintf("let %s = atomicCompareExchangeWeak(%s, $, $).old_value;", v.name, at)
		s.exprs = append(s.exprs, g.value(t, shallow))
	case 1:
		s.text = fmt.Sprintf("let %s = atomicLoad(%s) + $;", v.name, at)
	case 2:
		s.text, s.declares = fmt.Sprintf("atomicStore(%s, $);", at), ""
		return s
	default:
		s.text = fmt.Sprintf("let %s = atomic%s(%s, $);", v.name, g.choose("Add", "Sub", "Min", "Max", "And", "Or", "Xor", "Exchange"), at)
	}
	g.declare(v)
	return s
}

// offset4 is an index of an array of four.
func (g *generator) offset4() *Expr { return g.index(shallow, 4) }
