package cosim_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/regmap/decode"
	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
)

// wordsOf puts the fields of decoded registers together again.
func wordsOf(t *testing.T, rows []decode.Row) map[string]uint32 {
	words := map[string]uint32{}
	for _, r := range rows {
		_, low, wide := strings.Cut(r.Bits, ":")
		if !wide {
			low = r.Bits
		}
		shift, err := strconv.Atoi(low)
		require.NoError(t, err)
		words[r.Name] |= uint32(r.Value) << shift
	}
	return words
}

// The raw bytes of a save area, decoded by the tables, are what the machine had committed to its registers when it was cut, and the cursor of the cut.
func TestADecodedSaveAreaHasTheMachinesRegisters(t *testing.T) {
	blocks, errs, err := table.Load("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	tables := &decode.Tables{Map: emit.NewMap(blocks)}
	set, errs, err := formats.Load("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	tables.SetFormats(set)

	s, err := cosim.NewSession(hw.DefaultConfig(), cosimtest.Scenes(t, 32, 32, "blend"), true)
	require.NoError(t, err)
	machine := map[string]uint32{}
	for _, it := range regs.SaveList {
		machine[regs.RegisterName(int(it.Block), int(it.Reg))] = regs.ResetValue(int(it.Block), int(it.Reg))
	}
	log := s.Log()
	s.M.CSP.P.DatapathA.Tap().OnPut(func(_ uint64, r *pipe.Report) {
		if r.Kind == pipe.Committed {
			reg, value := r.Register()
			machine[regs.RegisterName(int(r.Block), int(reg))] = value
		}
	})
	saved := 0
	log.OnSaved = func(w *cosim.Switch) {
		saved++
		x := &s.V.Image.Contexts[0]
		area := make([]byte, regs.SaveRoomBytes)
		s.Memory().Read(x.SaveArea, area)
		rows, err := tables.SaveArea(&decode.Dump{Input: "binary", Base: uint64(x.SaveArea), Data: area})
		require.NoError(t, err)
		words := wordsOf(t, rows)
		for name, v := range machine {
			require.Equal(t, v, words[name], name)
		}
		for name, v := range map[string]uint32{
			"CONTEXT": x.Header, "RING_HEAD": w.At.Head, "DMA_BUFFER": w.At.Buffer, "DMA_OFFSET": w.At.Offset,
			"INSTANCE": w.At.Instance, "PRIMITIVE": w.At.Primitive, "TRIANGLE": w.At.Triangle, "TILE": w.At.Tile,
		} {
			require.Equal(t, v, words[name], name)
		}
		require.NotEqual(t, regs.ResetValue(regs.BlockWBU, regs.WBUBlend), words["WBU.BLEND"])
	}
	require.NoError(t, s.Run(cosim.Plan{At: []uint64{900}}, nil))
	require.Equal(t, 1, saved)
}
