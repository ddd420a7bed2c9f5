package scene

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"tilemark/compiler/llir"
	"tilemark/hw/alu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// VertexFormat is how a location of the vertices lies in a vertex buffer, with a name of WebGPU's (section "Vertex Formats").
type VertexFormat struct {
	Name       string
	Type       uint8 // isa.Type... value of a component
	Count      int   // components, 1 to 4
	Normalized bool  // integers stand for 0 to 1, or -1 to 1
}

// LocationFormat is the format of a location.
type LocationFormat struct {
	Location uint32
	VertexFormat
}

// vertexFormats are those that the machine's loads have. WebGPU's unorm10-10-10-2 and unorm8x4-bgra are not among them.
var vertexFormats = func() (list []VertexFormat) {
	for _, f := range []struct {
		name       string
		typ        uint8
		counts     []int
		normalized bool
	}{
		{"uint8", isa.TypeUb, []int{1, 2, 4}, false}, {"sint8", isa.TypeB, []int{1, 2, 4}, false}, {"unorm8", isa.TypeUb, []int{1, 2, 4}, true}, {"snorm8", isa.TypeB, []int{1, 2, 4}, true},
		{"uint16", isa.TypeUw, []int{1, 2, 4}, false}, {"sint16", isa.TypeW, []int{1, 2, 4}, false}, {"unorm16", isa.TypeUw, []int{1, 2, 4}, true}, {"snorm16", isa.TypeW, []int{1, 2, 4}, true},
		{"float16", isa.TypeHf, []int{1, 2, 4}, false}, {"float32", isa.TypeF, []int{1, 2, 3, 4}, false}, {"uint32", isa.TypeUd, []int{1, 2, 3, 4}, false}, {"sint32", isa.TypeD, []int{1, 2, 3, 4}, false},
	} {
		for _, n := range f.counts {
			name := f.name
			if n > 1 {
				name += fmt.Sprintf("x%d", n)
			}
			list = append(list, VertexFormat{name, f.typ, n, f.normalized})
		}
	}
	return list
}()

// formatNamed finds a format.
func formatNamed(name string) (VertexFormat, bool) {
	n := slices.IndexFunc(vertexFormats, func(f VertexFormat) bool { return f.Name == name })
	if n < 0 {
		return VertexFormat{}, false
	}
	return vertexFormats[n], true
}

// bytes is the size of a vertex in the format; in a vertex buffer a location takes a multiple of four.
func (f *VertexFormat) bytes() int { return f.Count * isa.Bytes(f.Type) }

func (f *VertexFormat) place() int { return (f.bytes() + 3) / 4 * 4 }

// numbers is the type in a shader that a format is for.
func (f *VertexFormat) numbers() llir.Type {
	switch {
	case f.Normalized, f.Type == isa.TypeF, f.Type == isa.TypeHf:
		return llir.F32
	case f.Type == isa.TypeB, f.Type == isa.TypeW, f.Type == isa.TypeD:
		return llir.I32
	}
	return llir.U32
}

// suits tells whether a location of a type may have the format.
func (f *VertexFormat) suits(t llir.Type) bool {
	return f.numbers() == t || f.numbers() == llir.F32 && t == llir.F16
}

// ownFormat is the format of a location of which nothing is said: 32 bits a component.
func ownFormat(t llir.Type, count int) VertexFormat {
	name := map[llir.Type]string{llir.F32: "float32", llir.F16: "float32", llir.I32: "sint32", llir.U32: "uint32"}[t]
	if count > 1 {
		name += fmt.Sprintf("x%d", count)
	}
	f, _ := formatNamed(name)
	return f
}

// attribute is the format as state has it, at a place of a vertex buffer.
func (f *VertexFormat) attribute(binding, offset, stride int) nos.Attribute {
	return nos.Attribute{Type: f.Type, Count: uint8(f.Count), Normalized: f.Normalized, Offset: uint16(offset), Stride: uint16(stride), Binding: uint8(binding)}
}

