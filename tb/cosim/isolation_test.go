package cosim

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/regmap/cases"
	"tilemark/regmap/table"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
)

// bareContext lays out a context that becomes interruptible and executes one DMA buffer.
func bareContext(im *driver.Image, buffer []uint32) {
	if len(im.Bytes) == 0 {
		im.Bytes = make([]byte, 4096)
	}
	from := len(im.Bytes)
	save := from + driver.GuardBytes
	header := (save + regs.SaveRoomBytes + driver.GuardBytes + 4095) &^ 4095
	dma := header + 4096
	im.Bytes = append(im.Bytes, make([]byte, (dma+4*len(buffer)+4095)&^4095-from)...)
	put := func(at int, words ...uint32) {
		for i, w := range words {
			binary.LittleEndian.PutUint32(im.Bytes[at+4*i:], w)
		}
	}
	for k := 0; k < driver.GuardBytes; k += 4 {
		put(save-driver.GuardBytes+k, driver.GuardWord)
		put(save+regs.SaveRoomBytes+k, driver.GuardWord)
	}
	ring := []uint32{3 << 24}
	if len(buffer) > 0 {
		ring = append(ring, 4<<24|2, uint32(dma), uint32(len(buffer)))
	}
	put(header, 0, uint32(len(ring)), regs.CommandSkip1DwordHeader, 0, uint32(len(ring)+4), uint32(save))
	put(header+32, ring...)
	put(dma, buffer...)
	im.Contexts = append(im.Contexts, driver.Context{
		Header: uint32(header), SaveArea: uint32(save), Tail: uint32(len(ring)), RingSize: uint32(len(ring) + 4),
		From: uint32(from), To: uint32(len(im.Bytes)),
	})
}

// dirt is a value that is no register's reset value.
func dirt(block, reg int) uint32 { return ^regs.ResetValue(block, reg) ^ uint32(reg<<8|block) }

// everyRegister writes dirt to all registers of all blocks.
func everyRegister() (buffer []uint32) {
	for b := range regs.Blocks {
		n := len(regs.Blocks[b].Registers)
		if n == 0 {
			continue
		}
		length := int(regs.BlockLength[b])
		buffer = append(buffer, 2<<29|1<<24|uint32(b)<<16|uint32(1+length), 0)
		for reg := range length {
			buffer = append(buffer, dirt(b, reg))
		}
		if b == regs.BlockCSP { // the packing is written before INTERRUPTIBLE
			at := len(buffer) - length
			after := regs.PackingFirst + regs.PackingCount
			rest := append([]uint32{2<<29 | 1<<24 | uint32(1+length-after), uint32(after)}, buffer[at+after:]...)
			buffer[at-2] -= uint32(length - regs.PackingFirst)
			buffer = append(buffer[:at+regs.PackingFirst], rest...)
		}
	}
	return buffer
}

// predicted returns what the tables say that everyRegister leaves.
func predicted(t *testing.T) *cases.Model {
	t.Helper()
	sources, err := table.EmbeddedSources(regs.Tables, "hw/regs")
	require.NoError(t, err)
	blocks, errs, err := table.LoadSources(sources)
	require.NoError(t, err)
	require.Empty(t, errs)
	m, err := cases.NewModel(blocks)
	require.NoError(t, err)
	for b := range regs.Blocks {
		for reg := range int(regs.BlockLength[b]) {
			if !regs.IsPacking(uint8(b), uint32(reg)) {
				m.Write(cases.Place{Block: b, Index: reg}, dirt(b, reg))
			}
		}
	}
	return m
}

// savedRegister returns what a context's save area has of a register.
func (s *Session) savedRegister(context int, it regs.SaveItem) uint32 {
	return s.Memory().ReadWord(s.V.Image.Contexts[context].SaveArea + regs.SaveOffset[it.Block]<<4 + 4*uint32(it.Reg))
}

// One context writes every register of every block; the one after it has never run. At
// whatever cycle the first one is cut, the second one has the reset values of the tables,
// and the first one keeps its own (S10).
func TestNoRegisterOfAContextIsSeenInAnother(t *testing.T) {
	im := &driver.Image{}
	bareContext(im, everyRegister())
	bareContext(im, nil)
	v, err := vector.New(im)
	require.NoError(t, err)
	want := predicted(t)
	for _, place := range []string{"tg", "zl1"} {
		cfg := hw.DefaultConfig()
		cfg.BreakPoint = place
		end, err := Uninterrupted(cfg, v, true)
		require.NoError(t, err)
		for at := uint64(10); at < end.M.Cycle(); at += 31 {
			s, err := NewSession(cfg, v, true)
			require.NoError(t, err)
			require.NoError(t, s.Run(Plan{At: []uint64{at}}, nil), "cut in cycle %d", at)
			for _, it := range regs.SaveList {
				name := regs.RegisterName(int(it.Block), int(it.Reg))
				if word, known := want.Word(cases.Place{Block: int(it.Block), Index: int(it.Reg)}); known {
					require.Equal(t, word, s.savedRegister(0, it), "%s of the first context, cut in cycle %d", name, at)
				}
				require.Equal(t, regs.ResetValue(int(it.Block), int(it.Reg)), s.savedRegister(1, it), "%s of the second context, cut in cycle %d", name, at)
			}
		}
	}
}
