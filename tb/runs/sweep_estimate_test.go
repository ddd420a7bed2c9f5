package runs

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A sweep whose first interrupts show that it will take more than ten minutes says so once, and which --every would take ten; one
// that will not says nothing.
func TestALongSweepSaysSoAtOnce(t *testing.T) {
	for _, c := range []struct {
		name        string
		each        time.Duration // of an interrupt
		done, total int
		every       uint64
		says        []string
	}{
		{"long", time.Second / 10, 0, 150_000, 1, []string{"about 4 hours more: 16 of 150,000 interrupts took 1.6s; --every 25 would end in about ten minutes; --from and --to "}},
		{"every third", time.Second, 0, 1800, 3, []string{"about 30 minutes more: 16 of 1,800 interrupts took 16s; --every 9 would "}},
		{"a day", 2 * time.Second, 0, 100_000, 1, []string{"about 2 days more: "}},
		{"short", time.Second / 10, 0, 5000, 1, nil},
		{"nearly all is in the record", time.Second / 10, 149_000, 150_000, 1, nil},
	} {
		at := time.Unix(0, 0)
		var said []string
		e := sweepEstimate{now: func() time.Time { return at }, say: func(text string) { said = append(said, text) }, every: c.every, unit: "interrupts"}
		for done := c.done + 1; done <= c.total && done < c.done+1000; done++ {
			e.progress(done, c.total)
			at = at.Add(c.each)
		}
		require.Len(t, said, len(c.says), c.name)
		for i := range said {
			require.Contains(t, said[i], c.says[i])
		}
	}
}

// A sweep begins with cycles in which nothing is cut; that it is long shows later.
func TestALongSweepIsNoticedAfterAFastStart(t *testing.T) {
	at := time.Unix(0, 0)
	said := 0
	e := sweepEstimate{now: func() time.Time { return at }, say: func(string) { said++ }, unit: "interrupts"}
	for done := range 60 {
		e.progress(done+1, 10_000)
		at = at.Add(time.Millisecond)
	}
	require.Zero(t, said)
	for done := range 60 {
		e.progress(done+61, 10_000)
		at = at.Add(time.Second)
	}
	require.Equal(t, 1, said)
}
