package table

// at is where a key's value stands, or the entry when the table leaves the key out; the zero
// Pos of an entry that no file has.
func (p *places) at(keys *keySet, name string) Pos { return p.file.pos(p.spot(keys, name)) }

func (p *places) spot(keys *keySet, name string) spot {
	for i := range keys.keys {
		if keys.keys[i].name == name {
			return p.of(keys.keys[i].key)
		}
	}
	return p.entry
}

// At is where a key's value stands, or the block when the table leaves the key out.
func (b *Block) At(key string) Pos { return b.at.at(&blockKeys, key) }

// At is where a key's value stands, or the register when the table leaves the key out.
func (r *Register) At(key string) Pos { return r.at.at(&registerKeys, key) }

// At is where a key's value stands, or the field when the table leaves the key out.
func (f *Field) At(key string) Pos { return f.at.at(&fieldKeys, key) }

// Wrong makes an error at a key's value; fix is what can stand there instead.
func (f *Field) Wrong(key, rule, fix, format string, args ...any) Error {
	return *f.at.file.at(f.at.spot(&fieldKeys, key), rule, format, args...).fix(fix)
}

// AtValue is where the name of a value of the field's enum stands, and where its number does.
func (f *Field) AtValue(v *EnumValue) (name, number Pos) {
	return f.at.file.pos(v.at), f.at.file.pos(v.value)
}

// At is where a key's value stands, or the window when the table leaves the key out.
func (w *Window) At(key string) Pos { return w.at.at(&windowKeys, key) }

// At is where a key's value stands, or the range when the table leaves the key out.
func (r *Range) At(key string) Pos { return r.at.at(&rangeKeys, key) }
