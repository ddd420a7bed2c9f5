package html

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// machine is the map of the machine's own tables.
func machine(t testing.TB) *emit.Map {
	m, errs, err := emit.LoadFolder("../../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	return m
}

func pageOf(t testing.TB, m *emit.Map) string {
	files, err := Emit(m)
	require.NoError(t, err)
	require.Len(t, files, 1)
	data, err := files[0].Bytes()
	require.NoError(t, err)
	return string(data)
}

// content is what the page's script reads.
func content(t testing.TB, page string) (blocks []blockData) {
	_, text, found := strings.Cut(page, `<script type="application/json" id="data">`)
	require.True(t, found)
	text, _, _ = strings.Cut(text, "</script>")
	var data struct{ Blocks []blockData }
	require.NoError(t, json.Unmarshal([]byte(text), &data))
	return data.Blocks
}

func TestDataHasEveryRegisterAndField(t *testing.T) {
	m := machine(t)
	blocks := content(t, pageOf(t, m))
	require.Len(t, blocks, len(m.Blocks))
	for i, b := range m.Blocks {
		require.Equal(t, b.Name, blocks[i].Name)
		require.Equal(t, m.Layout.Base(b), blocks[i].Save)
		require.Len(t, blocks[i].Registers, len(b.Registers))
		for k, r := range b.Registers {
			got := blocks[i].Registers[k]
			require.Equal(t, r.Name, got.Name)
			require.Positive(t, got.Diagram, r.Name)
			var word uint32
			for j, f := range r.Fields {
				require.Equal(t, f.Name, got.Fields[j].Name)
				require.Equal(t, f.Description, got.Fields[j].Description)
				require.Len(t, got.Fields[j].Enum, len(f.Enum))
				word |= got.Fields[j].Reset << got.Fields[j].Lo
			}
			require.Equal(t, r.Reset(), word, r.Name)
		}
	}
}

func TestCoverageStandsAtSavedRegisters(t *testing.T) {
	m := machine(t)
	for _, b := range content(t, pageOf(t, m)) {
		for _, r := range b.Registers {
			require.True(t, r.Tests == nil || r.Tests.Restored == nil && r.Tests.Values == nil, r.Name)
		}
	}
	var err error
	m.Coverage, err = emit.ReadCoverage([]byte(`{"hits": {"registers/CSP.TOPOLOGY": 3, "values/CSP.TOPOLOGY.VALUE PATCH_LIST": 2, "restored/CSP.TOPOLOGY.VALUE PATCH_LIST": 1}}`))
	require.NoError(t, err)
	seen := 0
	for _, b := range content(t, pageOf(t, m)) {
		for _, r := range b.Registers {
			switch {
			case r.Class != "":
				require.True(t, r.Tests == nil || r.Tests.Restored == nil, "%s is not saved", r.Name)
			case r.Name == "TOPOLOGY":
				require.EqualValues(t, 3, *r.Tests.Restored)
				require.Contains(t, r.Tests.Values, useData{"VALUE.PATCH_LIST", 2.0, 1.0})
				require.Contains(t, r.Tests.Values, useData{"VALUE.TRIANGLE_FAN", 0.0, 0.0})
				seen++
			default:
				require.Zero(t, *r.Tests.Restored, r.Name)
			}
		}
	}
	require.Equal(t, 1, seen)
	for _, bad := range []string{"x", "[]", "{}", `{"hits": 3}`} {
		_, err := emit.ReadCoverage([]byte(bad))
		require.ErrorContains(t, err, "what `tilemark cover --json` prints was expected")
	}
}

// The policy of the page allows its own style and script by their digests: whatever is inside must be exactly what was digested.
func TestPolicyAllowsOnlyThePagesOwnScriptAndStyle(t *testing.T) {
	page := pageOf(t, machine(t))
	_, style, _ := strings.Cut(page, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	_, script, _ := strings.Cut(page, "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	allowed := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	require.NotNil(t, allowed)
	require.Equal(t, Policy(style, script), strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(allowed[1]))
	require.Equal(t, 1, strings.Count(page, "<script>"), "scripts")
	for _, bad := range []string{`style="`, "onclick=", "http://", "https://", "src=", "@import", "url("} {
		require.NotContains(t, strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), bad)
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	m := machine(t)
	page := pageOf(t, m)
	there := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		require.False(t, there[id[1]], "id %s stands twice", id[1])
		there[id[1]] = true
	}
	for _, view := range []string{"overview", "save-area", "formats", "tests"} {
		require.True(t, there["view-"+view], view)
		there[view] = true
	}
	for _, b := range m.Blocks {
		there[b.Name] = true
		for _, r := range b.Registers {
			there[b.Name+"."+r.Name] = true
		}
	}
	links := regexp.MustCompile(`href="#([^"$]*)"`).FindAllStringSubmatch(page, -1)
	require.Greater(t, len(links), 127)
	for _, l := range links {
		require.True(t, there[l[1]], "link to %s", l[1])
	}
}

// Pictures are well-formed, have a title, and a register's boxes cover its 32 bits once.
func TestPicturesOfBits(t *testing.T) {
	page := pageOf(t, machine(t))
	_, symbols, _ := strings.Cut(page, `<svg class="symbols"`)
	symbols, _, _ = strings.Cut("<svg"+symbols, "</svg>")
	d := xml.NewDecoder(strings.NewReader(symbols + "</svg>"))
	count := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "symbol" {
			count++
		}
	}
	require.Positive(t, count)
	require.Equal(t, count, strings.Count(symbols, "<title>Bits "))
	require.Contains(t, symbols, "<title>Bits 31:3 reserved, 2 FRONT_CW, 1 CULL_BACK, 0 CULL_FRONT</title>")
}

func TestBoxesOfARowCoverItsBitsOnce(t *testing.T) {
	fields := []table.Field{{Name: "A", Hi: 31, Lo: 31}, {Name: "B", Hi: 20, Lo: 12}, {Name: "C", Hi: 3, Lo: 0}}
	var text []string
	for hi := 31; hi > 0; hi -= 16 {
		for _, x := range boxes(fields, hi, hi-15) {
			name := "-"
			if x.field != nil {
				name = x.field.Name
			}
			text = append(text, name+" "+emit.BitRange(x.hi, x.lo))
		}
	}
	require.Equal(t, "A 31, - 30:21, B 20:16, B 15:12, - 11:4, C 3:0", strings.Join(text, ", "))
}

// What a table says is text on the page, whatever it looks like.
func TestTextOfATableIsNoHTML(t *testing.T) {
	const bad = `</script><img src=x onerror="alert(1)"><b>`
	f := table.Field{Name: bad, Hi: 3, Lo: 0, Type: "enum", SW: "rw", HW: "ro", Description: bad, Enum: []table.EnumValue{{Name: bad, Value: 1}}}
	r := table.Register{Name: bad, Count: 1, Stride: 1, Class: "save", Description: bad, Fields: []table.Field{f}}
	m := emit.NewMap([]table.Block{{Name: bad, ID: 3, Length: 4, Version: bad, Description: bad, Registers: []table.Register{r}}})
	page := pageOf(t, m)
	require.NotContains(t, page, "<img")
	require.NotContains(t, page, "<b></")
	require.Equal(t, bad, content(t, page)[0].Registers[0].Fields[0].Enum[0][0])
}

func TestSaveAreaViewHasEveryPart(t *testing.T) {
	m := machine(t)
	a := newSaveArea(m.Blocks, &m.Layout)
	require.Equal(t, 4*m.Layout.DWords(), a.Bytes)
	at := uint32(0)
	for _, p := range a.Parts {
		require.LessOrEqual(t, at, p.First, "%s overlaps", p.Name)
		require.Less(t, p.First-at, uint32(16), "%s: a hole of a unit or more", p.Name)
		at = p.Last + 1
	}
	require.Equal(t, a.Bytes, at)
	picture := string(a.Picture)
	for _, b := range m.Blocks {
		for _, r := range b.Registers {
			require.Equal(t, r.Class == "save", strings.Contains(picture, `href="#`+b.Name+"."+r.Name+`"`), "%s.%s", b.Name, r.Name)
		}
	}
}

func TestSamePageEveryTime(t *testing.T) {
	m := machine(t)
	require.Equal(t, pageOf(t, m), pageOf(t, m))
}

// A map larger than any machine's stays in bounds: pictures and the save area's rows are limited.
func BenchmarkLargeMap(b *testing.B) {
	field := []table.Field{
		{Name: "LOW", Hi: 15, Lo: 0, Type: "uint", SW: "rw", HW: "ro", Description: "Low half of the register."},
		{Name: "HIGH", Hi: 31, Lo: 16, Type: "uint", SW: "rw", HW: "ro", Description: "High half of the register."},
	}
	var blocks []table.Block
	for i := range 1000 {
		block := table.Block{Name: "B" + strings.Repeat("X", i%7) + string(rune('A'+i%26)), ID: i, Length: 1000, Description: "A block."}
		for k := range 1000 {
			block.Registers = append(block.Registers, table.Register{Name: "REGISTER", Offset: k, Count: 1, Stride: 1, Class: "save", Description: "A register.", Fields: field})
		}
		blocks = append(blocks, block)
	}
	m := emit.NewMap(blocks)
	for b.Loop() {
		files, err := Emit(m)
		require.NoError(b, err)
		var n countingWriter
		require.NoError(b, files[0].Write(&n))
		b.ReportMetric(float64(n), "bytes")
	}
}

type countingWriter int

func (c *countingWriter) Write(b []byte) (int, error) {
	*c += countingWriter(len(b))
	return len(b), nil
}

func TestARegisterHasItsVectorsAndGeneratedTests(t *testing.T) {
	m := machine(t)
	m.Tests = &emit.Tests{
		Vectors:   []emit.Vector{{Name: "one", Covers: "One thing."}, {Name: "two", Covers: "Another."}},
		Registers: map[string]*emit.Written{"TSU.CULL": {Vectors: []int{1}, Values: map[uint32]bool{1: true, 3: true}}, "CSP.TOPOLOGY": {Vectors: []int{0, 1}, Values: map[uint32]bool{2: true}}},
	}
	got := map[string]*testsData{}
	for _, b := range content(t, pageOf(t, m)) {
		for _, r := range b.Registers {
			got[b.Name+"."+r.Name] = r.Tests
		}
	}
	require.Equal(t, []int{1}, got["TSU.CULL"].Vectors)
	require.Equal(t, [2]uint32{3, 0xfffffffe}, [2]uint32{got["TSU.CULL"].Ones, got["TSU.CULL"].Zeros})
	require.Contains(t, got["TSU.CULL"].Generated, [2]string{"TSU.CULL.FRONT_CW", "reset-value read-write bit-bash save-restore"})
	require.Equal(t, []string{"VALUE.TRIANGLE_LIST", "VALUE.TRIANGLE_STRIP", "VALUE.PATCH_LIST"}, got["CSP.TOPOLOGY"].Enums)
	require.Empty(t, got["ASU.ATTRIBUTES"].Vectors)
}

func TestDataHasEveryCommandStructureAndValue(t *testing.T) {
	m := machine(t)
	_, text, found := strings.Cut(pageOf(t, m), `,"formats":`)
	require.True(t, found)
	var got formatsData
	require.NoError(t, json.NewDecoder(strings.NewReader(text)).Decode(&got))
	require.Len(t, got.Commands, len(m.Formats.Commands))
	for i, c := range m.Formats.Commands {
		d := got.Commands[i]
		require.Equal(t, c.Name, d.Name)
		require.Len(t, d.Operands, len(c.Operands))
		least, _ := m.Formats.LengthRange(c)
		word := uint32(0)
		for _, f := range d.Header.Fields {
			word |= f.Reset << f.Lo
		}
		require.Equal(t, m.Formats.Code(c)|uint32(least), word, "the header that stands in the decoder of %s", c.Name)
	}
	require.Len(t, got.Structures, len(m.Formats.Structures))
	for i, s := range m.Formats.Structures {
		require.Len(t, got.Structures[i].Words, len(s.Words)+len(s.Reserved), s.Name)
	}
	require.Len(t, got.Enums, len(m.Formats.Enums))
	for i, e := range m.Formats.Enums {
		require.Len(t, got.Enums[i].Values, len(e.Values), e.Name)
	}
	without := emit.NewMap(m.Blocks)
	require.NotContains(t, pageOf(t, without), `href="#formats"`, "without tables there is no link")
}
