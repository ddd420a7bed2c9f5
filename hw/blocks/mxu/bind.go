package mxu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// What a pixel kernel can bind: buffers or constants, textures, samplers.
const (
	buffers    = 8
	textures   = 8
	samplers   = 4
	boundAreas = 1 + buffers + textures

	Buffers, Textures = buffers, textures
)

var pixelBindings = pipe.BindingTable{Buffers: buffers, Textures: textures, Samplers: samplers}

// binding is what the clusters are sent of a new pin set.
type binding struct {
	Active bool
	Slot   uint8
	Set    uint8
	Next   [MaxClusters]uint8 // what a cluster gets next
	Open   uint8              // clusters that have not said that they have all
}

// binds is what a pin set of a slot binds.
func (m *MXU) binds(slot uint8, i int) *regs.BINDRegs { return &m.hub.bound[int(slot)*MaxSets+i] }

// bound are the areas that registers of BIND name: kernel, buffers, textures.
func bound(r *regs.BINDRegs, buf *[boundAreas]area) areas {
	a := areas(buf[:0])
	a = append(a, bytes(r.PixelKernel(), r.PixelKernelBytes()))
	for n := range buffers {
		at := regs.BINDBinding0Base + pipe.BufferWords*n
		a = append(a, bytes(r[at], r[at+1]))
	}
	for n := range textures {
		at := regs.BINDTexture0Base + pipe.TextureWords*n
		a = append(a, bytes(r[at], r[at+1]))
	}
	return a
}

// bind begins to send the clusters what a new pin set binds.
func (m *MXU) bind(slot uint8, i int) {
	*m.binds(slot, i) = m.S.Bind[slot]
	m.hub.binds[0] = binding{Active: true, Slot: slot, Set: uint8(i) + 1, Open: uint8(1<<m.cfg.Clusters - 1)}
}

// bindings goes a step on in each cluster, and tells whether all have what the set binds.
func (m *MXU) bindings() (moved, done bool) {
	k := &m.hub.binds[0]
	for c := range m.cfg.Clusters {
		if in := &m.P.CtrlDone[c]; in.Joined() && in.Valid() {
			in.Drop()
			k.Open &^= 1 << c
			moved = true
		}
		if out := &m.P.Ctrl[c]; k.Next[c] < pixelBindings.Steps() && out.Joined() && out.Ready() {
			out.Put(pixelBindings.Step(k.Next[c], k.Slot, k.Set, m.binds(k.Slot, int(k.Set)-1)[regs.BINDBinding0Base:]))
			k.Next[c]++
			moved = true
		}
	}
	return moved, k.Open == 0
}
