package gltf

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/text/number"
)

// attribute reads a vertex attribute as floats, missing components as 0, 0, 0, 1; nil when the primitive has none of that
// name. count is how many there must be, unless negative.
func (f *gltfFile) attribute(of gltf.PrimitiveAttributes, name string, count int, types ...gltf.AccessorType) ([][4]float32, error) {
	index, given := of[name]
	if !given {
		return nil, nil
	}
	data, normalized, err := f.accessor(index, types...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	// Without KHR_mesh_quantization integers are always normalised.
	normalized = normalized || !slices.Contains(f.doc.ExtensionsUsed, extensionQuantization)
	list := floats(reflect.ValueOf(data), normalized)
	if count >= 0 && len(list) != count {
		return nil, fmt.Errorf("%s: %s values for %s positions", name, number.Thousands(len(list)), number.Thousands(count))
	}
	components := f.doc.Accessors[index].Type.Components()
	for i := range list {
		if err := scene.Reachable(strings.ToLower(name), list[i][:components]); err != nil {
			return nil, fmt.Errorf("accessor %d: vertex %d: %w", index, i, err)
		}
	}
	return list, nil
}

// integers reads a vertex attribute of four whole numbers.
func (f *gltfFile) integers(of gltf.PrimitiveAttributes, name string, count int) ([][4]float32, error) {
	index, given := of[name]
	if !given {
		return nil, nil
	}
	data, _, err := f.accessor(index, gltf.AccessorVec4)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	switch data.(type) {
	case [][4]uint8, [][4]uint16:
	default:
		return nil, fmt.Errorf("%s: accessor %d: type %T; unsigned integers of 8 or 16 bits were expected", name, index, data)
	}
	list := floats(reflect.ValueOf(data), false)
	if len(list) != count {
		return nil, fmt.Errorf("%s: %s values for %s positions", name, number.Thousands(len(list)), number.Thousands(count))
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
func (f *gltfFile) accessor(index int, types ...gltf.AccessorType) (data any, normalized bool, err error) {
	a, err := pick(f.doc.Accessors, index, "accessor")
	if err == nil {
		err = f.checkAccessor(a, types)
	}
	if err == nil {
		err = files.Guard(func() error {
			data, err = modeler.ReadAccessor(&f.doc, a, nil)
			return err
		})
	}
	if err != nil {
		return nil, false, fmt.Errorf("accessor %d: %w", index, err)
	}
	return data, a.Normalized, nil
}

// elements is how many elements an accessor says that it has.
func (f *gltfFile) elements(index int) (int, error) {
	a, err := pick(f.doc.Accessors, index, "accessor")
	if err != nil {
		return 0, fmt.Errorf("accessor %d: %w", index, err)
	}
	if err := checkCount(a); err != nil {
		return 0, fmt.Errorf("accessor %d: %w", index, err)
	}
	return a.Count, nil
}

func checkCount(a *gltf.Accessor) error {
	if a.Count < 0 || a.Count > scene.MaxIndices {
		return fmt.Errorf("too large: %s elements; at most %s are loaded", number.Thousands(a.Count), number.Thousands(scene.MaxIndices))
	}
	return nil
}

// checkAccessor makes sure that the library reads inside the buffers and allocates no more than they can fill.
func (f *gltfFile) checkAccessor(a *gltf.Accessor, types []gltf.AccessorType) error {
	if !slices.Contains(types, a.Type) {
		return fmt.Errorf("type %v; %v was expected", a.Type, types)
	}
	if err := checkCount(a); err != nil {
		return err
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
		return fmt.Errorf("sparse: %s of %s elements", number.Thousands(s.Count), number.Thousands(a.Count))
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
		return fmt.Errorf("buffer view %d: element size %d, stride %d, offset %d do not fit its %s bytes",
			view, size, stride, offset, number.Thousands(len(data)))
	}
	if count > 0 && (count-1)*stride+size > len(data)-offset {
		return fmt.Errorf("buffer view %d is too short: %s bytes for %s elements of %d bytes from offset %d",
			view, number.Thousands(len(data)), number.Thousands(count), size, offset)
	}
	return nil
}

func (f *gltfFile) view(index int) ([]byte, error) {
	v, err := pick(f.doc.BufferViews, index, "buffer view")
	if err != nil {
		return nil, err
	}
	b, err := pick(f.doc.Buffers, v.Buffer, "buffer")
	if err == nil {
		err = f.absent[v.Buffer]
	}
	if err != nil {
		return nil, fmt.Errorf("buffer view %d: %w", index, err)
	}
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(b.Data) || v.ByteLength > len(b.Data)-v.ByteOffset {
		return nil, fmt.Errorf("buffer view %d: offset %d, length %s, but buffer %d has %s bytes",
			index, v.ByteOffset, number.Thousands(v.ByteLength), v.Buffer, number.Thousands(len(b.Data)))
	}
	return b.Data[v.ByteOffset:][:v.ByteLength], nil
}
