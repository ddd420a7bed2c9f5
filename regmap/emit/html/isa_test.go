package html

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/draw"
	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// instructionSet is what the machine's own tables say.
func instructionSet(t testing.TB) *formats.Set {
	sources, err := table.EmbeddedSources(isa.Tables, "hw/isa")
	require.NoError(t, err)
	set, errs, err := formats.LoadSources(sources)
	require.NoError(t, err)
	require.Empty(t, errs)
	return set
}

func manualOf(t testing.TB, set *formats.Set) string {
	file := ISA(set, emit.Version{Tables: "abc"})
	data, err := file.Bytes()
	require.NoError(t, err)
	return string(data)
}

// manualData is what the manual's script reads.
func manualData(t testing.TB, page string) (data isaData) {
	_, text, found := strings.Cut(page, `<script type="application/json" id="data">`)
	require.True(t, found)
	text, _, _ = strings.Cut(text, "</script>")
	require.NoError(t, json.Unmarshal([]byte(text), &data))
	return data
}

// cardOf is the text of a card.
func cardOf(t testing.TB, page, id string) string {
	_, text, found := strings.Cut(page, `id="`+id+`"`)
	require.True(t, found, id)
	text, _, found = strings.Cut(text, "</article>")
	require.True(t, found, id)
	return htmlText(text)
}

// htmlText takes tags and entities away.
func htmlText(s string) string {
	s = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(s, " ")
	return strings.NewReplacer("&#39;", "'", "&#43;", "+", "&lt;", "<", "&gt;", ">", "&#34;", `"`, "&amp;", "&").Replace(s)
}

func TestManualHasEveryOperationAndMessage(t *testing.T) {
	set := instructionSet(t)
	page := manualOf(t, set)
	data := manualData(t, page)
	require.Len(t, data.Operations, len(set.Instructions))
	for i, op := range set.Instructions {
		card := cardOf(t, page, operationLink(&op))
		for _, want := range append(append([]string{op.Description, op.Format, strings.ToLower(op.Name)}, op.Types...), op.Allows...) {
			require.Contains(t, card, strings.ReplaceAll(want, "_", " "), op.Name)
		}
		require.Equal(t, op.Opcode, data.Operations[i].Opcode)
		require.Equal(t, op.Description, data.Operations[i].Description)
	}
	require.Len(t, data.Messages, len(set.Messages))
	for i, m := range set.Messages {
		card := cardOf(t, page, messageLink(&m))
		for _, want := range append(append([]string{m.Description, m.Answers}, m.Sends...), m.Allows...) {
			require.Contains(t, card, strings.ReplaceAll(want, "_", " "), m.Name)
		}
		require.Equal(t, m.Code, data.Messages[i].Code)
	}
}

func TestManualHasEveryValueAndField(t *testing.T) {
	set := instructionSet(t)
	page := manualOf(t, set)
	data := manualData(t, page)
	enums := 0
	for _, e := range set.Enums {
		if isTable(e.Name) {
			require.Len(t, data.Tables[e.Name], len(e.Values), e.Name)
			require.Contains(t, cardOf(t, page, "table/"+e.Name), e.Description)
			continue
		}
		enums++
		card := cardOf(t, page, "enum/"+e.Name)
		for _, v := range e.Values {
			require.Contains(t, page, `id="enum/`+e.Name+`.`+v.Name+`"`)
			require.Contains(t, card, v.Text(), e.Name)
			require.Contains(t, card, v.Description, e.Name)
		}
	}
	require.Len(t, data.Enums, enums)
	for _, s := range set.Structures {
		card := cardOf(t, page, "form/"+s.Name)
		for _, w := range s.Words {
			require.Contains(t, card, w.Description, s.Name)
			for _, f := range w.Fields {
				require.Contains(t, card, f.Name, s.Name)
				require.Contains(t, card, f.Description, s.Name)
				require.Contains(t, card, emit.BitRange(f.Hi, f.Lo), s.Name)
			}
		}
		require.NotEmpty(t, data.Forms[s.Name])
	}
}

// It is one file, and its policy allows its own style and script, and nothing else.
func TestManualAsksForNothing(t *testing.T) {
	page := manualOf(t, instructionSet(t))
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

func TestManualLinksLeadSomewhere(t *testing.T) {
	page := manualOf(t, instructionSet(t))
	there := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		require.False(t, there[id[1]], "id %s stands twice", id[1])
		there[id[1]] = true
	}
	links := regexp.MustCompile(`href="#([^"$]*)"`).FindAllStringSubmatch(page, -1)
	require.Greater(t, len(links), 400)
	for _, l := range links {
		if name, isExample := strings.CutPrefix(l[1], "decoder/"); isExample {
			require.True(t, there["operation/"+name] || there["message/"+strings.TrimPrefix(name, "send.")], l[1])
			continue
		}
		require.True(t, there[l[1]], "link to %s", l[1])
	}
}

