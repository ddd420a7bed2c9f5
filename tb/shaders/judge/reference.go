package judge

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
	"tilemark/golden/arith"
	"tilemark/golden/wgsl"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
)

// Reference is what the reference model says of the same pixels, for a shader whose kernel is known, and what docs/shaders.md says that a state does to it.
func (p *Pixels) Reference(m *ir.Module, r *compiler.Result, lanes int, items uint16, s *nos.State) (d Drawn, err error) {
	program, err := wgsl.Prepare(m)
	if err != nil {
		return d, err
	}
	t := newAsked(m, items, s)
	resources := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{}, Textures: t}
	d.Buffers = p.copied()
	var fog, planes []byte
	for _, x := range r.Resources {
		b := wgsl.Binding{Group: x.Group, Binding: x.Binding}
		if x.Fog {
			fog = p.Buffers[x.Number]
			continue
		}
		if x.Planes {
			planes = p.Buffers[x.Number]
			continue
		}
		t.numbers[b] = x.Number
		switch {
		case x.Sampler:
		case p.Written[x.Number]:
			resources.Buffers[b] = d.Buffers[x.Number]
		default:
			resources.Buffers[b] = p.Buffers[x.Number]
		}
	}
	finish, components := applied(items, s, fog), mostComponents
	if items&isa.NosTarget != 0 {
		components = int(s.TargetCount)
	}
	sprite := &wgsl.Sprite{}
	if items&isa.NosPointSprite != 0 {
		sprite = &wgsl.Sprite{On: s.PointSprite, Lower: s.PointLower}
	}
	entry := &m.EntryPoints[0]
	helpers, sets := p.inputs(lanes)
	for quad := range lanes / 4 {
		var pixels [4]wgsl.Pixel
		for k := range pixels {
			pixels[k] = pixelOf(m, &entry.Function, &sets, 4*quad+k, sprite)
			pixels[k].Helper = helpers>>(4*quad+k)&1 != 0
		}
		shaded, err := program.Quad(entry.Name, &pixels, resources)
		if err != nil {
			return d, err
		}
		for k := range shaded {
			lane := 4*quad + k
			for n := range nos.Planes {
				if planes != nil && s.ClipPlanes>>n&1 != 0 {
					var plane [4]float32
					for c := range plane {
						plane[c] = math.Float32frombits(binary.LittleEndian.Uint32(planes[16*n+4*c:]))
					}
					shaded[k].Clip(plane, pixels[k].Position)
				}
			}
			shaded[k].Helper = shaded[k].Helper || shaded[k].SampleMask&1 == 0 // there is one sample
			if shaded[k].Written != 0 {                                        // without a colour there is nothing to be applied to
				finish.Finish(&shaded[k], sets[inputW][lane])
			}
			d.put(lane, &shaded[k], components)
		}
	}
	return d, nil
}

// mostComponents is the number of components of a colour.
const mostComponents = 4

// pixelOf is a pixel as the reference model has it.
func pixelOf(m *ir.Module, f *ir.Function, sets *[inputSets][32]uint32, lane int, sprite *wgsl.Sprite) (p wgsl.Pixel) {
	center := func(v uint32) uint32 { return math.Float32bits(float32(v) + 0.5) }
	p.Position = [4]uint32{center(sets[inputX][lane]), center(sets[inputY][lane]), sets[inputDepth][lane], sets[inputW][lane]}
	p.FrontFacing, p.SampleMask = sets[inputFront][lane] != 0, 1
	sizes, linear := map[uint32]int{}, map[uint32]bool{}
	for _, a := range f.Arguments {
		locations(m, a.Type, a.Binding, sizes, linear)
	}
	smooth := map[uint32]bool{}
	for _, a := range f.Arguments {
		smoothFloats(m, a.Type, a.Binding, smooth)
	}
	coordinates := [2]uint32{sets[inputVarying+4][lane], sets[inputVarying+5][lane]}
	for location, at := range begins(sizes) {
		for c := range sizes[location] {
			v := sets[inputVarying+at+c][lane]
			if linear[location] { // it comes divided by w, and multiplied by it
				v = math.Float32bits(arith.MulF(math.Float32frombits(v), math.Float32frombits(p.Position[3])))
			}
			if smooth[location] {
				v = sprite.Component(at+c, v, coordinates)
			}
			p.Values[location][c] = v
		}
	}
	return p
}

