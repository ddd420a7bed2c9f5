package random

import (
	"math"
	"math/rand/v2"
)

// dice makes the choices of a vector, and notes them.
type dice struct {
	rng    *rand.Rand
	recipe *Recipe
	hits   [][]uint32 // by knob and bin
}

func newDice(r *Recipe, seeds Seeds) *dice {
	d := &dice{rng: rand.New(seeds.source()), recipe: r, hits: make([][]uint32, len(knobs))}
	for i, k := range knobs {
		d.hits[i] = make([]uint32, len(k.Bins))
	}
	return d
}

// pick chooses a bin of a knob.
func (d *dice) pick(k *Knob) *Bin {
	w := d.recipe.weights[k.id]
	sum := 0
	for _, n := range w {
		sum += n
	}
	at := d.rng.IntN(sum)
	for i, n := range w {
		if at -= n; at < 0 {
			d.hits[k.id][i]++
			return &k.Bins[i]
		}
	}
	panic("weights of " + k.Name)
}

// word chooses a bin that is a word.
func (d *dice) word(k *Knob) string { return d.pick(k).Name }

func (d *dice) yes(k *Knob) bool { return d.word(k) == "yes" }

// int chooses a bin, and a whole number in it.
func (d *dice) int(k *Knob) int {
	b := d.pick(k)
	return int(b.lo) + d.rng.IntN(int(b.hi-b.lo)+1)
}

// between is a number from lo to hi, to a thousandth, so that vectors are read easily.
func (d *dice) between(lo, hi float64) float64 {
	return math.Round((lo+d.rng.Float64()*(hi-lo))*1000) / 1000
}

// one chooses evenly.
func one[T any](d *dice, list ...T) T { return list[d.rng.IntN(len(list))] }

// choices lists what was chosen, in the order of the knobs.
func (d *dice) choices() (list []Choice) {
	for i, k := range knobs {
		for j, n := range d.hits[i] {
			if n > 0 {
				list = append(list, Choice{k.Name, k.Bins[j].Name, uint64(n)})
			}
		}
	}
	return list
}
