package arith

import (
	"math/rand/v2"
	"testing"
)

// TestDotProducts adds products in the order of the section, operation by operation.
func TestDotProducts(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	for range 2000 {
		var a, b [4]float32
		var products, sums [4]float32
		for k := range a {
			a[k], b[k] = random.Float32()-0.5, random.Float32()-0.5
			products[k] = a[k] * b[k]
			sums[k] = products[k]
			if k > 0 {
				sums[k] = sums[k-1] + products[k]
			}
		}
		wantF(t, "dp2", Dp2F(&a, &b), sums[1])
		wantF(t, "dp3", Dp3F(&a, &b), sums[2])
		wantF(t, "dp4", Dp4F(&a, &b), sums[3])
		wantF(t, "dph", DphF(&a, &b), sums[2]+b[3])
	}
}

func TestDotProductsOfHalves(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 20))
	for range 2000 {
		var a, b, sums [4]uint16
		for k := range a {
			a[k], b[k] = uint16(random.Uint32N(0x7800))|uint16(random.Uint32())&0x8000, uint16(random.Uint32N(0x3c00))
			sums[k] = halfNearest(exactProduct(halfNumber(a[k]), halfNumber(b[k])))
			if k > 0 {
				sums[k] = halfNearest(exactSum(exactNumber(halfNumber(sums[k-1])), exactNumber(halfNumber(sums[k]))))
			}
		}
		wantHF(t, "dp2", Dp2HF(&a, &b), sums[1])
		wantHF(t, "dp3", Dp3HF(&a, &b), sums[2])
		wantHF(t, "dp4", Dp4HF(&a, &b), sums[3])
		wantHF(t, "dph", DphHF(&a, &b), halfNearest(exactSum(exactNumber(halfNumber(sums[2])), exactNumber(halfNumber(b[3])))))
	}
}
