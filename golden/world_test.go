package golden

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/kernels"
)

// Where things lie in a world's memory.
const (
	memBytes    = 1 << 21
	ctxAddr     = 0x1000
	ringSize    = 64
	saveAddr    = 0x4000
	fenceAddr   = 0x8000
	dmaAddr     = 0x10000
	vertexAddr  = 0x80000
	indexAddr   = 0xf0000
	textureAddr = 0xf8000
	depthAddr   = 0x100000
	colorAddr   = 0x180000
	kernelsAddr = 0x9000 // in a page that is needed in any case
	// depthKernelAddr is that of the pixel kernel that gives depths.
	depthKernelAddr = 0xb000
)

// world is a small assembler: a context with one DMA buffer and two surfaces.
type world struct {
	mem           image
	dma           []uint32
	width, height int
	vertexCount   uint32
}

// newWorld draws with the identity transform into a target of width×height pixels; a
// vertex at window coordinates (x, y) is made by at.
func newWorld(width, height int) *world {
	w := &world{mem: make(image, memBytes), width: width, height: height}
	halfW, halfH := float32(width)/2, float32(height)/2
	w.setFloats(regs.BlockTSU, regs.TSUViewportScaleX, halfW, halfW, halfH, halfH)
	w.set(regs.BlockSGTG, regs.SGTGTargetSize, uint32(width)|uint32(height)<<16)
	w.set(regs.BlockEUPFront, regs.EUPFrontVertexBase, vertexAddr, 1<<20)
	w.set(regs.BlockWBU, regs.WBUColorBase, colorAddr, w.pitch())
	w.set(regs.BlockZL2, regs.ZL2DepthBase, depthAddr, w.pitch())
	w.kernels()
	return w
}

// kernels puts the kernels into memory, and says so in registers.
func (w *world) kernels() {
	w.kernelsAt(kernelsAddr)
}

func (w *world) kernelsAt(at uint32) {
	place := func(name string, block, reg uint32) {
		at += (w.place(name, at, block, reg) + 63) &^ 63
	}
	place("vertex", regs.BlockEUP, regs.EUPVertexKernel)
	place("pixel", regs.BlockPS, regs.PSPixelKernel)
	place("domain", regs.BlockEUP, regs.EUPDomainKernel)
}

// depthKernel has pixels from here on give depths: WRITE_DEPTH is set.
func (w *world) depthKernel() {
	w.place("pixel_depth", depthKernelAddr, regs.BlockPS, regs.PSPixelKernel)
}

// place puts a kernel of the project into memory, and says so in registers.
func (w *world) place(name string, at uint32, block, reg uint32) (bytes uint32) {
	k, err := kernels.Load(name)
	if err != nil {
		panic(err)
	}
	needs := regs.EUPVertexKernelNeedsFields{Registers: uint32(k.Registers - 1), Inputs: uint32(k.Inputs)}.Pack()
	bytes = uint32(copy(w.mem[at:], k.Bytes()))
	w.set(block, reg, at, bytes, needs)
	if block == regs.BlockPS {
		w.set(regs.BlockBIND, regs.BINDPixelKernel, at, bytes)
		w.set(block, regs.PSPixelAttributes, uint32(k.Attributes))
	}
	return bytes
}

func (w *world) pitch() uint32 { return uint32(w.width+7) / 8 }

func header(op opcode, sub, length uint32) uint32 { return uint32(op) | sub<<16 | length }

func (w *world) command(op opcode, sub uint32, operands ...uint32) {
	w.dma = append(append(w.dma, header(op, sub, uint32(len(operands)))), operands...)
}

func (w *world) set(block, reg uint32, values ...uint32) {
	w.command(regs.CommandSetState, block, append([]uint32{reg}, values...)...)
}

func (w *world) setFloats(block, reg uint32, values ...float32) {
	words := make([]uint32, len(values))
	for i, v := range values {
		words[i] = math.Float32bits(v)
	}
	w.set(block, reg, words...)
}

func (w *world) color(r, g, b, a float32) {
	w.setFloats(regs.BlockEUP, regs.EUPBaseColorR, r, g, b, a)
}

func (w *world) draw(count, instances, first uint32) {
	w.command(regs.CommandDraw, 0, count, instances, first, 0)
}

// corner is a vertex record.
type corner struct {
	pos, normal [3]float32
	uv          [2]float32
	color       [4]float32
}

// at is a corner at window coordinates.
func (w *world) at(x, y, z float32) corner {
	return corner{pos: [3]float32{x*2/float32(w.width) - 1, y*2/float32(w.height) - 1, z}}
}

