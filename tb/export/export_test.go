package export

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
)

func vectorOf(t *testing.T, name string) *vector.Vector { return cosimtest.Scenes(t, 32, 32, name) }

func TestFilesHoldMemoryAndEveryFragment(t *testing.T) {
	v, folder := vectorOf(t, "query"), filepath.Join(t.TempDir(), "new")
	require.NoError(t, Write(folder, "query", v))

	read := func(name string) []byte {
		raw, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		return raw
	}
	require.Equal(t, v.Image.Bytes, read("before.bin"))
	require.Equal(t, v.Final, read("after.bin"))

	var ix index
	require.NoError(t, json.Unmarshal(read("index.json"), &ix))
	require.Len(t, ix.Contexts, 1)
	c := ix.Contexts[0]
	require.Equal(t, v.Image.Contexts[0].Header, c.Header)
	require.Len(t, c.Queries, 4)

	raw := read("fragments.bin")
	require.Len(t, raw, 24*c.Fragments)
	require.EqualValues(t, v.Traces[0].Stats.Fragments, c.Fragments)
	counted := map[uint32]uint64{}
	for at := 0; at < len(raw); at += 24 {
		counted[binary.LittleEndian.Uint32(raw[at:])] += uint64(binary.LittleEndian.Uint32(raw[at+20:]) & flagPassed)
	}
	for i, at := range c.Queries { // of draws 1 to 4
		require.Equal(t, binary.LittleEndian.Uint64(v.Final[at:]), counted[uint32(i)+1])
	}
}

func TestAFolderThatCannotBeMadeIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	require.Error(t, Write(file, "one-triangle", vectorOf(t, "one-triangle")))
}
