// Code generated from hw/isa/*.yaml by "go run ./regmap/gen" (make regs). DO NOT EDIT.

package isa

// COMPACT_CONTROL: Bits 31:12 of CONTROL.
var CompactControl = [32]uint32{
	0x0,
	0x10,
	0x600,
	0x90,
	0x50,
	0x400,
	0x480,
	0xa00,
	0x190,
	0x200,
	0x680,
	0x8,
	0x110,
	0x150,
	0x1a0,
	0x300,
	0x580,
	0x980,
	0xa80,
	0xb80,
	0xd00,
	0x1,
	0x2,
	0x3,
	0x4,
	0x5,
	0x6,
	0x7,
	0x9,
	0xa,
	0x280,
	0x800,
}

// COMPACT_TYPES: Bits 3:0 type of the destination, 5:4 STRIDE, 6 NULL, 7 IMMEDIATE, 11:8 type of source 0, 15:12 type of source 1.
var CompactTypes = [32]uint32{
	0x9909,
	0x909,
	0x4484,
	0x4404,
	0x9989,
	0x989,
	0x44c4,
	0x4444,
	0x484,
	0x409,
	0x99c9,
	0x4,
	0x5505,
	0x9949,
	0x0,
	0x1,
	0x2,
	0x3,
	0x5,
	0x6,
	0x7,
	0x8,
	0x9,
	0x404,
	0x505,
	0x509,
	0x585,
	0x904,
	0x905,
	0x5545,
	0x5585,
	0x55c5,
}

// COMPACT_SUBS: Bits 4:0 SUB of the destination, 9:5 of source 0, 14:10 of source 1.
var CompactSubs = [32]uint32{
	0x0,
	0x2000,
	0x1000,
	0x80,
	0x100,
	0x180,
	0x300,
	0x380,
	0x280,
	0x4000,
	0x200,
	0x3000,
	0x5000,
	0x6000,
	0x7000,
	0x1,
	0x2,
	0x3,
	0x4,
	0x5,
	0x6,
	0x7,
	0x8,
	0x9,
	0xa,
	0xb,
	0xc,
	0xd,
	0x10,
	0x14,
	0x18,
	0x1c,
}

// COMPACT_SOURCE: Bits 2:0 region, 3 negation, 4 absolute value.
var CompactSource = [16]uint32{
	0x1,
	0x0,
	0x8,
	0x9,
	0x2,
	0x3,
	0x4,
	0x5,
	0x6,
	0x7,
	0xa,
	0xb,
	0xc,
	0xd,
	0x11,
	0x19,
}

// COMPACT_LAST: Bits 3:0 type, 6:4 region, 7 negation, 8 absolute value, 13:9 SUB of source 2.
var CompactLast = [8]uint32{
	0x19,
	0x14,
	0x1809,
	0x9,
	0x809,
	0x0,
	0x1,
	0x15,
}

// COMPACT_MESSAGE: The message in bits 7:0, the descriptor from bit 16 on, and NULL in bit 31.
var CompactMessage = [32]uint32{
	0x80000080,
	0x90040,
	0x90000071,
	0x40040,
	0x90010,
	0x80040011,
	0x80040041,
	0x80300070,
	0x40010,
	0x300020,
	0x50040,
	0x390040,
	0x80050041,
	0x80090011,
	0x80090041,
	0x90100070,
	0x10,
	0x20,
	0x50010,
	0x310050,
	0x80040012,
	0x80040042,
	0x80050012,
	0x90000070,
	0x90300060,
	0x90300061,
	0x0,
	0x1,
	0x2,
	0x3,
	0x4,
	0x300050,
}

// TYPE: Type of an operand's lanes.
const (
	TypeUb = 0 // Unsigned integer of 8 bits.
	TypeB  = 1 // Signed integer of 8 bits.
	TypeUw = 2 // Unsigned integer of 16 bits.
	TypeW  = 3 // Signed integer of 16 bits.
	TypeUd = 4 // Unsigned integer of 32 bits.
	TypeD  = 5 // Signed integer of 32 bits.
	TypeUq = 6 // Unsigned integer of 64 bits.
	TypeQ  = 7 // Signed integer of 64 bits.
	TypeHf = 8 // binary16.
	TypeF  = 9 // binary32.

	TypeLimit = 10 // above every value
)

// TypeNames are how texts name TYPE.
var TypeNames = map[uint32]string{
	TypeUb: "ub",
	TypeB:  "b",
	TypeUw: "uw",
	TypeW:  "w",
	TypeUd: "ud",
	TypeD:  "d",
	TypeUq: "uq",
	TypeQ:  "q",
	TypeHf: "hf",
	TypeF:  "f",
}

// REGION: Which element of a source each lane k reads, counted from the operand's place.
const (
	RegionScalar  = 0 // Element 0 for all lanes.
	RegionPacked  = 1 // Element k.
	RegionStride2 = 2 // Element 2k.
	RegionStride4 = 3 // Element 4k.
	RegionStride8 = 4 // Element 8k.
	RegionQuad    = 5 // Element k/4: one for each four lanes.
	RegionRepeat  = 6 // Element k mod 4: the same four for each four lanes.

	RegionLimit = 7 // above every value
)

// RegionNames are how texts name REGION.
var RegionNames = map[uint32]string{
	RegionScalar:  "<0>",
	RegionPacked:  "<1>",
	RegionStride2: "<2>",
	RegionStride4: "<4>",
	RegionStride8: "<8>",
	RegionQuad:    "<q>",
	RegionRepeat:  "<r>",
}

// STRIDE: Which element of the destination each lane k writes.
const (
	StridePacked  = 0 // Element k.
	StrideStride2 = 1 // Element 2k.
	StrideStride4 = 2 // Element 4k.
	StrideStride8 = 3 // Element 8k.

	StrideLimit = 4 // above every value
)

// StrideNames are how texts name STRIDE.
var StrideNames = map[uint32]string{
	StridePacked:  "<1>",
	StrideStride2: "<2>",
	StrideStride4: "<4>",
	StrideStride8: "<8>",
}

// SIZE: Number of lanes that an instruction works on.
const (
	SizeLanes1  = 0 // One lane.
	SizeLanes2  = 1 // Two lanes.
	SizeLanes4  = 2 // Four lanes.
	SizeLanes8  = 3 // Eight lanes.
	SizeLanes16 = 4 // Sixteen lanes.
	SizeLanes32 = 5 // Thirty-two lanes.
	SizeThread  = 7 // All lanes of the thread.

	SizeLimit = 8 // above every value
)

// SizeNames are how texts name SIZE.
var SizeNames = map[uint32]string{
	SizeLanes1:  "1",
	SizeLanes2:  "2",
	SizeLanes4:  "4",
	SizeLanes8:  "8",
	SizeLanes16: "16",
	SizeLanes32: "32",
	SizeThread:  "THREAD",
}

// PREDICATE: How the flag register decides who executes.
const (
	PredicateNone = 0 // All active lanes.
	PredicateLane = 1 // Active lanes whose bit is set.
	PredicateAny  = 2 // All active lanes if the bit of one of them is set.
	PredicateAll  = 3 // All active lanes if the bits of all of them are set.

	PredicateLimit = 4 // above every value
)

// PredicateNames are how texts name PREDICATE.
var PredicateNames = map[uint32]string{
	PredicateNone: "NONE",
	PredicateLane: "LANE",
	PredicateAny:  "any",
	PredicateAll:  "all",
}

// CONDITION: What is compared.
const (
	ConditionNone = 0 // Nothing.
	ConditionEq   = 1 // Equal.
	ConditionNe   = 2 // Not equal.
	ConditionLt   = 3 // Less than.
	ConditionLe   = 4 // Less than or equal.
	ConditionGt   = 5 // Greater than.
	ConditionGe   = 6 // Greater than or equal.
	ConditionUn   = 7 // Unordered: one of them is NaN.

	ConditionLimit = 8 // above every value
)

// ConditionNames are how texts name CONDITION.
var ConditionNames = map[uint32]string{
	ConditionNone: "NONE",
	ConditionEq:   "eq",
	ConditionNe:   "ne",
	ConditionLt:   "lt",
	ConditionLe:   "le",
	ConditionGt:   "gt",
	ConditionGe:   "ge",
	ConditionUn:   "un",
}

// NOS: Non-orthogonal state that an instruction depends on, a bit each.
const (
	NosAlphaTest    = 0x1   // Function and reference of the alpha test.
	NosFog          = 0x2   // Fog mode and where its parameters are.
	NosLighting     = 0x4   // Lighting and vertex colours.
	NosTwoSided     = 0x8   // Two-sided lighting.
	NosTexture      = 0x10  // Format and swizzle of the texture of the binding, or that there is none.
	NosTarget       = 0x20  // Format and encoding of the colour target.
	NosWriteMask    = 0x40  // Channels that are written.
	NosFlat         = 0x80  // Flat or smooth attribute.
	NosClipPlanes   = 0x100 // User clip planes.
	NosPointSprite  = 0x200 // Point sprite coordinates.
	NosDepthClamp   = 0x400 // Depth clamp.
	NosVertexFormat = 0x800 // Format of the vertex attribute that is loaded.
)

// NosNames are how texts name NOS.
var NosNames = map[uint32]string{
	NosAlphaTest:    "alpha_test",
	NosFog:          "fog",
	NosLighting:     "lighting",
	NosTwoSided:     "two_sided",
	NosTexture:      "texture",
	NosTarget:       "target",
	NosWriteMask:    "write_mask",
	NosFlat:         "flat",
	NosClipPlanes:   "clip_planes",
	NosPointSprite:  "point_sprite",
	NosDepthClamp:   "depth_clamp",
	NosVertexFormat: "vertex_format",
}

// SPECIAL: Special registers, read by rdsr and written by wrsr.
const (
	SpecialF0        = 0   // Flag register 0, a bit a lane.
	SpecialF1        = 1   // Flag register 1.
	SpecialF2        = 2   // Flag register 2.
	SpecialF3        = 3   // Flag register 3.
	SpecialRa        = 8   // Return address: bytes from the kernel's first instruction.
	SpecialSp        = 9   // Stack pointer: bytes into the thread's scratch memory.
	SpecialActive    = 10  // Active lanes, read only outside of a handler.
	SpecialHelpers   = 11  // Lanes that are helpers, read only outside of a handler.
	SpecialLanes     = 12  // Number of lanes of the thread, read only.
	SpecialThread    = 13  // Number of the thread in its CTA, read only.
	SpecialSlot      = 14  // Thread slot: bits 7:0 in the SM, 15:8 the SM, 23:16 the cluster, read only.
	SpecialDepth     = 15  // Entries of the execution-mask stack, read only outside of a handler.
	SpecialTr0       = 16  // Trap register 0, in a handler only: low half of the address from which context messages count; at first the thread's part of the context buffer.
	SpecialTr1       = 17  // Trap register 1, in a handler only: high half of that address.
	SpecialTr2       = 18  // Trap register 2, in a handler only: TRAP at first.
	SpecialTr3       = 19  // Trap register 3, in a handler only: bytes, signed, from the thread's part of the context buffer to that of its CTA.
	SpecialPc        = 20  // Program counter of the interrupted kernel, in a handler only: bytes from its first instruction.
	SpecialCount     = 21  // Instructions of the interrupted kernel that count for its limit, in a handler only.
	SpecialRegisters = 22  // Registers of the thread, in a handler only, read only: as many as the kernel or one of the handlers uses.
	SpecialShared    = 23  // Bytes of shared memory of the CTA, in a handler only, read only.
	SpecialStack     = 32  // Word 0 of the execution-mask stack, in a handler only; word n has number 32 + n. Each entry has four.
	SpecialStackEnd  = 159 // Last word of the execution-mask stack: entry 31.

	SpecialLimit = 160 // above every value
)

// SpecialNames are how texts name SPECIAL.
var SpecialNames = map[uint32]string{
	SpecialF0:        "f0",
	SpecialF1:        "f1",
	SpecialF2:        "f2",
	SpecialF3:        "f3",
	SpecialRa:        "ra",
	SpecialSp:        "sp",
	SpecialActive:    "active",
	SpecialHelpers:   "helpers",
	SpecialLanes:     "lanes",
	SpecialThread:    "thread",
	SpecialSlot:      "slot",
	SpecialDepth:     "depth",
	SpecialTr0:       "tr0",
	SpecialTr1:       "tr1",
	SpecialTr2:       "tr2",
	SpecialTr3:       "tr3",
	SpecialPc:        "pc",
	SpecialCount:     "count",
	SpecialRegisters: "registers",
	SpecialShared:    "shared",
	SpecialStack:     "stack",
	SpecialStackEnd:  "stack_end",
}

// STAGE: What a kernel is for.
const (
	StageCompute = 0 // CTAs of grids and queues.
	StageVertex  = 1 // Vertices.
	StageHull    = 2 // Patches: their tessellation factors.
	StageDomain  = 3 // Vertices of patches.
	StagePixel   = 4 // Pixels.
	StageTrap    = 5 // Handler of a preemption: stores a thread.
	StageRestore = 6 // Handler of a restore: loads a thread.

	StageLimit = 7 // above every value
)

// StageNames are how texts name STAGE.
var StageNames = map[uint32]string{
	StageCompute: "compute",
	StageVertex:  "vertex",
	StageHull:    "hull",
	StageDomain:  "domain",
	StagePixel:   "pixel",
	StageTrap:    "trap",
	StageRestore: "restore",
}

// BINDING_KIND: What a binding is.
const (
	BindingKindBuffer   = 0 // Bytes in memory.
	BindingKindConstant = 1 // Bytes that do not change while the kernel runs.
	BindingKindTexture  = 2 // A texture.
	BindingKindRing     = 3 // The ring for kernels that are enqueued.
	BindingKindTask     = 4 // The metadata of the kernel's own task, where its children's failures are, too.

	BindingKindLimit = 5 // above every value
)

// BindingKindNames are how texts name BINDING_KIND.
var BindingKindNames = map[uint32]string{
	BindingKindBuffer:   "buffer",
	BindingKindConstant: "constant",
	BindingKindTexture:  "texture",
	BindingKindRing:     "ring",
	BindingKindTask:     "task",
}

// EFFECT: What a kernel does besides its results.
const (
	EffectStores     = 0x1   // It writes to bindings.
	EffectAtomics    = 0x2   // It has atomics on bindings.
	EffectDiscards   = 0x4   // It makes helpers of lanes.
	EffectDepth      = 0x8   // It gives depths.
	EffectBarriers   = 0x10  // It waits at barriers.
	EffectEnqueues   = 0x20  // It puts kernels into the ring.
	EffectSamples    = 0x40  // It reads textures.
	EffectEarly      = 0x80  // It stores or has atomics, and depths are tested before it runs all the same.
	EffectIdempotent = 0x100 // A CTA that is executed from its beginning again leaves the same in memory.
)

