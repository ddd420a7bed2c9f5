package check

import ("testing";"os";"strings";"fmt";"path/filepath")

func TestGen(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, f := range files {
		var b strings.Builder
		for _, e := range entries(t, f) {
			fmt.Fprintln(&b, e.source)
			for _, w := range errorsOf(Check(parsed(t, e.source))) { fmt.Fprintln(&b, "    "+w) }
		}
		os.WriteFile(f, []byte(b.String()), 0o644)
	}
}
