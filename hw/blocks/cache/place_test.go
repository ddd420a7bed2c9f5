package cache

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Of blocks of two by two neighbouring tiles few have two lines in one place, however wide the
// target is and however many lines a tile has; folding had most of them so in some.
func TestNeighbouringTilesHavePlacesOfTheirOwn(t *testing.T) {
	c := Cache{lines: MaxLines}
	for lines, most := range map[int]int{2: 25, 4: 20, 8: 40} {
		for _, width := range []int{64, 128, 256, 320, 512, 640, 800, 1024, 1280, 1920, 2048, 4096} {
			blocks, shared := 0, 0
			for y := range min(64, width/8) - 1 {
				for x := range width/8 - 1 {
					blocks++
					if overlaps(&c, lines, width/8, x, y) {
						shared++
					}
				}
			}
			require.LessOrEqual(t, 100*shared, most*blocks, "%d lines a tile, %d pixels wide", lines, width)
		}
	}
}

// overlaps tells whether two lines of a block of two by two tiles have one place.
func overlaps(c *Cache, lines, pitch, x, y int) bool {
	var taken [MaxLines]bool
	for k := range 4 {
		tile := (y+k>>1)*pitch + x + k&1
		for l := range lines {
			at := c.place(uint32(tile*lines + l))
			if taken[at] {
				return true
			}
			taken[at] = true
		}
	}
	return false
}
