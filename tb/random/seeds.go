package random

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Seeds is what a vector is made from: a seed, or two. A vector of two begins as that of the
// first one, and goes on with what the second one draws: it is a neighbour of the first one's.
// How far the first one goes, 1 to 255 draws, follows from the second one.
type Seeds []uint64

// ParseSeeds reads SEED, or SEED+SEED.
func ParseSeeds(text string) (s Seeds, err error) {
	for part := range strings.SplitSeq(text, "+") {
		n, err := strconv.ParseUint(part, 0, 64)
		if err != nil {
			return nil, err
		}
		s = append(s, n)
	}
	if len(s) > 2 {
		return nil, errors.New("more than two seeds")
	}
	return s, nil
}

// String is what ParseSeeds reads.
func (s Seeds) String() string {
	var text []string
	for _, n := range s {
		text = append(text, fmt.Sprintf("0x%016x", n))
	}
	return strings.Join(text, "+")
}

func (s Seeds) source() rand.Source {
	const stream = 0x74696c656d61726b
	first := rand.NewPCG(s[0], stream)
	if len(s) == 1 {
		return first
	}
	far := s[1] >> 1 % 8 // each order of magnitude is as likely as another
	return &spliced{first, rand.NewPCG(s[1], stream), 1<<far + s[1]>>4%(1<<far)}
}

// spliced draws from one source, and after so many draws from another.
type spliced struct {
	from, then rand.Source
	left       uint64
}

// Uint64 implements rand.Source.
func (s *spliced) Uint64() uint64 {
	if s.left > 0 {
		s.left--
		return s.from.Uint64()
	}
	return s.then.Uint64()
}
