package formats

import (
	"os"
	"strings"
	"testing"

	"tilemark/vectors/fuzztest"
)

// FuzzTables: a table of formats is read and checked, with the same result each time, and each error has a place in it.
func FuzzTables(f *testing.F) {
	f.Add([]byte(good))
	fuzztest.Texts(f, os.DirFS("../../hw/regs/formats"), "host.yaml", 3000)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		text := string(data)
		lines := strings.Split(text, "\n")
		first := check(text)
		for _, e := range first {
			if e.Pos.File != "t.yaml" || e.Pos.Line < 1 || e.Pos.Line > len(lines) || e.Pos.Col < 1 || e.Pos.Col > len(lines[e.Pos.Line-1])+1 || e.Message == "" {
				t.Fatalf("%q: an error without a place: %v", text, e)
			}
		}
		fuzztest.Within(t, 4<<20, 1<<14, len(data), func() { fuzztest.Equal(t, first, check(text), data) })
	})
}
