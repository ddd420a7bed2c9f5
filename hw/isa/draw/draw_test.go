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
	for range 40_000 {
		i := Instruction(r)
		n := i.Encode()
		require.NoError(t, isa.Check(n))
		require.Equal(t, i, isa.Decode(n))
		ops[i.Op]++
		if i.Op == isa.OpSend {
			messages[i.Message.Code]++
		}
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
