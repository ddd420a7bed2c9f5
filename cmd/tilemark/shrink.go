package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tilemark/regmap/document"
	"tilemark/tb/random"
	"tilemark/tb/request"
	"tilemark/tb/shrink"
	"tilemark/text/number"
	"tilemark/text/output"
)

func shrinkCommand() *cobra.Command {
	f := &shrinkFlags{}
	cmd := &cobra.Command{
		Use:   "shrink VECTOR",
		Short: "Makes a failing vector as small as it can be",
		Long: `shrink leaves contexts, interrupts, draws, triangles, state and parameters out of a vector that fails, and simplifies what is left,
as long as it breaks the same rule at the same place. Exit status 0: it was made smaller, or cannot be; 1: it does not fail.
A signal stops it: the smallest vector so far is written.

` + vectorHelp,
		Example: "  tilemark shrink random/everything:7 --budget 2m --out small.yaml",
		Args:    arguments("VECTOR"),
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cmd.Flags().DurationVar(&f.budget, "budget", time.Minute, "`TIME` that it may take")
	cmd.Flags().StringVar(&f.out, "out", "", "write the vector to `FILE`; default: print it")
	cmd.Flags().BoolVar(&f.json, "json", false, "print what became of it, and the vector, as JSON")
	return cmd
}

// shrinkJSON is what shrink --json prints.
type shrinkJSON struct {
	Fails   bool    `json:"fails"`   // the vector does; otherwise there is nothing to shrink
	Sign    string  `json:"sign"`    // kind of failure: rule and place
	Text    string  `json:"text"`    // of the failure
	Runs    int     `json:"runs"`    // of vectors
	Seconds float64 `json:"seconds"` // it took
	Done    bool    `json:"done"`    // nothing more can be left out; otherwise the time was over, or it was stopped
	Vector  string  `json:"vector"`  // the smallest one, as a file has it
}

var shrinkDocument = document.Kind[shrinkJSON]{Name: "shrink", Version: 1, About: "The smallest vector that fails as one does."}

type shrinkFlags struct {
	budget time.Duration
	out    string
	json   bool
}

func (f *shrinkFlags) run(cmd *cobra.Command, name string) error {
	switch {
	case f.json && f.out == output.Standard:
		return request.Usage("--out - with --json; a file was expected, since the JSON has the vector")
	case f.budget <= 0:
		return request.Usage("--budget %v: a time above 0 was expected", f.budget)
	}
	_, text, err := random.Open(name)
	if err != nil {
		return request.Usage("%w", err)
	}
	ctx := endsItself(cmd)
	r, err := shrink.Shrink(ctx, text, shrink.Run, f.budget)
	if err == shrink.ErrHolds {
		if !f.json {
			fmt.Fprintf(cmd.OutOrStdout(), "FAILED: %s holds: there is no failure to shrink\n", name)
		} else if err := shrinkDocument.Write(cmd.OutOrStdout(), shrinkJSON{}); err != nil {
			return err
		}
		return errFailed
	}
	if stop := context.Cause(ctx); err != nil && stop != nil {
		soFar(cmd, "it is not known yet whether %s fails", name)
		return stop
	}
	if err != nil {
		return request.Usage("%s:%w", name, err)
	}
	how := "nothing more can be left out"
	switch {
	case ctx.Err() != nil:
		how = "stopped"
		soFar(cmd, "the vector is the smallest of %s", number.Count(r.Runs, "run"))
	case !r.Done:
		how = "the time is over"
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s, %s runs, %v; %s\n%v\n", r.Sign, number.Thousands(r.Runs), r.Elapsed.Round(time.Second/10), how, r.Err)
	return cmp.Or(f.print(cmd, r), context.Cause(ctx))
}

// print gives the vector, and says where it is.
func (f *shrinkFlags) print(cmd *cobra.Command, r *shrink.Result) error {
	if f.out != "" {
		if err := output.WriteBytes(f.out, r.Text); err != nil {
			return err
		}
	}
	var err error
	switch {
	case f.json:
		err = shrinkDocument.Write(cmd.OutOrStdout(), shrinkJSON{true, r.Sign, r.Err.Error(), r.Runs, r.Elapsed.Seconds(), r.Done, string(r.Text)})
	case f.out == "":
		_, err = cmd.OutOrStdout().Write(r.Text)
	case f.out != output.Standard: // which cannot be checked again
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "written: %s; repeat with: %s\n", f.out, shrink.Command(f.out))
	}
	return err
}
