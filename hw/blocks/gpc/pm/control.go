package pm

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Sources of controls.
const (
	FromEUP = iota // the dispatcher
	FromMXU
	controlSources
)

// control is the control of a source that is being executed: one that is answered.
type control struct {
	Busy bool
	Done uint8 // units that have answered
}

// units is how many units answer a control.
func units(k pipe.ControlKind) uint8 {
	if k == pipe.ControlSet {
		return 2 // load/store unit and sampler
	}
	return 1
}

// control executes the controls of a source.
func (b *PM) control(source int) bool {
	in, c := &b.P.Ctrl[source], &b.S.Controls[source]
	if !in.Joined() || !in.Valid() {
		return false
	}
	e, out := in.Head(), &b.P.CtrlDone[source]
	switch {
	case !c.Busy:
		if !b.tell(e, uint8(source)) {
			return false
		}
		if c.Busy = e.Kind.Answered(); !c.Busy {
			in.Drop()
		}
	case c.Done < units(e.Kind) || !out.Ready():
		return false
	default:
		out.Put(pipe.ControlDone{Kind: e.Kind, Slot: e.Slot, Set: e.Set})
		*c = control{}
		in.Drop()
	}
	return true
}

// tell passes a control on to the unit that it concerns.
func (b *PM) tell(e *pipe.Control, source uint8) bool {
	p := &b.P
	switch e.Kind {
	case pipe.ControlBuffer, pipe.ControlScratch, pipe.ControlContext:
		if !p.PMLSU.Ready() {
			return false
		}
		p.PMLSU.Put(pipe.Descriptor{
			Slot: e.Slot, Set: e.Set, Binding: e.Number, Scratch: e.Kind == pipe.ControlScratch, Context: e.Kind == pipe.ControlContext, Addr: e.Words[0], Bytes: e.Words[1],
		})
	case pipe.ControlTexture, pipe.ControlSampler:
		if !p.PMTex.Ready() {
			return false
		}
		p.PMTex.Put(pipe.TextureDescriptor{Slot: e.Slot, Set: e.Set, Number: e.Number, Sampler: e.Kind == pipe.ControlSampler, Words: e.Words})
	case pipe.ControlSet:
		if !p.PMLSU.Ready() || !p.PMTex.Ready() {
			return false
		}
		p.PMLSU.Put(pipe.Descriptor{Slot: e.Slot, Set: e.Set, Last: true, Source: source})
		p.PMTex.Put(pipe.TextureDescriptor{Slot: e.Slot, Set: e.Set, Last: true, Source: source})
	case pipe.ControlTexels:
		if !p.PMDrop.Ready() {
			return false
		}
		p.PMDrop.Put(pipe.CacheCommand{Op: pipe.CacheDrop, Slot: e.Slot, Source: source})
	default:
		if !p.PML15.Ready() {
			return false
		}
		p.PML15.Put(pipe.CacheCommand{Op: pipe.CacheClean + pipe.CacheCommandOp(e.Kind-pipe.ControlClean), Slot: e.Slot, Source: source})
	}
	return true
}

// takeDone takes what units have done.
func (b *PM) takeDone() (moved bool) {
	for _, in := range [...]*wires.In[pipe.UnitDone]{&b.P.LSUPM, &b.P.TexPM, &b.P.L15PM, &b.P.DropPM} {
		if in.Valid() {
			b.S.Controls[in.Take().Source].Done++
			moved = true
		}
	}
	return moved
}
