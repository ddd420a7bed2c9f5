package regress

import (
	"maps"
	"slices"
	"strings"

	"tilemark/tb/boundary"
)

// boundaryPrefix begins the names of tests of what the parser takes.
const boundaryPrefix = "boundary/"

// boundaryTests run vectors at the boundaries of what the parser takes, a test for each kind and break point. The seed is
// the number of the vector among those of its kind.
func boundaryTests() (list []*Test) {
	cases, err := boundary.Cases()
	if err != nil {
		panic(err) // they are made from the program's own tables
	}
	kinds := map[string][]boundary.Case{}
	for _, c := range cases {
		kind, _, _ := strings.Cut(c.Name, "/")
		kinds[kind] = append(kinds[kind], c)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		of := kinds[kind]
		seeds := make([]uint64, len(of))
		for i := range seeds {
			seeds[i] = uint64(i)
		}
		for _, place := range places {
			list = append(list, &Test{Name: boundaryPrefix + kind + "/" + place, Stage: "V2", Weight: len(of), Cases: len(of), Seeds: seeds, Make: func(seed uint64) (*Work, error) {
				d := parseVectorText(of[seed%uint64(len(of))].Text)
				d.configure("break_point=" + place)
				return &Work{Text: d.text()}, nil
			}})
		}
	}
	return list
}
