package driver

import (
	"fmt"

	"tilemark/hw/regs"
	"tilemark/tb/scene"
)

// check looks for things that a context cannot borrow.
func (o *Options) check(s *scene.Scene) error {
	if o.At%pageBytes != 0 || o.HeaderAt < 0 || o.HeaderAt%regs.ContextHeaderAlign != 0 {
		return fmt.Errorf("memory at %#x and a header %d bytes after a page's beginning: a multiple of %d, and one of %d from 0, were expected", o.At, o.HeaderAt, pageBytes, regs.ContextHeaderAlign)
	}
	if c := o.Surfaces; c != nil && (c.Color.Width != o.Width || c.Color.Height != o.Height || c.ColorFormat != s.ColorFormat || c.DepthFormat != s.DepthFormat) {
		return fmt.Errorf("scene %s draws into surfaces of another size or format; the same ones were expected", s.Name)
	}
	if c := o.Models; c != nil && (len(c.meshes) != len(s.Meshes) || len(c.textures) != len(s.Textures)) {
		return fmt.Errorf("scene %s has %d meshes and %d textures, the one whose it uses has %d and %d; the same ones were expected", s.Name, len(s.Meshes), len(s.Textures), len(c.meshes), len(c.textures))
	}
	return nil
}

// surfaces gives the context its colour and depth surface.
func (b *builder) surfaces() {
	c, s := &b.c, b.s
	c.DepthFormat, c.ColorFormat = s.DepthFormat, s.ColorFormat
	if from := b.o.Surfaces; from != nil {
		c.Color, c.Depth = from.Color, from.Depth
		for _, surface := range []*Surface{&c.Color, &c.Depth} {
			c.Borrows = append(c.Borrows, Span{surface.Base, surface.Base + uint32(surface.size())})
			surface.Base -= c.Offset
		}
		return
	}
	c.Color = b.surface(clearColor(s.ColorFormat, s.ClearColor))
	c.Depth = b.surface(clearDepth(s.DepthFormat, s.ClearDepth, s.ClearStencil))
}

// models gives the context its meshes and textures.
func (b *builder) models() {
	if b.o.Models != nil {
		b.borrowModels(b.o.Models)
		return
	}
	for i := range b.s.Meshes {
		b.mesh(i)
	}
	for i := range b.s.Textures {
		b.texture(i)
	}
}

// borrowModels has the context use the meshes and textures of another one.
func (b *builder) borrowModels(from *Context) {
	c := &b.c
	for i, m := range from.meshes {
		b.meshes[i] = m.moved(-c.Offset)
	}
	for i, t := range from.textures {
		b.textures[i] = t.moved(-c.Offset)
	}
	for i := range b.s.Meshes {
		m := from.meshes[i]
		c.Reads = append(c.Reads, Span{m.vertices, m.vertices + m.vertexBytes}, Span{m.indices, m.indices + m.indicesBytes})
	}
	for i := range b.s.Textures {
		t := from.textures[i]
		span := Span{t.base, t.base + t.bytes}
		if WritesTextures(b.s) {
			c.Borrows, c.changed = append(c.Borrows, span), append(c.changed, span)
		} else {
			c.Reads = append(c.Reads, span)
		}
	}
}

// WritesTextures tells whether a scene fills textures, copies to them, or has kernels that store texels.
func WritesTextures(s *scene.Scene) bool {
	for i := range s.Kernels {
		if storesTexels(s.Kernels[i].Kernel) {
			return true
		}
	}
	for i := range s.Transfers {
		if to := s.Transfers[i].To; to != scene.PlaceColor && to != scene.PlaceDepth {
			return true
		}
	}
	return false
}
