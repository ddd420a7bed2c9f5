package lower

import (
	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// given are words that the 3D pipeline gives each thread of a stage, all lanes the same.
type given struct {
	first uint32 // number of the input
	words int
}

// Names of uniform variables that are no buffers: their bytes are those words (docs/isa.md, "A thread").
const (
	pipelineConstants = "pipeline_constants"
	controlPoints     = "control_points"
)

// Registers of a thread that have them.
const (
	constantsAbove   = 4 // of vertex, hull and domain threads
	constantsBelow   = 2 // of pixel threads
	registersOfPatch = 32
	wordsOfRegister  = 8
)

// given tells which words a uniform variable stands for in the stage, if it is one of those.
func (l *lowerer) given(g *ir.GlobalVariable) (w given, ok bool) {
	if g.Space != ir.SpaceUniform || l.k.Stage == llir.Compute {
		return w, false
	}
	patch := l.k.Stage == llir.Hull || l.k.Stage == llir.Domain
	switch {
	case g.Name == pipelineConstants && l.k.Stage == llir.Pixel:
		return given{llir.InputConstant, constantsBelow * wordsOfRegister}, true
	case g.Name == pipelineConstants:
		return given{llir.InputConstant, constantsAbove * wordsOfRegister}, true
	case g.Name == controlPoints && patch:
		return given{llir.InputControl, registersOfPatch * wordsOfRegister}, true
	}
	return w, false
}

// checkGiven refuses a type that has more than the words that are there.
func (l *lowerer) checkGiven(g *ir.GlobalVariable, w given) {
	for _, p := range l.layout(l.inner(g.Type), 0) {
		if p.bytes/4 >= w.words {
			refuse("%s has byte %d; the pipeline gives %d bytes", g.Name, p.bytes, 4*w.words)
		}
	}
}

// givenWords reads words that came with the thread.
func (l *lowerer) givenWords(p *pointer) (values []llir.Value) {
	if p.address != 0 {
		refuse("an index of %s or %s that is not known when the shader is compiled", pipelineConstants, controlPoints)
	}
	for _, at := range l.places(p) {
		word := l.input(p.given.first+uint32(at.bytes/4), llir.U32)
		if at.t == llir.F16 && at.bytes&2 != 0 {
			word = l.op(llir.Shr, llir.U32, word, l.u32(16))
		}
		values = append(values, l.fromMemory(llir.U32, at.t, word))
	}
	return values
}
