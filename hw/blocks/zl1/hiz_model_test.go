package zl1

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// hizModel is two contexts, two depth buffers of each with two tiles, and the queue between
// ZL1's look at a tile and ZL2's test.
type hizModel struct {
	t       *testing.T
	seed    uint64
	r       *rand.Rand
	k       *bench
	slot    uint8 // of the context that draws
	buffer  int
	format  uint32
	fn      uint32
	buffers [2][2][2][64]uint32 // by slot, buffer and tile
	flights []flight
	rejects int // tiles that ZL1 has rejected
}

// levels are depths that tiles and buffers have in common, so that bounds decide.
var levels = []float32{0.5, 0.25, 0, 1}

// flight is a tile on its way: test runs it against the depth buffer, and says what ZL2
// tells.
type flight struct {
	slot uint8
	test func() pipe.DepthRange
}

// begin starts a context in the model's slot, with what other clients left in its buffers.
func (m *hizModel) begin() {
	m.buffer, m.format, m.fn = 0, m.r.Uint32N(4), regs.ZL2DepthControlFuncLess
	m.control()
	m.fill()
}

// fill puts words of the format into the context's buffers: in each tile one, and a pixel
// with another.
func (m *hizModel) fill() {
	for i := range m.buffers[m.slot] {
		for tile := range m.buffers[m.slot][i] {
			words, w := &m.buffers[m.slot][i][tile], m.word()
			for p := range words {
				words[p] = w
			}
			words[m.r.IntN(64)] = m.word()
		}
	}
}

