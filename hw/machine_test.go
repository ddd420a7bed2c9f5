package hw_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// The scene of most tests: two contexts and two cuts, the second in the first's restore
// or in the partner.
const (
	lastCycle = 3000
	firstCut  = 700
	secondCut = 1500
)

func small(t testing.TB) *job { return scenes(t, 32, "six-draws", "textured-cube") }

// follow runs to lastCycle with the cuts that lie ahead and calls look after every cycle.
func follow(t testing.TB, m *hw.Machine, look func()) {
	t.Helper()
	for m.Cycle() < lastCycle {
		if c := m.Cycle(); c == firstCut || c == secondCut {
			require.NoError(t, m.Interrupt())
		}
		require.NoError(t, m.Run(m.Cycle()+1))
		look()
	}
}

func digestsOf(t testing.TB, m *hw.Machine) (out []uint64) {
	t.Helper()
	follow(t, m, func() { out = append(out, m.Digest()) })
	return out
}

// same demands equal digests.
func same(t testing.TB, want []uint64, m *hw.Machine) {
	t.Helper()
	sameWhile(t, want, m, func() {})
}

// sameWhile demands equal digests of a machine that is disturbed after every cycle.
func sameWhile(t testing.TB, want []uint64, m *hw.Machine, disturb func()) {
	t.Helper()
	i := 0
	follow(t, m, func() {
		if m.Digest() != want[i] {
			require.FailNow(t, "digests differ", "cycle %d\n%s", m.Cycle(), m.Trace())
		}
		i++
		disturb()
	})
}

func TestSameMachineTwiceHasTheSameDigests(t *testing.T) {
	j := small(t)
	m := j.machine(t)
	want := digestsOf(t, m)
	require.EqualValues(t, 2, m.CSP.S.Stats.Cuts)
	same(t, want, j.machine(t))
}

func TestEvaluationOrderDoesNotShow(t *testing.T) {
	for _, slow := range []bool{false, true} {
		j := small(t)
		if slow {
			j.set(t, "stall.percent", "30", "memory.vary", "100")
		}
		want := digestsOf(t, j.machine(t))
		for seed := range 4 {
			m := j.machine(t)
			m.SetOrder(rand.New(rand.NewSource(int64(seed))).Perm(len(m.Blocks())))
			same(t, want, m)
		}
	}
}

// The order may even change from cycle to cycle.
func TestOrderThatChangesEveryCycleDoesNotShow(t *testing.T) {
	j := small(t)
	want := digestsOf(t, j.machine(t))
	m := j.machine(t)
	r := rand.New(rand.NewSource(9))
	sameWhile(t, want, m, func() { m.SetOrder(r.Perm(len(m.Blocks()))) })
}

func TestEvaluatingEverythingAlwaysDoesNotShow(t *testing.T) {
	for _, pairs := range [][]string{nil, {"stall.percent", "30", "memory.vary", "100", "memory.interval", "3"}, {"csp.time_slice", "900"}} {
		j := small(t).set(t, pairs...)
		want := digestsOf(t, j.machine(t))
		m := j.machine(t)
		m.SetAlwaysAwake(true)
		same(t, want, m)
		require.EqualValues(t, lastCycle, m.Evaluated())
	}
}

func TestSleepingSavesEvaluations(t *testing.T) {
	j := small(t).set(t, "memory.latency", "2000")
	m := j.machine(t)
	finish(t, m)
	require.Less(t, m.Evaluated(), m.Cycle()/2)
}

// Snapshots at many cycles, in the middle of a cut too: put back into the same machine
// and into another one they have the same future.
func TestSnapshotHasTheSameFutureInAnyMachine(t *testing.T) {
	j := small(t).set(t, "stall.percent", "20")
	want := digestsOf(t, j.machine(t))
	m, other := j.machine(t), j.machine(t)
	require.NoError(t, other.Run(1200)) // it holds another state
	var s wires.Snapshot
	for _, at := range []uint64{1, 300, firstCut + 1, firstCut + 4, firstCut + 9, firstCut + 30, firstCut + 200, secondCut + 3, secondCut + 50} {
		back := j.machine(t)
		for back.Cycle() < at {
			if c := back.Cycle(); c == firstCut || c == secondCut {
				require.NoError(t, back.Interrupt())
			}
			require.NoError(t, back.Run(back.Cycle()+1))
		}
		require.Equal(t, want[at-1], back.Digest())
		back.Save(&s)
		for _, into := range []*hw.Machine{back, m, other} {
			into.Load(&s)
			require.Equal(t, at, into.Cycle())
			same(t, want[at:], into)
		}
	}
}

