package emit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"tilemark/text/strictyaml"
)

// Coverage says what runs have shown of registers.
type Coverage struct{ hits map[string]uint64 }

// ReadCoverage reads what `tilemark cover --json` prints.
func ReadCoverage(data []byte) (*Coverage, error) {
	var file struct {
		Hits map[string]uint64 `json:"hits"`
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte(strictyaml.ByteOrderMark)), &file); err != nil {
		return nil, fmt.Errorf("%w; what `tilemark cover --json` prints was expected", err)
	}
	if file.Hits == nil {
		return nil, errors.New("no hits; what `tilemark cover --json` prints was expected")
	}
	return &Coverage{file.Hits}, nil
}

// Restored returns how often a register, BLOCK.REGISTER, was restored with a value that is
// not its reset value.
func (c *Coverage) Restored(register string) uint64 { return c.hits["registers/"+register] }

// Value returns how often a named value of a field was written by commands, and how often
// it was restored.
func (c *Coverage) Value(register, field, value string) (written, restored uint64) {
	bin := fmt.Sprintf("%s.%s %s", register, field, value)
	return c.hits["values/"+bin], c.hits["restored/"+bin]
}
