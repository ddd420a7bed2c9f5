package wires

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every bit of a span shows in its digest, and so does where a byte stands, whatever its length.
func TestDigestHasEveryBitOfASpan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	of := func(b []byte) uint64 {
		h := Hasher{h: 1}
		h.bytes(b)
		return h.Sum()
	}
	for length := 1; length <= 40; length++ {
		b := make([]byte, length)
		for n := range b {
			b[n] = byte(r.Uint32())
		}
		seen := map[uint64]bool{of(b): true}
		differs := func(what string, args ...any) {
			d := of(b)
			require.False(t, seen[d], fmt.Sprintf(what, args...))
			seen[d] = true
		}
		for bit := range 8 * length {
			b[bit/8] ^= 1 << (bit % 8)
			differs("%d bytes, bit %d", length, bit)
			b[bit/8] ^= 1 << (bit % 8)
		}
		for i := range b {
			for j := range i {
				if b[i] == b[j] {
					continue
				}
				was := of(b)
				b[i], b[j] = b[j], b[i]
				require.NotEqual(t, was, of(b), "%d bytes, %d and %d change places", length, i, j)
				b[i], b[j] = b[j], b[i]
			}
		}
	}
}

// What came before a pair of words shows whatever they are, also when their product is 0.
func TestDigestKeepsWhatCameBefore(t *testing.T) {
	const constant = 0x9e3779b97f4a7c15
	of := func(words ...uint64) uint64 {
		h := Hasher{h: 1}
		h.pair(words[0], words[1])
		h.pair(words[2], words[3])
		return h.Sum()
	}
	require.NotEqual(t, of(1, 2, 3, constant), of(7, 9, 3, constant))
	require.NotEqual(t, of(1, 2, 3, 4), of(7, 9, 3, 4))
}
