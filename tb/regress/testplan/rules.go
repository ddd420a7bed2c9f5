package testplan

import "strings"

// Rules lists the rules of a document: the first column of its table, in which one line may have several.
func Rules(document string) (list []string) {
	for line := range strings.Lines(document) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		first := strings.TrimSpace(cells[1])
		if first == "rule" || strings.Trim(first, "- :") == "" {
			continue
		}
		for name := range strings.SplitSeq(first, ",") {
			list = append(list, strings.TrimSpace(name))
		}
	}
	return list
}
