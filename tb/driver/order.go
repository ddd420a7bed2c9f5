package driver

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/scene"
)

// place is a buffer or a texture of the scene.
type place struct {
	texture bool
	index   int
}

// access is how a draw accesses a place, by bits (docs/memory.md).
type access uint8

const (
	readsCached  access = 1 << iota // through lines that others' writes do not change: loads, constants, texels
	writesCached                    // into lines of its cluster, which memory gets later
	readsMemory                     // {nc}
	writesMemory                    // {nc}, atomics, texels that are stored
	readsAbove                      // by the vertex stage, in whatever way

	// Of no concern to other draws.
	readsConstants // through constants: one value for all lanes
	takesAnswers   // of atomics: what was there before
)

const (
	inMemory = readsMemory | writesMemory
	writes   = writesCached | writesMemory
)

// draws are, by access, the first draw that has it.
type draws map[access]int

func (d draws) add(i int, how access) {
	for bit := readsCached; bit <= readsAbove; bit <<= 1 {
		if _, had := d[bit]; how&bit != 0 && !had {
			d[bit] = i
		}
	}
}

// first is the first draw that has one of some accesses, before a draw.
func (d draws) first(how access, before int) (i int, ok bool) {
	for bit, n := range d {
		if bit&how != 0 && n < before && (!ok || n < i) {
			i, ok = n, true
		}
	}
	return i, ok
}

// order is what draws have accessed since a flush that writes back, and before the first one.
type order struct {
	since   map[place]draws
	begin   map[place]draws
	flushed bool
}

func newOrder() order { return order{since: map[place]draws{}, begin: map[place]draws{}} }

// flush: all that was written is in memory, and no cache has anything.
func (o *order) flush() {
	clear(o.since)
	o.flushed = true
}

func (o *order) note(i int, p place, how access) {
	add := func(to map[place]draws) {
		if to[p] == nil {
			to[p] = draws{}
		}
		to[p].add(i, how)
	}
	if add(o.since); !o.flushed {
		add(o.begin)
	}
}

// clash is an access that does not see, or destroys, what a draw before it has written.
func clash(how access, by draws, before int) (writer int, ok bool) {
	if how&(readsCached|readsAbove) != 0 {
		return by.first(writes, before)
	}
	if how&inMemory != 0 {
		return by.first(writesCached, before)
	}
	return 0, false
}

// accesses are those of a kernel, by the numbers of its bindings: a draw's own texture has number 0 beside a buffer.
func accesses(k *kernel.Kernel) map[place]access {
	of := map[place]access{}
	for n := range k.Code {
		i := isa.Decode(k.Code[n].Native)
		if i.Op != isa.OpSend {
			continue
		}
		m, how := &i.Message, access(0)
		switch unit := isa.Messages[m.Code].Unit; {
		case m.Code == isa.MessageLoad && m.NonCacheable, m.Code == isa.MessageAtomic && m.Operation == isa.AtomicLoad:
			how = readsMemory
		case m.Code == isa.MessageLoad:
			how = readsCached
		case m.Code == isa.MessageConstant:
			how = readsCached | readsConstants
		case m.Code == isa.MessageStore && !m.NonCacheable:
			how = writesCached
		case m.Code == isa.MessageAtomic && m.Returns:
			how = writesMemory | takesAnswers
		case m.Code == isa.MessageStore, m.Code == isa.MessageAtomic, m.Code == isa.MessageTexelStore:
			how = writesMemory
		case unit == isa.UnitSampler && m.Code != isa.MessageDimensions:
			how = readsCached
		}
		of[place{isa.Messages[m.Code].Unit == isa.UnitSampler, int(m.Binding)}] |= how
	}
	return of
}

// storesTexels tells whether a kernel writes to a texture.
func storesTexels(k *kernel.Kernel) bool {
	return slices.ContainsFunc(k.Code, func(c kernel.Instruction) bool {
		i := isa.Decode(c.Native)
		return i.Op == isa.OpSend && i.Message.Code == isa.MessageTexelStore
	})
}

