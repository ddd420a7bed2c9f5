package bins

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/draw"
	"tilemark/hw/isa/kernel"
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

// nameOf is the name of a bin with that of its group.
func nameOf(b *Bins, bin int) string {
	for _, g := range b.Groups {
		if bin < len(g.Bins) {
			return g.Name + "/" + g.Bins[bin]
		}
		bin -= len(g.Bins)
	}
	return ""
}

// Messages to the sampler have a bin for each number of coordinates, and one for texels.
func TestCoordinatesAndTexels(t *testing.T) {
	b := New()
	i := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Message: isa.Send{Code: isa.MessageSample}}
	for i.Message.Type = range 5 {
		for _, i.Message.Offset = range []int16{0, 0xf0} {
			var names []string
			for _, bin := range b.Of(i.Encode(), false) {
				names = append(names, nameOf(b, bin))
			}
			want := []string{"messages/sample", "messages/sample, 1 components", fmt.Sprintf("messages/sample, %d coordinates", i.Message.Type+1)}
			if i.Message.Offset != 0 {
				want = append(want, "messages/sample, texels")
			}
			require.Equal(t, want, slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, "messages/") }))
		}
	}
}

func TestLanes(t *testing.T) {
	b := New()
	require.Equal(t, "lanes/add, no lane", nameOf(b, b.Lanes(isa.OpAdd, 0xff00, 0xff)))
	require.Equal(t, "lanes/add, some lanes", nameOf(b, b.Lanes(isa.OpAdd, 0x80, 0xff)))
	require.Equal(t, "lanes/nop, all lanes", nameOf(b, b.Lanes(isa.OpNop, 0xffffffff, 0xffffffff)))
}

// Each part has values that may replace it, and both have a bin.
func TestPatches(t *testing.T) {
	b := New()
	for part := range uint8(isa.PatchPartLimit) {
		require.NotEmpty(t, kernel.Values(part))
		for _, value := range kernel.Values(part) {
			hit := b.Patch(value, part)
			require.Equal(t, "patches/"+isa.PatchPartNames[uint32(part)]+" is replaced", nameOf(b, hit[0]))
			require.Equal(t, "patches/by "+isa.NosValueNames[uint32(value)], nameOf(b, hit[1]))
		}
	}
}

func TestIllegalInstructionsHaveNoBins(t *testing.T) {
	require.Panics(t, func() { New().Of(isa.Native{0xff}, false) })
}
