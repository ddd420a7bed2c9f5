package sm

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Program is what a thread computes. The fixed programs are two; programmable ones
// bring their own length and results.
type Program interface {
	// Cycles returns how long the program occupies an execution unit.
	Cycles() int
	// Run computes the thread's outputs from its inputs.
	Run(t *Thread, r *regs.EUPRegs)
}

// VertexProgram is the fixed program of vertex threads.
func VertexProgram(cfg Config) Program { return vertexProgram{cfg.VertexCycles} }

// PixelProgram is the fixed program of pixel threads.
func PixelProgram(cfg Config) Program { return pixelProgram{cfg.PixelCycles} }

// Thread is a thread slot.
type Thread struct {
	Kind     pipe.Kind // Prim: a vertex thread; Quad: a pixel thread
	Slot     uint8     // context slot
	Instance uint32
	In       [3][16]float32 // vertex: the records
	Out      [3]pipe.Vertex // vertex: the result

	Pixel pipe.PixelThread // pixel: the input
	Texel [4][4]float32    // pixel: samples of its texture, by pixel and component
	Kept  uint8            // pixel: the result
	Color [4]pipe.Color
	Depth [4]float32
}

// clear makes a thread slot empty again. Of a pixel thread the vertex part is empty, and the other way round.
func (t *Thread) clear() {
	if t.Kind == pipe.Quad {
		t.Pixel, t.Texel, t.Kept, t.Color, t.Depth = pipe.PixelThread{}, [4][4]float32{}, 0, [4]pipe.Color{}, [4]float32{}
	} else {
		t.In, t.Out = [3][16]float32{}, [3]pipe.Vertex{}
	}
	t.Kind, t.Slot, t.Instance = 0, 0, 0
}
