package table

// At is where a key's value stands, or the block when the table leaves the key out.
func (b Block) At(key string) Pos { return b.at.of(key) }

// Has reports whether the table writes the key.
func (b Block) Has(key string) bool { return b.at.has(key) }

// At is where a key's value stands, or the register when the table leaves the key out.
func (r Register) At(key string) Pos { return r.at.of(key) }

// At is where a key's value stands, or the field when the table leaves the key out.
func (f Field) At(key string) Pos { return f.at.of(key) }

// At is where a key's value stands, or the window when the table leaves the key out.
func (w Window) At(key string) Pos { return w.at.of(key) }

// At is where the name stands, or with the key "value" the number.
func (v EnumValue) At(key string) Pos { return v.at.of(key) }

// At is where a key's value stands, or the range when the table leaves the key out.
func (r Range) At(key string) Pos { return r.at.of(key) }
