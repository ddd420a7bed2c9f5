package cluster

import (
	"fmt"

	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Texture is a texture of a program. Where it lies in memory the bench says, in its descriptor.
type Texture struct {
	Number int // binding
	Words  [texture.TextureWords]uint32
	Data   []byte
}

// texels is what the simulator has of a sampler: its texture cache for each context, and the messages that are in its entries.
type texels struct {
	caches   [pipe.Slots]*texture.Cache
	messages [pipe.Sides][]*outstanding
}

// joinTexelsAlone joins the sampler's connections of a multiprocessor alone.
func (b *Bench) joinTexelsAlone(j *joiner) {
	p, q := &b.around.P, &b.SMs[0].P
	for side, name := range sides {
		join(j, "SM_TEX_"+name, wires.Below, &q.SMTex[side], &p.SMTex[side])
	}
	join(j, "TEX_SM", wires.Answer, &p.TexSM, &q.TexSM)
}

// watchSampler observes the sampler of a cluster.
func (b *Bench) watchSampler() {
	u := &b.TEX.P
	for side := range sides {
		b.texels.messages[side] = make([]*outstanding, b.cfg.TEX.Entries)
	}
	if b.around.sampled = func(*pipe.MemRequest) {}; b.cfg.Quiet {
		return
	}
	b.around.sampled = b.sampled
	u.Took.Watch(func(t *sampler.Took) { b.texels.messages[t.Side][t.Entry] = b.oldest(int(t.SM), t.Head) })
	u.Answered.Watch(b.sampleAnswered)
	u.Lines.Watch(b.textureLine)
	u.Texels.Watch(b.tookTexels)
}

// loadTextures puts a program's textures into memory, and has their descriptors go to the sampler.
func (b *Bench) loadTextures(p *Program) error {
	v := &b.spaces[p.Slot]
	p.unit = texture.Unit{Image: v.image, Samplers: p.Samplers}
	for n := range p.Textures {
		t := &p.Textures[n]
		at := uint32(0)
		if s := p.Shares; s != nil && n < len(s.Textures) {
			at, t.Data = s.Textures[n].Words[0], s.Textures[n].Data
		} else {
			v.used = (v.used + 63) &^ 63
			if at = uint32(bindingsAt + v.used); int(at)+len(t.Data) > scratchAt {
				return fmt.Errorf("bindings of more than %d bytes", scratchAt-bindingsAt)
			}
			copy(v.image[at:], t.Data)
			v.used += len(t.Data)
		}
		t.Words[0], t.Words[1] = at, min(t.Words[1], uint32(len(t.Data)))
		for len(p.unit.Textures) <= t.Number {
			p.unit.Textures = append(p.unit.Textures, [texture.TextureWords]uint32{})
		}
		p.unit.Textures[t.Number] = t.Words
		b.around.bind(pipe.Control{Kind: pipe.ControlTexture, Slot: p.Slot, Set: uint8(p.set), Number: uint8(t.Number), Words: t.Words})
	}
	for n, w := range p.Samplers {
		d := pipe.Control{Kind: pipe.ControlSampler, Slot: p.Slot, Set: uint8(p.set), Number: uint8(n)}
		copy(d.Words[:], w[:])
		b.around.bind(d)
	}
	return nil
}

// texelsComing tells whether lines are on their way to the sampler: also those of messages that have ended, since a page was missing.
func (b *Bench) texelsComing() bool {
	for side := range sides {
		if len(b.around.memory[mxu.ClusterClient(0, mxu.ClusterSampler, side)].reads) > 0 || b.TEX.P.TexReq[side].Tap().Len() > 0 || b.TEX.P.TexAns[side].Len() > 0 {
			return true
		}
	}
	return false
}

// listOf is where messages with a code wait that have not come out of the multiprocessor.
func (r *resident) listOf(code uint8) *[]*outstanding {
	if isa.Messages[code].Unit == isa.UnitSampler {
		return &r.toTex
	}
	return &r.sent
}

// send notes a message that the multiprocessor has issued.
func (r *resident) send(o *outstanding, c *texture.Cache) {
	if o.sent != nil && o.sent.Request() != nil {
		o.unit, o.texels = &r.unit, r.unit.Begin(o.sent.Request(), c)
	}
	list := r.listOf(o.head.Code)
	*list = append(*list, o)
}

// textureLine has a line come into the simulator's texture cache, or go.
func (b *Bench) textureLine(e *sampler.LineEvent) {
	if e.Kind == sampler.Filled {
		b.texels.caches[e.Slot].Fill(e.Miss, e.Number)
	} else {
		b.texels.caches[e.Slot].Drop(e.Number)
	}
}

// tookTexels has a lane of the simulator's message read texels, from a line of its texture cache or from one that has come.
func (b *Bench) tookTexels(e *sampler.TexelEvent) {
	o := b.texels.messages[e.Side][e.Entry]
	c := b.texels.caches[o.head.Slot]
	l := c.Here(e.Number)
	if e.Miss >= 0 {
		l = c.Arrived(e.Miss)
	}
	if o.texels == nil { // a message that nobody has sent
		return
	}
	if err := o.texels.Take(int(o.head.First)+e.Lane, e.Level, e.Texels, e.Number, l); err != nil {
		b.fail(o.sm, o.head.Thread, o.pc, "%v", err)
	}
}

// sampled has the simulator's memory do what memory does for the sampler.
func (b *Bench) sampled(r *pipe.MemRequest) {
	c, line := b.texels.caches[r.Slot], r.Addr/pipe.LineBytes
	if r.Op == pipe.Read || r.Op == pipe.ReadAbove {
		c.Read(int(r.Tag), line)
		return
	}
	side, entry, quad := b.TEX.WriteOf(r)
	o := b.texels.messages[side][entry]
	if c.Here(line) != nil {
		b.fail(o.sm, o.head.Thread, o.pc, "texels of line %#x are written, and it is in the texture cache", line)
	}
	bytes, err := o.texels.Store(0xf<<(int(o.head.First)+4*quad), line)
	switch {
	case err != nil:
		b.fail(o.sm, o.head.Thread, o.pc, "%v", err)
	case bytes != r.Mask:
		b.fail(o.sm, o.head.Thread, o.pc, "bytes %#x of line %#x are written, expected %#x", r.Mask, line, bytes)
	}
}

// sampleAnswered has the simulator's thread get the answer.
func (b *Bench) sampleAnswered(t *sampler.Took) {
	o := b.texels.messages[t.Side][t.Entry]
	if t.Missing {
		b.missed(t.Side, o)
		return
	}
	if b.err != nil || o.texels == nil {
		return
	}
	err := o.texels.Finish()
	if err == nil {
		err = o.sent.Answer()
	}
	if err != nil {
		b.fail(int(t.SM), o.head.Thread, o.pc, "%v", err)
	}
}

// sampleAlone does a message to the sampler of a multiprocessor alone.
func (s *surround) sampleAlone(o *outstanding) {
	if err := o.unit.Sample(o.sent.Request()); err != nil {
		panic(err) // it has no errors
	}
}

// answersOf is where the answer of a message waits.
func (s *surround) answersOf(code uint8) *[]pipe.MessageAnswer {
	if isa.Messages[code].Unit == isa.UnitSampler {
		return &s.texels
	}
	return &s.answers
}
