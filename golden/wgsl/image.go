package wgsl

import (
	"github.com/gogpu/naga/ir"

	"tilemark/golden/arith"
)

// Operation is what is done with a texture.
type Operation uint8

// Operations, and which fields of Asked they use.
const (
	Sample             Operation = iota + 1 // of a quad: Coordinates, Layer
	SampleBias                              // of a quad: Level too
	SampleCompare                           // of a quad: Reference too
	SampleLevel                             // Coordinates, Layer, Level
	SampleGradient                          // Coordinates, Layer, Gradients
	SampleCompareLevel                      // Coordinates, Layer, Reference; level 0
	Gather                                  // Coordinates, Layer
	GatherCompare                           // Coordinates, Layer, Reference
	Load                                    // Coordinates, Layer and Level are integers
	Store                                   // Coordinates and Layer are integers; Value, Helper
	Size                                    // Level is an integer; the answer is width, height, slices or layers, levels
)

// Request is what a shader asks of a texture.
type Request struct {
	Operation  Operation
	Texture    Binding
	Sampler    Binding
	Directions int      // coordinates that the texture has: 1 to 3
	Layered    bool     // it has layers
	Component  int      // of Gather: 0 to 3
	Offset     [3]int32 // texels
	Asked      []Asked  // of the quad's four pixels, or of one invocation
}

// Asked is what an invocation asks for.
type Asked struct {
	Coordinates [3]uint32 // f32; those that the texture does not have are 0
	Layer       uint32    // i32, 0 of textures without layers
	Level       uint32    // f32: the level or the bias
	Reference   uint32    // f32
	Gradients   [2][3]uint32
	Value       [4]uint32
	Helper      bool
	Answer      [4]uint32 // Textures puts it there
}

// Textures does what shaders ask of textures.
type Textures interface {
	// Do answers a request. An error ends the run.
	Do(r *Request) error
}

// isImplicit tells whether a sample finds its level from the quad.
func isImplicit(e ir.ExprImageSample) bool {
	switch e.Level.(type) {
	case ir.SampleLevelAuto, ir.SampleLevelBias, nil:
		return e.Gather == nil && !e.ClampToEdge
	}
	return false
}

// do has a request of this invocation alone answered.
func (fr *frame) do(r *Request) *Asked {
	if fr.lane.run.Textures == nil {
		fail("a texture in function %s, but there are none", fr.name)
	}
	if err := fr.lane.run.Textures.Do(r); err != nil {
		fail("%s in function %s", err, fr.name)
	}
	return &r.Asked[0]
}

// request is a request of this invocation for a texture.
func (fr *frame) request(o Operation, h ir.ExpressionHandle) *Request {
	p := fr.place(h)
	if p.typ.image.Multisampled || p.typ.image.Class == ir.ImageClassExternal {
		fail("a texture that is multisampled or external, in function %s", fr.name)
	}
	return &Request{Operation: o, Texture: p.binding, Asked: []Asked{{Helper: fr.lane.helper}},
		Directions: directions(p.typ.image.Dim), Layered: p.typ.image.Arrayed}
}

// directions is how many coordinates name a place in a texture.
func directions(d ir.ImageDimension) int {
	return map[ir.ImageDimension]int{ir.Dim1D: 1, ir.Dim2D: 2, ir.Dim3D: 3, ir.DimCube: 3}[d]
}

// optional is the value of an operand that may not be there.
func (fr *frame) optional(h *ir.ExpressionHandle) []uint32 {
	if h == nil {
		return nil
	}
	return fr.value(*h)
}

// layer is the layer of an array as i32: a u32 that is greater is beyond all layers as well.
func (fr *frame) layer(h *ir.ExpressionHandle) uint32 {
	switch {
	case h == nil:
		return 0
	case fr.valueType(*h).kind == u32:
		return min(fr.value(*h)[0], 1<<31-1)
	}
	return fr.value(*h)[0]
}

func (fr *frame) sample(h ir.ExpressionHandle, e *ir.ExprImageSample) {
	r := fr.request(fr.sampling(e), e.Image)
	a := &r.Asked[0]
	r.Sampler = fr.place(e.Sampler).binding
	copy(a.Coordinates[:], fr.value(e.Coordinate))
	a.Layer = fr.layer(e.ArrayIndex)
	copy(r.Offset[:], signed(fr.optional(e.Offset)))
	if e.DepthRef != nil {
		a.Reference = fr.value(*e.DepthRef)[0]
	}
	if e.Gather != nil {
		r.Component = int(*e.Gather)
	}
	fr.level(a, e.Level)
	if e.ClampToEdge {
		fr.clampToEdge(a, e.Image)
	}
	if isImplicit(*e) {
		fr.lane.wait(offer{what: "sample", function: fr.function, at: h, request: r})
	} else {
		fr.do(r)
	}
	copy(fr.slot(h), a.Answer[:])
}

