package golden

import (
	"math"

	"tilemark/hw/regs"
)

// Compare functions.
const (
	funcNever = iota
	funcLess
	funcEqual
	funcLessEqual
	funcGreater
	funcNotEqual
	funcGreaterEqual
	funcAlways
)

// Stencil operations.
const (
	stencilKeep = iota
	stencilZero
	stencilReplace
	stencilIncrementSaturate
	stencilDecrementSaturate
	stencilInvert
	stencilIncrementWrap
	stencilDecrementWrap
)

const (
	depthMask    = 1<<24 - 1 // depth bits of a D24S8 word; the stencil lies above
	stencilShift = 24
)

// Greatest values of the depth formats of whole numbers.
const (
	depthScale24 = 1<<24 - 1
	depthScale16 = 1<<16 - 1
)

// depthFormat is a format of a depth surface.
type depthFormat uint32

const (
	depth24 depthFormat = regs.ZL2DepthControlFormatD24s8
	depth32 depthFormat = regs.ZL2DepthControlFormatD32f
	depth16 depthFormat = regs.ZL2DepthControlFormatD16
)

func (f depthFormat) bytes() uint32 {
	if f == depth16 {
		return 2
	}
	return 4
}

// compare applies a compare function, new against stored.
func compare[T uint32 | float32](function uint32, new, stored T) bool {
	switch function {
	case funcNever:
		return false
	case funcLess:
		return new < stored
	case funcEqual:
		return new == stored
	case funcLessEqual:
		return new <= stored
	case funcGreater:
		return new > stored
	case funcNotEqual:
		return new != stored
	case funcGreaterEqual:
		return new >= stored
	}
	return true // funcAlways
}

// stencilFace is the stencil test of one side of a triangle.
type stencilFace struct {
	function, fail, zfail, pass uint32
	ref, readMask, writeMask    uint32
}

// depthState is what ZL2 knows (section 7).
type depthState struct {
	surface
	test, write bool
	function    uint32
	format      depthFormat // others than the three count as D24S8
	late        bool        // tested after the pixel program
	stencil     bool
	faces       [2]stencilFace // front, back
	query       bool
}

func newDepthState(r *registers) (d depthState) {
	const block = regs.BlockZL2
	control := r.word(block, regs.ZL2DepthControl)
	d.format = depthFormat(field(control, regs.ZL2DepthControlFormatShift, regs.ZL2DepthControlFormatMask))
	d.surface = newSurface(r.word(block, regs.ZL2DepthBase),
		field(r.word(block, regs.ZL2DepthPitch), regs.ZL2DepthPitchShift, regs.ZL2DepthPitchMask), d.format.bytes())
	d.late = flag(control, regs.ZL2DepthControlLateShift)
	d.test = flag(control, regs.ZL2DepthControlTestEnableShift)
	d.write = flag(control, regs.ZL2DepthControlWriteEnableShift)
	d.function = field(control, regs.ZL2DepthControlFuncShift, regs.ZL2DepthControlFuncMask)
	hasStencil := d.format != depth32 && d.format != depth16
	d.stencil = flag(r.word(block, regs.ZL2StencilControl), regs.ZL2StencilControlEnableShift) && hasStencil
	ref, masks := r.word(block, regs.ZL2StencilRef), r.word(block, regs.ZL2StencilMasks)
	d.faces[0] = stencilFace{
		ref:       field(ref, regs.ZL2StencilRefFrontShift, regs.ZL2StencilRefFrontMask),
		readMask:  field(masks, regs.ZL2StencilMasksReadFrontShift, regs.ZL2StencilMasksReadFrontMask),
		writeMask: field(masks, regs.ZL2StencilMasksWriteFrontShift, regs.ZL2StencilMasksWriteFrontMask),
	}
	d.faces[1] = stencilFace{
		ref:       field(ref, regs.ZL2StencilRefBackShift, regs.ZL2StencilRefBackMask),
		readMask:  field(masks, regs.ZL2StencilMasksReadBackShift, regs.ZL2StencilMasksReadBackMask),
		writeMask: field(masks, regs.ZL2StencilMasksWriteBackShift, regs.ZL2StencilMasksWriteBackMask),
	}
	d.faces[0].decode(r.word(block, regs.ZL2StencilFront))
	d.faces[1].decode(r.word(block, regs.ZL2StencilBack))
	d.query = flag(r.word(block, regs.ZL2QueryControl), regs.ZL2QueryControlEnableShift)
	return d
}

