package document

import (
	"encoding/json"
	"reflect"
	"strings"
)

// marshaler is implemented by types that write themselves.
var marshaler = reflect.TypeFor[json.Marshaler]()

// filled is a copy of a value in which lists and maps that are nil are empty: a reader of JSON need not tell null from
// nothing. What is left out when it is empty stays as it is.
func filled(v reflect.Value) reflect.Value {
	if v.Type().Implements(marshaler) {
		return v
	}
	switch v.Kind() {
	case reflect.Slice:
		return filledList(v, reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
	case reflect.Array:
		return filledList(v, reflect.New(v.Type()).Elem())
	case reflect.Map:
		out := reflect.MakeMapWithSize(v.Type(), v.Len())
		for each := v.MapRange(); each.Next(); {
			out.SetMapIndex(each.Key(), filled(each.Value()))
		}
		return out
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(filled(v.Elem()))
		return out
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem().Kind() != reflect.Struct {
			return v
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(filled(v.Elem()))
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if tag := f.Tag.Get("json"); (f.IsExported() || f.Anonymous) && out.Field(i).CanSet() && tag != "-" && !strings.Contains(tag, ",omitempty") {
				out.Field(i).Set(filled(v.Field(i)))
			}
		}
		return out
	}
	return v
}

func filledList(v, out reflect.Value) reflect.Value {
	for i := range v.Len() {
		out.Index(i).Set(filled(v.Index(i)))
	}
	return out
}
