package decode

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/vectors/fuzztest"
)

// FuzzDecode: whatever bytes there are, in whatever form, they become rows inside them or one error in a line; and what was read, given
// again as binary bytes, the same rows.
func FuzzDecode(f *testing.F) {
	m := machine(f)
	f.Add(byte(1), byte(2), dumpOf(0, 2<<29|1<<24|3<<16|3, 6, 1, 0x3f800000, 2<<29|3<<24|2<<16|1, 64).Data)
	f.Add(byte(1), byte(1), dumpOf(0, 1, 2, 3).Data)
	f.Add(byte(1), byte(4), make([]byte, 64))
	f.Add(byte(2), byte(4), []byte("0x10: 0x1 0x2\n0x18: 3 # x\n"))
	f.Add(byte(3), byte(1), []byte("00000000: 0102 0304  ....\n*\n00000010: 05\n"))
	f.Add(byte(0), byte(3), []byte("00000100  29 00 00 00 |)...|\n00000104\n"))
	f.Fuzz(func(t *testing.T, input, kind byte, data []byte) {
		if len(data) > 4096 {
			return
		}
		var d *Dump
		var err error
		// A star in a dump of xxd stands for up to mostRepeated bytes.
		fuzztest.Within(t, 1<<20+2*mostRepeated, 1<<10, len(data), func() { d, err = Read(data, Inputs[int(input)%len(Inputs)]) })
		if err != nil || len(d.Data) > 1<<13 {
			return
		}
		decode(t, m, d, input, kind)
	})
}

// FuzzSaveArea: the bytes of a save area of which a word was changed are rows, or an error that names an address in them.
func FuzzSaveArea(f *testing.F) {
	m := machine(f)
	whole := area(m)
	good, err := m.SaveArea(whole)
	require.NoError(f, err)
	f.Add(uint16(0), uint32(0))
	f.Add(uint16(2), uint32(1))
	f.Add(uint16(40), uint32(0x3f800000))
	f.Fuzz(func(t *testing.T, at uint16, value uint32) {
		d := &Dump{Input: "binary", Base: 0x1000, Data: append([]byte(nil), whole.Data...)}
		k := 4 * (int(at) % d.DWords())
		d.Data[k], d.Data[k+1], d.Data[k+2], d.Data[k+3] = byte(value), byte(value>>8), byte(value>>16), byte(value>>24)
		if rows := decode(t, m, d, 0, 0); rows != nil && value != 0 && len(Compare(rows, good, d.Base, 0)) > 40 {
			t.Fatalf("word %d of a save area, %#x, changes more rows than one word has", k/4, value)
		}
	})
}

// decode decodes a dump and wants rows that lie in it, or one error.
func decode(t testing.TB, m *Tables, d *Dump, input, kind byte) []Row {
	rows, err := m.Decode(d, Kinds[int(kind)%len(Kinds)], &m.Map.Blocks[int(kind)%len(m.Map.Blocks)], int(input))
	if err != nil {
		require.Empty(t, rows)
		require.NotContains(t, err.Error(), "\n")
		return nil
	}
	require.Empty(t, Compare(rows, rows, d.Base, d.Base))
	for i := range rows {
		r := &rows[i]
		if r.Address < d.Base || r.Address >= d.end() || r.Name == "" {
			t.Fatalf("row %d, %q at %#x, is not in %#x to %#x", i, r.Name, r.Address, d.Base, d.end())
		}
	}
	return rows
}
