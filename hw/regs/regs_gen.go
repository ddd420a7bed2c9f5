// Code generated from hw/regs/*.yaml by "go run ./regmap/gen" (make regs). DO NOT EDIT.

package regs

import "math"

// NumBlocks is the number of block IDs; not every one has a table.
const NumBlocks = 21

// Block IDs.
const (
	BlockCSP      = 0  // Command stream processor, draw state that the front-end parser uses and the packing of the save area.
	BlockC2D      = 1  // 2D block, fills and copies.
	BlockMXU      = 2  // Memory access unit, the surfaces that the break point pins.
	BlockTSU      = 3  // Triangle setup unit, viewport, clipping and culling.
	BlockEUPFront = 4  // Front of the execution units. VF fetches vertices by its registers.
	BlockEUP      = 5  // Execution-unit pool: kernels of the vertex stage, their constants and what they bind.
	BlockASU      = 6  // Attribute setup unit.
	BlockPS       = 7  // Pixel shading: quads to threads of the pixel kernel, their constants and limit.
	BlockWBU      = 8  // Write-back unit, colour surface and blending.
	BlockBP       = 9  // Break point, in SG_TG or ZL1: pipeline statistics.
	BlockBIND     = 17 // What pixel kernels bind: kernel, buffers, textures and samplers of a draw, of which the MXU makes a pin set.
	BlockSGTG     = 18 // Span generator and tile generator, target and scissor.
	BlockZL1      = 19 // First-level Z.
	BlockZL2      = 20 // Second-level Z, depth, stencil and occlusion queries.
)

// Registers of block CSP.
const (
	CSPTopology    = 0  // How the vertices of a draw form primitives.
	CSPIndexBase   = 1  // Byte address of the index buffer, aligned to 64 bytes.
	CSPIndexFormat = 2  // Width of an index, and primitive restart.
	CSPBaseVertex  = 3  // Added to every index of an indexed draw.
	CSPOffset0     = 4  // Where blocks 0 and 1 begin in the context's save area.
	CSPOffset1     = 5  // Where blocks 2 and 3 begin in the context's save area.
	CSPOffset2     = 6  // Where blocks 4 and 5 begin in the context's save area.
	CSPOffset3     = 7  // Where blocks 6 and 7 begin in the context's save area.
	CSPOffset4     = 8  // Where blocks 8 and 9 begin in the context's save area.
	CSPOffset5     = 9  // Where blocks 10 and 11 begin in the context's save area.
	CSPOffset6     = 10 // Where blocks 12 and 13 begin in the context's save area.
	CSPOffset7     = 11 // Where blocks 14 and 15 begin in the context's save area.
	CSPOffset8     = 12 // Where blocks 16 and 17 begin in the context's save area.
	CSPOffset9     = 13 // Where blocks 18 and 19 begin in the context's save area.
	CSPOffset10    = 14 // Where block 20 begins in the context's save area.
	CSPLength0     = 15 // What is reserved in the context's save area for blocks 0 to 3.
	CSPLength1     = 16 // What is reserved in the context's save area for blocks 4 to 7.
	CSPLength2     = 17 // What is reserved in the context's save area for blocks 8 to 11.
	CSPLength3     = 18 // What is reserved in the context's save area for blocks 12 to 15.
	CSPLength4     = 19 // What is reserved in the context's save area for blocks 16 to 19.
	CSPLength5     = 20 // What is reserved in the context's save area for block 20.
)

// Fields of CSP.TOPOLOGY; masks stand before the shift.
const (
	CSPTopologyShift = 0
	CSPTopologyMask  = 0x3
)

// Values of CSP.TOPOLOGY, field VALUE: Primitive topology.
const (
	CSPTopologyTriangleList  = 0
	CSPTopologyTriangleStrip = 1
	CSPTopologyTriangleFan   = 2
	CSPTopologyPatchList     = 3
)

// Fields of CSP.INDEX_FORMAT; masks stand before the shift.
const (
	CSPIndexFormatShift        = 0
	CSPIndexFormatMask         = 0x1
	CSPIndexFormatRestartShift = 1
	CSPIndexFormatRestartMask  = 0x1
)

// Values of CSP.INDEX_FORMAT, field VALUE: Index width.
const (
	CSPIndexFormatU16 = 0
	CSPIndexFormatU32 = 1
)

// Fields of CSP.OFFSET_0; masks stand before the shift.
const (
	CSPOffset0LowShift  = 0
	CSPOffset0LowMask   = 0xffff
	CSPOffset0HighShift = 16
	CSPOffset0HighMask  = 0xffff
)

// Fields of CSP.OFFSET_1; masks stand before the shift.
const (
	CSPOffset1LowShift  = 0
	CSPOffset1LowMask   = 0xffff
	CSPOffset1HighShift = 16
	CSPOffset1HighMask  = 0xffff
)

// Fields of CSP.OFFSET_2; masks stand before the shift.
const (
	CSPOffset2LowShift  = 0
	CSPOffset2LowMask   = 0xffff
	CSPOffset2HighShift = 16
	CSPOffset2HighMask  = 0xffff
)

// Fields of CSP.OFFSET_3; masks stand before the shift.
const (
	CSPOffset3LowShift  = 0
	CSPOffset3LowMask   = 0xffff
	CSPOffset3HighShift = 16
	CSPOffset3HighMask  = 0xffff
)

// Fields of CSP.OFFSET_4; masks stand before the shift.
const (
	CSPOffset4LowShift  = 0
	CSPOffset4LowMask   = 0xffff
	CSPOffset4HighShift = 16
	CSPOffset4HighMask  = 0xffff
)

// Fields of CSP.OFFSET_5; masks stand before the shift.
const (
	CSPOffset5LowShift  = 0
	CSPOffset5LowMask   = 0xffff
	CSPOffset5HighShift = 16
	CSPOffset5HighMask  = 0xffff
)

// Fields of CSP.OFFSET_6; masks stand before the shift.
const (
	CSPOffset6LowShift  = 0
	CSPOffset6LowMask   = 0xffff
	CSPOffset6HighShift = 16
	CSPOffset6HighMask  = 0xffff
)

// Fields of CSP.OFFSET_7; masks stand before the shift.
const (
	CSPOffset7LowShift  = 0
	CSPOffset7LowMask   = 0xffff
	CSPOffset7HighShift = 16
	CSPOffset7HighMask  = 0xffff
)

// Fields of CSP.OFFSET_8; masks stand before the shift.
const (
	CSPOffset8LowShift  = 0
	CSPOffset8LowMask   = 0xffff
	CSPOffset8HighShift = 16
	CSPOffset8HighMask  = 0xffff
)

// Fields of CSP.OFFSET_9; masks stand before the shift.
const (
	CSPOffset9LowShift  = 0
	CSPOffset9LowMask   = 0xffff
	CSPOffset9HighShift = 16
	CSPOffset9HighMask  = 0xffff
)

// Fields of CSP.OFFSET_10; masks stand before the shift.
const (
	CSPOffset10LowShift = 0
	CSPOffset10LowMask  = 0xffff
)

// Fields of CSP.LENGTH_0; masks stand before the shift.
const (
	CSPLength0FirstShift  = 0
	CSPLength0FirstMask   = 0xff
	CSPLength0SecondShift = 8
	CSPLength0SecondMask  = 0xff
	CSPLength0ThirdShift  = 16
	CSPLength0ThirdMask   = 0xff
	CSPLength0FourthShift = 24
	CSPLength0FourthMask  = 0xff
)

// Fields of CSP.LENGTH_1; masks stand before the shift.
const (
	CSPLength1FirstShift  = 0
	CSPLength1FirstMask   = 0xff
	CSPLength1SecondShift = 8
	CSPLength1SecondMask  = 0xff
	CSPLength1ThirdShift  = 16
	CSPLength1ThirdMask   = 0xff
	CSPLength1FourthShift = 24
	CSPLength1FourthMask  = 0xff
)

// Fields of CSP.LENGTH_2; masks stand before the shift.
const (
	CSPLength2FirstShift  = 0
	CSPLength2FirstMask   = 0xff
	CSPLength2SecondShift = 8
	CSPLength2SecondMask  = 0xff
	CSPLength2ThirdShift  = 16
	CSPLength2ThirdMask   = 0xff
	CSPLength2FourthShift = 24
	CSPLength2FourthMask  = 0xff
)

// Fields of CSP.LENGTH_3; masks stand before the shift.
const (
	CSPLength3FirstShift  = 0
	CSPLength3FirstMask   = 0xff
	CSPLength3SecondShift = 8
	CSPLength3SecondMask  = 0xff
	CSPLength3ThirdShift  = 16
	CSPLength3ThirdMask   = 0xff
	CSPLength3FourthShift = 24
	CSPLength3FourthMask  = 0xff
)

// Fields of CSP.LENGTH_4; masks stand before the shift.
const (
	CSPLength4FirstShift  = 0
	CSPLength4FirstMask   = 0xff
	CSPLength4SecondShift = 8
	CSPLength4SecondMask  = 0xff
	CSPLength4ThirdShift  = 16
	CSPLength4ThirdMask   = 0xff
	CSPLength4FourthShift = 24
	CSPLength4FourthMask  = 0xff
)

// Fields of CSP.LENGTH_5; masks stand before the shift.
const (
	CSPLength5FirstShift = 0
	CSPLength5FirstMask  = 0xff
)

// CSPRegs is the register file of block CSP: Command stream processor, draw state that the front-end parser uses and the packing of the save area.
type CSPRegs [21]uint32

// Reset sets every register to its reset value.
func (r *CSPRegs) Reset() {
	*r = CSPRegs{}
	r[CSPOffset0] = 0x8b0001
	r[CSPOffset1] = 0x94008f
	r[CSPOffset2] = 0xbf00bd
	r[CSPOffset3] = 0xdd00db
	r[CSPOffset4] = 0xe700e3
	r[CSPOffset5] = 0xea00ea
	r[CSPOffset6] = 0xea00ea
	r[CSPOffset7] = 0xea00ea
	r[CSPOffset8] = 0xea00ea
	r[CSPOffset9] = 0xff00fe
	r[CSPOffset10] = 0x104
	r[CSPLength0] = 0xa3130dff
	r[CSPLength1] = 0x18087008
	r[CSPLength2] = 0xa10
	r[CSPLength4] = 0x11035000
	r[CSPLength5] = 0x15
}

// Topology reads TOPOLOGY.VALUE, bits 1:0: Primitive topology.
func (r *CSPRegs) Topology() uint32 {
	return r[0] & 0x3
}

// IndexBase reads INDEX_BASE.VALUE, bits 31:0: Address of index 0.
func (r *CSPRegs) IndexBase() uint32 {
	return r[1]
}

// IndexFormat reads INDEX_FORMAT.VALUE, bits 0:0: Index width.
func (r *CSPRegs) IndexFormat() uint32 {
	return r[2] & 0x1
}

// IndexFormatRestart reads INDEX_FORMAT.RESTART, bits 1:1: An index of all ones restarts the primitive.
func (r *CSPRegs) IndexFormatRestart() bool {
	return r[2]>>1&0x1 != 0
}

// CSPIndexFormatFields holds the fields of CSP.INDEX_FORMAT: Width of an index, and primitive restart.
type CSPIndexFormatFields struct {
	Value   uint32 // bits 0:0: Index width.
	Restart bool   // bits 1:1: An index of all ones restarts the primitive.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPIndexFormatFields) Pack() uint32 {
	var word uint32
	word |= v.Value & 0x1 << 0
	if v.Restart {
		word |= 1 << 1
	}
	return word
}

// BaseVertex reads BASE_VERTEX.VALUE, bits 31:0: Vertices, two's complement.
func (r *CSPRegs) BaseVertex() int32 {
	return int32(r[3])
}

// Offset0Low reads OFFSET_0.LOW, bits 15:0: Of block 0, in units of 128 bits.
func (r *CSPRegs) Offset0Low() uint32 {
	return r[4] & 0xffff
}

// Offset0High reads OFFSET_0.HIGH, bits 31:16: Of block 1, in units of 128 bits.
func (r *CSPRegs) Offset0High() uint32 {
	return r[4] >> 16 & 0xffff
}

// CSPOffset0Fields holds the fields of CSP.OFFSET_0: Where blocks 0 and 1 begin in the context's save area.
type CSPOffset0Fields struct {
	Low  uint32 // bits 15:0: Of block 0, in units of 128 bits.
	High uint32 // bits 31:16: Of block 1, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset0Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset1Low reads OFFSET_1.LOW, bits 15:0: Of block 2, in units of 128 bits.
func (r *CSPRegs) Offset1Low() uint32 {
	return r[5] & 0xffff
}

// Offset1High reads OFFSET_1.HIGH, bits 31:16: Of block 3, in units of 128 bits.
func (r *CSPRegs) Offset1High() uint32 {
	return r[5] >> 16 & 0xffff
}

// CSPOffset1Fields holds the fields of CSP.OFFSET_1: Where blocks 2 and 3 begin in the context's save area.
type CSPOffset1Fields struct {
	Low  uint32 // bits 15:0: Of block 2, in units of 128 bits.
	High uint32 // bits 31:16: Of block 3, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset1Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset2Low reads OFFSET_2.LOW, bits 15:0: Of block 4, in units of 128 bits.
func (r *CSPRegs) Offset2Low() uint32 {
	return r[6] & 0xffff
}

// Offset2High reads OFFSET_2.HIGH, bits 31:16: Of block 5, in units of 128 bits.
func (r *CSPRegs) Offset2High() uint32 {
	return r[6] >> 16 & 0xffff
}

// CSPOffset2Fields holds the fields of CSP.OFFSET_2: Where blocks 4 and 5 begin in the context's save area.
type CSPOffset2Fields struct {
	Low  uint32 // bits 15:0: Of block 4, in units of 128 bits.
	High uint32 // bits 31:16: Of block 5, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset2Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset3Low reads OFFSET_3.LOW, bits 15:0: Of block 6, in units of 128 bits.
func (r *CSPRegs) Offset3Low() uint32 {
	return r[7] & 0xffff
}

// Offset3High reads OFFSET_3.HIGH, bits 31:16: Of block 7, in units of 128 bits.
func (r *CSPRegs) Offset3High() uint32 {
	return r[7] >> 16 & 0xffff
}

// CSPOffset3Fields holds the fields of CSP.OFFSET_3: Where blocks 6 and 7 begin in the context's save area.
type CSPOffset3Fields struct {
	Low  uint32 // bits 15:0: Of block 6, in units of 128 bits.
	High uint32 // bits 31:16: Of block 7, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset3Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset4Low reads OFFSET_4.LOW, bits 15:0: Of block 8, in units of 128 bits.
func (r *CSPRegs) Offset4Low() uint32 {
	return r[8] & 0xffff
}

// Offset4High reads OFFSET_4.HIGH, bits 31:16: Of block 9, in units of 128 bits.
func (r *CSPRegs) Offset4High() uint32 {
	return r[8] >> 16 & 0xffff
}

// CSPOffset4Fields holds the fields of CSP.OFFSET_4: Where blocks 8 and 9 begin in the context's save area.
type CSPOffset4Fields struct {
	Low  uint32 // bits 15:0: Of block 8, in units of 128 bits.
	High uint32 // bits 31:16: Of block 9, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset4Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset5Low reads OFFSET_5.LOW, bits 15:0: Of block 10, in units of 128 bits.
func (r *CSPRegs) Offset5Low() uint32 {
	return r[9] & 0xffff
}

// Offset5High reads OFFSET_5.HIGH, bits 31:16: Of block 11, in units of 128 bits.
func (r *CSPRegs) Offset5High() uint32 {
	return r[9] >> 16 & 0xffff
}

// CSPOffset5Fields holds the fields of CSP.OFFSET_5: Where blocks 10 and 11 begin in the context's save area.
type CSPOffset5Fields struct {
	Low  uint32 // bits 15:0: Of block 10, in units of 128 bits.
	High uint32 // bits 31:16: Of block 11, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset5Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset6Low reads OFFSET_6.LOW, bits 15:0: Of block 12, in units of 128 bits.
func (r *CSPRegs) Offset6Low() uint32 {
	return r[10] & 0xffff
}

// Offset6High reads OFFSET_6.HIGH, bits 31:16: Of block 13, in units of 128 bits.
func (r *CSPRegs) Offset6High() uint32 {
	return r[10] >> 16 & 0xffff
}

// CSPOffset6Fields holds the fields of CSP.OFFSET_6: Where blocks 12 and 13 begin in the context's save area.
type CSPOffset6Fields struct {
	Low  uint32 // bits 15:0: Of block 12, in units of 128 bits.
	High uint32 // bits 31:16: Of block 13, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset6Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset7Low reads OFFSET_7.LOW, bits 15:0: Of block 14, in units of 128 bits.
func (r *CSPRegs) Offset7Low() uint32 {
	return r[11] & 0xffff
}

// Offset7High reads OFFSET_7.HIGH, bits 31:16: Of block 15, in units of 128 bits.
func (r *CSPRegs) Offset7High() uint32 {
	return r[11] >> 16 & 0xffff
}

// CSPOffset7Fields holds the fields of CSP.OFFSET_7: Where blocks 14 and 15 begin in the context's save area.
type CSPOffset7Fields struct {
	Low  uint32 // bits 15:0: Of block 14, in units of 128 bits.
	High uint32 // bits 31:16: Of block 15, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset7Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset8Low reads OFFSET_8.LOW, bits 15:0: Of block 16, in units of 128 bits.
func (r *CSPRegs) Offset8Low() uint32 {
	return r[12] & 0xffff
}

// Offset8High reads OFFSET_8.HIGH, bits 31:16: Of block 17, in units of 128 bits.
func (r *CSPRegs) Offset8High() uint32 {
	return r[12] >> 16 & 0xffff
}

// CSPOffset8Fields holds the fields of CSP.OFFSET_8: Where blocks 16 and 17 begin in the context's save area.
type CSPOffset8Fields struct {
	Low  uint32 // bits 15:0: Of block 16, in units of 128 bits.
	High uint32 // bits 31:16: Of block 17, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset8Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset9Low reads OFFSET_9.LOW, bits 15:0: Of block 18, in units of 128 bits.
func (r *CSPRegs) Offset9Low() uint32 {
	return r[13] & 0xffff
}

// Offset9High reads OFFSET_9.HIGH, bits 31:16: Of block 19, in units of 128 bits.
func (r *CSPRegs) Offset9High() uint32 {
	return r[13] >> 16 & 0xffff
}

// CSPOffset9Fields holds the fields of CSP.OFFSET_9: Where blocks 18 and 19 begin in the context's save area.
type CSPOffset9Fields struct {
	Low  uint32 // bits 15:0: Of block 18, in units of 128 bits.
	High uint32 // bits 31:16: Of block 19, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset9Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	word |= v.High & 0xffff << 16
	return word
}

// Offset10Low reads OFFSET_10.LOW, bits 15:0: Of block 20, in units of 128 bits.
func (r *CSPRegs) Offset10Low() uint32 {
	return r[14] & 0xffff
}

// CSPOffset10Fields holds the fields of CSP.OFFSET_10: Where block 20 begins in the context's save area.
type CSPOffset10Fields struct {
	Low uint32 // bits 15:0: Of block 20, in units of 128 bits.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPOffset10Fields) Pack() uint32 {
	var word uint32
	word |= v.Low & 0xffff << 0
	return word
}

// Length0First reads LENGTH_0.FIRST, bits 7:0: Of block 0, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length0First() uint32 {
	return r[15] & 0xff
}

// Length0Second reads LENGTH_0.SECOND, bits 15:8: Of block 1, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length0Second() uint32 {
	return r[15] >> 8 & 0xff
}

// Length0Third reads LENGTH_0.THIRD, bits 23:16: Of block 2, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length0Third() uint32 {
	return r[15] >> 16 & 0xff
}

// Length0Fourth reads LENGTH_0.FOURTH, bits 31:24: Of block 3, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length0Fourth() uint32 {
	return r[15] >> 24 & 0xff
}

// CSPLength0Fields holds the fields of CSP.LENGTH_0: What is reserved in the context's save area for blocks 0 to 3.
type CSPLength0Fields struct {
	First  uint32 // bits 7:0: Of block 0, in DWORDs; 255 for the table's length.
	Second uint32 // bits 15:8: Of block 1, in DWORDs; 255 for the table's length.
	Third  uint32 // bits 23:16: Of block 2, in DWORDs; 255 for the table's length.
	Fourth uint32 // bits 31:24: Of block 3, in DWORDs; 255 for the table's length.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPLength0Fields) Pack() uint32 {
	var word uint32
	word |= v.First & 0xff << 0
	word |= v.Second & 0xff << 8
	word |= v.Third & 0xff << 16
	word |= v.Fourth & 0xff << 24
	return word
}

// Length1First reads LENGTH_1.FIRST, bits 7:0: Of block 4, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length1First() uint32 {
	return r[16] & 0xff
}

// Length1Second reads LENGTH_1.SECOND, bits 15:8: Of block 5, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length1Second() uint32 {
	return r[16] >> 8 & 0xff
}

// Length1Third reads LENGTH_1.THIRD, bits 23:16: Of block 6, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length1Third() uint32 {
	return r[16] >> 16 & 0xff
}

// Length1Fourth reads LENGTH_1.FOURTH, bits 31:24: Of block 7, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length1Fourth() uint32 {
	return r[16] >> 24 & 0xff
}

// CSPLength1Fields holds the fields of CSP.LENGTH_1: What is reserved in the context's save area for blocks 4 to 7.
type CSPLength1Fields struct {
	First  uint32 // bits 7:0: Of block 4, in DWORDs; 255 for the table's length.
	Second uint32 // bits 15:8: Of block 5, in DWORDs; 255 for the table's length.
	Third  uint32 // bits 23:16: Of block 6, in DWORDs; 255 for the table's length.
	Fourth uint32 // bits 31:24: Of block 7, in DWORDs; 255 for the table's length.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPLength1Fields) Pack() uint32 {
	var word uint32
	word |= v.First & 0xff << 0
	word |= v.Second & 0xff << 8
	word |= v.Third & 0xff << 16
	word |= v.Fourth & 0xff << 24
	return word
}

// Length2First reads LENGTH_2.FIRST, bits 7:0: Of block 8, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length2First() uint32 {
	return r[17] & 0xff
}

// Length2Second reads LENGTH_2.SECOND, bits 15:8: Of block 9, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length2Second() uint32 {
	return r[17] >> 8 & 0xff
}

// Length2Third reads LENGTH_2.THIRD, bits 23:16: Of block 10, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length2Third() uint32 {
	return r[17] >> 16 & 0xff
}

// Length2Fourth reads LENGTH_2.FOURTH, bits 31:24: Of block 11, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length2Fourth() uint32 {
	return r[17] >> 24 & 0xff
}

// CSPLength2Fields holds the fields of CSP.LENGTH_2: What is reserved in the context's save area for blocks 8 to 11.
type CSPLength2Fields struct {
	First  uint32 // bits 7:0: Of block 8, in DWORDs; 255 for the table's length.
	Second uint32 // bits 15:8: Of block 9, in DWORDs; 255 for the table's length.
	Third  uint32 // bits 23:16: Of block 10, in DWORDs; 255 for the table's length.
	Fourth uint32 // bits 31:24: Of block 11, in DWORDs; 255 for the table's length.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPLength2Fields) Pack() uint32 {
	var word uint32
	word |= v.First & 0xff << 0
	word |= v.Second & 0xff << 8
	word |= v.Third & 0xff << 16
	word |= v.Fourth & 0xff << 24
	return word
}

// Length3First reads LENGTH_3.FIRST, bits 7:0: Of block 12, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length3First() uint32 {
	return r[18] & 0xff
}

// Length3Second reads LENGTH_3.SECOND, bits 15:8: Of block 13, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length3Second() uint32 {
	return r[18] >> 8 & 0xff
}

// Length3Third reads LENGTH_3.THIRD, bits 23:16: Of block 14, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length3Third() uint32 {
	return r[18] >> 16 & 0xff
}

// Length3Fourth reads LENGTH_3.FOURTH, bits 31:24: Of block 15, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length3Fourth() uint32 {
	return r[18] >> 24 & 0xff
}

// CSPLength3Fields holds the fields of CSP.LENGTH_3: What is reserved in the context's save area for blocks 12 to 15.
type CSPLength3Fields struct {
	First  uint32 // bits 7:0: Of block 12, in DWORDs; 255 for the table's length.
	Second uint32 // bits 15:8: Of block 13, in DWORDs; 255 for the table's length.
	Third  uint32 // bits 23:16: Of block 14, in DWORDs; 255 for the table's length.
	Fourth uint32 // bits 31:24: Of block 15, in DWORDs; 255 for the table's length.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPLength3Fields) Pack() uint32 {
	var word uint32
	word |= v.First & 0xff << 0
	word |= v.Second & 0xff << 8
	word |= v.Third & 0xff << 16
	word |= v.Fourth & 0xff << 24
	return word
}

// Length4First reads LENGTH_4.FIRST, bits 7:0: Of block 16, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length4First() uint32 {
	return r[19] & 0xff
}

// Length4Second reads LENGTH_4.SECOND, bits 15:8: Of block 17, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length4Second() uint32 {
	return r[19] >> 8 & 0xff
}

// Length4Third reads LENGTH_4.THIRD, bits 23:16: Of block 18, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length4Third() uint32 {
	return r[19] >> 16 & 0xff
}

// Length4Fourth reads LENGTH_4.FOURTH, bits 31:24: Of block 19, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length4Fourth() uint32 {
	return r[19] >> 24 & 0xff
}

// CSPLength4Fields holds the fields of CSP.LENGTH_4: What is reserved in the context's save area for blocks 16 to 19.
type CSPLength4Fields struct {
	First  uint32 // bits 7:0: Of block 16, in DWORDs; 255 for the table's length.
	Second uint32 // bits 15:8: Of block 17, in DWORDs; 255 for the table's length.
	Third  uint32 // bits 23:16: Of block 18, in DWORDs; 255 for the table's length.
	Fourth uint32 // bits 31:24: Of block 19, in DWORDs; 255 for the table's length.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPLength4Fields) Pack() uint32 {
	var word uint32
	word |= v.First & 0xff << 0
	word |= v.Second & 0xff << 8
	word |= v.Third & 0xff << 16
	word |= v.Fourth & 0xff << 24
	return word
}

// Length5First reads LENGTH_5.FIRST, bits 7:0: Of block 20, in DWORDs; 255 for the table's length.
func (r *CSPRegs) Length5First() uint32 {
	return r[20] & 0xff
}

// CSPLength5Fields holds the fields of CSP.LENGTH_5: What is reserved in the context's save area for block 20.
type CSPLength5Fields struct {
	First uint32 // bits 7:0: Of block 20, in DWORDs; 255 for the table's length.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v CSPLength5Fields) Pack() uint32 {
	var word uint32
	word |= v.First & 0xff << 0
	return word
}

// Registers of block C2D.
const (
	C2DDstBase   = 0 // Byte address of the destination surface.
	C2DDstLayout = 1 // Layout of the destination surface.
	C2DDstOrigin = 2 // First pixel of the rectangle in the destination surface.
	C2DSrcBase   = 3 // Byte address of the source surface.
	C2DSrcLayout = 4 // Layout of the source surface.
	C2DSrcOrigin = 5 // First pixel of the rectangle in the source surface.
	C2DExtent    = 6 // Size of the rectangle.
	C2DFillLo    = 7 // Pixel that a fill writes, in the destination's format, low word.
	C2DFillHi    = 8 // Pixel that a fill writes, high word of RGBA16F.
)

// Fields of C2D.DST_LAYOUT; masks stand before the shift.
const (
	C2DDstLayoutPitchShift  = 0
	C2DDstLayoutPitchMask   = 0xffff
	C2DDstLayoutFormatShift = 16
	C2DDstLayoutFormatMask  = 0x7
	C2DDstLayoutTiledShift  = 19
	C2DDstLayoutTiledMask   = 0x1
)

// Values of C2D.DST_LAYOUT, field FORMAT: Pixel format.
const (
	C2DDstLayoutFormatRgba8   = 0
	C2DDstLayoutFormatSrgb8   = 1
	C2DDstLayoutFormatRgba16f = 2
	C2DDstLayoutFormatD24s8   = 3
	C2DDstLayoutFormatD32f    = 4
	C2DDstLayoutFormatD16     = 5
)

// Fields of C2D.DST_ORIGIN; masks stand before the shift.
const (
	C2DDstOriginXShift = 0
	C2DDstOriginXMask  = 0xffff
	C2DDstOriginYShift = 16
	C2DDstOriginYMask  = 0xffff
)

// Fields of C2D.SRC_LAYOUT; masks stand before the shift.
const (
	C2DSrcLayoutPitchShift  = 0
	C2DSrcLayoutPitchMask   = 0xffff
	C2DSrcLayoutFormatShift = 16
	C2DSrcLayoutFormatMask  = 0x7
	C2DSrcLayoutTiledShift  = 19
	C2DSrcLayoutTiledMask   = 0x1
)

// Values of C2D.SRC_LAYOUT, field FORMAT: Pixel format.
const (
	C2DSrcLayoutFormatRgba8   = 0
	C2DSrcLayoutFormatSrgb8   = 1
	C2DSrcLayoutFormatRgba16f = 2
	C2DSrcLayoutFormatD24s8   = 3
	C2DSrcLayoutFormatD32f    = 4
	C2DSrcLayoutFormatD16     = 5
)

// Fields of C2D.SRC_ORIGIN; masks stand before the shift.
const (
	C2DSrcOriginXShift = 0
	C2DSrcOriginXMask  = 0xffff
	C2DSrcOriginYShift = 16
	C2DSrcOriginYMask  = 0xffff
)

// Fields of C2D.EXTENT; masks stand before the shift.
const (
	C2DExtentWidthShift  = 0
	C2DExtentWidthMask   = 0xffff
	C2DExtentHeightShift = 16
	C2DExtentHeightMask  = 0xffff
)

// C2DRegs is the register file of block C2D: 2D block, fills and copies.
type C2DRegs [9]uint32

// Reset sets every register to its reset value.
func (r *C2DRegs) Reset() {
	*r = C2DRegs{}
}

// DstBase reads DST_BASE.VALUE, bits 31:0: Aligned to 64 bytes, to a tile's bytes when tiled.
func (r *C2DRegs) DstBase() uint32 {
	return r[0]
}

// DstLayoutPitch reads DST_LAYOUT.PITCH, bits 15:0: Pixels of a row, tiles of a row when tiled.
func (r *C2DRegs) DstLayoutPitch() uint32 {
	return r[1] & 0xffff
}

// DstLayoutFormat reads DST_LAYOUT.FORMAT, bits 18:16: Pixel format.
func (r *C2DRegs) DstLayoutFormat() uint32 {
	return r[1] >> 16 & 0x7
}

// DstLayoutTiled reads DST_LAYOUT.TILED, bits 19:19: Tiles of 8 by 8 pixels instead of rows.
func (r *C2DRegs) DstLayoutTiled() bool {
	return r[1]>>19&0x1 != 0
}

// C2DDstLayoutFields holds the fields of C2D.DST_LAYOUT: Layout of the destination surface.
type C2DDstLayoutFields struct {
	Pitch  uint32 // bits 15:0: Pixels of a row, tiles of a row when tiled.
	Format uint32 // bits 18:16: Pixel format.
	Tiled  bool   // bits 19:19: Tiles of 8 by 8 pixels instead of rows.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v C2DDstLayoutFields) Pack() uint32 {
	var word uint32
	word |= v.Pitch & 0xffff << 0
	word |= v.Format & 0x7 << 16
	if v.Tiled {
		word |= 1 << 19
	}
	return word
}

// DstOriginX reads DST_ORIGIN.X, bits 15:0: Pixels from the left.
func (r *C2DRegs) DstOriginX() uint32 {
	return r[2] & 0xffff
}

// DstOriginY reads DST_ORIGIN.Y, bits 31:16: Pixels from the top.
func (r *C2DRegs) DstOriginY() uint32 {
	return r[2] >> 16 & 0xffff
}

// C2DDstOriginFields holds the fields of C2D.DST_ORIGIN: First pixel of the rectangle in the destination surface.
type C2DDstOriginFields struct {
	X uint32 // bits 15:0: Pixels from the left.
	Y uint32 // bits 31:16: Pixels from the top.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v C2DDstOriginFields) Pack() uint32 {
	var word uint32
	word |= v.X & 0xffff << 0
	word |= v.Y & 0xffff << 16
	return word
}

// SrcBase reads SRC_BASE.VALUE, bits 31:0: Aligned to 64 bytes, to a tile's bytes when tiled.
func (r *C2DRegs) SrcBase() uint32 {
	return r[3]
}

// SrcLayoutPitch reads SRC_LAYOUT.PITCH, bits 15:0: Pixels of a row, tiles of a row when tiled.
func (r *C2DRegs) SrcLayoutPitch() uint32 {
	return r[4] & 0xffff
}

// SrcLayoutFormat reads SRC_LAYOUT.FORMAT, bits 18:16: Pixel format.
func (r *C2DRegs) SrcLayoutFormat() uint32 {
	return r[4] >> 16 & 0x7
}

// SrcLayoutTiled reads SRC_LAYOUT.TILED, bits 19:19: Tiles of 8 by 8 pixels instead of rows.
func (r *C2DRegs) SrcLayoutTiled() bool {
	return r[4]>>19&0x1 != 0
}

// C2DSrcLayoutFields holds the fields of C2D.SRC_LAYOUT: Layout of the source surface.
type C2DSrcLayoutFields struct {
	Pitch  uint32 // bits 15:0: Pixels of a row, tiles of a row when tiled.
	Format uint32 // bits 18:16: Pixel format.
	Tiled  bool   // bits 19:19: Tiles of 8 by 8 pixels instead of rows.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v C2DSrcLayoutFields) Pack() uint32 {
	var word uint32
	word |= v.Pitch & 0xffff << 0
	word |= v.Format & 0x7 << 16
	if v.Tiled {
		word |= 1 << 19
	}
	return word
}

// SrcOriginX reads SRC_ORIGIN.X, bits 15:0: Pixels from the left.
func (r *C2DRegs) SrcOriginX() uint32 {
	return r[5] & 0xffff
}

// SrcOriginY reads SRC_ORIGIN.Y, bits 31:16: Pixels from the top.
func (r *C2DRegs) SrcOriginY() uint32 {
	return r[5] >> 16 & 0xffff
}

// C2DSrcOriginFields holds the fields of C2D.SRC_ORIGIN: First pixel of the rectangle in the source surface.
type C2DSrcOriginFields struct {
	X uint32 // bits 15:0: Pixels from the left.
	Y uint32 // bits 31:16: Pixels from the top.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v C2DSrcOriginFields) Pack() uint32 {
	var word uint32
	word |= v.X & 0xffff << 0
	word |= v.Y & 0xffff << 16
	return word
}

// ExtentWidth reads EXTENT.WIDTH, bits 15:0: Pixels; 0: nothing is done.
func (r *C2DRegs) ExtentWidth() uint32 {
	return r[6] & 0xffff
}

// ExtentHeight reads EXTENT.HEIGHT, bits 31:16: Pixels; 0: nothing is done.
func (r *C2DRegs) ExtentHeight() uint32 {
	return r[6] >> 16 & 0xffff
}

// C2DExtentFields holds the fields of C2D.EXTENT: Size of the rectangle.
type C2DExtentFields struct {
	Width  uint32 // bits 15:0: Pixels; 0: nothing is done.
	Height uint32 // bits 31:16: Pixels; 0: nothing is done.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v C2DExtentFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// FillLo reads FILL_LO.VALUE, bits 31:0: Bits of the pixel.
func (r *C2DRegs) FillLo() uint32 {
	return r[7]
}

// FillHi reads FILL_HI.VALUE, bits 31:0: Bits of the pixel.
func (r *C2DRegs) FillHi() uint32 {
	return r[8]
}

// Registers of block MXU.
const (
	MXUColorBase     = 0 // Byte address of the colour surface whose pages are pinned for a tile.
	MXUDepthBase     = 1 // Byte address of the depth surface whose pages are pinned for a tile.
	MXUSurfacePitch  = 2 // Width of the two surfaces.
	MXUSurfaceFormat = 5 // Bytes of a pixel of the two surfaces.
)

// Fields of MXU.SURFACE_PITCH; masks stand before the shift.
const (
	MXUSurfacePitchColorShift = 0
	MXUSurfacePitchColorMask  = 0xffff
	MXUSurfacePitchDepthShift = 16
	MXUSurfacePitchDepthMask  = 0xffff
)

// Fields of MXU.SURFACE_FORMAT; masks stand before the shift.
const (
	MXUSurfaceFormatColorWideShift   = 0
	MXUSurfaceFormatColorWideMask    = 0x1
	MXUSurfaceFormatDepthNarrowShift = 1
	MXUSurfaceFormatDepthNarrowMask  = 0x1
)

// MXURegs is the register file of block MXU: Memory access unit, the surfaces that the break point pins.
type MXURegs [6]uint32

// Reset sets every register to its reset value.
func (r *MXURegs) Reset() {
	*r = MXURegs{}
}

// ColorBase reads COLOR_BASE.VALUE, bits 31:0: Address of tile 0, aligned to 256 bytes.
func (r *MXURegs) ColorBase() uint32 {
	return r[0]
}

// DepthBase reads DEPTH_BASE.VALUE, bits 31:0: Address of tile 0, aligned to 256 bytes.
func (r *MXURegs) DepthBase() uint32 {
	return r[1]
}

// SurfacePitchColor reads SURFACE_PITCH.COLOR, bits 15:0: Tiles in a row of the colour surface.
func (r *MXURegs) SurfacePitchColor() uint32 {
	return r[2] & 0xffff
}

// SurfacePitchDepth reads SURFACE_PITCH.DEPTH, bits 31:16: Tiles in a row of the depth surface.
func (r *MXURegs) SurfacePitchDepth() uint32 {
	return r[2] >> 16 & 0xffff
}

// MXUSurfacePitchFields holds the fields of MXU.SURFACE_PITCH: Width of the two surfaces.
type MXUSurfacePitchFields struct {
	Color uint32 // bits 15:0: Tiles in a row of the colour surface.
	Depth uint32 // bits 31:16: Tiles in a row of the depth surface.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v MXUSurfacePitchFields) Pack() uint32 {
	var word uint32
	word |= v.Color & 0xffff << 0
	word |= v.Depth & 0xffff << 16
	return word
}

// SurfaceFormatColorWide reads SURFACE_FORMAT.COLOR_WIDE, bits 0:0: A pixel of the colour surface has eight bytes instead of four.
func (r *MXURegs) SurfaceFormatColorWide() bool {
	return r[5]&0x1 != 0
}

// SurfaceFormatDepthNarrow reads SURFACE_FORMAT.DEPTH_NARROW, bits 1:1: A pixel of the depth surface has two bytes instead of four.
func (r *MXURegs) SurfaceFormatDepthNarrow() bool {
	return r[5]>>1&0x1 != 0
}

// MXUSurfaceFormatFields holds the fields of MXU.SURFACE_FORMAT: Bytes of a pixel of the two surfaces.
type MXUSurfaceFormatFields struct {
	ColorWide   bool // bits 0:0: A pixel of the colour surface has eight bytes instead of four.
	DepthNarrow bool // bits 1:1: A pixel of the depth surface has two bytes instead of four.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v MXUSurfaceFormatFields) Pack() uint32 {
	var word uint32
	if v.ColorWide {
		word |= 1 << 0
	}
	if v.DepthNarrow {
		word |= 1 << 1
	}
	return word
}

// Registers of block TSU.
const (
	TSUViewportScaleX       = 0  // Half the viewport's width.
	TSUViewportOffsetX      = 1  // Horizontal centre of the viewport.
	TSUViewportScaleY       = 2  // Half the viewport's height.
	TSUViewportOffsetY      = 3  // Vertical centre of the viewport.
	TSUDepthScale           = 4  // Scale from clip z/w to window depth.
	TSUDepthOffset          = 5  // Offset from clip z/w to window depth.
	TSUCull                 = 6  // Which faces are culled and which side is the front.
	TSUGuardBand            = 7  // Clip planes at the sides, as a multiple of w.
	TSUStatisticsControl    = 8  // Pipeline statistics above the break point, which the block BP keeps.
	TSUFlat                 = 9  // Which attributes of a vertex are those of the provoking vertex.
	TSUViewportSelect       = 19 // Which viewport the draws use.
	TSUViewport1ScaleX      = 20 // Half the viewport's width, viewport 1.
	TSUViewport1OffsetX     = 21 // Horizontal centre of the viewport, viewport 1.
	TSUViewport1ScaleY      = 22 // Half the viewport's height, viewport 1.
	TSUViewport1OffsetY     = 23 // Vertical centre of the viewport, viewport 1.
	TSUViewport1DepthScale  = 24 // Scale from clip z/w to window depth, viewport 1.
	TSUViewport1DepthOffset = 25 // Offset from clip z/w to window depth, viewport 1.
	TSUViewport2ScaleX      = 26 // Half the viewport's width, viewport 2.
	TSUViewport2OffsetX     = 27 // Horizontal centre of the viewport, viewport 2.
	TSUViewport2ScaleY      = 28 // Half the viewport's height, viewport 2.
	TSUViewport2OffsetY     = 29 // Vertical centre of the viewport, viewport 2.
	TSUViewport2DepthScale  = 30 // Scale from clip z/w to window depth, viewport 2.
	TSUViewport2DepthOffset = 31 // Offset from clip z/w to window depth, viewport 2.
	TSUViewport3ScaleX      = 32 // Half the viewport's width, viewport 3.
	TSUViewport3OffsetX     = 33 // Horizontal centre of the viewport, viewport 3.
	TSUViewport3ScaleY      = 34 // Half the viewport's height, viewport 3.
	TSUViewport3OffsetY     = 35 // Vertical centre of the viewport, viewport 3.
	TSUViewport3DepthScale  = 36 // Scale from clip z/w to window depth, viewport 3.
	TSUViewport3DepthOffset = 37 // Offset from clip z/w to window depth, viewport 3.
)

// Fields of TSU.CULL; masks stand before the shift.
const (
	TSUCullCullFrontShift = 0
	TSUCullCullFrontMask  = 0x1
	TSUCullCullBackShift  = 1
	TSUCullCullBackMask   = 0x1
	TSUCullFrontCwShift   = 2
	TSUCullFrontCwMask    = 0x1
)

// Fields of TSU.STATISTICS_CONTROL; masks stand before the shift.
const (
	TSUStatisticsControlEnableShift = 0
	TSUStatisticsControlEnableMask  = 0x1
)

// Fields of TSU.FLAT; masks stand before the shift.
const (
	TSUFlatShift = 0
	TSUFlatMask  = 0xffff
)

// Fields of TSU.VIEWPORT_SELECT; masks stand before the shift.
const (
	TSUViewportSelectIndexShift = 0
	TSUViewportSelectIndexMask  = 0x3
)

// TSURegs is the register file of block TSU: Triangle setup unit, viewport, clipping and culling.
type TSURegs [38]uint32

// Reset sets every register to its reset value.
func (r *TSURegs) Reset() {
	*r = TSURegs{}
	r[TSUDepthScale] = 0x3f800000
	r[TSUGuardBand] = 0x3f800000
	r[TSUViewport1DepthScale] = 0x3f800000
	r[TSUViewport2DepthScale] = 0x3f800000
	r[TSUViewport3DepthScale] = 0x3f800000
}

// ViewportScaleX reads VIEWPORT_SCALE_X.VALUE, bits 31:0: Pixels.
func (r *TSURegs) ViewportScaleX() float32 {
	return math.Float32frombits(r[0])
}

// ViewportOffsetX reads VIEWPORT_OFFSET_X.VALUE, bits 31:0: Pixels from the left edge of the target.
func (r *TSURegs) ViewportOffsetX() float32 {
	return math.Float32frombits(r[1])
}

// ViewportScaleY reads VIEWPORT_SCALE_Y.VALUE, bits 31:0: Pixels.
func (r *TSURegs) ViewportScaleY() float32 {
	return math.Float32frombits(r[2])
}

// ViewportOffsetY reads VIEWPORT_OFFSET_Y.VALUE, bits 31:0: Pixels from the top edge of the target.
func (r *TSURegs) ViewportOffsetY() float32 {
	return math.Float32frombits(r[3])
}

// DepthScale reads DEPTH_SCALE.VALUE, bits 31:0: Dimensionless.
func (r *TSURegs) DepthScale() float32 {
	return math.Float32frombits(r[4])
}

// DepthOffset reads DEPTH_OFFSET.VALUE, bits 31:0: Dimensionless.
func (r *TSURegs) DepthOffset() float32 {
	return math.Float32frombits(r[5])
}

// CullCullFront reads CULL.CULL_FRONT, bits 0:0: Front-facing triangles are culled.
func (r *TSURegs) CullCullFront() bool {
	return r[6]&0x1 != 0
}

// CullCullBack reads CULL.CULL_BACK, bits 1:1: Back-facing triangles are culled.
func (r *TSURegs) CullCullBack() bool {
	return r[6]>>1&0x1 != 0
}

// CullFrontCw reads CULL.FRONT_CW, bits 2:2: A triangle that runs clockwise in the picture is front-facing.
func (r *TSURegs) CullFrontCw() bool {
	return r[6]>>2&0x1 != 0
}

// TSUCullFields holds the fields of TSU.CULL: Which faces are culled and which side is the front.
type TSUCullFields struct {
	CullFront bool // bits 0:0: Front-facing triangles are culled.
	CullBack  bool // bits 1:1: Back-facing triangles are culled.
	FrontCw   bool // bits 2:2: A triangle that runs clockwise in the picture is front-facing.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v TSUCullFields) Pack() uint32 {
	var word uint32
	if v.CullFront {
		word |= 1 << 0
	}
	if v.CullBack {
		word |= 1 << 1
	}
	if v.FrontCw {
		word |= 1 << 2
	}
	return word
}

// GuardBand reads GUARD_BAND.VALUE, bits 31:0: Factor G, at least 1.
func (r *TSURegs) GuardBand() float32 {
	return math.Float32frombits(r[7])
}

// StatisticsControlEnable reads STATISTICS_CONTROL.ENABLE, bits 0:0: Vertices and primitives are counted.
func (r *TSURegs) StatisticsControlEnable() bool {
	return r[8]&0x1 != 0
}

// TSUStatisticsControlFields holds the fields of TSU.STATISTICS_CONTROL: Pipeline statistics above the break point, which the block BP keeps.
type TSUStatisticsControlFields struct {
	Enable bool // bits 0:0: Vertices and primitives are counted.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v TSUStatisticsControlFields) Pack() uint32 {
	var word uint32
	if v.Enable {
		word |= 1 << 0
	}
	return word
}

// Flat reads FLAT.VALUE, bits 15:0: A bit each.
func (r *TSURegs) Flat() uint32 {
	return r[9] & 0xffff
}

// ViewportSelectIndex reads VIEWPORT_SELECT.INDEX, bits 1:0: 0: the registers VIEWPORT_*, DEPTH_SCALE and DEPTH_OFFSET; 1 to 3: VIEWPORT1 to VIEWPORT3.
func (r *TSURegs) ViewportSelectIndex() uint32 {
	return r[19] & 0x3
}

// TSUViewportSelectFields holds the fields of TSU.VIEWPORT_SELECT: Which viewport the draws use.
type TSUViewportSelectFields struct {
	Index uint32 // bits 1:0: 0: the registers VIEWPORT_*, DEPTH_SCALE and DEPTH_OFFSET; 1 to 3: VIEWPORT1 to VIEWPORT3.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v TSUViewportSelectFields) Pack() uint32 {
	var word uint32
	word |= v.Index & 0x3 << 0
	return word
}

// Viewport1ScaleX reads VIEWPORT1_SCALE_X.VALUE, bits 31:0: Pixels.
func (r *TSURegs) Viewport1ScaleX() float32 {
	return math.Float32frombits(r[20])
}

// Viewport1OffsetX reads VIEWPORT1_OFFSET_X.VALUE, bits 31:0: Pixels from the left edge of the target.
func (r *TSURegs) Viewport1OffsetX() float32 {
	return math.Float32frombits(r[21])
}

// Viewport1ScaleY reads VIEWPORT1_SCALE_Y.VALUE, bits 31:0: Pixels.
func (r *TSURegs) Viewport1ScaleY() float32 {
	return math.Float32frombits(r[22])
}

// Viewport1OffsetY reads VIEWPORT1_OFFSET_Y.VALUE, bits 31:0: Pixels from the top edge of the target.
func (r *TSURegs) Viewport1OffsetY() float32 {
	return math.Float32frombits(r[23])
}

// Viewport1DepthScale reads VIEWPORT1_DEPTH_SCALE.VALUE, bits 31:0: Dimensionless.
func (r *TSURegs) Viewport1DepthScale() float32 {
	return math.Float32frombits(r[24])
}

// Viewport1DepthOffset reads VIEWPORT1_DEPTH_OFFSET.VALUE, bits 31:0: Dimensionless.
func (r *TSURegs) Viewport1DepthOffset() float32 {
	return math.Float32frombits(r[25])
}

// Viewport2ScaleX reads VIEWPORT2_SCALE_X.VALUE, bits 31:0: Pixels.
func (r *TSURegs) Viewport2ScaleX() float32 {
	return math.Float32frombits(r[26])
}

// Viewport2OffsetX reads VIEWPORT2_OFFSET_X.VALUE, bits 31:0: Pixels from the left edge of the target.
func (r *TSURegs) Viewport2OffsetX() float32 {
	return math.Float32frombits(r[27])
}

// Viewport2ScaleY reads VIEWPORT2_SCALE_Y.VALUE, bits 31:0: Pixels.
func (r *TSURegs) Viewport2ScaleY() float32 {
	return math.Float32frombits(r[28])
}

// Viewport2OffsetY reads VIEWPORT2_OFFSET_Y.VALUE, bits 31:0: Pixels from the top edge of the target.
func (r *TSURegs) Viewport2OffsetY() float32 {
	return math.Float32frombits(r[29])
}

// Viewport2DepthScale reads VIEWPORT2_DEPTH_SCALE.VALUE, bits 31:0: Dimensionless.
func (r *TSURegs) Viewport2DepthScale() float32 {
	return math.Float32frombits(r[30])
}

// Viewport2DepthOffset reads VIEWPORT2_DEPTH_OFFSET.VALUE, bits 31:0: Dimensionless.
func (r *TSURegs) Viewport2DepthOffset() float32 {
	return math.Float32frombits(r[31])
}

// Viewport3ScaleX reads VIEWPORT3_SCALE_X.VALUE, bits 31:0: Pixels.
func (r *TSURegs) Viewport3ScaleX() float32 {
	return math.Float32frombits(r[32])
}

// Viewport3OffsetX reads VIEWPORT3_OFFSET_X.VALUE, bits 31:0: Pixels from the left edge of the target.
func (r *TSURegs) Viewport3OffsetX() float32 {
	return math.Float32frombits(r[33])
}

// Viewport3ScaleY reads VIEWPORT3_SCALE_Y.VALUE, bits 31:0: Pixels.
func (r *TSURegs) Viewport3ScaleY() float32 {
	return math.Float32frombits(r[34])
}

// Viewport3OffsetY reads VIEWPORT3_OFFSET_Y.VALUE, bits 31:0: Pixels from the top edge of the target.
func (r *TSURegs) Viewport3OffsetY() float32 {
	return math.Float32frombits(r[35])
}

// Viewport3DepthScale reads VIEWPORT3_DEPTH_SCALE.VALUE, bits 31:0: Dimensionless.
func (r *TSURegs) Viewport3DepthScale() float32 {
	return math.Float32frombits(r[36])
}

// Viewport3DepthOffset reads VIEWPORT3_DEPTH_OFFSET.VALUE, bits 31:0: Dimensionless.
func (r *TSURegs) Viewport3DepthOffset() float32 {
	return math.Float32frombits(r[37])
}

// Registers of block EUP_FRONT.
const (
	EUPFrontVertexBase  = 0 // Byte address of the vertex records.
	EUPFrontVertexCount = 1 // Number of vertex records. A vertex number at or past it reads as zeros.
)

// EUPFrontRegs is the register file of block EUP_FRONT: Front of the execution units. VF fetches vertices by its registers.
type EUPFrontRegs [2]uint32

// Reset sets every register to its reset value.
func (r *EUPFrontRegs) Reset() {
	*r = EUPFrontRegs{}
}

// VertexBase reads VERTEX_BASE.VALUE, bits 31:0: Address of vertex 0, aligned to 64 bytes.
func (r *EUPFrontRegs) VertexBase() uint32 {
	return r[0]
}

// VertexCount reads VERTEX_COUNT.VALUE, bits 31:0: Records.
func (r *EUPFrontRegs) VertexCount() uint32 {
	return r[1]
}

// Registers of block EUP.
const (
	EUPTransform0        = 0  // Transform from object to clip space, column 0, row 0.
	EUPTransform1        = 1  // Transform from object to clip space, column 0, row 1.
	EUPTransform2        = 2  // Transform from object to clip space, column 0, row 2.
	EUPTransform3        = 3  // Transform from object to clip space, column 0, row 3.
	EUPTransform4        = 4  // Transform from object to clip space, column 1, row 0.
	EUPTransform5        = 5  // Transform from object to clip space, column 1, row 1.
	EUPTransform6        = 6  // Transform from object to clip space, column 1, row 2.
	EUPTransform7        = 7  // Transform from object to clip space, column 1, row 3.
	EUPTransform8        = 8  // Transform from object to clip space, column 2, row 0.
	EUPTransform9        = 9  // Transform from object to clip space, column 2, row 1.
	EUPTransform10       = 10 // Transform from object to clip space, column 2, row 2.
	EUPTransform11       = 11 // Transform from object to clip space, column 2, row 3.
	EUPTransform12       = 12 // Transform from object to clip space, column 3, row 0.
	EUPTransform13       = 13 // Transform from object to clip space, column 3, row 1.
	EUPTransform14       = 14 // Transform from object to clip space, column 3, row 2.
	EUPTransform15       = 15 // Transform from object to clip space, column 3, row 3.
	EUPLightX            = 16 // Direction towards the light in object space, x.
	EUPLightY            = 17 // Direction towards the light in object space, y.
	EUPLightZ            = 18 // Direction towards the light in object space, z.
	EUPAmbient           = 19 // Light that does not depend on the normal.
	EUPDiffuse           = 20 // Light in proportion to the cosine of the angle to the light.
	EUPBaseColorR        = 21 // Base colour, red.
	EUPBaseColorG        = 22 // Base colour, green.
	EUPBaseColorB        = 23 // Base colour, blue.
	EUPBaseColorA        = 24 // Base colour, alpha.
	EUPVertexProgram     = 25 // Switches of the driver's vertex kernel, constants of every vertex, hull and domain kernel.
	EUPInstanceStepX     = 26 // Distance from one instance to the next in object space, x.
	EUPInstanceStepY     = 27 // Distance from one instance to the next in object space, y.
	EUPInstanceStepZ     = 28 // Distance from one instance to the next in object space, z.
	EUPTessellation      = 29 // Tessellation of bicubic patches.
	EUPVertexKernel      = 30 // Place of the vertex kernel.
	EUPVertexKernelBytes = 31 // Size of the vertex kernel.
	EUPVertexKernelNeeds = 32 // What a thread of the vertex kernel has.
	EUPVertexLimit       = 33 // Limit of the vertex kernel.
	EUPDomainKernel      = 34 // Place of the domain kernel.
	EUPDomainKernelBytes = 35 // Size of the domain kernel.
	EUPDomainKernelNeeds = 36 // What a thread of the domain kernel has.
	EUPDomainLimit       = 37 // Limit of the domain kernel.
	EUPHullKernel        = 38 // Place of the hull kernel.
	EUPHullKernelBytes   = 39 // Size of the hull kernel.
	EUPHullKernelNeeds   = 40 // What a thread of the hull kernel has.
	EUPHullLimit         = 41 // Limit of the hull kernel.
	EUPBinding0Base      = 42 // Binding 0 of vertex, hull and domain kernels.
	EUPBinding0Bytes     = 43 // Binding 0 of vertex, hull and domain kernels.
	EUPBinding1Base      = 44 // Binding 1 of vertex, hull and domain kernels.
	EUPBinding1Bytes     = 45 // Binding 1 of vertex, hull and domain kernels.
	EUPBinding2Base      = 46 // Binding 2 of vertex, hull and domain kernels.
	EUPBinding2Bytes     = 47 // Binding 2 of vertex, hull and domain kernels.
	EUPBinding3Base      = 48 // Binding 3 of vertex, hull and domain kernels.
	EUPBinding3Bytes     = 49 // Binding 3 of vertex, hull and domain kernels.
	EUPBinding4Base      = 50 // Binding 4 of vertex, hull and domain kernels.
	EUPBinding4Bytes     = 51 // Binding 4 of vertex, hull and domain kernels.
	EUPBinding5Base      = 52 // Binding 5 of vertex, hull and domain kernels.
	EUPBinding5Bytes     = 53 // Binding 5 of vertex, hull and domain kernels.
	EUPBinding6Base      = 54 // Binding 6 of vertex, hull and domain kernels.
	EUPBinding6Bytes     = 55 // Binding 6 of vertex, hull and domain kernels.
	EUPBinding7Base      = 56 // Binding 7 of vertex, hull and domain kernels.
	EUPBinding7Bytes     = 57 // Binding 7 of vertex, hull and domain kernels.
	EUPTexture0Base      = 58 // Texture 0 of vertex, hull and domain kernels.
	EUPTexture0Bytes     = 59 // Texture 0 of vertex, hull and domain kernels.
	EUPTexture0Pitch     = 60 // Texture 0 of vertex, hull and domain kernels.
	EUPTexture0Size      = 61 // Texture 0 of vertex, hull and domain kernels.
	EUPTexture0Format    = 62 // Texture 0 of vertex, hull and domain kernels.
	EUPTexture1Base      = 63 // Texture 1 of vertex, hull and domain kernels.
	EUPTexture1Bytes     = 64 // Texture 1 of vertex, hull and domain kernels.
	EUPTexture1Pitch     = 65 // Texture 1 of vertex, hull and domain kernels.
	EUPTexture1Size      = 66 // Texture 1 of vertex, hull and domain kernels.
	EUPTexture1Format    = 67 // Texture 1 of vertex, hull and domain kernels.
	EUPSampler0Mode      = 68 // Sampler 0 of vertex, hull and domain kernels.
	EUPSampler0Bias      = 69 // Sampler 0 of vertex, hull and domain kernels.
	EUPSampler0Lod       = 70 // Sampler 0 of vertex, hull and domain kernels.
	EUPSampler1Mode      = 71 // Sampler 1 of vertex, hull and domain kernels.
	EUPSampler1Bias      = 72 // Sampler 1 of vertex, hull and domain kernels.
	EUPSampler1Lod       = 73 // Sampler 1 of vertex, hull and domain kernels.
	EUPVertexNos0        = 74 // State that vertex kernels depend on, word 0.
	EUPVertexNos1        = 75 // State that vertex kernels depend on, word 1.
	EUPVertexNos2        = 76 // State that vertex kernels depend on, word 2.
	EUPVertexNos3        = 77 // State that vertex kernels depend on, word 3.
	EUPVertexNos4        = 78 // State that vertex kernels depend on, word 4.
	EUPVertexNos5        = 79 // State that vertex kernels depend on, word 5.
	EUPVertexNos6        = 80 // State that vertex kernels depend on, word 6.
	EUPVertexNos7        = 81 // State that vertex kernels depend on, word 7.
	EUPHullNos0          = 82 // State that hull kernels depend on, word 0.
	EUPHullNos1          = 83 // State that hull kernels depend on, word 1.
	EUPHullNos2          = 84 // State that hull kernels depend on, word 2.
	EUPHullNos3          = 85 // State that hull kernels depend on, word 3.
	EUPHullNos4          = 86 // State that hull kernels depend on, word 4.
	EUPHullNos5          = 87 // State that hull kernels depend on, word 5.
	EUPHullNos6          = 88 // State that hull kernels depend on, word 6.
	EUPHullNos7          = 89 // State that hull kernels depend on, word 7.
	EUPDomainNos0        = 90 // State that domain kernels depend on, word 0.
	EUPDomainNos1        = 91 // State that domain kernels depend on, word 1.
	EUPDomainNos2        = 92 // State that domain kernels depend on, word 2.
	EUPDomainNos3        = 93 // State that domain kernels depend on, word 3.
	EUPDomainNos4        = 94 // State that domain kernels depend on, word 4.
	EUPDomainNos5        = 95 // State that domain kernels depend on, word 5.
	EUPDomainNos6        = 96 // State that domain kernels depend on, word 6.
	EUPDomainNos7        = 97 // State that domain kernels depend on, word 7.
	EUPScratchBase       = 98 // Scratch memory of the context, as its header says.
	EUPScratchBytes      = 99 // Scratch memory of a thread, as the context's header says.
)

// Fields of EUP.VERTEX_PROGRAM; masks stand before the shift.
const (
	EUPVertexProgramLightingShift       = 0
	EUPVertexProgramLightingMask        = 0x1
	EUPVertexProgramUseVertexColorShift = 1
	EUPVertexProgramUseVertexColorMask  = 0x1
)

// Fields of EUP.TESSELLATION; masks stand before the shift.
const (
	EUPTessellationLevelShift = 0
	EUPTessellationLevelMask  = 0x3f
)

// Fields of EUP.VERTEX_KERNEL_NEEDS; masks stand before the shift.
const (
	EUPVertexKernelNeedsRegistersShift  = 0
	EUPVertexKernelNeedsRegistersMask   = 0x7f
	EUPVertexKernelNeedsLanesShift      = 8
	EUPVertexKernelNeedsLanesMask       = 0x3
	EUPVertexKernelNeedsScratchShift    = 10
	EUPVertexKernelNeedsScratchMask     = 0xf
	EUPVertexKernelNeedsInputsShift     = 16
	EUPVertexKernelNeedsInputsMask      = 0x7f
	EUPVertexKernelNeedsPatchTableShift = 24
	EUPVertexKernelNeedsPatchTableMask  = 0xff
)

// Values of EUP.VERTEX_KERNEL_NEEDS, field LANES: Lanes of a thread.
const (
	EUPVertexKernelNeedsLanesEight     = 0
	EUPVertexKernelNeedsLanesSixteen   = 1
	EUPVertexKernelNeedsLanesThirtytwo = 2
)

// Fields of EUP.DOMAIN_KERNEL_NEEDS; masks stand before the shift.
const (
	EUPDomainKernelNeedsRegistersShift  = 0
	EUPDomainKernelNeedsRegistersMask   = 0x7f
	EUPDomainKernelNeedsLanesShift      = 8
	EUPDomainKernelNeedsLanesMask       = 0x3
	EUPDomainKernelNeedsScratchShift    = 10
	EUPDomainKernelNeedsScratchMask     = 0xf
	EUPDomainKernelNeedsInputsShift     = 16
	EUPDomainKernelNeedsInputsMask      = 0x7f
	EUPDomainKernelNeedsPatchTableShift = 24
	EUPDomainKernelNeedsPatchTableMask  = 0xff
)

// Values of EUP.DOMAIN_KERNEL_NEEDS, field LANES: Lanes of a thread.
const (
	EUPDomainKernelNeedsLanesEight     = 0
	EUPDomainKernelNeedsLanesSixteen   = 1
	EUPDomainKernelNeedsLanesThirtytwo = 2
)

// Fields of EUP.HULL_KERNEL_NEEDS; masks stand before the shift.
const (
	EUPHullKernelNeedsRegistersShift  = 0
	EUPHullKernelNeedsRegistersMask   = 0x7f
	EUPHullKernelNeedsLanesShift      = 8
	EUPHullKernelNeedsLanesMask       = 0x3
	EUPHullKernelNeedsScratchShift    = 10
	EUPHullKernelNeedsScratchMask     = 0xf
	EUPHullKernelNeedsInputsShift     = 16
	EUPHullKernelNeedsInputsMask      = 0x7f
	EUPHullKernelNeedsPatchTableShift = 24
	EUPHullKernelNeedsPatchTableMask  = 0xff
)

// Values of EUP.HULL_KERNEL_NEEDS, field LANES: Lanes of a thread.
const (
	EUPHullKernelNeedsLanesEight     = 0
	EUPHullKernelNeedsLanesSixteen   = 1
	EUPHullKernelNeedsLanesThirtytwo = 2
)

// Fields of EUP.TEXTURE_0_SIZE; masks stand before the shift.
const (
	EUPTexture0SizeWidthShift  = 0
	EUPTexture0SizeWidthMask   = 0xffff
	EUPTexture0SizeHeightShift = 16
	EUPTexture0SizeHeightMask  = 0xffff
)

// Fields of EUP.TEXTURE_0_FORMAT; masks stand before the shift.
const (
	EUPTexture0FormatDepthShift     = 0
	EUPTexture0FormatDepthMask      = 0xffff
	EUPTexture0FormatLevelsShift    = 16
	EUPTexture0FormatLevelsMask     = 0xf
	EUPTexture0FormatDimensionShift = 20
	EUPTexture0FormatDimensionMask  = 0x3
	EUPTexture0FormatArrayShift     = 22
	EUPTexture0FormatArrayMask      = 0x1
	EUPTexture0FormatFormatShift    = 24
	EUPTexture0FormatFormatMask     = 0xff
)

// Values of EUP.TEXTURE_0_FORMAT, field DIMENSION: Dimension.
const (
	EUPTexture0FormatDimensionOne   = 0
	EUPTexture0FormatDimensionTwo   = 1
	EUPTexture0FormatDimensionThree = 2
	EUPTexture0FormatDimensionCube  = 3
)

// Fields of EUP.TEXTURE_1_SIZE; masks stand before the shift.
const (
	EUPTexture1SizeWidthShift  = 0
	EUPTexture1SizeWidthMask   = 0xffff
	EUPTexture1SizeHeightShift = 16
	EUPTexture1SizeHeightMask  = 0xffff
)

// Fields of EUP.TEXTURE_1_FORMAT; masks stand before the shift.
const (
	EUPTexture1FormatDepthShift     = 0
	EUPTexture1FormatDepthMask      = 0xffff
	EUPTexture1FormatLevelsShift    = 16
	EUPTexture1FormatLevelsMask     = 0xf
	EUPTexture1FormatDimensionShift = 20
	EUPTexture1FormatDimensionMask  = 0x3
	EUPTexture1FormatArrayShift     = 22
	EUPTexture1FormatArrayMask      = 0x1
	EUPTexture1FormatFormatShift    = 24
	EUPTexture1FormatFormatMask     = 0xff
)

// Values of EUP.TEXTURE_1_FORMAT, field DIMENSION: Dimension.
const (
	EUPTexture1FormatDimensionOne   = 0
	EUPTexture1FormatDimensionTwo   = 1
	EUPTexture1FormatDimensionThree = 2
	EUPTexture1FormatDimensionCube  = 3
)

// Fields of EUP.SAMPLER_0_MODE; masks stand before the shift.
const (
	EUPSampler0ModeWrapUShift   = 0
	EUPSampler0ModeWrapUMask    = 0x3
	EUPSampler0ModeWrapVShift   = 2
	EUPSampler0ModeWrapVMask    = 0x3
	EUPSampler0ModeWrapWShift   = 4
	EUPSampler0ModeWrapWMask    = 0x3
	EUPSampler0ModeMagShift     = 6
	EUPSampler0ModeMagMask      = 0x1
	EUPSampler0ModeMinShift     = 7
	EUPSampler0ModeMinMask      = 0x1
	EUPSampler0ModeMipShift     = 8
	EUPSampler0ModeMipMask      = 0x3
	EUPSampler0ModeCompareShift = 10
	EUPSampler0ModeCompareMask  = 0x7
)

// Values of EUP.SAMPLER_0_MODE, field WRAP_U: Horizontal wrap mode.
const (
	EUPSampler0ModeWrapURepeat = 0
	EUPSampler0ModeWrapUClamp  = 1
	EUPSampler0ModeWrapUMirror = 2
)

// Values of EUP.SAMPLER_0_MODE, field WRAP_V: Vertical wrap mode.
const (
	EUPSampler0ModeWrapVRepeat = 0
	EUPSampler0ModeWrapVClamp  = 1
	EUPSampler0ModeWrapVMirror = 2
)

// Values of EUP.SAMPLER_0_MODE, field WRAP_W: Wrap mode of the third coordinate.
const (
	EUPSampler0ModeWrapWRepeat = 0
	EUPSampler0ModeWrapWClamp  = 1
	EUPSampler0ModeWrapWMirror = 2
)

// Values of EUP.SAMPLER_0_MODE, field MAG: Filter of a magnified texture.
const (
	EUPSampler0ModeMagNearest = 0
	EUPSampler0ModeMagLinear  = 1
)

// Values of EUP.SAMPLER_0_MODE, field MIN: Filter of a texture that is not magnified.
const (
	EUPSampler0ModeMinNearest = 0
	EUPSampler0ModeMinLinear  = 1
)

// Values of EUP.SAMPLER_0_MODE, field MIP: Choice of mip levels.
const (
	EUPSampler0ModeMipNone    = 0
	EUPSampler0ModeMipNearest = 1
	EUPSampler0ModeMipLinear  = 2
)

// Values of EUP.SAMPLER_0_MODE, field COMPARE: Comparison of the reference with a texel.
const (
	EUPSampler0ModeCompareNever    = 0
	EUPSampler0ModeCompareLess     = 1
	EUPSampler0ModeCompareEqual    = 2
	EUPSampler0ModeCompareLequal   = 3
	EUPSampler0ModeCompareGreater  = 4
	EUPSampler0ModeCompareNotequal = 5
	EUPSampler0ModeCompareGequal   = 6
	EUPSampler0ModeCompareAlways   = 7
)

// Fields of EUP.SAMPLER_0_BIAS; masks stand before the shift.
const (
	EUPSampler0BiasShift = 0
	EUPSampler0BiasMask  = 0xffff
)

// Fields of EUP.SAMPLER_0_LOD; masks stand before the shift.
const (
	EUPSampler0LodMinShift = 0
	EUPSampler0LodMinMask  = 0xffff
	EUPSampler0LodMaxShift = 16
	EUPSampler0LodMaxMask  = 0xffff
)

// Fields of EUP.SAMPLER_1_MODE; masks stand before the shift.
const (
	EUPSampler1ModeWrapUShift   = 0
	EUPSampler1ModeWrapUMask    = 0x3
	EUPSampler1ModeWrapVShift   = 2
	EUPSampler1ModeWrapVMask    = 0x3
	EUPSampler1ModeWrapWShift   = 4
	EUPSampler1ModeWrapWMask    = 0x3
	EUPSampler1ModeMagShift     = 6
	EUPSampler1ModeMagMask      = 0x1
	EUPSampler1ModeMinShift     = 7
	EUPSampler1ModeMinMask      = 0x1
	EUPSampler1ModeMipShift     = 8
	EUPSampler1ModeMipMask      = 0x3
	EUPSampler1ModeCompareShift = 10
	EUPSampler1ModeCompareMask  = 0x7
)

// Values of EUP.SAMPLER_1_MODE, field WRAP_U: Horizontal wrap mode.
const (
	EUPSampler1ModeWrapURepeat = 0
	EUPSampler1ModeWrapUClamp  = 1
	EUPSampler1ModeWrapUMirror = 2
)

// Values of EUP.SAMPLER_1_MODE, field WRAP_V: Vertical wrap mode.
const (
	EUPSampler1ModeWrapVRepeat = 0
	EUPSampler1ModeWrapVClamp  = 1
	EUPSampler1ModeWrapVMirror = 2
)

// Values of EUP.SAMPLER_1_MODE, field WRAP_W: Wrap mode of the third coordinate.
const (
	EUPSampler1ModeWrapWRepeat = 0
	EUPSampler1ModeWrapWClamp  = 1
	EUPSampler1ModeWrapWMirror = 2
)

// Values of EUP.SAMPLER_1_MODE, field MAG: Filter of a magnified texture.
const (
	EUPSampler1ModeMagNearest = 0
	EUPSampler1ModeMagLinear  = 1
)

// Values of EUP.SAMPLER_1_MODE, field MIN: Filter of a texture that is not magnified.
const (
	EUPSampler1ModeMinNearest = 0
	EUPSampler1ModeMinLinear  = 1
)

// Values of EUP.SAMPLER_1_MODE, field MIP: Choice of mip levels.
const (
	EUPSampler1ModeMipNone    = 0
	EUPSampler1ModeMipNearest = 1
	EUPSampler1ModeMipLinear  = 2
)

// Values of EUP.SAMPLER_1_MODE, field COMPARE: Comparison of the reference with a texel.
const (
	EUPSampler1ModeCompareNever    = 0
	EUPSampler1ModeCompareLess     = 1
	EUPSampler1ModeCompareEqual    = 2
	EUPSampler1ModeCompareLequal   = 3
	EUPSampler1ModeCompareGreater  = 4
	EUPSampler1ModeCompareNotequal = 5
	EUPSampler1ModeCompareGequal   = 6
	EUPSampler1ModeCompareAlways   = 7
)

// Fields of EUP.SAMPLER_1_BIAS; masks stand before the shift.
const (
	EUPSampler1BiasShift = 0
	EUPSampler1BiasMask  = 0xffff
)

// Fields of EUP.SAMPLER_1_LOD; masks stand before the shift.
const (
	EUPSampler1LodMinShift = 0
	EUPSampler1LodMinMask  = 0xffff
	EUPSampler1LodMaxShift = 16
	EUPSampler1LodMaxMask  = 0xffff
)

// EUPRegs is the register file of block EUP: Execution-unit pool: kernels of the vertex stage, their constants and what they bind.
type EUPRegs [100]uint32

// Reset sets every register to its reset value.
func (r *EUPRegs) Reset() {
	*r = EUPRegs{}
	r[EUPTransform0] = 0x3f800000
	r[EUPTransform5] = 0x3f800000
	r[EUPTransform10] = 0x3f800000
	r[EUPTransform15] = 0x3f800000
	r[EUPAmbient] = 0x3f800000
	r[EUPBaseColorR] = 0x3f800000
	r[EUPBaseColorG] = 0x3f800000
	r[EUPBaseColorB] = 0x3f800000
	r[EUPBaseColorA] = 0x3f800000
	r[EUPTessellation] = 0x1
	r[EUPSampler0Lod] = 0xffff0000
	r[EUPSampler1Lod] = 0xffff0000
}

// Transform0 reads TRANSFORM_0.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform0() float32 {
	return math.Float32frombits(r[0])
}

// Transform1 reads TRANSFORM_1.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform1() float32 {
	return math.Float32frombits(r[1])
}

// Transform2 reads TRANSFORM_2.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform2() float32 {
	return math.Float32frombits(r[2])
}

// Transform3 reads TRANSFORM_3.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform3() float32 {
	return math.Float32frombits(r[3])
}

// Transform4 reads TRANSFORM_4.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform4() float32 {
	return math.Float32frombits(r[4])
}

// Transform5 reads TRANSFORM_5.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform5() float32 {
	return math.Float32frombits(r[5])
}

// Transform6 reads TRANSFORM_6.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform6() float32 {
	return math.Float32frombits(r[6])
}

// Transform7 reads TRANSFORM_7.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform7() float32 {
	return math.Float32frombits(r[7])
}

// Transform8 reads TRANSFORM_8.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform8() float32 {
	return math.Float32frombits(r[8])
}

// Transform9 reads TRANSFORM_9.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform9() float32 {
	return math.Float32frombits(r[9])
}

// Transform10 reads TRANSFORM_10.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform10() float32 {
	return math.Float32frombits(r[10])
}

// Transform11 reads TRANSFORM_11.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform11() float32 {
	return math.Float32frombits(r[11])
}

// Transform12 reads TRANSFORM_12.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform12() float32 {
	return math.Float32frombits(r[12])
}

// Transform13 reads TRANSFORM_13.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform13() float32 {
	return math.Float32frombits(r[13])
}

// Transform14 reads TRANSFORM_14.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform14() float32 {
	return math.Float32frombits(r[14])
}

// Transform15 reads TRANSFORM_15.VALUE, bits 31:0: Matrix element.
func (r *EUPRegs) Transform15() float32 {
	return math.Float32frombits(r[15])
}

// LightX reads LIGHT_X.VALUE, bits 31:0: Component of a unit vector.
func (r *EUPRegs) LightX() float32 {
	return math.Float32frombits(r[16])
}

// LightY reads LIGHT_Y.VALUE, bits 31:0: Component of a unit vector.
func (r *EUPRegs) LightY() float32 {
	return math.Float32frombits(r[17])
}

// LightZ reads LIGHT_Z.VALUE, bits 31:0: Component of a unit vector.
func (r *EUPRegs) LightZ() float32 {
	return math.Float32frombits(r[18])
}

// Ambient reads AMBIENT.VALUE, bits 31:0: Factor of the colour.
func (r *EUPRegs) Ambient() float32 {
	return math.Float32frombits(r[19])
}

// Diffuse reads DIFFUSE.VALUE, bits 31:0: Factor of the colour.
func (r *EUPRegs) Diffuse() float32 {
	return math.Float32frombits(r[20])
}

// BaseColorR reads BASE_COLOR_R.VALUE, bits 31:0: 0 to 1.
func (r *EUPRegs) BaseColorR() float32 {
	return math.Float32frombits(r[21])
}

// BaseColorG reads BASE_COLOR_G.VALUE, bits 31:0: 0 to 1.
func (r *EUPRegs) BaseColorG() float32 {
	return math.Float32frombits(r[22])
}

// BaseColorB reads BASE_COLOR_B.VALUE, bits 31:0: 0 to 1.
func (r *EUPRegs) BaseColorB() float32 {
	return math.Float32frombits(r[23])
}

// BaseColorA reads BASE_COLOR_A.VALUE, bits 31:0: 0 to 1.
func (r *EUPRegs) BaseColorA() float32 {
	return math.Float32frombits(r[24])
}

// VertexProgramLighting reads VERTEX_PROGRAM.LIGHTING, bits 0:0: The colour is multiplied by the light.
func (r *EUPRegs) VertexProgramLighting() bool {
	return r[25]&0x1 != 0
}

// VertexProgramUseVertexColor reads VERTEX_PROGRAM.USE_VERTEX_COLOR, bits 1:1: The base colour is multiplied by the vertex's.
func (r *EUPRegs) VertexProgramUseVertexColor() bool {
	return r[25]>>1&0x1 != 0
}

// EUPVertexProgramFields holds the fields of EUP.VERTEX_PROGRAM: Switches of the driver's vertex kernel, constants of every vertex, hull and domain kernel.
type EUPVertexProgramFields struct {
	Lighting       bool // bits 0:0: The colour is multiplied by the light.
	UseVertexColor bool // bits 1:1: The base colour is multiplied by the vertex's.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPVertexProgramFields) Pack() uint32 {
	var word uint32
	if v.Lighting {
		word |= 1 << 0
	}
	if v.UseVertexColor {
		word |= 1 << 1
	}
	return word
}

// InstanceStepX reads INSTANCE_STEP_X.VALUE, bits 31:0: Object units.
func (r *EUPRegs) InstanceStepX() float32 {
	return math.Float32frombits(r[26])
}

// InstanceStepY reads INSTANCE_STEP_Y.VALUE, bits 31:0: Object units.
func (r *EUPRegs) InstanceStepY() float32 {
	return math.Float32frombits(r[27])
}

// InstanceStepZ reads INSTANCE_STEP_Z.VALUE, bits 31:0: Object units.
func (r *EUPRegs) InstanceStepZ() float32 {
	return math.Float32frombits(r[28])
}

// TessellationLevel reads TESSELLATION.LEVEL, bits 5:0: Segments of each side, 1 to 32; 0 counts as 1, more as 32.
func (r *EUPRegs) TessellationLevel() uint32 {
	return r[29] & 0x3f
}

// EUPTessellationFields holds the fields of EUP.TESSELLATION: Tessellation of bicubic patches.
type EUPTessellationFields struct {
	Level uint32 // bits 5:0: Segments of each side, 1 to 32; 0 counts as 1, more as 32.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPTessellationFields) Pack() uint32 {
	var word uint32
	word |= v.Level & 0x3f << 0
	return word
}

// VertexKernel reads VERTEX_KERNEL.VALUE, bits 31:0: Byte address of its first instruction, aligned to 64 bytes.
func (r *EUPRegs) VertexKernel() uint32 {
	return r[30]
}

// VertexKernelBytes reads VERTEX_KERNEL_BYTES.VALUE, bits 31:0: Bytes of its instructions.
func (r *EUPRegs) VertexKernelBytes() uint32 {
	return r[31]
}

// VertexKernelNeedsRegisters reads VERTEX_KERNEL_NEEDS.REGISTERS, bits 6:0: General registers, less one.
func (r *EUPRegs) VertexKernelNeedsRegisters() uint32 {
	return r[32] & 0x7f
}

// VertexKernelNeedsLanes reads VERTEX_KERNEL_NEEDS.LANES, bits 9:8: Lanes of a thread.
func (r *EUPRegs) VertexKernelNeedsLanes() uint32 {
	return r[32] >> 8 & 0x3
}

// VertexKernelNeedsScratch reads VERTEX_KERNEL_NEEDS.SCRATCH, bits 13:10: Scratch memory of a thread: 0 none, n 32 * 2^n bytes.
func (r *EUPRegs) VertexKernelNeedsScratch() uint32 {
	return r[32] >> 10 & 0xf
}

// VertexKernelNeedsInputs reads VERTEX_KERNEL_NEEDS.INPUTS, bits 22:16: Registers that it begins with, from r0 on.
func (r *EUPRegs) VertexKernelNeedsInputs() uint32 {
	return r[32] >> 16 & 0x7f
}

// VertexKernelNeedsPatchTable reads VERTEX_KERNEL_NEEDS.PATCH_TABLE, bits 31:24: Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing.
func (r *EUPRegs) VertexKernelNeedsPatchTable() uint32 {
	return r[32] >> 24 & 0xff
}

// EUPVertexKernelNeedsFields holds the fields of EUP.VERTEX_KERNEL_NEEDS: What a thread of the vertex kernel has.
type EUPVertexKernelNeedsFields struct {
	Registers  uint32 // bits 6:0: General registers, less one.
	Lanes      uint32 // bits 9:8: Lanes of a thread.
	Scratch    uint32 // bits 13:10: Scratch memory of a thread: 0 none, n 32 * 2^n bytes.
	Inputs     uint32 // bits 22:16: Registers that it begins with, from r0 on.
	PatchTable uint32 // bits 31:24: Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPVertexKernelNeedsFields) Pack() uint32 {
	var word uint32
	word |= v.Registers & 0x7f << 0
	word |= v.Lanes & 0x3 << 8
	word |= v.Scratch & 0xf << 10
	word |= v.Inputs & 0x7f << 16
	word |= v.PatchTable & 0xff << 24
	return word
}

// VertexLimit reads VERTEX_LIMIT.VALUE, bits 31:0: Instructions that a thread may execute; 0: as many as the machine allows (vertex.limit).
func (r *EUPRegs) VertexLimit() uint32 {
	return r[33]
}

// DomainKernel reads DOMAIN_KERNEL.VALUE, bits 31:0: Byte address of its first instruction, aligned to 64 bytes.
func (r *EUPRegs) DomainKernel() uint32 {
	return r[34]
}

// DomainKernelBytes reads DOMAIN_KERNEL_BYTES.VALUE, bits 31:0: Bytes of its instructions.
func (r *EUPRegs) DomainKernelBytes() uint32 {
	return r[35]
}

// DomainKernelNeedsRegisters reads DOMAIN_KERNEL_NEEDS.REGISTERS, bits 6:0: General registers, less one.
func (r *EUPRegs) DomainKernelNeedsRegisters() uint32 {
	return r[36] & 0x7f
}

// DomainKernelNeedsLanes reads DOMAIN_KERNEL_NEEDS.LANES, bits 9:8: Lanes of a thread.
func (r *EUPRegs) DomainKernelNeedsLanes() uint32 {
	return r[36] >> 8 & 0x3
}

// DomainKernelNeedsScratch reads DOMAIN_KERNEL_NEEDS.SCRATCH, bits 13:10: Scratch memory of a thread: 0 none, n 32 * 2^n bytes.
func (r *EUPRegs) DomainKernelNeedsScratch() uint32 {
	return r[36] >> 10 & 0xf
}

// DomainKernelNeedsInputs reads DOMAIN_KERNEL_NEEDS.INPUTS, bits 22:16: Registers that it begins with, from r0 on.
func (r *EUPRegs) DomainKernelNeedsInputs() uint32 {
	return r[36] >> 16 & 0x7f
}

// DomainKernelNeedsPatchTable reads DOMAIN_KERNEL_NEEDS.PATCH_TABLE, bits 31:24: Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing.
func (r *EUPRegs) DomainKernelNeedsPatchTable() uint32 {
	return r[36] >> 24 & 0xff
}

// EUPDomainKernelNeedsFields holds the fields of EUP.DOMAIN_KERNEL_NEEDS: What a thread of the domain kernel has.
type EUPDomainKernelNeedsFields struct {
	Registers  uint32 // bits 6:0: General registers, less one.
	Lanes      uint32 // bits 9:8: Lanes of a thread.
	Scratch    uint32 // bits 13:10: Scratch memory of a thread: 0 none, n 32 * 2^n bytes.
	Inputs     uint32 // bits 22:16: Registers that it begins with, from r0 on.
	PatchTable uint32 // bits 31:24: Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPDomainKernelNeedsFields) Pack() uint32 {
	var word uint32
	word |= v.Registers & 0x7f << 0
	word |= v.Lanes & 0x3 << 8
	word |= v.Scratch & 0xf << 10
	word |= v.Inputs & 0x7f << 16
	word |= v.PatchTable & 0xff << 24
	return word
}

// DomainLimit reads DOMAIN_LIMIT.VALUE, bits 31:0: Instructions that a thread may execute; 0: as many as the machine allows (vertex.limit).
func (r *EUPRegs) DomainLimit() uint32 {
	return r[37]
}

// HullKernel reads HULL_KERNEL.VALUE, bits 31:0: Byte address of its first instruction, aligned to 64 bytes.
func (r *EUPRegs) HullKernel() uint32 {
	return r[38]
}

// HullKernelBytes reads HULL_KERNEL_BYTES.VALUE, bits 31:0: Bytes of its instructions; 0: patches have the segments of TESSELLATION.
func (r *EUPRegs) HullKernelBytes() uint32 {
	return r[39]
}

// HullKernelNeedsRegisters reads HULL_KERNEL_NEEDS.REGISTERS, bits 6:0: General registers, less one.
func (r *EUPRegs) HullKernelNeedsRegisters() uint32 {
	return r[40] & 0x7f
}

// HullKernelNeedsLanes reads HULL_KERNEL_NEEDS.LANES, bits 9:8: Lanes of a thread.
func (r *EUPRegs) HullKernelNeedsLanes() uint32 {
	return r[40] >> 8 & 0x3
}

// HullKernelNeedsScratch reads HULL_KERNEL_NEEDS.SCRATCH, bits 13:10: Scratch memory of a thread: 0 none, n 32 * 2^n bytes.
func (r *EUPRegs) HullKernelNeedsScratch() uint32 {
	return r[40] >> 10 & 0xf
}

// HullKernelNeedsInputs reads HULL_KERNEL_NEEDS.INPUTS, bits 22:16: Registers that it begins with, from r0 on.
func (r *EUPRegs) HullKernelNeedsInputs() uint32 {
	return r[40] >> 16 & 0x7f
}

// HullKernelNeedsPatchTable reads HULL_KERNEL_NEEDS.PATCH_TABLE, bits 31:24: Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing.
func (r *EUPRegs) HullKernelNeedsPatchTable() uint32 {
	return r[40] >> 24 & 0xff
}

// EUPHullKernelNeedsFields holds the fields of EUP.HULL_KERNEL_NEEDS: What a thread of the hull kernel has.
type EUPHullKernelNeedsFields struct {
	Registers  uint32 // bits 6:0: General registers, less one.
	Lanes      uint32 // bits 9:8: Lanes of a thread.
	Scratch    uint32 // bits 13:10: Scratch memory of a thread: 0 none, n 32 * 2^n bytes.
	Inputs     uint32 // bits 22:16: Registers that it begins with, from r0 on.
	PatchTable uint32 // bits 31:24: Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPHullKernelNeedsFields) Pack() uint32 {
	var word uint32
	word |= v.Registers & 0x7f << 0
	word |= v.Lanes & 0x3 << 8
	word |= v.Scratch & 0xf << 10
	word |= v.Inputs & 0x7f << 16
	word |= v.PatchTable & 0xff << 24
	return word
}

// HullLimit reads HULL_LIMIT.VALUE, bits 31:0: Instructions that a thread may execute; 0: as many as the machine allows (vertex.limit).
func (r *EUPRegs) HullLimit() uint32 {
	return r[41]
}

// Binding0Base reads BINDING_0_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *EUPRegs) Binding0Base() uint32 {
	return r[42]
}

// Binding0Bytes reads BINDING_0_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *EUPRegs) Binding0Bytes() uint32 {
	return r[43]
}

// Binding1Base reads BINDING_1_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *EUPRegs) Binding1Base() uint32 {
	return r[44]
}

// Binding1Bytes reads BINDING_1_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *EUPRegs) Binding1Bytes() uint32 {
	return r[45]
}

// Binding2Base reads BINDING_2_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *EUPRegs) Binding2Base() uint32 {
	return r[46]
}

// Binding2Bytes reads BINDING_2_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *EUPRegs) Binding2Bytes() uint32 {
	return r[47]
}

// Binding3Base reads BINDING_3_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *EUPRegs) Binding3Base() uint32 {
	return r[48]
}

// Binding3Bytes reads BINDING_3_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *EUPRegs) Binding3Bytes() uint32 {
	return r[49]
}

// Binding4Base reads BINDING_4_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *EUPRegs) Binding4Base() uint32 {
	return r[50]
}

// Binding4Bytes reads BINDING_4_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *EUPRegs) Binding4Bytes() uint32 {
	return r[51]
}

// Binding5Base reads BINDING_5_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *EUPRegs) Binding5Base() uint32 {
	return r[52]
}

// Binding5Bytes reads BINDING_5_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *EUPRegs) Binding5Bytes() uint32 {
	return r[53]
}

// Binding6Base reads BINDING_6_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *EUPRegs) Binding6Base() uint32 {
	return r[54]
}

// Binding6Bytes reads BINDING_6_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *EUPRegs) Binding6Bytes() uint32 {
	return r[55]
}

// Binding7Base reads BINDING_7_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *EUPRegs) Binding7Base() uint32 {
	return r[56]
}

// Binding7Bytes reads BINDING_7_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *EUPRegs) Binding7Bytes() uint32 {
	return r[57]
}

// Texture0Base reads TEXTURE_0_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *EUPRegs) Texture0Base() uint32 {
	return r[58]
}

// Texture0Bytes reads TEXTURE_0_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *EUPRegs) Texture0Bytes() uint32 {
	return r[59]
}

// Texture0Pitch reads TEXTURE_0_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *EUPRegs) Texture0Pitch() uint32 {
	return r[60]
}

// Texture0SizeWidth reads TEXTURE_0_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *EUPRegs) Texture0SizeWidth() uint32 {
	return r[61] & 0xffff
}

// Texture0SizeHeight reads TEXTURE_0_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *EUPRegs) Texture0SizeHeight() uint32 {
	return r[61] >> 16 & 0xffff
}

// EUPTexture0SizeFields holds the fields of EUP.TEXTURE_0_SIZE: Texture 0 of vertex, hull and domain kernels.
type EUPTexture0SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPTexture0SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture0FormatDepth reads TEXTURE_0_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *EUPRegs) Texture0FormatDepth() uint32 {
	return r[62] & 0xffff
}

// Texture0FormatLevels reads TEXTURE_0_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *EUPRegs) Texture0FormatLevels() uint32 {
	return r[62] >> 16 & 0xf
}

// Texture0FormatDimension reads TEXTURE_0_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *EUPRegs) Texture0FormatDimension() uint32 {
	return r[62] >> 20 & 0x3
}

// Texture0FormatArray reads TEXTURE_0_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *EUPRegs) Texture0FormatArray() bool {
	return r[62]>>22&0x1 != 0
}

// Texture0FormatFormat reads TEXTURE_0_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *EUPRegs) Texture0FormatFormat() uint32 {
	return r[62] >> 24 & 0xff
}

// EUPTexture0FormatFields holds the fields of EUP.TEXTURE_0_FORMAT: Texture 0 of vertex, hull and domain kernels.
type EUPTexture0FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPTexture0FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Texture1Base reads TEXTURE_1_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *EUPRegs) Texture1Base() uint32 {
	return r[63]
}

// Texture1Bytes reads TEXTURE_1_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *EUPRegs) Texture1Bytes() uint32 {
	return r[64]
}

// Texture1Pitch reads TEXTURE_1_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *EUPRegs) Texture1Pitch() uint32 {
	return r[65]
}

// Texture1SizeWidth reads TEXTURE_1_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *EUPRegs) Texture1SizeWidth() uint32 {
	return r[66] & 0xffff
}

// Texture1SizeHeight reads TEXTURE_1_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *EUPRegs) Texture1SizeHeight() uint32 {
	return r[66] >> 16 & 0xffff
}

// EUPTexture1SizeFields holds the fields of EUP.TEXTURE_1_SIZE: Texture 1 of vertex, hull and domain kernels.
type EUPTexture1SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPTexture1SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture1FormatDepth reads TEXTURE_1_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *EUPRegs) Texture1FormatDepth() uint32 {
	return r[67] & 0xffff
}

// Texture1FormatLevels reads TEXTURE_1_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *EUPRegs) Texture1FormatLevels() uint32 {
	return r[67] >> 16 & 0xf
}

// Texture1FormatDimension reads TEXTURE_1_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *EUPRegs) Texture1FormatDimension() uint32 {
	return r[67] >> 20 & 0x3
}

// Texture1FormatArray reads TEXTURE_1_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *EUPRegs) Texture1FormatArray() bool {
	return r[67]>>22&0x1 != 0
}

// Texture1FormatFormat reads TEXTURE_1_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *EUPRegs) Texture1FormatFormat() uint32 {
	return r[67] >> 24 & 0xff
}

// EUPTexture1FormatFields holds the fields of EUP.TEXTURE_1_FORMAT: Texture 1 of vertex, hull and domain kernels.
type EUPTexture1FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPTexture1FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Sampler0ModeWrapU reads SAMPLER_0_MODE.WRAP_U, bits 1:0: Horizontal wrap mode.
func (r *EUPRegs) Sampler0ModeWrapU() uint32 {
	return r[68] & 0x3
}

// Sampler0ModeWrapV reads SAMPLER_0_MODE.WRAP_V, bits 3:2: Vertical wrap mode.
func (r *EUPRegs) Sampler0ModeWrapV() uint32 {
	return r[68] >> 2 & 0x3
}

// Sampler0ModeWrapW reads SAMPLER_0_MODE.WRAP_W, bits 5:4: Wrap mode of the third coordinate.
func (r *EUPRegs) Sampler0ModeWrapW() uint32 {
	return r[68] >> 4 & 0x3
}

// Sampler0ModeMag reads SAMPLER_0_MODE.MAG, bits 6:6: Filter of a magnified texture.
func (r *EUPRegs) Sampler0ModeMag() uint32 {
	return r[68] >> 6 & 0x1
}

// Sampler0ModeMin reads SAMPLER_0_MODE.MIN, bits 7:7: Filter of a texture that is not magnified.
func (r *EUPRegs) Sampler0ModeMin() uint32 {
	return r[68] >> 7 & 0x1
}

// Sampler0ModeMip reads SAMPLER_0_MODE.MIP, bits 9:8: Choice of mip levels.
func (r *EUPRegs) Sampler0ModeMip() uint32 {
	return r[68] >> 8 & 0x3
}

// Sampler0ModeCompare reads SAMPLER_0_MODE.COMPARE, bits 12:10: Comparison of the reference with a texel.
func (r *EUPRegs) Sampler0ModeCompare() uint32 {
	return r[68] >> 10 & 0x7
}

// EUPSampler0ModeFields holds the fields of EUP.SAMPLER_0_MODE: Sampler 0 of vertex, hull and domain kernels.
type EUPSampler0ModeFields struct {
	WrapU   uint32 // bits 1:0: Horizontal wrap mode.
	WrapV   uint32 // bits 3:2: Vertical wrap mode.
	WrapW   uint32 // bits 5:4: Wrap mode of the third coordinate.
	Mag     uint32 // bits 6:6: Filter of a magnified texture.
	Min     uint32 // bits 7:7: Filter of a texture that is not magnified.
	Mip     uint32 // bits 9:8: Choice of mip levels.
	Compare uint32 // bits 12:10: Comparison of the reference with a texel.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPSampler0ModeFields) Pack() uint32 {
	var word uint32
	word |= v.WrapU & 0x3 << 0
	word |= v.WrapV & 0x3 << 2
	word |= v.WrapW & 0x3 << 4
	word |= v.Mag & 0x1 << 6
	word |= v.Min & 0x1 << 7
	word |= v.Mip & 0x3 << 8
	word |= v.Compare & 0x7 << 10
	return word
}

// Sampler0Bias reads SAMPLER_0_BIAS.VALUE, bits 15:0: Added to the level of detail, in 1/256 level.
func (r *EUPRegs) Sampler0Bias() int32 {
	return int32(r[69]<<16) >> 16
}

// Sampler0LodMin reads SAMPLER_0_LOD.MIN, bits 15:0: Least level of detail, in 1/256 level.
func (r *EUPRegs) Sampler0LodMin() uint32 {
	return r[70] & 0xffff
}

// Sampler0LodMax reads SAMPLER_0_LOD.MAX, bits 31:16: Greatest one.
func (r *EUPRegs) Sampler0LodMax() uint32 {
	return r[70] >> 16 & 0xffff
}

// EUPSampler0LodFields holds the fields of EUP.SAMPLER_0_LOD: Sampler 0 of vertex, hull and domain kernels.
type EUPSampler0LodFields struct {
	Min uint32 // bits 15:0: Least level of detail, in 1/256 level.
	Max uint32 // bits 31:16: Greatest one.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPSampler0LodFields) Pack() uint32 {
	var word uint32
	word |= v.Min & 0xffff << 0
	word |= v.Max & 0xffff << 16
	return word
}

// Sampler1ModeWrapU reads SAMPLER_1_MODE.WRAP_U, bits 1:0: Horizontal wrap mode.
func (r *EUPRegs) Sampler1ModeWrapU() uint32 {
	return r[71] & 0x3
}

// Sampler1ModeWrapV reads SAMPLER_1_MODE.WRAP_V, bits 3:2: Vertical wrap mode.
func (r *EUPRegs) Sampler1ModeWrapV() uint32 {
	return r[71] >> 2 & 0x3
}

// Sampler1ModeWrapW reads SAMPLER_1_MODE.WRAP_W, bits 5:4: Wrap mode of the third coordinate.
func (r *EUPRegs) Sampler1ModeWrapW() uint32 {
	return r[71] >> 4 & 0x3
}

// Sampler1ModeMag reads SAMPLER_1_MODE.MAG, bits 6:6: Filter of a magnified texture.
func (r *EUPRegs) Sampler1ModeMag() uint32 {
	return r[71] >> 6 & 0x1
}

// Sampler1ModeMin reads SAMPLER_1_MODE.MIN, bits 7:7: Filter of a texture that is not magnified.
func (r *EUPRegs) Sampler1ModeMin() uint32 {
	return r[71] >> 7 & 0x1
}

// Sampler1ModeMip reads SAMPLER_1_MODE.MIP, bits 9:8: Choice of mip levels.
func (r *EUPRegs) Sampler1ModeMip() uint32 {
	return r[71] >> 8 & 0x3
}

// Sampler1ModeCompare reads SAMPLER_1_MODE.COMPARE, bits 12:10: Comparison of the reference with a texel.
func (r *EUPRegs) Sampler1ModeCompare() uint32 {
	return r[71] >> 10 & 0x7
}

// EUPSampler1ModeFields holds the fields of EUP.SAMPLER_1_MODE: Sampler 1 of vertex, hull and domain kernels.
type EUPSampler1ModeFields struct {
	WrapU   uint32 // bits 1:0: Horizontal wrap mode.
	WrapV   uint32 // bits 3:2: Vertical wrap mode.
	WrapW   uint32 // bits 5:4: Wrap mode of the third coordinate.
	Mag     uint32 // bits 6:6: Filter of a magnified texture.
	Min     uint32 // bits 7:7: Filter of a texture that is not magnified.
	Mip     uint32 // bits 9:8: Choice of mip levels.
	Compare uint32 // bits 12:10: Comparison of the reference with a texel.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPSampler1ModeFields) Pack() uint32 {
	var word uint32
	word |= v.WrapU & 0x3 << 0
	word |= v.WrapV & 0x3 << 2
	word |= v.WrapW & 0x3 << 4
	word |= v.Mag & 0x1 << 6
	word |= v.Min & 0x1 << 7
	word |= v.Mip & 0x3 << 8
	word |= v.Compare & 0x7 << 10
	return word
}

// Sampler1Bias reads SAMPLER_1_BIAS.VALUE, bits 15:0: Added to the level of detail, in 1/256 level.
func (r *EUPRegs) Sampler1Bias() int32 {
	return int32(r[72]<<16) >> 16
}

// Sampler1LodMin reads SAMPLER_1_LOD.MIN, bits 15:0: Least level of detail, in 1/256 level.
func (r *EUPRegs) Sampler1LodMin() uint32 {
	return r[73] & 0xffff
}

// Sampler1LodMax reads SAMPLER_1_LOD.MAX, bits 31:16: Greatest one.
func (r *EUPRegs) Sampler1LodMax() uint32 {
	return r[73] >> 16 & 0xffff
}

// EUPSampler1LodFields holds the fields of EUP.SAMPLER_1_LOD: Sampler 1 of vertex, hull and domain kernels.
type EUPSampler1LodFields struct {
	Min uint32 // bits 15:0: Least level of detail, in 1/256 level.
	Max uint32 // bits 31:16: Greatest one.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v EUPSampler1LodFields) Pack() uint32 {
	var word uint32
	word |= v.Min & 0xffff << 0
	word |= v.Max & 0xffff << 16
	return word
}

// VertexNos0 reads VERTEX_NOS_0.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) VertexNos0() uint32 {
	return r[74]
}

// VertexNos1 reads VERTEX_NOS_1.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) VertexNos1() uint32 {
	return r[75]
}

// VertexNos2 reads VERTEX_NOS_2.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) VertexNos2() uint32 {
	return r[76]
}

// VertexNos3 reads VERTEX_NOS_3.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) VertexNos3() uint32 {
	return r[77]
}

// VertexNos4 reads VERTEX_NOS_4.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) VertexNos4() uint32 {
	return r[78]
}

// VertexNos5 reads VERTEX_NOS_5.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) VertexNos5() uint32 {
	return r[79]
}

// VertexNos6 reads VERTEX_NOS_6.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) VertexNos6() uint32 {
	return r[80]
}

// VertexNos7 reads VERTEX_NOS_7.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) VertexNos7() uint32 {
	return r[81]
}

// HullNos0 reads HULL_NOS_0.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) HullNos0() uint32 {
	return r[82]
}

// HullNos1 reads HULL_NOS_1.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) HullNos1() uint32 {
	return r[83]
}

// HullNos2 reads HULL_NOS_2.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) HullNos2() uint32 {
	return r[84]
}

// HullNos3 reads HULL_NOS_3.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) HullNos3() uint32 {
	return r[85]
}

// HullNos4 reads HULL_NOS_4.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) HullNos4() uint32 {
	return r[86]
}

// HullNos5 reads HULL_NOS_5.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) HullNos5() uint32 {
	return r[87]
}

// HullNos6 reads HULL_NOS_6.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) HullNos6() uint32 {
	return r[88]
}

// HullNos7 reads HULL_NOS_7.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) HullNos7() uint32 {
	return r[89]
}

// DomainNos0 reads DOMAIN_NOS_0.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) DomainNos0() uint32 {
	return r[90]
}

// DomainNos1 reads DOMAIN_NOS_1.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) DomainNos1() uint32 {
	return r[91]
}

// DomainNos2 reads DOMAIN_NOS_2.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) DomainNos2() uint32 {
	return r[92]
}

// DomainNos3 reads DOMAIN_NOS_3.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) DomainNos3() uint32 {
	return r[93]
}

// DomainNos4 reads DOMAIN_NOS_4.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) DomainNos4() uint32 {
	return r[94]
}

// DomainNos5 reads DOMAIN_NOS_5.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) DomainNos5() uint32 {
	return r[95]
}

// DomainNos6 reads DOMAIN_NOS_6.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) DomainNos6() uint32 {
	return r[96]
}

// DomainNos7 reads DOMAIN_NOS_7.VALUE, bits 31:0: Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began.
func (r *EUPRegs) DomainNos7() uint32 {
	return r[97]
}

// ScratchBase reads SCRATCH_BASE.VALUE, bits 31:0: Byte address.
func (r *EUPRegs) ScratchBase() uint32 {
	return r[98]
}

// ScratchBytes reads SCRATCH_BYTES.VALUE, bits 31:0: Bytes, a multiple of 64; 0: there is none.
func (r *EUPRegs) ScratchBytes() uint32 {
	return r[99]
}

// Registers of block ASU.
const (
	ASUAttributes        = 0 // Which attributes get plane equations besides depth and 1/w.
	ASUDepthBiasControl  = 1 // Depth bias.
	ASUDepthBiasConstant = 2 // Constant part of the depth bias.
	ASUDepthBiasSlope    = 3 // Part of the depth bias in proportion to the triangle's steepest slope.
	ASUDepthBiasClamp    = 4 // Bound of the depth bias, above when positive, below when negative, none when 0.
)

// Fields of ASU.ATTRIBUTES; masks stand before the shift.
const (
	ASUAttributesCountShift = 0
	ASUAttributesCountMask  = 0x1f
	ASUAttributesFlatShift  = 16
	ASUAttributesFlatMask   = 0xffff
)

// Fields of ASU.DEPTH_BIAS_CONTROL; masks stand before the shift.
const (
	ASUDepthBiasControlEnableShift = 0
	ASUDepthBiasControlEnableMask  = 0x1
	ASUDepthBiasControlFormatShift = 1
	ASUDepthBiasControlFormatMask  = 0x3
)

// Values of ASU.DEPTH_BIAS_CONTROL, field FORMAT: Depth format whose least step DEPTH_BIAS_CONSTANT counts.
const (
	ASUDepthBiasControlFormatD24s8 = 0
	ASUDepthBiasControlFormatD32f  = 1
	ASUDepthBiasControlFormatD16   = 2
)

// ASURegs is the register file of block ASU: Attribute setup unit.
type ASURegs [5]uint32

// Reset sets every register to its reset value.
func (r *ASURegs) Reset() {
	*r = ASURegs{}
	r[ASUAttributes] = 0x4
}

// AttributesCount reads ATTRIBUTES.COUNT, bits 4:0: Number of attributes, from 0 on; more than 16 count as 16.
func (r *ASURegs) AttributesCount() uint32 {
	return r[0] & 0x1f
}

// AttributesFlat reads ATTRIBUTES.FLAT, bits 31:16: Attributes that have the value of the provoking vertex at each pixel, a bit each.
func (r *ASURegs) AttributesFlat() uint32 {
	return r[0] >> 16 & 0xffff
}

// ASUAttributesFields holds the fields of ASU.ATTRIBUTES: Which attributes get plane equations besides depth and 1/w.
type ASUAttributesFields struct {
	Count uint32 // bits 4:0: Number of attributes, from 0 on; more than 16 count as 16.
	Flat  uint32 // bits 31:16: Attributes that have the value of the provoking vertex at each pixel, a bit each.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ASUAttributesFields) Pack() uint32 {
	var word uint32
	word |= v.Count & 0x1f << 0
	word |= v.Flat & 0xffff << 16
	return word
}

// DepthBiasControlEnable reads DEPTH_BIAS_CONTROL.ENABLE, bits 0:0: The depth plane is moved by the bias.
func (r *ASURegs) DepthBiasControlEnable() bool {
	return r[1]&0x1 != 0
}

// DepthBiasControlFormat reads DEPTH_BIAS_CONTROL.FORMAT, bits 2:1: Depth format whose least step DEPTH_BIAS_CONSTANT counts.
func (r *ASURegs) DepthBiasControlFormat() uint32 {
	return r[1] >> 1 & 0x3
}

// ASUDepthBiasControlFields holds the fields of ASU.DEPTH_BIAS_CONTROL: Depth bias.
type ASUDepthBiasControlFields struct {
	Enable bool   // bits 0:0: The depth plane is moved by the bias.
	Format uint32 // bits 2:1: Depth format whose least step DEPTH_BIAS_CONSTANT counts.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ASUDepthBiasControlFields) Pack() uint32 {
	var word uint32
	if v.Enable {
		word |= 1 << 0
	}
	word |= v.Format & 0x3 << 1
	return word
}

// DepthBiasConstant reads DEPTH_BIAS_CONSTANT.VALUE, bits 31:0: Least steps of the depth format.
func (r *ASURegs) DepthBiasConstant() float32 {
	return math.Float32frombits(r[2])
}

// DepthBiasSlope reads DEPTH_BIAS_SLOPE.VALUE, bits 31:0: Pixels.
func (r *ASURegs) DepthBiasSlope() float32 {
	return math.Float32frombits(r[3])
}

// DepthBiasClamp reads DEPTH_BIAS_CLAMP.VALUE, bits 31:0: Window depth.
func (r *ASURegs) DepthBiasClamp() float32 {
	return math.Float32frombits(r[4])
}

// Registers of block PS.
const (
	PSPixelProgram       = 0  // Switches of the driver's pixel kernel, constants of every pixel kernel.
	PSPixelAttributes    = 1  // Attributes that a thread of the pixel kernel begins with.
	PSAlphaRef           = 5  // Least alpha that KILL keeps.
	PSProgramDepthOffset = 6  // Depth that WRITE_DEPTH computes where alpha is 0.
	PSProgramDepthFactor = 7  // What alpha adds to the depth that WRITE_DEPTH computes.
	PSColorFormat        = 8  // Format of the colours sent to WBU.
	PSStatisticsControl  = 9  // Pipeline statistics of pixel shading.
	PSPsInvocationsLo    = 10 // Runs of the pixel kernel, low half, counted by the hardware.
	PSPsInvocationsHi    = 11 // Runs of the pixel kernel, high half, counted by the hardware.
	PSPixelKernel        = 12 // Place of the pixel kernel.
	PSPixelKernelBytes   = 13 // Size of the pixel kernel.
	PSPixelKernelNeeds   = 14 // What a thread of the pixel kernel has.
	PSPixelLimit         = 15 // Limit of the pixel kernel.
	PSPixelNos0          = 16 // State that pixel kernels depend on, word 0.
	PSPixelNos1          = 17 // State that pixel kernels depend on, word 1.
	PSPixelNos2          = 18 // State that pixel kernels depend on, word 2.
	PSPixelNos3          = 19 // State that pixel kernels depend on, word 3.
	PSPixelNos4          = 20 // State that pixel kernels depend on, word 4.
	PSPixelNos5          = 21 // State that pixel kernels depend on, word 5.
	PSPixelNos6          = 22 // State that pixel kernels depend on, word 6.
	PSPixelNos7          = 23 // State that pixel kernels depend on, word 7.
)

// Fields of PS.PIXEL_PROGRAM; masks stand before the shift.
const (
	PSPixelProgramTextureShift    = 0
	PSPixelProgramTextureMask     = 0x1
	PSPixelProgramKillShift       = 1
	PSPixelProgramKillMask        = 0x1
	PSPixelProgramWriteDepthShift = 2
	PSPixelProgramWriteDepthMask  = 0x1
)

// Fields of PS.PIXEL_ATTRIBUTES; masks stand before the shift.
const (
	PSPixelAttributesShift = 0
	PSPixelAttributesMask  = 0x1f
)

// Fields of PS.COLOR_FORMAT; masks stand before the shift.
const (
	PSColorFormatShift = 0
	PSColorFormatMask  = 0x3
)

// Values of PS.COLOR_FORMAT, field VALUE: Format of the colour surface.
const (
	PSColorFormatRgba8   = 0
	PSColorFormatSrgb8   = 1
	PSColorFormatRgba16f = 2
)

// Fields of PS.STATISTICS_CONTROL; masks stand before the shift.
const (
	PSStatisticsControlEnableShift = 0
	PSStatisticsControlEnableMask  = 0x1
)

// Fields of PS.PIXEL_KERNEL_NEEDS; masks stand before the shift.
const (
	PSPixelKernelNeedsRegistersShift  = 0
	PSPixelKernelNeedsRegistersMask   = 0x7f
	PSPixelKernelNeedsLanesShift      = 8
	PSPixelKernelNeedsLanesMask       = 0x3
	PSPixelKernelNeedsScratchShift    = 10
	PSPixelKernelNeedsScratchMask     = 0xf
	PSPixelKernelNeedsInputsShift     = 16
	PSPixelKernelNeedsInputsMask      = 0x7f
	PSPixelKernelNeedsPatchTableShift = 24
	PSPixelKernelNeedsPatchTableMask  = 0xff
)

// Values of PS.PIXEL_KERNEL_NEEDS, field LANES: Lanes of a thread.
const (
	PSPixelKernelNeedsLanesEight     = 0
	PSPixelKernelNeedsLanesSixteen   = 1
	PSPixelKernelNeedsLanesThirtytwo = 2
)

// PSRegs is the register file of block PS: Pixel shading: quads to threads of the pixel kernel, their constants and limit.
type PSRegs [24]uint32

// Reset sets every register to its reset value.
func (r *PSRegs) Reset() {
	*r = PSRegs{}
	r[PSPixelAttributes] = 0x6
}

// PixelProgramTexture reads PIXEL_PROGRAM.TEXTURE, bits 0:0: The colour is multiplied by a texel.
func (r *PSRegs) PixelProgramTexture() bool {
	return r[0]&0x1 != 0
}

// PixelProgramKill reads PIXEL_PROGRAM.KILL, bits 1:1: A pixel whose alpha is not at least ALPHA_REF is dropped.
func (r *PSRegs) PixelProgramKill() bool {
	return r[0]>>1&0x1 != 0
}

// PixelProgramWriteDepth reads PIXEL_PROGRAM.WRITE_DEPTH, bits 2:2: The program computes the depth that a late test uses: the driver takes the kernel that does, and says it here.
func (r *PSRegs) PixelProgramWriteDepth() bool {
	return r[0]>>2&0x1 != 0
}

// PSPixelProgramFields holds the fields of PS.PIXEL_PROGRAM: Switches of the driver's pixel kernel, constants of every pixel kernel.
type PSPixelProgramFields struct {
	Texture    bool // bits 0:0: The colour is multiplied by a texel.
	Kill       bool // bits 1:1: A pixel whose alpha is not at least ALPHA_REF is dropped.
	WriteDepth bool // bits 2:2: The program computes the depth that a late test uses: the driver takes the kernel that does, and says it here.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v PSPixelProgramFields) Pack() uint32 {
	var word uint32
	if v.Texture {
		word |= 1 << 0
	}
	if v.Kill {
		word |= 1 << 1
	}
	if v.WriteDepth {
		word |= 1 << 2
	}
	return word
}

// PixelAttributes reads PIXEL_ATTRIBUTES.VALUE, bits 4:0: Number of them, from 0 on; more than 16 count as 16.
func (r *PSRegs) PixelAttributes() uint32 {
	return r[1] & 0x1f
}

// AlphaRef reads ALPHA_REF.VALUE, bits 31:0: 0 to 1.
func (r *PSRegs) AlphaRef() float32 {
	return math.Float32frombits(r[5])
}

// ProgramDepthOffset reads PROGRAM_DEPTH_OFFSET.VALUE, bits 31:0: Window depth.
func (r *PSRegs) ProgramDepthOffset() float32 {
	return math.Float32frombits(r[6])
}

// ProgramDepthFactor reads PROGRAM_DEPTH_FACTOR.VALUE, bits 31:0: Window depth.
func (r *PSRegs) ProgramDepthFactor() float32 {
	return math.Float32frombits(r[7])
}

// ColorFormat reads COLOR_FORMAT.VALUE, bits 1:0: Format of the colour surface.
func (r *PSRegs) ColorFormat() uint32 {
	return r[8] & 0x3
}

// StatisticsControlEnable reads STATISTICS_CONTROL.ENABLE, bits 0:0: Runs of the pixel kernel are counted.
func (r *PSRegs) StatisticsControlEnable() bool {
	return r[9]&0x1 != 0
}

// PSStatisticsControlFields holds the fields of PS.STATISTICS_CONTROL: Pipeline statistics of pixel shading.
type PSStatisticsControlFields struct {
	Enable bool // bits 0:0: Runs of the pixel kernel are counted.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v PSStatisticsControlFields) Pack() uint32 {
	var word uint32
	if v.Enable {
		word |= 1 << 0
	}
	return word
}

// PsInvocationsLo reads PS_INVOCATIONS_LO.VALUE, bits 31:0: Pixels.
func (r *PSRegs) PsInvocationsLo() uint32 {
	return r[10]
}

// PsInvocationsHi reads PS_INVOCATIONS_HI.VALUE, bits 31:0: Pixels.
func (r *PSRegs) PsInvocationsHi() uint32 {
	return r[11]
}

// PixelKernel reads PIXEL_KERNEL.VALUE, bits 31:0: Byte address of its first instruction, aligned to 64 bytes.
func (r *PSRegs) PixelKernel() uint32 {
	return r[12]
}

// PixelKernelBytes reads PIXEL_KERNEL_BYTES.VALUE, bits 31:0: Bytes of its instructions.
func (r *PSRegs) PixelKernelBytes() uint32 {
	return r[13]
}

// PixelKernelNeedsRegisters reads PIXEL_KERNEL_NEEDS.REGISTERS, bits 6:0: General registers, less one.
func (r *PSRegs) PixelKernelNeedsRegisters() uint32 {
	return r[14] & 0x7f
}

// PixelKernelNeedsLanes reads PIXEL_KERNEL_NEEDS.LANES, bits 9:8: Lanes of a thread.
func (r *PSRegs) PixelKernelNeedsLanes() uint32 {
	return r[14] >> 8 & 0x3
}

// PixelKernelNeedsScratch reads PIXEL_KERNEL_NEEDS.SCRATCH, bits 13:10: Scratch memory of a thread: 0 none, n 32 * 2^n bytes.
func (r *PSRegs) PixelKernelNeedsScratch() uint32 {
	return r[14] >> 10 & 0xf
}

// PixelKernelNeedsInputs reads PIXEL_KERNEL_NEEDS.INPUTS, bits 22:16: Registers that it begins with, from r0 on.
func (r *PSRegs) PixelKernelNeedsInputs() uint32 {
	return r[14] >> 16 & 0x7f
}

// PixelKernelNeedsPatchTable reads PIXEL_KERNEL_NEEDS.PATCH_TABLE, bits 31:24: Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing.
func (r *PSRegs) PixelKernelNeedsPatchTable() uint32 {
	return r[14] >> 24 & 0xff
}

// PSPixelKernelNeedsFields holds the fields of PS.PIXEL_KERNEL_NEEDS: What a thread of the pixel kernel has.
type PSPixelKernelNeedsFields struct {
	Registers  uint32 // bits 6:0: General registers, less one.
	Lanes      uint32 // bits 9:8: Lanes of a thread.
	Scratch    uint32 // bits 13:10: Scratch memory of a thread: 0 none, n 32 * 2^n bytes.
	Inputs     uint32 // bits 22:16: Registers that it begins with, from r0 on.
	PatchTable uint32 // bits 31:24: Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v PSPixelKernelNeedsFields) Pack() uint32 {
	var word uint32
	word |= v.Registers & 0x7f << 0
	word |= v.Lanes & 0x3 << 8
	word |= v.Scratch & 0xf << 10
	word |= v.Inputs & 0x7f << 16
	word |= v.PatchTable & 0xff << 24
	return word
}

// PixelLimit reads PIXEL_LIMIT.VALUE, bits 31:0: Instructions that a thread may execute; 0: as many as the machine allows (pixel.limit).
func (r *PSRegs) PixelLimit() uint32 {
	return r[15]
}

// PixelNos0 reads PIXEL_NOS_0.VALUE, bits 31:0: Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began.
func (r *PSRegs) PixelNos0() uint32 {
	return r[16]
}

// PixelNos1 reads PIXEL_NOS_1.VALUE, bits 31:0: Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began.
func (r *PSRegs) PixelNos1() uint32 {
	return r[17]
}

// PixelNos2 reads PIXEL_NOS_2.VALUE, bits 31:0: Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began.
func (r *PSRegs) PixelNos2() uint32 {
	return r[18]
}

// PixelNos3 reads PIXEL_NOS_3.VALUE, bits 31:0: Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began.
func (r *PSRegs) PixelNos3() uint32 {
	return r[19]
}

// PixelNos4 reads PIXEL_NOS_4.VALUE, bits 31:0: Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began.
func (r *PSRegs) PixelNos4() uint32 {
	return r[20]
}

// PixelNos5 reads PIXEL_NOS_5.VALUE, bits 31:0: Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began.
func (r *PSRegs) PixelNos5() uint32 {
	return r[21]
}

// PixelNos6 reads PIXEL_NOS_6.VALUE, bits 31:0: Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began.
func (r *PSRegs) PixelNos6() uint32 {
	return r[22]
}

// PixelNos7 reads PIXEL_NOS_7.VALUE, bits 31:0: Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began.
func (r *PSRegs) PixelNos7() uint32 {
	return r[23]
}

// Registers of block WBU.
const (
	WBUColorBase      = 0 // Byte address of the colour surface.
	WBUColorPitch     = 1 // Width of the colour surface.
	WBUBlend          = 2 // Blend factors and equations, numbered as in docs/arithmetic.md, section 8.
	WBUBlendConstant  = 3 // Constant blend colour.
	WBUWriteMask      = 4 // Channels that are written.
	WBUColorFormat    = 5 // Format of the colour surface.
	WBUWriteMaskSet   = 6 // Adds channels to WRITE_MASK.
	WBUWriteMaskClear = 7 // Takes channels out of WRITE_MASK.
	WBUSurfaceLock    = 8 // Keeps the surface's registers as they are until the context ends.
)

// Fields of WBU.COLOR_PITCH; masks stand before the shift.
const (
	WBUColorPitchShift = 0
	WBUColorPitchMask  = 0xffff
)

// Fields of WBU.BLEND; masks stand before the shift.
const (
	WBUBlendEnableShift        = 0
	WBUBlendEnableMask         = 0x1
	WBUBlendSrcColorShift      = 4
	WBUBlendSrcColorMask       = 0xf
	WBUBlendDstColorShift      = 8
	WBUBlendDstColorMask       = 0xf
	WBUBlendSrcAlphaShift      = 12
	WBUBlendSrcAlphaMask       = 0xf
	WBUBlendDstAlphaShift      = 16
	WBUBlendDstAlphaMask       = 0xf
	WBUBlendColorEquationShift = 20
	WBUBlendColorEquationMask  = 0x7
	WBUBlendAlphaEquationShift = 23
	WBUBlendAlphaEquationMask  = 0x7
)

// Values of WBU.BLEND, field COLOR_EQUATION: Equation of the colour.
const (
	WBUBlendColorEquationAdd             = 0
	WBUBlendColorEquationSubtract        = 1
	WBUBlendColorEquationReverseSubtract = 2
	WBUBlendColorEquationMin             = 3
	WBUBlendColorEquationMax             = 4
)

// Values of WBU.BLEND, field ALPHA_EQUATION: Equation of alpha.
const (
	WBUBlendAlphaEquationAdd             = 0
	WBUBlendAlphaEquationSubtract        = 1
	WBUBlendAlphaEquationReverseSubtract = 2
	WBUBlendAlphaEquationMin             = 3
	WBUBlendAlphaEquationMax             = 4
)

// Fields of WBU.BLEND_CONSTANT; masks stand before the shift.
const (
	WBUBlendConstantRShift = 0
	WBUBlendConstantRMask  = 0xff
	WBUBlendConstantGShift = 8
	WBUBlendConstantGMask  = 0xff
	WBUBlendConstantBShift = 16
	WBUBlendConstantBMask  = 0xff
	WBUBlendConstantAShift = 24
	WBUBlendConstantAMask  = 0xff
)

// Fields of WBU.WRITE_MASK; masks stand before the shift.
const (
	WBUWriteMaskRShift = 0
	WBUWriteMaskRMask  = 0x1
	WBUWriteMaskGShift = 1
	WBUWriteMaskGMask  = 0x1
	WBUWriteMaskBShift = 2
	WBUWriteMaskBMask  = 0x1
	WBUWriteMaskAShift = 3
	WBUWriteMaskAMask  = 0x1
)

// Fields of WBU.COLOR_FORMAT; masks stand before the shift.
const (
	WBUColorFormatShift = 0
	WBUColorFormatMask  = 0x3
)

// Values of WBU.COLOR_FORMAT, field VALUE: Format; 3 counts as RGBA8.
const (
	WBUColorFormatRgba8   = 0
	WBUColorFormatSrgb8   = 1
	WBUColorFormatRgba16f = 2
)

// Fields of WBU.WRITE_MASK_SET; masks stand before the shift.
const (
	WBUWriteMaskSetRShift = 0
	WBUWriteMaskSetRMask  = 0x1
	WBUWriteMaskSetGShift = 1
	WBUWriteMaskSetGMask  = 0x1
	WBUWriteMaskSetBShift = 2
	WBUWriteMaskSetBMask  = 0x1
	WBUWriteMaskSetAShift = 3
	WBUWriteMaskSetAMask  = 0x1
)

// Fields of WBU.WRITE_MASK_CLEAR; masks stand before the shift.
const (
	WBUWriteMaskClearRShift = 0
	WBUWriteMaskClearRMask  = 0x1
	WBUWriteMaskClearGShift = 1
	WBUWriteMaskClearGMask  = 0x1
	WBUWriteMaskClearBShift = 2
	WBUWriteMaskClearBMask  = 0x1
	WBUWriteMaskClearAShift = 3
	WBUWriteMaskClearAMask  = 0x1
)

// Fields of WBU.SURFACE_LOCK; masks stand before the shift.
const (
	WBUSurfaceLockColorShift = 0
	WBUSurfaceLockColorMask  = 0x1
)

// WBURegs is the register file of block WBU: Write-back unit, colour surface and blending.
type WBURegs [9]uint32

// Reset sets every register to its reset value.
func (r *WBURegs) Reset() {
	*r = WBURegs{}
	r[WBUBlend] = 0x1010
	r[WBUWriteMask] = 0xf
}

// ColorBase reads COLOR_BASE.VALUE, bits 31:0: Address of tile 0, aligned to 256 bytes.
func (r *WBURegs) ColorBase() uint32 {
	return r[0]
}

// ColorPitch reads COLOR_PITCH.VALUE, bits 15:0: Tiles in a row.
func (r *WBURegs) ColorPitch() uint32 {
	return r[1] & 0xffff
}

// BlendEnable reads BLEND.ENABLE, bits 0:0: Blending is on.
func (r *WBURegs) BlendEnable() bool {
	return r[2]&0x1 != 0
}

// BlendSrcColor reads BLEND.SRC_COLOR, bits 7:4: Source factor of the colour.
func (r *WBURegs) BlendSrcColor() uint32 {
	return r[2] >> 4 & 0xf
}

// BlendDstColor reads BLEND.DST_COLOR, bits 11:8: Destination factor of the colour.
func (r *WBURegs) BlendDstColor() uint32 {
	return r[2] >> 8 & 0xf
}

// BlendSrcAlpha reads BLEND.SRC_ALPHA, bits 15:12: Source factor of alpha.
func (r *WBURegs) BlendSrcAlpha() uint32 {
	return r[2] >> 12 & 0xf
}

// BlendDstAlpha reads BLEND.DST_ALPHA, bits 19:16: Destination factor of alpha.
func (r *WBURegs) BlendDstAlpha() uint32 {
	return r[2] >> 16 & 0xf
}

// BlendColorEquation reads BLEND.COLOR_EQUATION, bits 22:20: Equation of the colour.
func (r *WBURegs) BlendColorEquation() uint32 {
	return r[2] >> 20 & 0x7
}

// BlendAlphaEquation reads BLEND.ALPHA_EQUATION, bits 25:23: Equation of alpha.
func (r *WBURegs) BlendAlphaEquation() uint32 {
	return r[2] >> 23 & 0x7
}

// WBUBlendFields holds the fields of WBU.BLEND: Blend factors and equations, numbered as in docs/arithmetic.md, section 8.
type WBUBlendFields struct {
	Enable        bool   // bits 0:0: Blending is on.
	SrcColor      uint32 // bits 7:4: Source factor of the colour.
	DstColor      uint32 // bits 11:8: Destination factor of the colour.
	SrcAlpha      uint32 // bits 15:12: Source factor of alpha.
	DstAlpha      uint32 // bits 19:16: Destination factor of alpha.
	ColorEquation uint32 // bits 22:20: Equation of the colour.
	AlphaEquation uint32 // bits 25:23: Equation of alpha.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v WBUBlendFields) Pack() uint32 {
	var word uint32
	if v.Enable {
		word |= 1 << 0
	}
	word |= v.SrcColor & 0xf << 4
	word |= v.DstColor & 0xf << 8
	word |= v.SrcAlpha & 0xf << 12
	word |= v.DstAlpha & 0xf << 16
	word |= v.ColorEquation & 0x7 << 20
	word |= v.AlphaEquation & 0x7 << 23
	return word
}

// BlendConstantR reads BLEND_CONSTANT.R, bits 7:0: Red.
func (r *WBURegs) BlendConstantR() uint32 {
	return r[3] & 0xff
}

// BlendConstantG reads BLEND_CONSTANT.G, bits 15:8: Green.
func (r *WBURegs) BlendConstantG() uint32 {
	return r[3] >> 8 & 0xff
}

// BlendConstantB reads BLEND_CONSTANT.B, bits 23:16: Blue.
func (r *WBURegs) BlendConstantB() uint32 {
	return r[3] >> 16 & 0xff
}

// BlendConstantA reads BLEND_CONSTANT.A, bits 31:24: Alpha.
func (r *WBURegs) BlendConstantA() uint32 {
	return r[3] >> 24 & 0xff
}

// WBUBlendConstantFields holds the fields of WBU.BLEND_CONSTANT: Constant blend colour.
type WBUBlendConstantFields struct {
	R uint32 // bits 7:0: Red.
	G uint32 // bits 15:8: Green.
	B uint32 // bits 23:16: Blue.
	A uint32 // bits 31:24: Alpha.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v WBUBlendConstantFields) Pack() uint32 {
	var word uint32
	word |= v.R & 0xff << 0
	word |= v.G & 0xff << 8
	word |= v.B & 0xff << 16
	word |= v.A & 0xff << 24
	return word
}

// WriteMaskR reads WRITE_MASK.R, bits 0:0: Red is written.
func (r *WBURegs) WriteMaskR() bool {
	return r[4]&0x1 != 0
}

// WriteMaskG reads WRITE_MASK.G, bits 1:1: Green is written.
func (r *WBURegs) WriteMaskG() bool {
	return r[4]>>1&0x1 != 0
}

// WriteMaskB reads WRITE_MASK.B, bits 2:2: Blue is written.
func (r *WBURegs) WriteMaskB() bool {
	return r[4]>>2&0x1 != 0
}

// WriteMaskA reads WRITE_MASK.A, bits 3:3: Alpha is written.
func (r *WBURegs) WriteMaskA() bool {
	return r[4]>>3&0x1 != 0
}

// WBUWriteMaskFields holds the fields of WBU.WRITE_MASK: Channels that are written.
type WBUWriteMaskFields struct {
	R bool // bits 0:0: Red is written.
	G bool // bits 1:1: Green is written.
	B bool // bits 2:2: Blue is written.
	A bool // bits 3:3: Alpha is written.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v WBUWriteMaskFields) Pack() uint32 {
	var word uint32
	if v.R {
		word |= 1 << 0
	}
	if v.G {
		word |= 1 << 1
	}
	if v.B {
		word |= 1 << 2
	}
	if v.A {
		word |= 1 << 3
	}
	return word
}

// ColorFormat reads COLOR_FORMAT.VALUE, bits 1:0: Format; 3 counts as RGBA8.
func (r *WBURegs) ColorFormat() uint32 {
	return r[5] & 0x3
}

// WriteMaskSetR reads WRITE_MASK_SET.R, bits 0:0: A 1 has red written.
func (r *WBURegs) WriteMaskSetR() bool {
	return r[4]&0x1 != 0
}

// WriteMaskSetG reads WRITE_MASK_SET.G, bits 1:1: A 1 has green written.
func (r *WBURegs) WriteMaskSetG() bool {
	return r[4]>>1&0x1 != 0
}

// WriteMaskSetB reads WRITE_MASK_SET.B, bits 2:2: A 1 has blue written.
func (r *WBURegs) WriteMaskSetB() bool {
	return r[4]>>2&0x1 != 0
}

// WriteMaskSetA reads WRITE_MASK_SET.A, bits 3:3: A 1 has alpha written.
func (r *WBURegs) WriteMaskSetA() bool {
	return r[4]>>3&0x1 != 0
}

// WBUWriteMaskSetFields holds the fields of WBU.WRITE_MASK_SET: Adds channels to WRITE_MASK.
type WBUWriteMaskSetFields struct {
	R bool // bits 0:0: A 1 has red written.
	G bool // bits 1:1: A 1 has green written.
	B bool // bits 2:2: A 1 has blue written.
	A bool // bits 3:3: A 1 has alpha written.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v WBUWriteMaskSetFields) Pack() uint32 {
	var word uint32
	if v.R {
		word |= 1 << 0
	}
	if v.G {
		word |= 1 << 1
	}
	if v.B {
		word |= 1 << 2
	}
	if v.A {
		word |= 1 << 3
	}
	return word
}

// WriteMaskClearR reads WRITE_MASK_CLEAR.R, bits 0:0: A 1 keeps red from being written.
func (r *WBURegs) WriteMaskClearR() bool {
	return r[4]&0x1 != 0
}

// WriteMaskClearG reads WRITE_MASK_CLEAR.G, bits 1:1: A 1 keeps green from being written.
func (r *WBURegs) WriteMaskClearG() bool {
	return r[4]>>1&0x1 != 0
}

// WriteMaskClearB reads WRITE_MASK_CLEAR.B, bits 2:2: A 1 keeps blue from being written.
func (r *WBURegs) WriteMaskClearB() bool {
	return r[4]>>2&0x1 != 0
}

// WriteMaskClearA reads WRITE_MASK_CLEAR.A, bits 3:3: A 1 keeps alpha from being written.
func (r *WBURegs) WriteMaskClearA() bool {
	return r[4]>>3&0x1 != 0
}

// WBUWriteMaskClearFields holds the fields of WBU.WRITE_MASK_CLEAR: Takes channels out of WRITE_MASK.
type WBUWriteMaskClearFields struct {
	R bool // bits 0:0: A 1 keeps red from being written.
	G bool // bits 1:1: A 1 keeps green from being written.
	B bool // bits 2:2: A 1 keeps blue from being written.
	A bool // bits 3:3: A 1 keeps alpha from being written.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v WBUWriteMaskClearFields) Pack() uint32 {
	var word uint32
	if v.R {
		word |= 1 << 0
	}
	if v.G {
		word |= 1 << 1
	}
	if v.B {
		word |= 1 << 2
	}
	if v.A {
		word |= 1 << 3
	}
	return word
}

// SurfaceLockColor reads SURFACE_LOCK.COLOR, bits 0:0: Writes to COLOR_BASE, COLOR_PITCH and COLOR_FORMAT are ignored.
func (r *WBURegs) SurfaceLockColor() bool {
	return r[8]&0x1 != 0
}

// WBUSurfaceLockFields holds the fields of WBU.SURFACE_LOCK: Keeps the surface's registers as they are until the context ends.
type WBUSurfaceLockFields struct {
	Color bool // bits 0:0: Writes to COLOR_BASE, COLOR_PITCH and COLOR_FORMAT are ignored.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v WBUSurfaceLockFields) Pack() uint32 {
	var word uint32
	if v.Color {
		word |= 1 << 0
	}
	return word
}

// Registers of block BP.
const (
	BPIaVerticesLo      = 0 // Vertices consumed by primitives, low half, counted by the hardware as of the cursor.
	BPIaVerticesHi      = 1 // Vertices consumed by primitives, high half, counted by the hardware as of the cursor.
	BPIaPrimitivesLo    = 2 // Primitives assembled, low half, counted by the hardware as of the cursor.
	BPIaPrimitivesHi    = 3 // Primitives assembled, high half, counted by the hardware as of the cursor.
	BPVsInvocationsLo   = 4 // Runs of the vertex kernel, low half, counted by the hardware as of the cursor.
	BPVsInvocationsHi   = 5 // Runs of the vertex kernel, high half, counted by the hardware as of the cursor.
	BPClipInvocationsLo = 6 // Triangles that enter clipping, low half, counted by the hardware as of the cursor.
	BPClipInvocationsHi = 7 // Triangles that enter clipping, high half, counted by the hardware as of the cursor.
	BPClipPrimitivesLo  = 8 // Triangles that leave clipping, low half, counted by the hardware as of the cursor.
	BPClipPrimitivesHi  = 9 // Triangles that leave clipping, high half, counted by the hardware as of the cursor.
)

// BPRegs is the register file of block BP: Break point, in SG_TG or ZL1: pipeline statistics.
type BPRegs [10]uint32

// Reset sets every register to its reset value.
func (r *BPRegs) Reset() {
	*r = BPRegs{}
}

// IaVerticesLo reads IA_VERTICES_LO.VALUE, bits 31:0: Count.
func (r *BPRegs) IaVerticesLo() uint32 {
	return r[0]
}

// IaVerticesHi reads IA_VERTICES_HI.VALUE, bits 31:0: Count.
func (r *BPRegs) IaVerticesHi() uint32 {
	return r[1]
}

// IaPrimitivesLo reads IA_PRIMITIVES_LO.VALUE, bits 31:0: Count.
func (r *BPRegs) IaPrimitivesLo() uint32 {
	return r[2]
}

// IaPrimitivesHi reads IA_PRIMITIVES_HI.VALUE, bits 31:0: Count.
func (r *BPRegs) IaPrimitivesHi() uint32 {
	return r[3]
}

// VsInvocationsLo reads VS_INVOCATIONS_LO.VALUE, bits 31:0: Count.
func (r *BPRegs) VsInvocationsLo() uint32 {
	return r[4]
}

// VsInvocationsHi reads VS_INVOCATIONS_HI.VALUE, bits 31:0: Count.
func (r *BPRegs) VsInvocationsHi() uint32 {
	return r[5]
}

// ClipInvocationsLo reads CLIP_INVOCATIONS_LO.VALUE, bits 31:0: Count.
func (r *BPRegs) ClipInvocationsLo() uint32 {
	return r[6]
}

// ClipInvocationsHi reads CLIP_INVOCATIONS_HI.VALUE, bits 31:0: Count.
func (r *BPRegs) ClipInvocationsHi() uint32 {
	return r[7]
}

// ClipPrimitivesLo reads CLIP_PRIMITIVES_LO.VALUE, bits 31:0: Count.
func (r *BPRegs) ClipPrimitivesLo() uint32 {
	return r[8]
}

// ClipPrimitivesHi reads CLIP_PRIMITIVES_HI.VALUE, bits 31:0: Count.
func (r *BPRegs) ClipPrimitivesHi() uint32 {
	return r[9]
}

// Registers of block BIND.
const (
	BINDPixelKernel      = 0  // Place of the pixel kernel.
	BINDPixelKernelBytes = 1  // Size of the pixel kernel.
	BINDBinding0Base     = 2  // Binding 0 of pixel kernels.
	BINDBinding0Bytes    = 3  // Binding 0 of pixel kernels.
	BINDBinding1Base     = 4  // Binding 1 of pixel kernels.
	BINDBinding1Bytes    = 5  // Binding 1 of pixel kernels.
	BINDBinding2Base     = 6  // Binding 2 of pixel kernels.
	BINDBinding2Bytes    = 7  // Binding 2 of pixel kernels.
	BINDBinding3Base     = 8  // Binding 3 of pixel kernels.
	BINDBinding3Bytes    = 9  // Binding 3 of pixel kernels.
	BINDBinding4Base     = 10 // Binding 4 of pixel kernels.
	BINDBinding4Bytes    = 11 // Binding 4 of pixel kernels.
	BINDBinding5Base     = 12 // Binding 5 of pixel kernels.
	BINDBinding5Bytes    = 13 // Binding 5 of pixel kernels.
	BINDBinding6Base     = 14 // Binding 6 of pixel kernels.
	BINDBinding6Bytes    = 15 // Binding 6 of pixel kernels.
	BINDBinding7Base     = 16 // Binding 7 of pixel kernels.
	BINDBinding7Bytes    = 17 // Binding 7 of pixel kernels.
	BINDTexture0Base     = 18 // Texture 0 of pixel kernels.
	BINDTexture0Bytes    = 19 // Texture 0 of pixel kernels.
	BINDTexture0Pitch    = 20 // Texture 0 of pixel kernels.
	BINDTexture0Size     = 21 // Texture 0 of pixel kernels.
	BINDTexture0Format   = 22 // Texture 0 of pixel kernels.
	BINDTexture1Base     = 23 // Texture 1 of pixel kernels.
	BINDTexture1Bytes    = 24 // Texture 1 of pixel kernels.
	BINDTexture1Pitch    = 25 // Texture 1 of pixel kernels.
	BINDTexture1Size     = 26 // Texture 1 of pixel kernels.
	BINDTexture1Format   = 27 // Texture 1 of pixel kernels.
	BINDTexture2Base     = 28 // Texture 2 of pixel kernels.
	BINDTexture2Bytes    = 29 // Texture 2 of pixel kernels.
	BINDTexture2Pitch    = 30 // Texture 2 of pixel kernels.
	BINDTexture2Size     = 31 // Texture 2 of pixel kernels.
	BINDTexture2Format   = 32 // Texture 2 of pixel kernels.
	BINDTexture3Base     = 33 // Texture 3 of pixel kernels.
	BINDTexture3Bytes    = 34 // Texture 3 of pixel kernels.
	BINDTexture3Pitch    = 35 // Texture 3 of pixel kernels.
	BINDTexture3Size     = 36 // Texture 3 of pixel kernels.
	BINDTexture3Format   = 37 // Texture 3 of pixel kernels.
	BINDTexture4Base     = 38 // Texture 4 of pixel kernels.
	BINDTexture4Bytes    = 39 // Texture 4 of pixel kernels.
	BINDTexture4Pitch    = 40 // Texture 4 of pixel kernels.
	BINDTexture4Size     = 41 // Texture 4 of pixel kernels.
	BINDTexture4Format   = 42 // Texture 4 of pixel kernels.
	BINDTexture5Base     = 43 // Texture 5 of pixel kernels.
	BINDTexture5Bytes    = 44 // Texture 5 of pixel kernels.
	BINDTexture5Pitch    = 45 // Texture 5 of pixel kernels.
	BINDTexture5Size     = 46 // Texture 5 of pixel kernels.
	BINDTexture5Format   = 47 // Texture 5 of pixel kernels.
	BINDTexture6Base     = 48 // Texture 6 of pixel kernels.
	BINDTexture6Bytes    = 49 // Texture 6 of pixel kernels.
	BINDTexture6Pitch    = 50 // Texture 6 of pixel kernels.
	BINDTexture6Size     = 51 // Texture 6 of pixel kernels.
	BINDTexture6Format   = 52 // Texture 6 of pixel kernels.
	BINDTexture7Base     = 53 // Texture 7 of pixel kernels.
	BINDTexture7Bytes    = 54 // Texture 7 of pixel kernels.
	BINDTexture7Pitch    = 55 // Texture 7 of pixel kernels.
	BINDTexture7Size     = 56 // Texture 7 of pixel kernels.
	BINDTexture7Format   = 57 // Texture 7 of pixel kernels.
	BINDSampler0Mode     = 58 // Sampler 0 of pixel kernels.
	BINDSampler0Bias     = 59 // Sampler 0 of pixel kernels.
	BINDSampler0Lod      = 60 // Sampler 0 of pixel kernels.
	BINDSampler1Mode     = 61 // Sampler 1 of pixel kernels.
	BINDSampler1Bias     = 62 // Sampler 1 of pixel kernels.
	BINDSampler1Lod      = 63 // Sampler 1 of pixel kernels.
	BINDSampler2Mode     = 64 // Sampler 2 of pixel kernels.
	BINDSampler2Bias     = 65 // Sampler 2 of pixel kernels.
	BINDSampler2Lod      = 66 // Sampler 2 of pixel kernels.
	BINDSampler3Mode     = 67 // Sampler 3 of pixel kernels.
	BINDSampler3Bias     = 68 // Sampler 3 of pixel kernels.
	BINDSampler3Lod      = 69 // Sampler 3 of pixel kernels.
)

// Fields of BIND.TEXTURE_0_SIZE; masks stand before the shift.
const (
	BINDTexture0SizeWidthShift  = 0
	BINDTexture0SizeWidthMask   = 0xffff
	BINDTexture0SizeHeightShift = 16
	BINDTexture0SizeHeightMask  = 0xffff
)

// Fields of BIND.TEXTURE_0_FORMAT; masks stand before the shift.
const (
	BINDTexture0FormatDepthShift     = 0
	BINDTexture0FormatDepthMask      = 0xffff
	BINDTexture0FormatLevelsShift    = 16
	BINDTexture0FormatLevelsMask     = 0xf
	BINDTexture0FormatDimensionShift = 20
	BINDTexture0FormatDimensionMask  = 0x3
	BINDTexture0FormatArrayShift     = 22
	BINDTexture0FormatArrayMask      = 0x1
	BINDTexture0FormatFormatShift    = 24
	BINDTexture0FormatFormatMask     = 0xff
)

// Values of BIND.TEXTURE_0_FORMAT, field DIMENSION: Dimension.
const (
	BINDTexture0FormatDimensionOne   = 0
	BINDTexture0FormatDimensionTwo   = 1
	BINDTexture0FormatDimensionThree = 2
	BINDTexture0FormatDimensionCube  = 3
)

// Fields of BIND.TEXTURE_1_SIZE; masks stand before the shift.
const (
	BINDTexture1SizeWidthShift  = 0
	BINDTexture1SizeWidthMask   = 0xffff
	BINDTexture1SizeHeightShift = 16
	BINDTexture1SizeHeightMask  = 0xffff
)

// Fields of BIND.TEXTURE_1_FORMAT; masks stand before the shift.
const (
	BINDTexture1FormatDepthShift     = 0
	BINDTexture1FormatDepthMask      = 0xffff
	BINDTexture1FormatLevelsShift    = 16
	BINDTexture1FormatLevelsMask     = 0xf
	BINDTexture1FormatDimensionShift = 20
	BINDTexture1FormatDimensionMask  = 0x3
	BINDTexture1FormatArrayShift     = 22
	BINDTexture1FormatArrayMask      = 0x1
	BINDTexture1FormatFormatShift    = 24
	BINDTexture1FormatFormatMask     = 0xff
)

// Values of BIND.TEXTURE_1_FORMAT, field DIMENSION: Dimension.
const (
	BINDTexture1FormatDimensionOne   = 0
	BINDTexture1FormatDimensionTwo   = 1
	BINDTexture1FormatDimensionThree = 2
	BINDTexture1FormatDimensionCube  = 3
)

// Fields of BIND.TEXTURE_2_SIZE; masks stand before the shift.
const (
	BINDTexture2SizeWidthShift  = 0
	BINDTexture2SizeWidthMask   = 0xffff
	BINDTexture2SizeHeightShift = 16
	BINDTexture2SizeHeightMask  = 0xffff
)

// Fields of BIND.TEXTURE_2_FORMAT; masks stand before the shift.
const (
	BINDTexture2FormatDepthShift     = 0
	BINDTexture2FormatDepthMask      = 0xffff
	BINDTexture2FormatLevelsShift    = 16
	BINDTexture2FormatLevelsMask     = 0xf
	BINDTexture2FormatDimensionShift = 20
	BINDTexture2FormatDimensionMask  = 0x3
	BINDTexture2FormatArrayShift     = 22
	BINDTexture2FormatArrayMask      = 0x1
	BINDTexture2FormatFormatShift    = 24
	BINDTexture2FormatFormatMask     = 0xff
)

// Values of BIND.TEXTURE_2_FORMAT, field DIMENSION: Dimension.
const (
	BINDTexture2FormatDimensionOne   = 0
	BINDTexture2FormatDimensionTwo   = 1
	BINDTexture2FormatDimensionThree = 2
	BINDTexture2FormatDimensionCube  = 3
)

// Fields of BIND.TEXTURE_3_SIZE; masks stand before the shift.
const (
	BINDTexture3SizeWidthShift  = 0
	BINDTexture3SizeWidthMask   = 0xffff
	BINDTexture3SizeHeightShift = 16
	BINDTexture3SizeHeightMask  = 0xffff
)

// Fields of BIND.TEXTURE_3_FORMAT; masks stand before the shift.
const (
	BINDTexture3FormatDepthShift     = 0
	BINDTexture3FormatDepthMask      = 0xffff
	BINDTexture3FormatLevelsShift    = 16
	BINDTexture3FormatLevelsMask     = 0xf
	BINDTexture3FormatDimensionShift = 20
	BINDTexture3FormatDimensionMask  = 0x3
	BINDTexture3FormatArrayShift     = 22
	BINDTexture3FormatArrayMask      = 0x1
	BINDTexture3FormatFormatShift    = 24
	BINDTexture3FormatFormatMask     = 0xff
)

// Values of BIND.TEXTURE_3_FORMAT, field DIMENSION: Dimension.
const (
	BINDTexture3FormatDimensionOne   = 0
	BINDTexture3FormatDimensionTwo   = 1
	BINDTexture3FormatDimensionThree = 2
	BINDTexture3FormatDimensionCube  = 3
)

// Fields of BIND.TEXTURE_4_SIZE; masks stand before the shift.
const (
	BINDTexture4SizeWidthShift  = 0
	BINDTexture4SizeWidthMask   = 0xffff
	BINDTexture4SizeHeightShift = 16
	BINDTexture4SizeHeightMask  = 0xffff
)

// Fields of BIND.TEXTURE_4_FORMAT; masks stand before the shift.
const (
	BINDTexture4FormatDepthShift     = 0
	BINDTexture4FormatDepthMask      = 0xffff
	BINDTexture4FormatLevelsShift    = 16
	BINDTexture4FormatLevelsMask     = 0xf
	BINDTexture4FormatDimensionShift = 20
	BINDTexture4FormatDimensionMask  = 0x3
	BINDTexture4FormatArrayShift     = 22
	BINDTexture4FormatArrayMask      = 0x1
	BINDTexture4FormatFormatShift    = 24
	BINDTexture4FormatFormatMask     = 0xff
)

// Values of BIND.TEXTURE_4_FORMAT, field DIMENSION: Dimension.
const (
	BINDTexture4FormatDimensionOne   = 0
	BINDTexture4FormatDimensionTwo   = 1
	BINDTexture4FormatDimensionThree = 2
	BINDTexture4FormatDimensionCube  = 3
)

// Fields of BIND.TEXTURE_5_SIZE; masks stand before the shift.
const (
	BINDTexture5SizeWidthShift  = 0
	BINDTexture5SizeWidthMask   = 0xffff
	BINDTexture5SizeHeightShift = 16
	BINDTexture5SizeHeightMask  = 0xffff
)

// Fields of BIND.TEXTURE_5_FORMAT; masks stand before the shift.
const (
	BINDTexture5FormatDepthShift     = 0
	BINDTexture5FormatDepthMask      = 0xffff
	BINDTexture5FormatLevelsShift    = 16
	BINDTexture5FormatLevelsMask     = 0xf
	BINDTexture5FormatDimensionShift = 20
	BINDTexture5FormatDimensionMask  = 0x3
	BINDTexture5FormatArrayShift     = 22
	BINDTexture5FormatArrayMask      = 0x1
	BINDTexture5FormatFormatShift    = 24
	BINDTexture5FormatFormatMask     = 0xff
)

// Values of BIND.TEXTURE_5_FORMAT, field DIMENSION: Dimension.
const (
	BINDTexture5FormatDimensionOne   = 0
	BINDTexture5FormatDimensionTwo   = 1
	BINDTexture5FormatDimensionThree = 2
	BINDTexture5FormatDimensionCube  = 3
)

// Fields of BIND.TEXTURE_6_SIZE; masks stand before the shift.
const (
	BINDTexture6SizeWidthShift  = 0
	BINDTexture6SizeWidthMask   = 0xffff
	BINDTexture6SizeHeightShift = 16
	BINDTexture6SizeHeightMask  = 0xffff
)

// Fields of BIND.TEXTURE_6_FORMAT; masks stand before the shift.
const (
	BINDTexture6FormatDepthShift     = 0
	BINDTexture6FormatDepthMask      = 0xffff
	BINDTexture6FormatLevelsShift    = 16
	BINDTexture6FormatLevelsMask     = 0xf
	BINDTexture6FormatDimensionShift = 20
	BINDTexture6FormatDimensionMask  = 0x3
	BINDTexture6FormatArrayShift     = 22
	BINDTexture6FormatArrayMask      = 0x1
	BINDTexture6FormatFormatShift    = 24
	BINDTexture6FormatFormatMask     = 0xff
)

// Values of BIND.TEXTURE_6_FORMAT, field DIMENSION: Dimension.
const (
	BINDTexture6FormatDimensionOne   = 0
	BINDTexture6FormatDimensionTwo   = 1
	BINDTexture6FormatDimensionThree = 2
	BINDTexture6FormatDimensionCube  = 3
)

// Fields of BIND.TEXTURE_7_SIZE; masks stand before the shift.
const (
	BINDTexture7SizeWidthShift  = 0
	BINDTexture7SizeWidthMask   = 0xffff
	BINDTexture7SizeHeightShift = 16
	BINDTexture7SizeHeightMask  = 0xffff
)

// Fields of BIND.TEXTURE_7_FORMAT; masks stand before the shift.
const (
	BINDTexture7FormatDepthShift     = 0
	BINDTexture7FormatDepthMask      = 0xffff
	BINDTexture7FormatLevelsShift    = 16
	BINDTexture7FormatLevelsMask     = 0xf
	BINDTexture7FormatDimensionShift = 20
	BINDTexture7FormatDimensionMask  = 0x3
	BINDTexture7FormatArrayShift     = 22
	BINDTexture7FormatArrayMask      = 0x1
	BINDTexture7FormatFormatShift    = 24
	BINDTexture7FormatFormatMask     = 0xff
)

// Values of BIND.TEXTURE_7_FORMAT, field DIMENSION: Dimension.
const (
	BINDTexture7FormatDimensionOne   = 0
	BINDTexture7FormatDimensionTwo   = 1
	BINDTexture7FormatDimensionThree = 2
	BINDTexture7FormatDimensionCube  = 3
)

// Fields of BIND.SAMPLER_0_MODE; masks stand before the shift.
const (
	BINDSampler0ModeWrapUShift   = 0
	BINDSampler0ModeWrapUMask    = 0x3
	BINDSampler0ModeWrapVShift   = 2
	BINDSampler0ModeWrapVMask    = 0x3
	BINDSampler0ModeWrapWShift   = 4
	BINDSampler0ModeWrapWMask    = 0x3
	BINDSampler0ModeMagShift     = 6
	BINDSampler0ModeMagMask      = 0x1
	BINDSampler0ModeMinShift     = 7
	BINDSampler0ModeMinMask      = 0x1
	BINDSampler0ModeMipShift     = 8
	BINDSampler0ModeMipMask      = 0x3
	BINDSampler0ModeCompareShift = 10
	BINDSampler0ModeCompareMask  = 0x7
)

// Values of BIND.SAMPLER_0_MODE, field WRAP_U: Horizontal wrap mode.
const (
	BINDSampler0ModeWrapURepeat = 0
	BINDSampler0ModeWrapUClamp  = 1
	BINDSampler0ModeWrapUMirror = 2
)

// Values of BIND.SAMPLER_0_MODE, field WRAP_V: Vertical wrap mode.
const (
	BINDSampler0ModeWrapVRepeat = 0
	BINDSampler0ModeWrapVClamp  = 1
	BINDSampler0ModeWrapVMirror = 2
)

// Values of BIND.SAMPLER_0_MODE, field WRAP_W: Wrap mode of the third coordinate.
const (
	BINDSampler0ModeWrapWRepeat = 0
	BINDSampler0ModeWrapWClamp  = 1
	BINDSampler0ModeWrapWMirror = 2
)

// Values of BIND.SAMPLER_0_MODE, field MAG: Filter of a magnified texture.
const (
	BINDSampler0ModeMagNearest = 0
	BINDSampler0ModeMagLinear  = 1
)

// Values of BIND.SAMPLER_0_MODE, field MIN: Filter of a texture that is not magnified.
const (
	BINDSampler0ModeMinNearest = 0
	BINDSampler0ModeMinLinear  = 1
)

// Values of BIND.SAMPLER_0_MODE, field MIP: Choice of mip levels.
const (
	BINDSampler0ModeMipNone    = 0
	BINDSampler0ModeMipNearest = 1
	BINDSampler0ModeMipLinear  = 2
)

// Values of BIND.SAMPLER_0_MODE, field COMPARE: Comparison of the reference with a texel.
const (
	BINDSampler0ModeCompareNever    = 0
	BINDSampler0ModeCompareLess     = 1
	BINDSampler0ModeCompareEqual    = 2
	BINDSampler0ModeCompareLequal   = 3
	BINDSampler0ModeCompareGreater  = 4
	BINDSampler0ModeCompareNotequal = 5
	BINDSampler0ModeCompareGequal   = 6
	BINDSampler0ModeCompareAlways   = 7
)

// Fields of BIND.SAMPLER_0_BIAS; masks stand before the shift.
const (
	BINDSampler0BiasShift = 0
	BINDSampler0BiasMask  = 0xffff
)

// Fields of BIND.SAMPLER_0_LOD; masks stand before the shift.
const (
	BINDSampler0LodMinShift = 0
	BINDSampler0LodMinMask  = 0xffff
	BINDSampler0LodMaxShift = 16
	BINDSampler0LodMaxMask  = 0xffff
)

// Fields of BIND.SAMPLER_1_MODE; masks stand before the shift.
const (
	BINDSampler1ModeWrapUShift   = 0
	BINDSampler1ModeWrapUMask    = 0x3
	BINDSampler1ModeWrapVShift   = 2
	BINDSampler1ModeWrapVMask    = 0x3
	BINDSampler1ModeWrapWShift   = 4
	BINDSampler1ModeWrapWMask    = 0x3
	BINDSampler1ModeMagShift     = 6
	BINDSampler1ModeMagMask      = 0x1
	BINDSampler1ModeMinShift     = 7
	BINDSampler1ModeMinMask      = 0x1
	BINDSampler1ModeMipShift     = 8
	BINDSampler1ModeMipMask      = 0x3
	BINDSampler1ModeCompareShift = 10
	BINDSampler1ModeCompareMask  = 0x7
)

// Values of BIND.SAMPLER_1_MODE, field WRAP_U: Horizontal wrap mode.
const (
	BINDSampler1ModeWrapURepeat = 0
	BINDSampler1ModeWrapUClamp  = 1
	BINDSampler1ModeWrapUMirror = 2
)

// Values of BIND.SAMPLER_1_MODE, field WRAP_V: Vertical wrap mode.
const (
	BINDSampler1ModeWrapVRepeat = 0
	BINDSampler1ModeWrapVClamp  = 1
	BINDSampler1ModeWrapVMirror = 2
)

// Values of BIND.SAMPLER_1_MODE, field WRAP_W: Wrap mode of the third coordinate.
const (
	BINDSampler1ModeWrapWRepeat = 0
	BINDSampler1ModeWrapWClamp  = 1
	BINDSampler1ModeWrapWMirror = 2
)

// Values of BIND.SAMPLER_1_MODE, field MAG: Filter of a magnified texture.
const (
	BINDSampler1ModeMagNearest = 0
	BINDSampler1ModeMagLinear  = 1
)

// Values of BIND.SAMPLER_1_MODE, field MIN: Filter of a texture that is not magnified.
const (
	BINDSampler1ModeMinNearest = 0
	BINDSampler1ModeMinLinear  = 1
)

// Values of BIND.SAMPLER_1_MODE, field MIP: Choice of mip levels.
const (
	BINDSampler1ModeMipNone    = 0
	BINDSampler1ModeMipNearest = 1
	BINDSampler1ModeMipLinear  = 2
)

// Values of BIND.SAMPLER_1_MODE, field COMPARE: Comparison of the reference with a texel.
const (
	BINDSampler1ModeCompareNever    = 0
	BINDSampler1ModeCompareLess     = 1
	BINDSampler1ModeCompareEqual    = 2
	BINDSampler1ModeCompareLequal   = 3
	BINDSampler1ModeCompareGreater  = 4
	BINDSampler1ModeCompareNotequal = 5
	BINDSampler1ModeCompareGequal   = 6
	BINDSampler1ModeCompareAlways   = 7
)

// Fields of BIND.SAMPLER_1_BIAS; masks stand before the shift.
const (
	BINDSampler1BiasShift = 0
	BINDSampler1BiasMask  = 0xffff
)

// Fields of BIND.SAMPLER_1_LOD; masks stand before the shift.
const (
	BINDSampler1LodMinShift = 0
	BINDSampler1LodMinMask  = 0xffff
	BINDSampler1LodMaxShift = 16
	BINDSampler1LodMaxMask  = 0xffff
)

// Fields of BIND.SAMPLER_2_MODE; masks stand before the shift.
const (
	BINDSampler2ModeWrapUShift   = 0
	BINDSampler2ModeWrapUMask    = 0x3
	BINDSampler2ModeWrapVShift   = 2
	BINDSampler2ModeWrapVMask    = 0x3
	BINDSampler2ModeWrapWShift   = 4
	BINDSampler2ModeWrapWMask    = 0x3
	BINDSampler2ModeMagShift     = 6
	BINDSampler2ModeMagMask      = 0x1
	BINDSampler2ModeMinShift     = 7
	BINDSampler2ModeMinMask      = 0x1
	BINDSampler2ModeMipShift     = 8
	BINDSampler2ModeMipMask      = 0x3
	BINDSampler2ModeCompareShift = 10
	BINDSampler2ModeCompareMask  = 0x7
)

// Values of BIND.SAMPLER_2_MODE, field WRAP_U: Horizontal wrap mode.
const (
	BINDSampler2ModeWrapURepeat = 0
	BINDSampler2ModeWrapUClamp  = 1
	BINDSampler2ModeWrapUMirror = 2
)

// Values of BIND.SAMPLER_2_MODE, field WRAP_V: Vertical wrap mode.
const (
	BINDSampler2ModeWrapVRepeat = 0
	BINDSampler2ModeWrapVClamp  = 1
	BINDSampler2ModeWrapVMirror = 2
)

// Values of BIND.SAMPLER_2_MODE, field WRAP_W: Wrap mode of the third coordinate.
const (
	BINDSampler2ModeWrapWRepeat = 0
	BINDSampler2ModeWrapWClamp  = 1
	BINDSampler2ModeWrapWMirror = 2
)

// Values of BIND.SAMPLER_2_MODE, field MAG: Filter of a magnified texture.
const (
	BINDSampler2ModeMagNearest = 0
	BINDSampler2ModeMagLinear  = 1
)

// Values of BIND.SAMPLER_2_MODE, field MIN: Filter of a texture that is not magnified.
const (
	BINDSampler2ModeMinNearest = 0
	BINDSampler2ModeMinLinear  = 1
)

// Values of BIND.SAMPLER_2_MODE, field MIP: Choice of mip levels.
const (
	BINDSampler2ModeMipNone    = 0
	BINDSampler2ModeMipNearest = 1
	BINDSampler2ModeMipLinear  = 2
)

// Values of BIND.SAMPLER_2_MODE, field COMPARE: Comparison of the reference with a texel.
const (
	BINDSampler2ModeCompareNever    = 0
	BINDSampler2ModeCompareLess     = 1
	BINDSampler2ModeCompareEqual    = 2
	BINDSampler2ModeCompareLequal   = 3
	BINDSampler2ModeCompareGreater  = 4
	BINDSampler2ModeCompareNotequal = 5
	BINDSampler2ModeCompareGequal   = 6
	BINDSampler2ModeCompareAlways   = 7
)

// Fields of BIND.SAMPLER_2_BIAS; masks stand before the shift.
const (
	BINDSampler2BiasShift = 0
	BINDSampler2BiasMask  = 0xffff
)

// Fields of BIND.SAMPLER_2_LOD; masks stand before the shift.
const (
	BINDSampler2LodMinShift = 0
	BINDSampler2LodMinMask  = 0xffff
	BINDSampler2LodMaxShift = 16
	BINDSampler2LodMaxMask  = 0xffff
)

// Fields of BIND.SAMPLER_3_MODE; masks stand before the shift.
const (
	BINDSampler3ModeWrapUShift   = 0
	BINDSampler3ModeWrapUMask    = 0x3
	BINDSampler3ModeWrapVShift   = 2
	BINDSampler3ModeWrapVMask    = 0x3
	BINDSampler3ModeWrapWShift   = 4
	BINDSampler3ModeWrapWMask    = 0x3
	BINDSampler3ModeMagShift     = 6
	BINDSampler3ModeMagMask      = 0x1
	BINDSampler3ModeMinShift     = 7
	BINDSampler3ModeMinMask      = 0x1
	BINDSampler3ModeMipShift     = 8
	BINDSampler3ModeMipMask      = 0x3
	BINDSampler3ModeCompareShift = 10
	BINDSampler3ModeCompareMask  = 0x7
)

// Values of BIND.SAMPLER_3_MODE, field WRAP_U: Horizontal wrap mode.
const (
	BINDSampler3ModeWrapURepeat = 0
	BINDSampler3ModeWrapUClamp  = 1
	BINDSampler3ModeWrapUMirror = 2
)

// Values of BIND.SAMPLER_3_MODE, field WRAP_V: Vertical wrap mode.
const (
	BINDSampler3ModeWrapVRepeat = 0
	BINDSampler3ModeWrapVClamp  = 1
	BINDSampler3ModeWrapVMirror = 2
)

// Values of BIND.SAMPLER_3_MODE, field WRAP_W: Wrap mode of the third coordinate.
const (
	BINDSampler3ModeWrapWRepeat = 0
	BINDSampler3ModeWrapWClamp  = 1
	BINDSampler3ModeWrapWMirror = 2
)

// Values of BIND.SAMPLER_3_MODE, field MAG: Filter of a magnified texture.
const (
	BINDSampler3ModeMagNearest = 0
	BINDSampler3ModeMagLinear  = 1
)

// Values of BIND.SAMPLER_3_MODE, field MIN: Filter of a texture that is not magnified.
const (
	BINDSampler3ModeMinNearest = 0
	BINDSampler3ModeMinLinear  = 1
)

// Values of BIND.SAMPLER_3_MODE, field MIP: Choice of mip levels.
const (
	BINDSampler3ModeMipNone    = 0
	BINDSampler3ModeMipNearest = 1
	BINDSampler3ModeMipLinear  = 2
)

// Values of BIND.SAMPLER_3_MODE, field COMPARE: Comparison of the reference with a texel.
const (
	BINDSampler3ModeCompareNever    = 0
	BINDSampler3ModeCompareLess     = 1
	BINDSampler3ModeCompareEqual    = 2
	BINDSampler3ModeCompareLequal   = 3
	BINDSampler3ModeCompareGreater  = 4
	BINDSampler3ModeCompareNotequal = 5
	BINDSampler3ModeCompareGequal   = 6
	BINDSampler3ModeCompareAlways   = 7
)

// Fields of BIND.SAMPLER_3_BIAS; masks stand before the shift.
const (
	BINDSampler3BiasShift = 0
	BINDSampler3BiasMask  = 0xffff
)

// Fields of BIND.SAMPLER_3_LOD; masks stand before the shift.
const (
	BINDSampler3LodMinShift = 0
	BINDSampler3LodMinMask  = 0xffff
	BINDSampler3LodMaxShift = 16
	BINDSampler3LodMaxMask  = 0xffff
)

// BINDRegs is the register file of block BIND: What pixel kernels bind: kernel, buffers, textures and samplers of a draw, of which the MXU makes a pin set.
type BINDRegs [70]uint32

// Reset sets every register to its reset value.
func (r *BINDRegs) Reset() {
	*r = BINDRegs{}
	r[BINDSampler0Lod] = 0xffff0000
	r[BINDSampler1Lod] = 0xffff0000
	r[BINDSampler2Lod] = 0xffff0000
	r[BINDSampler3Lod] = 0xffff0000
}

// PixelKernel reads PIXEL_KERNEL.VALUE, bits 31:0: Byte address of its first instruction, as PS has it.
func (r *BINDRegs) PixelKernel() uint32 {
	return r[0]
}

// PixelKernelBytes reads PIXEL_KERNEL_BYTES.VALUE, bits 31:0: Bytes of its instructions, of a kernel that the machine patches up to the end of its patch table; 0: there is none.
func (r *BINDRegs) PixelKernelBytes() uint32 {
	return r[1]
}

// Binding0Base reads BINDING_0_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *BINDRegs) Binding0Base() uint32 {
	return r[2]
}

// Binding0Bytes reads BINDING_0_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *BINDRegs) Binding0Bytes() uint32 {
	return r[3]
}

// Binding1Base reads BINDING_1_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *BINDRegs) Binding1Base() uint32 {
	return r[4]
}

// Binding1Bytes reads BINDING_1_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *BINDRegs) Binding1Bytes() uint32 {
	return r[5]
}

// Binding2Base reads BINDING_2_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *BINDRegs) Binding2Base() uint32 {
	return r[6]
}

// Binding2Bytes reads BINDING_2_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *BINDRegs) Binding2Bytes() uint32 {
	return r[7]
}

// Binding3Base reads BINDING_3_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *BINDRegs) Binding3Base() uint32 {
	return r[8]
}

// Binding3Bytes reads BINDING_3_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *BINDRegs) Binding3Bytes() uint32 {
	return r[9]
}

// Binding4Base reads BINDING_4_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *BINDRegs) Binding4Base() uint32 {
	return r[10]
}

// Binding4Bytes reads BINDING_4_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *BINDRegs) Binding4Bytes() uint32 {
	return r[11]
}

// Binding5Base reads BINDING_5_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *BINDRegs) Binding5Base() uint32 {
	return r[12]
}

// Binding5Bytes reads BINDING_5_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *BINDRegs) Binding5Bytes() uint32 {
	return r[13]
}

// Binding6Base reads BINDING_6_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *BINDRegs) Binding6Base() uint32 {
	return r[14]
}

// Binding6Bytes reads BINDING_6_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *BINDRegs) Binding6Bytes() uint32 {
	return r[15]
}

// Binding7Base reads BINDING_7_BASE.VALUE, bits 31:0: Byte address of a buffer or of constants, aligned to 16 bytes.
func (r *BINDRegs) Binding7Base() uint32 {
	return r[16]
}

// Binding7Bytes reads BINDING_7_BYTES.VALUE, bits 31:0: Size in bytes; 0: nothing is bound.
func (r *BINDRegs) Binding7Bytes() uint32 {
	return r[17]
}

// Texture0Base reads TEXTURE_0_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *BINDRegs) Texture0Base() uint32 {
	return r[18]
}

// Texture0Bytes reads TEXTURE_0_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *BINDRegs) Texture0Bytes() uint32 {
	return r[19]
}

// Texture0Pitch reads TEXTURE_0_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *BINDRegs) Texture0Pitch() uint32 {
	return r[20]
}

// Texture0SizeWidth reads TEXTURE_0_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *BINDRegs) Texture0SizeWidth() uint32 {
	return r[21] & 0xffff
}

// Texture0SizeHeight reads TEXTURE_0_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *BINDRegs) Texture0SizeHeight() uint32 {
	return r[21] >> 16 & 0xffff
}

// BINDTexture0SizeFields holds the fields of BIND.TEXTURE_0_SIZE: Texture 0 of pixel kernels.
type BINDTexture0SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture0SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture0FormatDepth reads TEXTURE_0_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *BINDRegs) Texture0FormatDepth() uint32 {
	return r[22] & 0xffff
}

// Texture0FormatLevels reads TEXTURE_0_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *BINDRegs) Texture0FormatLevels() uint32 {
	return r[22] >> 16 & 0xf
}

// Texture0FormatDimension reads TEXTURE_0_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *BINDRegs) Texture0FormatDimension() uint32 {
	return r[22] >> 20 & 0x3
}

// Texture0FormatArray reads TEXTURE_0_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *BINDRegs) Texture0FormatArray() bool {
	return r[22]>>22&0x1 != 0
}

// Texture0FormatFormat reads TEXTURE_0_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *BINDRegs) Texture0FormatFormat() uint32 {
	return r[22] >> 24 & 0xff
}

// BINDTexture0FormatFields holds the fields of BIND.TEXTURE_0_FORMAT: Texture 0 of pixel kernels.
type BINDTexture0FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture0FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Texture1Base reads TEXTURE_1_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *BINDRegs) Texture1Base() uint32 {
	return r[23]
}

// Texture1Bytes reads TEXTURE_1_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *BINDRegs) Texture1Bytes() uint32 {
	return r[24]
}

// Texture1Pitch reads TEXTURE_1_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *BINDRegs) Texture1Pitch() uint32 {
	return r[25]
}

// Texture1SizeWidth reads TEXTURE_1_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *BINDRegs) Texture1SizeWidth() uint32 {
	return r[26] & 0xffff
}

// Texture1SizeHeight reads TEXTURE_1_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *BINDRegs) Texture1SizeHeight() uint32 {
	return r[26] >> 16 & 0xffff
}

// BINDTexture1SizeFields holds the fields of BIND.TEXTURE_1_SIZE: Texture 1 of pixel kernels.
type BINDTexture1SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture1SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture1FormatDepth reads TEXTURE_1_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *BINDRegs) Texture1FormatDepth() uint32 {
	return r[27] & 0xffff
}

// Texture1FormatLevels reads TEXTURE_1_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *BINDRegs) Texture1FormatLevels() uint32 {
	return r[27] >> 16 & 0xf
}

// Texture1FormatDimension reads TEXTURE_1_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *BINDRegs) Texture1FormatDimension() uint32 {
	return r[27] >> 20 & 0x3
}

// Texture1FormatArray reads TEXTURE_1_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *BINDRegs) Texture1FormatArray() bool {
	return r[27]>>22&0x1 != 0
}

// Texture1FormatFormat reads TEXTURE_1_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *BINDRegs) Texture1FormatFormat() uint32 {
	return r[27] >> 24 & 0xff
}

// BINDTexture1FormatFields holds the fields of BIND.TEXTURE_1_FORMAT: Texture 1 of pixel kernels.
type BINDTexture1FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture1FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Texture2Base reads TEXTURE_2_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *BINDRegs) Texture2Base() uint32 {
	return r[28]
}

// Texture2Bytes reads TEXTURE_2_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *BINDRegs) Texture2Bytes() uint32 {
	return r[29]
}

// Texture2Pitch reads TEXTURE_2_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *BINDRegs) Texture2Pitch() uint32 {
	return r[30]
}

// Texture2SizeWidth reads TEXTURE_2_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *BINDRegs) Texture2SizeWidth() uint32 {
	return r[31] & 0xffff
}

// Texture2SizeHeight reads TEXTURE_2_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *BINDRegs) Texture2SizeHeight() uint32 {
	return r[31] >> 16 & 0xffff
}

// BINDTexture2SizeFields holds the fields of BIND.TEXTURE_2_SIZE: Texture 2 of pixel kernels.
type BINDTexture2SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture2SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture2FormatDepth reads TEXTURE_2_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *BINDRegs) Texture2FormatDepth() uint32 {
	return r[32] & 0xffff
}

// Texture2FormatLevels reads TEXTURE_2_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *BINDRegs) Texture2FormatLevels() uint32 {
	return r[32] >> 16 & 0xf
}

// Texture2FormatDimension reads TEXTURE_2_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *BINDRegs) Texture2FormatDimension() uint32 {
	return r[32] >> 20 & 0x3
}

// Texture2FormatArray reads TEXTURE_2_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *BINDRegs) Texture2FormatArray() bool {
	return r[32]>>22&0x1 != 0
}

// Texture2FormatFormat reads TEXTURE_2_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *BINDRegs) Texture2FormatFormat() uint32 {
	return r[32] >> 24 & 0xff
}

// BINDTexture2FormatFields holds the fields of BIND.TEXTURE_2_FORMAT: Texture 2 of pixel kernels.
type BINDTexture2FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture2FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Texture3Base reads TEXTURE_3_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *BINDRegs) Texture3Base() uint32 {
	return r[33]
}

// Texture3Bytes reads TEXTURE_3_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *BINDRegs) Texture3Bytes() uint32 {
	return r[34]
}

// Texture3Pitch reads TEXTURE_3_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *BINDRegs) Texture3Pitch() uint32 {
	return r[35]
}

// Texture3SizeWidth reads TEXTURE_3_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *BINDRegs) Texture3SizeWidth() uint32 {
	return r[36] & 0xffff
}

// Texture3SizeHeight reads TEXTURE_3_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *BINDRegs) Texture3SizeHeight() uint32 {
	return r[36] >> 16 & 0xffff
}

// BINDTexture3SizeFields holds the fields of BIND.TEXTURE_3_SIZE: Texture 3 of pixel kernels.
type BINDTexture3SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture3SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture3FormatDepth reads TEXTURE_3_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *BINDRegs) Texture3FormatDepth() uint32 {
	return r[37] & 0xffff
}

// Texture3FormatLevels reads TEXTURE_3_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *BINDRegs) Texture3FormatLevels() uint32 {
	return r[37] >> 16 & 0xf
}

// Texture3FormatDimension reads TEXTURE_3_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *BINDRegs) Texture3FormatDimension() uint32 {
	return r[37] >> 20 & 0x3
}

// Texture3FormatArray reads TEXTURE_3_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *BINDRegs) Texture3FormatArray() bool {
	return r[37]>>22&0x1 != 0
}

// Texture3FormatFormat reads TEXTURE_3_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *BINDRegs) Texture3FormatFormat() uint32 {
	return r[37] >> 24 & 0xff
}

// BINDTexture3FormatFields holds the fields of BIND.TEXTURE_3_FORMAT: Texture 3 of pixel kernels.
type BINDTexture3FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture3FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Texture4Base reads TEXTURE_4_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *BINDRegs) Texture4Base() uint32 {
	return r[38]
}

// Texture4Bytes reads TEXTURE_4_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *BINDRegs) Texture4Bytes() uint32 {
	return r[39]
}

// Texture4Pitch reads TEXTURE_4_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *BINDRegs) Texture4Pitch() uint32 {
	return r[40]
}

// Texture4SizeWidth reads TEXTURE_4_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *BINDRegs) Texture4SizeWidth() uint32 {
	return r[41] & 0xffff
}

// Texture4SizeHeight reads TEXTURE_4_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *BINDRegs) Texture4SizeHeight() uint32 {
	return r[41] >> 16 & 0xffff
}

// BINDTexture4SizeFields holds the fields of BIND.TEXTURE_4_SIZE: Texture 4 of pixel kernels.
type BINDTexture4SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture4SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture4FormatDepth reads TEXTURE_4_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *BINDRegs) Texture4FormatDepth() uint32 {
	return r[42] & 0xffff
}

// Texture4FormatLevels reads TEXTURE_4_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *BINDRegs) Texture4FormatLevels() uint32 {
	return r[42] >> 16 & 0xf
}

// Texture4FormatDimension reads TEXTURE_4_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *BINDRegs) Texture4FormatDimension() uint32 {
	return r[42] >> 20 & 0x3
}

// Texture4FormatArray reads TEXTURE_4_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *BINDRegs) Texture4FormatArray() bool {
	return r[42]>>22&0x1 != 0
}

// Texture4FormatFormat reads TEXTURE_4_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *BINDRegs) Texture4FormatFormat() uint32 {
	return r[42] >> 24 & 0xff
}

// BINDTexture4FormatFields holds the fields of BIND.TEXTURE_4_FORMAT: Texture 4 of pixel kernels.
type BINDTexture4FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture4FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Texture5Base reads TEXTURE_5_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *BINDRegs) Texture5Base() uint32 {
	return r[43]
}

// Texture5Bytes reads TEXTURE_5_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *BINDRegs) Texture5Bytes() uint32 {
	return r[44]
}

// Texture5Pitch reads TEXTURE_5_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *BINDRegs) Texture5Pitch() uint32 {
	return r[45]
}

// Texture5SizeWidth reads TEXTURE_5_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *BINDRegs) Texture5SizeWidth() uint32 {
	return r[46] & 0xffff
}

// Texture5SizeHeight reads TEXTURE_5_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *BINDRegs) Texture5SizeHeight() uint32 {
	return r[46] >> 16 & 0xffff
}

// BINDTexture5SizeFields holds the fields of BIND.TEXTURE_5_SIZE: Texture 5 of pixel kernels.
type BINDTexture5SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture5SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture5FormatDepth reads TEXTURE_5_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *BINDRegs) Texture5FormatDepth() uint32 {
	return r[47] & 0xffff
}

// Texture5FormatLevels reads TEXTURE_5_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *BINDRegs) Texture5FormatLevels() uint32 {
	return r[47] >> 16 & 0xf
}

// Texture5FormatDimension reads TEXTURE_5_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *BINDRegs) Texture5FormatDimension() uint32 {
	return r[47] >> 20 & 0x3
}

// Texture5FormatArray reads TEXTURE_5_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *BINDRegs) Texture5FormatArray() bool {
	return r[47]>>22&0x1 != 0
}

// Texture5FormatFormat reads TEXTURE_5_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *BINDRegs) Texture5FormatFormat() uint32 {
	return r[47] >> 24 & 0xff
}

// BINDTexture5FormatFields holds the fields of BIND.TEXTURE_5_FORMAT: Texture 5 of pixel kernels.
type BINDTexture5FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture5FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Texture6Base reads TEXTURE_6_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *BINDRegs) Texture6Base() uint32 {
	return r[48]
}

// Texture6Bytes reads TEXTURE_6_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *BINDRegs) Texture6Bytes() uint32 {
	return r[49]
}

// Texture6Pitch reads TEXTURE_6_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *BINDRegs) Texture6Pitch() uint32 {
	return r[50]
}

// Texture6SizeWidth reads TEXTURE_6_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *BINDRegs) Texture6SizeWidth() uint32 {
	return r[51] & 0xffff
}

// Texture6SizeHeight reads TEXTURE_6_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *BINDRegs) Texture6SizeHeight() uint32 {
	return r[51] >> 16 & 0xffff
}

// BINDTexture6SizeFields holds the fields of BIND.TEXTURE_6_SIZE: Texture 6 of pixel kernels.
type BINDTexture6SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture6SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture6FormatDepth reads TEXTURE_6_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *BINDRegs) Texture6FormatDepth() uint32 {
	return r[52] & 0xffff
}

// Texture6FormatLevels reads TEXTURE_6_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *BINDRegs) Texture6FormatLevels() uint32 {
	return r[52] >> 16 & 0xf
}

// Texture6FormatDimension reads TEXTURE_6_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *BINDRegs) Texture6FormatDimension() uint32 {
	return r[52] >> 20 & 0x3
}

// Texture6FormatArray reads TEXTURE_6_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *BINDRegs) Texture6FormatArray() bool {
	return r[52]>>22&0x1 != 0
}

// Texture6FormatFormat reads TEXTURE_6_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *BINDRegs) Texture6FormatFormat() uint32 {
	return r[52] >> 24 & 0xff
}

// BINDTexture6FormatFields holds the fields of BIND.TEXTURE_6_FORMAT: Texture 6 of pixel kernels.
type BINDTexture6FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture6FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Texture7Base reads TEXTURE_7_BASE.VALUE, bits 31:0: Byte address of the first texel, aligned to 64 bytes.
func (r *BINDRegs) Texture7Base() uint32 {
	return r[53]
}

// Texture7Bytes reads TEXTURE_7_BYTES.VALUE, bits 31:0: Size in bytes with all levels and layers; 0: nothing is bound.
func (r *BINDRegs) Texture7Bytes() uint32 {
	return r[54]
}

// Texture7Pitch reads TEXTURE_7_PITCH.VALUE, bits 31:0: Bytes from one layer or face to the next, a multiple of 64.
func (r *BINDRegs) Texture7Pitch() uint32 {
	return r[55]
}

// Texture7SizeWidth reads TEXTURE_7_SIZE.WIDTH, bits 15:0: Texels of level 0.
func (r *BINDRegs) Texture7SizeWidth() uint32 {
	return r[56] & 0xffff
}

// Texture7SizeHeight reads TEXTURE_7_SIZE.HEIGHT, bits 31:16: Texels of level 0.
func (r *BINDRegs) Texture7SizeHeight() uint32 {
	return r[56] >> 16 & 0xffff
}

// BINDTexture7SizeFields holds the fields of BIND.TEXTURE_7_SIZE: Texture 7 of pixel kernels.
type BINDTexture7SizeFields struct {
	Width  uint32 // bits 15:0: Texels of level 0.
	Height uint32 // bits 31:16: Texels of level 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture7SizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// Texture7FormatDepth reads TEXTURE_7_FORMAT.DEPTH, bits 15:0: Texels of level 0, layers or cubes.
func (r *BINDRegs) Texture7FormatDepth() uint32 {
	return r[57] & 0xffff
}

// Texture7FormatLevels reads TEXTURE_7_FORMAT.LEVELS, bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
func (r *BINDRegs) Texture7FormatLevels() uint32 {
	return r[57] >> 16 & 0xf
}

// Texture7FormatDimension reads TEXTURE_7_FORMAT.DIMENSION, bits 21:20: Dimension.
func (r *BINDRegs) Texture7FormatDimension() uint32 {
	return r[57] >> 20 & 0x3
}

// Texture7FormatArray reads TEXTURE_7_FORMAT.ARRAY, bits 22:22: It has layers.
func (r *BINDRegs) Texture7FormatArray() bool {
	return r[57]>>22&0x1 != 0
}

// Texture7FormatFormat reads TEXTURE_7_FORMAT.FORMAT, bits 31:24: Format of the texels, as docs/textures.md numbers them.
func (r *BINDRegs) Texture7FormatFormat() uint32 {
	return r[57] >> 24 & 0xff
}

// BINDTexture7FormatFields holds the fields of BIND.TEXTURE_7_FORMAT: Texture 7 of pixel kernels.
type BINDTexture7FormatFields struct {
	Depth     uint32 // bits 15:0: Texels of level 0, layers or cubes.
	Levels    uint32 // bits 19:16: Mip levels, 1 to 14; 0 counts as 1, 15 as 14.
	Dimension uint32 // bits 21:20: Dimension.
	Array     bool   // bits 22:22: It has layers.
	Format    uint32 // bits 31:24: Format of the texels, as docs/textures.md numbers them.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDTexture7FormatFields) Pack() uint32 {
	var word uint32
	word |= v.Depth & 0xffff << 0
	word |= v.Levels & 0xf << 16
	word |= v.Dimension & 0x3 << 20
	if v.Array {
		word |= 1 << 22
	}
	word |= v.Format & 0xff << 24
	return word
}

// Sampler0ModeWrapU reads SAMPLER_0_MODE.WRAP_U, bits 1:0: Horizontal wrap mode.
func (r *BINDRegs) Sampler0ModeWrapU() uint32 {
	return r[58] & 0x3
}

// Sampler0ModeWrapV reads SAMPLER_0_MODE.WRAP_V, bits 3:2: Vertical wrap mode.
func (r *BINDRegs) Sampler0ModeWrapV() uint32 {
	return r[58] >> 2 & 0x3
}

// Sampler0ModeWrapW reads SAMPLER_0_MODE.WRAP_W, bits 5:4: Wrap mode of the third coordinate.
func (r *BINDRegs) Sampler0ModeWrapW() uint32 {
	return r[58] >> 4 & 0x3
}

// Sampler0ModeMag reads SAMPLER_0_MODE.MAG, bits 6:6: Filter of a magnified texture.
func (r *BINDRegs) Sampler0ModeMag() uint32 {
	return r[58] >> 6 & 0x1
}

// Sampler0ModeMin reads SAMPLER_0_MODE.MIN, bits 7:7: Filter of a texture that is not magnified.
func (r *BINDRegs) Sampler0ModeMin() uint32 {
	return r[58] >> 7 & 0x1
}

// Sampler0ModeMip reads SAMPLER_0_MODE.MIP, bits 9:8: Choice of mip levels.
func (r *BINDRegs) Sampler0ModeMip() uint32 {
	return r[58] >> 8 & 0x3
}

// Sampler0ModeCompare reads SAMPLER_0_MODE.COMPARE, bits 12:10: Comparison of the reference with a texel.
func (r *BINDRegs) Sampler0ModeCompare() uint32 {
	return r[58] >> 10 & 0x7
}

// BINDSampler0ModeFields holds the fields of BIND.SAMPLER_0_MODE: Sampler 0 of pixel kernels.
type BINDSampler0ModeFields struct {
	WrapU   uint32 // bits 1:0: Horizontal wrap mode.
	WrapV   uint32 // bits 3:2: Vertical wrap mode.
	WrapW   uint32 // bits 5:4: Wrap mode of the third coordinate.
	Mag     uint32 // bits 6:6: Filter of a magnified texture.
	Min     uint32 // bits 7:7: Filter of a texture that is not magnified.
	Mip     uint32 // bits 9:8: Choice of mip levels.
	Compare uint32 // bits 12:10: Comparison of the reference with a texel.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDSampler0ModeFields) Pack() uint32 {
	var word uint32
	word |= v.WrapU & 0x3 << 0
	word |= v.WrapV & 0x3 << 2
	word |= v.WrapW & 0x3 << 4
	word |= v.Mag & 0x1 << 6
	word |= v.Min & 0x1 << 7
	word |= v.Mip & 0x3 << 8
	word |= v.Compare & 0x7 << 10
	return word
}

// Sampler0Bias reads SAMPLER_0_BIAS.VALUE, bits 15:0: Added to the level of detail, in 1/256 level.
func (r *BINDRegs) Sampler0Bias() int32 {
	return int32(r[59]<<16) >> 16
}

// Sampler0LodMin reads SAMPLER_0_LOD.MIN, bits 15:0: Least level of detail, in 1/256 level.
func (r *BINDRegs) Sampler0LodMin() uint32 {
	return r[60] & 0xffff
}

// Sampler0LodMax reads SAMPLER_0_LOD.MAX, bits 31:16: Greatest one.
func (r *BINDRegs) Sampler0LodMax() uint32 {
	return r[60] >> 16 & 0xffff
}

// BINDSampler0LodFields holds the fields of BIND.SAMPLER_0_LOD: Sampler 0 of pixel kernels.
type BINDSampler0LodFields struct {
	Min uint32 // bits 15:0: Least level of detail, in 1/256 level.
	Max uint32 // bits 31:16: Greatest one.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDSampler0LodFields) Pack() uint32 {
	var word uint32
	word |= v.Min & 0xffff << 0
	word |= v.Max & 0xffff << 16
	return word
}

// Sampler1ModeWrapU reads SAMPLER_1_MODE.WRAP_U, bits 1:0: Horizontal wrap mode.
func (r *BINDRegs) Sampler1ModeWrapU() uint32 {
	return r[61] & 0x3
}

// Sampler1ModeWrapV reads SAMPLER_1_MODE.WRAP_V, bits 3:2: Vertical wrap mode.
func (r *BINDRegs) Sampler1ModeWrapV() uint32 {
	return r[61] >> 2 & 0x3
}

// Sampler1ModeWrapW reads SAMPLER_1_MODE.WRAP_W, bits 5:4: Wrap mode of the third coordinate.
func (r *BINDRegs) Sampler1ModeWrapW() uint32 {
	return r[61] >> 4 & 0x3
}

// Sampler1ModeMag reads SAMPLER_1_MODE.MAG, bits 6:6: Filter of a magnified texture.
func (r *BINDRegs) Sampler1ModeMag() uint32 {
	return r[61] >> 6 & 0x1
}

// Sampler1ModeMin reads SAMPLER_1_MODE.MIN, bits 7:7: Filter of a texture that is not magnified.
func (r *BINDRegs) Sampler1ModeMin() uint32 {
	return r[61] >> 7 & 0x1
}

// Sampler1ModeMip reads SAMPLER_1_MODE.MIP, bits 9:8: Choice of mip levels.
func (r *BINDRegs) Sampler1ModeMip() uint32 {
	return r[61] >> 8 & 0x3
}

// Sampler1ModeCompare reads SAMPLER_1_MODE.COMPARE, bits 12:10: Comparison of the reference with a texel.
func (r *BINDRegs) Sampler1ModeCompare() uint32 {
	return r[61] >> 10 & 0x7
}

// BINDSampler1ModeFields holds the fields of BIND.SAMPLER_1_MODE: Sampler 1 of pixel kernels.
type BINDSampler1ModeFields struct {
	WrapU   uint32 // bits 1:0: Horizontal wrap mode.
	WrapV   uint32 // bits 3:2: Vertical wrap mode.
	WrapW   uint32 // bits 5:4: Wrap mode of the third coordinate.
	Mag     uint32 // bits 6:6: Filter of a magnified texture.
	Min     uint32 // bits 7:7: Filter of a texture that is not magnified.
	Mip     uint32 // bits 9:8: Choice of mip levels.
	Compare uint32 // bits 12:10: Comparison of the reference with a texel.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDSampler1ModeFields) Pack() uint32 {
	var word uint32
	word |= v.WrapU & 0x3 << 0
	word |= v.WrapV & 0x3 << 2
	word |= v.WrapW & 0x3 << 4
	word |= v.Mag & 0x1 << 6
	word |= v.Min & 0x1 << 7
	word |= v.Mip & 0x3 << 8
	word |= v.Compare & 0x7 << 10
	return word
}

// Sampler1Bias reads SAMPLER_1_BIAS.VALUE, bits 15:0: Added to the level of detail, in 1/256 level.
func (r *BINDRegs) Sampler1Bias() int32 {
	return int32(r[62]<<16) >> 16
}

// Sampler1LodMin reads SAMPLER_1_LOD.MIN, bits 15:0: Least level of detail, in 1/256 level.
func (r *BINDRegs) Sampler1LodMin() uint32 {
	return r[63] & 0xffff
}

// Sampler1LodMax reads SAMPLER_1_LOD.MAX, bits 31:16: Greatest one.
func (r *BINDRegs) Sampler1LodMax() uint32 {
	return r[63] >> 16 & 0xffff
}

// BINDSampler1LodFields holds the fields of BIND.SAMPLER_1_LOD: Sampler 1 of pixel kernels.
type BINDSampler1LodFields struct {
	Min uint32 // bits 15:0: Least level of detail, in 1/256 level.
	Max uint32 // bits 31:16: Greatest one.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDSampler1LodFields) Pack() uint32 {
	var word uint32
	word |= v.Min & 0xffff << 0
	word |= v.Max & 0xffff << 16
	return word
}

// Sampler2ModeWrapU reads SAMPLER_2_MODE.WRAP_U, bits 1:0: Horizontal wrap mode.
func (r *BINDRegs) Sampler2ModeWrapU() uint32 {
	return r[64] & 0x3
}

// Sampler2ModeWrapV reads SAMPLER_2_MODE.WRAP_V, bits 3:2: Vertical wrap mode.
func (r *BINDRegs) Sampler2ModeWrapV() uint32 {
	return r[64] >> 2 & 0x3
}

// Sampler2ModeWrapW reads SAMPLER_2_MODE.WRAP_W, bits 5:4: Wrap mode of the third coordinate.
func (r *BINDRegs) Sampler2ModeWrapW() uint32 {
	return r[64] >> 4 & 0x3
}

// Sampler2ModeMag reads SAMPLER_2_MODE.MAG, bits 6:6: Filter of a magnified texture.
func (r *BINDRegs) Sampler2ModeMag() uint32 {
	return r[64] >> 6 & 0x1
}

// Sampler2ModeMin reads SAMPLER_2_MODE.MIN, bits 7:7: Filter of a texture that is not magnified.
func (r *BINDRegs) Sampler2ModeMin() uint32 {
	return r[64] >> 7 & 0x1
}

// Sampler2ModeMip reads SAMPLER_2_MODE.MIP, bits 9:8: Choice of mip levels.
func (r *BINDRegs) Sampler2ModeMip() uint32 {
	return r[64] >> 8 & 0x3
}

// Sampler2ModeCompare reads SAMPLER_2_MODE.COMPARE, bits 12:10: Comparison of the reference with a texel.
func (r *BINDRegs) Sampler2ModeCompare() uint32 {
	return r[64] >> 10 & 0x7
}

// BINDSampler2ModeFields holds the fields of BIND.SAMPLER_2_MODE: Sampler 2 of pixel kernels.
type BINDSampler2ModeFields struct {
	WrapU   uint32 // bits 1:0: Horizontal wrap mode.
	WrapV   uint32 // bits 3:2: Vertical wrap mode.
	WrapW   uint32 // bits 5:4: Wrap mode of the third coordinate.
	Mag     uint32 // bits 6:6: Filter of a magnified texture.
	Min     uint32 // bits 7:7: Filter of a texture that is not magnified.
	Mip     uint32 // bits 9:8: Choice of mip levels.
	Compare uint32 // bits 12:10: Comparison of the reference with a texel.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDSampler2ModeFields) Pack() uint32 {
	var word uint32
	word |= v.WrapU & 0x3 << 0
	word |= v.WrapV & 0x3 << 2
	word |= v.WrapW & 0x3 << 4
	word |= v.Mag & 0x1 << 6
	word |= v.Min & 0x1 << 7
	word |= v.Mip & 0x3 << 8
	word |= v.Compare & 0x7 << 10
	return word
}

// Sampler2Bias reads SAMPLER_2_BIAS.VALUE, bits 15:0: Added to the level of detail, in 1/256 level.
func (r *BINDRegs) Sampler2Bias() int32 {
	return int32(r[65]<<16) >> 16
}

// Sampler2LodMin reads SAMPLER_2_LOD.MIN, bits 15:0: Least level of detail, in 1/256 level.
func (r *BINDRegs) Sampler2LodMin() uint32 {
	return r[66] & 0xffff
}

// Sampler2LodMax reads SAMPLER_2_LOD.MAX, bits 31:16: Greatest one.
func (r *BINDRegs) Sampler2LodMax() uint32 {
	return r[66] >> 16 & 0xffff
}

// BINDSampler2LodFields holds the fields of BIND.SAMPLER_2_LOD: Sampler 2 of pixel kernels.
type BINDSampler2LodFields struct {
	Min uint32 // bits 15:0: Least level of detail, in 1/256 level.
	Max uint32 // bits 31:16: Greatest one.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDSampler2LodFields) Pack() uint32 {
	var word uint32
	word |= v.Min & 0xffff << 0
	word |= v.Max & 0xffff << 16
	return word
}

// Sampler3ModeWrapU reads SAMPLER_3_MODE.WRAP_U, bits 1:0: Horizontal wrap mode.
func (r *BINDRegs) Sampler3ModeWrapU() uint32 {
	return r[67] & 0x3
}

// Sampler3ModeWrapV reads SAMPLER_3_MODE.WRAP_V, bits 3:2: Vertical wrap mode.
func (r *BINDRegs) Sampler3ModeWrapV() uint32 {
	return r[67] >> 2 & 0x3
}

// Sampler3ModeWrapW reads SAMPLER_3_MODE.WRAP_W, bits 5:4: Wrap mode of the third coordinate.
func (r *BINDRegs) Sampler3ModeWrapW() uint32 {
	return r[67] >> 4 & 0x3
}

// Sampler3ModeMag reads SAMPLER_3_MODE.MAG, bits 6:6: Filter of a magnified texture.
func (r *BINDRegs) Sampler3ModeMag() uint32 {
	return r[67] >> 6 & 0x1
}

// Sampler3ModeMin reads SAMPLER_3_MODE.MIN, bits 7:7: Filter of a texture that is not magnified.
func (r *BINDRegs) Sampler3ModeMin() uint32 {
	return r[67] >> 7 & 0x1
}

// Sampler3ModeMip reads SAMPLER_3_MODE.MIP, bits 9:8: Choice of mip levels.
func (r *BINDRegs) Sampler3ModeMip() uint32 {
	return r[67] >> 8 & 0x3
}

// Sampler3ModeCompare reads SAMPLER_3_MODE.COMPARE, bits 12:10: Comparison of the reference with a texel.
func (r *BINDRegs) Sampler3ModeCompare() uint32 {
	return r[67] >> 10 & 0x7
}

// BINDSampler3ModeFields holds the fields of BIND.SAMPLER_3_MODE: Sampler 3 of pixel kernels.
type BINDSampler3ModeFields struct {
	WrapU   uint32 // bits 1:0: Horizontal wrap mode.
	WrapV   uint32 // bits 3:2: Vertical wrap mode.
	WrapW   uint32 // bits 5:4: Wrap mode of the third coordinate.
	Mag     uint32 // bits 6:6: Filter of a magnified texture.
	Min     uint32 // bits 7:7: Filter of a texture that is not magnified.
	Mip     uint32 // bits 9:8: Choice of mip levels.
	Compare uint32 // bits 12:10: Comparison of the reference with a texel.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDSampler3ModeFields) Pack() uint32 {
	var word uint32
	word |= v.WrapU & 0x3 << 0
	word |= v.WrapV & 0x3 << 2
	word |= v.WrapW & 0x3 << 4
	word |= v.Mag & 0x1 << 6
	word |= v.Min & 0x1 << 7
	word |= v.Mip & 0x3 << 8
	word |= v.Compare & 0x7 << 10
	return word
}

// Sampler3Bias reads SAMPLER_3_BIAS.VALUE, bits 15:0: Added to the level of detail, in 1/256 level.
func (r *BINDRegs) Sampler3Bias() int32 {
	return int32(r[68]<<16) >> 16
}

// Sampler3LodMin reads SAMPLER_3_LOD.MIN, bits 15:0: Least level of detail, in 1/256 level.
func (r *BINDRegs) Sampler3LodMin() uint32 {
	return r[69] & 0xffff
}

// Sampler3LodMax reads SAMPLER_3_LOD.MAX, bits 31:16: Greatest one.
func (r *BINDRegs) Sampler3LodMax() uint32 {
	return r[69] >> 16 & 0xffff
}

// BINDSampler3LodFields holds the fields of BIND.SAMPLER_3_LOD: Sampler 3 of pixel kernels.
type BINDSampler3LodFields struct {
	Min uint32 // bits 15:0: Least level of detail, in 1/256 level.
	Max uint32 // bits 31:16: Greatest one.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v BINDSampler3LodFields) Pack() uint32 {
	var word uint32
	word |= v.Min & 0xffff << 0
	word |= v.Max & 0xffff << 16
	return word
}

// Registers of block SG_TG.
const (
	SGTGTargetSize = 0 // Size of the target.
	SGTGScissorMin = 1 // First pixel inside the scissor.
	SGTGScissorMax = 2 // First pixel behind the scissor.
)

// Fields of SG_TG.TARGET_SIZE; masks stand before the shift.
const (
	SGTGTargetSizeWidthShift  = 0
	SGTGTargetSizeWidthMask   = 0xffff
	SGTGTargetSizeHeightShift = 16
	SGTGTargetSizeHeightMask  = 0xffff
)

// Fields of SG_TG.SCISSOR_MIN; masks stand before the shift.
const (
	SGTGScissorMinXShift = 0
	SGTGScissorMinXMask  = 0xffff
	SGTGScissorMinYShift = 16
	SGTGScissorMinYMask  = 0xffff
)

// Fields of SG_TG.SCISSOR_MAX; masks stand before the shift.
const (
	SGTGScissorMaxXShift = 0
	SGTGScissorMaxXMask  = 0xffff
	SGTGScissorMaxYShift = 16
	SGTGScissorMaxYMask  = 0xffff
)

// SGTGRegs is the register file of block SG_TG: Span generator and tile generator, target and scissor.
type SGTGRegs [3]uint32

// Reset sets every register to its reset value.
func (r *SGTGRegs) Reset() {
	*r = SGTGRegs{}
	r[SGTGScissorMax] = 0xffffffff
}

// TargetSizeWidth reads TARGET_SIZE.WIDTH, bits 15:0: Pixels, 1 to 4096.
func (r *SGTGRegs) TargetSizeWidth() uint32 {
	return r[0] & 0xffff
}

// TargetSizeHeight reads TARGET_SIZE.HEIGHT, bits 31:16: Pixels, 1 to 4096.
func (r *SGTGRegs) TargetSizeHeight() uint32 {
	return r[0] >> 16 & 0xffff
}

// SGTGTargetSizeFields holds the fields of SG_TG.TARGET_SIZE: Size of the target.
type SGTGTargetSizeFields struct {
	Width  uint32 // bits 15:0: Pixels, 1 to 4096.
	Height uint32 // bits 31:16: Pixels, 1 to 4096.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v SGTGTargetSizeFields) Pack() uint32 {
	var word uint32
	word |= v.Width & 0xffff << 0
	word |= v.Height & 0xffff << 16
	return word
}

// ScissorMinX reads SCISSOR_MIN.X, bits 15:0: Pixels from the left.
func (r *SGTGRegs) ScissorMinX() uint32 {
	return r[1] & 0xffff
}

// ScissorMinY reads SCISSOR_MIN.Y, bits 31:16: Pixels from the top.
func (r *SGTGRegs) ScissorMinY() uint32 {
	return r[1] >> 16 & 0xffff
}

// SGTGScissorMinFields holds the fields of SG_TG.SCISSOR_MIN: First pixel inside the scissor.
type SGTGScissorMinFields struct {
	X uint32 // bits 15:0: Pixels from the left.
	Y uint32 // bits 31:16: Pixels from the top.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v SGTGScissorMinFields) Pack() uint32 {
	var word uint32
	word |= v.X & 0xffff << 0
	word |= v.Y & 0xffff << 16
	return word
}

// ScissorMaxX reads SCISSOR_MAX.X, bits 15:0: Pixels from the left.
func (r *SGTGRegs) ScissorMaxX() uint32 {
	return r[2] & 0xffff
}

// ScissorMaxY reads SCISSOR_MAX.Y, bits 31:16: Pixels from the top.
func (r *SGTGRegs) ScissorMaxY() uint32 {
	return r[2] >> 16 & 0xffff
}

// SGTGScissorMaxFields holds the fields of SG_TG.SCISSOR_MAX: First pixel behind the scissor.
type SGTGScissorMaxFields struct {
	X uint32 // bits 15:0: Pixels from the left.
	Y uint32 // bits 31:16: Pixels from the top.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v SGTGScissorMaxFields) Pack() uint32 {
	var word uint32
	word |= v.X & 0xffff << 0
	word |= v.Y & 0xffff << 16
	return word
}

// Registers of block ZL1.
const (
	ZL1HizControl = 0 // Hierarchical Z.
)

// Fields of ZL1.HIZ_CONTROL; masks stand before the shift.
const (
	ZL1HizControlDisableShift = 0
	ZL1HizControlDisableMask  = 0x1
)

// ZL1Regs is the register file of block ZL1: First-level Z.
type ZL1Regs [1]uint32

// Reset sets every register to its reset value.
func (r *ZL1Regs) Reset() {
	*r = ZL1Regs{}
}

// HizControlDisable reads HIZ_CONTROL.DISABLE, bits 0:0: No tile is rejected here.
func (r *ZL1Regs) HizControlDisable() bool {
	return r[0]&0x1 != 0
}

// ZL1HizControlFields holds the fields of ZL1.HIZ_CONTROL: Hierarchical Z.
type ZL1HizControlFields struct {
	Disable bool // bits 0:0: No tile is rejected here.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL1HizControlFields) Pack() uint32 {
	var word uint32
	if v.Disable {
		word |= 1 << 0
	}
	return word
}

// Registers of block ZL2.
const (
	ZL2DepthBase      = 0  // Byte address of the depth surface.
	ZL2DepthPitch     = 1  // Width of the depth surface.
	ZL2DepthControl   = 2  // Depth test.
	ZL2StencilControl = 3  // Stencil test.
	ZL2StencilFront   = 4  // Stencil test of front faces, functions and operations numbered as in docs/arithmetic.md, section 7.
	ZL2StencilBack    = 5  // Stencil test of back faces.
	ZL2StencilRef     = 6  // Stencil reference values.
	ZL2StencilMasks   = 7  // Stencil masks.
	ZL2QueryControl   = 8  // Occlusion query.
	ZL2OcclusionLo    = 9  // Occlusion counter, low half, counted by the hardware.
	ZL2OcclusionHi    = 10 // Occlusion counter, high half, counted by the hardware.
	ZL2QueryClear     = 11 // Strobes of queries.
)

// Fields of ZL2.DEPTH_PITCH; masks stand before the shift.
const (
	ZL2DepthPitchShift = 0
	ZL2DepthPitchMask  = 0xffff
)

// Fields of ZL2.DEPTH_CONTROL; masks stand before the shift.
const (
	ZL2DepthControlTestEnableShift  = 0
	ZL2DepthControlTestEnableMask   = 0x1
	ZL2DepthControlWriteEnableShift = 1
	ZL2DepthControlWriteEnableMask  = 0x1
	ZL2DepthControlFuncShift        = 2
	ZL2DepthControlFuncMask         = 0x7
	ZL2DepthControlFormatShift      = 5
	ZL2DepthControlFormatMask       = 0x3
	ZL2DepthControlLateShift        = 7
	ZL2DepthControlLateMask         = 0x1
)

// Values of ZL2.DEPTH_CONTROL, field FUNC: Compare function, new against stored.
const (
	ZL2DepthControlFuncNever    = 0
	ZL2DepthControlFuncLess     = 1
	ZL2DepthControlFuncEqual    = 2
	ZL2DepthControlFuncLequal   = 3
	ZL2DepthControlFuncGreater  = 4
	ZL2DepthControlFuncNotequal = 5
	ZL2DepthControlFuncGequal   = 6
	ZL2DepthControlFuncAlways   = 7
)

// Values of ZL2.DEPTH_CONTROL, field FORMAT: Format of the depth surface; 3 counts as D24S8.
const (
	ZL2DepthControlFormatD24s8 = 0
	ZL2DepthControlFormatD32f  = 1
	ZL2DepthControlFormatD16   = 2
)

// Fields of ZL2.STENCIL_CONTROL; masks stand before the shift.
const (
	ZL2StencilControlEnableShift = 0
	ZL2StencilControlEnableMask  = 0x1
)

// Fields of ZL2.STENCIL_FRONT; masks stand before the shift.
const (
	ZL2StencilFrontFuncShift  = 0
	ZL2StencilFrontFuncMask   = 0x7
	ZL2StencilFrontFailShift  = 3
	ZL2StencilFrontFailMask   = 0x7
	ZL2StencilFrontZfailShift = 6
	ZL2StencilFrontZfailMask  = 0x7
	ZL2StencilFrontPassShift  = 9
	ZL2StencilFrontPassMask   = 0x7
)

// Fields of ZL2.STENCIL_BACK; masks stand before the shift.
const (
	ZL2StencilBackFuncShift  = 0
	ZL2StencilBackFuncMask   = 0x7
	ZL2StencilBackFailShift  = 3
	ZL2StencilBackFailMask   = 0x7
	ZL2StencilBackZfailShift = 6
	ZL2StencilBackZfailMask  = 0x7
	ZL2StencilBackPassShift  = 9
	ZL2StencilBackPassMask   = 0x7
)

// Fields of ZL2.STENCIL_REF; masks stand before the shift.
const (
	ZL2StencilRefFrontShift = 0
	ZL2StencilRefFrontMask  = 0xff
	ZL2StencilRefBackShift  = 8
	ZL2StencilRefBackMask   = 0xff
)

// Fields of ZL2.STENCIL_MASKS; masks stand before the shift.
const (
	ZL2StencilMasksReadFrontShift  = 0
	ZL2StencilMasksReadFrontMask   = 0xff
	ZL2StencilMasksWriteFrontShift = 8
	ZL2StencilMasksWriteFrontMask  = 0xff
	ZL2StencilMasksReadBackShift   = 16
	ZL2StencilMasksReadBackMask    = 0xff
	ZL2StencilMasksWriteBackShift  = 24
	ZL2StencilMasksWriteBackMask   = 0xff
)

// Fields of ZL2.QUERY_CONTROL; masks stand before the shift.
const (
	ZL2QueryControlEnableShift = 0
	ZL2QueryControlEnableMask  = 0x1
)

// Fields of ZL2.QUERY_CLEAR; masks stand before the shift.
const (
	ZL2QueryClearOcclusionShift = 0
	ZL2QueryClearOcclusionMask  = 0x1
)

// ZL2Regs is the register file of block ZL2: Second-level Z, depth, stencil and occlusion queries.
type ZL2Regs [12]uint32

// Reset sets every register to its reset value.
func (r *ZL2Regs) Reset() {
	*r = ZL2Regs{}
	r[ZL2DepthControl] = 0x1c
	r[ZL2StencilFront] = 0x7
	r[ZL2StencilBack] = 0x7
	r[ZL2StencilMasks] = 0xffffffff
}

// DepthBase reads DEPTH_BASE.VALUE, bits 31:0: Address of tile 0, aligned to 256 bytes.
func (r *ZL2Regs) DepthBase() uint32 {
	return r[0]
}

// DepthPitch reads DEPTH_PITCH.VALUE, bits 15:0: Tiles in a row.
func (r *ZL2Regs) DepthPitch() uint32 {
	return r[1] & 0xffff
}

// DepthControlTestEnable reads DEPTH_CONTROL.TEST_ENABLE, bits 0:0: The depth test is on.
func (r *ZL2Regs) DepthControlTestEnable() bool {
	return r[2]&0x1 != 0
}

// DepthControlWriteEnable reads DEPTH_CONTROL.WRITE_ENABLE, bits 1:1: Depth is written when both tests pass.
func (r *ZL2Regs) DepthControlWriteEnable() bool {
	return r[2]>>1&0x1 != 0
}

// DepthControlFunc reads DEPTH_CONTROL.FUNC, bits 4:2: Compare function, new against stored.
func (r *ZL2Regs) DepthControlFunc() uint32 {
	return r[2] >> 2 & 0x7
}

// DepthControlFormat reads DEPTH_CONTROL.FORMAT, bits 6:5: Format of the depth surface; 3 counts as D24S8.
func (r *ZL2Regs) DepthControlFormat() uint32 {
	return r[2] >> 5 & 0x3
}

// DepthControlLate reads DEPTH_CONTROL.LATE, bits 7:7: Depth and stencil are tested after the pixel kernel.
func (r *ZL2Regs) DepthControlLate() bool {
	return r[2]>>7&0x1 != 0
}

// ZL2DepthControlFields holds the fields of ZL2.DEPTH_CONTROL: Depth test.
type ZL2DepthControlFields struct {
	TestEnable  bool   // bits 0:0: The depth test is on.
	WriteEnable bool   // bits 1:1: Depth is written when both tests pass.
	Func        uint32 // bits 4:2: Compare function, new against stored.
	Format      uint32 // bits 6:5: Format of the depth surface; 3 counts as D24S8.
	Late        bool   // bits 7:7: Depth and stencil are tested after the pixel kernel.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL2DepthControlFields) Pack() uint32 {
	var word uint32
	if v.TestEnable {
		word |= 1 << 0
	}
	if v.WriteEnable {
		word |= 1 << 1
	}
	word |= v.Func & 0x7 << 2
	word |= v.Format & 0x3 << 5
	if v.Late {
		word |= 1 << 7
	}
	return word
}

// StencilControlEnable reads STENCIL_CONTROL.ENABLE, bits 0:0: The stencil test is on.
func (r *ZL2Regs) StencilControlEnable() bool {
	return r[3]&0x1 != 0
}

// ZL2StencilControlFields holds the fields of ZL2.STENCIL_CONTROL: Stencil test.
type ZL2StencilControlFields struct {
	Enable bool // bits 0:0: The stencil test is on.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL2StencilControlFields) Pack() uint32 {
	var word uint32
	if v.Enable {
		word |= 1 << 0
	}
	return word
}

// StencilFrontFunc reads STENCIL_FRONT.FUNC, bits 2:0: Compare function.
func (r *ZL2Regs) StencilFrontFunc() uint32 {
	return r[4] & 0x7
}

// StencilFrontFail reads STENCIL_FRONT.FAIL, bits 5:3: Operation when the stencil test fails.
func (r *ZL2Regs) StencilFrontFail() uint32 {
	return r[4] >> 3 & 0x7
}

// StencilFrontZfail reads STENCIL_FRONT.ZFAIL, bits 8:6: Operation when the depth test fails.
func (r *ZL2Regs) StencilFrontZfail() uint32 {
	return r[4] >> 6 & 0x7
}

// StencilFrontPass reads STENCIL_FRONT.PASS, bits 11:9: Operation when both pass.
func (r *ZL2Regs) StencilFrontPass() uint32 {
	return r[4] >> 9 & 0x7
}

// ZL2StencilFrontFields holds the fields of ZL2.STENCIL_FRONT: Stencil test of front faces, functions and operations numbered as in docs/arithmetic.md, section 7.
type ZL2StencilFrontFields struct {
	Func  uint32 // bits 2:0: Compare function.
	Fail  uint32 // bits 5:3: Operation when the stencil test fails.
	Zfail uint32 // bits 8:6: Operation when the depth test fails.
	Pass  uint32 // bits 11:9: Operation when both pass.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL2StencilFrontFields) Pack() uint32 {
	var word uint32
	word |= v.Func & 0x7 << 0
	word |= v.Fail & 0x7 << 3
	word |= v.Zfail & 0x7 << 6
	word |= v.Pass & 0x7 << 9
	return word
}

// StencilBackFunc reads STENCIL_BACK.FUNC, bits 2:0: Compare function.
func (r *ZL2Regs) StencilBackFunc() uint32 {
	return r[5] & 0x7
}

// StencilBackFail reads STENCIL_BACK.FAIL, bits 5:3: Operation when the stencil test fails.
func (r *ZL2Regs) StencilBackFail() uint32 {
	return r[5] >> 3 & 0x7
}

// StencilBackZfail reads STENCIL_BACK.ZFAIL, bits 8:6: Operation when the depth test fails.
func (r *ZL2Regs) StencilBackZfail() uint32 {
	return r[5] >> 6 & 0x7
}

// StencilBackPass reads STENCIL_BACK.PASS, bits 11:9: Operation when both pass.
func (r *ZL2Regs) StencilBackPass() uint32 {
	return r[5] >> 9 & 0x7
}

// ZL2StencilBackFields holds the fields of ZL2.STENCIL_BACK: Stencil test of back faces.
type ZL2StencilBackFields struct {
	Func  uint32 // bits 2:0: Compare function.
	Fail  uint32 // bits 5:3: Operation when the stencil test fails.
	Zfail uint32 // bits 8:6: Operation when the depth test fails.
	Pass  uint32 // bits 11:9: Operation when both pass.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL2StencilBackFields) Pack() uint32 {
	var word uint32
	word |= v.Func & 0x7 << 0
	word |= v.Fail & 0x7 << 3
	word |= v.Zfail & 0x7 << 6
	word |= v.Pass & 0x7 << 9
	return word
}

// StencilRefFront reads STENCIL_REF.FRONT, bits 7:0: Reference of front faces.
func (r *ZL2Regs) StencilRefFront() uint32 {
	return r[6] & 0xff
}

// StencilRefBack reads STENCIL_REF.BACK, bits 15:8: Reference of back faces.
func (r *ZL2Regs) StencilRefBack() uint32 {
	return r[6] >> 8 & 0xff
}

// ZL2StencilRefFields holds the fields of ZL2.STENCIL_REF: Stencil reference values.
type ZL2StencilRefFields struct {
	Front uint32 // bits 7:0: Reference of front faces.
	Back  uint32 // bits 15:8: Reference of back faces.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL2StencilRefFields) Pack() uint32 {
	var word uint32
	word |= v.Front & 0xff << 0
	word |= v.Back & 0xff << 8
	return word
}

// StencilMasksReadFront reads STENCIL_MASKS.READ_FRONT, bits 7:0: Bits compared for front faces.
func (r *ZL2Regs) StencilMasksReadFront() uint32 {
	return r[7] & 0xff
}

// StencilMasksWriteFront reads STENCIL_MASKS.WRITE_FRONT, bits 15:8: Bits written for front faces.
func (r *ZL2Regs) StencilMasksWriteFront() uint32 {
	return r[7] >> 8 & 0xff
}

// StencilMasksReadBack reads STENCIL_MASKS.READ_BACK, bits 23:16: Bits compared for back faces.
func (r *ZL2Regs) StencilMasksReadBack() uint32 {
	return r[7] >> 16 & 0xff
}

// StencilMasksWriteBack reads STENCIL_MASKS.WRITE_BACK, bits 31:24: Bits written for back faces.
func (r *ZL2Regs) StencilMasksWriteBack() uint32 {
	return r[7] >> 24 & 0xff
}

// ZL2StencilMasksFields holds the fields of ZL2.STENCIL_MASKS: Stencil masks.
type ZL2StencilMasksFields struct {
	ReadFront  uint32 // bits 7:0: Bits compared for front faces.
	WriteFront uint32 // bits 15:8: Bits written for front faces.
	ReadBack   uint32 // bits 23:16: Bits compared for back faces.
	WriteBack  uint32 // bits 31:24: Bits written for back faces.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL2StencilMasksFields) Pack() uint32 {
	var word uint32
	word |= v.ReadFront & 0xff << 0
	word |= v.WriteFront & 0xff << 8
	word |= v.ReadBack & 0xff << 16
	word |= v.WriteBack & 0xff << 24
	return word
}

// QueryControlEnable reads QUERY_CONTROL.ENABLE, bits 0:0: Passing fragments are counted.
func (r *ZL2Regs) QueryControlEnable() bool {
	return r[8]&0x1 != 0
}

// ZL2QueryControlFields holds the fields of ZL2.QUERY_CONTROL: Occlusion query.
type ZL2QueryControlFields struct {
	Enable bool // bits 0:0: Passing fragments are counted.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL2QueryControlFields) Pack() uint32 {
	var word uint32
	if v.Enable {
		word |= 1 << 0
	}
	return word
}

// OcclusionLo reads OCCLUSION_LO.VALUE, bits 31:0: Fragments.
func (r *ZL2Regs) OcclusionLo() uint32 {
	return r[9]
}

// OcclusionHi reads OCCLUSION_HI.VALUE, bits 31:0: Fragments.
func (r *ZL2Regs) OcclusionHi() uint32 {
	return r[10]
}

// QueryClearOcclusion reads QUERY_CLEAR.OCCLUSION, bits 0:0: A 1 sets the occlusion counter to 0.
func (r *ZL2Regs) QueryClearOcclusion() bool {
	return r[11]&0x1 != 0
}

// ZL2QueryClearFields holds the fields of ZL2.QUERY_CLEAR: Strobes of queries.
type ZL2QueryClearFields struct {
	Occlusion bool // bits 0:0: A 1 sets the occlusion counter to 0.
}

// Pack returns the register's word; a value too wide for its field loses its upper bits.
func (v ZL2QueryClearFields) Pack() uint32 {
	var word uint32
	if v.Occlusion {
		word |= 1 << 0
	}
	return word
}

// BlockLength is the exact length of each block in DWORDs.
var BlockLength = [NumBlocks]uint32{
	551, 13, 19, 163, 8, 112, 8, 24,
	16, 10, 0, 0, 0, 0, 0, 0,
	0, 80, 3, 17, 21,
}

// SaveOffset is where each block begins in the save area, in units of 16 bytes.
var SaveOffset = [NumBlocks]uint32{
	1, 139, 143, 148, 189, 191, 219, 221,
	227, 231, 234, 234, 234, 234, 234, 234,
	234, 234, 254, 255, 260,
}

// OffsetRegisters pack SaveOffset: register k holds block 2k low and block 2k+1 high.
var OffsetRegisters = [11]uint32{
	0x008b0001, 0x0094008f, 0x00bf00bd, 0x00dd00db, 0x00e700e3, 0x00ea00ea, 0x00ea00ea, 0x00ea00ea,
	0x00ea00ea, 0x00ff00fe, 0x00000104,
}

// LengthRegisters pack BlockLength: register k holds blocks 4k to 4k+3, the first lowest, 255 for 255 and more.
var LengthRegisters = [6]uint32{
	0xa3130dff, 0x18087008, 0x00000a10, 0x00000000, 0x11035000, 0x00000015,
}

// The save area.
const (
	SaveTail       = 1064 // first DWORD after the blocks
	SaveAreaDWords = SaveTail + 8
	SaveAreaBytes  = 4 * SaveAreaDWords
)

// SaveLayoutID tells save areas of different register tables apart: a hash of
// names and places of all that is saved.
const SaveLayoutID = 0x89891ffe

// SaveList names every register of class save, in the order of blocks and registers.
var SaveList = [SaveListLen]SaveItem{
	{Block: BlockCSP, Reg: CSPTopology},
	{Block: BlockCSP, Reg: CSPIndexBase},
	{Block: BlockCSP, Reg: CSPIndexFormat},
	{Block: BlockCSP, Reg: CSPBaseVertex},
	{Block: BlockCSP, Reg: CSPOffset0},
	{Block: BlockCSP, Reg: CSPOffset1},
	{Block: BlockCSP, Reg: CSPOffset2},
	{Block: BlockCSP, Reg: CSPOffset3},
	{Block: BlockCSP, Reg: CSPOffset4},
	{Block: BlockCSP, Reg: CSPOffset5},
	{Block: BlockCSP, Reg: CSPOffset6},
	{Block: BlockCSP, Reg: CSPOffset7},
	{Block: BlockCSP, Reg: CSPOffset8},
	{Block: BlockCSP, Reg: CSPOffset9},
	{Block: BlockCSP, Reg: CSPOffset10},
	{Block: BlockCSP, Reg: CSPLength0},
	{Block: BlockCSP, Reg: CSPLength1},
	{Block: BlockCSP, Reg: CSPLength2},
	{Block: BlockCSP, Reg: CSPLength3},
	{Block: BlockCSP, Reg: CSPLength4},
	{Block: BlockCSP, Reg: CSPLength5},
	{Block: BlockC2D, Reg: C2DDstBase},
	{Block: BlockC2D, Reg: C2DDstLayout},
	{Block: BlockC2D, Reg: C2DDstOrigin},
	{Block: BlockC2D, Reg: C2DSrcBase},
	{Block: BlockC2D, Reg: C2DSrcLayout},
	{Block: BlockC2D, Reg: C2DSrcOrigin},
	{Block: BlockC2D, Reg: C2DExtent},
	{Block: BlockC2D, Reg: C2DFillLo},
	{Block: BlockC2D, Reg: C2DFillHi},
	{Block: BlockMXU, Reg: MXUColorBase},
	{Block: BlockMXU, Reg: MXUDepthBase},
	{Block: BlockMXU, Reg: MXUSurfacePitch},
	{Block: BlockMXU, Reg: MXUSurfaceFormat},
	{Block: BlockTSU, Reg: TSUViewportScaleX},
	{Block: BlockTSU, Reg: TSUViewportOffsetX},
	{Block: BlockTSU, Reg: TSUViewportScaleY},
	{Block: BlockTSU, Reg: TSUViewportOffsetY},
	{Block: BlockTSU, Reg: TSUDepthScale},
	{Block: BlockTSU, Reg: TSUDepthOffset},
	{Block: BlockTSU, Reg: TSUCull},
	{Block: BlockTSU, Reg: TSUGuardBand},
	{Block: BlockTSU, Reg: TSUStatisticsControl},
	{Block: BlockTSU, Reg: TSUFlat},
	{Block: BlockTSU, Reg: TSUViewportSelect},
	{Block: BlockTSU, Reg: TSUViewport1ScaleX},
	{Block: BlockTSU, Reg: TSUViewport1OffsetX},
	{Block: BlockTSU, Reg: TSUViewport1ScaleY},
	{Block: BlockTSU, Reg: TSUViewport1OffsetY},
	{Block: BlockTSU, Reg: TSUViewport1DepthScale},
	{Block: BlockTSU, Reg: TSUViewport1DepthOffset},
	{Block: BlockTSU, Reg: TSUViewport2ScaleX},
	{Block: BlockTSU, Reg: TSUViewport2OffsetX},
	{Block: BlockTSU, Reg: TSUViewport2ScaleY},
	{Block: BlockTSU, Reg: TSUViewport2OffsetY},
	{Block: BlockTSU, Reg: TSUViewport2DepthScale},
	{Block: BlockTSU, Reg: TSUViewport2DepthOffset},
	{Block: BlockTSU, Reg: TSUViewport3ScaleX},
	{Block: BlockTSU, Reg: TSUViewport3OffsetX},
	{Block: BlockTSU, Reg: TSUViewport3ScaleY},
	{Block: BlockTSU, Reg: TSUViewport3OffsetY},
	{Block: BlockTSU, Reg: TSUViewport3DepthScale},
	{Block: BlockTSU, Reg: TSUViewport3DepthOffset},
	{Block: BlockEUPFront, Reg: EUPFrontVertexBase},
	{Block: BlockEUPFront, Reg: EUPFrontVertexCount},
	{Block: BlockEUP, Reg: EUPTransform0},
	{Block: BlockEUP, Reg: EUPTransform1},
	{Block: BlockEUP, Reg: EUPTransform2},
	{Block: BlockEUP, Reg: EUPTransform3},
	{Block: BlockEUP, Reg: EUPTransform4},
	{Block: BlockEUP, Reg: EUPTransform5},
	{Block: BlockEUP, Reg: EUPTransform6},
	{Block: BlockEUP, Reg: EUPTransform7},
	{Block: BlockEUP, Reg: EUPTransform8},
	{Block: BlockEUP, Reg: EUPTransform9},
	{Block: BlockEUP, Reg: EUPTransform10},
	{Block: BlockEUP, Reg: EUPTransform11},
	{Block: BlockEUP, Reg: EUPTransform12},
	{Block: BlockEUP, Reg: EUPTransform13},
	{Block: BlockEUP, Reg: EUPTransform14},
	{Block: BlockEUP, Reg: EUPTransform15},
	{Block: BlockEUP, Reg: EUPLightX},
	{Block: BlockEUP, Reg: EUPLightY},
	{Block: BlockEUP, Reg: EUPLightZ},
	{Block: BlockEUP, Reg: EUPAmbient},
	{Block: BlockEUP, Reg: EUPDiffuse},
	{Block: BlockEUP, Reg: EUPBaseColorR},
	{Block: BlockEUP, Reg: EUPBaseColorG},
	{Block: BlockEUP, Reg: EUPBaseColorB},
	{Block: BlockEUP, Reg: EUPBaseColorA},
	{Block: BlockEUP, Reg: EUPVertexProgram},
	{Block: BlockEUP, Reg: EUPInstanceStepX},
	{Block: BlockEUP, Reg: EUPInstanceStepY},
	{Block: BlockEUP, Reg: EUPInstanceStepZ},
	{Block: BlockEUP, Reg: EUPTessellation},
	{Block: BlockEUP, Reg: EUPVertexKernel},
	{Block: BlockEUP, Reg: EUPVertexKernelBytes},
	{Block: BlockEUP, Reg: EUPVertexKernelNeeds},
	{Block: BlockEUP, Reg: EUPVertexLimit},
	{Block: BlockEUP, Reg: EUPDomainKernel},
	{Block: BlockEUP, Reg: EUPDomainKernelBytes},
	{Block: BlockEUP, Reg: EUPDomainKernelNeeds},
	{Block: BlockEUP, Reg: EUPDomainLimit},
	{Block: BlockEUP, Reg: EUPHullKernel},
	{Block: BlockEUP, Reg: EUPHullKernelBytes},
	{Block: BlockEUP, Reg: EUPHullKernelNeeds},
	{Block: BlockEUP, Reg: EUPHullLimit},
	{Block: BlockEUP, Reg: EUPBinding0Base},
	{Block: BlockEUP, Reg: EUPBinding0Bytes},
	{Block: BlockEUP, Reg: EUPBinding1Base},
	{Block: BlockEUP, Reg: EUPBinding1Bytes},
	{Block: BlockEUP, Reg: EUPBinding2Base},
	{Block: BlockEUP, Reg: EUPBinding2Bytes},
	{Block: BlockEUP, Reg: EUPBinding3Base},
	{Block: BlockEUP, Reg: EUPBinding3Bytes},
	{Block: BlockEUP, Reg: EUPBinding4Base},
	{Block: BlockEUP, Reg: EUPBinding4Bytes},
	{Block: BlockEUP, Reg: EUPBinding5Base},
	{Block: BlockEUP, Reg: EUPBinding5Bytes},
	{Block: BlockEUP, Reg: EUPBinding6Base},
	{Block: BlockEUP, Reg: EUPBinding6Bytes},
	{Block: BlockEUP, Reg: EUPBinding7Base},
	{Block: BlockEUP, Reg: EUPBinding7Bytes},
	{Block: BlockEUP, Reg: EUPTexture0Base},
	{Block: BlockEUP, Reg: EUPTexture0Bytes},
	{Block: BlockEUP, Reg: EUPTexture0Pitch},
	{Block: BlockEUP, Reg: EUPTexture0Size},
	{Block: BlockEUP, Reg: EUPTexture0Format},
	{Block: BlockEUP, Reg: EUPTexture1Base},
	{Block: BlockEUP, Reg: EUPTexture1Bytes},
	{Block: BlockEUP, Reg: EUPTexture1Pitch},
	{Block: BlockEUP, Reg: EUPTexture1Size},
	{Block: BlockEUP, Reg: EUPTexture1Format},
	{Block: BlockEUP, Reg: EUPSampler0Mode},
	{Block: BlockEUP, Reg: EUPSampler0Bias},
	{Block: BlockEUP, Reg: EUPSampler0Lod},
	{Block: BlockEUP, Reg: EUPSampler1Mode},
	{Block: BlockEUP, Reg: EUPSampler1Bias},
	{Block: BlockEUP, Reg: EUPSampler1Lod},
	{Block: BlockEUP, Reg: EUPVertexNos0},
	{Block: BlockEUP, Reg: EUPVertexNos1},
	{Block: BlockEUP, Reg: EUPVertexNos2},
	{Block: BlockEUP, Reg: EUPVertexNos3},
	{Block: BlockEUP, Reg: EUPVertexNos4},
	{Block: BlockEUP, Reg: EUPVertexNos5},
	{Block: BlockEUP, Reg: EUPVertexNos6},
	{Block: BlockEUP, Reg: EUPVertexNos7},
	{Block: BlockEUP, Reg: EUPHullNos0},
	{Block: BlockEUP, Reg: EUPHullNos1},
	{Block: BlockEUP, Reg: EUPHullNos2},
	{Block: BlockEUP, Reg: EUPHullNos3},
	{Block: BlockEUP, Reg: EUPHullNos4},
	{Block: BlockEUP, Reg: EUPHullNos5},
	{Block: BlockEUP, Reg: EUPHullNos6},
	{Block: BlockEUP, Reg: EUPHullNos7},
	{Block: BlockEUP, Reg: EUPDomainNos0},
	{Block: BlockEUP, Reg: EUPDomainNos1},
	{Block: BlockEUP, Reg: EUPDomainNos2},
	{Block: BlockEUP, Reg: EUPDomainNos3},
	{Block: BlockEUP, Reg: EUPDomainNos4},
	{Block: BlockEUP, Reg: EUPDomainNos5},
	{Block: BlockEUP, Reg: EUPDomainNos6},
	{Block: BlockEUP, Reg: EUPDomainNos7},
	{Block: BlockASU, Reg: ASUAttributes},
	{Block: BlockASU, Reg: ASUDepthBiasControl},
	{Block: BlockASU, Reg: ASUDepthBiasConstant},
	{Block: BlockASU, Reg: ASUDepthBiasSlope},
	{Block: BlockASU, Reg: ASUDepthBiasClamp},
	{Block: BlockPS, Reg: PSPixelProgram},
	{Block: BlockPS, Reg: PSPixelAttributes},
	{Block: BlockPS, Reg: PSAlphaRef},
	{Block: BlockPS, Reg: PSProgramDepthOffset},
	{Block: BlockPS, Reg: PSProgramDepthFactor},
	{Block: BlockPS, Reg: PSColorFormat},
	{Block: BlockPS, Reg: PSStatisticsControl},
	{Block: BlockPS, Reg: PSPsInvocationsLo},
	{Block: BlockPS, Reg: PSPsInvocationsHi},
	{Block: BlockPS, Reg: PSPixelKernel},
	{Block: BlockPS, Reg: PSPixelKernelBytes},
	{Block: BlockPS, Reg: PSPixelKernelNeeds},
	{Block: BlockPS, Reg: PSPixelLimit},
	{Block: BlockPS, Reg: PSPixelNos0},
	{Block: BlockPS, Reg: PSPixelNos1},
	{Block: BlockPS, Reg: PSPixelNos2},
	{Block: BlockPS, Reg: PSPixelNos3},
	{Block: BlockPS, Reg: PSPixelNos4},
	{Block: BlockPS, Reg: PSPixelNos5},
	{Block: BlockPS, Reg: PSPixelNos6},
	{Block: BlockPS, Reg: PSPixelNos7},
	{Block: BlockWBU, Reg: WBUColorBase},
	{Block: BlockWBU, Reg: WBUColorPitch},
	{Block: BlockWBU, Reg: WBUBlend},
	{Block: BlockWBU, Reg: WBUBlendConstant},
	{Block: BlockWBU, Reg: WBUWriteMask},
	{Block: BlockWBU, Reg: WBUColorFormat},
	{Block: BlockWBU, Reg: WBUSurfaceLock},
	{Block: BlockBP, Reg: BPIaVerticesLo},
	{Block: BlockBP, Reg: BPIaVerticesHi},
	{Block: BlockBP, Reg: BPIaPrimitivesLo},
	{Block: BlockBP, Reg: BPIaPrimitivesHi},
	{Block: BlockBP, Reg: BPVsInvocationsLo},
	{Block: BlockBP, Reg: BPVsInvocationsHi},
	{Block: BlockBP, Reg: BPClipInvocationsLo},
	{Block: BlockBP, Reg: BPClipInvocationsHi},
	{Block: BlockBP, Reg: BPClipPrimitivesLo},
	{Block: BlockBP, Reg: BPClipPrimitivesHi},
	{Block: BlockBIND, Reg: BINDPixelKernel},
	{Block: BlockBIND, Reg: BINDPixelKernelBytes},
	{Block: BlockBIND, Reg: BINDBinding0Base},
	{Block: BlockBIND, Reg: BINDBinding0Bytes},
	{Block: BlockBIND, Reg: BINDBinding1Base},
	{Block: BlockBIND, Reg: BINDBinding1Bytes},
	{Block: BlockBIND, Reg: BINDBinding2Base},
	{Block: BlockBIND, Reg: BINDBinding2Bytes},
	{Block: BlockBIND, Reg: BINDBinding3Base},
	{Block: BlockBIND, Reg: BINDBinding3Bytes},
	{Block: BlockBIND, Reg: BINDBinding4Base},
	{Block: BlockBIND, Reg: BINDBinding4Bytes},
	{Block: BlockBIND, Reg: BINDBinding5Base},
	{Block: BlockBIND, Reg: BINDBinding5Bytes},
	{Block: BlockBIND, Reg: BINDBinding6Base},
	{Block: BlockBIND, Reg: BINDBinding6Bytes},
	{Block: BlockBIND, Reg: BINDBinding7Base},
	{Block: BlockBIND, Reg: BINDBinding7Bytes},
	{Block: BlockBIND, Reg: BINDTexture0Base},
	{Block: BlockBIND, Reg: BINDTexture0Bytes},
	{Block: BlockBIND, Reg: BINDTexture0Pitch},
	{Block: BlockBIND, Reg: BINDTexture0Size},
	{Block: BlockBIND, Reg: BINDTexture0Format},
	{Block: BlockBIND, Reg: BINDTexture1Base},
	{Block: BlockBIND, Reg: BINDTexture1Bytes},
	{Block: BlockBIND, Reg: BINDTexture1Pitch},
	{Block: BlockBIND, Reg: BINDTexture1Size},
	{Block: BlockBIND, Reg: BINDTexture1Format},
	{Block: BlockBIND, Reg: BINDTexture2Base},
	{Block: BlockBIND, Reg: BINDTexture2Bytes},
	{Block: BlockBIND, Reg: BINDTexture2Pitch},
	{Block: BlockBIND, Reg: BINDTexture2Size},
	{Block: BlockBIND, Reg: BINDTexture2Format},
	{Block: BlockBIND, Reg: BINDTexture3Base},
	{Block: BlockBIND, Reg: BINDTexture3Bytes},
	{Block: BlockBIND, Reg: BINDTexture3Pitch},
	{Block: BlockBIND, Reg: BINDTexture3Size},
	{Block: BlockBIND, Reg: BINDTexture3Format},
	{Block: BlockBIND, Reg: BINDTexture4Base},
	{Block: BlockBIND, Reg: BINDTexture4Bytes},
	{Block: BlockBIND, Reg: BINDTexture4Pitch},
	{Block: BlockBIND, Reg: BINDTexture4Size},
	{Block: BlockBIND, Reg: BINDTexture4Format},
	{Block: BlockBIND, Reg: BINDTexture5Base},
	{Block: BlockBIND, Reg: BINDTexture5Bytes},
	{Block: BlockBIND, Reg: BINDTexture5Pitch},
	{Block: BlockBIND, Reg: BINDTexture5Size},
	{Block: BlockBIND, Reg: BINDTexture5Format},
	{Block: BlockBIND, Reg: BINDTexture6Base},
	{Block: BlockBIND, Reg: BINDTexture6Bytes},
	{Block: BlockBIND, Reg: BINDTexture6Pitch},
	{Block: BlockBIND, Reg: BINDTexture6Size},
	{Block: BlockBIND, Reg: BINDTexture6Format},
	{Block: BlockBIND, Reg: BINDTexture7Base},
	{Block: BlockBIND, Reg: BINDTexture7Bytes},
	{Block: BlockBIND, Reg: BINDTexture7Pitch},
	{Block: BlockBIND, Reg: BINDTexture7Size},
	{Block: BlockBIND, Reg: BINDTexture7Format},
	{Block: BlockBIND, Reg: BINDSampler0Mode},
	{Block: BlockBIND, Reg: BINDSampler0Bias},
	{Block: BlockBIND, Reg: BINDSampler0Lod},
	{Block: BlockBIND, Reg: BINDSampler1Mode},
	{Block: BlockBIND, Reg: BINDSampler1Bias},
	{Block: BlockBIND, Reg: BINDSampler1Lod},
	{Block: BlockBIND, Reg: BINDSampler2Mode},
	{Block: BlockBIND, Reg: BINDSampler2Bias},
	{Block: BlockBIND, Reg: BINDSampler2Lod},
	{Block: BlockBIND, Reg: BINDSampler3Mode},
	{Block: BlockBIND, Reg: BINDSampler3Bias},
	{Block: BlockBIND, Reg: BINDSampler3Lod},
	{Block: BlockSGTG, Reg: SGTGTargetSize},
	{Block: BlockSGTG, Reg: SGTGScissorMin},
	{Block: BlockSGTG, Reg: SGTGScissorMax},
	{Block: BlockZL1, Reg: ZL1HizControl},
	{Block: BlockZL2, Reg: ZL2DepthBase},
	{Block: BlockZL2, Reg: ZL2DepthPitch},
	{Block: BlockZL2, Reg: ZL2DepthControl},
	{Block: BlockZL2, Reg: ZL2StencilControl},
	{Block: BlockZL2, Reg: ZL2StencilFront},
	{Block: BlockZL2, Reg: ZL2StencilBack},
	{Block: BlockZL2, Reg: ZL2StencilRef},
	{Block: BlockZL2, Reg: ZL2StencilMasks},
	{Block: BlockZL2, Reg: ZL2QueryControl},
	{Block: BlockZL2, Reg: ZL2OcclusionLo},
	{Block: BlockZL2, Reg: ZL2OcclusionHi},
}

// SaveListLen is the number of registers that a save writes.
const SaveListLen = 291

// flatStart is where each block begins in resetImage and registerNames; the last element is their length.
var flatStart = [NumBlocks + 1]uint32{
	0, 21, 30, 36, 74, 76, 176, 181,
	205, 214, 224, 224, 224, 224, 224, 224,
	224, 224, 294, 297, 298, 310,
}

var resetImage = [310]uint32{
	0x0,
	0x0,
	0x0,
	0x0,
	0x8b0001,
	0x94008f,
	0xbf00bd,
	0xdd00db,
	0xe700e3,
	0xea00ea,
	0xea00ea,
	0xea00ea,
	0xea00ea,
	0xff00fe,
	0x104,
	0xa3130dff,
	0x18087008,
	0xa10,
	0x0,
	0x11035000,
	0x15,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0,
	0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x0,
	0x0,
	0x3f800000,
	0x0,
	0x3f800000,
	0x3f800000,
	0x3f800000,
	0x3f800000,
	0x0,
	0x0,
	0x0,
	0x0,
	0x1,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0xffff0000,
	0x0,
	0x0,
	0xffff0000,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x4,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x6,
	0,
	0,
	0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x1010,
	0x0,
	0xf,
	0x0,
	0xf,
	0xf,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0x0,
	0xffff0000,
	0x0,
	0x0,
	0xffff0000,
	0x0,
	0x0,
	0xffff0000,
	0x0,
	0x0,
	0xffff0000,
	0x0,
	0x0,
	0xffffffff,
	0x0,
	0x0,
	0x0,
	0x1c,
	0x0,
	0x7,
	0x7,
	0x0,
	0xffffffff,
	0x0,
	0x0,
	0x0,
	0x0,
}

var registerNames = [310]string{
	"CSP.TOPOLOGY",
	"CSP.INDEX_BASE",
	"CSP.INDEX_FORMAT",
	"CSP.BASE_VERTEX",
	"CSP.OFFSET_0",
	"CSP.OFFSET_1",
	"CSP.OFFSET_2",
	"CSP.OFFSET_3",
	"CSP.OFFSET_4",
	"CSP.OFFSET_5",
	"CSP.OFFSET_6",
	"CSP.OFFSET_7",
	"CSP.OFFSET_8",
	"CSP.OFFSET_9",
	"CSP.OFFSET_10",
	"CSP.LENGTH_0",
	"CSP.LENGTH_1",
	"CSP.LENGTH_2",
	"CSP.LENGTH_3",
	"CSP.LENGTH_4",
	"CSP.LENGTH_5",
	"C2D.DST_BASE",
	"C2D.DST_LAYOUT",
	"C2D.DST_ORIGIN",
	"C2D.SRC_BASE",
	"C2D.SRC_LAYOUT",
	"C2D.SRC_ORIGIN",
	"C2D.EXTENT",
	"C2D.FILL_LO",
	"C2D.FILL_HI",
	"MXU.COLOR_BASE",
	"MXU.DEPTH_BASE",
	"MXU.SURFACE_PITCH",
	"",
	"",
	"MXU.SURFACE_FORMAT",
	"TSU.VIEWPORT_SCALE_X",
	"TSU.VIEWPORT_OFFSET_X",
	"TSU.VIEWPORT_SCALE_Y",
	"TSU.VIEWPORT_OFFSET_Y",
	"TSU.DEPTH_SCALE",
	"TSU.DEPTH_OFFSET",
	"TSU.CULL",
	"TSU.GUARD_BAND",
	"TSU.STATISTICS_CONTROL",
	"TSU.FLAT",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"TSU.VIEWPORT_SELECT",
	"TSU.VIEWPORT1_SCALE_X",
	"TSU.VIEWPORT1_OFFSET_X",
	"TSU.VIEWPORT1_SCALE_Y",
	"TSU.VIEWPORT1_OFFSET_Y",
	"TSU.VIEWPORT1_DEPTH_SCALE",
	"TSU.VIEWPORT1_DEPTH_OFFSET",
	"TSU.VIEWPORT2_SCALE_X",
	"TSU.VIEWPORT2_OFFSET_X",
	"TSU.VIEWPORT2_SCALE_Y",
	"TSU.VIEWPORT2_OFFSET_Y",
	"TSU.VIEWPORT2_DEPTH_SCALE",
	"TSU.VIEWPORT2_DEPTH_OFFSET",
	"TSU.VIEWPORT3_SCALE_X",
	"TSU.VIEWPORT3_OFFSET_X",
	"TSU.VIEWPORT3_SCALE_Y",
	"TSU.VIEWPORT3_OFFSET_Y",
	"TSU.VIEWPORT3_DEPTH_SCALE",
	"TSU.VIEWPORT3_DEPTH_OFFSET",
	"EUP_FRONT.VERTEX_BASE",
	"EUP_FRONT.VERTEX_COUNT",
	"EUP.TRANSFORM_0",
	"EUP.TRANSFORM_1",
	"EUP.TRANSFORM_2",
	"EUP.TRANSFORM_3",
	"EUP.TRANSFORM_4",
	"EUP.TRANSFORM_5",
	"EUP.TRANSFORM_6",
	"EUP.TRANSFORM_7",
	"EUP.TRANSFORM_8",
	"EUP.TRANSFORM_9",
	"EUP.TRANSFORM_10",
	"EUP.TRANSFORM_11",
	"EUP.TRANSFORM_12",
	"EUP.TRANSFORM_13",
	"EUP.TRANSFORM_14",
	"EUP.TRANSFORM_15",
	"EUP.LIGHT_X",
	"EUP.LIGHT_Y",
	"EUP.LIGHT_Z",
	"EUP.AMBIENT",
	"EUP.DIFFUSE",
	"EUP.BASE_COLOR_R",
	"EUP.BASE_COLOR_G",
	"EUP.BASE_COLOR_B",
	"EUP.BASE_COLOR_A",
	"EUP.VERTEX_PROGRAM",
	"EUP.INSTANCE_STEP_X",
	"EUP.INSTANCE_STEP_Y",
	"EUP.INSTANCE_STEP_Z",
	"EUP.TESSELLATION",
	"EUP.VERTEX_KERNEL",
	"EUP.VERTEX_KERNEL_BYTES",
	"EUP.VERTEX_KERNEL_NEEDS",
	"EUP.VERTEX_LIMIT",
	"EUP.DOMAIN_KERNEL",
	"EUP.DOMAIN_KERNEL_BYTES",
	"EUP.DOMAIN_KERNEL_NEEDS",
	"EUP.DOMAIN_LIMIT",
	"EUP.HULL_KERNEL",
	"EUP.HULL_KERNEL_BYTES",
	"EUP.HULL_KERNEL_NEEDS",
	"EUP.HULL_LIMIT",
	"EUP.BINDING_0_BASE",
	"EUP.BINDING_0_BYTES",
	"EUP.BINDING_1_BASE",
	"EUP.BINDING_1_BYTES",
	"EUP.BINDING_2_BASE",
	"EUP.BINDING_2_BYTES",
	"EUP.BINDING_3_BASE",
	"EUP.BINDING_3_BYTES",
	"EUP.BINDING_4_BASE",
	"EUP.BINDING_4_BYTES",
	"EUP.BINDING_5_BASE",
	"EUP.BINDING_5_BYTES",
	"EUP.BINDING_6_BASE",
	"EUP.BINDING_6_BYTES",
	"EUP.BINDING_7_BASE",
	"EUP.BINDING_7_BYTES",
	"EUP.TEXTURE_0_BASE",
	"EUP.TEXTURE_0_BYTES",
	"EUP.TEXTURE_0_PITCH",
	"EUP.TEXTURE_0_SIZE",
	"EUP.TEXTURE_0_FORMAT",
	"EUP.TEXTURE_1_BASE",
	"EUP.TEXTURE_1_BYTES",
	"EUP.TEXTURE_1_PITCH",
	"EUP.TEXTURE_1_SIZE",
	"EUP.TEXTURE_1_FORMAT",
	"EUP.SAMPLER_0_MODE",
	"EUP.SAMPLER_0_BIAS",
	"EUP.SAMPLER_0_LOD",
	"EUP.SAMPLER_1_MODE",
	"EUP.SAMPLER_1_BIAS",
	"EUP.SAMPLER_1_LOD",
	"EUP.VERTEX_NOS_0",
	"EUP.VERTEX_NOS_1",
	"EUP.VERTEX_NOS_2",
	"EUP.VERTEX_NOS_3",
	"EUP.VERTEX_NOS_4",
	"EUP.VERTEX_NOS_5",
	"EUP.VERTEX_NOS_6",
	"EUP.VERTEX_NOS_7",
	"EUP.HULL_NOS_0",
	"EUP.HULL_NOS_1",
	"EUP.HULL_NOS_2",
	"EUP.HULL_NOS_3",
	"EUP.HULL_NOS_4",
	"EUP.HULL_NOS_5",
	"EUP.HULL_NOS_6",
	"EUP.HULL_NOS_7",
	"EUP.DOMAIN_NOS_0",
	"EUP.DOMAIN_NOS_1",
	"EUP.DOMAIN_NOS_2",
	"EUP.DOMAIN_NOS_3",
	"EUP.DOMAIN_NOS_4",
	"EUP.DOMAIN_NOS_5",
	"EUP.DOMAIN_NOS_6",
	"EUP.DOMAIN_NOS_7",
	"EUP.SCRATCH_BASE",
	"EUP.SCRATCH_BYTES",
	"ASU.ATTRIBUTES",
	"ASU.DEPTH_BIAS_CONTROL",
	"ASU.DEPTH_BIAS_CONSTANT",
	"ASU.DEPTH_BIAS_SLOPE",
	"ASU.DEPTH_BIAS_CLAMP",
	"PS.PIXEL_PROGRAM",
	"PS.PIXEL_ATTRIBUTES",
	"",
	"",
	"",
	"PS.ALPHA_REF",
	"PS.PROGRAM_DEPTH_OFFSET",
	"PS.PROGRAM_DEPTH_FACTOR",
	"PS.COLOR_FORMAT",
	"PS.STATISTICS_CONTROL",
	"PS.PS_INVOCATIONS_LO",
	"PS.PS_INVOCATIONS_HI",
	"PS.PIXEL_KERNEL",
	"PS.PIXEL_KERNEL_BYTES",
	"PS.PIXEL_KERNEL_NEEDS",
	"PS.PIXEL_LIMIT",
	"PS.PIXEL_NOS_0",
	"PS.PIXEL_NOS_1",
	"PS.PIXEL_NOS_2",
	"PS.PIXEL_NOS_3",
	"PS.PIXEL_NOS_4",
	"PS.PIXEL_NOS_5",
	"PS.PIXEL_NOS_6",
	"PS.PIXEL_NOS_7",
	"WBU.COLOR_BASE",
	"WBU.COLOR_PITCH",
	"WBU.BLEND",
	"WBU.BLEND_CONSTANT",
	"WBU.WRITE_MASK",
	"WBU.COLOR_FORMAT",
	"WBU.WRITE_MASK_SET",
	"WBU.WRITE_MASK_CLEAR",
	"WBU.SURFACE_LOCK",
	"BP.IA_VERTICES_LO",
	"BP.IA_VERTICES_HI",
	"BP.IA_PRIMITIVES_LO",
	"BP.IA_PRIMITIVES_HI",
	"BP.VS_INVOCATIONS_LO",
	"BP.VS_INVOCATIONS_HI",
	"BP.CLIP_INVOCATIONS_LO",
	"BP.CLIP_INVOCATIONS_HI",
	"BP.CLIP_PRIMITIVES_LO",
	"BP.CLIP_PRIMITIVES_HI",
	"BIND.PIXEL_KERNEL",
	"BIND.PIXEL_KERNEL_BYTES",
	"BIND.BINDING_0_BASE",
	"BIND.BINDING_0_BYTES",
	"BIND.BINDING_1_BASE",
	"BIND.BINDING_1_BYTES",
	"BIND.BINDING_2_BASE",
	"BIND.BINDING_2_BYTES",
	"BIND.BINDING_3_BASE",
	"BIND.BINDING_3_BYTES",
	"BIND.BINDING_4_BASE",
	"BIND.BINDING_4_BYTES",
	"BIND.BINDING_5_BASE",
	"BIND.BINDING_5_BYTES",
	"BIND.BINDING_6_BASE",
	"BIND.BINDING_6_BYTES",
	"BIND.BINDING_7_BASE",
	"BIND.BINDING_7_BYTES",
	"BIND.TEXTURE_0_BASE",
	"BIND.TEXTURE_0_BYTES",
	"BIND.TEXTURE_0_PITCH",
	"BIND.TEXTURE_0_SIZE",
	"BIND.TEXTURE_0_FORMAT",
	"BIND.TEXTURE_1_BASE",
	"BIND.TEXTURE_1_BYTES",
	"BIND.TEXTURE_1_PITCH",
	"BIND.TEXTURE_1_SIZE",
	"BIND.TEXTURE_1_FORMAT",
	"BIND.TEXTURE_2_BASE",
	"BIND.TEXTURE_2_BYTES",
	"BIND.TEXTURE_2_PITCH",
	"BIND.TEXTURE_2_SIZE",
	"BIND.TEXTURE_2_FORMAT",
	"BIND.TEXTURE_3_BASE",
	"BIND.TEXTURE_3_BYTES",
	"BIND.TEXTURE_3_PITCH",
	"BIND.TEXTURE_3_SIZE",
	"BIND.TEXTURE_3_FORMAT",
	"BIND.TEXTURE_4_BASE",
	"BIND.TEXTURE_4_BYTES",
	"BIND.TEXTURE_4_PITCH",
	"BIND.TEXTURE_4_SIZE",
	"BIND.TEXTURE_4_FORMAT",
	"BIND.TEXTURE_5_BASE",
	"BIND.TEXTURE_5_BYTES",
	"BIND.TEXTURE_5_PITCH",
	"BIND.TEXTURE_5_SIZE",
	"BIND.TEXTURE_5_FORMAT",
	"BIND.TEXTURE_6_BASE",
	"BIND.TEXTURE_6_BYTES",
	"BIND.TEXTURE_6_PITCH",
	"BIND.TEXTURE_6_SIZE",
	"BIND.TEXTURE_6_FORMAT",
	"BIND.TEXTURE_7_BASE",
	"BIND.TEXTURE_7_BYTES",
	"BIND.TEXTURE_7_PITCH",
	"BIND.TEXTURE_7_SIZE",
	"BIND.TEXTURE_7_FORMAT",
	"BIND.SAMPLER_0_MODE",
	"BIND.SAMPLER_0_BIAS",
	"BIND.SAMPLER_0_LOD",
	"BIND.SAMPLER_1_MODE",
	"BIND.SAMPLER_1_BIAS",
	"BIND.SAMPLER_1_LOD",
	"BIND.SAMPLER_2_MODE",
	"BIND.SAMPLER_2_BIAS",
	"BIND.SAMPLER_2_LOD",
	"BIND.SAMPLER_3_MODE",
	"BIND.SAMPLER_3_BIAS",
	"BIND.SAMPLER_3_LOD",
	"SG_TG.TARGET_SIZE",
	"SG_TG.SCISSOR_MIN",
	"SG_TG.SCISSOR_MAX",
	"ZL1.HIZ_CONTROL",
	"ZL2.DEPTH_BASE",
	"ZL2.DEPTH_PITCH",
	"ZL2.DEPTH_CONTROL",
	"ZL2.STENCIL_CONTROL",
	"ZL2.STENCIL_FRONT",
	"ZL2.STENCIL_BACK",
	"ZL2.STENCIL_REF",
	"ZL2.STENCIL_MASKS",
	"ZL2.QUERY_CONTROL",
	"ZL2.OCCLUSION_LO",
	"ZL2.OCCLUSION_HI",
	"ZL2.QUERY_CLEAR",
}

// Blocks describes all blocks, indexed by their ID.
var Blocks = [NumBlocks]Block{
	{Name: "CSP", ID: BlockCSP, Length: 551, Description: "Command stream processor, draw state that the front-end parser uses and the packing of the save area.", Registers: []Register{
		{Name: "TOPOLOGY", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "How the vertices of a draw form primitives.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Primitive topology.", Enum: []EnumValue{{"TRIANGLE_LIST", 0}, {"TRIANGLE_STRIP", 1}, {"TRIANGLE_FAN", 2}, {"PATCH_LIST", 3}}},
		}},
		{Name: "INDEX_BASE", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Byte address of the index buffer, aligned to 64 bytes.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Address of index 0."},
		}},
		{Name: "INDEX_FORMAT", Index: 2, Class: "save", HW: "ro", Reset: 0x0, Description: "Width of an index, and primitive restart.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 1, Type: "enum", Reset: 0x0, Description: "Index width.", Enum: []EnumValue{{"U16", 0}, {"U32", 1}}},
			{Name: "RESTART", Shift: 1, Width: 1, Type: "bool", Reset: 0x0, Description: "An index of all ones restarts the primitive."},
		}},
		{Name: "BASE_VERTEX", Index: 3, Class: "save", HW: "ro", Reset: 0x0, Description: "Added to every index of an indexed draw.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "sint", Reset: 0x0, Description: "Vertices, two's complement."},
		}},
		{Name: "OFFSET_0", Index: 4, Class: "save", HW: "ro", Reset: 0x8b0001, Description: "Where blocks 0 and 1 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0x1, Description: "Of block 0, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0x8b, Description: "Of block 1, in units of 128 bits."},
		}},
		{Name: "OFFSET_1", Index: 5, Class: "save", HW: "ro", Reset: 0x94008f, Description: "Where blocks 2 and 3 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0x8f, Description: "Of block 2, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0x94, Description: "Of block 3, in units of 128 bits."},
		}},
		{Name: "OFFSET_2", Index: 6, Class: "save", HW: "ro", Reset: 0xbf00bd, Description: "Where blocks 4 and 5 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0xbd, Description: "Of block 4, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0xbf, Description: "Of block 5, in units of 128 bits."},
		}},
		{Name: "OFFSET_3", Index: 7, Class: "save", HW: "ro", Reset: 0xdd00db, Description: "Where blocks 6 and 7 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0xdb, Description: "Of block 6, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0xdd, Description: "Of block 7, in units of 128 bits."},
		}},
		{Name: "OFFSET_4", Index: 8, Class: "save", HW: "ro", Reset: 0xe700e3, Description: "Where blocks 8 and 9 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0xe3, Description: "Of block 8, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0xe7, Description: "Of block 9, in units of 128 bits."},
		}},
		{Name: "OFFSET_5", Index: 9, Class: "save", HW: "ro", Reset: 0xea00ea, Description: "Where blocks 10 and 11 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0xea, Description: "Of block 10, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0xea, Description: "Of block 11, in units of 128 bits."},
		}},
		{Name: "OFFSET_6", Index: 10, Class: "save", HW: "ro", Reset: 0xea00ea, Description: "Where blocks 12 and 13 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0xea, Description: "Of block 12, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0xea, Description: "Of block 13, in units of 128 bits."},
		}},
		{Name: "OFFSET_7", Index: 11, Class: "save", HW: "ro", Reset: 0xea00ea, Description: "Where blocks 14 and 15 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0xea, Description: "Of block 14, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0xea, Description: "Of block 15, in units of 128 bits."},
		}},
		{Name: "OFFSET_8", Index: 12, Class: "save", HW: "ro", Reset: 0xea00ea, Description: "Where blocks 16 and 17 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0xea, Description: "Of block 16, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0xea, Description: "Of block 17, in units of 128 bits."},
		}},
		{Name: "OFFSET_9", Index: 13, Class: "save", HW: "ro", Reset: 0xff00fe, Description: "Where blocks 18 and 19 begin in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0xfe, Description: "Of block 18, in units of 128 bits."},
			{Name: "HIGH", Shift: 16, Width: 16, Type: "uint", Reset: 0xff, Description: "Of block 19, in units of 128 bits."},
		}},
		{Name: "OFFSET_10", Index: 14, Class: "save", HW: "ro", Reset: 0x104, Description: "Where block 20 begins in the context's save area.", Fields: []Field{
			{Name: "LOW", Shift: 0, Width: 16, Type: "uint", Reset: 0x104, Description: "Of block 20, in units of 128 bits."},
		}},
		{Name: "LENGTH_0", Index: 15, Class: "save", HW: "ro", Reset: 0xa3130dff, Description: "What is reserved in the context's save area for blocks 0 to 3.", Fields: []Field{
			{Name: "FIRST", Shift: 0, Width: 8, Type: "uint", Reset: 0xff, Description: "Of block 0, in DWORDs; 255 for the table's length."},
			{Name: "SECOND", Shift: 8, Width: 8, Type: "uint", Reset: 0xd, Description: "Of block 1, in DWORDs; 255 for the table's length."},
			{Name: "THIRD", Shift: 16, Width: 8, Type: "uint", Reset: 0x13, Description: "Of block 2, in DWORDs; 255 for the table's length."},
			{Name: "FOURTH", Shift: 24, Width: 8, Type: "uint", Reset: 0xa3, Description: "Of block 3, in DWORDs; 255 for the table's length."},
		}},
		{Name: "LENGTH_1", Index: 16, Class: "save", HW: "ro", Reset: 0x18087008, Description: "What is reserved in the context's save area for blocks 4 to 7.", Fields: []Field{
			{Name: "FIRST", Shift: 0, Width: 8, Type: "uint", Reset: 0x8, Description: "Of block 4, in DWORDs; 255 for the table's length."},
			{Name: "SECOND", Shift: 8, Width: 8, Type: "uint", Reset: 0x70, Description: "Of block 5, in DWORDs; 255 for the table's length."},
			{Name: "THIRD", Shift: 16, Width: 8, Type: "uint", Reset: 0x8, Description: "Of block 6, in DWORDs; 255 for the table's length."},
			{Name: "FOURTH", Shift: 24, Width: 8, Type: "uint", Reset: 0x18, Description: "Of block 7, in DWORDs; 255 for the table's length."},
		}},
		{Name: "LENGTH_2", Index: 17, Class: "save", HW: "ro", Reset: 0xa10, Description: "What is reserved in the context's save area for blocks 8 to 11.", Fields: []Field{
			{Name: "FIRST", Shift: 0, Width: 8, Type: "uint", Reset: 0x10, Description: "Of block 8, in DWORDs; 255 for the table's length."},
			{Name: "SECOND", Shift: 8, Width: 8, Type: "uint", Reset: 0xa, Description: "Of block 9, in DWORDs; 255 for the table's length."},
			{Name: "THIRD", Shift: 16, Width: 8, Type: "uint", Reset: 0x0, Description: "Of block 10, in DWORDs; 255 for the table's length."},
			{Name: "FOURTH", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Of block 11, in DWORDs; 255 for the table's length."},
		}},
		{Name: "LENGTH_3", Index: 18, Class: "save", HW: "ro", Reset: 0x0, Description: "What is reserved in the context's save area for blocks 12 to 15.", Fields: []Field{
			{Name: "FIRST", Shift: 0, Width: 8, Type: "uint", Reset: 0x0, Description: "Of block 12, in DWORDs; 255 for the table's length."},
			{Name: "SECOND", Shift: 8, Width: 8, Type: "uint", Reset: 0x0, Description: "Of block 13, in DWORDs; 255 for the table's length."},
			{Name: "THIRD", Shift: 16, Width: 8, Type: "uint", Reset: 0x0, Description: "Of block 14, in DWORDs; 255 for the table's length."},
			{Name: "FOURTH", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Of block 15, in DWORDs; 255 for the table's length."},
		}},
		{Name: "LENGTH_4", Index: 19, Class: "save", HW: "ro", Reset: 0x11035000, Description: "What is reserved in the context's save area for blocks 16 to 19.", Fields: []Field{
			{Name: "FIRST", Shift: 0, Width: 8, Type: "uint", Reset: 0x0, Description: "Of block 16, in DWORDs; 255 for the table's length."},
			{Name: "SECOND", Shift: 8, Width: 8, Type: "uint", Reset: 0x50, Description: "Of block 17, in DWORDs; 255 for the table's length."},
			{Name: "THIRD", Shift: 16, Width: 8, Type: "uint", Reset: 0x3, Description: "Of block 18, in DWORDs; 255 for the table's length."},
			{Name: "FOURTH", Shift: 24, Width: 8, Type: "uint", Reset: 0x11, Description: "Of block 19, in DWORDs; 255 for the table's length."},
		}},
		{Name: "LENGTH_5", Index: 20, Class: "save", HW: "ro", Reset: 0x15, Description: "What is reserved in the context's save area for block 20.", Fields: []Field{
			{Name: "FIRST", Shift: 0, Width: 8, Type: "uint", Reset: 0x15, Description: "Of block 20, in DWORDs; 255 for the table's length."},
		}},
	}},
	{Name: "C2D", ID: BlockC2D, Length: 13, Description: "2D block, fills and copies.", Registers: []Register{
		{Name: "DST_BASE", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Byte address of the destination surface.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Aligned to 64 bytes, to a tile's bytes when tiled."},
		}},
		{Name: "DST_LAYOUT", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Layout of the destination surface.", Fields: []Field{
			{Name: "PITCH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels of a row, tiles of a row when tiled."},
			{Name: "FORMAT", Shift: 16, Width: 3, Type: "enum", Reset: 0x0, Description: "Pixel format.", Enum: []EnumValue{{"RGBA8", 0}, {"SRGB8", 1}, {"RGBA16F", 2}, {"D24S8", 3}, {"D32F", 4}, {"D16", 5}}},
			{Name: "TILED", Shift: 19, Width: 1, Type: "bool", Reset: 0x0, Description: "Tiles of 8 by 8 pixels instead of rows."},
		}},
		{Name: "DST_ORIGIN", Index: 2, Class: "save", HW: "ro", Reset: 0x0, Description: "First pixel of the rectangle in the destination surface.", Fields: []Field{
			{Name: "X", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels from the left."},
			{Name: "Y", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels from the top."},
		}},
		{Name: "SRC_BASE", Index: 3, Class: "save", HW: "ro", Reset: 0x0, Description: "Byte address of the source surface.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Aligned to 64 bytes, to a tile's bytes when tiled."},
		}},
		{Name: "SRC_LAYOUT", Index: 4, Class: "save", HW: "ro", Reset: 0x0, Description: "Layout of the source surface.", Fields: []Field{
			{Name: "PITCH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels of a row, tiles of a row when tiled."},
			{Name: "FORMAT", Shift: 16, Width: 3, Type: "enum", Reset: 0x0, Description: "Pixel format.", Enum: []EnumValue{{"RGBA8", 0}, {"SRGB8", 1}, {"RGBA16F", 2}, {"D24S8", 3}, {"D32F", 4}, {"D16", 5}}},
			{Name: "TILED", Shift: 19, Width: 1, Type: "bool", Reset: 0x0, Description: "Tiles of 8 by 8 pixels instead of rows."},
		}},
		{Name: "SRC_ORIGIN", Index: 5, Class: "save", HW: "ro", Reset: 0x0, Description: "First pixel of the rectangle in the source surface.", Fields: []Field{
			{Name: "X", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels from the left."},
			{Name: "Y", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels from the top."},
		}},
		{Name: "EXTENT", Index: 6, Class: "save", HW: "ro", Reset: 0x0, Description: "Size of the rectangle.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels; 0: nothing is done."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels; 0: nothing is done."},
		}},
		{Name: "FILL_LO", Index: 7, Class: "save", HW: "ro", Reset: 0x0, Description: "Pixel that a fill writes, in the destination's format, low word.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bits of the pixel."},
		}},
		{Name: "FILL_HI", Index: 8, Class: "save", HW: "ro", Reset: 0x0, Description: "Pixel that a fill writes, high word of RGBA16F.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bits of the pixel."},
		}},
	}},
	{Name: "MXU", ID: BlockMXU, Length: 19, Description: "Memory access unit, the surfaces that the break point pins.", Registers: []Register{
		{Name: "COLOR_BASE", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Byte address of the colour surface whose pages are pinned for a tile.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Address of tile 0, aligned to 256 bytes."},
		}},
		{Name: "DEPTH_BASE", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Byte address of the depth surface whose pages are pinned for a tile.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Address of tile 0, aligned to 256 bytes."},
		}},
		{Name: "SURFACE_PITCH", Index: 2, Class: "save", HW: "ro", Reset: 0x0, Description: "Width of the two surfaces.", Fields: []Field{
			{Name: "COLOR", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Tiles in a row of the colour surface."},
			{Name: "DEPTH", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Tiles in a row of the depth surface."},
		}},
		{Name: "SURFACE_FORMAT", Index: 5, Class: "save", HW: "ro", Reset: 0x0, Description: "Bytes of a pixel of the two surfaces.", Fields: []Field{
			{Name: "COLOR_WIDE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "A pixel of the colour surface has eight bytes instead of four."},
			{Name: "DEPTH_NARROW", Shift: 1, Width: 1, Type: "bool", Reset: 0x0, Description: "A pixel of the depth surface has two bytes instead of four."},
		}},
	}},
	{Name: "TSU", ID: BlockTSU, Length: 163, Description: "Triangle setup unit, viewport, clipping and culling.", Registers: []Register{
		{Name: "VIEWPORT_SCALE_X", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Half the viewport's width.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "VIEWPORT_OFFSET_X", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Horizontal centre of the viewport.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels from the left edge of the target."},
		}},
		{Name: "VIEWPORT_SCALE_Y", Index: 2, Class: "save", HW: "ro", Reset: 0x0, Description: "Half the viewport's height.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "VIEWPORT_OFFSET_Y", Index: 3, Class: "save", HW: "ro", Reset: 0x0, Description: "Vertical centre of the viewport.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels from the top edge of the target."},
		}},
		{Name: "DEPTH_SCALE", Index: 4, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Scale from clip z/w to window depth.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Dimensionless."},
		}},
		{Name: "DEPTH_OFFSET", Index: 5, Class: "save", HW: "ro", Reset: 0x0, Description: "Offset from clip z/w to window depth.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Dimensionless."},
		}},
		{Name: "CULL", Index: 6, Class: "save", HW: "ro", Reset: 0x0, Description: "Which faces are culled and which side is the front.", Fields: []Field{
			{Name: "CULL_FRONT", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "Front-facing triangles are culled."},
			{Name: "CULL_BACK", Shift: 1, Width: 1, Type: "bool", Reset: 0x0, Description: "Back-facing triangles are culled."},
			{Name: "FRONT_CW", Shift: 2, Width: 1, Type: "bool", Reset: 0x0, Description: "A triangle that runs clockwise in the picture is front-facing."},
		}},
		{Name: "GUARD_BAND", Index: 7, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Clip planes at the sides, as a multiple of w.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Factor G, at least 1."},
		}},
		{Name: "STATISTICS_CONTROL", Index: 8, Class: "save", HW: "ro", Reset: 0x0, Description: "Pipeline statistics above the break point, which the block BP keeps.", Fields: []Field{
			{Name: "ENABLE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "Vertices and primitives are counted."},
		}},
		{Name: "FLAT", Index: 9, Class: "save", HW: "ro", Reset: 0x0, Description: "Which attributes of a vertex are those of the provoking vertex.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "A bit each."},
		}},
		{Name: "VIEWPORT_SELECT", Index: 19, Class: "save", HW: "ro", Reset: 0x0, Description: "Which viewport the draws use.", Fields: []Field{
			{Name: "INDEX", Shift: 0, Width: 2, Type: "uint", Reset: 0x0, Description: "0: the registers VIEWPORT_*, DEPTH_SCALE and DEPTH_OFFSET; 1 to 3: VIEWPORT1 to VIEWPORT3."},
		}},
		{Name: "VIEWPORT1_SCALE_X", Index: 20, Class: "save", HW: "ro", Reset: 0x0, Description: "Half the viewport's width, viewport 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "VIEWPORT1_OFFSET_X", Index: 21, Class: "save", HW: "ro", Reset: 0x0, Description: "Horizontal centre of the viewport, viewport 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels from the left edge of the target."},
		}},
		{Name: "VIEWPORT1_SCALE_Y", Index: 22, Class: "save", HW: "ro", Reset: 0x0, Description: "Half the viewport's height, viewport 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "VIEWPORT1_OFFSET_Y", Index: 23, Class: "save", HW: "ro", Reset: 0x0, Description: "Vertical centre of the viewport, viewport 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels from the top edge of the target."},
		}},
		{Name: "VIEWPORT1_DEPTH_SCALE", Index: 24, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Scale from clip z/w to window depth, viewport 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Dimensionless."},
		}},
		{Name: "VIEWPORT1_DEPTH_OFFSET", Index: 25, Class: "save", HW: "ro", Reset: 0x0, Description: "Offset from clip z/w to window depth, viewport 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Dimensionless."},
		}},
		{Name: "VIEWPORT2_SCALE_X", Index: 26, Class: "save", HW: "ro", Reset: 0x0, Description: "Half the viewport's width, viewport 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "VIEWPORT2_OFFSET_X", Index: 27, Class: "save", HW: "ro", Reset: 0x0, Description: "Horizontal centre of the viewport, viewport 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels from the left edge of the target."},
		}},
		{Name: "VIEWPORT2_SCALE_Y", Index: 28, Class: "save", HW: "ro", Reset: 0x0, Description: "Half the viewport's height, viewport 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "VIEWPORT2_OFFSET_Y", Index: 29, Class: "save", HW: "ro", Reset: 0x0, Description: "Vertical centre of the viewport, viewport 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels from the top edge of the target."},
		}},
		{Name: "VIEWPORT2_DEPTH_SCALE", Index: 30, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Scale from clip z/w to window depth, viewport 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Dimensionless."},
		}},
		{Name: "VIEWPORT2_DEPTH_OFFSET", Index: 31, Class: "save", HW: "ro", Reset: 0x0, Description: "Offset from clip z/w to window depth, viewport 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Dimensionless."},
		}},
		{Name: "VIEWPORT3_SCALE_X", Index: 32, Class: "save", HW: "ro", Reset: 0x0, Description: "Half the viewport's width, viewport 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "VIEWPORT3_OFFSET_X", Index: 33, Class: "save", HW: "ro", Reset: 0x0, Description: "Horizontal centre of the viewport, viewport 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels from the left edge of the target."},
		}},
		{Name: "VIEWPORT3_SCALE_Y", Index: 34, Class: "save", HW: "ro", Reset: 0x0, Description: "Half the viewport's height, viewport 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "VIEWPORT3_OFFSET_Y", Index: 35, Class: "save", HW: "ro", Reset: 0x0, Description: "Vertical centre of the viewport, viewport 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels from the top edge of the target."},
		}},
		{Name: "VIEWPORT3_DEPTH_SCALE", Index: 36, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Scale from clip z/w to window depth, viewport 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Dimensionless."},
		}},
		{Name: "VIEWPORT3_DEPTH_OFFSET", Index: 37, Class: "save", HW: "ro", Reset: 0x0, Description: "Offset from clip z/w to window depth, viewport 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Dimensionless."},
		}},
	}},
	{Name: "EUP_FRONT", ID: BlockEUPFront, Length: 8, Description: "Front of the execution units. VF fetches vertices by its registers.", Registers: []Register{
		{Name: "VERTEX_BASE", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Byte address of the vertex records.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Address of vertex 0, aligned to 64 bytes."},
		}},
		{Name: "VERTEX_COUNT", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Number of vertex records. A vertex number at or past it reads as zeros.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Records."},
		}},
	}},
	{Name: "EUP", ID: BlockEUP, Length: 112, Description: "Execution-unit pool: kernels of the vertex stage, their constants and what they bind.", Registers: []Register{
		{Name: "TRANSFORM_0", Index: 0, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Transform from object to clip space, column 0, row 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_1", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 0, row 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_2", Index: 2, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 0, row 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_3", Index: 3, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 0, row 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_4", Index: 4, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 1, row 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_5", Index: 5, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Transform from object to clip space, column 1, row 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_6", Index: 6, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 1, row 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_7", Index: 7, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 1, row 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_8", Index: 8, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 2, row 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_9", Index: 9, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 2, row 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_10", Index: 10, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Transform from object to clip space, column 2, row 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_11", Index: 11, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 2, row 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_12", Index: 12, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 3, row 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_13", Index: 13, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 3, row 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_14", Index: 14, Class: "save", HW: "ro", Reset: 0x0, Description: "Transform from object to clip space, column 3, row 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Matrix element."},
		}},
		{Name: "TRANSFORM_15", Index: 15, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Transform from object to clip space, column 3, row 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Matrix element."},
		}},
		{Name: "LIGHT_X", Index: 16, Class: "save", HW: "ro", Reset: 0x0, Description: "Direction towards the light in object space, x.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Component of a unit vector."},
		}},
		{Name: "LIGHT_Y", Index: 17, Class: "save", HW: "ro", Reset: 0x0, Description: "Direction towards the light in object space, y.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Component of a unit vector."},
		}},
		{Name: "LIGHT_Z", Index: 18, Class: "save", HW: "ro", Reset: 0x0, Description: "Direction towards the light in object space, z.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Component of a unit vector."},
		}},
		{Name: "AMBIENT", Index: 19, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Light that does not depend on the normal.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "Factor of the colour."},
		}},
		{Name: "DIFFUSE", Index: 20, Class: "save", HW: "ro", Reset: 0x0, Description: "Light in proportion to the cosine of the angle to the light.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Factor of the colour."},
		}},
		{Name: "BASE_COLOR_R", Index: 21, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Base colour, red.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "0 to 1."},
		}},
		{Name: "BASE_COLOR_G", Index: 22, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Base colour, green.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "0 to 1."},
		}},
		{Name: "BASE_COLOR_B", Index: 23, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Base colour, blue.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "0 to 1."},
		}},
		{Name: "BASE_COLOR_A", Index: 24, Class: "save", HW: "ro", Reset: 0x3f800000, Description: "Base colour, alpha.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x3f800000, Description: "0 to 1."},
		}},
		{Name: "VERTEX_PROGRAM", Index: 25, Class: "save", HW: "ro", Reset: 0x0, Description: "Switches of the driver's vertex kernel, constants of every vertex, hull and domain kernel.", Fields: []Field{
			{Name: "LIGHTING", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "The colour is multiplied by the light."},
			{Name: "USE_VERTEX_COLOR", Shift: 1, Width: 1, Type: "bool", Reset: 0x0, Description: "The base colour is multiplied by the vertex's."},
		}},
		{Name: "INSTANCE_STEP_X", Index: 26, Class: "save", HW: "ro", Reset: 0x0, Description: "Distance from one instance to the next in object space, x.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Object units."},
		}},
		{Name: "INSTANCE_STEP_Y", Index: 27, Class: "save", HW: "ro", Reset: 0x0, Description: "Distance from one instance to the next in object space, y.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Object units."},
		}},
		{Name: "INSTANCE_STEP_Z", Index: 28, Class: "save", HW: "ro", Reset: 0x0, Description: "Distance from one instance to the next in object space, z.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Object units."},
		}},
		{Name: "TESSELLATION", Index: 29, Class: "save", HW: "ro", Reset: 0x1, Description: "Tessellation of bicubic patches.", Fields: []Field{
			{Name: "LEVEL", Shift: 0, Width: 6, Type: "uint", Reset: 0x1, Description: "Segments of each side, 1 to 32; 0 counts as 1, more as 32."},
		}},
		{Name: "VERTEX_KERNEL", Index: 30, Class: "save", HW: "ro", Reset: 0x0, Description: "Place of the vertex kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of its first instruction, aligned to 64 bytes."},
		}},
		{Name: "VERTEX_KERNEL_BYTES", Index: 31, Class: "save", HW: "ro", Reset: 0x0, Description: "Size of the vertex kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes of its instructions."},
		}},
		{Name: "VERTEX_KERNEL_NEEDS", Index: 32, Class: "save", HW: "ro", Reset: 0x0, Description: "What a thread of the vertex kernel has.", Fields: []Field{
			{Name: "REGISTERS", Shift: 0, Width: 7, Type: "uint", Reset: 0x0, Description: "General registers, less one."},
			{Name: "LANES", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Lanes of a thread.", Enum: []EnumValue{{"EIGHT", 0}, {"SIXTEEN", 1}, {"THIRTYTWO", 2}}},
			{Name: "SCRATCH", Shift: 10, Width: 4, Type: "uint", Reset: 0x0, Description: "Scratch memory of a thread: 0 none, n 32 * 2^n bytes."},
			{Name: "INPUTS", Shift: 16, Width: 7, Type: "uint", Reset: 0x0, Description: "Registers that it begins with, from r0 on."},
			{Name: "PATCH_TABLE", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing."},
		}},
		{Name: "VERTEX_LIMIT", Index: 33, Class: "save", HW: "ro", Reset: 0x0, Description: "Limit of the vertex kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Instructions that a thread may execute; 0: as many as the machine allows (vertex.limit)."},
		}},
		{Name: "DOMAIN_KERNEL", Index: 34, Class: "save", HW: "ro", Reset: 0x0, Description: "Place of the domain kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of its first instruction, aligned to 64 bytes."},
		}},
		{Name: "DOMAIN_KERNEL_BYTES", Index: 35, Class: "save", HW: "ro", Reset: 0x0, Description: "Size of the domain kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes of its instructions."},
		}},
		{Name: "DOMAIN_KERNEL_NEEDS", Index: 36, Class: "save", HW: "ro", Reset: 0x0, Description: "What a thread of the domain kernel has.", Fields: []Field{
			{Name: "REGISTERS", Shift: 0, Width: 7, Type: "uint", Reset: 0x0, Description: "General registers, less one."},
			{Name: "LANES", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Lanes of a thread.", Enum: []EnumValue{{"EIGHT", 0}, {"SIXTEEN", 1}, {"THIRTYTWO", 2}}},
			{Name: "SCRATCH", Shift: 10, Width: 4, Type: "uint", Reset: 0x0, Description: "Scratch memory of a thread: 0 none, n 32 * 2^n bytes."},
			{Name: "INPUTS", Shift: 16, Width: 7, Type: "uint", Reset: 0x0, Description: "Registers that it begins with, from r0 on."},
			{Name: "PATCH_TABLE", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing."},
		}},
		{Name: "DOMAIN_LIMIT", Index: 37, Class: "save", HW: "ro", Reset: 0x0, Description: "Limit of the domain kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Instructions that a thread may execute; 0: as many as the machine allows (vertex.limit)."},
		}},
		{Name: "HULL_KERNEL", Index: 38, Class: "save", HW: "ro", Reset: 0x0, Description: "Place of the hull kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of its first instruction, aligned to 64 bytes."},
		}},
		{Name: "HULL_KERNEL_BYTES", Index: 39, Class: "save", HW: "ro", Reset: 0x0, Description: "Size of the hull kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes of its instructions; 0: patches have the segments of TESSELLATION."},
		}},
		{Name: "HULL_KERNEL_NEEDS", Index: 40, Class: "save", HW: "ro", Reset: 0x0, Description: "What a thread of the hull kernel has.", Fields: []Field{
			{Name: "REGISTERS", Shift: 0, Width: 7, Type: "uint", Reset: 0x0, Description: "General registers, less one."},
			{Name: "LANES", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Lanes of a thread.", Enum: []EnumValue{{"EIGHT", 0}, {"SIXTEEN", 1}, {"THIRTYTWO", 2}}},
			{Name: "SCRATCH", Shift: 10, Width: 4, Type: "uint", Reset: 0x0, Description: "Scratch memory of a thread: 0 none, n 32 * 2^n bytes."},
			{Name: "INPUTS", Shift: 16, Width: 7, Type: "uint", Reset: 0x0, Description: "Registers that it begins with, from r0 on."},
			{Name: "PATCH_TABLE", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing."},
		}},
		{Name: "HULL_LIMIT", Index: 41, Class: "save", HW: "ro", Reset: 0x0, Description: "Limit of the hull kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Instructions that a thread may execute; 0: as many as the machine allows (vertex.limit)."},
		}},
		{Name: "BINDING_0_BASE", Index: 42, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_0_BYTES", Index: 43, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_1_BASE", Index: 44, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_1_BYTES", Index: 45, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_2_BASE", Index: 46, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 2 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_2_BYTES", Index: 47, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 2 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_3_BASE", Index: 48, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 3 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_3_BYTES", Index: 49, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 3 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_4_BASE", Index: 50, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 4 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_4_BYTES", Index: 51, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 4 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_5_BASE", Index: 52, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 5 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_5_BYTES", Index: 53, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 5 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_6_BASE", Index: 54, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 6 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_6_BYTES", Index: 55, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 6 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_7_BASE", Index: 56, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 7 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_7_BYTES", Index: 57, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 7 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_0_BASE", Index: 58, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_0_BYTES", Index: 59, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_0_PITCH", Index: 60, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_0_SIZE", Index: 61, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_0_FORMAT", Index: 62, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "TEXTURE_1_BASE", Index: 63, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_1_BYTES", Index: 64, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_1_PITCH", Index: 65, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_1_SIZE", Index: 66, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_1_FORMAT", Index: 67, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "SAMPLER_0_MODE", Index: 68, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "WRAP_U", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Horizontal wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_V", Shift: 2, Width: 2, Type: "enum", Reset: 0x0, Description: "Vertical wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_W", Shift: 4, Width: 2, Type: "enum", Reset: 0x0, Description: "Wrap mode of the third coordinate.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "MAG", Shift: 6, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a magnified texture.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIN", Shift: 7, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a texture that is not magnified.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIP", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Choice of mip levels.", Enum: []EnumValue{{"NONE", 0}, {"NEAREST", 1}, {"LINEAR", 2}}},
			{Name: "COMPARE", Shift: 10, Width: 3, Type: "enum", Reset: 0x0, Description: "Comparison of the reference with a texel.", Enum: []EnumValue{{"NEVER", 0}, {"LESS", 1}, {"EQUAL", 2}, {"LEQUAL", 3}, {"GREATER", 4}, {"NOTEQUAL", 5}, {"GEQUAL", 6}, {"ALWAYS", 7}}},
		}},
		{Name: "SAMPLER_0_BIAS", Index: 69, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "sint", Reset: 0x0, Description: "Added to the level of detail, in 1/256 level."},
		}},
		{Name: "SAMPLER_0_LOD", Index: 70, Class: "save", HW: "ro", Reset: 0xffff0000, Description: "Sampler 0 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "MIN", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Least level of detail, in 1/256 level."},
			{Name: "MAX", Shift: 16, Width: 16, Type: "uint", Reset: 0xffff, Description: "Greatest one."},
		}},
		{Name: "SAMPLER_1_MODE", Index: 71, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "WRAP_U", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Horizontal wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_V", Shift: 2, Width: 2, Type: "enum", Reset: 0x0, Description: "Vertical wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_W", Shift: 4, Width: 2, Type: "enum", Reset: 0x0, Description: "Wrap mode of the third coordinate.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "MAG", Shift: 6, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a magnified texture.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIN", Shift: 7, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a texture that is not magnified.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIP", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Choice of mip levels.", Enum: []EnumValue{{"NONE", 0}, {"NEAREST", 1}, {"LINEAR", 2}}},
			{Name: "COMPARE", Shift: 10, Width: 3, Type: "enum", Reset: 0x0, Description: "Comparison of the reference with a texel.", Enum: []EnumValue{{"NEVER", 0}, {"LESS", 1}, {"EQUAL", 2}, {"LEQUAL", 3}, {"GREATER", 4}, {"NOTEQUAL", 5}, {"GEQUAL", 6}, {"ALWAYS", 7}}},
		}},
		{Name: "SAMPLER_1_BIAS", Index: 72, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "sint", Reset: 0x0, Description: "Added to the level of detail, in 1/256 level."},
		}},
		{Name: "SAMPLER_1_LOD", Index: 73, Class: "save", HW: "ro", Reset: 0xffff0000, Description: "Sampler 1 of vertex, hull and domain kernels.", Fields: []Field{
			{Name: "MIN", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Least level of detail, in 1/256 level."},
			{Name: "MAX", Shift: 16, Width: 16, Type: "uint", Reset: 0xffff, Description: "Greatest one."},
		}},
		{Name: "VERTEX_NOS_0", Index: 74, Class: "save", HW: "ro", Reset: 0x0, Description: "State that vertex kernels depend on, word 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "VERTEX_NOS_1", Index: 75, Class: "save", HW: "ro", Reset: 0x0, Description: "State that vertex kernels depend on, word 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "VERTEX_NOS_2", Index: 76, Class: "save", HW: "ro", Reset: 0x0, Description: "State that vertex kernels depend on, word 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "VERTEX_NOS_3", Index: 77, Class: "save", HW: "ro", Reset: 0x0, Description: "State that vertex kernels depend on, word 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "VERTEX_NOS_4", Index: 78, Class: "save", HW: "ro", Reset: 0x0, Description: "State that vertex kernels depend on, word 4.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "VERTEX_NOS_5", Index: 79, Class: "save", HW: "ro", Reset: 0x0, Description: "State that vertex kernels depend on, word 5.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "VERTEX_NOS_6", Index: 80, Class: "save", HW: "ro", Reset: 0x0, Description: "State that vertex kernels depend on, word 6.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "VERTEX_NOS_7", Index: 81, Class: "save", HW: "ro", Reset: 0x0, Description: "State that vertex kernels depend on, word 7.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "HULL_NOS_0", Index: 82, Class: "save", HW: "ro", Reset: 0x0, Description: "State that hull kernels depend on, word 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "HULL_NOS_1", Index: 83, Class: "save", HW: "ro", Reset: 0x0, Description: "State that hull kernels depend on, word 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "HULL_NOS_2", Index: 84, Class: "save", HW: "ro", Reset: 0x0, Description: "State that hull kernels depend on, word 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "HULL_NOS_3", Index: 85, Class: "save", HW: "ro", Reset: 0x0, Description: "State that hull kernels depend on, word 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "HULL_NOS_4", Index: 86, Class: "save", HW: "ro", Reset: 0x0, Description: "State that hull kernels depend on, word 4.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "HULL_NOS_5", Index: 87, Class: "save", HW: "ro", Reset: 0x0, Description: "State that hull kernels depend on, word 5.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "HULL_NOS_6", Index: 88, Class: "save", HW: "ro", Reset: 0x0, Description: "State that hull kernels depend on, word 6.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "HULL_NOS_7", Index: 89, Class: "save", HW: "ro", Reset: 0x0, Description: "State that hull kernels depend on, word 7.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "DOMAIN_NOS_0", Index: 90, Class: "save", HW: "ro", Reset: 0x0, Description: "State that domain kernels depend on, word 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "DOMAIN_NOS_1", Index: 91, Class: "save", HW: "ro", Reset: 0x0, Description: "State that domain kernels depend on, word 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "DOMAIN_NOS_2", Index: 92, Class: "save", HW: "ro", Reset: 0x0, Description: "State that domain kernels depend on, word 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "DOMAIN_NOS_3", Index: 93, Class: "save", HW: "ro", Reset: 0x0, Description: "State that domain kernels depend on, word 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "DOMAIN_NOS_4", Index: 94, Class: "save", HW: "ro", Reset: 0x0, Description: "State that domain kernels depend on, word 4.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "DOMAIN_NOS_5", Index: 95, Class: "save", HW: "ro", Reset: 0x0, Description: "State that domain kernels depend on, word 5.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "DOMAIN_NOS_6", Index: 96, Class: "save", HW: "ro", Reset: 0x0, Description: "State that domain kernels depend on, word 6.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "DOMAIN_NOS_7", Index: 97, Class: "save", HW: "ro", Reset: 0x0, Description: "State that domain kernels depend on, word 7.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_GEOMETRY of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "SCRATCH_BASE", Index: 98, Class: "derived", HW: "rw", Reset: 0x0, Description: "Scratch memory of the context, as its header says.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address."},
		}},
		{Name: "SCRATCH_BYTES", Index: 99, Class: "derived", HW: "rw", Reset: 0x0, Description: "Scratch memory of a thread, as the context's header says.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes, a multiple of 64; 0: there is none."},
		}},
	}},
	{Name: "ASU", ID: BlockASU, Length: 8, Description: "Attribute setup unit.", Registers: []Register{
		{Name: "ATTRIBUTES", Index: 0, Class: "save", HW: "ro", Reset: 0x4, Description: "Which attributes get plane equations besides depth and 1/w.", Fields: []Field{
			{Name: "COUNT", Shift: 0, Width: 5, Type: "uint", Reset: 0x4, Description: "Number of attributes, from 0 on; more than 16 count as 16."},
			{Name: "FLAT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Attributes that have the value of the provoking vertex at each pixel, a bit each."},
		}},
		{Name: "DEPTH_BIAS_CONTROL", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Depth bias.", Fields: []Field{
			{Name: "ENABLE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "The depth plane is moved by the bias."},
			{Name: "FORMAT", Shift: 1, Width: 2, Type: "enum", Reset: 0x0, Description: "Depth format whose least step DEPTH_BIAS_CONSTANT counts.", Enum: []EnumValue{{"D24S8", 0}, {"D32F", 1}, {"D16", 2}}},
		}},
		{Name: "DEPTH_BIAS_CONSTANT", Index: 2, Class: "save", HW: "ro", Reset: 0x0, Description: "Constant part of the depth bias.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Least steps of the depth format."},
		}},
		{Name: "DEPTH_BIAS_SLOPE", Index: 3, Class: "save", HW: "ro", Reset: 0x0, Description: "Part of the depth bias in proportion to the triangle's steepest slope.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "DEPTH_BIAS_CLAMP", Index: 4, Class: "save", HW: "ro", Reset: 0x0, Description: "Bound of the depth bias, above when positive, below when negative, none when 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Window depth."},
		}},
	}},
	{Name: "PS", ID: BlockPS, Length: 24, Description: "Pixel shading: quads to threads of the pixel kernel, their constants and limit.", Registers: []Register{
		{Name: "PIXEL_PROGRAM", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Switches of the driver's pixel kernel, constants of every pixel kernel.", Fields: []Field{
			{Name: "TEXTURE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "The colour is multiplied by a texel."},
			{Name: "KILL", Shift: 1, Width: 1, Type: "bool", Reset: 0x0, Description: "A pixel whose alpha is not at least ALPHA_REF is dropped."},
			{Name: "WRITE_DEPTH", Shift: 2, Width: 1, Type: "bool", Reset: 0x0, Description: "The program computes the depth that a late test uses: the driver takes the kernel that does, and says it here."},
		}},
		{Name: "PIXEL_ATTRIBUTES", Index: 1, Class: "save", HW: "ro", Reset: 0x6, Description: "Attributes that a thread of the pixel kernel begins with.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 5, Type: "uint", Reset: 0x6, Description: "Number of them, from 0 on; more than 16 count as 16."},
		}},
		{Name: "ALPHA_REF", Index: 5, Class: "save", HW: "ro", Reset: 0x0, Description: "Least alpha that KILL keeps.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "0 to 1."},
		}},
		{Name: "PROGRAM_DEPTH_OFFSET", Index: 6, Class: "save", HW: "ro", Reset: 0x0, Description: "Depth that WRITE_DEPTH computes where alpha is 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Window depth."},
		}},
		{Name: "PROGRAM_DEPTH_FACTOR", Index: 7, Class: "save", HW: "ro", Reset: 0x0, Description: "What alpha adds to the depth that WRITE_DEPTH computes.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "f32", Reset: 0x0, Description: "Window depth."},
		}},
		{Name: "COLOR_FORMAT", Index: 8, Class: "save", HW: "ro", Reset: 0x0, Description: "Format of the colours sent to WBU.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Format of the colour surface.", Enum: []EnumValue{{"RGBA8", 0}, {"SRGB8", 1}, {"RGBA16F", 2}}},
		}},
		{Name: "STATISTICS_CONTROL", Index: 9, Class: "save", HW: "ro", Reset: 0x0, Description: "Pipeline statistics of pixel shading.", Fields: []Field{
			{Name: "ENABLE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "Runs of the pixel kernel are counted."},
		}},
		{Name: "PS_INVOCATIONS_LO", Index: 10, Class: "save", HW: "rw", Reset: 0x0, Description: "Runs of the pixel kernel, low half, counted by the hardware.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "PS_INVOCATIONS_HI", Index: 11, Class: "save", HW: "rw", Reset: 0x0, Description: "Runs of the pixel kernel, high half, counted by the hardware.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Pixels."},
		}},
		{Name: "PIXEL_KERNEL", Index: 12, Class: "save", HW: "ro", Reset: 0x0, Description: "Place of the pixel kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of its first instruction, aligned to 64 bytes."},
		}},
		{Name: "PIXEL_KERNEL_BYTES", Index: 13, Class: "save", HW: "ro", Reset: 0x0, Description: "Size of the pixel kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes of its instructions."},
		}},
		{Name: "PIXEL_KERNEL_NEEDS", Index: 14, Class: "save", HW: "ro", Reset: 0x0, Description: "What a thread of the pixel kernel has.", Fields: []Field{
			{Name: "REGISTERS", Shift: 0, Width: 7, Type: "uint", Reset: 0x0, Description: "General registers, less one."},
			{Name: "LANES", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Lanes of a thread.", Enum: []EnumValue{{"EIGHT", 0}, {"SIXTEEN", 1}, {"THIRTYTWO", 2}}},
			{Name: "SCRATCH", Shift: 10, Width: 4, Type: "uint", Reset: 0x0, Description: "Scratch memory of a thread: 0 none, n 32 * 2^n bytes."},
			{Name: "INPUTS", Shift: 16, Width: 7, Type: "uint", Reset: 0x0, Description: "Registers that it begins with, from r0 on."},
			{Name: "PATCH_TABLE", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Lines of 64 bytes of the patch table, which begins at the first line after the instructions; 0: the machine patches nothing."},
		}},
		{Name: "PIXEL_LIMIT", Index: 15, Class: "save", HW: "ro", Reset: 0x0, Description: "Limit of the pixel kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Instructions that a thread may execute; 0: as many as the machine allows (pixel.limit)."},
		}},
		{Name: "PIXEL_NOS_0", Index: 16, Class: "save", HW: "ro", Reset: 0x0, Description: "State that pixel kernels depend on, word 0.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "PIXEL_NOS_1", Index: 17, Class: "save", HW: "ro", Reset: 0x0, Description: "State that pixel kernels depend on, word 1.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "PIXEL_NOS_2", Index: 18, Class: "save", HW: "ro", Reset: 0x0, Description: "State that pixel kernels depend on, word 2.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "PIXEL_NOS_3", Index: 19, Class: "save", HW: "ro", Reset: 0x0, Description: "State that pixel kernels depend on, word 3.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "PIXEL_NOS_4", Index: 20, Class: "save", HW: "ro", Reset: 0x0, Description: "State that pixel kernels depend on, word 4.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "PIXEL_NOS_5", Index: 21, Class: "save", HW: "ro", Reset: 0x0, Description: "State that pixel kernels depend on, word 5.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "PIXEL_NOS_6", Index: 22, Class: "save", HW: "ro", Reset: 0x0, Description: "State that pixel kernels depend on, word 6.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began."},
		}},
		{Name: "PIXEL_NOS_7", Index: 23, Class: "save", HW: "ro", Reset: 0x0, Description: "State that pixel kernels depend on, word 7.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Non-orthogonal state, NOS_PIXEL of docs/isa; a thread has what was there when its filling began."},
		}},
	}},
	{Name: "WBU", ID: BlockWBU, Length: 16, Description: "Write-back unit, colour surface and blending.", Registers: []Register{
		{Name: "COLOR_BASE", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Byte address of the colour surface.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Address of tile 0, aligned to 256 bytes."},
		}},
		{Name: "COLOR_PITCH", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Width of the colour surface.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Tiles in a row."},
		}},
		{Name: "BLEND", Index: 2, Class: "save", HW: "ro", Reset: 0x1010, Description: "Blend factors and equations, numbered as in docs/arithmetic.md, section 8.", Fields: []Field{
			{Name: "ENABLE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "Blending is on."},
			{Name: "SRC_COLOR", Shift: 4, Width: 4, Type: "uint", Reset: 0x1, Description: "Source factor of the colour."},
			{Name: "DST_COLOR", Shift: 8, Width: 4, Type: "uint", Reset: 0x0, Description: "Destination factor of the colour."},
			{Name: "SRC_ALPHA", Shift: 12, Width: 4, Type: "uint", Reset: 0x1, Description: "Source factor of alpha."},
			{Name: "DST_ALPHA", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Destination factor of alpha."},
			{Name: "COLOR_EQUATION", Shift: 20, Width: 3, Type: "enum", Reset: 0x0, Description: "Equation of the colour.", Enum: []EnumValue{{"ADD", 0}, {"SUBTRACT", 1}, {"REVERSE_SUBTRACT", 2}, {"MIN", 3}, {"MAX", 4}}},
			{Name: "ALPHA_EQUATION", Shift: 23, Width: 3, Type: "enum", Reset: 0x0, Description: "Equation of alpha.", Enum: []EnumValue{{"ADD", 0}, {"SUBTRACT", 1}, {"REVERSE_SUBTRACT", 2}, {"MIN", 3}, {"MAX", 4}}},
		}},
		{Name: "BLEND_CONSTANT", Index: 3, Class: "save", HW: "ro", Reset: 0x0, Description: "Constant blend colour.", Fields: []Field{
			{Name: "R", Shift: 0, Width: 8, Type: "uint", Reset: 0x0, Description: "Red."},
			{Name: "G", Shift: 8, Width: 8, Type: "uint", Reset: 0x0, Description: "Green."},
			{Name: "B", Shift: 16, Width: 8, Type: "uint", Reset: 0x0, Description: "Blue."},
			{Name: "A", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Alpha."},
		}},
		{Name: "WRITE_MASK", Index: 4, Class: "save", HW: "ro", Reset: 0xf, Description: "Channels that are written.", Fields: []Field{
			{Name: "R", Shift: 0, Width: 1, Type: "bool", Reset: 0x1, Description: "Red is written."},
			{Name: "G", Shift: 1, Width: 1, Type: "bool", Reset: 0x1, Description: "Green is written."},
			{Name: "B", Shift: 2, Width: 1, Type: "bool", Reset: 0x1, Description: "Blue is written."},
			{Name: "A", Shift: 3, Width: 1, Type: "bool", Reset: 0x1, Description: "Alpha is written."},
		}},
		{Name: "COLOR_FORMAT", Index: 5, Class: "save", HW: "ro", Reset: 0x0, Description: "Format of the colour surface.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Format; 3 counts as RGBA8.", Enum: []EnumValue{{"RGBA8", 0}, {"SRGB8", 1}, {"RGBA16F", 2}}},
		}},
		{Name: "WRITE_MASK_SET", Index: 6, Class: "none", HW: "ro", Reset: 0xf, Description: "Adds channels to WRITE_MASK.", Fields: []Field{
			{Name: "R", Shift: 0, Width: 1, Type: "bool", Reset: 0x1, Description: "A 1 has red written."},
			{Name: "G", Shift: 1, Width: 1, Type: "bool", Reset: 0x1, Description: "A 1 has green written."},
			{Name: "B", Shift: 2, Width: 1, Type: "bool", Reset: 0x1, Description: "A 1 has blue written."},
			{Name: "A", Shift: 3, Width: 1, Type: "bool", Reset: 0x1, Description: "A 1 has alpha written."},
		}},
		{Name: "WRITE_MASK_CLEAR", Index: 7, Class: "none", HW: "ro", Reset: 0xf, Description: "Takes channels out of WRITE_MASK.", Fields: []Field{
			{Name: "R", Shift: 0, Width: 1, Type: "bool", Reset: 0x1, Description: "A 1 keeps red from being written."},
			{Name: "G", Shift: 1, Width: 1, Type: "bool", Reset: 0x1, Description: "A 1 keeps green from being written."},
			{Name: "B", Shift: 2, Width: 1, Type: "bool", Reset: 0x1, Description: "A 1 keeps blue from being written."},
			{Name: "A", Shift: 3, Width: 1, Type: "bool", Reset: 0x1, Description: "A 1 keeps alpha from being written."},
		}},
		{Name: "SURFACE_LOCK", Index: 8, Class: "save", HW: "ro", Reset: 0x0, Description: "Keeps the surface's registers as they are until the context ends.", Fields: []Field{
			{Name: "COLOR", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "Writes to COLOR_BASE, COLOR_PITCH and COLOR_FORMAT are ignored."},
		}},
	}},
	{Name: "BP", ID: BlockBP, Length: 10, Description: "Break point, in SG_TG or ZL1: pipeline statistics.", Registers: []Register{
		{Name: "IA_VERTICES_LO", Index: 0, Class: "save", HW: "rw", Reset: 0x0, Description: "Vertices consumed by primitives, low half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "IA_VERTICES_HI", Index: 1, Class: "save", HW: "rw", Reset: 0x0, Description: "Vertices consumed by primitives, high half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "IA_PRIMITIVES_LO", Index: 2, Class: "save", HW: "rw", Reset: 0x0, Description: "Primitives assembled, low half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "IA_PRIMITIVES_HI", Index: 3, Class: "save", HW: "rw", Reset: 0x0, Description: "Primitives assembled, high half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "VS_INVOCATIONS_LO", Index: 4, Class: "save", HW: "rw", Reset: 0x0, Description: "Runs of the vertex kernel, low half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "VS_INVOCATIONS_HI", Index: 5, Class: "save", HW: "rw", Reset: 0x0, Description: "Runs of the vertex kernel, high half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "CLIP_INVOCATIONS_LO", Index: 6, Class: "save", HW: "rw", Reset: 0x0, Description: "Triangles that enter clipping, low half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "CLIP_INVOCATIONS_HI", Index: 7, Class: "save", HW: "rw", Reset: 0x0, Description: "Triangles that enter clipping, high half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "CLIP_PRIMITIVES_LO", Index: 8, Class: "save", HW: "rw", Reset: 0x0, Description: "Triangles that leave clipping, low half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
		{Name: "CLIP_PRIMITIVES_HI", Index: 9, Class: "save", HW: "rw", Reset: 0x0, Description: "Triangles that leave clipping, high half, counted by the hardware as of the cursor.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Count."},
		}},
	}},
	{},
	{},
	{},
	{},
	{},
	{},
	{},
	{Name: "BIND", ID: BlockBIND, Length: 80, Description: "What pixel kernels bind: kernel, buffers, textures and samplers of a draw, of which the MXU makes a pin set.", Registers: []Register{
		{Name: "PIXEL_KERNEL", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Place of the pixel kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of its first instruction, as PS has it."},
		}},
		{Name: "PIXEL_KERNEL_BYTES", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Size of the pixel kernel.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes of its instructions, of a kernel that the machine patches up to the end of its patch table; 0: there is none."},
		}},
		{Name: "BINDING_0_BASE", Index: 2, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 0 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_0_BYTES", Index: 3, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 0 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_1_BASE", Index: 4, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 1 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_1_BYTES", Index: 5, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 1 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_2_BASE", Index: 6, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 2 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_2_BYTES", Index: 7, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 2 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_3_BASE", Index: 8, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 3 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_3_BYTES", Index: 9, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 3 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_4_BASE", Index: 10, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 4 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_4_BYTES", Index: 11, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 4 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_5_BASE", Index: 12, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 5 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_5_BYTES", Index: 13, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 5 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_6_BASE", Index: 14, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 6 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_6_BYTES", Index: 15, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 6 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "BINDING_7_BASE", Index: 16, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 7 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of a buffer or of constants, aligned to 16 bytes."},
		}},
		{Name: "BINDING_7_BYTES", Index: 17, Class: "save", HW: "ro", Reset: 0x0, Description: "Binding 7 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_0_BASE", Index: 18, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_0_BYTES", Index: 19, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_0_PITCH", Index: 20, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_0_SIZE", Index: 21, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of pixel kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_0_FORMAT", Index: 22, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 0 of pixel kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "TEXTURE_1_BASE", Index: 23, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_1_BYTES", Index: 24, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_1_PITCH", Index: 25, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_1_SIZE", Index: 26, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of pixel kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_1_FORMAT", Index: 27, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 1 of pixel kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "TEXTURE_2_BASE", Index: 28, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 2 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_2_BYTES", Index: 29, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 2 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_2_PITCH", Index: 30, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 2 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_2_SIZE", Index: 31, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 2 of pixel kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_2_FORMAT", Index: 32, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 2 of pixel kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "TEXTURE_3_BASE", Index: 33, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 3 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_3_BYTES", Index: 34, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 3 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_3_PITCH", Index: 35, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 3 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_3_SIZE", Index: 36, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 3 of pixel kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_3_FORMAT", Index: 37, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 3 of pixel kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "TEXTURE_4_BASE", Index: 38, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 4 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_4_BYTES", Index: 39, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 4 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_4_PITCH", Index: 40, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 4 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_4_SIZE", Index: 41, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 4 of pixel kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_4_FORMAT", Index: 42, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 4 of pixel kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "TEXTURE_5_BASE", Index: 43, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 5 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_5_BYTES", Index: 44, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 5 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_5_PITCH", Index: 45, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 5 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_5_SIZE", Index: 46, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 5 of pixel kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_5_FORMAT", Index: 47, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 5 of pixel kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "TEXTURE_6_BASE", Index: 48, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 6 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_6_BYTES", Index: 49, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 6 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_6_PITCH", Index: 50, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 6 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_6_SIZE", Index: 51, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 6 of pixel kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_6_FORMAT", Index: 52, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 6 of pixel kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "TEXTURE_7_BASE", Index: 53, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 7 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Byte address of the first texel, aligned to 64 bytes."},
		}},
		{Name: "TEXTURE_7_BYTES", Index: 54, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 7 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Size in bytes with all levels and layers; 0: nothing is bound."},
		}},
		{Name: "TEXTURE_7_PITCH", Index: 55, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 7 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Bytes from one layer or face to the next, a multiple of 64."},
		}},
		{Name: "TEXTURE_7_SIZE", Index: 56, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 7 of pixel kernels.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0."},
		}},
		{Name: "TEXTURE_7_FORMAT", Index: 57, Class: "save", HW: "ro", Reset: 0x0, Description: "Texture 7 of pixel kernels.", Fields: []Field{
			{Name: "DEPTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Texels of level 0, layers or cubes."},
			{Name: "LEVELS", Shift: 16, Width: 4, Type: "uint", Reset: 0x0, Description: "Mip levels, 1 to 14; 0 counts as 1, 15 as 14."},
			{Name: "DIMENSION", Shift: 20, Width: 2, Type: "enum", Reset: 0x0, Description: "Dimension.", Enum: []EnumValue{{"ONE", 0}, {"TWO", 1}, {"THREE", 2}, {"CUBE", 3}}},
			{Name: "ARRAY", Shift: 22, Width: 1, Type: "bool", Reset: 0x0, Description: "It has layers."},
			{Name: "FORMAT", Shift: 24, Width: 8, Type: "uint", Reset: 0x0, Description: "Format of the texels, as docs/textures.md numbers them."},
		}},
		{Name: "SAMPLER_0_MODE", Index: 58, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 0 of pixel kernels.", Fields: []Field{
			{Name: "WRAP_U", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Horizontal wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_V", Shift: 2, Width: 2, Type: "enum", Reset: 0x0, Description: "Vertical wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_W", Shift: 4, Width: 2, Type: "enum", Reset: 0x0, Description: "Wrap mode of the third coordinate.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "MAG", Shift: 6, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a magnified texture.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIN", Shift: 7, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a texture that is not magnified.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIP", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Choice of mip levels.", Enum: []EnumValue{{"NONE", 0}, {"NEAREST", 1}, {"LINEAR", 2}}},
			{Name: "COMPARE", Shift: 10, Width: 3, Type: "enum", Reset: 0x0, Description: "Comparison of the reference with a texel.", Enum: []EnumValue{{"NEVER", 0}, {"LESS", 1}, {"EQUAL", 2}, {"LEQUAL", 3}, {"GREATER", 4}, {"NOTEQUAL", 5}, {"GEQUAL", 6}, {"ALWAYS", 7}}},
		}},
		{Name: "SAMPLER_0_BIAS", Index: 59, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 0 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "sint", Reset: 0x0, Description: "Added to the level of detail, in 1/256 level."},
		}},
		{Name: "SAMPLER_0_LOD", Index: 60, Class: "save", HW: "ro", Reset: 0xffff0000, Description: "Sampler 0 of pixel kernels.", Fields: []Field{
			{Name: "MIN", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Least level of detail, in 1/256 level."},
			{Name: "MAX", Shift: 16, Width: 16, Type: "uint", Reset: 0xffff, Description: "Greatest one."},
		}},
		{Name: "SAMPLER_1_MODE", Index: 61, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 1 of pixel kernels.", Fields: []Field{
			{Name: "WRAP_U", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Horizontal wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_V", Shift: 2, Width: 2, Type: "enum", Reset: 0x0, Description: "Vertical wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_W", Shift: 4, Width: 2, Type: "enum", Reset: 0x0, Description: "Wrap mode of the third coordinate.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "MAG", Shift: 6, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a magnified texture.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIN", Shift: 7, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a texture that is not magnified.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIP", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Choice of mip levels.", Enum: []EnumValue{{"NONE", 0}, {"NEAREST", 1}, {"LINEAR", 2}}},
			{Name: "COMPARE", Shift: 10, Width: 3, Type: "enum", Reset: 0x0, Description: "Comparison of the reference with a texel.", Enum: []EnumValue{{"NEVER", 0}, {"LESS", 1}, {"EQUAL", 2}, {"LEQUAL", 3}, {"GREATER", 4}, {"NOTEQUAL", 5}, {"GEQUAL", 6}, {"ALWAYS", 7}}},
		}},
		{Name: "SAMPLER_1_BIAS", Index: 62, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 1 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "sint", Reset: 0x0, Description: "Added to the level of detail, in 1/256 level."},
		}},
		{Name: "SAMPLER_1_LOD", Index: 63, Class: "save", HW: "ro", Reset: 0xffff0000, Description: "Sampler 1 of pixel kernels.", Fields: []Field{
			{Name: "MIN", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Least level of detail, in 1/256 level."},
			{Name: "MAX", Shift: 16, Width: 16, Type: "uint", Reset: 0xffff, Description: "Greatest one."},
		}},
		{Name: "SAMPLER_2_MODE", Index: 64, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 2 of pixel kernels.", Fields: []Field{
			{Name: "WRAP_U", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Horizontal wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_V", Shift: 2, Width: 2, Type: "enum", Reset: 0x0, Description: "Vertical wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_W", Shift: 4, Width: 2, Type: "enum", Reset: 0x0, Description: "Wrap mode of the third coordinate.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "MAG", Shift: 6, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a magnified texture.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIN", Shift: 7, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a texture that is not magnified.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIP", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Choice of mip levels.", Enum: []EnumValue{{"NONE", 0}, {"NEAREST", 1}, {"LINEAR", 2}}},
			{Name: "COMPARE", Shift: 10, Width: 3, Type: "enum", Reset: 0x0, Description: "Comparison of the reference with a texel.", Enum: []EnumValue{{"NEVER", 0}, {"LESS", 1}, {"EQUAL", 2}, {"LEQUAL", 3}, {"GREATER", 4}, {"NOTEQUAL", 5}, {"GEQUAL", 6}, {"ALWAYS", 7}}},
		}},
		{Name: "SAMPLER_2_BIAS", Index: 65, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 2 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "sint", Reset: 0x0, Description: "Added to the level of detail, in 1/256 level."},
		}},
		{Name: "SAMPLER_2_LOD", Index: 66, Class: "save", HW: "ro", Reset: 0xffff0000, Description: "Sampler 2 of pixel kernels.", Fields: []Field{
			{Name: "MIN", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Least level of detail, in 1/256 level."},
			{Name: "MAX", Shift: 16, Width: 16, Type: "uint", Reset: 0xffff, Description: "Greatest one."},
		}},
		{Name: "SAMPLER_3_MODE", Index: 67, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 3 of pixel kernels.", Fields: []Field{
			{Name: "WRAP_U", Shift: 0, Width: 2, Type: "enum", Reset: 0x0, Description: "Horizontal wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_V", Shift: 2, Width: 2, Type: "enum", Reset: 0x0, Description: "Vertical wrap mode.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "WRAP_W", Shift: 4, Width: 2, Type: "enum", Reset: 0x0, Description: "Wrap mode of the third coordinate.", Enum: []EnumValue{{"REPEAT", 0}, {"CLAMP", 1}, {"MIRROR", 2}}},
			{Name: "MAG", Shift: 6, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a magnified texture.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIN", Shift: 7, Width: 1, Type: "enum", Reset: 0x0, Description: "Filter of a texture that is not magnified.", Enum: []EnumValue{{"NEAREST", 0}, {"LINEAR", 1}}},
			{Name: "MIP", Shift: 8, Width: 2, Type: "enum", Reset: 0x0, Description: "Choice of mip levels.", Enum: []EnumValue{{"NONE", 0}, {"NEAREST", 1}, {"LINEAR", 2}}},
			{Name: "COMPARE", Shift: 10, Width: 3, Type: "enum", Reset: 0x0, Description: "Comparison of the reference with a texel.", Enum: []EnumValue{{"NEVER", 0}, {"LESS", 1}, {"EQUAL", 2}, {"LEQUAL", 3}, {"GREATER", 4}, {"NOTEQUAL", 5}, {"GEQUAL", 6}, {"ALWAYS", 7}}},
		}},
		{Name: "SAMPLER_3_BIAS", Index: 68, Class: "save", HW: "ro", Reset: 0x0, Description: "Sampler 3 of pixel kernels.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "sint", Reset: 0x0, Description: "Added to the level of detail, in 1/256 level."},
		}},
		{Name: "SAMPLER_3_LOD", Index: 69, Class: "save", HW: "ro", Reset: 0xffff0000, Description: "Sampler 3 of pixel kernels.", Fields: []Field{
			{Name: "MIN", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Least level of detail, in 1/256 level."},
			{Name: "MAX", Shift: 16, Width: 16, Type: "uint", Reset: 0xffff, Description: "Greatest one."},
		}},
	}},
	{Name: "SG_TG", ID: BlockSGTG, Length: 3, Description: "Span generator and tile generator, target and scissor.", Registers: []Register{
		{Name: "TARGET_SIZE", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Size of the target.", Fields: []Field{
			{Name: "WIDTH", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels, 1 to 4096."},
			{Name: "HEIGHT", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels, 1 to 4096."},
		}},
		{Name: "SCISSOR_MIN", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "First pixel inside the scissor.", Fields: []Field{
			{Name: "X", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels from the left."},
			{Name: "Y", Shift: 16, Width: 16, Type: "uint", Reset: 0x0, Description: "Pixels from the top."},
		}},
		{Name: "SCISSOR_MAX", Index: 2, Class: "save", HW: "ro", Reset: 0xffffffff, Description: "First pixel behind the scissor.", Fields: []Field{
			{Name: "X", Shift: 0, Width: 16, Type: "uint", Reset: 0xffff, Description: "Pixels from the left."},
			{Name: "Y", Shift: 16, Width: 16, Type: "uint", Reset: 0xffff, Description: "Pixels from the top."},
		}},
	}},
	{Name: "ZL1", ID: BlockZL1, Length: 17, Description: "First-level Z.", Registers: []Register{
		{Name: "HIZ_CONTROL", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Hierarchical Z.", Fields: []Field{
			{Name: "DISABLE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "No tile is rejected here."},
		}},
	}},
	{Name: "ZL2", ID: BlockZL2, Length: 21, Description: "Second-level Z, depth, stencil and occlusion queries.", Registers: []Register{
		{Name: "DEPTH_BASE", Index: 0, Class: "save", HW: "ro", Reset: 0x0, Description: "Byte address of the depth surface.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "address", Reset: 0x0, Description: "Address of tile 0, aligned to 256 bytes."},
		}},
		{Name: "DEPTH_PITCH", Index: 1, Class: "save", HW: "ro", Reset: 0x0, Description: "Width of the depth surface.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 16, Type: "uint", Reset: 0x0, Description: "Tiles in a row."},
		}},
		{Name: "DEPTH_CONTROL", Index: 2, Class: "save", HW: "ro", Reset: 0x1c, Description: "Depth test.", Fields: []Field{
			{Name: "TEST_ENABLE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "The depth test is on."},
			{Name: "WRITE_ENABLE", Shift: 1, Width: 1, Type: "bool", Reset: 0x0, Description: "Depth is written when both tests pass."},
			{Name: "FUNC", Shift: 2, Width: 3, Type: "enum", Reset: 0x7, Description: "Compare function, new against stored.", Enum: []EnumValue{{"NEVER", 0}, {"LESS", 1}, {"EQUAL", 2}, {"LEQUAL", 3}, {"GREATER", 4}, {"NOTEQUAL", 5}, {"GEQUAL", 6}, {"ALWAYS", 7}}},
			{Name: "FORMAT", Shift: 5, Width: 2, Type: "enum", Reset: 0x0, Description: "Format of the depth surface; 3 counts as D24S8.", Enum: []EnumValue{{"D24S8", 0}, {"D32F", 1}, {"D16", 2}}},
			{Name: "LATE", Shift: 7, Width: 1, Type: "bool", Reset: 0x0, Description: "Depth and stencil are tested after the pixel kernel."},
		}},
		{Name: "STENCIL_CONTROL", Index: 3, Class: "save", HW: "ro", Reset: 0x0, Description: "Stencil test.", Fields: []Field{
			{Name: "ENABLE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "The stencil test is on."},
		}},
		{Name: "STENCIL_FRONT", Index: 4, Class: "save", HW: "ro", Reset: 0x7, Description: "Stencil test of front faces, functions and operations numbered as in docs/arithmetic.md, section 7.", Fields: []Field{
			{Name: "FUNC", Shift: 0, Width: 3, Type: "uint", Reset: 0x7, Description: "Compare function."},
			{Name: "FAIL", Shift: 3, Width: 3, Type: "uint", Reset: 0x0, Description: "Operation when the stencil test fails."},
			{Name: "ZFAIL", Shift: 6, Width: 3, Type: "uint", Reset: 0x0, Description: "Operation when the depth test fails."},
			{Name: "PASS", Shift: 9, Width: 3, Type: "uint", Reset: 0x0, Description: "Operation when both pass."},
		}},
		{Name: "STENCIL_BACK", Index: 5, Class: "save", HW: "ro", Reset: 0x7, Description: "Stencil test of back faces.", Fields: []Field{
			{Name: "FUNC", Shift: 0, Width: 3, Type: "uint", Reset: 0x7, Description: "Compare function."},
			{Name: "FAIL", Shift: 3, Width: 3, Type: "uint", Reset: 0x0, Description: "Operation when the stencil test fails."},
			{Name: "ZFAIL", Shift: 6, Width: 3, Type: "uint", Reset: 0x0, Description: "Operation when the depth test fails."},
			{Name: "PASS", Shift: 9, Width: 3, Type: "uint", Reset: 0x0, Description: "Operation when both pass."},
		}},
		{Name: "STENCIL_REF", Index: 6, Class: "save", HW: "ro", Reset: 0x0, Description: "Stencil reference values.", Fields: []Field{
			{Name: "FRONT", Shift: 0, Width: 8, Type: "uint", Reset: 0x0, Description: "Reference of front faces."},
			{Name: "BACK", Shift: 8, Width: 8, Type: "uint", Reset: 0x0, Description: "Reference of back faces."},
		}},
		{Name: "STENCIL_MASKS", Index: 7, Class: "save", HW: "ro", Reset: 0xffffffff, Description: "Stencil masks.", Fields: []Field{
			{Name: "READ_FRONT", Shift: 0, Width: 8, Type: "uint", Reset: 0xff, Description: "Bits compared for front faces."},
			{Name: "WRITE_FRONT", Shift: 8, Width: 8, Type: "uint", Reset: 0xff, Description: "Bits written for front faces."},
			{Name: "READ_BACK", Shift: 16, Width: 8, Type: "uint", Reset: 0xff, Description: "Bits compared for back faces."},
			{Name: "WRITE_BACK", Shift: 24, Width: 8, Type: "uint", Reset: 0xff, Description: "Bits written for back faces."},
		}},
		{Name: "QUERY_CONTROL", Index: 8, Class: "save", HW: "ro", Reset: 0x0, Description: "Occlusion query.", Fields: []Field{
			{Name: "ENABLE", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "Passing fragments are counted."},
		}},
		{Name: "OCCLUSION_LO", Index: 9, Class: "save", HW: "rw", Reset: 0x0, Description: "Occlusion counter, low half, counted by the hardware.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Fragments."},
		}},
		{Name: "OCCLUSION_HI", Index: 10, Class: "save", HW: "rw", Reset: 0x0, Description: "Occlusion counter, high half, counted by the hardware.", Fields: []Field{
			{Name: "VALUE", Shift: 0, Width: 32, Type: "uint", Reset: 0x0, Description: "Fragments."},
		}},
		{Name: "QUERY_CLEAR", Index: 11, Class: "none", HW: "ro", Reset: 0x0, Description: "Strobes of queries.", Fields: []Field{
			{Name: "OCCLUSION", Shift: 0, Width: 1, Type: "bool", Reset: 0x0, Description: "A 1 sets the occlusion counter to 0."},
		}},
	}},
}
