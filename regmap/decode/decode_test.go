package decode

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// machine is the machine's own tables.
func machine(t testing.TB) *Tables {
	m, errs, err := emit.LoadFolder("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	return &Tables{m}
}

func dumpOf(base uint64, words ...uint32) *Dump {
	d := &Dump{Input: "binary", Base: base}
	for _, w := range words {
		d.Data = binary.LittleEndian.AppendUint32(d.Data, w)
	}
	return d
}

// show writes rows in a line each, without descriptions.
func show(rows []Row) string {
	var b strings.Builder
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(&b, "%x %s %s %s %s %s\n", r.Address, r.Name, r.Field, r.Hex(), r.Meaning, r.Reset)
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(b.String(), "\n", " | ")), " ")
}

func TestFormsOfTheSameBytes(t *testing.T) {
	want := []byte{0x29, 0, 0, 0, 0x40, 0x12, 0xab, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0x3f, 1, 2, 3, 4}
	for _, c := range []struct {
		name, input, text string
		base              uint64
	}{
		{"gdb", "auto", "0x1000:\t0x00000029\t0x00ab1240\t0xffffffff\t0x3f000000\n0x1010:\t0x04030201\n", 0x1000},
		{"gdb with a symbol", "words", "0x1000 <area>:\t0x29\t0x00ab1240\t0xffffffff\t0x3f000000\n0x1010 <area+16>:\t0x04030201\n", 0x1000},
		{"words only", "auto", "# a comment\n0x29 0xab1240 0xffffffff 0x3f000000\n\n0x4030201 # and one after\n", 0},
		{"lines of dump", "words", "  words 0x00000029 0x00ab1240 0xffffffff 0x3f000000 # 0\n  words 0x04030201\n", 0},
		{"xxd -e", "words", "00000100: 00000029 00ab1240 ffffffff 3f000000  )...@..........?\n00000110: 04030201                             ....\n", 0x100},
		{"xxd", "auto", "00000100: 2900 0000 4012 ab00 ffff ffff 0000 003f  )...@..........?\n00000110: 0102 0304                                ....\n", 0x100},
		{"xxd -g1", "auto", "00000100: 29 00 00 00 40 12 ab 00 ff ff ff ff 00 00 00 3f  )...@..........?\n00000110: 01 02 03 04                                      ....\n", 0x100},
		{"hexdump -C", "auto", "00000100  29 00 00 00 40 12 ab 00  ff ff ff ff 00 00 00 3f  |)...@..........?|\n00000110  01 02 03 04                                       |....|\n00000114\n", 0x100},
		{"binary", "auto", string(want), 0},
		{"words after a byte order mark", "auto", "\ufeff0x29 0xab1240 0xffffffff 0x3f000000 0x4030201\n", 0},
		{"xxd after a byte order mark", "xxd", "\ufeff00000000: 2900 0000 4012 ab00 ffff ffff 0000 003f 0102 0304\n", 0},
	} {
		d, err := Read([]byte(c.text), c.input)
		require.NoError(t, err, c.name)
		require.Equal(t, want, d.Data, c.name)
		require.Equal(t, c.base, d.Base, c.name)
	}
}

func TestAStarStandsForTheLineBefore(t *testing.T) {
	d, err := Read([]byte("00000000: 0102 0304  ....\n*\n00000010: 0506  ..\n"), "xxd")
	require.NoError(t, err)
	require.Equal(t, "\x01\x02\x03\x04\x01\x02\x03\x04\x01\x02\x03\x04\x01\x02\x03\x04\x05\x06", string(d.Data))
}

