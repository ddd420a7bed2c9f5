package sg

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
)

// SG has no interrupt line: it works on until INT_END, forwards it and goes on.
func TestSpansThenTokenThenTheNextContext(t *testing.T) {
	b := New("SG", Config{})
	k := blocktest.New(t, b)
	in := blocktest.In(k, &b.P.ASUFifo, "IN", 8)
	out := blocktest.Out(k, &b.P.SGTG, "SG_TG", 4)
	b.S.Regs[0], b.S.Regs[2] = 64<<16|64, 64<<16|64
	tri := pipe.Edges{Cmd: pipe.Cmd{Kind: pipe.Tri}, X: [3]int32{0, 2048, 0}, Y: [3]int32{0, 0, 512}}
	token, next := pipe.Edges{}, pipe.Edges{}
	token.Kind, next.Kind = pipe.IntEnd, pipe.State
	in.Queue = []pipe.Edges{tri, token, next}
	k.Step(9)
	require.Equal(t, `1 SG run 0
2 SG row 0, SG_TG: TRI
3 SG row 1, SG_TG: SPAN
4 SG row 2, SG_TG: SPAN
5 SG row 3
6 SG run 0, SG_TG: TRI_END
7 SG run 0, SG_TG: INT_END
8 SG run 0, SG_TG: STATE
9 SG run 0
`, k.Wave())
	require.Equal(t, [3]int32{0, 0, 8}, [3]int32{out.Got[1].Y, out.Got[1].X0, out.Got[1].X1})
}