// The page is well-formed: what HTML leaves open, such as meta, stands alone.
func TestManualIsWellFormed(t *testing.T) {
	page := manualOf(t, instructionSet(t))
	page = regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(script|style)>|<!DOCTYPE html>`).ReplaceAllString(page, "")
	page = regexp.MustCompile(` (hidden|open)(>)`).ReplaceAllString(page, ` $1=""$2`)
	page = regexp.MustCompile(`<(meta|input|br)\b([^>]*)>`).ReplaceAllString(page, `<$1$2/>`)
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
	}
}

// What a table says is text on the page, whatever it looks like.
func TestTextOfInstructionTablesIsNoHTML(t *testing.T) {
	const bad = `</script><img src=x onerror="alert(1)"><b>`
	set := instructionSet(t)
	set.Instructions[0].Description, set.Messages[0].Description = bad, bad
	set.Enums[0].Description, set.Enums[1].Values[0].Label, set.Enums[1].Values[0].Description = bad, bad, bad
	set.Structures[0].Description, set.Structures[0].Words[0].Description, set.Structures[0].Words[0].Fields[0].Description = bad, bad, bad
	set.Structures[0].Words[0].Fields[0].Name = bad
	page := manualOf(t, set)
	require.NotContains(t, page, "<img")
	require.NotContains(t, page, "<b></")
	require.Equal(t, bad, manualData(t, page).Operations[0].Description)
}

func TestSameManualEveryTime(t *testing.T) {
	set := instructionSet(t)
	require.Equal(t, manualOf(t, set), manualOf(t, set))
}

// Tables without any entry make a page, too.
func TestManualOfNothing(t *testing.T) {
	require.Contains(t, manualOf(t, &formats.Set{}), "</html>")
}

func TestEveryWordOfATagIsExplained(t *testing.T) {
	for _, part := range []struct {
		words []string
		means map[string]string
	}{{formats.ExecutionTypes, typeWords}, {formats.InstructionAllows, allowsWords}, {formats.Payloads, sendsWords}, {formats.Answers, answersWords}, {formats.MessageAllows, usesWords}} {
		require.Len(t, part.means, len(part.words))
		for _, w := range part.words {
			require.NotEmpty(t, part.means[w], w)
		}
	}
}

func TestExamplesAreLegal(t *testing.T) {
	data := manualData(t, manualOf(t, instructionSet(t)))
	for _, op := range data.Operations {
		require.NoError(t, isa.Check(op.Example), op.Name)
		require.EqualValues(t, op.Opcode, op.Example[0]&0xff)
	}
	for _, m := range data.Messages {
		require.NoError(t, isa.Check(m.Example), m.Name)
		require.EqualValues(t, m.Code, isa.Decode(m.Example).Message.Code)
	}
}

// fieldAt finds a field of a form by the names of its word and itself.
func fieldAt(t *testing.T, data *isaData, form, name string) (word int, f fieldData) {
	for _, w := range data.Forms[form] {
		for _, f := range w.Fields {
			if w.When == "" && w.Name+"."+f.Name == name {
				return w.Word, f
			}
		}
	}
	require.Fail(t, "no field", "%s %s", form, name)
	return 0, f
}

// The parts of an index's value are those of the machine's own compact forms.
func TestPartsOfIndices(t *testing.T) {
	data := manualData(t, manualOf(t, instructionSet(t)))
	names := []string{"COMPACT_CONTROL", "COMPACT_TYPES", "COMPACT_SUBS", "COMPACT_SOURCE", "COMPACT_SOURCE_1", "COMPACT_LAST", "COMPACT_MESSAGE"}
	require.Len(t, data.Parts, len(names))
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for range 20_000 {
		i := draw.Instruction(r)
		n := i.Encode()
		want, _ := isa.PartsOf(n)
		for k, name := range names {
			if !want.Has[k] || i.Immediate {
				continue
			}
			form, value := "NATIVE", uint32(0)
			if name == "COMPACT_MESSAGE" {
				form = "SEND"
			}
			for _, p := range data.Parts[name] {
				word, f := fieldAt(t, &data, form, p.Field)
				value |= n[word] >> f.Lo & (1<<(f.Hi-f.Lo+1) - 1) << p.At
			}
			require.Equal(t, want.Values[k], value, "%s of %+v", name, i)
			seen[name]++
		}
	}
	for _, name := range names {
		require.Greater(t, seen[name], 100, name)
	}
}

// The manual's scripts are used by it, and none is on the disk for nothing.
func TestEveryScriptIsOnAPage(t *testing.T) {
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".js") {
			require.Contains(t, append(append([]string{}, scripts...), isaScripts...), f.Name())
		}
	}
}

func TestSyntaxOfOperationsAndMessages(t *testing.T) {
	page := manualOf(t, instructionSet(t))
	for id, want := range map[string]string{
		"operation/mov":  "[([~]f)] mov[.sat][.condition[.f]] [(size[@lane])] destination, source[order]|number [{nomask, nos …}]",
		"operation/mad":  "[([~]f)] mad[.sat][.condition[.f]] [(size[@lane])] destination, source[order], source, source|number [{nomask, nos …}]",
		"operation/jmp":  "[([~]f.any|all)] jmp target [{nos …}]",
		"operation/wrsr": " wrsr special, source [{nos …}]",
		"message/atomic": "send.atomic.type.atomic [(size[@lane])] [answer,] address[+offset], data, binding [{nomask, nos …}]",
		"message/sample": "send.sample[.count].coordinates [(size[@lane])] answer, coordinates, binding, sampler [{nomask, nos …, texels …}]",
		"message/texel":  "send.texel[.count].coordinates [(size[@lane])] answer, coordinates, binding [{nomask, nos …}]",
		"message/end":    "send.end [(size[@lane])] {last[, nomask, nos …]}",

		"message/context_load":      "send.context_load[.count] [(size[@lane])] answer, +offset [{nomask, nos …}]",
		"message/context_store_set": "send.context_store_set [(size[@lane])] set, +offset [{nomask, nos …}]",
	} {
		require.Contains(t, cardOf(t, page, id), want)
	}
}
