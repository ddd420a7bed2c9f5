package random

import (
	"fmt"

	"tilemark/text/strictyaml"
)

var (
	kInstances = knob("instances", "Instances of a draw.", "1:5", "2:2", "3..5")
	kView      = knob("view", "How points become clip space: as they are, moved, or with a w that depends on them.", "as is:3", "moved:2", "perspective:2")
	kQuery     = knob("query", "Queries around a draw.", "none:6", "occlusion:2", "statistics", "all")
	kFence     = yesNo("fence", "A fence stands after the draw.", 5, 1)
	kPart      = yesNo("part", "The draw takes a part of its mesh.", 4, 1)
	kDepthTest = knob("depth_test", "Depth test of a draw; off: neither test nor write.", "less:4", "off", "never", "equal", "lequal:2", "greater", "notequal", "gequal", "always")
	kDepthKeep = yesNo("depth_kept", "The draw writes no depth.", 4, 1)
	kStencil   = knob("stencil", "Stencil test of a draw.", "off:4", "one face", "both faces")
	kOperation = knob("stencil.op", "Stencil operation.", "keep", "zero", "replace", "incr_sat", "decr_sat", "invert", "incr_wrap", "decr_wrap")
	kCompare   = knob("stencil.func", "Stencil comparison.", "never", "less", "equal", "lequal", "greater", "notequal", "gequal", "always:3")
	kBlend     = yesNo("blend", "The draw blends.", 1, 1)
	kFactor    = knob("blend.factor", "Blend factor.", "zero", "one:2", "src_color", "one_minus_src_color", "dst_color", "one_minus_dst_color", "src_alpha:2", "one_minus_src_alpha:2", "dst_alpha",
		"one_minus_dst_alpha", "constant_color", "one_minus_constant_color", "constant_alpha", "one_minus_constant_alpha", "src_alpha_saturate")
	kEquation  = knob("blend.eq", "Blend equation.", "add:4", "subtract", "reverse_subtract", "min", "max")
	kWriteMask = knob("write_mask", "Channels that are written.", "rgba:6", "none", "rgb", "a", "rb")
	kCull      = knob("cull", "Faces that are culled.", "none:5", "front", "back", "both")
	kFront     = knob("front", "Winding of front faces.", "ccw", "cw")
	kScissor   = knob("scissor", "Scissor of a draw.", "none:4", "part:2", "nothing")
	kViewport  = knob("viewport", "Viewport of a draw.", "whole:4", "part", "depth range", "beyond")
	kBias      = knob("depth_bias", "Depth bias.", "none:4", "constant", "slope", "both, clamped")
	kLate      = knob("late", "Why depth is tested after the pixel program.", "early:5", "asked for", "kill", "depth", "kill and depth", "kill, early")
	kDrawHiZ   = yesNo("draw_hiz_off", "The draw is not rejected by hierarchical Z.", 5, 1)
	kLighting  = yesNo("lighting", "The draw is lit.", 3, 1)
)

// draw chooses a draw of a mesh, or of a part of it.
func (g *generator) draw(s *scenery, m *mesh, part bool) *strictyaml.Node {
	texture := -1
	d := strictyaml.Map("mesh", m.name, "clip_space", true, "vertex_color", g.rng.IntN(3) > 0, "color", g.bright())
	if g.rng.IntN(2) == 0 {
		texture = g.rng.IntN(s.textures)
		d.Set("texture", fmt.Sprintf("t%d", texture))
	}
	if g.yes(kLighting) {
		d.Set("lighting", true)
	}
	g.view(d)
	if n := g.int(kInstances); n > 1 {
		d.Set("instances", n)
		d.Set("instance_step", g.floats(3, -0.4, 0.4))
	}
	if m.patches {
		d.Set("level", g.int(kLevel))
	} else if part && m.elements > 6 && g.yes(kPart) {
		first := 3 * g.rng.IntN(m.elements/3)
		d.Set("first", first)
		d.Set("count", 1+g.rng.IntN(m.elements-first))
	}
	if m.restart {
		d.Set("restart", true)
	}
	if q := g.word(kQuery); q != "none" {
		d.Set("query", q)
	}
	if g.yes(kFence) {
		d.Set("fence", true)
	}
	g.runs(d, s, m)
	g.tests(d, s)
	g.output(d)
	g.raster(d)
	g.registers(d, texture >= 0 && s.deep[texture])
	return d
}

