// Package svd writes the register map as a CMSIS-SVD 1.3 device. A block is a
// peripheral at its byte offset in the save area. What the format has no element for
// stands in the descriptions.
package svd

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

// Emit returns the device.
func Emit(m *emit.Map) ([]emit.File, error) {
	return []emit.File{emit.Lazy(m.Name+".svd", func(t *emit.Text) { (&writer{emit.NewXML(t), m}).device() })}, nil
}

const root = `device schemaVersion="1.3" xmlns:xs="http://www.w3.org/2001/XMLSchema-instance" xs:noNamespaceSchemaLocation="CMSIS-SVD.xsd"`

func (w *writer) device() {
	w.Open(root)
	w.Element("vendor", "tilemark")
	w.Element("name", w.m.Name)
	w.Element("version", "1.0")
	w.Element("description", "Registers; addresses are byte offsets in the save area.")
	w.Element("addressUnitBits", "8")
	w.Element("width", "32")
	w.Element("size", "32")
	w.Element("access", "read-write")
	w.Open("peripherals")
	for _, b := range w.m.Blocks {
		w.peripheral(b)
	}
	w.Close("peripherals")
	w.Close("device")
}

func hex(v int) string { return emit.Hex(uint32(v)) }

func (w *writer) peripheral(b table.Block) {
	items := emit.Items(b)
	w.Open("peripheral")
	w.Element("name", b.Name)
	w.Element("version", b.Version)
	w.Element("description", fmt.Sprintf("%s Block %d.", b.Description, b.ID))
	w.Element("baseAddress", hex(w.m.Layout.Base(b)))
	w.addressBlocks(b, items)
	if len(items) > 0 {
		w.Open("registers")
		for _, i := range items {
			w.item(i)
		}
		w.Close("registers")
	}
	w.Close("peripheral")
}

// addressBlocks cuts the peripheral into its registers and its windows.
func (w *writer) addressBlocks(b table.Block, items []emit.Item) {
	begin := 0
	for _, i := range items {
		if i.Window == nil {
			continue
		}
		w.addressBlock(begin, i.Offset, "registers")
		begin = i.Offset + i.DWords()
		w.addressBlock(i.Offset, begin, "buffer")
	}
	w.addressBlock(begin, b.Length, "registers")
}

func (w *writer) addressBlock(begin, end int, usage string) {
	if begin == end {
		return
	}
	w.Open("addressBlock")
	w.Element("offset", hex(4*begin))
	w.Element("size", hex(4*(end-begin)))
	w.Element("usage", usage)
	w.Close("addressBlock")
}

func (w *writer) item(i emit.Item) {
	switch {
	case i.Window != nil:
		w.window(*i.Window)
	case i.IsFile():
		w.Open("cluster")
		w.dim(i.Count, i.Stride)
		w.Element("name", i.Name()+"[%s]")
		w.Element("description", "Registers that repeat together.")
		w.Element("addressOffset", hex(4*i.Offset))
		for _, r := range i.Registers {
			at := r.Offset - i.Offset
			r.Count = 1
			w.register(r, at)
		}
		w.Close("cluster")
	default:
		w.register(i.Registers[0], i.Offset)
	}
}

func (w *writer) dim(count, stride int) {
	w.Element("dim", strconv.Itoa(count))
	w.Element("dimIncrement", hex(4*stride))
}

// window is an array of words, since a part of a peripheral has no name.
func (w *writer) window(win table.Window) {
	a, _ := table.AccessByName(win.SW)
	w.Open("register")
	w.dim(win.Length, 1)
	w.Element("name", win.Name+"[%s]")
	w.Element("description", win.Description+" A window, not registers.")
	w.Element("addressOffset", hex(4*win.Offset))
	w.Element("access", emit.NewXMLAccess(a).Access)
	w.Close("register")
}

func (w *writer) register(r table.Register, offset int) {
	w.Open("register")
	name := r.Name
	if r.Count > 1 {
		w.dim(r.Count, r.Stride)
		name += "[%s]"
	}
	w.Element("name", name)
	w.Element("description", r.Description+" "+emit.Traits(r))
	w.Element("addressOffset", hex(4*offset))
	w.Element("resetValue", emit.Hex(r.Reset()))
	w.Element("resetMask", emit.Hex(mask(r)))
	w.Open("fields")
	for _, f := range r.Fields {
		w.field(f)
	}
	w.Close("fields")
	w.Close("register")
}

// mask is the bits that have a meaning.
func mask(r table.Register) (m uint32) {
	for _, f := range r.Fields {
		m |= f.Mask() << f.Lo
	}
	return m
}

func (w *writer) field(f table.Field) {
	x := emit.NewXMLAccess(f.Access())
	w.Open("field")
	w.Element("name", f.Name)
	w.Element("description", f.Description+traits(f, x.Exact))
	w.Element("bitOffset", strconv.Itoa(f.Lo))
	w.Element("bitWidth", strconv.Itoa(f.Width()))
	w.Element("access", x.Access)
	w.Optional("modifiedWriteValues", x.OnWrite)
	w.Optional("readAction", x.OnRead)
	w.enum(f)
	w.Close("field")
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

func (w *writer) enum(f table.Field) {
	if len(f.Enum) == 0 {
		return
	}
	w.Open("enumeratedValues")
	for _, v := range f.Enum {
		w.Open("enumeratedValue")
		w.Element("name", v.Name)
		w.Element("value", strconv.FormatInt(v.Value, 10))
		w.Close("enumeratedValue")
	}
	w.Close("enumeratedValues")
}
