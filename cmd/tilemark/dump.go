package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/hw/regs"
	"tilemark/tb/request"
	"tilemark/tb/stream"
	"tilemark/text/number"
)

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
	cmd.Flags().BoolVar(&f.ring, "ring", false, "a context header and the ring after it")
	cmd.Flags().BoolVar(&f.dma, "dma", false, "a DMA buffer")
	cmd.Flags().BoolVar(&f.saveArea, "save-area", false, "a save area")
	cmd.Flags().Uint32Var(&f.at, "at", 0, "`ADDRESS` where the region begins")
	cmd.Flags().Uint32Var(&f.bytes, "bytes", 0, "`N` bytes of the region; default: what its kind says, else up to the file's end")
	cmd.Flags().StringVar(&f.out, "out", "", "`FILE` to write instead of standard output")
	return cmd
}

//fuzz:tb/stream.FuzzDecode tb/stream.FuzzContainer tb/stream.FuzzRegion
func (f *dumpFlags) run(cmd *cobra.Command, path string) error {
	if f.ring && f.dma || f.dma && f.saveArea || f.saveArea && f.ring {
		return request.Usage("--ring, --dma, --save-area: one of them was expected")
	}
	for _, flag := range []string{"at", "bytes"} {
		if cmd.Flags().Changed(flag) && !f.ring && !f.dma && !f.saveArea {
			return request.Usage("--%s: it goes with --ring, --dma or --save-area", flag)
		}
	}
	data, err := request.ReadFile(path)
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
		return request.Usage("%s: %w", path, err)
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

// region writes one region: of a command stream's memory, or of a file with raw bytes.
func (f *dumpFlags) region(to *bytes.Buffer, data []byte, placed bool) error {
	place := "an offset"
	if stream.IsStream(data) {
		place = "an address"
		s, err := f.memory(data, placed)
		if err != nil {
			return err
		}
		if data, err = s.Part(0, s.Memory); err != nil {
			return err
		}
		if f.saveArea {
			return s.DumpSaveArea(to, f.at)
		}
	}
	if f.saveArea && !placed && f.bytes == 0 && len(data) != regs.SaveRoomBytes {
		return fmt.Errorf("%s bytes; a save area of %s bytes, or --at where one begins, was expected", number.Thousands(len(data)), number.Thousands(regs.SaveRoomBytes))
	}
	if uint64(f.at) > uint64(len(data)) {
		return fmt.Errorf("--at %#x; %s up to %#x was expected", f.at, place, len(data))
	}
	data, err := f.stretch(data[f.at:])
	switch {
	case err != nil:
		return err
	case f.ring:
		return stream.DumpRing(to, data)
	case f.dma:
		return stream.DumpDMA(to, data)
	}
	return stream.DumpSaveArea(to, data, f.at)
}

// memory reads a command stream, of which only the memory counts.
func (f *dumpFlags) memory(data []byte, placed bool) (*stream.File, error) {
	switch {
	case !placed:
		return nil, fmt.Errorf("a region of a command stream: --at was expected")
	case f.dma && f.bytes == 0:
		return nil, fmt.Errorf("--dma of a command stream: --bytes was expected")
	case f.ring && f.at%64 != 0:
		return nil, fmt.Errorf("--at %#x; the address of a context header, a multiple of 64, was expected", f.at)
	case f.dma && f.at%4 != 0:
		return nil, fmt.Errorf("--at %#x; an address in a DMA buffer, a multiple of 4, was expected", f.at)
	case f.saveArea && f.bytes != 0 && f.bytes != regs.SaveRoomBytes:
		return nil, fmt.Errorf("--bytes %d; a save area has %s", f.bytes, number.Thousands(regs.SaveRoomBytes))
	}
	return stream.Decode(data)
}

// stretch cuts the region off what begins with it.
func (f *dumpFlags) stretch(data []byte) ([]byte, error) {
	n := uint64(f.bytes)
	switch {
	case n > 0:
	case f.ring && stream.RingBytes(data) > 0:
		n = stream.RingBytes(data)
	case f.saveArea:
		n = regs.SaveRoomBytes
	default:
		n = uint64(len(data))
	}
	switch {
	case n <= uint64(len(data)):
		return data[:n], nil
	case f.ring && f.bytes == 0:
		return nil, fmt.Errorf("no context header at %#x: RING_SIZE there makes %s bytes; only %s are there", f.at, number.Thousands(n), number.Thousands(len(data)))
	}
	return nil, fmt.Errorf("%s bytes from %#x; only %s are there", number.Thousands(n), f.at, number.Thousands(len(data)))
}