// word draws what can stand in a depth buffer: a level or a step beside it; of D32F any
// pattern.
func (m *hizModel) word() uint32 {
	if m.format == regs.ZL2DepthControlFormatD32f && m.r.IntN(8) == 0 {
		return pick(m.r, m.r.Uint32(), math.Float32bits(float32(math.NaN())), 0xffc00000, 0x7f800000, 0xff800000, 0x80000000, 0xbf800000)
	}
	level := pipe.DepthPlane{Plane: pipe.Plane{Q: pick(m.r, levels...)}}
	w, most := stored(&level, 0, 0, m.format), stored(&pipe.DepthPlane{Plane: pipe.Plane{Q: 1}}, 0, 0, m.format)
	switch m.r.IntN(3) {
	case 1:
		w = max(w, 1) - 1
	case 2:
		w = min(w, most-1) + 1
	}
	return w
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (m *hizModel) set(reg uint16, value uint32) {
	m.k.b.see(pipe.RegWrite{Block: regs.BlockZL2, Reg: reg, Value: value}.Cmd(m.slot, pipe.Cursor{}))
}

func (m *hizModel) control() {
	m.set(regs.ZL2DepthControl, regs.ZL2DepthControlFields{TestEnable: true, WriteEnable: true, Func: m.fn, Format: m.format}.Pack())
}

// sendWithOtherFunction looks at a tile with another compare function.
func (m *hizModel) sendWithOtherFunction() {
	m.fn = m.r.Uint32N(8)
	m.control()
	m.send()
}

// otherFormat: ZL2 has tested what is in flight before the format changes; what it tells
// is still on its way. The buffer's words mean something else from here on.
func (m *hizModel) otherFormat() {
	before := m.format
	m.format = m.r.Uint32N(4)
	if m.format != before {
		m.testAll()
	}
	m.control()
	if m.format != before {
		m.fill()
	}
}

func (m *hizModel) otherBuffer() {
	m.buffer = 1 - m.buffer
	m.set(pick[uint16](m.r, regs.ZL2DepthBase, regs.ZL2DepthPitch), uint32(m.buffer)<<8)
}

// otherWriter: another client writes the buffer after a fence, a fill or a copy.
func (m *hizModel) otherWriter() {
	m.testAll()
	words := &m.buffers[m.slot][m.buffer][m.r.IntN(2)]
	words[m.r.IntN(64)] = m.word()
	m.k.b.watch(&pipe.Cmd{Kind: pick(m.r, pipe.Fence, pipe.Blit, pipe.Flush), Slot: m.slot})
}

func (m *hizModel) switchOff() { m.k.b.S.Regs[regs.ZL1HizControl] ^= 1 }

// endContext sends INT_END. The next context comes in the other slot, whose last one has
// left the pipe.
func (m *hizModel) endContext() {
	next := (m.slot + 1) % pipe.Slots
	for len(m.flights) > 0 && m.flights[0].slot == next {
		m.testOldest()
	}
	m.k.tiles.Queue = tiles(pipe.IntEnd)
	m.k.tiles.Queue[0].Slot = m.slot
	m.k.depth.Queue, m.k.planes.Queue = depths(pipe.IntEnd), planes(pipe.IntEnd)
	m.k.Step(10)
	require.Equal(m.t, Normal, m.k.b.S.Phase)
	require.Zero(m.t, m.k.tiles.F.Len())
	m.slot = next
	m.begin()
}

// testAll runs what is in flight; ZL1 is told later.
func (m *hizModel) testAll() {
	for i := range m.flights {
		e := m.flights[i].test()
		m.flights[i].test = func() pipe.DepthRange { return e }
	}
}

// testOldest tests the oldest tile in flight, and tells ZL1.
func (m *hizModel) testOldest() {
	if len(m.flights) > 0 {
		m.k.back.Queue = append(m.k.back.Queue, m.flights[0].test())
		m.flights = m.flights[1:]
		m.k.Step(2)
	}
}

// send has ZL1 look at a tile and sends it on. The two tiles share a place of ZL1's table.
func (m *hizModel) send() {
	tile, which := m.tile(), uint16(m.r.IntN(2))
	tile.Kind, tile.Slot, tile.X, tile.Y = pipe.Tile, m.slot, 16*which, 0
	tile.Depth.X0, tile.Depth.Y0 = int32(256*8*tile.X), 0
	mask := tile.Mask
	m.k.b.screen(tile)
	if tile.Mask == 0 {
		m.rejects++
	}
	test := m.testOf(tile, mask, &m.buffers[m.slot][m.buffer][which])
	if tile.Told {
		m.flights = append(m.flights, flight{m.slot, test})
		return
	}
	for len(m.flights) > 0 { // it comes after those before it
		m.testOldest()
	}
	test()
}

// tile makes a tile, mostly a whole and flat one at a level.
func (m *hizModel) tile() *pipe.TileDepth {
	t := &pipe.TileDepth{Mask: 1<<64 - 1}
	t.Depth.Plane.Q = pick(m.r, levels...)
	switch m.r.IntN(8) {
	case 0:
		t.Mask = m.r.Uint64() | 1
	case 1:
		t.Depth.Plane.Q = float32(math.NaN())
	case 2:
		t.Depth.Plane.GX, t.Depth.Plane.GY = (m.r.Float32()-0.5)/4096, (m.r.Float32()-0.5)/4096
	}
	return t
}

// testOf is ZL2's test of a tile that covered the pixels of mask: nothing that passes may
// have been rejected.
func (m *hizModel) testOf(tile *pipe.TileDepth, mask uint64, words *[64]uint32) func() pipe.DepthRange {
	fn, format := m.fn, m.format
	return func() pipe.DepthRange {
		e := pipe.DepthRange{
			Slot: tile.Slot, X: tile.X, Y: tile.Y, Raises: tile.Raises, Lowers: tile.Lowers, Whole: mask == 1<<64-1, Min: ^uint32(0),
		}
		for bit := range int32(64) {
			z := stored(&tile.Depth, int32(tile.X)<<3+bit&7, bit>>3, format)
			if mask>>bit&1 != 0 && passes(fn, z, words[bit], format) {
				require.NotZero(m.t, tile.Mask, "seed %d: pixel %d, %#x against %#x, passes function %d in format %d", m.seed, bit, z, words[bit], fn, format)
				words[bit] = z
			}
			e.Min, e.Max = min(e.Min, words[bit]), max(e.Max, words[bit])
		}
		if e.Max > math.Float32bits(float32(math.Inf(1))) || !e.Whole { // NaN and negative numbers have no range
			e.Whole, e.Min, e.Max = false, 0, 0
		}
		return e
	}
}

// passes is the compare function (docs/arithmetic.md, section 7).
func passes(fn, z, s, format uint32) bool {
	less, equal := z < s, z == s
	ordered := true
	if format == regs.ZL2DepthControlFormatD32f {
		a, b := math.Float32frombits(z), math.Float32frombits(s)
		less, equal, ordered = a < b, a == b, b == b
	}
	greater := ordered && !less && !equal
	return [8]bool{false, less, equal, less || equal, greater, !equal, greater || equal, true}[fn]
}

// Whatever the order of tiles, compare functions, formats, buffers, contexts, other writers
// and answers, a tile that is rejected would have failed.
func TestNothingIsRejectedThatWouldPass(t *testing.T) {
	rejects := 0
	for seed := range uint64(200) {
		m := &hizModel{t: t, seed: seed, r: rand.New(rand.NewPCG(seed, 0)), k: newBench(t)}
		m.begin()
		for range 400 {
			pick(m.r,
				m.send, m.send, m.send, m.send, m.sendWithOtherFunction, m.sendWithOtherFunction, m.sendWithOtherFunction, m.testOldest, m.testOldest, m.testOldest, m.testOldest, m.testOldest,
				m.otherFormat, m.otherBuffer, m.otherWriter, m.switchOff, m.endContext,
			)()
		}
		rejects += m.rejects
	}
	require.Greater(t, rejects, 500)
	t.Logf("%d tiles were rejected", rejects)
}

// Tiles of 128 x 128 pixels have a place each: none is forgotten for a neighbour of them.
func TestNeighboursHavePlacesOfTheirOwn(t *testing.T) {
	b := newBench(t).b
	control := regs.ZL2DepthControlFields{TestEnable: true, WriteEnable: true, Func: regs.ZL2DepthControlFuncLess}
	b.see(pipe.RegWrite{Block: regs.BlockZL2, Reg: regs.ZL2DepthControl, Value: control.Pack()}.Cmd(0, pipe.Cursor{}))
	for i := range uint16(256) {
		tile := &pipe.TileDepth{Mask: 1}
		tile.X, tile.Y = 16+i%16, 32+i/16
		b.screen(tile)
		require.True(t, tile.Told, "tile %d has no place", i)
	}
}

// see is watch for an entry that is made in place.
func (b *ZL1) see(c pipe.Cmd) { b.watch(&c) }
