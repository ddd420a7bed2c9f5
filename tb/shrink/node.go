package shrink

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"tilemark/text/strictyaml"
)

// node simplifies a value and all within it.
func (s *shrinker) node(n *strictyaml.Node) {
	switch n.Kind {
	case strictyaml.Mapping:
		s.mapping(n)
	case strictyaml.List:
		s.list(n)
	case strictyaml.Number:
		s.number(n)
	case strictyaml.Bool:
		if n.Text == "true" {
			s.swap(n, strictyaml.Map("b", false).Lookup("b"))
		}
	}
}

// mapping leaves keys out, those with most in them first, and simplifies the others.
func (s *shrinker) mapping(n *strictyaml.Node) {
	entries := slices.Clone(n.Entries)
	slices.SortStableFunc(entries, func(a, b *strictyaml.Entry) int { return cmp.Compare(weight(b.Value), weight(a.Value)) })
	for _, e := range entries {
		if n == s.root && (e.Key == "covers" || e.Key == "size") || e.Key == "level" {
			continue // without a size or a level, there is more to draw
		}
		old := slices.Clone(n.Entries)
		n.Delete(e.Key)
		s.try(func() { n.Entries = old })
	}
	for _, e := range slices.Clone(n.Entries) {
		if n != s.root || !slices.Contains(expected, e.Key) {
			s.node(e.Value)
		}
	}
}

// weight is the number of values in a tree.
func weight(n *strictyaml.Node) int {
	w := 1
	for _, v := range n.Items {
		w += weight(v)
	}
	for _, e := range n.Entries {
		w += weight(e.Value)
	}
	return w
}

// list leaves out halves, quarters and so on, and three at a time for the corners of triangles;
// then it simplifies what is left.
func (s *shrinker) list(n *strictyaml.Node) {
	for size := len(n.Items) / 2; size > 0; size /= 2 {
		s.chunks(n, size)
	}
	if len(n.Items) > 3 {
		s.chunks(n, 3)
	}
	for _, v := range slices.Clone(n.Items) {
		if s.fine || v.Kind != strictyaml.Number {
			s.node(v)
		}
	}
}

// chunks leaves out so many items at a time, from the end, so that numbers of those before
// keep their meaning.
func (s *shrinker) chunks(n *strictyaml.Node, size int) {
	for at := len(n.Items) - size; at >= 0 && !s.over(); {
		old := n.Items
		n.Items = slices.Concat(old[:at], old[at+size:])
		s.try(func() { n.Items = old })
		at = min(at-size, len(n.Items)-size)
	}
}

// number tries simpler numbers: 0, 1, then ever smaller steps towards them, and fewer digits.
// Before numbers are made small, only those that may be of things, such as instances, are halved.
func (s *shrinker) number(n *strictyaml.Node) {
	v, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || !s.fine && (v != math.Trunc(v) || v < 2) {
		return
	}
	half := math.Trunc(v / 2)
	tries := []float64{0, 1, v - half}
	if s.fine {
		for step := math.Trunc(half / 2); step != 0; step = math.Trunc(step / 2) {
			tries = append(tries, v-step)
		}
		tries = append(tries, math.Trunc(v), math.Round(v*10)/10)
	}
	for _, t := range tries {
		if (math.Abs(t) < math.Abs(v) || len(text(t)) < len(n.Text)) && s.swap(n, strictyaml.Map("n", t).Lookup("n")) {
			if t != 0 && t != 1 {
				s.number(n)
			}
			return
		}
	}
}

func text(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// swap tries another value.
func (s *shrinker) swap(n, value *strictyaml.Node) bool {
	old := *n
	*n = *value
	return s.try(func() { *n = old })
}
