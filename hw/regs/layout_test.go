package regs_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tilemark/hw/regs"
)

func TestBlockIDsAndLengthsOfChapter3(t *testing.T) {
	assert.Equal(t, 21, regs.NumBlocks)
	for _, c := range []struct {
		id, wantID, length int
	}{
		{regs.BlockCSP, 0, 551}, {regs.BlockC2D, 1, 13}, {regs.BlockMXU, 2, 19}, {regs.BlockTSU, 3, 163},
		{regs.BlockSGTG, 18, 3}, {regs.BlockZL1, 19, 17}, {regs.BlockZL2, 20, 21},
	} {
		assert.Equal(t, c.wantID, c.id)
		assert.Equal(t, uint32(c.length), regs.BlockLength[c.id], regs.Blocks[c.id].Name)
	}
}

func TestBlockMetadataAgreesWithItsIndexAndLength(t *testing.T) {
	for id, b := range regs.Blocks {
		assert.Equal(t, regs.BlockLength[id], uint32(b.Length), b.Name)
		assert.Equal(t, b.Name == "", b.Length == 0, "block %d", id)
		if b.Name != "" {
			assert.Equal(t, id, b.ID, b.Name)
		}
		for _, r := range b.Registers {
			assert.Less(t, r.Index, b.Length, "%s.%s", b.Name, r.Name)
		}
	}
}

// The save area is walked here DWORD by DWORD, as docs/commands.md draws it.
func TestBlocksArePackedDenselyAt128Bits(t *testing.T) {
	dword := 4 // DMA DWORD offset, three reserved
	for id, b := range regs.Blocks {
		assert.Zero(t, dword%4)
		assert.Equal(t, dword, int(regs.SaveOffset[id])*4, "block %d %s", id, b.Name)
		dword += b.Length
		for dword%4 != 0 {
			dword++
		}
	}
	assert.Equal(t, dword, regs.SaveTail)
}

func TestTailOfTheSaveArea(t *testing.T) {
	assert.Equal(t, 0, regs.SaveAreaHeadDmaOffset)
	tail := []int{regs.SaveAreaTailPrimitive, regs.SaveAreaTailInstance, regs.SaveAreaTailTile, regs.SaveAreaTailTriangle, regs.SaveAreaTailRingHead, regs.SaveAreaTailDmaBuffer}
	for i, dword := range tail {
		assert.Equal(t, regs.SaveTail+i, dword)
	}
	assert.Equal(t, regs.SaveTail+8, regs.SaveAreaDWords)
	assert.Equal(t, 4*regs.SaveAreaDWords, regs.SaveAreaBytes)
}

func TestOffsetRegistersHoldTwoOffsetsEach(t *testing.T) {
	assert.Len(t, regs.OffsetRegisters, 11)
	for k, word := range regs.OffsetRegisters {
		assert.Equal(t, regs.SaveOffset[2*k], word%0x10000, "register %d low", k)
		high := uint32(0) // the high half of register 10 is reserved
		if k < 10 {
			high = regs.SaveOffset[2*k+1]
		}
		assert.Equal(t, high, word/0x10000, "register %d high", k)
	}
}

func TestLengthRegistersHoldFourSaturatedLengthsEach(t *testing.T) {
	assert.Len(t, regs.LengthRegisters, 6)
	assert.Equal(t, uint32(255), regs.LengthRegisters[0]%256, "CSP's 551")
	for k, word := range regs.LengthRegisters {
		for i := range 4 {
			want := uint32(0) // register 5 has block 20 only
			if id := 4*k + i; id < regs.NumBlocks {
				want = min(regs.BlockLength[id], 255)
			}
			assert.Equal(t, want, word>>(8*i)%256, "register %d, byte %d", k, i)
		}
	}
}

func TestSaveListNamesEveryRegisterOfClassSaveInOrder(t *testing.T) {
	var want []regs.SaveItem
	for _, b := range regs.Blocks {
		for _, r := range b.Registers {
			if r.Class == "save" {
				want = append(want, regs.SaveItem{Block: uint8(b.ID), Reg: uint16(r.Index)})
			}
		}
	}
	assert.Equal(t, want, regs.SaveList[:])
	assert.Equal(t, len(want), regs.SaveListLen)
	for i := 1; i < len(want); i++ {
		a, b := want[i-1], want[i]
		assert.True(t, a.Block < b.Block || a.Block == b.Block && a.Reg < b.Reg, "%v before %v", a, b)
	}
}
