package vector

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// The lines of every rectangle of some layouts are counted by hand, pixel by pixel.
func TestLinesOfABlitAreNotMoreThanItsSizeSays(t *testing.T) {
	for format := range uint32(6) {
		for _, tiled := range []bool{false, true} {
			w, h := blockOf(format, tiled)
			for width := range uint64(40) {
				g := regs.C2DRegs{regs.C2DDstLayout: regs.C2DDstLayoutFields{Format: format, Tiled: tiled}.Pack(), regs.C2DExtent: 3<<16 | uint32(width+1)}
				most := uint64(0)
				for x := range w {
					for y := range h {
						most = max(most, ((x+width)/w+1)*((y+2)/h+1))
					}
				}
				require.Equal(t, most, SizeOfBlit(&g, false).Lines)
			}
		}
	}
}
