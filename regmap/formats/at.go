package formats

import "tilemark/regmap/table"

// At is where a key's value stands, or the file when it leaves the key out.
func (f *File) At(key string) table.Pos { return f.at.Of(key).Pos() }

// At is where a key's value stands, or the enum when the table leaves the key out.
func (e *Enum) At(key string) table.Pos { return e.at.Of(key).Pos() }

// At is where a key's value stands, or the value when the table leaves the key out.
func (v *Value) At(key string) table.Pos { return v.at.Of(key).Pos() }

// At is where a key's value stands, or the header when the table leaves the key out.
func (h *Header) At(key string) table.Pos { return h.at.Of(key).Pos() }

// At is where a key's value stands, or the command when the table leaves the key out.
func (c *Command) At(key string) table.Pos { return c.at.Of(key).Pos() }

// At is where a key's value stands, or the sub-opcode when the table leaves the key out.
func (s *Sub) At(key string) table.Pos { return s.at.Of(key).Pos() }

// At is where a key's value stands, or the structure when the table leaves the key out.
func (s *Structure) At(key string) table.Pos { return s.at.Of(key).Pos() }

// At is where a key's value stands, or the word when the table leaves the key out.
func (w *Word) At(key string) table.Pos { return w.at.Of(key).Pos() }

// At is where a key's value stands, or the field when the table leaves the key out.
func (f *Field) At(key string) table.Pos { return f.at.Of(key).Pos() }

// At is where a key's value stands, or the range when the table leaves the key out.
func (r *Reserved) At(key string) table.Pos { return r.at.Of(key).Pos() }
