package asm

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/draw"
	"tilemark/hw/isa/kernel"
)

// assembleOne reads one instruction.
func assembleOne(t testing.TB, text string) (isa.Native, *Error) {
	t.Helper()
	tokens, bad := lex(text)
	require.Nil(t, bad)
	p := &parser{tokens: tokens}
	it := p.instruction()
	return it.in.Encode(), p.err
}

// Every instruction comes back from its text bit by bit.
func TestTextComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 60_000 {
		in := draw.Instruction(r)
		n := in.Encode()
		text := Instruction(n)
		back, err := assembleOne(t, text)
		if err != nil {
			require.Failf(t, "refused", "%s: %v", text, err)
		}
		if n != back {
			require.Equal(t, n, back, "%s comes back as %s", text, Instruction(back))
		}
	}
}

func TestInstructionsAsText(t *testing.T) {
	for _, text := range []string{
		"(f0) add.sat r4:f, r5:f, -|r6.3|<0>:f",
		"cmp.lt.f1 (8@8) null:d, r10:d, 100:d",
		"mov r3.1<2>:uw, r8<2>:uw {nomask, nos fog}",
		"sel.lt r4:f, r5:f, -1.5:f",
		"(~f2) sel r4:f, r5:f[yyww], r6:f",
		"mad r4:f, r5<q>:f, r6<r>:f, 0.5:f",
		"mov r1:f, 0x7fc00001:f",
		"mov r1:f, -0:f",
		"add r1:hf, r2:hf, 65504:hf",
		"(f1.any) jmp +64",
		"(~f0) break.2 -8",
		"send.load.f.4 r10, r4+16, b0",
		"send.store.ud r4, r10, b1 {nc}",
		"send.atomic.ud.add r12, r4, r10, b1",
		"send.atomic.ud.add r4, r10, b1",
		"send.atomic.d.load (8@8) r12, r4-4, b1",
		"send.sample.x r10, r4, b2, s1",
		"send.sample.4.xy r10, r4, b2, s1",
		"send.sample.4.xyz r13, r10, b1, s0 {texels 1 -2}",
		"send.gather.4.xyz (8) r13, r10, b1, s0 {nomask, texels 0 0 -8, nos texture}",
		"send.sample_gradient.3.xyzw r13, r10, r20, b1, s15 {texels -1 7 -8}",
		"(f1) send.gather_compare.xyzwv r13, r10, b1, s0 {texels 7}",
		"send.texel.xyz r10, r4, b2",
		"send.texel_store.2.xy r4, r10, b2",
		"send.dimensions.x r10, r4, b2",
		"send.constant.2 r10, +64, b0",
		"send.color.4 r10 {last}",
		"send.barrier",
		"rdsr r4:ud, f0",
		"rdsr r4:ud, stack",
		"rdsr r4:ud, stack+1",
		"wrsr stack+3, r4.2<0>:ud",
		"rdsr r4:ud, stack+126",
		"rdsr r4:ud, stack_end",
		"wrsr stack_end, r4<0>:ud",
		"rdsr r4:ud, registers",
		"endif",
		"send.allocate r10, r4, b7",
		"send.context_load.4 r10, +0",
		"send.context_store r10, +32",
		"send.context_load_set (8) r4, +32736",
		"(f1) send.context_store_set r4, +64 {nomask}",
		"send.live r10",
		"(f1.any) jmp +64 {nos fog}",
		"send.store.ud r4, r10, b1 {nc, nos fog target}",
		"send.end {last, nos write_mask}",
		"rdsr r4:ud, f0 {nos flat}",
	} {
		n, err := assembleOne(t, text)
		require.Nil(t, err, text)
		require.NoError(t, isa.Check(n), text)
		require.Equal(t, text, Instruction(n))
	}
}

