package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/regmap/diff"
	"tilemark/regmap/revision"
	"tilemark/tb/request"
	"tilemark/text/number"
)

type regsDiffFlags struct {
	format, policy, failOn, out string
	blocks                      int
}

// diffFormats are what `regs diff` writes.
var diffFormats = map[string]func(*diff.Result, io.Writer) error{
	"text":     (*diff.Result).Text,
	"json":     (*diff.Result).JSON,
	"markdown": (*diff.Result).Markdown,
}

func regsDiffCommand() *cobra.Command {
	f := &regsDiffFlags{}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compares two register maps and says what the changes break",
		Long: `diff compares two register maps, and the formats of commands and structures in their folder formats, by what they mean.
Each change has a class (breaking, behavioural, compatible, documentation), a rule, its places and whom it breaks; diff
says whether a save area of the old map still restores, and which version each block is due against the one that it
declares (docs/registers.md, section Diff).

OLD and NEW are tables: a file, a folder, a git revision such as HEAD~3 or a tag, or REVISION:PATH. A revision alone
stands for the other argument's path in that revision, or for hw/regs. A word that is a file and a revision is the file.

The exit status is 1 when a change is an error: by --fail-on, which each stands for the ones before it too: never, version (a
version too low for the changes), breaking, behavioural, compatible, any; or by the policy file.`,
		Example: `  tilemark regs diff HEAD~3 HEAD
  tilemark regs diff v1.0 hw/regs --fail-on breaking
  tilemark regs diff old/tsu.yaml hw/regs/tsu.yaml --format markdown
  tilemark regs diff main:hw/regs hw/regs --policy policy.yaml --format json`,
		Args: arguments("OLD", "NEW"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1]) },
	}
	cmd.Flags().StringVar(&f.format, "format", "text", "`text|json|markdown`")
	cmd.Flags().StringVar(&f.policy, "policy", "", "YAML `FILE` with severities, exceptions and unstable blocks")
	cmd.Flags().StringVar(&f.failOn, "fail-on", "", "exit status 1 for changes such as these: `never|version|breaking|behavioural|compatible|any`")
	cmd.Flags().StringVar(&f.out, "out", "", "`FILE` to write instead of standard output")
	blocksFlag(cmd, &f.blocks)
	return cmd
}

func (f *regsDiffFlags) run(cmd *cobra.Command, old, new string) error {
	write, policy, err := f.check(cmd)
	if err != nil {
		return err
	}
	o, n, err := revision.Open(old, new, tablesFolder)
	if err != nil {
		return request.Usage("%w", err)
	}
	a, err := f.load(cmd, o, true)
	if err != nil {
		return err
	}
	b, err := f.load(cmd, n, false)
	if err != nil {
		return err
	}
	result := diff.Compare(a, b, policy)
	var text strings.Builder
	if err := write(result, &text); err != nil {
		return err
	}
	if cmd.Flags().Changed("out") {
		err = writeFile(cmd, f.out, []byte(text.String()))
	} else {
		_, err = io.WriteString(cmd.OutOrStdout(), text.String())
	}
	if err == nil && result.Failed() {
		err = errFailed
	}
	return err
}

// check reads the flags.
//
//fuzz:regmap/diff.FuzzPolicy
func (f *regsDiffFlags) check(cmd *cobra.Command) (write func(*diff.Result, io.Writer) error, p *diff.Policy, err error) {
	write, ok := diffFormats[f.format]
	if !ok {
		return nil, nil, request.Usage("--format %q: text, json or markdown was expected", f.format)
	}
	if err := checkBlocks(f.blocks); err != nil {
		return nil, nil, err
	}
	p = &diff.Policy{}
	if cmd.Flags().Changed("policy") {
		data, err := request.ReadFile(f.policy)
		if err != nil {
			return nil, nil, err
		}
		if p, err = diff.ParsePolicy(f.policy, data); err != nil {
			return nil, nil, request.Usage("%w", err)
		}
	}
	if cmd.Flags().Changed("fail-on") {
		p.FailOn = diff.FailOn(f.failOn)
		if !slices.Contains(diff.FailOns, p.FailOn) {
			return nil, nil, request.Usage("--fail-on %q: never, version, breaking, behavioural, compatible or any was expected", f.failOn)
		}
	}
	return write, p, nil
}

// load reads the tables of one side. Those of an old map may break rules that came later, as long as they can be read.
func (f *regsDiffFlags) load(cmd *cobra.Command, s revision.Side, old bool) (diff.Map, error) {
	if s.Note != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "note:", s.Note)
	}
	m, errs, err := diff.Load(s.Name, s.Tables, s.Folder, limitsOf(f.blocks))
	if err != nil {
		return diff.Map{}, request.Usage("%w", err)
	}
	usable := false
	if old {
		errs, usable = diff.OldErrors(errs)
	}
	if len(errs) == 0 {
		return m, nil
	}
	if usable {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s has errors by the rules of today, %s of them; the first: %v\n", s.Name, number.Thousands(len(errs)), errs[0])
		return m, nil
	}
	more := ""
	if len(errs) > 1 {
		more = fmt.Sprintf(" (the first of %s errors; `tilemark regs check` lists them)", number.Thousands(len(errs)))
	}
	return diff.Map{}, request.Usage("%w%s", errs[0], more)
}
