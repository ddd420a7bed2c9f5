package table

// goNames checks that no two names become the same Go identifier.
func (c *checker) goNames(blocks []Block) {
	d := declared{c, map[string]Pos{}}
	for _, b := range blocks {
		if b.Name == "" {
			continue
		}
		d.add("Block"+b.GoName(), b.at.of("block"))
		if c.marked[b.at.of("block")] || len(b.Registers) == 0 {
			continue // with another block's name every register would collide
		}
		d.add(b.RegsType(), b.at.of("block"))
		d.add(b.RegsType()+".Reset", b.at.of("block"))
		for _, r := range b.Registers {
			d.register(b, r)
		}
	}
}

// declared holds the Go identifiers so far and where they come from.
type declared struct {
	c    *checker
	seen map[string]Pos
}

func (d declared) add(ident string, pos Pos) {
	if d.c.marked[pos] { // the name has an error already
		return
	}
	if first, ok := d.seen[ident]; ok {
		d.c.errorf(pos, "duplicate", "Go name %s comes from %s already, expected another name", ident, first)
		return
	}
	d.seen[ident] = pos
}

func (d declared) register(b Block, r Register) {
	if !r.at.has("name") {
		return
	}
	d.add(b.IndexConst(r), r.at.of("name"))
	if r.HasStruct() {
		d.add(b.FieldsType(r), r.at.of("name"))
		d.add(b.FieldsType(r)+".Pack", r.at.of("name"))
	}
	for _, f := range r.Fields {
		if f.at.has("name") {
			d.field(b, r, f)
		}
	}
}

func (d declared) field(b Block, r Register, f Field) {
	pos := f.at.of("name")
	d.add(b.RegsType()+"."+Accessor(r, f), pos)
	if r.HasStruct() {
		d.add(b.FieldsType(r)+"."+GoName(f.Name), pos)
	}
	if r.HasFieldConsts() {
		d.add(b.FieldPrefix(r, f)+"Shift", pos)
		d.add(b.FieldPrefix(r, f)+"Mask", pos)
	}
	for _, v := range f.Enum {
		d.add(b.EnumConst(r, f, v), v.at.entry)
	}
}
