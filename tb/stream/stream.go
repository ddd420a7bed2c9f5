// Package stream reads and writes binary command streams (.tmcs): memory as a driver leaves it, with rings, DMA buffers, vertices and
// textures in it, and what is needed to run and check it again. It also writes a stream as text and reads that text back.
// docs/streams.md describes both forms.
package stream

import (
	"errors"
	"fmt"
	"strings"

	"tilemark/hw/regs"
	"tilemark/tb/driver"
	"tilemark/text/number"
)

// Version is the version of the format that this package writes, the only one that it reads.
const Version = 1

// maxContexts is the most contexts of two run lists.
const maxContexts = 8

// File is a command stream.
type File struct {
	Name       string   // of the scene
	Memory     uint32   // bytes of memory; what no segment describes is zero
	Interrupts []uint64 // cycles in which the CPU interrupts, rising
	Every      uint64   // and that many cycles after each resume; 0: never
	Contexts   []Context
	Segments   []Segment // by rising address, without overlaps
}

// Context is a context of the run list, in its order, and what is checked of it.
type Context struct {
	driver.Context
	ClearDepth float32 // depth that was cleared to, for pictures
}

// Segment is a stretch of memory: bytes, or a pattern of 8 bytes again and again.
type Segment struct {
	Addr    uint32
	Data    []byte
	Pattern uint64 // when Data is nil
	Bytes   uint32 // of a pattern, a multiple of 8
}

// size returns the bytes of a segment.
func (s *Segment) size() uint64 {
	if s.Data != nil {
		return uint64(len(s.Data))
	}
	return uint64(s.Bytes)
}

// Size returns width and height of the first context's target in pixels.
func (f *File) Size() (width, height int) {
	return f.Contexts[0].Color.Width, f.Contexts[0].Color.Height
}

// FromImage records memory as the driver leaves it. clear holds the depth that each context's surface is cleared to.
func FromImage(name string, im *driver.Image, clear []float32) *File {
	f := &File{Name: name, Memory: uint32(len(im.Bytes)), Segments: segments(im.Bytes)}
	for i := range im.Contexts {
		c := im.Contexts[i]
		c.Kernels, c.Unordered = nil, "" // a stream has neither names nor lines of kernels
		f.Contexts = append(f.Contexts, Context{c, clear[i]})
	}
	return f
}

// Image lays the stream out in memory again.
func (f *File) Image() *driver.Image {
	im := &driver.Image{Bytes: make([]byte, f.Memory)}
	for i := range f.Segments {
		f.Segments[i].read(im.Bytes[f.Segments[i].Addr:], 0)
	}
	for i := range f.Contexts {
		im.Contexts = append(im.Contexts, f.Contexts[i].Context)
		im.ReadScratch(&im.Contexts[i])
	}
	return im
}

// read copies as much as to has room for, from an offset on.
func (s *Segment) read(to []byte, offset uint32) {
	if s.Data != nil {
		copy(to, s.Data[offset:])
		return
	}
	for i := range min(len(to), int(s.Bytes-offset)) {
		to[i] = byte(s.Pattern >> (8 * ((offset + uint32(i)) % 8)))
	}
}

// maxTarget is the largest side of a target in pixels.
const maxTarget = driver.MaxSize

// partError is an error about a part of a stream, whose name is that of its statement in the text form: memory, interrupts, contexts,
// context 0, context 0 header, segment 3.
type partError struct {
	part string
	err  error
}

func (p *partError) Error() string { return p.err.Error() }

func wrong(part, format string, args ...any) error {
	return &partError{part, fmt.Errorf(format, args...)}
}

// of puts an error about a part into a larger one, whose name is said in front.
func of(whole string, err error, said string) error {
	part := whole
	var inner *partError
	if errors.As(err, &inner) {
		part = strings.TrimSpace(whole + " " + inner.part)
	}
	return &partError{part, fmt.Errorf("%s: %w", said, err)}
}

