package systemrdl

import (
	"fmt"

	"tilemark/regmap/table"
)

// properties are what a field is, but for its description. A field that no software
// may touch, and one that both sides only write, make no sense to the language; what is
// nearest stands there, and sw_access or hw_access tells.
func properties(f table.Field) (list []string) {
	a, h := f.Access(), hardware(f.HW)
	sw, exact := software(a)
	list = append(list, "sw = "+sw)
	if !exact || a.Writes == table.Pulse && f.Width() > 1 {
		list = append(list, "sw_access = "+quote(a.Name))
	}
	if (sw == "w" || sw == "w1") && h.access == "w" {
		h = hardwareAccess{access: "rw", name: "wo"}
	}
	list = append(list, "hw = "+h.access)
	if h.name != "" {
		list = append(list, "hw_access = "+quote(h.name))
	}
	if h.property != "" {
		list = append(list, h.property)
	}
	list = append(list, effects(a, f.Width())...)
	if len(f.Enum) > 0 {
		return append(list, "encode = "+f.Name+"_e")
	}
	if f.Type != "bool" {
		list = append(list, "number_type = "+quote(f.Type))
	}
	if f.Align > 1 {
		list = append(list, fmt.Sprintf("address_alignment = %d", f.Align))
	}
	return list
}

// software is the property sw, and whether it says all together with onread and onwrite.
func software(a table.Access) (sw string, exact bool) {
	exact = a.Reads != table.ReadZero || a.Writes == table.Pulse
	switch {
	case a.Once() && a.Readable():
		return "rw1", exact
	case a.Once():
		return "w1", exact
	case a.Readable() && a.Writable():
		return "rw", exact
	case a.Readable():
		return "r", exact
	case a.Writable():
		return "w", exact
	}
	return "r", false
}

func effects(a table.Access, width int) (list []string) {
	switch a.Reads {
	case table.ReadClears:
		list = append(list, "onread = rclr")
	case table.ReadSetsAll:
		list = append(list, "onread = rset")
	}
	if a.Writes == table.Pulse && width == 1 { // the language has it for single bits only
		return append(list, "singlepulse")
	}
	if on, ok := onWrite[a.Writes]; ok {
		list = append(list, "onwrite = "+on)
	}
	return list
}

var onWrite = map[table.WriteEffect]string{
	table.OneClears: "woclr", table.OneSets: "woset", table.OneToggles: "wot",
	table.ZeroClears: "wzc", table.ZeroSets: "wzs", table.ZeroToggles: "wzt",
	table.AnyClears: "wclr", table.AnySets: "wset",
}

type hardwareAccess struct {
	access, property string
	name             string // where the two cannot say it
}

func hardware(name string) hardwareAccess {
	switch name {
	case "none":
		return hardwareAccess{access: "na"}
	case "ro":
		return hardwareAccess{access: "r"}
	case "wo":
		return hardwareAccess{access: "w"}
	case "set":
		return hardwareAccess{access: "r", property: "hwset"}
	case "clr":
		return hardwareAccess{access: "r", property: "hwclr"}
	}
	return hardwareAccess{access: "rw"}
}

// windowAccess is the property sw of a memory.
func windowAccess(name string) string {
	a, _ := table.AccessByName(name)
	sw, _ := software(a)
	return sw
}
