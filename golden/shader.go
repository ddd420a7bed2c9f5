package golden

import (
	"fmt"
	"math"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/regs"
)

// Kernels are kernels that compute what the fixed programs do: a vertex, the segments of a patch, a point of it, a pixel. Each has 8 lanes.
type Kernels struct{ Vertex, Hull, Domain, Pixel *exec.Kernel }

// Compared is what kernels have computed.
type Compared struct {
	Draws    int // their numbers of segments
	Vertices int
	Points   int // of patches
	Pixels   int
}

// CompareKernels executes contexts as RunTogether does, and has kernels compute everything that the fixed programs compute. The error is that of RunTogether, or names
// the first result that differs.
func CompareKernels(mem []byte, starts []Start, primitives uint64, k Kernels) (Compared, error) {
	s := newShader(&k)
	var stuck error
	for i, c := range together(mem, starts, primitives, false, s) {
		switch err := fmt.Errorf("context %#x, %w", starts[i].Header, c.err); {
		case c.err == nil, isMalformed(c.err):
		case c.stuck: // for a context that ended with a difference, perhaps
			stuck = err
		default:
			return s.compared, err
		}
	}
	return s.compared, stuck
}

// shaderLanes is the number of lanes of the kernels' threads.
const shaderLanes = 8

// shader runs kernels beside the fixed programs. Its methods return the first difference; a shader that is nil does nothing.
type shader struct {
	vertex, hull, domain, pixel *kernelThread
	compared                    Compared
	quad                        quad  // that ran last
	failed                      error // of a pixel
}

func newShader(k *Kernels) *shader {
	return &shader{
		vertex: newKernelThread(k.Vertex, vertexConstants), hull: newKernelThread(k.Hull, hullConstants), domain: newKernelThread(k.Domain, domainConstants),
		pixel: newKernelThread(k.Pixel, pixelConstants),
	}
}

// draw takes the state of a draw, and compares the segments that its patches would have.
func (s *shader) draw(d *draw, all *registers) error {
	if s == nil {
		return nil
	}
	for _, k := range []*kernelThread{s.vertex, s.hull, s.domain, s.pixel} {
		k.takeConstants(all)
	}
	s.pixel.options.Sampler = textureUnit(d.pixels.texture.mem, all)
	s.hull.begin()
	if err := s.hull.finish(); err != nil {
		return failed("hull", err)
	}
	if got := s.hull.results[0][0]; got != uint32(d.segments) {
		return different("hull", "segments", 0, float32(d.segments), got)
	}
	s.compared.Draws++
	return nil
}

// vertices compares the results of the vertex program for up to 8 records.
func (s *shader) vertices(d *draw, records []record, want []vertex) error {
	if s == nil {
		return nil
	}
	k := s.vertex
	k.begin()
	for lane := range records {
		k.thread.Registers[8*2+lane] = d.at.Instance
		for i, v := range records[lane] {
			k.set(3+i, lane, v)
		}
	}
	s.compared.Vertices += len(records)
	return k.compare("vertex", want)
}

// points compares the results of the domain program at up to 8 places of a patch.
func (s *shader) points(d *draw, p *patch, at [][2]float32, want []vertex) error {
	if s == nil {
		return nil
	}
	k := s.domain
	k.begin()
	k.thread.Registers[0], k.thread.Registers[1] = d.at.Instance, d.at.Primitive
	for n := range p {
		for i, v := range p[n] {
			k.set(3+2*n+i/8, i%8, v)
		}
	}
	for lane, uv := range at {
		k.set(1, lane, uv[0])
		k.set(2, lane, uv[1])
	}
	s.compared.Points += len(at)
	return k.compare("domain", want)
}

// quad is what the pixel kernel computed for four pixels of a tile.
type quad struct {
	at     [2]int // its first pixel
	have   bool
	output exec.Output
}

// tile begins a tile.
func (s *shader) tile() {
	if s != nil {
		s.quad.have = false
	}
}

// failure is the first difference of a pixel, or nil.
func (s *shader) failure() error {
	if s == nil {
		return nil
	}
	return s.failed
}

// pixelOf compares the results of the pixel program for a pixel of a tile. The kernel runs for the pixel's quad, in which what is not covered is a helper.
func (s *shader) pixelOf(t *tile, px, py int, color *[4]float32, kept bool) {
	if s == nil || s.failed != nil {
		return
	}
	if err := s.comparePixel(t, px, py, color, kept); err != nil {
		s.failed = fmt.Errorf("pixel %d, %d: %w", px, py, err)
	}
}

func (s *shader) comparePixel(t *tile, px, py int, color *[4]float32, kept bool) error {
	if at := [2]int{px &^ 1, py &^ 1}; !s.quad.have || s.quad.at != at {
		if err := s.runQuad(t, at); err != nil {
			return err
		}
	}
	s.compared.Pixels++
	o, lane := &s.quad.output, px&1+py&1*2
	if got := o.Lanes>>lane&1 != 0; got != kept {
		return fmt.Errorf("kernel pixel: kept is %t, expected %t", got, kept)
	}
	if !kept {
		return nil
	}
	for c, want := range color {
		if got := o.Values[c][lane]; !same(want, got) {
			return different("pixel", "component", c, want, got)
		}
	}
	if t.depth.late && t.pixels.writeDepth {
		if want, got := add(clamp(t.pixels.depth(color), 0, 1), 0), o.Values[len(color)][lane]; o.Message != isa.MessageColorDepth || !same(want, got) {
			return different("pixel", "depth", 0, want, got)
		}
	}
	return nil
}

