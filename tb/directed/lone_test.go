//go:build faults

package directed

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/wires"
	"tilemark/tb/bugs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/vector"
)

// shortPatience is how long, in cycles, a machine with a planted bug may make no progress.
const shortPatience = 30_000

// mostShown is how many cycles such a run may take.
const mostShown = 300_000

// planted is what is wrong with a machine.
type planted struct {
	bug    string
	damage wires.Sabotage
}

var (
	damageForm = regexp.MustCompile(`^(\w+): (\S+) (\d+)(, as put,)? (.+)$`)
	verbForms  = []struct {
		class wires.Damage
		form  *regexp.Regexp
	}{
		{wires.Drop, regexp.MustCompile(`^is lost$`)},
		{wires.Duplicate, regexp.MustCompile(`^comes twice$`)},
		{wires.Swap, regexp.MustCompile(`^overtakes the one before$`)},
		{wires.Delay, regexp.MustCompile(`^comes (?P<cycles>\d+) cycles late$`)},
		{wires.StuckValid, regexp.MustCompile(`^never comes, nor what follows$`)},
		{wires.Corrupt, regexp.MustCompile(`^has bit (?P<bit>\d+)(?: of (?P<field>\S+))? inverted$`)},
		{wires.SetField, regexp.MustCompile(`^has (?P<field>\S+) = (?P<bit>\d+)$`)},
	}
	pulseClass = map[wires.Damage]wires.Damage{wires.Drop: wires.MissedPulse, wires.Duplicate: wires.SecondPulse, wires.Delay: wires.LatePulse}
)

// parsePlanted reads what a table says of a bug or damage.
func parsePlanted(by string) (p planted, err error) {
	if name, ok := strings.CutPrefix(by, "bug "); ok {
		p.bug = name
		_, err = bugs.Named(name)
		return p, err
	}
	m := damageForm.FindStringSubmatch(by)
	if m == nil {
		return p, fmt.Errorf("%q is neither a bug nor a damage", by)
	}
	n, _ := strconv.ParseUint(m[3], 10, 32)
	d := &p.damage
	*d = wires.Sabotage{Connection: m[1], Kind: m[2], N: uint32(n), AtProducer: m[4] != ""}
	pulse := d.Kind == "pulse"
	if d.Kind == "entry" || pulse {
		d.Kind = ""
	}
	for _, v := range verbForms {
		args := v.form.FindStringSubmatch(m[5])
		if args == nil {
			continue
		}
		if d.Class = v.class; pulse {
			d.Class = pulseClass[v.class]
		}
		for k, name := range v.form.SubexpNames() {
			value, _ := strconv.ParseUint(args[k], 10, 32)
			switch name {
			case "cycles":
				d.Cycles = value
			case "bit":
				d.Bit = uint32(value)
			case "field":
				d.Field = args[k]
			}
		}
		return p, nil
	}
	return p, fmt.Errorf("%q: unknown damage %q", by, m[5])
}

// shownRun is a vector at a break point, built once.
type shownRun struct {
	v   *Vector
	cfg hw.Config
	cv  *vector.Vector
}

// shownRuns builds vectors when they are asked for.
type shownRuns map[string]*shownRun

func (all shownRuns) of(t *testing.T, vector string) *shownRun {
	t.Helper()
	if r := all[vector]; r != nil {
		return r
	}
	name, place, _ := strings.Cut(vector, "/")
	v, err := Load(name)
	require.NoError(t, err)
	v.At(place)
	cfg, cv, err := v.Build()
	require.NoError(t, err)
	v.Most = mostShown
	all[vector] = &shownRun{v, cfg, cv}
	return all[vector]
}

// with runs with what is planted. It returns the check that has shown that the machine is wrong, "" when none has, and the
// cycle.
func (r *shownRun) with(p planted, leave func(*cosim.Session)) (failed string, cycle uint64, err error) {
	bugs.Use(p.bug)
	defer bugs.Use(bugs.None)
	s, err := cosim.NewSession(r.cfg, r.cv, true)
	if err != nil {
		return "", 0, err
	}
	s.Log()
	s.Patience = min(s.Patience, shortPatience)
	leave(s)
	if p.damage.Class != 0 {
		if err := s.M.Sabotage(p.damage); err != nil {
			return "", 0, err
		}
	}
	if err := r.v.prepare(s); err != nil {
		return "", 0, err
	}
	err = r.v.within(s, func() error {
		if err := r.v.drive(s); err != nil {
			return err
		}
		return s.Sleep()
	})
	if p.damage.Class != 0 && !s.M.Damaged(p.damage.Connection) {
		return "", 0, fmt.Errorf("the damage was not done")
	}
	if rule, ok := Kill(err); !ok {
		return "", s.M.Cycle(), nil
	} else if rule == expectation {
		return "", 0, err
	}
	k, ok := s.Failed()
	if !ok {
		return "", 0, fmt.Errorf("no check has failed, but the run: %w", err)
	}
	return k.String(), s.M.Cycle(), nil
}

// judge tells what is wrong with an entry; nil: it shows what it says.
func (all shownRuns) judge(t *testing.T, e Shown) error {
	check, err := monitor.CheckNamed(e.Check)
	if err != nil {
		return err
	}
	p, err := parsePlanted(e.By)
	if err != nil {
		return err
	}
	r := all.of(t, e.Vector)
	alone, _, err := r.with(p, func(s *cosim.Session) { s.Only(check) })
	if err != nil || alone != e.Check {
		return fmt.Errorf("alone it does not notice it, but %q does (%v)", alone, err)
	}
	other, later, err := r.with(p, func(s *cosim.Session) { s.Without(check) })
	if err != nil {
		return fmt.Errorf("without it: %w", err)
	}
	if !e.Earlier {
		if other != "" {
			return fmt.Errorf("without it %s notices it", other)
		}
		return nil
	}
	first, at, err := r.with(p, func(*cosim.Session) {})
	if err != nil || first != e.Check || other == "" || later <= at {
		return fmt.Errorf("with all checks %s notices it in cycle %d, without it %q in cycle %d (%v)", first, at, other, later, err)
	}
	return nil
}

// Every check notices something that passes when it is switched off; a few only notice it earlier than others. A check
// without an entry has not been shown to be of use.
func TestEveryCheckNoticesWhatNoOtherDoes(t *testing.T) {
	entries := map[string]Shown{}
	for _, e := range ShownChecks {
		require.NotContains(t, entries, e.Check, "a second entry")
		entries[e.Check] = e
	}
	all := shownRuns{}
	for _, k := range monitor.Checks() {
		t.Run(k.String(), func(t *testing.T) {
			e, ok := entries[k.String()]
			require.True(t, ok, "nothing shows that it is needed: an entry in shown_test.go was expected")
			delete(entries, k.String())
			require.NoError(t, all.judge(t, e), "%s in %s", e.By, e.Vector)
		})
	}
	require.Empty(t, entries, "entries of no check")
}
