package arith

import (
	"math"
	"testing"
)

// TestComparisonsOfFloats compares by the order of a list, in which both zeros have one place.
func TestComparisonsOfFloats(t *testing.T) {
	list := []struct {
		place int
		f     float32
		hf    uint16
	}{
		{-3, -infinity, 0xfc00}, {-2, -1, 0xbc00}, {-1, -0x1p-24, 0x8001}, {0, minus0, 0x8000},
		{0, 0, 0}, {1, 0x1p-24, 1}, {2, 1, 0x3c00}, {3, infinity, 0x7c00},
	}
	for _, a := range list {
		for _, b := range list {
			for c, want := range []bool{
				Eq: a.place == b.place, Ne: a.place != b.place, Lt: a.place < b.place, Le: a.place <= b.place,
				Gt: a.place > b.place, Ge: a.place >= b.place, Un: false, Un + 1: false,
			} {
				if CompareF(Cond(c), a.f, b.f) != want || CompareHF(Cond(c), a.hf, b.hf) != want {
					t.Errorf("condition %d of %g and %g is not %t", c, a.f, b.f, want)
				}
			}
		}
	}
}

func TestComparisonsWithNaN(t *testing.T) {
	for _, nan := range nans {
		half := uint16(math.Float32bits(nan)>>16) | 0x7c01
		for _, b := range []float32{0, 1, -infinity, nan} {
			for c := Eq; c <= Un; c++ {
				want := c == Ne || c == Un
				if CompareF(c, nan, b) != want || CompareF(c, b, nan) != want {
					t.Errorf("condition %d of NaN and %g is not %t", c, b, want)
				}
				if other := FToHF(b); CompareHF(c, half, other) != want || CompareHF(c, other, half) != want {
					t.Errorf("condition %d of NaN and 0x%04x is not %t", c, other, want)
				}
			}
		}
	}
}

func TestConditionsAreNumberedFromOne(t *testing.T) {
	for k, c := range []Cond{Eq, Ne, Lt, Le, Gt, Ge, Un} {
		if int(c) != k+1 {
			t.Errorf("condition %d is %d", k+1, c)
		}
	}
}
