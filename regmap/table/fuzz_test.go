package table

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"tilemark/vectors/fuzztest"
)

// FuzzTable: a register table is read and checked, with the same result each time, and each error has a place in it.
func FuzzTable(f *testing.F) {
	fuzztest.Texts(f, os.DirFS("testdata/bad"), "*.yaml", 1500)
	fuzztest.Texts(f, os.DirFS("../../hw/regs"), "*.yaml", 1100)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var b Block
		var errs []Error
		fuzztest.Within(t, 4<<20, 1<<13, len(data), func() { b, errs = Parse("t.yaml", data) })
		found := append(errs, values(check([]Block{b}, MachineLimits))...)
		lines := strings.Split(string(data), "\n")
		for _, e := range found {
			switch {
			case e.Pos.File != "t.yaml" || e.Pos.Line < 1 || e.Pos.Line > len(lines) || e.Pos.Col < 1 || e.Pos.Col > len(lines[e.Pos.Line-1])+1 || e.End <= e.Pos.Col:
				t.Fatalf("%q: an error without a place: %v (to %d)", data, e, e.End)
			case e.Rule == "" || e.Message == "" || strings.Contains(e.Message, "\n"):
				t.Fatalf("%q: rule %q: %q", data, e.Rule, e.Message)
			}
		}
		again, more := Parse("t.yaml", data)
		fuzztest.Equal(t, errs, more, data)
		fuzztest.Equal(t, said(t, b), said(t, again), data)
	})
}

// said is what a block says, without its places.
func said(t testing.TB, b Block) string {
	t.Helper()
	text, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
