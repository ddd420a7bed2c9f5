package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/hw/regs"
	"tilemark/tb/report"
	"tilemark/tb/stream"
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
interrupts and what is checked into one file (docs/streams.md). run, sweep and dump take
the file in place of a scene. SCENE is as in run.`,
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
	if err := report.CheckFiles(f.out); err != nil {
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
	if len(out) <= len(report.StreamSuffix) || out[len(out)-len(report.StreamSuffix):] != report.StreamSuffix {
		return report.Usage("--out %q: a file name that ends in %s was expected", out, report.StreamSuffix)
	}
	return nil
}

func writeStream(cmd *cobra.Command, out string, f *stream.File) error {
	return writeFile(cmd, out, f.Encode())
}

func buildCommand() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "build TEXT",
		Short: "Makes a binary command stream of the text that dump writes",
		Long: `build reads the text form of a command stream, as dump writes it or changed by hand, and
writes the binary file (docs/streams.md). What dump writes becomes the same file again.`,
		Example: "  tilemark dump teapot.tmcs --out teapot.txt\n  tilemark build teapot.txt --out again.tmcs",
		Args:    arguments("TEXT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkStreamName(out); err != nil {
				return err
			}
			text, err := report.ReadFile(args[0])
			if err != nil {
				return err
			}
			f, err := stream.Build(bytes.NewReader(text))
			if err != nil {
				return report.Usage("%s:%w", args[0], err)
			}
			return writeStream(cmd, out, f)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "`FILE` to write, which ends in .tmcs; required")
	return cmd
}

type dumpFlags struct {
	ring, dma, saveArea bool
	at, bytes           uint32
	out                 string
}

func dumpCommand() *cobra.Command {
	f := &dumpFlags{}
	cmd := &cobra.Command{
		Use:   "dump FILE",
		Short: "Writes a command stream, a ring, a DMA buffer or a save area as text",
		Long: `dump writes a command stream (.tmcs) as text: contexts, rings and DMA buffers with the names
of commands, registers and fields, vertices, indices, texels. build reads that text.

With --ring, --dma or --save-area it writes one region only, of a command stream's memory
(--at is an address: header and save_area of a context, or of a DMA command, as the whole
dump shows them) or of a file with raw bytes (--at is an offset, 0 unless given).`,
		Example: `  tilemark record teapot --size 64x64 --out teapot.tmcs
  tilemark dump teapot.tmcs
  tilemark dump teapot.tmcs --ring --at 0x50000
  tilemark dump teapot.tmcs --dma --at 0x4ec40 --bytes 272
  tilemark run blend --interrupt 900 --save-area blend.area
  tilemark dump --save-area blend.area`,
		Args: arguments("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cmd.Flags().BoolVar(&f.ring, "ring", false, "a context header and the ring behind it")
	cmd.Flags().BoolVar(&f.dma, "dma", false, "a DMA buffer")
	cmd.Flags().BoolVar(&f.saveArea, "save-area", false, "a save area")
	cmd.Flags().Uint32Var(&f.at, "at", 0, "`ADDRESS` where the region begins")
	cmd.Flags().Uint32Var(&f.bytes, "bytes", 0, "`N` bytes of the region; default: what its kind says, else up to the file's end")
	cmd.Flags().StringVar(&f.out, "out", "", "`FILE` to write instead of standard output")
	return cmd
}

func (f *dumpFlags) run(cmd *cobra.Command, path string) error {
	if f.ring && f.dma || f.dma && f.saveArea || f.saveArea && f.ring {
		return report.Usage("--ring, --dma, --save-area: one of them was expected")
	}
	for _, flag := range []string{"at", "bytes"} {
		if cmd.Flags().Changed(flag) && !f.ring && !f.dma && !f.saveArea {
			return report.Usage("--%s: it goes with --ring, --dma or --save-area", flag)
		}
	}
	data, err := report.ReadFile(path)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if f.ring || f.dma || f.saveArea {
		err = f.region(&text, data, cmd.Flags().Changed("at"))
	} else {
		err = dumpStream(&text, data)
	}
	if err != nil {
		return report.Usage("%s: %w", path, err)
	}
	if cmd.Flags().Changed("out") {
		return writeFile(cmd, f.out, text.Bytes())
	}
	_, err = text.WriteTo(cmd.OutOrStdout())
	return err
}

func dumpStream(to *bytes.Buffer, data []byte) error {
	s, err := stream.Decode(data)
	if err != nil {
		return err
	}
	return s.Dump(to)
}

// region writes one region. Of a command stream, only its memory counts.
func (f *dumpFlags) region(to *bytes.Buffer, data []byte, placed bool) error {
	place := "an offset"
	if stream.IsStream(data) {
		place = "an address"
		if !placed {
			return fmt.Errorf("a region of a command stream: --at was expected")
		}
		s, err := stream.Decode(data)
		if err != nil {
			return err
		}
		if data, err = s.Part(0, s.Memory); err != nil {
			return err
		}
		if f.dma && f.bytes == 0 {
			return fmt.Errorf("--dma of a command stream: --bytes was expected")
		}
	}
	if uint64(f.at) > uint64(len(data)) {
		return fmt.Errorf("--at %#x; %s up to %#x was expected", f.at, place, len(data))
	}
	data = data[f.at:]
	n := uint64(f.bytes)
	switch {
	case n > 0:
	case f.ring && stream.RingBytes(data) > 0:
		n = stream.RingBytes(data)
	case f.saveArea:
		n = regs.SaveAreaBytes
	default:
		n = uint64(len(data))
	}
	if n > uint64(len(data)) && f.ring && f.bytes == 0 {
		return fmt.Errorf("no context header at %#x: RING_SIZE there makes %d bytes; only %d are there", f.at, n, len(data))
	}
	if n > uint64(len(data)) {
		return fmt.Errorf("%d bytes from %#x; only %d are there", n, f.at, len(data))
	}
	switch data = data[:n]; {
	case f.ring:
		return stream.DumpRing(to, data)
	case f.dma:
		return stream.DumpDMA(to, data)
	}
	return stream.DumpSaveArea(to, data)
}
