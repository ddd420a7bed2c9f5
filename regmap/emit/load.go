package emit

import (
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// Load reads and checks tables of blocks and of formats. The errors are in order of place, those of
// formats last; with errors the map has no layout, which needs tables that are right. The third
// result is for a file that cannot be read.
func Load(sources []table.Source, limits table.Limits) (*Map, []table.Error, error) {
	ofBlocks, ofFormats, err := formats.Split(sources)
	if err != nil {
		return nil, nil, err
	}
	blocks, errs, err := limits.Load(ofBlocks)
	if err != nil {
		return nil, nil, err
	}
	set, more, err := formats.LoadSources(ofFormats)
	if err != nil {
		return nil, nil, err
	}
	if errs = append(errs, more...); len(errs) > 0 {
		return &Map{Blocks: blocks, Formats: set}, errs, nil
	}
	m := NewMap(blocks)
	m.SetFormats(set)
	return m, nil, nil
}

// LoadFolder reads and checks a folder of the machine's tables, with the formats that belong to them.
func LoadFolder(folder string) (*Map, []table.Error, error) {
	sources, err := formats.Sources(folder)
	if err != nil {
		return nil, nil, err
	}
	return Load(sources, table.MachineLimits)
}
