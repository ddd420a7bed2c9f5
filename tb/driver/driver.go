// Package driver plays the driver of the GPU: it lays surfaces, vertices, indices,
// textures, DMA buffers and rings out in memory and writes the commands that draw a
// scene (docs/commands.md).
package driver

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/hw/regs"
	"tilemark/tb/scene"
	"tilemark/text/number"
)

// Options of a context.
type Options struct {
	Width, Height  int      // pixels, 1 to 4096
	DrawsPerBuffer int      // draws in a DMA buffer; 0: all in one
	RingSize       int      // DWORDs; 0: as many as needed
	RingStart      int      // ring offset of the first command, to make it wrap
	RingFence      bool     // a fence stands in the ring after each DMA command
	RingFlush      bool     // a flush stands in the ring after each DMA command, before the fence
	NoInterrupt    bool     // leave INTERRUPTIBLE out
	FenceFirst     bool     // a fence stands in the ring before INTERRUPTIBLE
	Repeat         int      // how often the ring names the DMA buffers, one after the other; 0: once
	Residue        bool     // registers that the scene does not use hold garbage, and so do reserved bits and what fences write
	Access         bool     // registers are written through aliases, locks and strobes too
	WideIndices    bool     // 32-bit indices also where 16 bits do
	Wait           bool     // a WAIT stands in the ring before the first DMA command
	WaitEach       bool     // a WAIT stands in the ring before each DMA command
	BufferAt       int      // bytes from the beginning of a page to that of a DMA buffer, a multiple of 4
	Packing        *Packing // of the save area; nil: that of the tables, and no register of it is written
	Pages          bool     // what the context uses begins on pages of its own, each surface, mesh, texture, buffer and area

	// At is the address that the context gives the first byte of its memory, a multiple of a
	// page; 0: that of the image. Contexts with the same one use the same page numbers.
	At       uint32
	HeaderAt int      // bytes from the beginning of a page to that of the header, a multiple of 64; it tells contexts with the same page numbers apart
	Lends    Parts    // what lies in the image's common memory, where it has some
	Surfaces *Context // whose colour and depth surface it draws into; nil: its own
	Models   *Context // whose vertices, indices and textures it uses; nil: its own

	VertexKernel, PixelKernel *kernel.Kernel                      // nil: those of vectors/kernels
	DepthKernel               *kernel.Kernel                      // PixelKernel of draws with program_depth; nil: the same
	Patch                     *scene.Patch                        // who patches all kernels with tags; nil: what the scene says of each
	Threads                   int                                 // hardware threads of the machine, which each have scratch memory where kernels use any; 0: 64
	Fitted                    func(k *scene.Kernel, s *nos.State) // when given, is told of each kernel of a draw and the state that it is fitted to
	ScratchBytes              int                                 // scratch memory of a thread at most, in bytes; 0: 16 KiB
}

// Parts of a context that others may use.
type Parts struct{ Surfaces, Models, Fences bool }

// Context is a context in memory. Addresses are those of the image.
type Context struct {
	Header         uint32
	SaveArea       uint32
	Scratch        Span                                // scratch memory; empty: kernels use none
	Shares         regs.ContextHeaderScratchSizeFields // its size, as the header says
	Color          Surface
	Depth          Surface
	DepthFormat    uint32   // 0 D24S8, 1 D32F, 2 D16
	ColorFormat    uint32   // 0 RGBA8, 1 SRGB8, 2 RGBA16F
	Queries        []uint32 // addresses of the 64-bit results
	Fences         []uint32 // addresses
	ViewProjection [16]float32
	Tail           uint32
	Tails          []uint32 // tail after each ring command
	Wait           uint32   // address of the word that the WAITs wait for, 0: none
	RingSize       uint32
	From, To       uint32         // memory that belongs to the context
	Offset         uint32         // of its addresses: what it calls 0 lies there in the image
	Common         []Span         // what belongs to it in common memory
	Borrows        []Span         // what it uses of others, and may write
	Reads          []Span         // what it uses of others, and does not write
	Kernels        []PlacedKernel // of its draws
	KernelBytes    int            // of their code, and of patch tables
	BufferBytes    int            // of DMA buffers
	Patches        Patches        // of their tagged instructions
	Unordered      string         // the first draw whose results may depend on an order that is not given (docs/memory.md), in words; "": none

	changed  []Span // with Options.Pages: what the machine or the CPU may write
	meshes   map[int]meshPlace
	textures map[int]texturePlace
}

// PlacedKernel is a kernel in a context's memory, at an address of the context.
type PlacedKernel struct {
	*kernel.Kernel
	At uint32
}