// decode reads STENCIL_FRONT or STENCIL_BACK, which have the same fields.
func (f *stencilFace) decode(word uint32) {
	f.function = field(word, regs.ZL2StencilFrontFuncShift, regs.ZL2StencilFrontFuncMask)
	f.fail = field(word, regs.ZL2StencilFrontFailShift, regs.ZL2StencilFrontFailMask)
	f.zfail = field(word, regs.ZL2StencilFrontZfailShift, regs.ZL2StencilFrontZfailMask)
	f.pass = field(word, regs.ZL2StencilFrontPassShift, regs.ZL2StencilFrontPassMask)
}

// enabled tells whether the depth surface is looked at.
func (d *depthState) enabled() bool { return d.test || d.stencil }

// fragment tests a fragment of depth z against the stored word and returns the word
// after the test.
func (d *depthState) fragment(stored uint32, z float32, front bool) (word uint32, pass bool) {
	z = clamp(z, 0, 1)
	depthPass := !d.test || d.compareDepth(stored, z)
	word, stencilPass := stored, true
	if d.stencil {
		face := &d.faces[0]
		if !front {
			face = &d.faces[1]
		}
		var value uint32
		value, stencilPass = face.fragment(stored>>stencilShift, depthPass)
		word = stored&depthMask | value<<stencilShift
	}
	pass = stencilPass && depthPass
	if pass && d.test && d.write {
		word = d.withDepth(word, z)
	}
	return word, pass
}

func (d *depthState) compareDepth(stored uint32, z float32) bool {
	switch d.format {
	case depth32:
		return compare(d.function, z, math.Float32frombits(stored))
	case depth16:
		return compare(d.function, fixedDepth(z, depthScale16), stored)
	}
	return compare(d.function, fixedDepth(z, depthScale24), stored&depthMask)
}

// withDepth puts depth z into a word, the stencil stays.
func (d *depthState) withDepth(word uint32, z float32) uint32 {
	switch d.format {
	case depth32:
		return math.Float32bits(z)
	case depth16:
		return fixedDepth(z, depthScale16)
	}
	return word&^depthMask | fixedDepth(z, depthScale24)
}

// fixedDepth is z in [0, 1] as a whole number up to scale.
func fixedDepth(z, scale float32) uint32 { return uint32(scaleToInt(z, float64(scale))) }

// fragment is the stencil test of stencil value s, and the value after it.
func (f *stencilFace) fragment(s uint32, depthPass bool) (value uint32, pass bool) {
	pass = compare(f.function, f.ref&f.readMask, s&f.readMask)
	operation := f.pass
	switch {
	case !pass:
		operation = f.fail
	case !depthPass:
		operation = f.zfail
	}
	result := stencilResult(operation, s, f.ref)
	return s&^f.writeMask | result&f.writeMask, pass
}

// stencilResult applies an operation to the 8-bit value s.
func stencilResult(operation, s, ref uint32) uint32 {
	const most = 255
	switch operation {
	case stencilZero:
		return 0
	case stencilReplace:
		return ref
	case stencilIncrementSaturate:
		return min(s+1, most)
	case stencilDecrementSaturate:
		return max(s, 1) - 1
	case stencilInvert:
		return most - s
	case stencilIncrementWrap:
		return (s + 1) & most
	case stencilDecrementWrap:
		return (s - 1) & most
	}
	return s // stencilKeep
}