// EffectNames are how texts name EFFECT.
var EffectNames = map[uint32]string{
	EffectStores:     "stores",
	EffectAtomics:    "atomics",
	EffectDiscards:   "discards",
	EffectDepth:      "depth",
	EffectBarriers:   "barriers",
	EffectEnqueues:   "enqueues",
	EffectSamples:    "samples",
	EffectEarly:      "early",
	EffectIdempotent: "idempotent",
}

// GRANT: What an allocate answers as status.
const (
	GrantGranted  = 0 // There is space.
	GrantNoSpace  = 1 // The ring has no space now; it will.
	GrantNoEntry  = 2 // The PID buffer is full now; it will have room.
	GrantStopped  = 3 // A preemption has begun, and pending children have no room; after it they may.
	GrantDepth    = 4 // Kernels are nested as deep as they may be; trying again does not help.
	GrantChildren = 5 // As many children live as may; one that a thread waits for may be among them.
	GrantCount    = 6 // The number of commands was none from 1 to 32; trying again does not help.

	GrantLimit = 7 // above every value
)

// GrantNames are how texts name GRANT.
var GrantNames = map[uint32]string{
	GrantGranted:  "granted",
	GrantNoSpace:  "no space",
	GrantNoEntry:  "no entry",
	GrantStopped:  "stopped",
	GrantDepth:    "depth",
	GrantChildren: "children",
	GrantCount:    "count",
}

// NOS_VALUE: Values of non-orthogonal state. Bits 7:4 are the bit's number in NOS. Some are there several times, by an index.
const (
	NosValueAlphaTestOn            = 0   // Something may fail: it is on, and its function is not always.
	NosValueAlphaTestCompares      = 1   // Its function is neither always nor never.
	NosValueAlphaTestFunction      = 2   // Its function.
	NosValueAlphaTestReference     = 3   // Its reference, f.
	NosValueFogOn                  = 16  // There is fog.
	NosValueFogLinear              = 17  // It is linear.
	NosValueFogExp                 = 18  // It is exponential.
	NosValueFogExp2                = 19  // It is exponential, of the square.
	NosValueFogParameters          = 20  // Where its parameters are, bytes into a binding.
	NosValueFogBinding             = 21  // The binding that they are in.
	NosValueLightingOn             = 32  // There is lighting.
	NosValueLightingColors         = 33  // Vertices have colours.
	NosValueTwoSidedOn             = 48  // Back faces have colours of their own.
	NosValueTextureBound           = 64  // There is a texture; by number of the binding, as the next ones.
	NosValueTextureComponent       = 65  // What stands for a component: 0 to 3 is one of the texel, 4 the number 0, 5 the number 1; the index is 4 times the binding, and the component.
	NosValueTextureFormat          = 66  // Its format.
	NosValueTextureSrgb            = 67  // Its components are encoded as sRGB.
	NosValueTextureZero            = 68  // A component is 0 by the swizzle; the index is 4 times the binding, and the component.
	NosValueTextureOne             = 69  // A component is 1 by the swizzle, with the same index.
	NosValueTargetFormat           = 80  // Format of the colour target, by its number.
	NosValueTargetSrgb             = 81  // Its components are encoded as sRGB.
	NosValueTargetCount            = 82  // Its components.
	NosValueWriteMaskChannel       = 96  // A channel is written; by its number: red, green, blue, alpha.
	NosValueFlatOn                 = 112 // An attribute is flat, by its number.
	NosValueClipPlanesOn           = 128 // A plane clips, by its number.
	NosValueClipPlanesSome         = 129 // One plane clips, or more.
	NosValuePointSpriteOn          = 144 // An attribute is taken from the point's coordinates, by its number.
	NosValuePointSpriteLower       = 145 // Their origin is the lower left corner.
	NosValueDepthClampOn           = 160 // Depths are clamped.
	NosValueVertexFormatType       = 176 // Type of a vertex attribute, by its number, as the next ones.
	NosValueVertexFormatCount      = 177 // Its components.
	NosValueVertexFormatNormalized = 178 // Its integers stand for -1 to 1 or 0 to 1.
	NosValueVertexFormatFloat      = 179 // Its components are floats.
	NosValueVertexFormatOffset     = 180 // Where it is in a vertex, bytes.
	NosValueVertexFormatBytes1     = 181 // Its components have 1 byte.
	NosValueVertexFormatBytes2     = 182 // Its components have 2 bytes.
	NosValueVertexFormatBytes4     = 183 // Its components have 4 bytes.
	NosValueVertexFormatBinding    = 184 // The binding that it is in.
	NosValueVertexFormatStride     = 185 // From a vertex to the next one, bytes.
	NosValueVertexFormatSigned     = 186 // Its components are integers with a sign.
	NosValueVertexFormatSecond     = 187 // It has a second component.
	NosValueVertexFormatThird      = 188 // It has a third component.
	NosValueVertexFormatFourth     = 189 // It has a fourth component.

	NosValueLimit = 190 // above every value
)

// NosValueNames are how texts name NOS_VALUE.
var NosValueNames = map[uint32]string{
	NosValueAlphaTestOn:            "alpha_test.on",
	NosValueAlphaTestCompares:      "alpha_test.compares",
	NosValueAlphaTestFunction:      "alpha_test.function",
	NosValueAlphaTestReference:     "alpha_test.reference",
	NosValueFogOn:                  "fog.on",
	NosValueFogLinear:              "fog.linear",
	NosValueFogExp:                 "fog.exp",
	NosValueFogExp2:                "fog.exp2",
	NosValueFogParameters:          "fog.parameters",
	NosValueFogBinding:             "fog.binding",
	NosValueLightingOn:             "lighting.on",
	NosValueLightingColors:         "lighting.colors",
	NosValueTwoSidedOn:             "two_sided.on",
	NosValueTextureBound:           "texture.bound",
	NosValueTextureComponent:       "texture.component",
	NosValueTextureFormat:          "texture.format",
	NosValueTextureSrgb:            "texture.srgb",
	NosValueTextureZero:            "texture.zero",
	NosValueTextureOne:             "texture.one",
	NosValueTargetFormat:           "target.format",
	NosValueTargetSrgb:             "target.srgb",
	NosValueTargetCount:            "target.count",
	NosValueWriteMaskChannel:       "write_mask.channel",
	NosValueFlatOn:                 "flat.on",
	NosValueClipPlanesOn:           "clip_planes.on",
	NosValueClipPlanesSome:         "clip_planes.some",
	NosValuePointSpriteOn:          "point_sprite.on",
	NosValuePointSpriteLower:       "point_sprite.lower",
	NosValueDepthClampOn:           "depth_clamp.on",
	NosValueVertexFormatType:       "vertex_format.type",
	NosValueVertexFormatCount:      "vertex_format.count",
	NosValueVertexFormatNormalized: "vertex_format.normalized",
	NosValueVertexFormatFloat:      "vertex_format.float",
	NosValueVertexFormatOffset:     "vertex_format.offset",
	NosValueVertexFormatBytes1:     "vertex_format.bytes1",
	NosValueVertexFormatBytes2:     "vertex_format.bytes2",
	NosValueVertexFormatBytes4:     "vertex_format.bytes4",
	NosValueVertexFormatBinding:    "vertex_format.binding",
	NosValueVertexFormatStride:     "vertex_format.stride",
	NosValueVertexFormatSigned:     "vertex_format.signed",
	NosValueVertexFormatSecond:     "vertex_format.second",
	NosValueVertexFormatThird:      "vertex_format.third",
	NosValueVertexFormatFourth:     "vertex_format.fourth",
}

// PATCH_PART: What of a tagged instruction a value replaces.
const (
	PatchPartEnable    = 0 // The whole: it becomes nop when the value is 0.
	PatchPartDisable   = 1 // The whole: it becomes nop when the value is not 0.
	PatchPartCondition = 2 // Its condition.
	PatchPartImmediate = 3 // Its immediate.
	PatchPartSource    = 4 // The register of source 0: the value, times a register set, is added; it is one of six.
	PatchPartType      = 5 // The message's type, of the same size in a register.
	PatchPartCount     = 6 // The message's components, not more than it says.
	PatchPartOffset    = 7 // The message's offset.
	PatchPartBinding   = 8 // The message's binding.

	PatchPartLimit = 9 // above every value
)

// PatchPartNames are how texts name PATCH_PART.
var PatchPartNames = map[uint32]string{
	PatchPartEnable:    "enable",
	PatchPartDisable:   "disable",
	PatchPartCondition: "condition",
	PatchPartImmediate: "immediate",
	PatchPartSource:    "source",
	PatchPartType:      "type",
	PatchPartCount:     "count",
	PatchPartOffset:    "offset",
	PatchPartBinding:   "binding",
}

// ATOMIC: Operations of atomics.
const (
	AtomicAdd      = 0  // Sum.
	AtomicSub      = 1  // Difference.
	AtomicMin      = 2  // The lesser, by the descriptor's type.
	AtomicMax      = 3  // The greater, by the descriptor's type.
	AtomicAnd      = 4  // Ones where both have ones.
	AtomicOr       = 5  // Ones where one of both has ones.
	AtomicXor      = 6  // Ones where they differ.
	AtomicExchange = 7  // What the message brings.
	AtomicCompare  = 8  // The second component where memory is equal to the first; otherwise memory stays.
	AtomicLoad     = 9  // What is there; the message brings nothing.
	AtomicStore    = 10 // What the message brings.

	AtomicLimit = 11 // above every value
)

// AtomicNames are how texts name ATOMIC.
var AtomicNames = map[uint32]string{
	AtomicAdd:      "add",
	AtomicSub:      "sub",
	AtomicMin:      "min",
	AtomicMax:      "max",
	AtomicAnd:      "and",
	AtomicOr:       "or",
	AtomicXor:      "xor",
	AtomicExchange: "xchg",
	AtomicCompare:  "cmpxchg",
	AtomicLoad:     "load",
	AtomicStore:    "store",
}

// UNIT: Whom a message goes to.
const (
	UnitLsu      = 1  // Buffers in memory.
	UnitConstant = 2  // Constants through the L1.5.
	UnitScratch  = 3  // Memory of the thread.
	UnitShared   = 4  // Memory of the CTA.
	UnitSampler  = 5  // Textures.
	UnitTarget   = 6  // Colours and depths of pixels.
	UnitThread   = 7  // Results, and the thread's end.
	UnitBarrier  = 8  // Threads of a CTA.
	UnitRing     = 9  // Kernels enqueued by the device.
	UnitContext  = 10 // Handlers: state of preempted threads.

	UnitLimit = 11 // above every value
)

// UnitNames are how texts name UNIT.
var UnitNames = map[uint32]string{
	UnitLsu:      "load/store unit",
	UnitConstant: "constants",
	UnitScratch:  "scratch",
	UnitShared:   "shared memory",
	UnitSampler:  "sampler",
	UnitTarget:   "render target",
	UnitThread:   "thread",
	UnitBarrier:  "barrier",
	UnitRing:     "ring",
	UnitContext:  "context buffer",
}

// OPCODE_GROUP: What bits 6:4 of an opcode say.
const (
	OpcodeGroupMove   = 0 // Copies and choices.
	OpcodeGroupLogic  = 1 // Bits and comparisons.
	OpcodeGroupFlow   = 2 // Control flow.
	OpcodeGroupMisc   = 3 // Messages, waiting, special registers.
	OpcodeGroupMath   = 4 // Arithmetic by component.
	OpcodeGroupVector = 5 // Arithmetic over four lanes.

	OpcodeGroupLimit = 6 // above every value
)

// OpcodeGroupNames are how texts name OPCODE_GROUP.
var OpcodeGroupNames = map[uint32]string{
	OpcodeGroupMove:   "moves",
	OpcodeGroupLogic:  "logic and compare",
	OpcodeGroupFlow:   "flow",
	OpcodeGroupMisc:   "miscellaneous",
	OpcodeGroupMath:   "parallel math",
	OpcodeGroupVector: "vector math",
}

// NATIVE: An instruction of 128 bits.
const (
	NativeDWords = 4
	NativeBytes  = 16
	NativeAlign  = 8 // bytes
)

// Words of NATIVE, in DWORDs from its first word.
const (
	NativeControl     = 0 // What is done, and in which lanes.
	NativeDestination = 1 // Where the result goes.
	NativeSources     = 2 // Sources, as far as they are not in the last word.
	NativeLast        = 3 // The rest of sources 1 and 2. An immediate of one or two sources takes all of it, one of three sources bits 31:16.
)

// Fields of CONTROL; masks stand before the shift.
const (
	NativeControlOpcodeShift    = 0
	NativeControlOpcodeMask     = 0xff
	NativeControlCompactShift   = 8
	NativeControlCompactMask    = 0x1
	NativeControlSizeShift      = 9
	NativeControlSizeMask       = 0x7
	NativeControlGroupShift     = 12
	NativeControlGroupMask      = 0x3
	NativeControlNoMaskShift    = 14
	NativeControlNoMaskMask     = 0x1
	NativeControlSaturateShift  = 15
	NativeControlSaturateMask   = 0x1
	NativeControlPredicateShift = 16
	NativeControlPredicateMask  = 0x3
	NativeControlInvertShift    = 18
	NativeControlInvertMask     = 0x1
	NativeControlFlagShift      = 19
	NativeControlFlagMask       = 0x3
	NativeControlConditionShift = 21
	NativeControlConditionMask  = 0x7
	NativeControlSwizzleShift   = 24
	NativeControlSwizzleMask    = 0xff
)

// NativeControlFields holds the fields of CONTROL: What is done, and in which lanes.
type NativeControlFields struct {
	Opcode    uint32 // bits 7:0: The operation.
	Compact   bool   // bits 8:8: 1 in an instruction of 64 bits; 0 here.
	Size      uint32 // bits 11:9: Number of lanes.
	Group     uint32 // bits 13:12: First lane in eights. It and the number of lanes stay within the thread.
	NoMask    bool   // bits 14:14: Lanes that are not active execute too.
	Saturate  bool   // bits 15:15: The result is clamped.
	Predicate uint32 // bits 17:16: How the flag register is used.
	Invert    bool   // bits 18:18: The flag register's bits count inverted.
	Flag      uint32 // bits 20:19: Flag register that predicate and condition use.
	Condition uint32 // bits 23:21: What is compared; the flag register takes the results.
	Swizzle   uint32 // bits 31:24: Order of source 0 in each four lanes, two bits a lane, exclusive-or 0xE4, so that 0 is their own order.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NativeControlFields) Pack() uint32 {
	var word uint32
	word |= v.Opcode & 0xff << 0
	if v.Compact {
		word |= 1 << 8
	}
	word |= v.Size & 0x7 << 9
	word |= v.Group & 0x3 << 12
	if v.NoMask {
		word |= 1 << 14
	}
	if v.Saturate {
		word |= 1 << 15
	}
	word |= v.Predicate & 0x3 << 16
	if v.Invert {
		word |= 1 << 18
	}
	word |= v.Flag & 0x3 << 19
	word |= v.Condition & 0x7 << 21
	word |= v.Swizzle & 0xff << 24
	return word
}

