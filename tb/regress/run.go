package regress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"tilemark/tb/cosim"
	"tilemark/tb/cover"
	"tilemark/tb/regress/store"
	"tilemark/text/number"
)

// Options say which cases of a regression are run, and how.
type Options struct {
	Regression    *Regression
	Tests         []*Test // of the regression
	Seeds         int     // cases of a test that has any number of them; 0: until the time is over
	Budget        time.Duration
	Jobs          int
	Shard, Shards int    // from 1; Shards 0: one
	Order         uint64 // shuffles
	Limit         time.Duration
	Shrink        time.Duration                     // for making the first failure of each kind smaller; 0: none is
	Known         func(test string, index int) bool // cases that are not run again
	Coverage      func() Coverage                   // nil: none is counted
	Attach        func(*cosim.Session)              // to each session before it runs, such as a saboteur
	// Done is told of each case, by one goroutine at a time.
	Done func(c *store.Case, covered *Covered) error

	gallery gallery
}

// Ended says why no more cases came.
type Ended int

// Reasons why a run ended.
const (
	AllRun    Ended = iota // all cases that were asked for have been run
	TimeOver               // the budget was used up
	Cancelled              // somebody stopped it
)

// DefaultLimit is how long a case may take; running it again, to draw it or to compare, as long once more.
const DefaultLimit = 10 * time.Minute

// Job is a case to be run.
type Job struct {
	Test  *Test
	Index int
}

// Run runs cases until there are no more, the budget is used up, or the context ends: then cases that have not come to their end do
// not count.
func (o *Options) Run(ctx context.Context) (Ended, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var over <-chan time.Time
	if o.Budget > 0 {
		t := time.NewTimer(o.Budget)
		defer t.Stop()
		over = t.C
	}
	jobs, results := make(chan Job), make(chan result, o.Jobs)
	ended := AllRun
	go func() {
		defer close(jobs)
		o.each(func(j Job) bool {
			select { // first: the budget may be over while a worker waits
			case <-over:
				ended = TimeOver
				return false
			default:
			}
			select {
			case jobs <- j:
				return true
			case <-over:
				ended = TimeOver
			case <-ctx.Done():
			}
			return false
		})
	}()
	var workers sync.WaitGroup
	for range max(1, o.Jobs) {
		workers.Go(func() { o.work(ctx, jobs, results) })
	}
	go func() { workers.Wait(); close(results) }()
	for {
		select {
		case r, more := <-results:
			if !more && ctx.Err() != nil {
				return Cancelled, nil
			}
			if !more {
				return ended, nil
			}
			if err := o.Done(&r.Case, &r.Covered); err != nil {
				return AllRun, err
			}
		case <-ctx.Done(): // cases that have not come to their end are left to themselves
			return Cancelled, o.takeIn(results)
		}
	}
}

