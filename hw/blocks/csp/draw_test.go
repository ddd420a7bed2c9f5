package csp

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// drawn is a primitive in VERTEX.
type drawn struct {
	Kind                          pipe.Kind
	Instance, Primitive, Consumed uint32
	V                             [3]uint32
}

// drawCase is a DRAW with the state and memory that it reads.
type drawCase struct {
	topology, count, instances, first, base uint32
	indexed, wide, restart                  bool
	indices                                 []uint32 // from index number 0 on
	from                                    pipe.Cursor
}

const indexBase = 0x10000

// draw executes a DRAW and returns what comes before its end.
func (c *drawCase) draw(t require.TestingT, k *bench, wait int) (out []drawn) {
	f := &k.b.S.Front
	f.Regs.Reset()
	f.Regs[regs.CSPTopology], f.Regs[regs.CSPIndexBase], f.Regs[regs.CSPBaseVertex] = c.topology, indexBase, c.base
	format := uint32(0)
	for i, v := range c.indices {
		if c.wide {
			k.memory[indexBase+4*uint32(i)] = v
		} else {
			k.memory[indexBase+uint32(i)/2*4] |= v & 0xffff << (16 * (i & 1))
		}
	}
	if c.wide {
		format |= 1
	}
	if c.restart {
		format |= 2
	}
	f.Regs[regs.CSPIndexFormat] = format
	flags := uint32(0)
	if c.indexed {
		flags = 1
	}
	f.Words = [5]uint32{regs.CommandDrawHeader, c.count, c.instances, c.first, flags}
	c.onlyItsIndices(t, k)
	k.execute()
	f.Resume, f.Resuming = c.from, true
	for n := 0; ; n++ {
		require.Less(t, n, 20000, "the draw does not end")
		k.vertex.Shut = wait > 0 && n%wait != 0
		k.run(1)
		for i := range k.vertex.Got {
			e := &k.vertex.Got[i]
			if e.Kind == pipe.EndDraw {
				require.Equal(t, draw{}, f.Draw)
				return out
			}
			out = append(out, drawn{e.Kind, e.At.Instance, e.At.Primitive, e.Assembly().Vertices, e.V})
		}
		k.vertex.Got = nil
	}
}

// onlyItsIndices has each fetch of indices be of DWORDs that hold indices of the draw: what stands after them may be a page that nobody has.
func (c *drawCase) onlyItsIndices(t require.TestingT, k *bench) {
	size := uint32(2)
	if c.wide {
		size = 4
	}
	from, to := indexBase+c.first*size&^3, indexBase+((c.first+c.count)*size+3)&^3
	k.b.P.CSPDMA.Tap().OnPut(func(_ uint64, f *pipe.Fetch) {
		if f.Stream == operands && f.Addr >= indexBase {
			require.LessOrEqual(t, from, f.Addr)
			require.LessOrEqual(t, f.Addr+4*uint32(f.DWords), to)
		}
	})
}

// execute has the command in Words executed; a WAIT follows it.
func (k *bench) execute() {
	f := &k.b.S.Front
	const buffer = 0x7000
	k.memory[buffer], k.memory[buffer+4], k.memory[buffer+8] = regs.CommandWaitHeader, flag, 1
	f.Buffer, f.Length, f.Next, f.Have, f.Phase = buffer, 100, 5, 5, Execute
	f.Streams[commands].start(buffer, 95)
	k.Wake(k.b)
}

// runs returns the vertex numbers of an instance, a slice for each run between restarts.
func (c *drawCase) runs() (out [][]uint32) {
	out = [][]uint32{nil}
	ones := uint32(0xffff)
	if c.wide {
		ones = 0xffffffff
	}
	for n := c.first; n < c.first+c.count; n++ {
		v := n
		if c.indexed {
			v = c.indices[n]
			if c.restart && v == ones {
				out = append(out, nil)
				continue
			}
			v += c.base
		}
		out[len(out)-1] = append(out[len(out)-1], v)
	}
	return out
}

// expected is what docs/commands.md says of DRAW.
func (c *drawCase) expected() (out []drawn) {
	for inst := range c.instances {
		prim := uint32(0)
		add := func(consumed uint32, a, b, d uint32) {
			if inst > c.from.Instance || inst == c.from.Instance && prim >= c.from.Primitive {
				out = append(out, drawn{pipe.Prim, inst, prim, consumed, [3]uint32{a, b, d}})
			}
			prim++
		}
		for _, v := range c.runs() {
			for i := 0; i+2 < len(v); i++ {
				n := uint32(1)
				if i == 0 {
					n = 3
				}
				switch {
				case c.topology == regs.CSPTopologyTriangleList && i%3 == 0:
					add(3, v[i], v[i+1], v[i+2])
				case c.topology == regs.CSPTopologyTriangleList:
				case c.topology == regs.CSPTopologyTriangleFan:
					add(n, v[0], v[i+1], v[i+2])
				case i&1 != 0:
					add(n, v[i+1], v[i], v[i+2])
				default:
					add(n, v[i], v[i+1], v[i+2])
				}
			}
		}
	}
	return out
}