// vertices appends vertex records and returns the number of the first.
func (w *world) vertices(corners ...corner) (first uint32) {
	first = w.vertexCount
	for _, c := range corners {
		addr := vertexAddr + 64*uint64(w.vertexCount)
		values := append(append(append(c.pos[:], c.normal[:]...), c.uv[:]...), c.color[:]...)
		for i, v := range values {
			w.mem.setWord(addr+4*uint64(i), math.Float32bits(v))
		}
		w.vertexCount++
	}
	return first
}

// triangles draws a list of the corners.
func (w *world) triangles(corners ...corner) {
	w.draw(uint32(len(corners)), 1, w.vertices(corners...))
}

// setRing writes a ring that begins at offset 0, and the header.
func (w *world) setRing(words ...uint32) {
	for i, v := range []uint32{0, uint32(len(words)), header(regs.CommandSkip1Dword, 0, 1), 0, ringSize, saveAddr, 0, 0} {
		w.mem.setWord(ctxAddr+4*uint64(i), v)
	}
	for i, v := range words {
		w.mem.setWord(ctxAddr+regs.ContextHeaderBytes+4*uint64(i), v)
	}
}

// load puts the DMA buffer and a ring that runs it into memory.
func (w *world) load() {
	for i, v := range w.dma {
		w.mem.setWord(dmaAddr+4*uint64(i), v)
	}
	w.setRing(header(regs.CommandInterruptible, 0, 0), header(regs.CommandDma, 0, 2), dmaAddr, uint32(len(w.dma)))
}

func (w *world) run(t require.TestingT) *Trace {
	w.load()
	trace, err := Run(w.mem, ctxAddr)
	require.NoError(t, err)
	return trace
}

// readSurface returns the words of a surface of 4-byte pixels, row by row from the top.
// Pixels whose tile lies outside mem read as 0.
func readSurface(mem []byte, base uint32, pitchTiles, width, height int) []uint32 {
	s := newSurface(base, uint32(pitchTiles), 4)
	words := make([]uint32, 0, width*height)
	for y := range height {
		for x := range width {
			var w uint32
			if tile := s.tileWords(mem, x/tileSize, y/tileSize); tile != nil {
				w = uint32(s.pixel(tile, pixelNumber(x%tileSize, y%tileSize)))
			}
			words = append(words, w)
		}
	}
	return words
}

func (w *world) colors() []uint32 {
	return readSurface(w.mem, colorAddr, int(w.pitch()), w.width, w.height)
}

func (w *world) depths() []uint32 {
	return readSurface(w.mem, depthAddr, int(w.pitch()), w.width, w.height)
}

// fill sets every word of a surface.
func (w *world) fill(addr uint64, v uint32) {
	for i := range uint64(w.pitch()) * uint64(w.height+7) / 8 * 64 {
		w.mem.setWord(addr+4*i, v)
	}
}

// countCovers makes every covering add one to the red byte.
func (w *world) countCovers() {
	w.color(1.0/255, 0, 0, 0)
	w.set(regs.BlockWBU, regs.WBUBlend, 1|factorOne<<4|factorOne<<8|factorOne<<12|factorOne<<16)
}

// kinds lists the events of some kinds.
func (t *Trace) kinds(wanted ...Kind) (events []Event) {
	for _, e := range t.Events {
		for _, k := range wanted {
			if e.Kind == k {
				events = append(events, e)
			}
		}
	}
	return events
}

func TestSurfaceLayoutPutsQuadsTogether(t *testing.T) {
	mem := make([]byte, 4*256)
	const pitch = 2
	place := func(x, y int) int { // the formula of section 9, as it stands there
		return 256*((y>>3)*pitch+(x>>3)) + 64*((y&7)>>1) + 16*((x&7)>>1) + 4*(2*(y&1)+(x&1))
	}
	for y := range 16 {
		for x := range 16 {
			binary.LittleEndian.PutUint32(mem[place(x, y):], uint32(100*y+x))
		}
	}
	words := readSurface(mem, 0, pitch, 15, 13)
	require.Len(t, words, 15*13)
	for i, v := range words {
		require.Equal(t, uint32(100*(i/15)+i%15), v)
	}
}

func TestSurfaceOutsideMemoryReadsAsZeros(t *testing.T) {
	require.Equal(t, []uint32{0, 0}, readSurface(make([]byte, 255), 0, 1, 2, 1))
}
