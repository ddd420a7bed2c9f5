package decode

// Difference is a row of two dumps that is not the same in both; one of them may be missing.
type Difference struct {
	Offset uint64 `json:"offset"` // bytes from the dumps' first ones
	Name   string `json:"name"`
	Field  string `json:"field"`
	A      *Row   `json:"a" jsonschema:"nullable"` // nil: the field is in the other only
	B      *Row   `json:"b" jsonschema:"nullable"`
}

// key tells which rows of two dumps are of the same thing.
type key struct {
	offset      uint64
	name, field string
}

// Compare lists what differs in two dumps of the same kind, in the order of their offsets.
func Compare(a, b []Row, baseA, baseB uint64) (list []Difference) {
	of := func(r *Row, base uint64) key { return key{r.Address - base, r.Name, r.Field} }
	inB := map[key]*Row{}
	for i := range b {
		inB[of(&b[i], baseB)] = &b[i]
	}
	next := 0 // row of b that has not been passed
	emitB := func(upTo uint64) {
		for ; next < len(b) && b[next].Address-baseB < upTo; next++ {
			if k := of(&b[next], baseB); inB[k] != nil {
				list = append(list, Difference{k.offset, k.name, k.field, nil, inB[k]})
			}
		}
	}
	for i := range a {
		k := of(&a[i], baseA)
		other := inB[k]
		delete(inB, k)
		emitB(k.offset)
		if other == nil || other.Value != a[i].Value || other.Meaning != a[i].Meaning {
			list = append(list, Difference{k.offset, k.name, k.field, &a[i], other})
		}
	}
	emitB(^uint64(0))
	return list
}