// UnpackNativeControl takes a word apart.
func UnpackNativeControl(word uint32) NativeControlFields {
	return NativeControlFields{
		Opcode:    word >> 0 & 0xff,
		Compact:   word>>8&0x1 != 0,
		Size:      word >> 9 & 0x7,
		Group:     word >> 12 & 0x3,
		NoMask:    word>>14&0x1 != 0,
		Saturate:  word>>15&0x1 != 0,
		Predicate: word >> 16 & 0x3,
		Invert:    word>>18&0x1 != 0,
		Flag:      word >> 19 & 0x3,
		Condition: word >> 21 & 0x7,
		Swizzle:   word >> 24 & 0xff,
	}
}

// Fields of DESTINATION; masks stand before the shift.
const (
	NativeDestinationRegShift       = 0
	NativeDestinationRegMask        = 0x7f
	NativeDestinationSubShift       = 7
	NativeDestinationSubMask        = 0x1f
	NativeDestinationTypeShift      = 12
	NativeDestinationTypeMask       = 0xf
	NativeDestinationStrideShift    = 16
	NativeDestinationStrideMask     = 0x3
	NativeDestinationNullShift      = 18
	NativeDestinationNullMask       = 0x1
	NativeDestinationImmediateShift = 19
	NativeDestinationImmediateMask  = 0x1
	NativeDestinationNosShift       = 20
	NativeDestinationNosMask        = 0xfff
)

// NativeDestinationFields holds the fields of DESTINATION: Where the result goes.
type NativeDestinationFields struct {
	Reg       uint32 // bits 6:0: Register.
	Sub       uint32 // bits 11:7: Bytes into it.
	Type      uint32 // bits 15:12: Type of its lanes.
	Stride    uint32 // bits 17:16: Distance of its lanes.
	Null      bool   // bits 18:18: The result is not kept.
	Immediate bool   // bits 19:19: The last source is a number in the instruction.
	Nos       uint32 // bits 31:20: State that the instruction depends on.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NativeDestinationFields) Pack() uint32 {
	var word uint32
	word |= v.Reg & 0x7f << 0
	word |= v.Sub & 0x1f << 7
	word |= v.Type & 0xf << 12
	word |= v.Stride & 0x3 << 16
	if v.Null {
		word |= 1 << 18
	}
	if v.Immediate {
		word |= 1 << 19
	}
	word |= v.Nos & 0xfff << 20
	return word
}

// UnpackNativeDestination takes a word apart.
func UnpackNativeDestination(word uint32) NativeDestinationFields {
	return NativeDestinationFields{
		Reg:       word >> 0 & 0x7f,
		Sub:       word >> 7 & 0x1f,
		Type:      word >> 12 & 0xf,
		Stride:    word >> 16 & 0x3,
		Null:      word>>18&0x1 != 0,
		Immediate: word>>19&0x1 != 0,
		Nos:       word >> 20 & 0xfff,
	}
}

// Fields of SOURCES; masks stand before the shift.
const (
	NativeSourcesSrc0RegShift    = 0
	NativeSourcesSrc0RegMask     = 0x7f
	NativeSourcesSrc0SubShift    = 7
	NativeSourcesSrc0SubMask     = 0x1f
	NativeSourcesSrc0TypeShift   = 12
	NativeSourcesSrc0TypeMask    = 0xf
	NativeSourcesSrc0RegionShift = 16
	NativeSourcesSrc0RegionMask  = 0x7
	NativeSourcesSrc0NegateShift = 19
	NativeSourcesSrc0NegateMask  = 0x1
	NativeSourcesSrc0AbsShift    = 20
	NativeSourcesSrc0AbsMask     = 0x1
	NativeSourcesSrc1TypeShift   = 21
	NativeSourcesSrc1TypeMask    = 0xf
	NativeSourcesSrc1RegionShift = 25
	NativeSourcesSrc1RegionMask  = 0x7
	NativeSourcesSrc1NegateShift = 28
	NativeSourcesSrc1NegateMask  = 0x1
	NativeSourcesSrc1AbsShift    = 29
	NativeSourcesSrc1AbsMask     = 0x1
	NativeSourcesSrc2NegateShift = 30
	NativeSourcesSrc2NegateMask  = 0x1
	NativeSourcesSrc2AbsShift    = 31
	NativeSourcesSrc2AbsMask     = 0x1
)

// NativeSourcesFields holds the fields of SOURCES: Sources, as far as they are not in the last word.
type NativeSourcesFields struct {
	Src0Reg    uint32 // bits 6:0: Register of source 0.
	Src0Sub    uint32 // bits 11:7: Bytes into it.
	Src0Type   uint32 // bits 15:12: Type of its lanes.
	Src0Region uint32 // bits 18:16: Which elements it has.
	Src0Negate bool   // bits 19:19: It is negated.
	Src0Abs    bool   // bits 20:20: Its absolute value, before it is negated.
	Src1Type   uint32 // bits 24:21: Type of source 1.
	Src1Region uint32 // bits 27:25: Which elements it has.
	Src1Negate bool   // bits 28:28: It is negated.
	Src1Abs    bool   // bits 29:29: Its absolute value.
	Src2Negate bool   // bits 30:30: Source 2 is negated.
	Src2Abs    bool   // bits 31:31: Its absolute value.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NativeSourcesFields) Pack() uint32 {
	var word uint32
	word |= v.Src0Reg & 0x7f << 0
	word |= v.Src0Sub & 0x1f << 7
	word |= v.Src0Type & 0xf << 12
	word |= v.Src0Region & 0x7 << 16
	if v.Src0Negate {
		word |= 1 << 19
	}
	if v.Src0Abs {
		word |= 1 << 20
	}
	word |= v.Src1Type & 0xf << 21
	word |= v.Src1Region & 0x7 << 25
	if v.Src1Negate {
		word |= 1 << 28
	}
	if v.Src1Abs {
		word |= 1 << 29
	}
	if v.Src2Negate {
		word |= 1 << 30
	}
	if v.Src2Abs {
		word |= 1 << 31
	}
	return word
}

// UnpackNativeSources takes a word apart.
func UnpackNativeSources(word uint32) NativeSourcesFields {
	return NativeSourcesFields{
		Src0Reg:    word >> 0 & 0x7f,
		Src0Sub:    word >> 7 & 0x1f,
		Src0Type:   word >> 12 & 0xf,
		Src0Region: word >> 16 & 0x7,
		Src0Negate: word>>19&0x1 != 0,
		Src0Abs:    word>>20&0x1 != 0,
		Src1Type:   word >> 21 & 0xf,
		Src1Region: word >> 25 & 0x7,
		Src1Negate: word>>28&0x1 != 0,
		Src1Abs:    word>>29&0x1 != 0,
		Src2Negate: word>>30&0x1 != 0,
		Src2Abs:    word>>31&0x1 != 0,
	}
}

// Fields of LAST; masks stand before the shift.
const (
	NativeLastSrc1RegShift    = 0
	NativeLastSrc1RegMask     = 0x7f
	NativeLastSrc1SubShift    = 7
	NativeLastSrc1SubMask     = 0x1f
	NativeLastSrc2TypeShift   = 12
	NativeLastSrc2TypeMask    = 0xf
	NativeLastSrc2RegionShift = 16
	NativeLastSrc2RegionMask  = 0x7
	NativeLastSrc2RegShift    = 19
	NativeLastSrc2RegMask     = 0x7f
	NativeLastSrc2SubShift    = 26
	NativeLastSrc2SubMask     = 0x1f
)

// NativeLastFields holds the fields of LAST: The rest of sources 1 and 2. An immediate of one or two sources takes all of it, one of three sources bits 31:16.
type NativeLastFields struct {
	Src1Reg    uint32 // bits 6:0: Register of source 1.
	Src1Sub    uint32 // bits 11:7: Bytes into it.
	Src2Type   uint32 // bits 15:12: Type of source 2.
	Src2Region uint32 // bits 18:16: Which elements it has.
	Src2Reg    uint32 // bits 25:19: Register of source 2.
	Src2Sub    uint32 // bits 30:26: Bytes into it.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NativeLastFields) Pack() uint32 {
	var word uint32
	word |= v.Src1Reg & 0x7f << 0
	word |= v.Src1Sub & 0x1f << 7
	word |= v.Src2Type & 0xf << 12
	word |= v.Src2Region & 0x7 << 16
	word |= v.Src2Reg & 0x7f << 19
	word |= v.Src2Sub & 0x1f << 26
	return word
}

// UnpackNativeLast takes a word apart.
func UnpackNativeLast(word uint32) NativeLastFields {
	return NativeLastFields{
		Src1Reg:    word >> 0 & 0x7f,
		Src1Sub:    word >> 7 & 0x1f,
		Src2Type:   word >> 12 & 0xf,
		Src2Region: word >> 16 & 0x7,
		Src2Reg:    word >> 19 & 0x7f,
		Src2Sub:    word >> 26 & 0x1f,
	}
}

// FLOW: The native form of control flow, as far as it differs: words 1 to 3 have this and nothing else.
const (
	FlowDWords = 4
	FlowBytes  = 16
	FlowAlign  = 8 // bytes
)

// Words of FLOW, in DWORDs from its first word.
const (
	FlowControl = 0 // As in NATIVE; neither saturation nor condition nor swizzle.
	FlowState   = 1 // State that it depends on.
	FlowLevels  = 2 // How far it goes.
	FlowTarget  = 3 // Where it goes, in bytes from the instruction's own first, a multiple of 8; 0 where there is none.
)

// Fields of STATE; masks stand before the shift.
const (
	FlowStateNosShift = 20
	FlowStateNosMask  = 0xfff
)

// FlowStateFields holds the fields of STATE: State that it depends on.
type FlowStateFields struct {
	Nos uint32 // bits 31:20: State that the instruction depends on.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v FlowStateFields) Pack() uint32 {
	var word uint32
	word |= v.Nos & 0xfff << 20
	return word
}

// UnpackFlowState takes a word apart.
func UnpackFlowState(word uint32) FlowStateFields {
	return FlowStateFields{
		Nos: word >> 20 & 0xfff,
	}
}

// Fields of LEVELS; masks stand before the shift.
const (
	FlowLevelsCountShift = 0
	FlowLevelsCountMask  = 0xff
)

// FlowLevelsFields holds the fields of LEVELS: How far it goes.
type FlowLevelsFields struct {
	Count uint32 // bits 7:0: Of break: loops that are left, 1 at least; otherwise 0.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v FlowLevelsFields) Pack() uint32 {
	var word uint32
	word |= v.Count & 0xff << 0
	return word
}

// UnpackFlowLevels takes a word apart.
func UnpackFlowLevels(word uint32) FlowLevelsFields {
	return FlowLevelsFields{
		Count: word >> 0 & 0xff,
	}
}

// SEND: The native form of send, as far as it differs.
const (
	SendDWords = 4
	SendBytes  = 16
	SendAlign  = 8 // bytes
)

// Words of SEND, in DWORDs from its first word.
const (
	SendControl     = 0 // As in NATIVE; neither saturation nor condition nor swizzle.
	SendDestination = 1 // Where the answer goes.
	SendPayload     = 2 // What is sent, and to whom.
	SendDescriptor  = 3 // What it asks for.
)

// Fields of DESTINATION; masks stand before the shift.
const (
	SendDestinationRegShift  = 0
	SendDestinationRegMask   = 0x7f
	SendDestinationNullShift = 18
	SendDestinationNullMask  = 0x1
	SendDestinationNosShift  = 20
	SendDestinationNosMask   = 0xfff
)

// SendDestinationFields holds the fields of DESTINATION: Where the answer goes.
type SendDestinationFields struct {
	Reg  uint32 // bits 6:0: First register of the answer; 0 without one.
	Null bool   // bits 18:18: There is no answer.
	Nos  uint32 // bits 31:20: State that the instruction depends on.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v SendDestinationFields) Pack() uint32 {
	var word uint32
	word |= v.Reg & 0x7f << 0
	if v.Null {
		word |= 1 << 18
	}
	word |= v.Nos & 0xfff << 20
	return word
}

// UnpackSendDestination takes a word apart.
func UnpackSendDestination(word uint32) SendDestinationFields {
	return SendDestinationFields{
		Reg:  word >> 0 & 0x7f,
		Null: word>>18&0x1 != 0,
		Nos:  word >> 20 & 0xfff,
	}
}

// Fields of PAYLOAD; masks stand before the shift.
const (
	SendPayloadAddressRegShift = 0
	SendPayloadAddressRegMask  = 0x7f
	SendPayloadMessageShift    = 7
	SendPayloadMessageMask     = 0xff
	SendPayloadOffsetShift     = 16
	SendPayloadOffsetMask      = 0xffff
)

// SendPayloadFields holds the fields of PAYLOAD: What is sent, and to whom.
type SendPayloadFields struct {
	AddressReg uint32 // bits 6:0: First register of the addresses; 0 without any.
	Message    uint32 // bits 14:7: The message.
	Offset     int32  // bits 31:16: Bytes that are added to each address, signed; where whole registers move, the place of the first, a multiple of 32 from 0 on; of a sampler message texels that are added in x, y and z, signed, in bits 3:0, 7:4 and 11:8 of it; otherwise 0.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v SendPayloadFields) Pack() uint32 {
	var word uint32
	word |= v.AddressReg & 0x7f << 0
	word |= v.Message & 0xff << 7
	word |= uint32(v.Offset) & 0xffff << 16
	return word
}

// UnpackSendPayload takes a word apart.
func UnpackSendPayload(word uint32) SendPayloadFields {
	return SendPayloadFields{
		AddressReg: word >> 0 & 0x7f,
		Message:    word >> 7 & 0xff,
		Offset:     int32(word) >> 16,
	}
}

