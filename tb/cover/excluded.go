package cover

import (
	"cmp"
	"fmt"
	"path"
	"slices"
)

// exclusion says why bins cannot be hit.
type exclusion struct {
	Bins []string // "GROUP/BIN"; * stands for any text without a slash
	Why  string
}

// exclusions are the bins that the machine cannot reach by design. One that is hit all the
// same is an error.
var exclusions = []exclusion{
	{
		Bins: []string{
			"states/MXU.search_break_point FOUND", "states/MXU.search_break_point REFUSED", "moves/MXU.search_break_point * > FOUND",
			"moves/MXU.search_break_point * > REFUSED", "moves/MXU.search_break_point FOUND > *", "moves/MXU.search_break_point REFUSED > *",
		},
		Why: "the break point asks for one pin at a time, so that MXU_BP has room: what the walker brings is used in the same cycle, unless its page has 8192 pins",
	},
	{
		Bins: []string{"moves/MXU.search_csp NONE > REFUSED"},
		Why:  "a pin that has no page table to look into is asked for and answered in one cycle",
	},
	{
		Bins: []string{"moves/MXU.search_csp WANTED > NONE"},
		Why:  "the CSP pins header, ring and save area before anything else of the context is in its slot: no walk but its own brings a page of that slot",
	},
	{
		Bins: []string{"moves/MXU.search_dma_read NONE > REFUSED", "moves/MXU.search_vertex NONE > REFUSED"},
		Why:  "a search is refused in its first cycle only where there is no page table to look into, or no place in it: golden does not say when a context stops that names such an address, so no vector of a regression makes one; TestFaultSaysWhy (hw/blocks/mxu) does",
	},
	{
		Bins: []string{"tokens/CSP_C2D STATE waits", "tokens/CSP_C2D INT_END waits"},
		Why:  "C2D writes a register, or forgets those of a slot, in the cycle in which the entry comes to the head: it asks for no room, and is done while a fill or copy is executed, too",
	},
	{
		Bins: []string{
			"states/PM.phase THREADS", "moves/PM.phase * > THREADS", "moves/PM.phase THREADS > *", "states/PM.phase CALLING", "moves/PM.phase * > CALLING", "moves/PM.phase CALLING > *",
			"stalls/shared memory", "stalls/barrier", "stalls/handler",
		},
		Why: "the machine has no work distribution yet: its clusters run threads of vertices and pixels, which are in no CTA and enter no handler; random programs on clusters hit these bins",
	},
	{
		Bins: []string{"tokens/TESS_EU INTERRUPTIBLE waits"},
		Why:  "INTERRUPTIBLE waits for room in the order of EUP, which holds two entries at least and no register writes; all before it in its context has passed the break point, and of the context before INT_END alone can still be there",
	},
	{
		Bins: []string{"stops/refused: packing of the save area"},
		Why:  "a packing is looked at when it is written and at INTERRUPTIBLE, where it stops the context; a save area with another one is refused as malformed",
	},
	{
		Bins: []string{"states/TG.ending PASSED", "moves/TG.ending REPORTED > PASSED", "moves/TG.ending PASSED > LEAVING"},
		Why:  "TG hands the token on and begins to leave in one cycle; ZL1 has two outputs, and may wait for room in the other one between",
	},
	{
		Bins: []string{"restores/skip: cut by invalid"},
		Why:  "what the break point passes over has been read before the cut, and the parser was as far ahead then; a page that it meets for the first time in a restore is found before the first tile comes, or after the cursor",
	},
	{
		Bins: []string{"moves/MXU.search_csp REFUSED > WANTED", "moves/MXU.search_csp REFUSED > WALKED"},
		Why:  "a pin is answered, and in the next cycle at the earliest another one is asked for",
	},
	{
		Bins: []string{"restores/parse: cut by wait"},
		Why:  "a WAIT before the place to which the parser goes is not executed again",
	},
	{
		Bins: []string{"restores/load: cut by time slice"},
		Why:  "the time slice of a restored context begins after its load (rule C8)",
	},
	{
		Bins: []string{"restores/load: cut by wait"},
		Why:  "nothing is executed before the load is complete",
	},
	{
		Bins: []string{"restores/load: cut by fault", "restores/load: cut by invalid"},
		Why:  "what is loaded is pinned, and nothing else of the context is under way; a save area that makes no sense is refused without a cut",
	},
	{
		Bins: []string{"stops/stopped: none", "stops/stopped: place-holder", "stops/stopped: save area"},
		Why:  "header and save area are looked at before the context starts: it is refused",
	},
	{
		Bins: []string{
			"stops/refused: unknown command", "stops/refused: command *", "stops/refused: length *", "stops/refused: alignment *", "stops/refused: unknown block",
			"stops/refused: register *", "stops/refused: unknown counter", "stops/refused: INTERRUPTIBLE *", "stops/refused: page fault *", "stops/refused: surface *",
		},
		Why: "it is found in a context that has started, which is stopped",
	},
	{
		Bins: []string{"faults/WALKER *"},
		Why:  "page tables lie at addresses of memory; one that does not is a fault of whose search it is",
	},
	{
		Bins: []string{
			"faults/DMA_WRITE not present*", "faults/DEPTH not present*", "faults/COLOR not present*", "faults/C2D not present*",
			"faults/DMA_WRITE outside*", "faults/DEPTH outside*", "faults/COLOR outside*", "faults/C2D outside*",
		},
		Why: "they use pinned pages, and search for none",
	},
	{
		Bins: []string{"faults/BREAK_POINT not pinned*", "faults/C2D not pinned*", "faults/COLOR not pinned*", "faults/DEPTH not pinned*", "faults/CLUSTER not pinned*", "stops/stopped: surface that is not where the MXU has it", "events/stray"},
		Why:  "golden does not define what follows when a surface is not where the MXU has it, and monitors say that it is wrong (rule pin); TestStraysDoNotReachMemory (hw/blocks/mxu) makes each of them",
	},
	{
		Bins: []string{"faults/DMA_READ not pinned*", "faults/VERTEX not pinned*"},
		Why:  "their pages need not be pinned",
	},
	{
		Bins: []string{"faults/COMMAND not pinned*", "faults/DMA_WRITE not pinned*"},
		Why:  "the pins of the CSP, for header, ring and save area, are counted apart: nothing else gives them back",
	},
}

