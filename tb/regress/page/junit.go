package page

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
)

// The elements of JUnit's XML that CI servers read.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Stamp    string      `xml:"timestamp,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Error   *junitFailure `xml:"error,omitempty"`
		Skipped *junitSkipped `xml:"skipped,omitempty"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// suites collects cases in suites.
type suites struct {
	junitSuites
	at    map[string]int
	walls map[string]time.Duration
	total time.Duration
	stamp string
}

// add puts a case into the suite of a name.
func (s *suites) add(name string, j junitCase, wall time.Duration) {
	if _, found := s.at[name]; !found {
		s.at[name] = len(s.Suites)
		s.Suites = append(s.Suites, junitSuite{Name: name, Stamp: s.stamp})
	}
	of := &s.Suites[s.at[name]]
	of.Tests++
	s.Tests++
	switch {
	case j.Failure != nil:
		of.Failures++
		s.Failures++
	case j.Error != nil:
		of.Errors++
		s.Errors++
	case j.Skipped != nil:
		of.Skipped++
	}
	s.walls[name] += wall
	s.total += wall
	j.Time, of.Time, s.Time = seconds(wall), seconds(s.walls[name]), seconds(s.total)
	of.Cases = append(of.Cases, j)
}

// JUnit writes the cases as XML of JUnit: a suite for each first part of their names, and one for the mutants of a run that
// tries some.
func (r *Report) JUnit(w io.Writer) error {
	s := &suites{at: map[string]int{}, walls: map[string]time.Duration{}, stamp: r.Started.UTC().Format("2006-01-02T15:04:05")}
	s.Name, s.Time = r.Regression, seconds(0)
	if r.tried != nil {
		r.junitMutants(s)
	}
	for i := range r.cases {
		c := &r.cases[i]
		j := junitCase{Class: strings.ReplaceAll(c.Test, "/", "."), Name: fmt.Sprintf("%s %s", c.ID(), store.Hex(c.Seed))}
		if f := c.Failure; f != nil {
			j.fail(c.Result, f)
		}
		s.add(family(c.Test), j, c.Wall)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(s.junitSuites); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

const suiteOfMutants = "mutants"

// junitMutants adds a case for each mutant, and one for the share that must be killed. A survivor is a failure when it has no
// reason and is the run's concern: it must have one, or too few were killed.
func (r *Report) junitMutants(s *suites) {
	share := junitCase{Class: suiteOfMutants, Name: "share that is killed"}
	if r.Missed {
		share.Failure = &junitFailure{Type: "share", Message: r.ofMutants()}
	}
	s.add(suiteOfMutants, share, 0)
	for i := range r.Mutants {
		m := &r.Mutants[i]
		j := junitCase{Class: suiteOfMutants + "." + m.Block, Name: m.Name}
		switch {
		case m.Test != "":
		case (r.tried.Reasons || r.Missed) && (m.How == "" || m.How == regress.Unexplained):
			j.Failure = &junitFailure{Type: "survivor", Message: regress.Unexplained, Text: m.Description}
		default:
			j.Skipped = &junitSkipped{m.How}
		}
		s.add(suiteOfMutants, j, m.Wall)
	}
}

func (j *junitCase) fail(result string, f *store.Failure) {
	x := &junitFailure{Type: f.Rule, Message: f.Brief(), Text: fmt.Sprintf("%s\n\nrepeat with: %s\n\n%s", f.Message, f.Command, f.Vector)}
	if result == store.Fail {
		j.Failure = x
	} else {
		j.Error = x
	}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
