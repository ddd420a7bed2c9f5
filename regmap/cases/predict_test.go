package cases

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/table"
)

func register(name string, offset int, sw string) table.Register {
	return table.Register{Name: name, Offset: offset, Count: 1, Stride: 1, Class: "save",
		Fields: []table.Field{{Name: "F", Hi: 3, Lo: 0, SW: sw, HW: "ro", Reset: 5}}}
}

// The lock of a register holds for its aliases; bits of no field are stored where all
// fields are plain.
func TestLocksAliasesAndReservedBits(t *testing.T) {
	a, set, lock := register("A", 0, "rw"), register("A_SET", 1, "woset"), register("LOCK", 2, "rw1s")
	a.Lock, set.Alias, lock.Fields[0].Reset = "LOCK.F", "A", 0
	m, err := NewModel([]table.Block{{Name: "B", ID: 3, Length: 4, Registers: []table.Register{a, set, lock}}})
	require.NoError(t, err)
	word := func(want uint32) {
		t.Helper()
		got, known := m.Word(Place{3, 0})
		require.True(t, known)
		require.Equal(t, want, got)
	}
	write := func(index int, value uint32) { m.Write(Place{3, index}, value) }
	word(5)
	write(0, 0xf2)
	word(0xf2)
	write(1, 0xf01)
	word(0xf3)
	write(3, ^uint32(0)) // nothing is there
	write(2, 8)
	write(0, 0)
	write(1, 15)
	word(0xf3)
	m.Reset()
	word(5)
}

func TestOnlyTheFirstWriteBehindResetCounts(t *testing.T) {
	m, err := NewModel([]table.Block{{Name: "B", Length: 1, Registers: []table.Register{register("A", 0, "rw1")}}})
	require.NoError(t, err)
	for range 2 {
		for _, want := range []uint32{5, 9, 9} {
			got, _ := m.Word(Place{})
			require.Equal(t, want, got)
			m.Write(Place{}, 9+5-got)
		}
		m.Reset()
	}
}

func TestAnAliasOrLockOfNothingIsAnError(t *testing.T) {
	for _, change := range []func(r *table.Register){
		func(r *table.Register) { r.Alias = "B" },
		func(r *table.Register) { r.Lock = "B.F" },
		func(r *table.Register) { r.Lock = "A.G" },
	} {
		r := register("A", 0, "rw")
		change(&r)
		_, err := NewModel([]table.Block{{Name: "B", Length: 1, Registers: []table.Register{r}}})
		require.Error(t, err)
	}
}

func TestRangesWithoutRegisters(t *testing.T) {
	b := table.Block{Name: "B", ID: 7, Length: 9, Registers: []table.Register{register("A", 1, "rw"), register("C", 4, "rw")},
		Windows: []table.Window{{Offset: 6, Length: 2}}}
	b.Registers[1].Count = 1
	require.Equal(t, []Span{
		{"B[0..0]", Place{7, 0}, Place{7, 1}}, {"B[2..3]", Place{7, 2}, Place{7, 4}},
		{"B[5..5]", Place{7, 5}, Place{7, 6}}, {"B[8..8]", Place{7, 8}, Place{7, 9}},
	}, Empty(&b))
}
