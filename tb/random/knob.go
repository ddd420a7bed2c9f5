package random

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Knob is a choice that is made again and again. Its bins are what coverage counts.
type Knob struct {
	Name  string
	About string
	Bins  []Bin
	id    int
}

// Bin is a word, a number, or a range of numbers that are equally likely.
type Bin struct {
	Name   string
	Weight int // out of the sum of all
	lo, hi float64
	number bool
}

// Knobs lists all knobs in the order in which they are declared.
func Knobs() []*Knob { return knobs }

var knobs []*Knob

// knob declares one: each bin is written name or name:weight, the name being a word, a number
// or lo..hi. A mistake is one of this package.
func knob(name, about string, bins ...string) *Knob {
	k := &Knob{Name: name, About: about, id: len(knobs)}
	for _, text := range bins {
		b := Bin{Weight: 1}
		var weight string
		var found bool
		if b.Name, weight, found = strings.Cut(text, ":"); found {
			w, err := strconv.Atoi(weight)
			if err != nil {
				panic(fmt.Sprintf("knob %s: %q", name, text))
			}
			b.Weight = w
		}
		lo, hi, isRange := strings.Cut(b.Name, "..")
		if !isRange {
			hi = lo
		}
		var err error
		if b.lo, err = strconv.ParseFloat(lo, 64); err == nil {
			b.hi, err = strconv.ParseFloat(hi, 64)
		}
		b.number = err == nil
		k.Bins = append(k.Bins, b)
	}
	if slices.ContainsFunc(knobs, func(other *Knob) bool { return other.Name == name }) {
		panic("two knobs are called " + name)
	}
	knobs = append(knobs, k)
	return k
}

// yesNo declares a knob that is off or on.
func yesNo(name, about string, no, yes int) *Knob {
	return knob(name, about, fmt.Sprintf("no:%d", no), fmt.Sprintf("yes:%d", yes))
}

// bin returns the number of a bin, -1 when there is none of the name.
func (k *Knob) bin(name string) int {
	return slices.IndexFunc(k.Bins, func(b Bin) bool { return b.Name == name })
}

func (k *Knob) names() (list []string) {
	for _, b := range k.Bins {
		list = append(list, b.Name)
	}
	return list
}
