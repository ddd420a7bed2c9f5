package inventory

import (
	"fmt"
	"reflect"
	"strings"

	"tilemark/hw/wires"
	"tilemark/text/prose"
)

const head = `# Inventory of state

All that the blocks of a cluster ([clusters.md](clusters.md)), and the MXU for clusters, remember from one cycle to the next: what it is, who saves it when all CTAs of a context are saved to memory, what resets it, and whether
the digest, by which states of machines are compared, has it. ` + "`go test ./tb/inventory -run NotStale -update`" + ` makes this page from the tables in tb/inventory and from the blocks; tests compare what the tables say with the blocks and with runs of the bench.

- *State* is a field of the block's state, or the name of what it registers beside it: arrays and pages. A row stands for all fields in it that have no row of their own.
- *Size* is that of a cluster of two multiprocessors with default parameters. Sets and lists in registers have room for the largest configuration; of a queue the entries are counted that it could hold. Bits are those of the model's types.
- *Saved by*: what nobody saves is as after reset when the CTAs of a context that is alone are saved and its lines are dropped, but for what is sent again and that on which no result depends.
- *Reset by*: a cancelled thread has a thread end like others, only earlier. A line is dropped by an eviction, a command or the flush of its page; read-only lines of the level-1.5 cache by a command of their own. What is reset by
  *reset alone*, or by nothing, keeps its value when everything has ended; all other state is 0 again.
- *Digest*: queues are digested by their entries, in order, and cycles relative to the present.

State of connections is the domain's, and is not listed. Besides ports and state, a block's struct has fields that are no state: the last table of each block.
`

// Page is docs/inventory.md for blocks that were added to a domain.
func Page(blocks []wires.Block) (string, error) {
	var out strings.Builder
	out.WriteString(head)
	for _, b := range blocks {
		x := Of(b)
		pieces, err := x.Pieces(b)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "\n## %s\n\n", x.Name)
		if x.About != "" {
			fmt.Fprintf(&out, "%s\n\n", x.About)
		}
		out.WriteString("| state | what it is | size | kind | saved by | reset by | in the digest |\n| --- | --- | --- | --- | --- | --- | --- |\n")
		for i := range pieces {
			p := &pieces[i]
			digest := "yes"
			if p.Left != "" {
				digest = "no: " + p.Left
			}
			fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s |\n", p.Path, p.What, p.size(), p.Kind, p.Saved, p.Reset, digest)
		}
		out.WriteString("\n| no state | what it is | why |\n| --- | --- | --- |\n")
		for _, o := range x.Outside {
			fmt.Fprintf(&out, "| %s | %s | it %s |\n", o.Path, o.What, o.Use)
		}
	}
	return prose.Wrap(out.String()), nil
}

// size is how many there are of a piece, and how large each is.
func (p *Piece) size() string {
	if p.Pages != nil {
		return fmt.Sprintf("%d bytes", p.Pages.Rows()*wires.RowWords*4)
	}
	all := 0
	for _, v := range p.Values {
		_, bits := shape(v.Type())
		all += bits
	}
	if p.count == 1 {
		return fmt.Sprintf("%d bits", all)
	}
	return fmt.Sprintf("%d x %d bits", p.count, all/p.count)
}

// shape is how many elements a value has, and the bits of all of them.
func shape(t reflect.Type) (count, bits int) {
	count = 1
	for t.Kind() == reflect.Array && t.Name() == "" { // one with a name is a set
		count, t = count*t.Len(), t.Elem()
	}
	if isQueue(t) {
		f, _ := t.FieldByName("buf")
		n, bits := shape(f.Type)
		return count * n, count * bits
	}
	return count, count * wires.BitsOf(t)
}