// CodeAt names the kernel and the line of its text that lie at an address of the context, for messages; "" when no kernel does.
func (c *Context) CodeAt(addr uint32) string {
	for _, k := range c.Kernels {
		if off := addr - k.At; off < uint32(len(k.Bytes())) {
			if i := k.Kernel.At(int(off)); i >= 0 && k.Code[i].Line > 0 {
				return fmt.Sprintf("%s, line %d", k.Name, k.Code[i].Line)
			}
			return k.Name
		}
	}
	return ""
}

// Span is a range of the image.
type Span struct{ From, To uint32 }

// Name is the address of the header as the context, and so the machine, names it.
func (c *Context) Name() uint32 { return c.Header - c.Offset }

// Writes tells whether a context may write to an address of the image.
func (c *Context) Writes(addr uint32) bool {
	return addr-c.From < c.To-c.From || within(c.Common, addr) || within(c.Borrows, addr)
}

// Uses tells whether something in a range of the image is the context's, or lent to it.
func (c *Context) Uses(from, to uint32) bool {
	return from < c.To && to > c.From || overlaps(c.Common, from, to) || overlaps(c.Borrows, from, to) || overlaps(c.Reads, from, to)
}

// Changes tells whether something in a range of the image that belongs to the context may be
// written to.
func (c *Context) Changes(from, to uint32) bool { return overlaps(c.changed, from, to) }

func overlaps(list []Span, from, to uint32) bool {
	return slices.ContainsFunc(list, func(s Span) bool { return from < s.To && to > s.From })
}

func within(list []Span, addr uint32) bool {
	return slices.ContainsFunc(list, func(s Span) bool { return addr-s.From < s.To-s.From })
}

// Image is memory as the driver leaves it.
type Image struct {
	Bytes    []byte
	Contexts []Context
	// Common is where the memory begins that contexts share, after that of all contexts, a
	// multiple of a page; 0: what they share lies in the memory of its owner.
	Common uint32
	common []byte // its contents
}

// Close appends common memory to the contexts'. Nothing is added afterwards.
func (im *Image) Close() error {
	if im.Common == 0 {
		return nil
	}
	if len(im.Bytes) > int(im.Common) || int(im.Common)+len(im.common) > Limit {
		return fmt.Errorf("common memory from %#x, of %s bytes, beside %s bytes of contexts: it must lie after them, and end before %#x", im.Common, number.Thousands(len(im.common)), number.Thousands(len(im.Bytes)), Limit)
	}
	im.Bytes = append(im.Bytes, make([]byte, int(im.Common)-len(im.Bytes))...)
	im.Bytes = append(im.Bytes, im.common...)
	return nil
}

// MaxSize is the largest width and height of a target.
const MaxSize = 4096

// Limit is the most memory that a driver uses: the machine's largest.
const Limit = 256 << 20

// Add lays out another context that draws the scene.
func (im *Image) Add(s *scene.Scene, o Options) (*Context, error) {
	if o.Width < 1 || o.Height < 1 || o.Width > MaxSize || o.Height > MaxSize {
		return nil, fmt.Errorf("target of %dx%d pixels: each side must be from 1 to %d", o.Width, o.Height, MaxSize)
	}
	if err := o.check(s); err != nil {
		return nil, err
	}
	b := &builder{im: im, s: s, o: o, shadow: map[uint64]uint32{}, meshes: map[int]meshPlace{}, textures: map[int]texturePlace{}, project: map[string]*kernel.Kernel{}, placed: map[*kernel.Kernel]program{}, patchable: map[*kernel.Kernel]program{}, bound: map[int]uint32{}, order: newOrder(), views: views(s)}
	b.pipeline = newPipeline(&b.c.Patches)
	if err := b.build(); err != nil {
		return nil, err
	}
	im.Contexts = append(im.Contexts, b.c)
	return &im.Contexts[len(im.Contexts)-1], nil
}

// meshPlace is where a mesh lies.
type meshPlace struct {
	vertices, indices         uint32
	format                    uint32
	vertexBytes, indicesBytes uint32
}

// moved gives the place in another numbering.
func (m meshPlace) moved(by uint32) meshPlace {
	m.vertices += by
	m.indices += by
	return m
}

type texturePlace struct{ base, bytes uint32 }

func (t texturePlace) moved(by uint32) texturePlace {
	t.base += by
	return t
}

