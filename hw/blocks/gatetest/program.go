package gatetest

import (
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Entry is an entry as it comes to the block; the end of a triangle has its rows and tiles.
type Entry struct {
	pipe.Cmd
	Rows  []Row
	Tiles []Item
}

// someWrite draws a register write.
func someWrite(t *rapid.T) pipe.RegWrite {
	return pipe.RegWrite{
		Block: rapid.SampledFrom(stateBlocks).Draw(t, "block"), Reg: rapid.Uint16Range(0, 4).Draw(t, "reg"), Value: rapid.Uint32().Draw(t, "value"),
	}
}

// Row is a row of a triangle's pixels: X1 is the first one past it.
type Row struct{ Y, X0, X1 int32 }

// cover draws rows, and says which tiles they cover: bands from the top, each from the
// left, numbered.
func cover(t *rapid.T, at pipe.Cursor) (rows []Row, tiles []Item) {
	y := rapid.Int32Range(0, 20).Draw(t, "y")
	masks := map[[2]int32]uint64{}
	for range rapid.IntRange(0, 12).Draw(t, "rows") {
		x0 := rapid.Int32Range(0, 40).Draw(t, "x0")
		r := Row{y, x0, x0 + rapid.SampledFrom([]int32{1, 2, 7, 8, 9, 30}).Draw(t, "width")}
		rows = append(rows, r)
		for x := r.X0; x < r.X1; x++ {
			masks[[2]int32{r.Y / 8, x / 8}] |= 1 << (8*(r.Y%8) + x%8)
		}
		y += rapid.SampledFrom([]int32{1, 1, 1, 2, 8, 9}).Draw(t, "below")
	}
	for ty := int32(0); ty <= y/8; ty++ {
		for tx := int32(0); tx < 10; tx++ {
			if m := masks[[2]int32{ty, tx}]; m != 0 {
				e := Item{Cmd: pipe.Cmd{Kind: pipe.Tile, At: at}, X: uint16(tx), Y: uint16(ty), Mask: m}
				e.At.Tile = uint32(len(tiles))
				tiles = append(tiles, e)
			}
		}
	}
	return rows, tiles
}

// Context is a ring as the break point sees it, and what is saved of it.
type Context struct {
	Entries []Entry
	Saved   bool
	Cursor  pipe.Cursor
	Counts  [10]uint32 // in the save area
	Ended   bool

	// what has passed, as saved and in this run
	Tiles, NewTiles     []Item
	Commits, NewCommits []pipe.Report
}

// program draws a ring.
type program struct {
	t       *rapid.T
	at      pipe.Cursor
	entries []Entry
}

var stateBlocks = []uint8{
	regs.BlockMXU, regs.BlockC2D, regs.BlockSGTG, regs.BlockZL1, regs.BlockZL2, regs.BlockPS, regs.BlockWBU, regs.BlockTSU, regs.BlockASU, regs.BlockEUP,
}

// NewContext draws a context.
func NewContext(t *rapid.T) *Context {
	p := &program{t: t}
	p.at.Head = rapid.Uint32Range(0, 3).Draw(t, "head")
	if rapid.IntRange(0, 7).Draw(t, "without head") > 0 {
		p.add(pipe.Cmd{Kind: pipe.Head})
	}
	if rapid.IntRange(0, 7).Draw(t, "uninterruptible") > 0 {
		p.at.Head++
		p.add(pipe.Cmd{Kind: pipe.Interruptible})
		for range rapid.IntRange(0, 3).Draw(t, "buffers") {
			p.ring()
			p.buffer()
		}
		p.ring()
	}
	return &Context{Entries: p.entries}
}

func (p *program) add(c pipe.Cmd) {
	c.At = p.at
	p.entries = append(p.entries, Entry{Cmd: c})
}

// ring draws a fence, a flush, both or nothing of the ring.
func (p *program) ring() {
	if rapid.IntRange(0, 2).Draw(p.t, "fence") == 0 {
		p.at = pipe.Cursor{Head: p.at.Head + 3}
		p.add(pipe.FenceWrite{Addr: 4 * rapid.Uint32Range(0, 1<<20).Draw(p.t, "address"), Value: rapid.Uint32().Draw(p.t, "value")}.Cmd(0, pipe.Cursor{}))
	}
	if rapid.IntRange(0, 4).Draw(p.t, "flush") == 0 {
		p.at = pipe.Cursor{Head: p.at.Head + 1}
		p.add(pipe.FlushCmd(0, rapid.Bool().Draw(p.t, "write back"), pipe.Cursor{}))
	}
}

func (p *program) buffer() {
	p.at = pipe.Cursor{Head: p.at.Head, Buffer: 64 * rapid.Uint32Range(1, 3).Draw(p.t, "buffer")}
	p.add(pipe.Cmd{Kind: pipe.Head})
	for range rapid.IntRange(0, 5).Draw(p.t, "commands") {
		switch rapid.IntRange(0, 4).Draw(p.t, "command") {
		case 0, 1:
			p.at.Offset += 2
			for range rapid.IntRange(1, 3).Draw(p.t, "values") {
				p.at.Offset++
				p.add(someWrite(p.t).Cmd(0, pipe.Cursor{}))
			}
			if rapid.IntRange(0, 3).Draw(p.t, "count") == 0 { // a query begins
				p.at.Offset++
				reg := regs.BPIaVerticesLo + rapid.Uint16Range(0, 9).Draw(p.t, "counter")
				p.add(pipe.RegWrite{Block: regs.BlockBP, Reg: reg, Value: rapid.SampledFrom([]uint32{0, 0xffffffff, 0xfffffffe}).Draw(p.t, "from")}.Cmd(0, pipe.Cursor{}))
			}
		case 2, 3:
			p.draw()
		case 4:
			p.at.Offset += 3
			addr := 8 * rapid.Uint32Range(0, 1<<20).Draw(p.t, "address")
			switch rapid.SampledFrom([]pipe.Kind{pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush}).Draw(p.t, "kind") {
			case pipe.Fence:
				p.add(pipe.FenceWrite{Addr: addr, Value: rapid.Uint32().Draw(p.t, "value")}.Cmd(0, pipe.Cursor{}))
			case pipe.Query:
				p.add(pipe.QueryWrite{Addr: addr, Counter: rapid.Uint16Range(regs.CounterOcclusion, regs.CounterPsInvocations).Draw(p.t, "counter")}.Cmd(0, pipe.Cursor{}))
			case pipe.Blit:
				p.add(pipe.BlitCmd(0, rapid.Uint8Range(pipe.BlitFill, pipe.BlitCopy).Draw(p.t, "what"), pipe.Cursor{}))
			case pipe.Flush:
				p.add(pipe.FlushCmd(0, rapid.Bool().Draw(p.t, "write back"), pipe.Cursor{}))
			}
		}
	}
	p.at = pipe.Cursor{Head: p.at.Head + 3}
	p.add(pipe.Cmd{Kind: pipe.Head})
}

// draw is a draw with triangles, culled primitives, marks and statistics.
func (p *program) draw() {
	p.add(pipe.Cmd{Kind: pipe.Draw})
	counts := rapid.Bool().Draw(p.t, "statistics")
	var held [5]uint32
	tell := func() {
		if held != [5]uint32{} {
			p.entries = append(p.entries, Entry{Cmd: pipe.StatsCmd(0, held)})
			held = [5]uint32{}
		}
	}
	offset := p.at.Offset
	for p.at.Instance = range rapid.Uint32Range(1, 2).Draw(p.t, "instances") {
		for p.at.Primitive = range rapid.Uint32Range(0, 3).Draw(p.t, "primitives") {
			triangle := uint32(0)
			for range rapid.IntRange(0, 2).Draw(p.t, "triangles") {
				triangle += rapid.SampledFrom([]uint32{0, 1, 8}).Draw(p.t, "triangle")
				p.at.Triangle = triangle
				tell()
				p.add(pipe.Cmd{Kind: pipe.Tri})
				p.add(pipe.Cmd{Kind: pipe.TriEnd})
				e := &p.entries[len(p.entries)-1]
				e.Rows, e.Tiles = cover(p.t, p.at)
				triangle++
			}
			if p.at.Triangle = 0; counts {
				for i := range held {
					held[i] += rapid.Uint32Range(0, 3).Draw(p.t, "counted")
				}
			}
			if rapid.IntRange(0, 3).Draw(p.t, "mark") == 0 {
				tell()
				p.at.Primitive++
				p.add(pipe.Cmd{Kind: pipe.Mark})
			}
		}
	}
	tell()
	p.at = pipe.Cursor{Head: p.at.Head, Buffer: p.at.Buffer, Offset: offset + 5}
	p.add(pipe.Cmd{Kind: pipe.EndDraw})
}

// Run returns what comes to the break point when the context runs from where it was saved.
func (c *Context) Run(t *rapid.T, slot uint8) (out []Entry) {
	c.NewTiles, c.NewCommits = nil, nil
	if !c.Saved {
		out = append(out, c.Entries...)
	} else {
		out = append(out, Entry{Cmd: pipe.Cmd{Kind: pipe.Resume, At: c.Cursor}})
		for i, v := range c.Counts {
			out = append(out, Entry{Cmd: pipe.RegWrite{Restored: true, Block: regs.BlockBP, Reg: uint16(regs.BPIaVerticesLo + i), Value: v}.Cmd(0, pipe.Cursor{})})
		}
		for range rapid.IntRange(0, 3).Draw(t, "restored") {
			w := someWrite(t)
			w.Restored = true
			out = append(out, Entry{Cmd: w.Cmd(0, pipe.Cursor{})})
		}
		if c.Cursor.Buffer != 0 {
			out = append(out, Entry{Cmd: pipe.Cmd{Kind: pipe.Head, At: pipe.Cursor{Head: c.Cursor.Head, Buffer: c.Cursor.Buffer}}})
		}
		out = append(out, c.rest()...)
	}
	for i := range out {
		out[i].Slot = slot
		out[i].Tiles = append([]Item(nil), out[i].Tiles...)
		for k := range out[i].Tiles {
			out[i].Tiles[k].Slot = slot
		}
	}
	return out
}

// rest is what the parser, and TSU, send after the cursor: of a draw its header and what
// follows the triangle at the cursor, which comes again.
func (c *Context) rest() (out []Entry) {
	draw, start := -1, -1
	place := c.Cursor
	place.Tile = 0
	for i, e := range c.Entries {
		at := e.At
		switch e.Kind {
		case pipe.Stats, pipe.TriEnd:
			continue
		case pipe.Draw:
			draw = i
		case pipe.EndDraw:
			draw = -1
		}
		if at != place {
			continue
		}
		if start = i + 1; e.Kind == pipe.Tri || e.Kind == pipe.Draw {
			start = i
		}
		if e.Kind == pipe.Tri || e.Kind == pipe.Mark || c.Cursor.Tile == 0 {
			break
		}
	}
	if start < 0 {
		return append(out, c.Entries...)
	}
	if draw >= 0 && start > draw {
		out = append(out, c.Entries[draw])
	}
	return append(out, c.Entries[start:]...)
}

// Save notes what a cut reports: the cursor and the counts count when it was copied.
func (c *Context) Save(cut pipe.Report, counts [10]uint32) {
	if !cut.Copied {
		return
	}
	c.Saved, c.Cursor, c.Counts = true, cut.At, counts
	c.Tiles, c.Commits = append(c.Tiles, c.NewTiles...), append(c.Commits, c.NewCommits...)
}

// Whole compares what has passed in all runs of a context that has ended with its ring.
func (c *Context) Whole(t *rapid.T) {
	var tiles []Item
	var commits []pipe.Report
	counts, copied := [10]uint32{}, false
	for _, e := range c.Entries {
		tiles = append(tiles, e.Tiles...)
		switch e.Kind {
		case pipe.Interruptible:
			copied = true
		case pipe.State:
			w := e.RegWrite()
			if i := int(w.Reg) - regs.BPIaVerticesLo; w.Block == regs.BlockBP && i >= 0 && i < len(counts) {
				counts[i] = w.Value
			}
			commits = append(commits, pipe.RegisterReport(pipe.Committed, 0, w.Reg, w.Value).From(w.Block))
		case pipe.Stats:
			for i, n := range e.Stats() {
				sum := uint64(counts[2*i+1])<<32 + uint64(counts[2*i]) + uint64(n)
				counts[2*i], counts[2*i+1] = uint32(sum), uint32(sum>>32)
			}
		}
	}
	if !copied {
		return
	}
	for i := range c.Tiles {
		c.Tiles[i].Slot = 0
	}
	for i := range c.Commits {
		c.Commits[i].Slot = 0
	}
	require.Equal(t, tiles, c.Tiles, "each tile once")
	require.Equal(t, commits, c.Commits, "each write is committed once")
	require.Equal(t, counts, c.Counts)
}
