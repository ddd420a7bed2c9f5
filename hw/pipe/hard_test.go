package pipe_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
	"tilemark/hw/pipe"
)

// The first place in which two cursors of a buffer differ decides; equal ones are not before each other.
func TestCursorsPropertyAreInLexicalOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 30 {
			var v [2][7]uint32
			for k := range v[0] {
				v[0][k] = hard.Word().Draw(rt, "a")
				v[1][k] = v[0][k]
				if rapid.IntRange(0, 2).Draw(rt, "differs") == 0 {
					v[1][k] = rapid.OneOf(hard.Word(), rapid.Just(v[0][k]+1), rapid.Just(v[0][k]-1)).Draw(rt, "b")
				}
			}
			cursor := func(v [7]uint32) *pipe.Cursor {
				return &pipe.Cursor{Head: v[0], Buffer: v[1], Offset: v[2], Instance: v[3], Primitive: v[4], Triangle: v[5], Tile: v[6]}
			}
			a, b := cursor(v[0]), cursor(v[1])
			order := slices.Compare(v[0][2:], v[1][2:])
			require.Equal(rt, [2]bool{order < 0, order > 0}, [2]bool{a.Before(b), b.Before(a)}, "%+v and %+v", a, b)
			require.False(rt, a.Before(a))
		}
	})
}

func TestPlanesPropertyAreEvaluatedStepByStep(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 30 {
			n := rapid.OneOf(hard.Share(), hard.Finite(), hard.Float())
			p := pipe.Plane{Q: n.Draw(rt, "q"), GX: n.Draw(rt, "gx"), GY: n.Draw(rt, "gy")}
			dx, dy := float32(rapid.Int32Range(-1<<24, 1<<24).Draw(rt, "dx")), float32(rapid.Int32Range(-1<<24, 1<<24).Draw(rt, "dy"))
			want := hard.Add(p.Q, hard.Add(hard.Mul(p.GX, dx), hard.Mul(p.GY, dy)))
			require.True(rt, hard.Same(want, p.At(dx, dy)), "%+v at %g, %g", p, dx, dy)
		}
	})
}