const sample = `.kernel sample
.stage compute
.lanes 8
.cta 64 1 1
.shared 1024
.args 1
.binding 0 buffer read
.binding 1 buffer write

    // Each lane counts down from its element.
    shl r10:ud, r1:ud, 2:ud
    send.load.ud r11, r10, b0
    mov r12:ud, 0:ud
    cmp.gt.f0 null:ud, r11:ud, 0:ud
    (f0) if
    loop
    add r12:ud, r12:ud, 3:ud
    add r11:d, r11:d, -1:d
    cmp.eq.f1 null:ud, r11:ud, 7:ud
    (f1) break
    cmp.gt.f0 null:ud, r11:ud, 0:ud
    (f0) continue
    rejoin
    cmp.gt.f0 null:ud, r11:ud, 0:ud
    (f0) while
    else
    mov r12:ud, 0x12345678:ud
    endif
    send.store.ud r10, r12, b1
    send.end {last}
`

// requireKernelComesBack wants a kernel to come back from its text, but for lines and the text itself.
func requireKernelComesBack(t testing.TB, k *kernel.Kernel) {
	t.Helper()
	text := Disassemble(k, false)
	again, errs := Assemble("again.tka", text)
	require.Empty(t, errs, text)
	require.Equal(t, text, Disassemble(again, false))
	require.Equal(t, k.Bytes(), again.Bytes(), text)
	want := *k
	want.Source, again.Source = kernel.Source{}, kernel.Source{}
	want.Code = slices.Clone(k.Code)
	for i := range again.Code {
		want.Code[i].Line, again.Code[i].Line = 0, 0
	}
	require.Equal(t, &want, again, text)
}

func TestKernelComesBack(t *testing.T) {
	k, errs := Assemble("sample.tka", sample)
	require.Empty(t, errs)
	require.Equal(t, "sample", k.Name)
	require.Equal(t, []any{13, 2, uint32(isa.EffectStores)}, []any{k.Registers, k.Stack, k.Effects})
	file := k.Marshal()
	back, err := kernel.Unmarshal(file)
	require.NoError(t, err)
	require.Equal(t, k, back)
	requireKernelComesBack(t, back)
	require.Contains(t, Disassemble(k, true), "// its immediate has more than 16 bits that count")
}

// Lines may end with CR and LF.
func TestLinesThatEndWithCRLF(t *testing.T) {
	want, errs := Assemble("sample.tka", sample)
	require.Empty(t, errs)
	k, errs := Assemble("sample.tka", strings.ReplaceAll(sample, "\n", "\r\n"))
	require.Empty(t, errs)
	k.Source = want.Source
	require.Equal(t, want, k)
}

// Mistakes of directives have the directives' lines, and are named together.
func TestMistakesOfDirectives(t *testing.T) {
	_, errs := Assemble("t.tka", ".kernel k\n.stage compute\n.lanes 12\n.cta 8 8 1025\n.shared 1000000\n.args 300\nsend.end {last}\n")
	var all []string
	for _, e := range errs {
		all = append(all, e.Error())
	}
	require.Equal(t, []string{"t.tka:3: 12 lanes, expected 8, 16 or 32", "t.tka:4: a CTA of 8 by 8 by 1025 lanes, expected 1 to 1024",
		"t.tka:5: 1000000 bytes of shared memory, expected 0 to 65536, and 0 outside of compute", "t.tka:6: 300 arguments, expected 0 to 256, and 0 outside of compute"}, all)
	_, errs = Assemble("t.tka", "send.end {last}\n")
	require.EqualError(t, errs[0], "t.tka:1: no CTA: a compute kernel needs .cta with its lanes in x, y and z")
}

