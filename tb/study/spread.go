package study

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Spread is how figures are spread. Quantiles are measured values (nearest rank); of no
// values at all it is zero.
type Spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	P99    float64 `json:"p99"`
	Max    float64 `json:"max"`
	Mean   float64 `json:"mean"`
}

func spreadOf(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	v := slices.Clone(values)
	slices.Sort(v)
	q := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, v, nil) }
	return Spread{Min: v[0], Median: q(0.5), P90: q(0.9), P99: q(0.99), Max: v[len(v)-1], Mean: tenth(stat.Mean(v, nil))}
}

// tenth rounds a mean, so that it does not depend on the order of a sum.
func tenth(x float64) float64 { return math.Round(10*x) / 10 }

// hundredth rounds a share in percent.
func hundredth(x float64) float64 { return math.Round(100*x) / 100 }
