package builtin

// operators are the overloads of operators (sections Arithmetic, Comparison, Logical and Bit Expressions). The syntax is that of functions.
const operators = `
op- (T) T | T: signed*
op! (T) T | T: bool*
op~ (T) T | T: int*

op+ (T, T) T | T: num*
op+ (vecN<T>, T) vecN<T> | T: num
op+ (T, vecN<T>) vecN<T> | T: num
op+ (matCxR<T>, matCxR<T>) matCxR<T> | T: float
op- (T, T) T | T: num*
op- (vecN<T>, T) vecN<T> | T: num
op- (T, vecN<T>) vecN<T> | T: num
op- (matCxR<T>, matCxR<T>) matCxR<T> | T: float
op* (T, T) T | T: num*
op* (vecN<T>, T) vecN<T> | T: num
op* (T, vecN<T>) vecN<T> | T: num
op* (matCxR<T>, T) matCxR<T> | T: float
op* (T, matCxR<T>) matCxR<T> | T: float
op* (matCxR<T>, vecC<T>) vecR<T> | T: float
op* (vecR<T>, matCxR<T>) vecC<T> | T: float
op* (matKxR<T>, matCxK<T>) matCxR<T> | T: float
op/ (T, T) T | T: num*
op/ (vecN<T>, T) vecN<T> | T: num
op/ (T, vecN<T>) vecN<T> | T: num
op% (T, T) T | T: num*
op% (vecN<T>, T) vecN<T> | T: num
op% (T, vecN<T>) vecN<T> | T: num

op== (T, T) T:bool | T: scalar*
op!= (T, T) T:bool | T: scalar*
op< (T, T) T:bool | T: num*
op<= (T, T) T:bool | T: num*
op> (T, T) T:bool | T: num*
op>= (T, T) T:bool | T: num*

op& (T, T) T | T: intbool*
op| (T, T) T | T: intbool*
op^ (T, T) T | T: int*
op<< (T, T:u32) T | T: int*
op>> (T, T:u32) T | T: int*
op&& (T, T) T | T: bool
op|| (T, T) T | T: bool
`

