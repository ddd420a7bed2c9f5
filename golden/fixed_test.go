package golden

import (
	"math"

	"tilemark/hw/regs"
)

// The programs of docs/arithmetic.md, sections 1 and 6, written down apart from the kernels that compute them.

// vertexProgram holds the constants of section 1.
type vertexProgram struct {
	matrix                   [16]float32 // column-major
	step, light              [3]float32
	ambient, diffuse         float32
	base                     [4]float32
	lighting, useVertexColor bool
}

func newVertexProgram(r *registers) (p vertexProgram) {
	const block = regs.BlockEUP
	for i := range p.matrix {
		p.matrix[i] = r.float(block, regs.EUPTransform0+i)
	}
	for i := range 3 {
		p.light[i] = r.float(block, regs.EUPLightX+i)
		p.step[i] = r.float(block, regs.EUPInstanceStepX+i)
	}
	for i := range p.base {
		p.base[i] = r.float(block, regs.EUPBaseColorR+i)
	}
	p.ambient, p.diffuse = r.float(block, regs.EUPAmbient), r.float(block, regs.EUPDiffuse)
	switches := r.word(block, regs.EUPVertexProgram)
	p.lighting = flag(switches, regs.EUPVertexProgramLightingShift)
	p.useVertexColor = flag(switches, regs.EUPVertexProgramUseVertexColorShift)
	return p
}

// run is section 1 for one vertex.
func (p *vertexProgram) run(rec *record, instance uint32) (v vertex) {
	position, normal := [3]float32(rec[0:3]), [3]float32(rec[3:6])
	texture, color := rec[6:8], rec[8:12]
	for k := range position {
		position[k] = add(position[k], mul(float32(instance), p.step[k]))
	}
	for j := range 4 {
		row := [3]float32{p.matrix[j], p.matrix[4+j], p.matrix[8+j]}
		v[posX+j] = add(dot3(row, position), p.matrix[12+j])
	}
	attribute := v[firstAttribute:]
	for k := range p.base {
		attribute[k] = p.base[k]
		if p.useVertexColor {
			attribute[k] = mul(attribute[k], color[k])
		}
	}
	if p.lighting {
		f := p.lightFactor(normal)
		for k := range 3 {
			attribute[k] = mul(attribute[k], f)
		}
	}
	copy(attribute[4:], texture)
	return v
}

func (p *vertexProgram) lightFactor(normal [3]float32) float32 {
	d := dot3(normal, p.light)
	if !(d > 0) {
		d = 0
	}
	return add(p.ambient, mul(p.diffuse, d))
}

// weights of the four control points of a curve.
type weights [4]float32

func bezier(t float32) weights {
	s := sub(1, t)
	return weights{mul(mul(s, s), s), mul(mul(mul(s, s), t), 3), mul(mul(mul(s, t), t), 3), mul(mul(t, t), t)}
}

// hodograph is the weights of the curve's slope, which is a curve of the differences of its
// control points.
type hodograph [3]float32

func newHodograph(t float32) hodograph {
	s := sub(1, t)
	return hodograph{mul(mul(s, s), 3), mul(mul(mul(s, t), 2), 3), mul(mul(t, t), 3)}
}

func (q *hodograph) slope(x0, x1, x2, x3 float32) float32 {
	return add(add(mul(q[0], sub(x1, x0)), mul(q[1], sub(x2, x1))), mul(q[2], sub(x3, x2)))
}

func (w *weights) sum(x0, x1, x2, x3 float32) float32 {
	return add(add(add(mul(w[0], x0), mul(w[1], x1)), mul(w[2], x2)), mul(w[3], x3))
}

// combine combines four values: control points of a curve.
type combine func(x0, x1, x2, x3 float32) float32

// surface returns a position, or a tangent: each row combined along u, then the results
// along v.
func (p *patch) surface(u, v combine) (q [3]float32) {
	for k := range q {
		var rows [4]float32
		for r := range rows {
			row := p[4*r : 4*r+4]
			rows[r] = u(row[0][k], row[1][k], row[2][k], row[3][k])
		}
		q[k] = v(rows[0], rows[1], rows[2], rows[3])
	}
	return q
}

