package strictyaml

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"tilemark/text/near"
)

// Decoder is a type that reads itself.
type Decoder interface {
	DecodeYAML(n *Node) error
}

// Source is the mapping that a struct was filled from, for errors that show only later. Embed it, and Decode sets it.
type Source struct{ node *Node }

// At is the place of a key's value, or of the mapping when the key is not there; the zero Place without a mapping.
func (s Source) At(key string) Place {
	if s.node == nil {
		return Place{}
	}
	if e := s.node.entry(key); e != nil {
		return e.Value.Place
	}
	return s.node.Place
}

// Item is the place of an item of a key's list, or of the key's value when there is no such item.
func (s Source) Item(key string, i int) Place {
	if s.node != nil {
		if e := s.node.entry(key); e != nil && i < len(e.Value.Items) {
			return e.Value.Items[i].Place
		}
	}
	return s.At(key)
}

// Wrong makes an error at a key's value.
func (s Source) Wrong(key, format string, args ...any) error { return s.At(key).Wrong(format, args...) }

// Place gives an error without one the place of a key's value.
func (s Source) Place(key string, err error) error { return s.At(key).place(err) }

// maxValues is how many values a file may stand for, those after aliases counted each time.
const maxValues = 1 << 24

// Decode fills what to points at; a struct's fields by their yaml tags. Keys that no field has, values of another kind and numbers
// that a field cannot hold are errors. What the file leaves out stays as it is.
func Decode(n *Node, to any) error {
	d := &decoder{most: maxValues}
	return d.value(n, reflect.ValueOf(to).Elem())
}

type decoder struct{ values, most int }

var sourceType = reflect.TypeFor[Source]()

func (d *decoder) value(n *Node, to reflect.Value) error {
	if d.values++; d.values > d.most {
		return n.Wrong("more than %d values, those after aliases counted each time; fewer were expected", d.most)
	}
	if custom, ok := to.Addr().Interface().(Decoder); ok {
		return custom.DecodeYAML(n)
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return d.value(n, to.Elem())
	case reflect.Struct:
		return d.fields(n, to)
	case reflect.Slice:
		return d.list(n, to)
	case reflect.String:
		if !n.Scalar() {
			return n.Expected("a text")
		}
		to.SetString(n.Text)
		return nil
	case reflect.Bool:
		if n.Kind != Bool {
			return n.Expected("true or false")
		}
		to.SetBool(n.Bool())
		return nil
	}
	return n.Number(to.Addr().Interface())
}

