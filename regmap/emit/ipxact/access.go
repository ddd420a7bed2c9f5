package ipxact

import "tilemark/regmap/table"

var onWrite = map[table.WriteEffect]string{
	table.OneClears: "oneToClear", table.OneSets: "oneToSet", table.OneToggles: "oneToToggle",
	table.ZeroClears: "zeroToClear", table.ZeroSets: "zeroToSet", table.ZeroToggles: "zeroToToggle",
	table.AnyClears: "clear", table.AnySets: "set",
}

var onRead = map[table.ReadEffect]string{table.ReadClears: "clear", table.ReadSetsAll: "set"}

// accessOf is the element access, and whether it says all together with the others. The
// standard of 2014 has no word for a field that is not for software.
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
