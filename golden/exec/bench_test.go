package exec

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// benchmark is a kernel of float and integer arithmetic: each lane loads, goes round a loop, takes one of two ways in it, and stores.
func benchmark(rounds uint32) []any {
	return []any{
		do(isa.OpMad, ud(20), ud(0).by(isa.RegionScalar), num(32, isa.TypeUd).inRegister(21), ud(1)),
		do(isa.OpShl, ud(20), ud(20), num(2, isa.TypeUd)),
		do(isa.OpAnd, ud(20), ud(20), num(0xfffc, isa.TypeUd)),
		sends(isa.MessageLoad, f(10), 20, 0, fields{Type: isa.TypeF, Count: 1}),
		do(isa.OpMov, ud(30), num(0, isa.TypeUd)),
		flow(isa.OpLoop, ""), label("body"),
		do(isa.OpMad, f(12), f(10), f(11), f(12)),
		do(isa.OpAdd, ud(31), ud(30), ud(1)),
		do(isa.OpAnd, ud(32), ud(31), num(3, isa.TypeUd)).cond(isa.ConditionNe, 1),
		flow(isa.OpIf, "else").when(1),
		do(isa.OpMul, f(13), f(12), numF(0.5)),
		do(isa.OpAdd, f(12), f(13), f(10).negated()),
		do(isa.OpXor, ud(33), ud(31), num(0x55, isa.TypeUd)),
		label("else"), flow(isa.OpElse, "endif"),
		do(isa.OpAdd, f(12), f(12), f(11).el(2).by(isa.RegionScalar)),
		do(isa.OpMax, f(12), f(12), numF(-1)),
		do(isa.OpShr, ud(33), ud(31), num(1, isa.TypeUd)),
		label("endif"), flow(isa.OpEndif, ""),
		do(isa.OpMad, ud(34), ud(33), ud(31), ud(34)),
		do(isa.OpAnd, ud(35), ud(34), num(0xfffc, isa.TypeUd)),
		sends(isa.MessageLoad, f(14), 35, 0, fields{Type: isa.TypeF}),
		do(isa.OpSel, f(10), f(14), f(12)).cond(isa.ConditionLt, 0),
		sends(isa.MessageStore, noAnswer, 20, 12, fields{Binding: 1, Type: isa.TypeF}),
		do(isa.OpAdd, ud(30), ud(30), num(1, isa.TypeUd)),
		do(isa.OpCmp, null(isa.TypeUd), ud(30), num(rounds, isa.TypeUd)).cond(isa.ConditionLt, 0),
		flow(isa.OpWhile, "body").when(0),
		end(),
	}
}

// inRegister is a register instead of a number.
func (a arg) inRegister(reg int) arg { return r(reg, a.typ) }

// benchmarkGrid is a grid of the benchmark, and the lanes in which its instructions execute.
func benchmarkGrid(t testing.TB, rounds uint32, short bool) (run func(Options), lanes int) {
	k, err := load(Program{Code: assemble(benchmark(rounds)...), Lanes: 8, CTA: [3]int{32, 1, 1}}, short)
	require.NoError(t, err)
	m := Memory{Bindings: []Binding{{Data: make([]byte, 1<<16), Write: true}, {Data: make([]byte, 1<<16), Write: true}}}
	run = func(o Options) { require.NoError(t, RunGrid(k, [3]int{4, 1, 1}, nil, &m, o)) }
	run(Options{Hook: func(e *Event) { lanes += bits.OnesCount32(e.Lanes) }})
	return run, lanes
}

// BenchmarkKernel counts a lane-operation for each lane in which an instruction executes.
func BenchmarkKernel(b *testing.B) {
	for name, short := range map[string]bool{"short ways": true, "long way": false} {
		b.Run(name, func(b *testing.B) {
			run, lanes := benchmarkGrid(b, 1000, short)
			for b.Loop() {
				run(Options{})
			}
			b.ReportMetric(float64(lanes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mlanes/s")
		})
	}
}

func TestInstructionsTakeNoMemory(t *testing.T) {
	allocations := func(rounds uint32) float64 {
		run, _ := benchmarkGrid(t, rounds, true)
		return testing.AllocsPerRun(5, func() { run(Options{}) })
	}
	require.Equal(t, allocations(1), allocations(200))
	hooked := func(rounds uint32) float64 {
		run, _ := benchmarkGrid(t, rounds, true)
		return testing.AllocsPerRun(5, func() { run(Options{Hook: func(*Event) {}}) })
	}
	require.Equal(t, hooked(1), hooked(200))
}
