package tsu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// How a primitive, or a triangle of a patch, ends.
const (
	visible = iota
	cut     // by the near plane into two triangles
	flat    // clipped to one triangle, then culled
	outer   // rejected
	numFates
)

// primitive makes the entries of a primitive whose triangles meet the given fates; a
// single one is no patch.
func primitive(n uint32, consumed uint32, fates ...int) (out []pipe.Shaded) {
	for t, fate := range fates {
		e := shaded(pipe.Prim)[0]
		e.At.Primitive, e.At.Triangle = n, 8*uint32(t)
		made := pipe.Assembly{More: uint16(len(fates) - 1 - t)}
		if t == 0 {
			made.Vertices = consumed
		}
		e.SetAssembly(made)
		switch fate {
		case cut:
			e.V[0].Clip[2] = -0.5
		case flat:
			e.V[2] = e.V[1]
		case outer:
			for k := range e.V {
				e.V[k].Clip[0] = 5
			}
		}
		out = append(out, e)
	}
	return out
}

// adds is what docs/arithmetic.md, section 10, says of a primitive.
func adds(consumed uint32, fates ...int) counts {
	n := counts{consumed, 1, 3 * uint32(len(fates)), uint32(len(fates)), 0}
	for _, fate := range fates {
		n[clipPrimitives] += map[int]uint32{visible: 1, cut: 2, flat: 1, outer: 0}[fate]
	}
	return n
}

func (n *counts) plus(m counts) {
	for i := range n {
		n[i] += m[i]
	}
}

// Whatever is drawn, what has been told when the cursor moves is the sum over the
// primitives before the cursor's.
func TestCountsToldAreThoseBeforeTheCursor(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		k.b.S.Regs[regs.TSUStatisticsControl] = 1
		k.csp.Queue = commands(pipe.Draw)
		var before []counts // after each primitive
		sum := counts{}
		before = append(before, sum)
		patchy := rapid.IntRange(0, 3).Draw(rt, "patchy")
		favourite := rapid.IntRange(0, numFates-1).Draw(rt, "favourite")
		for n := range uint32(rapid.IntRange(0, 150).Draw(rt, "primitives")) {
			fates, consumed := make([]int, 1), uint32(rapid.SampledFrom([]int{1, 3}).Draw(rt, "consumed"))
			if rapid.IntRange(0, 9).Draw(rt, "patch") < patchy {
				fates, consumed = make([]int, 2*rapid.IntRange(1, 5).Draw(rt, "level")), 16
			}
			for i := range fates {
				fates[i] = favourite
				if rapid.IntRange(0, 15).Draw(rt, "differs") == 0 {
					fates[i] = rapid.IntRange(0, numFates-1).Draw(rt, "fate")
				}
			}
			k.eup.Queue = append(k.eup.Queue, primitive(n, consumed, fates...)...)
			sum.plus(adds(consumed, fates...))
			before = append(before, sum)
		}
		k.eup.Queue = append(k.eup.Queue, shaded(pipe.EndDraw)...)
		for range 20000 {
			k.Step(1)
			if n := len(k.out.Got); n > 0 && k.out.Got[n-1].Kind == pipe.EndDraw {
				break
			}
		}
		told, pending := counts{}, false
		for i := range k.out.Got[1:] {
			e := &k.out.Got[1+i]
			switch e.Kind {
			case pipe.Stats:
				require.NotZero(rt, e.Stats())
				require.False(rt, pending, "two in a row")
				told.plus(e.Stats())
				pending = true
				continue
			case pipe.EndDraw:
				require.Equal(rt, sum, told)
			default:
				require.Equal(rt, before[e.At.Primitive], told, "%s %+v", e.Kind, e.At)
				require.Zero(rt, e.Assembly())
			}
			pending = false
		}
		require.Equal(rt, pipe.EndDraw, k.out.Got[len(k.out.Got)-1].Kind)
		require.Zero(rt, k.b.S.Begun)
		require.Zero(rt, k.b.S.Ended)
	})
}

func TestNothingIsCountedUnlessEnabled(t *testing.T) {
	k := newBench(t)
	k.csp.Queue = commands(pipe.Draw)
	k.eup.Queue = append(primitive(0, 3, visible), shaded(pipe.EndDraw)...)
	k.Step(20)
	require.Len(t, k.out.Got, 3)
}

