package diff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// seeds is how many mutations `make test` makes.
const seeds = 400

// textsOf reads the tables of a folder.
func textsOf(t *testing.T, folder string) (texts []string) {
	t.Helper()
	sources, err := table.FileSources(folder)
	require.NoError(t, err)
	for _, s := range sources {
		text, err := s.Read()
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	return texts
}

// tables are the machine's own, and one that has what they have not.
func tables(t *testing.T) (texts []string, blocks []table.Block) {
	texts = append(textsOf(t, "../../hw/regs"), edit(t, base, "id: 7", "id: 12"))
	for i, text := range texts {
		b, errs := table.Parse(fmt.Sprintf("%d.yaml", i), []byte(text))
		require.Empty(t, errs)
		blocks = append(blocks, b)
	}
	require.Empty(t, table.Check(blocks))
	return texts, blocks
}

// mutated counts what became of mutations.
type mutated struct{ refused, named, same int }

// mutate makes seeded mutations of good tables. None is accepted silently with a changed meaning:
// check refuses it, or diff names a change, or it means what it did; and diff names nothing when it
// does. read reads the tables with one of them changed, or reports that check refuses it.
func mutate(t *testing.T, n int, texts []string, read func(i int, text string) (Map, bool)) (count mutated) {
	t.Helper()
	old, ok := read(0, texts[0])
	require.True(t, ok)
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 0))
		m := mutators[int(seed)%len(mutators)]
		i := r.IntN(len(texts))
		text := m.mutate(r, texts[i])
		if text == texts[i] {
			continue // the table has nothing of the kind
		}
		new, ok := read(i, text)
		if !ok {
			count.refused++
			continue
		}
		got := Compare(old, new, nil)
		if meaning(old) == meaning(new) {
			count.same++
			assert.Empty(t, got.Changes, "seed %d, %s: the meaning is the same\n%s", seed, m.name, text)
			continue
		}
		count.named++
		if assert.NotEmpty(t, got.Changes, "seed %d, %s: the meaning is another\n%s", seed, m.name, text) {
			assert.Contains(t, got.Changes[0].place(), fmt.Sprintf("%d.yaml:", i), "seed %d, %s: %+v", seed, m.name, got.Changes[0])
		}
	}
	t.Logf("%d mutations: %+v", n, count)
	return count
}

func TestNoMutationIsSilent(t *testing.T) {
	texts, blocks := tables(t)
	count := mutate(t, seeds, texts, func(i int, text string) (Map, bool) {
		block, errs := table.Parse(fmt.Sprintf("%d.yaml", i), []byte(text))
		changed := slices.Clone(blocks)
		changed[i] = block
		return Map{Blocks: changed}, len(errs)+len(table.Check(changed)) == 0
	})
	for _, n := range []int{count.refused, count.named, count.same} {
		require.Greater(t, n, 50)
	}
}

func TestNoMutationOfFormatsIsSilent(t *testing.T) {
	texts := textsOf(t, "../../hw/regs/formats")
	count := mutate(t, seeds, texts, func(changed int, text string) (Map, bool) {
		var sources []table.Source
		for i, other := range texts {
			if i == changed {
				other = text
			}
			sources = append(sources, table.Source{Name: fmt.Sprintf("%d.yaml", i), Read: func() ([]byte, error) { return []byte(other), nil }})
		}
		set, errs, err := formats.LoadSources(sources)
		require.NoError(t, err)
		return Map{Formats: set}, len(errs) == 0
	})
	for _, n := range []int{count.refused, count.named, count.same} {
		require.Greater(t, n, 40)
	}
}
