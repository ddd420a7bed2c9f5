package wgsl

import (
	"slices"

	"github.com/gogpu/naga/ir"
)

// Compute executes the workgroups of a dispatch, x first, then y, then z; invocations in ascending order of their local index as far as they do not wait for
// each other. Without a name it is the module's only compute shader.
func (p *Program) Compute(name string, groups [3]uint32, r *Resources) (err error) {
	defer caught(&err)
	e := p.entry(name, ir.StageCompute)
	n := p.run(r)
	count := groups[0] * groups[1] * groups[2]
	for k := range count {
		if r.Reverse {
			k = count - 1 - k
		}
		p.workgroup(n, e, groups, [3]uint32{k % groups[0], k / groups[0] % groups[1], k / groups[0] / groups[1]})
	}
	return nil
}

// workgroup executes the invocations of a workgroup, whose memory is 0 at first.
func (p *Program) workgroup(n *run, e *entry, groups, id [3]uint32) {
	globals := append([]place{}, n.globals...)
	for k := range globals {
		if v := &globals[k]; p.module.GlobalVariables[k].Space == ir.SpaceWorkGroup {
			v.words = make([]uint32, v.typ.words)
		}
	}
	lanes := make([]*lane, e.group[0]*e.group[1]*e.group[2])
	for k := range lanes {
		lanes[k] = p.lane(n, globals)
		lanes[k].number = k
	}
	if n.Reverse {
		slices.Reverse(lanes)
	}
	body := func(l *lane) {
		i := invocation{groups: groups, size: e.group, id: id, index: uint32(l.number)}
		l.start(e, i.input, nil)
	}
	if e.gathers {
		together(lanes, body, func() {})
		return
	}
	for _, l := range lanes {
		body(l)
	}
}

// invocation is where in a dispatch an invocation is.
type invocation struct {
	groups, size, id [3]uint32
	index            uint32 // in the workgroup
}

func (i *invocation) local() [3]uint32 {
	return [3]uint32{i.index % i.size[0], i.index / i.size[0] % i.size[1], i.index / i.size[0] / i.size[1]}
}

func (i *invocation) global() (g [3]uint32) {
	for d, l := range i.local() {
		g[d] = i.id[d]*i.size[d] + l
	}
	return g
}

func (i *invocation) input(b ir.Binding, _ *typ) []uint32 {
	if in, ok := b.(ir.BuiltinBinding); ok {
		switch in.Builtin {
		case ir.BuiltinLocalInvocationID:
			return list(i.local())
		case ir.BuiltinLocalInvocationIndex:
			return []uint32{i.index}
		case ir.BuiltinGlobalInvocationID:
			return list(i.global())
		case ir.BuiltinWorkGroupID:
			return list(i.id)
		case ir.BuiltinNumWorkGroups:
			return list(i.groups)
		}
	}
	fail("input %+v of a compute shader", b)
	return nil
}

func list(v [3]uint32) []uint32 { return v[:] }
