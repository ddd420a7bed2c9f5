package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// Random kernels show the same of the instruction set every time.
func TestCoverOfRandomKernels(t *testing.T) {
	out := held(t, "cover", "--kernels", "20")
	require.Regexp(t, `(?m)^operations +[0-9]+ of +[0-9]+ .*Each operation\.$`, out)
	require.Regexp(t, `(?m)^20 random kernels: [0-9,]+ of [0-9,]+ bins hit, [2-9][0-9]\.[0-9] %$`, out)
	require.Equal(t, out, held(t, "cover", "--kernels", "20"))
	require.Contains(t, held(t, "cover", "--kernels", "20", "--holes"), "    hole: iret\n")

	var doc struct {
		Vectors, Kernels int
		Hits             map[string]int
	}
	require.NoError(t, json.Unmarshal([]byte(held(t, "cover", "--kernels", "20", "--json")), &doc))
	require.Equal(t, []int{0, 20}, []int{doc.Vectors, doc.Kernels})
	require.Positive(t, doc.Hits["operations/add"])
}