// takeIn takes the results that are there, without waiting for others.
func (o *Options) takeIn(results <-chan result) error {
	for {
		select {
		case r, more := <-results:
			if !more {
				return nil
			}
			if err := o.Done(&r.Case, &r.Covered); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// each goes through the cases, round by round, each round in an order of its own, until told to stop. Without a budget and a
// number of seeds, tests with any number of cases have one round.
func (o *Options) each(take func(Job) bool) {
	seeds := o.Seeds
	if seeds == 0 && o.Budget == 0 {
		seeds = 1
	}
	for round := 0; ; round++ {
		list := CasesOf(o.Tests, round, seeds)
		if len(list) == 0 {
			return
		}
		rng := rand.New(rand.NewPCG(o.Order, uint64(round)))
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		inFront(list)
		for _, j := range list {
			if o.Known != nil && o.Known(j.Test.Name, j.Index) {
				continue
			}
			if !take(j) {
				return
			}
		}
	}
}

// inFront puts those cases first that a run whose time is short needs most: the directed tests, then a case of each other kind
// of test, so that all of a testplan is seen; and the corpus before other random vectors, since only what reaches more than it
// is kept besides.
func inFront(list []Job) {
	rank, seen := make(map[Job]int, len(list)), map[string]bool{}
	for _, j := range list {
		kind, _, _ := strings.Cut(j.Test.Name, "/")
		switch {
		case kind == "directed":
			rank[j] = 0
		case kind+"/" == corpusPrefix:
			rank[j] = 2
		case !seen[kind] && kind+"/" != randomPrefix && kind+"/" != nearPrefix:
			rank[j] = 1
		default:
			rank[j] = 3
		}
		seen[kind] = true
	}
	slices.SortStableFunc(list, func(a, b Job) int { return cmp.Compare(rank[a], rank[b]) })
}

// CasesOf lists the cases that tests have in a round, when they are to have seeds rounds of them.
func CasesOf(tests []*Test, round, seeds int) (list []Job) {
	for _, t := range tests {
		for i := round * t.Weight; i < (round+1)*t.Weight && t.has(i, seeds); i++ {
			list = append(list, Job{t, i})
		}
	}
	return list
}

// mine tells whether a case is this shard's. Seeds are spread evenly.
func (o *Options) mine(seed uint64) bool {
	return o.Shards <= 1 || int(seed%uint64(o.Shards)) == o.Shard-1
}

// Total counts the cases that a run without a budget has.
func (o *Options) Total() (n int) {
	if o.Budget > 0 && o.Seeds == 0 {
		return 0
	}
	o.each(func(j Job) bool {
		if o.mine(o.seed(j)) {
			n++
		}
		return true
	})
	return n
}

func (o *Options) seed(j Job) uint64 {
	if j.Test.Seeds != nil {
		return j.Test.Seeds[j.Index]
	}
	return Seed(o.Regression.Name, j.Test.Name, j.Index)
}

// Covered is what a case has covered.
type Covered struct {
	Vector string            // the name of its vector, when it has one
	Hits   map[string]uint64 // by bin, what its generator chose included; none unless it passed; nil: none were counted
}

// result is a case with what it covered.
type result struct {
	store.Case
	Covered
}

// work takes cases until there are no more.
func (o *Options) work(ctx context.Context, jobs <-chan Job, results chan<- result) {
	var counter Coverage
	if o.Coverage != nil {
		counter = o.Coverage()
	}
	for j := range jobs {
		seed := o.seed(j)
		if !o.mine(seed) {
			continue
		}
		r, ended := o.limited(j.Test, seed, counter)
		if !ended && o.Coverage != nil {
			counter = o.Coverage() // the case that did not end still has the old one
		}
		r.Number = j.Index
		if r.Failure != nil && r.Failure.Command == "" {
			r.Failure.Command = Repeat(o.Regression.Name, j.Test.Name, seed)
		}
		if r.Result != store.Pass { // what such a case reached, nobody can rely on
			r.Hits = none(r.Hits)
		}
		select { // first: what has ended counts, though the run is over
		case results <- r:
			continue
		default:
		}
		select {
		case results <- r:
		case <-ctx.Done():
			return
		}
	}
}

// Repeat is the command that repeats a case; none when only the name of its vector does.
func Repeat(run, test string, seed uint64) string {
	if strings.HasPrefix(test, corpusPrefix) || strings.HasPrefix(test, nearPrefix) {
		return ""
	}
	return fmt.Sprintf("tilemark regress %s --test %s --seed %s", RegressionOf(run), test, store.Hex(seed))
}

// Bisect is the command that finds the commit which broke a case, made from the one that repeats it.
func Bisect(repeat, good, bad string) string {
	what, vector := strings.CutPrefix(repeat, "tilemark check ")
	if !vector {
		what = repeat[max(0, strings.Index(repeat, "--test")):]
	}
	return fmt.Sprintf("tilemark bisect %s --good %.12s --bad %.12s", what, good, bad)
}

// limited runs a case, twice when it is one of those. One that does not end in time is left to itself.
func (o *Options) limited(t *Test, seed uint64, counter Coverage) (r result, ended bool) {
	limit := cmp.Or(o.Limit, DefaultLimit)
	once, ended := within(limit, func() *ran { return o.once(t, seed, counter) })
	if !ended {
		return o.endless(t, seed, limit), false
	}
	r = once.result
	switch {
	case o.draws(&r.Case):
		// What is known of the case stays, whether its drawing ends or not.
		if c, ended := within(limit+o.Shrink, func() *store.Case { return o.drawn(t, once) }); ended {
			r.Case = *c
		}
	case o.repeats(&r.Case):
		second, ended := within(limit, func() *store.Case { c := Execute(t, seed, o.attach); return &c })
		if !ended {
			late := o.endless(t, seed, limit)
			second = &late.Case
		}
		if err := differ(&r.Case, second); err != nil {
			flaky(&r.Case, once.work, err)
		}
	}
	return r, true
}

// within does something, and returns false when that has not ended in time.
func within[T any](limit time.Duration, do func() *T) (*T, bool) {
	out := make(chan *T, 1)
	go func() { out <- do() }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r := <-out:
		return r, true
	case <-timer.C:
		return nil, false
	}
}

// endless tells of a case that has not ended in time.
func (o *Options) endless(t *Test, seed uint64, limit time.Duration) (r result) {
	r.Case = store.Case{Test: t.Name, Seed: seed, Stage: t.Stage, Result: store.Fail, Wall: limit}
	r.Failure = &store.Failure{Rule: RuleLimit, Place: t.Name, Message: fmt.Sprintf("the case has not ended after %v", limit)}
	if w, err := t.MakeWork(seed); err == nil {
		r.Failure.Vector, r.Failure.Command = string(w.Text), w.command()
	}
	return r
}

// ran is a case that was run, with what it was made of; nil when none could be made.
type ran struct {
	result
	work *Work
}

// once runs a case.
func (o *Options) once(t *Test, seed uint64, counter Coverage) *ran {
	r := &ran{}
	r.Case, r.work = execute(t, seed, func(s *cosim.Session) {
		o.attach(s)
		if counter != nil {
			counter.Attach(s)
		}
	})
	var wrong []cover.Excluded
	if counter != nil {
		r.Hits, wrong = counter.Take()
	}
	if r.work == nil {
		return r
	}
	Excluded(&r.Case, string(r.work.Text), wrong)
	r.Vector = r.work.Name
	for bin, n := range r.work.Chosen {
		if r.Hits != nil {
			r.Hits[bin] += n
		}
	}
	return r
}

// draws tells whether a case failed and is run again to be drawn. A bin that is excluded shows in no picture.
func (o *Options) draws(c *store.Case) bool {
	return c.Failure != nil && c.Failure.Rule != RuleInvalid && c.Failure.Rule != RuleExcluded && o.gallery.wants(c.Failure)
}

// drawn runs a case that failed again, to draw it and to make it smaller.
func (o *Options) drawn(t *Test, once *ran) *store.Case {
	c, f := once.Case, *once.Failure
	c.Failure = &f
	draw(t, once.work, &c, o.attach)
	if o.Shrink > 0 && o.gallery.shrinks(c.Failure) {
		Shrink(&c, o.Shrink, o.attach)
	}
	return &c
}

// repeats tells whether a case is one of those that are run twice and compared. Its second run counts no coverage.
func (o *Options) repeats(c *store.Case) bool {
	n := uint64(o.Regression.Repeats)
	return n > 0 && c.Seed>>32%n == 0 && (c.Failure == nil || c.Failure.Rule != RuleExcluded)
}

// flaky makes a case of which two runs differ an error.
func flaky(c *store.Case, w *Work, err error) {
	f := &store.Failure{Rule: RuleFlaky, Place: c.Test, Message: err.Error(), Command: w.command()}
	if c.Failure != nil {
		f.Vector, f.Cycle = c.Failure.Vector, c.Failure.Cycle
	}
	c.Result, c.Failure = store.Error, f
}

func (o *Options) attach(s *cosim.Session) {
	if o.Attach != nil {
		o.Attach(s)
	}
}

// differ compares two runs of one seed.
func differ(a, b *store.Case) error {
	if a.Result == b.Result && a.Digest == b.Digest && a.Cycles == b.Cycles && a.Cuts == b.Cuts {
		return nil
	}
	return errors.New("two runs of one seed differ: " + outcome(a) + ", then " + outcome(b))
}

func outcome(c *store.Case) string {
	if c.Failure != nil && c.Failure.Rule == RuleLimit {
		return c.Failure.Message
	}
	return fmt.Sprintf("%s in %s cycles with %s cuts and digest %s", c.Result, number.Thousands(c.Cycles), number.Thousands(c.Cuts), store.Hex(c.Digest))
}
