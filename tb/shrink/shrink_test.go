package shrink

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
	"tilemark/tb/directed"
	"tilemark/tb/random"
)

// blends fails when a context draws with blending and is interrupted, as a machine might.
func blends(v *directed.Vector) error {
	for i := range v.Contexts {
		s := v.Contexts[i].Scene.Inline
		if s == nil {
			continue
		}
		for _, d := range s.Draws {
			if d.State.Blend.Enable && d.Instances > 1 && len(v.Interrupts)+len(v.Aims) > 0 {
				return &wires.Violation{Rule: "P2", Where: "WBU", Cycle: 7}
			}
		}
	}
	if len(v.Contexts) > 3 { // another failure, which is not to be taken for the same
		return errors.New("many contexts")
	}
	return nil
}

// What is left has what the failure needs, and little else.
func TestWhatAFailureDoesNotNeedIsLeftOut(t *testing.T) {
	shrunk := 0
	for seed := uint64(0); shrunk < 5; seed++ {
		v, err := random.Generate("everything", seed)
		require.NoError(t, err)
		parsed, err := directed.Parse(v.Text)
		require.NoError(t, err)
		if err := blends(parsed); err == nil || directed.Signature(err) != "rule P2 at WBU" {
			continue
		}
		shrunk++
		r, err := Shrink(context.Background(), v.Text, blends, 10*time.Minute)
		require.NoError(t, err)
		require.Equal(t, "rule P2 at WBU", r.Sign)
		small, err := directed.Parse(r.Text)
		require.NoError(t, err)
		require.Equal(t, "rule P2 at WBU", directed.Signature(blends(small)))
		require.Len(t, small.Contexts, 1, "%s", r.Text)
		require.LessOrEqual(t, len(small.Contexts[0].Scene.Inline.Draws), 2, "%s", r.Text)
		require.Equal(t, 1, len(small.Interrupts)+len(small.Aims), "%s", r.Text)
		require.Empty(t, small.Config, "%s", r.Text)
		require.Less(t, len(r.Text), 500, "%s", r.Text)
	}
}

// A context that is left out takes what others say of it along.
func TestNumbersOfContextsFollow(t *testing.T) {
	text := "covers: x\nsize: [8, 8]\ncontexts:\n- {scene: blend}\n- {scene: query}\n- {scene: stencil, waits_for: 1}\n"
	r, err := Shrink(context.Background(), []byte(text), func(v *directed.Vector) error {
		for _, c := range v.Contexts {
			if c.WaitsFor != nil {
				return errors.New("waits")
			}
		}
		return nil
	}, time.Minute)
	require.NoError(t, err)
	small, err := directed.Parse(r.Text)
	require.NoError(t, err)
	require.Len(t, small.Contexts, 2)
	require.Equal(t, 0, *small.Contexts[1].WaitsFor)
}

func TestAVectorThatHoldsIsNotShrunk(t *testing.T) {
	_, err := Shrink(context.Background(), []byte("covers: x\ncontexts: [{scene: blend}]"), func(*directed.Vector) error { return nil }, time.Second)
	require.ErrorIs(t, err, ErrHolds)
	_, err = Shrink(context.Background(), []byte("covers: x"), nil, time.Second)
	require.ErrorContains(t, err, "1:1: ")
}

// The machine's own failure: a vector whose expectation does not hold.
func TestShrinkRunsTheMachine(t *testing.T) {
	r, err := Shrink(context.Background(), []byte("covers: x\nsize: [16, 16]\ncontexts: [{scene: blend}, {scene: query}]\ninterrupts: [400, 900, 1300]\ncuts: 9\n"), Run, 10*time.Minute)
	require.NoError(t, err)
	require.Equal(t, "expectation cuts", r.Sign)
	small, err := directed.Parse(r.Text)
	require.NoError(t, err)
	require.Len(t, small.Contexts, 1)
	require.Empty(t, small.Interrupts)
	require.True(t, r.Done)
}

// An interrupt that takes 300 cycles delays what the next one cuts: it is found where it has moved to.
func TestInterruptsBehindOneThatIsLeftOutMoveCloser(t *testing.T) {
	r, err := Shrink(context.Background(), []byte("covers: x\ncontexts: [{scene: blend}]\ninterrupts: [1000, 2000, 5650]\n"), func(v *directed.Vector) error {
		v.Raised, v.Took = v.Interrupts, 9000
		n := len(v.Interrupts)
		if n > 0 && v.Interrupts[n-1]/100 == uint64(50+3*(n-1)) {
			return errors.New("a cut between cycles 5000 and 5099 of the run without interrupts")
		}
		return nil
	}, time.Minute)
	require.NoError(t, err)
	small, err := directed.Parse(r.Text)
	require.NoError(t, err)
	require.Equal(t, []uint64{5000}, small.Interrupts)
}

// Smaller vectors may take a few times as long as the one that they come from; what breaks the program shows nothing.
func TestVectorsThatHangOrBreakTheProgramAreLeft(t *testing.T) {
	most := uint64(0)
	r, err := Shrink(context.Background(), []byte("covers: x\ncontexts: [{scene: blend}, {scene: query}, {scene: stencil}]\n"), func(v *directed.Vector) error {
		most = max(most, v.Most)
		v.Took = 1000
		if len(v.Contexts) == 1 {
			panic("one context")
		}
		return errors.New("more than one context")
	}, time.Minute)
	require.NoError(t, err)
	require.Equal(t, uint64(longer*1000+longerMore), most)
	require.True(t, r.Done)
	small, err := directed.Parse(r.Text)
	require.NoError(t, err)
	require.Len(t, small.Contexts, 2)
}

// A search that is stopped has the smallest vector so far; one that was stopped before the first run has nothing.
func TestASearchThatIsStoppedKeepsWhatItHas(t *testing.T) {
	text := []byte("covers: x\ncontexts: [{scene: blend}, {scene: query}, {scene: stencil}]\n")
	ctx, stop := context.WithCancel(context.Background())
	runs := 0
	r, err := Shrink(ctx, text, func(v *directed.Vector) error {
		if runs++; runs == 3 {
			stop()
		}
		return errors.New("it fails")
	}, time.Hour)
	require.NoError(t, err)
	require.False(t, r.Done)
	require.Equal(t, 3, runs)
	require.Less(t, len(r.Text), len(text))
	_, err = Shrink(ctx, text, func(*directed.Vector) error { return errors.New("it fails") }, time.Hour)
	require.ErrorIs(t, err, context.Canceled)
}
