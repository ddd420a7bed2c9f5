package regtest

import (
	"fmt"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/regmap/cases"
	"tilemark/regmap/table"
)

// attempt is a write that the machine must refuse.
type attempt struct {
	name   string
	at     cases.Place
	count  int
	reason csp.Reason
	found  uint32 // what the context status buffer says was found
}

// unknownBlocks are some IDs that no block can have.
var unknownBlocks = []int{regs.NumBlocks, 31, 32, 64, 127, 128, 255}

// attempts lists writes beyond the end of each block, to IDs without a block, and to
// impossible ones.
func attempts(blocks []table.Block) (out []attempt) {
	var length [regs.NumBlocks]int
	names := [regs.NumBlocks]string{}
	for _, b := range blocks {
		length[b.ID], names[b.ID] = b.Length, b.Name
	}
	for id, n := range length {
		past := func(name string, first, count int) {
			if names[id] == "" {
				names[id] = fmt.Sprintf("BLOCK%d", id)
			}
			out = append(out, attempt{names[id] + "[" + name + "]", cases.Place{Block: id, Index: first}, count, regs.ReasonRegister, uint32(max(first, n))})
		}
		past("end", n, 1)
		past("far", 0xffff, 1)
		if n > 0 {
			past("across", n-1, 2)
		}
	}
	for _, id := range unknownBlocks {
		out = append(out, attempt{fmt.Sprintf("BLOCK%d", id), cases.Place{Block: id}, 1, regs.ReasonBlock, uint32(id)})
	}
	return out
}

// invalid runs a context for each write that must be refused, after one that must not.
func (b *bench) invalid(blocks []table.Block, j *judge) error {
	before := cases.Write{At: cases.Place{Block: regs.BlockTSU, Index: regs.TSUViewportScaleX}, Value: 0x12345678}
	for _, a := range attempts(blocks) {
		p := newProgram([]cases.Write{before})
		words := append(p.words[:len(p.words)-3:len(p.words)-3], regs.CommandSetState|uint32(a.at.Block&0xff)<<16|uint32(1+a.count), uint32(a.at.Index))
		words = append(words, make([]uint32, a.count)...)
		if err := b.start(words); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		if err := b.idle(); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		s := &cases.Stream{Kind: cases.Unmapped, Subjects: []string{a.name}}
		j.add(a.name)
		j.area(s, p, b.area())
		j.status(s, &a, b.left())
	}
	return nil
}

// add adds a test of a write that must be refused.
func (j *judge) add(name string) {
	c := cases.Case{Of: name, Kind: cases.Unmapped}
	j.index[c] = len(j.results)
	j.results = append(j.results, Result{Case: c})
}

// left returns the entry of the context status buffer that says why the context has left
// the machine; without one, the first entry.
func (b *bench) left() (entry []uint32) {
	for i := range uint32(statusEntries) {
		e := b.read(statusAt+4*regs.StatusEntryDWords*i, regs.StatusEntryDWords)
		if i == 0 || e[1]&0xff == regs.StatusKindSwitched {
			entry = e
		}
	}
	return entry
}

// status judges that entry.
func (j *judge) status(s *cases.Stream, a *attempt, entry []uint32) {
	kind, cause, reason := entry[1]&0xff, uint8(entry[1]>>8), csp.Reason(entry[1]>>16)
	if kind != regs.StatusKindSwitched || cause != regs.CauseInvalid || reason != a.reason || entry[2] != headerAt || entry[3] != a.found {
		j.blame(s, a.at, fmt.Sprintf("the status buffer says kind %d, causes %d, reason %q, context %#x, found %d; invalid work, reason %q, context %#x, found %d were expected",
			kind, cause, reason, entry[2], entry[3], a.reason, headerAt, a.found))
	}
}
