package request

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"teapot": "teapot", "a b.obj": "'a b.obj'", "": "''", "it's": `'it'\''s'`, "eye=1,2,3": "eye=1,2,3", "a;b": "'a;b'",
	} {
		require.Equal(t, want, Quote(in))
	}
}

func TestLoadRefusesWhatNoMachineCanDo(t *testing.T) {
	_, err := LoadConfig("", []string{"zl2.cache.lines=3"})
	var bad *UsageError
	require.ErrorAs(t, err, &bad)
	_, err = Input{Scene: "teapot", Contexts: 4, Size: Size{4096, 4096}}.Load()
	require.ErrorAs(t, err, &bad)
	require.ErrorContains(t, err, "MiB")
}