// Exclusion are bins that cannot be hit for one reason.
type Exclusion struct {
	Why   string   `json:"why"`
	Count int      `json:"count"`
	Bins  []string `json:"bins"` // their whole names; none when they follow from a list beside the code
}

// Exclusions lists the bins that cannot be hit by their reasons: first those that are
// written down one by one, then those that follow from lists beside the code.
func (sp *Space) Exclusions() (list []Exclusion) {
	at := map[string]int{}
	for i, why := range sp.why {
		if why == "" {
			continue
		}
		if _, known := at[why]; !known {
			at[why] = len(list)
			list = append(list, Exclusion{Why: why, Bins: []string{}})
		}
		x := &list[at[why]]
		x.Count++
		if !derived[why] {
			x.Bins = append(x.Bins, sp.names[i])
		}
	}
	slices.SortStableFunc(list, func(a, b Exclusion) int {
		return cmp.Compare(min(1, len(b.Bins)), min(1, len(a.Bins)))
	})
	return list
}

// Excludes tells whether a bin of this name cannot be hit.
func (sp *Space) Excludes(name string) bool {
	i, known := sp.index[name]
	return known && sp.why[i] != ""
}

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

// mark excludes the bins that a pattern names, and tells whether there are any. What a list
// beside the code excludes keeps that reason.
func (sp *Space) mark(pattern, why string) (found bool) {
	for i, name := range sp.names {
		if ok, err := path.Match(pattern, name); err == nil && ok {
			found = true
			if sp.why[i] == "" {
				sp.why[i] = why
			}
		}
	}
	return found
}