type builder struct {
	im        *Image
	s         *scene.Scene
	o         Options
	c         Context
	shadow    map[uint64]uint32 // register values the context has, by block and register
	meshes    map[int]meshPlace
	textures  map[int]texturePlace
	project   map[string]*kernel.Kernel // by name
	placed    map[*kernel.Kernel]program
	patchable map[*kernel.Kernel]program // that the machine patches
	pipeline  pipeline
	bound     map[int]uint32   // addresses of buffers that are in memory
	order     order            // of accesses of buffers and textures
	scratch   uint32           // bytes that a thread needs
	views     []scene.Viewport // the scene's viewports; one has several places where they differ
	buffer    []uint32         // DMA buffer being written
	buffers   [][]uint32       // finished ones
	err       error
}

func (b *builder) build() error {
	edge := 4096
	if b.o.Pages {
		edge = pageBytes
	}
	b.align(edge)
	b.c.From = uint32(len(b.im.Bytes))
	if b.o.At > 0 {
		b.c.Offset = b.c.From - b.o.At
	}
	b.surfaces()
	b.c.ViewProjection = b.camera().ViewProjectionMatrix(b.o.Width, b.o.Height)
	var draws []scene.Draw
	b.s, draws = b.s.WithPoints(b.s.Ordered(b.c.ViewProjection), b.c.ViewProjection)
	var err error
	if b.s, draws, err = b.s.WithVariables(draws, b.c.ViewProjection, b.o.Width, b.o.Height); err != nil {
		return err
	}
	b.models()
	for i := range draws {
		b.transfers(i)
		had := b.err
		b.draw(i, &draws[i])
		if at := b.s.PlaceOfDraw(i); had == nil && b.err != nil && at != "" {
			b.err = fmt.Errorf("%s: %w", at, b.err)
		}
		if b.o.DrawsPerBuffer > 0 && (i+1)%b.o.DrawsPerBuffer == 0 {
			b.closeBuffer()
		}
	}
	b.transfers(len(draws))
	b.closeBuffer()
	b.repeatedBuffers()
	b.ring()
	b.align(edge)
	b.c.To = uint32(len(b.im.Bytes))
	b.toImage()
	if b.err == nil && len(b.im.Bytes) > Limit {
		b.err = fmt.Errorf("scene %s needs %s MiB of memory; at most %s, what the machine can have, were expected", b.s.Name, number.Thousands(len(b.im.Bytes)>>20), number.Thousands(Limit>>20))
	}
	return b.err
}

func (b *builder) camera() scene.Camera {
	if b.s.HasCamera {
		return b.s.Camera
	}
	return b.s.FitCamera(b.o.Width, b.o.Height)
}

// pageBytes is the size of a page; with Options.Pages what is larger than smallBytes begins
// on a page of its own, and so do contexts.
const (
	pageBytes  = 1 << 16
	smallBytes = 64
)

// align pads the context's memory. Address 0 is never given out.
func (b *builder) align(n int) {
	if len(b.im.Bytes) == 0 {
		b.im.Bytes = make([]byte, 4096)
	}
	b.im.Bytes = padded(b.im.Bytes, n)
}

// padded appends zeros up to a multiple of n bytes.
func padded(bytes []byte, n int) []byte {
	if r := len(bytes) % n; r != 0 {
		return append(bytes, make([]byte, n-r)...)
	}
	return bytes
}

// alloc appends n bytes to the context's memory and returns their address as the context names
// them.
func (b *builder) alloc(n, align int) uint32 {
	if b.o.Pages && n > smallBytes {
		align = max(align, pageBytes)
	}
	b.align(align)
	at := len(b.im.Bytes)
	if !b.fits(at + n) {
		return 0
	}
	b.im.Bytes = append(b.im.Bytes, make([]byte, n)...)
	return uint32(at) - b.c.Offset
}

// allocPart is alloc in common memory for what is lent, where there is some.
func (b *builder) allocPart(lent bool, n, align int) uint32 {
	if !lent || b.im.Common == 0 {
		return b.alloc(n, align)
	}
	if n > smallBytes {
		align = max(align, pageBytes)
	}
	b.im.common = padded(b.im.common, align)
	at := b.im.Common + uint32(len(b.im.common))
	if !b.fits(int(at) + n) {
		return 0
	}
	b.im.common = append(b.im.common, make([]byte, n)...)
	b.c.Common = append(b.c.Common, Span{at, at + uint32(n)})
	return at - b.c.Offset
}

// changes notes memory of the context that may be written, for who moves pages.
func (b *builder) changes(addr uint32, n int) {
	if !b.o.Pages {
		return
	}
	addr += b.c.Offset
	b.c.changed = append(b.c.changed, Span{addr, addr + uint32(n)})
}

