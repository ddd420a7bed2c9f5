package diff

import "strings"

// pair is an entry of the old table and the one in the new table that it became; nil
// stands for none.
type pair[T any] struct{ old, new *T }

// match pairs entries of the same name, then those left over at the same place: these were
// renamed. Pairs come in the new table's order, then what was removed.
func match[T any, P comparable](old, new []T, name func(*T) string, place func(*T) P) []pair[T] {
	pairs := make([]pair[T], len(new))
	for i := range new {
		pairs[i].new = &new[i]
	}
	left := make([]*T, len(old))
	for i := range old {
		left[i] = &old[i]
	}
	left = join(pairs, left, name)
	left = join(pairs, left, place)
	for _, o := range left {
		pairs = append(pairs, pair[T]{old: o})
	}
	return pairs
}

// join gives each pair without an old entry one with the same key; it returns those
// that nobody took.
func join[T any, K comparable](pairs []pair[T], old []*T, key func(*T) K) (left []*T) {
	byKey := map[K][]*pair[T]{}
	for i := range pairs {
		if p := &pairs[i]; p.old == nil {
			byKey[key(p.new)] = append(byKey[key(p.new)], p)
		}
	}
	for _, o := range old {
		k := key(o)
		if list := byKey[k]; len(list) > 0 {
			list[0].old = o
			byKey[k] = list[1:]
		} else {
			left = append(left, o)
		}
	}
	return left
}

// dotted joins names with dots.
func dotted(names ...string) string { return strings.Join(names, ".") }

// head is the first name of a path.
func head(path string) string {
	first, _, _ := strings.Cut(path, ".")
	return first
}
