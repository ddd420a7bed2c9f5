package driver

import (
	"math"
	"math/bits"
	"sort"

	"tilemark/hw/regs"
	"tilemark/tb/scene"
)

// state is the register values of a draw, by block and register.
type state map[uint64]uint32

func key(block, reg int) uint64 { return uint64(block)<<16 | uint64(reg) }

func (s state) set(block, reg int, v uint32)       { s[key(block, reg)] = v }
func (s state) setFloat(block, reg int, v float32) { s.set(block, reg, math.Float32bits(v)) }

// override gives registers the values that the scene gives them, whatever they should be, and takes those out that are kept as they were.
func (s state) override(list []scene.Write) {
	for _, w := range list {
		k := key(w.Block, w.Register)
		if w.Kept {
			delete(s, k)
			continue
		}
		had, ok := s[k]
		if !ok {
			had = regs.ResetValue(w.Block, w.Register)
		}
		s[k] = had&^w.Mask | w.Value
	}
}

// draw writes the state that changed, and the draw.
func (b *builder) draw(i int, d *scene.Draw) {
	if b.err != nil {
		return
	}
	s := state{}
	b.target(s)
	b.viewport(s, &d.State)
	b.geometry(s, d)
	b.shading(s, d)
	b.programs(s, &d.State)
	b.pixels(s, d)
	b.beginQueries(s, d)
	if b.o.Residue {
		b.residue(s, d)
	}
	b.kernels(i, s, d)
	s.override(d.Registers)
	b.write(s)
	if b.o.Access {
		b.accesses(s)
	}
	b.drawCommand(d)
	b.endQueries(d)
	if d.FenceAfter {
		at := b.allocPart(b.o.Lends.Fences, 64, 64)
		b.changes(at, 64)
		b.c.Fences = append(b.c.Fences, at)
		b.buffer = append(b.buffer, regs.CommandFenceHeader, at, b.fenceValue(uint32(i)+1))
	}
	switch d.Flush {
	case scene.FlushWriteBack:
		b.buffer = append(b.buffer, flushCommand(regs.FlushModeWriteBack))
		b.order.flush()
	case scene.FlushInvalidate:
		b.buffer = append(b.buffer, flushCommand(regs.FlushModeInvalidate))
	}
}

// flushCommand is a FLUSH.
func flushCommand(mode uint32) uint32 {
	return regs.CommandFlushHeader | mode<<regs.HeaderSubOpcodeShift
}

func (b *builder) drawCommand(d *scene.Draw) {
	m := &b.s.Meshes[d.Mesh]
	n, flags := len(m.Vertices), regs.CommandDrawFlagsFields{}
	if m.Indices != nil {
		n, flags.Indexed = len(m.Indices), true
	}
	count := d.Count
	if count == 0 {
		count = n - d.First
	}
	b.buffer = append(b.buffer, regs.CommandDrawHeader, uint32(count), uint32(d.Instances), uint32(d.First), flags.Pack())
}