// smoothFloats are the locations of floats that are interpolated.
func smoothFloats(m *ir.Module, t ir.TypeHandle, b *ir.Binding, list map[uint32]bool) {
	scalar := ir.ScalarType{}
	switch t := m.Types[t].Inner.(type) {
	case ir.StructType:
		for _, x := range t.Members {
			smoothFloats(m, x.Type, x.Binding, list)
		}
		return
	case ir.VectorType:
		scalar = t.Scalar
	case ir.ScalarType:
		scalar = t
	}
	if at, ok := (*b).(ir.LocationBinding); ok {
		list[at.Location] = scalar.Kind == ir.ScalarFloat && (at.Interpolation == nil || at.Interpolation.Kind != ir.InterpolationFlat)
	}
}

// begins is the first component of each location: 0 and 4 of locations 0 and 1 where there are no others and these have four and two components at most,
// otherwise the sum of those before it.
func begins(sizes map[uint32]int) map[uint32]int {
	list := slices.Sorted(maps.Keys(sizes))
	at, next := map[uint32]int{}, 0
	for _, location := range list {
		at[location] = next
		next += sizes[location]
	}
	if len(list) > 0 && list[len(list)-1] <= 1 && sizes[0] <= 4 && sizes[1] <= 2 {
		at[1] = 4
	}
	return at
}

// locations are how many components an input has at each location, and which are interpolated without perspective; it may be a structure of inputs.
func locations(m *ir.Module, t ir.TypeHandle, b *ir.Binding, sizes map[uint32]int, linear map[uint32]bool) {
	switch t := m.Types[t].Inner.(type) {
	case ir.StructType:
		for _, x := range t.Members {
			locations(m, x.Type, x.Binding, sizes, linear)
		}
	case ir.VectorType:
		if at, ok := (*b).(ir.LocationBinding); ok {
			sizes[at.Location] = int(t.Size)
			linear[at.Location] = isLinear(at)
		}
	default:
		if at, ok := (*b).(ir.LocationBinding); ok {
			sizes[at.Location] = 1
			linear[at.Location] = isLinear(at)
		}
	}
}

func isLinear(b ir.LocationBinding) bool {
	return b.Interpolation != nil && b.Interpolation.Kind == ir.InterpolationLinear
}

// put takes what a pixel gives.
func (d *Drawn) put(lane int, s *wgsl.Shaded, components int) {
	if s.Helper {
		d.Helpers |= 1 << lane
		return
	}
	if s.Written == 0 && !s.HasDepth {
		return
	}
	d.Sent, d.Count, d.Depths = true, components, s.HasDepth
	if s.HasDepth {
		d.Count = len(s.Values[0])
	}
	for c := range d.Count {
		d.Values[c][lane] = s.Values[0][c]
	}
	if s.HasDepth {
		d.Values[d.Count][lane] = s.Depth
	}
}

// applied is what of a state is applied to colours. fog has its parameters.
func applied(items uint16, s *nos.State, fog []byte) *wgsl.Applied {
	a := &wgsl.Applied{Compare: wgsl.Always, Written: [4]bool{true, true, true, true}}
	if items&isa.NosAlphaTest != 0 {
		a.Compare, a.Reference = wgsl.Comparison(s.AlphaFunction), s.AlphaReference
	}
	if items&isa.NosFog != 0 && s.Fog != nos.NoFog && fog != nil {
		a.Fog = wgsl.FogMode(s.Fog)
		for n := range a.Parameters {
			a.Parameters[n] = math.Float32frombits(binary.LittleEndian.Uint32(fog[int(s.FogOffset)+4*n:]))
		}
	}
	for n := range a.Written {
		a.Written[n] = items&isa.NosWriteMask == 0 || s.WriteMask>>n&1 != 0
	}
	a.Encode = items&isa.NosTarget != 0 && s.TargetSRGB
	a.ClampDepth = items&isa.NosDepthClamp != 0 && s.DepthClamp
	return a
}

