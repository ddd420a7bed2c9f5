package systemrdl

import (
	"slices"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// aliasOf finds the register that the language's own alias can name: both stand alone
// or are arrays of one size, neither is in a register file, and their fields are the
// same but for access by software. Other aliases have the property alias_of only.
func aliasOf(items []emit.Item, i emit.Item) (string, bool) {
	r := i.Registers[0]
	if r.Alias == "" || i.IsFile() {
		return "", false
	}
	k := slices.IndexFunc(items, func(other emit.Item) bool {
		return other.Window == nil && !other.IsFile() && other.Registers[0].Name == r.Alias
	})
	if k < 0 || items[k].Count != i.Count || items[k].Offset > i.Offset {
		return "", false
	}
	target := items[k].Registers[0]
	for _, f := range r.Fields {
		if !slices.ContainsFunc(target.Fields, func(g table.Field) bool { return compatible(f, g) }) {
			return "", false
		}
	}
	return target.Name, target.Alias == ""
}

// compatible reports whether the language lets field f of an alias stand for g. Each
// register has enumerations of its own, which are never the same.
func compatible(f, g table.Field) bool {
	return f.Name == g.Name && f.Hi == g.Hi && f.Lo == g.Lo && f.HW == g.HW && f.ResetBits() == g.ResetBits() &&
		(f.Access().Writes == table.Pulse) == (g.Access().Writes == table.Pulse) && len(f.Enum)+len(g.Enum) == 0
}