// Fields of DESCRIPTOR; masks stand before the shift.
const (
	SendDescriptorDataRegShift      = 0
	SendDescriptorDataRegMask       = 0x7f
	SendDescriptorBindingShift      = 8
	SendDescriptorBindingMask       = 0xff
	SendDescriptorTypeShift         = 16
	SendDescriptorTypeMask          = 0xf
	SendDescriptorCountShift        = 20
	SendDescriptorCountMask         = 0x3
	SendDescriptorNonCacheableShift = 22
	SendDescriptorNonCacheableMask  = 0x1
	SendDescriptorReturnsShift      = 23
	SendDescriptorReturnsMask       = 0x1
	SendDescriptorOperationShift    = 24
	SendDescriptorOperationMask     = 0xf
	SendDescriptorLastShift         = 28
	SendDescriptorLastMask          = 0x1
)

// SendDescriptorFields holds the fields of DESCRIPTOR: What it asks for.
type SendDescriptorFields struct {
	DataReg      uint32 // bits 6:0: First register of the data; 0 without any.
	Binding      uint32 // bits 15:8: Entry of the binding table.
	Type         uint32 // bits 19:16: Type of a component in memory and in a register; of a sampler message the number of register sets of coordinates, less one.
	Count        uint32 // bits 21:20: Components of each lane, less one.
	NonCacheable bool   // bits 22:22: The access is executed in the MXU.
	Returns      bool   // bits 23:23: An atomic answers with what was there before.
	Operation    uint32 // bits 27:24: Of an atomic its operation; of a sampler message its sampler.
	Last         bool   // bits 28:28: The thread ends with this message.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v SendDescriptorFields) Pack() uint32 {
	var word uint32
	word |= v.DataReg & 0x7f << 0
	word |= v.Binding & 0xff << 8
	word |= v.Type & 0xf << 16
	word |= v.Count & 0x3 << 20
	if v.NonCacheable {
		word |= 1 << 22
	}
	if v.Returns {
		word |= 1 << 23
	}
	word |= v.Operation & 0xf << 24
	if v.Last {
		word |= 1 << 28
	}
	return word
}

// UnpackSendDescriptor takes a word apart.
func UnpackSendDescriptor(word uint32) SendDescriptorFields {
	return SendDescriptorFields{
		DataReg:      word >> 0 & 0x7f,
		Binding:      word >> 8 & 0xff,
		Type:         word >> 16 & 0xf,
		Count:        word >> 20 & 0x3,
		NonCacheable: word>>22&0x1 != 0,
		Returns:      word>>23&0x1 != 0,
		Operation:    word >> 24 & 0xf,
		Last:         word>>28&0x1 != 0,
	}
}

// COMPACT: An instruction of 64 bits: parts of the native form, and indices of tables that have the others. Its size is THREAD. Its NOS has one bit at most, and none of an instruction of three sources.
const (
	CompactDWords = 2
	CompactBytes  = 8
	CompactAlign  = 8 // bytes
)

// Words of COMPACT, in DWORDs from its first word.
const (
	CompactLow  = 0 // Operation and indices.
	CompactHigh = 1 // Sources.
)

// Fields of LOW; masks stand before the shift.
const (
	CompactLowOpcodeShift  = 0
	CompactLowOpcodeMask   = 0xff
	CompactLowCompactShift = 8
	CompactLowCompactMask  = 0x1
	CompactLowControlShift = 9
	CompactLowControlMask  = 0x1f
	CompactLowTypesShift   = 14
	CompactLowTypesMask    = 0x1f
	CompactLowDstRegShift  = 19
	CompactLowDstRegMask   = 0x7f
	CompactLowSubsShift    = 26
	CompactLowSubsMask     = 0x1f
	CompactLowUpperShift   = 31
	CompactLowUpperMask    = 0x1
)

// CompactLowFields holds the fields of LOW: Operation and indices.
type CompactLowFields struct {
	Opcode  uint32 // bits 7:0: The operation.
	Compact bool   // bits 8:8: 1.
	Control uint32 // bits 13:9: Index of GROUP, NO_MASK, SATURATE, PREDICATE, INVERT, FLAG, CONDITION and SWIZZLE.
	Types   uint32 // bits 18:14: Index of IMMEDIATE, NULL, STRIDE and the types of destination, source 0 and source 1.
	DstReg  uint32 // bits 25:19: Register of the destination.
	Subs    uint32 // bits 30:26: Index of SUB of destination, source 0 and source 1.
	Upper   bool   // bits 31:31: An immediate is 1: the upper half of the number, whose lower half is 0; 0: the lower half, extended by its sign.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CompactLowFields) Pack() uint32 {
	var word uint32
	word |= v.Opcode & 0xff << 0
	if v.Compact {
		word |= 1 << 8
	}
	word |= v.Control & 0x1f << 9
	word |= v.Types & 0x1f << 14
	word |= v.DstReg & 0x7f << 19
	word |= v.Subs & 0x1f << 26
	if v.Upper {
		word |= 1 << 31
	}
	return word
}

// UnpackCompactLow takes a word apart.
func UnpackCompactLow(word uint32) CompactLowFields {
	return CompactLowFields{
		Opcode:  word >> 0 & 0xff,
		Compact: word>>8&0x1 != 0,
		Control: word >> 9 & 0x1f,
		Types:   word >> 14 & 0x1f,
		DstReg:  word >> 19 & 0x7f,
		Subs:    word >> 26 & 0x1f,
		Upper:   word>>31&0x1 != 0,
	}
}

// Fields of HIGH; masks stand before the shift.
const (
	CompactHighSrc0RegShift = 0
	CompactHighSrc0RegMask  = 0x7f
	CompactHighSrc0Shift    = 7
	CompactHighSrc0Mask     = 0xf
	CompactHighSrc1RegShift = 11
	CompactHighSrc1RegMask  = 0x7f
	CompactHighSrc1Shift    = 18
	CompactHighSrc1Mask     = 0xf
	CompactHighSrc2RegShift = 22
	CompactHighSrc2RegMask  = 0x7f
	CompactHighSrc2Shift    = 29
	CompactHighSrc2Mask     = 0x7
)

// CompactHighFields holds the fields of HIGH: Sources.
type CompactHighFields struct {
	Src0Reg uint32 // bits 6:0: Register of source 0.
	Src0    uint32 // bits 10:7: Index of region, negation and absolute value of source 0.
	Src1Reg uint32 // bits 17:11: Register of source 1. Of an instruction of one or two sources with an immediate, bits 26:11 are its 16 bits.
	Src1    uint32 // bits 21:18: Index of region, negation and absolute value of source 1.
	Src2Reg uint32 // bits 28:22: Register of source 2.
	Src2    uint32 // bits 31:29: Index of type, region, negation, absolute value and SUB of source 2.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CompactHighFields) Pack() uint32 {
	var word uint32
	word |= v.Src0Reg & 0x7f << 0
	word |= v.Src0 & 0xf << 7
	word |= v.Src1Reg & 0x7f << 11
	word |= v.Src1 & 0xf << 18
	word |= v.Src2Reg & 0x7f << 22
	word |= v.Src2 & 0x7 << 29
	return word
}

// UnpackCompactHigh takes a word apart.
func UnpackCompactHigh(word uint32) CompactHighFields {
	return CompactHighFields{
		Src0Reg: word >> 0 & 0x7f,
		Src0:    word >> 7 & 0xf,
		Src1Reg: word >> 11 & 0x7f,
		Src1:    word >> 18 & 0xf,
		Src2Reg: word >> 22 & 0x7f,
		Src2:    word >> 29 & 0x7,
	}
}

// COMPACT_SHORT: The compact form of an instruction of two sources at most, as far as it differs.
const (
	CompactShortDWords = 2
	CompactShortBytes  = 8
	CompactShortAlign  = 8 // bytes
)

// Words of COMPACT_SHORT, in DWORDs from its first word.
const (
	CompactShortLow  = 0 // As in COMPACT.
	CompactShortHigh = 1 // Sources.
)

// Fields of HIGH; masks stand before the shift.
const (
	CompactShortHighNosShift = 28
	CompactShortHighNosMask  = 0xf
)

// CompactShortHighFields holds the fields of HIGH: Sources.
type CompactShortHighFields struct {
	Nos uint32 // bits 31:28: Number of the bit that NOS has, plus 1; 0: it has none.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CompactShortHighFields) Pack() uint32 {
	var word uint32
	word |= v.Nos & 0xf << 28
	return word
}

// UnpackCompactShortHigh takes a word apart.
func UnpackCompactShortHigh(word uint32) CompactShortHighFields {
	return CompactShortHighFields{
		Nos: word >> 28 & 0xf,
	}
}

// COMPACT_FLOW: The compact form of control flow, as far as it differs.
const (
	CompactFlowDWords = 2
	CompactFlowBytes  = 8
	CompactFlowAlign  = 8 // bytes
)

// Words of COMPACT_FLOW, in DWORDs from its first word.
const (
	CompactFlowLow  = 0 // As in COMPACT up to bit 13, without anything from bit 18 on.
	CompactFlowHigh = 1 // Where it goes.
)

// Fields of LOW; masks stand before the shift.
const (
	CompactFlowLowOpcodeShift  = 0
	CompactFlowLowOpcodeMask   = 0xff
	CompactFlowLowCompactShift = 8
	CompactFlowLowCompactMask  = 0x1
	CompactFlowLowControlShift = 9
	CompactFlowLowControlMask  = 0x1f
	CompactFlowLowNosShift     = 14
	CompactFlowLowNosMask      = 0xf
)

// CompactFlowLowFields holds the fields of LOW: As in COMPACT up to bit 13, without anything from bit 18 on.
type CompactFlowLowFields struct {
	Opcode  uint32 // bits 7:0: The operation.
	Compact bool   // bits 8:8: 1.
	Control uint32 // bits 13:9: As in COMPACT.
	Nos     uint32 // bits 17:14: As in COMPACT_SHORT.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CompactFlowLowFields) Pack() uint32 {
	var word uint32
	word |= v.Opcode & 0xff << 0
	if v.Compact {
		word |= 1 << 8
	}
	word |= v.Control & 0x1f << 9
	word |= v.Nos & 0xf << 14
	return word
}

// UnpackCompactFlowLow takes a word apart.
func UnpackCompactFlowLow(word uint32) CompactFlowLowFields {
	return CompactFlowLowFields{
		Opcode:  word >> 0 & 0xff,
		Compact: word>>8&0x1 != 0,
		Control: word >> 9 & 0x1f,
		Nos:     word >> 14 & 0xf,
	}
}

// Fields of HIGH; masks stand before the shift.
const (
	CompactFlowHighCountShift  = 0
	CompactFlowHighCountMask   = 0xff
	CompactFlowHighTargetShift = 8
	CompactFlowHighTargetMask  = 0xffffff
)

// CompactFlowHighFields holds the fields of HIGH: Where it goes.
type CompactFlowHighFields struct {
	Count  uint32 // bits 7:0: As in FLOW.
	Target int32  // bits 31:8: TARGET of FLOW in units of 8 bytes.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CompactFlowHighFields) Pack() uint32 {
	var word uint32
	word |= v.Count & 0xff << 0
	word |= uint32(v.Target) & 0xffffff << 8
	return word
}

// UnpackCompactFlowHigh takes a word apart.
func UnpackCompactFlowHigh(word uint32) CompactFlowHighFields {
	return CompactFlowHighFields{
		Count:  word >> 0 & 0xff,
		Target: int32(word) >> 8,
	}
}

// COMPACT_SEND: The compact form of send, as far as it differs.
const (
	CompactSendDWords = 2
	CompactSendBytes  = 8
	CompactSendAlign  = 8 // bytes
)

// Words of COMPACT_SEND, in DWORDs from its first word.
const (
	CompactSendLow  = 0 // As in COMPACT, without anything from bit 30 on.
	CompactSendHigh = 1 // What is sent.
)

// Fields of LOW; masks stand before the shift.
const (
	CompactSendLowOpcodeShift  = 0
	CompactSendLowOpcodeMask   = 0xff
	CompactSendLowCompactShift = 8
	CompactSendLowCompactMask  = 0x1
	CompactSendLowControlShift = 9
	CompactSendLowControlMask  = 0x1f
	CompactSendLowMessageShift = 14
	CompactSendLowMessageMask  = 0x1f
	CompactSendLowDstRegShift  = 19
	CompactSendLowDstRegMask   = 0x7f
	CompactSendLowNosShift     = 26
	CompactSendLowNosMask      = 0xf
)

// CompactSendLowFields holds the fields of LOW: As in COMPACT, without anything from bit 30 on.
type CompactSendLowFields struct {
	Opcode  uint32 // bits 7:0: The operation.
	Compact bool   // bits 8:8: 1.
	Control uint32 // bits 13:9: As in COMPACT.
	Message uint32 // bits 18:14: Index of NULL, of the message, and of the descriptor without DATA_REG and BINDING.
	DstReg  uint32 // bits 25:19: First register of the answer.
	Nos     uint32 // bits 29:26: As in COMPACT_SHORT.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CompactSendLowFields) Pack() uint32 {
	var word uint32
	word |= v.Opcode & 0xff << 0
	if v.Compact {
		word |= 1 << 8
	}
	word |= v.Control & 0x1f << 9
	word |= v.Message & 0x1f << 14
	word |= v.DstReg & 0x7f << 19
	word |= v.Nos & 0xf << 26
	return word
}

// UnpackCompactSendLow takes a word apart.
func UnpackCompactSendLow(word uint32) CompactSendLowFields {
	return CompactSendLowFields{
		Opcode:  word >> 0 & 0xff,
		Compact: word>>8&0x1 != 0,
		Control: word >> 9 & 0x1f,
		Message: word >> 14 & 0x1f,
		DstReg:  word >> 19 & 0x7f,
		Nos:     word >> 26 & 0xf,
	}
}

// Fields of HIGH; masks stand before the shift.
const (
	CompactSendHighAddressRegShift = 0
	CompactSendHighAddressRegMask  = 0x7f
	CompactSendHighBindingShift    = 7
	CompactSendHighBindingMask     = 0xf
	CompactSendHighDataRegShift    = 11
	CompactSendHighDataRegMask     = 0x7f
	CompactSendHighOffsetShift     = 18
	CompactSendHighOffsetMask      = 0x3fff
)

// CompactSendHighFields holds the fields of HIGH: What is sent.
type CompactSendHighFields struct {
	AddressReg uint32 // bits 6:0: First register of the addresses.
	Binding    uint32 // bits 10:7: Entry of the binding table, 15 at most.
	DataReg    uint32 // bits 17:11: First register of the data.
	Offset     int32  // bits 31:18: OFFSET of SEND in units of 4 bytes.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CompactSendHighFields) Pack() uint32 {
	var word uint32
	word |= v.AddressReg & 0x7f << 0
	word |= v.Binding & 0xf << 7
	word |= v.DataReg & 0x7f << 11
	word |= uint32(v.Offset) & 0x3fff << 18
	return word
}

