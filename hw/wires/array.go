package wires

// Storer is a block with state beside the struct that Parts returns: arrays whose lengths its configuration says, and Pages. Stores registers them,
// when the block is added to a domain.
type Storer interface {
	Block
	Stores(d *Domain)
}

// AddArray registers an array of plain data that a block has beside its state: threads, entries of a queue. It is copied, digested and compared like that. Its
// storage stays the same.
func AddArray[T any](d *Domain, b Block, name string, s []T) {
	r := arrayRegion(b.Name()+" "+name, s)
	p, err := planOf(r.typ)
	if err != nil {
		panic("state of " + r.name + ": " + err.Error())
	}
	r.plan = p
	r.digest = func(h *Hasher) { p.hash(h, r.ptr) }
	d.regions = append(d.regions, r)
	size := &d.states[b.base().index]
	size.arrays = append(size.arrays, r)
}
