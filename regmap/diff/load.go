package diff

import (
	"slices"
	"strings"

	"tilemark/regmap/table"
)

// unreadable are the rules whose errors mean that something is missing from the blocks, or
// stands twice.
var unreadable = []string{"syntax", "key", "value", "range", "duplicate", "overlap"}

// Comparable reports whether tables with errors can be compared all the same: everything in
// them was read, and has a place and a name of its own. Old tables declare no version.
func Comparable(errs []table.Error) bool {
	return !slices.ContainsFunc(errs, func(e table.Error) bool {
		return slices.Contains(unreadable, e.Rule) && !strings.Contains(e.Message, `missing key "version"`)
	})
}
