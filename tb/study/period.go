package study

import (
	"fmt"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/vector"
)

// PeriodRow is what interrupts at a fixed distance cost. Two contexts draw the scene, each
// into surfaces of its own, so that each switch goes from one to the other.
type PeriodRow struct {
	Scene      string     `json:"scene"`
	BreakPoint BreakPoint `json:"break_point"`
	Period     uint64     `json:"period"`        // cycles between two interrupts
	Cuts       int        `json:"cuts"`          // of a context
	Cycles     uint64     `json:"cycles"`        // of the interrupted run
	Plain      uint64     `json:"plain_cycles"`  // of the uninterrupted one
	Overhead   float64    `json:"overhead"`      // in percent of the uninterrupted run
	PerCut     float64    `json:"cycles_by_cut"` // by which a cut makes the run longer
}

// periodic runs a vector with an interrupt at every multiple of a period. One that comes
// while another waits to be raised is left out.
func periodic(cfg hw.Config, v *vector.Vector, place BreakPoint, period uint64) (cycles uint64, cuts int, err error) {
	p, err := newProbe(cfg, v)
	if err != nil {
		return 0, 0, err
	}
	a := newAsker(p.Session, place, 1)
	for !p.Idle() {
		if err := p.RunTo((p.M.Cycle()/period + 1) * period); err != nil {
			return 0, 0, err
		}
		if p.Idle() {
			break
		}
		if _, err := a.ask(); err != nil {
			return 0, 0, err
		}
	}
	if err := p.Finish(); err != nil {
		return 0, 0, err
	}
	return p.M.Cycle(), p.Cuts(), p.Check()
}

// periodPoint is a break point with a period.
type periodPoint struct {
	subject *Subject
	place   BreakPoint
	period  uint64
}

func (p *periodPoint) String() string {
	return fmt.Sprintf("%s, break point %s, period %d", p.subject.Name, p.place, p.period)
}

// measure runs the scene twice over, uninterrupted and interrupted.
func (p *periodPoint) measure() (*PeriodRow, []Failure) {
	cfg := p.subject.Config
	cfg.BreakPoint = p.place.machine()
	row := &PeriodRow{Scene: p.subject.Name, BreakPoint: p.place, Period: p.period}
	plain, err := cosim.Uninterrupted(cfg, p.subject.Twice, true)
	if err == nil {
		row.Plain = plain.M.Cycle()
		row.Cycles, row.Cuts, err = periodic(cfg, p.subject.Twice, p.place, p.period)
	}
	if err != nil {
		return row, []Failure{{p.subject.Name, "period", fmt.Sprint(p.period), p.place, 0, err.Error()}}
	}
	more := float64(row.Cycles) - float64(row.Plain)
	row.Overhead = hundredth(100 * more / float64(row.Plain))
	if row.Cuts > 0 {
		row.PerCut = tenth(more / float64(row.Cuts))
	}
	return row, nil
}
