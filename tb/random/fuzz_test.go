package random

import (
	"testing"

	"tilemark/tb/directed"
	"tilemark/vectors"
	"tilemark/vectors/fuzztest"
)

// FuzzRecipe: a recipe for random vectors is read, the same each time, or is an error with line and column; what it makes of a seed is a vector.
func FuzzRecipe(f *testing.F) {
	fuzztest.Texts(f, vectors.Random, "random/*.yaml", 500)
	for _, text := range []string{"covers: x\nweights: {contexts: {1: 2, \"5..8\": 1}, size: {\"1\": 1}}\n", "covers: x\nweights: {contexts: {9: 1}}\n", "covers: x\nweights: {contexts: {1: 0}}\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var r *Recipe
		var err error
		fuzztest.Within(t, 4<<20, 1<<13, len(data), func() { r, err = ParseRecipe(data) })
		if err != nil {
			fuzztest.Placed(t, data, err)
			return
		}
		again, err := ParseRecipe(data)
		if err != nil {
			t.Fatalf("%q is refused for the second time: %v", data, err)
		}
		fuzztest.Equal(t, r, again, data)
		if _, err := directed.Parse(r.Generate(uint64(len(data))).Text); err != nil {
			t.Fatalf("%q makes a vector of seed %d that is refused: %v", data, len(data), err)
		}
	})
}

// FuzzSeeds: the seeds of a random vector's name are one or two numbers, and are read as they are written.
func FuzzSeeds(f *testing.F) {
	for _, text := range []string{"7", "0x000000000000000a+3", "1+2+3", "", "+", "18446744073709551615", "-1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSeeds(text)
		if err != nil {
			return
		}
		if len(s) < 1 || len(s) > 2 {
			t.Fatalf("%q are %d seeds", text, len(s))
		}
		back, err := ParseSeeds(s.String())
		if err != nil {
			t.Fatalf("%q is written as %q, which is refused: %v", text, s, err)
		}
		fuzztest.Equal(t, s, back, []byte(text))
		if s.source().Uint64() != back.source().Uint64() {
			t.Fatalf("%q draws something else for the second time", text)
		}
	})
}