func TestTextsThatAreNoDump(t *testing.T) {
	for _, c := range []struct{ input, text, want string }{
		{"auto", "hello, world\n", `text, but "hello, world" begins neither words with 0x nor a dump of xxd`},
		{"auto", "00000000: 00000029 00000040\n", "text with groups of 8 digits; --input words (as `xxd -e` prints) or --input xxd (bytes in their order) was expected"},
		{"words", "0x10: 0x1\n0x18: 0x2\n", "line 2: address 0x18; 0x14 was expected, where the line before ends"},
		{"words", "0x1 12\n", `line 1: "12"; a word of 8 hexadecimal digits, or one with 0x, was expected`},
		{"words", "0x1\n0x123456789\n", `line 2: "0x123456789"; a word of 8`},
		{"words", "0x10: 0x1 0x2  text\n", `line 1: "text"; a word`},
		{"xxd", "00000000: 0102 03  ...\n", ""},
		{"xxd", "00000000: 0102 0g  ...\n", `line 1: "0102 0g"; bytes of two hexadecimal digits`},
		{"xxd", "words\n", `line 1: "words"; an address and bytes`},
		{"xxd", "00000000: 0102  ..\n*\n", "the text ends after *"},
		{"xxd", "00000000: 01  .\n*\n10000000: 01  .\n", "line 3: after *: an address that is whole lines after 0x1, and makes 16,777,216 bytes at most, was expected"},
		{"xxd", "00000000: 0102  ..\n*\n00000003: 01  .\n", "line 3: after *: an address that is whole lines after 0x2"},
	} {
		_, err := Read([]byte(c.text), c.input)
		if c.want == "" {
			require.NoError(t, err, c.text)
			continue
		}
		require.ErrorContains(t, err, c.want, c.text)
	}
}

func TestRegistersOfABlock(t *testing.T) {
	m := machine(t)
	tsu := m.blockOf(3)
	require.Equal(t, "TSU", tsu.Name)
	rows, err := m.Registers(dumpOf(0x958, 5, 0x44800000), tsu, 6)
	require.NoError(t, err)
	require.Equal(t, "958 TSU.CULL CULL_FRONT 0x1 true changed | 958 TSU.CULL CULL_BACK 0x0 false reset | 958 TSU.CULL FRONT_CW 0x1 true changed | "+
		"95c TSU.GUARD_BAND 0x44800000 1024 changed |", show(rows))
	rows, err = m.Registers(dumpOf(0, 0x80000000), tsu, 6)
	require.NoError(t, err)
	require.Contains(t, show(Changed(rows)), "0 TSU.CULL - 0x80000000 set outside of all fields changed |")
	_, err = m.Registers(dumpOf(0x100, 0, 0, 0), tsu, 161)
	require.EqualError(t, err, "3 registers from 161 on; block TSU ends after 162, at 0x108")
	_, err = m.Registers(&Dump{Data: make([]byte, 6)}, tsu, 0)
	require.EqualError(t, err, "it ends at 0x6: 6 bytes; registers of 4 bytes each were expected")
	rows, err = m.Registers(dumpOf(0, 7, 0), tsu, 161)
	require.NoError(t, err)
	require.Equal(t, "0 TSU[161] 0x00000007 no register |", show(rows), "reserved space is told of when it holds something")
}

func TestMeaningsOfFields(t *testing.T) {
	for _, c := range []struct {
		kind string
		bits uint32
		want string
	}{
		{"u8.8", 0x180, "1.5"}, {"s8.8", 0xff80, "-0.5"}, {"sint", 0xffff, "-1"}, {"uint", 0xffff, "65535"}, {"zero", 0, "0"}, {"zero", 3, "must be zero"},
		{"one", 0xffff, "65535"}, {"one", 1, "must be ones"}, {"address", 64, ""},
	} {
		require.Equal(t, c.want, fieldMeaning(&table.Field{Hi: 15, Type: c.kind}, c.bits), "%s %#x", c.kind, c.bits)
	}
	for bits, want := range map[uint32]string{0x3dcccccd: "0.1", 0x7f800000: "+Inf", 0x7fc00000: "NaN", 0x80000000: "-0", 1: "1e-45"} {
		require.Equal(t, want, floatText(bits))
	}
	f := &table.Field{Hi: 1, Type: "enum", Enum: []table.EnumValue{{Name: "LIST", Value: 0}, {Name: "FAN", Value: 2}}}
	require.Equal(t, "FAN", fieldMeaning(f, 2))
	require.Equal(t, "no name", fieldMeaning(f, 3))
}

