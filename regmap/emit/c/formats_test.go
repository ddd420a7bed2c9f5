package c

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
)

// headers are the texts of the generated files, by name.
func headers(t *testing.T, set *formats.Set) map[string]string {
	t.Helper()
	m := emit.NewMap(nil)
	m.SetFormats(set)
	files, err := Emit(m)
	require.NoError(t, err)
	texts := map[string]string{}
	for _, f := range files {
		text, err := f.Bytes()
		require.NoError(t, err)
		texts[f.Name] = string(text)
	}
	return texts
}

func ownFormats(t *testing.T) *formats.Set {
	t.Helper()
	set, errs, err := formats.Load("../../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	return set
}

// Values that docs/commands.md has, too; the judge of registers (docs/judges.md) has a compiler read all of them.
func TestConstantsOfFormats(t *testing.T) {
	text := headers(t, ownFormats(t))["tilemark_formats.h"]
	for name, want := range map[string]string{
		"Command_DRAW": "0x42000000u", "Command_DRAW_Least": "4u", "Command_DRAW_Most": "4u", "Struct_CONTEXT_HEADER_SAVE_AREA_Idx": "5u",
		"Struct_STATUS_ENTRY_EVENT_REASON_Msk": "0xff0000u", "Enum_REASON_NOT_PINNED": "15u", "Enum_CAUSE_INVALID": "0x20u",
	} {
		require.Regexp(t, `(?m)^#define TILEMARK_`+name+` `+want+`( |$)`, text)
	}
}

var member = regexp.MustCompile(`^\t+(uint32_t|float) (\w+)(?:\[(\d+)\])?;$`)

// structure reads a structure of DWORDs: where each member begins, how many it has and of what type, and how many there are in all.
func structure(t *testing.T, text, begins, ends string) (members map[string][2]int, types map[string]string, length int) {
	t.Helper()
	_, text, found := strings.Cut(text, begins)
	require.True(t, found, begins)
	text, _, _ = strings.Cut(text, ends)
	members, types = map[string][2]int{}, map[string]string{}
	for line := range strings.Lines(text) {
		m := member.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		require.NotNil(t, m, line)
		n := 1
		if m[3] != "" {
			n, _ = strconv.Atoi(m[3])
			require.Positive(t, n, line)
		}
		members[m[2]], types[m[2]] = [2]int{length, n}, m[1]
		length += n
	}
	return members, types, length
}

func TestMembersLieWhereTheTablesPutWords(t *testing.T) {
	set := ownFormats(t)
	text := headers(t, set)["tilemark_formats.h"]
	for _, s := range set.Structures {
		members, types, length := structure(t, text, "struct tilemark_format_"+strings.ToLower(s.Name)+" {\n", "};")
		require.Equal(t, s.Length, length, s.Name)
		for _, w := range s.Words {
			require.Equal(t, [2]int{w.Offset, w.DWords()}, members[w.Name], s.Name+"."+w.Name)
			require.Equal(t, w.Type == "f32", types[w.Name] == "float", s.Name+"."+w.Name)
			require.Contains(t, text, `_Idx, "`+s.Name+"."+w.Name+`");`)
		}
	}
}

// What stands around the blocks of a save area may have room anywhere, or none.
func TestSaveAreaWithRoomBetweenItsWords(t *testing.T) {
	word := func(name string, offset int) formats.Word { return formats.Word{Name: name, Offset: offset, Count: 1} }
	text := headers(t, &formats.Set{Structures: []formats.Structure{
		{Name: formats.HeadStructure, Length: 4, Words: []formats.Word{word("A", 0), word("B", 3)}},
		{Name: formats.TailStructure, Length: 4, Words: []formats.Word{word("C", 0), word("D", 1), word("E", 2), word("F", 3)}},
	}})["tilemark.h"]
	head, _, length := structure(t, text, "struct tilemark {\n\tstruct {\n", "\t} head;")
	require.Equal(t, map[string][2]int{"A": {0, 1}, "reserved_1": {1, 2}, "B": {3, 1}}, head)
	require.Equal(t, emit.HeadDWords, length)
	tail, _, _ := structure(t, text, "\t} head;\n\tstruct {\n", "\t} tail;")
	require.Equal(t, map[string][2]int{"C": {0, 1}, "D": {1, 1}, "E": {2, 1}, "F": {3, 1}}, tail)
}

// C++ has another keyword for assertions, so both headers have one macro for either language and no assertion of C alone.
func TestAssertionsAreThoseOfCAndOfCPlusPlus(t *testing.T) {
	for name, text := range headers(t, ownFormats(t)) {
		require.Contains(t, text, "#ifdef __cplusplus\n#define TILEMARK_ASSERT(condition, what) static_assert(condition, what)\n#else\n", name)
		require.NotRegexp(t, `(?m)^_?[Ss]tatic_assert`, text, name)
		require.Regexp(t, `(?m)^TILEMARK_ASSERT\(sizeof\(struct `, text, name)
	}
}
