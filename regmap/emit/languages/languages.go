// Package languages lists what register tables can be generated as.
package languages

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/emit/c"
	"tilemark/regmap/emit/csv"
	"tilemark/regmap/emit/golang"
	"tilemark/regmap/emit/html"
	"tilemark/regmap/emit/ipxact"
	"tilemark/regmap/emit/json"
	"tilemark/regmap/emit/markdown"
	"tilemark/regmap/emit/svd"
	"tilemark/regmap/emit/systemrdl"
	"tilemark/regmap/emit/systemverilog"
	"tilemark/text/near"
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
	{"c", "C11 and C++11 header: indices, masks, shifts, reset values, structures, static assertions", c.Emit},
	{"systemverilog", "package: localparams, enumerations, packed structs", systemverilog.Emit},
	{"systemrdl", "SystemRDL 2.0", systemrdl.Emit},
	{"ipxact", "IP-XACT component, IEEE 1685-2014", ipxact.Emit},
	{"svd", "CMSIS-SVD 1.3 device", svd.Emit},
	{"html", "one page for people: search, pictures of bits, a decoder, the save area", html.Emit},
	{"json", "everything, for programs", json.Emit},
	{"csv", "one table, a row for each field", csv.Emit},
	{"markdown", "pages to read: an index, and one for each block", markdown.Emit},
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