// UnpackCompactSendHigh takes a word apart.
func UnpackCompactSendHigh(word uint32) CompactSendHighFields {
	return CompactSendHighFields{
		AddressReg: word >> 0 & 0x7f,
		Binding:    word >> 7 & 0xf,
		DataReg:    word >> 11 & 0x7f,
		Offset:     int32(word) >> 18,
	}
}

// KERNEL_FILE: The beginning of a kernel file. What follows stands in the order of the counts, each part from a multiple of 8 bytes on, instructions of 64.
const (
	KernelFileDWords = 32
	KernelFileBytes  = 128
	KernelFileAlign  = 64 // bytes
)

// Words of KERNEL_FILE, in DWORDs from its first word.
const (
	KernelFileMagic         = 0  // 0x4E524B54, TKRN.
	KernelFileVersion       = 1  // 2.
	KernelFileFileBytes     = 2  // Bytes of the file.
	KernelFileChecksum      = 3  // CRC-32 (IEEE 802.3) of the bytes from word 4 on.
	KernelFileShape         = 4  // What a thread is.
	KernelFileEffects       = 5  // What it does besides its results.
	KernelFileScratch       = 6  // Bytes of scratch memory of a thread.
	KernelFileShared        = 7  // Bytes of shared memory of a CTA.
	KernelFileCta           = 8  // Lanes of a CTA in x, y and z; 0 outside of compute.
	KernelFileArgs          = 11 // Arguments of a launch, in DWORDs.
	KernelFileNameBytes     = 12 // Bytes of the name.
	KernelFileBindings      = 13 // Number of bindings, a DWORD each: bits 7:0 the entry, 15:8 the kind, 16 read, 17 write.
	KernelFileCodeBytes     = 14 // Bytes of the instructions.
	KernelFilePatches       = 15 // Number of entries of the patch table, two DWORDs each: bytes from the first instruction, PATCH.
	KernelFileLive          = 16 // Number of sets of live registers, four DWORDs each: one for each 8 bytes of the instructions, empty where none begins; 0 of a handler.
	KernelFileLines         = 17 // Number of instructions with a line of the text, a DWORD each; 0 without.
	KernelFileTextBytes     = 18 // Bytes of the text that it was made from.
	KernelFileTextNameBytes = 19 // Bytes of the name of its file.
	KernelFilePayload       = 20 // What a thread begins with, and what it gives.
	KernelFileSamplers      = 21 // Samplers that it uses, a bit each of bits 15:0.
	KernelFileCompiled      = 22 // Number of values of state that are compiled in, two DWORDs each: PATCH without PART, the value.
	KernelFileEnqueuesBytes = 23 // Bytes of the names of kernels that it enqueues, a zero byte after each; a kernel's number is its place.
	KernelFileUntagged      = 24 // EFFECTS of the instructions that no value makes nop; a patcher adds those of the others that stay.
	KernelFileVaryings      = 25 // What a pixel thread has of its primitive's vertices.
)

// Fields of SHAPE; masks stand before the shift.
const (
	KernelFileShapeStageShift     = 0
	KernelFileShapeStageMask      = 0xff
	KernelFileShapeLanesShift     = 8
	KernelFileShapeLanesMask      = 0xff
	KernelFileShapeRegistersShift = 16
	KernelFileShapeRegistersMask  = 0xff
	KernelFileShapeStackShift     = 24
	KernelFileShapeStackMask      = 0xff
)

// KernelFileShapeFields holds the fields of SHAPE: What a thread is.
type KernelFileShapeFields struct {
	Stage     uint32 // bits 7:0: What it is for.
	Lanes     uint32 // bits 15:8: Lanes of a thread: 8, 16 or 32.
	Registers uint32 // bits 23:16: Registers that it uses.
	Stack     uint32 // bits 31:24: Entries of the execution-mask stack that it uses at most.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v KernelFileShapeFields) Pack() uint32 {
	var word uint32
	word |= v.Stage & 0xff << 0
	word |= v.Lanes & 0xff << 8
	word |= v.Registers & 0xff << 16
	word |= v.Stack & 0xff << 24
	return word
}

// UnpackKernelFileShape takes a word apart.
func UnpackKernelFileShape(word uint32) KernelFileShapeFields {
	return KernelFileShapeFields{
		Stage:     word >> 0 & 0xff,
		Lanes:     word >> 8 & 0xff,
		Registers: word >> 16 & 0xff,
		Stack:     word >> 24 & 0xff,
	}
}

// Fields of PAYLOAD; masks stand before the shift.
const (
	KernelFilePayloadInputsShift  = 0
	KernelFilePayloadInputsMask   = 0xff
	KernelFilePayloadResultsShift = 8
	KernelFilePayloadResultsMask  = 0xff
)

// KernelFilePayloadFields holds the fields of PAYLOAD: What a thread begins with, and what it gives.
type KernelFilePayloadFields struct {
	Inputs  uint32 // bits 7:0: Registers that a thread begins with, r0 first.
	Results uint32 // bits 15:8: Registers of results that it gives, of a vertex, hull or domain kernel.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v KernelFilePayloadFields) Pack() uint32 {
	var word uint32
	word |= v.Inputs & 0xff << 0
	word |= v.Results & 0xff << 8
	return word
}

// UnpackKernelFilePayload takes a word apart.
func UnpackKernelFilePayload(word uint32) KernelFilePayloadFields {
	return KernelFilePayloadFields{
		Inputs:  word >> 0 & 0xff,
		Results: word >> 8 & 0xff,
	}
}

// Fields of VARYINGS; masks stand before the shift.
const (
	KernelFileVaryingsCountShift = 0
	KernelFileVaryingsCountMask  = 0x1f
	KernelFileVaryingsFlatShift  = 16
	KernelFileVaryingsFlatMask   = 0xffff
)

// KernelFileVaryingsFields holds the fields of VARYINGS: What a pixel thread has of its primitive's vertices.
type KernelFileVaryingsFields struct {
	Count uint32 // bits 4:0: Attributes that it is given, from 0 on.
	Flat  uint32 // bits 31:16: Those that are flat, a bit each.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v KernelFileVaryingsFields) Pack() uint32 {
	var word uint32
	word |= v.Count & 0x1f << 0
	word |= v.Flat & 0xffff << 16
	return word
}

// UnpackKernelFileVaryings takes a word apart.
func UnpackKernelFileVaryings(word uint32) KernelFileVaryingsFields {
	return KernelFileVaryingsFields{
		Count: word >> 0 & 0x1f,
		Flat:  word >> 16 & 0xffff,
	}
}

// PATCH: What of an instruction is modified.
const (
	PatchDWords = 1
	PatchBytes  = 4
	PatchAlign  = 4 // bytes
)

// Words of PATCH, in DWORDs from its first word.
const (
	PatchEntry = 0 // A value, and where it goes.
)

// Fields of ENTRY; masks stand before the shift.
const (
	PatchEntryValueShift = 0
	PatchEntryValueMask  = 0xff
	PatchEntryIndexShift = 8
	PatchEntryIndexMask  = 0xff
	PatchEntryPartShift  = 16
	PatchEntryPartMask   = 0xff
)

// PatchEntryFields holds the fields of ENTRY: A value, and where it goes.
type PatchEntryFields struct {
	Value uint32 // bits 7:0: Value of the state.
	Index uint32 // bits 15:8: Which one, of a value that is there several times.
	Part  uint32 // bits 23:16: What of the instruction it replaces.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v PatchEntryFields) Pack() uint32 {
	var word uint32
	word |= v.Value & 0xff << 0
	word |= v.Index & 0xff << 8
	word |= v.Part & 0xff << 16
	return word
}

// UnpackPatchEntry takes a word apart.
func UnpackPatchEntry(word uint32) PatchEntryFields {
	return PatchEntryFields{
		Value: word >> 0 & 0xff,
		Index: word >> 8 & 0xff,
		Part:  word >> 16 & 0xff,
	}
}

// PATCH_GROUP: What the patch table in memory begins with, for each 16 lines of instructions: which of them have tagged ones.
const (
	PatchGroupDWords = 1
	PatchGroupBytes  = 4
	PatchGroupAlign  = 4 // bytes
)

// Words of PATCH_GROUP, in DWORDs from its first word.
const (
	PatchGroupEntry = 0 // 16 lines of a kernel.
)

// Fields of ENTRY; masks stand before the shift.
const (
	PatchGroupEntryLinesShift = 0
	PatchGroupEntryLinesMask  = 0xffff
	PatchGroupEntryFirstShift = 16
	PatchGroupEntryFirstMask  = 0xffff
)

// PatchGroupEntryFields holds the fields of ENTRY: 16 lines of a kernel.
type PatchGroupEntryFields struct {
	Lines uint32 // bits 15:0: Lines that have tagged instructions, a bit each, the first one in bit 0.
	First uint32 // bits 31:16: Word of the table at which the words of the first of these lines begin.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v PatchGroupEntryFields) Pack() uint32 {
	var word uint32
	word |= v.Lines & 0xffff << 0
	word |= v.First & 0xffff << 16
	return word
}

// UnpackPatchGroupEntry takes a word apart.
func UnpackPatchGroupEntry(word uint32) PatchGroupEntryFields {
	return PatchGroupEntryFields{
		Lines: word >> 0 & 0xffff,
		First: word >> 16 & 0xffff,
	}
}

// PATCH_WORD: What of an instruction the machine modifies: the words of a line stand in the order of its instructions, after those of the lines before it in the group.
const (
	PatchWordDWords = 1
	PatchWordBytes  = 4
	PatchWordAlign  = 4 // bytes
)

// Words of PATCH_WORD, in DWORDs from its first word.
const (
	PatchWordEntry = 0 // A value, and where it goes.
)

// Fields of ENTRY; masks stand before the shift.
const (
	PatchWordEntryPlaceShift = 0
	PatchWordEntryPlaceMask  = 0x7
	PatchWordEntryLineShift  = 3
	PatchWordEntryLineMask   = 0xf
	PatchWordEntryLastShift  = 7
	PatchWordEntryLastMask   = 0x1
	PatchWordEntryValueShift = 8
	PatchWordEntryValueMask  = 0xff
	PatchWordEntryIndexShift = 16
	PatchWordEntryIndexMask  = 0x1f
	PatchWordEntryPartShift  = 21
	PatchWordEntryPartMask   = 0xf
	PatchWordEntrySetShift   = 25
	PatchWordEntrySetMask    = 0x3
)

// PatchWordEntryFields holds the fields of ENTRY: A value, and where it goes.
type PatchWordEntryFields struct {
	Place uint32 // bits 2:0: Where in the line the instruction begins, in units of 8 bytes, 0 to 6.
	Line  uint32 // bits 6:3: Number of the line in its group.
	Last  bool   // bits 7:7: It is the last word of its line.
	Value uint32 // bits 15:8: Value of the state.
	Index uint32 // bits 20:16: Which one, of a value that is there several times.
	Part  uint32 // bits 24:21: What of the instruction it replaces.
	Set   uint32 // bits 26:25: Of SOURCE: n for 2^n registers in a register set, 0 otherwise.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v PatchWordEntryFields) Pack() uint32 {
	var word uint32
	word |= v.Place & 0x7 << 0
	word |= v.Line & 0xf << 3
	if v.Last {
		word |= 1 << 7
	}
	word |= v.Value & 0xff << 8
	word |= v.Index & 0x1f << 16
	word |= v.Part & 0xf << 21
	word |= v.Set & 0x3 << 25
	return word
}

// UnpackPatchWordEntry takes a word apart.
func UnpackPatchWordEntry(word uint32) PatchWordEntryFields {
	return PatchWordEntryFields{
		Place: word >> 0 & 0x7,
		Line:  word >> 3 & 0xf,
		Last:  word>>7&0x1 != 0,
		Value: word >> 8 & 0xff,
		Index: word >> 16 & 0x1f,
		Part:  word >> 21 & 0xf,
		Set:   word >> 25 & 0x3,
	}
}

// NOS_PIXEL: State that pixel kernels depend on, in the registers PIXEL_NOS of PS.
const (
	NosPixelDWords = 8
	NosPixelBytes  = 32
	NosPixelAlign  = 32 // bytes
)

// Words of NOS_PIXEL, in DWORDs from its first word.
const (
	NosPixelAlphaReference = 0 // Reference of the alpha test.
	NosPixelModes          = 1 // Modes of the pipeline.
	NosPixelPlaces         = 2 // Fog, channels and attributes.
	NosPixelBits           = 3 // A bit for each attribute or texture.
	NosPixelTextureFormats = 4 // Formats of textures, 4 bits each, texture 0 in the lowest.
	NosPixelComponents     = 5 // What stands for a component of a texel, 2 bits for each of 4 components of 4 textures a word: red, green, blue, alpha; where it is constant 0 or 1.
	NosPixelConstants      = 7 // Components that are constant, a bit each, 4 for each texture.
)

// Fields of MODES; masks stand before the shift.
const (
	NosPixelModesAlphaFunctionShift = 0
	NosPixelModesAlphaFunctionMask  = 0x7
	NosPixelModesFogModeShift       = 3
	NosPixelModesFogModeMask        = 0x3
	NosPixelModesFogBindingShift    = 5
	NosPixelModesFogBindingMask     = 0xf
	NosPixelModesLightingShift      = 9
	NosPixelModesLightingMask       = 0x1
	NosPixelModesColorsShift        = 10
	NosPixelModesColorsMask         = 0x1
	NosPixelModesTwoSidedShift      = 11
	NosPixelModesTwoSidedMask       = 0x1
	NosPixelModesDepthClampShift    = 12
	NosPixelModesDepthClampMask     = 0x1
	NosPixelModesPointLowerShift    = 13
	NosPixelModesPointLowerMask     = 0x1
	NosPixelModesTargetSrgbShift    = 14
	NosPixelModesTargetSrgbMask     = 0x1
	NosPixelModesTargetCountShift   = 16
	NosPixelModesTargetCountMask    = 0x3
	NosPixelModesTargetFormatShift  = 20
	NosPixelModesTargetFormatMask   = 0xf
	NosPixelModesClipPlanesShift    = 24
	NosPixelModesClipPlanesMask     = 0xff
)

