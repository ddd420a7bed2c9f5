package mxu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// What a pixel kernel can bind: buffers or constants, textures, samplers, and how many registers of BIND each takes.
const (
	buffers      = 8
	textures     = 8
	samplers     = 4
	textureWords = 5
	samplerWords = 3
	boundAreas   = 1 + buffers + textures
	bindSteps    = buffers + textures + samplers + 1
)

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
		at := regs.BINDBinding0Base + 2*n
		a = append(a, bytes(r[at], r[at+1]))
	}
	for n := range textures {
		at := regs.BINDTexture0Base + textureWords*n
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
		if out := &m.P.Ctrl[c]; k.Next[c] < bindSteps && out.Joined() && out.Ready() {
			out.Put(m.bindStep(k, k.Next[c]))
			k.Next[c]++
			moved = true
		}
	}
	return moved, k.Open == 0
}

// bindStep is a step of what a cluster is sent.
func (m *MXU) bindStep(k *binding, n uint8) pipe.Control {
	r := m.binds(k.Slot, int(k.Set)-1)
	c := pipe.Control{Slot: k.Slot, Set: k.Set}
	switch {
	case n < buffers:
		c.Kind, c.Number = pipe.ControlBuffer, n
		copy(c.Words[:2], r[regs.BINDBinding0Base+2*int(n):])
	case n < buffers+textures:
		c.Kind, c.Number = pipe.ControlTexture, n-buffers
		copy(c.Words[:textureWords], r[regs.BINDTexture0Base+textureWords*int(c.Number):])
	case n < buffers+textures+samplers:
		c.Kind, c.Number = pipe.ControlSampler, n-buffers-textures
		copy(c.Words[:samplerWords], r[regs.BINDSampler0Mode+samplerWords*int(c.Number):])
	default:
		c.Kind = pipe.ControlSet
	}
	return c
}