// runQuad runs the pixel kernel for a quad.
func (s *shader) runQuad(t *tile, at [2]int) error {
	k := s.pixel
	k.begin()
	th := k.thread
	th.Active, th.Helpers = 0xf, 0
	for lane := range 4 {
		px, py := at[0]+lane&1, at[1]+lane>>1
		dx, dy := t.planes.offset(px, py)
		attr := t.planes.at(dx, dy)
		if t.mask>>(8*(py%tileSize)+px%tileSize)&1 == 0 {
			th.Helpers |= 1 << lane
		}
		k.thread.Registers[8+lane], k.thread.Registers[16+lane] = uint32(px), uint32(py)
		k.set(3, lane, t.planes.depth.at(dx, dy))
		k.set(4, lane, t.planes.reciprocal.at(dx, dy))
		if t.front {
			th.Registers[8*5+lane] = 1
		}
		for i, v := range attr {
			k.set(6+i, lane, v)
		}
	}
	k.colours = exec.Output{}
	if err := k.finish(); err != nil {
		return failed("pixel", err)
	}
	s.quad = quad{at: at, have: true, output: k.colours}
	return nil
}

// kernelThread is a thread of a kernel, used again and again.
type kernelThread struct {
	thread    *exec.Thread
	memory    exec.Memory
	options   exec.Options
	place     constantsPlace
	constants [8 * mostConstants]uint32
	results   [firstAttribute + attributes][32]uint32 // registers of results
	colours   exec.Output
}

// mostConstants is the most registers of constants that a thread begins with.
const mostConstants = 4

// constantsPlace says which registers of a block a thread begins with, and where: the first words of its registers from register first on.
type constantsPlace struct{ block, first, words int }

// Constants of the kernels, which have 8 lanes. Of EUP they end with TESSELLATION, the last register that a program reads.
var (
	vertexConstants = constantsPlace{regs.BlockEUP, 15, regs.EUPTessellation + 1}
	hullConstants   = constantsPlace{regs.BlockEUP, 33, regs.EUPTessellation + 1}
	domainConstants = constantsPlace{regs.BlockEUP, 35, regs.EUPTessellation + 1}
	pixelConstants  = constantsPlace{regs.BlockPS, 12, 16}
)

// mostInstructions is how many a thread of a program may execute.
const mostInstructions = 100_000

func newKernelThread(k *exec.Kernel, at constantsPlace) *kernelThread {
	t := &kernelThread{place: at, memory: exec.Memory{Bindings: make([]exec.Binding, 1)}} // that of the texture
	t.options = exec.Options{Limit: mostInstructions, Output: t.take}
	t.thread = exec.NewThread(k, &t.memory, &t.options)
	return t
}

// takeConstants has threads that begin from now on have the values that constants have now.
func (t *kernelThread) takeConstants(all *registers) {
	copy(t.constants[:t.place.words], all[t.place.block][:])
}

func (t *kernelThread) take(_ *exec.Thread, o *exec.Output) {
	if o.Message != isa.MessageResult {
		t.colours = *o
		return
	}
	const bytes = 32 // of a register
	for n := range o.Components {
		copy(t.results[o.Offset/bytes+n][:], o.Values[n][:])
	}
}

// begin makes the thread a new one.
func (t *kernelThread) begin() {
	t.thread.Restart()
	copy(t.thread.Registers[8*t.place.first:], t.constants[:t.place.words])
	clear(t.results[:])
}

// set writes a lane of a register set.
func (t *kernelThread) set(reg, lane int, v float32) {
	t.thread.Registers[8*reg+lane] = math.Float32bits(v)
}

// finish executes the thread to its end.
func (t *kernelThread) finish() error {
	for t.thread.State == exec.Running {
		t.thread.Step()
	}
	if t.thread.State == exec.Failed {
		return t.thread.Fault
	}
	return nil
}

// compare executes a thread whose first lanes are vertices.
func (t *kernelThread) compare(name string, want []vertex) error {
	t.thread.Active = 1<<len(want) - 1
	if err := t.finish(); err != nil {
		return failed(name, err)
	}
	for lane := range want {
		for c, v := range want[lane] {
			if got := t.results[c][lane]; !same(v, got) {
				return different(name, fmt.Sprintf("lane %d, component", lane), c, v, got)
			}
		}
	}
	return nil
}

// same tells whether a result has the bits that it should have. NaN are all one here: what the fixed programs compute with has no quiet one of its own.
func same(want float32, got uint32) bool {
	return math.Float32bits(want) == got || want != want && math.IsNaN(float64(math.Float32frombits(got)))
}

func failed(kernel string, err error) error { return fmt.Errorf("kernel %s: %w", kernel, err) }

func different(kernel, what string, n int, want float32, got uint32) error {
	return fmt.Errorf("kernel %s: %s %d is %#08x (%g), expected %#08x (%g)", kernel, what, n, got, math.Float32frombits(got), math.Float32bits(want), want)
}
