package diff

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// copied is a deep copy of what the test changes.
func copied(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
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

// Whatever the model holds is compared: a key that is new in the format cannot be forgotten.
func TestEveryFieldOfTheModelIsCompared(t *testing.T) {
	old, new := full(), full()
	require.Empty(t, Compare(Map{Blocks: old}, Map{Blocks: new}, nil).Changes)
	n := 0
	spoil(t, reflect.ValueOf(&new).Elem(), "blocks", func(path string) {
		n++
		if path == "blocks[0].Registers[1].Stride" {
			return // of one register it means nothing
		}
		there, back := Compare(Map{Blocks: old}, Map{Blocks: new}, nil), Compare(Map{Blocks: new}, Map{Blocks: old}, nil)
		assert.NotEmpty(t, there.Changes, path)
		assert.NotEmpty(t, back.Changes, path)
	})
	require.Empty(t, Compare(Map{Blocks: old}, Map{Blocks: new}, nil).Changes, "all was put back")
	assert.Greater(t, n, 50)
}
