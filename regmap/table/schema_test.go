package table

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/doctest"
)

func TestSchemaAcceptsTheMachinesTables(t *testing.T) {
	s := doctest.Schema(t, schemaFile)
	files, err := filepath.Glob("../../hw/regs/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Empty(t, s.Refuses(t, string(source)), file)
	}
	assert.Empty(t, s.Refuses(t, good))
}

// What the schema can say it says: the tables with unknown, missing or malformed keys, words and texts are refused.
func TestSchemaRefusesBadTables(t *testing.T) {
	s := doctest.Schema(t, schemaFile)
	for _, name := range []string{"keys", "values", "names", "block-name", "access", "enums", "descriptions", "long", "short", "longest", "empty", "version", "versions", "bits", "locks", "id", "aligns"} {
		source, err := os.ReadFile("testdata/bad/" + name + ".yaml")
		require.NoError(t, err)
		assert.NotEmpty(t, s.Refuses(t, string(source)), name)
	}
}
