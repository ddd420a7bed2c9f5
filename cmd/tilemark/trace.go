package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/tb/live"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/output"
)

func traceCommand() *cobra.Command {
	f := &windowFlags{}
	path, akita := "", ""
	cmd := &cobra.Command{
		Use:   "trace SCENE",
		Short: "Writes a run for the Perfetto viewer: blocks, contexts, FIFOs and cuts",
		Long: `trace runs a scene and writes what happens as a trace that https://ui.perfetto.dev opens:
for each block what it does or waits for, for each slot which context is in it, the fill
of each FIFO, and each cut as a flow from the line through the tokens to the place where
its context goes on. docs/instruments.md explains it. A cycle takes 1000 / clock ns.

` + sceneNames(),
		Example: `  tilemark trace six-draws --interrupt 3000 --out cut.perfetto-trace
  tilemark trace teapot --partner blend --every 5000 --from 20000 --to 60000 --out two.perfetto-trace`,
		Args: arguments("SCENE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkTrace(path, akita); err != nil {
				return err
			}
			bar := newProgress(cmd.ErrOrStderr())
			o, err := f.options(cmd, args[0], bar)
			if err != nil {
				return err
			}
			write := runs.WriteTrace
			if akita != "" {
				path, write = akita, runs.WriteAkita
			}
			t, err := write(o, path)
			bar.done()
			if err != nil {
				return err
			}
			if path != output.Standard {
				fmt.Fprintf(cmd.OutOrStdout(), "written: %s\n", path)
			}
			return verdict(cmd.ErrOrStderr(), t.Err, t.Repeat)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&path, "out", "", "write the trace to `FILE`")
	cmd.Flags().StringVar(&akita, "akita", "", "instead, have Akita's tracer write its tasks to `FILE.csv` (builds with -tags akita)")
	return cmd
}

func checkTrace(path, akita string) error {
	switch {
	case path == "" && akita == "":
		return request.Usage("nothing to write: --out was expected")
	case path != "" && akita != "":
		return request.Usage("--out and --akita: one of them was expected")
	case akita != "" && !live.Built:
		return request.Usage("--akita: %w", live.ErrNotBuilt)
	}
	return nil
}
