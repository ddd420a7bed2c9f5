package csp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Draws without indices: every topology, small count, and place to resume at; vertex numbers that wrap at 2^32.
func TestEveryShortDrawWithoutIndices(t *testing.T) {
	for topology := range uint32(3) {
		for count := range uint32(8) {
			for _, first := range []uint32{0, 1, 0xfffffffd, 0xffffffff} {
				for instance := range uint32(2) {
					for primitive := range uint32(4) {
						c := &drawCase{
							topology: topology, count: count, instances: 2, first: first, from: pipe.Cursor{Instance: instance, Primitive: primitive},
						}
						require.Equal(t, c.wrapped(), c.draw(t, newBench(t, 4), 0), "%+v", c)
					}
				}
			}
		}
	}
}

// wrapped is what docs/commands.md says of a DRAW without indices: vertex numbers are modulo 2^32.
func (c *drawCase) wrapped() (out []drawn) {
	near := *c
	near.first = 0
	out = near.expected()
	for i := range out {
		for k := range out[i].V {
			out[i].V[k] += c.first
		}
	}
	return out
}

// Patches: left-over vertices make none, whatever is left over.
func TestEveryCountOfPatchVertices(t *testing.T) {
	for _, count := range []uint32{0, 1, 15, 16, 17, 31, 32, 33} {
		c := &drawCase{topology: regs.CSPTopologyPatchList, count: count, instances: 1, first: 0xffffffff}
		var want []drawn
		for i := range count / 16 {
			want = append(want, drawn{pipe.Patch, 0, i, 16, [3]uint32{16*i - 1}})
		}
		require.Equal(t, want, c.draw(t, newBench(t, 4), 0), "%d vertices", count)
	}
}

// Primitives of a number far from zero are counted, and find their vertices, modulo 2^32.
func TestPrimitivesOfAnyNumber(t *testing.T) {
	const all = 1<<32 - 1
	for _, count := range []uint64{0, 1, 2, 3, 4, 5, 6, 15, 16, 17, 1<<31 - 1, 1 << 31, all - 2, all - 1, all} {
		triangles := max(count, 2) - 2
		d := draw{Count: uint32(count)}
		require.Equal(t, []uint64{count / 3, triangles, triangles, count / 16}, []uint64{
			uint64(d.primitives(regs.CSPTopologyTriangleList)), uint64(d.primitives(regs.CSPTopologyTriangleStrip)),
			uint64(d.primitives(regs.CSPTopologyTriangleFan)), uint64(d.primitives(regs.CSPTopologyPatchList)),
		}, "%d vertices", count)
		d.Indexed = true
		require.EqualValues(t, count, d.primitives(regs.CSPTopologyPatchList))
	}
	for _, i := range []uint64{0, 1, 2, 3, 1<<28 - 1, 1 << 28, 1<<31 - 2, 1 << 31, 1<<31 + 1, all/3 - 1, all / 3, all - 2, all - 1} {
		d := draw{Prim: uint32(i)}
		vertices := func(v ...uint64) (out [3]uint32) {
			for k := range v {
				out[k] = uint32(v[k])
			}
			return out
		}
		strip := vertices(i, i+1, i+2)
		if i%2 != 0 {
			strip = vertices(i+1, i, i+2)
		}
		require.Equal(t, [][3]uint32{vertices(3*i, 3*i+1, 3*i+2), strip, vertices(0, i+1, i+2), vertices(16 * i)}, [][3]uint32{
			d.corners(regs.CSPTopologyTriangleList), d.corners(regs.CSPTopologyTriangleStrip), d.corners(regs.CSPTopologyTriangleFan), d.corners(regs.CSPTopologyPatchList),
		}, "primitive %d", i)
	}
}

// The stream of indices begins with the DWORD that has the first one, ends with the one that has the last, and knows which half is
// first: of every first index, count and place.
func TestStreamsHoldTheDWORDsOfTheirIndices(t *testing.T) {
	for _, wide := range []bool{false, true} {
		for _, base := range []uint32{0x1000, 0xfff_ffc0} {
			for _, from := range []uint32{0, 1, 2, 15, 16, 31, 32, 33, 0xfffe, 0xffff, 1<<24 - 1} {
				for count := uint32(1); count < 36; count++ {
					for n := range min(count, 5) {
						b := New("CSP", Config{TailWait: 4, TailPoll: 4, Ahead: 64})
						f := &b.S.Front
						f.Regs[regs.CSPIndexBase], f.Regs[regs.CSPIndexFormat] = base, 0
						size := uint64(2)
						if wide {
							f.Regs[regs.CSPIndexFormat], size = regs.CSPIndexFormatU32, 4
						}
						f.Draw = draw{First: from, Count: count, Indexed: true, Half: true}
						b.front.readIndices(n)
						begin, end := uint64(base)+size*uint64(from+n), uint64(base)+size*uint64(from+count)
						s := &f.Streams[operands]
						require.EqualValues(t, begin/4*4, s.Addr)
						require.EqualValues(t, (end+3)/4-begin/4, s.Left)
						require.Equal(t, begin%4 != 0, f.Draw.Half)
					}
				}
			}
		}
	}
}
