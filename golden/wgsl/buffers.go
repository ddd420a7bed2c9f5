package wgsl

import "github.com/gogpu/naga/ir"

// Buffer is a storage or uniform buffer that a module declares.
type Buffer struct {
	Binding
	Name     string
	Size     int // bytes that it must have; of an array of runtime size with one element
	Writable bool
}

// Buffers are those of the module, in its order.
func (p *Program) Buffers() (list []Buffer) {
	for _, g := range p.module.GlobalVariables {
		if g.Binding == nil || g.Space != ir.SpaceStorage && g.Space != ir.SpaceUniform {
			continue
		}
		list = append(list, Buffer{
			Binding: Binding{g.Binding.Group, g.Binding.Binding}, Name: g.Name, Size: int(ir.TypeSize(p.module, g.Type)),
			Writable: g.Space == ir.SpaceStorage && g.Access == ir.StorageReadWrite,
		})
	}
	return list
}