// sampling is the operation of a sample.
func (fr *frame) sampling(e *ir.ExprImageSample) Operation {
	compares := e.DepthRef != nil
	switch e.Level.(type) {
	case ir.SampleLevelExact:
		return SampleLevel
	case ir.SampleLevelGradient:
		return SampleGradient
	case ir.SampleLevelBias:
		return SampleBias
	}
	switch {
	case e.Gather != nil && compares:
		return GatherCompare
	case e.Gather != nil:
		return Gather
	case compares && isImplicit(*e):
		return SampleCompare
	case compares:
		return SampleCompareLevel
	case isImplicit(*e):
		return Sample
	}
	return SampleLevel
}

func (fr *frame) level(a *Asked, l ir.SampleLevel) {
	switch l := l.(type) {
	case ir.SampleLevelExact:
		a.Level = converted(fr.valueType(l.Level).kind, f32, fr.value(l.Level)[0])
	case ir.SampleLevelBias:
		a.Level = fr.value(l.Bias)[0]
	case ir.SampleLevelGradient:
		copy(a.Gradients[0][:], fr.value(l.X))
		copy(a.Gradients[1][:], fr.value(l.Y))
	}
}

// clampToEdge keeps coordinates half a texel away from the edges (textureSampleBaseClampToEdge).
func (fr *frame) clampToEdge(a *Asked, texture ir.ExpressionHandle) {
	r := fr.request(Size, texture)
	for d, n := range fr.do(r).Answer[:2] {
		half := arith.DivF(0.5, arith.ToF(n))
		a.Coordinates[d] = ofF(f32, clamped(toF(f32, a.Coordinates[d]), half, sub(1, half)))
	}
}

func signed(v []uint32) (list []int32) {
	for _, w := range v {
		list = append(list, int32(w))
	}
	return list
}

// sampleQuad does the samples that the pixels of a quad wait for in one request.
func (n *run) sampleQuad(lanes []*lane) {
	if n.Textures == nil {
		fail("a texture, but there are none")
	}
	r := *lanes[0].offer.request
	r.Asked = nil
	for _, l := range lanes {
		r.Asked = append(r.Asked, l.offer.request.Asked[0])
	}
	if err := n.Textures.Do(&r); err != nil {
		fail("%s", err)
	}
	for k, l := range lanes {
		l.offer.request.Asked[0] = r.Asked[k]
	}
}

func (fr *frame) texel(h ir.ExpressionHandle, e *ir.ExprImageLoad) {
	r := fr.request(Load, e.Image)
	a := &r.Asked[0]
	copy(a.Coordinates[:], fr.value(e.Coordinate))
	if e.ArrayIndex != nil {
		a.Layer = fr.value(*e.ArrayIndex)[0]
	}
	if e.Level != nil {
		a.Level = fr.value(*e.Level)[0]
	}
	copy(fr.slot(h), fr.do(r).Answer[:])
}

func (fr *frame) storeTexel(s *ir.StmtImageStore) {
	r := fr.request(Store, s.Image)
	a := &r.Asked[0]
	copy(a.Coordinates[:], fr.value(s.Coordinate))
	if s.ArrayIndex != nil {
		a.Layer = fr.value(*s.ArrayIndex)[0]
	}
	copy(a.Value[:], fr.value(s.Value))
	fr.do(r)
}

func (fr *frame) query(h ir.ExpressionHandle, e *ir.ExprImageQuery) {
	r := fr.request(Size, e.Image)
	out := fr.slot(h)
	const layers, levels = 2, 3
	switch q := e.Query.(type) {
	case ir.ImageQuerySize:
		if q.Level != nil {
			r.Asked[0].Level = fr.value(*q.Level)[0]
		}
		copy(out, fr.do(r).Answer[:])
	case ir.ImageQueryNumLayers:
		out[0] = fr.do(r).Answer[layers]
	case ir.ImageQueryNumLevels:
		out[0] = fr.do(r).Answer[levels]
	default:
		fail("query %T in function %s", q, fr.name)
	}
}
