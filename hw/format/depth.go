package format

import "math"

// D24 converts depth, 0 to 1, to 24 bits; the product is exact in binary64.
func D24(z float32) uint32 { return uint32(math.RoundToEven(float64(z) * (1<<24 - 1))) }

// D16 converts depth, 0 to 1, to 16 bits; the product is exact in binary64.
func D16(z float32) uint32 { return uint32(math.RoundToEven(float64(z) * (1<<16 - 1))) }
