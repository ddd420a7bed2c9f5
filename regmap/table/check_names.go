package table

import (
	"bytes"
	"strconv"
	"strings"
)

// language is how one kind of generated code names things.
type language struct {
	name   string
	prefix func(b *Block) string // begins every name of a block
	follow func(c byte) bool     // whether a name can go on so after the prefix
	names  func(n *naming, b *Block)
}

var languages = []language{
	{"Go", func(b *Block) string { return b.GoName() }, func(c byte) bool { return c >= 'A' && c <= 'Z' }, (*naming).goNames},
	{"C", func(b *Block) string { return b.Name }, func(c byte) bool { return c == '_' }, (*naming).cNames},
}

// generatedNames checks that no two names become the same identifier.
func (c *checker) generatedNames(blocks []Block) {
	for i := range languages {
		n := &naming{c: c, language: &languages[i], global: map[string]Place{}, seen: map[string]spot{}}
		n.check(blocks)
	}
}

// naming looks for names that two things share. Names of different blocks can be the same only
// when the prefix of one block is the beginning of the other's.
type naming struct {
	c        *checker
	language *language
	global   map[string]Place // of blocks themselves, and those that another block could have
	seen     map[string]spot  // of the block at hand
	block    *Block
	longer   []string // prefixes of other blocks that this one's names can begin with
	shared   bool     // this one's names can begin like those of a block with a shorter prefix
	buffer   []byte
}

func (n *naming) check(blocks []Block) {
	longer := make([][]string, len(blocks))
	shared := make([]bool, len(blocks))
	n.related(blocks, longer, shared)
	for _, second := range []bool{false, true} { // those with longer prefixes find the others' names
		for i := range blocks {
			b := &blocks[i]
			if b.Name == "" || !b.at.has(kBlock) || shared[i] != second || n.c.isMarked(&b.at, b.at.of(kBlock)) {
				continue // with another block's name every register would collide
			}
			n.block, n.longer, n.shared = b, longer[i], shared[i]
			clear(n.seen)
			n.language.names(n, b)
		}
	}
}

// related finds blocks whose prefix is the beginning of another one's.
func (n *naming) related(blocks []Block, longer [][]string, shared []bool) {
	prefixes := make([]string, len(blocks))
	for i := range blocks {
		prefixes[i] = n.language.prefix(&blocks[i])
	}
	for i, short := range prefixes {
		for k, long := range prefixes {
			if len(short) > 0 && len(long) > len(short) && strings.HasPrefix(long, short) && n.language.follow(long[len(short)]) {
				longer[i] = append(longer[i], long)
				shared[k] = true
			}
		}
	}
}

// add enters a name, put together from n.buffer.
func (n *naming) add(at *places, s spot) {
	if n.c.isMarked(at, s) { // the name has an error already
		return
	}
	if first, ok := n.seen[string(n.buffer)]; ok {
		n.duplicate(at, s, Place{n.block.at.file, first})
		return
	}
	if first, ok := n.global[string(n.buffer)]; ok && n.shared {
		n.duplicate(at, s, first)
		return
	}
	n.seen[string(n.buffer)] = s
	for _, prefix := range n.longer {
		if bytes.HasPrefix(n.buffer, []byte(prefix)) {
			n.global[string(n.buffer)] = Place{at.file, s}
			return
		}
	}
}

func (n *naming) duplicate(at *places, s spot, first Place) {
	n.c.errorf(at, s, "duplicate", "%s name %s comes from %s already, expected another name", n.language.name, n.buffer, first)
}

// addGlobal enters a name that does not begin with a block's prefix.
func (n *naming) addGlobal(name string, at *places, s spot) {
	n.buffer = append(n.buffer[:0], name...)
	if first, ok := n.global[name]; ok {
		n.duplicate(at, s, first)
		return
	}
	n.global[name] = Place{at.file, s}
}

// put enters a name of parts.
func (n *naming) put(at *places, s spot, parts ...string) {
	n.buffer = n.buffer[:0]
	for _, p := range parts {
		n.buffer = append(n.buffer, p...)
	}
	n.add(at, s)
}

func (n *naming) goNames(b *Block) {
	prefix, pos := b.GoName(), b.at.of(kBlock)
	n.addGlobal("Block"+prefix, &b.at, pos)
	if n.c.isMarked(&b.at, pos) || len(b.Registers) == 0 {
		return
	}
	n.put(&b.at, pos, prefix, "Regs")
	n.put(&b.at, pos, prefix, "Regs.Reset")
	for i := range b.Registers {
		if r := &b.Registers[i]; n.named(r) {
			n.goRegister(prefix, r)
		}
	}
}

// named reports whether a register has a name without an error.
func (n *naming) named(r *Register) bool {
	return r.at.has(kName) && !n.c.isMarked(&r.at, r.at.of(kName))
}

func (n *naming) goRegister(prefix string, r *Register) {
	name, pos := GoName(r.Name), r.at.of(kName)
	n.put(&r.at, pos, prefix, name)
	if r.HasStruct() {
		n.put(&r.at, pos, prefix, name, "Fields")
		n.put(&r.at, pos, prefix, name, "Fields.Pack")
	}
	for i := range r.Fields {
		if f := &r.Fields[i]; f.at.has(kName) {
			n.goField(prefix, name, r, f)
		}
	}
}

func (n *naming) goField(prefix, register string, r *Register, f *Field) {
	pos, name := f.at.of(kName), ""
	if f.Name != ValueField {
		name = GoName(f.Name)
	}
	n.put(&f.at, pos, prefix, "Regs.", register, name)
	if r.HasStruct() {
		n.put(&f.at, pos, prefix, register, "Fields.", GoName(f.Name))
	}
	if r.HasFieldConsts() {
		n.put(&f.at, pos, prefix, register, name, "Shift")
		n.put(&f.at, pos, prefix, register, name, "Mask")
	}
	for i := range f.Enum {
		n.put(&f.at, f.Enum[i].at, prefix, register, name, GoName(f.Enum[i].Name))
	}
}

// cNames are names in upper case joined by underscores, as C, SystemVerilog and most
// documents have them.
func (n *naming) cNames(b *Block) {
	n.addGlobal(b.Name, &b.at, b.at.of(kBlock))
	for i := range b.Windows {
		if w := &b.Windows[i]; w.at.has(kName) {
			n.put(&w.at, w.at.of(kName), b.Name, "_", w.Name)
		}
	}
	for i := range b.Registers {
		if r := &b.Registers[i]; n.named(r) {
			n.cRegister(b, r)
		}
	}
}

func (n *naming) cRegister(b *Block, r *Register) {
	pos := r.at.of(kName)
	n.put(&r.at, pos, b.Name, "_", r.Name)
	for k := 0; r.Count > 1 && r.Count <= MaxBlockLength && k < r.Count; k++ {
		n.put(&r.at, pos, b.Name, "_", r.Name, "_", strconv.Itoa(k))
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		if !f.at.has(kName) {
			continue
		}
		name := "_" + f.Name
		if f.Name == ValueField {
			name = ""
		} else {
			n.put(&f.at, f.at.of(kName), b.Name, "_", r.Name, name)
		}
		for v := range f.Enum {
			n.put(&f.at, f.Enum[v].at, b.Name, "_", r.Name, name, "_", f.Enum[v].Name)
		}
	}
}
