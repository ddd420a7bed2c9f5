package study

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
	"tilemark/tb/sched"
)

// mixOf lays jobs out for 32x32 pixels.
func mixOf(t *testing.T, jobs ...MixJob) *Mix {
	t.Helper()
	vector := func(jobs ...MixJob) *vector.Vector {
		im := &driver.Image{}
		for _, j := range jobs {
			s, err := scenefile.Load(j.Scene)
			require.NoError(t, err)
			for range j.Copies {
				_, err = im.Add(s, driver.Options{Width: 32, Height: 32})
				require.NoError(t, err)
			}
		}
		v, err := vector.New(im)
		require.NoError(t, err)
		return v
	}
	m := &Mix{Config: hw.DefaultConfig(), Vector: vector(jobs...), Jobs: jobs, Depth: 1, Latency: 20}
	for i := range jobs {
		m.Jobs[i].Alone = vector(MixJob{Scene: jobs[i].Scene, Copies: 1})
	}
	return m
}

func compared(t *testing.T, m *Mix, slices ...uint32) map[string][]PolicyRow {
	t.Helper()
	done := 0
	r, err := ComparePolicies(PolicyOptions{Mix: m, Policies: sched.Policies, Slices: slices, Jobs: 2, Progress: func(n, _ int) { done = n }})
	require.NoError(t, err)
	require.Empty(t, r.Failures)
	require.Positive(t, done)
	rows := map[string][]PolicyRow{}
	for _, row := range r.Rows {
		rows[row.Policy] = append(rows[row.Policy], row)
	}
	return rows
}

func TestFiguresOfPoliciesAddUp(t *testing.T) {
	m := mixOf(t, MixJob{Scene: "six-draws", Copies: 2}, MixJob{Scene: "blend", Copies: 1, Priority: 3, Arrives: 1500})
	for name, rows := range compared(t, m, 700, 5000) {
		require.Len(t, rows, 2, name)
		for _, row := range rows {
			ran, turns := uint64(0), 0
			require.Len(t, row.Contexts, 3)
			for i, c := range row.Contexts {
				require.Equal(t, i, c.Context)
				require.LessOrEqual(t, c.Ran, c.Turnaround, name)
				require.LessOrEqual(t, c.End, row.Cycles, name)
				require.Equal(t, c.End-c.Arrival, c.Turnaround)
				require.GreaterOrEqual(t, float64(row.MaxTurnaround), float64(c.Turnaround))
				ran, turns = ran+c.Ran, turns+c.Turns
			}
			require.Equal(t, uint64(1500), row.Contexts[2].Arrival)
			require.LessOrEqual(t, ran, row.Busy, name)
			require.InDelta(t, 100*float64(row.Busy-ran)/float64(row.Busy), row.Lost, 0.01, name)
			require.LessOrEqual(t, row.Busy, row.Cycles, name)
			require.Equal(t, turns, row.Switches+3, "%s: each turn but the last ends with a cut", name)
			require.EqualValues(t, row.Contexts[2].Turnaround, row.Urgent, name)
			require.LessOrEqual(t, row.MeanTurnaround, row.MaxTurnaround)
			require.LessOrEqual(t, row.MeanSlowdown, row.MaxSlowdown)
		}
	}
}

func TestPoliciesDoWhatTheyAreFor(t *testing.T) {
	rows := compared(t, mixOf(t, MixJob{Scene: "six-draws", Copies: 2}, MixJob{Scene: "one-triangle", Copies: 2},
		MixJob{Scene: "blend", Copies: 1, Priority: 2, Arrives: 1000}), 1000)
	require.Less(t, rows["priority"][0].Urgent, rows["round-robin"][0].Urgent)
	least := rows["shortest-remaining"][0].MeanTurnaround
	for name, r := range rows {
		require.LessOrEqual(t, least, r[0].MeanTurnaround, name)
	}
}

// Policies that give no turns are run once, whatever the slices; the rows are of all.
func TestEqualRunsAreMadeOnce(t *testing.T) {
	m := mixOf(t, MixJob{Scene: "one-triangle", Copies: 2})
	runs := 0
	r, err := ComparePolicies(PolicyOptions{
		Mix: m, Policies: []sched.Policy{sched.ShortestRemaining{}}, Slices: []uint32{500, 700}, Jobs: 1, Progress: func(_, total int) { runs = total },
	})
	require.NoError(t, err)
	require.Equal(t, 1+1, runs, "alone, and together")
	require.Len(t, r.Rows, 2)
	require.Equal(t, uint32(700), r.Rows[1].Slice)
	require.Equal(t, r.Rows[0].Contexts, r.Rows[1].Contexts)
	require.Positive(t, r.Rows[1].MeanSlowdown)
}

func TestBusyCyclesLeaveGapsOut(t *testing.T) {
	rows := []ContextRow{{Arrival: 50, End: 60}, {Arrival: 0, End: 20}, {Arrival: 5, End: 10}, {Arrival: 15, End: 30}}
	require.Equal(t, uint64(40), busyIn(rows))
}
