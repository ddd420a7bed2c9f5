// Package ipxact writes the register map as an IP-XACT component, IEEE 1685-2014. A
// block is an address block at its byte offset in the save area; around its windows,
// which are address blocks of usage memory, it is cut into parts. What the standard
// has no element for stands in vendor extensions.
package ipxact

import (
	"fmt"
	"strconv"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

type writer struct {
	*emit.XMLText
	m *emit.Map
}

// Emit returns the component.
func Emit(m *emit.Map) ([]emit.File, error) {
	return []emit.File{emit.Lazy(m.Name+".ipxact.xml", func(t *emit.Text) { (&writer{emit.NewXML(t), m}).component() })}, nil
}

const root = `ipxact:component xmlns:ipxact="http://www.accellera.org/XMLSchema/IPXACT/1685-2014" xmlns:tilemark="tilemark"` +
	` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
	` xsi:schemaLocation="http://www.accellera.org/XMLSchema/IPXACT/1685-2014 http://www.accellera.org/XMLSchema/IPXACT/1685-2014/index.xsd"`

func (w *writer) component() {
	w.Open(root)
	w.Element("ipxact:vendor", "tilemark")
	w.Element("ipxact:library", "registers")
	w.Element("ipxact:name", w.m.Name)
	w.Element("ipxact:version", "1.0")
	w.Open("ipxact:memoryMaps")
	w.Open("ipxact:memoryMap")
	w.Element("ipxact:name", "save_area")
	w.Element("ipxact:description", "Addresses are byte offsets in the save area.")
	for _, b := range w.m.Blocks {
		w.block(b)
	}
	w.Element("ipxact:addressUnitBits", "8")
	w.Close("ipxact:memoryMap")
	w.Close("ipxact:memoryMaps")
	w.Close("ipxact:component")
}

// block writes a block as parts between its windows.
func (w *writer) block(b table.Block) {
	begin, part := 0, 0
	var registers []emit.Item
	flush := func(end int) {
		if len(registers) > 0 {
			w.part(b, begin, end, part, registers)
			part++
		}
		registers = nil
	}
	for _, i := range emit.Items(b) {
		if i.Window == nil {
			registers = append(registers, i)
			continue
		}
		flush(i.Offset)
		w.window(b, *i.Window)
		begin = i.Offset + i.DWords()
	}
	flush(b.Length)
}

func (w *writer) part(b table.Block, begin, end, part int, registers []emit.Item) {
	name := b.Name
	if part > 0 {
		name += "__" + strconv.Itoa(part)
	}
	w.Open("ipxact:addressBlock")
	w.place(name, b.Description, w.m.Layout.Base(b)+4*begin, end-begin)
	w.Element("ipxact:usage", "register")
	for _, i := range registers {
		w.item(i, begin)
	}
	w.extensions([][2]string{{"id", strconv.Itoa(b.ID)}, {"version", b.Version}})
	w.Close("ipxact:addressBlock")
}

func (w *writer) window(b table.Block, win table.Window) {
	w.Open("ipxact:addressBlock")
	w.place(b.Name+"__"+win.Name, win.Description, w.m.Layout.Base(b)+4*win.Offset, win.Length)
	w.Element("ipxact:usage", "memory")
	a, _ := table.AccessByName(win.SW)
	w.Element("ipxact:access", emit.NewXMLAccess(a).Access)
	w.Close("ipxact:addressBlock")
}

func (w *writer) place(name, description string, base, dwords int) {
	w.Element("ipxact:name", name)
	w.Element("ipxact:description", description)
	w.Element("ipxact:baseAddress", hex(uint32(base)))
	w.Element("ipxact:range", hex(uint32(4*dwords)))
	w.Element("ipxact:width", "32")
}

func hex(v uint32) string { return "'h" + strconv.FormatUint(uint64(v), 16) }

// item writes a register, an array, or a file of registers that repeat; the standard
// has no distance between the elements of an array but the range of a file.
func (w *writer) item(i emit.Item, begin int) {
	if !i.IsFile() {
		w.register(i.Registers[0], i.Offset-begin)
		return
	}
	w.Open("ipxact:registerFile")
	w.Element("ipxact:name", i.Name())
	w.Element("ipxact:dim", strconv.Itoa(i.Count))
	w.Element("ipxact:addressOffset", hex(uint32(4*(i.Offset-begin))))
	w.Element("ipxact:range", hex(uint32(4*i.Stride)))
	for _, r := range i.Registers {
		at := r.Offset - i.Offset
		r.Count = 1
		w.register(r, at)
	}
	w.Close("ipxact:registerFile")
}

func (w *writer) register(r table.Register, offset int) {
	w.Open("ipxact:register")
	w.Element("ipxact:name", r.Name)
	w.Element("ipxact:description", r.Description)
	if r.Count > 1 {
		w.Element("ipxact:dim", strconv.Itoa(r.Count))
	}
	w.Element("ipxact:addressOffset", hex(uint32(4*offset)))
	w.Element("ipxact:size", "32")
	for _, f := range r.Fields {
		w.field(f)
	}
	w.extensions([][2]string{{"class", r.Class}, {"since", r.Since}, {"lock", r.Lock}, {"alias", r.Alias}})
	w.Close("ipxact:register")
}

func (w *writer) field(f table.Field) {
	w.Open("ipxact:field")
	w.Element("ipxact:name", f.Name)
	w.Element("ipxact:description", f.Description)
	w.Element("ipxact:bitOffset", strconv.Itoa(f.Lo))
	w.Open("ipxact:resets")
	w.Open("ipxact:reset")
	w.Element("ipxact:value", hex(f.ResetBits()))
	w.Close("ipxact:reset")
	w.Close("ipxact:resets")
	w.Element("ipxact:bitWidth", strconv.Itoa(f.Width()))
	if f.HardwareWrites() {
		w.Element("ipxact:volatile", "true")
	}
	extra := w.access(f)
	w.extensions(append([][2]string{{"type", f.Type}, {"hw", f.HW}}, extra...))
	w.Close("ipxact:field")
}

// access writes what software can do with a field, and its enumeration, in the order
// of the schema; it returns what the elements cannot say.
func (w *writer) access(f table.Field) (extra [][2]string) {
	a := f.Access()
	x := emit.NewXMLAccess(a)
	w.Element("ipxact:access", x.Access)
	w.enum(f)
	w.Optional("ipxact:modifiedWriteValue", x.OnWrite)
	w.Optional("ipxact:readAction", x.OnRead)
	if !x.Exact {
		extra = append(extra, [2]string{"sw", a.Name})
	}
	if f.Align > 1 {
		extra = append(extra, [2]string{"align", strconv.Itoa(f.Align)})
	}
	return extra
}

func (w *writer) enum(f table.Field) {
	if len(f.Enum) == 0 {
		return
	}
	w.Open("ipxact:enumeratedValues")
	for _, v := range f.Enum {
		w.Open("ipxact:enumeratedValue")
		w.Element("ipxact:name", v.Name)
		w.Element("ipxact:value", fmt.Sprintf("'h%x", v.Value))
		w.Close("ipxact:enumeratedValue")
	}
	w.Close("ipxact:enumeratedValues")
}

// extensions writes those that are not empty.
func (w *writer) extensions(values [][2]string) {
	w.Open("ipxact:vendorExtensions")
	for _, v := range values {
		w.Optional("tilemark:"+v[0], v[1])
	}
	w.Close("ipxact:vendorExtensions")
}
