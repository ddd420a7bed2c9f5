package diff

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/table"
)

// seeds is how many mutations `make test` makes.
const seeds = 600

// tables are the machine's own, and one that has what they have not.
func tables(t *testing.T) (texts []string, blocks []table.Block) {
	paths, err := filepath.Glob("../../hw/regs/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	texts = append(texts, edit(t, base, "id: 7", "id: 12"))
	for i, text := range texts {
		b, errs := table.Parse(fmt.Sprintf("%d.yaml", i), []byte(text))
		require.Empty(t, errs)
		blocks = append(blocks, b)
	}
	require.Empty(t, table.Check(blocks))
	return texts, blocks
}

// No mutation of a good table is accepted silently with a changed meaning: check refuses it, or
// diff names a change, or it means what it did. And diff names nothing when it does.
func TestNoMutationIsSilent(t *testing.T) {
	texts, blocks := tables(t)
	refused, named, same := 0, 0, 0
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 0))
		m := mutators[int(seed)%len(mutators)]
		i := r.IntN(len(texts))
		text := m.mutate(r, texts[i])
		if text == texts[i] {
			continue // the table has nothing of the kind
		}
		block, errs := table.Parse(fmt.Sprintf("%d.yaml", i), []byte(text))
		changed := append([]table.Block(nil), blocks...)
		changed[i] = block
		if len(errs)+len(table.Check(changed)) > 0 {
			refused++
			continue
		}
		got := Compare(Map{Blocks: blocks}, Map{Blocks: changed}, nil)
		if meaning(blocks) == meaning(changed) {
			same++
			assert.Empty(t, got.Changes, "seed %d, %s: the meaning is the same\n%s", seed, m.name, text)
			continue
		}
		named++
		if assert.NotEmpty(t, got.Changes, "seed %d, %s: the meaning is another\n%s", seed, m.name, text) {
			assert.Contains(t, got.Changes[0].place(), fmt.Sprintf("%d.yaml:", i), "seed %d, %s: %+v", seed, m.name, got.Changes[0])
		}
	}
	t.Logf("%d mutations: %d refused, %d named, %d without meaning", seeds, refused, named, same)
	for _, n := range []int{refused, named, same} {
		require.Greater(t, n, 100)
	}
}
