package pm

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Sources of controls.
const (
	FromEUP = iota // the dispatcher
	FromMXU
	ControlSources
)

// execution is the control of a source that is being executed: one that is answered.
type execution struct {
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

// controls executes the controls of both sources, in turn.
func (b *PM) controls() (moved bool) {
	last := b.S.Turn
	for n := range ControlSources {
		if source := (int(last) + 1 + n) % ControlSources; b.control(source) {
			b.S.Turn, moved = uint8(source), true
		}
	}
	return moved
}

// controlWaits says what the control at the head of a source waits for.
func (b *PM) controlWaits(source int) wires.Activity {
	p, c, kind := &b.P, &b.S.Controls[source], b.P.Ctrl[source].Head().Kind
	switch {
	case c.Busy && c.Done == units(kind):
		return p.CtrlDone[source].Blocked()
	case c.Busy && kind == pipe.ControlSet:
		return p.LSUPM.Starved()
	case c.Busy && kind == pipe.ControlTexels:
		return p.DropPM.Starved()
	case c.Busy:
		return p.L15PM.Starved()
	case kind == pipe.ControlTexture, kind == pipe.ControlSampler, kind == pipe.ControlSet && p.PMLSU.Ready():
		return p.PMTex.Blocked()
	case kind <= pipe.ControlSet:
		return p.PMLSU.Blocked()
	case kind == pipe.ControlTexels:
		return p.PMDrop.Blocked()
	}
	return p.PML15.Blocked()
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
		if !b.pass(e, uint8(source)) {
			return false
		}
		if c.Busy = e.Kind.Answered(); !c.Busy {
			in.Drop()
		}
	case c.Done < units(e.Kind) || !out.Ready():
		return false
	default:
		out.Put(pipe.ControlDone{Kind: e.Kind, Slot: e.Slot, Set: e.Set})
		*c = execution{}
		in.Drop()
	}
	return true
}

// lineOps are what controls have L1.5 do.
var lineOps = [...]pipe.CacheCommandOp{pipe.ControlClean: pipe.CacheClean, pipe.ControlDrop: pipe.CacheDrop, pipe.ControlForget: pipe.CacheForget, pipe.ControlRefresh: pipe.CacheRefresh, pipe.ControlState: pipe.CacheState}

// pass passes a control on to the unit that it concerns.
func (b *PM) pass(e *pipe.Control, source uint8) bool {
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
	case pipe.ControlClean, pipe.ControlDrop, pipe.ControlForget, pipe.ControlRefresh, pipe.ControlState:
		if !p.PML15.Ready() {
			return false
		}
		c := pipe.CacheCommand{Op: lineOps[e.Kind], Slot: e.Slot, Source: source}
		switch e.Kind {
		case pipe.ControlForget:
			c.Stages = e.Number
		case pipe.ControlState:
			c.Stage, c.Version, c.Words = e.Set, e.Number, e.Words
		}
		p.PML15.Put(c)
	default:
		b.Break("connection", "a control of kind %d", e.Kind)
	}
	return true
}

// takeDone takes what units have done.
func (b *PM) takeDone() (moved bool) {
	for _, in := range [...]*wires.In[pipe.UnitDone]{&b.P.LSUPM, &b.P.TexPM, &b.P.L15PM, &b.P.DropPM} {
		if in.Valid() {
			e := in.Take()
			c := &b.S.Controls[e.Source]
			if ctrl := &b.P.Ctrl[e.Source]; !c.Busy || c.Done == units(ctrl.Head().Kind) || ctrl.Head().Slot != e.Slot {
				b.Break("connection", "a unit has done for slot %d what source %d has not asked for", e.Slot, e.Source)
			}
			c.Done++
			moved = true
		}
	}
	return moved
}
