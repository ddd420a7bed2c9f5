package hw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
)

// job is an image in memory and the machine's configuration.
type job struct {
	cfg hw.Config
	im  *driver.Image
}

// scenes lays out one context for each built-in scene.
func scenes(t testing.TB, size int, names ...string) *job {
	t.Helper()
	j := &job{cfg: hw.DefaultConfig(), im: &driver.Image{}}
	for _, n := range names {
		s, err := scenefile.Load(n)
		require.NoError(t, err)
		_, err = j.im.Add(s, driver.Options{Width: size, Height: size})
		require.NoError(t, err)
	}
	return j
}

// set changes parameters: key, value, key, value.
func (j *job) set(t testing.TB, pairs ...string) *job {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		require.NoError(t, j.cfg.Set(pairs[i], pairs[i+1]))
	}
	return j
}

// machine builds a machine with the image in memory and the run list on its way.
func (j *job) machine(t testing.TB) *hw.Machine {
	t.Helper()
	m, err := hw.Build(j.cfg)
	require.NoError(t, err)
	for i := range j.im.Contexts {
		x := &j.im.Contexts[i]
		m.Memory.LeaveOut(x.Header, x.Header+32)
		m.Memory.LeaveOut(x.SaveArea, x.SaveArea+regs.SaveRoomBytes)
	}
	m.Memory.Write(0, j.im.Bytes)
	var list [4]uint32
	for i := range j.im.Contexts {
		list[i] = j.im.Contexts[i].Header
	}
	require.NoError(t, m.SetRunList(list))
	return m
}

// runCutting interrupts a machine at the given cycles and runs to another.
func runCutting(t testing.TB, m *hw.Machine, until uint64, cuts ...uint64) {
	t.Helper()
	for _, c := range cuts {
		require.NoError(t, m.Run(c))
		require.NoError(t, m.Interrupt())
	}
	require.NoError(t, m.Run(until))
}

// finish runs until the machine is idle.
func finish(t testing.TB, m *hw.Machine) {
	t.Helper()
	for from := m.Cycle(); ; {
		require.NoError(t, m.Run(m.Cycle()+4096))
		if m.Idle() {
			return
		}
		if m.Quiet() || m.Cycle()-from > 4_000_000 {
			require.FailNow(t, "the machine hangs", m.Trace())
		}
	}
}

// surfaces reads a context's colour and depth surfaces.
func surfaces(j *job, m *hw.Machine, context int) []uint64 {
	x := &j.im.Contexts[context]
	return append(x.Color.Pixels(m.Memory.ReadWord), x.Depth.Pixels(m.Memory.ReadWord)...)
}
