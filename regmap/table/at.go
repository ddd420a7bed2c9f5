package table

// at is where a key's value stands, or the entry when the table leaves the key out; the zero
// Pos of an entry that no file has.
func (p *places) at(keys *keySet, name string) Pos {
	for i := range keys.keys {
		if keys.keys[i].name == name {
			return p.file.pos(p.of(keys.keys[i].key))
		}
	}
	return p.file.pos(p.entry)
}

// At is where a key's value stands, or the block when the table leaves the key out.
func (b *Block) At(key string) Pos { return b.at.at(&blockKeys, key) }

// At is where a key's value stands, or the register when the table leaves the key out.
func (r *Register) At(key string) Pos { return r.at.at(&registerKeys, key) }

// At is where a key's value stands, or the field when the table leaves the key out.
func (f *Field) At(key string) Pos { return f.at.at(&fieldKeys, key) }

// AtValue is where the name of a value of the field's enum stands, and where its number does.
func (f *Field) AtValue(v *EnumValue) (name, number Pos) {
	return f.at.file.pos(v.at), f.at.file.pos(v.value)
}

// At is where a key's value stands, or the window when the table leaves the key out.
func (w *Window) At(key string) Pos { return w.at.at(&windowKeys, key) }

// At is where a key's value stands, or the range when the table leaves the key out.
func (r *Range) At(key string) Pos { return r.at.at(&rangeKeys, key) }
