package figures

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// joins are the connections of the machine, each with producer and consumer (spec chapter 1), at both break points.
const joins = `
HOST_CSP Host CSP
CSP_FIFO CSP TSU
VERTEX CSP EUPFront
EUP_IN EUPFront VF
VF_TESS VF Tess
TESS_EU Tess EUP
VTX_SM EUP SM
CALL_VTX EUP SM
SM_VTX SM EUP
EUP_FIFO EUP TSU
TSU_FIFO TSU ASU
ASU_FIFO ASU SG
ASU_ZL1_FIFO ASU ZL1
AFIFO ASU ZL1
SG_TG SG TG
TG_FIFO TG ZL1
ZFIFO ZL1 ZL2
ZL1_FIFO ZL1 ZL2
ZL_BACK ZL2 ZL1
PS_FIFO ZL2 PS
PS_EU PS EUP
EU_PS EUP PS
PIX_SM EUP SM
CALL_PIX EUP SM
SM_PIX SM EUP
SM_TEX SM Sampler
TEX_SM Sampler SM
LATE_Z PS ZL2
LATE_ANS ZL2 PS
WB_FIFO PS WBU
CSP_DMA CSP DMA
DMA_CSP DMA CSP
STATE_FIFO CSP DMA
DMA_ACK DMA CSP
CSP_C2D CSP C2D
DMA_RD_REQ DMA MXU
DMA_RD_ANS MXU DMA
DMA_WR_REQ DMA MXU
DMA_WR_ANS MXU DMA
VTX_REQ VF MXU
VTX_ANS MXU VF
TEX_REQ Sampler MXU
TEX_ANS MXU Sampler
Z_REQ ZL2 MXU
Z_ANS MXU ZL2
C_REQ WBU MXU
C_ANS MXU WBU
C2D_REQ C2D MXU
C2D_ANS MXU C2D
MEM_REQ MXU Memory
MEM_ANS Memory MXU
DP_EUP EUP EUPFront
DP_EUP_FRONT EUPFront TSU
DP_TSU TSU ASU
DP_ASU ASU TG
DP_C2D C2D MXU
DP_ZL2 ZL2 PS
DP_PS PS WBU
DATAPATH_B WBU CSP
CSP_MXU CSP MXU
MXU_CSP MXU CSP
INT CSP EUPFront
INT CSP TSU
INT CSP ASU
INT CSP TG
EUP_CANCEL EUPFront VF
EUP_CANCEL EUPFront Tess
EUP_CANCEL EUPFront EUP
EUP_CANCEL EUPFront SM`

// joinsAt are those that depend on the break point.
var joinsAt = map[string]string{
	"tg": `
BP_MXU TG MXU
MXU_BP MXU TG
DP_ZL1 ZL1 ZL2
DP_MXU MXU TG
DATAPATH_A TG CSP`,
	"zl1": `
BP_MXU ZL1 MXU
MXU_BP MXU ZL1
DP_TG TG ZL1
DP_MXU MXU ZL1
DATAPATH_A ZL1 CSP
INT CSP ZL1`,
}

// Each connection joins the two blocks that the specification says, and its depth, width and latency are those of its
// own parameters: all have other ones here.
func TestConnectionsJoinTheirBlocksAsConfigured(t *testing.T) {
	for place, own := range joinsAt {
		cfg := configured(t, "break_point", place)
		for i, name := range hw.Connections() {
			for n, key := range []string{"depth", "width", "latency"} {
				require.NoError(t, cfg.Set("fifo."+name+"."+key, fmt.Sprint([]int{100 + i, 30 + i, 2 + i}[n])))
			}
		}
		m, err := hw.Build(cfg)
		require.NoError(t, err)
		var want, got []string
		want = strings.Fields(strings.ReplaceAll(strings.TrimSpace(joins+own), " ", "/"))
		for _, c := range m.Connections() {
			got = append(got, strings.ReplaceAll(c.Name+"/"+c.From+"/"+c.To, "GPU.", ""))
			for i, name := range hw.Connections() {
				if c.Name == name {
					wires := 30 + i
					require.Equal(t, [4]int{100 + i, max(1, wires/c.EntryBits), (c.EntryBits + wires - 1) / wires, 2 + i}, [4]int{c.Depth, c.Width, c.Beats, c.Latency}, "depth, entries, beats and latency of %s", name)
				}
			}
		}
		require.ElementsMatch(t, want, got, place)
	}
}