// write emits SET_STATE commands for the registers that change, neighbours together.
func (b *builder) write(s state) {
	var keys []uint64
	for k, v := range s {
		block, reg := int(k>>16), int(k&0xffff)
		if b.o.Residue {
			v |= b.garbage(block, reg) & reservedBits(block, reg)
			s[k] = v
		}
		had, ok := b.shadow[k]
		if !ok {
			had = regs.ResetValue(block, reg)
			if isCounter(block, reg) || b.o.Repeat > 1 { // what a buffer finds differs from one time to the next
				had = ^v
			}
		}
		if had != v {
			keys = append(keys, k)
			b.shadow[k] = v
		}
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	for len(keys) > 0 {
		n := 1
		for n < len(keys) && keys[n] == keys[n-1]+1 {
			n++
		}
		b.buffer = append(b.buffer, setStateHeader(uint32(keys[0]>>16), n), uint32(keys[0]&0xffff))
		for _, k := range keys[:n] {
			b.buffer = append(b.buffer, s[k])
		}
		keys = keys[n:]
	}
}

// setStateHeader is the header of a SET_STATE of n registers.
func setStateHeader(block uint32, n int) uint32 {
	return regs.CommandSetState | regs.HeaderFields{SubOpcode: block, Length: uint32(regs.CommandSetStateValue - 1 + n)}.Pack()
}

// target is what all draws of a context share.
func (b *builder) target(s state) {
	w, h := b.o.Width, b.o.Height
	c := &b.c
	s.setFloat(regs.BlockTSU, regs.TSUGuardBand, float32(max(1, 32768/max(w, h))))
	s.set(regs.BlockSGTG, regs.SGTGTargetSize, regs.SGTGTargetSizeFields{Width: uint32(w), Height: uint32(h)}.Pack())
	s.set(regs.BlockMXU, regs.MXUColorBase, c.Color.Base)
	s.set(regs.BlockMXU, regs.MXUDepthBase, c.Depth.Base)
	s.set(regs.BlockMXU, regs.MXUSurfacePitch,
		regs.MXUSurfacePitchFields{Color: uint32(c.Color.Pitch), Depth: uint32(c.Depth.Pitch)}.Pack())
	s.set(regs.BlockMXU, regs.MXUSurfaceFormat, regs.MXUSurfaceFormatFields{ColorWide: c.Color.Bytes == 8, DepthNarrow: c.Depth.Bytes == 2}.Pack())
	s.set(regs.BlockPS, regs.PSColorFormat, c.ColorFormat)
	s.set(regs.BlockWBU, regs.WBUColorFormat, c.ColorFormat)
	s.set(regs.BlockWBU, regs.WBUColorBase, c.Color.Base)
	s.set(regs.BlockWBU, regs.WBUColorPitch, uint32(c.Color.Pitch))
	s.set(regs.BlockZL2, regs.ZL2DepthBase, c.Depth.Base)
	s.set(regs.BlockZL2, regs.ZL2DepthPitch, uint32(c.Depth.Pitch))
}

func (b *builder) geometry(s state, d *scene.Draw) {
	m := &b.s.Meshes[d.Mesh]
	p := b.meshes[d.Mesh]
	s.set(regs.BlockCSP, regs.CSPTopology, uint32(m.Topology))
	s.set(regs.BlockCSP, regs.CSPIndexBase, p.indices)
	s.set(regs.BlockCSP, regs.CSPIndexFormat, regs.CSPIndexFormatFields{Value: p.format, Restart: d.Restart}.Pack())
	s.set(regs.BlockCSP, regs.CSPBaseVertex, uint32(d.BaseVertex))
	s.set(regs.BlockEUPFront, regs.EUPFrontVertexBase, p.vertices)
	s.set(regs.BlockEUPFront, regs.EUPFrontVertexCount, uint32(len(m.Vertices)))
	if m.Topology == scene.PatchList {
		s.set(regs.BlockEUP, regs.EUPTessellation, regs.EUPTessellationFields{Level: uint32(d.Level)}.Pack())
	}
	t := d.Transform
	if !d.ClipSpace {
		t = multiply(b.c.ViewProjection, d.Transform)
	}
	for i, v := range t {
		s.setFloat(regs.BlockEUP, regs.EUPTransform0+i, v)
	}
	for i, v := range d.InstanceStep {
		s.setFloat(regs.BlockEUP, regs.EUPInstanceStepX+i, v)
	}
	st := &d.State
	s.set(regs.BlockTSU, regs.TSUCull,
		regs.TSUCullFields{CullFront: st.CullFront, CullBack: st.CullBack, FrontCw: st.FrontCW}.Pack())
}

func (b *builder) shading(s state, d *scene.Draw) {
	light := toObject(d.Transform, b.s.Light)
	for i, v := range light {
		if d.Turned { // the product with a normal that points to the other side
			v = -v
		}
		s.setFloat(regs.BlockEUP, regs.EUPLightX+i, v)
	}
	s.setFloat(regs.BlockEUP, regs.EUPAmbient, b.s.Ambient)
	s.setFloat(regs.BlockEUP, regs.EUPDiffuse, b.s.Diffuse)
	for i, v := range d.BaseColor {
		s.setFloat(regs.BlockEUP, regs.EUPBaseColorR+i, v)
	}
	s.set(regs.BlockEUP, regs.EUPVertexProgram,
		regs.EUPVertexProgramFields{Lighting: d.Lighting, UseVertexColor: d.VertexColor}.Pack())
	textured := d.Texture >= 0
	s.set(regs.BlockPS, regs.PSPixelProgram, regs.PSPixelProgramFields{
		Texture: textured, Kill: d.State.Kill != nil, WriteDepth: d.State.ProgramDepth != nil,
	}.Pack())
}

// programs is the pixel program's state besides colours, and the depth bias.
func (b *builder) programs(s state, st *scene.State) {
	if st.Kill != nil {
		s.setFloat(regs.BlockPS, regs.PSAlphaRef, *st.Kill)
	}
	if p := st.ProgramDepth; p != nil {
		s.setFloat(regs.BlockPS, regs.PSProgramDepthOffset, p.Offset)
		s.setFloat(regs.BlockPS, regs.PSProgramDepthFactor, p.Factor)
	}
	bias := regs.ASUDepthBiasControlFields{Enable: st.DepthBias != nil}
	if d := st.DepthBias; d != nil {
		bias.Format = b.s.DepthFormat
		s.setFloat(regs.BlockASU, regs.ASUDepthBiasConstant, d.Constant)
		s.setFloat(regs.BlockASU, regs.ASUDepthBiasSlope, d.Slope)
		s.setFloat(regs.BlockASU, regs.ASUDepthBiasClamp, d.Clamp)
	}
	s.set(regs.BlockASU, regs.ASUDepthBiasControl, bias.Pack())
	s.set(regs.BlockZL1, regs.ZL1HizControl, regs.ZL1HizControlFields{Disable: st.NoHiZ}.Pack())
}

func (b *builder) pixels(s state, d *scene.Draw) {
	st := &d.State
	late := st.LateTest
	if k := (scene.Kernel{Kernel: b.o.PixelKernel}); d.Programs.Pixel == nil && k.Kernel != nil && !b.isOwnPixel(k.Kernel) {
		late = late || k.NeedsLateTest()
	}
	s.set(regs.BlockZL2, regs.ZL2DepthControl, regs.ZL2DepthControlFields{
		TestEnable: st.DepthTest, WriteEnable: st.DepthWrite, Func: st.DepthFunc, Format: b.s.DepthFormat, Late: late,
	}.Pack())
	s.set(regs.BlockZL2, regs.ZL2StencilControl, regs.ZL2StencilControlFields{Enable: st.StencilTest}.Pack())
	if st.StencilTest {
		f, k := &st.Front, &st.Back
		s.set(regs.BlockZL2, regs.ZL2StencilFront, regs.ZL2StencilFrontFields{Func: f.Func, Fail: f.Fail, Zfail: f.ZFail, Pass: f.Pass}.Pack())
		s.set(regs.BlockZL2, regs.ZL2StencilBack, regs.ZL2StencilBackFields{Func: k.Func, Fail: k.Fail, Zfail: k.ZFail, Pass: k.Pass}.Pack())
		s.set(regs.BlockZL2, regs.ZL2StencilRef, regs.ZL2StencilRefFields{Front: uint32(f.Ref), Back: uint32(k.Ref)}.Pack())
		s.set(regs.BlockZL2, regs.ZL2StencilMasks, regs.ZL2StencilMasksFields{
			ReadFront: uint32(f.ReadMask), WriteFront: uint32(f.WriteMask), ReadBack: uint32(k.ReadMask), WriteBack: uint32(k.WriteMask),
		}.Pack())
	}
	l := &st.Blend
	s.set(regs.BlockWBU, regs.WBUBlend, regs.WBUBlendFields{
		Enable: l.Enable, SrcColor: l.SrcColor, DstColor: l.DstColor, SrcAlpha: l.SrcAlpha, DstAlpha: l.DstAlpha,
		ColorEquation: l.ColorEq, AlphaEquation: l.AlphaEq,
	}.Pack())
	k := l.Constant
	s.set(regs.BlockWBU, regs.WBUBlendConstant, uint32(k[0])|uint32(k[1])<<8|uint32(k[2])<<16|uint32(k[3])<<24)
	s.set(regs.BlockWBU, regs.WBUWriteMask, uint32(st.WriteMask))
	x0, y0, x1, y1 := 0, 0, 0xffff, 0xffff
	if st.Scissor != nil {
		x0, y0, x1, y1 = st.Scissor[0], st.Scissor[1], st.Scissor[2], st.Scissor[3]
	}
	if v := st.Viewport; v != nil { // the machine cuts triangles at the guard band only
		x0, x1 = max(x0, firstPixel(v.X)), max(0, min(x1, firstPixel(v.X+v.Width)))
		y0, y1 = max(y0, firstPixel(v.Y)), max(0, min(y1, firstPixel(v.Y+v.Height)))
	}
	s.set(regs.BlockSGTG, regs.SGTGScissorMin, regs.SGTGScissorMinFields{X: uint32(x0), Y: uint32(y0)}.Pack())
	s.set(regs.BlockSGTG, regs.SGTGScissorMax, regs.SGTGScissorMaxFields{X: uint32(x1), Y: uint32(y1)}.Pack())
}

// garbage is what stands where nothing uses it; each context has its own.
func (b *builder) garbage(block, reg int) uint32 {
	return bits.RotateLeft32(0x40a5c3e7, 7*len(b.im.Contexts)) ^ uint32(block<<8|reg)
}

// fenceValue is what the nth fence writes: with garbage, a number with high bits, in some contexts the highest one too.
func (b *builder) fenceValue(n uint32) uint32 {
	if b.o.Residue {
		return b.garbage(0, 0)<<8 | n
	}
	return n
}

// reservedBits are the bits of a register that belong to no field: they are kept as written, and nothing uses them.
func reservedBits(block, reg int) uint32 {
	for _, r := range regs.Blocks[block].Registers {
		if r.Index != reg || len(r.Fields) == 0 {
			continue
		}
		used := uint32(0)
		for _, f := range r.Fields {
			used |= uint32(1<<f.Width-1) << f.Shift
		}
		return ^used
	}
	return 0
}

// residue gives registers that have no effect on a draw values that are not their
// reset values, so that a context that keeps another's registers is noticed.
func (b *builder) residue(s state, d *scene.Draw) {
	garbage := func(block int, registers ...int) {
		for _, r := range registers {
			if _, used := s[key(block, r)]; !used || s[key(block, r)] == regs.ResetValue(block, r) {
				s.set(block, r, b.garbage(block, r))
			}
		}
	}
	st := &d.State
	if !st.StencilTest {
		garbage(regs.BlockZL2, regs.ZL2StencilFront, regs.ZL2StencilBack, regs.ZL2StencilRef, regs.ZL2StencilMasks)
		if !st.CullFront && !st.CullBack {
			s.set(regs.BlockTSU, regs.TSUCull, regs.TSUCullFields{FrontCw: true}.Pack())
		}
	}
	if !d.Query {
		garbage(regs.BlockZL2, regs.ZL2OcclusionLo, regs.ZL2OcclusionHi)
	}
	if st.DepthBias == nil {
		garbage(regs.BlockASU, regs.ASUDepthBiasConstant, regs.ASUDepthBiasSlope, regs.ASUDepthBiasClamp)
	}
	if st.Kill == nil {
		garbage(regs.BlockPS, regs.PSAlphaRef)
	}
	if st.ProgramDepth == nil {
		garbage(regs.BlockPS, regs.PSProgramDepthOffset, regs.PSProgramDepthFactor)
	}
	if !st.Blend.Enable {
		garbage(regs.BlockWBU, regs.WBUBlendConstant)
	}
	if d.Texture < 0 {
		garbage(regs.BlockBIND, regs.BINDTexture0Base, regs.BINDTexture0Size, regs.BINDSampler0Mode)
	}
	if !d.Lighting {
		garbage(regs.BlockEUP, regs.EUPLightX, regs.EUPLightY, regs.EUPLightZ)
	}
	if b.s.Meshes[d.Mesh].Indices == nil {
		garbage(regs.BlockCSP, regs.CSPIndexBase)
	}
}
