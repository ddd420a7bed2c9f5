package cover

import (
	"fmt"
	"path"
)

// exclusion says why bins cannot be hit.
type exclusion struct {
	Bins []string // "GROUP/BIN"; * stands for any text without a slash
	Why  string
}

// exclusions are the bins that the machine cannot reach by design. One that is hit all the
// same is an error.
var exclusions = []exclusion{}

// exclude takes the exclusions. Each has a reason, and names bins that there are.
func (sp *Space) exclude(list []exclusion) error {
	for _, x := range list {
		if x.Why == "" {
			return fmt.Errorf("coverage: %v is excluded without a reason", x.Bins)
		}
		for _, pattern := range x.Bins {
			if !sp.mark(pattern, x.Why) {
				return fmt.Errorf("coverage: %q is excluded, and no bin is called that", pattern)
			}
		}
	}
	return nil
}

// mark excludes the bins that a pattern names, and tells whether there are any.
func (sp *Space) mark(pattern, why string) (found bool) {
	for i, name := range sp.names {
		if ok, err := path.Match(pattern, name); err == nil && ok {
			sp.why[i], found = why, true
		}
	}
	return found
}
