package regress

import (
	"fmt"
	"strings"

	"tilemark/tb/cosim"
	"tilemark/tb/cover"
	"tilemark/tb/regress/store"
)

// Coverage counts what cases reach. Each worker has one of its own.
type Coverage interface {
	// Attach counts what a session does from now on.
	Attach(s *cosim.Session)
	// Take returns the hits since it was called last by names of bins, those without any included; and the bins that were
	// hit though they are excluded.
	Take() (hits map[string]uint64, wrong []cover.Excluded)
}

// RuleExcluded is that of a case which hit a bin that cannot be hit: the machine is wrong, or what excludes the bin.
const RuleExcluded = "excluded bin"

// Excluded judges a case by the excluded bins that it hit: one that held otherwise is an error. What failed keeps its first
// wrong event, and says so besides.
func Excluded(c *store.Case, vector string, wrong []cover.Excluded) {
	if len(wrong) == 0 {
		return
	}
	var lines []string
	for _, x := range wrong {
		lines = append(lines, fmt.Sprintf("bin %s was hit, which is excluded: %s", x.Bin, x.Why))
	}
	message := strings.Join(lines, "\n")
	if c.Failure != nil {
		c.Failure.Message += "\n" + message
		return
	}
	c.Result = store.Error
	c.Failure = &store.Failure{Rule: RuleExcluded, Place: wrong[0].Bin, Message: message, Vector: vector}
}

// none keeps the bins of hits, and takes the hits away.
func none(hits map[string]uint64) map[string]uint64 {
	for bin := range hits {
		hits[bin] = 0
	}
	return hits
}
