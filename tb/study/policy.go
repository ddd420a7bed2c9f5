package study

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/host"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/sched"
)

// Mix is contexts that a driver schedules.
type Mix struct {
	Config  hw.Config
	Vector  *vector.Vector // all contexts, in the order of the jobs
	Jobs    []MixJob
	Depth   int    // contexts that the driver puts into a run list at a time
	Latency uint64 // cycles until the driver reacts
}

// MixJob is one or more contexts of a mix that draw the same.
type MixJob struct {
	Scene    string
	Copies   int
	Priority int
	Arrives  uint64         // cycle
	Alone    *vector.Vector // one such context, without any other
}

// PolicyOptions say which policies are compared, and how.
type PolicyOptions struct {
	Mix      *Mix
	Policies []sched.Policy
	Slices   []uint32              // cycles
	Jobs     int                   // runs at the same time, at least 1
	Progress func(done, total int) // of runs; called from one goroutine at a time
}

// Policies is a comparison. Its rows are in the order of what was asked for: all slices of
// the first policy, then those of the next.
type Policies struct {
	Alone    []uint64        `json:"alone"` // by job: cycles from its arrival to its end without the others
	Rows     []PolicyRow     `json:"rows"`
	Failures []PolicyFailure `json:"failures"`
}

// PolicyRow is a run of the mix. Times are in cycles. When its check failed nothing but its
// name is there.
type PolicyRow struct {
	Policy         string       `json:"policy"`
	Slice          uint32       `json:"slice"`
	Failed         bool         `json:"failed"`
	Cycles         uint64       `json:"cycles"`   // until the last context's end
	Busy           uint64       `json:"busy"`     // those in which there was work: a context that had arrived and had not ended
	Switches       int          `json:"switches"` // cuts of a context
	Lost           float64      `json:"lost"`     // share of the busy cycles in which no context made headway, in percent
	MeanTurnaround float64      `json:"mean_turnaround"`
	MaxTurnaround  float64      `json:"worst_turnaround"`
	MeanSlowdown   float64      `json:"mean_slowdown"`
	MaxSlowdown    float64      `json:"worst_slowdown"`
	Urgent         float64      `json:"urgent_turnaround"` // mean of the contexts of the highest priority
	Contexts       []ContextRow `json:"contexts"`
}

// ContextRow is what became of a context. Cycles count from the machine's start.
type ContextRow struct {
	Context    int     `json:"context"`
	Scene      string  `json:"scene"`
	Priority   int     `json:"priority"`
	Arrival    uint64  `json:"arrival"`
	Start      uint64  `json:"first_start"`
	End        uint64  `json:"end"`
	Turnaround uint64  `json:"turnaround"` // from its arrival to its end
	Slowdown   float64 `json:"slowdown"`   // turnaround, as a multiple of what it is without the other contexts
	Ran        uint64  `json:"ran"`        // cycles in which it made headway
	Turns      int     `json:"turns"`      // times it was started
}

// PolicyFailure is a run whose check failed.
type PolicyFailure struct {
	Policy string `json:"policy"` // "" for a run of a job alone
	Slice  uint32 `json:"slice"`
	Scene  string `json:"scene"` // of a job alone, otherwise ""
	Text   string `json:"text"`
}

// ComparePolicies runs a mix under each policy with each slice, and each of its jobs alone.
// Failed checks are in the result; the error is of the comparison itself.
func ComparePolicies(o PolicyOptions) (*Policies, error) {
	r := &Policies{Alone: make([]uint64, len(o.Mix.Jobs)), Failures: []PolicyFailure{}}
	tasks, failures, same := r.plan(&o)
	if err := runAll(tasks, o.Jobs, o.Progress); err != nil {
		return nil, err
	}
	for _, f := range failures {
		if f.Text != "" {
			r.Failures = append(r.Failures, *f)
		}
	}
	for i, k := range same {
		if k != i {
			name, slice := r.Rows[i].Policy, r.Rows[i].Slice
			r.Rows[i] = r.Rows[k]
			r.Rows[i].Policy, r.Rows[i].Slice = name, slice
		}
	}
	for i := range r.Rows {
		r.Rows[i].sum(o.Mix, r.Alone)
	}
	return r, nil
}

