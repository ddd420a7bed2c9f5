package kernel_test

import (
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

func assemble(t testing.TB, text string) *kernel.Kernel {
	t.Helper()
	k, errs := asm.Assemble("t.tka", text)
	require.Empty(t, errs)
	return k
}

const nested = `.cta 8 1 1
.binding 0 buffer read write
mov r10:ud, 5:ud
mov r11:ud, 1:ud
cmp.lt.f0 null:ud, r1:ud, r10:ud
(f0) if
mov r12:ud, r11:ud
else
mov r12:ud, r10:ud
endif
send.store.ud r1, r12, b0
send.end {last}
`

// A register is live from where it is written to where it is read last; what is written under a mask keeps what was there.
func TestLiveRegisters(t *testing.T) {
	k := assemble(t, nested)
	live := func(n int) (regs []int) {
		for r := range isa.Registers {
			if k.Live[n].Has(r) {
				regs = append(regs, r)
			}
		}
		return regs
	}
	require.Equal(t, []int{1, 12}, live(0))
	require.Equal(t, []int{1, 10, 12}, live(1))
	require.Equal(t, []int{1, 10, 11, 12}, live(3))
	last := len(k.Code) - 1
	require.Equal(t, []int{1, 12}, live(last-1))
	require.Empty(t, live(last))
	require.Equal(t, 13, k.Registers)
}

// rehash puts the right checksum into a file that a test has spoiled.
func rehash(file []byte) []byte {
	binary.LittleEndian.PutUint32(file[12:], crc32.ChecksumIEEE(file[16:]))
	return file
}

func TestSpoiledFiles(t *testing.T) {
	file := func() []byte { return assemble(t, nested).Marshal() }
	for name, c := range map[string]struct {
		spoil func([]byte) []byte
		says  string
	}{
		"empty":         {func(f []byte) []byte { return nil }, "byte 0: the file ends in its header, expected 128 bytes"},
		"magic":         {func(f []byte) []byte { f[0] = 'X'; return f }, "byte 0: 0x4e524b58 is no kernel file"},
		"version":       {func(f []byte) []byte { f[4] = 9; return f }, "byte 4: version 9, expected 3"},
		"old version":   {func(f []byte) []byte { f[4] = 1; return f }, "byte 4: version 1, expected 3"},
		"half a header": {func(f []byte) []byte { return f[:127] }, "byte 127: the file ends in its header, expected 128 bytes"},
		"cut off":       {func(f []byte) []byte { return f[:len(f)-8] }, "byte 8: the file says it has"},
		"a bit":         {func(f []byte) []byte { f[200] ^= 1; return f }, "byte 12: checksum"},
		"name's size":   {func(f []byte) []byte { f[4*isa.KernelFileNameBytes+3] = 0xff; return rehash(f) }, "name: 4278190080 bytes pass the end of the file"},
		"registers":     {func(f []byte) []byte { f[4*isa.KernelFileShape+2]++; return rehash(f) }, "the header says 14 registers"},
		"instructions":  {func(f []byte) []byte { f[192] = 0; return rehash(f) }, "opcode 0x00 is reserved"},
	} {
		_, err := kernel.Unmarshal(c.spoil(file()))
		require.ErrorContains(t, err, c.says, name)
	}
}

// FuzzUnmarshal: bytes are a kernel file that comes back, or an error. Checksum and size are made right, so that what follows is tried.
func FuzzUnmarshal(f *testing.F) {
	f.Add(assemble(f, nested).Marshal())
	f.Add(assemble(f, filed).Marshal())
	f.Add(assemble(f, ".stage trap\nsend.context_store_set r4, +64\niret\n").Marshal())
	f.Add(assemble(f, ".stage vertex\n.inputs 9\nsend.result.4 r5, +64\nsend.end {last}\n").Marshal())
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 1<<12 {
			return
		}
		if len(file) >= 128 {
			rehash(file)
			binary.LittleEndian.PutUint32(file[8:], uint32(len(file)))
		}
		k, err := kernel.Unmarshal(file)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		k.Check()
		back, err := kernel.Unmarshal(k.Marshal())
		require.NoError(t, err)
		require.Equal(t, k, back)
	})
}
