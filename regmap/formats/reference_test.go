package formats

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// section is the part of docs/registers.md about formats.
func section(t *testing.T) string {
	text, err := os.ReadFile("../../docs/registers.md")
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

func TestTheReferenceNamesEveryKeyTypeAndRule(t *testing.T) {
	text := section(t)
	source, err := os.ReadFile("parse.go")
	require.NoError(t, err)
	lists := regexp.MustCompile(`r\.(?:Mapping|word)\(n, .*`).FindAllString(string(source), -1)
	require.Greater(t, len(lists), 8)
	for _, l := range lists {
		for _, key := range regexp.MustCompile(`"([a-z_]+)"`).FindAllStringSubmatch(strings.SplitN(l, ",", 3)[2], -1) {
			require.Contains(t, text, "`"+key[1]+"`", "key %s", key[1])
		}
	}
	for _, list := range [][]string{sections, EnumKinds, Places, WordTypes, FieldTypes, SubTypes, Writers} {
		for _, name := range list {
			require.Contains(t, text, "`"+name+"`")
		}
	}
	for _, r := range Rules {
		require.Contains(t, text, "| `"+r.Name+"` | "+r.Description+" |\n")
	}
}
