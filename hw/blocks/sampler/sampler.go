// Package sampler is the texture sampler: quads come by SM_TEX, their
// texels are looked up in a cache, filtered, and go back by TEX_SM in the order of the requests.
// It serves pixels only, so all of it is below the break point.
package sampler

import (
	"fmt"
	"math/bits"

	"tilemark/hw/blocks/cache"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Config of the sampler.
type Config struct {
	Samples int          `cfg:"samples" default:"32" min:"1" max:"64" unit:"quads" doc:"Quads whose texels are looked up side by side."`
	Texels  int          `cfg:"texels" default:"4" min:"1" max:"32" unit:"texels" doc:"Texels that are looked up in a cycle."`
	Texture cache.Config `cfg:"cache"`
}

// Ports of the sampler.
type Ports struct {
	SMTex  wires.In[pipe.SampleRequest] // SM_TEX
	TexSM  wires.Out[pipe.SampleAnswer] // TEX_SM; the thread has room for what it brings
	TexReq wires.Out[pipe.MemRequest]
	TexAns wires.In[pipe.MemAnswer]
}

// State is everything that a clock edge changes.
type State struct {
	Queue  wires.Queue[sample]
	Texels cache.State
}

// Sampler is the block.
type Sampler struct {
	wires.BlockBase
	cfg      Config
	P        Ports
	S        State
	textures cache.Cache
}

// New makes an idle sampler.
func New(name string, cfg Config) *Sampler {
	b := &Sampler{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.textures.Init(cfg.Texture, &b.S.Texels, &b.P.TexReq, &b.P.TexAns)
	return b
}

// Parts implements wires.Block.
func (b *Sampler) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *Sampler) Tick(uint64) wires.Activity {
	moved := b.answer()
	moved = b.texels() || moved
	moved = b.take() || moved
	switch {
	case moved:
		return wires.Busy
	case b.S.Queue.Len() == 0:
		return b.P.SMTex.Starved()
	case b.S.Queue.Front().complete():
		return b.P.TexSM.Blocked()
	case b.S.Queue.Front().ToFetch != 0 && !b.P.TexReq.Ready():
		return b.P.TexReq.Blocked()
	}
	return b.P.TexAns.Starved()
}

// take puts a request into the queue.
func (b *Sampler) take() bool {
	if !b.P.SMTex.Valid() || b.S.Queue.Len() >= b.cfg.Samples {
		return false
	}
	e := b.P.SMTex.Head()
	p := b.S.Queue.Add()
	*p = sample{Kind: e.Kind, Slot: e.Slot, Thread: e.Thread}
	if e.Kind == pipe.Quad {
		p.start(e)
	}
	b.P.SMTex.Drop()
	return true
}

// texels takes an answer of memory and looks texels up, for the oldest quad first.
func (b *Sampler) texels() bool {
	filled, moved := b.textures.Answer()
	if filled >= 0 {
		for k := range b.S.Queue.Len() {
			b.fill(b.S.Queue.At(k), filled)
		}
	}
	for range b.cfg.Texels {
		ok, did := b.lookTexel()
		moved = moved || did
		if !ok {
			break
		}
	}
	return moved
}

// lookTexel looks the oldest texel up that is wanted.
func (b *Sampler) lookTexel() (ok, moved bool) {
	for k := range b.S.Queue.Len() {
		p := b.S.Queue.At(k)
		if p.Kind == pipe.Invalidate {
			return false, false // what follows is looked up when the old texels are gone
		}
		if p.ToFetch == 0 {
			continue
		}
		n := bits.TrailingZeros32(p.ToFetch)
		line, ok, moved := b.textures.Lookup(p.address(n), p.Slot)
		if ok {
			p.ToFetch &^= 1 << n
			p.Line[n] = uint8(line)
			p.OnLine |= 1 << n
			b.fill(p, line)
		}
		return ok, moved
	}
	return false, false
}

// fill gives a quad the texels of a line, if it has arrived.
func (b *Sampler) fill(p *sample, line int) {
	l := b.textures.Line(line)
	if l.Pending {
		return
	}
	for set := p.OnLine; set != 0; set &= set - 1 {
		n := bits.TrailingZeros32(set)
		if int(p.Line[n]) != line {
			continue
		}
		p.add(n, l.Data[p.address(n)>>2&15])
		p.Line[n] = 0
		p.OnLine &^= 1 << n
		b.textures.Done(line)
	}
}

// complete tells whether all texels are in the sums.
func (p *sample) complete() bool { return p.ToFetch == 0 && p.OnLine == 0 }

// answer sends the oldest quad's samples, or drops the cached texels of a slot.
func (b *Sampler) answer() bool {
	s := &b.S
	if s.Queue.Len() == 0 || !s.Queue.Front().complete() || !b.P.TexSM.Ready() {
		return false
	}
	p := s.Queue.Front()
	a := b.P.TexSM.Slot()
	*a = pipe.SampleAnswer{Kind: p.Kind, Slot: p.Slot, Thread: p.Thread}
	if p.Kind == pipe.Invalidate {
		b.textures.Forget(p.Slot)
	} else {
		for k := range a.Texel {
			for ch := range a.Texel[k] {
				a.Texel[k][ch] = p.component(k, ch)
			}
		}
	}
	b.P.TexSM.Push()
	s.Queue.Pop()
	return true
}

// Line prints the requests in the queue.
func (b *Sampler) Line() string { return fmt.Sprintf("SMP q%02d", b.S.Queue.Len()) }

var _ wires.Block = (*Sampler)(nil)
