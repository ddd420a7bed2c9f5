package cover

import (
	"math"
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/blocks/zl2"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// values covers numbers that are no ordinary ones where units compare and convert them, how colours are written, what
// hierarchical Z rejects, depth bias, mip levels at their limit, and rows of tiles across pages.
type values struct {
	numbers, colors, saturated, rejected, bias, levels, pages *Group
}

// Classes of numbers.
const (
	classNaN = iota
	classInfinite
	classDenormal
	classMinusZero
	classNegative
	numClasses
	classOrdinary = numClasses
)

var classNames = [numClasses]string{"NaN", "infinite", "denormal", "minus zero", "negative"}

// classOf is the class of a number of binary32.
func classOf(bits uint32) int {
	const sign, exponent, fraction = 1 << 31, 0xff << 23, 1<<23 - 1
	switch e, f := bits&exponent, bits&fraction; {
	case e == exponent && f != 0:
		return classNaN
	case e == exponent:
		return classInfinite
	case bits == sign:
		return classMinusZero
	case e == 0 && f != 0:
		return classDenormal
	case bits&sign != 0:
		return classNegative
	}
	return classOrdinary
}

// classOfHalf is the class of a number of binary16.
func classOfHalf(bits uint16) int {
	const sign, exponent, fraction = 1 << 15, 0x1f << 10, 1<<10 - 1
	switch e, f := bits&exponent, bits&fraction; {
	case e == exponent && f != 0:
		return classNaN
	case e == exponent:
		return classInfinite
	case bits == sign:
		return classMinusZero
	case e == 0 && f != 0:
		return classDenormal
	case bits&sign != 0:
		return classNegative
	}
	return classOrdinary
}

// Places where numbers are looked at; those from storedDepth on are followed by one for each compare function.
const (
	atPosition = iota
	atVertexColor
	atColor
	atStoredColor
	atWrittenColor
	atFillOrCopy
	atStoredDepth
)

// Names by their numbers in docs/arithmetic.md.
var (
	functionNames    = [...]string{"NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS"}
	colorFormatNames = []string{"RGBA8", "SRGB8", "RGBA16F"}
	depthFormatNames = []string{"D24S8", "D32F", "D16"}
)

var numberPlaces = func() []string {
	list := []string{"clip position from EUP", "colour or texture coordinate from EUP", "half float from PS", "half float in the surface", "half float that WBU writes", "half float that C2D writes"}
	for _, name := range functionNames {
		list = append(list, "D32F in the surface against "+name)
	}
	return list
}()

// Blending, by equation; the first is without.
var blendNames = []string{"no blending", "ADD", "SUBTRACT", "REVERSE_SUBTRACT", "MIN", "MAX"}

// What of a pixel is written.
var maskNames = []string{"some channels", "all channels"}

// saturations of a surface.
var saturations = []string{"greatest value that it did not hold", "least value that it did not hold"}

// Functions that can reject, in the order of their bins.
var rejecting = []uint32{
	regs.ZL2DepthControlFuncLess, regs.ZL2DepthControlFuncLequal, regs.ZL2DepthControlFuncEqual, regs.ZL2DepthControlFuncGreater, regs.ZL2DepthControlFuncGequal,
}

// exponentNames are ranges of the exponent of the farthest vertex, from exponentFrom on.
var (
	exponentNames = []string{"-126 or less", "-125 to -64", "-63 to -24", "-23 to -1", "0 and more"}
	exponentFrom  = []int{-1 << 20, -125, -63, -23, 0}
	biasNames     = []string{"clamped above zero", "clamped below zero", "a clamp that is no number", "a constant that is no finite number", "a slope that is no finite number"}
)

const (
	mostLevels  = 15
	manyFormats = 3
)

var levelNames = []string{"0", "1", "2 to 13", "14", "15"}

func levelBin(n uint8) int {
	switch {
	case n < 2:
		return int(n)
	case n < mostLevels-1:
		return 2
	}
	return int(n) - mostLevels + 4
}

var pageNames = []string{"2", "4", "8"} // bytes of a pixel

func (g *values) declare(sp *Space, _ []*hw.Machine) {
	cross := func(lists ...[]string) (bins []string) {
		bins = []string{""}
		for _, list := range lists {
			var more []string
			for _, b := range bins {
				for _, word := range list {
					if b == "" {
						more = append(more, word)
					} else {
						more = append(more, b+", "+word)
					}
				}
			}
			bins = more
		}
		return bins
	}
	colors, depths := colorFormatNames, depthFormatNames
	g.numbers = sp.Group("numbers", "Numbers that are no ordinary ones, where units compute, compare and convert.", cross(numberPlaces, classNames[:])...)
	g.colors = sp.Group("colours", "Pixels that are written: format, blending by its equation of r, g, b, and write mask.", cross(colors, blendNames, maskNames)...)
	g.saturated = sp.Group("saturation", "Channels and depths that come to the greatest or least value of their format.", cross(slices.Concat(colors, depths), saturations)...)
	var functions []string
	for _, f := range rejecting {
		functions = append(functions, functionNames[f])
	}
	g.rejected = sp.Group("rejections", "Tiles that hierarchical Z rejects: compare function, depth format, and whether the triangle covers all of the tile.", cross(functions, depths, []string{"whole tile", "part"})...)
	bins := cross([]string{"D32F, exponent"}, exponentNames)
	for _, f := range slices.Concat(depths, []string{"format 3"}) {
		for _, n := range biasNames {
			bins = append(bins, f+", "+n)
		}
	}
	g.bias = sp.Group("bias", "Depth bias: exponent of the farthest vertex for D32F, and clamps, constants and slopes by format.", bins...)
	g.levels = sp.Group("levels", "LEVELS of textures that are sampled, by choice of mip levels.", cross([]string{"MIP NONE", "MIP NEAREST", "MIP LINEAR", "MIP 3"}, levelNames)...)
	g.pages = sp.Group("pages", "Tiles that lie in another page than the one before them in their row.", cross([]string{"colour", "depth"}, pageNames)...)
	for _, impossible := range []string{"colour, 2", "depth, 8"} {
		sp.mark("pages/"+impossible, "no format has pixels of that size")
	}
}

func (g *values) attach(p *Sampler) {
	g.attachNumbers(p)
	g.attachColors(p)
	g.attachDepths(p)
	g.attachTriangles(p)
	if p.s.Mon != nil {
		g.attachPages(p)
	}
}

// number counts one at a place.
func (g *values) number(p *Sampler, place, class int) {
	if class != classOrdinary {
		p.Hit(g.numbers, place*numClasses+class)
	}
}

func (g *values) attachNumbers(p *Sampler) {
	m := p.s.M
	m.EUP.P.EUPFifo.Tap().OnPut(func(_ uint64, e *pipe.Shaded) {
		if e.Kind != pipe.Prim {
			return
		}
		for i := range e.V {
			for _, v := range e.V[i].Clip {
				g.number(p, atPosition, classOf(math.Float32bits(v)))
			}
			for _, v := range e.V[i].A {
				g.number(p, atVertexColor, classOf(math.Float32bits(v)))
			}
		}
	})
	m.PS.P.WBFifo.Tap().OnPut(func(_ uint64, e *pipe.ColorEntry) {
		if e.Kind != pipe.Quad || m.PS.S.Regs.ColorFormat() == regs.PSColorFormatRgba8 {
			return
		}
		for k, c := range e.Color {
			if e.Mask>>k&1 != 0 {
				g.halves(p, atColor, uint64(c))
			}
		}
	})
	for _, c := range m.Clusters {
		c.Sampler.P.Took.Watch(func(k *sampler.Took) {
			levels, mip := c.Sampler.TextureOf(k.Head)
			p.Hit(g.levels, int(mip)*len(levelNames)+levelBin(levels))
		})
	}
}

// halves counts the four numbers of a pixel of RGBA16F.
func (g *values) halves(p *Sampler, place int, pixel uint64) {
	for k := range 4 {
		g.number(p, place, classOfHalf(uint16(pixel>>(16*k))))
	}
}

func (g *values) attachColors(p *Sampler) {
	r := &p.s.M.WBU.S.Regs
	p.s.M.WBU.P.Blended.Watch(func(x *wbu.Pixel) {
		format := r.ColorFormat()
		mask := r[regs.WBUWriteMask] & 15
		if format >= manyFormats || mask == 0 {
			return
		}
		blend := 0
		if r.BlendEnable() {
			blend = 1
			if eq := r.BlendColorEquation(); eq < uint32(len(blendNames)-1) {
				blend += int(eq)
			}
		}
		bin := (int(format)*len(blendNames) + blend) * len(maskNames)
		if mask == 15 {
			bin++
		}
		p.Hit(g.colors, bin)
		g.saturates(p, int(format), x)
	})
}

// saturates notes channels that come to the ends of their range.
func (g *values) saturates(p *Sampler, format int, x *wbu.Pixel) {
	if format == regs.WBUColorFormatRgba16f {
		g.halves(p, atStoredColor, x.Old)
		g.halves(p, atWrittenColor, x.New)
		for k := range 4 {
			before, now := uint16(x.Old>>(16*k)), uint16(x.New>>(16*k))
			switch {
			case now == before:
			case now == 0x7c00:
				p.Hit(g.saturated, 2*format)
			case now == 0xfc00:
				p.Hit(g.saturated, 2*format+1)
			}
		}
		return
	}
	for k := range 4 {
		switch before, now := uint8(x.Old>>(8*k)), uint8(x.New>>(8*k)); {
		case now == before:
		case now == math.MaxUint8:
			p.Hit(g.saturated, 2*format)
		case now == 0:
			p.Hit(g.saturated, 2*format+1)
		}
	}
}

// greatestDepth is the greatest depth of each format, as a word.
var greatestDepth = [manyFormats]uint32{
	regs.ZL2DepthControlFormatD24s8: 1<<24 - 1, regs.ZL2DepthControlFormatD32f: 0x3f800000, regs.ZL2DepthControlFormatD16: 1<<16 - 1,
}

func (g *values) attachDepths(p *Sampler) {
	m := p.s.M
	r := &m.ZL2.S.Regs
	m.ZL2.P.Tested.Watch(func(f *zl2.Fragment) {
		format := r.DepthControlFormat()
		if f.Rejected || !r.DepthControlTestEnable() || format >= manyFormats {
			return
		}
		if format == regs.ZL2DepthControlFormatD32f {
			g.number(p, atStoredDepth+int(r.DepthControlFunc()), classOf(f.Old))
		}
		before, now := f.Old, f.New
		if format == regs.ZL2DepthControlFormatD24s8 {
			before, now = before&greatestDepth[format], now&greatestDepth[format]
		}
		switch {
		case before == now:
		case now == greatestDepth[format]:
			p.Hit(g.saturated, 2*(manyFormats+int(format)))
		case now == 0:
			p.Hit(g.saturated, 2*(manyFormats+int(format))+1)
		}
	})
	// A tile that is rejected has an empty mask: what it has covered is what SG and TG have sent.
	z := &m.ZL1.S.Depth
	covered := uint64(0)
	m.ZL1.P.TGFifo.Tap().OnTake(func(_ uint64, e *pipe.TileEntry) {
		if e.Kind == pipe.Tile {
			covered = e.Mask
		}
	})
	m.ZL1.P.ZFifo.Tap().OnPut(func(_ uint64, e *pipe.TileDepth) {
		if e.Kind != pipe.Tile || e.Mask != 0 {
			return
		}
		control := regs.ZL2Regs{regs.ZL2DepthControl: z.Control}
		for i, f := range rejecting {
			if format := control.DepthControlFormat(); f == control.DepthControlFunc() && format < manyFormats {
				bin := 2 * (i*manyFormats + int(format))
				if covered != math.MaxUint64 {
					bin++
				}
				p.Hit(g.rejected, bin)
			}
		}
	})
}

// attachTriangles counts depth biases.
func (g *values) attachTriangles(p *Sampler) {
	asu := p.s.M.ASU
	finite := func(v float32) bool { return v-v == 0 }
	asu.P.TSUFifo.Tap().OnTake(func(_ uint64, t *pipe.Triangle) {
		r := &asu.S.Regs
		if t.Kind != pipe.Tri || !r.DepthBiasControlEnable() {
			return
		}
		format := r.DepthBiasControlFormat()
		if format == regs.ASUDepthBiasControlFormatD32f {
			far := max(math.Abs(float64(t.V[0].Z)), math.Abs(float64(t.V[1].Z)), math.Abs(float64(t.V[2].Z)))
			_, e := math.Frexp(far)
			bin := 0
			for i, from := range exponentFrom {
				if far > 0 && e-1 >= from {
					bin = i
				}
			}
			p.Hit(g.bias, bin)
		}
		is := [...]bool{r.DepthBiasClamp() > 0, r.DepthBiasClamp() < 0, r.DepthBiasClamp() != r.DepthBiasClamp(), !finite(r.DepthBiasConstant()), !finite(r.DepthBiasSlope())}
		for i, yes := range is {
			if yes {
				p.Hit(g.bias, len(exponentNames)+int(format)*len(biasNames)+i)
			}
		}
	})
}

// attachPages counts what golden's events say when they pass: tiles beyond a page, and what fills and copies write.
func (g *values) attachPages(p *Sampler) {
	crosses := func(surface int, b golden.Bytes) {
		const tilePixels = 64
		if b.Pixel > 0 && b.Tile>>pipe.PageShift != (b.Tile-tilePixels*uint32(b.Pixel))>>pipe.PageShift {
			p.Hit(g.pages, surface*len(pageNames)+int(b.Pixel)>>2)
		}
	}
	p.s.Mon.OnPass(func(t *golden.Trace, event int) {
		switch e := &t.Events[event]; e.Kind {
		case golden.KindTile:
			if e.X > 0 {
				crosses(0, e.Color)
				crosses(1, e.Depth)
			}
		case golden.KindBlit:
			for _, w := range t.Writes[e.First : e.First+e.Count] {
				if w.Bytes == 8 {
					g.halves(p, atFillOrCopy, w.Value)
				}
			}
		}
	})
}