// plan makes the tasks and the places of their results. Rows in which a policy gives turns
// of one length are the same run: same has the row that is run.
func (r *Policies) plan(o *PolicyOptions) (tasks []*task, failures []*PolicyFailure, same []int) {
	add := func(f PolicyFailure, run func() error) {
		failures = append(failures, &f)
		tasks = append(tasks, &task{weight: 1, run: func(progress func()) error {
			if err := run(); err != nil {
				f.Text = err.Error()
			}
			progress()
			return nil
		}})
	}
	for i := range o.Mix.Jobs {
		add(PolicyFailure{Scene: o.Mix.Jobs[i].Scene}, func() (err error) {
			r.Alone[i], err = o.Mix.alone(i)
			return err
		})
	}
	for _, p := range o.Policies {
		runs := map[uint32]int{} // row, by length of a turn
		for _, slice := range o.Slices {
			i := len(r.Rows)
			r.Rows = append(r.Rows, PolicyRow{Policy: p.Name(), Slice: slice, Contexts: []ContextRow{}})
			if k, known := runs[p.Turn(slice)]; known {
				same = append(same, k)
				continue
			}
			same = append(same, i)
			runs[p.Turn(slice)] = i
			add(PolicyFailure{Policy: p.Name(), Slice: slice}, func() error { // r.Rows does not grow any more when it runs
				return o.Mix.run(p, &r.Rows[i])
			})
		}
	}
	return tasks, failures, same
}

// alone returns the turnaround of a job's context without any other.
func (m *Mix) alone(job int) (uint64, error) {
	s, account, err := m.session(m.Jobs[job].Alone, vector.Schedule{Policy: sched.RoundRobin{}})
	if err != nil {
		return 0, err
	}
	if err := s.Run(cosim.Plan{}, nil); err != nil {
		return 0, err
	}
	c := account.Contexts()[0]
	return c.Ended - c.Arrived, nil
}

// session makes a machine with a driver.
func (m *Mix) session(v *vector.Vector, p vector.Schedule) (*cosim.Session, *host.Account, error) {
	with := *v
	p.Depth, p.Latency = m.Depth, m.Latency
	with.Schedule = &p
	s, err := cosim.NewSession(m.Config, &with, true)
	if err != nil {
		return nil, nil, err
	}
	return s, s.Account(), nil
}

// run measures a row.
func (m *Mix) run(p sched.Policy, row *PolicyRow) error {
	row.Failed = true
	plan := vector.Schedule{Policy: p, Slice: row.Slice}
	n := 0
	for i := range m.Jobs {
		for range m.Jobs[i].Copies {
			plan.Jobs[n].Priority, plan.Jobs[n].Arrives = m.Jobs[i].Priority, m.Jobs[i].Arrives
			n++
		}
	}
	s, account, err := m.session(m.Vector, plan)
	if err != nil {
		return err
	}
	if err := s.Run(cosim.Plan{}, nil); err != nil {
		return err
	}
	row.Failed, row.Switches = false, s.Cuts()
	for i, c := range account.Contexts() {
		row.Cycles = max(row.Cycles, c.Ended)
		row.Contexts = append(row.Contexts, ContextRow{
			Context: i, Arrival: c.Arrived, Start: c.Started, End: c.Ended, Turnaround: c.Ended - c.Arrived, Ran: c.Ran, Turns: c.Turns,
		})
	}
	return nil
}

// sum adds what is known when all runs are done: names, slowdowns, means.
func (r *PolicyRow) sum(m *Mix, alone []uint64) {
	if r.Failed {
		return
	}
	highest := math.MinInt
	for i := range m.Jobs {
		highest = max(highest, m.Jobs[i].Priority)
	}
	rows := make([]ContextRow, 0, len(r.Contexts)) // of its own, where a run makes several rows
	var turnaround, slowdown, urgent []float64
	ran := uint64(0)
	for i := range m.Jobs {
		j := &m.Jobs[i]
		for range j.Copies {
			c := r.Contexts[len(rows)]
			c.Scene, c.Priority = j.Scene, j.Priority
			if alone[i] > 0 {
				c.Slowdown = hundredth(float64(c.Turnaround) / float64(alone[i]))
			}
			ran += c.Ran
			turnaround, slowdown = append(turnaround, float64(c.Turnaround)), append(slowdown, c.Slowdown)
			if j.Priority == highest {
				urgent = append(urgent, float64(c.Turnaround))
			}
			rows = append(rows, c)
		}
	}
	r.Contexts = rows
	r.Busy = busyIn(rows)
	r.Lost = hundredth(100 * (1 - float64(ran)/float64(r.Busy)))
	t, d := spreadOf(turnaround), spreadOf(slowdown)
	r.MeanTurnaround, r.MaxTurnaround = t.Mean, t.Max
	r.MeanSlowdown, r.MaxSlowdown = hundredth(stat.Mean(slowdown, nil)), d.Max
	r.Urgent = spreadOf(urgent).Mean
}

// busyIn counts the cycles in which a context had arrived and had not ended.
func busyIn(rows []ContextRow) (n uint64) {
	until := uint64(0)
	for _, c := range slices.SortedFunc(slices.Values(rows), func(a, b ContextRow) int { return cmp.Compare(a.Arrival, b.Arrival) }) {
		if from := max(c.Arrival, until); c.End > from {
			n += c.End - from
			until = c.End
		}
	}
	return n
}
