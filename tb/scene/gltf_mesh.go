package scene

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"tilemark/hw/strictyaml"
)

var gltfTopologies = map[gltf.PrimitiveMode]Topology{
	gltf.PrimitiveTriangles:     TriangleList,
	gltf.PrimitiveTriangleStrip: TriangleStrip,
	gltf.PrimitiveTriangleFan:   TriangleFan,
}

// addPrimitive makes a mesh of a primitive; -1 when it has nothing to draw.
func (f *gltfFile) addPrimitive(key [2]int, p *gltf.Primitive, look *gltfLook) (int, error) {
	name := meshName(f.doc.Meshes[key[0]], key[0])
	if key[1] > 0 {
		name = fmt.Sprintf("%s[%d]", name, key[1])
	}
	topology, drawable := gltfTopologies[p.Mode]
	if _, positioned := p.Attributes[gltf.POSITION]; !drawable || !positioned {
		f.remark("mesh %q: points, lines and primitives without positions are not drawn", name)
		return -1, nil
	}
	if len(p.Targets) > 0 {
		f.remark("morph targets are not applied")
	}
	m := Mesh{Name: name, Topology: topology}
	if err := f.readVertices(&m, p, look); err != nil {
		return 0, err
	}
	if p.Indices != nil {
		if err := f.readIndices(&m, *p.Indices); err != nil {
			return 0, fmt.Errorf("indices: %w", err)
		}
	}
	if !m.HasNormal {
		if err := m.validate(false, strictyaml.Source{}); err != nil {
			return 0, err
		}
		m.flatNormals()
	}
	f.scene.Meshes = append(f.scene.Meshes, m)
	return len(f.scene.Meshes) - 1, nil
}

func (f *gltfFile) readVertices(m *Mesh, p *gltf.Primitive, look *gltfLook) error {
	positions, err := f.attribute(p, gltf.POSITION, -1, gltf.AccessorVec3)
	if err != nil {
		return err
	}
	n := len(positions)
	normals, err1 := f.attribute(p, gltf.NORMAL, n, gltf.AccessorVec3)
	uvs, err2 := f.attribute(p, fmt.Sprintf("TEXCOORD_%d", look.uvSet), n, gltf.AccessorVec2)
	colors, err3 := f.attribute(p, gltf.COLOR_0, n, gltf.AccessorVec3, gltf.AccessorVec4)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	m.HasNormal, m.HasUV, m.HasColor = normals != nil, uvs != nil, colors != nil
	m.Vertices = make([]Vertex, n)
	for i := range m.Vertices {
		v := Vertex{Pos: [3]float32(positions[i][:3]), Color: [4]float32{1, 1, 1, 1}}
		if m.HasNormal {
			v.Normal = [3]float32(normals[i][:3])
		}
		if m.HasUV {
			for k := range 2 {
				v.UV[k] = float32(float64(uvs[i][k])*look.scale[k] + look.offset[k])
			}
		}
		if m.HasColor {
			v.Color = colors[i]
		}
		m.Vertices[i] = v
	}
	return nil
}

func (f *gltfFile) readIndices(m *Mesh, accessor int) error {
	data, _, err := f.accessor(accessor, gltf.AccessorScalar)
	if err != nil {
		return err
	}
	switch list := data.(type) {
	case []uint8:
		m.Indices = widen(list)
	case []uint16:
		m.Indices = widen(list)
	case []uint32:
		m.Indices = slices.Clone(list)
	default:
		return fmt.Errorf("accessor %d: type %T; unsigned integers were expected", accessor, data)
	}
	if m.Indices == nil {
		m.Indices = []uint32{}
	}
	return nil
}

func widen[T uint8 | uint16](list []T) []uint32 {
	wide := make([]uint32, len(list))
	for i, v := range list {
		wide[i] = uint32(v)
	}
	return wide
}

