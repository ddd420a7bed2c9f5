// Package gltf reads models in glTF 2.0, as text and binary, into scenes: meshes in the pose that nodes and skins give them, materials,
// textures, cameras. What is drawn of a model, and what is remarked, is in docs/models.md. tb/scenefile calls it for files by their suffix.
package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"github.com/qmuntal/gltf"

	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
)

// gltfFile is a glTF document on its way to a scene.
type gltfFile struct {
	doc        gltf.Document
	dir        files.References
	scene      *scene.Scene
	bin        []byte                 // the binary chunk of a .glb
	absent     []error                // why a buffer is not there, nil for the others
	meshes     map[gltfShape]gltfMesh // to the scene's meshes
	vertices   int                    // of the meshes so far, as are the next two
	indices    int
	influences int
	textures   map[gltfTexels]int         // to the scene's, -1 where there is no image to use
	images     map[int]*scene.Texture     // decoded images, nil where there is none
	unused     [gltfMaps][]*gltf.Material // materials whose maps are not drawn
	whole      bool                       // materials are read with all their maps
	visited    []bool                     // nodes
	parents    []int                      // of nodes, -1 for none
}

const (
	glbMagic     = "glTF"
	glbChunkJSON = 0x4e4f534a
	glbChunkBIN  = 0x004e4942
)

// LoadText reads the JSON form.
func LoadText(name string, data []byte, dir files.References) (*scene.Scene, error) {
	if bytes.HasPrefix(data, []byte(glbMagic)) {
		return LoadBinary(name, data, dir)
	}
	data = bytes.TrimPrefix(data, []byte(strictyaml.ByteOrderMark))
	return convertGLTF(name, data, nil, dir)
}

// LoadBinary reads the binary container (glTF 2.0, section 4.4): a header of 12 bytes, a JSON chunk, and usually a binary chunk. Chunks of unknown
// types are ignored, as section 4.4.3 demands; where the binary chunk is not the second, the first one there is counts.
func LoadBinary(name string, data []byte, dir files.References) (*scene.Scene, error) {
	if !bytes.HasPrefix(data, []byte(glbMagic)) {
		return nil, fmt.Errorf("is not a binary glTF file: it begins with %.4q; %q was expected", data, glbMagic)
	}
	if len(data) < 20 {
		return nil, fmt.Errorf("truncated: %s bytes; a header of 20 was expected", number.Thousands(len(data)))
	}
	version, length := binary.LittleEndian.Uint32(data[4:]), binary.LittleEndian.Uint32(data[8:])
	if version != 2 {
		return nil, fmt.Errorf("binary glTF version %d; 2 was expected", version)
	}
	switch {
	case uint64(length) > uint64(len(data)):
		return nil, fmt.Errorf("truncated: %s bytes; the header says %s", number.Thousands(len(data)), number.Thousands(length))
	case length < 20:
		return nil, fmt.Errorf("the header says %s bytes; at least 20 were expected", number.Thousands(length))
	}
	kind, text, rest, err := glbChunk(data[12:length])
	switch {
	case err != nil:
		return nil, err
	case kind != glbChunkJSON:
		return nil, fmt.Errorf("chunk of type 0x%08x; JSON (0x%08x) was expected", kind, glbChunkJSON)
	}
	for len(rest) > 0 {
		var bin []byte
		if kind, bin, rest, err = glbChunk(rest); err != nil {
			return nil, err
		}
		if kind == glbChunkBIN {
			return convertGLTF(name, text, bin, dir)
		}
	}
	return convertGLTF(name, text, nil, dir)
}

// glbChunk takes a chunk from the front of data: its length and its type, four bytes each, and its content (glTF 2.0, section 4.4.3).
func glbChunk(data []byte) (kind uint32, chunk, rest []byte, err error) {
	if len(data) < 8 {
		return 0, nil, nil, fmt.Errorf("truncated: %d bytes where a chunk's header of 8 was expected", len(data))
	}
	length, kind := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
	if data = data[8:]; uint64(length) > uint64(len(data)) {
		return 0, nil, nil, fmt.Errorf("truncated: the chunk of type 0x%08x has %s bytes; its header says %s", kind, number.Thousands(len(data)), number.Thousands(length))
	}
	return kind, data[:length], data[length:], nil
}

func newGLTFFile(name string, bin []byte, dir files.References) *gltfFile {
	return &gltfFile{
		dir: dir, scene: scene.ModelScene(name), bin: bin, whole: dir.Whole,
		meshes: map[gltfShape]gltfMesh{}, textures: map[gltfTexels]int{}, images: map[int]*scene.Texture{},
	}
}

func convertGLTF(name string, text, bin []byte, dir files.References) (*scene.Scene, error) {
	f := newGLTFFile(name, bin, dir)
	steps := []func() error{
		func() error { return jsonError(text, json.Unmarshal(text, &f.doc)) },
		f.checkVersion,
		f.checkExtensions,
		func() error { return checkFactors(text) },
		f.loadBuffers,
		f.findParents,
		f.walkScene,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	f.remarkUnused()
	return f.scene, nil
}

// jsonError places a JSON error in the text, by line and column.
func jsonError(text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var offset int64
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	default: // a value that the library refuses, and does not say where
		from, to := refused(text, reflect.TypeFor[gltf.Document]())
		offset = int64(from) + 1
		err = fmt.Errorf("%.40s: %w; a value of glTF 2.0 was expected", text[from:to], err)
	}
	return atByte(text, offset-1, fmt.Errorf("not a glTF document: %w", err))
}

