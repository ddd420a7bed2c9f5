package random

import (
	"fmt"

	"tilemark/text/strictyaml"
)

var (
	kKernels     = knob("kernels", "Kernels of its own that a scene has for its draws.", "none:6", "pixel:2", "vertex", "both")
	kKernelLanes = knob("kernel.lanes", "Lanes of a pixel kernel.", "8:2", "16")
	kKernelParts = knob("kernel.parts", "Parts of a pixel kernel.", "1:2", "2..3:2", "4..6")
	kKernelPart  = knob("kernel.part", "What a part does: it stores to a buffer, counts by atomics, loads, samples, loops, discards, uses scratch memory; the last one may give a depth.",
		"store:3", "count:3", "load:2", "sample", "loop:2", "discard", "scratch:2", "depth")
	kKernelFails = yesNo("kernel.fails", "The kernels of a scene have fewer instructions than they need, so that its context ends with a status.", 16, 1)
	kAttributes  = knob("attributes_registers", "A draw with planes of another number of attributes than its kernel reads, and some that are flat.", "own:8", "other:1")
	kNos         = knob("nos_registers", "Registers of a draw with state that kernels depend on.", "0:8", "1..3:2")
	kFlush       = knob("flush", "Which flush comes after a draw.", "none:8", "write_back", "invalidate")
	atomics      = []string{"add", "or", "xor", "max", "min", "sub", "and"}
)

// pixelKernel is a pixel kernel, and what its draws bind. What it stores depends on nothing but the place, and atomics are such
// as can come in any order: it does not matter which of two threads comes last.
type pixelKernel struct {
	name  string
	binds *strictyaml.Node
}

// kernels chooses a scene's own kernels and their buffers.
func (g *generator) kernels(s *scenery, out *strictyaml.Node) {
	which := g.word(kKernels)
	if which == "none" {
		return
	}
	list, buffers := strictyaml.Seq[*strictyaml.Node](), strictyaml.Seq[*strictyaml.Node]()
	floats := make([]float64, 16)
	for i := range floats {
		floats[i] = g.between(-1, 1)
	}
	buffers.Items = append(buffers.Items, strictyaml.Map("name", "given", "floats", strictyaml.Seq(floats...)))
	if which != "vertex" {
		for i := range 1 + g.rng.IntN(2) {
			name := fmt.Sprintf("p%d", i)
			s.pixel = append(s.pixel, pixelKernel{name, g.pixelKernel(s, name, list, buffers)})
		}
	}
	if which != "pixel" {
		s.vertex = "v"
		list.Items = append(list.Items, g.vertexKernel(s.vertex))
	}
	if s.fails = g.yes(kKernelFails); s.fails {
		g.fails = true
	}
	out.Set("kernels", list)
	out.Set("buffers", buffers)
}

