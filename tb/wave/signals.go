// Package wave records the machine's registers cycle by cycle and writes them as a value
// change dump, as text and as JSON.
//
// A column, or a cycle of a dump, shows what the blocks read in that cycle: what is put
// into a FIFO in cycle c is seen from c+1 on. Activity is what a block did in the cycle
// itself.
package wave

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Unknown is the value of a number that is not there, such as an ID of the head of an
// empty FIFO.
const Unknown = ^uint64(0)

// Signal is a recorded signal. Its value is a number, or for names the index of one.
type Signal struct {
	Scope string // block, or block and FIFO: "TG", "TG.SG_TG"; "" for the machine's own
	Label string
	Width int // bits of a number; 0: a name
	late  bool
	read  func() uint64
}

// Path is the signal's full name, such as GPU.TG.SG_TG.fill.
func (s *Signal) Path() string {
	if s.Scope == "" {
		return top + "." + s.Label
	}
	return top + "." + s.Scope + "." + s.Label
}

// top is the outermost scope, the machine.
const top = "GPU"

// names gives a number to each name.
type names struct {
	list  []string
	index map[string]uint64
}

func (n *names) of(name string) uint64 {
	i, ok := n.index[name]
	if !ok {
		i = uint64(len(n.list))
		n.list = append(n.list, name)
		n.index[name] = i
	}
	return i
}

// Blocks lists the machine's blocks as --blocks names them.
func Blocks(m *wires.Domain) (out []string) {
	for _, b := range m.Blocks() {
		out = append(out, strings.ToLower(short(b)))
	}
	return out
}

// within is a connection's name seen from a block: SM[0].SM_LSU of GPC[1].SM[0].SM_LSU, from GPC[1].LSU.
func within(block, name string) string {
	for {
		a, rest, found := strings.Cut(block, ".")
		b, inner, dotted := strings.Cut(name, ".")
		if a != b || !dotted {
			return name
		}
		if name = inner; !found {
			return name
		}
		block = rest
	}
}

func short(b wires.Block) string { return strings.TrimPrefix(b.Name(), top+".") }

// catalogue makes the list of signals of the given blocks; none stands for all.
type catalogue struct {
	m     *wires.Domain
	want  []string
	names *names
	list  []Signal
}

func (c *catalogue) wanted(b wires.Block) bool {
	return len(c.want) == 0 || slices.Contains(c.want, strings.ToLower(short(b)))
}

func (c *catalogue) word(scope, label string, width int, read func() uint64) {
	c.list = append(c.list, Signal{Scope: scope, Label: label, Width: width, read: read})
}

func (c *catalogue) name(scope, label string, late bool, read func() string) {
	c.list = append(c.list, Signal{Scope: scope, Label: label, late: late, read: func() uint64 { return c.names.of(read()) }})
}

// build lists lines, then block by block its registers and the FIFOs that it reads. A
// FIFO is there when either of its ends is wanted.
func (c *catalogue) build() {
	evaluated := c.m.Evaluated()
	c.word("", "asleep", 1, func() uint64 {
		before := evaluated
		evaluated = c.m.Evaluated()
		return bit(before == evaluated)
	})
	c.list[0].late = true
	for _, l := range c.m.Lines() {
		scope, label := "", l.Name()
		if dot := strings.LastIndex(label, "."); dot >= 0 {
			scope, label = label[:dot], label[dot+1:] // a line of a cluster
		}
		c.word(scope, label, 1, func() uint64 { return bit(l.High()) })
	}
	for _, b := range c.m.Blocks() {
		if c.wanted(b) {
			c.block(b)
		}
		for _, v := range c.m.Views() {
			if from, to := v.Ends(); to == b && (c.wanted(from) || c.wanted(to)) {
				c.fifo(short(b)+"."+within(short(b), v.Name()), v)
			}
		}
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (c *catalogue) block(b wires.Block) {
	scope := short(b)
	if shows, ok := b.(wires.Shows); ok {
		var s wires.Signals
		shows.Signals(&s)
		for _, x := range s.List {
			if x.Name != nil {
				c.name(scope, x.Label, false, x.Name)
			} else {
				c.word(scope, x.Label, x.Width, x.Word)
			}
		}
	}
	c.name(scope, "activity", true, func() string { return wires.ActivityName(b, c.m.LastActivity(b)) })
}

// fillBits is the width of a number from 0 to n.
func fillBits(n int) (bits int) {
	for ; n > 0; n >>= 1 {
		bits++
	}
	return bits
}

// fifo shows a FIFO: valid and ready as the registered sides see them, and its head.
func (c *catalogue) fifo(scope string, v wires.View) {
	c.word(scope, "valid", 1, func() uint64 { return bit(v.Arrived() > 0) })
	c.word(scope, "ready", 1, func() uint64 { return bit(v.Len() < v.Depth()) })
	c.word(scope, "fill", fillBits(v.Depth()), func() uint64 { return uint64(v.Len()) })
	if _, ok := v.Entry(0).(pipe.Entry); !ok {
		return
	}
	c.name(scope, "kind", false, func() string {
		if v.Arrived() == 0 {
			return "-"
		}
		return v.Entry(0).(pipe.Entry).What()
	})
	c.word(scope, "slot", pipe.SlotBits(), func() uint64 {
		if v.Arrived() == 0 {
			return Unknown
		}
		slot := v.Entry(0).(pipe.Entry).Of()
		if slot >= pipe.Slots { // it belongs to no context
			return Unknown
		}
		return uint64(slot)
	})
	if _, ok := v.Entry(0).(pipe.Carrier); ok {
		c.name(scope, "tokens", false, func() string { return tokens(v) })
	}
	c.ids(scope, v)
}

// ids shows the place of the head entry, where entries have one.
func (c *catalogue) ids(scope string, v wires.View) {
	if _, ok := v.Entry(0).(pipe.Placed); !ok {
		return
	}
	for _, f := range []struct {
		label string
		of    func(*pipe.Cursor) uint32
	}{
		{"instance", func(p *pipe.Cursor) uint32 { return p.Instance }},
		{"primitive", func(p *pipe.Cursor) uint32 { return p.Primitive }},
		{"triangle", func(p *pipe.Cursor) uint32 { return p.Triangle }},
		{"tile", func(p *pipe.Cursor) uint32 { return p.Tile }},
	} {
		c.word(scope, f.label, 32, func() uint64 {
			if v.Arrived() == 0 {
				return Unknown
			}
			p := v.Entry(0).(pipe.Placed).Place()
			if p == nil {
				return Unknown
			}
			return uint64(f.of(p))
		})
	}
}

// tokens names the tokens in a FIFO, wherever they stand.
func tokens(v wires.View) string {
	end, cut := false, false
	for i := range v.Len() {
		switch v.Entry(i).(pipe.Carrier).Type() {
		case pipe.IntEnd:
			end = true
		case pipe.TGInt:
			cut = true
		}
	}
	switch {
	case end && cut:
		return "TG_INT+INT_END"
	case end:
		return "INT_END"
	case cut:
		return "TG_INT"
	}
	return "-"
}

// pick checks names of blocks.
func pick(m *wires.Domain, blocks []string) ([]string, error) {
	known := Blocks(m)
	var out []string
	for _, b := range blocks {
		b = strings.ToLower(strings.TrimSpace(b))
		if !slices.Contains(known, b) {
			return nil, fmt.Errorf("unknown block %q; the blocks are %s", b, strings.Join(known, ", "))
		}
		out = append(out, b)
	}
	return out, nil
}
