// Command sweep compares the arithmetic of kernels in the machine and in the reference model (tb/arithmetic): functions of one binary32 and
// the division of hf for all arguments, others for hard and random ones.
//
// Exit status: 0 when all results are equal, 1 when one is not, 2 for wrong use.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"tilemark/tb/arithmetic"
	"tilemark/text/number"
)

// Exit statuses.
const (
	exitDifference = 1
	exitUsage      = 2
)

func main() { os.Exit(sweep(os.Args[1:], os.Stdout, os.Stderr)) }

// sweep returns the exit status.
func sweep(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("sweep", flag.ContinueOnError)
	flags.SetOutput(stderr)
	functions := flags.String("functions", "", "compare only these `FUNCTIONS`, as in sin,cos")
	sample := flags.Uint64("sample", 0, "compare hard arguments and `N` random ones for each function and type, instead of all 2^32")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "sweep compares the arithmetic of kernels in hw/alu and golden/arith.")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return exitUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "sweep: %q: no arguments were expected; --functions NAME chooses functions\n", flags.Arg(0))
		return exitUsage
	}
	chosen, err := choose(arithmetic.All(), *functions)
	if err != nil {
		fmt.Fprintln(stderr, "sweep:", err)
		return exitUsage
	}
	if !compare(chosen, *sample, stdout, stderr) {
		return exitDifference
	}
	return 0
}

// choose takes the comparisons of functions; "" stands for all.
func choose(all []*arithmetic.Comparison, functions string) (chosen []*arithmetic.Comparison, err error) {
	if functions == "" {
		return all, nil
	}
	names := strings.Split(functions, ",")
	var known []string
	for _, c := range all {
		known = append(known, c.Function)
		if slices.Contains(names, c.Function) {
			chosen = append(chosen, c)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("--functions: %q is none; there are %s", name, strings.Join(slices.Compact(known), ", "))
		}
	}
	return chosen, nil
}

// compare writes a line for each comparison, and tells whether all results are equal.
func compare(chosen []*arithmetic.Comparison, sample uint64, stdout, stderr io.Writer) bool {
	different, total, start := 0, uint64(0), time.Now()
	for _, c := range chosen {
		name, tuples, from := c.Function+" "+c.Type, c.Tuples(sample), time.Now()
		line := newProgress(stderr, name, tuples)
		d := c.Run(sample, line.add)
		line.clear()
		if d != nil {
			different++
			fmt.Fprintln(stdout, d)
			continue
		}
		total += tuples
		fmt.Fprintf(stdout, "%s: %s equal, %.1f s\n", name, number.Count(tuples, "result"), time.Since(from).Seconds())
	}
	if different > 0 {
		fmt.Fprintf(stdout, "%s of %s with a difference\n", number.Thousands(different), number.Count(len(chosen), "comparison"))
		return false
	}
	fmt.Fprintf(stdout, "%s, %s, all equal, %.1f s\n",
		number.Count(len(chosen), "comparison"), number.Count(total, "result"), time.Since(start).Seconds())
	return true
}
