package directed

import (
	"reflect"
	"slices"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
)

// layOut lays the vector's contexts out in memory. What contexts share lies in the memory of its
// owner, or where there are page tables in common memory after all; so it is done again until all
// is where the others have taken it to be.
func (v *Vector) layOut() (im *driver.Image, scenes []*scene.Scene, err error) {
	for i := range v.Contexts {
		s, err := v.Contexts[i].Scene.load()
		if err != nil {
			return nil, nil, err
		}
		scenes = append(scenes, s)
	}
	if err := v.checkModels(scenes); err != nil {
		return nil, nil, err
	}
	var was *driver.Image
	for {
		if im, err = v.layOutAs(was, scenes); err != nil {
			return nil, nil, err
		}
		if !v.shares() || was != nil && im.Common == was.Common && reflect.DeepEqual(im.Contexts, was.Contexts) {
			return im, scenes, im.Close()
		}
		was = im
	}
}

// layOutAs lays the contexts out, which take what they share to be where it was before; nil: they
// share nothing yet.
func (v *Vector) layOutAs(was *driver.Image, scenes []*scene.Scene) (*driver.Image, error) {
	im := &driver.Image{}
	switch {
	case !v.shares() || v.Paging == nil:
	case was == nil:
		im.Common = driver.Limit / 2
	default:
		im.Common = uint32(len(was.Bytes)+commonEdge-1) / commonEdge * commonEdge
	}
	for i := range v.Contexts {
		c := &v.Contexts[i]
		x, err := im.Add(scenes[i], v.options(i, was))
		if err != nil {
			return nil, err
		}
		if c.Empty {
			im.SetTail(x, uint32(c.RingStart))
		}
	}
	return im, v.join(im)
}

// commonEdge is what common memory is aligned to, in bytes: 64 pages, so that page numbers that a
// context uses there differ from its others in high bits only.
const commonEdge = 64 * pageBytes

// options are the driver's for a context.
func (v *Vector) options(i int, was *driver.Image) driver.Options {
	c := &v.Contexts[i]
	o := driver.Options{
		Width: v.Size[0], Height: v.Size[1], DrawsPerBuffer: c.DrawsPerBuffer, RingSize: c.RingSize, RingStart: c.RingStart,
		RingFence: c.RingFence || v.awaited(i) && !c.DrawFences, RingFlush: c.RingFlush, Wait: c.Wait || c.WaitsFor != nil, WaitEach: c.InTurnWith != nil, Residue: c.Residue, Access: c.Access,
		FenceFirst: c.FenceFirst, Packing: c.Packing.driver(), NoInterrupt: c.Never, Repeat: c.Repeat,
		WideIndices: c.WideIndices, BufferAt: c.BufferAt, Pages: v.Paging != nil, Patch: v.Patch,
		Lends: driver.Parts{Surfaces: v.lends(i, surfacesOf), Models: v.lends(i, modelsOf), Fences: v.awaited(i)},
	}
	cfg := hw.DefaultConfig()
	if v.Configure(&cfg) == nil { // an error of its is told where the machine is built
		o.Threads, o.ScratchBytes = cfg.HardwareThreads(), cfg.GPC.LSU.ScratchBytes()
	}
	if p := v.Paging; p != nil && p.Same {
		o.At, o.HeaderAt = pageBytes, i*pipe.LineBytes
	}
	if was != nil && c.SurfacesOf != nil {
		o.Surfaces = &was.Contexts[*c.SurfacesOf]
	}
	if was != nil && c.ModelsOf != nil {
		o.Models = &was.Contexts[*c.ModelsOf]
	}
	return o
}

func surfacesOf(c *Context) *int { return c.SurfacesOf }
func modelsOf(c *Context) *int   { return c.ModelsOf }

// lends tells whether another context uses something of this one.
func (v *Vector) lends(context int, what func(*Context) *int) bool {
	return slices.ContainsFunc(v.Contexts, func(c Context) bool { owner := what(&c); return owner != nil && *owner == context })
}

