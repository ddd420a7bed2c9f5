package cosim

import (
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
	"tilemark/tb/scenefile"
)

// hostile is a machine with two contexts in address spaces of their own. The first one is
// spoiled; the second one must come to its end with golden's image.
type hostile struct {
	s     *Session
	start Snapshot
	other []byte // golden's memory of the second context

	kernels [2]spoiled // text of the first one's vertex and pixel kernel
}

// spoiled is a place of the first context whose words may be spoiled.
type spoiled struct{ at, words uint32 }

const (
	kernelText    = 0x2000 // from here on a number of a word of the DMA buffer is one of a kernel: 0x2000 vertices, 0x3000 pixels
	hostileSlice  = 3000   // cycles
	hostileStep   = 5000   // cycles between two looks
	hostileBudget = 400000 // cycles in which the second context must have ended
	hostileRest   = 60000  // cycles that the first one has after that
)

func newHostile(t testing.TB, place string) *hostile {
	return newHostileWith(t, place, scene.Limits{})
}

// newHostileWith is newHostile with limits of the first context's threads.
func newHostileWith(t testing.TB, place string, limits scene.Limits) *hostile {
	im := &driver.Image{}
	for i, name := range []string{"six-draws", "blend"} {
		s, err := scenefile.Load(name)
		require.NoError(t, err)
		for n := range s.Draws {
			if i == 0 {
				s.Draws[n].Programs.Limits = limits
			}
		}
		_, err = im.Add(s, driver.Options{Width: 16, Height: 16, Pages: true})
		require.NoError(t, err)
	}
	v, err := vector.New(im)
	require.NoError(t, err)
	v.Paging = &vector.Paging{Latency: 20}
	v.Status = 64
	cfg := hw.DefaultConfig()
	cfg.CSP.TimeSlice, cfg.BreakPoint = hostileSlice, place
	s, err := NewSession(cfg, v, false)
	require.NoError(t, err)
	x := &v.Image.Contexts[1]
	h := &hostile{s: s, other: v.Final[x.From:x.To]}
	for n, r := range [][3]int{{regs.BlockEUP, regs.EUPVertexKernel, regs.EUPVertexKernelBytes}, {regs.BlockPS, regs.PSPixelKernel, regs.PSPixelKernelBytes}} {
		value := func(reg int) uint32 {
			return binary.LittleEndian.Uint32(v.Image.Bytes[bufferOf(v.Image, &v.Image.Contexts[0])+4*uint32(h.dword(t, r[0], reg)):])
		}
		h.kernels[n] = spoiled{value(r[1]), value(r[2]) / 4}
	}
	s.Save(&h.start)
	return h
}

// run spoils words of the first context as the data say, six bytes a word, and runs until
// the machine is idle, or the second context has ended and time is over: the first one may
// wait for ever. A byte after the words is the time between two pages that are taken away,
// one more that between two interrupts.
func (h *hostile) run(t testing.TB, data []byte) {
	h.s.Load(&h.start)
	every := h.disturb(data[len(data)-len(data)%6:])
	h.spoil(data)
	y := &h.s.V.Image.Contexts[1]
	end, last := h.s.M.Cycle()+hostileBudget, ^uint64(0)
	for !h.s.Idle() && h.s.M.Cycle() < last {
		before := h.s.M.Cycle()
		require.NoError(t, h.s.Advance(min(before+every, last)))
		m := h.s.Memory()
		ended := m.ReadWord(y.Header) == y.Tail && m.ReadWord(y.Header+8) == regs.CommandRestoreHeader
		if ended && last == ^uint64(0) {
			last = h.s.M.Cycle() + hostileRest
		}
		require.True(t, ended || h.s.M.Cycle() < end, "the second context does not come to its end: %s", h.s.M.Trace())
		require.False(t, h.s.M.Cycle() == before && !h.s.Idle(), "the machine hangs: %s", h.s.M.Trace())
		if every < hostileStep && !ended {
			require.NoError(t, h.s.Interrupt())
		}
	}
	h.compare(t)
}

