package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"tilemark/tb/request"
	"tilemark/tb/stream"
	"tilemark/text/output"
)

type recordFlags struct {
	workFlags
	out string
}

func recordCommand() *cobra.Command {
	f := &recordFlags{}
	cmd := &cobra.Command{
		Use:   "record SCENE",
		Short: "Writes a scene as a binary command stream that runs again without it",
		Long: `record lays a scene out in memory as the driver does and writes that memory, its contexts,
interrupts and what is checked into one file (docs/streams.md). run, explain, sweep, wave, trace and dump take
the file in place of a scene.

` + sceneNames(),
		Example: "  tilemark record teapot --size 64x64 --out teapot.tmcs\n  tilemark run teapot.tmcs",
		Args:    arguments("SCENE"),
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.add(cmd, pictureSize, true)
	cmd.Flags().StringVar(&f.out, "out", "", "`FILE` to write, which ends in .tmcs; required")
	return cmd
}

func (f *recordFlags) run(cmd *cobra.Command, scene string) error {
	if err := checkStreamName(f.out); err != nil {
		return err
	}
	if err := request.CheckFiles(f.out); err != nil {
		return err
	}
	in, err := f.input(cmd, scene)
	if err != nil {
		return err
	}
	work, err := in.Load()
	if err != nil {
		return err
	}
	return writeStream(cmd, f.out, work.Record(f.interrupt.list, f.every.n))
}

// checkStreamName wants a name that run takes for a stream.
func checkStreamName(out string) error {
	if out == output.Standard {
		return nil
	}
	if len(out) <= len(request.StreamSuffix) || out[len(out)-len(request.StreamSuffix):] != request.StreamSuffix {
		return request.Usage("--out %q: a file name that ends in %s was expected", out, request.StreamSuffix)
	}
	return nil
}

func writeStream(cmd *cobra.Command, out string, f *stream.File) error {
	return writeFile(cmd, out, f.Encode())
}

//fuzz:tb/stream.FuzzBuild
func buildCommand() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "build TEXT",
		Short: "Makes a binary command stream of the text that dump writes",
		Long: `build reads the text form of a command stream, as dump writes it or changed by hand, and
writes the binary file (docs/streams.md). What dump writes becomes the same file again. What stands
after # is a comment, also the text of a kernel's instructions, whose words count.`,
		Example: `  tilemark record teapot --size 64x64 --out teapot.tmcs
  tilemark dump teapot.tmcs --out teapot.txt
  tilemark build teapot.txt --out again.tmcs`,
		Args: arguments("TEXT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkStreamName(out); err != nil {
				return err
			}
			text, err := request.ReadFile(args[0])
			if err != nil {
				return err
			}
			f, err := stream.Build(bytes.NewReader(text))
			if err != nil {
				return request.Usage("%s:%w", args[0], err)
			}
			return writeStream(cmd, out, f)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "`FILE` to write, which ends in .tmcs; required")
	return cmd
}
