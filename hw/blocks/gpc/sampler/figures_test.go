package sampler_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// A quad looks so many lines up in a cycle, and so many quads pass a stage in a cycle, those below the break point first.
func TestQuadsPassAtTheirRate(t *testing.T) {
	// times are the cycles until the quad of a message below the break point is filtered, and that of one above it that comes in the same cycle and wants the same lines.
	times := func(lookups, rate, lines int) (below, above int) {
		cfg := small
		cfg.Lookups, cfg.Rate, cfg.Lines, cfg.Ways, cfg.Misses = lookups, rate, 4, 4, 4
		k := newBench(t, cfg)
		h := pipe.MessageHead{Set: 1, Lanes: 8, Count: 8, Code: isa.MessageTexel, Type: 2, Answer: 40, Mask: 1<<lines - 1}
		ask := func(sm, side int) {
			k.sm[sm][side].Queue = append(k.sm[sm][side].Queue, h.Beat(false), pipe.DataBeat(0, &[8]uint32{0, 16, 32, 48}, false), pipe.DataBeat(0, &[8]uint32{}, false), pipe.DataBeat(0, &[8]uint32{}, true))
		}
		ask(0, pipe.Below) // the lines come
		k.Step(16)
		for range lines {
			k.memory(0, 100)
		}
		ask(0, pipe.Below)
		ask(1, pipe.Above)
		var works [pipe.Sides]uint8
		var done [pipe.Sides]int
		for n := 1; done[0] == 0 || done[1] == 0; n++ {
			require.Less(t, n, 100)
			k.Step(1)
			for side := range done {
				now := k.b.S.Sides[side].Works
				if now < works[side] {
					done[side] = n
				}
				works[side] = now
			}
		}
		return done[pipe.Below], done[pipe.Above]
	}
	least, _ := times(4, 1, 4)
	for lookups, cycles := range map[int]int{1: 4, 2: 2, 3: 2, 4: 1} {
		below, _ := times(lookups, 1, 4)
		require.Equal(t, least+cycles-1, below, "four lines, %d a cycle", lookups)
	}
	for rate, later := range map[int]int{1: 1, 2: 0} {
		below, above := times(4, rate, 1)
		require.Equal(t, below+later, above, "two quads, %d a cycle", rate)
	}
}

// A texture, or a set, of a number that the sampler does not have has no texels; the last one has.
func TestTexturesThatThereAreNot(t *testing.T) {
	k := newBench(t, small) // two sets of two textures
	const r32Uint, twoD = 24, 1
	words := [8]uint32{0x1000, 256, 0, 64 | 1<<16, 1 | 1<<16 | twoD<<20 | r32Uint<<24}
	for _, d := range []pipe.TextureDescriptor{{Set: 1, Number: 1}, {Set: 2, Number: 0}, {Set: 0, Number: 2}} {
		d.Words = words
		k.pm.Queue = append(k.pm.Queue, d)
	}
	k.Step(12)
	for _, c := range []struct {
		set, texture uint8
		reads        int
	}{{1, 1, 1}, {2, 0, 0}, {0, 2, 0}} {
		h := pipe.MessageHead{Set: c.set, Binding: c.texture, Lanes: 8, Count: 8, Code: isa.MessageTexel, Type: 2, Answer: 40, Mask: 1}
		k.send(0, pipe.Below, h, 0, 0, 0)
		require.Len(t, k.req.Got, c.reads, "%+v", c)
		if c.reads > 0 {
			k.memory(0, 100)
		}
		require.Len(t, k.got(0), 1)
	}
}
