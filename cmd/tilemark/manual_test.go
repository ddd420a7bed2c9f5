package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

func TestManualIsAPageOfTheBuiltInTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "isa.html")
	require.Regexp(t, "^written: "+path+`, [\d,]+ bytes\n$`, held(t, "manual", "--out", path))
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, op := range isa.Operations {
		if op.Name != "" {
			require.Contains(t, string(page), `id="operation/`+op.Name+`"`)
		}
	}
	require.Regexp(t, `Tables <code>[0-9a-f]{16}</code>`, string(page))
}

func TestManualNeedsAFileThatIsAPage(t *testing.T) {
	wrong(t, "manual", "--out is missing: a file for the page was expected")
	wrong(t, "manual --out isa.md", `--out "isa.md": a file name that ends in .html was expected`)
	wrong(t, "manual isa.html", `unexpected argument "isa.html"`)
}