// attribute reads a vertex attribute as floats, missing components as 0, 0, 0, 1; nil when the primitive has none of that
// name. count is how many there must be, unless negative.
func (f *gltfFile) attribute(p *gltf.Primitive, name string, count int, types ...gltf.AccessorType) ([][4]float32, error) {
	number, given := p.Attributes[name]
	if !given {
		return nil, nil
	}
	data, normalized, err := f.accessor(number, types...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	// Without KHR_mesh_quantization integers are always normalised.
	normalized = normalized || !slices.Contains(f.doc.ExtensionsUsed, "KHR_mesh_quantization")
	list := floats(reflect.ValueOf(data), normalized)
	if count >= 0 && len(list) != count {
		return nil, fmt.Errorf("%s: %d values for %d positions", name, len(list), count)
	}
	return list, nil
}

// floats turns a slice of arrays of any component type into floats. (The library's own colour reader applies the sRGB curve to
// floats and cuts 16 bits to the lower 8, so it is not used.)
func floats(list reflect.Value, normalized bool) [][4]float32 {
	out := make([][4]float32, list.Len())
	for i := range out {
		out[i][3] = 1
		element := list.Index(i)
		for k := range element.Len() {
			out[i][k] = component(element.Index(k), normalized)
		}
	}
	return out
}

func component(v reflect.Value, normalized bool) float32 {
	if v.CanFloat() {
		return float32(v.Float())
	}
	bits := v.Type().Bits()
	if v.CanInt() {
		if !normalized {
			return float32(v.Int())
		}
		return max(-1, float32(v.Int())/float32(int64(1)<<(bits-1)-1))
	}
	if !normalized {
		return float32(v.Uint())
	}
	return float32(v.Uint()) / float32(uint64(1)<<bits-1)
}

// accessor reads an accessor of one of the given types, sparse ones included, and says whether it is normalised.
func (f *gltfFile) accessor(number int, types ...gltf.AccessorType) (data any, normalized bool, err error) {
	a, err := pick(f.doc.Accessors, number, "accessor")
	if err == nil {
		err = f.checkAccessor(a, types)
	}
	if err == nil {
		err = guard(func() error {
			data, err = modeler.ReadAccessor(&f.doc, a, nil)
			return err
		})
	}
	if err != nil {
		return nil, false, fmt.Errorf("accessor %d: %w", number, err)
	}
	return data, a.Normalized, nil
}

// checkAccessor makes sure that the library reads inside the buffers and allocates no more than they can fill.
func (f *gltfFile) checkAccessor(a *gltf.Accessor, types []gltf.AccessorType) error {
	if !slices.Contains(types, a.Type) {
		return fmt.Errorf("type %v; %v was expected", a.Type, types)
	}
	if a.Count < 0 || a.Count > maxIndices {
		return fmt.Errorf("too large: %d elements; at most %d are loaded", a.Count, maxIndices)
	}
	size := gltf.SizeOfElement(a.ComponentType, a.Type)
	if a.BufferView != nil {
		if err := f.checkRange(*a.BufferView, a.ByteOffset, a.Count, size); err != nil {
			return err
		}
	}
	s := a.Sparse
	if s == nil {
		return nil
	}
	if s.Count < 0 || s.Count > a.Count {
		return fmt.Errorf("sparse: %d of %d elements", s.Count, a.Count)
	}
	return errors.Join(
		f.checkRange(s.Indices.BufferView, s.Indices.ByteOffset, s.Count, s.Indices.ComponentType.ByteSize()),
		f.checkRange(s.Values.BufferView, s.Values.ByteOffset, s.Count, size))
}

// checkRange checks that count elements of size bytes from offset lie in a buffer view.
func (f *gltfFile) checkRange(view, offset, count, size int) error {
	data, err := f.view(view)
	if err != nil {
		return err
	}
	stride := f.doc.BufferViews[view].ByteStride
	if stride == 0 {
		stride = size
	}
	if stride < size || stride > 252 || offset < 0 || offset > len(data) {
		return fmt.Errorf("buffer view %d: element size %d, stride %d, offset %d do not fit its %d bytes",
			view, size, stride, offset, len(data))
	}
	if count > 0 && (count-1)*stride+size > len(data)-offset {
		return fmt.Errorf("buffer view %d is too short: %d bytes for %d elements of %d bytes from offset %d",
			view, len(data), count, size, offset)
	}
	return nil
}

func (f *gltfFile) view(number int) ([]byte, error) {
	v, err := pick(f.doc.BufferViews, number, "buffer view")
	if err != nil {
		return nil, err
	}
	b, err := pick(f.doc.Buffers, v.Buffer, "buffer")
	if err != nil {
		return nil, fmt.Errorf("buffer view %d: %w", number, err)
	}
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(b.Data) || v.ByteLength > len(b.Data)-v.ByteOffset {
		return nil, fmt.Errorf("buffer view %d: offset %d, length %d, but buffer %d has %d bytes",
			number, v.ByteOffset, v.ByteLength, v.Buffer, len(b.Data))
	}
	return b.Data[v.ByteOffset:][:v.ByteLength], nil
}
