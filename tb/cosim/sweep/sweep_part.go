package sweep

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"tilemark/tb/cosim/monitor"
	"tilemark/text/number"
)

// Tried is what came of a first cut of a sweep, with pairs and all second cuts after it.
type Tried struct {
	Report
	number int                  // of the first cut
	next   []monitor.EventPlace // events that were next at a cut
}

// Part is what came of some first cuts of a sweep, of which none differed. A sweep that has it leaves them out and counts them.
type Part struct {
	done   [][2]int // numbers of the first cuts: the first of a row and the one after its last, rows rising and apart
	report Report
	next   map[monitor.EventPlace]bool // events that were next at some cut
}

// Count is the number of first cuts.
func (p *Part) Count() (n int) {
	for _, row := range p.done {
		n += row[1] - row[0]
	}
	return n
}

// end is the number after the last first cut.
func (p *Part) end() int {
	if len(p.done) == 0 {
		return 0
	}
	return p.done[len(p.done)-1][1]
}

// Add takes a first cut in. One that differs is left out, so that it is tried again.
func (p *Part) Add(t *Tried) {
	if t.Different > 0 || p.has(t.number) {
		return
	}
	p.note(t.number)
	p.report.merge(&t.Report)
	if p.next == nil {
		p.next = map[monitor.EventPlace]bool{}
	}
	for _, e := range t.next {
		p.next[e] = true
	}
}

// row is the first row that ends with a number or after it.
func (p *Part) row(number int) int {
	i, _ := slices.BinarySearchFunc(p.done, number, func(row [2]int, n int) int { return cmp.Compare(row[1], n) })
	return i
}

// note puts the number of a first cut that is not in yet into the rows.
func (p *Part) note(number int) {
	i := p.row(number)
	switch follows := i < len(p.done) && p.done[i][1] == number; {
	case follows && i+1 < len(p.done) && p.done[i+1][0] == number+1:
		p.done[i][1] = p.done[i+1][1]
		p.done = slices.Delete(p.done, i+1, i+2)
	case follows:
		p.done[i][1]++
	case i < len(p.done) && p.done[i][0] == number+1:
		p.done[i][0]--
	default:
		p.done = slices.Insert(p.done, i, [2]int{number, number + 1})
	}
}

func (p *Part) has(number int) bool {
	if p == nil {
		return false
	}
	i := p.row(number + 1)
	return i < len(p.done) && p.done[i][0] <= number
}

func (p *Part) clone() *Part {
	if p == nil {
		return &Part{next: map[monitor.EventPlace]bool{}}
	}
	c := &Part{slices.Clone(p.done), p.report, maps.Clone(p.next)}
	if c.next == nil {
		c.next = map[monitor.EventPlace]bool{}
	}
	return c
}

// partJSON is a Part in a file.
type partJSON struct {
	Firsts   [][2]int `json:"firsts"` // numbers of the first cuts: the first of a row and the one after its last
	Counts   Report   `json:"counts"`
	Naive    uint64   `json:"naive"`
	Measured int      `json:"measured"`
	Next     [][2]int `json:"next"` // context and event
}

// MarshalJSON implements json.Marshaler.
func (p *Part) MarshalJSON() ([]byte, error) {
	j := partJSON{Firsts: append([][2]int{}, p.done...), Counts: p.report, Naive: p.report.naive, Measured: p.report.measured, Next: [][2]int{}}
	for e := range p.next {
		j.Next = append(j.Next, [2]int{e.Context, e.Event})
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
	*p = Part{report: j.Counts, next: map[monitor.EventPlace]bool{}}
	p.report.naive, p.report.measured, p.report.First = j.Naive, j.Measured, nil
	last := -1
	for _, row := range j.Firsts {
		if row[0] <= last || row[1] <= row[0] || row[1] > mostFirsts {
			return fmt.Errorf("first cuts %d to %d; numbers that rise were expected", row[0], row[1])
		}
		last = row[1]
	}
	if len(j.Firsts) > 0 {
		p.done = j.Firsts
	}
	if n := p.Count(); p.report.Tried < n || p.report.Equal != p.report.Cuts || p.report.Tried != p.report.Cuts+p.report.Misses() {
		return fmt.Errorf("%s of %s cuts equal, %s interrupts tried in %s runs; all equal, and no fewer interrupts than runs were expected", number.Thousands(p.report.Equal), number.Thousands(p.report.Cuts), number.Thousands(p.report.Tried), number.Thousands(n))
	}
	for _, e := range j.Next {
		p.next[monitor.EventPlace{Context: e[0], Event: e[1]}] = true
	}
	return nil
}
