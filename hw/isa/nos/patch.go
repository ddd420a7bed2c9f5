package nos

import (
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// Instruction patches one: what its patches name is replaced by the state's values, in a thread of so many lanes. A patched instruction has no tag.
func Instruction(n isa.Native, patches []kernel.Patch, lanes int, s *State) isa.Native {
	in := isa.Decode(n)
	in.NOS = 0
	for _, p := range patches {
		if !replace(&in, p.Part, s.Value(p.Value, p.Index), lanes) {
			return nop
		}
	}
	return in.Encode()
}

// nop takes the place of an instruction that the state does not need.
var nop = (&isa.Instruction{Op: isa.OpNop, Size: isa.SizeThread, Swizzle: isa.OwnOrder}).Encode()

// replace puts a value where a part of the instruction is; false: the instruction goes.
func replace(in *isa.Instruction, part uint8, v uint32, lanes int) bool {
	switch part {
	case isa.PatchPartEnable:
		return v != 0
	case isa.PatchPartDisable:
		return v == 0
	case isa.PatchPartCondition:
		in.Condition = uint8(v)
	case isa.PatchPartImmediate:
		in.Number = v
	case isa.PatchPartSource:
		in.Src[0].Reg += uint8(v) * uint8(isa.RegisterSet(lanes, isa.Bytes(in.Src[0].Type)))
	case isa.PatchPartType:
		in.Message.Type = uint8(v)
	case isa.PatchPartCount:
		in.Message.Count = min(in.Message.Count, uint8(v)-1)
	case isa.PatchPartOffset:
		in.Message.Offset = int16(v)
	case isa.PatchPartBinding:
		in.Message.Binding = uint8(v)
	}
	return true
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