// Mistakes are named with their places.
func TestMistakes(t *testing.T) {
	end := "\nsend.end {last}\n"
	for _, c := range []struct{ text, says string }{
		{"ad r1:f, r2:f, r3:f" + end, `t.tka:1:1: "ad", expected an operation; did you mean "add"?`},
		{"add r1:f r2:f, r3:f" + end, `t.tka:1:10: "r2", expected ","`},
		{"add r128:f, r2:f, r3:f" + end, `t.tka:1:5: "r128", expected a register: r0 to r127`},
		{"add r1:f, r2:g, r3:f" + end, `t.tka:1:14: "g", expected a type`},
		{"add r1:f, 1:f, r3:f" + end, "t.tka:1:11: a number, but only the last source can be one"},
		{"add r1.9:f, r2:f, r3:f" + end, "t.tka:1:7: element 9 of f is in another register: it has 8"},
		{"add r1:d, r2:d, 5000000000:d" + end, "t.tka:1:17: 5000000000 does not fit in 32 bits of d"},
		{"mad r1:f, r2:f, r3:f, 0.1:f" + end, "t.tka:1:23: the number has more than 16 bits"},
		{"add r1:f, r2:d, r3:f" + end, "t.tka:1:1: add: source 0 of type d, expected a float"},
		{"jmp nowhere" + end, "t.tka:1:5: no label nowhere"},
		{"jmp" + end, "t.tka:1: jmp needs a target"},
		{"endif" + end, "t.tka:1: endif without an if"},
		{"(f0) if" + end, "t.tka:1: if without an end"},
		{"x: x:" + end, "t.tka:1:4: label x stands twice"},
		{".lane 8" + end, `t.tka:1:2: unknown directive "lane"; did you mean "lanes"?`},
		{".lanes 12" + end, "t.tka:1: 12 lanes, expected 8, 16 or 32"},
		{".lanes 8\n.lanes 8" + end, "t.tka:2:2: .lanes stands twice"},
		{"mov r1:f, r2:f", "t.tka:1: the kernel goes on after its last instruction"},
		{"send.load.f r1, r2, b3" + end, "t.tka:1: load of binding 3, which the kernel does not have"},
		{"send.barrier {last}" + end, "t.tka:1:1: send: barrier: it cannot have {last}"},
		{"add r1:f, r2:f, r3:f ;" + end, `t.tka:1:22: unexpected character ';'`},
		{"add r1:f, r2:f, r3:f {nomask, native" + end, `expected "}"`},
		{"mov r127:q, r2:q" + end, "t.tka:1:1: mov: the destination passes r127"},
		{".lanes 32\nmov r125:f, r2:f" + end, "t.tka:2: it needs r128, expected registers up to r127"},
		{"iret" + end, "t.tka:1: iret outside of a handler"},
		{"discard" + end, "t.tka:1: discard outside of a pixel kernel"},
		{"rdsr r1:ud, tr0" + end, "t.tka:1: rdsr of tr0 outside of a handler"},
		{"send.shared_load.f r1, r2" + end, "t.tka:1: shared_load, but the kernel has no shared memory"},
		{".enqueue f\n.binding 7 ring write\nsend.allocate r1, r2, b7\nsend.barrier\nsend.thread_end r1" + end,
			"t.tka:4: barrier between the grant of line 3 and its thread_end"},
		{"send.allocate r1, r2" + end, "t.tka:1:21: the end of the line, expected a binding, as in b0"},
		{"send.allocate r1, r2+4, b7" + end, "t.tka:1:1: send: allocate: it has no offset"},
		{"send.context_store_set r1" + end, "t.tka:1:26: the end of the line, expected an offset, as in , +0"},
		{"send.context_store_set r1+32" + end, `t.tka:1:26: "+", expected an offset, as in , +0`},
		{"send.context_store_set r1, 32" + end, `t.tka:1:28: "32", expected an offset: +0`},
		{"send.context_store_set r1, +16" + end, "t.tka:1:1: send: context_store_set: offset 16, expected a multiple of 32"},
		{"send.context_load_set r1, -32" + end, "t.tka:1:1: send: context_load_set: offset -32, expected a multiple of 32"},
		{"send.context_load r1" + end, "t.tka:1:21: the end of the line, expected an offset, as in , +0"},
		{"send.live r1, +0" + end, `t.tka:1:13: ",", expected the end of the line`},
		{"call a" + end + "a: call a\nret\n", "a function that calls itself"},
		{"call f" + end + "f: if\nret\nendif\nret\n", "t.tka:4: ret within a construct, expected it after the end of each"},
		{"(f0.any) ret" + end, "t.tka:1: ret where no call leads"},
		{"add r1:f, r2:f, r3:f {nc}" + end, "t.tka:1:23: add does not have nc"},
		{"mov r1:f, r2:f {last}" + end, "t.tka:1:17: mov does not have last"},
		{"wrsr registers, r1<0>:ud" + end, "t.tka:1:1: wrsr: registers is read only"},
		{"wrsr shared, r1<0>:ud" + end, "t.tka:1:1: wrsr: shared is read only"},
		{"x: jmp x {nc}" + end, "t.tka:1:11: jmp does not have nc"},
		{"rdsr (8) r1:ud, f0" + end, "t.tka:1:6: rdsr is for one lane, expected no size"},
		{"mov r1:ud, 010:ud" + end, "t.tka:1:12: 010 begins with 0, expected a decimal number, or 0x and a hexadecimal one"},
		{"mov r1:f, 1e39:f" + end, "t.tka:1:11: 1e39 is too large for 32 bits; infinity is inf"},
		{"mov r1:q, 0x80000000:q" + end, "t.tka:1:11: 0x80000000 does not fit in 32 bits of q"},
		{"send.barrier (8@8)" + end, "t.tka:1: a barrier under a predicate or of some lanes, expected one of all lanes"},
		{"sub r1:d, r2:d, r3:d" + end, "t.tka:1:1: there is no sub: add with a negated source"},
		{"loop\n(f0) if\nwhile\nendif" + end, "t.tka:3: while without a loop: the if of line 2 is open"},
		{"mov r1, r2:f" + end, `t.tka:1:7: ",", expected a type: each operand and each number has one`},
		{"add r1:f, r2:f, 1" + end, `t.tka:1:18: the end of the line, expected a type`},
		{"send.load r1, r2, b0" + end, `t.tka:1:11: "r1", expected the type of what load moves, as in send.load.f`},
		{"send.load.ud r1, r2" + end, "t.tka:1:20: the end of the line, expected a binding, as in b0"},
		{"send.load.ud.5 r1, r2, b0" + end, `t.tka:1:14: "5", expected a number of components from 1 to 4`},
		{"send.load.ud r1, r2+40000, b0" + end, "t.tka:1:20: an offset of 40000 bytes, expected -32768 to 32767"},
		{"send.sample.4 r1, r2, b0, s0" + end, `t.tka:1:15: "r1", expected the coordinates that it sends, as in send.sample.xy`},
		{"send.gather r1, r2, b0, s0" + end, `t.tka:1:13: "r1", expected the coordinates that it sends, as in send.gather.xy`},
		{"send.dimensions" + end, "t.tka:1:16: the end of the line, expected the coordinates that it sends, as in send.dimensions.xy"},
		{"send.sample. r1, r2, b0, s0" + end, `t.tka:1:14: "r1", expected the coordinates that it sends: x, xy, xyz, xyzw or xyzwv`},
		{"send.sample.yx r1, r2, b0, s0" + end, `t.tka:1:13: "yx", expected the coordinates that it sends: x, xy, xyz, xyzw or xyzwv`},
		{"send.sample.xyzwvx r1, r2, b0, s0" + end, `"xyzwvx", expected the coordinates that it sends: x, xy, xyz, xyzw or xyzwv`},
		{"send.sample.xy.4 r1, r2, b0, s0" + end, `t.tka:1:15: "."`},
		{"send.sample.5.xy r1, r2, b0, s0" + end, `t.tka:1:13: "5", expected a number of components from 1 to 4`},
		{"send.sample.xy r1, r2+4, b0, s0" + end, `t.tka:1:22: "+", expected a binding, as in b0`},
		{"send.load.xy r1, r2, b0" + end, `t.tka:1:11: "xy", expected a type`},
		{"send.sample.xy r1, r2, b0, s0 {texels}" + end, "t.tka:1:38: texels, expected up to three numbers from -8 to 7"},
		{"send.sample.xy r1, r2, b0, s0 {texels 8}" + end, "t.tka:1:39: texels, expected up to three numbers from -8 to 7"},
		{"send.sample.xy r1, r2, b0, s0 {texels 1 1 -9}" + end, "t.tka:1:43: texels, expected up to three numbers from -8 to 7"},
		{"send.sample.xy r1, r2, b0, s0 {texels 1 2 3 4}" + end, `"4", expected "}"`},
		{"send.texel.xy r1, r2, b0 {texels 1}" + end, "t.tka:1:27: send does not have texels"},
		{"mov r1:f, r2:f {texels 1}" + end, "t.tka:1:17: mov does not have texels"},
		{"(f0) jmp x\nx:" + end, "t.tka:1:1: jmp: a predicate by lane, expected one for all lanes: (f0.any) or (f0.all)"},
		{"(f0.any) if\nendif" + end, "t.tka:1:1: if: a predicate for all lanes, expected one by lane: (f0)"},
		{"(f0) send.barrier" + end, "t.tka:1: a barrier under a predicate or of some lanes"},
	} {
		text := c.text
		if c.text[0] != '.' || c.text[:4] != ".cta" {
			text = c.text + "\n.cta 8 1 1\n"
		}
		_, errs := Assemble("t.tka", text)
		require.NotEmpty(t, errs, c.text)
		all := ""
		for _, e := range errs {
			all += e.Error() + "\n"
		}
		require.Contains(t, all, c.says, c.text)
	}
}