// asked answers what the reference model asks of textures, as texels does, and as the state says.
type asked struct {
	items   uint16
	state   *nos.State
	numbers map[wgsl.Binding]int    // of the kernel
	unit    map[wgsl.Binding]uint32 // 1 of textures whose texels are by state, as floats or integers: they are neither storage nor depths
}

// newAsked answers what a shader asks. Its numbers of bindings are still to be filled in.
func newAsked(m *ir.Module, items uint16, s *nos.State) *asked {
	t := &asked{items: items, state: s, numbers: map[wgsl.Binding]int{}, unit: map[wgsl.Binding]uint32{}}
	for _, g := range m.GlobalVariables {
		if i, ok := m.Types[g.Type].Inner.(ir.ImageType); ok && i.Class == ir.ImageClassSampled {
			one := uint32(1)
			if i.SampledKind == ir.ScalarFloat {
				one = math.Float32bits(1)
			}
			t.unit[wgsl.Binding{Group: g.Binding.Group, Binding: g.Binding.Binding}] = one
		}
	}
	return t
}

// messages are those of the machine.
var messages = map[wgsl.Operation]int{wgsl.Sample: isa.MessageSample, wgsl.SampleBias: isa.MessageSampleBias, wgsl.SampleCompare: isa.MessageSampleCompare,
	wgsl.SampleLevel: isa.MessageSampleLevel, wgsl.SampleGradient: isa.MessageSampleGradient, wgsl.SampleCompareLevel: isa.MessageSampleCompareLevel,
	wgsl.Gather: isa.MessageGather, wgsl.GatherCompare: isa.MessageGatherCompare, wgsl.Load: isa.MessageTexel, wgsl.Size: isa.MessageDimensions}

// Do implements wgsl.Textures.
func (t *asked) Do(r *wgsl.Request) error {
	message, ok := messages[r.Operation]
	if !ok {
		return fmt.Errorf("operation %d of a texture, which has none here", r.Operation)
	}
	for n := range r.Asked {
		t.one(r, message, &r.Asked[n])
	}
	return nil
}

func (t *asked) one(r *wgsl.Request, message int, a *wgsl.Asked) {
	q := question{message: message, binding: t.numbers[r.Texture]}
	for n, x := range r.Offset {
		q.added[n] = int(x)
	}
	if message != isa.MessageDimensions {
		q.words = append(q.words, a.Coordinates[:r.Directions]...)
	}
	if r.Layered && message != isa.MessageDimensions {
		q.words = append(q.words, a.Layer)
	}
	if message != isa.MessageTexel && message != isa.MessageDimensions {
		q.sampler = t.numbers[r.Sampler]
	}
	component := r.Component
	texture, byState := &t.state.Textures[q.binding], t.items&isa.NosTexture != 0 && t.unit[r.Texture] != 0
	switch r.Operation {
	case wgsl.SampleBias, wgsl.SampleLevel, wgsl.Load, wgsl.Size:
		q.words = append(q.words, a.Level)
	case wgsl.SampleCompare, wgsl.SampleCompareLevel, wgsl.GatherCompare:
		q.words = append(q.words, a.Reference)
	case wgsl.Gather:
		if byState {
			component = int(texture.Swizzle[component]) % 4
		}
		q.words = append(q.words, uint32(component))
	case wgsl.SampleGradient:
		each := r.Directions // of the first coordinates, the layer too, three at most
		if r.Layered {
			each = min(each+1, len(a.Gradients[0]))
		}
		q.words = append(append(q.words, a.Gradients[0][:each]...), a.Gradients[1][:each]...)
	}
	answer := q.answer()
	if a.Answer = answer; !byState || message == isa.MessageDimensions {
		return
	}
	for c := range a.Answer {
		from := c
		if r.Operation == wgsl.Gather {
			from = r.Component
		}
		of := texture.Swizzle[from]
		if !texture.Bound {
			of = [...]nos.Component{nos.Zero, nos.Zero, nos.Zero, nos.One}[from]
		}
		switch {
		case of == nos.Zero:
			a.Answer[c] = 0
		case of == nos.One:
			a.Answer[c] = t.unit[r.Texture]
		case r.Operation != wgsl.Gather:
			a.Answer[c] = answer[of]
		}
	}
}
