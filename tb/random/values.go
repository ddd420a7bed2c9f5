package random

import (
	"fmt"
	"math"

	"tilemark/text/strictyaml"
)

var (
	kSpecial  = knob("special", "A number that is no ordinary one.", "nan:2", "infinity:2", "denormal:2", "minus zero", "negative", "huge", "tiny")
	kRecords  = knob("special_records", "Words of a mesh's vertex records that hold one.", "0:8", "1", "2..4")
	kNumbers  = knob("special_registers", "Registers that a draw computes with that hold one.", "0:10", "1:2", "2..3")
	kReserved = knob("reserved_fields", "Fields of a draw's registers that hold a value without a name, or one beyond the limit.", "0:8", "1", "2..4")
	kKept     = knob("kept_registers", "Registers that a draw does not write: they hold what the draw before has left, or their reset values.", "0:8", "1..2", "3..12")
	kBright   = knob("bright", "Colours of a draw: within the format, beyond its greatest value, so great that half floats overflow, below zero.", "within:6", "beyond", "overflowing", "negative")
	kExponent = knob("depth_exponent", "Binary exponent of the viewport's range of depths, which depth bias of D32F looks at.", "0:12", "-149..-127", "-126..-60", "-59..-1", "1..40")
	kLevels   = knob("levels", "Mip levels of a texture that has any; 0: down to a texel.", "0:4", "1", "2..13", "14")
	kBig      = yesNo("big", "The target is larger than a page, and a row of its tiles crosses from one to the next.", 30, 1)
	kFillBits = knob("fill_bits", "What a fill of words as they stand in memory holds.", "special:3", "any")
	reserved  = []string{"WBU.BLEND.SRC_COLOR:15", "WBU.BLEND.DST_ALPHA:15", "WBU.BLEND.COLOR_EQUATION:5", "WBU.BLEND.ALPHA_EQUATION:7", "BIND.SAMPLER_0_MODE.WRAP_U:3", "BIND.SAMPLER_0_MODE.WRAP_V:3", "BIND.SAMPLER_0_MODE.MIP:3", "BIND.TEXTURE_0_FORMAT.LEVELS:0", "ASU.DEPTH_BIAS_CONTROL.FORMAT:3", "EUP.TESSELLATION.LEVEL:0"}
	computing = numberRegisters()
	keepable  = append(numberRegisters(), "EUP.VERTEX_PROGRAM", "EUP.TESSELLATION", "TSU.CULL", "ASU.DEPTH_BIAS_CONTROL", "SG_TG.SCISSOR_MIN", "SG_TG.SCISSOR_MAX", "ZL1.HIZ_CONTROL", "ZL2.STENCIL_CONTROL", "ZL2.STENCIL_FRONT", "ZL2.STENCIL_BACK", "ZL2.STENCIL_REF", "ZL2.STENCIL_MASKS", "ZL2.QUERY_CONTROL", "ZL2.OCCLUSION_LO", "BIND.SAMPLER_0_MODE", "PS.STATISTICS_CONTROL", "TSU.STATISTICS_CONTROL", "BP.IA_VERTICES_LO", "WBU.BLEND", "WBU.BLEND_CONSTANT", "WBU.WRITE_MASK")
)

// numberRegisters are registers that hold a number of binary32.
func numberRegisters() (list []string) {
	for i := range 16 {
		list = append(list, fmt.Sprintf("EUP.TRANSFORM_%d", i))
	}
	for _, name := range []string{"LIGHT_X", "LIGHT_Y", "LIGHT_Z", "AMBIENT", "DIFFUSE", "BASE_COLOR_R", "BASE_COLOR_G", "BASE_COLOR_B", "BASE_COLOR_A", "INSTANCE_STEP_X", "INSTANCE_STEP_Y", "INSTANCE_STEP_Z"} {
		list = append(list, "EUP."+name)
	}
	for _, name := range []string{"VIEWPORT_SCALE_X", "VIEWPORT_OFFSET_X", "VIEWPORT_SCALE_Y", "VIEWPORT_OFFSET_Y", "DEPTH_SCALE", "DEPTH_OFFSET", "GUARD_BAND"} {
		list = append(list, "TSU."+name)
	}
	return append(list, "ASU.DEPTH_BIAS_CONSTANT", "ASU.DEPTH_BIAS_SLOPE", "ASU.DEPTH_BIAS_CLAMP", "PS.ALPHA_REF", "PS.PROGRAM_DEPTH_OFFSET", "PS.PROGRAM_DEPTH_FACTOR")
}

// Parts of binary32.
const (
	signBit      = 1 << 31
	mantissaBits = 23
	mantissa     = 1<<mantissaBits - 1
	infinity     = 0xff << mantissaBits
	bias32       = 127
)

