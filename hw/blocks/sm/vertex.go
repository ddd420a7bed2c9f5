package sm

import (
	"math"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// words of a vertex record
const (
	recPosition = 0
	recNormal   = 3
	recTexcoord = 6
	recColor    = 8
)

// vertexProgram is docs/arithmetic.md, section 1.
type vertexProgram struct{ cycles int }

func (p vertexProgram) Cycles() int { return p.cycles }

func (p vertexProgram) Run(t *Thread, r *regs.EUPRegs) {
	inst := float32(t.Instance)
	step := [3]float32{r.InstanceStepX(), r.InstanceStepY(), r.InstanceStepZ()}
	for i := range t.In {
		shadeVertex(&t.In[i], &t.Out[i], r, inst, step)
	}
}

func shadeVertex(in *[16]float32, out *pipe.Vertex, r *regs.EUPRegs, inst float32, step [3]float32) {
	var p [3]float32
	for k := range p {
		p[k] = in[recPosition+k] + float32(inst*step[k])
	}
	for j := range 4 {
		s := float32(element(r, j)*p[0]) + float32(element(r, 4+j)*p[1])
		s += float32(element(r, 8+j) * p[2])
		out.Clip[j] = s + element(r, 12+j)
	}
	c := [4]float32{r.BaseColorR(), r.BaseColorG(), r.BaseColorB(), r.BaseColorA()}
	if r.VertexProgramUseVertexColor() {
		for k := range c {
			c[k] *= in[recColor+k]
		}
	}
	if r.VertexProgramLighting() {
		f := light(in, r)
		for k := range 3 {
			c[k] *= f
		}
	}
	copy(out.A[:], c[:])
	out.A[4], out.A[5] = in[recTexcoord], in[recTexcoord+1]
}

func element(r *regs.EUPRegs, i int) float32 { return math.Float32frombits(r[regs.EUPTransform0+i]) }

func light(in *[16]float32, r *regs.EUPRegs) float32 {
	d := float32(in[recNormal]*r.LightX()) + float32(in[recNormal+1]*r.LightY())
	d += float32(in[recNormal+2] * r.LightZ())
	if !(d > 0) {
		d = 0
	}
	return r.Ambient() + float32(r.Diffuse()*d)
}
