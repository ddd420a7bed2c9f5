package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// blendArea is a save area of a scene that was cut in a cycle.
func blendArea(t *testing.T, cycle string) string {
	dir := t.TempDir()
	area := filepath.Join(dir, "blend.area")
	held(t, "run", "blend", "--size", "16x16", "--interrupt", cycle, "--save-area", area, "--out", filepath.Join(dir, "out"))
	return area
}

func TestDecodeSaysWhatDumpSays(t *testing.T) {
	area := blendArea(t, "400")
	out := held(t, "decode", "--as", "save-area", area)
	require.True(t, strings.HasPrefix(out, area+": save area of 8,064 bytes from 0x0, read as binary\n"), out)
	require.Regexp(t, `(?m)^0x00000958  TSU\.CULL +CULL_FRONT +0x0 +false +reset  Front-facing triangles are culled\.$`, out)
	changed := held(t, "decode", "--as", "save-area", "--changed", "--format", "csv", area)
	records, err := csv.NewReader(strings.NewReader(changed)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"address", "name", "field", "bits", "value", "meaning", "reset", "description"}, records[0])
	dump := held(t, "dump", "--save-area", area)
	for _, r := range records[1:] {
		require.NotEqual(t, "reset", r[6])
		if block, _, found := strings.Cut(r[1], "."); found && r[2] != "" && r[5] != "true" && r[5] != "false" {
			require.Regexp(t, `(?m)^`+r[1]+` = .*\b`+r[2]+` `+r[5]+`\b`, dump, block)
		}
	}
}

func TestDecodeOfAPart(t *testing.T) {
	area := blendArea(t, "400")
	var table struct {
		As   string
		Rows []struct{ Name, Field, Meaning string }
	}
	require.NoError(t, json.Unmarshal([]byte(held(t, "decode", "--as", "registers", "--block", "TSU", "--first", "6", "--at", "0x958", "--bytes", "8", "--format", "json", area)), &table))
	require.Equal(t, "registers of TSU from 6 on", table.As)
	require.Len(t, table.Rows, 4)
	require.Equal(t, "TSU.GUARD_BAND", table.Rows[3].Name)
}

func TestDecodeOfAStreamsMemory(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.tmcs")
	held(t, "record", "blend", "--size", "16x16", "--out", file)
	_, rest, _ := strings.Cut(held(t, "dump", file), "  header ")
	header, _, _ := strings.Cut(rest, "\n")
	out := held(t, "decode", "--as", "header", "--at", header, file)
	require.Regexp(t, ` RESTORE +0x01000001  SKIP_1_DWORD `, out)
	_, dma, found := strings.Cut(held(t, "dump", file, "--ring", "--at", header), "  DMA ")
	require.True(t, found)
	dwords, err := strconv.Atoi(strings.Fields(dma)[1])
	require.NoError(t, err)
	out = held(t, "decode", "--as", "stream", "--at", strings.Fields(dma)[0], "--bytes", strconv.Itoa(4*dwords), "--format", "csv", file)
	require.Contains(t, out, ",SET_STATE,")
}

// Two files are compared as diff does: 0 equal, 1 different.
func TestDecodeComparesTwo(t *testing.T) {
	a, b := blendArea(t, "900"), blendArea(t, "1200")
	require.Contains(t, held(t, "decode", "--as", "save-area", a, a), "\nequal\n")
	status, out, errs := tilemark("decode", "--as", "save-area", a, b)
	require.Equal(t, exitFailed, status)
	require.Empty(t, errs)
	require.Contains(t, out, "B: "+b+": save area")
	require.NotContains(t, out, "TSU.GUARD_BAND")
	data, err := os.ReadFile(a)
	require.NoError(t, err)
	data[0x958] ^= 1
	require.NoError(t, os.WriteFile(b, data, 0o600))
	status, out, _ = tilemark("decode", "--as", "save-area", "--format", "csv", a, b)
	require.Equal(t, exitFailed, status)
	require.Equal(t, "offset,name,field,value_a,meaning_a,value_b,meaning_b,description\n"+
		"0x958,TSU.CULL,CULL_FRONT,0x0,false,0x1,true,Front-facing triangles are culled.\n", out)
}

func TestDecodeRefusesWhatMakesNoSense(t *testing.T) {
	area := blendArea(t, "400")
	data, err := os.ReadFile(area)
	require.NoError(t, err)
	dir := t.TempDir()
	file := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o600))
		return path
	}
	other := append([]byte{}, data...)
	other[8]++
	cursor := append([]byte{}, data...)
	cursor[regs.SaveAreaTailDmaBuffer*4]++
	for args, want := range map[string]string{
		"decode":                                                             "FILE is missing; `tilemark decode --help` explains it",
		"decode a b c":                                                       `unexpected argument "c"`,
		"decode " + area:                                                     "--as is missing: save-area, registers, stream, header or status was expected",
		"decode --as savearea " + area:                                       `--as "savearea": save-area, registers, stream, header or status was expected; did you mean "save-area"?`,
		"decode --as header --input bin " + area:                             `--input "bin": auto, binary, words or xxd was expected`,
		"decode --as header --format jsn " + area:                            `--format "jsn": text, json or csv was expected; did you mean "json"?`,
		"decode --as registers " + area:                                      "--block is missing: CSP, C2D, MXU, TSU,",
		"decode --as registers --block TUS " + area:                          `--block "TUS": CSP, C2D,`,
		"decode --as save-area --block TSU " + area:                          "--block: it goes with --as registers",
		"decode --as save-area --changed " + area + " " + area:               "--changed: it goes with one file",
		"decode --as save-area - -":                                          "both files are standard input",
		"decode --as save-area none":                                         "tilemark: none: no such file\n",
		"decode --as save-area --at 0x99999 " + area:                         "--at 0x99999; 0x0 to 0x1f80 was expected",
		"decode --as save-area --tables none " + area:                        "none: no such file or folder",
		"decode --as save-area " + file("short", data[:3000]):                "short: it ends at 0xbb8: 3,000 bytes; a save area of 4,288 bytes was expected",
		"decode --as save-area " + file("long", append(data, 1, 2)):          "long: 3,778 bytes from 0x10c0 on, after a save area; 4,288 bytes in all",
		"decode --as save-area " + file("other", other):                      fmt.Sprintf("; %#x, that of these register tables, was expected", uint32(regs.SaveLayoutID)),
		"decode --as save-area " + file("cursor", cursor):                    "cursor: no save area at 0x0: the DMA buffer at 0x10b4 is 0x",
		"decode --as save-area " + file("words", []byte("0x1 0x2\n0x3 5\n")): `words: line 2: "5"; a word of 8 hexadecimal digits`,
		"decode --as status " + file("status", data[:100]):                   "status: it ends at 0x64: 100 bytes; entries of the status buffer of 64 bytes each were expected",
	} {
		wrong(t, args, want)
	}
}
