// Package kernel is a kernel as a whole: what its header says, its instructions, and the file that holds both (docs/isa.md, "Kernels"). Whether it
// may run is checked by Check; what its instructions use is found by Analyse.
package kernel

import (
	"tilemark/hw/isa"
)

// Kernel is a program of the multiprocessors.
type Kernel struct {
	Name       string
	Stage      uint8 // isa.Stage... value
	Lanes      int   // 8, 16 or 32
	CTA        [3]int
	Shared     int    // bytes of a CTA
	Scratch    int    // bytes of a thread
	Args       int    // DWORDs
	Inputs     int    // registers that a thread begins with; 0 before Analyse: as many as the stage has in any case
	Attributes int    // of a pixel thread, in components, among what it begins with
	Flat       uint16 // those of them that are flat, a bit each
	Early      bool   // depths are tested before it runs, though it stores
	Idempotent bool   // a CTA that is executed from its beginning again leaves the same in memory
	Samplers   uint16
	Bindings   []Binding
	Compiled   []Compiled // state that it is compiled for
	Enqueues   []string   // names of kernels that it enqueues, by their numbers
	Code       []Instruction

	// What follows is found by Analyse.
	Registers int
	Results   int    // registers that it gives
	Stack     int    // entries of the execution-mask stack at most
	Effects   uint32 // isa.Effect... bits
	Untagged  uint32 // those of instructions that stay whatever the state is
	Live      []Set  // by instruction: registers whose values count before it; nil of a handler

	Source Source
}

// Binding is an entry of the binding table that a kernel uses.
type Binding struct {
	Number      uint8
	Kind        uint8 // isa.BindingKind... value
	Read, Write bool
}

// Instruction is one of a kernel's, with its place.
type Instruction struct {
	isa.Native
	Offset  int  // bytes from the first
	Compact bool // it has 64 bits
	Patches []Patch
	Line    int // of the text, from 1; 0: of none
}

// Bytes is the instruction's size.
func (i *Instruction) Bytes() int {
	if i.Compact {
		return isa.CompactBytes
	}
	return isa.NativeBytes
}

// isHandler tells whether a kernel interrupts others.
func (k *Kernel) isHandler() bool { return k.Stage == isa.StageTrap || k.Stage == isa.StageRestore }

// Source is the text that a kernel was made from; "" without.
type Source struct{ Name, Text string }

// Set is a set of registers.
type Set [isa.Registers / 32]uint32

// Has tells whether a register is in the set.
func (s *Set) Has(reg int) bool { return s[reg/32]>>(reg%32)&1 != 0 }

func (s *Set) add(reg int)    { s[reg/32] |= 1 << (reg % 32) }
func (s *Set) remove(reg int) { s[reg/32] &^= 1 << (reg % 32) }

// Bytes returns the code as it stands in memory.
func (k *Kernel) Bytes() []byte { return codeBytes(k.Code) }

// At returns the number of the instruction at an offset, -1 when none begins there.
func (k *Kernel) At(offset int) int {
	low, high := 0, len(k.Code)
	for low < high {
		if mid := (low + high) / 2; k.Code[mid].Offset < offset {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(k.Code) && k.Code[low].Offset == offset {
		return low
	}
	return -1
}

// Binding finds a binding by its number; nil without.
func (k *Kernel) Binding(number uint8) *Binding {
	for i := range k.Bindings {
		if k.Bindings[i].Number == number {
			return &k.Bindings[i]
		}
	}
	return nil
}
