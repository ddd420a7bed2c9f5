package html

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"html/template"
	"maps"
	"slices"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
	"tilemark/text/number"
)

// saveArea is the view of the save area.
type saveArea struct {
	Bytes   uint32
	ID      string
	Picture template.HTML
	Parts   []areaPart
	Offsets []packed
	Lengths []packed
}

// areaPart is a stretch of the save area.
type areaPart struct {
	First, Last uint32 // bytes
	Name        string // a block's, or that of a fixed word
	Link        bool
	Text        string
	Offset      string // the offset register's part
	Length      string
}

// packed is a register that holds offsets or lengths of several blocks.
type packed struct {
	Name, Word string
	Fields     string
}

func newSaveArea(blocks []table.Block, l *emit.Layout) saveArea {
	a := saveArea{Bytes: 4 * l.DWords(), ID: fmt.Sprintf("0x%08x", l.ID), Picture: areaPicture(blocks, l)}
	a.words(l, 0, emit.HeadDWords)
	for i := range blocks {
		a.block(&blocks[i], l)
	}
	a.words(l, l.Tail, l.DWords())
	for k, w := range l.OffsetRegisters() {
		a.Offsets = append(a.Offsets, packed{fmt.Sprintf("OFFSET_%d", k), fmt.Sprintf("0x%08x", w), share(blocks, k, 2, 16)})
	}
	for k, w := range l.LengthRegisters() {
		a.Lengths = append(a.Lengths, packed{fmt.Sprintf("LENGTH_%d", k), fmt.Sprintf("0x%08x", w), share(blocks, k, 4, 8)})
	}
	return a
}

// words lists DWORDs that belong to no block.
func (a *saveArea) words(l *emit.Layout, from, to uint32) {
	about := map[uint32]string{}
	for _, p := range l.Places() {
		about[p.DWord] = p.About
	}
	for dword := from; dword < to; dword++ {
		a.Parts = append(a.Parts, areaPart{First: 4 * dword, Last: 4*dword + 3, Text: cmp.Or(about[dword], "reserved")})
	}
}

// share says which blocks' numbers register k packs.
func share(blocks []table.Block, k, perRegister, bits int) string {
	var text string
	for _, b := range blocks {
		if slot := b.ID - k*perRegister; slot >= 0 && slot < perRegister {
			if text != "" {
				text += ", "
			}
			text += fmt.Sprintf("%s %d:%d", b.Name, bits*slot+bits-1, bits*slot)
		}
	}
	return text
}

func (a *saveArea) block(b *table.Block, l *emit.Layout) {
	if b.Length == 0 {
		return
	}
	first, saved := uint32(l.Base(*b)), 0
	for _, r := range b.Registers {
		if r.Class == "save" {
			saved += r.Count
		}
	}
	a.Parts = append(a.Parts, areaPart{
		First: first, Last: first + 4*uint32(b.Length) - 1, Name: b.Name, Link: true,
		Text:   fmt.Sprintf("%s of %s DWORDs are saved", number.Thousands(saved), number.Thousands(b.Length)),
		Offset: fmt.Sprintf("OFFSET_%d[%d:%d] = %d", b.ID/2, 16*(b.ID%2)+15, 16*(b.ID%2), l.Offset[b.ID]),
		Length: fmt.Sprintf("LENGTH_%d[%d:%d] = %d", b.ID/4, 8*(b.ID%4)+7, 8*(b.ID%4), min(b.Length, 255)),
	})
}

// Sizes of the picture, in its own units.
const (
	cellsPerRow = 32
	cellSize    = 10
	margin      = 46 // for the addresses
	names       = 96 // for the names of blocks
	mostRows    = 256
	mostNames   = 3 // beside a row
)