// NosPixelModesFields holds the fields of MODES: Modes of the pipeline.
type NosPixelModesFields struct {
	AlphaFunction uint32 // bits 2:0: 0 never, 1 less, 2 equal, 3 less or equal, 4 greater, 5 not equal, 6 greater or equal, 7 always.
	FogMode       uint32 // bits 4:3: 0 none, 1 linear, 2 exponential, 3 exponential of the square.
	FogBinding    uint32 // bits 8:5: Binding of the parameters of fog.
	Lighting      bool   // bits 9:9: There is lighting.
	Colors        bool   // bits 10:10: Vertices have colours.
	TwoSided      bool   // bits 11:11: Back faces have colours of their own.
	DepthClamp    bool   // bits 12:12: Depths are clamped.
	PointLower    bool   // bits 13:13: The origin of point coordinates is the lower left corner.
	TargetSrgb    bool   // bits 14:14: Components of the colour target are encoded.
	TargetCount   uint32 // bits 17:16: Components of the colour target, less one.
	TargetFormat  uint32 // bits 23:20: Format of the colour target.
	ClipPlanes    uint32 // bits 31:24: Planes that clip.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NosPixelModesFields) Pack() uint32 {
	var word uint32
	word |= v.AlphaFunction & 0x7 << 0
	word |= v.FogMode & 0x3 << 3
	word |= v.FogBinding & 0xf << 5
	if v.Lighting {
		word |= 1 << 9
	}
	if v.Colors {
		word |= 1 << 10
	}
	if v.TwoSided {
		word |= 1 << 11
	}
	if v.DepthClamp {
		word |= 1 << 12
	}
	if v.PointLower {
		word |= 1 << 13
	}
	if v.TargetSrgb {
		word |= 1 << 14
	}
	word |= v.TargetCount & 0x3 << 16
	word |= v.TargetFormat & 0xf << 20
	word |= v.ClipPlanes & 0xff << 24
	return word
}

// UnpackNosPixelModes takes a word apart.
func UnpackNosPixelModes(word uint32) NosPixelModesFields {
	return NosPixelModesFields{
		AlphaFunction: word >> 0 & 0x7,
		FogMode:       word >> 3 & 0x3,
		FogBinding:    word >> 5 & 0xf,
		Lighting:      word>>9&0x1 != 0,
		Colors:        word>>10&0x1 != 0,
		TwoSided:      word>>11&0x1 != 0,
		DepthClamp:    word>>12&0x1 != 0,
		PointLower:    word>>13&0x1 != 0,
		TargetSrgb:    word>>14&0x1 != 0,
		TargetCount:   word >> 16 & 0x3,
		TargetFormat:  word >> 20 & 0xf,
		ClipPlanes:    word >> 24 & 0xff,
	}
}

// Fields of PLACES; masks stand before the shift.
const (
	NosPixelPlacesFogPlaceShift  = 0
	NosPixelPlacesFogPlaceMask   = 0x7ff
	NosPixelPlacesWriteMaskShift = 12
	NosPixelPlacesWriteMaskMask  = 0xf
	NosPixelPlacesFlatShift      = 16
	NosPixelPlacesFlatMask       = 0xffff
)

// NosPixelPlacesFields holds the fields of PLACES: Fog, channels and attributes.
type NosPixelPlacesFields struct {
	FogPlace  uint32 // bits 10:0: Where the parameters of fog are in their binding, in registers of 32 bytes.
	WriteMask uint32 // bits 15:12: Channels that are written, red in the lowest bit.
	Flat      uint32 // bits 31:16: Attributes that are flat, a bit each.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NosPixelPlacesFields) Pack() uint32 {
	var word uint32
	word |= v.FogPlace & 0x7ff << 0
	word |= v.WriteMask & 0xf << 12
	word |= v.Flat & 0xffff << 16
	return word
}

// UnpackNosPixelPlaces takes a word apart.
func UnpackNosPixelPlaces(word uint32) NosPixelPlacesFields {
	return NosPixelPlacesFields{
		FogPlace:  word >> 0 & 0x7ff,
		WriteMask: word >> 12 & 0xf,
		Flat:      word >> 16 & 0xffff,
	}
}

// Fields of BITS; masks stand before the shift.
const (
	NosPixelBitsPointSpriteShift  = 0
	NosPixelBitsPointSpriteMask   = 0xffff
	NosPixelBitsTextureBoundShift = 16
	NosPixelBitsTextureBoundMask  = 0xff
	NosPixelBitsTextureSrgbShift  = 24
	NosPixelBitsTextureSrgbMask   = 0xff
)

// NosPixelBitsFields holds the fields of BITS: A bit for each attribute or texture.
type NosPixelBitsFields struct {
	PointSprite  uint32 // bits 15:0: Attributes that are taken from the point's coordinates.
	TextureBound uint32 // bits 23:16: Textures that are there.
	TextureSrgb  uint32 // bits 31:24: Textures whose components are encoded.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NosPixelBitsFields) Pack() uint32 {
	var word uint32
	word |= v.PointSprite & 0xffff << 0
	word |= v.TextureBound & 0xff << 16
	word |= v.TextureSrgb & 0xff << 24
	return word
}

// UnpackNosPixelBits takes a word apart.
func UnpackNosPixelBits(word uint32) NosPixelBitsFields {
	return NosPixelBitsFields{
		PointSprite:  word >> 0 & 0xffff,
		TextureBound: word >> 16 & 0xff,
		TextureSrgb:  word >> 24 & 0xff,
	}
}

// NOS_GEOMETRY: State that vertex, hull and domain kernels depend on, in the registers VERTEX_NOS, HULL_NOS and DOMAIN_NOS of EUP.
const (
	NosGeometryDWords = 8
	NosGeometryBytes  = 32
	NosGeometryAlign  = 32 // bytes
)

// Words of NOS_GEOMETRY, in DWORDs from its first word.
const (
	NosGeometryAttributes = 0 // How attributes 0 to 4 lie in a vertex, one a word: see NOS_ATTRIBUTE.
	NosGeometryModes      = 5 // Modes of the pipeline.
	NosGeometryBits       = 6 // A bit for each attribute, plane or texture.
	NosGeometryTextures   = 7 // Two textures.
)

// Fields of MODES; masks stand before the shift.
const (
	NosGeometryModesFogOffsetShift  = 0
	NosGeometryModesFogOffsetMask   = 0xffff
	NosGeometryModesFogModeShift    = 16
	NosGeometryModesFogModeMask     = 0x3
	NosGeometryModesFogBindingShift = 18
	NosGeometryModesFogBindingMask  = 0xf
	NosGeometryModesLightingShift   = 22
	NosGeometryModesLightingMask    = 0x1
	NosGeometryModesColorsShift     = 23
	NosGeometryModesColorsMask      = 0x1
	NosGeometryModesTwoSidedShift   = 24
	NosGeometryModesTwoSidedMask    = 0x1
	NosGeometryModesPointLowerShift = 25
	NosGeometryModesPointLowerMask  = 0x1
	NosGeometryModesDepthClampShift = 26
	NosGeometryModesDepthClampMask  = 0x1
)

// NosGeometryModesFields holds the fields of MODES: Modes of the pipeline.
type NosGeometryModesFields struct {
	FogOffset  uint32 // bits 15:0: Bytes of the parameters of fog into their binding.
	FogMode    uint32 // bits 17:16: 0 none, 1 linear, 2 exponential, 3 exponential of the square.
	FogBinding uint32 // bits 21:18: Binding of the parameters of fog.
	Lighting   bool   // bits 22:22: There is lighting.
	Colors     bool   // bits 23:23: Vertices have colours.
	TwoSided   bool   // bits 24:24: Back faces have colours of their own.
	PointLower bool   // bits 25:25: The origin of point coordinates is the lower left corner.
	DepthClamp bool   // bits 26:26: Depths are clamped.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NosGeometryModesFields) Pack() uint32 {
	var word uint32
	word |= v.FogOffset & 0xffff << 0
	word |= v.FogMode & 0x3 << 16
	word |= v.FogBinding & 0xf << 18
	if v.Lighting {
		word |= 1 << 22
	}
	if v.Colors {
		word |= 1 << 23
	}
	if v.TwoSided {
		word |= 1 << 24
	}
	if v.PointLower {
		word |= 1 << 25
	}
	if v.DepthClamp {
		word |= 1 << 26
	}
	return word
}

// UnpackNosGeometryModes takes a word apart.
func UnpackNosGeometryModes(word uint32) NosGeometryModesFields {
	return NosGeometryModesFields{
		FogOffset:  word >> 0 & 0xffff,
		FogMode:    word >> 16 & 0x3,
		FogBinding: word >> 18 & 0xf,
		Lighting:   word>>22&0x1 != 0,
		Colors:     word>>23&0x1 != 0,
		TwoSided:   word>>24&0x1 != 0,
		PointLower: word>>25&0x1 != 0,
		DepthClamp: word>>26&0x1 != 0,
	}
}

// Fields of BITS; masks stand before the shift.
const (
	NosGeometryBitsFlatShift         = 0
	NosGeometryBitsFlatMask          = 0xffff
	NosGeometryBitsClipPlanesShift   = 16
	NosGeometryBitsClipPlanesMask    = 0xff
	NosGeometryBitsTextureBoundShift = 24
	NosGeometryBitsTextureBoundMask  = 0x3
	NosGeometryBitsTextureSrgbShift  = 26
	NosGeometryBitsTextureSrgbMask   = 0x3
)

// NosGeometryBitsFields holds the fields of BITS: A bit for each attribute, plane or texture.
type NosGeometryBitsFields struct {
	Flat         uint32 // bits 15:0: Attributes that are flat.
	ClipPlanes   uint32 // bits 23:16: Planes that clip.
	TextureBound uint32 // bits 25:24: Textures that are there.
	TextureSrgb  uint32 // bits 27:26: Textures whose components are encoded.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NosGeometryBitsFields) Pack() uint32 {
	var word uint32
	word |= v.Flat & 0xffff << 0
	word |= v.ClipPlanes & 0xff << 16
	word |= v.TextureBound & 0x3 << 24
	word |= v.TextureSrgb & 0x3 << 26
	return word
}

// UnpackNosGeometryBits takes a word apart.
func UnpackNosGeometryBits(word uint32) NosGeometryBitsFields {
	return NosGeometryBitsFields{
		Flat:         word >> 0 & 0xffff,
		ClipPlanes:   word >> 16 & 0xff,
		TextureBound: word >> 24 & 0x3,
		TextureSrgb:  word >> 26 & 0x3,
	}
}

// Fields of TEXTURES; masks stand before the shift.
const (
	NosGeometryTexturesComponentsShift = 0
	NosGeometryTexturesComponentsMask  = 0xffff
	NosGeometryTexturesConstantsShift  = 16
	NosGeometryTexturesConstantsMask   = 0xff
	NosGeometryTexturesFormatsShift    = 24
	NosGeometryTexturesFormatsMask     = 0xff
)

// NosGeometryTexturesFields holds the fields of TEXTURES: Two textures.
type NosGeometryTexturesFields struct {
	Components uint32 // bits 15:0: What stands for a component of a texel, 2 bits each, as in NOS_PIXEL.
	Constants  uint32 // bits 23:16: Components that are constant, a bit each.
	Formats    uint32 // bits 31:24: Formats, 4 bits each.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NosGeometryTexturesFields) Pack() uint32 {
	var word uint32
	word |= v.Components & 0xffff << 0
	word |= v.Constants & 0xff << 16
	word |= v.Formats & 0xff << 24
	return word
}

// UnpackNosGeometryTextures takes a word apart.
func UnpackNosGeometryTextures(word uint32) NosGeometryTexturesFields {
	return NosGeometryTexturesFields{
		Components: word >> 0 & 0xffff,
		Constants:  word >> 16 & 0xff,
		Formats:    word >> 24 & 0xff,
	}
}

// NOS_ATTRIBUTE: How an attribute lies in a vertex.
const (
	NosAttributeDWords = 1
	NosAttributeBytes  = 4
	NosAttributeAlign  = 4 // bytes
)

// Words of NOS_ATTRIBUTE, in DWORDs from its first word.
const (
	NosAttributeEntry = 0 // An attribute.
)

// Fields of ENTRY; masks stand before the shift.
const (
	NosAttributeEntryCountShift      = 0
	NosAttributeEntryCountMask       = 0x3
	NosAttributeEntryNormalizedShift = 2
	NosAttributeEntryNormalizedMask  = 0x1
	NosAttributeEntryBindingShift    = 3
	NosAttributeEntryBindingMask     = 0x7
	NosAttributeEntryOffsetShift     = 6
	NosAttributeEntryOffsetMask      = 0x3ff
	NosAttributeEntryStrideShift     = 16
	NosAttributeEntryStrideMask      = 0x7ff
	NosAttributeEntryTypeShift       = 27
	NosAttributeEntryTypeMask        = 0xf
)

// NosAttributeEntryFields holds the fields of ENTRY: An attribute.
type NosAttributeEntryFields struct {
	Count      uint32 // bits 1:0: Components, less one.
	Normalized bool   // bits 2:2: Integers stand for -1 to 1 or 0 to 1.
	Binding    uint32 // bits 5:3: Binding that it is in.
	Offset     uint32 // bits 15:6: Where it is in a vertex, bytes.
	Stride     uint32 // bits 26:16: From a vertex to the next one, bytes.
	Type       uint32 // bits 30:27: Type of its components, by its number.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v NosAttributeEntryFields) Pack() uint32 {
	var word uint32
	word |= v.Count & 0x3 << 0
	if v.Normalized {
		word |= 1 << 2
	}
	word |= v.Binding & 0x7 << 3
	word |= v.Offset & 0x3ff << 6
	word |= v.Stride & 0x7ff << 16
	word |= v.Type & 0xf << 27
	return word
}

// UnpackNosAttributeEntry takes a word apart.
func UnpackNosAttributeEntry(word uint32) NosAttributeEntryFields {
	return NosAttributeEntryFields{
		Count:      word >> 0 & 0x3,
		Normalized: word>>2&0x1 != 0,
		Binding:    word >> 3 & 0x7,
		Offset:     word >> 6 & 0x3ff,
		Stride:     word >> 16 & 0x7ff,
		Type:       word >> 27 & 0xf,
	}
}

// TRAP: What trap register 2 has when a handler begins.
const (
	TrapDWords = 1
	TrapBytes  = 4
	TrapAlign  = 4 // bytes
)

// Words of TRAP, in DWORDs from its first word.
const (
	TrapState = 0 // What the thread did, and who it is among the threads of its CTA that have not ended.
)

// Fields of STATE; masks stand before the shift.
const (
	TrapStateBarrierShift = 0
	TrapStateBarrierMask  = 0x1
	TrapStateRankShift    = 8
	TrapStateRankMask     = 0xff
	TrapStateThreadsShift = 16
	TrapStateThreadsMask  = 0xff
)

