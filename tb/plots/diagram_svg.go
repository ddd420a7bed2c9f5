package plots

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// Kinds of wires, each with its colour.
const (
	pipeColor     = "#22262c"
	memoryColor   = "#1f57b5"
	datapathColor = "#1d7a45"
	lineColor     = "#c2253c"
)

func (w *wire) color() string {
	switch {
	case w.line:
		return lineColor
	case isDatapath(w.name):
		return datapathColor
	case w.side == across || w.side == around || w.side == upright || w.side == outward:
		return memoryColor
	}
	return pipeColor
}

// canvas collects SVG elements.
type canvas struct{ strings.Builder }

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder does not fail
	return b.String()
}

// label writes a wire's name with a white rim, so that it can be read across others.
func (c *canvas) label(x, y float64, anchor string, turned bool, color, s string) {
	turn := ""
	if turned {
		turn = fmt.Sprintf(` transform="rotate(-90 %.1f %.1f)"`, x, y)
	}
	c.add(`<text x="%.1f" y="%.1f" class="wire" text-anchor="%s" fill="%s"%s>%s</text>`, x, y, anchor, color, turn, escape(s))
}

// path draws a wire along points, with an arrow at its end.
func (c *canvas) path(w *wire, points ...[2]float64) {
	var b strings.Builder
	for i, p := range points {
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], p[0], p[1])
	}
	dashes := ""
	if w.line {
		dashes = ` stroke-dasharray="5 3"`
	}
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="1.5"%s marker-end="url(#a%s)"/>`, b.String(), w.color(), dashes, w.color()[1:])
}

// svg writes the picture.
func (d *diagram) svg() string {
	c := &canvas{}
	c.add(`<!-- Made by "tilemark diagram" from the built machine. Do not edit. -->`)
	c.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="DejaVu Sans, Verdana, Arial, sans-serif">`,
		d.width, d.height, d.width, d.height)
	c.add(`<style>.wire{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:3.5px}.name{font-size:16px;font-weight:bold}.job{font-size:11px}</style>`)
	for _, color := range []string{pipeColor, memoryColor, datapathColor, lineColor} {
		c.add(`<defs><marker id="a%s" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.8L8 4L0 7.2z" fill="%s"/></marker></defs>`,
			color[1:], color)
	}
	c.add(`<rect width="100%%" height="100%%" fill="#fff"/>`)
	c.add(`<text x="%.0f" y="34" font-size="20" fill="#22262c">Blocks and connections of the machine</text>`, edgeMargin)
	c.add(`<text x="%.0f" y="56" font-size="13" fill="#4b5563">PM, SM, LSU, L15 and TEX are one of %d clusters, with one of its %d multiprocessors</text>`, edgeMargin, d.clusters, d.sms)
	for _, w := range d.wires {
		d.draw(c, w)
	}
	for _, b := range d.order {
		drawBox(c, b)
	}
	for _, w := range d.wires { // names above all else
		d.name(c, w)
	}
	d.legend(c)
	c.add(`</svg>`)
	return c.String()
}

func drawBox(c *canvas, b *box) {
	fill := "#eef2f7"
	switch {
	case b.name == "TG":
		fill = "#fde7c7"
	case b.row < 0:
		fill = "#e3ecfa"
	}
	c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="6" fill="%s" stroke="#4b5563"/>`, b.x, b.y, b.w, b.h, fill)
	c.add(`<text x="%.1f" y="%.1f" class="name" text-anchor="middle" fill="#22262c">%s</text>`, b.x+b.w/2, b.middle()-2, escape(b.name))
	c.add(`<text x="%.1f" y="%.1f" class="job" text-anchor="middle" fill="#4b5563">%s</text>`, b.x+b.w/2, b.middle()+15, escape(jobs[b.name]))
}

// draw draws a wire from its producer to each consumer.
func (d *diagram) draw(c *canvas, w *wire) {
	a := w.from.box
	for _, e := range w.to {
		b := e.box
		switch w.side {
		case inLeft:
			c.path(w, [2]float64{a.x, w.from.y}, [2]float64{w.x, w.from.y}, [2]float64{w.x, e.y}, [2]float64{b.x, e.y})
		case inRight, around:
			c.path(w, [2]float64{a.face(), w.from.y}, [2]float64{w.x, w.from.y}, [2]float64{w.x, e.y}, [2]float64{b.face(), e.y})
		case inGap, upright:
			if a.y < b.y {
				c.path(w, [2]float64{w.x, a.y + a.h}, [2]float64{w.x, b.y})
			} else {
				c.path(w, [2]float64{w.x, a.y}, [2]float64{w.x, b.y + b.h})
			}
		case across, outward:
			y := w.from.y
			if w.side == across {
				y = w.columnEnd().y
			}
			if a.x < b.x {
				c.path(w, [2]float64{a.x + a.w, y}, [2]float64{b.x, y})
			} else {
				c.path(w, [2]float64{a.x, y}, [2]float64{b.x + b.w, y})
			}
		}
	}
}

// name writes a wire's name beside it.
func (d *diagram) name(c *canvas, w *wire) {
	a, b := w.from.box, w.to[len(w.to)-1].box
	switch w.side {
	case inLeft, inRight:
		low, high := w.from.y, w.from.y
		for _, e := range w.to {
			low, high = min(low, e.y), max(high, e.y)
		}
		c.label(w.x-5, (low+high)/2, "middle", true, w.color(), w.text)
	case inGap:
		c.label(w.x+7, (a.y+a.h+b.y)/2+4, "start", false, w.color(), w.text)
	case upright:
		if a.y > b.y {
			a, b = b, a
		}
		c.label(w.x-5, (a.y+a.h+b.y)/2, "middle", true, w.color(), w.text)
	case across:
		c.label(max(a.x, b.x)-10, w.columnEnd().y-4, "end", false, w.color(), w.text)
	case around:
		c.label(max(a.x, b.x)-10, w.besideEnd().y-4, "end", false, w.color(), w.text)
	case outward:
		left := min(a.x+a.w, b.x+b.w)
		c.label(left+(max(a.x, b.x)-left)/2, w.from.y-5, "middle", false, w.color(), w.text)
	}
}

func (d *diagram) legend(c *canvas) {
	x, y := edgeMargin, d.height-26
	for _, k := range []struct {
		name string
		w    wire
	}{
		{"FIFO of the pipe, and its depth", wire{}},
		{"to memory", wire{side: across}},
		{"datapath to the back-end parser", wire{name: "DP_"}},
		{"hard-wired line", wire{line: true}},
	} {
		c.path(&k.w, [2]float64{x, y}, [2]float64{x + 34, y})
		c.add(`<text x="%.1f" y="%.1f" font-size="12" fill="#22262c">%s</text>`, x+42, y+4, k.name)
		x += 66 + 6.9*float64(len(k.name))
	}
}
