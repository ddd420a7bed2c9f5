package emit

import (
	"bufio"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/table"
)

// names lists items as name@offset, with xCOUNT/STRIDE of those that repeat.
func names(items []Item) string {
	var b strings.Builder
	for _, i := range items {
		b.WriteString(" " + i.Name())
		for _, r := range i.Registers[min(1, len(i.Registers)):] {
			b.WriteString("+" + r.Name)
		}
	}
	return strings.TrimSpace(b.String())
}

func register(name string, offset, count, stride int) table.Register {
	return table.Register{Name: name, Offset: offset, Count: count, Stride: stride}
}

func TestArraysThatInterleaveAreOneItem(t *testing.T) {
	for _, c := range []struct {
		name      string
		registers []table.Register
		windows   []table.Window
		want      string
	}{
		{"single registers", []table.Register{register("A", 0, 1, 1), register("B", 1, 1, 1)}, nil, "A B"},
		{"elements side by side", []table.Register{register("A", 0, 4, 1), register("B", 4, 1, 1)}, nil, "A B"},
		{"room between elements", []table.Register{register("A", 0, 4, 4)}, nil, "A__file"},
		{"pairs", []table.Register{register("A", 0, 4, 2), register("B", 1, 4, 2)}, nil, "A__file+B"},
		{"pairs of unlike count", []table.Register{register("A", 0, 3, 2), register("B", 1, 2, 2)}, nil, "A__0 B__0 A__1 B__1 A__2"},
		{"a register between", []table.Register{register("A", 0, 2, 2), register("B", 1, 1, 1)}, nil, "A__0 B A__1"},
		{"a window in the last room", []table.Register{register("A", 0, 2, 4)}, []table.Window{{Name: "W", Offset: 5, Length: 2}}, "A__0 A__1 W"},
		{"a window after", []table.Register{register("A", 0, 2, 4)}, []table.Window{{Name: "W", Offset: 8, Length: 2}}, "A__file W"},
	} {
		assert.Equal(t, c.want, names(Items(table.Block{Registers: c.registers, Windows: c.windows})), c.name)
	}
}

func TestNamesThatBecomeTheSameAreFound(t *testing.T) {
	field := func(name string) []table.Field { return []table.Field{{Name: name}} }
	a, b := register("A", 0, 1, 1), register("A_B", 1, 1, 1)
	a.Fields, b.Fields = field("B_C"), field("C")
	err := FlatNames(&Map{Blocks: []table.Block{{Name: "X", Registers: []table.Register{a, b}}}})
	require.ErrorContains(t, err, "X.A.B_C and X.A_B.C both become X_A_B_C")
	err = FlatNames(&Map{Blocks: []table.Block{{Name: "X", Registers: []table.Register{register("Y_Z", 0, 1, 1)}}, {Name: "X_Y", Registers: []table.Register{register("Z", 0, 1, 1)}}}})
	require.ErrorContains(t, err, "X.Y_Z and X_Y.Z both become X_Y_Z")
	require.NoError(t, FlatNames(&Map{Blocks: []table.Block{{Name: "X", Registers: []table.Register{a}}, {Name: "XY", Registers: []table.Register{a}}}}))
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestAFileTellsItsWriterOfAFullDisk(t *testing.T) {
	w := bufio.NewWriterSize(full{}, 1<<16)
	file := Lazy("a", func(t *Text) { t.Add(strings.Repeat("x", 1<<17)) })
	require.EqualError(t, file.Write(w), "no room")
	require.EqualError(t, w.Flush(), "no room", "whoever gave the writer sees it, too")
}
