package llir

// Op is what an instruction does.
type Op uint8

// Operations. What each computes is docs/shaders.md and docs/arithmetic.md, section 12.
const (
	Nothing Op = iota

	Const // Bits
	Input // what the thread was filled with: Bits is an Input... value
	State // a value of non-orthogonal state: Bits is its number, and from bit 8 on its index (StateBits)

	Add
	Mul
	Fma
	Div
	Rem
	Min
	Max
	Neg
	Abs
	Floor
	Ceil
	Trunc
	Nearest
	Fract
	Rcp
	Sqrt
	Rsqrt
	Exp2
	Log2
	Sin
	Cos
	And
	Or
	Xor
	Not
	Shl
	Shr
	Asr
	BitField    // of Args[0] from Args[1] on, Args[2] bits
	BitMask     // Args[0] ones from bit Args[1] on
	BitSelect   // Args[1] where Args[0] has ones, Args[2] elsewhere
	CountOnes   //
	LeadZeros   //
	TrailZeros  //
	ReverseBits //
	HighestBit  //
	LowestBit   //
	Convert     // from Type to the result's
	Bitcast     // the same bits; from or to F16 the lower 16, from U8 the lower 8
	Compare     // Cond; with a tag that it is only made where state says so, it does not hold elsewhere
	Select      // Args[1] where Args[0] holds, otherwise Args[2]
	Swizzle     // in each four lanes, the lane that Bits says
	AlphaTest   // whether Args[0] passes the alpha test of the state
	Component   // the one of six Args that a value of the state says, which Bits names: of the components of a texel, 0 and 1

	Load          // Args: address
	Store         // Args: address, components
	AtomicOp      // Args: address, operands
	BufferSize    // bytes
	LoadConstant  // a register of 32 bytes at Offset: eight results
	SharedLoad    //
	SharedStore   //
	SharedAtomic  //
	PrivateLoad   //
	PrivateStore  //
	Barrier       //
	Sample        // Args: coordinates
	SampleBias    //
	SampleLevel   //
	SampleGrad    // Args: coordinates, gradients
	SampleCompare //
	SampleCompareLevel
	Gather
	GatherCompare
	Texel
	TexelStore // Args: coordinates, components
	Dimensions

	Discard // lanes that execute become helpers
	Color   // Args: r, g, b, a, and a depth; the thread ends
	Result  // Args: components from the first one on; Bits is how many, the thread ends
	End     // the thread ends

	If       // Args: a condition; Bodies: then, else; Results by Yield
	Block    // Bodies: one; Results by Yield and Break
	Loop     // Bodies: one, whose Params begin as Args; Results by RepeatIf and Break
	Yield    // ends a body of If or Block with its results
	Break    // ends a body: Args are the results of the construct that is left
	Repeat   // ends a loop's body: Args are the next Params
	RepeatIf // Args: a condition, then the next Params; Exit: the loop's results when it does not hold

	opLimit
)

// Kinds of operands, for the verifier and for passes.
type shape struct {
	name   string
	args   int  // of arithmetic
	result bool // one, of the type Type
	types  uint8
	pure   bool // no effect, and the same result for the same operands
}

const (
	ofInt uint8 = 1 << iota
	ofFloat
	ofBool
	ofByte
)