func TestSnapshotsShareMemoryThatIsNotWritten(t *testing.T) {
	j := small(t)
	m := j.machine(t)
	var s wires.Snapshot
	m.Save(&s)
	require.Less(t, s.Bytes(), 4<<20, "the memory is not copied")
	before := surfaces(j, m, 0)
	finish(t, m)
	require.NotEqual(t, before, surfaces(j, m, 0))
	m.Load(&s)
	require.Equal(t, before, surfaces(j, m, 0))
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, probed := range []bool{false, true} {
		j := scenes(t, 128, "few-large")
		m := j.machine(t)
		if probed {
			n := 0
			m.TG.P.TGFifo.Tap().OnPut(func(uint64, *pipe.TileEntry) { n++ })
		}
		require.NoError(t, m.Run(1500))
		allocs := testing.AllocsPerRun(4, func() { require.NoError(t, m.Run(m.Cycle()+400)) })
		require.False(t, m.Idle(), "the scene is too short")
		require.Less(t, allocs/400, 0.01, "allocations a cycle")
	}
}

// Contents of memory that the digest leaves out (headers and save areas) are not read
// back into anything but the context's own restore; the rest of memory counts.
func TestDigestNoticesMemory(t *testing.T) {
	j := small(t)
	a, b := j.machine(t), j.machine(t)
	x := &j.im.Contexts[0]
	require.Equal(t, a.Digest(), b.Digest())
	a.Memory.WriteWord(x.Color.Base+8, a.Memory.ReadWord(x.Color.Base+8)^1)
	require.NotEqual(t, a.Digest(), b.Digest())
	a.Memory.WriteWord(x.Color.Base+8, b.Memory.ReadWord(x.Color.Base+8))
	require.Equal(t, a.Digest(), b.Digest())
	a.Memory.WriteWord(x.SaveArea+16, 77)
	require.Equal(t, a.Digest(), b.Digest())
}

// Uninterrupted and cut twice, contexts end with the same picture.
func TestCutsDoNotShowInThePicture(t *testing.T) {
	j := small(t)
	ref, cut := j.machine(t), j.machine(t)
	finish(t, ref)
	runCutting(t, cut, secondCut, firstCut, secondCut)
	finish(t, cut)
	for i := range j.im.Contexts {
		require.Equal(t, surfaces(j, ref, i), surfaces(j, cut, i))
	}
}

func TestAccountsOfAMachineAddUp(t *testing.T) {
	m := small(t).machine(t)
	runCutting(t, m, secondCut, firstCut)
	finish(t, m)
	for _, b := range m.Blocks() {
		a := m.Account(b)
		require.Equal(t, m.Cycle(), a.Busy+a.Idle+a.Waiting+wires.Total(a.Starved)+wires.Total(a.Blocked), b.Name())
	}
	for _, c := range m.Connections() {
		n := uint64(0)
		for _, k := range c.Fill {
			n += k
		}
		if !c.Line {
			require.Equal(t, m.Cycle(), n, c.Name)
		}
	}
}

func TestEveryBlockIsAnAkitaComponentWithNamedPorts(t *testing.T) {
	m := small(t).machine(t)
	for _, b := range m.Blocks() {
		require.NotEmpty(t, b.Ports(), b.Name())
		for _, p := range b.Ports() {
			require.Same(t, b, p.Component())
			require.Contains(t, p.Name(), b.Name()+".")
		}
	}
	for reports, block := range map[string]wires.Block{"DP_EUP_FRONT": m.EUPFront, "DP_TSU": m.TSU, "DP_ASU": m.ASU, "DATAPATH_A": m.TG} {
		require.NotNil(t, block.GetPortByName("INT"), reports)
		require.NotNil(t, block.GetPortByName(reports), reports)
	}
}
