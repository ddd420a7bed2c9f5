package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/hw/regs"
	"tilemark/regmap/decode"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/tb/request"
	"tilemark/tb/stream"
	"tilemark/text/near"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
)

type decodeFlags struct {
	as, input, format, block string
	first                    whole
	at, bytes                uint32
	changed                  bool
	tables                   string
}

func decodeCommand() *cobra.Command {
	f := &decodeFlags{}
	cmd := &cobra.Command{
		Use:   "decode FILE [OTHER]",
		Short: "Makes a table with names and meanings of raw memory, or compares two",
		Long: `decode reads raw memory, or - for standard input, and writes a table: address, name, field, value, what that means, and
whether it is the reset value (docs/decode.md). --as says what the memory holds:

  save-area   what an interrupt saves of a context (run --save-area writes one)
  registers   registers of one block one after the other; --block names it
  stream      commands of a ring or a DMA buffer
  header      a context's header
  status      entries of the context status buffer

A file is binary, little-endian; or text: words as gdb's x/8xw and xxd -e print them, or bytes as xxd and hexdump -C do.
Of a command stream (.tmcs) --at is the address of what is decoded in its memory.

With OTHER only what differs is written, side by side. The exit status is then that of diff: 0 equal, 1 different.`,
		Example: `  tilemark run blend --interrupt 900 --save-area blend.area
  tilemark decode --as save-area blend.area
  tilemark decode --as save-area --changed --format csv blend.area
  tilemark decode --as registers --block TSU --first 6 --at 0x958 --bytes 8 blend.area`,
		Args: filesToDecode,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	cmd.Flags().StringVar(&f.as, "as", "", "`KIND`: "+strictyaml.OneOf(decode.Kinds)+"; required")
	cmd.Flags().StringVar(&f.input, "input", "auto", "`FORM` of the files: "+strictyaml.OneOf(decode.Inputs))
	cmd.Flags().StringVar(&f.block, "block", "", "`NAME` of the block, with --as registers")
	f.first.flag = "first"
	cmd.Flags().Var(&f.first, "first", "index `N` of the first register, with --as registers; 0 unless given")
	cmd.Flags().Uint32Var(&f.at, "at", 0, "`ADDRESS` where it begins: an address of a text or a command stream, an offset of a binary file")
	cmd.Flags().Uint32Var(&f.bytes, "bytes", 0, "`N` bytes of it; default: up to the end")
	cmd.Flags().BoolVar(&f.changed, "changed", false, "leave out fields that have their reset values")
	cmd.Flags().StringVar(&f.format, "format", "text", "`FORMAT` of the table: "+strictyaml.OneOf(decode.Formats))
	cmd.Flags().StringVar(&f.tables, "tables", "", "`FOLDER` with other register tables than the machine's own")
	return cmd
}

// filesToDecode wants one file or two, of which one may be standard input.
func filesToDecode(cmd *cobra.Command, args []string) error {
	if len(args) == 2 && args[0] == "-" && args[1] == "-" {
		return request.Usage("both files are standard input; one at most was expected")
	}
	if len(args) <= 2 && len(args) > 0 {
		return nil
	}
	return arguments("FILE", "OTHER")(cmd, args)
}

// oneOf wants a flag's value to be one of some names.
func oneOf(flag, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	return request.Usage("--%s %q: %s was expected%s", flag, value, strictyaml.OneOf(names), near.Suggest(value, names, ""))
}

func (f *decodeFlags) check(cmd *cobra.Command, files int) error {
	if f.as == "" {
		return request.Usage("--as is missing: %s was expected", strictyaml.OneOf(decode.Kinds))
	}
	for _, err := range []error{oneOf("as", f.as, decode.Kinds), oneOf("input", f.input, decode.Inputs), oneOf("format", f.format, decode.Formats)} {
		if err != nil {
			return err
		}
	}
	for _, flag := range []string{"block", "first"} {
		if cmd.Flags().Changed(flag) && f.as != "registers" {
			return request.Usage("--%s: it goes with --as registers", flag)
		}
	}
	if f.changed && files == 2 {
		return request.Usage("--changed: it goes with one file; of two, only what differs is written")
	}
	return nil
}

func (f *decodeFlags) run(cmd *cobra.Command, files []string) error {
	if err := f.check(cmd, len(files)); err != nil {
		return err
	}
	t, err := decodeTables(f.tables)
	if err != nil {
		return err
	}
	d := &decoder{decodeFlags: f, tables: t, placed: cmd.Flags().Changed("at"), stdin: cmd.InOrStdin()}
	if d.of, err = f.registers(t); err != nil {
		return err
	}
	var about []*decode.About
	var rows [][]decode.Row
	for _, file := range files {
		a, r, err := d.file(file)
		if err != nil {
			return err
		}
		about, rows = append(about, a), append(rows, r)
	}
	if len(files) == 1 {
		if f.changed {
			rows[0] = decode.Changed(rows[0])
		}
		return decode.Write(cmd.OutOrStdout(), f.format, about[0], rows[0])
	}
	list := decode.Compare(rows[0], rows[1], about[0].Base, about[1].Base)
	if err := decode.WriteDifferences(cmd.OutOrStdout(), f.format, about[0], about[1], list); err != nil {
		return err
	}
	if len(list) > 0 {
		return errFailed
	}
	return nil
}

// shown names a file in messages.
func shown(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// registers finds the block of --as registers.
func (f *decodeFlags) registers(t *decode.Tables) (*table.Block, error) {
	if f.as != "registers" {
		return nil, nil
	}
	var names []string
	for i := range t.Map.Blocks {
		if b := &t.Map.Blocks[i]; b.Name == f.block {
			return b, nil
		}
		names = append(names, t.Map.Blocks[i].Name)
	}
	if f.block == "" {
		return nil, request.Usage("--block is missing: %s was expected with --as registers", strictyaml.OneOf(names))
	}
	return nil, request.Usage("--block %q: %s was expected%s", f.block, strictyaml.OneOf(names), near.Suggest(f.block, names, ""))
}

// decodeTables reads the tables of a folder, "" for the machine's own, and those of formats that belong to them, or else the machine's.
func decodeTables(folder string) (*decode.Tables, error) {
	var paths []string
	if folder != "" {
		paths = append(paths, folder)
	}
	m, _, wrong, err := loadTables(paths, table.MachineLimits.Blocks)
	if err != nil {
		return nil, request.Usage("%w", err)
	}
	if len(wrong) > 0 {
		return nil, request.Usage("%w; `tilemark regs check` lists all %s of the tables", wrong[0], number.Count(len(wrong), "error"))
	}
	if m.Formats == nil {
		of, err := formats.EmbeddedSources(regs.Tables, tablesFolder)
		if err != nil {
			return nil, err
		}
		set, _, err := formats.LoadSources(of)
		if err != nil {
			return nil, err
		}
		m.SetFormats(set)
	}
	return &decode.Tables{Map: m}, nil
}

// decoder reads files by tables.
type decoder struct {
	*decodeFlags
	tables *decode.Tables
	of     *table.Block
	placed bool // --at is given
	stdin  io.Reader
}

// file decodes a file. Errors name it.
func (d *decoder) file(file string) (*decode.About, []decode.Row, error) {
	data, err := d.read(file)
	if err != nil {
		return nil, nil, err
	}
	dump, err := d.dump(data)
	if err != nil {
		return nil, nil, request.Usage("%s: %w", shown(file), err)
	}
	about := &decode.About{File: shown(file), As: d.what(), Input: dump.Input, Base: dump.Base, Bytes: len(dump.Data)}
	rows, err := d.rows(dump)
	if err != nil {
		return nil, nil, request.Usage("%s: %w", shown(file), err)
	}
	return about, rows, nil
}

func (d *decoder) what() string {
	if d.of != nil {
		return fmt.Sprintf("registers of %s from %d on", d.of.Name, d.first.n)
	}
	return strings.ReplaceAll(d.as, "-", " ")
}

// mostInput bounds what is read from standard input, in bytes.
const mostInput = 1 << 28

//fuzz:regmap/decode.FuzzDecode regmap/decode.FuzzSaveArea
func (d *decoder) read(file string) ([]byte, error) {
	if file != "-" {
		return request.ReadFile(file)
	}
	data, err := io.ReadAll(io.LimitReader(d.stdin, mostInput+1))
	if err == nil && len(data) > mostInput {
		err = request.Usage("standard input: more than %s bytes", number.Thousands(mostInput))
	}
	return data, err
}

// dump reads a file and takes the part of it that is asked for.
func (d *decoder) dump(data []byte) (*decode.Dump, error) {
	if d.input == "auto" && stream.IsStream(data) {
		return d.memory(data)
	}
	dump, err := decode.Read(data, d.input)
	if err != nil || !d.placed && d.bytes == 0 {
		return dump, err
	}
	at := dump.Base
	if d.placed {
		at = uint64(d.at)
	}
	return dump.Part(at, uint64(d.bytes))
}

// memory takes a part of the memory of a command stream.
func (d *decoder) memory(data []byte) (*decode.Dump, error) {
	size := map[string]uint32{"save-area": 4 * d.tables.Map.Layout.DWords(), "header": regs.ContextHeaderBytes}[d.as]
	if d.as == "save-area" && d.tables.Layout.ID == regs.SaveLayoutID {
		size = regs.SaveRoomBytes // whatever its packing
	}
	if d.bytes > 0 {
		size = d.bytes
	}
	if !d.placed || size == 0 {
		return nil, fmt.Errorf("a command stream: --at and --bytes of what is decoded in its memory were expected; `tilemark dump` shows all of it")
	}
	f, err := stream.Decode(data)
	if err != nil {
		return nil, err
	}
	part, err := f.Part(d.at, size)
	return &decode.Dump{Input: "a command stream", Base: uint64(d.at), Data: part}, err
}

func (d *decoder) rows(dump *decode.Dump) ([]decode.Row, error) {
	rows, err := d.tables.Decode(dump, d.as, d.of, int(min(d.first.n, 1<<30)))
	if err == nil && d.as == "save-area" && d.tables.Layout.ID == regs.SaveLayoutID {
		err = stream.CheckSaveArea(dump.Data, dump.Base)
	}
	return rows, err
}
