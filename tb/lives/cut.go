package lives

import (
	"encoding/json"
	"fmt"

	"tilemark/text/number"
)

// Explained is a cut as "tilemark explain --json" prints it, as far as figures show it (schema tilemark/explain).
type Explained struct {
	Scene  string `json:"scene"`
	Width  int    `json:"width"`  // pixels
	Height int    `json:"height"` // pixels
	Cut    struct {
		IDs struct {
			Head      int `json:"ring_head"`
			Offset    int `json:"dma_offset"`
			Instance  int `json:"instance"`
			Primitive int `json:"primitive"`
			Triangle  int `json:"triangle"`
			Tile      int `json:"tile"`
		} `json:"ids"`
		SavedBytes int `json:"saved_bytes"` // written to save area and header from the line on
		Discarded  int `json:"discarded_tiles"`
	} `json:"cut"`
	Phases []struct {
		Name string `json:"name"`
		From uint64 `json:"from_cycle"`
		To   uint64 `json:"to_cycle"`
	} `json:"phases"`
}

// Read takes the text of "tilemark explain --json".
func Read(text []byte) (*Explained, error) {
	x := &Explained{}
	if err := json.Unmarshal(text, x); err != nil {
		return nil, fmt.Errorf("what tilemark explain --json prints was expected: %w", err)
	}
	return x, nil
}

// cycles returns when a phase begins and ends.
func (x *Explained) cycles(phase string) (from, to uint64, err error) {
	for _, p := range x.Phases {
		if p.Name == phase {
			return p.From, p.To, nil
		}
	}
	return 0, 0, fmt.Errorf("cut of %s without the phase %s: a run in which it comes was expected", x.Scene, phase)
}

// ids are the IDs of the cut in words.
func (x *Explained) ids() string {
	i := &x.Cut.IDs
	return fmt.Sprintf("ring head %d, DMA offset %d, instance %d, primitive %d, triangle %d, tile %d", i.Head, i.Offset, i.Instance, i.Primitive, i.Triangle, i.Tile)
}

// moment is an event with its cycle, which a line across the figure stands for.
type moment struct {
	at   uint64 // cycle; 0: without one, before or after all others
	what string
}

// span is what a lane of the figure does from one moment to another.
type span struct {
	lane     int
	from, to int // indices of moments
	class    string
	text     string
}

const (
	momentWidth = 158.0 // pixels of the column of moments
	laneGap     = 8.0
)

// course draws lanes from top to bottom, with moments as lines across. Cycles do not stand to scale. Moments have to be in order; the last one is
// the end of the figure.
func (c *canvas) course(y float64, lanes []string, moments []moment, spans []span) (bottom float64, err error) {
	for i := 1; i < len(moments); i++ {
		if a, b := moments[i-1], moments[i]; b.at != 0 && b.at <= a.at {
			return 0, fmt.Errorf("%s in cycle %d, %s in cycle %d: a run with the other order was expected", a.what, a.at, b.what, b.at)
		}
	}
	w := (figureWidth - 2*margin - momentWidth) / float64(len(lanes))
	laneAt := func(n int) float64 { return margin + momentWidth + w*float64(n) }
	tops := make([]float64, len(moments))
	words := make([][]string, len(spans))
	var labels [][]string
	for _, m := range moments {
		labels = append(labels, c.wrap(m.what, smallSize, momentWidth-14))
	}
	for i, l := range lanes {
		c.line(laneAt(i)+w/2, y, textSize, "text", "middle", true, l)
	}
	tops[0] = y + 14
	for i, s := range spans {
		words[i] = c.wrap(s.text, smallSize, w-laneGap-2*padding)
	}
	for i := 1; i < len(moments); i++ { // each interval is as high as what ends in it needs
		h := lineHeight*float64(len(labels[i-1])+1) + 8
		for n, s := range spans {
			if s.to == i {
				h = max(h, noteHeight(words[n])+6-(tops[i-1]-tops[s.from]))
			}
		}
		tops[i] = tops[i-1] + h
	}
	for _, top := range tops[:len(tops)-1] { // below boxes, so that none goes through a text
		c.add(`<path d="M%.1f %.1fH%.1f" class="rule" stroke-width="1" stroke-dasharray="3 3"/>`, margin, top, figureWidth-margin)
	}
	for n, s := range spans {
		c.box(laneAt(s.lane)+laneGap/2, tops[s.from]+3, w-laneGap, tops[s.to]-tops[s.from]-6, s.class, "", words[n])
	}
	for i, m := range moments[:len(moments)-1] {
		top := tops[i] + 1
		if m.at != 0 {
			cycle := "cycle " + number.Thousands(m.at)
			if i > 0 && moments[i-1].at != 0 {
				cycle = fmt.Sprintf("%s (+%s)", number.Thousands(m.at), number.Thousands(m.at-moments[i-1].at))
			}
			c.line(margin, top+lineHeight-4, smallSize, "cut-text", "start", true, cycle)
			top += lineHeight
		}
		c.lines(margin, top, smallSize, "text", labels[i])
	}
	return tops[len(tops)-1], nil
}

