package report

import "fmt"

// percent writes a share of a whole; nothing for none.
func percent(part, whole uint64) string {
	if part == 0 || whole == 0 {
		return "."
	}
	p := 100 * float64(part) / float64(whole)
	if p < 0.05 {
		return "<0.1"
	}
	return fmt.Sprintf("%.1f", p)
}