var shapes = [opLimit]shape{
	Const: {"const", 0, true, ofInt | ofFloat | ofBool, true},
	Input: {"input", 0, true, ofInt | ofFloat, true},
	State: {"state", 0, true, ofInt | ofFloat | ofBool, true}, AlphaTest: {"alpha_test", 1, false, ofFloat, true},
	Component: {"component", 6, true, ofInt | ofFloat, true},

	Add: {"add", 2, true, ofInt | ofFloat, true}, Mul: {"mul", 2, true, ofInt | ofFloat, true}, Fma: {"fma", 3, true, ofFloat, true},
	Div: {"div", 2, true, ofInt | ofFloat, true}, Rem: {"rem", 2, true, ofInt, true}, Min: {"min", 2, true, ofInt | ofFloat, true},
	Max: {"max", 2, true, ofInt | ofFloat, true}, Neg: {"neg", 1, true, ofInt | ofFloat, true}, Abs: {"abs", 1, true, ofInt | ofFloat, true},
	Floor: {"floor", 1, true, ofFloat, true}, Ceil: {"ceil", 1, true, ofFloat, true}, Trunc: {"trunc", 1, true, ofFloat, true},
	Nearest: {"nearest", 1, true, ofFloat, true}, Fract: {"fract", 1, true, ofFloat, true}, Rcp: {"rcp", 1, true, ofFloat, true},
	Sqrt: {"sqrt", 1, true, ofFloat, true}, Rsqrt: {"rsqrt", 1, true, ofFloat, true}, Exp2: {"exp2", 1, true, ofFloat, true},
	Log2: {"log2", 1, true, ofFloat, true}, Sin: {"sin", 1, true, ofFloat, true}, Cos: {"cos", 1, true, ofFloat, true},
	And: {"and", 2, true, ofInt | ofBool, true}, Or: {"or", 2, true, ofInt | ofBool, true}, Xor: {"xor", 2, true, ofInt | ofBool, true},
	Not: {"not", 1, true, ofInt | ofBool, true}, Shl: {"shl", 2, true, ofInt, true}, Shr: {"shr", 2, true, ofInt, true}, Asr: {"asr", 2, true, ofInt, true},
	BitField: {"bfe", 3, true, ofInt, true}, BitMask: {"bfm", 2, true, ofInt, true}, BitSelect: {"bsel", 3, true, ofInt, true},
	CountOnes: {"cbit", 1, true, ofInt, true}, LeadZeros: {"lzd", 1, true, ofInt, true}, TrailZeros: {"tzd", 1, true, ofInt, true},
	ReverseBits: {"bfrev", 1, true, ofInt, true}, HighestBit: {"fbh", 1, true, ofInt, true}, LowestBit: {"fbl", 1, true, ofInt, true},
	Convert: {"cvt", 1, false, ofInt | ofFloat | ofBool, true}, Bitcast: {"bitcast", 1, false, ofInt | ofFloat | ofByte, true},
	Compare: {"cmp", 2, false, ofInt | ofFloat, true}, Select: {"select", 3, true, ofInt | ofFloat | ofBool, true},
	Swizzle: {"swizzle", 1, true, ofInt | ofFloat, false},

	Load: {name: "load"}, Store: {name: "store"}, AtomicOp: {name: "atomic"}, BufferSize: {name: "size"}, LoadConstant: {name: "constant", pure: true},
	SharedLoad: {name: "shared_load"}, SharedStore: {name: "shared_store"}, SharedAtomic: {name: "shared_atomic"},
	PrivateLoad: {name: "private_load"}, PrivateStore: {name: "private_store"}, Barrier: {name: "barrier"},
	Sample: {name: "sample"}, SampleBias: {name: "sample_bias"}, SampleLevel: {name: "sample_level"}, SampleGrad: {name: "sample_gradient"},
	SampleCompare: {name: "sample_compare"}, SampleCompareLevel: {name: "sample_compare_level"}, Gather: {name: "gather"},
	GatherCompare: {name: "gather_compare"}, Texel: {name: "texel"}, TexelStore: {name: "texel_store"}, Dimensions: {name: "dimensions"},
	Discard: {name: "discard"}, Color: {name: "color"}, Result: {name: "result"}, End: {name: "end"},
	If: {name: "if"}, Block: {name: "block"}, Loop: {name: "loop"}, Yield: {name: "yield"}, Break: {name: "break"}, Repeat: {name: "repeat"},
	RepeatIf: {name: "repeatif"},
}

func (o Op) String() string { return shapes[o].name }

// Pure tells whether an operation has no effect and the same result for the same operands, wherever it is executed.
func (o Op) Pure() bool { return shapes[o].pure }

// Removable tells whether an instruction whose results nobody uses can go.
func (o Op) Removable() bool {
	switch o {
	case Load, BufferSize, SharedLoad, PrivateLoad, Sample, SampleBias, SampleLevel, SampleGrad, SampleCompare, SampleCompareLevel, Gather, GatherCompare,
		Texel, Dimensions, Swizzle:
		return true
	}
	return o.Pure()
}

// Ends tells whether an operation ends a region.
func (o Op) Ends() bool {
	switch o {
	case Yield, Break, Repeat, RepeatIf, Color, Result, End:
		return true
	}
	return false
}

// Breakable tells whether Break counts the construct.
func (o Op) Breakable() bool { return o == Block || o == Loop }

// StateBits are the Bits that name a value of state.
func StateBits(value, index uint8) uint32 { return uint32(value) | uint32(index)<<8 }

// StateOf is the opposite.
func StateOf(bits uint32) (value, index uint8) { return uint8(bits), uint8(bits >> 8) }

// What Input brings, in Bits. From InputAttribute, InputVarying, InputConstant, InputArgument, InputControl and InputDomain on, components are counted.
const (
	InputGroup       = 0 // compute: number of the CTA in x, y, z
	InputGroups      = 3 // number of CTAs in x, y, z
	InputThread      = 6 // number of the thread in its CTA
	InputLocal       = 8 // number of the lane in its CTA in x, y, z
	InputVertex      = 11
	InputInstance    = 12
	InputPixelX      = 13
	InputPixelY      = 14
	InputDepth       = 15
	InputReciprocalW = 16
	InputFront       = 17 // 1 or 0
	InputSampleCount = 18
	InputAttribute   = 32
	InputVarying     = 64
	InputConstant    = 96 // constants of the stage, which follow all others
	InputArgument    = 128
	InputControl     = 256 // hull, domain: words of the control points' records
	InputDomain      = 512 // domain: u and v
)
