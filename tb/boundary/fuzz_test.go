package boundary

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/directed"
	"tilemark/tb/driver"
)

const (
	fuzzPrimitives = 2000    // of a context, at most
	fuzzCycles     = 400_000 // of a run; one that takes longer shows nothing
	fuzzShortest   = 60      // cycles between two interrupts
)

// spoiled is the base with words of the first context written.
type spoiled struct {
	cfg   hw.Config
	image *driver.Image
	// surfaces are the writes that say where the first context's surfaces are.
	surfaces []byte
	from     [3]struct{ at, words uint32 }
}

func newSpoiled(t testing.TB, place string) *spoiled {
	g, err := newGenerator()
	require.NoError(t, err)
	v, err := directed.Parse(g.text("fuzz", ""))
	require.NoError(t, err)
	v.At(place)
	cfg, cv, err := v.Build()
	require.NoError(t, err)
	x := &cv.Image.Contexts[0]
	dma := g.find(g.ring, regs.CommandDma)
	last := g.buffer[len(g.buffer)-1]
	s := &spoiled{cfg: cfg, image: cv.Image, surfaces: surfacesOf(cv)}
	s.from[0].at, s.from[0].words = x.Header, regs.ContextHeaderDWords
	s.from[1].at, s.from[1].words = x.Header+regs.ContextHeaderBytes, x.Tail
	s.from[2].at, s.from[2].words = g.words(inRing, dma.at+regs.CommandDmaAddress), uint32(last.at+last.length)
	return s
}

// vector writes words as the data say, six bytes each, and asks golden what must come of it.
func (s *spoiled) vector(data []byte) (*vector.Vector, error) {
	im := *s.image
	im.Bytes = bytes.Clone(im.Bytes)
	for ; len(data) >= 6; data = data[6:] {
		p := s.from[int(data[1]>>6)%len(s.from)]
		at := uint32(binary.LittleEndian.Uint16(data)) & 0x3fff % p.words
		binary.LittleEndian.PutUint32(im.Bytes[p.at+4*at:], binary.LittleEndian.Uint32(data[2:]))
	}
	v, err := vector.NewWithin(&im, fuzzPrimitives, nil)
	if err == nil {
		v.Status = directed.StatusEntries
	}
	return v, err
}

// ordered tells whether the contexts write surfaces, queries and fences only. When other words are
// written that commands, vertices or save areas are made of, it is not defined who sees what.
func (s *spoiled) ordered(v *vector.Vector) bool {
	area := s.from[0].at + 4*regs.ContextHeaderSaveArea
	if at := binary.LittleEndian.Uint32(v.Image.Bytes[area:]); at != s.image.Contexts[0].SaveArea && at%regs.ContextHeaderSaveAreaAlign == 0 {
		return false
	}
	if found := surfacesOf(v); !bytes.HasPrefix(s.surfaces, found) {
		return false
	}
	rest := bytes.Clone(v.Final)
	for i := range v.Image.Contexts {
		x := &v.Image.Contexts[i]
		for _, e := range v.Traces[i].Events {
			if e.Kind == golden.KindFence && !slices.Contains(x.Fences, e.Addr) || e.Kind == golden.KindQuery && !slices.Contains(x.Queries, e.Addr) {
				return false
			}
		}
		own := func(at uint32, bytes int) { copy(rest[at:], v.Image.Bytes[at:at+uint32(bytes)]) }
		own(x.Color.Base, surfaceBytes(&x.Color))
		own(x.Depth.Base, surfaceBytes(&x.Depth))
		for _, at := range append(slices.Clone(x.Queries), x.Fences...) {
			own(at, 8)
		}
	}
	return bytes.Equal(rest, v.Image.Bytes)
}

// surfacesOf collects the writes that say where the first context's surfaces are: what comes of a tile that the MXU has
// elsewhere is not defined.
func surfacesOf(v *vector.Vector) (out []byte) {
	for _, e := range v.Traces[0].Events {
		switch {
		case e.Kind != golden.KindState:
			continue
		case e.Block == regs.BlockMXU,
			e.Block == regs.BlockWBU && (e.Reg == regs.WBUColorBase || e.Reg == regs.WBUColorPitch || e.Reg == regs.WBUColorFormat),
			e.Block == regs.BlockZL2 && (e.Reg == regs.ZL2DepthBase || e.Reg == regs.ZL2DepthPitch || e.Reg == regs.ZL2DepthControl):
			out = append(out, e.Block, byte(e.Reg))
			out = binary.LittleEndian.AppendUint32(out, e.Value)
		}
	}
	return out
}

// surfaceBytes is the size of a surface, which has whole tiles.
func surfaceBytes(s *driver.Surface) int { return s.Pitch * ((s.Height + 7) / 8) * 64 * s.Bytes }

// word is a seed's poke.
func word(place, dword int, value uint32) []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(place<<14|dword))
	return binary.LittleEndian.AppendUint32(b, value)
}

// FuzzCompared: whatever stands in a context's header, ring and DMA buffer, the machine does what golden says, also when it is
// interrupted, or golden says that what comes of it is not defined.
//
// Slow: each execution makes an image and runs golden, and a whole machine for some thousand cycles, at the break point that the number of bytes says.
func FuzzCompared(f *testing.F) {
	places := map[string]int{inHeader: 0, inRing: 1, inBuffer: 2}
	cases, err := Cases()
	require.NoError(f, err)
	for k := range cases {
		var seed []byte
		for _, p := range cases[k].pokes {
			seed = append(seed, word(places[p.in], p.dword, p.value)...)
		}
		seed = append(seed, byte(k))
		if k%2 != 0 {
			seed = append(seed, 0)
		}
		f.Add(seed)
	}
	machines := []*spoiled{newSpoiled(f, "tg"), newSpoiled(f, "zl1")}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 300 {
			return
		}
		machines[len(data)%len(machines)].run(t, data)
	})
}

// run compares what the machine does; the byte after the words is the time between interrupts.
func (s *spoiled) run(t *testing.T, data []byte) {
	v, err := s.vector(data)
	if err != nil || !s.ordered(v) {
		return
	}
	m, err := cosim.NewSession(s.cfg, v, true)
	if err != nil {
		return // a surface outside of the largest memory
	}
	plan := cosim.Plan{Until: fuzzCycles}
	if rest := data[len(data)-len(data)%6:]; len(rest) > 0 && rest[0] > 0 {
		plan.Every = fuzzShortest + 8*uint64(rest[0])
	}
	require.NoError(t, m.Run(plan, nil))
}
