package exec

import (
	"fmt"

	"tilemark/hw/isa"
)

// Stage is what a program is for.
type Stage uint8

// Stages; StageTrap and StageRestore are handlers.
const (
	StageCompute Stage = isa.StageCompute
	StageVertex  Stage = isa.StageVertex
	StageHull    Stage = isa.StageHull
	StageDomain  Stage = isa.StageDomain
	StagePixel   Stage = isa.StagePixel
	StageTrap    Stage = isa.StageTrap
	StageRestore Stage = isa.StageRestore
)

// handler tells whether trap registers and the state of an interrupted program can be accessed.
func (s Stage) handler() bool { return s == StageTrap || s == StageRestore }

// Program is a kernel as it is loaded.
type Program struct {
	Code      []byte // instructions; each begins at a multiple of 8 bytes
	Lanes     int    // of a thread: 8, 16 or 32
	Registers int    // general registers that it uses, r0 first; 0: all 128
	Allocated int    // registers that its threads have, if more: those of handlers count
	Scratch   int    // bytes of scratch memory of a thread
	Shared    int    // bytes of shared memory of a CTA
	CTA       [3]int // lanes of a CTA in x, y and z; 0 counts as 1
	Args      int    // arguments of a launch, in words of 32 bits
	Stage     Stage
	Table     []byte // patch table, where lines are patched for State as they are fetched; empty: code is executed as it stands
	Rest      []byte // what follows the code in its last line of 64 bytes, with a Table
	State     [StateWords]uint32
	Live      []RegisterSet // for each 8 bytes of the code the registers that count before the instruction there; nil: all of them
}

const (
	mostRegisters  = 128
	registerWords  = 8
	registerBytes  = 32
	mostLanes      = 32
	mostThreads    = 1024 // of a CTA; a bound for programs that make no sense
	mostScratch    = 1 << 24
	mostShared     = 1 << 24
	slotBytes      = 8 // instructions begin at multiples of it
	allLanes       = 1<<32 - 1
	localRegisters = 3 // register sets of x, y and z of compute
)

// Kernel is a program whose instructions are decoded. It does not change and may be used by several goroutines.
type Kernel struct {
	Program
	Patched []byte        // Code as it is executed
	code    []instruction // one for each 8 bytes
}

// Load decodes a program. What is wrong with an instruction is found when it executes; errors are about the numbers of the program.
func Load(p Program) (*Kernel, error) { return load(p, true) }

// load decodes with the short ways of fast.go, or without any.
func load(p Program, short bool) (*Kernel, error) {
	if p.Registers == 0 {
		p.Registers = mostRegisters
	}
	for n := range p.CTA {
		p.CTA[n] += one(p.CTA[n] == 0)
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	k := &Kernel{Program: p, Patched: p.Code, code: make([]instruction, len(p.Code)/slotBytes)}
	malformed := k.patch()
	for n := range k.code {
		k.code[n] = decode(&k.Program, k.Patched, n*slotBytes, short)
		if line := n * slotBytes / LineBytes; line < len(malformed) && malformed[line] {
			k.code[n].run, k.code[n].reason = refuse, "the patch table of its line is malformed"
		}
	}
	return k, nil
}

// patch patches all lines for the state, and says of which the table is malformed.
func (k *Kernel) patch() (malformed []bool) {
	if len(k.Table) == 0 {
		return nil
	}
	whole := append(append([]byte(nil), k.Code...), k.Rest...)
	whole = append(whole, make([]byte, -len(whole)&(LineBytes-1))...)
	for n := range len(whole) / LineBytes {
		line := (*[LineBytes]byte)(whole[n*LineBytes:])
		patched, ok := PatchLine(line, n, k.Table, k.Stage, &k.State)
		*line, malformed = patched, append(malformed, !ok)
	}
	k.Patched = whole[:len(k.Code)]
	return malformed
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p *Program) check() error {
	switch {
	case p.Lanes != 8 && p.Lanes != 16 && p.Lanes != 32:
		return fmt.Errorf("a program of %d lanes, expected 8, 16 or 32", p.Lanes)
	case p.Registers < 0 || p.Registers > mostRegisters:
		return fmt.Errorf("a program of %d registers, expected 0 to %d", p.Registers, mostRegisters)
	case p.Allocated < 0 || p.Allocated > mostRegisters:
		return fmt.Errorf("a program of %d allocated registers, expected 0 to %d", p.Allocated, mostRegisters)
	case p.Scratch < 0 || p.Scratch > mostScratch:
		return fmt.Errorf("a program with %d bytes of scratch memory, expected 0 to %d", p.Scratch, mostScratch)
	case p.Shared < 0 || p.Shared > mostShared:
		return fmt.Errorf("a program with %d bytes of shared memory, expected 0 to %d", p.Shared, mostShared)
	case p.Stage > StageRestore:
		return fmt.Errorf("a program of stage %d, expected 0 to %d", p.Stage, StageRestore)
	case p.Args < 0 || p.Args > mostRegisters*registerWords:
		return fmt.Errorf("a program of %d arguments, expected 0 to %d", p.Args, mostRegisters*registerWords)
	}
	return p.checkCTA()
}

func (p *Program) checkCTA() error {
	threads := mostThreads * p.Lanes
	for _, n := range p.CTA {
		if n < 0 || n > threads {
			return fmt.Errorf("a CTA of %v lanes, expected %d in all at most", p.CTA, threads)
		}
	}
	if int64(p.CTA[0])*int64(p.CTA[1])*int64(p.CTA[2]) > int64(threads) {
		return fmt.Errorf("a CTA of %v lanes, expected %d in all at most", p.CTA, threads)
	}
	if need := p.brought(); p.Stage == StageCompute && need > mostRegisters {
		return fmt.Errorf("a launch that brings %d registers, expected %d at most", need, mostRegisters)
	}
	return nil
}

// brought is the number of registers that a launch of compute fills.
func (p *Program) brought() int {
	return 1 + localRegisters*p.set(4) + (p.Args+registerWords-1)/registerWords
}

// set is a register set: the registers that a value of so many bytes takes for all lanes.
func (p *Program) set(bytes int) int { return max(1, p.Lanes*bytes/registerBytes) }

// threads is the number of threads of a CTA.
func (p *Program) threads() int {
	return (p.CTA[0]*p.CTA[1]*p.CTA[2] + p.Lanes - 1) / p.Lanes
}
