package scene

import (
	"fmt"
	"math"
)

// The sRGB curve (IEC 61966-2-1): what files of colours that are made to be looked at hold, and the light that it stands for. Light is what
// draws compute with (docs/models.md).

// Decoded is the light of an encoded component; outside 0 to 1 the curve goes on.
func Decoded(c float64) float64 {
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// encoded is the inverse of decoded.
func encoded(light float64) float64 {
	if light <= 0.04045/12.92 {
		return light * 12.92
	}
	return 1.055*math.Pow(light, 1/2.4) - 0.055
}

// LightOf decodes a colour; alpha is not encoded.
func LightOf(c [4]float32) [4]float32 {
	for k := range 3 {
		c[k] = float32(Decoded(float64(c[k])))
	}
	return c
}

// Brightest bounds encoded colours whose format does not: the light of two of them, of a material and of its vertices, multiplied is no more than
// farthest.
const Brightest = 1e6

// InUnit says which component of a colour is not from 0 to 1.
func InUnit(color []float32) error {
	for _, c := range color {
		if !(c >= 0 && c <= 1) {
			return fmt.Errorf("%v; numbers from 0 to 1 were expected", color)
		}
	}
	return nil
}

// decodedBytes is the light of each encoded byte.
var decodedBytes = func() (light [256]float64) {
	for b := range light {
		light[b] = Decoded(float64(b) / 255)
	}
	return light
}()
