package arith

import (
	"math"
	"testing"
)

// The sink keeps calls from being left out.
var sink float32

// benchmark calls f for patterns of all exponents and both signs.
func benchmark(b *testing.B, f func(float32) float32) {
	var sum float32
	pattern := uint32(0)
	for b.Loop() {
		sum += f(math.Float32frombits(pattern))
		pattern += 0x9e3779b9
	}
	sink = sum
}

func BenchmarkRcpF(b *testing.B)   { benchmark(b, RcpF) }
func BenchmarkSqrtF(b *testing.B)  { benchmark(b, SqrtF) }
func BenchmarkRsqrtF(b *testing.B) { benchmark(b, RsqrtF) }
func BenchmarkExp2F(b *testing.B)  { benchmark(b, Exp2F) }
func BenchmarkLog2F(b *testing.B)  { benchmark(b, Log2F) }
func BenchmarkSinF(b *testing.B)   { benchmark(b, SinF) }
func BenchmarkCosF(b *testing.B)   { benchmark(b, CosF) }
func BenchmarkRnddF(b *testing.B)  { benchmark(b, RnddF) }
func BenchmarkRnduF(b *testing.B)  { benchmark(b, RnduF) }
func BenchmarkRndzF(b *testing.B)  { benchmark(b, RndzF) }
func BenchmarkRndeF(b *testing.B)  { benchmark(b, RndeF) }
func BenchmarkFrcF(b *testing.B)   { benchmark(b, FrcF) }
func BenchmarkSatF(b *testing.B)   { benchmark(b, SatF) }