// disturb sets how often pages are taken away, and returns the time between interrupts.
func (h *hostile) disturb(times []byte) (every uint64) {
	os, every := h.s.OS, uint64(hostileStep)
	os.Steal, os.State().Steal = 0, 0
	if len(times) > 0 {
		os.Steal = 400 + 30*uint64(times[0])
		os.State().Steal = os.Steal
	}
	if len(times) > 1 {
		every = 600 + 15*uint64(times[1])
	}
	return every
}

// spoil writes words of the first context: header, ring, DMA buffer and save area.
func (h *hostile) spoil(data []byte) {
	x := &h.s.V.Image.Contexts[0]
	places := [...]spoiled{
		{x.Header, 6}, {x.Header + 32, 16}, {bufferOf(h.s.V.Image, x), 256}, {x.SaveArea, regs.SaveRoomDWords},
	}
	for ; len(data) >= 6; data = data[6:] {
		p := places[data[1]>>6]
		at := uint32(binary.LittleEndian.Uint16(data)) & 0x3fff
		if data[1]>>6 == 2 && at >= kernelText { // numbers that the buffer's words leave
			p = h.kernels[at>>12&1]
		}
		h.s.Memory().WriteWord(p.at+4*(at%p.words), binary.LittleEndian.Uint32(data[2:]))
	}
}

// compare: the second context's memory is golden's, and an idle machine has nothing pinned.
func (h *hostile) compare(t testing.TB) {
	y := &h.s.V.Image.Contexts[1]
	got := make([]byte, len(h.other))
	h.s.Memory().Read(y.From, got)
	h.private(got)
	want := append([]byte(nil), h.other...)
	h.private(want)
	require.Equal(t, want, got, "the second context's memory")
	if !h.s.Idle() {
		return
	}
	for slot := range h.s.M.MXU.S.Pins {
		for page, p := range h.s.M.MXU.S.Pins[slot] {
			require.Zero(t, p.Count, "pins of page %#x of slot %d", page, slot)
		}
	}
}

// private clears what golden does not write: header and save area.
func (h *hostile) private(b []byte) {
	x := &h.s.V.Image.Contexts[1]
	clear(b[x.Header-x.From:][:32])
	clear(b[x.SaveArea-x.From:][:regs.SaveRoomBytes])
}

// bufferOf returns the address of a context's first DMA buffer.
func bufferOf(im *driver.Image, x *driver.Context) uint32 {
	const dma = 4<<24 | 2
	for at := x.Header + 32; ; at += 4 {
		if binary.LittleEndian.Uint32(im.Bytes[at:]) == dma {
			return binary.LittleEndian.Uint32(im.Bytes[at+4:])
		}
	}
}

// word is a seed's word: the place as in hostile.run.
func word(place, dword int, value uint32) []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(place<<14|dword))
	return binary.LittleEndian.AppendUint32(b, value)
}

// surfaceBases are the registers that say where the blocks that use them have the surfaces.
var surfaceBases = [][2]int{{regs.BlockWBU, regs.WBUColorBase}, {regs.BlockZL2, regs.ZL2DepthBase}}

// dword is the place in the first context's DMA buffer of the first value that is written to a register.
func (h *hostile) dword(t testing.TB, block, reg int) int {
	x := &h.s.V.Image.Contexts[0]
	buffer := bufferOf(h.s.V.Image, x)
	word := func(n int) uint32 { return binary.LittleEndian.Uint32(h.s.V.Image.Bytes[int(buffer)+4*n:]) }
	for n := 0; word(n)>>24 == regs.CommandSetState>>24; {
		header := word(n)
		first, count := int(word(n+1)), int(header&0xffff)-1
		if int(header>>16&0xff) == block && reg >= first && reg < first+count {
			return n + 2 + reg - first
		}
		n += 2 + count
	}
	require.FailNow(t, "no such write", "%s", regs.RegisterName(block, reg))
	return 0
}

// A surface that is elsewhere for the block that uses it than for the MXU, which pins it,
// stops its context, and no pin is left.
func TestSurfaceInTwoPlacesStopsItsContext(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		h := newHostile(t, place)
		for _, base := range surfaceBases {
			h.run(t, word(2, h.dword(t, base[0], base[1]), 0x07fc0000))
			require.Contains(t, h.s.StatusTexts(), "context 0: invalid (surface that is not where the MXU has it)")
			require.True(t, h.s.Idle())
		}
	}
}