// cross returns the product of the tangents at (u, v), and its length.
func (p *patch) cross(u, v float32) (n [3]float32, length float32) {
	bu, bv, qu, qv := bezier(u), bezier(v), newHodograph(u), newHodograph(v)
	du, dv := p.surface(qu.slope, bv.sum), p.surface(bu.sum, qv.slope)
	for k := range n {
		a, b := (k+1)%3, (k+2)%3
		n[k] = sub(mul(du[a], dv[b]), mul(du[b], dv[a]))
	}
	// The root of a binary32 value is rounded twice here, which never differs from once.
	return n, float32(math.Sqrt(float64(dot3(n, n))))
}

// normal is the unit normal at (u, v). Where the tangents do not span a plane it is
// that of a point a little nearer to the middle.
func (p *patch) normal(u, v float32) (n [3]float32) {
	n, length := p.cross(u, v)
	if !(length > 0) {
		inward := func(t float32) float32 { return add(t, div(sub(0.5, t), 64)) }
		n, length = p.cross(inward(u), inward(v))
	}
	if !(length > 0) {
		return [3]float32{}
	}
	for k := range n {
		n[k] = div(n[k], length)
	}
	return n
}

// point is the vertex record at (u, v).
func (p *patch) point(u, v float32) (rec record) {
	bu, bv := bezier(u), bezier(v)
	position, normal := p.surface(bu.sum, bv.sum), p.normal(u, v)
	copy(rec[:], position[:])
	copy(rec[recordNormal:], normal[:])
	between := func(a, b, t float32) float32 { return add(mul(a, sub(1, t)), mul(b, t)) }
	for k := recordTexture; k < recordValues; k++ {
		rec[k] = between(between(p[0][k], p[3][k], u), between(p[12][k], p[15][k], u), v)
	}
	return rec
}

// pixelProgram is section 6.
type pixelProgram struct {
	texture
	textured    bool
	kill        bool
	alphaRef    float32
	writeDepth  bool
	depthOffset float32
	depthFactor float32
	counted     bool        // runs are counted
	format      colorFormat // of the colours sent to WBU
}

func newPixelProgram(mem image, r *registers) pixelProgram {
	const block = regs.BlockPS
	switches := r.word(block, regs.PSPixelProgram)
	return pixelProgram{
		texture:     newTexture(mem, r),
		textured:    flag(switches, regs.PSPixelProgramTextureShift),
		kill:        flag(switches, regs.PSPixelProgramKillShift),
		alphaRef:    r.float(block, regs.PSAlphaRef),
		writeDepth:  flag(switches, regs.PSPixelProgramWriteDepthShift),
		depthOffset: r.float(block, regs.PSProgramDepthOffset),
		depthFactor: r.float(block, regs.PSProgramDepthFactor),
		counted:     flag(r.word(block, regs.PSStatisticsControl), regs.PSStatisticsControlEnableShift),
		format:      newColorFormat(r.word(block, regs.PSColorFormat)),
	}
}

// fixedAttributes are those of the fixed programs: r, g, b, a, u, v.
const fixedAttributes = 6

// color is the colour of a pixel with these attributes, in a quad with this level of
// detail.
func (p *pixelProgram) color(attr *[attributes]float32, detail int) (c [4]float32) {
	copy(c[:], attr[:])
	if p.textured {
		p.modulate(&c, attr[4], attr[5], detail)
	}
	return c
}

// keeps tells whether a pixel of this colour is kept.
func (p *pixelProgram) keeps(c *[4]float32) bool { return !p.kill || c[alpha] >= p.alphaRef }

// depth is the depth that the program computes, before it is clamped.
func (p *pixelProgram) depth(c *[4]float32) float32 {
	return add(p.depthOffset, mul(p.depthFactor, c[alpha]))
}
