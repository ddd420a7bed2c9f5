package page

import (
	"flag"
	"os"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/study.md")

func TestStudyIsNotStale(t *testing.T) {
	const name = "../../../docs/study.md"
	want, err := Write(os.DirFS("../../../docs/study"))
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
	}
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, want, string(got), "docs/study.md is not what its template and the tables of docs/study say: make study")
}

func TestFiguresThatAreMissingHaveNames(t *testing.T) {
	dir := fstest.MapFS{}
	for _, f := range files {
		dir[f.name] = &fstest.MapFile{Data: []byte("scene,parameter,value,break_point\n")}
	}
	_, err := Write(dir)
	assert.ErrorContains(t, err, "periods.csv")
	dir["periods.csv"] = &fstest.MapFile{Data: []byte("scene,break_point,period\n")}
	_, err = Write(dir)
	assert.EqualError(t, err, "docs/study has no figure complete_median of few-large, default , tg")
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1.46: "1.5", 9: "9", 9.96: "10", 12.6: "13", 999: "999", 1000: "1,000", -1234567: "-1,234,567", -834: "-834"} {
		assert.Equal(t, want, number(x))
	}
}
