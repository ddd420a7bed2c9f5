package cosim

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Tried is what came of a first cut of a sweep, with pairs and all second cuts behind it.
type Tried struct {
	Report
	number int          // of the first cut
	next   []eventPlace // events that were next at a cut
}

// Part is what came of some first cuts of a sweep, of which none differed. A sweep that has it leaves them out and counts them.
type Part struct {
	done   []bool // by number of the first cut
	report Report
	next   map[eventPlace]bool // events that were next at some cut
}

// Count is the number of first cuts.
func (p *Part) Count() (n int) {
	for _, done := range p.done {
		if done {
			n++
		}
	}
	return n
}

// Add takes a first cut in. One that differs is left out, so that it is tried again.
func (p *Part) Add(t *Tried) {
	if t.Different > 0 || p.has(t.number) {
		return
	}
	for len(p.done) <= t.number {
		p.done = append(p.done, false)
	}
	p.done[t.number] = true
	p.report.merge(&t.Report)
	if p.next == nil {
		p.next = map[eventPlace]bool{}
	}
	for _, e := range t.next {
		p.next[e] = true
	}
}

func (p *Part) has(number int) bool { return p != nil && number < len(p.done) && p.done[number] }

func (p *Part) clone() *Part {
	if p == nil {
		return &Part{next: map[eventPlace]bool{}}
	}
	c := &Part{slices.Clone(p.done), p.report, maps.Clone(p.next)}
	if c.next == nil {
		c.next = map[eventPlace]bool{}
	}
	return c
}

// partJSON is a Part in a file.
type partJSON struct {
	Firsts   [][2]int `json:"firsts"` // numbers of the first cuts: the first of a row and the one behind its last
	Counts   Report   `json:"counts"`
	Naive    uint64   `json:"naive"`
	Measured int      `json:"measured"`
	Next     [][2]int `json:"next"` // context and event
}

// MarshalJSON implements json.Marshaler.
func (p *Part) MarshalJSON() ([]byte, error) {
	j := partJSON{Firsts: [][2]int{}, Counts: p.report, Naive: p.report.naive, Measured: p.report.measured, Next: [][2]int{}}
	for i, done := range p.done {
		switch n := len(j.Firsts); {
		case !done:
		case n > 0 && j.Firsts[n-1][1] == i:
			j.Firsts[n-1][1]++
		default:
			j.Firsts = append(j.Firsts, [2]int{i, i + 1})
		}
	}
	for e := range p.next {
		j.Next = append(j.Next, [2]int{e.context, e.event})
	}
	slices.SortFunc(j.Next, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return json.Marshal(j)
}

// mostFirsts bounds the numbers of first cuts in a file: no run that is swept has so many cycles.
const mostFirsts = 1 << 30

// UnmarshalJSON implements json.Unmarshaler.
func (p *Part) UnmarshalJSON(data []byte) error {
	var j partJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*p = Part{report: j.Counts, next: map[eventPlace]bool{}}
	p.report.naive, p.report.measured, p.report.First = j.Naive, j.Measured, nil
	last := -1
	for _, row := range j.Firsts {
		if row[0] <= last || row[1] <= row[0] || row[1] > mostFirsts {
			return fmt.Errorf("first cuts %d to %d; numbers that rise were expected", row[0], row[1])
		}
		last = row[1]
		p.done = append(p.done, make([]bool, row[1]-len(p.done))...)
		for i := row[0]; i < row[1]; i++ {
			p.done[i] = true
		}
	}
	if n := p.Count(); p.report.Tried < n || p.report.Equal != p.report.Cuts || p.report.Tried != p.report.Cuts+p.report.Misses() {
		return fmt.Errorf("%d of %d cuts equal, %d interrupts tried in %d runs; all equal, and no fewer interrupts than runs were expected", p.report.Equal, p.report.Cuts, p.report.Tried, n)
	}
	for _, e := range j.Next {
		p.next[eventPlace{e[0], e[1]}] = true
	}
	return nil
}
