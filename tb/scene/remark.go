package scene

import (
	"fmt"
	"slices"
)

// Remark is something that a file asks for and that is not drawn, or not as it asks.
type Remark struct {
	File string `json:"file"`           // as the user would open it
	Line int    `json:"line,omitempty"` // from 1; 0: the file as a whole
	Text string `json:"text"`
}

// String writes a remark as errors are written: file, line, text.
func (r Remark) String() string {
	if r.Line == 0 {
		return r.File + ": " + r.Text
	}
	return fmt.Sprintf("%s:%d: %s", r.File, r.Line, r.Text)
}

// Remark adds a remark about a line of the scene's file (0: about the file), each once.
func (s *Scene) Remark(line int, format string, args ...any) {
	r := Remark{Line: line, Text: fmt.Sprintf(format, args...)}
	if !slices.Contains(s.Remarks, r) {
		s.Remarks = append(s.Remarks, r)
	}
}

// NameRemarks puts the file's name into the remarks that have none.
func (s *Scene) NameRemarks(file string) {
	for i := range s.Remarks {
		if s.Remarks[i].File == "" {
			s.Remarks[i].File = file
		}
	}
}
