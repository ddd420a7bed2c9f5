package kernels

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
)

// inParts runs a kernel whose messages access memory a line at a time, and are answered, in a random order: whatever an instruction does not wait for may
// come later. CTAs run on clusters side by side. It returns the last binding.
func inParts(t *testing.T, name string, grid [3]int, args []uint32, buffers [][]byte, seed uint64) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	l := launch(t, name, grid, args, buffers)
	p, err := exec.Load(Program(l.Kernel))
	require.NoError(t, err)
	if l.Clusters = int(seed % 3); l.Clusters == 0 {
		l.Clusters = 1
	}
	seats := l.seats(&exec.Options{Limit: 1 << 20})
	memory := &exec.Memory{Bindings: l.Bindings}
	var sent []*exec.Sent
	var threads []*exec.Thread
	for n := range grid[0] * grid[1] * grid[2] {
		s := &seats[n%len(seats)]
		s.options.Parts = func(m *exec.Sent) { sent = append(sent, m) }
		c, err := exec.NewCTA(p, [3]int{n % grid[0], n / grid[0] % grid[1], n / grid[0] / grid[1]}, grid, args, memory, &s.options)
		require.NoError(t, err)
		for _, th := range c.Threads {
			th.Cluster = s.cluster
		}
		threads = append(threads, c.Threads...)
	}
	for idle := 0; len(sent) > 0 || slices.ContainsFunc(threads, func(th *exec.Thread) bool { return th.State != exec.Ended }); idle++ {
		require.Less(t, idle, 1<<16, "nothing goes on")
		if th := threads[r.IntN(len(threads))]; r.IntN(2) == 0 && th.State == exec.Running && !th.Blocked() {
			th.Step()
			require.Nil(t, th.Fault)
			idle = 0
		}
		if len(sent) == 0 {
			continue
		}
		n := r.IntN(len(sent))
		m := sent[n]
		lines := m.Lines()
		if len(lines) == 0 {
			require.NoError(t, m.Answer())
			sent = slices.Delete(sent, n, n+1)
			continue
		}
		if m.Deliver(lines[r.IntN(len(lines))]) == nil { // otherwise another message of the thread comes first
			idle = 0
		}
	}
	for n := range seats {
		seats[n].cluster.WriteBackAll()
	}
	return l.Bindings[len(l.Bindings)-1].Data
}
