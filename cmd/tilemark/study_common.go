package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/text/number"
)

// commonStudyFlags are the flags that every study has.
type commonStudyFlags struct {
	size, file string
	set        []string
	jobs       int
	out        string
	json       bool
	remarks    remarks
}

// studySize is the target when neither --size nor the scene says one.
var studySize = request.Size{Width: 128, Height: 128}

// add adds the flags; unit is what is done at the same time.
func (f *commonStudyFlags) add(cmd *cobra.Command, unit string) {
	f.remarks.cmd = cmd
	flags := cmd.Flags()
	flags.StringVar(&f.size, "size", "", "target in pixels, `WxH`; default: what the scene suggests, else "+studySize.String())
	flags.StringVar(&f.file, "config", "", "YAML `FILE` with parameters of the machine, such as memory: {latency: 200}")
	flags.StringArrayVar(&f.set, "set", nil, "change one parameter of the machine: `KEY=VALUE`; may be repeated")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), unit+" at the same time")
	flags.StringVar(&f.out, "out", "out", "folder `DIR` for tables and pictures, made if need be")
	flags.BoolVar(&f.json, "json", false, "print one JSON object")
}

// check returns the size; zero when none was given.
func (f *commonStudyFlags) check() (size request.Size, err error) {
	if f.jobs < 1 {
		return size, request.Usage("--jobs %d: at least 1 was expected", f.jobs)
	}
	if f.size == "" {
		return size, nil
	}
	return request.ParseSize(f.size)
}

// studied is the result of a study.
type studied interface {
	Print(w io.Writer)
	PrintVerdict(w io.Writer)
	PrintFailures(w io.Writer)
	Held() bool
}

// runStudy has a study made, its files written, and prints what it found. unit is what its
// progress counts. The error is the verdict; a study that held without all of its files has none.
func runStudy[R studied](f *commonStudyFlags, cmd *cobra.Command, unit string, study func(progress func(done, total int)) (R, error),
	write func(folder *report.Folder, r R) ([]string, error), document func(w io.Writer, r R) error) error {
	folder, err := report.OpenFolder(f.out)
	if err != nil {
		return err
	}
	soFar(cmd, "no %s measured; nothing was written", unit)
	bar := newProgress(cmd.ErrOrStderr())
	r, err := study(func(done, total int) {
		bar.show("study", unit, int64(done), int64(total))
		soFar(cmd, "%s of %s %s measured; nothing was written", number.Thousands(done), number.Thousands(total), unit)
	})
	bar.done()
	if err != nil {
		folder.Drop()
		return err
	}
	written, fault := write(folder, r)
	if f.json {
		if err := document(cmd.OutOrStdout(), r); err != nil {
			return err
		}
	} else {
		r.Print(cmd.OutOrStdout())
		if len(written) > 0 {
			fmt.Fprintf(cmd.OutOrStdout(), "written: %s\n", strings.Join(written, ", "))
		}
		if fault == nil || !r.Held() {
			r.PrintVerdict(cmd.OutOrStdout())
		}
	}
	r.PrintFailures(cmd.ErrOrStderr())
	if r.Held() {
		return fault
	}
	if fault != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "tilemark: %v\n", fault)
	}
	return errFailed
}
