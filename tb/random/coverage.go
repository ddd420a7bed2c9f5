package random

import "tilemark/tb/cover"

// group names the bins of knobs in coverage.
const group = "knobs"

// Declare adds the bins of knobs to a space of coverage.
func Declare(sp *cover.Space) {
	var bins []string
	for _, k := range knobs {
		for i := range k.Bins {
			bins = append(bins, k.Name+" "+k.Bins[i].Name)
		}
	}
	sp.Group(group, "What random vectors have chosen: each bin of each knob.", bins...)
}

// Coverage returns the choices of a vector by the names of bins that Declare has added.
func (v *Vector) Coverage() map[string]uint64 {
	out := make(map[string]uint64, len(v.Choices))
	for _, c := range v.Choices {
		out[group+"/"+c.Knob+" "+c.Bin] = c.Times
	}
	return out
}
