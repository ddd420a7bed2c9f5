package random

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/tb/cover"
	"tilemark/tb/directed"
)

// Every vector that any recipe makes makes sense, is the same each time, and another one with
// another seed.
func TestVectorsMakeSense(t *testing.T) {
	require.NotEmpty(t, Names())
	for _, name := range Names() {
		r, err := Load(name)
		require.NoError(t, err)
		seen := map[string]bool{}
		for seed := range uint64(100) {
			v := r.Generate(seed)
			_, err := directed.Parse(v.Text)
			require.NoError(t, err, "%s:%d\n%s", name, seed, v.Text)
			require.Equal(t, v, r.Generate(seed))
			_, body, _ := strings.Cut(string(v.Text), "\n")
			require.False(t, seen[body], "%s:%d", name, seed)
			seen[body] = true
		}
	}
}

// Some of them are run, a regression runs many more: the machine does what golden does.
func TestRandomVectorsHold(t *testing.T) {
	for _, name := range Names() {
		for seed := range uint64(4) {
			r, err := Load(name)
			require.NoError(t, err)
			v, err := directed.Parse(r.Generate(seed).Text)
			require.NoError(t, err)
			_, err = v.Run()
			require.NoError(t, err, "random/%s:%d", name, seed)
		}
	}
}

// Each bin of each knob is chosen sooner or later, but for those that a recipe excludes.
func TestEachBinIsChosen(t *testing.T) {
	r, err := ParseRecipe([]byte("covers: all"))
	require.NoError(t, err)
	sp, err := cover.New()
	require.NoError(t, err)
	Declare(sp)
	hit := cover.NewCounts(sp)
	for seed := range uint64(3000) {
		hit.Merge(cover.Decode(sp, r.Generate(seed).Coverage()))
	}
	require.Zero(t, hit.Unknown())
	knobs := hit.Holes()[len(sp.Groups())-1]
	require.Empty(t, knobs.Holes)
	require.Positive(t, knobs.Hit)
	for _, k := range Knobs() {
		assert.NotEmpty(t, k.About)
	}
}

func TestARecipeChangesWeights(t *testing.T) {
	r, err := ParseRecipe([]byte("covers: one context\nweights: {contexts: {1: 1}, draws: {2: 3, 1: 0}}"))
	require.NoError(t, err)
	for seed := range uint64(50) {
		v := r.Generate(seed)
		hits := v.Coverage()
		require.EqualValues(t, 1, hits["knobs/contexts 1"])
		require.NotContains(t, hits, "knobs/draws 1")
	}
}

func TestErrorsOfRecipesArePlaced(t *testing.T) {
	for text, want := range map[string]string{
		"":                                          "1:1: nothing; a recipe for random vectors was expected",
		"weights: {}":                               "1:1: covers: what the vectors are for was expected",
		"covers: x\nweights: 3":                     "2:10: weights: 3; a mapping of knobs",
		"covers: x\nweights: {contxts: 3}":          `2:11: weights: unknown knob "contxts"; did you mean "contexts"?`,
		"covers: x\nweights: {contexts: 3}":         "2:21: weights: 3; weights of contexts, a mapping, was expected",
		"covers: x\nweights: {contexts: {9: 1}}":    `2:22: weights: contexts has no bin "9"; 1, 2, 3, 4 or 5..8 was expected`,
		"covers: x\nweights: {contexts: {1: -1}}":   "2:25: weights: contexts: weight -1 of 1; 0 to 1000000 was expected",
		"covers: x\nweights: {contexts: {1: 0}}":    "2:21: weights: contexts: all weights are 0; one that is not was expected",
		"covers: x\nweights: {contexts: {1: many}}": "2:25: ",
		"covers: x\nknobs: {}":                      "2:1: ",
	} {
		_, err := ParseRecipe([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

func TestNamesOfVectors(t *testing.T) {
	for name, want := range map[string]string{
		"random/everything":   "random/everything: random/RECIPE:SEED, the seed being",
		"random/everything:x": "random/everything:x: random/RECIPE:SEED",
		"random/evrything:3":  `no recipe for random vectors is called "evrything"; did you mean "everything"?`,
		"directed/during-lod": `no directed vector is called "during-lod"; did you mean "during-load"?`,
		"none.yaml":           "none.yaml: no such file; a vector's file, directed/NAME or random/RECIPE:SEED was expected",
		"/":                   "/: is not a regular file",
	} {
		_, _, err := Open(name)
		require.ErrorContains(t, err, want)
	}
	v, text, err := Open("random/draws:0x10")
	require.NoError(t, err)
	require.Contains(t, string(text), "draws from seed 0x0000000000000010")
	require.Equal(t, "random/draws:0x10", v.Name)
}

// docs/random.md has every knob.
func TestDocumentNamesTheKnobs(t *testing.T) {
	text, err := os.ReadFile("../../docs/random.md")
	require.NoError(t, err)
	for _, name := range Names() {
		require.Contains(t, string(text), "`"+name+"`")
	}
	require.True(t, slices.IsSortedFunc(Names(), strings.Compare))
}
