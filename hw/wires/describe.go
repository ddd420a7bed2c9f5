package wires

import "strings"

// Connection describes a built connection, for pictures and reports.
type Connection struct {
	Name      string
	From, To  string // block names
	Line      bool
	Depth     int
	Width     int
	Beats     int // cycles that an entry takes on its way
	Latency   int
	EntryBits int              // of an entry as the model holds it
	Fill      [fillBins]uint64 // cycles empty, in seven equal parts, full
	Most      int              // highest number of entries, those on their way included
	Len       int
}

// Connections lists FIFOs and lines in the order in which they were built. A line
// with several readers is listed once for each.
func (d *Domain) Connections() []Connection {
	var out []Connection
	for _, l := range d.links {
		out = append(out, Connection{
			Name: l.name, From: d.blocks[l.from].Name(), To: d.blocks[l.to].Name(), Depth: int(l.depth), Width: int(l.width), Beats: int(l.beats),
			Latency: int(l.latency), EntryBits: int(l.bits), Fill: l.Fill(d.clk.Cycle), Most: l.most(), Len: int(l.ctr.tail - l.ctr.head),
		})
	}
	for _, l := range d.lines {
		for _, in := range l.ins {
			out = append(out, Connection{Name: l.name, From: l.out.owner.Name(), To: in.owner.Name(), Line: true})
		}
	}
	return out
}

// Trace prints the state of every block, separated by bars: a line for a cycle.
func (d *Domain) Trace() string {
	var sb strings.Builder
	for i, b := range d.blocks {
		if i > 0 {
			sb.WriteString(" | ")
		}
		sb.WriteString(b.Line())
	}
	return sb.String()
}
