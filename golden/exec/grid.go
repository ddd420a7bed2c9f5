package exec

import "fmt"

// mostCTAs bounds a grid.
const mostCTAs = 1 << 40

// RunGrid executes all CTAs of a grid, one after the other, x before y before z. It ends with the first fault. Clusters begin without data, and write back
// in the end.
func RunGrid(k *Kernel, grid [3]int, args []uint32, m *Memory, o Options) error {
	count, err := countCTAs(grid)
	if err != nil || count == 0 {
		return err
	}
	if o.CTAs != nil && !isOrder(o.CTAs, count) {
		return fmt.Errorf("an order of CTAs that does not name each of %d once", count)
	}
	c, err := NewCTA(k, [3]int{}, grid, args, m, &o)
	if err != nil {
		return err
	}
	for _, cluster := range o.Clusters {
		cluster.Begin()
	}
	defer func() {
		for _, cluster := range o.Clusters {
			cluster.WriteBackAll()
		}
	}()
	for n := range count {
		at := n
		if o.CTAs != nil {
			at = o.CTAs[n]
		}
		c.begin([3]int{at % grid[0], at / grid[0] % grid[1], at / grid[0] / grid[1]})
		if err := c.Run(); err != nil {
			return err
		}
	}
	return nil
}

func countCTAs(grid [3]int) (int, error) {
	count := 1
	for _, n := range grid {
		if n < 0 || n != 0 && count > mostCTAs/n {
			return 0, fmt.Errorf("a grid of %v CTAs, expected 0 to %d in all", grid, mostCTAs)
		}
		count *= n
	}
	return count, nil
}
