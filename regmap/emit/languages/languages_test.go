package languages

import (
	stdcsv "encoding/csv"
	stdjson "encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// everything is generated from tables in which all occurs that tables can say.
func everything(t *testing.T) map[string]string {
	t.Helper()
	blocks, errs, err := table.Load("../testdata/all")
	require.NoError(t, err)
	require.Empty(t, errs)
	files := map[string]string{}
	for _, l := range All {
		made, err := l.Emit(emit.NewMap(blocks))
		require.NoError(t, err, l.Name)
		for _, f := range made {
			require.NotContains(t, files, f.Name, "of two languages")
			text, err := f.Bytes()
			require.NoError(t, err)
			again, err := f.Bytes()
			require.NoError(t, err)
			require.Equal(t, string(text), string(again), f.Name)
			files[f.Name] = string(text)
		}
	}
	return files
}

// TestEverythingIsSaid looks for what is easily lost: arrays, windows, locks, aliases, numbers, quotes.
func TestEverythingIsSaid(t *testing.T) {
	files := everything(t)
	for name, wanted := range map[string][]string{
		"tilemark.h": {"#define TILEMARK_ALL_SPARSE_Step 4u", "#define TILEMARK_ALL_MODE_GAIN_Fraction 4u", "\tuint32_t PALETTE[48];", "} PAIR_LOW__file[4];",
			"Locked by LOCKS.CLOSED.", "Alias of LOCKED.", "100 %, back\\slash, * / and | bars", "#define TILEMARK_ALL_MODE_Rst 0xb1e031ddu"},
		"tilemark_regs_pkg.sv": {"localparam int ALL_VECTOR_Num = 6;", "logic signed [4:0] STEP;", "all_mode_kind_e KIND;", "logic [0:0] reserved_30_30;"},
		"tilemark.rdl": {"SPARSE @ 0x0;\n\t} SPARSE__file[3] @ 0x40 += 0x10;", "alias LOCKED PLAIN_ALIAS_t PLAIN_ALIAS @ 0x18;", "mementries = 48;",
			`number_type = "s3.5";`, `lock = "LOCKS.CLOSED";`, `\"quotes\", <angles>, a & b, 100 %, back\\slash`, "hwset;", "singlepulse", "address_alignment = 64;"},
		"tilemark.ipxact.xml": {"<ipxact:name>ALL__PALETTE</ipxact:name>", "<tilemark:alias>LOCKED</tilemark:alias>", "&quot;quotes&quot;, &lt;angles&gt;, a &amp; b",
			"<ipxact:dim>6</ipxact:dim>", "<ipxact:readAction>clear</ipxact:readAction>"},
		"tilemark.svd":  {"<name>PAIR_LOW__file[%s]</name>", "<usage>buffer</usage>", "<dimIncrement>0x10</dimIncrement>", "Locked by LOCKS.CLOSED."},
		"tilemark.json": {`"lock": "LOCKS.CLOSED"`, `"stride": 4`, `"type": "s16.16"`},
		"tilemark.csv":  {",PALETTE,", "s16.16,ro,wo,0xffff0000", "OFF=0 SLOW=1 FAST=5"},
		"all.md":        {"| 16 to 24, every 4 | [SPARSE](#sparse) |", "| 24:17 | SHIFT | s3.5 | rw | ro | -0.5 |", "window, software ro", `and \| bars`},
	} {
		for _, want := range wanted {
			assert.Contains(t, files[name], want, name)
		}
	}
}

func TestFilesForProgramsAreWellFormed(t *testing.T) {
	files := everything(t)
	for name, text := range files {
		switch {
		case strings.HasSuffix(name, ".json"):
			require.True(t, stdjson.Valid([]byte(text)), name)
		case strings.HasSuffix(name, ".csv"):
			rows, err := stdcsv.NewReader(strings.NewReader(text)).ReadAll() // demands the same number of cells
			require.NoError(t, err)
			require.Greater(t, len(rows), 100)
		case strings.HasSuffix(name, ".xml"), strings.HasSuffix(name, ".svd"):
			wellFormed(t, name, text)
		}
	}
}

func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err, name)
	}
}

func TestLanguagesAreSelected(t *testing.T) {
	all, err := Select("all")
	require.NoError(t, err)
	require.Len(t, all, len(All))
	some, err := Select("json, c")
	require.NoError(t, err)
	require.Equal(t, []string{"json", "c"}, []string{some[0].Name, some[1].Name})
	for list, want := range map[string]string{
		"svg": `"svg": no such language; did you mean "svd"?`, "c,c": "c: given twice", "": "no such language", "all,c": `"all": no such language`,
	} {
		_, err := Select(list)
		require.ErrorContains(t, err, want, list)
	}
}
