package kernels

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/isa/asm"
)

// handOver is a kernel in which each CTA adds one to what the CTA before it has left: a launch of them counts if stores are seen at once.
const handOver = `
.cta 8 1 1
.binding 0 buffer read write
    mov r10:ud, 0:ud
    send.load.ud r11, r10, b0%[1]s
    add r11:ud, r11:ud, 1:ud
    send.store.ud r10, r11, b0%[1]s
    send.end {last}
`

func counted(t *testing.T, text string, clusters int) uint32 {
	k, errs := asm.Assemble("k.tka", text)
	require.Empty(t, errs)
	l := Launch{Kernel: k, Grid: [3]int{6, 1, 1}, Limit: 1000, Clusters: clusters, Bindings: []exec.Binding{{Data: make([]byte, 64), Write: true}}}
	require.NoError(t, l.Run())
	return wordsOf[uint32](l.Bindings[0].Data)[0]
}

// A kernel that hands something from one CTA to another by loads and stores is wrong, and clusters show it.
func TestClustersDoNotSeeEachOthersStores(t *testing.T) {
	cached := strings.ReplaceAll(handOver, "%[1]s", "")
	require.Equal(t, uint32(6), counted(t, cached, 0))
	require.Equal(t, uint32(6), counted(t, cached, 1))
	require.Equal(t, uint32(3), counted(t, cached, 2), "three CTAs on each cluster")
}
