// Package bench measures the clock domain: a source, twelve stages and a sink joined
// by FIFOs of depth 8 that carry beats of 128 bits, saturated. It runs on stock Akita
// and on hw/wires; both must end with the same checksum in the same cycle
// (docs/performance.md).
package bench

import (
	"fmt"
	"math/bits"

	"github.com/sarchlab/akita/v3/sim"
)

const (
	stages = 12
	depth  = 8
	freq   = 1 * sim.GHz
)

// beat is what a FIFO carries: 128 bits.
type beat struct{ Lo, Hi uint64 }

func makeBeat(seq uint64) beat { return beat{Lo: seq, Hi: seq << 32} }

// pass is the work of a stage.
func pass(b beat) beat {
	b.Lo++
	b.Hi ^= b.Lo
	return b
}

func fold(sum uint64, b beat) uint64 { return bits.RotateLeft64(sum, 1) ^ b.Lo ^ b.Hi }

// Result is what a run ends with: the cycle of the last beat and the checksum.
type Result struct{ Cycles, Sum uint64 }

// Chain is an implementation of the chain.
type Chain struct {
	Name string
	Run  func(beats uint64) Result
}

// Chains lists stock Akita and the clock domain.
func Chains() []Chain { return []Chain{{"stock", runStock}, {"clocked", runClocked}} }

func stageName(i int) string { return fmt.Sprintf("Stage[%d]", i) }
