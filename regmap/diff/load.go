package diff

import (
	"slices"
	"strings"

	"tilemark/regmap/table"
)

// unreadable are the rules whose errors mean that something is missing from the blocks, or
// stands twice.
var unreadable = []string{"syntax", "key", "value", "range", "duplicate", "overlap"}

// OldErrors are the errors of old tables that count: once no table declared a version.
// The second result reports whether the tables can be compared all the same: everything in them
// was read, and has a place and a name of its own.
func OldErrors(errs []table.Error) (rest []table.Error, comparable bool) {
	comparable = true
	for _, e := range errs {
		if strings.Contains(e.Message, `missing key "version"`) {
			continue
		}
		rest = append(rest, e)
		comparable = comparable && !slices.Contains(unreadable, e.Rule)
	}
	return rest, comparable
}