func (d *decoder) list(n *Node, to reflect.Value) error {
	if n.Kind != List {
		return n.Expected("a list")
	}
	to.Set(reflect.MakeSlice(to.Type(), len(n.Items), len(n.Items)))
	for i, item := range n.Items {
		if err := d.value(item, to.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) fields(n *Node, to reflect.Value) error {
	names := Keys(to.Type())
	if n.Kind != Mapping {
		return n.Expected("a mapping with keys such as %s", names[0])
	}
	for i := range to.NumField() {
		if to.Type().Field(i).Type == sourceType {
			to.Field(i).Set(reflect.ValueOf(Source{n}))
		}
	}
	for _, e := range n.Entries {
		field, found := field(to, e.Key)
		if !found {
			return e.Place.Wrong("unknown key %q%s", e.Key, near.Suggest(e.Key, names, "; "+OneOf(names)+" was expected"))
		}
		if err := d.value(e.Value, field); err != nil {
			return Inside(err, "%s", e.Key)
		}
	}
	return nil
}

// Keys lists the keys that a struct is filled from, in order.
func Keys(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		if tag, ok := t.Field(i).Tag.Lookup("yaml"); ok && tag != "-" {
			names = append(names, tag)
		}
	}
	return names
}

func field(v reflect.Value, key string) (reflect.Value, bool) {
	for i := range v.NumField() {
		if tag, ok := v.Type().Field(i).Tag.Lookup("yaml"); ok && tag == key && tag != "-" {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

// OneOf lists names in a message.
func OneOf(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// Number reads a number into what to points at: an integer or floating-point type. It must fit: a whole number in range, or a finite one.
func (n *Node) Number(to any) error {
	v := reflect.ValueOf(to).Elem()
	switch {
	case v.CanFloat():
		f, ok := n.float()
		if !ok || v.OverflowFloat(f) || math.IsNaN(f) || math.IsInf(f, 0) {
			return n.Expected("a number")
		}
		v.SetFloat(f)
		return nil
	case v.CanInt():
		if i, ok := n.int(); ok && !v.OverflowInt(i) {
			v.SetInt(i)
			return nil
		}
	case v.CanUint():
		if u, ok := n.uint(); ok && !v.OverflowUint(u) {
			v.SetUint(u)
			return nil
		}
	default:
		panic(fmt.Sprintf("strictyaml: a field of type %s", v.Type()))
	}
	return n.Expected("a whole number%s", rangeOf(v))
}

// rangeOf names the range of a type, where it is worth a word.
func rangeOf(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Uint8, reflect.Uint16:
		return fmt.Sprintf(" from 0 to %d", uint64(1)<<v.Type().Bits()-1)
	case reflect.Uint, reflect.Uint32, reflect.Uint64:
		return fmt.Sprintf(" from 0 below 2^%d", v.Type().Bits())
	case reflect.Int32:
		return " of 32 bits"
	}
	return ""
}

// Bool is the value of a node of kind Bool.
func (n *Node) Bool() bool { return strings.EqualFold(n.Text, "true") }

// Whole tells whether all readers of YAML take the node for a whole number: decimal without leading zeros, or with 0x, 0o or 0b, and
// without underscores. It may be too large for 64 bits.
func (n *Node) Whole() bool {
	digits := strings.TrimLeft(n.Text, "+-")
	if n.Kind != Number || len(n.Text)-len(digits) > 1 || digits == "" {
		return false
	}
	if len(digits) > 1 && digits[0] == '0' {
		return strings.IndexByte("xob", digits[1]) >= 0 && !strings.Contains(digits, "_")
	}
	return strings.Trim(digits, "0123456789") == ""
}

// Int is the value of a Whole node; false when it is none, or too large for 64 bits.
func (n *Node) Int() (int64, bool) {
	if !n.Whole() {
		return 0, false
	}
	v, err := strconv.ParseInt(n.Text, 0, 64)
	return v, err == nil
}

// value is the number: an int64, uint64 or float64; nil for other nodes.
func (n *Node) value() any {
	if n.Kind != Number {
		return nil
	}
	digits := strings.ReplaceAll(n.Text, "_", "")
	if i, err := strconv.ParseInt(digits, 0, 64); err == nil {
		return i
	}
	if u, err := strconv.ParseUint(strings.TrimPrefix(digits, "+"), 0, 64); err == nil {
		return u
	}
	if strings.ContainsAny(digits, "nN") { // .inf and .nan
		digits = strings.Replace(digits, ".", "", 1)
	}
	if f, err := strconv.ParseFloat(digits, 64); err == nil {
		return f
	}
	return nil
}

func (n *Node) float() (float64, bool) {
	switch f := n.value().(type) {
	case float64:
		return f, true
	case int64:
		return float64(f), true
	case uint64:
		return float64(f), true
	}
	return 0, false
}

// int takes floating-point numbers too where they are whole, as in 1e3.
func (n *Node) int() (int64, bool) {
	switch i := n.value().(type) {
	case int64:
		return i, true
	case uint64:
		return int64(i), i <= math.MaxInt64
	case float64:
		return int64(i), i == math.Trunc(i) && math.Abs(i) < 1<<53
	}
	return 0, false
}

func (n *Node) uint() (uint64, bool) {
	if u, ok := n.value().(uint64); ok {
		return u, true
	}
	i, ok := n.int()
	return uint64(i), ok && i >= 0
}
