package golang

import (
	"slices"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// accessors reads the fields out of the register file; those of an alias read the
// register that it shows.
func (w *writer) accessors(b table.Block, r table.Register) {
	from, index := shown(b, r), ""
	if r.Count > 1 {
		index = "i int"
	}
	word := "r[" + place(from, number(from.Offset)) + "]"
	for _, f := range r.Fields {
		name := table.Accessor(r, f)
		w.Add("\n// ", name, " reads ", r.Name, ".", f.Name, ", ", bits(f), ": ", emit.Line(f.Description), unit(f), "\n")
		w.Add("func (r *", b.RegsType(), ") ", name, "(", index, ") ", goType(f), " {\n\treturn ", value(f, word), "\n}\n")
	}
}

// shown is the register whose bits r shows: that of an alias is another one.
func shown(b table.Block, r table.Register) table.Register {
	if r.Alias == "" {
		return r
	}
	k := slices.IndexFunc(b.Registers, func(o table.Register) bool { return o.Name == r.Alias })
	if k < 0 {
		return r
	}
	from := b.Registers[k]
	from.Count = min(from.Count, r.Count)
	return from
}

// value takes a field out of a word.
func value(f table.Field, word string) string {
	switch {
	case f.Type == "f32":
		return "math.Float32frombits(" + word + ")"
	case f.Signed() && f.Width() == 32:
		return "int32(" + word + ")"
	case f.Signed():
		up := ""
		if f.Hi < 31 {
			up = "<<" + number(31-f.Hi)
		}
		return "int32(" + word + up + ") >> " + number(32-f.Width())
	case f.Type == "bool":
		if f.Lo > 0 {
			word += ">>" + number(f.Lo)
		}
		return word + "&0x1 != 0"
	}
	if f.Lo > 0 {
		word += " >> " + number(f.Lo)
	}
	if f.Width() < 32 {
		word += " & " + emit.Hex(f.Mask())
	}
	return word
}

func bits(f table.Field) string { return "bits " + number(f.Hi) + ":" + number(f.Lo) }

// unit says what one step of a fixed-point number is.
func unit(f table.Field) string {
	if fixed, ok := f.Fixed(); ok {
		return " In steps of 2^-" + number(fixed.Fraction) + "."
	}
	return ""
}

// goType is the type of a field in accessors and structs.
func goType(f table.Field) string {
	switch {
	case f.Type == "bool":
		return "bool"
	case f.Type == "f32":
		return "float32"
	case f.Signed():
		return "int32"
	}
	return "uint32"
}

func (w *writer) structure(b table.Block, r table.Register) {
	name := b.FieldsType(r)
	w.Add("\n// ", name, " holds the fields of ", b.Name, ".", r.Name, ": ", emit.Line(r.Description), "\ntype ", name, " struct {\n")
	for _, f := range r.Fields {
		w.c.add(table.GoName(f.Name), goType(f), bits(f)+": "+emit.Line(f.Description)+unit(f))
	}
	w.c.write(w.Text)
	w.Add("}\n\n// Pack returns the register's word; a value too wide for its field loses its upper bits.\n")
	w.Add("func (v ", name, ") Pack() uint32 {\n\tvar word uint32\n")
	for _, f := range r.Fields {
		w.Add(packField(f))
	}
	w.Add("\treturn word\n}\n")
}

// packField are the statements that put a field of v into a word.
func packField(f table.Field) string {
	member := "v." + table.GoName(f.Name)
	switch {
	case f.Type == "bool":
		return "\tif " + member + " {\n\t\tword |= 1 << " + number(f.Lo) + "\n\t}\n"
	case f.Type == "f32":
		return "\tword |= math.Float32bits(" + member + ")\n"
	case f.Signed():
		member = "uint32(" + member + ")"
	}
	return strings.Join([]string{"\tword |=", member, "&", emit.Hex(f.Mask()), "<<", number(f.Lo)}, " ") + "\n"
}