// Counts of a context that is cut are forgotten: the restore counts anew.
func TestPulseForgetsCounts(t *testing.T) {
	for at := range 40 {
		k := newBench(t)
		k.b.S.Regs[regs.TSUStatisticsControl] = 1
		k.csp.Queue = commands(pipe.Draw, pipe.IntEnd)
		k.eup.Queue = append(primitive(0, 3, visible), primitive(1, 16, flat, cut, outer, flat, visible, flat)...)
		k.eup.Queue = append(k.eup.Queue, shaded(pipe.EndDraw, pipe.IntEnd)...)
		k.Step(at)
		if k.b.S.Phase == Normal && at > 10 {
			break // the context has ended by itself
		}
		k.int.Raise()
		k.Step(40)
		s := &k.b.S
		require.Equal(t, []any{counts{}, counts{}, uint8(0), Normal}, []any{s.Begun, s.Ended, s.Culled, s.Phase}, "cycle %d", at)
	}
}

// Within a patch, markers name the triangle that comes next; after its last one, the
// next primitive.
func TestMarkersWithinAPatch(t *testing.T) {
	k := newBench(t)
	k.csp.Queue = commands(pipe.Draw)
	fates := make([]int, 2*8*8)
	for i := range fates {
		fates[i] = outer
	}
	fates[10] = visible
	k.eup.Queue = append(primitive(0, 16, fates...), primitive(1, 16, fates[64:]...)...)
	k.Step(1000)
	var got []pipe.Cursor
	for i := range k.out.Got[1:] {
		require.Equal(t, map[bool]pipe.Kind{true: pipe.Tri, false: pipe.Mark}[i == 0], k.out.Got[1+i].Kind)
		got = append(got, k.out.Got[1+i].At)
	}
	require.Equal(t, []pipe.Cursor{
		{Triangle: 80}, {Triangle: 8 * (11 + 64)}, {Primitive: 1, Triangle: 8 * 11},
	}, got)

	k = newBench(t)
	k.csp.Queue = commands(pipe.Draw)
	k.eup.Queue = primitive(4, 16, fates[64:]...)
	k.Step(200)
	require.Equal(t, pipe.Cursor{Primitive: 5}, k.out.Got[1].At, "the patch ends with its 64th culled triangle")
}

// A restore within a patch sends no triangle, and no marker, below its cursor.
func TestRestoreWithinAPatch(t *testing.T) {
	fates := make([]int, 2*10*10)
	for i := range fates {
		fates[i] = []int{outer, cut}[i/100]
	}
	for _, from := range []uint32{0, 8 * 64, 8 * 99, 8 * 100, 8*100 + 1, 8*150 + 1, 8 * 200} {
		k := newBench(t)
		k.csp.Queue = commands(pipe.Resume, pipe.Draw)
		k.csp.Queue[0].At = pipe.Cursor{Primitive: 3, Triangle: from}
		k.eup.Queue = append(append(primitive(3, 16, fates...), primitive(4, 16, visible, visible)...), shaded(pipe.EndDraw)...)
		k.Step(2000)
		want := max(from, 8*100)
		for i := range k.out.Got[2:] {
			e := &k.out.Got[2+i]
			if e.Kind == pipe.Mark {
				require.EqualValues(t, 8*64, e.At.Triangle)
				require.Zero(t, from)
			}
			if e.Kind != pipe.Tri || e.At.Primitive != 3 {
				continue
			}
			require.Equal(t, want, e.At.Triangle)
			if want++; want&7 == 2 {
				want += 6
			}
		}
		require.EqualValues(t, 8*200, want)
		require.Equal(t, pipe.EndDraw, k.out.Got[len(k.out.Got)-1].Kind)
	}
}

func TestViewportSelect(t *testing.T) {
	for i := range uint32(4) {
		k := newBench(t)
		base := uint32(0)
		if i > 0 {
			base = regs.TSUViewport1ScaleX + 6*(i-1)
		}
		for n, v := range []float32{2, 8 * float32(i+1), 3, 5, 0.5, 0.25} {
			k.b.S.Regs[base+uint32(n)] = math.Float32bits(v)
		}
		k.b.S.Regs[regs.TSUViewportSelect] = i
		k.csp.Queue = commands(pipe.Draw)
		k.eup.Queue = primitive(0, 3, visible)
		k.Step(5)
		v := &k.out.Got[1].V[0]
		require.EqualValues(t, 256*(8*float32(i+1)-1)-128, v.X)
		require.EqualValues(t, 256*(5-1.5)-128, v.Y)
		require.EqualValues(t, 0.5, v.Z)
	}
}
