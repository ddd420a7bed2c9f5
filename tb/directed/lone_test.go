//go:build faults

package directed

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/fault"
	"tilemark/tb/cosim"
)

// lone names for a check a bug, and a vector at a break point in which nothing but the check notices it. So the check can
// neither be switched off nor be left to others.
var lone = map[string]struct {
	bug    fault.ID
	vector string
}{
	"next-entry":               {fault.HeadTooFar, "between-draws/tg"},
	"guard-zone":               {fault.StrayWord, "blending/tg"},
	"schedule-restore-written": {fault.UnpinnedBeforeSeal, "hiz-switched/tg"},
	"restore-after-data":       {fault.AckOfNext, "blending/tg"},
	"save-area":                {fault.BurstEndsEarly, "blending/tg"},
	"pinned-at-end":            {fault.ReleaseKeepsPin, "query-across-cuts/tg"},
	"stray-use":                {fault.TextureUnpinnedTwice, "faults-told-late/tg"},
	"discard-before-tg-int":    {fault.TGIntLate, "draw4-instance4-tile4/tg"},
	"next-tile":                {fault.NumberKept, "driver-full-depth/tg"},
	"work-after-line":          {fault.CancelForgotten, "draw4-instance4-tile4/tg"},
	"fence-before-pixels":      {fault.FenceNotFlushed, "in-fence/tg"},
	"drained-unanswered":       {fault.FlushNotAnswered, "blending/zl1"},
	"blit-unanswered":          {fault.BlitReportsEarly, "cut-in-blit/tg"},
	"step-fits":                {fault.PulseHeld, "frames-patch-just-enough/zl1"},
}

// attempt runs a vector at a break point with a bug. It returns the check that has failed, "" when none has.
func attempt(t *testing.T, bug fault.ID, vector string, leave func(*cosim.Session)) (failed string) {
	name, place, _ := strings.Cut(vector, "/")
	v, err := Load(name)
	require.NoError(t, err)
	v.At(place)
	fault.Use(bug)
	defer fault.Use(fault.None)
	var s *cosim.Session
	_, _, err = v.Play(func(started *cosim.Session) {
		s = started
		leave(s)
	})
	if err == nil {
		return ""
	}
	k, ok := s.Failed()
	require.True(t, ok, "no check has failed, but the run: %v", err)
	return k.String()
}

// Each of these checks notices a bug that passes when the check is left out, and notices it when all others are.
func TestChecksNoticeWhatNoOtherDoes(t *testing.T) {
	for name, c := range lone {
		t.Run(name, func(t *testing.T) {
			check, err := cosim.CheckNamed(name)
			require.NoError(t, err)
			alone := attempt(t, c.bug, c.vector, func(s *cosim.Session) { s.Only(check) })
			require.Equal(t, name, alone, "the only check")
			require.Empty(t, attempt(t, c.bug, c.vector, func(s *cosim.Session) { s.Without(check) }), fmt.Sprintf("%s is left out", name))
		})
	}
}