// Whatever is drawn and wherever a restore resumes, the primitives are those of
// docs/commands.md at and past the cursor.
func TestDrawSendsThePrimitivesPastTheCursor(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := &drawCase{
			topology: rapid.Uint32Range(0, 2).Draw(rt, "topology"), instances: rapid.Uint32Range(0, 3).Draw(rt, "instances"),
			first: rapid.Uint32Range(0, 40).Draw(rt, "first"), count: rapid.Uint32Range(0, 40).Draw(rt, "count"),
			indexed: rapid.IntRange(0, 4).Draw(rt, "indexed") > 0, wide: rapid.Bool().Draw(rt, "wide"),
			restart: rapid.IntRange(0, 3).Draw(rt, "restart") > 0,
		}
		if c.indexed {
			c.base = uint32(rapid.Int32Range(-3, 3).Draw(rt, "base"))
		}
		often := rapid.IntRange(1, 12).Draw(rt, "often")
		for range c.first + c.count {
			v := rapid.Uint32Range(0, 50).Draw(rt, "index")
			if rapid.IntRange(0, often).Draw(rt, "ones") == 0 {
				v = 0xffff
				if c.wide {
					v = 0xffffffff
				}
			}
			c.indices = append(c.indices, v)
		}
		c.from = pipe.Cursor{Instance: rapid.Uint32Range(0, 2).Draw(rt, "instance"), Primitive: rapid.Uint32Range(0, 12).Draw(rt, "primitive")}
		k := newBench(t, 4)
		require.Equal(rt, c.expected(), c.draw(rt, k, rapid.IntRange(0, 5).Draw(rt, "wait")))
	})
}

func TestPatchesAreSentByTheirFirstVertex(t *testing.T) {
	c := &drawCase{topology: regs.CSPTopologyPatchList, count: 16*2 + 15, instances: 2, first: 5, base: 99}
	require.Equal(t, []drawn{
		{pipe.Patch, 0, 0, 16, [3]uint32{5}}, {pipe.Patch, 0, 1, 16, [3]uint32{21}},
		{pipe.Patch, 1, 0, 16, [3]uint32{5}}, {pipe.Patch, 1, 1, 16, [3]uint32{21}},
	}, c.draw(t, newBench(t, 4), 0))
	c = &drawCase{ // restart has no meaning for patches
		topology: regs.CSPTopologyPatchList, count: 3, instances: 1, first: 1, base: 1 << 31, indexed: true, restart: true,
		indices: []uint32{7, 0xffff, 0, 2},
	}
	require.Equal(t, []drawn{
		{pipe.Patch, 0, 0, 16, [3]uint32{1<<31 + 0xffff0}}, {pipe.Patch, 0, 1, 16, [3]uint32{1 << 31}},
		{pipe.Patch, 0, 2, 16, [3]uint32{1<<31 + 32}},
	}, c.draw(t, newBench(t, 4), 0))
	c.from.Primitive = 2
	require.Len(t, c.draw(t, newBench(t, 4), 0), 1)
}

// An instance without a primitive tells of all: the walk is not repeated for each.
func TestLeftOversOnlyEndTheDraw(t *testing.T) {
	c := &drawCase{
		topology: regs.CSPTopologyTriangleStrip, count: 8, instances: 1 << 31, indexed: true, restart: true,
		indices: []uint32{1, 2, 0xffff, 0xffff, 3, 4, 0xffff, 5},
	}
	require.Empty(t, c.draw(t, newBench(t, 4), 0))
}

// Interrupted in any cycle of the walk the draw is forgotten.
func TestInterruptInAnyCycleOfTheWalk(t *testing.T) {
	for at := range 60 {
		k := newBench(t, 4)
		k.start(t)
		f := &k.b.S.Front
		f.Regs[regs.CSPTopology], f.Regs[regs.CSPIndexBase], f.Regs[regs.CSPIndexFormat] = regs.CSPTopologyTriangleFan, indexBase, 2
		for i := range uint32(32) {
			k.memory[indexBase+4*i] = 0xffff0000 | i
		}
		f.Streams[operands].stop()
		f.Words = [5]uint32{regs.CommandDrawHeader, 64, 9, 0, 1}
		k.execute()
		k.run(at)
		k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}}
		k.run(4)
		require.Equal(t, draw{}, f.Draw, "cycle %d", at)
		require.Zero(t, f.Streams[operands].Words.Len()+int(f.Streams[operands].Coming))
		k.run(40)
		require.Zero(t, f.Streams[operands].Stale)
		csp, vertex := k.tokens()
		require.Equal(t, []int{1, 1}, []int{csp, vertex})
	}
}