func TestCommands(t *testing.T) {
	m := machine(t)
	rows, err := m.Stream(dumpOf(0x4000, 2<<29|1<<24|3<<16|3, 6, 1, 0x3f800000, 2<<29|2<<24|4, 6, 1, 0, 1, 0, 0, 2<<29|3<<24|2<<16|1, 64))
	require.NoError(t, err)
	require.Equal(t, "4000 SET_STATE 0x41030003 TSU | 4004 SET_STATE FIRST 0x00000006 TSU.CULL | 4008 TSU.CULL CULL_FRONT 0x1 true changed | 4008 TSU.CULL CULL_BACK 0x0 false reset | "+
		"4008 TSU.CULL FRONT_CW 0x0 false reset | 400c TSU.GUARD_BAND 0x3f800000 1 reset | 4010 DRAW 0x42000004 | 4014 DRAW COUNT 0x00000006 6 | 4018 DRAW INSTANCES 0x00000001 1 | "+
		"401c DRAW FIRST 0x00000000 0 | 4020 DRAW FLAGS.INDEXED 0x1 true | 4024 NULL 0x00000000 2 in a row | 402c QUERY_WRITE 0x43020001 IA_PRIMITIVES | 4030 QUERY_WRITE ADDRESS 0x00000040 |", show(rows))
	rows, err = m.Stream(dumpOf(0, 0x7f000000, 2<<29|2<<24|3, 2<<29|1<<24|10<<16|2, 0, 1))
	require.NoError(t, err)
	require.Equal(t, "0 ? 0x7f000000 no command | 4 DRAW 0x42000003 length 3; 4 was expected | 8 SET_STATE 0x410a0002 BLOCK10 | c SET_STATE FIRST 0x00000000 BLOCK10[0] | 10 BLOCK10[0] 0x00000001 no register |", show(rows))
	_, err = m.Stream(dumpOf(0x20, 2<<29|2<<24|4, 1, 2))
	require.EqualError(t, err, "it ends at 0x2c, in DRAW at 0x20: 4 DWORDs after the header, up to 0x34, were expected")
	_, err = m.Stream(&Dump{})
	require.EqualError(t, err, "it ends at 0x0: 0 bytes; DWORDs of 4 bytes each were expected")
}

func TestHeaderAndStatus(t *testing.T) {
	m := machine(t)
	rows, err := m.Header(dumpOf(0x40, 1, 4, 2<<24|1, 0x8040, 20, 0x8040, 0, 0))
	require.NoError(t, err)
	require.Equal(t, "40 HEAD 0x00000001 1 | 44 TAIL 0x00000004 4 | 48 RESTORE 0x02000001 RESTORE | 4c RESTORE_ADDRESS 0x00008040 | 50 RING_SIZE 0x00000014 20 | 54 SAVE_AREA 0x00008040 | 58 SCRATCH 0x00000000 | "+
		"5c SCRATCH_SIZE LINES 0x0000 0 | 5c SCRATCH_SIZE THREADS 0x0000 0 |", show(rows))
	entry := make([]uint32, 16)
	entry[0], entry[1], entry[4], entry[5] = 1, 1<<31|3<<8|1, 5, 1
	rows, err = m.Status(dumpOf(0, append(entry, make([]uint32, 16)...)...))
	require.NoError(t, err)
	text := show(rows)
	for _, want := range []string{"4 0.EVENT KIND 0x01 SWITCHED |", "4 0.EVENT CAUSES 0x03 cpu + time slice |", "4 0.EVENT KEPT 0x1 true |", "10 0.CYCLE 0x0000000100000005 4294967301 |", "40 1.SEQUENCE"} {
		require.Contains(t, text, want)
	}
	_, err = m.Header(dumpOf(0, 1, 2, 3))
	require.EqualError(t, err, "it ends at 0xc: 12 bytes; a context header of 32 bytes was expected")
	_, err = m.Status(dumpOf(0, make([]uint32, 17)...))
	require.EqualError(t, err, "it ends at 0x44: 68 bytes; entries of the status buffer of 64 bytes each were expected")
}

