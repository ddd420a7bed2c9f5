package vector

import (
	"tilemark/hw/pipe"
)

// Paging has the testbench play an operating system that maps pages on demand: each
// context has a page table of its own, which maps nothing at first, unless Mapped says otherwise.
type Paging struct {
	Frames  int    // pages of memory; 0: as many as the contexts have
	Latency uint64 // cycles from a fault to its service
	// Steal is the number of cycles between two pages that are taken away; 0: only when
	// memory is full. A restore that is under way is let come to its place first, or a slow
	// machine would lose pages faster than it can use them.
	Steal uint64
	// Move is the number of cycles between two pages that are moved to another frame: such as
	// nothing writes, which are there all the time. 0: none is.
	Move uint64
	// Reuse has a frame that nothing uses any more spoiled and given to another page at once.
	Reuse bool
	// Mapped has pages mapped before the run, the first ones first, as many as there are frames.
	Mapped bool
}

// Sizes of paging. The pages of an image lie at the same numbers in the address spaces of
// their contexts; in memory come the frames, a place on disk for each page, and the tables.
const (
	PageBytes  = 1 << pipe.PageShift
	TableBytes = 4 * pipe.TablePages
	MostPages  = 1024 // of an image
)

// None stands for no page, frame or time.
const None = -1

// Entry is a word of a context's page table, for a page as the context numbers it.
type Entry struct {
	Context     int
	Page, Value uint32
}

// Pages is the number of pages that the image takes.
func (v *Vector) Pages() int { return (len(v.Image.Bytes) + PageBytes - 1) / PageBytes }

// pagedBytes returns the memory that paging needs.
func (v *Vector) pagedBytes() uint32 {
	n := v.Pages()
	frames := v.Paging.Frames
	if frames == 0 {
		frames = n
	}
	return uint32((frames+n)*PageBytes + len(v.Image.Contexts)*TableBytes)
}