// areaPicture draws the save area to scale: a row of 32 DWORDs, or of so many times 32 that there are at most 256 rows.
func areaPicture(blocks []table.Block, l *emit.Layout) template.HTML {
	total := int(l.DWords())
	perCell := (total + cellsPerRow*mostRows - 1) / (cellsPerRow * mostRows)
	p := &areaPainter{perCell: perCell}
	rows := (total + cellsPerRow*perCell - 1) / (cellsPerRow * perCell)
	fmt.Fprintf(&p.b, `<svg class="area" role="img" aria-labelledby="area-title" viewBox="0 0 %d %d"><title id="area-title">Save area of %s bytes, %d bytes in a row</title>`,
		margin+cellsPerRow*cellSize+names, rows*cellSize+2, number.Thousands(4*total), 4*cellsPerRow*perCell)
	for row := range rows {
		fmt.Fprintf(&p.b, `<text class="at" x="%d" y="%d" text-anchor="end">0x%04x</text>`, margin-5, row*cellSize+8, 4*cellsPerRow*perCell*row)
	}
	p.run(0, emit.HeadDWords, "fixed", "", "Words in front of the blocks")
	for i := range blocks {
		p.block(&blocks[i], l.Base(blocks[i])/4)
	}
	p.run(int(l.Tail), total-int(l.Tail), "fixed", "", "Tail: the cursor")
	p.names(blocks, l)
	p.b.WriteString("</svg>")
	return template.HTML(p.b.String())
}

type areaPainter struct {
	b       bytes.Buffer
	perCell int
	shade   int // of the block
}

func (p *areaPainter) block(b *table.Block, start int) {
	if b.Length == 0 {
		return
	}
	p.shade++
	p.run(start, b.Length, fmt.Sprintf("block s%d", p.shade%2), b.Name, fmt.Sprintf("%s: DWORDs 0 to %d", b.Name, b.Length-1))
	if p.perCell > 1 { // single registers cannot be seen
		return
	}
	for i := range b.Registers {
		r := &b.Registers[i]
		if r.Class != "save" {
			continue
		}
		for k := range r.Count {
			at := r.Offset + k*r.Stride
			p.run(start+at, 1, fmt.Sprintf("saved s%d", p.shade%2), b.Name+"."+r.Name, fmt.Sprintf("0x%04x %s.%s", 4*(start+at), b.Name, r.Name))
		}
	}
}

// run paints DWORDs, row by row, as a link to what they hold.
func (p *areaPainter) run(from, n int, class, link, title string) {
	first, end := from/p.perCell, (from+n+p.perCell-1)/p.perCell
	if link != "" {
		fmt.Fprintf(&p.b, `<a href="#%s"><title>%s</title>`, html.EscapeString(link), html.EscapeString(title))
	} else {
		fmt.Fprintf(&p.b, `<g><title>%s</title>`, html.EscapeString(title))
	}
	for at := first; at < end; {
		row := at / cellsPerRow
		stop := min(end, (row+1)*cellsPerRow)
		fmt.Fprintf(&p.b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d"/>`, class, margin+at%cellsPerRow*cellSize, row*cellSize+1, (stop-at)*cellSize-1, cellSize-1)
		at = stop
	}
	if link != "" {
		p.b.WriteString("</a>")
	} else {
		p.b.WriteString("</g>")
	}
}

// names writes beside each row which blocks begin in it.
func (p *areaPainter) names(blocks []table.Block, l *emit.Layout) {
	rows := map[int][]string{}
	for _, b := range blocks {
		if row := l.Base(b) / (4 * p.perCell * cellsPerRow); b.Length > 0 {
			rows[row] = append(rows[row], b.Name)
		}
	}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(&p.b, `<text class="to" x="%d" y="%d">`, margin+cellsPerRow*cellSize+6, row*cellSize+8)
		for i, name := range rows[row] {
			if i == mostNames {
				p.b.WriteString(" …")
				break
			}
			fmt.Fprintf(&p.b, `<a href="#%s">%s</a> `, html.EscapeString(name), html.EscapeString(name))
		}
		p.b.WriteString("</text>")
	}
}
