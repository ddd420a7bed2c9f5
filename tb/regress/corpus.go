package regress

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tilemark/tb/random"
)

// Corpus are random vectors that have reached new bins: by recipe, what each is made from
// (random.Seeds as text).
type Corpus map[string][]string

// Prefixes of the names of tests.
const (
	randomPrefix = "random/"
	corpusPrefix = "corpus/" // vectors of the corpus again
	nearPrefix   = "near/"   // neighbours of them
)

// InDatabase are the names of tests that a database may bring: of the corpus, and of its neighbours.
func InDatabase() (names []string) {
	for _, recipe := range random.Names() {
		names = append(names, corpusPrefix+recipe, nearPrefix+recipe)
	}
	return names
}

// nearWeight is how many neighbours of the corpus come for one case of another test.
const nearWeight = 40

// Tests runs the corpus again, so that what it reached is reached, and then neighbours of it.
func (c Corpus) Tests() (list []*Test) {
	for _, recipe := range slices.Sorted(maps.Keys(c)) {
		if !slices.Contains(random.Names(), recipe) {
			continue // of other sources
		}
		entries := map[uint64]random.Seeds{}
		again := &Test{Name: corpusPrefix + recipe, Stage: "V2"}
		var plain []uint64
		for _, text := range slices.Sorted(slices.Values(c[recipe])) {
			seeds, err := random.ParseSeeds(text)
			if err != nil || entries[seeds[len(seeds)-1]] != nil {
				continue
			}
			last := seeds[len(seeds)-1]
			entries[last] = seeds
			again.Seeds = append(again.Seeds, last)
			if len(seeds) == 1 {
				plain = append(plain, last)
			}
		}
		again.Cases, again.Weight = len(again.Seeds), len(again.Seeds)
		again.Make = func(seed uint64) (*Work, error) { return randomWork(recipe, entries[seed]) }
		list = append(list, again)
		if len(plain) > 0 {
			list = append(list, &Test{Name: nearPrefix + recipe, Stage: "V2", Weight: nearWeight, Make: func(seed uint64) (*Work, error) {
				return randomWork(recipe, random.Seeds{plain[seed%uint64(len(plain))], seed})
			}})
		}
	}
	return list
}

// hash is the same for the same vectors, in whichever database they are.
func (c Corpus) hash() string {
	h := sha256.New()
	for _, recipe := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(h, "%q %q\n", recipe, slices.Sorted(slices.Values(c[recipe])))
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// randomWork is a random vector that can be made again by its name.
func randomWork(recipe string, seeds random.Seeds) (*Work, error) {
	v, err := random.GenerateFrom(recipe, seeds)
	if err != nil {
		return nil, err
	}
	return &Work{Text: v.Text, Chosen: v.Coverage(), Name: random.Prefix + recipe + ":" + seeds.String()}, nil
}

// entry returns what the corpus calls a case's vector.
func entry(test, vector string) (recipe, seeds string, ok bool) {
	if !strings.HasPrefix(test, randomPrefix) && !strings.HasPrefix(test, nearPrefix) {
		return "", "", false
	}
	name, found := strings.CutPrefix(vector, random.Prefix)
	if !found {
		return "", "", false
	}
	return strings.Cut(name, ":")
}
