package kernels

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

// randomRun executes a random kernel, with what may stand in registers that are not live changed before an instruction now and then, and returns the
// buffer that it leaves.
func randomRun(t *testing.T, k *kernel.Kernel, seed uint64, spoil bool) []byte {
	r := rand.New(rand.NewPCG(seed, 2))
	data, err := RunRandom(k, seed, exec.Options{}, func(th *exec.Thread) {
		if spoil && r.IntN(4) == 0 {
			spoilDead(k, th, r)
		}
	})
	require.NoError(t, err)
	return data
}

// spoilDead changes the registers whose values do not count any more.
func spoilDead(k *kernel.Kernel, th *exec.Thread, r *rand.Rand) {
	live := &k.Live[k.At(th.PC)]
	for reg := range isa.Registers {
		if !live.Has(reg) {
			for w := range 8 {
				th.Registers[8*reg+w] = r.Uint32()
			}
		}
	}
}

// Random kernels are assembled, end, come back from their disassembly, do the same in native form only, and whatever stands in registers that are not
// live.
func TestRandomKernels(t *testing.T) {
	ops, values, parts := map[uint8]bool{}, map[uint8]bool{}, map[uint8]bool{}
	instructions, compact := 0, 0
	for seed := range uint64(*kernelCount) {
		text := Random(rand.New(rand.NewPCG(seed, 0)))
		k, errs := asm.Assemble("random.tka", text)
		require.Empty(t, errs, text)
		for i := range k.Code {
			ops[uint8(k.Code[i].Native[0])] = true
			instructions++
			if k.Code[i].Compact {
				compact++
			}
			for _, p := range k.Code[i].Patches {
				values[p.Value], parts[p.Part] = true, true
			}
		}
		again, errs := asm.Assemble("random.tka", asm.Disassemble(k, false))
		require.Empty(t, errs)
		require.Equal(t, k.Bytes(), again.Bytes())

		want := randomRun(t, k, seed, false)
		native, errs := asm.Assemble("random.tka", allNative(text))
		require.Empty(t, errs)
		require.Equal(t, want, randomRun(t, native, seed, false), "seed %d: native", seed)
		require.Equal(t, want, randomRun(t, k, seed, true), "seed %d: registers that are not live", seed)
		if seed%4 == 0 {
			require.Equal(t, launched(t, k, seed, 0), launched(t, k, seed, 1+int(seed)/4%5), "seed %d: preempted", seed)
		}
	}
	require.Greater(t, len(ops), 55)
	require.Len(t, values, len(isa.NosValueNames), "values of state")
	require.Len(t, parts, isa.PatchPartLimit, "parts that they replace")
	require.Greater(t, instructions, 5000)
	require.Greater(t, compact, 500)
}

// launched executes a random kernel, preempted after every few instructions, and returns its buffer. It has one thread: threads of random kernels do not keep
// out of each other's way, and after a barrier they go on in another order.
func launched(t *testing.T, k *kernel.Kernel, seed uint64, preempt int) []byte {
	one := *k
	one.CTA[0] = min(k.CTA[0], k.Lanes)
	k = &one
	r := rand.New(rand.NewPCG(seed, 3))
	data := make([]byte, 512)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	l := &Launch{Kernel: k, Grid: [3]int{1, 1, 1}, Args: []uint32{r.Uint32(), r.Uint32()}, Limit: randomLimit, Preempt: preempt,
		Bindings: []exec.Binding{{Data: data, Write: true}}}
	require.NoError(t, l.Run())
	return data
}

// kernelCount is how many random kernels are tried.
var kernelCount = flag.Int("kernels", 300, "random kernels")

// allNative gives each instruction of a text the attribute native.
func allNative(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		switch {
		case !strings.HasPrefix(l, "    "):
		case strings.HasSuffix(l, "}"):
			lines[i] = strings.Replace(l, "{", "{native, ", 1)
		default:
			lines[i] += " {native}"
		}
	}
	return strings.Join(lines, "\n")
}