// TrapStateFields holds the fields of STATE: What the thread did, and who it is among the threads of its CTA that have not ended.
type TrapStateFields struct {
	Barrier bool   // bits 0:0: It waited at a barrier: its arrival is withdrawn, and PC is the barrier's.
	Rank    uint32 // bits 15:8: Number of those of them that come before it.
	Threads uint32 // bits 23:16: Their number, less one.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v TrapStateFields) Pack() uint32 {
	var word uint32
	if v.Barrier {
		word |= 1 << 0
	}
	word |= v.Rank & 0xff << 8
	word |= v.Threads & 0xff << 16
	return word
}

// UnpackTrapState takes a word apart.
func UnpackTrapState(word uint32) TrapStateFields {
	return TrapStateFields{
		Barrier: word>>0&0x1 != 0,
		Rank:    word >> 8 & 0xff,
		Threads: word >> 16 & 0xff,
	}
}

// COMMAND: What a thread writes into the ring to enqueue a kernel. A command with KERNEL 0 enqueues nothing.
const (
	CommandDWords = 16
	CommandBytes  = 64
	CommandAlign  = 64 // bytes
)

// Words of COMMAND, in DWORDs from its first word.
const (
	CommandKernel   = 0 // Number of the kernel, from 1 on: its place among the names of the kernel that enqueues; 0: none.
	CommandGrid     = 1 // CTAs in x, y and z.
	CommandBindings = 4 // Its binding table: bytes from the beginning of the binding tables of the module (docs/isa.md, Ring).
	CommandControl  = 5 // How it runs.
	CommandArgs     = 8 // Arguments.
)

// Fields of CONTROL; masks stand before the shift.
const (
	CommandControlPriorityShift = 0
	CommandControlPriorityMask  = 0xff
	CommandControlFlagsShift    = 16
	CommandControlFlagsMask     = 0xffff
)

// CommandControlFields holds the fields of CONTROL: How it runs.
type CommandControlFields struct {
	Priority uint32 // bits 7:0: Priority, 0 the highest.
	Flags    uint32 // bits 31:16: 0.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CommandControlFields) Pack() uint32 {
	var word uint32
	word |= v.Priority & 0xff << 0
	word |= v.Flags & 0xffff << 16
	return word
}

// UnpackCommandControl takes a word apart.
func UnpackCommandControl(word uint32) CommandControlFields {
	return CommandControlFields{
		Priority: word >> 0 & 0xff,
		Flags:    word >> 16 & 0xffff,
	}
}

// What an operation may have for its execution type.
const (
	HasInteger = 0x1
	HasFloat   = 0x2
	HasWord    = 0x4
)

// What an instruction may have.
const (
	AllowsSaturate  = 0x1
	AllowsCondition = 0x2
	AllowsSelect    = 0x4
	AllowsCompare   = 0x8
	AllowsNegate    = 0x10
	AllowsModifiers = 0x20
	AllowsSwizzle   = 0x40
	AllowsImmediate = 0x80
	AllowsCount     = 0x100
	AllowsImplied   = 0x200
	AllowsFours     = 0x400
	AllowsLane      = 0x800
	AllowsUniform   = 0x1000
	AllowsTarget    = 0x2000
	AllowsLevels    = 0x4000
	AllowsHandler   = 0x8000
	AllowsSpecial   = 0x10000
	AllowsWrite     = 0x20000
)

// Opcodes.
const (
	OpMov      = 0x01 // Copies a source, or extends or cuts an integer. Between a float and an integer of one size it copies the bits; cvt converts.
	OpSel      = 0x02 // Source 0 where the condition holds for both sources, or without a condition where the predicate holds; otherwise source 1. The flag register is not written.
	OpAnd      = 0x10 // Ones where both have ones.
	OpOr       = 0x11 // Ones where one of both has ones.
	OpXor      = 0x12 // Ones where they differ.
	OpNot      = 0x13 // All bits inverted.
	OpShl      = 0x14 // Source 0 shifted left by source 1.
	OpShr      = 0x15 // Source 0 shifted right by source 1, zeros coming in.
	OpAsr      = 0x16 // Source 0 shifted right by source 1, its highest bit coming in.
	OpRol      = 0x17 // Source 0 rotated left by source 1.
	OpRor      = 0x18 // Source 0 rotated right by source 1.
	OpCmp      = 0x19 // Compares both sources: the flag register takes a bit a lane, the destination all ones or zeros.
	OpBfe      = 0x1a // Bits of source 0 from bit source 1 on, as many as source 2 says.
	OpBfm      = 0x1b // As many ones as source 0 says, from bit source 1 on.
	OpBsel     = 0x1c // Bits of source 1 where source 0 has ones, otherwise of source 2.
	OpCbit     = 0x1d // Number of ones.
	OpLzd      = 0x1e // Number of zeros above the highest one.
	OpTzd      = 0x1f // Number of zeros below the lowest one.
	OpBfrev    = 0x90 // Bits in reverse order.
	OpFbh      = 0x91 // Number of the highest bit that is one, or of a signed type differs from the sign.
	OpFbl      = 0x92 // Number of the lowest bit that is one.
	OpJmp      = 0x20 // Goes to its target, within the same construct.
	OpCall     = 0x21 // Writes the place of the next instruction to RA and goes to its target.
	OpRet      = 0x22 // Goes to the place in RA.
	OpIf       = 0x23 // Lanes whose predicate fails wait for the else or endif that its target names. It goes there when no lane is left.
	OpElse     = 0x24 // The lanes that waited execute, the others wait for the endif that its target names. It goes there when no lane is left.
	OpEndif    = 0x25 // All lanes of the if execute again, but those that left a loop.
	OpLoop     = 0x26 // Begins a loop.
	OpWhile    = 0x27 // Lanes whose predicate holds go to its target, the first instruction of the loop; after the last of them all lanes of the loop go on.
	OpBreak    = 0x28 // Lanes whose predicate holds leave as many loops as it says. When no lane is left it goes to its target, where lanes may execute next.
	OpContinue = 0x29 // Lanes whose predicate holds wait for the rejoin or while of the loop. When no lane is left it goes to its target, where lanes may execute next.
	OpRejoin   = 0x2a // Lanes that a continue let wait execute again.
	OpIret     = 0x2b // Ends a handler: goes on in the interrupted kernel at PC.
	OpNop      = 0x30 // Does nothing.
	OpWait     = 0x31 // Waits until all messages of the thread are answered, stores too.
	OpSend     = 0x32 // Sends a message.
	OpRdsr     = 0x33 // Reads the special register that its immediate names into lane 0.
	OpWrsr     = 0x34 // Writes source 0 into the special register that its immediate names.
	OpDiscard  = 0x35 // Lanes whose predicate holds become helpers.
	OpAdd      = 0x40 // Sum.
	OpMul      = 0x41 // Product.
	OpMad      = 0x42 // Product of sources 0 and 1, rounded, plus source 2.
	OpFma      = 0x43 // Product of sources 0 and 1 plus source 2, rounded once.
	OpMin      = 0x44 // The lesser.
	OpMax      = 0x45 // The greater.
	OpRndd     = 0x46 // The integer below.
	OpRndu     = 0x47 // The integer above.
	OpRndz     = 0x48 // The integer towards 0.
	OpRnde     = 0x49 // The nearest integer, ties to even.
	OpFrc      = 0x4a // Difference from the integer below.
	OpRcp      = 0x4b // Reciprocal.
	OpSqrt     = 0x4c // Square root.
	OpRsqrt    = 0x4d // Reciprocal of the square root.
	OpDiv      = 0x4e // Quotient.
	OpExp2     = 0x4f // 2 to the power of the source.
	OpLog2     = 0xc0 // Logarithm to base 2.
	OpSin      = 0xc1 // Sine, of radians.
	OpCos      = 0xc2 // Cosine, of radians.
	OpCvt      = 0xc3 // Converts between types.
	OpMulh     = 0xc4 // High half of the product.
	OpMull     = 0xc5 // Low half of the product, and in the implied destination the high half.
	OpAddc     = 0xc6 // Sum, and in the implied destination the carry.
	OpSubb     = 0xc7 // Difference, and in the implied destination the borrow.
	OpRem      = 0xc8 // Remainder.
	OpDp2      = 0x50 // Dot product of two lanes of four.
	OpDp3      = 0x51 // Dot product of three lanes of four.
	OpDp4      = 0x52 // Dot product of four lanes.
	OpDph      = 0x53 // Dot product of four lanes whose fourth of source 0 is 1.
)