// Cut draws the life of a cut with the cycles of a run.
func Cut(x *Explained) (string, error) {
	var at [7]uint64
	for i, name := range []string{"interrupt_to_line", "line_to_tg_int", "tg_int_to_int_end_at_tg", "int_end_at_tg_to_memory_quiet", "memory_quiet_to_saved", "int_end_at_tg_to_next_tile"} {
		from, to, err := x.cycles(name)
		if err != nil {
			return "", err
		}
		if i == 0 {
			at[0] = from
		}
		at[i+1] = to
	}
	const (
		begin = iota
		asked
		line
		tgInt
		intEnd
		quiet
		saved
		tile
		after
	)
	moments := []moment{
		{0, "the context runs"}, {at[0], "the CPU interrupts"}, {at[1], "the CSP raises the line"}, {at[2], "TG_INT is in the TG_FIFO"},
		{at[3], "INT_END is in the TG_FIFO"}, {at[4], "the last pixel has retired; caches are in memory"}, {at[5], "RESTORE is written, the slot is free"},
		{at[6], "the next context's first tile is in the TG_FIFO"}, {0, ""},
	}
	const front, above, gate, below, save = 0, 1, 2, 3, 4
	lanes := []string{"CSP: parser", "above", "break point", "below", "CSP: saving"}
	spans := []span{
		{front, begin, line, "above", "sends the context's commands down the pipe"},
		{front, line, intEnd, "above", "stops and sends INT_END, then takes the next context of the list, in the other slot"},
		{front, intEnd, after, "plain", "works for the next context: its header is read, its registers are copied at INTERRUPTIBLE, its first draw goes down the pipe"},
		{above, begin, line, "above", "make triangles and spans"},
		{above, line, intEnd, "above", fmt.Sprintf("discard, from the cycle of the line on, what they hold and what comes, up to INT_END; TG discards %s spans", number.Thousands(uint64(x.Cut.Discarded)))},
		{above, intEnd, after, "plain", "work for the next context, each block as soon as INT_END has passed it"},
		{gate, begin, line, "gate", "makes tiles and commits them; the cursor moves"},
		{gate, line, tgInt, "gate", "TG_INT follows the last tile that is kept"},
		{gate, tgInt, intEnd, "gate", "reports the cursor, discards spans up to INT_END, and lets INT_END pass"},
		{gate, intEnd, tile, "plain", "waits for tiles of the next context"},
		{gate, tile, after, "plain", "the next context's tiles"},
		{below, begin, intEnd, "below", fmt.Sprintf("draw all tiles that have passed; of the triangle that was cut, tiles 0 to %d", x.Cut.IDs.Tile-1)},
		{below, intEnd, quiet, "below", "drain: the last quads are tested, shaded and blended. INT_END has ZL2 write its cache back, then WBU, which acknowledges it on datapath B."},
		{below, quiet, tile, "plain", "take the registers of the next context"},
		{below, tile, after, "plain", "draw them"},
		{save, begin, line, "save", "writes each register that passes the break point to the save area"},
		{save, line, tgInt, "save", "goes on with what has passed"},
		{save, tgInt, intEnd, "save", "takes the IDs of the cut: " + x.ids()},
		{save, intEnd, quiet, "save", "writes the cursor, and the counters that INT_END brings; waits for the last pixel"},
		{save, quiet, saved, "save", fmt.Sprintf("%d bytes since the line are in memory; RESTORE goes last", x.Cut.SavedBytes)},
		{save, saved, after, "save", "The status buffer has an entry that says why the run has ended."},
	}
	if x.Cut.IDs.Tile < 1 {
		return "", fmt.Errorf("cut of %s at tile %d of a triangle: a cut within a triangle was expected", x.Scene, x.Cut.IDs.Tile)
	}
	c := &canvas{}
	bottom, err := c.course(82, lanes, moments, spans)
	if err != nil {
		return "", err
	}
	return c.figure("The life of a cut", fmt.Sprintf("%s at %dx%d, in cycles from reset; +n: cycles since the event above. Not to scale.", x.Scene, x.Width, x.Height), bottom+margin)
}