// pixelKernel writes a kernel into a list, with the buffers that it binds.
func (g *generator) pixelKernel(s *scenery, name string, kernels, buffers *strictyaml.Node) *strictyaml.Node {
	lanes := g.int(kKernelLanes)
	set := lanes / 8
	r := func(value int) string { return fmt.Sprintf("r%d", 1+value*set) }
	const x, y, z, red, u, temps = 0, 1, 2, 5, 9, 13 // values that a thread begins with, and the first that is free
	at, word, value := r(temps), r(temps+1), r(temps+2)
	binds, bound := strictyaml.Map(), strictyaml.Map()
	var head, body []string
	line := func(format string, args ...any) { body = append(body, fmt.Sprintf(format, args...)) }
	once := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		for _, other := range head {
			if other == text {
				return
			}
		}
		head = append(head, text)
	}
	buffer := func(number int, kind string, bytes int) {
		full := kind + name
		if bound.Lookup(fmt.Sprint(number)) == nil {
			bound.Set(fmt.Sprint(number), full)
			buffers.Items = append(buffers.Items, strictyaml.Map("name", full, "bytes", bytes))
		}
	}
	line("mul %s:ud, %s:ud, %d:ud", at, r(y), g.width)
	line("add %s:ud, %s:ud, %s:ud", at, at, r(x))
	operation := one(g.dice, atomics...) // others would not give the same in any order
	stored, depth := false, false
	for range g.int(kKernelParts) {
		switch g.word(kKernelPart) {
		case "store":
			if stored {
				continue // another value for the same place
			}
			stored = true
			once(".binding 0 buffer write")
			if kind := one(g.dice, "ud", "ud", "ub", "uw"); kind != "ud" {
				bytes := 1
				if kind == "uw" {
					bytes = 2
				}
				buffer(0, "stored", max(16, bytes*g.width*g.height&^3))
				line("mul %s:ud, %s:ud, %d:ud", word, at, bytes)
				line("mul %s:ud, %s:ud, %d:ud", value, at, 1+g.rng.IntN(1000))
				line("mov %s:%s, %s:ud", r(temps+3), kind, value)
				line("send.store.%s %s, %s, b0%s", kind, word, r(temps+3), one(g.dice, "", " {nc}"))
				continue
			}
			components := 1 + g.rng.IntN(2)
			buffer(0, "stored", max(16, 4*components*g.width*g.height-one(g.dice, 0, 0, 12, 4*g.width)))
			line("mul %s:ud, %s:ud, %d:ud", word, at, 4*components)
			line("mul %s:ud, %s:ud, %d:ud", value, at, 1+g.rng.IntN(1000))
			line("add %s:ud, %s:ud, %d:ud", r(temps+3), at, g.rng.IntN(1000))
			suffix := ""
			if components == 2 {
				suffix = ".2"
			}
			line("send.store.ud%s %s, %s, b0%s", suffix, word, value, one(g.dice, "", "", " {nc}"))
		case "count":
			once(".binding 7 buffer read write")
			buffer(7, "counted", 64)
			line("mul %s:ud, %s:ud, %d:ud", word, at, 1+g.rng.IntN(7))
			line("and %s:ud, %s:ud, %d:ud", word, word, one(g.dice, 0, 1, 3, 15))
			line("shl %s:ud, %s:ud, 2:ud", word, word)
			line("add %s:ud, %s:ud, %d:ud", value, at, 1+g.rng.IntN(9))
			line("send.atomic.ud.%s %s, %s, b7", operation, word, value)
		case "load":
			once(".binding 1 buffer read")
			bound.Set("1", "given")
			line("and %s:ud, %s:ud, %d:ud", word, at, one(g.dice, 7, 15, 31))
			line("shl %s:ud, %s:ud, 2:ud", word, word)
			line("send.load.f %s, %s, b1%s", value, word, one(g.dice, "", "", " {nc}"))
			line("add %s:f, %s:f, %s:f", r(red), r(red), value)
		case "sample":
			if binds.Lookup("textures") == nil {
				once(".binding 2 texture")
				once(".sampler 0")
				texture := fmt.Sprintf("t%d", g.rng.IntN(s.textures))
				binds.Set("textures", strictyaml.Map("2", texture))
				binds.Set("samplers", strictyaml.Map("0", texture))
			}
			line("send.sample.4.xy %s, %s, b2, s0", r(temps+4), r(u))
			line("mul %s:f, %s:f, %s:f", r(red+1), r(red+1), r(temps+5))
		case "loop":
			line("and %s:ud, %s:ud, %d:ud", word, r(x), one(g.dice, 1, 3, 7))
			line("loop")
			line("add %s:f, %s:f, 0.0625:f", r(red+2), r(red+2))
			line("add %s:ud, %s:ud, 1:ud", word, word)
			line("cmp.lt.f0 null:ud, %s:ud, %d:ud", word, 2+g.rng.IntN(12))
			line("(f0) while")
		case "discard":
			line("and.ne.f1 null:ud, %s:ud, %d:ud", at, one(g.dice, 1, 3, 6))
			line("(~f1) discard")
		case "scratch":
			once(".scratch %d", 4*lanes*16)
			line("mov %s:ud, %d:ud", word, 4*g.rng.IntN(12))
			line("send.private_store.ud.4 %s, %s", word, r(red))
			line("send.private_load.ud.4 %s, %s", r(temps+4), word)
			line("mov %s:ud, %s:ud", r(red), r(temps+4))
		case "depth":
			depth = true
		}
	}
	output := "color"
	if depth {
		line("mul %s:f, %s:f, %s:f", r(red+4), r(z), fmt.Sprint(g.between(0.1, 1)))
		output = "color_depth"
	}
	line("send.%s.4 %s {last}", output, r(red))
	directives := append([]string{".kernel " + name, ".stage pixel", fmt.Sprintf(".lanes %d", lanes), fmt.Sprintf(".inputs %d", 1+11*set)}, head...)
	if stored && !depth && g.rng.IntN(3) == 0 {
		directives = append(directives, ".early")
	}
	kernels.Items = append(kernels.Items, strictyaml.Map("name", name, "lines", strictyaml.Seq(append(directives, body...)...)))
	if len(bound.Entries) > 0 {
		binds.Set("buffers", bound)
	}
	return binds
}

