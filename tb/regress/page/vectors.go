package page

import (
	"fmt"
	"path/filepath"
)

// File is one that stands beside the page.
type File struct {
	Name string
	Data []byte
}

// Vectors returns the vectors that failing cases were made smaller to, as files of a folder,
// and has the report name the command that runs each.
func (r *Report) Vectors(folder string) (list []File) {
	for i := range r.Failures {
		for j := range r.Failures[i].Cases {
			c := &r.Failures[i].Cases[j]
			if c.Shrunk == "" {
				continue
			}
			name := fmt.Sprintf("failure-%d.yaml", len(list)+1)
			c.Smaller = "tilemark check " + filepath.ToSlash(filepath.Join(folder, name))
			list = append(list, File{name, []byte(c.Shrunk)})
		}
	}
	return list
}
