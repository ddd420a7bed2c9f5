package emit

import (
	"bytes"
	"encoding/json"
	"testing"

	"tilemark/vectors/fuzztest"
)

// FuzzCoverage: what `tilemark cover --json` prints is read as encoding/json reads it, anything else is an error that says what was expected.
func FuzzCoverage(f *testing.F) {
	for _, text := range []string{
		`{"hits": {"registers/TSU.CULL": 3, "values/TSU.CULL.CULL_BACK true": 18446744073709551615}}`, `{"hits": {}}`, `{"hits": null}`, `{}`, `[]`, "\ufeff{\"hits\":{}}", `{"hits": {"a": -1}}`, ``,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var c *Coverage
		var err error
		fuzztest.Within(t, 1<<18, 1<<10, len(data), func() { c, err = ReadCoverage(data) })
		if err != nil {
			if !bytes.Contains([]byte(err.Error()), []byte("`tilemark cover --json`")) {
				t.Fatalf("%q: %q does not say what was expected", data, err)
			}
			return
		}
		text, err := json.Marshal(map[string]any{"hits": c.hits})
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadCoverage(text)
		if err != nil {
			t.Fatalf("%q is written as %q, which is refused: %v", data, text, err)
		}
		fuzztest.Equal(t, c, again, data)
		for name, hits := range c.hits {
			if rest, is := bytes.CutPrefix([]byte(name), []byte("registers/")); is && c.Restored(string(rest)) != hits {
				t.Fatalf("%q: %s has %d hits", data, name, hits)
			}
		}
	})
}
