package golden

import "tilemark/hw/regs"

// patchVertices is the number of control records of a patch.
const patchVertices = 16

// assembly forms the primitives of a draw from its vertices (docs/commands.md, DRAW).
type assembly struct {
	topology uint32
	count    uint32 // vertices; of an indexed draw of patches: patches
	indexed  bool
	restart  bool        // indices of all ones restart
	cut      []primitive // with restart: all primitives
}

// primitive is one primitive of a draw with restart.
type primitive struct {
	corners [3]uint32
	anew    bool   // the first of its list, strip or fan
	number  uint32 // in it
}

func newAssembly(r *registers, count uint32, indexed bool) assembly {
	const block = regs.BlockCSP
	topology := field(r.word(block, regs.CSPTopology), regs.CSPTopologyShift, regs.CSPTopologyMask)
	restart := flag(r.word(block, regs.CSPIndexFormat), regs.CSPIndexFormatRestartShift)
	return assembly{
		topology: topology, count: count, indexed: indexed,
		restart: restart && indexed && topology != regs.CSPTopologyPatchList,
	}
}

// primitives is the number of primitives of an instance.
func (a *assembly) primitives() uint32 {
	switch {
	case a.restart:
		return uint32(len(a.cut))
	case a.topology == regs.CSPTopologyTriangleList:
		return a.count / 3
	case a.topology != regs.CSPTopologyPatchList:
		return max(a.count, 2) - 2
	case a.indexed:
		return a.count
	}
	return a.count / patchVertices
}

// corners lists the vertices of a primitive that is no patch, by their numbers in the
// draw.
func (a *assembly) corners(primitive uint32) [3]uint32 {
	if a.restart {
		return a.cut[primitive].corners
	}
	return cornersOf(a.topology, primitive)
}

// provoking is the corner of a primitive whose flat attributes it has: vertex i of primitive i of a strip, i + 1 of a fan, the first of a list.
func (a *assembly) provoking(primitive uint32) int {
	if a.restart {
		primitive = a.cut[primitive].number
	}
	switch {
	case a.topology == regs.CSPTopologyTriangleFan:
		return 1
	case a.topology == regs.CSPTopologyTriangleStrip:
		return int(primitive % 2)
	}
	return 0
}

// cornersOf lists the vertices of primitive i of a list, strip or fan that begins at 0.
func cornersOf(topology, i uint32) [3]uint32 {
	switch {
	case topology == regs.CSPTopologyTriangleFan:
		return [3]uint32{0, i + 1, i + 2}
	case topology == regs.CSPTopologyTriangleStrip && i%2 == 0:
		return [3]uint32{i, i + 1, i + 2}
	case topology == regs.CSPTopologyTriangleStrip:
		return [3]uint32{i + 1, i, i + 2}
	}
	return [3]uint32{3 * i, 3*i + 1, 3*i + 2}
}

// walk reads all indices and finds the primitives between restarts.
func (a *assembly) walk(s *vertexSource) error {
	if !a.restart {
		return nil
	}
	begin := uint32(0)
	for k := range a.count {
		index, err := s.index(k)
		if err != nil {
			return err
		}
		if index == s.restartIndex() {
			a.piece(begin, k)
			begin = k + 1
		}
	}
	a.piece(begin, a.count)
	return nil
}

// piece adds the primitives of the vertices from begin to below end.
func (a *assembly) piece(begin, end uint32) {
	part := assembly{topology: a.topology, count: end - begin}
	for i := range part.primitives() {
		c := cornersOf(a.topology, i)
		for k := range c {
			c[k] += begin
		}
		a.cut = append(a.cut, primitive{c, i == 0, i})
	}
}
