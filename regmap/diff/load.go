package diff

import (
	"slices"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// Load reads and checks tables of blocks and of formats. A single table of formats refers to
// what others have: there only what it says itself can be wrong. The third result is for a
// file that cannot be read.
func Load(name string, sources []table.Source, folder bool, limits table.Limits) (Map, []table.Error, error) {
	m := Map{Name: name, Part: !folder}
	_, ofFormats, err := formats.Split(sources)
	if err != nil {
		return m, nil, err
	}
	if !folder && len(ofFormats) == 1 {
		text, err := ofFormats[0].Read()
		m.Formats = &formats.Set{}
		return m, formats.Parse(m.Formats, ofFormats[0].Name, text), err
	}
	whole, errs, err := emit.Load(sources, limits)
	if err == nil {
		m.Blocks, m.Formats = whole.Blocks, whole.Formats
	}
	return m, errs, err
}

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
