package nos

import (
	"encoding/binary"
	"math"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// field is a place in an instruction.
type field struct {
	word, shift uint8
	mask        uint32 // before it is shifted
}

// fields are the parts that a value replaces. A value that is 0 or 1 makes nop, and has none.
var fields = [isa.PatchPartLimit]field{
	isa.PatchPartCondition: {isa.NativeControl, isa.NativeControlConditionShift, isa.NativeControlConditionMask},
	isa.PatchPartImmediate: {isa.NativeLast, 0, math.MaxUint32},
	isa.PatchPartSource:    {isa.NativeSources, isa.NativeSourcesSrc0RegShift, isa.NativeSourcesSrc0RegMask},
	isa.PatchPartType:      {isa.SendDescriptor, isa.SendDescriptorTypeShift, isa.SendDescriptorTypeMask},
	isa.PatchPartCount:     {isa.SendDescriptor, isa.SendDescriptorCountShift, isa.SendDescriptorCountMask},
	isa.PatchPartOffset:    {isa.SendPayload, isa.SendPayloadOffsetShift, isa.SendPayloadOffsetMask},
	isa.PatchPartBinding:   {isa.SendDescriptor, isa.SendDescriptorBindingShift, isa.SendDescriptorBindingMask},
}

// tags are the bits of NOS, which are in one place in all formats.
const tags = isa.NativeDestinationNosMask << isa.NativeDestinationNosShift

// nop takes the place of an instruction that the state does not need, shortNop that of a compact one.
var (
	nop         = (&isa.Instruction{Op: isa.OpNop, Size: isa.SizeThread, Swizzle: isa.OwnOrder}).Encode()
	shortNop, _ = isa.Compacted(nop)
)

// Instruction patches one: what its patches name is replaced by the state's values, in a thread of so many lanes. A patched instruction has no tag.
func Instruction(n isa.Native, patches []kernel.Patch, lanes int, s *State) isa.Native {
	n[isa.NativeDestination] &^= tags
	for _, p := range patches {
		v := s.Value(p.Value, p.Index)
		switch p.Part {
		case isa.PatchPartEnable:
			if v == 0 {
				return nop
			}
			continue
		case isa.PatchPartDisable:
			if v != 0 {
				return nop
			}
			continue
		}
		of := n[isa.NativeSources] >> isa.NativeSourcesSrc0TypeShift & isa.NativeSourcesSrc0TypeMask
		fields[p.Part].replace(&n, p.Part, v, uint32(isa.RegisterSet(lanes, isa.Bytes(uint8(of)))))
	}
	return n
}

// Short patches a compact instruction, as Instruction does; set is the registers of a register set of source 0.
func Short(c isa.Compact, patches []kernel.Patch, set uint32, s *State) isa.Compact {
	c.TakeNOS()
	for _, p := range patches {
		v := s.Value(p.Value, p.Index)
		if p.Part == isa.PatchPartSource {
			shortSource(&c, v*set)
		} else if (v == 0) == (p.Part == isa.PatchPartEnable) {
			return shortNop
		}
	}
	return c
}

// shortSource has source 0 of a compact instruction go on by some registers.
func shortSource(c *isa.Compact, by uint32) {
	high := isa.UnpackCompactHigh(c[isa.CompactHigh])
	c[isa.CompactHigh] = c[isa.CompactHigh]&^(isa.CompactHighSrc0RegMask<<isa.CompactHighSrc0RegShift) | (high.Src0Reg+by)&isa.CompactHighSrc0RegMask<<isa.CompactHighSrc0RegShift
}

// replace replaces the part by a value; set is the registers of a register set, by which source 0 goes on.
func (f *field) replace(n *isa.Native, part uint8, v, set uint32) {
	w := &n[f.word]
	had := *w >> f.shift & f.mask
	switch part {
	case isa.PatchPartSource:
		v = had + v*set
	case isa.PatchPartCount:
		v = min(had, v-1)
	}
	*w = *w&^(f.mask<<f.shift) | v&f.mask<<f.shift
}

// Kernel patches a kernel for a state; the kernel itself stays as it is. Without tags it is returned as it is.
func Kernel(k *kernel.Kernel, s *State) *kernel.Kernel {
	tagged := Tagged(k)
	if len(tagged) == 0 {
		return k
	}
	patched := *k
	patched.Code = append([]kernel.Instruction(nil), k.Code...)
	for _, n := range tagged {
		i := &patched.Code[n]
		i.Native, i.Patches = Instruction(i.Native, i.Patches, k.Lanes, s), nil
	}
	patched.Analyse()
	patched.Narrow()
	return &patched
}

// Fits tells whether the values of state that a kernel is compiled for are those of a state.
func Fits(k *kernel.Kernel, s *State) bool {
	for _, c := range k.Compiled {
		if s.Value(c.Value, c.Index) != c.To {
			return false
		}
	}
	return true
}

// FogBinding is the binding in which a kernel has the parameters of fog.
func FogBinding(k *kernel.Kernel) (number uint8, ok bool) {
	for n := range k.Code {
		for _, p := range k.Code[n].Patches {
			if p.Value == isa.NosValueFogBinding {
				return isa.Decode(k.Code[n].Native).Message.Binding, true
			}
		}
	}
	return 0, false
}

// Tagged are the numbers of the instructions that depend on state, in ascending order.
func Tagged(k *kernel.Kernel) (list []int) {
	for n := range k.Code {
		if len(k.Code[n].Patches) > 0 {
			list = append(list, n)
		}
	}
	return list
}

// Patcher patches a kernel in memory again and again: the driver's way. It changes nothing but the tagged instructions, and takes time for no others.
type Patcher struct {
	code   []byte
	tagged []tagged
	lanes  int
}

// tagged is an instruction that depends on state.
type tagged struct {
	offset  int
	native  isa.Native
	short   isa.Compact // if it is compact
	compact bool
	set     uint32 // registers of a register set of source 0, if it is compact
	patches []kernel.Patch
}

// NewPatcher prepares a kernel.
func NewPatcher(k *kernel.Kernel) *Patcher {
	p := &Patcher{code: k.Bytes(), lanes: k.Lanes}
	for _, n := range Tagged(k) {
		i := &k.Code[n]
		t := tagged{offset: i.Offset, native: i.Native, compact: i.Compact, patches: i.Patches}
		if i.Compact {
			t.short, _ = isa.Compacted(i.Native)
			t.set = uint32(isa.RegisterSet(k.Lanes, isa.Bytes(isa.Decode(i.Native).Src[0].Type)))
		}
		p.tagged = append(p.tagged, t)
	}
	return p
}

// Code is the code with its tags, as the kernel has it. It is not to be changed.
func (p *Patcher) Code() []byte { return p.code }

// Tagged is the number of instructions that depend on state.
func (p *Patcher) Tagged() int { return len(p.tagged) }

// Patch writes the tagged instructions for a state into a copy of the code, whatever state it was patched for.
func (p *Patcher) Patch(code []byte, s *State) {
	for n := range p.tagged {
		t := &p.tagged[n]
		if t.compact {
			for k, w := range Short(t.short, t.patches, t.set, s) {
				binary.LittleEndian.PutUint32(code[t.offset+4*k:], w)
			}
			continue
		}
		for k, w := range Instruction(t.native, t.patches, p.lanes, s) {
			binary.LittleEndian.PutUint32(code[t.offset+4*k:], w)
		}
	}
}
