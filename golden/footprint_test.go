package golden

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A tile needs header, ring, save area, DMA buffer, vertices and both surfaces; state needs
// what is read before it only.
func TestFootprintOfATriangle(t *testing.T) {
	w := newWorld(8, 8)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	w.load()
	all, err := Footprints(w.mem, []uint32{ctxAddr}, MaxPrimitives)
	require.NoError(t, err)
	trace := w.run(t)
	at := trace.cursor(0)
	for n := range trace.Events {
		pages := all[0].Pages(n, at)
		require.Contains(t, pages, uint32(ctxAddr>>16), "header")
		switch trace.Events[n].Kind {
		case KindState:
			require.Contains(t, pages, uint32(dmaAddr>>16))
			require.NotContains(t, pages, uint32(vertexAddr>>16))
		case KindTile:
			require.Contains(t, pages, uint32(vertexAddr>>16))
		}
		at = trace.Events[n].Cursor
	}
	needed, pinned := all[0].Most()
	require.GreaterOrEqual(t, needed, pinned)
}

// An empty context is looked at, and wants no more than its header.
func TestFootprintOfAnEmptyContext(t *testing.T) {
	w := newWorld(8, 8)
	all, err := Footprints(w.mem, []uint32{ctxAddr}, MaxPrimitives)
	require.NoError(t, err)
	require.Equal(t, []uint32{ctxAddr >> 16}, all[0].Pages(0, Cursor{}))
}
