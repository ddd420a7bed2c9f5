package formats

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/table"
)

// own loads the machine's own tables.
func own(t testing.TB) *Set {
	t.Helper()
	set, errs, err := Load("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	return set
}

func TestTheMachinesTablesHaveNoErrors(t *testing.T) {
	set := own(t)
	require.Len(t, set.Files, 4)
	require.NotEmpty(t, set.Commands)
}

func TestTablesOfFormatsAreKnownByTheirKeys(t *testing.T) {
	for text, want := range map[string]bool{
		"formats: A\nversion: 1.0.0\n":                   true,
		"# A file.\nversion: 1.0.0\ncommands:\n  - {}\n": true, // which lacks its name
		"format: A\r\nenums: []\r\n":                     true,
		"header: \"":                                     true, // and is no YAML
		"block: A\nformats: A\n":                         false,
		"description: formats:\n  formats: A\n":          false,
		"registers: []\n":                                false,
		"\ufeffformats: A\n":                             true,
		"\ufeffblock: A\nformats: A\n":                   false,
		"":                                               false,
	} {
		assert.Equal(t, want, isTable([]byte(text)), text)
	}
}

// named lists the tables that paths stand for.
func named(t *testing.T, paths ...string) (names []string) {
	t.Helper()
	sources, err := Sources(paths...)
	require.NoError(t, err)
	for _, s := range sources {
		names = append(names, s.Name)
	}
	return names
}

func TestWhatAFileOrFolderStandsFor(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll(filepath.Join("regs", Folder), 0o755))
	for path, text := range map[string]string{"regs/a.yaml": "block: A\n", "regs/formats/b.yaml": "formats: B\n", "regs/formats/c.yaml": "formats: C\n",
		"regs/formats/d.yaml": "block: D\n"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	assert.Equal(t, []string{"regs/a.yaml", "regs/formats/b.yaml", "regs/formats/c.yaml", "regs/formats/d.yaml"}, named(t, "regs"))
	assert.Equal(t, []string{"regs/a.yaml"}, named(t, "regs/a.yaml"))
	assert.Equal(t, []string{"regs/formats/c.yaml", "regs/formats/b.yaml"}, named(t, "regs/formats/c.yaml"))
	assert.Equal(t, []string{"regs/formats/d.yaml", "regs/a.yaml"}, named(t, "regs/formats/d.yaml", "regs/a.yaml"))
	_, err := Sources("regs", "nowhere")
	require.EqualError(t, err, "nowhere: no such file or folder")
	sources, err := Sources("regs")
	require.NoError(t, err)
	blocks, own, err := Split(sources)
	require.NoError(t, err)
	assert.Equal(t, []int{2, 2}, []int{len(blocks), len(own)})
	_, _, err = Split([]table.Source{{Name: "gone.yaml", Read: func() ([]byte, error) { return nil, os.ErrPermission }}})
	require.ErrorIs(t, err, os.ErrPermission)
}