// vertexKernel writes one that moves vertices by what it loads.
func (g *generator) vertexKernel(name string) *strictyaml.Node {
	lines := []string{
		".kernel " + name, ".stage vertex", ".lanes 8", ".binding 0 buffer read", ".inputs 19",
	}
	spills := g.rng.IntN(2) == 0
	if spills {
		lines = append(lines, ".scratch 256")
	}
	lines = append(lines,
		fmt.Sprintf("and r40:ud, r1:ud, %d:ud", one(g.dice, 3, 15, 31)),
		"shl r40:ud, r40:ud, 2:ud",
		"send.load.f r41, r40, b0"+one(g.dice, "", " {nc}"),
	)
	if spills {
		lines = append(lines, "send.scratch_store r41, +64", "mov r41:f, 0:f", "send.scratch_load r41, +64")
	}
	return strictyaml.Map("name", name, "lines", strictyaml.Seq(append(lines,
		"mul r41:f, r41:f, 0.125:f",
		"add r20:f, r3:f, r41:f",
		"mov r21:f, r4:f",
		"mov r22:f, r5:f",
		"mov r23:f, 1.0:f",
		"mov r24:f, r17.5<0>:f",
		"mov r25:f, r17.6<0>:f",
		"mov r26:f, r17.7<0>:f",
		"mov r27:f, r18<0>:f",
		"mov r28:f, r9:f",
		"mov r29:f, r10:f",
		"send.result.4 r20, +0",
		"send.result.4 r24, +128",
		"send.result.2 r28, +256 {last}")...))
}

// runs chooses what kernels a draw runs, and which flush comes after it.
func (g *generator) runs(d *strictyaml.Node, s *scenery, m *mesh) {
	kernels, bind, limits := strictyaml.Map(), strictyaml.Map(), strictyaml.Map()
	if len(s.pixel) > 0 && g.rng.IntN(4) > 0 {
		k := one(g.dice, s.pixel...)
		kernels.Set("pixel", k.name)
		if len(k.binds.Entries) > 0 {
			bind.Set("pixel", k.binds)
		}
		if s.fails {
			limits.Set("pixel", 2+g.rng.IntN(12))
		}
	}
	if s.vertex != "" && !m.patches && g.rng.IntN(4) > 0 {
		kernels.Set("vertex", s.vertex)
		bind.Set("vertex", strictyaml.Map("buffers", strictyaml.Map("0", "given")))
		if s.fails && g.rng.IntN(2) == 0 {
			limits.Set("vertex", 2+g.rng.IntN(20))
		}
	}
	for _, part := range []struct {
		key string
		of  *strictyaml.Node
	}{{"kernels", kernels}, {"bind", bind}, {"limits", limits}} {
		if len(part.of.Entries) > 0 {
			d.Set(part.key, part.of)
		}
	}
	if f := g.word(kFlush); f != "none" {
		d.Set("flush", f)
	}
}