func (b *builder) fits(end int) bool {
	if end > Limit && b.err == nil {
		b.err = fmt.Errorf("scene %s needs more than the %s MiB of memory that the machine can have; fewer or smaller surfaces were expected", b.s.Name, number.Thousands(Limit>>20))
	}
	return b.err == nil
}

// at gives memory from an address of the context on.
func (b *builder) at(addr uint32) []byte {
	addr += b.c.Offset
	if b.im.Common > 0 && addr >= b.im.Common {
		return b.im.common[addr-b.im.Common:]
	}
	return b.im.Bytes[addr:]
}

func (b *builder) put(addr uint32, words ...uint32) {
	at := b.at(addr)
	for i, w := range words {
		binary.LittleEndian.PutUint32(at[4*i:], w)
	}
}

// toImage turns the addresses of the context, as it names them, into those of the image.
func (b *builder) toImage() {
	c := &b.c
	for _, addr := range []*uint32{&c.Header, &c.SaveArea, &c.Scratch.From, &c.Scratch.To, &c.Color.Base, &c.Depth.Base} {
		*addr += c.Offset
	}
	if c.Wait != 0 {
		c.Wait += c.Offset
	}
	for _, list := range [][]uint32{c.Queries, c.Fences} {
		for i := range list {
			list[i] += c.Offset
		}
	}
	if !b.o.Lends.Models {
		return
	}
	c.meshes, c.textures = map[int]meshPlace{}, map[int]texturePlace{}
	for i, m := range b.meshes {
		c.meshes[i] = m.moved(c.Offset)
	}
	for i, t := range b.textures {
		c.textures[i] = t.moved(c.Offset)
	}
}

func (b *builder) mesh(i int) {
	m := &b.s.Meshes[i]
	p := meshPlace{vertices: b.allocPart(b.o.Lends.Models, regs.VertexBytes*len(m.Vertices), 4096), vertexBytes: uint32(regs.VertexBytes * len(m.Vertices))}
	if b.err != nil {
		return
	}
	for k := range m.Vertices {
		v := &m.Vertices[k]
		rec := []float32{
			v.Pos[0], v.Pos[1], v.Pos[2], v.Normal[0], v.Normal[1], v.Normal[2], v.UV[0], v.UV[1],
			v.Color[0], v.Color[1], v.Color[2], v.Color[3],
		}
		for j, f := range rec {
			b.put(p.vertices+uint32(regs.VertexBytes*k+4*j), math.Float32bits(f))
		}
	}
	for _, w := range m.Words {
		if b.err == nil {
			b.put(p.vertices+uint32(regs.VertexBytes*w.Vertex+4*w.DWord), w.Value)
		}
	}
	if m.Indices != nil {
		p.indices, p.format, p.indicesBytes = b.indices(m)
	}
	b.meshes[i] = p
}

// indices stores 16-bit indices where they do: a restart is all ones, and no vertex.
func (b *builder) indices(m *scene.Mesh) (at, format, bytes uint32) {
	restarts := slices.Contains(m.Indices, scene.Restart)
	if len(m.Vertices) > 1<<16 || restarts && len(m.Vertices) > 0xffff || b.o.WideIndices {
		at = b.allocPart(b.o.Lends.Models, 4*len(m.Indices), 64)
		if b.err == nil {
			b.put(at, m.Indices...)
		}
		return at, regs.CSPIndexFormatU32, uint32(4 * len(m.Indices))
	}
	at = b.allocPart(b.o.Lends.Models, 2*len(m.Indices), 64)
	if b.err != nil {
		return 0, 0, 0
	}
	to := b.at(at)
	for i, v := range m.Indices {
		binary.LittleEndian.PutUint16(to[2*i:], uint16(v))
	}
	return at, regs.CSPIndexFormatU16, uint32(2 * len(m.Indices))
}

func (b *builder) texture(i int) {
	chain := b.s.Textures[i].Chain()
	at := b.allocPart(b.o.Lends.Models, len(chain), 64)
	if b.err == nil {
		copy(b.at(at), chain)
	}
	if WritesTextures(b.s) {
		b.changes(at, len(chain))
	}
	b.textures[i] = texturePlace{at, uint32(len(chain))}
}

// closeBuffer ends the DMA buffer being written.
func (b *builder) closeBuffer() {
	if len(b.buffer) > 0 {
		b.buffers = append(b.buffers, b.buffer)
		b.c.BufferBytes += 4 * len(b.buffer)
		b.buffer = nil
		if b.o.RingFlush {
			b.order.flush()
		}
	}
}
