package front

import (
	"regexp"
	"strconv"
	"strings"
)

// hexFloat are literals of floats with hexadecimal digits, which naga does not know.
var hexFloat = regexp.MustCompile(`^0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*[pP][+-]?[0-9]+|\.[0-9a-fA-F]+[pP][+-]?[0-9]+|[0-9a-fA-F]+\.[0-9a-fA-F]*|\.[0-9a-fA-F]+)`)

// decimal is the same number in decimal digits, at least as long; empty if a text does not begin with a float with hexadecimal digits.
func decimal(rest string) (text string, length int) {
	literal := hexFloat.FindString(rest)
	if literal == "" {
		return "", 0
	}
	number := literal
	if !strings.ContainsAny(number, "pP") {
		number += "p0"
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return strings.Repeat("9", max(len(literal), 400)) + ".0", len(literal)
	}
	return strconv.FormatFloat(f, 'e', max(17, len(literal)), 64), len(literal)
}