// shares tells whether contexts share memory that must be found first. Without page tables each
// finds the fences of others where they are.
func (v *Vector) shares() bool {
	for i := range v.Contexts {
		if v.lends(i, surfacesOf) || v.lends(i, modelsOf) || v.Paging != nil && v.awaited(i) {
			return true
		}
	}
	return false
}

// borrows tells whether a context uses something of another one.
func (v *Vector) borrows() bool {
	return slices.ContainsFunc(v.Contexts, func(c Context) bool { return c.SurfacesOf != nil || c.ModelsOf != nil })
}

// checkShares looks for things that cannot be lent, and surfaces that contexts draw into in no order.
func (v *Vector) checkShares(context int) error {
	c := &v.Contexts[context]
	for _, s := range []struct {
		key string
		of  func(*Context) *int
	}{{"surfaces_of", surfacesOf}, {"models_of", modelsOf}} {
		owner := s.of(c)
		if owner == nil {
			continue
		}
		if *owner < 0 || *owner >= len(v.Contexts) || *owner == context || s.of(&v.Contexts[*owner]) != nil {
			return c.Wrong(s.key, "%s %d; the number of another context, which uses its own, was expected", s.key, *owner)
		}
	}
	return v.checkOrder(context, "surfaces_of", surfacesOf)
}

// checkOrder demands that fences order what contexts write that use the same thing.
func (v *Vector) checkOrder(context int, key string, of func(*Context) *int) error {
	owner := of(&v.Contexts[context])
	if owner == nil {
		return nil
	}
	for other := range v.Contexts {
		user := of(&v.Contexts[other])
		if other == context || other != *owner && (user == nil || *user != *owner) || v.ordered(context, other) {
			continue
		}
		return v.Contexts[context].Wrong(key, "%s %d, and no fence says whether context %d or %d is first; waits_for or in_turn_with between them was expected", key, *owner, context, other)
	}
	return nil
}

// ordered tells whether fences order the work of two contexts.
func (v *Vector) ordered(a, b int) bool {
	turns := func(a, b int) bool { at := v.Contexts[a].InTurnWith; return at != nil && *at == b }
	return turns(a, b) && turns(b, a) || v.waits(a, b) || v.waits(b, a)
}

// waits tells whether a context waits, perhaps by way of others, for the end of another one.
func (v *Vector) waits(context, other int) bool {
	at := v.Contexts[context].WaitsFor
	for range v.Contexts {
		if at == nil || *at == other {
			break
		}
		at = v.Contexts[*at].WaitsFor
	}
	return at != nil && *at == other && !v.deadlock(context)
}

// checkModels looks for contexts that use the models of another scene, or textures that others
// write in no order.
func (v *Vector) checkModels(scenes []*scene.Scene) error {
	for i := range v.Contexts {
		c := &v.Contexts[i]
		if c.ModelsOf == nil {
			continue
		}
		own, lent := scenes[i], scenes[*c.ModelsOf]
		if !reflect.DeepEqual(own.Meshes, lent.Meshes) || !reflect.DeepEqual(own.Textures, lent.Textures) {
			return c.Wrong("models_of", "context %d: models_of %d; a scene with the same meshes and textures was expected", i, *c.ModelsOf)
		}
		if c.WideIndices != v.Contexts[*c.ModelsOf].WideIndices {
			return c.Wrong("models_of", "context %d: models_of %d; the same wide_indices were expected", i, *c.ModelsOf)
		}
		for k := range v.Contexts {
			writes := driver.WritesTextures(scenes[k]) && (k == *c.ModelsOf || v.Contexts[k].ModelsOf != nil && *v.Contexts[k].ModelsOf == *c.ModelsOf)
			if writes {
				return v.checkOrder(i, "models_of", modelsOf)
			}
		}
	}
	return nil
}
