package arithmetic

import (
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
)

// Random is how many random tuples are compared of an operation that has too many arguments for all.
const Random = 2_000_000

// small is the size of all sources together, in bits, up to which all arguments are always compared.
const small = 16

// chunk is how many tuples a processor takes at a time.
const chunk = 1 << 16

// span is a part of the work: tuples with numbers from 0.
type span struct {
	tuples uint64
	fill   func(r *rand.Rand, i uint64, s *patterns) // makes the sources of tuple i
}

// spans returns the work. A sample of 0 stands for all arguments where the comparison is for all, and for Random tuples elsewhere.
func (c *Comparison) spans(sample uint64) []span {
	if size := c.size(); size <= small || c.whole && sample == 0 {
		return []span{{1 << size, c.split}}
	}
	if sample == 0 {
		sample = Random
	}
	random := span{sample, func(r *rand.Rand, _ uint64, s *patterns) { c.randomly(r, s) }}
	if len(c.sources) == most { // products of vectors are too many
		return []span{random}
	}
	return []span{{c.products(), c.product}, random}
}

// Tuples returns how many tuples of sources Run tries.
func (c *Comparison) Tuples(sample uint64) (n uint64) {
	for _, w := range c.spans(sample) {
		n += w.tuples
	}
	return n
}

// size is that of all sources together, in bits.
func (c *Comparison) size() (bits uint) {
	for _, k := range c.sources {
		bits += k.bits
	}
	return bits
}

// split makes sources of the bits of a number.
func (c *Comparison) split(_ *rand.Rand, i uint64, s *patterns) {
	for n := len(c.sources) - 1; n >= 0; n-- {
		bits := c.sources[n].bits
		s[n] = i & (1<<bits - 1)
		i >>= bits
	}
}

// list has the hard patterns of a source; of operations with three sources the few.
func (c *Comparison) list(n int) []uint64 {
	if len(c.sources) > 2 {
		return c.sources[n].few
	}
	return c.sources[n].hard
}

func (c *Comparison) products() uint64 {
	n := 1
	for i := range c.sources {
		n *= len(c.list(i))
	}
	return uint64(n)
}

// product takes one hard pattern for each source.
func (c *Comparison) product(_ *rand.Rand, i uint64, s *patterns) {
	for n := range c.sources {
		list := c.list(n)
		s[n] = list[i%uint64(len(list))]
		i /= uint64(len(list))
	}
}

// randomly takes hard patterns, any, and such as have values near enough to each other for all to count.
func (c *Comparison) randomly(r *rand.Rand, s *patterns) {
	for n := range c.sources {
		k := &c.sources[n]
		switch r.IntN(4) {
		case 0:
			s[n] = k.hard[r.IntN(len(k.hard))]
		case 1:
			s[n] = r.Uint64() >> (64 - k.bits)
		default:
			s[n] = k.moderate(r)
		}
	}
	if c.relate != nil && r.IntN(2) == 0 {
		c.relate(s)
		last := len(c.sources) - 1
		s[last] = (s[last] + r.Uint64N(5) - 2) & (1<<c.sources[last].bits - 1)
	}
}

// Run compares on all processors. It returns the first difference, nil if there is none. The same sample has the same tuples. tell, which may
// be nil, is told how many tuples more have been tried, from all processors.
func (c *Comparison) Run(sample uint64, tell func(tried uint64)) *Difference {
	for _, w := range c.spans(sample) {
		if d := c.run(w, tell); d != nil {
			return d
		}
	}
	return nil
}

// run compares a span: processors take chunks in order, and stop after one with a difference.
func (c *Comparison) run(w span, tell func(tried uint64)) *Difference {
	chunks := (w.tuples + chunk - 1) / chunk
	found := make([]*Difference, min(uint64(runtime.GOMAXPROCS(0)), chunks))
	places := make([]uint64, len(found))
	var next, end atomic.Uint64
	end.Store(chunks)
	var group sync.WaitGroup
	for n := range found {
		group.Go(func() {
			for i := next.Add(1) - 1; i < end.Load(); i = next.Add(1) - 1 {
				from, to := i*chunk, min((i+1)*chunk, w.tuples)
				if d := c.tryAll(w, i, from, to); d != nil {
					found[n], places[n] = d, i
					end.Store(0)
				}
				if tell != nil {
					tell(to - from)
				}
			}
		})
	}
	group.Wait()
	var first *Difference
	for n, d := range found {
		if d != nil && (first == nil || places[n] < chunks) {
			first, chunks = d, places[n]
		}
	}
	return first
}

// tryAll compares the tuples of a chunk. The chunk's number is the seed of those that are random.
func (c *Comparison) tryAll(w span, seed, from, to uint64) *Difference {
	name := fnv.New64a()
	name.Write([]byte(c.Function + " " + c.Type))
	r := rand.New(rand.NewPCG(name.Sum64(), seed))
	var s patterns
	for i := from; i < to; i++ {
		w.fill(r, i, &s)
		if d := c.try(&s); d != nil {
			return d
		}
	}
	return nil
}
