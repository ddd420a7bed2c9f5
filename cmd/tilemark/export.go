package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/tb/export"
	"tilemark/tb/report"
	"tilemark/tb/request"
)

type exportFlags struct {
	inputFlags
	out string
}

func exportCommand() *cobra.Command {
	f := &exportFlags{}
	cmd := &cobra.Command{
		Use:   "export SCENE",
		Short: "Writes what a scene draws, for a renderer outside to draw again",
		Long: `export writes memory as the driver leaves it (before.bin), memory as golden leaves it
(after.bin), where each of golden's fragments lies (fragments.bin), and an index
(index.json) into a folder; docs/judges.md describes them. The judges of make judges draw
that with other renderers. The machine does not run.

` + sceneNames(),
		Example: "  tilemark export teapot --size 64x64 --out exported",
		Args:    arguments("SCENE"),
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.add(cmd, pictureSize)
	cmd.Flags().StringVar(&f.out, "out", "exported", "folder `DIR` for the files, made if need be")
	return cmd
}

func (f *exportFlags) run(cmd *cobra.Command, scene string) error {
	in, err := f.input(scene, 0)
	if err != nil {
		return err
	}
	folder, err := report.OpenFolder(f.out)
	if err != nil {
		return err
	}
	defer folder.Drop()
	work, err := in.Load()
	if err != nil {
		return err
	}
	if err := export.Write(f.out, scene, work.Vector); err != nil {
		return request.Usage("%w", err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "written: %s\n", f.out)
	return nil
}
