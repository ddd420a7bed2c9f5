//go:build faults

package sweep

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/bugs"
	"tilemark/tb/cosim/cosimtest"
)

// A run that goes on from another's course finds the faults that it would find by itself: in the partner's phase, in
// the restore after it, and at the end.
func TestFaultsAreFoundOnOthersCourses(t *testing.T) {
	defer func() { bugs.Use(bugs.None) }()
	for _, name := range []string{
		"stray-word", "primitive-passed-over", "fields-swapped", "counter-not-restored", "rejected-stays-pinned",
	} {
		bugs.Use(name)
		w := newWorker(t, &Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 24, 24, "six-draws", "blend")})
		found := 0
		for c := uint64(4500); c < 6900; c += 40 { // where a query counts
			o := w.tryAt(t, c, false)
			spliced := w.spliced
			err := w.whole()
			require.Equal(t, err == nil, o.Err == nil, "%s, cut in cycle %d: %v, by itself %v", name, c, o.Err, err)
			require.NotErrorIs(t, o.Err, ErrShortcut)
			if spliced && err != nil {
				found++
			}
		}
		require.Positive(t, found, name)
	}
}

// whole runs the last cut to its end.
func (w *worker) whole() error {
	f := w.fork
	f.Load(&w.cut)
	if err := f.InterruptSoon(); err != nil {
		return err
	}
	if err := f.Finish(); err != nil {
		return err
	}
	return f.Check()
}