// A kernel that goes on after its end stops its context, above the break point and below it; the other context draws what golden does.
func TestKernelThatCannotGoOnStopsItsContext(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		h := newHostile(t, place)
		for _, bytes := range [][2]int{{regs.BlockEUP, regs.EUPVertexKernelBytes}, {regs.BlockPS, regs.PSPixelKernelBytes}} {
			h.run(t, word(2, h.dword(t, bytes[0], bytes[1]), 16))
			require.Contains(t, h.s.StatusTexts(), "context 0: invalid (kernel that cannot go on)", "%s", regs.RegisterName(bytes[0], bytes[1]))
			require.True(t, h.s.Idle())
		}
	}
}

// A kernel that comes to its limit stops its context with a status of its own, and the other context goes on.
func TestKernelAtItsLimitStopsItsContext(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		h := newHostileWith(t, place, scene.Limits{Vertex: 1000, Pixel: 1000})
		for _, limit := range [][2]int{{regs.BlockEUP, regs.EUPVertexLimit}, {regs.BlockPS, regs.PSPixelLimit}} {
			h.run(t, word(2, h.dword(t, limit[0], limit[1]), 2))
			require.Contains(t, h.s.StatusTexts(), "context 0: invalid (kernel at its limit of instructions)", "%s", regs.RegisterName(limit[0], limit[1]))
			require.True(t, h.s.Idle())
		}
	}
}

// spoiledKernels is how many kernels with a spoiled word each break point runs.
var spoiledKernels = flag.Int("spoiled", 12, "kernels with a spoiled word")

// Whatever stands in a context's kernels, the machine neither panics nor hangs, and the other context's memory is golden's.
func TestSpoiledKernelsLeaveTheOtherContextAlone(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		h := newHostile(t, place)
		r := rand.New(rand.NewPCG(5, uint64(len(place))))
		for range *spoiledKernels {
			data := []byte{}
			for range 1 + r.IntN(3) {
				n := r.IntN(len(h.kernels))
				at := r.IntN(int(h.kernels[n].words))
				v := r.Uint32()
				if was := h.s.V.Image.Bytes[int(h.kernels[n].at)+4*at:]; r.IntN(2) == 0 { // mostly still an instruction
					v = binary.LittleEndian.Uint32(was) ^ 1<<r.IntN(32)
				}
				data = append(data, word(2, kernelText+n<<12+at, v)...)
			}
			h.run(t, append(data, byte(r.Uint32()), byte(r.Uint32())))
		}
	}
}

// FuzzHostileContext: whatever stands in a context's header, ring, DMA buffer and save area, with interrupts and pages that are taken away,
// nothing panics or hangs, and the other context's memory is golden's.
//
// Slow: each execution runs two whole machines for some thousand cycles each, one with each break point, until the second context has ended.
func FuzzHostileContext(f *testing.F) {
	hosts := []*hostile{newHostile(f, "tg"), newHostile(f, "zl1")}
	for _, base := range surfaceBases {
		f.Add(word(2, hosts[0].dword(f, base[0], base[1]), 0x07fc0000))
	}
	for _, seed := range [][]byte{
		nil, word(2, 2, 0x7fc00000), word(2, 127, 0xe5000000), word(2, 120, 0x42000003), word(1, 1, 0x1f000000), word(0, 4, 3), word(0, 5, 0x5044), word(0, 2, 0x12345678),
		word(1, 2, 0xffffffc0), word(2, 45, 0xffffffff), word(0, 2, regs.CommandRestoreHeader), append(word(0, 2, regs.CommandRestoreHeader), word(3, 1, 0)...),
		word(2, kernelText, 0xffffffff), word(2, kernelText+4, 0x7f), word(2, kernelText+0x1000, 0), append(word(2, kernelText+0x1000+5, 0x80000000), word(2, kernelText+0x1000+9, 0x7f7f7f7f)...),
		{20}, {0, 0}, append(word(2, 120, 0x42000003), 7, 90), append(word(1, 6, 0x06000002), 3),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 600 {
			return
		}
		for _, h := range hosts {
			h.run(t, data)
		}
	})
}