// atByte places an error at a byte of a text, by line and column.
func atByte(text []byte, offset int64, err error) error {
	before := text[:max(0, min(offset, int64(len(text))))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return &files.Placed{Place: fmt.Sprintf("%d:%d", line, column), Err: err}
}

// refused finds the innermost value of a JSON text that is none of its type, from its first byte to that after its last; the whole where each part is.
func refused(text []byte, kind reflect.Type) (from, to int) {
	d := json.NewDecoder(bytes.NewReader(text))
	open, err := d.Token()
	for err == nil && open != nil && d.More() {
		part, known := kind, true
		switch open {
		case json.Delim('{'):
			var key json.Token
			if key, err = d.Token(); err == nil {
				part, known = partOf(kind, fmt.Sprint(key))
			}
		case json.Delim('['):
			part, known = partOf(kind, "")
		default:
			return 0, len(text)
		}
		var raw json.RawMessage
		if err == nil {
			err = d.Decode(&raw)
		}
		if err == nil && known && json.Unmarshal(raw, reflect.New(part).Interface()) != nil {
			at := int(d.InputOffset()) - len(raw)
			from, to = refused(raw, part)
			return at + from, at + to
		}
	}
	return 0, len(text)
}

// partOf is the type of what a key of an object, or an array, holds.
func partOf(kind reflect.Type, key string) (reflect.Type, bool) {
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch kind.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return kind.Elem(), true
	case reflect.Struct:
		for i := range kind.NumField() {
			name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
			if strings.EqualFold(name, key) {
				return kind.Field(i).Type, true
			}
			if kind.Field(i).Anonymous {
				if part, known := partOf(kind.Field(i).Type, key); known {
					return part, true
				}
			}
		}
	}
	return nil, false
}

func (f *gltfFile) checkVersion() error {
	if v := f.doc.Asset.Version; !strings.HasPrefix(v, "2.") {
		return fmt.Errorf("asset.version is %q; 2.0 was expected", v)
	}
	return nil
}

// missing is why a source that a document refers to cannot be had. The rest of the document can be drawn.
type missing struct{ error }

// loadBuffers reads what buffers there are; one that is missing is an error where geometry needs it.
func (f *gltfFile) loadBuffers() error {
	f.absent = make([]error, len(f.doc.Buffers))
	for i, b := range f.doc.Buffers {
		if b == nil || b.ByteLength < 0 {
			return fmt.Errorf("buffer %d is malformed", i)
		}
		data, err := f.bufferData(i, b.URI)
		var absent missing
		switch {
		case errors.As(err, &absent):
			f.absent[i] = missing{fmt.Errorf("buffer %d: %w", i, err)}
			f.remark("%v", f.absent[i])
			continue
		case err != nil:
			return fmt.Errorf("buffer %d: %w", i, err)
		case len(data) < b.ByteLength:
			return fmt.Errorf("buffer %d (%s): truncated: %s bytes; byteLength says %s", i, describeURI(b.URI), number.Thousands(len(data)), number.Thousands(b.ByteLength))
		}
		b.Data = data[:b.ByteLength]
	}
	return nil
}

func (f *gltfFile) bufferData(i int, uri string) ([]byte, error) {
	if uri != "" {
		return f.resource(uri)
	}
	if i != 0 || f.bin == nil {
		return nil, missing{errors.New("no uri, and no binary chunk in the file")}
	}
	return f.bin, nil
}

// resource reads a data URI or a file beside the document.
func (f *gltfFile) resource(uri string) ([]byte, error) {
	if content, isData := strings.CutPrefix(uri, "data:"); isData {
		kind, text, found := strings.Cut(content, ",")
		if !found || !strings.HasSuffix(kind, ";base64") {
			return nil, fmt.Errorf("data URI %s; data:...;base64,... was expected", describeURI(uri))
		}
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, fmt.Errorf("data URI %s: %w", describeURI(uri), err)
		}
		return data, nil
	}
	if scheme, _, found := strings.Cut(uri, "://"); found {
		return nil, missing{fmt.Errorf("URI %q with scheme %s; a relative file name was expected", uri, scheme)}
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		return nil, fmt.Errorf("URI %q: %w", uri, err)
	}
	data, err := f.dir.Read(name)
	if err != nil {
		return nil, missing{err}
	}
	return data, nil
}

func describeURI(uri string) string {
	switch {
	case uri == "":
		return "binary chunk"
	case len(uri) > 40:
		return uri[:40] + "..."
	}
	return uri
}

// pick is list[i], with an error instead of a panic where a document points nowhere.
func pick[T any](list []*T, i int, what string) (*T, error) {
	if i < 0 || i >= len(list) || list[i] == nil {
		return nil, fmt.Errorf("refers to %s %d; there are %s", what, i, number.Thousands(len(list)))
	}
	return list[i], nil
}
