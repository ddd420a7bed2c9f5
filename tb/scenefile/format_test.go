package scenefile

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/text/strictyaml"
)

// FORMAT.md names exactly the keys that are read in its tables, every key and name of an enumeration somewhere, and nothing
// else that looks like one.
func TestReferenceNamesTheKeys(t *testing.T) {
	text, err := os.ReadFile("../scene/FORMAT.md")
	require.NoError(t, err)
	doc, _, _ := strings.Cut(string(text), "\n## Other files")
	same := func(want, got []string, what string) {
		t.Helper()
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(t, want, got, what)
	}
	same(strictyaml.Keys(reflect.TypeFor[sceneSpec]()), firstColumn(doc, "| top key |"), "top keys")
	same(strictyaml.Keys(reflect.TypeFor[drawSpec]()), append(firstColumn(doc, "| key | value | default |"), "fill", "copy"), "draws")
	mesh := append(firstColumn(doc, "| key | value |\n"), "name", "normals", "uvs", "colors", "indices", "topology")
	same(strictyaml.Keys(reflect.TypeFor[meshSpec]()), mesh, "meshes")

	known := map[string]bool{}
	addKeys(known, map[reflect.Type]bool{}, reflect.TypeFor[sceneSpec]())
	for _, names := range [][]string{compareNames, operations, factors, equations, wraps, topologies, depthFormats, colorFormats, texelFormats, filters, mips,
		queries, cullings, windings, {"restart", "depth"}} {
		for _, n := range names {
			known[n] = true
		}
	}
	named := map[string]bool{"false": true}
	for _, quote := range regexp.MustCompile("`[^`]*`").FindAllString(doc, -1) {
		for _, word := range regexp.MustCompile(`[a-z][a-z0-9_]*`).FindAllString(quote, -1) {
			named[word] = true
		}
	}
	for name := range known {
		if of, derived := strings.CutPrefix(name, "one_minus_"); derived {
			require.True(t, named[of], name)
			continue
		}
		require.True(t, named[name], "FORMAT.md does not name %s", name)
	}
	// Words between backticks that are no keys: placeholders and examples.
	for _, other := range []string{"r", "g", "b", "a", "rgb", "rgba", "w", "h", "texels", "rrggbbaa", "yaml", "vectors", "scenes", "true", "none", "one_minus_",
		"tilemark", "run", "partner", "interrupt", "every"} {
		known[other] = true
	}
	for word := range named {
		require.True(t, known[word], "FORMAT.md names %s, which nothing reads", word)
	}
}

// addKeys collects the keys of a type and of what it holds.
func addKeys(to map[string]bool, seen map[reflect.Type]bool, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		addKeys(to, seen, t.Elem())
	case reflect.Struct:
		if seen[t] {
			return
		}
		seen[t] = true
		for _, key := range strictyaml.Keys(t) {
			to[key] = true
		}
		for i := range t.NumField() {
			addKeys(to, seen, t.Field(i).Type)
		}
	}
}

// firstColumn lists the names between backticks in the first column of the table whose head begins so.
func firstColumn(doc, head string) (names []string) {
	_, table, _ := strings.Cut(doc, "\n"+head)
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range strings.Split(table, "\n") {
		if !strings.HasPrefix(row, "| `") {
			continue
		}
		for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(strings.Split(row, "|")[1], -1) {
			names = append(names, m[1])
		}
	}
	return names
}