// area is a save area of these tables with all registers reset.
func area(m *Tables) *Dump {
	d := dumpOf(0, make([]uint32, m.Map.Layout.DWords())...)
	binary.LittleEndian.PutUint32(d.Data[8:], m.Map.Layout.ID)
	for _, b := range m.Map.Blocks {
		for _, r := range b.Registers {
			binary.LittleEndian.PutUint32(d.Data[m.Map.Layout.Base(b)+4*r.Offset:], r.Reset())
		}
	}
	return d
}

func TestSaveAreasThatAreNone(t *testing.T) {
	m := machine(t)
	d := area(m)
	rows, err := m.SaveArea(d)
	require.NoError(t, err)
	require.Len(t, Changed(rows), 9, "the words that have no reset value")
	d.Base = 0x1000
	whole := d.Data
	d.Data = whole[:100]
	_, err = m.SaveArea(d)
	require.EqualError(t, err, "it ends at 0x1064: 100 bytes; a save area of 4,288 bytes was expected")
	d.Data = append(append([]byte{}, whole...), 0, 0)
	_, err = m.SaveArea(d)
	require.EqualError(t, err, "2 bytes from 0x20c0 on, after a save area; 4,288 bytes in all were expected, or --at and --bytes")
	d.Data = whole
	d.Data[8]++
	_, err = m.SaveArea(d)
	require.ErrorContains(t, err, "that of these register tables, was expected")
}

func TestCompare(t *testing.T) {
	m := machine(t)
	tsu := m.blockOf(3)
	a, err := m.Registers(dumpOf(0x100, 5, 0, 1), tsu, 6)
	require.NoError(t, err)
	b, err := m.Registers(dumpOf(0x900, 4, 0, 1), tsu, 6)
	require.NoError(t, err)
	list := Compare(a, b, 0x100, 0x900)
	require.Len(t, list, 1)
	require.Equal(t, "CULL_FRONT", list[0].Field)
	require.Empty(t, Compare(a, a, 0, 0))

	a, err = m.Stream(dumpOf(0, 0, 3<<24, 4<<24|2, 64, 4))
	require.NoError(t, err)
	b, err = m.Stream(dumpOf(0, 0, 4<<24|2, 64, 4, 0))
	require.NoError(t, err)
	var text []string
	for _, d := range Compare(a, b, 0, 0) {
		text = append(text, fmt.Sprintf("%d %s %s %t %t", d.Offset, d.Name, d.Field, d.A != nil, d.B != nil))
	}
	require.Equal(t, "4 INTERRUPTIBLE  true false, 4 DMA  false true, 8 DMA  true false, 8 DMA ADDRESS false true, 12 DMA ADDRESS true false, 12 DMA DWORDS false true, "+
		"16 DMA DWORDS true false, 16 NULL  false true", strings.Join(text, ", "))
}

func TestFormsOfATable(t *testing.T) {
	m := machine(t)
	rows, err := m.Registers(dumpOf(0x958, 5), m.blockOf(3), 6)
	require.NoError(t, err)
	about := &About{File: "x", As: "registers", Input: "binary", Base: 0x958, Bytes: 4}
	for format, want := range map[string]string{
		"text": "0x00000958  TSU.CULL  CULL_BACK   0x0    false    reset  Back-facing triangles are culled.\n",
		"csv":  "0x958,TSU.CULL,CULL_FRONT,0,0x1,true,changed,Front-facing triangles are culled.\n",
		"json": `"name": "TSU.CULL",`,
	} {
		var b strings.Builder
		require.NoError(t, Write(&b, format, about, rows))
		require.Contains(t, b.String(), want)
		b.Reset()
		require.NoError(t, WriteDifferences(&b, format, about, about, Compare(rows, rows[:2], 0, 0)))
		require.Contains(t, b.String(), "FRONT_CW")
	}
}