// component is a number in the format, in its lowest bits: the nearest one that the format has.
func (f *VertexFormat) component(x float32) uint32 {
	low, high, full := 0.0, math.Exp2(float64(8*isa.Bytes(f.Type)))-1, 1.0
	switch f.Type {
	case isa.TypeF:
		return math.Float32bits(x)
	case isa.TypeHf:
		return uint32(alu.FToHF(math.Float32bits(x)))
	case isa.TypeB, isa.TypeW, isa.TypeD:
		high = math.Floor(high / 2)
		low = -high - 1
	}
	if f.Normalized {
		if full = high; low < 0 {
			low = -high
		}
	}
	return uint32(int64(max(low, min(high, math.RoundToEven(float64(x)*full))))) & uint32(math.Exp2(float64(8*isa.Bytes(f.Type)))-1)
}

// put writes the components of a location into a vertex, at a byte of it. Those that are not given are 0, 0, 0 and 1.
func (f *VertexFormat) put(vertex []uint32, at int, given []float32) {
	for c := range f.Count {
		x := float32(0)
		switch {
		case c < len(given):
			x = given[c]
		case c == 3:
			x = 1
		}
		byte := at + c*isa.Bytes(f.Type)
		vertex[byte/4] |= f.component(x) << (8 * (byte % 4))
	}
}

// locationsOfMesh are the locations that the driver packs from a mesh.
const locationsOfMesh = tangentsAt + 1

// given are the numbers of a location of the mesh, of each vertex.
func (m *Mesh) given(location uint32) [][]float32 {
	list := make([][]float32, len(m.Vertices))
	var tangents [][4]float32
	if location == tangentsAt {
		tangents = m.tangents()
	}
	for n := range m.Vertices {
		switch v := &m.Vertices[n]; location {
		case 0:
			list[n] = v.Pos[:]
		case 1:
			list[n] = v.Normal[:]
		case 2:
			list[n] = v.UV[:]
		case 3:
			list[n] = v.Color[:]
		default:
			list[n] = tangents[n][:]
		}
	}
	return list
}

// formatOf is the format of a location of a draw.
func (d *Draw) formatOf(v *variable) VertexFormat {
	for n := range d.Formats {
		if d.Formats[n].Location == v.attribute {
			return d.Formats[n].VertexFormat
		}
	}
	return ownFormat(v.typ, v.words)
}

// formatted gives the locations whose formats are state their vertex buffers, and the draw their state. Those that the draw does not bind are packed into one buffer, one after the other, which is bound
// where the first of them has its binding.
func (b *binder) formatted(d *Draw, list []variable) error {
	var packed []variable
	state, some := nos.Default(), false
	if d.Depends != nil {
		state = *d.Depends
	}
	for _, v := range list {
		if v.Kind != AttributeVariable || !v.formatted {
			continue
		}
		some = true
		if bound(d.Programs.Above.Buffers, v.Number) {
			f := d.formatOf(&v)
			state.Attributes[v.attribute] = f.attribute(v.Number, 0, f.place())
			continue
		}
		if v.attribute >= locationsOfMesh {
			return fmt.Errorf("%s is not bound, and nothing is known of location %d; a buffer, or one of locations 0 to %d was expected", v.name, v.attribute, locationsOfMesh-1)
		}
		packed = append(packed, v)
	}
	if !some {
		return nil
	}
	d.Depends = &state
	if len(packed) == 0 {
		return nil
	}
	slices.SortFunc(packed, func(a, b variable) int { return cmp.Compare(a.attribute, b.attribute) })
	stride := 0
	for n := range packed {
		f := d.formatOf(&packed[n])
		stride += f.place()
	}
	m := &b.scene.Meshes[d.Mesh]
	words := make([]uint32, stride/4*len(m.Vertices))
	at := 0
	for n := range packed {
		f := d.formatOf(&packed[n])
		for k, given := range m.given(packed[n].attribute) {
			f.put(words[stride/4*k:][:stride/4], at, given)
		}
		state.Attributes[packed[n].attribute] = f.attribute(packed[0].Number, at, stride)
		at += f.place()
	}
	d.Programs.Above.Buffers = append(d.Programs.Above.Buffers, Binding{packed[0].Number, b.buffer("vertices of "+m.Name, words)})
	return nil
}

// FormatList is a mapping of locations to formats.
type FormatList []namedFormat

type namedFormat struct {
	key    *strictyaml.Entry
	format LocationFormat
}

// locationOf reads the key of a location.
func locationOf(e *strictyaml.Entry) (uint32, error) {
	location, err := strconv.Atoi(e.Key)
	if err != nil || strconv.Itoa(location) != e.Key || location < 0 || location >= nos.Attributes {
		return 0, e.Wrong("%q; a location of the vertices, 0 to %d, was expected", e.Key, nos.Attributes-1)
	}
	return uint32(location), nil
}