// Restore draws the life of a restore with the cycles of a run.
func Restore(x *Explained) (string, error) {
	started, loaded, err := x.cycles("restart_to_registers_loaded")
	if err != nil {
		return "", err
	}
	_, resumed, err := x.cycles("registers_loaded_to_resumed")
	if err != nil {
		return "", err
	}
	const (
		begin = iota
		start
		load
		resume
		after
	)
	moments := []moment{
		{0, "the context has its turn"}, {started, "the context starts"}, {loaded, "its registers are sent, then the cursor"},
		{resumed, "the CSP hears RESUMED"}, {0, ""},
	}
	i := &x.Cut.IDs
	const front, above, gate, below, save = 0, 1, 2, 3, 4
	lanes := []string{"CSP: parser", "above", "break point", "below", "memory"}
	spans := []span{
		{front, begin, start, "above", "pins header, ring and save area; reads the header: the place-holder is RESTORE"},
		{front, start, load, "above", "has the save area read: head, packing, cursor, then all saved registers, which go down the pipe"},
		{front, load, resume, "above", fmt.Sprintf("begins at ring head %d; skips commands up to DMA offset %d, instances before %d, primitives before %d", i.Head, i.Offset, i.Instance, i.Primitive)},
		{front, resume, after, "above", "goes on with the commands of the DMA buffer and the ring"},
		{above, begin, start, "plain", "may still work for another context"},
		{above, start, load, "above", "take their registers and pass the others down"},
		{above, load, resume, "above", fmt.Sprintf("run vertices and set up triangles anew; TSU skips triangles before %d", i.Triangle)},
		{above, resume, after, "above", "make triangles and spans"},
		{gate, begin, start, "plain", "may still have tiles of another context"},
		{gate, start, load, "gate", "registers pass without being saved; the cursor comes after them"},
		{gate, load, resume, "gate", fmt.Sprintf("numbers the triangle's tiles anew and drops those before %d; the first one at or past it: RESUMED, on datapath A", i.Tile)},
		{gate, resume, after, "gate", fmt.Sprintf("tile %d, the first one to be drawn, passes; the cursor moves", i.Tile)},
		{below, begin, load, "plain", "drain the other context; take the registers of this one after INT_END"},
		{below, load, resume, "below", "have nothing of the context to draw"},
		{below, resume, after, "below", fmt.Sprintf("draw tile %d and all after it; none is drawn twice", i.Tile)},
		{save, begin, load, "save", "the save area as the cut left it"},
		{save, load, resume, "save", "RESTORE stays: a cut in the skip saves nothing, and the next restore is the same"},
		{save, resume, after, "save", "The place-holders become SKIP_1_DWORD and NULL. From here on the registers that pass are written to the save area."},
	}
	c := &canvas{}
	bottom, err := c.course(82, lanes, moments, spans)
	if err != nil {
		return "", err
	}
	return c.figure("The life of a restore", fmt.Sprintf("The context of \"The life of a cut\" comes back: %s at %dx%d, in cycles from reset. Not to scale.", x.Scene, x.Width, x.Height), bottom+margin)
}
