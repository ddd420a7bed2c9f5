package lives

// step is a box of the figure of a kernel.
type step struct {
	name, where, text string
	class             string
	other             bool // the box to its left or this one
}

// stages are the rows of the figure: what happens once, at a draw, and in the machine. The boxes of a row follow each other from left to right.
var stages = []struct {
	what  string
	steps []step
}{
	{"the compiler, once for a shader: what it means", []step{
		{"shader", "WGSL", "A text in WGSL with an entry point for a stage. State that the shader does not name may change what it computes.", "gate", false},
		{"front end", "compiler/front, check", "naga parses; the checker refuses what is not valid, with line and column.", "plain", false},
		{"lowering", "compiler/lower", "Functions are inlined, variables become values, accesses get addresses.", "plain", false},
		{"llir", "compiler/llir", "Scalars, one for each lane, in a tree of if, block and loop. State is an operation of its own.", "plain", false},
	}},
	{"the compiler, once for a shader: code", []step{
		{"optimisation", "compiler/opt", "Passes run until nothing changes. A verifier checks after each.", "plain", false},
		{"code generation", "compiler/gen", "Instructions are chosen, scheduled, given registers, and scheduled once more for these.", "plain", false},
		{"encoding", "hw/isa/asm", "Instructions of 64 and 128 bits; those that depend on state have tags.", "plain", false},
		{"kernel file", "checked", "The kernel with its needs; after it, where the machine patches, its patch table.", "gate", false},
	}},
	{"at a draw: one of two patchers puts in what the draw's state says", []step{
		{"driver patches", "patch: driver", "It writes a copy into memory, once for each state of which something differs that the kernel depends on.", "save", false},
		{"machine patches", "patch: machine", "One kernel in memory; the draw writes its state into registers, and lines are patched as they are fetched.", "save", true},
		{"bindings", "BIND, MXU", "Kernel, constants, buffers and textures of a pixel kernel become a pin set; the vertex stage's come by EUP.", "save", false},
		{"thread request", "EUP, PM", "A full thread is sent with its kernel, draw and version of the state; PM finds a slot and registers.", "below", false},
	}},
	{"in a multiprocessor, for each instruction", []step{
		{"fetch", "SM, L15", "The line that has the PC comes from the level-1.5 cache, patched for the thread's version if it has tags.", "below", false},
		{"issue", "SM", "One thread a cycle: its line is there, its registers have no result on their way, its unit is free.", "below", false},
		{"execution", "ALU, math, LSU, TEX", "Passes over the lanes; messages go to load/store unit and sampler. Results are written after the latency.", "below", false},
		{"retirement", "EUP", "The thread has ended, its results are called for in order, then its slot is free.", "below", false},
	}},
}

// Kernel draws the life of a kernel, from its shader to the retirement of its threads.
func Kernel() (string, error) {
	const gap, count = 26.0, 4
	const w = (figureWidth - 2*margin - (count-1)*gap) / count
	c := &canvas{}
	y := 86.0
	for r, row := range stages {
		h := 0.0
		var texts [count][]string
		for i, s := range row.steps {
			texts[i] = c.wrap(s.text, smallSize, w-2*padding)
			h = max(h, noteHeight(texts[i])+2*lineHeight+4)
		}
		c.line(margin+20, y, smallSize, "soft", "start", false, row.what)
		y += 10
		for i, s := range row.steps {
			x := margin + (w+gap)*float64(i)
			c.box(x, y, w, h, s.class, s.name, nil)
			c.line(x+padding, y+padding+2*lineHeight-2, smallSize, "soft", "start", false, s.where)
			c.lines(x+padding, y+padding+2*lineHeight+2, smallSize, "text", texts[i])
			switch {
			case s.other:
				c.line(x-gap/2, y+h/2, smallSize, "soft", "middle", false, "or")
			case i > 0:
				c.arrow([2]float64{x - gap + 2, y + h/2}, [2]float64{x - 2, y + h/2})
			}
		}
		if y += h; r == len(stages)-1 {
			break
		}
		last := figureWidth - margin - w/2
		for i, s := range stages[r+1].steps {
			if i == 0 || s.other {
				x := margin + (w+gap)*float64(i) + 10
				if s.other {
					x += w - 24 // beside what the row is called
				}
				c.arrow([2]float64{last, y}, [2]float64{last, y + 14}, [2]float64{x, y + 14}, [2]float64{x, y + 52})
			}
		}
		y += 43
	}
	return c.figure("The life of a kernel", "From a shader to the threads that run it. Kernels that are written as text begin at the encoding, and those without tags are not patched.", y+margin)
}
