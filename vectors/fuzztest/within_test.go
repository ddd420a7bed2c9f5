package fuzztest

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

var kept []byte

// refusal is a test that is told of an error and goes on.
type refusal struct {
	testing.TB
	said string
}

func (r *refusal) Helper()                        {}
func (r *refusal) Fatalf(format string, _ ...any) { r.said = format }

func TestWithinCountsTheReaderAlone(t *testing.T) {
	calls := 0
	within := func(read func()) string {
		r := &refusal{TB: t}
		Within(r, 1<<10, 1, 1, func() { calls++; read() })
		return r.said
	}
	require.Empty(t, within(func() {}))
	require.Equal(t, 1, calls)
	require.Empty(t, within(func() {
		if calls == 2 { // as by another goroutine
			kept = make([]byte, 1<<20)
		}
	}))
	require.Equal(t, 3, calls)
	require.NotEmpty(t, within(func() { kept = make([]byte, 1<<20) }))
	require.NotEmpty(t, within(func() {
		kept = make([]byte, 1<<20)
		runtime.GC()
	}))
}
