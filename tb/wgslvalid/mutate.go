// Package wgslvalid judges the checker of WGSL shaders (compiler/check) by others' compilers: by shaders that are valid, and by mutants of them.
package wgslvalid

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

// tokens of WGSL, with the blanks and comments before them.
var tokens = regexp.MustCompile(`(?s)(?:\s|//[^\n]*\n|/\*.*?\*/)*(?:[A-Za-z_][A-Za-z0-9_]*|0[xX][0-9a-fA-F]+[iu]?|[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?[iufh]?|` +
	`->|&&|\|\||<<=|>>=|==|!=|<=|>=|\+\+|--|[-+*/%&|^]=|.)`)

// families are tokens that stand in the same places: a mutation puts one in the place of another.
var families = [][]string{
	strings.Fields("i32 u32 f32 bool vec2<f32> vec3<f32> vec4<f32> vec3<u32> vec4<i32> vec2<bool> mat2x2<f32> mat4x4<f32> array<f32,4> array<u32> atomic<u32> vec4f vec3u f16 sampler texture_2d<f32>"),
	strings.Fields("+ - * / % & | ^ << >> == != < > <= >= && ||"),
	strings.Fields("= += -= *= /= %= &= |= ^="),
	strings.Fields("function private workgroup uniform storage"),
	strings.Fields("read write read_write"),
	strings.Fields("vertex fragment compute"),
	strings.Fields("let var const override"),
	strings.Fields("break continue return discard"),
	strings.Fields("position vertex_index instance_index front_facing frag_depth sample_index sample_mask local_invocation_id local_invocation_index global_invocation_id workgroup_id num_workgroups"),
	strings.Fields("location builtin group binding align size interpolate invariant id must_use workgroup_size"),
	strings.Fields("perspective linear flat center centroid sample first either"),
	strings.Fields("if while for loop switch"),
	strings.Fields("abs sin sqrt pow clamp max min mix dot cross length normalize select all any floor sign countOneBits dpdx fwidth workgroupBarrier storageBarrier arrayLength " +
		"atomicAdd atomicLoad textureSample textureLoad textureSampleLevel textureDimensions textureStore pack4x8unorm unpack4x8unorm determinant transpose frexp ldexp extractBits"),
	strings.Fields("x y z w xy xyz r rgba xyzw"),
	strings.Fields("true false"),
	strings.Fields("rgba8unorm r32uint rgba32float r32float rgba8sint"),
}

// numbers are put in the place of literals.
var numbers = strings.Fields("0 1 2 3 7 -1 4 16 100 0u 1u 4294967295 4294967295u 2147483648i 1.5 0.0 1e30f 1f 3.5h true 70000")

// Mutate changes a shader in one place, or two: most of what comes out is not valid.
func Mutate(source string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	all := tokens.FindAllString(source, -1)
	for range 1 + r.IntN(5)/4 {
		if len(all) > 4 {
			all = mutations[r.IntN(len(mutations))](r, all)
		}
	}
	return strings.Join(all, "")
}

var mutations = []func(*rand.Rand, []string) []string{kin, kin, kin, kin, number, number, rename, rename, rename, drop, twice, swap, statement, statement, argument, attribute}

// text is a token without the blanks before it.
func text(token string) string { return strings.TrimSpace(comments.ReplaceAllString(token, " ")) }

var comments = regexp.MustCompile(`(?s)//[^\n]*\n|/\*.*?\*/`)

// put is a token's blanks with another text.
func put(token, other string) string { return strings.TrimSuffix(token, text(token)) + other }

// pick is a token of those that have a property; -1 without any.
func pick(r *rand.Rand, all []string, has func(i int) bool) int {
	var of []int
	for i := range all {
		if has(i) {
			of = append(of, i)
		}
	}
	if len(of) == 0 {
		return -1
	}
	return of[r.IntN(len(of))]
}

// family is the family of a token; nil without.
func family(token string) []string {
	for _, f := range families {
		for _, one := range f {
			if one == token {
				return f
			}
		}
	}
	return nil
}

// kin puts a token of the same family in the place of one.
func kin(r *rand.Rand, all []string) []string {
	i := pick(r, all, func(i int) bool { return family(text(all[i])) != nil })
	if i >= 0 {
		f := family(text(all[i]))
		all[i] = put(all[i], f[r.IntN(len(f))])
	}
	return all
}

func number(r *rand.Rand, all []string) []string {
	i := pick(r, all, func(i int) bool { t := text(all[i]); return t != "" && t[0] >= '0' && t[0] <= '9' })
	if i >= 0 {
		all[i] = put(all[i], numbers[r.IntN(len(numbers))])
	}
	return all
}

var name = regexp.MustCompile(`^[A-Za-z_]`)

// rename puts another name of the shader in the place of one.
func rename(r *rand.Rand, all []string) []string {
	named := func(i int) bool { return name.MatchString(text(all[i])) }
	i, j := pick(r, all, named), pick(r, all, named)
	if i >= 0 {
		all[i] = put(all[i], text(all[j]))
	}
	return all
}

func drop(r *rand.Rand, all []string) []string {
	i := r.IntN(len(all))
	return append(all[:i:i], all[i+1:]...)
}

func twice(r *rand.Rand, all []string) []string {
	i := r.IntN(len(all))
	return append(all[:i:i], append([]string{all[i], " " + text(all[i])}, all[i+1:]...)...)
}

func swap(r *rand.Rand, all []string) []string {
	i := r.IntN(len(all) - 1)
	all[i], all[i+1] = put(all[i], text(all[i+1])), put(all[i+1], text(all[i]))
	return all
}

// statement removes, repeats or moves what ends with a semicolon.
func statement(r *rand.Rand, all []string) []string {
	end := pick(r, all, func(i int) bool { return text(all[i]) == ";" })
	if end < 0 {
		return all
	}
	start := end
	for start > 0 && !strings.Contains(";{}", text(all[start-1])) {
		start--
	}
	part := append([]string{}, all[start:end+1]...)
	switch r.IntN(3) {
	case 0:
		return append(all[:start:start], all[end+1:]...)
	case 1:
		return append(all[:end+1:end+1], append(part, all[end+1:]...)...)
	}
	rest := append(all[:start:start], all[end+1:]...)
	to := pick(r, rest, func(i int) bool { return strings.Contains(";{}", text(rest[i])) })
	if to < 0 {
		return rest
	}
	return append(rest[:to+1:to+1], append(part, rest[to+1:]...)...)
}

// argument removes or repeats an argument after a comma.
func argument(r *rand.Rand, all []string) []string {
	i := pick(r, all, func(i int) bool { return text(all[i]) == "," })
	if i < 0 || i+2 >= len(all) {
		return all
	}
	if r.IntN(2) == 0 {
		return append(all[:i:i], all[i+2:]...)
	}
	return append(all[:i:i], append([]string{all[i], all[i+1]}, all[i:]...)...)
}

// attribute removes an attribute with its argument.
func attribute(r *rand.Rand, all []string) []string {
	i := pick(r, all, func(i int) bool { return text(all[i]) == "@" })
	if i < 0 {
		return all
	}
	end := i + 2
	for end < len(all) && text(all[i+2]) == "(" && text(all[end-1]) != ")" {
		end++
	}
	return append(all[:i:i], all[min(end, len(all)):]...)
}
