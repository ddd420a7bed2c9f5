package page

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

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
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes the cases as XML of JUnit: a suite for each first part of their names.
func (r *Report) JUnit(w io.Writer) error {
	out := junitSuites{Name: r.Regression, Tests: r.Cases}
	at := map[string]int{}
	walls := map[string]time.Duration{}
	total := time.Duration(0)
	for i := range r.cases {
		c := &r.cases[i]
		name := family(c.Test)
		if _, found := at[name]; !found {
			at[name] = len(out.Suites)
			out.Suites = append(out.Suites, junitSuite{Name: name, Stamp: r.Started.UTC().Format("2006-01-02T15:04:05")})
		}
		s := &out.Suites[at[name]]
		j := junitCase{Class: strings.ReplaceAll(c.Test, "/", "."), Name: fmt.Sprintf("%s %s", c.ID(), store.Hex(c.Seed)), Time: seconds(c.Wall)}
		if f := c.Failure; f != nil {
			j.fail(c.Result, f)
		}
		s.Tests++
		switch {
		case j.Failure != nil:
			s.Failures++
			out.Failures++
		case j.Error != nil:
			s.Errors++
			out.Errors++
		}
		s.Cases = append(s.Cases, j)
		walls[name] += c.Wall
		total += c.Wall
		s.Time = seconds(walls[name])
	}
	out.Time = seconds(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
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