// functions are the overloads of built-in functions, a line each: name (parameters) result | classes of type variables (section Built-in Functions). A line that
// begins with @ says what holds of those after it: "fragment" and "compute" the only stage that may call them, "derivative" and "barrier" that control flow must
// be uniform, "droppable" that a call may be a statement.
//
// In a pattern capital letters are type variables: T, and F (f32, i32, u32), I, J and L (i32, u32). A class with a star has its vectors as well. T:u32 is u32 in T's shape.
// vecN, matCxR: the numbers are variables. A parameter with ! must be a const-expression.
const functions = `
@
abs (T) T | T: num*
acos (T) T | T: float*
acosh (T) T | T: float*
asin (T) T | T: float*
asinh (T) T | T: float*
atan (T) T | T: float*
atanh (T) T | T: float*
atan2 (T, T) T | T: float*
ceil (T) T | T: float*
clamp (T, T, T) T | T: num*
cos (T) T | T: float*
cosh (T) T | T: float*
countLeadingZeros (T) T | T: int32*
countOneBits (T) T | T: int32*
countTrailingZeros (T) T | T: int32*
cross (vec3<T>, vec3<T>) vec3<T> | T: float
degrees (T) T | T: float*
determinant (matNxN<T>) T | T: float
distance (T, T) T | T: float
distance (vecN<T>, vecN<T>) T | T: float
dot (vecN<T>, vecN<T>) T | T: num
dot4U8Packed (u32, u32) u32
dot4I8Packed (u32, u32) i32
exp (T) T | T: float*
exp2 (T) T | T: float*
extractBits (T, u32, u32) T | T: int32*
faceForward (vecN<T>, vecN<T>, vecN<T>) vecN<T> | T: float
firstLeadingBit (T) T | T: int32*
firstTrailingBit (T) T | T: int32*
floor (T) T | T: float*
fma (T, T, T) T | T: float*
fract (T) T | T: float*
frexp (T) frexp<T> | T: float*
insertBits (T, T, u32, u32) T | T: int32*
inverseSqrt (T) T | T: float*
ldexp (T, T:E) T | T: float*, E: int1
length (T) T | T: float
length (vecN<T>) T | T: float
log (T) T | T: float*
log2 (T) T | T: float*
max (T, T) T | T: num*
min (T, T) T | T: num*
mix (T, T, T) T | T: float*
mix (vecN<T>, vecN<T>, T) vecN<T> | T: float
modf (T) modf<T> | T: float*
normalize (vecN<T>) vecN<T> | T: float
pow (T, T) T | T: float*
quantizeToF16 (T) T | T: f32*
radians (T) T | T: float*
reflect (vecN<T>, vecN<T>) vecN<T> | T: float
refract (vecN<T>, vecN<T>, T) vecN<T> | T: float
reverseBits (T) T | T: int32*
round (T) T | T: float*
saturate (T) T | T: float*
sign (T) T | T: signed*
sin (T) T | T: float*
sinh (T) T | T: float*
smoothstep (T, T, T) T | T: float*
sqrt (T) T | T: float*
step (T, T) T | T: float*
tan (T) T | T: float*
tanh (T) T | T: float*
transpose (matCxR<T>) matRxC<T> | T: float
trunc (T) T | T: float*
all (T) bool | T: bool*
any (T) bool | T: bool*
select (T, T, bool) T | T: scalar*
select (vecN<T>, vecN<T>, vecN<bool>) vecN<T> | T: scalar
pack4x8snorm (vec4<f32>) u32
pack4x8unorm (vec4<f32>) u32
pack4xI8 (vec4<i32>) u32
pack4xU8 (vec4<u32>) u32
pack4xI8Clamp (vec4<i32>) u32
pack4xU8Clamp (vec4<u32>) u32
pack2x16snorm (vec2<f32>) u32
pack2x16unorm (vec2<f32>) u32
pack2x16float (vec2<f32>) u32
unpack4x8snorm (u32) vec4<f32>
unpack4x8unorm (u32) vec4<f32>
unpack4xI8 (u32) vec4<i32>
unpack4xU8 (u32) vec4<u32>
unpack2x16snorm (u32) vec2<f32>
unpack2x16unorm (u32) vec2<f32>
unpack2x16float (u32) vec2<f32>
arrayLength (ptr<array>) u32

@fragment derivative
dpdx (T) T | T: f32*
dpdxCoarse (T) T | T: f32*
dpdxFine (T) T | T: f32*
dpdy (T) T | T: f32*
dpdyCoarse (T) T | T: f32*
dpdyFine (T) T | T: f32*
fwidth (T) T | T: f32*
fwidthCoarse (T) T | T: f32*
fwidthFine (T) T | T: f32*

textureSample (texture_1d<f32>, sampler, f32) vec4<f32>
textureSample (texture_2d<f32>, sampler, vec2<f32>) vec4<f32>
textureSample (texture_2d<f32>, sampler, vec2<f32>, !vec2<i32>) vec4<f32>
textureSample (texture_2d_array<f32>, sampler, vec2<f32>, I) vec4<f32>
textureSample (texture_2d_array<f32>, sampler, vec2<f32>, I, !vec2<i32>) vec4<f32>
textureSample (texture_3d<f32>, sampler, vec3<f32>) vec4<f32>
textureSample (texture_3d<f32>, sampler, vec3<f32>, !vec3<i32>) vec4<f32>
textureSample (texture_cube<f32>, sampler, vec3<f32>) vec4<f32>
textureSample (texture_cube_array<f32>, sampler, vec3<f32>, I) vec4<f32>
textureSample (texture_depth_2d, sampler, vec2<f32>) f32
textureSample (texture_depth_2d, sampler, vec2<f32>, !vec2<i32>) f32
textureSample (texture_depth_2d_array, sampler, vec2<f32>, I) f32
textureSample (texture_depth_2d_array, sampler, vec2<f32>, I, !vec2<i32>) f32
textureSample (texture_depth_cube, sampler, vec3<f32>) f32
textureSample (texture_depth_cube_array, sampler, vec3<f32>, I) f32

textureSampleBias (texture_1d<f32>, sampler, f32, f32) vec4<f32>
textureSampleBias (texture_2d<f32>, sampler, vec2<f32>, f32) vec4<f32>
textureSampleBias (texture_2d<f32>, sampler, vec2<f32>, f32, !vec2<i32>) vec4<f32>
textureSampleBias (texture_2d_array<f32>, sampler, vec2<f32>, I, f32) vec4<f32>
textureSampleBias (texture_2d_array<f32>, sampler, vec2<f32>, I, f32, !vec2<i32>) vec4<f32>
textureSampleBias (texture_3d<f32>, sampler, vec3<f32>, f32) vec4<f32>
textureSampleBias (texture_3d<f32>, sampler, vec3<f32>, f32, !vec3<i32>) vec4<f32>
textureSampleBias (texture_cube<f32>, sampler, vec3<f32>, f32) vec4<f32>
textureSampleBias (texture_cube_array<f32>, sampler, vec3<f32>, I, f32) vec4<f32>

textureSampleCompare (texture_depth_2d, sampler_comparison, vec2<f32>, f32) f32
textureSampleCompare (texture_depth_2d, sampler_comparison, vec2<f32>, f32, !vec2<i32>) f32
textureSampleCompare (texture_depth_2d_array, sampler_comparison, vec2<f32>, I, f32) f32
textureSampleCompare (texture_depth_2d_array, sampler_comparison, vec2<f32>, I, f32, !vec2<i32>) f32
textureSampleCompare (texture_depth_cube, sampler_comparison, vec3<f32>, f32) f32
textureSampleCompare (texture_depth_cube_array, sampler_comparison, vec3<f32>, I, f32) f32

@
textureSampleCompareLevel (texture_depth_2d, sampler_comparison, vec2<f32>, f32) f32
textureSampleCompareLevel (texture_depth_2d, sampler_comparison, vec2<f32>, f32, !vec2<i32>) f32
textureSampleCompareLevel (texture_depth_2d_array, sampler_comparison, vec2<f32>, I, f32) f32
textureSampleCompareLevel (texture_depth_2d_array, sampler_comparison, vec2<f32>, I, f32, !vec2<i32>) f32
textureSampleCompareLevel (texture_depth_cube, sampler_comparison, vec3<f32>, f32) f32
textureSampleCompareLevel (texture_depth_cube_array, sampler_comparison, vec3<f32>, I, f32) f32

textureSampleGrad (texture_2d<f32>, sampler, vec2<f32>, vec2<f32>, vec2<f32>) vec4<f32>
textureSampleGrad (texture_2d<f32>, sampler, vec2<f32>, vec2<f32>, vec2<f32>, !vec2<i32>) vec4<f32>
textureSampleGrad (texture_2d_array<f32>, sampler, vec2<f32>, I, vec2<f32>, vec2<f32>) vec4<f32>
textureSampleGrad (texture_2d_array<f32>, sampler, vec2<f32>, I, vec2<f32>, vec2<f32>, !vec2<i32>) vec4<f32>
textureSampleGrad (texture_3d<f32>, sampler, vec3<f32>, vec3<f32>, vec3<f32>) vec4<f32>
textureSampleGrad (texture_3d<f32>, sampler, vec3<f32>, vec3<f32>, vec3<f32>, !vec3<i32>) vec4<f32>
textureSampleGrad (texture_cube<f32>, sampler, vec3<f32>, vec3<f32>, vec3<f32>) vec4<f32>
textureSampleGrad (texture_cube_array<f32>, sampler, vec3<f32>, I, vec3<f32>, vec3<f32>) vec4<f32>

textureSampleLevel (texture_1d<f32>, sampler, f32, f32) vec4<f32>
textureSampleLevel (texture_2d<f32>, sampler, vec2<f32>, f32) vec4<f32>
textureSampleLevel (texture_2d<f32>, sampler, vec2<f32>, f32, !vec2<i32>) vec4<f32>
textureSampleLevel (texture_2d_array<f32>, sampler, vec2<f32>, I, f32) vec4<f32>
textureSampleLevel (texture_2d_array<f32>, sampler, vec2<f32>, I, f32, !vec2<i32>) vec4<f32>
textureSampleLevel (texture_3d<f32>, sampler, vec3<f32>, f32) vec4<f32>
textureSampleLevel (texture_3d<f32>, sampler, vec3<f32>, f32, !vec3<i32>) vec4<f32>
textureSampleLevel (texture_cube<f32>, sampler, vec3<f32>, f32) vec4<f32>
textureSampleLevel (texture_cube_array<f32>, sampler, vec3<f32>, I, f32) vec4<f32>
textureSampleLevel (texture_depth_2d, sampler, vec2<f32>, L) f32
textureSampleLevel (texture_depth_2d, sampler, vec2<f32>, L, !vec2<i32>) f32
textureSampleLevel (texture_depth_2d_array, sampler, vec2<f32>, I, L) f32
textureSampleLevel (texture_depth_2d_array, sampler, vec2<f32>, I, L, !vec2<i32>) f32
textureSampleLevel (texture_depth_cube, sampler, vec3<f32>, L) f32
textureSampleLevel (texture_depth_cube_array, sampler, vec3<f32>, I, L) f32

textureSampleBaseClampToEdge (texture_2d<f32>, sampler, vec2<f32>) vec4<f32>
textureSampleBaseClampToEdge (texture_external, sampler, vec2<f32>) vec4<f32>

textureGather (!I, texture_2d<F>, sampler, vec2<f32>) vec4<F>
textureGather (!I, texture_2d<F>, sampler, vec2<f32>, !vec2<i32>) vec4<F>
textureGather (!I, texture_2d_array<F>, sampler, vec2<f32>, J) vec4<F>
textureGather (!I, texture_2d_array<F>, sampler, vec2<f32>, J, !vec2<i32>) vec4<F>
textureGather (!I, texture_cube<F>, sampler, vec3<f32>) vec4<F>
textureGather (!I, texture_cube_array<F>, sampler, vec3<f32>, J) vec4<F>
textureGather (texture_depth_2d, sampler, vec2<f32>) vec4<f32>
textureGather (texture_depth_2d, sampler, vec2<f32>, !vec2<i32>) vec4<f32>
textureGather (texture_depth_2d_array, sampler, vec2<f32>, J) vec4<f32>
textureGather (texture_depth_2d_array, sampler, vec2<f32>, J, !vec2<i32>) vec4<f32>
textureGather (texture_depth_cube, sampler, vec3<f32>) vec4<f32>
textureGather (texture_depth_cube_array, sampler, vec3<f32>, J) vec4<f32>
textureGatherCompare (texture_depth_2d, sampler_comparison, vec2<f32>, f32) vec4<f32>
textureGatherCompare (texture_depth_2d, sampler_comparison, vec2<f32>, f32, !vec2<i32>) vec4<f32>
textureGatherCompare (texture_depth_2d_array, sampler_comparison, vec2<f32>, J, f32) vec4<f32>
textureGatherCompare (texture_depth_2d_array, sampler_comparison, vec2<f32>, J, f32, !vec2<i32>) vec4<f32>
textureGatherCompare (texture_depth_cube, sampler_comparison, vec3<f32>, f32) vec4<f32>
textureGatherCompare (texture_depth_cube_array, sampler_comparison, vec3<f32>, J, f32) vec4<f32>

textureDimensions (texture_1d<F>) u32
textureDimensions (texture_1d<F>, L) u32
textureDimensions (texture_2d<F>) vec2<u32>
textureDimensions (texture_2d<F>, L) vec2<u32>
textureDimensions (texture_2d_array<F>) vec2<u32>
textureDimensions (texture_2d_array<F>, L) vec2<u32>
textureDimensions (texture_3d<F>) vec3<u32>
textureDimensions (texture_3d<F>, L) vec3<u32>
textureDimensions (texture_cube<F>) vec2<u32>
textureDimensions (texture_cube<F>, L) vec2<u32>
textureDimensions (texture_cube_array<F>) vec2<u32>
textureDimensions (texture_cube_array<F>, L) vec2<u32>
textureDimensions (texture_multisampled_2d<F>) vec2<u32>
textureDimensions (texture_depth_2d) vec2<u32>
textureDimensions (texture_depth_2d, L) vec2<u32>
textureDimensions (texture_depth_2d_array) vec2<u32>
textureDimensions (texture_depth_2d_array, L) vec2<u32>
textureDimensions (texture_depth_cube) vec2<u32>
textureDimensions (texture_depth_cube, L) vec2<u32>
textureDimensions (texture_depth_cube_array) vec2<u32>
textureDimensions (texture_depth_cube_array, L) vec2<u32>
textureDimensions (texture_depth_multisampled_2d) vec2<u32>
textureDimensions (texture_storage_1d<any>) u32
textureDimensions (texture_storage_2d<any>) vec2<u32>
textureDimensions (texture_storage_2d_array<any>) vec2<u32>
textureDimensions (texture_storage_3d<any>) vec3<u32>
textureDimensions (texture_external) vec2<u32>

textureNumLayers (texture_2d_array<F>) u32
textureNumLayers (texture_cube_array<F>) u32
textureNumLayers (texture_depth_2d_array) u32
textureNumLayers (texture_depth_cube_array) u32
textureNumLayers (texture_storage_2d_array<any>) u32
textureNumLevels (texture_1d<F>) u32
textureNumLevels (texture_2d<F>) u32
textureNumLevels (texture_2d_array<F>) u32
textureNumLevels (texture_3d<F>) u32
textureNumLevels (texture_cube<F>) u32
textureNumLevels (texture_cube_array<F>) u32
textureNumLevels (texture_depth_2d) u32
textureNumLevels (texture_depth_2d_array) u32
textureNumLevels (texture_depth_cube) u32
textureNumLevels (texture_depth_cube_array) u32
textureNumSamples (texture_multisampled_2d<F>) u32
textureNumSamples (texture_depth_multisampled_2d) u32

textureLoad (texture_1d<F>, I, L) vec4<F>
textureLoad (texture_2d<F>, vec2<I>, L) vec4<F>
textureLoad (texture_2d_array<F>, vec2<I>, J, L) vec4<F>
textureLoad (texture_3d<F>, vec3<I>, L) vec4<F>
textureLoad (texture_multisampled_2d<F>, vec2<I>, L) vec4<F>
textureLoad (texture_depth_2d, vec2<I>, L) f32
textureLoad (texture_depth_2d_array, vec2<I>, J, L) f32
textureLoad (texture_depth_multisampled_2d, vec2<I>, L) f32
textureLoad (texture_external, vec2<I>) vec4<f32>
textureLoad (texture_storage_1d<readable>, I) texel
textureLoad (texture_storage_2d<readable>, vec2<I>) texel
textureLoad (texture_storage_2d_array<readable>, vec2<I>, J) texel
textureLoad (texture_storage_3d<readable>, vec3<I>) texel

@droppable
atomicLoad (ptr<atomic<I>>) I
textureStore (texture_storage_1d<writable>, I, texel) void
textureStore (texture_storage_2d<writable>, vec2<I>, texel) void
textureStore (texture_storage_2d_array<writable>, vec2<I>, J, texel) void
textureStore (texture_storage_3d<writable>, vec3<I>, texel) void
atomicStore (ptr<atomic<I>>, I) void
atomicAdd (ptr<atomic<I>>, I) I
atomicSub (ptr<atomic<I>>, I) I
atomicMax (ptr<atomic<I>>, I) I
atomicMin (ptr<atomic<I>>, I) I
atomicAnd (ptr<atomic<I>>, I) I
atomicOr (ptr<atomic<I>>, I) I
atomicXor (ptr<atomic<I>>, I) I
atomicExchange (ptr<atomic<I>>, I) I
atomicCompareExchangeWeak (ptr<atomic<I>>, I, I) exchange<I>

@droppable compute barrier
storageBarrier () void
workgroupBarrier () void
textureBarrier () void

@compute barrier
workgroupUniformLoad (ptr<workgroup>) loaded
`

// classes are the scalars that a type variable may be.
var classes = map[string]string{
	"num": "abstract-int abstract-float i32 u32 f32 f16", "signed": "abstract-int abstract-float i32 f32 f16", "float": "abstract-float f32 f16",
	"int": "abstract-int i32 u32", "int1": "abstract-int i32", "int32": "i32 u32", "f32": "f32", "bool": "bool", "intbool": "abstract-int i32 u32 bool",
	"scalar": "abstract-int abstract-float i32 u32 f32 f16 bool", "sampled": "f32 i32 u32",
}

// usual are the classes of variables that a line does not give.
var usual = map[string]string{"F": "sampled", "I": "int32", "J": "int32", "L": "int32"}
