package bins

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/draw"
)

// Whatever is legal has its bins, and random instructions hit them all: bins are neither missing nor out of reach.
func TestRandomInstructionsHitTheBins(t *testing.T) {
	b := New()
	hits := make([]int, b.Len())
	count := func(n isa.Native, compact bool) {
		for _, k := range b.Of(n, compact) {
			hits[k]++
		}
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 400_000 {
		i := draw.Instruction(r)
		n := i.Encode()
		count(n, false)
		c, why := isa.Compacted(n)
		if why != "" {
			continue
		}
		count(n, true)
		for range 8 { // with another index, for those that are rare
			if n, err := changed(r, c).Expand(); err == nil && isa.Check(n) == nil {
				count(n, true)
			}
		}
	}
	at := 0
	for _, g := range b.Groups {
		require.NotEmpty(t, g.Bins, g.Name)
		for k, name := range g.Bins {
			if g.Name != groupLanes && g.Name != groupPatches && hits[at+k] == 0 {
				t.Errorf("no random instruction hits %s/%s", g.Name, name)
			}
		}
		at += len(g.Bins)
	}
	require.Equal(t, at, b.Len())
}

// changed is a compact form with another index of one of its tables.
func changed(r *rand.Rand, c isa.Compact) isa.Compact {
	if low := isa.UnpackCompactLow(c[0]); low.Opcode != isa.OpSend {
		field := []*uint32{&low.Control, &low.Types, &low.Subs}[r.IntN(3)]
		*field = uint32(r.IntN(32))
		c[0] = low.Pack()
		if isa.Operations[low.Opcode].Sources == 3 {
			high := isa.UnpackCompactHigh(c[1])
			high.Src2 = uint32(r.IntN(len(isa.CompactLast)))
			c[1] = high.Pack()
		}
		return c
	}
	low := isa.UnpackCompactSendLow(c[0])
	low.Message = uint32(r.IntN(len(isa.CompactMessage)))
	c[0] = low.Pack()
	return c
}

func TestLanes(t *testing.T) {
	b := New()
	name := func(bin int) string {
		for _, g := range b.Groups {
			if bin < len(g.Bins) {
				return g.Name + "/" + g.Bins[bin]
			}
			bin -= len(g.Bins)
		}
		return ""
	}
	require.Equal(t, "lanes/add, no lane", name(b.Lanes(isa.OpAdd, 0xff00, 0xff)))
	require.Equal(t, "lanes/add, some lanes", name(b.Lanes(isa.OpAdd, 0x80, 0xff)))
	require.Equal(t, "lanes/nop, all lanes", name(b.Lanes(isa.OpNop, 0xffffffff, 0xffffffff)))
}

func TestIllegalInstructionsHaveNoBins(t *testing.T) {
	require.Panics(t, func() { New().Of(isa.Native{0xff}, false) })
}
