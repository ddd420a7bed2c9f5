// Command fuzz runs the project's fuzz targets, each for a few seconds, and says how many inputs it tried in a second. It finds them by
// itself: functions FuzzX of files *_test.go. What an error, a panic or a hang was found by stands in testdata/fuzz beside the target.
//
// Exit status: 0 when no target found anything, 1 when one did, 2 when one could not be built or run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"
)

// Exit statuses.
const (
	exitFound = 1
	exitUsage = 2
)

// errFound is that a target found something, which was reported.
var errFound = errors.New("a target found something")

func main() {
	each := flag.Duration("time", 5*time.Second, "how long each target runs")
	only := flag.String("only", "", "only targets whose FOLDER.FuzzName the regular expression matches")
	list := flag.Bool("list", false, "print the targets and what each tries, and run none")
	doc := flag.String("doc", "", "write the rates into the table of this `FILE`")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "fuzz runs the project's fuzz targets (docs/fuzzing.md). Call it in the project's folder.")
		flag.PrintDefaults()
	}
	flag.Parse()
	err := fuzz(os.Stdout, *each, *only, *list, *doc)
	switch {
	case errors.Is(err, errFound):
		os.Exit(exitFound)
	case err != nil:
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(exitUsage)
	}
}

func fuzz(w io.Writer, each time.Duration, pattern string, list bool, doc string) error {
	wanted, err := regexp.Compile(pattern)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	all, err := find(".")
	if err != nil {
		return err
	}
	var targets []*target
	for _, t := range all {
		if wanted.MatchString(t.String()) {
			targets = append(targets, t)
		}
	}
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("%q: no arguments were expected; -only REGEXP chooses targets", flag.Arg(0))
	case each < time.Second:
		return fmt.Errorf("-time %v: at least a second was expected", each)
	case len(targets) == 0:
		return fmt.Errorf("-only %q: it matches none of %d targets", pattern, len(all))
	}
	if list {
		for _, t := range targets {
			fmt.Fprintf(w, "%s: %s\n", t, t.holds)
		}
		return nil
	}
	r, err := newRunner(w, each)
	if err != nil {
		return err
	}
	defer r.close()
	found := 0
	for _, t := range targets {
		ok, err := r.run(t)
		if err != nil {
			return err
		}
		if !ok {
			found++
		}
	}
	if doc != "" {
		if err := document(doc, all); err != nil {
			return err
		}
		fmt.Fprintf(w, "written: %s\n", doc)
	}
	if found > 0 {
		fmt.Fprintf(w, "%d of %d targets found something\n", found, len(targets))
		return errFound
	}
	fmt.Fprintf(w, "%d targets, nothing found\n", len(targets))
	return nil
}
