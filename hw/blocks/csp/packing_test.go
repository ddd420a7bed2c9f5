package csp

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	reference "tilemark/golden/packing"
	"tilemark/hw/regs"
)

// Of packings in any order, with room and gaps, and of words that are nearly one, the machine says
// what the reference model says.
func TestPackingIsTheReferenceModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	blamed := map[uint32]int{}
	for range 30_000 {
		p := packedAtRandom(rng)
		for range rng.IntN(3) { // spoil
			switch k := rng.IntN(regs.PackingCount); rng.IntN(3) {
			case 0:
				p[k] ^= 1 << rng.IntN(32)
			case 1:
				p[k] = rng.Uint32()
			case 2:
				p[k] += 1 << (8 * rng.IntN(4))
			}
		}
		want := reference.Of(func(reg int) uint32 { return p[reg-regs.PackingFirst] })
		reg, wrong := want.Wrong()
		got, found := p.wrong()
		require.Equal(t, wrong, found, "%#x", p)
		if blamed[uint32(reg)]++; wrong {
			require.EqualValues(t, reg, got, "%#x", p)
			continue
		}
		require.EqualValues(t, want.Tail, p.tail())
		require.EqualValues(t, want.Field(regs.SaveAreaTailDmaBuffer), p.field(regs.SaveAreaTailDmaBuffer))
		for _, s := range regs.SaveList {
			require.EqualValues(t, 4*want.Place(int(s.Block), int(s.Reg)), p.place(s.Block, s.Reg))
		}
	}
	require.Greater(t, blamed[0], 5000, "packings that can be")
	for k := range regs.PackingCount {
		if k >= regs.OffsetCount && regs.LengthRegisters[k-regs.OffsetCount] == 0 {
			continue // no length is too short for blocks without registers
		}
		reg := regs.PackingFirst + k
		require.Positive(t, blamed[uint32(reg)], "%s is blamed", regs.RegisterName(regs.BlockCSP, reg))
	}
}

// packedAtRandom packs the blocks after CSP in any order, some with more than they need, some with a gap before.
func packedAtRandom(rng *rand.Rand) (p packing) {
	at, spare := uint32(regs.SaveAreaHeadDWords), uint32(regs.SaveRoomDWords-regs.SaveAreaDWords)
	put := func(b, more uint32) {
		n := regs.BlockLength[b] + more
		field := n
		if n >= regs.LengthOfTable {
			n, field = regs.BlockLength[b], regs.LengthOfTable
		}
		p[b/2] |= at / unitDWords << (16 * (b % 2))
		p[regs.OffsetCount+b/4] |= field << (8 * (b % 4))
		at += (n + unitDWords - 1) / unitDWords * unitDWords
	}
	put(regs.BlockCSP, 0)
	for _, b := range rng.Perm(regs.NumBlocks - 1) {
		more, gap := uint32(rng.IntN(6)), unitDWords*uint32(rng.IntN(2))
		if room := more + unitDWords + gap; rng.IntN(3) == 0 && spare >= room {
			spare -= room
			at += gap
		} else {
			more = 0
		}
		put(uint32(b+1), more)
	}
	return p
}
