package kernels

import (
	"encoding/binary"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/vectors"
)

// words makes bytes of words, and the other way round.
func words[T uint32 | int32 | float32](list []T) []byte {
	b, err := binary.Append(nil, binary.LittleEndian, list)
	if err != nil {
		panic(err)
	}
	return b
}

func wordsOf[T uint32 | int32 | float32](b []byte) []T {
	list := make([]T, len(b)/4)
	if _, err := binary.Decode(b, binary.LittleEndian, list); err != nil {
		panic(err)
	}
	return list
}

// run executes a kernel of the project, thread by thread and instruction by instruction, and on clusters whose lines come and go at random, with the
// same result. Buffers are its bindings; the last one is written.
func run(t *testing.T, name string, grid [3]int, args []uint32, buffers ...[]byte) {
	t.Helper()
	last := len(buffers) - 1
	before := slices.Clone(buffers[last])
	other := slices.Clone(buffers)
	other[last] = slices.Clone(before)
	execute(t, name, grid, args, exec.Options{Limit: 1 << 20}, buffers)
	execute(t, name, grid, args, exec.Options{Limit: 1 << 20, RoundRobin: true}, other)
	require.Equal(t, buffers[last], other[last])
	for seed := range uint64(6) {
		other[last] = before
		l := launch(t, name, grid, args, other)
		l.Clusters, l.Seed, l.RoundRobin = 1+int(seed)%4, seed, seed%2 == 0
		require.NoError(t, l.Run())
		require.Equal(t, buffers[last], l.Bindings[last].Data, "seed %d", seed)
	}
	preempts(t, name, grid, args, before, buffers[last], buffers)
	for seed := range uint64(3) {
		other[last] = slices.Clone(before)
		require.Equal(t, buffers[last], inParts(t, name, grid, args, other, seed), "in parts, seed %d", seed)
	}
}

// preempts runs a kernel and saves and restores each CTA by the handlers after every few instructions, on clusters too, with the same result.
func preempts(t *testing.T, name string, grid [3]int, args []uint32, before, want []byte, buffers [][]byte) {
	t.Helper()
	const most = 500 // preemptions of a run
	last, instructions := len(buffers)-1, 0
	for n := range 4 {
		other := slices.Clone(buffers)
		other[last] = slices.Clone(before)
		l := launch(t, name, grid, args, other)
		every := 1<<20 - 1
		if n > 0 {
			every = 1 + instructions/most + n - 1
		}
		l.Preempt, l.RoundRobin, l.Clusters, l.Seed = every, n%2 == 0, n/2, uint64(n)
		require.NoError(t, l.Run())
		if n == 0 {
			instructions = l.Instructions
		}
		require.Equal(t, instructions, l.Instructions, "each instruction is executed once")
		require.Equal(t, want, l.Bindings[last].Data, "preempted after %d instructions", every)
	}
}

// launch is a run with buffers as bindings.
func launch(t *testing.T, name string, grid [3]int, args []uint32, buffers [][]byte) *Launch {
	t.Helper()
	k, err := Load(name)
	require.NoError(t, err)
	l := &Launch{Kernel: k, Grid: grid, Args: args, Limit: 1 << 20}
	for i, b := range buffers {
		l.Bindings = append(l.Bindings, exec.Binding{Data: b, Write: k.Binding(uint8(i)).Write})
	}
	return l
}

func execute(t *testing.T, name string, grid [3]int, args []uint32, o exec.Options, buffers [][]byte) {
	t.Helper()
	l := launch(t, name, grid, args, buffers)
	p, err := exec.Load(Program(l.Kernel))
	require.NoError(t, err)
	require.NoError(t, exec.RunGrid(p, grid, args, &exec.Memory{Bindings: l.Bindings}, o))
}

func TestVectorAdd(t *testing.T) {
	const n = 1000
	a, b := make([]float32, n), make([]float32, n)
	want := make([]float32, n+8)
	for i := range a {
		a[i], b[i] = float32(i)*0.37, float32(n-i)*1e-3
		want[i] = a[i] + b[i]
	}
	c := make([]byte, 4*(n+8))
	run(t, "vector-add", [3]int{16, 1, 1}, []uint32{n}, words(a), words(b), c)
	require.Equal(t, want, wordsOf[float32](c), "and nothing beyond")
}

