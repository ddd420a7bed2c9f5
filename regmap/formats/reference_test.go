package formats

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/doctest"
)

const reference = "../../docs/registers.md"

// section is the part of docs/registers.md about formats.
func section(t *testing.T) string {
	text, err := os.ReadFile(reference)
	require.NoError(t, err)
	_, text2, found := strings.Cut(string(text), "\n## Commands and structures in memory\n")
	require.True(t, found)
	text2, _, _ = strings.Cut(text2, "\n## ")
	return text2
}

func TestTheExampleOfTheReferenceHasNoErrors(t *testing.T) {
	_, example, found := strings.Cut(section(t), "```yaml\n")
	require.True(t, found)
	example, _, _ = strings.Cut(example, "```")
	require.Empty(t, check(example))
}

func TestReferenceIsNotStale(t *testing.T) {
	text, err := os.ReadFile(reference)
	require.NoError(t, err)
	doctest.Compare(t, reference, string(text), doctest.ReplacePart(t, string(text), "keys of formats", keysTable()))
}

// keysTable lists the keys of all mappings; the first of each says of which it is.
func keysTable() string {
	var b strings.Builder
	b.WriteString("| of | key | value | without it | meaning |\n| --- | --- | --- | --- | --- |\n")
	for _, set := range []*keySet{&fileKeys, &enumKeys, &valueKeys, &headerKeys, &fieldKeys, &commandKeys, &subKeys, &operandKeys, &structureKeys, &structureWordKeys, &reservedKeys, &instructionKeys, &messageKeys} {
		of := set.what
		for _, k := range set.keys {
			without := cmp.Or(k.without, "none")
			if k.required {
				without = "an error"
			}
			fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", of, k.name, valueText(k), without, k.doc)
			of = ""
		}
	}
	return b.String()
}

func valueText(k key) string {
	switch k.form {
	case nameForm:
		return "`UPPER_CASE`"
	case versionForm:
		return "`1.0.0`"
	case bitsForm:
		return "`\"7:4\"`"
	case oneOfForm:
		return "`" + strings.Join(*k.words, "`, `") + "`"
	case someOfForm:
		return "list of `" + strings.Join(*k.words, "`, `") + "`"
	case integerForm:
		if k.high == 0 {
			return fmt.Sprintf("from %d", k.low)
		}
		return fmt.Sprintf("%d to %d", k.low, k.high)
	case powerForm:
		return fmt.Sprintf("a power of two, 1 to %d", maxAlign)
	case lengthForm:
		return "`4`, `\"2..\"`, `any`"
	case flagForm:
		return "`true`, `false`"
	case listForm:
		return "list"
	case mappingForm:
		return "mapping"
	}
	return "text"
}

func TestTheReferenceNamesEveryTypeAndRule(t *testing.T) {
	text := section(t)
	for _, list := range [][]string{EnumKinds, Places, WordTypes, FieldTypes, SubTypes, Writers, Behinds} {
		for _, name := range list {
			require.Contains(t, text, "`"+name+"`")
		}
	}
	for _, r := range Rules {
		require.Contains(t, text, "| `"+r.Name+"` | "+r.Description+" |\n")
	}
}