func (g *generator) view(d *strictyaml.Node) {
	switch g.word(kView) {
	case "moved":
		d.Set("translate", g.floats(3, -0.3, 0.3))
	case "perspective":
		w := g.between(-0.6, 0.6)
		d.Set("transform", strictyaml.Seq(1, 0, 0, g.between(-0.3, 0.3), 0, 1, 0, w, 0, 0, 1, g.between(0, 0.5), 0, 0, 0, 1))
	}
}

// tests chooses depth and stencil.
func (g *generator) tests(d *strictyaml.Node, s *scenery) {
	switch f := g.word(kDepthTest); f {
	case "off":
		d.Set("depth_test", false)
		d.Set("depth_write", false)
	default:
		d.Set("depth_func", f)
	}
	if g.yes(kDepthKeep) {
		d.Set("depth_write", false)
	}
	if how := g.word(kStencil); how != "off" {
		face := g.face()
		if how == "both faces" {
			face.Set("back", g.face())
		}
		d.Set("stencil", face)
	}
	switch g.word(kBias) {
	case "constant":
		d.Set("depth_bias", strictyaml.Map("constant", g.between(-900, 900)))
	case "slope":
		d.Set("depth_bias", strictyaml.Map("slope", g.between(-2, 2)))
	case "both, clamped":
		d.Set("depth_bias", strictyaml.Map("constant", g.between(-9000, 9000), "slope", g.between(-2, 2), "clamp", g.between(-0.1, 0.1)))
	}
	kill := func() { d.Set("kill", g.between(0.1, 0.9)) }
	depth := func() {
		of := strictyaml.Map("offset", g.between(0, 0.6), "factor", g.between(-0.5, 0.5))
		if k := d.Lookup("kernels"); k != nil && k.Lookup("pixel") != nil { // which says itself what depths pixels have
			d.Set("late_test", true)
			return
		}
		d.Set("program_depth", of)
	}
	switch g.word(kLate) {
	case "asked for":
		d.Set("late_test", true)
	case "kill":
		kill()
	case "depth":
		depth()
	case "kill and depth":
		kill()
		depth()
	case "kill, early":
		kill()
		d.Set("late_test", false)
	}
	if g.yes(kDrawHiZ) {
		d.Set("hiz", false)
	}
}

func (g *generator) face() *strictyaml.Node {
	return strictyaml.Map("func", g.word(kCompare), "ref", g.rng.IntN(5), "read_mask", one(g.dice, 255, 15, 3), "write_mask", one(g.dice, 255, 15, 0xf0),
		"fail", g.word(kOperation), "zfail", g.word(kOperation), "pass", g.word(kOperation))
}

// output chooses blending and what is written.
func (g *generator) output(d *strictyaml.Node) {
	if g.yes(kBlend) {
		b := strictyaml.Map("src", g.word(kFactor), "dst", g.word(kFactor), "eq", g.word(kEquation))
		if g.rng.IntN(2) == 0 {
			b.Set("alpha_src", g.word(kFactor))
			b.Set("alpha_dst", g.word(kFactor))
			b.Set("alpha_eq", g.word(kEquation))
		}
		b.Set("constant", g.bytes(4))
		d.Set("blend", b)
	}
	switch mask := g.word(kWriteMask); mask {
	case "rgba":
	case "none":
		d.Set("write_mask", "")
	default:
		d.Set("write_mask", mask)
	}
}

// raster chooses culling, scissor and viewport.
func (g *generator) raster(d *strictyaml.Node) {
	if c := g.word(kCull); c != "none" {
		d.Set("cull", c)
	}
	d.Set("front", g.word(kFront))
	switch g.word(kScissor) {
	case "part":
		r := g.rect()
		d.Set("scissor", []int{r[0], r[1], min(r[2], g.width), min(r[3], g.height)})
	case "nothing":
		d.Set("scissor", []int{0, 0, 0, 0})
	}
	w, h := float64(g.width), float64(g.height)
	switch g.word(kViewport) {
	case "part":
		x, y := float64(g.rng.IntN(g.width)), float64(g.rng.IntN(g.height))
		d.Set("viewport", []float64{x, y, w - x, h - y})
	case "depth range":
		near := g.between(0, 1)
		d.Set("viewport", []float64{0, 0, w, h, near, g.between(0, 1)})
	case "beyond":
		d.Set("viewport", []float64{-w / 2, -h / 4, 2 * w, 1.5 * h})
	}
}
