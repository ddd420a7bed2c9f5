package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
)

func traceCommand() *cobra.Command {
	f := &windowFlags{}
	path := ""
	cmd := &cobra.Command{
		Use:   "trace SCENE",
		Short: "Writes a run for the Perfetto viewer: blocks, contexts, FIFOs and cuts",
		Long: `trace runs a scene and writes what happens as a trace that https://ui.perfetto.dev opens:
for each block what it does or waits for, for each slot which context is in it, the fill
of each FIFO, and each cut as a flow from the line through the tokens to the place where
its context goes on. docs/instruments.md explains it. A cycle takes 1000 / clock ns.

SCENE is what it is for run: a file, directed/NAME, or a built-in scene:
` + builtins(),
		Example: `  tilemark trace six-draws --interrupt 3000 --out cut.perfetto-trace
  tilemark trace teapot --partner blend --every 5000 --from 20000 --to 60000 --out two.perfetto-trace`,
		Args: arguments("SCENE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if path == "" {
				return report.Usage("nothing to write: --out was expected")
			}
			bar := newProgress(cmd.ErrOrStderr())
			o, err := f.options(args[0], bar)
			if err != nil {
				return err
			}
			t, err := report.WriteTrace(o, path)
			bar.done()
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "written: %s\n", path)
			return verdict(cmd.ErrOrStderr(), t.Err, t.Repeat)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&path, "out", "", "write the trace to `FILE`")
	return cmd
}
