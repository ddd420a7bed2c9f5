package request

import (
	"fmt"
	"io"
	"slices"

	"tilemark/tb/scene"
)

// Remarks are what the scenes that a verb reads ask for and what is not drawn of them; each is said once, whichever contexts and runs read the
// file.
type Remarks struct {
	out  io.Writer
	list []scene.Remark
}

// NewRemarks has remarks written as they come.
func NewRemarks(out io.Writer) *Remarks { return &Remarks{out: out} }

func (r *Remarks) add(list ...scene.Remark) {
	if r == nil {
		return
	}
	for _, remark := range list {
		if slices.Contains(r.list, remark) {
			continue
		}
		r.list = append(r.list, remark)
		if r.out != nil {
			fmt.Fprintf(r.out, "remark: %v\n", remark)
		}
	}
}

// Note adds the remarks of scenes.
func (r *Remarks) Note(scenes ...*scene.Scene) {
	for _, s := range scenes {
		r.add(s.Remarks...)
	}
}

// List gives the remarks for other programs: never nil, so that JSON has a list.
func (r *Remarks) List() []scene.Remark {
	if r == nil {
		return []scene.Remark{}
	}
	return append([]scene.Remark{}, r.list...)
}
