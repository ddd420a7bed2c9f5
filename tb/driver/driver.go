// Package driver plays the driver of the GPU: it lays surfaces, vertices, indices,
// textures, DMA buffers and rings out in memory and writes the commands that draw a
// scene (docs/commands.md).
package driver

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"tilemark/hw/regs"
	"tilemark/tb/number"
	"tilemark/tb/scene"
)

// Options of a context.
type Options struct {
	Width, Height  int  // pixels, 1 to 4096
	DrawsPerBuffer int  // draws in a DMA buffer; 0: all in one
	RingSize       int  // DWORDs; 0: as many as needed
	RingStart      int  // ring offset of the first command, to make it wrap
	RingFence      bool // a fence stands in the ring behind each DMA command
	NoInterrupt    bool // leave INTERRUPTIBLE out
	Residue        bool // registers that the scene does not use hold garbage
	Access         bool // registers are written through aliases, locks and strobes too
	WideIndices    bool // 32-bit indices also where 16 bits do
	Wait           bool // a WAIT stands in the ring before the first DMA command
	WaitEach       bool // a WAIT stands in the ring before each DMA command
	BufferAt       int  // bytes from the beginning of a page to that of a DMA buffer, a multiple of 4
	Pages          bool // what the context uses begins on pages of its own, each surface, mesh, texture, buffer and area
}

// Context is a context in memory.
type Context struct {
	Header         uint32
	SaveArea       uint32
	Color          Surface
	Depth          Surface
	DepthFormat    uint32   // 0 D24S8, 1 D32F, 2 D16
	ColorFormat    uint32   // 0 RGBA8, 1 SRGB8, 2 RGBA16F
	Queries        []uint32 // addresses of the 64-bit results
	Fences         []uint32 // addresses
	ViewProjection [16]float32
	Tail           uint32
	Tails          []uint32 // tail behind each ring command
	Wait           uint32   // address of the word that the WAITs wait for, 0: none
	RingSize       uint32
	From, To       uint32 // memory that belongs to the context
}

// Image is memory as the driver leaves it.
type Image struct {
	Bytes    []byte
	Contexts []Context
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
	b := &builder{im: im, s: s, o: o, shadow: map[uint64]uint32{}, meshes: map[int]meshPlace{}, textures: map[int]texturePlace{}, views: views(s)}
	if err := b.build(); err != nil {
		return nil, err
	}
	im.Contexts = append(im.Contexts, b.c)
	return &im.Contexts[len(im.Contexts)-1], nil
}

type meshPlace struct {
	vertices, indices uint32
	format            uint32
}

type texturePlace struct{ base, bytes uint32 }

type builder struct {
	im       *Image
	s        *scene.Scene
	o        Options
	c        Context
	shadow   map[uint64]uint32 // register values the context has, by block and register
	meshes   map[int]meshPlace
	textures map[int]texturePlace
	views    []scene.Viewport // the scene's viewports; one has several places where they differ
	buffer   []uint32         // DMA buffer being written
	buffers  [][]uint32       // finished ones
	err      error
}

func (b *builder) build() error {
	edge := 4096
	if b.o.Pages {
		edge = pageBytes
	}
	b.align(edge)
	b.c.From = uint32(len(b.im.Bytes))
	b.surfaces()
	b.c.ViewProjection = b.camera().ViewProjectionMatrix(b.o.Width, b.o.Height)
	draws := b.s.Ordered(b.c.ViewProjection)
	for i := range b.s.Meshes {
		b.mesh(i)
	}
	for i := range b.s.Textures {
		b.texture(i)
	}
	for i := range draws {
		b.transfers(i)
		b.draw(i, &draws[i])
		if b.o.DrawsPerBuffer > 0 && (i+1)%b.o.DrawsPerBuffer == 0 {
			b.closeBuffer()
		}
	}
	b.transfers(len(draws))
	b.closeBuffer()
	b.ring()
	b.align(edge)
	b.c.To = uint32(len(b.im.Bytes))
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

// align pads memory; alloc appends bytes to it and returns their address. Address 0 is
// never given out.
func (b *builder) align(n int) {
	if len(b.im.Bytes) == 0 {
		b.im.Bytes = make([]byte, 4096)
	}
	if r := len(b.im.Bytes) % n; r != 0 {
		b.im.Bytes = append(b.im.Bytes, make([]byte, n-r)...)
	}
}

func (b *builder) alloc(n, align int) uint32 {
	if b.o.Pages && n > smallBytes {
		align = max(align, pageBytes)
	}
	b.align(align)
	at := len(b.im.Bytes)
	if at+n > Limit {
		b.err = fmt.Errorf("scene %s needs more than the %s MiB of memory that the machine can have; fewer or smaller surfaces were expected", b.s.Name, number.Thousands(Limit>>20))
		return 0
	}
	b.im.Bytes = append(b.im.Bytes, make([]byte, n)...)
	return uint32(at)
}

func (b *builder) put(addr uint32, words ...uint32) {
	for i, w := range words {
		binary.LittleEndian.PutUint32(b.im.Bytes[int(addr)+4*i:], w)
	}
}

func (b *builder) mesh(i int) {
	m := &b.s.Meshes[i]
	p := meshPlace{vertices: b.alloc(regs.VertexBytes*len(m.Vertices), 4096)}
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
	if m.Indices != nil {
		p.indices, p.format = b.indices(m)
	}
	b.meshes[i] = p
}

// indices stores 16-bit indices where they do: a restart is all ones, and no vertex.
func (b *builder) indices(m *scene.Mesh) (at, format uint32) {
	restarts := slices.Contains(m.Indices, scene.Restart)
	if len(m.Vertices) > 1<<16 || restarts && len(m.Vertices) > 0xffff || b.o.WideIndices {
		at = b.alloc(4*len(m.Indices), 64)
		if b.err == nil {
			b.put(at, m.Indices...)
		}
		return at, regs.CSPIndexFormatU32
	}
	at = b.alloc(2*len(m.Indices), 64)
	if b.err != nil {
		return 0, 0
	}
	for i, v := range m.Indices {
		binary.LittleEndian.PutUint16(b.im.Bytes[int(at)+2*i:], uint16(v))
	}
	return at, regs.CSPIndexFormatU16
}

func (b *builder) texture(i int) {
	chain := b.s.Textures[i].Chain()
	at := b.alloc(len(chain), 64)
	if b.err == nil {
		copy(b.im.Bytes[at:], chain)
	}
	b.textures[i] = texturePlace{at, uint32(len(chain))}
}

// closeBuffer ends the DMA buffer being written.
func (b *builder) closeBuffer() {
	if len(b.buffer) > 0 {
		b.buffers = append(b.buffers, b.buffer)
		b.buffer = nil
	}
}
