package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/emit/markdown"
	"tilemark/text/near"
	"tilemark/text/output"
)

// A document keeps generated tables between a line <!-- table NAME --> and a line
// <!-- end of table -->.
const (
	tableBegins = "<!-- table "
	tableEnds   = "<!-- end of table -->"
)

// writeTables writes the tables of a document again; the rest of it stays.
//
//fuzz:none it reads a document of this project between two lines
func writeTables(path string, m *emit.Map) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text, err := withTables(path, string(old), markdown.FormatTables(m))
	if err != nil || text == string(old) {
		return err
	}
	return output.Write(path, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

// withTables returns a document with its tables as they must be.
func withTables(path, old string, tables map[string]string) (string, error) {
	var out strings.Builder
	inside := 0 // line at which the table began
	for i, line := range strings.SplitAfter(old, "\n") {
		name, begins := strings.CutPrefix(strings.TrimSpace(line), tableBegins)
		ends := strings.TrimSpace(line) == tableEnds
		switch {
		case begins && inside > 0 || ends && inside == 0:
			return "", fmt.Errorf("%s:%d: %s, expected %s before it", path, i+1, strings.TrimSpace(line), map[bool]string{true: tableEnds, false: tableBegins + "NAME -->"}[begins])
		case begins:
			name = strings.TrimSpace(strings.TrimSuffix(name, "-->"))
			text, known := tables[name]
			if !known {
				return "", fmt.Errorf("%s:%d: no table %q%s", path, i+1, name, near.Suggest(name, slices.Sorted(maps.Keys(tables)), ", expected a structure, an enum, HEADER, COMMANDS or SAVE_AREA"))
			}
			inside = i + 1
			out.WriteString(line + "\n" + text + "\n")
		case ends:
			inside = 0
			out.WriteString(line)
		case inside == 0:
			out.WriteString(line)
		}
	}
	if inside > 0 {
		return "", fmt.Errorf("%s:%d: table without end, expected a line %s after it", path, inside, tableEnds)
	}
	return out.String(), nil
}