func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 5003)
	want := make([]uint32, 64)
	for i := range text {
		text[i] = byte(r.NormFloat64()*40 + 128)
		want[text[i]>>2]++
	}
	counters := make([]byte, 256)
	run(t, "histogram", [3]int{4, 1, 1}, []uint32{uint32(len(text))}, text, counters)
	require.Equal(t, want, wordsOf[uint32](counters))
}

func TestReduce(t *testing.T) {
	list := make([]int32, 1000)
	sum := int32(0)
	for i := range list {
		list[i] = int32(i*i) - 200_000
		sum += list[i]
	}
	got := make([]byte, 4)
	run(t, "reduce", [3]int{8, 1, 1}, []uint32{1000}, words(list), got)
	require.Equal(t, []int32{sum}, wordsOf[int32](got))
}

func TestBitonic(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := make([]uint32, 64)
	for i := range list {
		list[i] = r.Uint32() >> (r.IntN(4) * 8)
	}
	buffer := words(list)
	run(t, "bitonic", [3]int{1, 1, 1}, nil, buffer)
	slices.Sort(list)
	require.Equal(t, list, wordsOf[uint32](buffer))
}

func TestTranspose(t *testing.T) {
	const columns, rows = 24, 16
	a := make([]uint32, columns*rows)
	want := make([]uint32, columns*rows)
	for y := range rows {
		for x := range columns {
			a[y*columns+x] = uint32(1000*y + x)
			want[x*rows+y] = a[y*columns+x]
		}
	}
	b := make([]byte, 4*len(a))
	run(t, "transpose", [3]int{columns / 8, rows / 8, 1}, []uint32{columns, rows}, words(a), b)
	require.Equal(t, want, wordsOf[uint32](b))
}

func TestMatrix(t *testing.T) {
	const n = 16
	a, b, want := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
	r := rand.New(rand.NewPCG(5, 6))
	for i := range a {
		a[i], b[i] = r.Float32()-0.5, r.Float32()*4
	}
	for y := range n {
		for x := range n {
			for k := range n {
				want[y*n+x] = float32(a[y*n+k]*b[k*n+x]) + want[y*n+x]
			}
		}
	}
	c := make([]byte, 4*n*n)
	run(t, "matrix", [3]int{n / 8, n / 8, 1}, []uint32{n}, words(a), words(b), c)
	require.Equal(t, want, wordsOf[float32](c))
}

func TestMandelbrot(t *testing.T) {
	const width, height, most = 20, 12, 50
	left, top, step := float32(-2), float32(-1.2), float32(0.15)
	var want []uint32
	for y := range height {
		for x := range width {
			cr, ci := float32(float32(x)*step)+left, float32(float32(y)*step)+top
			var zr, zi float32
			n := uint32(0)
			for {
				rr, ii := float32(zr*zr), float32(zi*zi)
				if rr+ii > 4 {
					break
				}
				ri := float32(zr * zi)
				zr, zi = float32(rr-ii)+cr, float32(ri+ri)+ci
				if n++; n == most {
					break
				}
			}
			want = append(want, n)
		}
	}
	got := make([]byte, 4*width*height)
	args := []uint32{math.Float32bits(left), math.Float32bits(top), math.Float32bits(step), width, height, most}
	run(t, "mandelbrot", [3]int{3, 2, 1}, args, got)
	require.Equal(t, want, wordsOf[uint32](got))
}

// Each kernel of the project is assembled.
func TestEveryKernelIsAssembled(t *testing.T) {
	files, err := fs.Glob(vectors.Kernels, "kernels/*.tka")
	require.NoError(t, err)
	require.Greater(t, len(files), 10)
	directed, err := fs.Glob(vectors.Kernels, "kernels/directed/*.tka")
	require.NoError(t, err)
	require.NotEmpty(t, directed)
	for _, f := range append(files, directed...) {
		_, err := Load(strings.TrimSuffix(strings.TrimPrefix(f, "kernels/"), ".tka"))
		require.NoError(t, err)
	}
	_, err = Load("none")
	require.EqualError(t, err, "vectors/kernels/none.tka: no such kernel")
}