// bound is what a draw accesses through a list of bindings; own: its texture has number 0, if nothing else has.
func bound(how map[place]access, list *scene.Bindings, own int) map[place]access {
	of := map[place]access{}
	for _, e := range list.Buffers {
		of[place{index: e.Index}] |= how[place{index: e.Number}]
	}
	named := false
	for _, e := range list.Textures {
		of[place{true, e.Index}] |= how[place{true, e.Number}]
		named = named || e.Number == 0
	}
	if own >= 0 && !named {
		of[place{true, own}] |= how[place{texture: true}]
	}
	return of
}

// ordered refuses a draw whose kernels do not see, or destroy, what pixel kernels of draws before it have written without a flush between. Above the break point
// what pixel kernels of the draw itself write counts, too.
func (b *builder) ordered(i int, d *scene.Draw, pixel *kernel.Kernel) error {
	o := &b.order
	below := bound(accesses(pixel), &d.Programs.Below, d.Texture)
	for _, p := range slices.SortedFunc(maps.Keys(below), comparePlaces) {
		how := below[p]
		if by, ok := clash(how, o.since[p], i); ok {
			return b.unflushed(i, p, by, how)
		}
		if how&readsConstants != 0 && how&writes != 0 {
			return fmt.Errorf("draw %d: pixel kernel %s reads constants of %s and writes it; constants that the draw's pixels do not write were expected", i, pixel.Name, b.name(p))
		}
		b.noteOrder(i, p, how, pixel)
	}
	for p, how := range below {
		o.note(i, p, how)
	}
	var above []place
	for _, e := range d.Programs.Above.Buffers {
		above = append(above, place{index: e.Index})
	}
	for _, e := range d.Programs.Above.Textures {
		above = append(above, place{true, e.Index})
	}
	for _, p := range above {
		if by, ok := clash(readsAbove, o.since[p], i+1); ok {
			return b.unflushed(i, p, by, readsAbove)
		}
		o.note(i, p, readsAbove)
	}
	return nil
}

// noteOrder notes the first draw whose results may depend on an order that is not given: of its own pixels, or of its stores and those of a draw before it.
func (b *builder) noteOrder(i int, p place, how access, pixel *kernel.Kernel) {
	if b.c.Unordered != "" || how&writes == 0 {
		return
	}
	if how&(readsCached|readsMemory|takesAnswers) != 0 {
		b.c.Unordered = fmt.Sprintf("draw %d: pixel kernel %s reads %s and writes it", i, pixel.Name, b.name(p))
		return
	}
	if by, ok := b.order.since[p].first(writes, i); ok && how&writesCached != 0 {
		b.c.Unordered = fmt.Sprintf("draw %d: pixel kernel %s writes %s, as that of draw %d does, and no flush that writes back is between", i, pixel.Name, b.name(p), by)
	}
}

func comparePlaces(a, b place) int {
	switch {
	case a.texture == b.texture:
		return cmp.Compare(a.index, b.index)
	case b.texture:
		return -1
	}
	return 1
}

// name names a place in messages.
func (b *builder) name(p place) string {
	if p.texture {
		return fmt.Sprintf("texture %q", b.s.Textures[p.index].Name)
	}
	return fmt.Sprintf("buffer %q", b.s.Buffers[p.index].Name)
}

// unflushed is that refusal.
func (b *builder) unflushed(i int, p place, by int, how access) error {
	who := "pixel kernel accesses in memory"
	switch {
	case how&readsAbove != 0:
		who = "vertex stage binds"
	case how&readsCached != 0:
		who = "pixel kernel reads"
	}
	return fmt.Errorf("draw %d: the %s %s, which the pixel kernel of draw %d writes; a flush that writes back between, or what no pixel kernel has written, was expected", i, who, b.name(p), by)
}

// repeatedBuffers looks for the same where a ring names its DMA buffers again: its first draws come after the last ones.
func (b *builder) repeatedBuffers() {
	o := &b.order
	if b.o.Repeat <= 1 || b.err != nil {
		return
	}
	for _, p := range slices.SortedFunc(maps.Keys(o.begin), comparePlaces) {
		first, since := o.begin[p], o.since[p]
		for _, how := range []access{readsAbove, readsCached, readsMemory, writesMemory} {
			i, has := first.first(how, mostDraws)
			if by, ok := clash(how, since, mostDraws); has && ok {
				b.err = b.unflushed(i, p, by, how)
				return
			}
		}
	}
}

// mostDraws is more than any draw's number.
const mostDraws = int(^uint(0) >> 1)
