package driver

import (
	"fmt"
	"math/bits"

	"tilemark/hw/isa/kernel"
	"tilemark/hw/regs"
	"tilemark/tb/kernels"
)

// program is a kernel in memory: its address, and what the registers say of it.
type program struct {
	at, bytes, needs uint32
}

// place puts a kernel into the context's memory, once: the given one, or when it is nil the project's of that name.
func (b *builder) place(name string, k *kernel.Kernel) program {
	if p, ok := b.placed[name]; ok || b.err != nil {
		return p
	}
	if k == nil {
		var err error
		if k, err = kernels.Load(name); err != nil {
			b.err = fmt.Errorf("kernel %s: %w", name, err)
			return program{}
		}
	}
	code := k.Bytes()
	p := program{at: b.alloc(len(code), 64), bytes: uint32(len(code)), needs: needs(k)}
	if b.err == nil {
		copy(b.at(p.at), code)
		b.placed[name] = p
	}
	return p
}

// needs is a register NEEDS: those of all stages are alike.
func needs(k *kernel.Kernel) uint32 {
	return regs.PSPixelKernelNeedsFields{Registers: uint32(k.Registers - 1), Lanes: uint32(bits.TrailingZeros(uint(k.Lanes)) - 3), Inputs: uint32(k.Inputs)}.Pack()
}

// kernels are the programs of a draw, with what they bind: of textures what the registers of PS say, whatever the scene has made of them.
func (b *builder) kernels(s state, patches bool) {
	type stage struct{ block, at, bytes, needs int }
	set := func(name string, k *kernel.Kernel, r stage) program {
		p := b.place(name, k)
		s.set(r.block, r.at, p.at)
		s.set(r.block, r.bytes, p.bytes)
		s.set(r.block, r.needs, p.needs)
		return p
	}
	if patches {
		set("domain", nil, stage{regs.BlockEUP, regs.EUPDomainKernel, regs.EUPDomainKernelBytes, regs.EUPDomainKernelNeeds})
	} else {
		set("vertex", b.o.VertexKernel, stage{regs.BlockEUP, regs.EUPVertexKernel, regs.EUPVertexKernelBytes, regs.EUPVertexKernelNeeds})
	}
	p := set("pixel", b.o.PixelKernel, stage{regs.BlockPS, regs.PSPixelKernel, regs.PSPixelKernelBytes, regs.PSPixelKernelNeeds})
	s.set(regs.BlockBIND, regs.BINDPixelKernel, p.at)
	s.set(regs.BlockBIND, regs.BINDPixelKernelBytes, p.bytes)
	of := func(reg int) uint32 {
		if v, ok := s[key(regs.BlockPS, reg)]; ok {
			return v
		}
		return b.value(regs.BlockPS, reg)
	}
	program := regs.PSRegs{}
	for _, r := range []int{regs.PSPixelProgram, regs.PSTextureBase, regs.PSTextureSize, regs.PSTextureWrap, regs.PSTextureFilter} {
		program[r] = of(r)
	}
	bytes := uint32(0)
	if program.PixelProgramTexture() {
		bytes = s[key(regs.BlockMXU, regs.MXUTextureBytes)]
	}
	s.set(regs.BlockBIND, regs.BINDTexture0Bytes, bytes)
	if bytes == 0 {
		return
	}
	s.set(regs.BlockBIND, regs.BINDTexture0Base, program.TextureBase())
	s.set(regs.BlockBIND, regs.BINDTexture0Size, program[regs.PSTextureSize])
	format := uint32(0)
	if program.TextureFilterFormat() == regs.PSTextureFilterFormatSrgb8 {
		format = 1 // RGBA8_SRGB
	}
	s.set(regs.BlockBIND, regs.BINDTexture0Format, regs.BINDTexture0FormatFields{Levels: program.TextureFilterLevels(), Dimension: regs.BINDTexture0FormatDimensionTwo, Format: format}.Pack())
	s.set(regs.BlockBIND, regs.BINDSampler0Mode, regs.BINDSampler0ModeFields{
		WrapU: program.TextureWrapU(), WrapV: program.TextureWrapV(), Mag: program.TextureFilterMag(), Min: program.TextureFilterMin(), Mip: program.TextureFilterMip(),
	}.Pack())
}

// value is the value that a register has in the context.
func (b *builder) value(block, reg int) uint32 {
	if v, ok := b.shadow[key(block, reg)]; ok {
		return v
	}
	return regs.ResetValue(block, reg)
}