// Operations describes opcodes; a reserved one has no name.
var Operations = [256]Operation{
	OpMov:      {"mov", FormatNative, 1, HasInteger | HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Copies a source, or extends or cuts an integer. Between a float and an integer of one size it copies the bits; cvt converts."},
	OpSel:      {"sel", FormatNative, 2, HasInteger | HasFloat, AllowsSelect | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Source 0 where the condition holds for both sources, or without a condition where the predicate holds; otherwise source 1. The flag register is not written."},
	OpAnd:      {"and", FormatNative, 2, HasInteger, AllowsCondition | AllowsNegate | AllowsSwizzle | AllowsImmediate, "Ones where both have ones."},
	OpOr:       {"or", FormatNative, 2, HasInteger, AllowsCondition | AllowsNegate | AllowsSwizzle | AllowsImmediate, "Ones where one of both has ones."},
	OpXor:      {"xor", FormatNative, 2, HasInteger, AllowsCondition | AllowsNegate | AllowsSwizzle | AllowsImmediate, "Ones where they differ."},
	OpNot:      {"not", FormatNative, 1, HasInteger, AllowsCondition | AllowsSwizzle | AllowsImmediate, "All bits inverted."},
	OpShl:      {"shl", FormatNative, 2, HasInteger, AllowsCondition | AllowsCount | AllowsSwizzle | AllowsImmediate, "Source 0 shifted left by source 1."},
	OpShr:      {"shr", FormatNative, 2, HasInteger, AllowsCondition | AllowsCount | AllowsSwizzle | AllowsImmediate, "Source 0 shifted right by source 1, zeros coming in."},
	OpAsr:      {"asr", FormatNative, 2, HasInteger, AllowsCondition | AllowsCount | AllowsSwizzle | AllowsImmediate, "Source 0 shifted right by source 1, its highest bit coming in."},
	OpRol:      {"rol", FormatNative, 2, HasInteger, AllowsCondition | AllowsCount | AllowsSwizzle | AllowsImmediate, "Source 0 rotated left by source 1."},
	OpRor:      {"ror", FormatNative, 2, HasInteger, AllowsCondition | AllowsCount | AllowsSwizzle | AllowsImmediate, "Source 0 rotated right by source 1."},
	OpCmp:      {"cmp", FormatNative, 2, HasInteger | HasFloat, AllowsCompare | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Compares both sources: the flag register takes a bit a lane, the destination all ones or zeros."},
	OpBfe:      {"bfe", FormatNative, 3, HasInteger, AllowsCondition | AllowsCount | AllowsSwizzle | AllowsImmediate, "Bits of source 0 from bit source 1 on, as many as source 2 says."},
	OpBfm:      {"bfm", FormatNative, 2, HasInteger, AllowsCondition | AllowsCount | AllowsSwizzle | AllowsImmediate, "As many ones as source 0 says, from bit source 1 on."},
	OpBsel:     {"bsel", FormatNative, 3, HasInteger, AllowsCondition | AllowsNegate | AllowsSwizzle | AllowsImmediate, "Bits of source 1 where source 0 has ones, otherwise of source 2."},
	OpCbit:     {"cbit", FormatNative, 1, HasInteger, AllowsCondition | AllowsSwizzle | AllowsImmediate, "Number of ones."},
	OpLzd:      {"lzd", FormatNative, 1, HasInteger, AllowsCondition | AllowsSwizzle | AllowsImmediate, "Number of zeros above the highest one."},
	OpTzd:      {"tzd", FormatNative, 1, HasInteger, AllowsCondition | AllowsSwizzle | AllowsImmediate, "Number of zeros below the lowest one."},
	OpBfrev:    {"bfrev", FormatNative, 1, HasInteger, AllowsCondition | AllowsSwizzle | AllowsImmediate, "Bits in reverse order."},
	OpFbh:      {"fbh", FormatNative, 1, HasInteger, AllowsCondition | AllowsSwizzle | AllowsImmediate, "Number of the highest bit that is one, or of a signed type differs from the sign."},
	OpFbl:      {"fbl", FormatNative, 1, HasInteger, AllowsCondition | AllowsSwizzle | AllowsImmediate, "Number of the lowest bit that is one."},
	OpJmp:      {"jmp", FormatFlow, 0, 0, AllowsUniform | AllowsTarget, "Goes to its target, within the same construct."},
	OpCall:     {"call", FormatFlow, 0, 0, AllowsUniform | AllowsTarget, "Writes the place of the next instruction to RA and goes to its target."},
	OpRet:      {"ret", FormatFlow, 0, 0, AllowsUniform, "Goes to the place in RA."},
	OpIf:       {"if", FormatFlow, 0, 0, AllowsLane | AllowsTarget, "Lanes whose predicate fails wait for the else or endif that its target names. It goes there when no lane is left."},
	OpElse:     {"else", FormatFlow, 0, 0, AllowsTarget, "The lanes that waited execute, the others wait for the endif that its target names. It goes there when no lane is left."},
	OpEndif:    {"endif", FormatFlow, 0, 0, 0, "All lanes of the if execute again, but those that left a loop."},
	OpLoop:     {"loop", FormatFlow, 0, 0, 0, "Begins a loop."},
	OpWhile:    {"while", FormatFlow, 0, 0, AllowsLane | AllowsTarget, "Lanes whose predicate holds go to its target, the first instruction of the loop; after the last of them all lanes of the loop go on."},
	OpBreak:    {"break", FormatFlow, 0, 0, AllowsLane | AllowsTarget | AllowsLevels, "Lanes whose predicate holds leave as many loops as it says. When no lane is left it goes to its target, where lanes may execute next."},
	OpContinue: {"continue", FormatFlow, 0, 0, AllowsLane | AllowsTarget, "Lanes whose predicate holds wait for the rejoin or while of the loop. When no lane is left it goes to its target, where lanes may execute next."},
	OpRejoin:   {"rejoin", FormatFlow, 0, 0, 0, "Lanes that a continue let wait execute again."},
	OpIret:     {"iret", FormatFlow, 0, 0, AllowsHandler, "Ends a handler: goes on in the interrupted kernel at PC."},
	OpNop:      {"nop", FormatFlow, 0, 0, 0, "Does nothing."},
	OpWait:     {"wait", FormatFlow, 0, 0, 0, "Waits until all messages of the thread are answered, stores too."},
	OpSend:     {"send", FormatSend, 0, 0, AllowsLane, "Sends a message."},
	OpRdsr:     {"rdsr", FormatNative, 1, HasWord, AllowsSpecial, "Reads the special register that its immediate names into lane 0."},
	OpWrsr:     {"wrsr", FormatNative, 2, HasWord, AllowsSpecial | AllowsWrite, "Writes source 0 into the special register that its immediate names."},
	OpDiscard:  {"discard", FormatFlow, 0, 0, AllowsLane, "Lanes whose predicate holds become helpers."},
	OpAdd:      {"add", FormatNative, 2, HasInteger | HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Sum."},
	OpMul:      {"mul", FormatNative, 2, HasInteger | HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Product."},
	OpMad:      {"mad", FormatNative, 3, HasInteger | HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Product of sources 0 and 1, rounded, plus source 2."},
	OpFma:      {"fma", FormatNative, 3, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Product of sources 0 and 1 plus source 2, rounded once."},
	OpMin:      {"min", FormatNative, 2, HasInteger | HasFloat, AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "The lesser."},
	OpMax:      {"max", FormatNative, 2, HasInteger | HasFloat, AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "The greater."},
	OpRndd:     {"rndd", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "The integer below."},
	OpRndu:     {"rndu", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "The integer above."},
	OpRndz:     {"rndz", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "The integer towards 0."},
	OpRnde:     {"rnde", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "The nearest integer, ties to even."},
	OpFrc:      {"frc", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Difference from the integer below."},
	OpRcp:      {"rcp", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Reciprocal."},
	OpSqrt:     {"sqrt", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Square root."},
	OpRsqrt:    {"rsqrt", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Reciprocal of the square root."},
	OpDiv:      {"div", FormatNative, 2, HasInteger | HasFloat, AllowsModifiers | AllowsSwizzle | AllowsImmediate | AllowsCondition, "Quotient."},
	OpExp2:     {"exp2", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "2 to the power of the source."},
	OpLog2:     {"log2", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Logarithm to base 2."},
	OpSin:      {"sin", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Sine, of radians."},
	OpCos:      {"cos", FormatNative, 1, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Cosine, of radians."},
	OpCvt:      {"cvt", FormatNative, 1, HasInteger | HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Converts between types."},
	OpMulh:     {"mulh", FormatNative, 2, HasInteger, AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "High half of the product."},
	OpMull:     {"mull", FormatNative, 2, HasInteger, AllowsImplied | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Low half of the product, and in the implied destination the high half."},
	OpAddc:     {"addc", FormatNative, 2, HasInteger, AllowsImplied | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Sum, and in the implied destination the carry."},
	OpSubb:     {"subb", FormatNative, 2, HasInteger, AllowsImplied | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Difference, and in the implied destination the borrow."},
	OpRem:      {"rem", FormatNative, 2, HasInteger, AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate, "Remainder."},
	OpDp2:      {"dp2", FormatNative, 2, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate | AllowsFours, "Dot product of two lanes of four."},
	OpDp3:      {"dp3", FormatNative, 2, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate | AllowsFours, "Dot product of three lanes of four."},
	OpDp4:      {"dp4", FormatNative, 2, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate | AllowsFours, "Dot product of four lanes."},
	OpDph:      {"dph", FormatNative, 2, HasFloat, AllowsSaturate | AllowsCondition | AllowsModifiers | AllowsSwizzle | AllowsImmediate | AllowsFours, "Dot product of four lanes whose fourth of source 0 is 1."},
}

// What a message brings.
const (
	SendsAddresses   = 0x1
	SendsComponents  = 0x2
	SendsOperands    = 0x4
	SendsRegisters   = 0x8
	SendsCoordinates = 0x10
	SendsGradients   = 0x20
	SendsDepths      = 0x40
	SendsOne         = 0x80
	SendsSet         = 0x100
)

// What the answer of a message has.
const (
	AnswersComponents = 0x1
	AnswersReturns    = 0x2
	AnswersOne        = 0x4
	AnswersBlock      = 0x8
	AnswersRegisters  = 0x10
	AnswersTexel      = 0x20
	AnswersGrant      = 0x40
)

// Fields of the descriptor that a message uses.
const (
	UsesBinding      = 0x1
	UsesType         = 0x2
	UsesCount        = 0x4
	UsesNonCacheable = 0x8
	UsesAtomic       = 0x10
	UsesSampler      = 0x20
	UsesLast         = 0x40
	UsesCoordinates  = 0x80
	UsesTexels       = 0x100
)

// Codes of messages.
const (
	MessageLoad               = 0x10 // Each lane reads components from its address in the binding; beyond its end they are 0.
	MessageStore              = 0x11 // Each lane writes components to its address in the binding; beyond its end nothing is written.
	MessageAtomic             = 0x12 // Each lane changes a component in one step, lanes of one address in ascending order.
	MessageSize               = 0x13 // The binding's size in bytes, in lane 0.
	MessageConstant           = 0x20 // Reads 32 bytes a register from the message's offset on, as many registers as the descriptor's count says; beyond the binding's end they are 0.
	MessageScratchLoad        = 0x30 // Reads registers from the thread's scratch memory at the message's offset.
	MessageScratchStore       = 0x31 // Writes registers to the thread's scratch memory at the message's offset.
	MessagePrivateLoad        = 0x32 // Each lane reads components from its own part of the scratch memory.
	MessagePrivateStore       = 0x33 // Each lane writes components to its own part of the scratch memory.
	MessageSharedLoad         = 0x40 // Each lane reads components from the CTA's shared memory.
	MessageSharedStore        = 0x41 // Each lane writes components to the CTA's shared memory.
	MessageSharedAtomic       = 0x42 // Each lane changes a component of the CTA's shared memory in one step, in ascending order.
	MessageSample             = 0x50 // Filters a texture; the level follows from the coordinates of four lanes.
	MessageSampleBias         = 0x51 // The same, with a bias of the level in the last coordinate.
	MessageSampleLevel        = 0x52 // The same, with the level in the last coordinate.
	MessageSampleGradient     = 0x53 // The same, with the level from gradients.
	MessageSampleCompare      = 0x54 // Compares texels with the last coordinate and filters the results.
	MessageSampleCompareLevel = 0x55 // The same at level 0.
	MessageGather             = 0x56 // One component of the four texels that a filter would use; which one is the last coordinate.
	MessageGatherCompare      = 0x57 // Results of comparing the four texels with the last coordinate.
	MessageTexel              = 0x58 // A texel by its integer coordinates and level; beyond the edges it is 0.
	MessageTexelStore         = 0x59 // Writes a texel by its integer coordinates; beyond the edges nothing is written.
	MessageDimensions         = 0x5a // Width, height, layers and number of levels of the level that the coordinate names.
	MessageColor              = 0x60 // Colours r, g, b and a of the thread's pixels, a component after the other; helpers write none.
	MessageColorDepth         = 0x61 // The same, and the depths of the pixels.
	MessageResult             = 0x70 // Results of a vertex, hull or domain thread, from the message's offset of its results on.
	MessageEnd                = 0x71 // Ends the thread.
	MessageBarrier            = 0x80 // Waits until all threads of the CTA have arrived.
	MessageAllocate           = 0x90 // Asks for space in the ring for as many commands as lane 0 says. Lane 0 of the answer is the address in the binding, lane 1 the entry, lane 2 the status, GRANT.
	MessageThreadEnd          = 0x91 // All commands of the entry that lane 0 names are written. It acts when the thread's stores are acknowledged, and is acknowledged itself.
	MessageContextLoad        = 0xa0 // Reads registers from the context buffer, at the address in trap registers 0 and 1 and the message's offset.
	MessageContextStore       = 0xa1 // Writes registers to the context buffer, at the address in trap registers 0 and 1 and the message's offset.
	MessageContextLoadSet     = 0xa2 // Reads the thread's registers of a set from the context buffer, in ascending order, one after the other. Lanes 0 to 3 are the set, a bit a register from r0 on.
	MessageContextStoreSet    = 0xa3 // Writes the thread's registers of a set to the context buffer, in ascending order, one after the other.
	MessageLive               = 0xa4 // The registers whose values count at PC, by the kernel's table, as a set; without a table all that the thread has.
)

// Messages describes codes; a reserved one has no name.
var Messages = [256]Message{
	MessageLoad:               {"load", UnitLsu, SendsAddresses, AnswersComponents, UsesBinding | UsesType | UsesCount | UsesNonCacheable, "Each lane reads components from its address in the binding; beyond its end they are 0."},
	MessageStore:              {"store", UnitLsu, SendsAddresses | SendsComponents, 0, UsesBinding | UsesType | UsesCount | UsesNonCacheable, "Each lane writes components to its address in the binding; beyond its end nothing is written."},
	MessageAtomic:             {"atomic", UnitLsu, SendsAddresses | SendsOperands, AnswersReturns, UsesBinding | UsesType | UsesAtomic, "Each lane changes a component in one step, lanes of one address in ascending order."},
	MessageSize:               {"size", UnitLsu, 0, AnswersOne, UsesBinding, "The binding's size in bytes, in lane 0."},
	MessageConstant:           {"constant", UnitConstant, 0, AnswersBlock, UsesBinding | UsesCount, "Reads 32 bytes a register from the message's offset on, as many registers as the descriptor's count says; beyond the binding's end they are 0."},
	MessageScratchLoad:        {"scratch_load", UnitScratch, 0, AnswersRegisters, UsesCount, "Reads registers from the thread's scratch memory at the message's offset."},
	MessageScratchStore:       {"scratch_store", UnitScratch, SendsRegisters, 0, UsesCount, "Writes registers to the thread's scratch memory at the message's offset."},
	MessagePrivateLoad:        {"private_load", UnitScratch, SendsAddresses, AnswersComponents, UsesType | UsesCount, "Each lane reads components from its own part of the scratch memory."},
	MessagePrivateStore:       {"private_store", UnitScratch, SendsAddresses | SendsComponents, 0, UsesType | UsesCount, "Each lane writes components to its own part of the scratch memory."},
	MessageSharedLoad:         {"shared_load", UnitShared, SendsAddresses, AnswersComponents, UsesType | UsesCount, "Each lane reads components from the CTA's shared memory."},
	MessageSharedStore:        {"shared_store", UnitShared, SendsAddresses | SendsComponents, 0, UsesType | UsesCount, "Each lane writes components to the CTA's shared memory."},
	MessageSharedAtomic:       {"shared_atomic", UnitShared, SendsAddresses | SendsOperands, AnswersReturns, UsesType | UsesAtomic, "Each lane changes a component of the CTA's shared memory in one step, in ascending order."},
	MessageSample:             {"sample", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates | UsesTexels | UsesSampler | UsesCount, "Filters a texture; the level follows from the coordinates of four lanes."},
	MessageSampleBias:         {"sample_bias", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates | UsesTexels | UsesSampler | UsesCount, "The same, with a bias of the level in the last coordinate."},
	MessageSampleLevel:        {"sample_level", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates | UsesTexels | UsesSampler | UsesCount, "The same, with the level in the last coordinate."},
	MessageSampleGradient:     {"sample_gradient", UnitSampler, SendsCoordinates | SendsGradients, AnswersTexel, UsesBinding | UsesCoordinates | UsesTexels | UsesSampler | UsesCount, "The same, with the level from gradients."},
	MessageSampleCompare:      {"sample_compare", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates | UsesTexels | UsesSampler | UsesCount, "Compares texels with the last coordinate and filters the results."},
	MessageSampleCompareLevel: {"sample_compare_level", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates | UsesTexels | UsesSampler | UsesCount, "The same at level 0."},
	MessageGather:             {"gather", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates | UsesTexels | UsesSampler | UsesCount, "One component of the four texels that a filter would use; which one is the last coordinate."},
	MessageGatherCompare:      {"gather_compare", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates | UsesTexels | UsesSampler | UsesCount, "Results of comparing the four texels with the last coordinate."},
	MessageTexel:              {"texel", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates | UsesCount, "A texel by its integer coordinates and level; beyond the edges it is 0."},
	MessageTexelStore:         {"texel_store", UnitSampler, SendsCoordinates | SendsComponents, 0, UsesBinding | UsesCoordinates | UsesCount, "Writes a texel by its integer coordinates; beyond the edges nothing is written."},
	MessageDimensions:         {"dimensions", UnitSampler, SendsCoordinates, AnswersTexel, UsesBinding | UsesCoordinates, "Width, height, layers and number of levels of the level that the coordinate names."},
	MessageColor:              {"color", UnitTarget, SendsComponents, 0, UsesCount | UsesLast, "Colours r, g, b and a of the thread's pixels, a component after the other; helpers write none."},
	MessageColorDepth:         {"color_depth", UnitTarget, SendsComponents | SendsDepths, 0, UsesCount | UsesLast, "The same, and the depths of the pixels."},
	MessageResult:             {"result", UnitThread, SendsRegisters, 0, UsesCount | UsesLast, "Results of a vertex, hull or domain thread, from the message's offset of its results on."},
	MessageEnd:                {"end", UnitThread, 0, 0, UsesLast, "Ends the thread."},
	MessageBarrier:            {"barrier", UnitBarrier, 0, 0, 0, "Waits until all threads of the CTA have arrived."},
	MessageAllocate:           {"allocate", UnitRing, SendsOne, AnswersGrant, UsesBinding, "Asks for space in the ring for as many commands as lane 0 says. Lane 0 of the answer is the address in the binding, lane 1 the entry, lane 2 the status, GRANT."},
	MessageThreadEnd:          {"thread_end", UnitRing, SendsOne, 0, 0, "All commands of the entry that lane 0 names are written. It acts when the thread's stores are acknowledged, and is acknowledged itself."},
	MessageContextLoad:        {"context_load", UnitContext, 0, AnswersRegisters, UsesCount, "Reads registers from the context buffer, at the address in trap registers 0 and 1 and the message's offset."},
	MessageContextStore:       {"context_store", UnitContext, SendsRegisters, 0, UsesCount, "Writes registers to the context buffer, at the address in trap registers 0 and 1 and the message's offset."},
	MessageContextLoadSet:     {"context_load_set", UnitContext, SendsSet, 0, 0, "Reads the thread's registers of a set from the context buffer, in ascending order, one after the other. Lanes 0 to 3 are the set, a bit a register from r0 on."},
	MessageContextStoreSet:    {"context_store_set", UnitContext, SendsSet, 0, 0, "Writes the thread's registers of a set to the context buffer, in ascending order, one after the other."},
	MessageLive:               {"live", UnitContext, 0, AnswersOne, 0, "The registers whose values count at PC, by the kernel's table, as a set; without a table all that the thread has."},
}
