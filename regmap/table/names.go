package table

import "strings"

// ValueField is the name of a field that adds nothing to generated names,
// since it is the register's value as a whole.
const ValueField = "VALUE"

// GoName turns SNAKE_CASE into CamelCase: of each word the first letter stays
// upper case (D24S8 becomes D24s8).
func GoName(snake string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(snake, "_") {
		b.WriteString(camelWord(word))
	}
	return b.String()
}

func camelWord(word string) string {
	if word == "" {
		return word
	}
	return strings.ToUpper(word[:1]) + strings.ToLower(word[1:])
}

// GoName is the prefix of all names of a block: abbreviations stay as they are
// (TSU, SG_TG gives SGTG), longer words after them become CamelCase
// (EUP_FRONT gives EUPFront).
func (b Block) GoName() string {
	words := strings.Split(b.Name, "_")
	if len(words) == 1 {
		return b.Name
	}
	for i, w := range words {
		if len(w) > 3 {
			words[i] = camelWord(w)
		}
	}
	return strings.Join(words, "")
}

// RegsType names the block's register file.
func (b Block) RegsType() string { return b.GoName() + "Regs" }

// IndexConst names the constant of a register's index.
func (b Block) IndexConst(r Register) string { return b.GoName() + GoName(r.Name) }

// FieldsType names the struct of a register's fields.
func (b Block) FieldsType(r Register) string { return b.IndexConst(r) + "Fields" }

// FieldPrefix begins the names of a field's constants.
func (b Block) FieldPrefix(r Register, f Field) string { return b.GoName() + Accessor(r, f) }

// EnumConst names the constant of an enumerated value.
func (b Block) EnumConst(r Register, f Field, v EnumValue) string {
	return b.FieldPrefix(r, f) + GoName(v.Name)
}

// Accessor names the method of the register file that reads a field.
func Accessor(r Register, f Field) string {
	if f.Name == ValueField {
		return GoName(r.Name)
	}
	return GoName(r.Name) + GoName(f.Name)
}

// HasStruct reports whether a register gets a struct of its fields: it has
// more than its value as a whole.
func (r Register) HasStruct() bool {
	return len(r.Fields) > 1 || len(r.Fields) == 1 && r.Fields[0].Name != ValueField
}

// HasFieldConsts reports whether a register's fields get shift and mask: it is
// not one value of 32 bits.
func (r Register) HasFieldConsts() bool {
	return r.HasStruct() || len(r.Fields) == 1 && r.Fields[0].Width() < 32
}
