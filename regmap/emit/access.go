package emit

import "tilemark/regmap/table"

// XMLAccess is what software can do with a field, in the words that IP-XACT and CMSIS-SVD
// share. Neither has one for a field that is not for software.
type XMLAccess struct {
	Access  string // element access
	OnWrite string // modifiedWriteValue of IP-XACT, modifiedWriteValues of SVD; "" for none
	OnRead  string // readAction; "" for none
	Exact   bool   // these words say all of it
}

var xmlOnWrite = map[table.WriteEffect]string{
	table.OneClears: "oneToClear", table.OneSets: "oneToSet", table.OneToggles: "oneToToggle",
	table.ZeroClears: "zeroToClear", table.ZeroSets: "zeroToSet", table.ZeroToggles: "zeroToToggle",
	table.AnyClears: "clear", table.AnySets: "set",
}

var xmlOnRead = map[table.ReadEffect]string{table.ReadClears: "clear", table.ReadSetsAll: "set"}

// NewXMLAccess finds the words for an access type.
func NewXMLAccess(a table.Access) XMLAccess {
	x := XMLAccess{OnWrite: xmlOnWrite[a.Writes], OnRead: xmlOnRead[a.Reads], Exact: a.Reads != table.ReadZero && a.Writes != table.Pulse}
	switch {
	case a.Once() && a.Readable():
		x.Access = "read-writeOnce"
	case a.Once():
		x.Access = "writeOnce"
	case a.Readable() && a.Writable():
		x.Access = "read-write"
	case a.Readable():
		x.Access = "read-only"
	case a.Writable():
		x.Access = "write-only"
	default:
		x.Access, x.Exact = "read-only", false
	}
	return x
}
