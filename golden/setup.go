package golden

import "tilemark/hw/regs"

// One pixel in the fixed-point format of screen positions, and the magnitude at which
// a position is too large for it (section 3).
const (
	subPixels = 256
	tooFar    = 1 << 23
)

// viewState is what TSU knows: viewport, guard band and culling.
type viewState struct {
	scale, offset                [3]float32 // x, y, depth
	guardBand                    float32
	cullFront, cullBack, frontCW bool
}

func newViewState(r *registers) viewState {
	const block = regs.BlockTSU
	cull := r.word(block, regs.TSUCull)
	x := viewport(field(r.word(block, regs.TSUViewportSelect), regs.TSUViewportSelectIndexShift, regs.TSUViewportSelectIndexMask))
	return viewState{
		scale: [3]float32{
			r.float(block, x+regs.TSUViewportScaleX), r.float(block, x+regs.TSUViewportScaleY), r.float(block, x+regs.TSUDepthScale),
		},
		offset: [3]float32{
			r.float(block, x+regs.TSUViewportOffsetX), r.float(block, x+regs.TSUViewportOffsetY), r.float(block, x+regs.TSUDepthOffset),
		},
		guardBand: r.float(block, regs.TSUGuardBand),
		cullFront: flag(cull, regs.TSUCullCullFrontShift),
		cullBack:  flag(cull, regs.TSUCullCullBackShift),
		frontCW:   flag(cull, regs.TSUCullFrontCwShift),
	}
}

// viewport returns how far a viewport's six registers lie after those of viewport 0,
// which have the same order.
func viewport(n uint32) int {
	if n == 0 {
		return 0
	}
	const registers = regs.TSUViewport2ScaleX - regs.TSUViewport1ScaleX
	return regs.TSUViewport1ScaleX + int(n-1)*registers - regs.TSUViewportScaleX
}

// screenVertex is a vertex in the picture.
type screenVertex struct {
	x, y int64   // in 256ths of a pixel; a pixel's centre lies on multiples of 256
	z    float32 // window depth
	o    float32 // 1/w
	attr [attributes]float32
}

// triangle is a triangle in the picture that is not culled.
type triangle struct {
	v     [3]screenVertex
	area  int64 // twice the signed area, in sub-pixels squared; positive: clockwise
	front bool
}

// setup is section 3; ok is false for a culled triangle.
func (s *viewState) setup(v0, v1, v2 *vertex) (t triangle, ok bool) {
	for i, v := range [3]*vertex{v0, v1, v2} {
		if t.v[i], ok = s.project(v); !ok {
			return t, false
		}
	}
	t.area = signedArea(&t.v)
	if t.area == 0 {
		return t, false
	}
	t.front = (t.area > 0) == s.frontCW
	culled := t.front && s.cullFront || !t.front && s.cullBack
	return t, !culled
}

func signedArea(v *[3]screenVertex) int64 {
	return (v[1].x-v[0].x)*(v[2].y-v[0].y) - (v[2].x-v[0].x)*(v[1].y-v[0].y)
}

// project divides by w, goes to the viewport and snaps.
func (s *viewState) project(v *vertex) (p screenVertex, ok bool) {
	if !(v[posW] > 0) {
		return p, false
	}
	p.o = div(1, v[posW])
	if !finite(p.o) {
		return p, false
	}
	var window [3]float32
	for k := range window {
		window[k] = fma32(mul(v[posX+k], p.o), s.scale[k], s.offset[k])
		if !finite(window[k]) {
			return p, false
		}
	}
	p.z = window[2]
	p.attr = [attributes]float32(v[firstAttribute:])
	x, okX := snap(window[0])
	y, okY := snap(window[1])
	p.x, p.y = x, y
	return p, okX && okY
}

// snap turns a window coordinate into fixed point; ok is false when it is too large.
func snap(window float32) (fixed int64, ok bool) {
	f := scaleToInt(sub(window, 0.5), subPixels)
	if f <= -tooFar || f >= tooFar {
		return 0, false
	}
	return int64(f), true
}
