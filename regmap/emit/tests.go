package emit

// Tests says which directed vectors write which register. A vector is named by its place in Vectors.
type Tests struct {
	Vectors   []Vector
	Registers map[string]*Written // by BLOCK.REGISTER
}

// Vector is a directed vector.
type Vector struct {
	Name   string
	Covers string // what it shows
}

// Written is what the vectors write to a register.
type Written struct {
	Vectors []int // rising
	Values  map[uint32]bool
}
