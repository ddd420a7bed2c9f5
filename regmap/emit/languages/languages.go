// Package languages lists what register tables can be generated as.
package languages

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw/near"
	"tilemark/regmap/emit"
	"tilemark/regmap/emit/golang"
	"tilemark/regmap/emit/html"
	"tilemark/regmap/emit/json"
)

// Language is a form of the register map.
type Language struct {
	Name  string
	About string
	Emit  func(m *emit.Map) ([]emit.File, error)
}

// All are the languages in the order of the help text.
var All = []Language{
	{"go", "package regs: register files, accessors, layout of the save area", golang.Emit},
	{"html", "one page for people: search, pictures of bits, a decoder, the save area", html.Emit},
	{"json", "everything, for programs", json.Emit},
}

// Names are the names of all languages.
func Names() (names []string) {
	for _, l := range All {
		names = append(names, l.Name)
	}
	return names
}

// Select finds the languages of a list such as "c,json" or "all", each once.
func Select(list string) (found []Language, err error) {
	if list == "all" {
		return All, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(All, func(l Language) bool { return l.Name == name })
		switch {
		case i < 0:
			return nil, unknown(name)
		case slices.ContainsFunc(found, func(l Language) bool { return l.Name == name }):
			return nil, fmt.Errorf("%s: given twice; each once was expected", name)
		}
		found = append(found, All[i])
	}
	return found, nil
}

func unknown(name string) error {
	if n := near.Name(name, Names()); n != "" {
		return fmt.Errorf("%q: no such language; did you mean %q?", name, n)
	}
	return fmt.Errorf("%q: no such language; all or a list of %s was expected", name, strings.Join(Names(), ", "))
}