// formatName is the name of a format.
type formatName struct{ VertexFormat }

// DecodeYAML reads a name.
func (v *formatName) DecodeYAML(n *strictyaml.Node) error {
	f, ok := formatNamed(n.Text)
	if !ok || !n.Scalar() {
		return n.Wrong("%v; a vertex format of WebGPU was expected, such as float32x3 or unorm8x4%s", n, near.Suggest(n.Text, formatNames(), ""))
	}
	v.VertexFormat = f
	return nil
}

// DecodeYAML reads {location: format, ...}.
func (v *FormatList) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of locations to formats, such as {0: float32x3, 3: unorm8x4},")
	}
	for _, e := range n.Entries {
		location, err := locationOf(e)
		if err != nil {
			return err
		}
		var f formatName
		if err := f.DecodeYAML(e.Value); err != nil {
			return err
		}
		*v = append(*v, namedFormat{e, LocationFormat{location, f.VertexFormat}})
	}
	return nil
}

func formatNames() (list []string) {
	for _, f := range vertexFormats {
		list = append(list, f.Name)
	}
	return list
}

// Formats reads the formats of the draw's vertices, for the vertex kernel that it runs.
func (v FormatList) Formats(draw *Draw) error {
	list := draw.Programs.Vertex.Variables()
	for _, e := range v {
		f := e.format
		n := slices.IndexFunc(list, func(v variable) bool { return v.Kind == AttributeVariable && v.formatted && v.attribute == f.Location })
		switch {
		case n < 0:
			return e.key.Wrong("location %d; one that the draw's vertex kernel has, a shader with the item vertex_format of state, was expected", f.Location)
		case !f.suits(list[n].typ):
			own := ownFormat(list[n].typ, list[n].words)
			return e.key.Wrong("%s for location %d, which is of type %v in the shader; a format of such numbers, such as %s, was expected", f.Name, f.Location, list[n].typ, own.Name)
		}
		draw.Formats = append(draw.Formats, f)
	}
	return nil
}

// AttributeList is a mapping of attributes to how they lie in buffers that a draw binds itself: what kernels that are no shaders depend on.
type AttributeList []namedAttribute

type namedAttribute struct {
	Format LocationFormat
	spec   attributeSpec
}

type attributeSpec struct {
	strictyaml.Source

	Format  formatName `yaml:"format"`
	Offset  int        `yaml:"offset"`
	Stride  int        `yaml:"stride"`
	Binding int        `yaml:"binding"`
}

// DecodeYAML reads {attribute: {format: ..., stride: ...}, ...}.
func (v *AttributeList) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of attributes to formats and places, such as {0: {format: float32x3, stride: 12}},")
	}
	for _, e := range n.Entries {
		location, err := locationOf(e)
		if err != nil {
			return err
		}
		a := namedAttribute{Format: LocationFormat{Location: location}}
		if err := strictyaml.Decode(e.Value, &a.spec); err != nil {
			return err
		}
		*v = append(*v, a)
	}
	return nil
}

// mostStride is the greatest stride of a vertex buffer, in bytes, as in WebGPU.
const mostStride = 2048

// Attribute is what state has of it.
func (a *namedAttribute) Attribute() (nos.Attribute, error) {
	s := &a.spec
	switch size := isa.Bytes(s.Format.Type); {
	case s.Format.Name == "":
		return nos.Attribute{}, s.Wrong("format", "attribute %d: a format was expected", a.Format.Location)
	case s.Offset < 0 || s.Offset >= mostStride || s.Offset%size != 0:
		return nos.Attribute{}, s.Wrong("offset", "attribute %d: offset %d; a multiple of %d below %d was expected", a.Format.Location, s.Offset, size, mostStride)
	case s.Stride < 0 || s.Stride > mostStride || s.Stride%4 != 0:
		return nos.Attribute{}, s.Wrong("stride", "attribute %d: stride %d; a multiple of 4 up to %d was expected", a.Format.Location, s.Stride, mostStride)
	case s.Binding < 0 || s.Binding >= MostBuffers:
		return nos.Attribute{}, s.Wrong("binding", "attribute %d: binding %d; 0 to %d was expected", a.Format.Location, s.Binding, MostBuffers-1)
	}
	return s.Format.attribute(s.Binding, s.Offset, s.Stride), nil
}
