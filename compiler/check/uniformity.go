package check

// uniformity is to come.
func (c *checker) uniformity(all []*function) {}
