package main

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tilemark/tb/request"
)

// ownFlags lists the flags of all verbs whose values this program reads itself, one of each type and name.
func ownFlags() (list []*pflag.Flag) {
	seen := map[string]bool{}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			t := reflect.TypeOf(f.Value)
			if key := t.String() + f.Name; strings.HasPrefix(t.String(), "*main.") && !seen[key] {
				seen[key] = true
				list = append(list, f)
			}
		})
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(newRoot())
	return list
}

// FuzzFlags: a flag of any verb takes a text, which is then the flag's value and may be given again, or refuses it with an error that names the
// flag.
//
// Slow: Go compares what each execution has reached of all of the program, and SQLite in Go, which belongs to it, is the greater part.
func FuzzFlags(f *testing.F) {
	flags := ownFlags()
	if len(flags) < 5 {
		f.Fatalf("%d flags; those of interrupts, break points, shards and seeds, at least, were expected", len(flags))
	}
	for i := range flags {
		for _, text := range []string{"1", "5000,6000", "tg", "2/4", "0x25", "worst", "", "-1", "1/2/3", "99999999999999999999", "true", " 1", "1,1"} {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		flag := flags[int(which)%len(flags)]
		fresh := func() pflag.Value { // as it is before anything is given
			was := reflect.ValueOf(flag.Value).Elem()
			now := reflect.New(was.Type())
			now.Elem().Set(was)
			return now.Interface().(pflag.Value)
		}
		v := fresh()
		if err := v.Set(text); err != nil {
			var use *request.UsageError
			if !errors.As(err, &use) || !strings.HasPrefix(err.Error(), "--"+flag.Name) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("--%s %q: %q; an error of wrong use that begins with the flag, in a line, was expected", flag.Name, text, err)
			}
			return
		}
		written := v.String()
		if written == "" {
			return
		}
		again := fresh()
		if err := again.Set(written); err != nil || again.String() != written {
			t.Fatalf("--%s %q is written as %q, which is read as %q: %v", flag.Name, text, written, again, err)
		}
	})
}
