package hw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
)

// Places of a context that fills and copies, from its own base on.
const (
	blitRing    = 0x20
	blitSave    = 0x1000
	blitBuffer  = 0x3000
	blitFence   = 0x4000
	blitSurface = 0x8000
	blitTexture = 0x10000
	blitStride  = 0x20000 // from one context to the next
)

// blits writes such contexts into memory: a fill of a tiled surface, a copy of it into rows
// of 16 bits a component, a smaller fill of those, and a copy back.
func blits(t *testing.T, contexts int, pairs ...string) *hw.Machine {
	t.Helper()
	j := (&job{cfg: hw.DefaultConfig()}).set(t, pairs...)
	m, err := hw.Build(j.cfg)
	require.NoError(t, err)
	var list [4]uint32
	for i := range uint32(contexts) {
		base := i * blitStride
		list[i] = base + 0x40
		write := func(at uint32, words ...uint32) {
			for k, w := range words {
				m.Memory.Write(base+at+4*uint32(k), []byte{byte(w), byte(w >> 8), byte(w >> 16), byte(w >> 24)})
			}
		}
		surface, texture := base+blitSurface, base+blitTexture
		tiled := regs.C2DDstLayoutFields{Pitch: 3, Tiled: true}.Pack()
		rows := regs.C2DDstLayoutFields{Pitch: 21, Format: regs.C2DDstLayoutFormatRgba16f}.Pack()
		var b []uint32
		set := func(v ...uint32) { b = append(append(b, 2<<29|1<<24|regs.BlockC2D<<16|uint32(len(v)+1), 0), v...) }
		set(surface, tiled, 0, 0, 0, 0, 24<<16|24, 0xff804020+i, 0)
		b = append(b, 1<<29|1<<24)
		set(texture, rows, 2<<16|1, surface, tiled, 3<<16|4, 16<<16|20)
		b = append(b, 1<<29|2<<24)
		set(texture, rows, 5<<16|5, 0, 0, 0, 3<<16|3, 0x3c003c00, 0x3c00)
		b = append(b, 1<<29|1<<24)
		set(surface, tiled, 1<<16|1, texture, rows, 3<<16|3, 10<<16|11)
		b = append(b, 1<<29|2<<24)
		write(blitBuffer, b...)
		ring := []uint32{3 << 24, 4<<24 | 2, base + blitBuffer, uint32(len(b)), 5<<24 | 2, base + blitFence, 77}
		write(0x40+blitRing, ring...)
		write(0x40, 0, uint32(len(ring)), 1<<24|1, 0, 64, base+blitSave)
	}
	require.NoError(t, m.SetRunList(list))
	return m
}

// blitted reads what a context wrote.
func blitted(m *hw.Machine, context int) (out []uint32) {
	base := uint32(context) * blitStride
	for at := base + blitSurface; at < base+blitStride; at += 4 {
		out = append(out, m.Memory.ReadWord(at))
	}
	return append(out, m.Memory.ReadWord(base+blitFence))
}

func TestFillsAndCopiesComeInOrder(t *testing.T) {
	m := blits(t, 1)
	finish(t, m)
	pixel := func(x, y uint32) uint32 {
		return m.Memory.ReadWord(blitSurface + 256*(y>>3*3+x>>3) + 64*(y&7>>1) + 16*(x&7>>1) + 4*(2*(y&1)+x&1))
	}
	require.EqualValues(t, 0xff804020, pixel(0, 0))
	require.EqualValues(t, 0xff804020, pixel(23, 23))
	require.EqualValues(t, 0xff804020, pixel(2, 3), "copied there and back")
	require.EqualValues(t, 0x00ffffff, pixel(3, 3), "(5, 5) of the texture was filled")
	require.EqualValues(t, 0x00ffffff, pixel(5, 5))
	require.EqualValues(t, 0xff804020, pixel(6, 5))
	require.EqualValues(t, 77, m.Memory.ReadWord(blitFence))
}

// Cut wherever the command is - above the break point, passing it, waiting for C2D, in it -
// the same is in memory, also when another context's blits come between.
func TestBlitsAreExecutedOnceWhereverTheyAreCut(t *testing.T) {
	for name, pairs := range map[string][]string{
		"default": {}, "ZL1": {"break_point", "zl1"}, "least depths": {hw.AllDepths, "least"},
		"stalls": {"stall.percent", "30", "memory.latency", "150", "memory.vary", "200"}, "one line": {"c2d.in_flight", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			ref := blits(t, 2, pairs...)
			finish(t, ref)
			end := ref.Cycle()
			running, draining := 0, 0
			for at := uint64(100); at < end; at += 1 + end/90 {
				m := blits(t, 2, pairs...)
				runCutting(t, m, at+300, at, at+1+at%7, at+200)
				switch phase := m.CSP.S.Front.Phase; {
				case m.C2D.S.Phase != 0 && phase == csp.Blit:
					running++
				case m.C2D.S.Phase != 0:
					draining++
				}
				finish(t, m)
				for i := range 2 {
					require.Equal(t, blitted(ref, i), blitted(m, i), "context %d, cut at cycle %d", i, at)
				}
				require.Equal(t, [2]regs.C2DRegs{}, m.C2D.S.Regs, "nothing survives")
			}
			require.Positive(t, running+draining)
		})
	}
}

// A cut while C2D runs is taken at once; the save is complete when it has ended.
func TestSaveWaitsForTheRunningBlit(t *testing.T) {
	m := blits(t, 2, "c2d.in_flight", "1", "memory.latency", "150")
	for m.C2D.S.Phase == 0 {
		require.NoError(t, m.Run(m.Cycle()+1))
	}
	saved, started, done := uint64(0), uint64(0), uint64(0)
	m.CSP.P.Events.Watch(func(e *csp.Event) {
		switch {
		case e.Kind == csp.EventSaved && saved == 0:
			saved = e.Cycle
		case e.Kind == csp.EventStarted && started == 0:
			started = e.Cycle
		}
	})
	require.NoError(t, m.Interrupt())
	for saved == 0 {
		require.NoError(t, m.Run(m.Cycle()+1))
		if m.C2D.S.Phase == 0 && done == 0 {
			done = m.Cycle()
		}
	}
	require.Positive(t, done)
	require.Greater(t, saved, done)
	require.Positive(t, started)
	require.Less(t, started, done, "the next context starts meanwhile")
	finish(t, m)
}