// check wants a stream that can be laid out in memory.
func (f *File) check() error {
	switch {
	case f.Memory%64 != 0 || f.Memory > driver.Limit:
		return wrong("memory", "memory of %s bytes; a multiple of 64, at most %d, was expected", number.Thousands(f.Memory), driver.Limit)
	case len(f.Contexts) < 1 || len(f.Contexts) > maxContexts:
		return wrong("contexts", "%d contexts; 1 to %d were expected", len(f.Contexts), maxContexts)
	}
	for i := 1; i < len(f.Interrupts); i++ {
		if f.Interrupts[i] <= f.Interrupts[i-1] {
			return wrong("interrupts", "interrupt in cycle %d after %d; rising cycles were expected", f.Interrupts[i], f.Interrupts[i-1])
		}
	}
	for i := range f.Contexts {
		if err := f.checkContext(&f.Contexts[i]); err != nil {
			name := fmt.Sprintf("context %d", i)
			return of(name, err, name)
		}
	}
	end := uint64(0)
	for i := range f.Segments {
		s := &f.Segments[i]
		if uint64(s.Addr) < end || s.size() == 0 || uint64(s.Addr)+s.size() > uint64(f.Memory) || s.Data == nil && s.Bytes%8 != 0 {
			return wrong(fmt.Sprintf("segment %d", i), "segment %d of %s bytes at %#x; one after %#x and inside the memory of %#x bytes was expected",
				i, number.Thousands(s.size()), s.Addr, end, f.Memory)
		}
		end = uint64(s.Addr) + s.size()
	}
	return nil
}

func (f *File) inside(addr uint32, bytes uint64) bool { return uint64(addr)+bytes <= uint64(f.Memory) }

func (f *File) checkContext(c *Context) error {
	if c.Header%regs.ContextHeaderAlign != 0 || !f.inside(c.Header, regs.ContextHeaderBytes+4*uint64(c.RingSize)) {
		return wrong("header", "header %#x with a ring of %d DWORDs; an address that is a multiple of %d, inside the memory, was expected", c.Header, c.RingSize, regs.ContextHeaderAlign)
	}
	if err := f.checkSurface(&c.Color); err != nil {
		return of("color", err, "colour surface")
	}
	if err := f.checkSurface(&c.Depth); err != nil {
		return of("depth", err, "depth surface")
	}
	if guard := uint32(driver.GuardBytes); c.SaveArea < guard || !f.inside(c.SaveArea, saveAreaBytes+uint64(guard)) {
		return wrong("save_area", "save area %#x; one inside the memory, with %d bytes to spare on both sides, was expected", c.SaveArea, guard)
	}
	if c.ColorFormat >= uint32(len(colorFormats)) || c.DepthFormat >= uint32(len(depthFormats)) {
		return fmt.Errorf("formats %d and %d; a colour format below %d and a depth format below %d were expected",
			c.ColorFormat, c.DepthFormat, len(colorFormats), len(depthFormats))
	}
	if c.Color.Bytes != colorBytes[c.ColorFormat] || c.Depth.Bytes != depthBytes[c.DepthFormat] {
		return fmt.Errorf("pixels of %d and %d bytes; %d and %d were expected in formats %s and %s", c.Color.Bytes, c.Depth.Bytes,
			colorBytes[c.ColorFormat], depthBytes[c.DepthFormat], colorFormats[c.ColorFormat], depthFormats[c.DepthFormat])
	}
	for _, l := range []struct {
		name string
		list []uint32
	}{{"queries", c.Queries}, {"fences", c.Fences}} {
		for _, at := range l.list {
			if at%4 != 0 || !f.inside(at, 8) {
				return wrong(l.name, "%s: %#x; an address inside the memory, a multiple of 4, was expected", l.name, at)
			}
		}
	}
	return nil
}

func (f *File) checkSurface(s *driver.Surface) error {
	if min(s.Width, s.Height) < 1 || max(s.Width, s.Height) > maxTarget || s.Pitch < (s.Width+7)/8 || s.Pitch > 1<<16 {
		return fmt.Errorf("%d by %d pixels with %d tiles in a row; 1 to %d pixels a side, and room for them, were expected", s.Width, s.Height, s.Pitch, maxTarget)
	}
	if s.Base%256 != 0 || !f.inside(s.Base, uint64(s.Pitch)*uint64((s.Height+7)/8)*64*uint64(s.Bytes)) {
		return fmt.Errorf("base %#x; a multiple of 256 with the surface inside the memory was expected", s.Base)
	}
	return nil
}

// Formats by their numbers, and the bytes of a pixel.
var (
	colorFormats = []string{"RGBA8", "SRGB8", "RGBA16F"}
	colorBytes   = []int{4, 4, 8}
	depthFormats = []string{"D24S8", "D32F", "D16"}
	depthBytes   = []int{4, 4, 2}
)