// Words is how many random words TestRandomWords tries; make encoding has a hundred million.
var words = flag.Int("words", 400_000, "random words to try")

// requireTextComesBack wants a word to be refused with a reason, or to come back from its parts, its text and its compact form.
func requireTextComesBack(t testing.TB, n isa.Native) (legal bool) {
	if err := isa.Check(n); err != nil {
		return false
	}
	in := isa.Decode(n)
	if in.Encode() != n {
		require.Equal(t, n, in.Encode())
	}
	text := Instruction(n)
	back, err := assembleOne(t, text)
	if err != nil || back != n {
		require.Nil(t, err, text)
		require.Equal(t, n, back, text)
	}
	if c, why := isa.Compacted(n); why == "" {
		if again, err := c.Expand(); err != nil || again != n {
			require.NoError(t, err, text)
			require.Equal(t, n, again, text)
		}
	}
	return true
}

// Neighbours by one and two bits of legal instructions of every operation and message.
func TestNeighboursComeBackFromText(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	legal := 0
	neighbours := func(in isa.Instruction) {
		n := in.Encode()
		for a := range 128 {
			for b := a; b < 128; b++ {
				m := n
				m[a/32] ^= 1 << (a % 32)
				if b > a {
					m[b/32] ^= 1 << (b % 32)
				}
				if requireTextComesBack(t, m) {
					legal++
				}
			}
		}
	}
	for op := range isa.Operations {
		if isa.Operations[op].Name != "" {
			neighbours(draw.Of(r, uint8(op)))
		}
	}
	for code := range isa.Messages {
		for isa.Messages[code].Name != "" {
			if in := draw.Of(r, isa.OpSend); in.Message.Code == uint8(code) {
				neighbours(in)
				break
			}
		}
	}
	require.Greater(t, legal, 100_000)
}

// Random words: any, legal ones with up to eight random bits, and ones with an opcode that there is.
func TestRandomWords(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(*words), 10))
	legal := 0
	for k := range *words {
		n := isa.Native{r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32()}
		switch k % 4 {
		case 0:
			in := draw.Instruction(r)
			n = in.Encode()
			for range r.IntN(9) {
				bit := r.IntN(128)
				n[bit/32] ^= 1 << (bit % 32)
			}
		case 1:
			n[0] = n[0]&^0xff | uint32(isa.OpAdd)
			n[1] &= r.Uint32()
			n[2] &= r.Uint32()
		case 2:
			c := isa.Compact{n[0] | 1<<8, n[1] & r.Uint32()}
			if m, err := c.Expand(); err == nil {
				n = m
			}
		}
		if requireTextComesBack(t, n) {
			legal++
		}
	}
	require.Greater(t, legal, *words/100)
}
