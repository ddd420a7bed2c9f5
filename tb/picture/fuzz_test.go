package picture

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"tilemark/vectors/fuzztest"
)

// FuzzPFM: a map of depths has as many as its head says, the same each time, or is refused; a head alone does not take the memory of a large one.
func FuzzPFM(f *testing.F) {
	for _, text := range []string{"Pf\n1 2\n-1.0\n\x00\x00\x80?\x00\x00\x00\x00", "Pf\n4096 4096\n-1.0\n", "PF\n1 1\n-1.0\n", "Pf\n0 1\n-1.0\n", "Pf\n1 1\n-1.0 ", ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var depth []float32
		var err error
		fuzztest.Within(t, 1<<18, 1<<8, len(data), func() { depth, err = readPFM(bytes.NewReader(data)) })
		if err != nil {
			return
		}
		again, err := readPFM(bytes.NewReader(data))
		same := func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }
		if err != nil || !slices.EqualFunc(depth, again, same) || len(depth) == 0 || 4*len(depth) > len(data) {
			t.Fatalf("%q: %d depths, then %d: %v", data, len(depth), len(again), err)
		}
	})
}
