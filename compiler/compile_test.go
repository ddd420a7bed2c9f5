package compiler

import (
	"os"
	"path/filepath"
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler/front"
)

func TestTryAll(t *testing.T) {
	var files []string
	filepath.WalkDir(os.Getenv("TRY_WGSL"), func(p string, d os.DirEntry, err error) error {
		if filepath.Ext(p) == ".wgsl" {
			files = append(files, p)
		}
		return nil
	})
	sort.Strings(files)
	good := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		s, e := front.Parse(f, string(text))
		if e != nil {
			t.Log("FRONT", e)
			continue
		}
		m, e := s.Lower()
		if e != nil {
			t.Log("FRONT", e)
			continue
		}
		if m, e = s.Override(m, nil); e != nil {
			t.Log("FRONT", e)
			continue
		}
		for n := range m.EntryPoints {
			func() {
				defer func() {
					if p := recover(); p != nil {
						t.Errorf("%s %s: PANIC %v", f, m.EntryPoints[n].Name, p)
						if os.Getenv("TRY_STACK") != "" {
							panic(p)
						}
					}
				}()
				r, err := Module(f, m, Options{Entry: m.EntryPoints[n].Name})
				if err != nil {
					t.Log("REFUSED", err)
					return
				}
				good++
				if os.Getenv("TRY_PRINT") != "" {
					t.Log(r.LLIR.String() + r.Text)
				}
			}()
		}
	}
	t.Log(len(files), "files", good, "entry points compiled")
}
