package diff

import (
	"regexp"
	"slices"
	"strings"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

var formatsPattern = regexp.MustCompile(`(?m)^formats:`)

// Load reads and checks tables of blocks and of formats. A single table of formats refers to
// what others have: there only what it says itself can be wrong. The third result is for a
// file that cannot be read.
func Load(name string, sources []table.Source, folder bool, limits table.Limits) (Map, []table.Error, error) {
	m := Map{Name: name, Part: !folder}
	var ofBlocks, ofFormats []table.Source
	for _, s := range sources {
		text, err := s.Read()
		if err != nil {
			return m, nil, err
		}
		if formatsPattern.Match(text) {
			ofFormats = append(ofFormats, s)
		} else {
			ofBlocks = append(ofBlocks, s)
		}
	}
	blocks, errs, err := limits.Load(ofBlocks)
	if err != nil {
		return m, nil, err
	}
	m.Blocks = blocks
	var more []table.Error
	if folder {
		m.Formats, more, err = formats.LoadSources(ofFormats)
	} else if len(ofFormats) == 1 {
		m.Formats = &formats.Set{}
		var text []byte
		text, err = ofFormats[0].Read()
		more = formats.Parse(m.Formats, ofFormats[0].Name, text)
	}
	return m, append(errs, more...), err
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
