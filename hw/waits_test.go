package hw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/wires"
)

// waits are the FIFOs for which what is in one can wait, by its name.
func waits(m *hw.Machine) map[string][]string {
	list := map[string][]string{}
	for _, e := range m.Waits() {
		list[e.From.Name()] = append(list[e.From.Name()], e.To.Name())
	}
	return list
}

// Of the clients of the MXU those wait for MXU_CSP whose accesses may fault; none waits for another one's answers.
func TestClientsOfTheMXUWaitForTheirOwn(t *testing.T) {
	m, err := hw.Build(hw.DefaultConfig())
	require.NoError(t, err)
	list := waits(m)
	for client := range mxu.NumClients {
		want := []string{m.MXU.P.Ans[client].Tap().Name(), "MEM_REQ"}
		if client == mxu.DMARead || client == mxu.Vertex {
			want = append(want, "MXU_CSP")
		}
		require.Equal(t, want, list[m.MXU.P.Req[client].Tap().Name()])
	}
}

// What the pool and ZL2 answer PS waits with PS for room below, so it is no answer in the sense of rule X2's check.
func TestResultsOfPixelsWaitForWhatIsBelow(t *testing.T) {
	m, err := hw.Build(hw.DefaultConfig())
	require.NoError(t, err)
	list := waits(m)
	require.Equal(t, []string{"LATE_Z", "WB_FIFO", "DP_PS"}, list["EU_PS"])
	require.Equal(t, []string{"WB_FIFO"}, list["LATE_ANS"])
	require.Equal(t, []string{"STATE_FIFO"}, list["MXU_CSP"])
}

// taken is when entries of a FIFO of answers could be taken, at the earliest.
type taken struct {
	puts []uint64
	last uint64
}

// Answers that the graph has wait for nothing are taken in the first cycle in which they can be, whatever is full.
func TestAnswersThatWaitForNothingAreTakenAtOnce(t *testing.T) {
	for _, pairs := range [][]string{
		nil,
		{"fifo.depth", "least"},
		{"break_point", "zl1", "stall.percent", "30", "memory.vary", "100"},
		{"fifo.depth", "least", "stall.percent", "50", "memory.interval", "3", "csp.time_slice", "900"},
	} {
		m := small(t).set(t, pairs...).machine(t)
		list, watched := waits(m), map[string]bool{}
		for _, f := range m.Config.Fifos() {
			watched[f.Name] = f.Class == wires.Answer && len(list[f.Name]) == 0
		}
		n := 0
		for _, v := range m.Views() {
			if !watched[v.Name()] {
				continue
			}
			var k taken
			v.Observe(func(cycle uint64, _ any) { k.puts = append(k.puts, cycle) })
			v.ObserveTakes(func(cycle uint64, _ any) {
				require.Equal(t, max(v.Due(k.puts[0]), k.last+1), cycle, "%s: %v", v.Name(), pairs)
				k.puts, k.last = k.puts[1:], cycle
				n++
			})
		}
		runCutting(t, m, secondCut, firstCut, secondCut)
		finish(t, m)
		require.Greater(t, n, 1000)
	}
}
