package host

import (
	"slices"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/sched"
)

// start gives an idle machine both lists.
func (d *Driver) start() error {
	st := &d.st
	st.Active = 1 // list 0 is written first, and runs then
	if first := d.choose(d.candidates(emptyList)); len(first) > 0 {
		if err := d.write(0, d.list(first)); err != nil {
			return err
		}
		st.Active, st.Idle = 0, false
		return d.plan()
	}
	return nil
}

// plan writes the list that does not run, and interrupts what gives way.
func (d *Driver) plan() error {
	st := &d.st
	active, other := &st.Lists[st.Active], 1-st.Active
	jobs := d.candidates(*active)
	jobs = slices.DeleteFunc(jobs, func(j sched.Job) bool { return active.Sliced && d.outranked(active, &j) })
	chosen := d.choose(jobs)
	if len(chosen) == 0 && d.harmless(&st.Lists[other], active) {
		return nil
	}
	if l := d.list(chosen); l != st.Lists[other] {
		if err := d.write(other, l); err != nil {
			return err
		}
	}
	if len(chosen) == 0 || st.Running == vector.None || st.Preempting || !d.givesWay(int(st.Running), &chosen[0]) {
		return nil
	}
	st.Preempting = true
	return d.s.M.InterruptFor(regs.ReturnModeNever)
}

// givesWay tells whether the context that runs is interrupted for another one: it is
// outranked, or its turn is over, which was given no end because there was none to take
// turns with.
func (d *Driver) givesWay(running int, to *sched.Job) bool {
	st := &d.st
	r := d.job(running)
	switch {
	case st.Jobs[to.Context].Waiting:
		return false
	case d.Policy.Outranks(to, &r):
		return true
	case d.turn() == 0 || st.Lists[st.Active].Sliced || d.Policy.Outranks(&r, to):
		return false
	}
	now := d.s.M.Cycle()
	end := max(st.RunFrom, 1) + uint64(d.turn())
	if st.RunFrom == 0 { // it is being restored
		end = now + uint64(d.turn())
	}
	if end > now {
		st.Due = end
	}
	return end <= now
}

// outranked tells whether a context of a list that can run outranks a job.
func (d *Driver) outranked(l *runList, j *sched.Job) bool {
	for _, i := range l.Contexts {
		if i == vector.None || d.st.Jobs[i].Waiting || !d.canRun(int(i)) {
			continue
		}
		if r := d.job(int(i)); d.Policy.Outranks(&r, j) {
			return true
		}
	}
	return false
}

// harmless tells whether what the other list holds may stay: it has nothing that must not
// run beside the list that does.
func (d *Driver) harmless(other, active *runList) bool {
	for _, i := range other.Contexts {
		if i == vector.None {
			continue
		}
		if j := d.job(int(i)); d.st.Jobs[i].Stopped || active.Sliced && d.outranked(active, &j) {
			return false
		}
	}
	return true
}

// canRun tells whether a context has work, as far as the driver knows, and nothing keeps
// it from running.
func (d *Driver) canRun(i int) bool {
	j := &d.st.Jobs[i]
	return j.Shown && !j.Faulted && !j.Stopped && (j.Placed || d.hasWork(i))
}

// candidates are the contexts that may be put into the list that does not run.
func (d *Driver) candidates(active runList) (jobs []sched.Job) {
	waiting := true
	for i := range d.s.V.Image.Contexts {
		j := &d.st.Jobs[i]
		if !d.canRun(i) || j.Placed || slices.Contains(active.Contexts[:], int8(i)) {
			continue
		}
		if waiting && !j.Waiting {
			jobs, waiting = jobs[:0], false // those that wait come after all others
		}
		if waiting || !j.Waiting {
			jobs = append(jobs, d.job(i))
		}
	}
	return jobs
}

// job is what the policy is told of a context.
func (d *Driver) job(i int) sched.Job {
	j := &d.st.Jobs[i]
	out := sched.Job{Context: i, Priority: d.urgency(i, len(d.s.V.Image.Contexts)), Ran: j.Ran, Turn: j.Turn, Slice: uint64(d.turn())}
	if d.st.Running == int8(i) && d.st.RunFrom > 0 {
		out.Ran += d.s.M.Cycle() - d.st.RunFrom
	}
	if w := d.s.Watcher; w != nil {
		out.Left = w.EventsLeft(i)
	}
	return out
}

// urgency is a context's priority, or that of a more urgent one that waits for it, by way of
// so many others at most: contexts that wait for each other are a circle.
func (d *Driver) urgency(i, through int) int {
	p := d.Jobs[i].Priority
	for k := range d.s.V.Image.Contexts {
		if through == 0 {
			break
		}
		if d.Jobs[k].After == i+1 && !d.st.Jobs[k].Stopped && d.st.Jobs[k].Shown && d.hasWork(k) {
			p = max(p, d.urgency(k, through-1))
		}
	}
	return p
}

// choose takes as many jobs as a list is to hold, in the policy's order: of one rank only.
func (d *Driver) choose(jobs []sched.Job) (chosen []sched.Job) {
	jobs = slices.Clone(jobs)
	for len(jobs) > 0 && len(chosen) < d.Depth {
		i := sched.First(d.Policy, jobs)
		if len(chosen) > 0 && d.Policy.Outranks(&chosen[0], &jobs[i]) {
			break
		}
		chosen = append(chosen, jobs[i])
		jobs = slices.Delete(jobs, i, i+1)
	}
	return chosen
}

// list makes a run list. Its contexts have an end to their turns when there is somebody to
// take turns with.
func (d *Driver) list(chosen []sched.Job) (l runList) {
	l = emptyList
	for n := range chosen {
		l.Contexts[n] = int8(chosen[n].Context)
	}
	for i := range d.s.V.Image.Contexts {
		if len(chosen) > 0 && i != chosen[0].Context && d.turn() > 0 && d.canRun(i) {
			if j := d.job(i); !d.Policy.Outranks(&chosen[0], &j) {
				l.Sliced = true
			}
		}
	}
	return l
}

// write gives the CSP a run list, after whose last context the other one runs.
func (d *Driver) write(which uint8, l runList) error {
	hw := csp.RunList{Leave: true}
	for n, i := range l.Contexts {
		if i == vector.None {
			continue
		}
		hw.Contexts[n], hw.Tables[n] = d.s.said(int(i))
		if l.Sliced {
			hw.Slices[n] = d.turn()
		}
	}
	d.st.Was[which], d.st.Lists[which] = d.st.Lists[which], l
	return d.s.M.WriteRunList(which == 1, hw)
}
