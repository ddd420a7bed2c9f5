package figures

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cluster"
)

// joins are the connections of the machine, each with producer and consumer (spec chapter 1), at both break points.
const joins = `
HOST_CSP Host CSP
CSP_FIFO CSP TSU
VERTEX CSP EUPFront
EUP_IN EUPFront VF
VF_TESS VF Tess
TESS_EU Tess EUP
EU_TESS EUP Tess
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
EUP_CANCEL EUPFront EUP`

// joinsOfCluster are those of each cluster: C. before a block of it, C.S before its multiprocessors.
const joinsOfCluster = `
C.EUP_PM_ABOVE EUP C.PM
C.EUP_PM_BELOW EUP C.PM
C.EUP_CANCEL_0 EUP C.PM
C.EUP_CANCEL_0 EUP C.S
C.EUP_CANCEL_1 EUP C.PM
C.EUP_CANCEL_1 EUP C.S
C.PM_EUP C.PM EUP
C.EUP_CALL_ABOVE EUP C.PM
C.EUP_CALL_BELOW EUP C.PM
C.S.SM_RES_ABOVE C.S EUP
C.S.SM_RES_BELOW C.S EUP
C.S.PM_SM C.PM C.S
C.S.SM_PM C.S C.PM
C.S.SM_L15_ABOVE C.S C.L15
C.S.SM_L15_BELOW C.S C.L15
C.S.L15_SM C.L15 C.S
C.S.SM_LSU_ABOVE C.S C.LSU
C.S.SM_LSU_BELOW C.S C.LSU
C.S.LSU_SM C.LSU C.S
C.S.SM_TEX_ABOVE C.S C.TEX
C.S.SM_TEX_BELOW C.S C.TEX
C.S.TEX_SM C.TEX C.S
C.LSU_L15_ABOVE C.LSU C.L15
C.LSU_L15_BELOW C.LSU C.L15
C.L15_LSU C.L15 C.LSU
C.EUP_CTRL EUP C.PM
C.CTRL_EUP C.PM EUP
C.MXU_CTRL MXU C.PM
C.CTRL_MXU C.PM MXU
C.PM_LSU C.PM C.LSU
C.LSU_PM C.LSU C.PM
C.PM_L15 C.PM C.L15
C.L15_PM C.L15 C.PM
C.PM_TEX C.PM C.TEX
C.TEX_PM C.TEX C.PM
C.PM_DROP C.PM C.TEX
C.DROP_PM C.TEX C.PM
C.L15_REQ_ABOVE C.L15 MXU
C.L15_ANS_ABOVE MXU C.L15
C.L15_REQ_BELOW C.L15 MXU
C.L15_ANS_BELOW MXU C.L15
C.LSU_REQ_ABOVE C.LSU MXU
C.LSU_ANS_ABOVE MXU C.LSU
C.LSU_REQ_BELOW C.LSU MXU
C.LSU_ANS_BELOW MXU C.LSU
C.TEX_REQ_ABOVE C.TEX MXU
C.TEX_ANS_ABOVE MXU C.TEX
C.TEX_REQ_BELOW C.TEX MXU
C.TEX_ANS_BELOW MXU C.TEX
C.MXU_L15 MXU C.L15
C.MXU_TEX MXU C.TEX`

// ofClusters are the connections of so many clusters of so many multiprocessors.
func ofClusters(clusters, sms int) (list []string) {
	for _, line := range strings.Fields(strings.ReplaceAll(strings.TrimSpace(joinsOfCluster), " ", "/")) {
		for c := range clusters {
			text := strings.ReplaceAll(line, "C.", fmt.Sprintf("GPC[%d].", c))
			if !strings.Contains(line, "C.S") {
				list = append(list, text)
				continue
			}
			for n := range sms {
				list = append(list, regexp.MustCompile(`\.S\b`).ReplaceAllString(text, fmt.Sprintf(".SM[%d]", n)))
			}
		}
	}
	return list
}

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
		want = append(strings.Fields(strings.ReplaceAll(strings.TrimSpace(joins+own), " ", "/")), ofClusters(cfg.GPC.Count, cfg.GPC.SMs)...)
		for _, c := range m.Connections() {
			got = append(got, strings.ReplaceAll(c.Name+"/"+c.From+"/"+c.To, "GPU.", ""))
			for i, name := range hw.Connections() {
				if cluster.KindOf(c.Name) == name {
					wires := 30 + i
					require.Equal(t, [4]int{100 + i, max(1, wires/c.EntryBits), (c.EntryBits + wires - 1) / wires, 2 + i}, [4]int{c.Depth, c.Width, c.Beats, c.Latency}, "depth, entries, beats and latency of %s", name)
				}
			}
		}
		require.ElementsMatch(t, want, got, place)
	}
}
