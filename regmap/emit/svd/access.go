package svd

import (
	"fmt"

	"tilemark/regmap/table"
)

var onWrite = map[table.WriteEffect]string{
	table.OneClears: "oneToClear", table.OneSets: "oneToSet", table.OneToggles: "oneToToggle",
	table.ZeroClears: "zeroToClear", table.ZeroSets: "zeroToSet", table.ZeroToggles: "zeroToToggle",
	table.AnyClears: "clear", table.AnySets: "set",
}

var onRead = map[table.ReadEffect]string{table.ReadClears: "clear", table.ReadSetsAll: "set"}

// accessOf is the element access, and whether it says all together with the others.
func accessOf(a table.Access) (access string, exact bool) {
	readable := a.Reads != table.NoRead && a.Reads != table.ReadZero
	exact = a.Reads != table.ReadZero && a.Writes != table.Pulse
	switch {
	case a.Once() && readable:
		return "read-writeOnce", exact
	case a.Once():
		return "writeOnce", exact
	case readable && a.Writable():
		return "read-write", exact
	case readable:
		return "read-only", exact
	case a.Writable():
		return "write-only", exact
	}
	return "read-only", false
}

// traits says what the elements of a field cannot.
func traits(f table.Field, exact bool) string {
	text := " Type " + f.Type + "."
	if f.Align > 1 {
		text += fmt.Sprintf(" A multiple of %d.", f.Align)
	}
	if !exact {
		text += " Software access: " + f.SW + "."
	}
	return text + " Hardware access: " + f.HW + "."
}
