package sweep_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/sweep"
)

// errEnough stops a sweep.
var errEnough = errors.New("enough")

// A sweep that was stopped and goes on counts what one sweep counts.
func TestASweepGoesOnWhereItWasStopped(t *testing.T) {
	v := cosimtest.Scenes(t, 16, 16, "one-triangle")
	for _, pairs := range []bool{false, true} {
		every := uint64(7)
		if pairs {
			every = 150
		}
		sweepOf := func() *sweep.Sweep {
			return &sweep.Sweep{Config: hw.DefaultConfig(), Vector: v, Every: every, Jobs: 2, Full: 20, Pairs: pairs}
		}
		whole, err := sweepOf().Run()
		require.NoError(t, err)

		part := &sweep.Part{}
		first := sweepOf()
		first.Tried = func(tried *sweep.Tried) error {
			part.Add(tried)
			if part.Count() == 3 {
				return errEnough
			}
			return nil
		}
		_, err = first.Run()
		require.ErrorIs(t, err, errEnough)
		require.Equal(t, 3, part.Count())

		data, err := json.Marshal(part)
		require.NoError(t, err)
		kept := &sweep.Part{}
		require.NoError(t, json.Unmarshal(data, kept))
		again, err := json.Marshal(kept)
		require.NoError(t, err)
		require.Equal(t, string(data), string(again))

		second := sweepOf()
		second.Before = kept
		tried, least := 0, 0
		second.Tried = func(*sweep.Tried) error { tried++; return nil }
		second.Progress = func(done, total int) { least = total - done }
		rest, err := second.Run()
		require.NoError(t, err)
		require.Zero(t, least)
		require.Equal(t, whole.Cuts, rest.Cuts)
		require.Equal(t, whole.Equal, rest.Equal)
		require.Equal(t, whole.Tried, rest.Tried)
		require.Equal(t, whole.Missed, rest.Missed)
		require.Equal(t, whole.TilesCut, rest.TilesCut)
		require.Equal(t, whole.Uncut, rest.Uncut)
		require.Equal(t, whole.Confirmed, rest.Confirmed)
		require.Positive(t, tried)
	}
}

// What differs is tried again, and a record that was changed by hand is refused.
func TestPartsHoldWhatIsEqual(t *testing.T) {
	p := &sweep.Part{}
	p.Add(&sweep.Tried{Report: sweep.Report{Tried: 1, Cuts: 1, Different: 1}})
	require.Zero(t, p.Count())
	p.Add(&sweep.Tried{Report: sweep.Report{Tried: 1, Cuts: 1, Equal: 1}})
	p.Add(&sweep.Tried{Report: sweep.Report{Tried: 1, Cuts: 1, Equal: 1}})
	require.Equal(t, 1, p.Count())
	for _, text := range []string{
		`{"firsts": [[0, 2]], "counts": {"Tried": 3, "Cuts": 2, "Equal": 2}}`,
		`{"firsts": [[3, 2]], "counts": {}}`, `{"firsts": [[-1, 2]], "counts": {"Tried": 9, "Cuts": 9, "Equal": 9}}`, `{"firsts": [[0, 2], [1, 5]], "counts": {"Tried": 9, "Cuts": 9, "Equal": 9}}`,
		`{"firsts": [[0, 2]], "counts": {"Tried": 1, "Cuts": 1, "Equal": 1}}`, `{"firsts": [[0, 2]], "counts": {"Tried": 2, "Cuts": 2, "Equal": 1}}`, `{"firsts": [[0, 99999999999]], "counts": {}}`, `{"firsts": 3}`,
	} {
		require.Error(t, json.Unmarshal([]byte(text), &sweep.Part{}), text)
	}
}
