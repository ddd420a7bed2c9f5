package wires

import (
	"reflect"
	"strings"
)

// Stored is state that a block has registered beside the struct that Parts returns.
type Stored struct {
	Name  string        // as it was registered
	Array reflect.Value // it can be changed; of pages it is not valid
	Pages *Pages        // nil: an array
}

// Stored returns what a block has registered, arrays first.
func (d *Domain) Stored(b Block) (out []Stored) {
	for _, r := range d.states[b.base().index].arrays {
		out = append(out, Stored{Name: strings.TrimPrefix(r.name, b.Name()+" "), Array: reflect.NewAt(r.typ, r.ptr).Elem()})
	}
	for _, p := range d.pages {
		if p.owner == b {
			out = append(out, Stored{Name: p.name, Pages: p})
		}
	}
	return out
}

// Rows is the number of rows.
func (p *Pages) Rows() uint32 { return p.rows }
