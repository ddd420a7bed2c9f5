package eupfront

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Records of vertices and patches whose numbers lie at the last vertex, beside it, and at 2^32: their addresses, and which read as zeros.
func TestRecordsPropertyOfVerticesAtTheLastOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		base, count := hard.Word().Draw(rt, "base"), hard.Word().Draw(rt, "count")
		k.b.S.Regs[regs.EUPFrontVertexBase], k.b.S.Regs[regs.EUPFrontVertexCount] = base, count
		number := rapid.OneOf(hard.Word(), rapid.Custom(func(rt *rapid.T) uint32 { return count + uint32(rapid.IntRange(-17, 2).Draw(rt, "beside")) }))
		v := [3]uint32{number.Draw(rt, "a"), number.Draw(rt, "b"), number.Draw(rt, "c")}
		k.in.Queue = []pipe.VertexEntry{{Cmd: pipe.Cmd{Kind: pipe.Prim}, V: v}, {Cmd: pipe.Cmd{Kind: pipe.Patch}, V: [3]uint32{v[0]}}}
		k.Step(6)
		require.Len(rt, k.out.Got, 2)
		prim, patch := &k.out.Got[0], &k.out.Got[1]
		for i := range v {
			zeros := v[i] >= count
			require.Equal(rt, zeros, prim.Null>>i&1 != 0)
			if !zeros {
				require.Equal(rt, uint32(uint64(base)+64*uint64(v[i])), prim.Fetch[i])
			}
		}
		require.Zero(rt, prim.Null>>3)
		for i := range uint64(16) {
			require.Equal(rt, uint32(uint64(v[0])+i) >= count, patch.Null>>i&1 != 0, "record %d", i)
		}
		require.Equal(rt, uint32(uint64(base)+64*uint64(v[0])), patch.Fetch[0])
	})
}
