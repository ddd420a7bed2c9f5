package diff

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// full has every key of every entry.
func full() []table.Block {
	return []table.Block{{
		Name: "TST", ID: 3, Length: 16, Version: "1.0.0", Description: "Block.",
		Registers: []table.Register{
			{Name: "ONE", Offset: 0, Count: 2, Stride: 2, Class: "save", Since: "1.0.0", Lock: "TWO.F", Alias: "TWO", Description: "Register.",
				Fields: []table.Field{{Name: "F", Hi: 8, Lo: 4, Type: "enum", SW: "rw", HW: "ro", Align: 4, Reset: 1, Description: "Field.",
					Enum: []table.EnumValue{{Name: "A", Value: 1}, {Name: "B", Value: 2}}}}},
			{Name: "TWO", Offset: 4, Count: 1, Stride: 1, Class: "none", Description: "Register."},
		},
		Windows:  []table.Window{{Name: "W", Offset: 8, Length: 2, SW: "ro", Description: "Window."}},
		Reserved: []table.Range{{Offset: 12, Length: 2, Description: "Range."}},
	}}
}

// fullFormats has every key of every entry.
func fullFormats() *formats.Set {
	field := []formats.Field{{Name: "F", Hi: 8, Lo: 4, Type: "enum", Enum: "E", Description: "Field."}}
	word := formats.Word{Name: "W", Offset: 1, Count: 1, Rest: true, Type: "address", Enum: "E", Align: 4, Max: 9, Writer: "cpu", Description: "Word.", Fields: field}
	return &formats.Set{
		Files:  []formats.File{{Name: "ALL", Version: "1.0.0", Description: "File."}},
		Enums:  []formats.Enum{{Name: "E", Kind: "values", Description: "Enum.", Values: []formats.Value{{Name: "A", Value: 1, Label: "a", Description: "Value."}, {Name: "B", Value: 2}}}},
		Header: &formats.Header{Description: "Header.", Fields: field},
		Commands: []formats.Command{{Name: "C", Client: "A", Opcode: 3, Least: 1, Most: 4, Where: []string{"ring"}, Alone: "N", Description: "Command.",
			Sub: &formats.Sub{Name: "S", Type: "enum", Enum: "E", Description: "Sub-opcode."}, Operands: []formats.Word{word}}},
		Structures: []formats.Structure{{Name: "SAVE_AREA_X", Length: 8, Align: 4, Count: 2, Behind: "blocks", Description: "Structure.",
			Words: []formats.Word{word}, Reserved: []formats.Reserved{{Offset: 4, Length: 2, Description: "Range."}}}},
	}
}

// copied is a deep copy of what the test changes.
func copied(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(copied(v.Elem()))
		}
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(copied(v.Index(i)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(copied(v.Field(i)))
			}
		}
	}
	return out
}

// spoil calls f with each value below v changed in turn, and with a path for messages. A field of a
// kind that it does not know fails the test: whoever adds one must say how it changes.
func spoil(t *testing.T, v reflect.Value, path string, f func(path string)) {
	was := copied(v)
	change := func(to any, how string) {
		v.Set(reflect.ValueOf(to).Convert(v.Type()))
		f(path + how)
		v.Set(copied(was))
	}
	switch v.Kind() {
	case reflect.String:
		change(v.String()+"X", "")
	case reflect.Bool:
		change(!v.Bool(), "")
	case reflect.Int, reflect.Int64:
		change(v.Int()+1, "")
	case reflect.Slice:
		if v.Len() > 0 {
			v.Set(v.Slice(1, v.Len()))
			f(path + " without its first")
			v.Set(copied(was))
		}
		for i := range v.Len() {
			spoil(t, v.Index(i), fmt.Sprintf("%s[%d]", path, i), f)
		}
	case reflect.Pointer:
		v.SetZero()
		f(path + " taken away")
		v.Set(copied(was))
		spoil(t, v.Elem(), path, f)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				spoil(t, v.Field(i), path+"."+field.Name, f)
			}
		}
	default:
		t.Fatalf("%s: how does a %s change?", path, v.Type())
	}
}

// Whatever the models hold is compared: a key that is new in the format cannot be forgotten.
func TestEveryFieldOfTheModelsIsCompared(t *testing.T) {
	old, new := Map{Blocks: full(), Formats: fullFormats()}, Map{Blocks: full(), Formats: fullFormats()}
	require.Empty(t, Compare(old, new, nil).Changes)
	n := 0
	compare := func(path string) {
		n++
		if path == "blocks[0].Registers[1].Stride" {
			return // of one register it means nothing
		}
		assert.NotEmpty(t, Compare(old, new, nil).Changes, path)
		assert.NotEmpty(t, Compare(new, old, nil).Changes, path)
	}
	spoil(t, reflect.ValueOf(&new.Blocks).Elem(), "blocks", compare)
	spoil(t, reflect.ValueOf(&new.Formats).Elem(), "formats", compare)
	require.Empty(t, Compare(old, new, nil).Changes, "all was put back")
	assert.Greater(t, n, 100)
}