// special is the pattern of a number that is no ordinary one.
func (g *generator) special() uint32 {
	sign := uint32(g.rng.IntN(2)) * signBit
	bits := 1 + uint32(g.rng.IntN(mantissa))
	power := func(lo, hi int) uint32 {
		return sign | uint32(bias32+lo+g.rng.IntN(hi-lo+1))<<mantissaBits | bits&mantissa
	}
	switch g.word(kSpecial) {
	case "nan":
		return sign | infinity | bits
	case "infinity":
		return sign | infinity
	case "denormal":
		return sign | bits
	case "minus zero":
		return signBit
	case "negative":
		return math.Float32bits(-float32(g.between(0.001, 4)))
	case "huge":
		return power(60, 127)
	}
	return power(-126, -60)
}

// specialRecords puts some into a mesh's vertex records.
func (g *generator) specialRecords(m *strictyaml.Node, vertices int) {
	n := g.int(kRecords)
	if n == 0 || vertices == 0 {
		return
	}
	const words = 12 // position, normal, texture coordinates, colour
	list := strictyaml.Seq[*strictyaml.Node]()
	for range n {
		list.Items = append(list.Items, strictyaml.Seq(g.rng.IntN(vertices), g.rng.IntN(words), int(g.special())))
	}
	m.Set("words", list)
}

// mostLevels is the most mip levels of a texture. One more counts as that.
const mostLevels = 14

// registers chooses values of registers that no other key of a draw gives; deep: the draw has a texture of as many levels as there can be.
func (g *generator) registers(d *strictyaml.Node, deep bool) {
	r := strictyaml.Map()
	if deep && g.rng.IntN(2) == 0 {
		r.Set("BIND.TEXTURE_0_FORMAT.LEVELS", mostLevels+1)
	}
	for range g.int(kNumbers) {
		r.Set(one(g.dice, computing...), int(g.special()))
	}
	if e := g.int(kExponent); e != 0 {
		r.Set("TSU.DEPTH_SCALE", int(math.Float32bits(float32(math.Ldexp(1, e)))))
	}
	for range g.int(kReserved) {
		var name string
		var value int
		entry := one(g.dice, reserved...)
		for i := range entry {
			if entry[i] == ':' {
				name = entry[:i]
				fmt.Sscan(entry[i+1:], &value)
			}
		}
		r.Set(name, value)
	}
	for range g.int(kKept) {
		if name := one(g.dice, keepable...); r.Lookup(name) == nil {
			r.Set(name, "kept")
		}
	}
	if g.word(kAttributes) == "other" {
		r.Set("ASU.ATTRIBUTES", g.rng.IntN(20)|g.rng.IntN(1<<16)<<16)
		r.Set("TSU.FLAT", g.rng.IntN(1<<16))
	}
	for range g.int(kNos) {
		r.Set(fmt.Sprintf("%s_NOS_%d", one(g.dice, "EUP.VERTEX", "EUP.HULL", "EUP.DOMAIN", "PS.PIXEL"), g.rng.IntN(8)), g.rng.IntN(4))
	}
	if len(r.Entries) > 0 {
		d.Set("registers", r)
	}
}

// bright chooses the colour of a draw.
func (g *generator) bright() *strictyaml.Node {
	switch g.word(kBright) {
	case "beyond":
		return g.floats(4, 0.5, 6)
	case "overflowing":
		return g.floats(4, -70000, 200000)
	case "negative":
		return g.floats(4, -2, 1)
	}
	return g.floats(4, 0.2, 1)
}

// fillBits is a pixel as it stands in memory.
func (g *generator) fillBits() uint64 {
	if g.word(kFillBits) == "any" {
		return g.rng.Uint64()
	}
	lo := g.special()
	half := func() uint64 {
		return uint64(one(g.dice, 0x7c00, 0xfc00, 0x7e00, 0xffff, 0x0001, 0x83ff, 0x7bff, 0x8000, 0x3c01))
	}
	if g.rng.IntN(2) == 0 {
		return half() | half()<<16 | half()<<32 | half()<<48
	}
	return uint64(lo) | uint64(g.special())<<32
}

// bigTarget chooses a target that is larger than a page of 256 tiles of four bytes a pixel, by less than two rows of tiles.
func (g *generator) bigTarget() {
	const tilesOfPage, tile = 256, 8
	columns := 17 + g.rng.IntN(24)
	rows := tilesOfPage/columns + 1 + g.rng.IntN(2)
	g.width, g.height = tile*columns-g.rng.IntN(tile), tile*rows-g.rng.IntN(tile)
}
