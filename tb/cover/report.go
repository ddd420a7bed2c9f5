package cover

import "strings"

// Report is the coverage of a group.
type Report struct {
	Name      string     `json:"name"`
	About     string     `json:"about"`
	Reachable int        `json:"reachable"` // bins that are not excluded
	Hit       int        `json:"hit"`       // of them
	Holes     []string   `json:"holes"`     // those that are not
	Excluded  []Excluded `json:"excluded"`  // without those that follow from a list beside the code
	Wrong     []Excluded `json:"wrong"`     // excluded, and hit
}

// Excluded is a bin that cannot be hit.
type Excluded struct {
	Bin string `json:"bin"`
	Why string `json:"why"`
}

// Percent is the part of the reachable bins that is hit.
func (r *Report) Percent() float64 { return percent(r.Hit, r.Reachable) }

func percent(hit, of int) float64 {
	if of == 0 {
		return 100
	}
	return 100 * float64(hit) / float64(of)
}

// derived are the reasons of bins that lists beside the code exclude.
var derived = map[string]bool{noSuchState: true, noSuchMove: true, notCarried: true, neverFollows: true, noSuchValue: true}

// Holes tells for each group what is hit and what is not.
func (c *Counts) Holes() []Report {
	var out []Report
	for _, g := range c.sp.groups {
		r := Report{Name: g.Name, About: g.About, Holes: []string{}, Excluded: []Excluded{}, Wrong: []Excluded{}}
		for i := g.first; i < g.first+g.n; i++ {
			c.note(&r, i, strings.TrimPrefix(c.sp.names[i], g.Name+"/"))
		}
		out = append(out, r)
	}
	return out
}

func (c *Counts) note(r *Report, bin int, name string) {
	why, hit := c.sp.why[bin], c.Hits[bin] > 0
	if why == "" {
		r.Reachable++
	}
	switch {
	case why != "" && hit:
		r.Wrong = append(r.Wrong, Excluded{name, why})
	case derived[why]:
	case why != "":
		r.Excluded = append(r.Excluded, Excluded{name, why})
	case hit:
		r.Hit++
	default:
		r.Holes = append(r.Holes, name)
	}
}

// Percent is the part of all reachable bins that is hit.
func (c *Counts) Percent() float64 {
	hit, of := c.Total()
	return percent(hit, of)
}

// Total returns the number of bins that are hit, and of those that can be.
func (c *Counts) Total() (hit, reachable int) {
	for _, r := range c.Holes() {
		hit += r.Hit
		reachable += r.Reachable
	}
	return hit, reachable
}
