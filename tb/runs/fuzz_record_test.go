package runs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilemark/tb/cosim/sweep"
	"tilemark/tb/request"
	"tilemark/vectors/fuzztest"
)

// FuzzSweepRecord: the record of a sweep is taken over, and written as it was read, or is an error that names the file. A small file does not
// take much memory.
func FuzzSweepRecord(f *testing.F) {
	path := filepath.Join(f.TempDir(), "sweep.json")
	const head = `{"format":"` + sweepFormat + `","scene":"s","program":"p","memory":"m","cuts":"c","config":{"a":"1"},"checked":`
	for _, text := range []string{
		head + `{"firsts":[[0,2],[5,6]],"counts":{"Tried":3,"Cuts":3,"Equal":3},"naive":7,"measured":1,"next":[[0,4]]}}`, head + `{}}`, head + `null}`,
		head + `{"firsts":[[0,1000000000]],"counts":{"Tried":1000000000,"Cuts":1000000000,"Equal":1000000000}}}`, head + `{"firsts":[[3,2]]}}`, `{}`, ``, `[1]`,
		strings.Replace(head, `"p"`, `"q"`, 1) + `{}}`, strings.Replace(head, `"a":"1"`, `"b":"1"`, 1) + `{}}`,
	} {
		f.Add([]byte(text))
	}
	record := func() *sweepRecord {
		k := &sweepRecord{path: path}
		k.file = sweepFile{Format: sweepFormat, Scene: "s", Program: "p", Memory: "m", Cuts: "c", Config: map[string]string{"a": "1"}, Checked: &sweep.Part{}}
		return k
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		k := record()
		var err error
		fuzztest.Within(t, 1<<20, 1<<10, len(data), func() { err = k.read() })
		if err != nil {
			var use *request.UsageError
			if !errors.As(err, &use) || !strings.HasPrefix(err.Error(), path+": ") {
				t.Fatalf("%q; the file should be in the error of %q", err, data)
			}
			return
		}
		if err := k.save(); err != nil {
			t.Fatal(err)
		}
		again := record()
		if err := again.read(); err != nil {
			t.Fatalf("%q is written as something that is refused: %v", data, err)
		}
		fuzztest.Equal(t, k.file, again.file, data)
	})
}
