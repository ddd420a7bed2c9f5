package draw

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// Every operation and every message is drawn, with every kind of operand that it may have.
func TestEveryOperationIsDrawn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var ops, messages [256]int
	var compact, immediates, predicates, conditions int
	var tags [256]uint16 // by operation
	var specials [256]int
	for range 40_000 {
		i := Instruction(r)
		n := i.Encode()
		require.NoError(t, isa.Check(n))
		require.Equal(t, i, isa.Decode(n))
		ops[i.Op]++
		if i.Op == isa.OpSend {
			messages[i.Message.Code]++
		}
		if i.Op == isa.OpRdsr {
			specials[i.Number]++
		}
		tags[i.Op] |= i.NOS
		if _, why := isa.Compacted(n); why == "" {
			compact++
		}
		immediates += count(i.Immediate)
		predicates += count(i.Predicate != 0)
		conditions += count(i.Condition != 0)
	}
	for op := range ops {
		require.Equal(t, isa.Operations[op].Name != "", ops[op] > 0, "opcode %#x", op)
		require.False(t, isa.Messages[op].Name != "" && messages[op] == 0, "message %#x", op)
		_, named := isa.SpecialNames[uint32(op)]
		require.False(t, named && specials[op] == 0, "special register %d", op)
		if ops[op] > 0 {
			require.Equal(t, uint16(0xfff), tags[op], "state of opcode %#x", op)
		}
	}
	for _, n := range []int{compact, immediates, predicates, conditions} {
		require.Greater(t, n, 500)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
