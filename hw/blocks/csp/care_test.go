package csp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

// misses has runs of a context end in faults on pages, and returns how many until the context
// is stopped; 0: it is not.
func misses(b *CSP, base uint32, pages ...uint32) int {
	for n, page := range pages {
		if b.host.faultEnds(&slot{Base: base, Addr: page << pipe.PageShift}, false) {
			return n + 1
		}
	}
	return 0
}

const one, another = 0x1000, 0x2000 // headers

func TestAContextIsStoppedByThePageThatCarefulRunsMissTwice(t *testing.T) {
	for _, c := range []struct {
		pages   []uint32
		stopped int
	}{
		{[]uint32{5, 5}, 0}, // the second has the next runs be careful
		{[]uint32{5, 5, 5}, 0},
		{[]uint32{5, 5, 5, 5}, 4},
		{[]uint32{1, 2, 3, 4, 5, 6, 7}, 0},
		{[]uint32{1, 2, 3, 4, 1, 3}, 6},
		{[]uint32{0, 0, 63, 64, 127, 0, 64}, 7},
		{[]uint32{0, 0, 4095, 4095}, 4},
	} {
		require.Equal(t, c.stopped, misses(New("CSP", Config{}), one, c.pages...), c.pages)
	}
}

func TestCareIsOfOneContext(t *testing.T) {
	b := New("CSP", Config{})
	require.Zero(t, misses(b, one, 5, 5, 5))
	require.True(t, b.host.caredFor(&slot{Base: one}))
	require.False(t, b.host.caredFor(&slot{Base: another}))
	for range carePatience {
		require.Zero(t, misses(b, another, 5))
	}
	require.True(t, b.host.caredFor(&slot{Base: one}), "it has the care until so many faults of others have come")
	require.Zero(t, misses(b, another, 5))
	require.False(t, b.host.caredFor(&slot{Base: one}))
	require.Zero(t, misses(b, another, 6, 5), "pages of the one before do not count")
	require.Equal(t, 1, misses(b, another, 5))
}

func TestAFaultOfItsOwnKeepsTheCare(t *testing.T) {
	b := New("CSP", Config{})
	require.Zero(t, misses(b, one, 1, 1))
	for n := range uint32(4) {
		for range carePatience {
			require.Zero(t, misses(b, another, 5))
		}
		require.Zero(t, misses(b, one, 10+n))
	}
	require.True(t, b.host.caredFor(&slot{Base: one}))
}

func TestOnlyItsOwnProgressEndsTheCare(t *testing.T) {
	b := New("CSP", Config{})
	require.Zero(t, misses(b, one, 1, 1, 7))
	b.host.careEnds(&slot{Base: another})
	require.Equal(t, 1, misses(b, one, 7))
	b.host.careEnds(&slot{Base: one})
	require.Zero(t, misses(b, one, 7, 7, 7), "it begins anew")
}

// A context that has missed no more than its header may be empty.
func TestAHeaderTakesNoCareAtOnce(t *testing.T) {
	b := New("CSP", Config{})
	for range carePatience {
		require.False(t, b.host.faultEnds(&slot{Base: one, Addr: one}, true))
	}
	require.Zero(t, b.S.Host.Care.Base)
	require.Zero(t, misses(b, another, 5))
	require.Equal(t, uint32(another), b.S.Host.Care.Base)
	b = New("CSP", Config{})
	for range carePatience + 1 {
		b.host.faultEnds(&slot{Base: one, Addr: one}, true)
	}
	require.Equal(t, uint32(one), b.S.Host.Care.Base)
}

// What moves the cursor is a step, when it comes from the parser and lies past the cursor of the restore.
func TestStepsAreWhatMovesTheCursor(t *testing.T) {
	at, later := pipe.Cursor{Offset: 4, Primitive: 2}, pipe.Cursor{Offset: 4, Primitive: 3}
	for kind, steps := range map[pipe.Kind]bool{
		pipe.Head: true, pipe.Draw: true, pipe.State: true, pipe.Fence: true, pipe.Query: true, pipe.Blit: true, pipe.Flush: true,
		pipe.Interruptible: false, pipe.Resume: false, pipe.IntEnd: false,
	} {
		for _, c := range []struct {
			cmd   pipe.Cmd
			steps bool
		}{
			{pipe.Cmd{Kind: kind, At: later}, steps},
			{pipe.Cmd{Kind: kind, At: at}, false},
			{pipe.Cmd{Kind: kind, At: pipe.Cursor{Head: 1}}, steps},
			{pipe.Cmd{Kind: kind, At: pipe.Cursor{Buffer: 0x40}}, steps},
		} {
			b := New("CSP", Config{})
			b.S.Slots[0].At = at
			b.front.stepped(&c.cmd)
			require.Equal(t, c.steps, b.S.Front.Stepped, "%s %+v", kind, c.cmd)
		}
	}
	restored := pipe.RegWrite{Restored: true}.Cmd(0, later)
	b := New("CSP", Config{})
	b.S.Slots[0].At = at
	b.front.stepped(&restored)
	require.False(t, b.S.Front.Stepped)
	for _, kind := range []pipe.Kind{pipe.Prim, pipe.Patch, pipe.EndDraw} {
		b := New("CSP", Config{})
		b.front.stepped(&pipe.Cmd{Kind: kind})
		require.True(t, b.S.Front.Stepped, kind)
	}
}

// A careful context may miss every page of its address space once: no two of them are taken for the same one.
func TestCareTellsAllPagesApart(t *testing.T) {
	b := New("CSP", Config{})
	require.Zero(t, misses(b, one, 0, 0))
	for page := range uint32(pipe.TablePages) {
		require.Zero(t, misses(b, one, page), "page %#x", page)
	}
	for page := uint32(0); page < pipe.TablePages; page += 4099 {
		require.Equal(t, 1, misses(b, one, page), "page %#x", page)
	}
}
